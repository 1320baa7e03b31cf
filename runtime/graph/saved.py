"""How nodes read saved values, which may have been released, changed, detached, or packed by a hook.

Generated code only compares two versions; if they differ, it calls the functions of this module.
"""

import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

from .saved_errors import raise_changed, raise_released, refuse_detached

if TYPE_CHECKING:
    from ..forward_mode.dual_level import Tangents
    from ..tensors.tensor import Tensor
    from .node import Array, Node


class Released:
    """Placeholder for a saved value that was released; its counter equals no version."""

    __slots__ = ("_counter",)

    def __init__(self) -> None:
        self._counter = self

    def __repr__(self) -> str:
        return "<released>"


RELEASED: Any = Released()


class Packed:
    """Placeholder for a saved tensor that a hook packed; its counter equals no version.

    Attributes
    ----------
    unpack : callable
        The unpack hook, which makes a tensor from `value`, the result of the pack hook.
    tangents : Tangents or None
        The saved tensor's tangents.
    source : weak reference
        The saved array, by which a tensor is recognised as the one that was saved.
    """

    __slots__ = ("_edge", "source", "tangents", "unpack", "value")

    _counter: ClassVar[object] = object()

    def __init__(
        self,
        value: Any,
        unpack: Callable[[Any], Any],
        edge: "Node | None",
        tangents: "Tangents | None",
        array: "Array",
    ) -> None:
        self._edge = edge
        self.value = value
        self.unpack = unpack
        self.tangents = tangents
        self.source = weakref.ref(array)

    def tensor(self) -> "Tensor":
        """Return the tensor that the unpack hook restores, with the history of the saved one; outputs get none."""
        raise NotImplementedError


def checked(node: "Node", name: str, tensor: "Tensor | Packed") -> "Tensor":
    """Return a saved Tensor if it is unchanged or was packed by a hook; else raise an error that says what happened."""
    if tensor is RELEASED:
        raise_released(node)
    if isinstance(tensor, Packed):
        return tensor.tensor()
    expected = getattr(node, f"version_{name}")
    if tensor._version != expected:
        raise_changed(node, name, tensor._array, tensor._counter, expected)
    if tensor._edge is None:
        refuse_detached(node, name)
    return tensor


def read_saved(node: "Node", name: str) -> Any:
    """Return a saved Tensor, or None for an argument that was not given; raise if it was freed or changed."""
    tensor: Any = getattr(node, f"saved_{name}")
    if tensor is None or tensor._counter == getattr(node, f"version_{name}"):
        return tensor
    return checked(node, name, tensor)


def read_promoted(node: "Node", name: str) -> Any:
    """Return a saved Tensor, or None, in the dtype of the result, as the forward had it."""
    tensor = read_saved(node, name)
    return tensor if tensor is None or tensor._dtype is node.dtype else tensor.to(node.dtype)


def checked_list(node: "Node", name: str) -> "list[Tensor]":
    """Return a saved list of Tensors; raise when it was released or one of them changed."""
    tensors = getattr(node, f"saved_{name}")
    if tensors is RELEASED:
        raise_released(node)
    if any(isinstance(tensor, Packed) for tensor in tensors):
        return [tensor.tensor() if isinstance(tensor, Packed) else tensor for tensor in tensors]
    for index, (tensor, expected) in enumerate(zip(tensors, getattr(node, f"version_{name}"), strict=True)):
        if tensor._version != expected:
            raise_changed(node, f"{name}[{index}]", tensor._array, tensor._counter, expected)
    return tensors  # type: ignore[no-any-return]


def checked_output(node: "Node", name: str) -> "Array":
    """Return a saved output that has a counter or was packed; raise if it was released or written to."""
    counter = getattr(node, f"counter_{name}")
    saved: Array | Packed = getattr(node, f"saved_{name}")
    if counter is RELEASED:
        raise_released(node)
    if isinstance(saved, Packed):
        return saved.tensor()._array
    if counter is not None and counter.version:
        raise_changed(node, name, saved, counter, 0)
    return saved
