"""All aspects of an op's published samples in both libraries: where they differ."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch

from . import aspects
from .sides import OURS, THEIRS, attempt, flat, leaves, same_draws
from .single import SINGLE, all_near, has_single

DTYPES = (torch.float64, torch.float32, torch.complex128, torch.int64, torch.bool)
DIFFERENTIABLE = (torch.float64, torch.complex128)
VECTORS = {"svd", "linalg.svd", "svd_lowrank", "pca_lowrank", "linalg.eig", "linalg.eigh"}
"""Ops whose results are vectors that are determined up to signs and phases."""

WITH_DROPOUT = {"nn.functional.multi_head_attention_forward"}
"""Ops that leave out numbers by chance in training, which they are compared without."""

TOLERANCES = {"float32": SINGLE, "complex64": SINGLE}
"""By dtype; 1e-9 for all others."""


@dataclass(frozen=True)
class Difference:
    """What differs, for which dtype, and in which sample."""

    aspect: str
    dtype: str
    text: str
    sample: str
    call: tuple[aspects.Aspect, Any, Any] | None = field(default=None, repr=False, compare=False)
    """The aspect, the OpInfo and the sample, for another judge."""

    def __str__(self) -> str:
        return f"{self.aspect} of {self.dtype}: {self.text}\n    {self.sample}"


@dataclass(frozen=True)
class Draw:
    """Which samples are compared: of which dtypes, of which with derivatives, from which seed."""

    dtypes: tuple[Any, ...] = DTYPES
    recorded: tuple[Any, ...] = DIFFERENTIABLE
    seed: int | None = None
    """None is PyTorch's own, the same for every sample."""
    single_by_double: bool = False
    """Whether numbers of single precision may err as much as rounding makes them (`single`)."""


def differences(op: Any, draw: Draw, numbers: bool = True, tolerance: float = 1e-9) -> Iterator[Difference]:
    """Yield where derivata differs from PyTorch."""
    for dtype in draw.dtypes:
        if dtype not in op.supported_dtypes("cpu"):
            continue
        recorded = (
            dtype in draw.recorded and op.supports_autograd and dtype in op.supported_backward_dtypes("cpu")
        )
        for sample in samples(op, dtype, recorded, draw):
            for aspect in aspects_of(op, sample):
                with same_draws() if op.name.endswith("_lowrank") else nullcontext():
                    text = different(aspect, op, sample, numbers, tolerance, draw.single_by_double)
                if text:
                    name, call = str(dtype).removeprefix("torch."), (aspect, op, sample)
                    yield Difference(aspect.__name__, name, text, sample.summary(), call)
                    if aspect is aspects.values:
                        break


def samples(op: Any, dtype: Any, recorded: bool, draw: Draw) -> Iterator[Any]:
    """Yield the samples of a dtype, and those of float64 again with gaps between the elements."""
    if draw.seed is not None:
        torch.manual_seed(draw.seed)
    drawn = op.sample_inputs("cpu", dtype, requires_grad=recorded, set_seed=draw.seed is None)
    for sample in drawn:
        if op.name in WITH_DROPOUT:
            sample.kwargs["training"] = False
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


def different(
    aspect: aspects.Aspect, op: Any, sample: Any, numbers: bool, tolerance: float, single_by_double: bool
) -> str:
    """Say what differs, in no words if nothing does; what PyTorch refuses may have a meaning here."""
    wanted, refusal = attempt(lambda: aspect(THEIRS, op, sample))
    if refusal is not None and not (aspect is aspects.inplace and sample.broadcasts_input):
        return ""
    got, error = attempt(lambda: aspect(OURS, op, sample))
    if refusal is not None:
        return "" if error is not None else f"no error, unlike PyTorch's: {refusal}"
    if error is not None:
        return f"{type(error).__name__}: {error}"
    ours, theirs = flat(got), flat(wanted)
    text = unequal(ours, theirs, numbers, tolerance)
    if text and op.name in VECTORS and len(ours) == len(theirs):
        ours = in_phase(ours, theirs)
        text = unequal(ours, theirs, numbers, tolerance)
    if text and single_by_double and has_single(sample) and all_near(ours, theirs, aspect, op, sample):
        return ""
    return text


def in_phase(results: list[Any], others: list[Any]) -> list[Any]:
    """Return vectors, the columns or rows of matrices, with the signs or phases of others.

    Those for which there is no singular value, of which only the space is determined, are turned as a whole.
    """
    count = min([THEIRS.array(e).shape[-1] for e in others if getattr(e, "ndim", 0) > 0], default=0)
    found = []
    for a, e in zip(results, others, strict=True):
        alike = isinstance(a, OURS.tensor_class) and a.ndim > 1 and tuple(a.shape) == tuple(e.shape)
        if not alike or a.dtype.kind not in "fc" or not a.numel():
            found.append(a)
            continue
        mine, other = OURS.array(a), THEIRS.array(e)
        turned = [turn(mine, other, count), turn(mine.mT, other.mT, count).mT]
        best = min(turned, key=lambda array: np.max(abs(array - other)))
        found.append(OURS.from_array(np.asarray(best, mine.dtype)))
    return found


def turn(a: Any, e: Any, count: int) -> Any:
    """Return columns: the first ones with the phases of others, the rest turned towards theirs."""
    products = np.sum(a.conj() * e, -2, keepdims=True)
    phases = np.where(products == 0, 1, products / np.where(products == 0, 1, abs(products)))
    if a.shape[-1] <= count:
        return a * phases
    rest, other = a[..., count:], e[..., count:]
    left, _, right = np.linalg.svd(rest.conj().mT @ other)
    return np.concatenate([(a * phases)[..., :count], rest @ (left @ right)], -1)


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
