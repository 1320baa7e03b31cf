"""The attributes of a node with what it saved, under PyTorch's names: ``_saved_self`` and ``_raw_saved_self``."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn

if TYPE_CHECKING:
    from .node import Node


class SavedValue:
    """The attribute ``_saved_<name>`` of a class of nodes: tensors as the backward would see them."""

    read: "ClassVar[Callable[[Node, str], Any]]"  # how, `derivata.node_methods` says

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, node: "Node | None", owner: Any) -> Any:
        """Return the value; raise when it was freed or changed."""
        return self if node is None else type(self).read(node, self.name)

    def __set__(self, node: "Node", value: Any) -> NoReturn:
        """Refuse to change it."""
        raise AttributeError(f"{node.name()}: attribute '_saved_{self.name}' is not writable")


class RawSavedValue(SavedValue):
    """The attribute ``_raw_saved_<name>``: the handle of the saved tensor, a tuple of them for a list argument."""
