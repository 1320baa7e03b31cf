"""Minimisation: every method against a known minimum, nested parameters, bounds, constraints, implicit derivatives."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import derivata as dv

optimize = pytest.importorskip("scipy.optimize")
minimize = dv.scipy.optimize.minimize

WITH_GRADIENTS = (
    None,
    "CG",
    "BFGS",
    "Newton-CG",
    "L-BFGS-B",
    "TNC",
    "SLSQP",
    "trust-ncg",
    "trust-krylov",
    "trust-exact",
)


def rosenbrock(p: dict[str, dv.Tensor]) -> dv.Tensor:
    return (1 - p["x"]) ** 2 + 100 * (p["y"] - p["x"] ** 2) ** 2


def numpy_rosenbrock(v: np.ndarray) -> float:
    return float((1 - v[0]) ** 2 + 100 * (v[1] - v[0] ** 2) ** 2)


@pytest.mark.parametrize("method", [*WITH_GRADIENTS, "trust-constr", "dogleg", "Nelder-Mead", "Powell"])
def test_every_method_finds_the_minimum(method: str | None) -> None:
    start = {"x": 0.9, "y": 0.75} if method == "dogleg" else {"x": -0.7, "y": 1.0}
    options = {"gtol": 1e-8} if method == "trust-constr" else None
    found = minimize(rosenbrock, start, method=method, options=options)
    assert [found.x["x"].item(), found.x["y"].item()] == pytest.approx([1, 1], abs=2e-3)
    assert found.x["x"].dtype == dv.float64


@pytest.mark.parametrize("method", ["BFGS", "L-BFGS-B", "SLSQP", "CG"])
def test_steps_are_those_of_scipy_with_the_gradient_written_by_hand(method: str) -> None:
    def by_hand(v: np.ndarray) -> tuple[float, np.ndarray]:
        inner = v[1] - v[0] ** 2
        return numpy_rosenbrock(v), np.array([-2 * (1 - v[0]) - 400 * v[0] * inner, 200 * inner])

    options = {"maxiter": 8}
    theirs = optimize.minimize(by_hand, [-0.7, 1.0], jac=True, method=method, options=options)
    ours = minimize(rosenbrock, {"x": -0.7, "y": 1.0}, method=method, options=options)
    assert (ours.nfev, ours.nit) == (theirs.nfev, theirs.nit)
    np.testing.assert_allclose([ours.x["x"].item(), ours.x["y"].item()], theirs.x, rtol=1e-9)


@dataclass
class Line:
    slope: Any
    offset: Any


def test_parameters_come_as_they_are_in_x0_and_so_does_the_minimum() -> None:
    x, y = dv.linspace(0, 1, 5, dtype=dv.float64), dv.linspace(1, 4, 5, dtype=dv.float64)

    def misfit(line: Line, weights: dv.Tensor) -> dv.Tensor:
        return (weights * (line.slope * x + line.offset["at 0"][0] - y) ** 2).sum()

    found = minimize(misfit, Line(0.0, {"at 0": (np.zeros(()),)}), (dv.ones(5, dtype=dv.float64),))
    assert found.x.slope.item() == pytest.approx(3, abs=1e-5)
    assert found.x.offset["at 0"][0].item() == pytest.approx(1, abs=1e-5)


def test_a_list_of_numbers_is_an_array_and_float32_stays_float32() -> None:
    seen = []

    def far(x: dv.Tensor) -> dv.Tensor:
        seen.append(x.dtype)
        return (x - 2).square().sum()

    assert minimize(far, [0, 1]).x.tolist() == pytest.approx([2, 2])
    assert set(seen) == {dv.float64}
    seen.clear()
    assert minimize(far, dv.zeros(2)).x.dtype == dv.float32
    assert set(seen) == {dv.float32}


def test_bounds_have_the_structure_of_x0_or_scipys_form() -> None:
    def far(x: dict[str, dv.Tensor]) -> dv.Tensor:
        return (x["a"] - 3).square().sum() + x["b"] ** 2

    start = {"a": np.zeros(2), "b": 1.0}
    for bounds in (
        {"a": (None, [1, 2]), "b": (0.5, None)},
        [(None, 1), (None, 2), (0.5, None)],
        optimize.Bounds([-9, -9, 0.5], [1, 2, 9]),
    ):
        found = minimize(far, start, bounds=bounds)
        assert [*found.x["a"].tolist(), found.x["b"].item()] == pytest.approx([1, 2, 0.5])
    unbounded = minimize(far, start, bounds={"a": None, "b": (None, None)})
    assert unbounded.x["a"].tolist() == pytest.approx([3, 3], abs=1e-5)


@pytest.mark.parametrize("method", ["SLSQP", "trust-constr", "COBYLA"])
def test_constraints_get_the_parameters_as_they_are(method: str) -> None:
    def inside(x: dict[str, dv.Tensor], radius: float = 1.0) -> dv.Tensor:
        return radius**2 - x["p"].square().sum()

    for constraint in (
        {"type": "ineq", "fun": inside, "args": (1.0,)},
        optimize.NonlinearConstraint(inside, 0, np.inf),
        (optimize.LinearConstraint([[1, 1]], -9, 2**0.5),),
    ):
        found = minimize(
            lambda x: (x["p"] - 3).square().sum(), {"p": [0.1, 0.0]}, method=method, constraints=constraint
        )
        assert found.x["p"].tolist() == pytest.approx([0.5**0.5] * 2, abs=1e-3)


def test_jacobians_of_constraints_save_scipy_its_differences() -> None:
    calls = []

    def inside(x: dv.Tensor) -> dv.Tensor:
        calls.append(x)
        return 1 - x.square().sum()

    found = minimize(
        lambda x: (x - 3).square().sum(), np.zeros(20), constraints={"type": "ineq", "fun": inside}
    )
    assert found.success and len(calls) < 20 * found.njev


def test_derivatives_that_are_given_are_used() -> None:
    def gradient(p: dict[str, dv.Tensor]) -> dict[str, dv.Tensor]:
        asked.append(p)
        inner = p["y"] - p["x"] ** 2
        return {"x": -2 * (1 - p["x"]) - 400 * p["x"] * inner, "y": 200 * inner}

    asked: list[Any] = []
    start = {"x": -0.7, "y": 1.0}
    found = minimize(rosenbrock, start, jac=gradient)
    both = minimize(lambda p: (rosenbrock(p), gradient(p)), start, jac=True)
    differences = minimize(rosenbrock, start, jac="2-point")
    assert asked and found.nfev == both.nfev < differences.nfev
    assert found.x["x"].item() == both.x["x"].item() == pytest.approx(1, abs=1e-5)


def test_callbacks_get_the_parameters_and_may_stop() -> None:
    seen: list[Any] = []

    def plain(x: dict[str, dv.Tensor]) -> None:
        seen.append(x["x"].item())

    def named(intermediate_result: Any) -> None:
        seen.append((intermediate_result.x["x"].item(), intermediate_result.fun))
        if len(seen) == 3:
            raise StopIteration

    found = minimize(rosenbrock, {"x": -0.7, "y": 1.0}, callback=plain)
    assert len(seen) == found.nit and seen[-1] == found.x["x"].item()
    seen.clear()
    minimize(rosenbrock, {"x": -0.7, "y": 1.0}, callback=named, method="BFGS")
    assert len(seen) == 3


@pytest.mark.parametrize("method", ["trust-exact", "Newton-CG"])
def test_a_minimum_has_derivatives_by_args(method: str) -> None:
    """By the implicit function theorem: reverse, forward and second derivatives, against finite differences."""

    def minimum(target: dv.Tensor, weight: dv.Tensor) -> dv.Tensor:
        def valley(x: dv.Tensor, given: dict[str, dv.Tensor]) -> dv.Tensor:
            return ((x - given["target"]) ** 4).sum() + given["weight"] * x.square().sum()

        options = {"gtol": 1e-13} if method == "trust-exact" else {"xtol": 1e-14}
        args = ({"target": target, "weight": weight},)
        return minimize(valley, [0.5, 0.5], args, method=method, options=options).x

    inputs = [
        dv.tensor([3.0, 1.0], dtype=dv.float64, requires_grad=True),
        dv.tensor(0.7, dtype=dv.float64, requires_grad=True),
    ]
    assert dv.autograd.gradcheck(minimum, inputs, check_forward_ad=True)
    assert dv.autograd.gradgradcheck(minimum, inputs)


@pytest.mark.parametrize("method", [None, "TNC", "SLSQP"])
@pytest.mark.parametrize("form", ["pairs", "of x0", "Bounds"])
def test_a_minimum_in_bounds_has_derivatives_by_args(method: str | None, form: str) -> None:
    """Numbers at a bound stay there, and the others move along: against finite differences, forward and reverse."""
    options = {} if method == "TNC" else {"ftol": 1e-15}
    bounds: Any = {
        "pairs": [(None, 0.4), (-9, None), (2.0, 2.0)],
        "of x0": {"a": (None, dv.tensor([0.4, np.inf])), "b": (2, 2)},
        "Bounds": optimize.Bounds([-np.inf, -9, 2], [0.4, np.inf, 2]),
    }[form]

    def minimum(weight: dv.Tensor) -> dv.Tensor:
        def valley(x: dict[str, dv.Tensor], weight: dv.Tensor) -> dv.Tensor:
            a, b = x["a"], x["b"]
            return (a[0] - weight[0]) ** 2 + (a[1] - weight[1] * a[0] * b) ** 2 + (b * weight[1]).exp()

        start = {"a": np.array([0.1, 0.2]), "b": 2.0}
        x = minimize(valley, start, (weight,), method, bounds=bounds, tol=1e-12, options=options).x
        return dv.cat([x["a"], x["b"].reshape(1)])

    weight = dv.tensor([1.3, 0.6], dtype=dv.float64, requires_grad=True)
    found = minimum(weight)
    assert found.tolist() == pytest.approx([0.4, 0.48, 2.0], abs=1e-6)
    jacobian = dv.func.jacrev(minimum)(weight).tolist()
    assert jacobian == [[0.0, 0.0], pytest.approx([0.0, 0.8], abs=1e-6), [0.0, 0.0]]
    assert dv.autograd.gradcheck(minimum, weight, eps=1e-2, atol=1e-4, check_forward_ad=True)


def test_where_a_minimum_has_no_derivatives_args_with_history_are_refused() -> None:
    a = dv.tensor(1.0, requires_grad=True)
    given: list[dict[str, Any]] = [
        {"constraints": {"type": "ineq", "fun": lambda x: 1 - x}},
        {"bounds": [(0, 1)], "method": "trust-constr"},
    ]
    for options in given:
        with pytest.raises(
            RuntimeError, match=r"^minimize: expected args without history, .* pass args.detach\(\)$"
        ):
            minimize(lambda x, a: (x - a) ** 2, 0.0, (a,), **options)
    assert minimize(lambda x, a: (x - a) ** 2, 0.0, (a.detach(),), bounds=[(0, 0.5)]).x.item() == 0.5


@pytest.mark.parametrize(
    ("fun", "x0", "error", "text"),
    [
        (
            lambda x: x.sum().item(),
            [1.0],
            TypeError,
            "to return a tensor of one real number, got float; reduce",
        ),
        (lambda x: x, [1.0, 2.0], TypeError, r"got shape \(2,\) of float64; reduce it"),
        (lambda x: x.detach().sum(), [1.0], RuntimeError, "got one without history; compute it with ops"),
        (lambda x: x, {"a": "b"}, TypeError, "expected real numbers in x0, got str; mark constant fields"),
        (lambda x: x, [1j], TypeError, "expected real numbers in x0, got complex of complex128"),
    ],
)
def test_what_cannot_be_minimised_is_refused(fun: Any, x0: Any, error: type, text: str) -> None:
    with pytest.raises(error, match=f"^minimize: .*{text}"):
        minimize(fun, x0)


@pytest.mark.parametrize(
    ("bounds", "text"),
    [
        (
            {"a": (0, 1)},
            r"bounds in the structure of x0, dict\('a': \*, 'b': \*\), got dict; give each",
        ),
        ({"a": 0, "b": None}, r"to be a pair \(low, high\) or None, got 0; write None"),
    ],
)
def test_bounds_that_do_not_fit_are_refused(bounds: Any, text: str) -> None:
    with pytest.raises(ValueError, match=f"^minimize: expected .*{text}"):
        minimize(lambda x: x["a"] + x["b"], {"a": 1.0, "b": 2.0}, bounds=bounds)


def test_gradients_that_are_no_tensors_are_refused() -> None:
    with pytest.raises(
        TypeError, match=r"^minimize: expected jac to return tensors, got str; return what the ops gave"
    ):
        minimize(lambda x: x**2, 1.0, jac=lambda x: "2x")


def test_without_scipy_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "scipy.optimize", None)
    with pytest.raises(
        ImportError, match=r"^minimize: needs SciPy, which is not installed; pip install 'derivata\[scipy\]'"
    ):
        minimize(rosenbrock, {"x": 0.0, "y": 0.0})


def differential_equation(p: dict[str, dv.Tensor], rate: Any = 1.0) -> dv.Tensor:
    """How far a network is from the solution of ``y' = -rate y``, by derivatives at points of its own."""
    t = dv.linspace(0, 1, 6, dtype=dv.float64).reshape(6, 1).requires_grad_()
    y = dv.tanh(t @ p["into"] + p["shift"]) @ p["out"]
    (slope,) = dv.autograd.grad(y.sum(), t, create_graph=True)
    return (slope + rate * y).square().mean() + (y[0, 0] - 1).square()


def a_network() -> dict[str, np.ndarray]:
    rs = np.random.RandomState(0)
    return {"into": rs.randn(1, 3), "shift": np.zeros(3), "out": rs.randn(3, 1)}


@pytest.mark.parametrize("method", ["BFGS", "Newton-CG", "trust-exact"])
def test_a_function_may_differentiate_at_points_of_its_own(method: str) -> None:
    found = minimize(differential_equation, a_network(), method=method, options={"maxiter": 150})
    p = found.x
    y = dv.tanh(dv.tensor([[0.5]], dtype=dv.float64) @ p["into"] + p["shift"]) @ p["out"]
    assert y.item() == pytest.approx(np.exp(-0.5), abs=5e-3)


def test_the_minimum_of_a_function_that_differentiates_has_derivatives() -> None:
    def moved(x: dv.Tensor, shift: dv.Tensor) -> dv.Tensor:
        t = dv.zeros(2, dtype=dv.float64).requires_grad_()
        (slope,) = dv.autograd.grad((t.exp() * (x - shift)).sum(), t, create_graph=True)
        return slope.square().sum()  # of x - shift

    shift = dv.tensor([1.0, -2.0], dtype=dv.float64, requires_grad=True)
    found = minimize(moved, np.zeros(2), args=(shift,)).x
    assert found.tolist() == pytest.approx([1, -2], abs=1e-6)
    (slope,) = dv.autograd.grad(found[0], shift)
    assert slope.tolist() == pytest.approx([1, 0], abs=1e-6)


def test_a_leaf_from_outside_is_still_refused() -> None:
    outside = dv.tensor(2.0, dtype=dv.float64, requires_grad=True)

    def both(x: dv.Tensor) -> dv.Tensor:
        t = dv.zeros(2, dtype=dv.float64).requires_grad_()
        (slope,) = dv.autograd.grad((t.exp() * x).sum(), t, create_graph=True)
        return (slope - outside).square().sum()

    with pytest.raises(RuntimeError, match=r"^minimize: expected a function of its arguments alone"):
        minimize(both, np.zeros(2))
