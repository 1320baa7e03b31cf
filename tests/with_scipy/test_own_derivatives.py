"""Functions given to SciPy's solvers that differentiate by themselves, at points of their own."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import derivata as dv

pytest.importorskip("scipy")
optimize, integrate = dv.scipy.optimize, dv.scipy.integrate


def same(y: dv.Tensor) -> dv.Tensor:
    """Return `y`, as the derivative of exp(t) y at t = 0."""
    t = dv.zeros(y.shape, dtype=dv.float64).requires_grad_()
    (slope,) = dv.autograd.grad((t.exp() * y).sum(), t, create_graph=True)
    return slope


def at_the_end(found: Any) -> dv.Tensor:
    end: dv.Tensor = found.y[:, -1]
    return end


SOLVERS: dict[str, tuple[Callable[[Any], Any], Any]] = {
    "root": (lambda f: optimize.root(lambda x: f(x) - 1, np.zeros(2)).x, [1, 1]),
    "fixed_point": (lambda f: optimize.fixed_point(lambda x: f(x) / 2 + 1, np.zeros(2)), [2, 2]),
    "least_squares": (lambda f: optimize.least_squares(lambda x: f(x) - 3, np.zeros(2)).x, [3, 3]),
    "brentq": (lambda f: optimize.brentq(lambda x: f(x) - 0.25, 0.0, 1.0), 0.25),
    "newton": (lambda f: optimize.newton(lambda x: f(x) - 0.25, 0.1), 0.25),
    "quad": (lambda f: integrate.quad(lambda x: f(x * x), 0, 1)[0], 1 / 3),
    "solve_ivp": (
        lambda f: at_the_end(integrate.solve_ivp(lambda t, y: -f(y), (0, 1), [1.0], rtol=1e-8)),
        [np.exp(-1)],
    ),
    "solve_ivp by BDF": (
        lambda f: at_the_end(integrate.solve_ivp(lambda t, y: -f(y), (0, 1), [1.0], "BDF", rtol=1e-7)),
        [np.exp(-1)],
    ),
}
named = pytest.mark.parametrize("name", SOLVERS)


@named
def test_a_function_that_differentiates_is_solved(name: str) -> None:
    solve, expected = SOLVERS[name]
    assert solve(same).tolist() == pytest.approx(expected, abs=1e-5)


@named
def test_tensors_from_outside_are_refused_beside_its_own(name: str) -> None:
    outside = dv.tensor(1.0, dtype=dv.float64, requires_grad=True)
    with pytest.raises(RuntimeError, match="uses a tensor from outside that requires grad"):
        SOLVERS[name][0](lambda y: same(y) * outside)


def test_solutions_have_derivatives_by_arguments() -> None:
    k = dv.tensor(1.0, dtype=dv.float64, requires_grad=True)
    found = integrate.solve_ivp(lambda t, y, k: -k * same(y), (0, 1), [1.0], args=(k,), rtol=1e-8)
    (slope,) = dv.autograd.grad(at_the_end(found).sum(), k)
    assert slope.item() == pytest.approx(-np.exp(-1), rel=1e-5)
