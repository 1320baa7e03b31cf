"""Sparse gradients in the backward pass: when a leaf may take one over.

The edge that a sparse gradient waits for gets an (empty) record of hooks. That sends it through the engine's general
step, which knows sparse gradients, so that the loop on arrays need not ask.
"""

from collections.abc import Callable
from sys import getrefcount
from typing import Any

import numpy as np

from ..arrays.jit.buffers import is_owned_buffer
from ..runtime.engine.engine import run_pass
from ..runtime.graph.accumulate_grad import AccumulateGrad
from ..runtime.graph.node import Buffers
from ..runtime.graph.ownership import NEVER, calibrate
from ..runtime.graph.tensor_base import wrap
from ..runtime.tensors.tensor import Tensor
from .build import nothing
from .tensor import SparseTensor


def taken_over(grad: SparseTensor, references: int) -> SparseTensor:
    """Return a gradient for a leaf to keep: on the same memory if nobody else can see that, else a copy."""
    return grad.with_values(grad._value) if _unseen(grad, references) else grad.clone()


def _unseen(grad: SparseTensor, references: int) -> bool:
    return references <= _arriving and sole(grad._index) and sole(grad._value)


def sole(tensor: Tensor) -> bool:
    """Tell whether nobody else refers to a tensor, to its array or to the base of that array."""
    counts = _references(tensor)
    array = tensor._array
    owner = array.base if isinstance(array.base, np.ndarray) else array
    return is_owned_buffer(owner) and all(count <= own for count, own in zip(counts, _own, strict=True))


def _references(tensor: Tensor) -> tuple[int, int, int]:
    array = tensor._array
    base = array.base
    return getrefcount(tensor), getrefcount(array), getrefcount(base) if isinstance(base, np.ndarray) else 0


def _count_own(tensor: Tensor) -> tuple[int, int, int]:
    """Count the references of what one sparse tensor holds, with as many calls in between as in `sole`."""
    return _references(tensor)


class _Asks(AccumulateGrad):
    """Stands for a leaf, to calibrate reference counts: asks of an arriving gradient whether it may be kept."""

    __slots__ = ("takes_over",)

    takes_over: bool

    def apply_sparse(self, grad: Any) -> None:
        references = getrefcount(grad)
        self.takes_over = _unseen(grad, references)


def _send(holder: Callable[[SparseTensor], Any]) -> _Asks:
    """Send a sparse gradient through the engine, while the result of `holder(gradient)` stays referenced."""
    variable = wrap(np.zeros(1))
    leaf = variable._edge = _Asks(variable)
    leaf.require_hooks()
    grad = nothing((1,), variable.dtype, 1).with_values(
        wrap(np.zeros((1, 1))[:])
    )  # a view: an array with a base
    kept = holder(grad)
    buffers: Buffers = {leaf: grad}
    del grad
    run_pass(buffers, [(leaf.seq, leaf)])
    del kept
    return leaf


_HOLDERS: tuple[Callable[[SparseTensor], Any], ...] = (
    lambda grad: grad,
    lambda grad: grad._value,
    lambda grad: grad._value._array,
    lambda grad: grad._value._array.base,
)


def _takes_over(shared: bool) -> bool:
    return any(_send(holder).takes_over for holder in (_HOLDERS if shared else (lambda grad: None,)))


_arriving = NEVER
# Its values are a view: an array with a base
_sample = nothing((1,), np.dtype(float), 1).with_values(wrap(np.zeros((1, 1))[:]))
_own = _count_own(_sample._value)
calibrate(globals(), "_arriving", _takes_over)
SparseTensor.taken_over = taken_over  # type: ignore[method-assign, assignment]
