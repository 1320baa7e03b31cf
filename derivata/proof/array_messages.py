"""Messages about array functions: for which sample, at which element, and what the mistake may be."""

from __future__ import annotations

import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..autograd.checker.finite_difference import coordinates, place
from ..codegen.diagnostics import Location
from ..testing.op_call import Call
from .guess import Evidence, guess
from .numbers import pair
from .pack import Pack

__all__ = [
    "OTHER_SAMPLES",
    "described",
    "failure",
    "gradient_message",
    "named",
    "shape_message",
    "tangent_message",
]

Array = NDArray[Any]

OTHER_SAMPLES = "if it is not defined there, give 'samples' a 'domain', or 'cases' that it takes"
"""What to do about a function that fails for numbers that were drawn for it, as for matrices that are not definite."""


def described(call: Call) -> str:
    """Return for which sample: `for self of shape (2, 3), dim=1`; complex numbers are mentioned."""
    parts = [
        f"{name} {_description(value)}" if _is_tensors(value) else f"{name}={_text(value)}"
        for name, value in call.values.items()
    ]
    kind = "complex " if any(array.dtype.kind == "c" for array in call.arrays()) else ""
    return f"for {kind}{', '.join(parts)}"


def _is_tensors(value: Any) -> bool:
    return isinstance(value, np.ndarray) or (
        isinstance(value, list) and any(isinstance(v, np.ndarray) for v in value)
    )


def _description(value: Any) -> str:
    if isinstance(value, list):
        return f"of shapes {', '.join([str(item.shape) for item in value])}"
    zero = " with a 0" if value.dtype.kind in "fc" and value.size and not value.all() else ""
    return f"of shape {value.shape}{zero}" if value.shape else f"without dimensions{zero}"


def _text(value: Any) -> str:
    text = repr(value) if not isinstance(value, np.dtype) else value.name
    return text if len(text) < 40 else f"{text[:36]}..."


def named(call: Call, argument: int) -> str:
    """Return the argument, of a list its item: `self`, `tensors[1]`."""
    name, index = call.places[argument]
    return name if index is None else f"{name}[{index}]"


def shape_message(call: Call, argument: int, got: Array, outputs: Sequence[Array]) -> str:
    """Say that a gradient has not its argument's shape."""
    wanted = call.arrays()[argument].shape
    text = f"{described(call)} the gradient of {named(call, argument)} has shape {got.shape}, its value has {wanted}"
    return f"{text}{_of_shape(got.shape, wanted, outputs)}"


def _of_shape(got: tuple[int, ...], wanted: tuple[int, ...], outputs: Sequence[Array]) -> str:
    if got == wanted[::-1]:
        return " (transposed?)"
    try:
        broadcast = np.broadcast_shapes(wanted, got) == got
    except ValueError:
        broadcast = False
    if broadcast and any(got == output.shape for output in outputs):
        return " (sum over the broadcast dimensions forgotten?)"
    if broadcast:
        return " (sum over a dimension forgotten?)"
    return " (expand forgotten?)" if int(np.prod(got)) < int(np.prod(wanted)) else ""


def gradient_message(
    call: Call, argument: int, got: Array, places: Array, true: Array, evidence: Mapping[str, Any]
) -> str:
    """Say that a gradient is not what differences of the values give."""
    array = call.arrays()[argument]
    found = coordinates(got.astype(array.dtype))[places]
    with np.errstate(all="ignore"):
        error = np.abs(found - true) / (np.abs(true) + 1e-3)
    worst = int(np.argmax(np.where(np.isfinite(error), error, np.inf)))
    index, part = place(array, int(places[worst]))
    texts = pair(float(found[worst]), float(true[worst]))
    element = f"{named(call, argument)}{list(index) if index else ''}{f'.{part}' if part else ''}"
    if np.isnan(found[worst]) and np.isfinite(true).all():
        suspicion = "0 / 0 or 0 * inf?"
    else:
        suspicion = _suspicion(array, got, places, found, true, evidence)
    return (
        f"{described(call)} the formula gives {texts[0]} for {element}, the true gradient is {texts[1]}"
        + (f" ({suspicion})" if suspicion else "")
    )


def _suspicion(
    array: Array, got: Array, places: Array, found: Array, true: Array, evidence: Mapping[str, Any]
) -> str:
    if array.dtype.kind == "c" and len(places) == 2 * array.size:
        turned = found.view(np.complex128), true.view(np.complex128)
        return guess(Evidence(*turned)) or _of_layout(array, got, true)
    return guess(Evidence(found, true, **evidence)) or (
        _of_layout(array, got, true) if len(places) == array.size else ""
    )


def _of_layout(array: Array, got: Array, true: Array) -> str:
    """Look for the right elements in the wrong order or layout."""
    wanted = true.view(array.dtype).reshape(array.shape) if true.size else true
    if (
        array.ndim > 1
        and array.shape[-1] == array.shape[-2]
        and np.allclose(got.swapaxes(-1, -2), wanted, rtol=1e-5)
    ):
        return "transposed?"
    for axis in range(array.ndim):
        if array.shape[axis] > 1 and np.allclose(np.flip(got, axis), wanted, rtol=1e-5):
            return f"reversed along dimension {axis}?"
        if array.shape[axis] > 1 and np.allclose(np.roll(got, 1, axis), wanted, rtol=1e-5):
            return f"shifted along dimension {axis}?"
    return ""


def tangent_message(call: Call, argument: int, element: str, got: Array, true: Array, wrong: Array) -> str:
    """Say that forward mode is not what differences of the values give."""
    first = int(np.flatnonzero(wrong)[0])
    texts = pair(float(got[first]), float(true[first]))
    name = named(call, argument)
    suspicion = (
        f"the term of {name}_t missing?" if np.all(got == 0) else guess(Evidence(got[wrong], true[wrong]))
    )
    where = f" in element {element}" if element else ""
    return (
        f"{described(call)} a tangent of {name} gives {texts[0]}{where}, the true tangent is {texts[1]}"
        + (f" ({suspicion})" if suspicion else "")
    )


def failure(error: BaseException, pack: Pack) -> tuple[str, Location | None]:
    """Return an exception as text, and where in the user's array functions it was raised, if it was."""
    homes = {getattr(module, "__file__", None) for module in pack.modules}
    said: BaseException | None = error
    while said is not None:
        frames = [frame for frame in traceback.extract_tb(said.__traceback__) if frame.filename in homes]
        if frames:
            frame = frames[-1]
            place = Location(Path(frame.filename).name, frame.lineno or 1, (frame.colno or 0) + 1)
            return f"{type(said).__name__}: {said} (in {frame.name})", place
        said = said.__context__  # generated functions say errors of array functions again, for their callers
    return f"{type(error).__name__}: {error}", None
