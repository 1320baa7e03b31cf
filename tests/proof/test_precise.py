"""The forms of elementary functions in high precision, against those that compute with NumPy."""

import numpy as np
import pytest

from derivata.arrays import special
from derivata.arrays.elementwise import elementary
from derivata.codegen.elementary import ELEMENTARY
from derivata.proof.precise import FUNCTIONS, exact
from derivata.proof.undefined import Undefined

HOLOMORPHIC = (
    "exp",
    "sin",
    "cos",
    "tan",
    "tanh",
    "sqrt",
    "log",
    "asinh",
    "square",
    "conj",
    "abs",
    "angle",
    "sgn",
)
DOMAINS = {
    "acosh": (1.1, 3.0),
    "asin": (-0.9, 0.9),
    "acos": (-0.9, 0.9),
    "atanh": (-0.9, 0.9),
    "erfinv": (-0.9, 0.9),
}
POSITIVE = (
    "log",
    "log2",
    "log10",
    "sqrt",
    "rsqrt",
    "ndtri",
    "zeta",
    "igamma",
    "igammac",
    *("betainc", "betainc_by_a", "betainc_by_b", "beta_density"),
    "bessel_y",
    "bessel_k",
    "scaled_bessel_k",
    *(f"{kind}{order}" for kind in ("bessel_y", "bessel_k", "scaled_bessel_k") for order in (0, 1)),
)


def numpy_form(name: str):
    module, _, function = ELEMENTARY[name].numpy.partition(".")
    return getattr({"np": np, "elementary": elementary, "special": special}[module], function)


def numbers(name: str) -> np.ndarray:
    low, high = DOMAINS.get(name, (0.1, 0.9) if name in POSITIVE else (-0.9, 1.7))
    return np.linspace(low, high, 5)


INTEGERS = ("gcd", "lcm", "left_shift", "right_shift", "xor")
"""Functions of integers."""


@pytest.mark.parametrize("name", sorted(set(ELEMENTARY) - {"where"}))
def test_every_elementary_function_has_a_form_in_high_precision(name: str) -> None:
    """High precision knows every elementary function, and agrees with NumPy's to its last digits."""
    function = ELEMENTARY[name]
    first = numbers(name)
    if name in INTEGERS:
        columns = [np.array([12, 5, 8]), np.array([2, 3, 1])]
    elif name == "zeta":
        columns = [first + 1.5, first]
    elif name in ("gegenbauer", "laguerre"):
        columns = [first, np.array([3.0, 1.0, 0.0, 2.0, 4.0]), np.full(5, 0.7)]
    elif name in special.__dict__ and function.arity == 2:
        columns = [first + (1.0 if "scaled" in name else 0), np.array([2.0, 1.0, 0.0, 2.0, 3.0])]
    else:
        columns = [first, first[::-1].copy() + 0.05, first][: function.arity]
    expected = np.asarray(numpy_form(name)(*columns))
    got = [FUNCTIONS[name](*[exact(value.item()) for value in point]) for point in zip(*columns, strict=True)]
    np.testing.assert_allclose(
        [float(value) for value in got], expected.astype(float), rtol=1e-11, atol=1e-13
    )


@pytest.mark.parametrize("name", HOLOMORPHIC)
def test_complex_forms_agree_with_numpy_s(name: str) -> None:
    """Functions of complex numbers have NumPy's branches."""
    points = np.array([0.3 - 0.8j, -1.2 + 0.5j, -0.7 - 0.2j, 1.1 + 1.4j])
    got = [complex(FUNCTIONS[name](exact(value.item()))) for value in points]
    np.testing.assert_allclose(got, numpy_form(name)(points), rtol=1e-12)


@pytest.mark.parametrize(
    ("name", "value"), [("log", -1.0), ("sqrt", -2.0), ("asin", 1.5), ("exp", 1e9), ("log", 0.0)]
)
def test_where_numpy_has_no_number_there_is_nothing_to_compare(name: str, value: float) -> None:
    """NaN, infinities and numbers out of reach are undefined."""
    with pytest.raises(Undefined):
        FUNCTIONS[name](exact(value))
