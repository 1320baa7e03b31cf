"""What the backward of a `Function` returned: counted, and each gradient fitted to its argument."""

from typing import TYPE_CHECKING, Any

from ..node import Node
from ..tensor import Tensor
from .arguments import argument_names

if TYPE_CHECKING:
    from .node import FunctionNode


def fitted(node: "FunctionNode", results: Any) -> tuple[Tensor | None, ...]:
    """Return one gradient per tensor argument, of the shape and dtype of the argument; None where it needs none."""
    if not isinstance(results, tuple):
        results = (results,)
    expected = node.arity
    if len(results) > expected and all(extra is None for extra in results[expected:]):
        results = results[:expected]
    if len(results) != expected:
        names = ", ".join(argument_names(node.function, expected))
        raise RuntimeError(
            f"{node.name()}: backward returned an incorrect number of gradients: expected {expected}, one for each "
            f"argument of forward ({names}), got {len(results)}; return None for arguments that are no tensors"
        )
    edges: dict[int, Node | None] = dict(zip(node.positions, node.input_edges, strict=True))
    for index, grad in enumerate(results):
        _check_kind(node, index, grad, index in edges)
    return tuple([_fitted(node, index, results[index], edge) for index, edge in edges.items()])


def _check_kind(node: "FunctionNode", index: int, grad: Any, of_tensor: bool) -> None:
    if grad is None:
        return
    if not isinstance(grad, Tensor):
        raise RuntimeError(
            f"{_subject(node, index)}: expected a Tensor or None, got {type(grad).__name__}; convert it with "
            "derivata.tensor()"
        )
    if not of_tensor:
        raise RuntimeError(
            f"{_subject(node, index)}: expected None, because the argument of forward is no Tensor, got a Tensor of "
            f"shape {grad.shape}"
        )


def _fitted(node: "FunctionNode", index: int, grad: Tensor | None, edge: Node | None) -> Tensor | None:
    if grad is None or edge is None:
        return None
    if grad.shape != edge.shape:
        grad = _reduced(node, index, edge, grad)
    return grad if grad.dtype is edge.dtype else _cast(node, index, edge, grad)


def _reduced(node: "FunctionNode", index: int, edge: Node, grad: Tensor) -> Tensor:
    """Sum a gradient over the dimensions along which its argument could be broadcast to it."""
    leading = len(grad.shape) - len(edge.shape)
    if leading < 0 or any(
        want not in (1, got) for want, got in zip(edge.shape, grad.shape[leading:], strict=True)
    ):
        raise RuntimeError(
            f"{_subject(node, index)}: returned an invalid gradient: got shape {grad.shape}, but expected shape "
            f"{edge.shape}, that of the argument, or one that it broadcasts to"
        )
    return grad.sum_to_size(edge.shape)


def _cast(node: "FunctionNode", index: int, edge: Node, grad: Tensor) -> Tensor:
    if grad.dtype.kind == "c" and edge.dtype.kind != "c":
        raise RuntimeError(
            f"{_subject(node, index)}: expected a real gradient for an argument of {edge.dtype}, got {grad.dtype}; "
            "return its .real"
        )
    return grad.to(edge.dtype)


def _subject(node: "FunctionNode", index: int) -> str:
    name = argument_names(node.function, node.arity)[index]
    return f"{node.name()}: gradient of argument {name!r}"
