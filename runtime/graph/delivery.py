"""Delivery of gradients: converted to what buffers store; and what those of broadcast arguments are summed to."""

from typing import Any, TypeAlias

from numpy import asarray

from derivata.arrays.gradients.sum_to import Target

from .node import Node
from .tensor_base import TensorBase

SumTo: TypeAlias = "tuple[Target | None, ...] | None"
"""None if every argument has the shape and dtype of the result, else what each gradient is summed and cast to."""


def buffered(edge: Node, grad: Any) -> Any:
    """Return a gradient as buffers store it: numbers become arrays; Tensors and lists of gradients stay as they are."""
    if isinstance(grad, TensorBase):
        if grad.is_sparse:
            edge.require_hooks()  # the engine's general step knows sparse gradients
        return grad
    return grad if grad.__class__ is list else asarray(grad)
