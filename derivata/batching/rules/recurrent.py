"""Layers of recurrent networks: samples are more sequences, if they share the weights."""

from __future__ import annotations

from typing import Any

from ...generated import ops
from ...runtime.tensors.tensor import Tensor
from .call import Call
from .stacking import loop

_WEIGHTS = ("w_ih", "w_hh", "b_ih", "b_hh", "w_hr")


def layer(call: Call) -> Any:
    """Merge samples into the batch, the same row of all samples adjacent: sequences stay sorted by length."""
    given = call.arguments
    if any(call.is_batched(given[name]) for name in _WEIGHTS):
        return loop(call)
    rows = {name: _merged(call, given[name]) for name in ("input", "hx", "cx") if given[name] is not None}
    results = call.run(**rows, batch_sizes=tuple([size * call.size for size in given["batch_sizes"]]))
    return [_parted(call, result, out) for result, out in zip(results, call.outs, strict=True)]


def _merged(call: Call, tensor: Tensor) -> Any:
    rows, columns = tensor.shape
    return ops.reshape(ops.transpose(call.whole(tensor), 0, 1), (rows * call.size, columns))


def _parted(call: Call, result: Tensor, out: Tensor) -> Any:
    """Return the samples of a tensor of all samples; placeholders of outputs stay as they are."""
    if len(out.shape) == 1:
        return ops.reshape(result, (call.size, 0))
    rows, columns = out.shape
    return ops.transpose(ops.reshape(result, (rows, call.size, columns)), 0, 1)


RULES = {"recurrent": layer}
