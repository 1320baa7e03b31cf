"""What nodes saved, on its way back: released, changed since, or packed by a hook.

Generated code compares two numbers and goes on; only when they differ does it come here.
"""

from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from .node import Array, Node
    from .tensor import Tensor


class Released:
    """Stands where a saved value was before the backward freed it; no version is equal to its counter."""

    __slots__ = ("_counter",)

    def __init__(self) -> None:
        self._counter = self

    def __repr__(self) -> str:
        return "<released>"


RELEASED: Any = Released()


def checked(node: "Node", name: str, tensor: "Tensor") -> "Tensor":
    """Return a saved Tensor whose version is right after all; else raise what happened to it."""
    if tensor is RELEASED:
        raise_released(node)
    expected = getattr(node, f"version_{name}")
    if tensor._version != expected:
        raise_changed(node, name, tensor.shape, tensor.dtype, tensor._version, expected)
    return tensor


def checked_list(node: "Node", name: str) -> "list[Tensor]":
    """Return a saved list of Tensors; raise when it was released or one of them changed."""
    tensors = getattr(node, f"saved_{name}")
    if tensors is RELEASED:
        raise_released(node)
    for index, (tensor, expected) in enumerate(zip(tensors, getattr(node, f"version_{name}"), strict=True)):
        if tensor._version != expected:
            raise_changed(node, f"{name}[{index}]", tensor.shape, tensor.dtype, tensor._version, expected)
    return tensors  # type: ignore[no-any-return]


def checked_output(node: "Node", name: str) -> "Array":
    """Return a saved output whose counter somebody made; raise when it was released or written."""
    counter = getattr(node, f"counter_{name}")
    array: Array = getattr(node, f"saved_{name}")
    if counter is RELEASED:
        raise_released(node)
    if counter is not None and counter.version:
        raise_changed(node, name, array.shape, array.dtype, counter.version, 0)
    return array


def raise_released(node: "Node") -> NoReturn:
    """Raise the error of a second backward."""
    raise RuntimeError(
        f"{node.name()}: Trying to backward through the graph a second time: the saved values of op {node.op!r} have "
        "already been freed by the first backward. Specify retain_graph=True there if you need to backward through "
        "the graph again"
    )


def raise_changed(node: "Node", name: str, shape: Any, dtype: Any, version: int, expected: int) -> NoReturn:
    """Raise the error of a write between forward and backward."""
    what = "its output" if name in node.saved_outputs else "its argument"
    raise RuntimeError(
        f"{node.name()}: {what} {name!r} ({dtype}, shape {tuple(shape)}), one of the variables needed for gradient "
        f"computation, has been modified by an inplace operation: it is at version {version}, expected version "
        f"{expected}. Write to a .clone() of it, or write before op {node.op!r} uses it"
    )
