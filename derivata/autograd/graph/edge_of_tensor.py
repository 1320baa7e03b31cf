"""The edge of a tensor, as a value that outlives the tensor."""

from ...runtime.graph.tensor_base import TensorBase as Tensor
from ..gradient_edge import GradientEdge


def get_gradient_edge(tensor: Tensor) -> GradientEdge:
    """Return the edge of a tensor as it is now, unaffected by later in-place writes to the tensor.

    Examples
    --------
    >>> import derivata as dv
    >>> x = dv.tensor(3.0, requires_grad=True)
    >>> edge = dv.autograd.graph.get_gradient_edge(x)
    >>> dv.autograd.grad(x * x, edge)
    (tensor(6.),)
    """
    if not hasattr(tensor, "_edge"):
        raise TypeError(f"get_gradient_edge: expected a Tensor, got {type(tensor).__name__}")
    edge = tensor._edge
    if edge is None:
        raise RuntimeError(
            "get_gradient_edge: It is not possible to get the gradient edge for a Tensor that does not require "
            "gradients"
        )
    node, output_nr = edge.target
    return GradientEdge(node.shown, output_nr, edge)
