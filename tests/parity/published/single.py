"""How much results of single precision may err: by what rounding does to them, measured in double precision."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from .aspects import Aspect
from .sides import OURS, THEIRS, attempt, flat, mapped

SINGLE = 2e-5
"""The relative tolerance of well-conditioned results."""

ROUNDINGS = 16
"""How many roundings of the arguments the second judge allows for: as many are on the way to a result."""

DRAWS = 4
"""How many times the arguments are rounded, at random."""


def has_single(sample: Any) -> bool:
    """Tell whether a tensor of the sample is of single precision."""
    tensors: list[Any] = []
    mapped((sample.input, sample.args, sample.kwargs), tensors.append)
    return any(tensor.dtype == torch.float32 for tensor in tensors)


def in_double(sample: Any, rounded: np.random.Generator | None = None) -> Any:
    """Return a sample of single precision in double precision, with random roundings of single precision if asked."""

    def wide(value: Any) -> Any:
        if isinstance(value, torch.dtype):
            return torch.float64 if value == torch.float32 else value
        if value.dtype != torch.float32:
            return value
        made = value.detach().double()
        if rounded is not None:
            made *= torch.from_numpy(np.asarray(1 + rounded.choice([-(2**-24), 2**-24], tuple(value.shape))))
        return made.requires_grad_(value.requires_grad)

    return sample.transform(wide)


def all_near(ours: list[Any], theirs: list[Any], aspect: Aspect, op: Any, sample: Any) -> bool:
    """Tell whether results of single precision are as near to those of double precision as PyTorch's are."""
    exact, _ = attempt(lambda: aspect(THEIRS, op, in_double(sample)))
    wanted = flat(exact)
    if not len(ours) == len(theirs) == len(wanted):
        return False
    errors = [error(a, e, x) for a, e, x in zip(ours, theirs, wanted, strict=True)]
    return all(found is not None and found[0] <= found[1] for found in errors)


def error(ours: Any, theirs: Any, exact: Any) -> tuple[float, float] | None:
    """Return how much a result errs and how much it may: twice as much as PyTorch's, or a few last digits.

    None is for what no rounding explains.
    """
    if not (isinstance(ours, OURS.tensor_class) and isinstance(theirs, THEIRS.tensor_class)):
        return (0.0, 0.0) if ours == theirs else None
    a, e, x = OURS.array(ours), THEIRS.array(theirs), THEIRS.array(exact)
    if (a.shape, a.dtype) != (e.shape, e.dtype) or a.shape != x.shape:
        return None
    if e.dtype.kind not in "fc" or not all(np.isfinite(array).all() for array in (a, e, x)):
        return (0.0, 0.0) if np.array_equal(a, e, equal_nan=e.dtype.kind in "fc") else None
    mine, other = (float(np.max(abs(array - x), initial=0.0)) for array in (a, e))
    return mine, max(2 * other, SINGLE * (1 + float(np.max(abs(x), initial=0.0))))


def effects_of_rounding(side: Any, aspect: Aspect, op: Any, sample: Any) -> list[float]:
    """Return the largest change of each result in double precision if the arguments are rounded to single one."""
    random = np.random.default_rng(0)
    runs = [in_double(sample), *(in_double(sample, random) for _ in range(DRAWS))]
    exact, *others = [[numbers(side, x) for x in flat(aspect(side, op, run))] for run in runs]
    changes = [[largest(a - x) for a, x in zip(one, exact, strict=True)] for one in others]
    return [float(change) for change in np.max(changes, 0)] if exact else []


def largest(array: Any) -> float:
    """Return the largest absolute value of the finite elements."""
    return float(np.max(abs(array)[np.isfinite(array)], initial=0.0))


def numbers(side: Any, value: Any) -> Any:
    """Return a result as an array of numbers of double precision, zero for what is none."""
    if not isinstance(value, side.tensor_class):
        return np.zeros(())
    array = side.array(value)
    return array.astype(np.complex128 if array.dtype.kind == "c" else np.float64)
