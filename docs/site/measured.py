"""What is found by calling an op with its samples in several dtypes: those that it takes, and its error in float32."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from derivata.autograd.gradchecks import DERIVATA
from derivata.testing import OpCase
from derivata.testing.op_call import Call, Op

Array = NDArray[Any]

INTEGERS = ("uint8", "int8", "int16", "int32", "int64")
DTYPES = ("bool", *INTEGERS, "float16", "float32", "float64", "complex64", "complex128")
REFUSALS = (TypeError, RuntimeError, ValueError, NotImplementedError)
"""What ops raise for dtypes that they do not take."""


def accepted(case: OpCase) -> str:
    """Return the dtypes that an op takes for its numbers: "float16, float32, float64"; "" if samples have none.

    Those of an op that has integers or truths in all samples are exchanged for others as floating-point numbers are.
    """
    calls = [call for call in Op(case, DERIVATA).calls() if free(call)]
    if not calls:
        return ""
    taken = [name for name in DTYPES if any(works(call, np.dtype(name)) for call in calls)]
    if set(INTEGERS) <= set(taken):
        taken = ["integers" if name == "int64" else name for name in taken if name not in INTEGERS[:-1]]
    return "all" if len(taken) == len(DTYPES) - len(INTEGERS) + 1 else ", ".join(taken)


def free(call: Call) -> list[str]:
    """Return the arguments whose dtype the caller chooses: floating-point ones, or else all that are tensors."""
    arrays = {name: listed(value) for name, value in call.values.items()}
    floating = [name for name, found in arrays.items() if any(one.dtype.kind in "fc" for one in found)]
    return floating or [name for name, found in arrays.items() if found]


def listed(value: object) -> list[Array]:
    """Return the arrays of an argument."""
    return [one for one in (value if isinstance(value, list) else [value]) if isinstance(one, np.ndarray)]


def works(call: Call, dtype: np.dtype[Any]) -> bool:
    """Whether an op takes a dtype, with the numbers of a call."""
    names = free(call)
    values = {name: cast(value, dtype) if name in names else value for name, value in call.values.items()}
    other = replace(call, values=values)
    try:
        with quiet():
            outputs(other)
    except REFUSALS:
        return False
    return True


def cast(value: Any, dtype: np.dtype[Any]) -> Any:
    """Return an argument in a dtype; integers are positive, so that none divides by zero."""
    if isinstance(value, list):
        return [cast(one, dtype) for one in value]
    if dtype.kind == "c" or value.dtype == dtype:
        return value.astype(dtype)
    whole = dtype.kind in "bui" and value.dtype.kind in "fc"
    return (np.ceil(abs(value)) if whole else value.real).astype(dtype)


def outputs(call: Call) -> tuple[Any, ...]:
    """Call the op with tensors that record nothing."""
    return call.outputs(*[call.op.library.tensor(array.copy()) for array in call.arrays()])


def error(case: OpCase) -> str:
    """Return the largest error of results in float32, found beside those of the same numbers in float64, or "".

    The unit is that of the last place of the largest element; arguments count where sums of them may be near to zero.
    """
    errors = list(errors_of(case))
    of = "the largest element" if case.elementwise else "the largest number among arguments and results"
    return f"{max(errors):.2g} units in the last place of {of}" if errors else ""


def errors_of(case: OpCase) -> Iterator[float]:
    """Yield the error of each floating-point result of each sample."""
    for call in Op(case, DERIVATA).calls():
        single = call.mapped(lambda array: converted(array, "f4", "c8"), "single")
        double = single.mapped(lambda array: converted(array, "f8", "c16"), "double")
        with quiet():
            found, exact, again = [call.op.arrays(outputs(one)) for one in (single, double, double)]
        for one, true, same in zip(found, exact, again, strict=True):
            drawn = not np.array_equal(true, same, equal_nan=True)
            if one.dtype in (np.float32, np.complex64) and one.size and true.dtype != one.dtype and not drawn:
                counted = [true] if case.elementwise else [true, *double.arrays()]
                largest = max(np.abs(part).max() for part in counted if part.size)
                if np.isfinite(largest) and largest > 0:
                    yield float(np.abs(one - true).max() / np.spacing(np.float32(largest)))


def converted(array: Array, real: str, complex: str) -> Array:
    """Return an array in another precision, unless its numbers are integers or truths."""
    return array.astype({"f": real, "c": complex}.get(array.dtype.kind, array.dtype))


class quiet(warnings.catch_warnings):
    """No warnings, neither of Python nor of NumPy."""

    def __enter__(self) -> None:
        super().__enter__()
        warnings.simplefilter("ignore")
        self._errors = np.seterr(all="ignore")

    def __exit__(self, *exception: object) -> None:
        np.seterr(**self._errors)
        super().__exit__(*exception)
