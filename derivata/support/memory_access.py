"""Writes to memory that tensors share: versions, views, in-place ops, and `out=`.

Nothing of a result that is written into `out` is recorded, so neither an argument nor `out` may require grad while
recording, nor carry a tangent.
"""

import warnings
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np

from derivata.arrays.dtypes import CATEGORY
from derivata.arrays.gradients.gradient_kernels import copy_to

from ..runtime.forward_mode.tangents import tangent_of
from ..runtime.graph.accumulate_grad import AccumulateGrad
from ..runtime.graph.tensor_base import TensorBase as Tensor
from ..runtime.graph.versions import bump as count_write
from ..runtime.graph.versions import shared_counter, version_of
from ..runtime.graph.versions import uncount as uncount_write
from ..runtime.memory.inplace import written
from ..runtime.memory.metadata_in_place import inplace_view
from ..runtime.memory.write_checks import check_changeable, check_writable
from ..runtime.modes.batching import refuse_batched
from ..runtime.modes.grad_mode import recording
from ..runtime.modes.state import BATCHED, FORWARD_AD, state
from ..runtime.views.views import as_parts

__all__ = [
    "as_parts",
    "check_changeable",
    "check_writable",
    "count_write",
    "inplace_view",
    "into",
    "into_several",
    "shared_counter",
    "uncount_write",
    "version_of",
    "written",
]


def into(op: str, out: Tensor, function: Callable[..., Tensor], *args: Any, **kwargs: Any) -> Tensor:
    """Call the op, and write its result into `out`."""
    _check_arguments(op, (out, *args, *kwargs.values()))
    _check_out(op, out)
    return _write(op, out, function(*args, **kwargs))


def into_several(
    op: str, outs: Iterable[Tensor], function: Callable[..., Iterable[Tensor]], *args: Any, **kwargs: Any
) -> tuple[Tensor, ...]:
    """Call an op with several results, and write each into its tensor of `outs`."""
    targets = tuple(outs)
    _check_arguments(op, (*targets, *args, *kwargs.values()))
    for out in targets:
        _check_out(op, out)
    results = tuple(function(*args, **kwargs))
    if len(results) != len(targets):
        raise TypeError(f"{op}: out must be a tuple of {len(results)} Tensors, got {len(targets)}")
    return tuple([_write(op, out, result) for out, result in zip(targets, results, strict=True)])


def _check_arguments(op: str, values: Iterable[Any]) -> None:
    """Raise if a gradient or a tangent would have to flow into or out of `out`."""
    tensors = list(_tensors(values))
    if state.active_modes & BATCHED:
        refuse_batched(f"{op} with out=", *tensors)
    if recording() and any(tensor._edge is not None for tensor in tensors):
        raise RuntimeError(
            f"{op}(): functions with out=... arguments don't support automatic differentiation, but one of the "
            "arguments requires grad; call it without out, or inside `with derivata.no_grad():`"
        )
    if state.active_modes & FORWARD_AD and any(tangent_of(tensor) is not None for tensor in tensors):
        raise NotImplementedError(
            f"{op}: Trying to use forward AD with {op} that does not support it because it is an out= function; call "
            "it without out"
        )


def _tensors(values: Iterable[Any]) -> Iterator[Tensor]:
    for value in values:
        if isinstance(value, Tensor):
            yield value
        elif isinstance(value, tuple | list):
            yield from _tensors(value)


def _check_out(op: str, out: Any) -> None:
    if not isinstance(out, Tensor):
        raise TypeError(f"{op}: argument 'out' must be Tensor, not {type(out).__name__}")
    if not out._array.flags.writeable:
        raise RuntimeError(
            f"{op}: out is on read-only memory: more than one element of the written-to tensor refers to a single "
            "memory location, or its array is read-only; .clone() it first"
        )
    check_changeable(op, out)


def _write(op: str, out: Tensor, result: Tensor) -> Tensor:
    if result.dtype is not out.dtype and CATEGORY[result.dtype.kind] > CATEGORY[out.dtype.kind]:
        raise RuntimeError(
            f"{op}: result type {result.dtype} can't be cast to the desired output type {out.dtype} of out; bring a "
            f"tensor of dtype {result.dtype}"
        )
    if result.shape != out.shape:
        _resize(op, out, result.shape)
    count_write(out, op)
    copy_to(out._array, result._array)
    return out


def _resize(op: str, out: Tensor, shape: tuple[int, ...]) -> None:
    """Give `out` new memory of the shape of the result; a warning says so unless it was empty."""
    if out._is_view():
        raise RuntimeError(
            f"{op}: out is a view of shape {out.shape}, which cannot be resized; bring one of shape {shape}"
        )
    if out._array.size:
        warnings.warn(
            f"{op}: An output with one or more elements was resized since it had shape {list(out.shape)}, which does "
            f"not match the required output shape {list(shape)}; bring a tensor of that shape, or an empty one",
            UserWarning,
            stacklevel=5,
        )
    out._array = np.empty(shape, out.dtype)
    out._shape = shape
    if isinstance(out._edge, AccumulateGrad):
        out._edge.describe(out)
