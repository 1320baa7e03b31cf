"""What a node saved, under PyTorch's names: ``node._saved_self`` and, to set hooks on it, ``node._raw_saved_self``."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Self

from ..runtime.graph.hooks import CALLS_USERS
from ..runtime.graph.saved import RELEASED, Packed, checked, checked_list, checked_output
from ..runtime.graph.tensor_base import wrap
from ..runtime.memory.saved_hooks import output_tensor, pack
from ..support.node_support import unpack_output

if TYPE_CHECKING:
    from ..runtime.graph.node import Node
    from ..runtime.tensors.tensor import Tensor


class SavedTensor:
    """One saved tensor of one node; made by nodes only."""

    __slots__ = ("_current", "_node", "_replace")

    _node: "Node"
    _current: Callable[[], Any]  # the saved Tensor (an output: without history), Packed, None or RELEASED
    _replace: Callable[[Packed], None]

    def __init__(self, *args: Any) -> None:
        raise RuntimeError(
            "SavedTensor: Trying to create a SavedTensor object from Python is forbidden; use node._raw_saved_<name>"
        )

    @classmethod
    def of(cls, node: "Node", current: Callable[[], Any], replace: Callable[[Packed], None]) -> Self:
        """Return the handle of a saved tensor, given what reads it and what puts a packed one there."""
        handle = object.__new__(cls)
        handle._node, handle._current, handle._replace = node, current, replace
        return handle

    def register_hooks(
        self, pack_hook: "Callable[[Tensor], Any]", unpack_hook: "Callable[[Any], Tensor]"
    ) -> None:
        """Pack the saved tensor now, and unpack it whenever it is needed.

        Raises
        ------
        RuntimeError
            If there is no tensor, hooks were registered already, or the tensor was freed or is changed by the hook.
        """
        for hook in (pack_hook, unpack_hook):
            if not callable(hook):
                raise TypeError(
                    f"register_hooks: expected two functions, incompatible arguments: got {type(hook).__name__}"
                )
        subject, value = f"register_hooks: a saved tensor of {self._node.name()}", self._current()
        if value is RELEASED:
            raise RuntimeError(
                f"{subject} cannot get hooks after it has been freed; register them before backward, or keep it with "
                "retain_graph=True"
            )
        if value is None:
            raise RuntimeError(
                f"{subject} cannot get hooks: calling register_hooks on value None is forbidden"
            )
        if isinstance(value, Packed):
            raise RuntimeError(
                f"{subject} cannot get hooks: its hooks have already been set, and only one pair of hooks is allowed "
                "at a time"
            )
        self._replace(pack(value, pack_hook, unpack_hook))
        self._node.hooks = self._node.hooks or CALLS_USERS


def saved_value(node: "Node", name: str) -> Any:
    """Return what a node saved; raise when it was freed or changed."""
    value = getattr(node, f"saved_{name}", None)
    if name in node.saved_outputs:
        return None if value is None else _output(node, name)
    if name not in node.saved_names or value is None:
        return value
    if isinstance(value, list):
        return tuple(checked_list(node, name))
    return checked(node, name, value)


def handle_of_saved(node: "Node", name: str) -> "SavedTensor | tuple[SavedTensor, ...]":
    """Return the handle of the saved tensor, a tuple of them for a list argument."""
    value = getattr(node, f"saved_{name}", None)
    if isinstance(value, list):
        return tuple([_part(node, value, index) for index in range(len(value))])

    def current() -> Any:
        return _current(node, name)

    return SavedTensor.of(node, current, lambda packed: setattr(node, f"saved_{name}", packed))


def _part(node: "Node", values: list[Any], index: int) -> SavedTensor:
    return SavedTensor.of(node, lambda: values[index], lambda packed: values.__setitem__(index, packed))


def _current(node: "Node", name: str) -> Any:
    """Return what a node holds for a name, an output as a Tensor on the same memory, with the same version."""
    value = getattr(node, f"saved_{name}", None)
    if name not in node.saved_outputs or value is None or value is RELEASED or isinstance(value, Packed):
        return value
    return output_tensor(node, name)


def _output(node: "Node", name: str) -> "Tensor":
    if name in node.output_names:
        return unpack_output(node, name, node.output_names.index(name))
    return wrap(checked_output(node, name))
