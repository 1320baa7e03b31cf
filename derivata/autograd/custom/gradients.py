"""Validation of what the backward of a `Function` returned: the number of gradients, their shapes and dtypes."""

from typing import TYPE_CHECKING, Any

from ...runtime.graph.node import Node
from ...runtime.graph.validate_grads import validate_grad
from ...runtime.tensors.tensor import Tensor
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
    return tuple(
        [
            validate_grad(node, number, results[index], edge)
            for number, (index, edge) in enumerate(edges.items())
        ]
    )


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


def _subject(node: "FunctionNode", index: int) -> str:
    name = argument_names(node.function, node.arity)[index]
    return f"{node.name()}: gradient of argument {name!r}"
