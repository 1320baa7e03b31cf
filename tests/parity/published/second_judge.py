"""The second judge, for where PyTorch is wrong: differences of derivata's own functions, and rules of PyTorch's own.

A derivative passes if it is what numbers say that are computed beside the point, in double precision. Where a function
jumps, such as the gradient of a norm at 0, there is no derivative; what counts there is the mean of those on both sides
of the jump, as it is for PyTorch's second derivative of `abs`, 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import torch

from . import aspects, known
from .comparison import Difference
from .numerical_slopes import slope
from .sides import OURS, THEIRS, attempt, drawn, flat, leaves
from .single import ROUNDINGS, SINGLE, effects_of_rounding, has_single, in_double, numbers

TOLERANCE = 1e-6
"""Of derivatives, relative, beside the estimated error of the slopes."""

DIRECTIONS, ELEMENTS = 3, 8
"""In how many random directions, and along how many of the elements that differ from PyTorch's, slopes are taken."""

Judge = Callable[[aspects.Aspect, Any, Any], str]
"""Says what is wrong with an aspect of a sample, in no words if nothing is."""


def judge_of(reason: str) -> Judge | None:
    """Return the judge of the differences of a reason."""
    return RULES.get(reason) or (by_slopes if reason.startswith("PyTorch") else None)


def verdict(difference: Difference, judge: Judge) -> str:
    """Say what is wrong where PyTorch is, in no words if derivata is right."""
    assert difference.call is not None
    aspect, op, sample = difference.call
    return judge(aspect, op, sample)


def by_slopes(aspect: aspects.Aspect, op: Any, sample: Any) -> str:
    """Compare derivatives with slopes; those of single precision with those of double precision, which are compared."""
    if aspect.__name__ not in BY_ASPECT:
        return f"no slope tells about {aspect.__name__}"
    if not has_single(sample):
        return BY_ASPECT[aspect.__name__](op, sample)
    return BY_ASPECT[aspect.__name__](op, in_double(sample)) or rounded(aspect, op, sample)


def rounded(aspect: aspects.Aspect, op: Any, sample: Any) -> str:
    """Say where results of single precision are not those of double precision, rounded."""
    ours = [numbers(OURS, x) for x in flat(aspect(OURS, op, sample))]
    exact = [numbers(OURS, x) for x in flat(aspect(OURS, op, in_double(sample)))]
    effects = effects_of_rounding(OURS, aspect, op, sample)
    for k, (a, x, effect) in enumerate(zip(ours, exact, effects, strict=True)):
        finite = np.isfinite(x)
        error = np.max(abs(a - x)[finite], initial=0.0)
        allowed = max(SINGLE * (1 + np.max(abs(x)[finite], initial=0.0)), ROUNDINGS * effect)
        if not error <= allowed or np.any(np.isfinite(a) & ~finite):
            return f"result {k} in single precision is {error:.2g} off"
    return ""


class Move(NamedTuple):
    """A direction: what is added to each leaf, and to each covector."""

    leaves: list[Any]
    covectors: list[Any]


def tangents(op: Any, sample: Any) -> str:
    """Compare tangents with the slopes of the outputs."""
    found = [numbers(OURS, x) for x in flat(aspects.tangents(OURS, op, sample))]
    originals = leaves((sample.input, sample.args, sample.kwargs))
    direction = Move([drawn(THEIRS.array(leaf), 200 + k) for k, leaf in enumerate(originals)], [])

    def outputs(step: float) -> list[Any]:
        with moved(sample, direction, step):
            results = flat(sample.output_process_fn_grad(aspects.values(OURS, op, sample)))
        arrays = [OURS.array(x) for x in results if isinstance(x, OURS.tensor_class)]
        return [array.copy() for array in arrays if array.dtype.kind in "fc"]

    shapes = [array.shape for array in outputs(0.0)]
    if shapes != [array.shape for array in found]:
        return f"tangents of shapes {[array.shape for array in found]}, outputs of {shapes}"
    wanted, doubt = slope(lambda step: joined(outputs(step)))
    return unlike(joined(found), wanted, doubt)


def gradients(op: Any, sample: Any) -> str:
    """Compare gradients with the slopes of the projected outputs."""
    found = [OURS.array(g) for g in aspects.gradients(OURS, op, sample)]
    wrong = [THEIRS.array(g) for g in aspects.gradients(THEIRS, op, sample)]

    def projected(move: Move, step: float) -> Any:
        with moved(sample, move, step):
            call = aspects.Recorded(OURS, op, sample)
            seeds = call.covectors(call.outputs, 0)
            return inner(map(OURS.array, seeds), map(OURS.array, call.outputs))

    return along(found, wrong, len(found), projected)


def double(op: Any, sample: Any) -> str:
    """Compare second derivatives with the slopes of projected gradients, by the leaves and by the covectors."""
    found = [OURS.array(g) for g in aspects.double(OURS, op, sample)]
    wrong = [THEIRS.array(g) for g in aspects.double(THEIRS, op, sample)]
    count = len(leaves((sample.input, sample.args, sample.kwargs)))

    def projected(move: Move, step: float) -> Any:
        with moved(sample, move, step):
            call = aspects.Recorded(OURS, op, sample)
            seeds = [OURS.array(seed) for seed in call.covectors(call.outputs, 0)]
            seeds = [np.asarray(a + step * d, a.dtype) for a, d in zip(seeds, move.covectors, strict=True)]
            first = call.grad(call.outputs, call.leaves, [OURS.from_array(seed) for seed in seeds], False)
            return inner(map(OURS.array, call.covectors(first, 100)), map(OURS.array, first))

    return along(found, wrong, count, projected)


BY_ASPECT = {"gradients": gradients, "double": double, "tangents": tangents}


def along(found: list[Any], wrong: list[Any], count: int, projected: Callable[[Move, float], Any]) -> str:
    """Compare gradients by `count` leaves, and by covectors, with slopes in some directions."""
    for direction in directions(found, wrong, count):
        move = Move(direction[:count], direction[count:])
        wanted, doubt = slope(partial(in_domain, projected, move))
        text = unlike(np.array([inner(direction, found)]), wanted, doubt)
        if text:
            return text
    return ""


def in_domain(projected: Callable[[Move, float], Any], move: Move, step: float) -> Any:
    """Return a value as an array; NaN beyond the arguments that the op takes, such as negative weights."""
    try:
        return np.array([projected(move, step)])
    except RuntimeError:
        return np.array([np.nan])


def directions(found: list[Any], wrong: list[Any], count: int) -> Iterator[list[Any]]:
    """Yield random directions, and those along the elements of each array that differ the most from PyTorch's.

    Leaves and covectors move one after the other: at a kink a slope by covectors is that of the gradient there.
    """
    for draw in range(DIRECTIONS):
        direction = [drawn(array, 300 + 10 * draw + k) for k, array in enumerate(found)]
        nothing = [np.zeros_like(array) for array in found]
        yield [*direction[:count], *nothing[count:]]
        if count < len(found):
            yield [*nothing[:count], *direction[count:]]
    for k, (a, e) in enumerate(zip(found, wrong, strict=True)):
        off = np.nan_to_num(abs(a - e), nan=np.inf).reshape(-1)
        places = np.argsort(-off)[: min(ELEMENTS, np.count_nonzero(off))]
        for place in places:
            for unit in (1, 1j) if a.dtype.kind == "c" else (1,):
                direction = [np.zeros_like(array) for array in found]
                direction[k].reshape(-1)[place] = unit
                yield direction


@contextmanager
def moved(sample: Any, move: Move, step: float) -> Iterator[None]:
    """Move the leaves where they lie in memory, and back."""
    originals = leaves((sample.input, sample.args, sample.kwargs))
    kept = [leaf.detach().clone() for leaf in originals]
    try:
        for leaf, direction in zip(originals, move.leaves, strict=True):
            leaf.detach().add_(torch.from_numpy(np.asarray(direction)), alpha=step)
        yield
    finally:
        for leaf, before in zip(originals, kept, strict=True):
            leaf.detach().copy_(before)


def inner(one: Any, other: Any) -> float:
    """Return the real inner product of lists of arrays."""
    return float(sum(np.sum((a.conj() * b).real) for a, b in zip(one, other, strict=True)))


def joined(arrays: list[Any]) -> Any:
    """Return the elements of all arrays, real parts before imaginary ones."""
    parts = [part.reshape(-1) for a in arrays for part in ((a.real, a.imag) if a.dtype.kind == "c" else (a,))]
    return np.concatenate(parts) if parts else np.zeros(0)


def unlike(found: Any, wanted: Any, doubt: Any) -> str:
    """Say where derivatives are not the slopes; where those are not finite, derivatives may not be either."""
    with np.errstate(invalid="ignore"):
        scale = 1 + np.max(abs(wanted[np.isfinite(wanted)]), initial=0.0)
        right = (abs(found - wanted) <= TOLERANCE * scale + 4 * doubt) & (doubt <= 1e-4 * scale)
    right |= ~np.isfinite(wanted) & ~np.isfinite(found)
    if np.all(right):
        return ""
    place = int(np.argmin(right))
    return f"{found[place]} instead of the slope {wanted[place]} (+- {doubt[place]:.1g})"


def refuses_to_broadcast(aspect: aspects.Aspect, op: Any, sample: Any) -> str:
    """An in-place op on what would have to grow raises RuntimeError and writes nothing, as PyTorch's tests ask."""
    if aspect is not aspects.inplace or not sample.broadcasts_input:
        return "self need not grow"
    (_, *args), kwargs = aspects.arguments(OURS, sample)
    written = OURS.tensor(sample.input.detach().clone())
    before = OURS.array(written).copy()
    _, error = attempt(lambda: OURS.variant(op.inplace_variant)(written, *args, **kwargs))
    if not isinstance(error, RuntimeError):
        return f"{error!r} instead of a RuntimeError"
    return "" if np.array_equal(OURS.array(written), before) else "self has changed"


def indices_lead_to_the_values(aspect: aspects.Aspect, op: Any, sample: Any) -> str:
    """Of equal elements any index will do: values are PyTorch's, and indices are where they are."""
    (values, indices), (wanted, places) = aspect(OURS, op, sample), aspect(THEIRS, op, sample)
    if tuple(indices.shape) != tuple(places.shape) or indices.dtype.name != "int64":
        return "shape or dtype of the indices"
    if not np.array_equal(OURS.array(values), THEIRS.array(wanted), equal_nan=True):
        return "values"
    dim = sample.args[0] if sample.args else sample.kwargs.get("dim", -1)
    array, where, found = THEIRS.array(sample.input), OURS.array(indices), OURS.array(values)
    if found.ndim < array.ndim:
        where, found = (np.expand_dims(part, dim) for part in (where, found))
    taken = np.take_along_axis(*np.atleast_1d(array, where), dim)
    return "" if np.array_equal(taken, np.atleast_1d(found), equal_nan=True) else "elsewhere than the values"


RULES: dict[str, Judge] = {
    known.ANY_ORDER: indices_lead_to_the_values,
    known.GROWS: refuses_to_broadcast,
}
"""Judges by the reason of a difference; derivatives are judged by slopes."""
