"""The arguments that PyTorch's tests expect to be refused: whether derivata refuses them, and how."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from . import aspects
from .comparison import Difference
from .sides import OURS, THEIRS, attempt

SUBJECT = re.compile(r"^[a-z_]+[a-z_0-9.]*(\(\))?:? ")
"""How a message begins: with the op, or the one that it is composed of."""


def differences(op: Any) -> Iterator[Difference]:
    """Yield the errors that are missing, of another class, or without a subject."""
    for error_input in op.error_inputs("cpu"):
        sample = error_input.sample_input
        if numbers_for_tensors(op, sample) or written(sample):
            continue
        text = unlike(error_of(OURS, op, sample), error_of(THEIRS, op, sample))
        if text:
            yield Difference("errors", "any", text, sample.summary())


def numbers_for_tensors(op: Any, sample: Any) -> bool:
    """Tell whether what is wrong is a number where PyTorch wants a tensor: here it is one with no dimensions."""
    return any(type(value) in (int, float) for value in (sample.input, *sample.args)) and is_binary(op)


def is_binary(op: Any) -> bool:
    """Tell whether an op takes two tensors that broadcast."""
    return type(op).__name__ == "BinaryUfuncInfo"


def written(sample: Any) -> bool:
    """Tell whether what is wrong is the tensor given as `out=`: results are computed before they are written."""
    return "out" in sample.kwargs


def error_of(side: Any, op: Any, sample: Any) -> Exception | None:
    """Return the error of a call."""
    return attempt(lambda: aspects.values(side, op, sample))[1]


def unlike(error: Exception | None, wanted: Exception | None) -> str:
    """Say how an error differs from PyTorch's, in no words if it does not or PyTorch has none."""
    if wanted is None:
        return ""
    if error is None:
        return f"no error instead of {type(wanted).__name__}: {first_line(wanted)}"
    if type(error) is not type(wanted):
        names = f"{type(error).__name__} instead of {type(wanted).__name__}"
        return f"{names}: {first_line(error)} (PyTorch: {first_line(wanted)})"
    return "" if SUBJECT.match(str(error)) else f"no subject: {first_line(error)}"


def first_line(error: Exception) -> str:
    """Return the beginning of a message."""
    return str(error).partition("\n")[0][:200]
