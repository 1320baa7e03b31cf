"""Functions that make evenly spaced numbers. Names, defaults and roundings are PyTorch's."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..arrays.dtypes import DType, default_complex, get_default_dtype, int64
from ..runtime.tensors.tensor import Tensor
from ..support.arguments import as_float, as_int, as_number
from .factory_arguments import Array, Device, DTypeLike, Layout, dtype_of, made

__all__ = ["arange", "linspace", "logspace"]

Number = complex | Tensor
"""A number, or a tensor with no dimensions."""


def arange(
    start: float | Tensor,
    end: float | Tensor | None = None,
    step: float | Tensor = 1,
    *,
    out: Tensor | None = None,
    dtype: DTypeLike = None,
    layout: Layout = None,
    device: Device = None,
    requires_grad: bool = False,
) -> Tensor:
    """Return numbers from `start` (included; 0 if only one bound is given) to `end` (excluded).

    Integers if all arguments are, else of the default dtype. If `dtype` is one of integers, bounds and step lose their
    fractions first.

    Examples
    --------
    >>> import derivata as dv
    >>> dv.arange(1, 7, 2)
    tensor([1, 3, 5])
    """
    first, last = (0, start) if end is None else (start, end)
    numbers = [
        as_float("arange", name, _number("arange", value, name))
        for value, name in ((first, "start"), (last, "end"), (step, "step"))
    ]
    if numbers[2] == 0:
        raise RuntimeError("arange: expected a step other than 0, got 0: step must be nonzero")
    if not all(math.isfinite(number) for number in numbers):
        raise RuntimeError(
            f"arange: unsupported range: {numbers[0]} -> {numbers[1]}; bounds and step must be finite"
        )
    whole = all(isinstance(number, int | np.integer) for number in numbers)
    kind = dtype_of("arange", dtype, out) or (int64 if whole else get_default_dtype())
    return made("arange", _stepped(*_of_kind(kind, numbers)).astype(kind), out, requires_grad, device, layout)


def _stepped(start: Any, end: Any, step: Any) -> Array:
    if (end - start) * step < 0:
        raise RuntimeError(f"arange: expected bounds in the direction of step {step}, got {start} and {end}")
    return np.arange(start, end, step)


def linspace(
    start: Number,
    end: Number,
    steps: int,
    *,
    out: Tensor | None = None,
    dtype: DTypeLike = None,
    layout: Layout = None,
    device: Device = None,
    requires_grad: bool = False,
) -> Tensor:
    """Return `steps` evenly spaced numbers from `start` to `end`, both included.

    If `dtype` is one of integers, the bounds lose their fractions before, and the numbers after.
    """
    kind = _kind_of_bounds("linspace", dtype_of("linspace", dtype, out), start, end)
    return made(
        "linspace",
        _spaced("linspace", start, end, steps, kind).astype(kind),
        out,
        requires_grad,
        device,
        layout,
    )


def logspace(
    start: Number,
    end: Number,
    steps: int,
    base: float = 10.0,
    *,
    out: Tensor | None = None,
    dtype: DTypeLike = None,
    layout: Layout = None,
    device: Device = None,
    requires_grad: bool = False,
) -> Tensor:
    """Return powers of `base` with evenly spaced exponents from `start` to `end`, both included.

    If `dtype` is one of integers, the bounds lose their fractions before, and the powers after.
    """
    kind = _kind_of_bounds("logspace", dtype_of("logspace", dtype, out), start, end)
    powers = np.power(as_number("logspace", "base", base), _spaced("logspace", start, end, steps, kind))
    return made("logspace", powers.astype(kind), out, requires_grad, device, layout)


def _spaced(function: str, start: Number, end: Number, steps: int, kind: DType) -> Array:
    """Return the numbers in double precision: those of the second half are counted from the end."""
    steps = as_int(function, "steps", steps)
    if steps < 0:
        raise RuntimeError(f"{function}: number of steps must be non-negative, got {steps}")
    first, last = _of_kind(kind, [_number(function, start, "start"), _number(function, end, "end")])
    step = (last - first) / max(steps - 1, 1)
    index = np.arange(steps)
    return np.asarray(np.where(2 * index < steps, first + step * index, last - step * (steps - 1 - index)))


def _kind_of_bounds(function: str, dtype: DType | None, start: Number, end: Number) -> DType:
    """Return the dtype that was asked for, else the default one of the bounds."""
    for name, value in (("start", start), ("end", end)):
        if isinstance(_number(function, value, name), complex | np.complexfloating):
            if dtype is not None and dtype.kind != "c":
                raise RuntimeError(
                    f"{function}: dtype {dtype} cannot hold {name}, which is complex, got {value}"
                )
            return dtype or default_complex()
    return dtype or get_default_dtype()


def _of_kind(kind: DType, numbers: list[Any]) -> list[Any]:
    """Cut fractions off if the result is of integers."""
    return [math.trunc(number) for number in numbers] if kind.kind in "iu" else numbers


def _number(function: str, value: Any, name: str) -> Any:
    """Return a number, or that of a tensor with no dimensions."""
    if not isinstance(value, Tensor):
        return as_number(function, name, value)
    if value.ndim:
        raise RuntimeError(
            f"{function} only supports 0-dimensional start and end tensors, but got {name} with {value.ndim} "
            "dimension(s)"
        )
    return value.item()
