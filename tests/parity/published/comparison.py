"""All aspects of an op's published samples in both libraries: where they differ."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np
import torch

from . import aspects
from .sides import Derivata, Torch, flat, leaves

DTYPES = (torch.float64, torch.float32, torch.complex128, torch.int64, torch.bool)
DIFFERENTIABLE = (torch.float64, torch.complex128)
TOLERANCES = {"float32": 2e-5, "complex64": 2e-5}
"""By dtype; 1e-9 for all others."""

OURS, THEIRS = Derivata(), Torch()


@dataclass(frozen=True)
class Difference:
    """What differs, for which dtype, and in which sample."""

    aspect: str
    dtype: str
    text: str
    sample: str

    def __str__(self) -> str:
        return f"{self.aspect} of {self.dtype}: {self.text}\n    {self.sample}"


def differences(
    op: Any, count: int | None = None, numbers: bool = True, tolerance: float = 1e-9
) -> Iterator[Difference]:
    """Yield where derivata differs from PyTorch, in all samples or the first ones of every dtype."""
    for dtype in DTYPES:
        if dtype not in op.supported_dtypes("cpu"):
            continue
        recorded = (
            dtype in DIFFERENTIABLE and op.supports_autograd and dtype in op.supported_backward_dtypes("cpu")
        )
        for sample in samples(op, dtype, recorded, count):
            for aspect in aspects_of(op, sample):
                text = different(aspect, op, sample, numbers, tolerance)
                if text:
                    yield Difference(
                        aspect.__name__, str(dtype).removeprefix("torch."), text, sample.summary()
                    )
                    if aspect is aspects.values:
                        break


def samples(op: Any, dtype: Any, recorded: bool, count: int | None) -> Iterator[Any]:
    """Yield the samples of a dtype, and those of float64 again with gaps between the elements."""
    for sample in islice(op.sample_inputs("cpu", dtype, requires_grad=recorded), count):
        yield sample
        if dtype is torch.float64:
            yield sample.noncontiguous()


def aspects_of(op: Any, sample: Any) -> Iterator[aspects.Aspect]:
    """Yield what there is to compare."""
    yield aspects.values
    if isinstance(sample.input, torch.Tensor):
        if has_name(op.method_variant):
            yield aspects.method
        if has_name(op.inplace_variant):
            yield aspects.inplace
    if op.supports_out:
        yield aspects.out
    if leaves((sample.input, sample.args, sample.kwargs)):
        yield aspects.recorded
        yield aspects.gradients
        if op.supports_gradgrad:
            yield aspects.double
        if op.supports_forward_ad:
            yield aspects.tangents


def has_name(variant: Any) -> bool:
    """Tell whether a variant is a method of PyTorch's, not a lambda or partial that the tests need."""
    return variant is not None and getattr(variant, "__name__", "<lambda>") != "<lambda>"


def attempt(call: Callable[[], Any]) -> tuple[Any, Exception | None]:
    """Return a result or an error."""
    try:
        with np.errstate(all="ignore"):
            return call(), None
    except Exception as error:  # whatever it is, it is compared
        return None, error


def different(aspect: aspects.Aspect, op: Any, sample: Any, numbers: bool, tolerance: float) -> str:
    """Say what differs, in no words if nothing does; what PyTorch refuses may have a meaning here."""
    wanted, refusal = attempt(lambda: aspect(THEIRS, op, sample))
    if refusal is not None and not (aspect is aspects.inplace and sample.broadcasts_input):
        return ""
    got, error = attempt(lambda: aspect(OURS, op, sample))
    if refusal is not None:
        return "" if error is not None else f"no error, unlike PyTorch's: {refusal}"
    if error is not None:
        return f"{type(error).__name__}: {error}"
    return unequal(flat(got), flat(wanted), numbers, tolerance)


def unequal(got: list[Any], wanted: list[Any], numbers: bool, tolerance: float) -> str:
    """Say where two lists of results differ."""
    if len(got) != len(wanted):
        return f"{len(got)} results instead of {len(wanted)}"
    for k, (a, e) in enumerate(zip(got, wanted, strict=True)):
        if isinstance(a, OURS.tensor_class) != isinstance(e, THEIRS.tensor_class):
            return f"result {k} is {type(a).__name__} instead of {type(e).__name__}"
        if isinstance(e, THEIRS.tensor_class):
            text = unequal_arrays(OURS.array(a), THEIRS.array(e), numbers, tolerance)
        else:
            text = "" if a == e or not numbers else f"{a!r} instead of {e!r}"
        if text:
            return f"result {k}: {text}"
    return ""


def unequal_arrays(a: Any, e: Any, numbers: bool, tolerance: float) -> str:
    """Say where two arrays differ: shape, dtype, numbers."""
    if a.shape != e.shape:
        return f"shape {a.shape} instead of {e.shape}"
    if a.dtype != e.dtype:
        return f"dtype {a.dtype} instead of {e.dtype}"
    if not numbers:
        return ""
    close = a == e
    if e.dtype.kind in "fc":
        wide = np.complex128 if e.dtype.kind == "c" else np.float64
        allowed = max(tolerance, TOLERANCES.get(e.dtype.name, 0.0))
        with np.errstate(all="ignore"):
            close |= np.abs(a.astype(wide) - e.astype(wide)) <= allowed * (1 + np.abs(e.astype(wide)))
        close |= np.isnan(a) & np.isnan(e)
        # Which part of a complex number becomes infinite, which NaN, is not specified
        if e.dtype.kind == "c":
            close |= ~np.isfinite(a) & ~np.isfinite(e)
    if np.all(close):
        return ""
    first = tuple(int(i) for i in np.argwhere(~close)[0])
    return f"{a[first]} instead of {e[first]} at {first}"
