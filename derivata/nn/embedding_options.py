"""Options of embeddings: `max_norm` renormalises rows, `scale_grad_by_freq` divides gradients by index counts."""

from __future__ import annotations

import numpy as np

from ..runtime.graph.tensor_base import wrap
from ..runtime.modes.batching import refuse_batched
from ..runtime.modes.grad_mode import no_grad
from ..runtime.tensors.tensor import Tensor


def shorten_rows(weight: Tensor, indices: Tensor, max_norm: float, norm_type: float) -> None:
    """Scale the rows that indices name, where their norm is larger than `max_norm`, in place and unrecorded."""
    refuse_batched("embedding with max_norm", indices, weight)
    named = np.unique(indices._array)
    table = weight._array
    norms = np.linalg.norm(table[named], norm_type, axis=1)
    long = norms > max_norm
    if not long.any():
        return
    factors = (max_norm / (norms[long] + 1e-7)).astype(table.dtype)
    with no_grad():
        weight.detach()[wrap(named[long])] = wrap(table[named[long]] * factors[:, None])


def divide_by_frequency(rows: Tensor, indices: Tensor) -> Tensor:
    """Return the rows unchanged; their gradient is divided by the number of occurrences of their index."""
    if not rows.requires_grad:
        return rows
    refuse_batched("embedding with scale_grad_by_freq", indices)
    numbers = indices._array
    _, places, counts = np.unique(numbers.reshape(-1), return_inverse=True, return_counts=True)
    frequencies = wrap(counts[places].reshape(*numbers.shape, 1).astype(rows.dtype))
    rows.register_hook(lambda grad: grad / frequencies)
    return rows.view_as(rows)
