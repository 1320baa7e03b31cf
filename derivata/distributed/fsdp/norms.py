"""The norm of gradients of which each rank has parts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from ...nn.parameter import is_shard
from ...nn.utils.gradients import get_total_norm
from ...runtime.graph.tensor_base import wrap
from ...runtime.tensors.tensor import Tensor
from ..collectives import all_reduce
from ..mpi import ReduceOp


def total_norm(parameters: Iterable[Any], order: float, error_if_nonfinite: bool) -> Tensor:
    """Return the norm of all gradients, with the parts that other ranks have: the same on all ranks.

    Raises
    ------
    ValueError
        If the order is not positive: parts have zeros behind the last element.
    """
    if not order > 0:
        raise ValueError(
            f"clip_grad_norm_: expected a positive norm_type for parameters of which each rank has a part, got {order}"
        )
    whole: list[Tensor] = []
    parts: dict[Any, list[Tensor]] = {}
    for parameter in parameters:
        if parameter.grad is not None:
            (parts.setdefault(parameter.shard.group, []) if is_shard(parameter) else whole).append(
                parameter.grad
            )
    for group, grads in parts.items():
        own = get_total_norm(grads, order)
        exact = own._array.astype(np.float64)
        sums = wrap(exact if np.isinf(order) else exact**order)
        all_reduce(sums, ReduceOp.MAX if np.isinf(order) else ReduceOp.SUM, group)
        norm = sums._array if np.isinf(order) else sums._array ** (1 / order)
        whole.append(wrap(norm.astype(own.dtype)))
    return get_total_norm(whole, order, error_if_nonfinite)
