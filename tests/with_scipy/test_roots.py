"""Roots, fixed points, least squares and fits: SciPy's values, derivatives against differences, what is refused."""

from typing import Any

import numpy as np
import pytest

import derivata as dv

optimize = pytest.importorskip("scipy.optimize")
ours = dv.scipy.optimize


def leaf(*numbers: float) -> dv.Tensor:
    return dv.tensor(numbers, dtype=dv.float64, requires_grad=True)


def proven(function: Any, *inputs: dv.Tensor) -> None:
    """First derivatives of both modes and second ones, against finite differences."""
    assert dv.autograd.gradcheck(function, inputs, check_forward_ad=True)
    assert dv.autograd.gradgradcheck(function, inputs)


def curves(p: Any, a: dv.Tensor) -> Any:
    return p["x"].exp() - a[0] * p["y"], p["y"] ** 3 - a[1] - p["x"]


def numpy_curves(v: np.ndarray, a: np.ndarray) -> list[float]:
    return [np.exp(v[0]) - a[0] * v[1], v[1] ** 3 - a[1] - v[0]]


@pytest.mark.parametrize("method", ["hybr", "lm", "broyden1", "krylov", "df-sane"])
def test_roots_are_scipys_and_have_derivatives(method: str) -> None:
    def solved(a: dv.Tensor) -> dv.Tensor:
        found = ours.root(curves, {"x": 0.8, "y": 1.3}, (a,), method, tol=1e-13)
        return dv.stack([found.x["x"], found.x["y"]])

    a = leaf(2.0, 1.0)
    theirs = optimize.root(numpy_curves, [0.8, 1.3], a.detach().numpy(), tol=1e-13)
    np.testing.assert_allclose(solved(a).detach(), theirs.x, rtol=1e-9)
    if method in ("hybr", "lm"):
        proven(solved, a)


def test_jacobians_save_scipy_its_differences_unless_these_are_wanted() -> None:
    calls = []

    def fun(x: dv.Tensor) -> dv.Tensor:
        calls.append(x)
        return x**3 - dv.arange(1, 21, dtype=dv.float64)

    assert ours.root(fun, np.ones(20)).success
    few = len(calls)
    calls.clear()
    assert ours.root(fun, np.ones(20), jac=False).success and len(calls) > few
    calls.clear()
    assert ours.root(fun, np.ones(20), jac=lambda x: np.diag(3 * x**2)).success and len(calls) <= few
    both = ours.root(lambda x: (x**3 - 8, np.diag(3 * x.reshape(-1).numpy() ** 2)), [1.0], jac=True)
    assert both.x.tolist() == pytest.approx([2])


def test_callbacks_of_root_get_the_parameters() -> None:
    seen: list[Any] = []
    ours.root(
        curves,
        {"x": 0.8, "y": 1.3},
        leaf(2.0, 1.0).detach(),
        "broyden1",
        callback=lambda x, f: seen.append(x),
    )
    assert seen and set(seen[0]) == {"x", "y"}


@pytest.mark.parametrize("method", ["del2", "iteration"])
def test_fixed_points_are_scipys_and_have_derivatives(method: str) -> None:
    def nested(a: dv.Tensor) -> dv.Tensor:
        point = ours.fixed_point(
            lambda x, a: {"k": dv.cos(x["k"] * a[1]), "x": [dv.cos(x["x"][0] * a[0])]},
            {"x": [np.array([0.5])], "k": 0.4},
            (a,),
            1e-14,
            2000,
            method,
        )
        return dv.cat([point["x"][0], point["k"].reshape(-1)])

    def flat(a: dv.Tensor) -> dv.Tensor:
        return ours.fixed_point(lambda x, a: dv.cos(x * a), [0.5, 0.4], (a,), 1e-14, 2000, method)

    theirs = optimize.fixed_point(lambda x: np.cos(x * [0.5, 0.9]), [0.5, 0.4], (), 1e-14, 2000, method)
    np.testing.assert_allclose(flat(leaf(0.5, 0.9)).detach(), theirs, rtol=1e-12)
    assert nested(leaf(0.5, 0.9)).tolist() == pytest.approx(theirs.tolist())
    proven(flat, leaf(0.5, 0.9))


@pytest.mark.parametrize("loss", ["linear", "soft_l1", "huber", "cauchy", "arctan"])
@pytest.mark.parametrize("bounds", [None, ([-9, 0.2], [9, 0.9]), {"a": (None, 9), "b": (0.2, 0.9)}])
def test_least_squares_are_scipys_and_have_derivatives(loss: str, bounds: Any) -> None:
    t = np.linspace(0, 2, 7)

    def solved(y: dv.Tensor) -> dv.Tensor:
        found = ours.least_squares(
            lambda p, y, scale=1.0: scale * p["a"] * dv.exp(-p["b"] * t) - y,
            {"a": 1.0, "b": 0.5},
            bounds=bounds,
            loss=loss,
            f_scale=0.7,
            args=(y,),
            kwargs={"scale": 1.5},
            xtol=1e-15,
            ftol=1e-15,
            gtol=1e-13,
        )
        return dv.stack([found.x["a"], found.x["b"]])

    y = (3 * np.exp(-1.2 * t) + 0.2 * np.sin(9 * t)).tolist()
    theirs = optimize.least_squares(
        lambda p: 1.5 * p[0] * np.exp(-p[1] * t) - y,
        [1.0, 0.5],
        bounds=(-np.inf, np.inf) if bounds is None else ([-np.inf, 0.2], [9, 0.9]),
        loss=loss,
        f_scale=0.7,
        xtol=1e-15,
        ftol=1e-15,
        gtol=1e-13,
    )
    found = solved(leaf(*y))
    np.testing.assert_allclose(found.detach(), theirs.x, rtol=1e-5)
    if bounds is not None:
        assert found[1].item() == pytest.approx(0.9)
        assert np.count_nonzero(dv.autograd.grad(found[1], leaf(*y), allow_unused=True)[0] or 0) == 0
    assert dv.autograd.gradcheck(solved, leaf(*y), check_forward_ad=True, eps=1e-4, atol=1e-4)
    if bounds is None and loss == "soft_l1":
        assert dv.autograd.gradgradcheck(solved, leaf(*y), eps=1e-4, atol=1e-4)


@pytest.mark.parametrize("method", ["lm", "trf", "dogbox"])
def test_every_method_of_least_squares_takes_the_jacobian(method: str) -> None:
    found = ours.least_squares(
        lambda x: dv.stack([10 * (x[1] - x[0] ** 2), 1 - x[0]]), [-1.2, 1.0], method=method
    )
    assert found.x.tolist() == pytest.approx([1, 1])
    by_differences = ours.least_squares(lambda x: x - 1, [0.0], "3-point", method=method)
    assert by_differences.x.tolist() == pytest.approx([1])


def test_callbacks_and_losses_of_least_squares_may_be_functions() -> None:
    a = leaf(1.0)

    def loss(z: np.ndarray) -> np.ndarray:
        return np.stack([z, np.ones_like(z), np.zeros_like(z)])

    found = ours.least_squares(lambda x, a: x**2 - a, [2.0], loss=loss, args=(a.detach(),))
    assert found.x.tolist() == pytest.approx([1])
    with pytest.raises(
        RuntimeError, match=r"^least_squares: .* while the loss is a function of arrays; pass args"
    ):
        ours.least_squares(lambda x, a: x**2 - a, [2.0], loss=loss, args=(a,))


@pytest.mark.parametrize("sigma", ["none", "deviations", "covariance"])
def test_fits_are_scipys_and_have_derivatives_by_the_data(sigma: str) -> None:
    x = np.linspace(0, 2, 6)
    y = 2 * np.exp(-0.8 * x) + 0.1 * np.sin(7 * x)
    deviations = {
        "none": None,
        "deviations": 0.5 + x,
        "covariance": np.eye(6) + 0.3 * np.eye(6, k=1) + 0.3 * np.eye(6, k=-1),
    }
    theirs = optimize.curve_fit(lambda x, a, b: a * np.exp(-b * x), x, y, sigma=deviations[sigma])

    def model(x: dv.Tensor, a: dv.Tensor, b: dv.Tensor) -> dv.Tensor:
        return a * dv.exp(-b * x)

    def fitted(x: dv.Tensor, y: dv.Tensor, *sigma: dv.Tensor) -> dv.Tensor:
        return ours.curve_fit(model, x, y, sigma=sigma[0] if sigma else None, xtol=1e-14, ftol=1e-14)[0]

    popt, pcov = ours.curve_fit(model, x, y, sigma=deviations[sigma])
    np.testing.assert_allclose(popt, theirs[0], rtol=1e-6)
    np.testing.assert_allclose(pcov, theirs[1], rtol=1e-4)
    data = [x, y, *([] if deviations[sigma] is None else [deviations[sigma]])]
    inputs = [dv.from_numpy(np.array(part)).requires_grad_() for part in data]
    if sigma == "covariance":
        assert dv.autograd.gradcheck(
            lambda x, y: fitted(x, y, inputs[2].detach()), inputs[:2], eps=1e-4, atol=1e-4
        )
    else:
        assert dv.autograd.gradcheck(fitted, inputs, check_forward_ad=True, eps=1e-4, atol=1e-4)


def test_a_fit_in_bounds_or_with_data_left_out_refuses_history() -> None:
    def line(x: dv.Tensor, a: dv.Tensor) -> dv.Tensor:
        return a * x

    x, y = np.arange(3.0), leaf(0.0, 1.0, 2.0)
    assert ours.curve_fit(line, x, y.detach(), [0.5], bounds=(0, 0.9))[0].tolist() == pytest.approx([0.9])
    assert len(ours.curve_fit(line, x, y, full_output=True)) == 5
    with pytest.raises(RuntimeError, match=r"^curve_fit: .* the fit has bounds, of which only least_squares"):
        ours.curve_fit(line, x, y, [0.5], bounds=(0, 0.9))
    with pytest.raises(
        RuntimeError, match=r"^curve_fit: .* nan_policy leaves data out; pass args.detach\(\)$"
    ):
        ours.curve_fit(line, x, y, nan_policy="omit")


@pytest.mark.parametrize(
    "options",
    [
        {"bracket": (0, 3)},
        {"bracket": (0, 3), "method": "ridder"},
        {"x0": 1.0},
        {"x0": 1.0, "method": "halley"},
        {"x0": 1.0, "x1": 1.5},
        {"x0": 1.0, "fprime": lambda x, a: 3 * x**2 + a[1]},
        {"x0": 1.0, "fprime": lambda x, a: 3 * x**2 + a[1], "fprime2": lambda x, a: 6 * x},
        {"x0": 1.0, "fprime": False},
    ],
)
def test_roots_of_one_number_are_scipys_and_have_derivatives(options: Any) -> None:
    def solved(a: dv.Tensor) -> dv.Tensor:
        return ours.root_scalar(lambda x, a: x**3 + a[1] * x - a[0], (a,), **options, xtol=1e-13).root

    theirs = optimize.root_scalar(lambda x: x**3 + 0.5 * x - 5, bracket=(0, 3), xtol=1e-13)
    assert solved(leaf(5.0, 0.5)).item() == pytest.approx(theirs.root, rel=1e-11)
    proven(solved, leaf(5.0, 0.5))


def test_newton_takes_scipys_pairs_and_uses_its_own_derivatives() -> None:
    found = ours.root_scalar(lambda x: (x**2 - 2, 2 * x), x0=1.0, fprime=True)
    assert found.root.item() == pytest.approx(2**0.5)
    twice = ours.root_scalar(lambda x: (x**2 - 2, 2 * x, 2.0), x0=1.0, fprime=True, fprime2=True)
    assert twice.root.item() == pytest.approx(2**0.5) and twice.iterations <= found.iterations


def test_brentq_has_derivatives_and_tells_how_if_asked() -> None:
    def solved(a: dv.Tensor) -> dv.Tensor:
        return ours.brentq(lambda x, a: dv.cos(x) - a, 0, 3, (a,), xtol=1e-14)

    proven(solved, leaf(0.3).sum().detach().requires_grad_())
    root, told = ours.brentq(lambda x: x - 1, 0, 3, full_output=True)
    assert root.item() == pytest.approx(1) and told.converged


@pytest.mark.parametrize("shape", [(), (1,), (3,), (2, 2)])
def test_newton_finds_a_root_of_each_element(shape: tuple[int, ...]) -> None:
    def solved(a: dv.Tensor) -> dv.Tensor:
        return ours.newton(lambda x, a: x**3 - a, np.full(shape, 1.5), args=(a,), tol=1e-13)

    a = (dv.arange(int(np.prod(shape)), dtype=dv.float64) + 2).reshape(shape).requires_grad_()
    np.testing.assert_allclose(solved(a).detach(), np.cbrt(a.detach().numpy()), rtol=1e-12)
    proven(solved, a)
    told = ours.newton(
        lambda x, a: x**3 - a, np.full(shape, 1.5), args=(a,), full_output=True, fprime=lambda x, a: 3 * x**2
    )
    assert told[0].requires_grad and np.all(getattr(told[1], "converged", told[1]))


def test_modules_are_solved_for_by_their_parameters() -> None:
    """A deep equilibrium layer: the parameters are passed in args, as a dict."""
    layer = dv.nn.Linear(2, 2).double()
    with dv.no_grad():
        layer.weight.mul_(0.5)
    x = leaf(0.3, -0.4)
    weights = dict(layer.named_parameters())

    def step(z: dv.Tensor, x: dv.Tensor, weights: Any) -> dv.Tensor:
        return dv.tanh(dv.func.functional_call(layer, weights, (z,)) + x)

    z = ours.fixed_point(step, np.zeros(2), (x, weights), 1e-14)
    z.sum().backward()
    assert all(weight.grad is not None for weight in weights.values())
    with pytest.raises(
        RuntimeError, match=r"^fixed_point: expected a function of its arguments alone, got one that"
    ):
        ours.fixed_point(lambda z: dv.tanh(layer(z)), np.zeros(2))


def test_a_tensor_from_outside_is_refused_by_all() -> None:
    a = leaf(2.0)
    calls = {
        "root": lambda: ours.root(lambda x: x**2 - a, [1.0]),
        "fixed_point": lambda: ours.fixed_point(lambda x: (x + a / x) / 2, [1.0]),
        "least_squares": lambda: ours.least_squares(lambda x: x**2 - a, [1.0]),
        "root_scalar": lambda: ours.root_scalar(lambda x: x**2 - a.sum(), x0=1.0),
        "brentq": lambda: ours.brentq(lambda x: x**2 - a.sum(), 0, 2),
        "newton": lambda: ours.newton(lambda x: x**2 - a, [1.0]),
        "curve_fit": lambda: ours.curve_fit(lambda x, b: b * x * a, np.arange(3.0), np.arange(3.0)),
        "minimize": lambda: ours.minimize(lambda x: (x - a).square().sum(), [1.0]),
    }
    for name, call in calls.items():
        with pytest.raises(
            RuntimeError, match=f"^{name}: expected a function of its arguments alone.*pass that in args"
        ):
            call()
        with dv.no_grad():
            call()


def test_what_was_not_found_is_told_where_derivatives_are_asked_for() -> None:
    a = leaf(1.0)
    told = r"^{}: expected to find a solution, which is what the derivatives are of, got "
    with pytest.warns(UserWarning, match=told.format("root")):
        ours.root(lambda x, a: x**2 + a, [1.0], (a,))
    with pytest.warns(UserWarning, match=told.format("root_scalar")):
        ours.root_scalar(lambda x, a: x**2 + a.sum(), (a,), x0=0.3, maxiter=3)
    with pytest.warns(UserWarning, match=told.format("least_squares")):
        ours.least_squares(lambda x, a: dv.exp(x) + a, [5.0], args=(a,), max_nfev=1)
    assert not ours.root(lambda x: x**2 + 1, [1.0]).success


def test_samples_of_vmap_are_refused() -> None:
    rows = dv.tensor([[1.0], [2.0]])
    with pytest.raises(
        RuntimeError, match=r"^root: expected tensors of one sample, got one that vmap batches; call it"
    ):
        dv.func.vmap(lambda a: ours.root(lambda x, a: x - a, [0.0], (a,)).x)(rows)
    with pytest.raises(RuntimeError, match=r"^minimize: expected tensors of one sample"):
        dv.func.vmap(lambda a: ours.minimize(lambda x: x.square().sum(), a).x)(rows)


def test_what_is_no_function_of_x_is_refused() -> None:
    with pytest.raises(
        RuntimeError, match=r"^root: expected fun to return a tensor that depends on x, got one without"
    ):
        ours.root(lambda x: x.detach() - 1, [0.5])
    with pytest.raises(
        TypeError, match=r"^newton: expected x0 to be one tensor, array or number, got dict; use root"
    ):
        ours.newton(lambda x: x, {"a": 1.0})
    with pytest.raises(
        ValueError, match=r"^fixed_point: expected func to return as many numbers as it gets, \[2\], got"
    ):
        ours.fixed_point(lambda x: x.sum(), [1.0, 2.0])
    with pytest.raises(
        ValueError, match=r"^fixed_point: expected func to return a value in the structure of x0, dict"
    ):
        ours.fixed_point(lambda x: x["a"], {"a": 1.0})
    with pytest.raises(AttributeError, match="did you mean 'brentq'"):
        ours.brentk  # noqa: B018
