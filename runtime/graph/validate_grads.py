"""Checks of gradients that user code returned: they are summed and cast to what the edge expects, or refused.

Generated nodes return what their formulas promise; custom functions, and nodes with edges set by hand, may not.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .tensor_base import TensorBase as Tensor

if TYPE_CHECKING:
    import numpy as np

    from .node import Node


def validate_grad(node: "Node", index: int, grad: Tensor | None, edge: "Node | None") -> Tensor | None:
    """Return a node's gradient for one edge, in the shape and dtype that the edge expects."""
    if grad is None or edge is None:
        return None
    if grad.shape != edge.shape:
        grad = _reduced(node, index, grad, edge.shape)
    if grad.is_sparse:
        edge.require_hooks()  # the general step of the engine knows sparse gradients, its loops need not
    return grad if grad.dtype is edge.dtype else _cast(node, index, grad, edge.dtype)


def validate_grads(node: "Node", grads: Sequence[Tensor | None]) -> tuple[Tensor | None, ...]:
    """Return the gradients of a node with edges set by hand, in the shapes and dtypes that its edges expect."""
    pairs = zip(grads, node.edges(), strict=True)
    return tuple([validate_grad(node, index, grad, edge) for index, (grad, edge) in enumerate(pairs)])


def _reduced(node: "Node", index: int, grad: Tensor, shape: tuple[int, ...]) -> Tensor:
    """Sum a gradient to the shape of its argument, if that can be broadcast to the gradient's shape; else raise."""
    leading = len(grad.shape) - len(shape)
    if leading < 0 or any(
        want not in (1, got) for want, got in zip(shape, grad.shape[leading:], strict=True)
    ):
        raise RuntimeError(
            f"{_subject(node, index)}: returned an invalid gradient: got shape {grad.shape}, but expected shape "
            f"{shape}, that of the argument, or one that it broadcasts to"
        )
    return grad.sum_to_size(shape)


def _cast(node: "Node", index: int, grad: Tensor, dtype: "np.dtype[Any]") -> Tensor:
    if grad.dtype.kind == "c" and dtype.kind != "c":
        raise RuntimeError(
            f"{_subject(node, index)}: expected a real gradient for an argument of {dtype}, got {grad.dtype}; "
            "return its .real"
        )
    return grad.to(dtype)


def _subject(node: "Node", index: int) -> str:
    return f"{node.name()}: gradient of argument {node.edge_labels()[index]!r}"
