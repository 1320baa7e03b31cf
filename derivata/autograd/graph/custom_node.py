"""Nodes that users write and link by hand, below tensors of their choice."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from ...node_methods.linking import EdgeLike, as_engine_edge
from ...node_methods.queries import InputMetadata
from ...runtime.engine.nesting import call_nested
from ...runtime.graph.accumulate_grad import AccumulateGrad
from ...runtime.graph.node import Node, next_seq
from ...runtime.graph.port import MultiNode, Port
from ...runtime.graph.tensor_base import TensorBase as Tensor
from ...support.weak_collections import WeakValues
from ..gradient_edge import GradientEdge
from .edge_of_tensor import get_gradient_edge


class CustomNode(MultiNode):
    """Base class of nodes that are written and linked by hand; for ops, `Function` is easier.

    A subclass defines ``backward(self, *grads)``: it gets a gradient for each output, None where none came, and returns
    one for each edge, None where there is none. What it returns is fitted to shape and dtype of what the edge leads to.

    Parameters
    ----------
    next_edges : iterable of edges
        Where the gradients go; see `set_next_edge`.

    Examples
    --------
    >>> import derivata as dv
    >>> from derivata.autograd import graph
    >>> class Double(graph.CustomNode):
    ...     def backward(self, grad):
    ...         return grad * 2
    >>> x = dv.tensor([1.0, 2.0], requires_grad=True)
    >>> y = dv.from_numpy(x.detach().numpy() * 2)
    >>> graph.create_gradient_edge(y, Double(graph.collect_next_edges(x)))
    >>> y.sum().backward()
    >>> x.grad
    tensor([2., 2.])
    """

    __slots__ = ("__dict__", "input_edges", "known_ports")
    of_user = True

    op = "a custom node"

    def __init__(self, next_edges: Iterable[EdgeLike] = ()) -> None:
        self.seq = next_seq()
        self.hooks = None
        self.outputs = ()
        self.input_edges: tuple[Node | None, ...] = ()
        self.known_ports: WeakValues[int, Port] = WeakValues()
        self.set_next_edges(next_edges)

    def backward(self, *grads: Tensor | None) -> Any:
        """Return the gradient for each edge, given that of each output."""
        raise NotImplementedError(f"{self.name()}: define backward(self, *grads)")

    class undefined_input:
        """Stands for an output that will not be used: ``node.add_input_metadata(node.undefined_input())``."""

    def add_input_metadata(
        self, like: "Tensor | tuple[tuple[int, ...], np.dtype[Any]] | undefined_input"
    ) -> int:
        """Add an output of the shape and dtype of a tensor, or one that will not be used; return its number."""
        if isinstance(like, CustomNode.undefined_input):
            self.outputs = (*self.outputs, None)  # type: ignore[arg-type]  # as outputs of a Function that are no tensors
            return len(self.outputs) - 1
        shape, dtype = like if isinstance(like, tuple) else (like.shape, like.dtype)
        self.outputs = (*self.outputs, (tuple(shape), np.dtype(dtype)))
        return len(self.outputs) - 1

    def edges(self) -> tuple[Node | None, ...]:
        """Return where the gradients go."""
        return self.input_edges

    def replace_edges(self, edges: tuple[Node | None, ...]) -> None:
        """Take over edges."""
        self.input_edges = edges

    def port(self, index: int) -> Port:
        """Return the edge of an output, the same one as long as something has it."""
        port = self.known_ports.get(index)
        if port is None:
            port = self.known_ports[index] = Port(self, index)
        return port

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        """Run the backward; the engine fits what it returns, because all edges were set by hand."""
        results = call_nested(self.backward, *grad)
        results = results if isinstance(results, tuple) else (results,)
        if len(results) != len(self.input_edges):
            raise RuntimeError(
                f"{self.name()}: expected backward to return {len(self.input_edges)} gradients, one for each edge, got "
                f"{len(results)}"
            )
        for index, result in enumerate(results):
            if result is not None and not isinstance(result, Tensor):
                raise TypeError(
                    f"{self.name()}: expected backward to return Tensors or None, got {type(result).__name__} for edge "
                    f"{index}"
                )
        return results

    def release_variables(self) -> None:
        """Forget what was saved: nothing, unless a subclass keeps something for its backward."""


def collect_next_edges(*tensors: Any) -> list[GradientEdge | None]:
    """Return the edges of tensors, of lists of them too; None for those that need no gradient, and for None."""
    edges: list[GradientEdge | None] = []
    for value in tensors:
        if isinstance(value, list | tuple):
            edges += collect_next_edges(*value)
        else:
            needed = value is not None and not (isinstance(value, Tensor) and value._edge is None)
            edges.append(get_gradient_edge(value) if needed else None)
    return edges


def create_gradient_edge(tensor: Tensor, node: CustomNode) -> None:
    """Make a tensor the next output of a node: the gradient of the tensor goes there from now on."""
    _check_without_history(tensor)
    tensor._edge = node.port(node.add_input_metadata(tensor))


def set_gradient_edge(tensor: Tensor, edge: EdgeLike) -> None:
    """Send the gradient of a tensor to a node's input, which must expect its shape and dtype."""
    _check_without_history(tensor)
    target = as_engine_edge(edge)
    if target is not None:
        expected = InputMetadata(target.shape, target.dtype)
        if expected != (tensor.shape, tensor.dtype):
            raise RuntimeError(
                f"set_gradient_edge: expected a tensor of shape {expected.shape} and {expected.dtype}, as the edge to "
                f"{target.target[0].name()} does, got {tensor.shape} and {tensor.dtype}"
            )
    tensor._edge = target


def _check_without_history(tensor: Tensor) -> None:
    if isinstance(tensor._edge, AccumulateGrad) or tensor._is_view():
        what = "a view" if tensor._is_view() else "a leaf that requires grad"
        raise RuntimeError(
            f"set_gradient_edge: expected a tensor with memory and history of its own, got {what}; use its "
            ".detach().clone()"
        )
    if tensor.dtype.kind not in "fc":
        raise RuntimeError(
            f"set_gradient_edge: only Tensors of floating point and complex dtype can require gradients, got "
            f"{tensor.dtype}"
        )
