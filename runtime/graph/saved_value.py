"""Attributes of nodes for saved values, under PyTorch's names: ``_saved_self`` and ``_raw_saved_self``."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn

if TYPE_CHECKING:
    from .node import Node


class SavedValue:
    """Descriptor of ``_saved_<name>``: the saved value as the backward would see it."""

    read: "ClassVar[Callable[[Node, str], Any]]"  # how, `derivata.node_methods` says

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, node: "Node | None", owner: Any) -> Any:
        """Return the value; raise when it was freed or changed."""
        return self if node is None else type(self).read(node, self.name)

    def __set__(self, node: "Node", value: Any) -> NoReturn:
        """Refuse assignments."""
        raise AttributeError(f"{node.name()}: attribute '_saved_{self.name}' is not writable")


class RawSavedValue(SavedValue):
    """Descriptor of ``_raw_saved_<name>``: the handle of the saved tensor, or of a list argument a tuple of handles."""
