"""Every op in half precision against the same call in double precision: values, gradients and tangents.

The samples of the spec, as they are or stretched, shifted, made small or large, are rounded to float16, so that both
calls get the same numbers; what comes out may differ by a few roundings to half precision. Ops whose samples need
numbers of a certain kind (probabilities, say) get them where the call in double precision accepts them. Calls with
results beyond half precision's range are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from derivata.autograd.checker.probes import random_like
from derivata.generated.namespaces import fft
from derivata.testing import OpCase
from derivata.testing.op_call import Call
from derivata.testing.results import results

from ..drawn_calls import PUBLIC, drawn, program
from ..finding import Finding

HALF = np.dtype(np.float16)
EPS = 2.0**-10
LARGEST = 65504.0
ROUNDINGS = 4

CHANGES: dict[str, Callable[[Any], Any]] = {
    "as they are": lambda a: a,
    "shifted": lambda a: a + 100,
    "small": lambda a: a * 1e-3,
    "large": lambda a: a * 300,
    "near three": lambda a: a + 3,
}

SQUARE = (
    "diagflat",
    "diag_embed",
    "kron",
    "cartesian_prod",
    "combinations",
    "block_diag",
    "meshgrid",
    "cdist",
    "cov",
)
"""Ops whose results have the square of the length: nothing is gained by long ones."""

CHOOSING = (
    "sort",
    "argsort",
    "msort",
    "topk",
    "kthvalue",
    "median",
    "nanmedian",
    "mode",
    "max",
    "min",
    "argm",
    "quantile",
)
"""Ops that choose one of equal numbers: both calls may choose another one."""

RANDOM = (
    "bernoulli",
    "dropout",
    "rrelu",
    "normal",
    "uniform",
    "random",
    "cauchy",
    "exponential",
    "geometric",
)
LEFT_OUT = {
    **dict.fromkeys(
        ["view_as_complex", "view_as_complex_copy"], "there are no complex numbers of half precision"
    ),
    "complex": "there are no complex numbers of half precision",
    "polar": "there are no complex numbers of half precision",
    **dict.fromkeys(
        [*fft.__all__, "stft", "istft"], "transforms are complex, and refuse half precision as PyTorch's do"
    ),
    "nextafter": "the next number of half precision is another one",
    "frexp": "its mantissa jumps at powers of two",
}
CASES = [
    case
    for case in PUBLIC
    if case.op not in LEFT_OUT
    and not case.op.startswith(RANDOM)
    and not case.view
    and not case.matrices  # what is rounded to half precision is not definite any more
]


def attempt(seed: int) -> Finding | None:
    """Try one op with one sample."""
    random = np.random.default_rng(seed)
    case = CASES[random.integers(len(CASES))]
    return tried(case, random)


def tried(case: OpCase, random: np.random.Generator) -> Finding | None:
    """Return what is wrong with one call of an op, if something is."""
    name = list(CHANGES)[random.integers(len(CHANGES))]
    long = bool(random.integers(2)) and "conv" not in case.op and not case.op.startswith(SQUARE)

    def rounded(array: Any) -> Any:
        return CHANGES[name](array).astype(HALF).astype(np.float64)

    with np.errstate(all="ignore"):
        call = drawn(case, random, rounded, long)
        if case.op.startswith(CHOOSING) and any(len(np.unique(a)) < a.size for a in call.arrays()):
            return None
        try:
            wanted = everything(call)
        except (RuntimeError, ValueError, TypeError, IndexError, MemoryError):
            return None  # numbers or lengths that the op refuses
        if not all(_in_range(array) for _, array in wanted):
            return None
        half = call.mapped(_as(HALF), "in half precision")
        single = everything(call.mapped(_as(np.dtype(np.float32)), "in single precision"))
        try:
            got = everything(half)
        except (RuntimeError, ValueError, TypeError) as error:
            return Finding(f"{case.op}: refuses float16: {error}", program(half))
    for k, ((what, a), (_, b), (_, c)) in enumerate(zip(got, wanted, single, strict=True)):
        message = difference(a, b, c)
        if message is not None and what == "gradient" and case.elementwise:
            message = difference(a, b, c, terms(call, k, b.shape))
        if message is not None:
            return Finding(
                f"{case.op}: {what} of float16, numbers {name}: {message}", program(half, "print(y)")
            )
    return None


def everything(call: Call) -> list[tuple[str, Any]]:
    """Return values, gradients and tangents, with covectors that half precision can hold."""
    outputs = call.op.differentiable(call.outputs(*call.leaves())) if call.places else ()
    covectors = [_same(array) for array in random_like("covector", call.op.arrays(outputs))]
    found = results(call, covectors)
    named = [*(("value", a) for a in found.outputs), *(("gradient", a) for a in found.gradients)]
    return [*named, *(("tangent", a) for a in tangents(call))]


def tangents(call: Call) -> Iterator[Any]:
    """Yield the tangents of the outputs in a random direction."""
    if not call.places or not call.op.case.tangents:
        return
    library = call.op.library
    directions = [_same(array) for array in random_like("direction", call.arrays())]
    with library.forward_ad.dual_level():
        pairs = zip(call.leaves(), directions, strict=True)
        duals = [library.forward_ad.make_dual(leaf.detach(), library.tensor(d)) for leaf, d in pairs]
        for output in call(*duals):
            tangent = library.forward_ad.unpack_dual(output).tangent
            if tangent is not None:
                yield library.array(tangent)


def terms(call: Call, k: int, shape: tuple[int, ...]) -> Any:
    """Return the root of the sum of squares of what the gradient of a broadcast argument adds, each of it rounded."""
    (output,) = call.op.arrays(call.outputs(*call.leaves()))[:1]
    spread = everything(call.mapped(lambda array: np.broadcast_to(array, output.shape).copy(), "spread"))
    squares = spread[k][1] ** 2
    squares = squares.sum(tuple(range(squares.ndim - len(shape))))
    alone = tuple([axis for axis, size in enumerate(shape) if size == 1])
    return np.sqrt(squares.sum(alone, keepdims=True))


def difference(got: Any, wanted: Any, single: Any, terms: Any = 0.0) -> str | None:
    """Return where two results differ by more than roundings, and than what single precision makes of it."""
    if got.dtype != HALF or got.shape != wanted.shape or not got.size:
        return None
    largest = np.max(np.abs(wanted), initial=0, where=~np.isnan(wanted))
    allowed = ROUNDINGS * EPS * np.abs(wanted) + EPS * largest + 2.0**-22
    allowed += ROUNDINGS * np.nan_to_num(np.abs(single - wanted), nan=0.0)
    allowed += 2 * EPS * terms
    wrong = ~(np.abs(got - wanted) <= allowed) & ~(np.isnan(got) & np.isnan(wanted))
    if not wrong.any():
        return None
    place = tuple(int(k[0]) for k in np.nonzero(wrong)) if got.ndim else ()
    return f"got {got[place]} at {place}, expected {wanted[place]:.6g}"


def _as(dtype: np.dtype[Any]) -> Callable[[Any], Any]:
    return lambda array: array.astype(dtype) if array.dtype.kind == "f" else array


def _same(array: Any) -> Any:
    """Return numbers that half precision can hold, in the array's dtype."""
    return array.astype(HALF).astype(array.dtype) if array.dtype.kind == "f" else array


def _in_range(array: Any) -> bool:
    return array.dtype.kind != "f" or bool(np.all(np.abs(array[~np.isnan(array)]) <= LARGEST))
