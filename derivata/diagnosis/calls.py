"""What anomaly mode does with every call of an op: look for bad values, note where results leave the graph."""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..runtime.graph.tensor_base import TensorBase as Tensor
from ..runtime.modes.grad_mode import recording
from .cuts import Cut, cuts_of, inherit
from .origin import here
from .values import bad_values, described


def note_cuts(op: str, outs: Sequence[Tensor], arguments: Mapping[str, Any]) -> None:
    """Record on results without history why they have none."""
    without = [out for out in outs if out._edge is None]
    if not without:
        return
    sources = list(_tensors(list(arguments.values())))
    cuts = [cut for source in sources for cut in cuts_of(source)]
    with_history = any(source._edge is not None for source in sources)
    for out in without:
        inherit(out, [Cut(_reason(op, out), here()), *cuts] if with_history else cuts)


def _reason(op: str, out: Tensor) -> str:
    if not recording():
        return f"{op}() inside no_grad() or inference_mode(),"
    if out.dtype.kind not in "fc":
        return f"{op}(), whose result is {out.dtype}: only floating-point and complex values have gradients,"
    return f"{op}(), which has no gradient,"


def check_values(op: str, outs: Sequence[Tensor], arguments: Mapping[str, Any], check_inf: bool) -> None:
    """Raise for the first output with a bad value, telling what the op was called with."""
    sources = dict(arguments)
    if not outs:  # the op has written into its first argument
        outs = [sources.pop(next(iter(sources)))]
    for index, out in enumerate(outs):
        kind = bad_values(out._array, check_inf)
        if kind:
            raise RuntimeError(
                f"Function {op!r} returned {kind} values in its {index}th output of the forward pass: "
                f"{_blame(sources, check_inf)}. Called at {here()}\nIts arguments:{described(arguments)}"
            )


def _blame(arguments: dict[str, Any], check_inf: bool) -> str:
    for name, value in arguments.items():
        for tensor in _tensors(value):
            kind = bad_values(tensor._array, check_inf)
            if kind:
                return f"no op made them, argument {name!r} has {kind} values already"
        if isinstance(value, float) and not math.isfinite(value):
            return f"argument {name!r} is {value}"
    return "this op made them, its arguments have none"


def _tensors(value: Any) -> Iterator[Tensor]:
    if isinstance(value, Tensor):
        yield value
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _tensors(part)
