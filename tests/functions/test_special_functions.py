"""Special functions and their derivatives against mpmath, on grids that reach both ends of the numbers."""

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata import special
from derivata.generated import ops as internal

mpmath = pytest.importorskip("mpmath")
pytest.importorskip("scipy")

SMALL = 10.0 ** np.arange(-12, 1, 2.0)
WIDE = np.array([1e-8, 1e-4, 0.01, 0.3, 1.7, 4.2, 9.9, 25.0])
SIGNED = np.concatenate([-WIDE, WIDE])
FEW = WIDE[[1, 4, 6]]  # mpmath takes a second per point of some functions

Function = Callable[[Any], Any]

ONE_ARGUMENT: dict[str, tuple[Function, Function, Any]] = {
    "bessel_j0": (special.bessel_j0, lambda x: mpmath.besselj(0, x), SIGNED),
    "bessel_j1": (special.bessel_j1, lambda x: mpmath.besselj(1, x), SIGNED),
    "bessel_y0": (special.bessel_y0, lambda x: mpmath.bessely(0, x), FEW),
    "bessel_y1": (special.bessel_y1, lambda x: mpmath.bessely(1, x), FEW),
    "i0": (dv.i0, lambda x: mpmath.besseli(0, x), SIGNED),
    "i1": (special.i1, lambda x: mpmath.besseli(1, x), SIGNED),
    "i0e": (special.i0e, lambda x: mpmath.exp(-abs(x)) * mpmath.besseli(0, x), SIGNED),
    "i1e": (special.i1e, lambda x: mpmath.exp(-abs(x)) * mpmath.besseli(1, x), SIGNED),
    "modified_bessel_k0": (special.modified_bessel_k0, lambda x: mpmath.besselk(0, x), FEW),
    "modified_bessel_k1": (special.modified_bessel_k1, lambda x: mpmath.besselk(1, x), FEW),
    "scaled_modified_bessel_k0": (
        special.scaled_modified_bessel_k0,
        lambda x: mpmath.exp(x) * mpmath.besselk(0, x),
        FEW,
    ),
    "scaled_modified_bessel_k1": (
        special.scaled_modified_bessel_k1,
        lambda x: mpmath.exp(x) * mpmath.besselk(1, x),
        FEW,
    ),
    "spherical_bessel_j0": (special.spherical_bessel_j0, lambda x: mpmath.sin(x) / x, SIGNED),
    "airy_ai": (special.airy_ai, mpmath.airyai, np.concatenate([-WIDE[:6], WIDE[:7]])),
    "erfinv": (dv.erfinv, mpmath.erfinv, np.concatenate([[-0.99, -0.6], SMALL[:-1], [0.3, 0.9, 0.99999]])),
    "erfcx": (
        special.erfcx,
        lambda x: mpmath.exp(x * x) * mpmath.erfc(x),
        np.concatenate([-WIDE[:6], WIDE, [13.9, 14.1, 200.0]]),
    ),
    "ndtr": (special.ndtr, mpmath.ncdf, np.concatenate([-WIDE, WIDE])),
    "ndtri": (
        special.ndtri,
        lambda p: mpmath.sqrt(2) * mpmath.erfinv(2 * p - 1),
        np.array([1e-20, 1e-8, 1e-3, 0.07, 0.3, 0.4999, 0.5001, 0.8, 0.999]),
    ),
    "log_ndtr": (
        special.log_ndtr,
        lambda x: mpmath.log(mpmath.ncdf(x)),
        np.array([-100.0, -20, -5, -1.01, -0.99, -0.1, 1e-6, 0.5, 3, 8]),
    ),
    "entr": (special.entr, lambda x: -x * mpmath.log(x), WIDE),
    "mvlgamma": (
        lambda x: dv.mvlgamma(x, 3),
        lambda x: mpmath.log(mpmath.pi) * 1.5 + sum(mpmath.loggamma(x - 0.5 * j) for j in range(3)),
        np.array([1.1, 1.7, 3.0, 25.0]),
    ),
    "zeta": (lambda q: special.zeta(2.5, q), lambda q: mpmath.zeta(2.5, q), np.array([0.1, 0.7, 3.0, 20.0])),
    "xlog1py": (
        lambda y: special.xlog1py(1.5, y),
        lambda y: 1.5 * mpmath.log1p(y),
        np.array([-0.9, 1e-9, 2.0, 1e5]),
    ),
}


def derivatives(function: Function, points: Any) -> list[Any]:
    """Return the values and the first two derivatives."""
    x = dv.tensor(points, requires_grad=True)
    y = function(x)
    (first,) = dv.autograd.grad(y.sum(), [x], create_graph=True)
    (second,) = dv.autograd.grad(first.sum(), [x])
    return [y.detach().numpy(), first.detach().numpy(), second.numpy()]


def references(function: Function, points: Any) -> list[Any]:
    with mpmath.workdps(30):
        return [np.array([float(mpmath.diff(function, mpmath.mpf(x), k)) for x in points]) for k in range(3)]


@pytest.mark.parametrize("name", ONE_ARGUMENT)
def test_values_and_two_derivatives_agree_with_mpmath(name: str) -> None:
    function, reference, points = ONE_ARGUMENT[name]
    found = derivatives(function, points)
    for order, (got, wanted) in enumerate(zip(found, references(reference, points), strict=True)):
        size = np.abs(wanted) + (1e-3 if name.startswith(("bessel", "spherical")) else 1e-12)
        error = np.abs(got - wanted) / size
        worst = int(error.argmax())
        assert error.max() < 1e-10, (order, points[worst], got[worst], wanted[worst])


POLYNOMIALS: dict[str, Callable[[int, Any], Any]] = {
    "chebyshev_polynomial_t": mpmath.chebyt,
    "chebyshev_polynomial_u": mpmath.chebyu,
    "chebyshev_polynomial_v": lambda n, x: mpmath.chebyu(n, x) - (mpmath.chebyu(n - 1, x) if n else 0),
    "chebyshev_polynomial_w": lambda n, x: mpmath.chebyu(n, x) + (mpmath.chebyu(n - 1, x) if n else 0),
    "hermite_polynomial_h": mpmath.hermite,
    "hermite_polynomial_he": lambda n, x: mpmath.mpf(2) ** (-0.5 * n) * mpmath.hermite(n, x / mpmath.sqrt(2)),
    "laguerre_polynomial_l": lambda n, x: sum(
        mpmath.binomial(n, k) * (-x) ** k / mpmath.factorial(k) for k in range(n + 1)
    ),
    "legendre_polynomial_p": mpmath.legendre,
}


@pytest.mark.parametrize("name", POLYNOMIALS)
def test_polynomials_and_two_derivatives_agree_with_mpmath(name: str) -> None:
    points = np.array([-1.0, -0.6, 0.25, 0.9, 1.0, 1.5])
    for n in (0, 1, 2, 3, 8):
        found = derivatives(lambda x, n=n: getattr(special, name)(x, n), points)
        wanted = references(lambda x, n=n: POLYNOMIALS[name](n, x), points)
        np.testing.assert_allclose(found, wanted, 1e-12, 1e-9, err_msg=f"degree {n}")


def test_shifted_polynomials_have_the_interval_from_0_to_1() -> None:
    x = np.linspace(0, 1, 5)
    for kind in "tuvw":
        shifted = getattr(special, f"shifted_chebyshev_polynomial_{kind}")(dv.tensor(x), 4)
        plain = getattr(special, f"chebyshev_polynomial_{kind}")(dv.tensor(2 * x - 1), 4)
        np.testing.assert_array_equal(shifted.numpy(), plain.numpy())


def test_polynomials_below_degree_0_are_0() -> None:
    """Polynomials of negative degree are 0, with gradient 0."""
    x = dv.tensor([0.5, -2.0], requires_grad=True)
    for name in (*POLYNOMIALS, "shifted_chebyshev_polynomial_v"):
        y = getattr(special, name)(x, dv.tensor([-1, -3]))
        assert y.tolist() == [0.0, 0.0], name
        y.sum().backward()
        assert x.grad is not None and x.grad.tolist() == [0.0, 0.0], name


def test_bessel_functions_have_derivatives_of_every_order() -> None:
    """Differs from PyTorch: Bessel functions and orthogonal polynomials have derivatives; PyTorch's are constants."""
    x = dv.tensor(1.75, dtype=dv.float64, requires_grad=True)
    y = special.bessel_j1(x)
    for order in range(5):
        wanted = float(mpmath.besselj(1, 1.75, derivative=order))
        assert abs(y.item() - wanted) < 1e-13
        (y,) = dv.autograd.grad(y, [x], create_graph=True)


def test_no_derivative_in_orders_and_exponents() -> None:
    """A gradient in the degree of a polynomial or in the exponent of zeta is an error that says why."""
    n = dv.tensor(2.0, requires_grad=True)
    with pytest.raises(NotImplementedError, match="the degree is a whole number"):
        special.legendre_polynomial_p(dv.tensor(0.5), n).backward()
    with pytest.raises(NotImplementedError, match="no closed form"):
        special.zeta(n, dv.tensor(0.5)).backward()


def test_values_at_the_ends() -> None:
    inf, nan = np.inf, np.nan
    cases: list[tuple[Any, list[float], list[float]]] = [
        (dv.erfinv, [-1, 1, 1.5, nan], [-inf, inf, nan, nan]),
        (special.ndtri, [0, 1, -0.5, 0.5], [-inf, inf, nan, 0]),
        (special.entr, [0, -1, -inf, nan], [0, -inf, -inf, nan]),
        (special.spherical_bessel_j0, [0, inf, -inf, nan], [1, 0, 0, nan]),
        (special.bessel_y0, [0, -1], [-inf, nan]),
        (special.modified_bessel_k1, [0, -1, inf], [inf, nan, 0]),
        (special.ndtr, [-inf, inf, nan], [0, 1, nan]),
        (special.log_ndtr, [-inf, inf, nan], [-inf, 0, nan]),
    ]
    for function, points, wanted in cases:
        np.testing.assert_array_equal(function(dv.tensor(points, dtype=dv.float64)).numpy(), wanted)


def test_integers_become_floating_point_numbers() -> None:
    """Special functions of integers give the default floating dtype."""
    x = dv.tensor([1, 2])
    for function in (dv.i0, special.erfcx, special.ndtr, special.bessel_j0, special.i1e):
        assert function(x).dtype == dv.float32
    assert special.hermite_polynomial_h(x, 2).dtype == dv.float32


def test_names_of_special_are_those_of_ops_elsewhere() -> None:
    """Functions of `special` that PyTorch has under another name too are the same function."""
    assert special.expit is dv.sigmoid
    assert special.psi is special.digamma is dv.digamma
    assert special.gammaln is dv.lgamma
    assert special.multigammaln is dv.mvlgamma
    assert special.softmax is dv.nn.functional.softmax


def test_everything_of_torch_special_is_there() -> None:
    torch = pytest.importorskip("torch")
    assert set(torch.special.__all__) <= set(special.__all__)


def test_order_of_internal_functions_may_be_negative() -> None:
    x = dv.tensor([0.5, 2.0], dtype=dv.float64)
    np.testing.assert_allclose(internal._bessel_j(x, -1).numpy(), -special.bessel_j1(x).numpy())
    np.testing.assert_allclose(internal._bessel_k(x, -1).numpy(), special.modified_bessel_k1(x).numpy())


def test_mvlgamma_refuses_fewer_than_one_dimension() -> None:
    with pytest.raises(RuntimeError, match="p has to be greater than or equal to 1, got 0"):
        dv.mvlgamma(dv.tensor([2.0]), 0)


def test_without_scipy_the_error_names_the_function() -> None:
    """Without SciPy, the special functions that need it say so; the rest of derivata works."""
    code = """if True:
        import sys
        sys.modules["scipy"] = None
        import derivata as dv
        assert dv.erfinv(dv.tensor(0.5)).item() > 0
        try:
            dv.i0(dv.tensor(1.0))
        except ImportError as error:
            print(error)
    """
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "i0: needs SciPy, which is not installed; pip install derivata[scipy]"
