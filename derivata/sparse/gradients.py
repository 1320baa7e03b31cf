"""Sparse gradients in the backward pass: when a leaf may take one over.

The edge that a sparse gradient waits for gets an (empty) record of hooks. That sends it through the engine's general
step, which knows sparse gradients, so that the loop on arrays need not ask.
"""

from collections.abc import Callable
from typing import Any, cast

import numpy as np

from ..arrays.jit.buffers import is_owned_buffer
from ..runtime.engine.engine import run_pass
from ..runtime.graph.accumulate_grad import AccumulateGrad
from ..runtime.graph.node import Buffers
from ..runtime.graph.ownership import NEVER, calibrate, is_held
from ..runtime.graph.tensor_base import wrap
from ..runtime.tensors.tensor import Tensor
from .build import nothing
from .tensor import SparseTensor


def taken_over(grad: SparseTensor) -> SparseTensor:
    """Return a gradient for a leaf to keep: on the same memory if nobody else can see that, else a copy."""
    sole = not is_held(grad, _arriving) and _is_sole(grad._index) and _is_sole(grad._value)
    return grad.with_values(grad._value) if sole else grad.clone()


def _is_sole(tensor: Tensor) -> bool:
    """Tell whether nobody else refers to a tensor, to its array or to the base of that array."""
    array = tensor._array
    base = array.base if isinstance(array.base, np.ndarray) else None
    held = (
        is_held(tensor, _of_part)
        or is_held(array, _of_part)
        or (base is not None and is_held(base, _of_part))
    )
    return not held and is_owned_buffer(array if base is None else base)


def _sample() -> SparseTensor:
    """Return a gradient whose values are a view: an array with a base."""
    return nothing((1,), np.dtype(float), 1).with_values(wrap(np.zeros((1, 1))[:]))


def _is_taken_over(holder: Callable[[SparseTensor], Any]) -> bool:
    """Send a sparse gradient to a leaf, while the result of `holder(gradient)` stays referenced."""
    variable = wrap(np.zeros(1))
    leaf = variable._edge = AccumulateGrad(variable)
    leaf.require_hooks()
    grad = _sample()
    place = grad._value.data_ptr()
    kept = holder(grad)
    buffers: Buffers = {leaf: grad}
    del grad
    run_pass(buffers, [(leaf.seq, leaf)])
    del kept
    return cast(SparseTensor, leaf.grad)._value.data_ptr() == place


_HOLDERS: tuple[Callable[[SparseTensor], Any], ...] = (
    lambda grad: grad,
    lambda grad: grad._value,
    lambda grad: grad._value._array,
    lambda grad: grad._value._array.base,
)


def _takes_over(shared: bool) -> bool:
    return any(_is_taken_over(holder) for holder in (_HOLDERS if shared else (lambda grad: None,)))


def _part_is_sole(shared: bool) -> bool:
    for holder in _HOLDERS[1:] if shared else (lambda grad: None,):
        grad = _sample()
        kept = holder(grad)
        if _is_sole(grad._value):
            return True
        del kept
    return False


SparseTensor.taken_over = taken_over  # type: ignore[method-assign, assignment]
_arriving = _of_part = NEVER
calibrate(globals(), "_of_part", _part_is_sole)
calibrate(globals(), "_arriving", _takes_over)
