"""Zeros in the places of gradients that do not exist (``materialize_grads=True``)."""

from collections.abc import Sequence

import numpy as np

from ..runtime.graph.tensor_base import wrap
from ..runtime.tensors.tensor import Tensor
from .call_arguments import Input


def materialized(
    found: Sequence[Tensor | None], targets: list[Input], create_graph: bool
) -> tuple[Tensor, ...]:
    """Return the gradients with zeros in the places of those that do not exist."""
    return tuple([_zeros(t, create_graph) if g is None else g for g, t in zip(found, targets, strict=True)])


def _zeros(like: Input, requires_grad: bool) -> Tensor:
    if not isinstance(like, Tensor):
        raise RuntimeError(
            "grad: materialize_grads cannot be used when the given input is a GradientEdge that the outputs do not "
            "depend on; use allow_unused=True"
        )
    zeros = wrap(np.zeros(like.shape, like.dtype))
    return zeros.requires_grad_() if requires_grad else zeros
