"""The elementary functions: the NumPy forms against references, the kernel forms against the NumPy forms."""

import math
from collections.abc import Callable
from functools import lru_cache
from inspect import signature
from typing import Any

import numpy as np
import pytest

from derivata.arrays.elementwise import elementary

try:
    import numba

    from derivata.arrays.vector_math import elementary as scalar
except ImportError:
    numba = None

Array = np.ndarray[Any, Any]
FLOATS = (np.float32, np.float64)
needs_numba = pytest.mark.skipif(numba is None, reason="kernels need Numba")

SPECIAL = [0.0, 0.5, 1.0, 1.5, 2.5, 3.0, 20.0, 88.5, 104.0, 745.0, 1e-30, 1e30, math.inf, math.nan]
SPECIAL += [-x for x in SPECIAL]

# The NumPy form of each kernel form, where it is not NumPy's function of the same name.
NUMPY: dict[str, Callable[..., Any]] = {
    "acos": np.arccos,
    "acosh": np.arccosh,
    "asin": np.arcsin,
    "asinh": np.arcsinh,
    "atan": np.arctan,
    "atan2": np.arctan2,
    "atanh": np.arctanh,
    "pow": np.power,
    "round": np.rint,
    **{name: getattr(elementary, name) for name in elementary.__all__},
}
UNARY = [
    "abs",
    "sgn",
    "sign",
    "square",
    "sqrt",
    "rsqrt",
    "reciprocal",
    "exp",
    "exp2",
    "expm1",
    "log",
    "log1p",
    "log2",
    "log10",
    "sin",
    "cos",
    "tan",
    "asin",
    "acos",
    "atan",
    "sinh",
    "cosh",
    "tanh",
    "asinh",
    "acosh",
    "atanh",
    "sigmoid",
    "erf",
    "erfc",
    "floor",
    "ceil",
    "round",
    "trunc",
    "conj",
    "real",
    "imag",
    "angle",
]
BINARY = [
    "atan2",
    "pow",
    "hypot",
    "copysign",
    "fmod",
    "remainder",
    "floor_divide",
    "logaddexp",
    "maximum",
    "minimum",
    "heaviside",
    "nextafter",
]
PREDICATES = ["isnan", "isinf", "isfinite", "logical_not"]


def special(dtype: Any) -> Array:
    info = np.finfo(dtype)
    edges = [info.max, info.tiny, info.smallest_subnormal, 3 * float(info.smallest_subnormal)]
    with np.errstate(over="ignore"):
        return np.array(SPECIAL + edges + [-edge for edge in edges], dtype)


def reference(name: str) -> Callable[..., Any]:
    return NUMPY.get(name) or getattr(np, name)


@lru_cache
def loop(name: str, arity: int) -> Any:
    f = getattr(scalar, name)

    def one(out: Any, x: Any) -> None:
        for i in range(out.size):
            out[i] = f(x[i])

    def two(out: Any, x: Any, y: Any) -> None:
        for i in range(out.size):
            out[i] = f(x[i], y[i])

    return numba.njit(error_model="numpy")(one if arity == 1 else two)


def assert_close(got: Array, expected: Array, *arguments: Array, ulp: float = 4.0) -> None:
    """Equal up to `ulp`, with the same NaNs, infinities and signs of zero."""
    with np.errstate(all="ignore"):
        size = np.maximum(np.spacing(np.abs(expected)), np.finfo(expected.dtype).smallest_subnormal)
        near = np.abs(got.astype(np.float64) - expected) <= ulp * size.astype(np.float64)
        near &= np.isfinite(got) & np.isfinite(expected)
    same = (got == expected) | (np.isnan(got) & np.isnan(expected))
    sign = (np.signbit(got) == np.signbit(expected)) | (expected != 0)
    wrong = np.flatnonzero(~(same | near) | ~sign)
    detail = [(tuple(a[i] for a in arguments), got[i], expected[i]) for i in wrong[:5]]
    assert not wrong.size, f"(arguments, got, expected): {detail}"


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("name", ["erf", "erfc"])
def test_numpy_error_functions_agree_with_the_c_library(name: str, dtype: Any) -> None:
    rng = np.random.default_rng(0)
    x = np.concatenate([rng.uniform(-6, 6, 3000), 10.0 ** rng.uniform(-30, 1.5, 1000), SPECIAL]).astype(dtype)
    got = getattr(elementary, name)(x)
    assert got.dtype == dtype
    assert_close(got, np.array([getattr(math, name)(float(value)) for value in x], dtype), x)


@pytest.mark.parametrize("name", sorted({*elementary.__all__} - {"number", "power"}))
@pytest.mark.parametrize("dtype", [np.float16, *FLOATS])
def test_numpy_forms_keep_dtype_and_shape(name: str, dtype: Any) -> None:
    """Differs from PyTorch: kernels decline half precision and NumPy computes it: processors have to widen it
    for every operation.
    """
    function = getattr(elementary, name)
    for shape in ((), (0,), (2, 3)):
        result = function(*[np.full(shape, 0.25, dtype)] * len(signature(function).parameters))
        assert isinstance(result, np.ndarray)
        assert (result.shape, result.dtype) == (shape, np.dtype(dtype))


def test_numpy_forms_of_complex_numbers() -> None:
    z = np.array([3 + 4j, -1j, 0j])
    np.testing.assert_allclose(elementary.sgn(z), [0.6 + 0.8j, -1j, 0])
    np.testing.assert_allclose(elementary.sigmoid(z), 1 / (1 + np.exp(-z)))
    np.testing.assert_allclose(elementary.rsqrt(z[:2]), z[:2] ** -0.5)
    np.testing.assert_allclose(elementary.angle(z), np.angle(z))
    np.testing.assert_array_equal(elementary.conj(z), z.conj())
    np.testing.assert_array_equal(elementary.real(z), [3, 0, 0])
    np.testing.assert_array_equal(elementary.imag(z), [4, -1, 0])


def test_real_and_conj_of_real_arrays_are_the_arrays_themselves() -> None:
    x = np.ones(3)
    assert elementary.real(x) is x
    assert elementary.conj(x) is x


@pytest.mark.parametrize("name", ["erf", "erfc"])
def test_error_function_of_complex_numbers_is_an_error(name: str) -> None:
    with pytest.raises(TypeError, match=rf"{name}: self must be real, got complex128"):
        getattr(elementary, name)(np.array([1j]))


def test_sigmoid_saturates_without_warnings() -> None:
    with np.errstate(all="raise", under="ignore"):
        np.testing.assert_array_equal(
            elementary.sigmoid(np.array([-np.inf, -1e4, 1e4, np.inf])), [0, 0, 1, 1]
        )


@needs_numba
@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("name", UNARY)
def test_kernel_form_does_what_the_numpy_form_does_at_special_values(name: str, dtype: Any) -> None:
    x = special(dtype)
    got = np.empty_like(x)
    loop(name, 1)(got, x)
    with np.errstate(all="ignore"):
        expected = reference(name)(x)
    assert_close(got, expected, x)


@needs_numba
@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("name", BINARY)
def test_kernel_form_of_two_arguments_does_what_the_numpy_form_does(name: str, dtype: Any) -> None:
    x, y = (grid.ravel() for grid in np.meshgrid(special(dtype), special(dtype)))
    if name in ("maximum", "minimum"):  # which zero is larger NumPy leaves open
        different = (x != 0) | (y != 0)
        x, y = x[different], y[different]
    got = np.empty_like(x)
    loop(name, 2)(got, x, y)
    with np.errstate(all="ignore"):
        expected = reference(name)(x, y)
    assert_close(got, expected, x, y)


@needs_numba
@pytest.mark.parametrize("name", PREDICATES)
def test_kernel_predicates_agree_with_numpy(name: str) -> None:
    x = special(np.float32)
    got = np.empty(x.shape, np.bool_)
    loop(name, 1)(got, x)
    np.testing.assert_array_equal(got, getattr(np, name)(x))


@needs_numba
@pytest.mark.parametrize("name", ["logical_and", "logical_or"])
def test_kernel_connectives_take_numbers_and_bools(name: str) -> None:
    x, y = np.array([0.0, -0.0, 2.0, np.nan], np.float32), np.array([True, False, True, False])
    got = np.empty(4, np.bool_)
    loop(name, 2)(got, x, y)
    np.testing.assert_array_equal(got, getattr(np, name)(x, y))


@needs_numba
def test_at_indexes_arrays_and_passes_scalars() -> None:
    at = scalar.at

    @numba.njit
    def scaled(out: Any, x: Any, factor: Any) -> None:
        for i in range(out.size):
            out[i] = at(x, i) * at(factor, i)

    x, out = np.arange(4.0), np.empty(4)
    scaled(out, x, 3.0)
    np.testing.assert_array_equal(out, 3 * x)
    scaled(out, x, x)
    np.testing.assert_array_equal(out, x * x)


@needs_numba
def test_where_and_maximum_keep_single_precision_beside_integers() -> None:
    where, maximum = scalar.where, scalar.maximum

    @numba.njit
    def both(x: Any) -> Any:
        return where(x > 0, x, 0), maximum(x, 1)

    both.compile((numba.float32,))
    result = both.overloads[(numba.float32,)].signature.return_type
    assert tuple(result) == (numba.float32, numba.float32)
    assert both(np.float32(-2.5)) == (0.0, 1.0)


@needs_numba
@pytest.mark.parametrize("dtype", FLOATS)
def test_remainders_of_numbers_of_all_sizes_are_exact(dtype: Any) -> None:
    rng = np.random.default_rng(0)
    bits = np.uint32 if dtype == np.float32 else np.uint64
    x, y = rng.integers(0, np.iinfo(bits).max, (2, 20_000), dtype=bits).view(dtype)
    near = rng.uniform(0.5, 2, 20_000).astype(dtype)
    # Just below a multiple
    products = np.nextafter(rng.integers(1, 2**22, 20_000).astype(dtype) * near, dtype(0))
    for dividend, divisor in [(x, y), (x, near), (products, near), (-products, near)]:
        got = np.empty_like(dividend)
        loop("fmod", 2)(got, dividend, divisor)
        with np.errstate(all="ignore"):
            np.testing.assert_array_equal(got, np.fmod(dividend, divisor))
