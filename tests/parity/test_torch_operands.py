"""Elementwise ops of tensors of all dtypes, with and without dimensions, and numbers: PyTorch's values and dtypes.

Where PyTorch refuses operands, derivata may accept them. Where they differ, a table says why.
"""

import operator
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata.generated.checks import CASES
from derivata.testing import OpCase

VALUES: dict[str, list[Any]] = {
    "bool": [True, False, True],
    "uint8": [1, 2, 3],
    "int32": [1, 2, -3],
    "int64": [3, -2, 2],
    "float32": [1.5, -2.5, 0.75],
    "float64": [0.5, 1.25, -1.75],
    "complex64": [1 + 2j, 2 - 1j, 0.5j],
    "complex128": [2 - 1j, 1j, 1 + 0.5j],
}
DIMENSIONED = [np.array(values, dtype) for dtype, values in VALUES.items()]
ZERO_DIM = [np.array(values[0], dtype) for dtype, values in VALUES.items()]
NUMBERS = [True, False, 2, 3, 0, -1, 2.0, 2.5, 0.5, 0.0, -1.5, 1 + 2j, 2 + 0j]
OPERANDS = [*DIMENSIONED, *ZERO_DIM, *NUMBERS]
FEW = [*DIMENSIONED[::2], *DIMENSIONED[7:], ZERO_DIM[3], ZERO_DIM[5], True, 2, 2.5, 1j]


def whole(*operands: Any) -> bool:
    """Tell whether all tensors have integers or booleans."""
    return all(operand.dtype.kind in "biu" for operand in operands if isinstance(operand, np.ndarray))


def booleans(*operands: Any) -> bool:
    return np.asarray(operands[0]).dtype.kind == "b"


def odd_power(self: Any, exponent: Any) -> bool:
    return whole(self, exponent) and bool(np.any(np.less(np.real(exponent), 0)) or isinstance(exponent, bool))


def number_beside_zero_dim(*operands: Any) -> bool:
    return any(np.isscalar(operand) for operand in operands) and any(np.shape(o) == () for o in operands)


WIDER = "numbers and fractions make integers and booleans wider"


def negative_beside_unsigned(*call: Any) -> bool:
    return any(np.asarray(part).dtype == np.uint8 for part in call) and any(
        np.isscalar(part) and not isinstance(part, complex) and part < 0 for part in call
    )


INTENDED: dict[str, tuple[str, Callable[..., bool]]] = {
    "addcmul": (WIDER, whole),
    "hardtanh": (WIDER, whole),
    "masked_fill": (WIDER, lambda self, *_: whole(np.asarray(self))),
    "pow": (
        "an integer to the power of negative ones is refused; a power by a truth value is an integer",
        odd_power,
    ),
    "clamp": (
        "PyTorch takes a tensor without dimensions beside a number for a number",
        number_beside_zero_dim,
    ),
    **dict.fromkeys(
        ["eq", "ne", "lt", "le", "gt", "ge"],
        ("a negative number is below every unsigned one; PyTorch wraps it", negative_beside_unsigned),
    ),
}
"""Ops that differ, why, and for which operands."""

PUBLIC = [case for case in CASES if case.elementwise and not case.op.startswith("_")]
SHARED = [case for case in PUBLIC if "." not in case.op and not case.op.endswith("_backward")]


def calls(case: OpCase) -> Iterator[tuple[list[Any], dict[str, Any]]]:
    """Yield positional operands, and one number by its name."""
    numbers = [name for name, kind in case.arguments if kind == "Scalar"]
    count = len([kind for _, kind in case.arguments if kind.startswith("Tensor")])
    choices = OPERANDS if count < 3 else FEW
    for operands in product(choices, repeat=count):
        if any(isinstance(operand, np.ndarray) for operand in operands):
            yield [*operands], {}
    scalars = NUMBERS if case.complex and count < 3 else [n for n in NUMBERS if not isinstance(n, complex)]
    for operands in product(DIMENSIONED, repeat=count) if numbers else ():
        if (
            case.op == "add" and booleans(*operands) and booleans(*operands[1:])
        ):  # True + 2 * True is 3; PyTorch says True
            continue
        for number in scalars[::4] if count == 3 else scalars:
            yield [*operands], {numbers[0]: number}


def computed(function: Callable[..., Any], tensor: Callable[[Any], Any], call: Any, named: Any) -> Any:
    """Return the first result as an array."""
    operands = [tensor(part.copy()) if isinstance(part, np.ndarray) else part for part in call]
    result = function(*operands, **named)
    return (result[0] if isinstance(result, tuple) else result).numpy()


def accepted(function: Callable[..., Any], tensor: Callable[[Any], Any], call: Any, named: Any) -> Any:
    """Return PyTorch's result, or None if it refuses the operands."""
    try:
        return computed(function, tensor, call, named)
    except (TypeError, ValueError, RuntimeError):
        return None


def counterpart(case: OpCase) -> Callable[..., Any]:
    places = (dv.nn.functional, dv, dv.special, dv.Tensor)
    return next(getattr(place, case.op) for place in places if hasattr(place, case.op))


@pytest.mark.filterwarnings("ignore::UserWarning")  # PyTorch's own
@pytest.mark.parametrize("case", SHARED, ids=lambda case: case.op)
def test_dtypes_and_values_of_all_operands(parity: Any, case: OpCase) -> None:
    """An elementwise op of tensors and numbers of any dtypes has PyTorch's dtype and values; the few that differ are
    in the test's table.
    """
    function, differs = parity.function(case), INTENDED.get(case.op, ("", lambda *_: False))[1]
    for call, named in calls(case):
        wanted = accepted(function, parity.tensor, call, named) if function else None
        if wanted is None or differs(*call):
            continue
        try:
            with np.errstate(all="ignore"):
                got = computed(counterpart(case), dv.from_numpy, call, named)
        except OverflowError:
            assert any(part in (-1, -1.5) for part in [*call, *named.values()] if np.isscalar(part)), call
            continue
        assert got.dtype == wanted.dtype, (call, named)
        np.testing.assert_allclose(got, wanted, 1e-5, 1e-6, err_msg=f"{call}, {named}")


@pytest.mark.parametrize("dtype", ["bool", "uint8", "int32"])
def test_powers_of_whole_numbers_have_the_category_of_the_exponent(parity: Any, dtype: str) -> None:
    """A power of integers or booleans is floating-point with a fraction, also one like 2.0, and complex with a complex
    number; no digit is cut off.
    """
    x = np.array([1, 0, 1]).astype(dtype)
    for exponent in (2, 3, 4, 2.0, 3.0, 0.5, 2 + 0j):
        got, wanted = dv.from_numpy(x) ** exponent, parity.tensor(x) ** exponent
        assert str(got.dtype) == str(wanted.dtype).partition(".")[2]
        np.testing.assert_array_equal(got.numpy(), wanted.numpy())


def test_a_write_may_narrow_within_a_category(parity: Any) -> None:
    """An in-place op writes integers of any width into integers; fractions it refuses."""
    for make in (lambda a: dv.from_numpy(a.copy()), lambda a: parity.tensor(a.copy())):
        few = make(np.array([1, 2, 3], np.uint8))
        few += make(np.array([1, 2, -5]))
        assert few.tolist() == [2, 4, 254]
        with pytest.raises(RuntimeError, match="can't be cast"):
            few **= 0.5


def test_a_number_that_does_not_fit_is_refused(parity: Any) -> None:
    """Differs from PyTorch: a number that does not fit the dtype of the integers beside it is an OverflowError;
    PyTorch's wraps around, so that -1 is 255.
    """
    x = np.array([255], np.uint8)
    assert (parity.tensor(x) + -1).tolist() == [254]
    with pytest.raises(OverflowError, match="-1 does not fit uint8"):
        _ = dv.from_numpy(x) + -1


@pytest.mark.parametrize("name", ["eq", "ne", "lt", "le", "gt", "ge"])
@pytest.mark.parametrize(
    "number",
    [300, -1, 2**40, -(2**40), 2**64, -(2**64), 10**400],
    ids=["300", "-1", "2^40", "-2^40", "2^64", "-2^64", "10^400"],
)
def test_numbers_beyond_the_dtype_compare_as_in_mathematics(parity: Any, name: str, number: int) -> None:
    """Differs from PyTorch: tensors are compared with any Python integer as in mathematics; PyTorch wraps those that
    the dtype does not hold, so that 44 of uint8 equals 300, and refuses those beyond 64 bits.
    """
    compare = getattr(operator, name)
    for dtype in (dv.uint8, dv.int8, dv.int64, dv.float32, dv.float64):
        x = dv.tensor([0, 44, 127], dtype=dtype)
        expected = [compare(n, number) for n in (0, 44, 127)]
        result = compare(x, number)
        assert result.dtype == dv.bool
        assert result.tolist() == getattr(dv, name)(x, number).tolist() == expected
        assert compare(number, x[1]).item() is compare(number, 44)
        assert getattr(x, name + "_")(number).tolist() == expected
        assert x.dtype == dtype
    assert compare(dv.zeros(0, dtype=dv.uint8), number).shape == (0,)
    assert (parity.tensor(np.uint8([44])) == 300).item()


@pytest.mark.parametrize("other", [None, "a", object()])
def test_a_number_beyond_every_dtype_is_compared_with_tensors_only(other: object) -> None:
    """The error names the argument that is no tensor."""
    with pytest.raises(TypeError, match="ge: argument 'other' must be Tensor"):
        dv.ge(10**400, other)
    assert dv.ge(dv.arange(2, dtype=dv.uint8), np.int64(300)).tolist() == [False, False]
