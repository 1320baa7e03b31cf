"""Differential equations and integrals: SciPy's values, derivatives against differences, what is refused."""

from typing import Any

import numpy as np
import pytest

import derivata as dv

integrate = pytest.importorskip("scipy.integrate")
ours = dv.scipy.integrate

SLOW = [
    pytest.param(method, marks=pytest.mark.slow) for method in ("RK23", "DOP853", "Radau", "BDF", "LSODA")
]
"""Methods that SciPy is passed like the first one, each of them some seconds; `odeint` is LSODA."""

TIGHT = {"rtol": 1e-9, "atol": 1e-10}


def leaf(*numbers: float) -> dv.Tensor:
    return dv.tensor(numbers, dtype=dv.float64, requires_grad=True)


def hunt(t: Any, y: Any, k: Any) -> Any:
    """Lotka and Volterra's equations, driven."""
    prey, hunters = y["prey"], y["hunters"]
    growth = k[0] * prey - k[1] * prey * hunters + 0.1 * dv.sin(t)
    return {"hunters": k[1] * prey * hunters - k[2] * hunters, "prey": growth}


def numpy_hunt(t: float, y: np.ndarray, k: np.ndarray) -> list[float]:
    prey, hunters = y
    return [k[0] * prey - k[1] * prey * hunters + 0.1 * np.sin(t), k[1] * prey * hunters - k[2] * hunters]


def states(y0: dv.Tensor, k: dv.Tensor, times: Any = (0.0, 0.7, 1.5), **options: Any) -> dv.Tensor:
    start = {"prey": y0[0], "hunters": y0[1]}
    found = ours.solve_ivp(hunt, (times[0], times[-1]), start, t_eval=times, args=(k,), **(TIGHT | options))
    return dv.stack([found.y["prey"], found.y["hunters"]])


@pytest.mark.parametrize("method", ["RK45", *SLOW])
def test_states_are_scipys_and_have_derivatives(method: str) -> None:
    y0, k = leaf(1.0, 0.8), leaf(1.1, 0.6, 0.9)
    tight = {"rtol": 1e-6, "atol": 1e-7} if method in ("RK23", "BDF", "Radau") else TIGHT
    theirs = integrate.solve_ivp(
        numpy_hunt, (0, 1.5), [1.0, 0.8], method, [0, 0.7, 1.5], args=(k.detach().numpy(),), **tight
    )
    found = states(y0, k, method=method, **tight)
    np.testing.assert_allclose(found.detach(), theirs.y, rtol=1e-5)
    assert dv.autograd.gradcheck(
        lambda y0, k: states(y0, k, method=method, **tight),
        (y0, k),
        eps=1e-3,
        atol=2e-4,
        check_forward_ad=True,
    )


@pytest.mark.slow
@pytest.mark.parametrize("method", ["DOP853", "Radau"])
def test_second_derivatives_are_right(method: str) -> None:
    """Of ``dy/dt = -k y² sin t``, in every order of modes, against the solution written out."""

    def end(y0: dv.Tensor, k: dv.Tensor) -> dv.Tensor:
        found = ours.solve_ivp(
            lambda t, y, k: -k * y**2 * dv.sin(t), (0, 1), y0, method, args=(k,), rtol=1e-6, atol=1e-7
        )
        return found.y[..., -1]

    def exact(y0: dv.Tensor, k: dv.Tensor) -> dv.Tensor:
        return y0 / (1 + y0 * k * (1 - np.cos(1)))

    inputs = (leaf(0.8).detach()[0], leaf(1.2).detach()[0])
    func = dv.func
    wanted = func.jacrev(func.jacrev(exact, (0, 1)), (0, 1))(*inputs)
    modes = (func.jacrev, func.jacfwd) if method == "DOP853" else (func.jacrev,)
    for outer in modes:
        for inner in modes:
            found = outer(inner(end, (0, 1)), (0, 1))(*inputs)
            np.testing.assert_allclose(np.array(found, float), np.array(wanted, float), atol=1e-5)


@pytest.mark.slow
def test_times_have_derivatives() -> None:
    """By the times of `t_eval`, and by both ends of `t_span`, in both modes and twice."""
    k = leaf(1.1, 0.6, 0.9).detach()
    y0 = leaf(1.0, 0.8).detach()

    def at(times: dv.Tensor) -> dv.Tensor:
        return states(y0, k, times)

    def span(times: dv.Tensor) -> dv.Tensor:
        found = ours.solve_ivp(
            hunt, (times[0], times[1]), {"prey": y0[0], "hunters": y0[1]}, args=(k,), **TIGHT
        )
        return dv.stack([found.y["prey"][-1:], found.y["hunters"][-1:]])

    ends = leaf(0.2, 0.9)
    assert ours.solve_ivp(lambda t, y: -y, (ends[0], ends[1]), [1.0]).t.requires_grad
    for function, times in ((at, leaf(0.1, 0.5, 0.9)), (span, leaf(0.2, 0.9))):
        assert dv.autograd.gradcheck(function, times, eps=1e-4, check_forward_ad=True)
        assert dv.autograd.gradgradcheck(function, times, eps=1e-3, atol=1e-4, fast_mode=True)


def test_time_may_run_backwards_and_states_may_have_shapes() -> None:
    matrix = leaf(0.0, 1.0, -1.0, -0.1)

    def end(matrix: dv.Tensor, y0: dv.Tensor) -> dv.Tensor:
        found = ours.solve_ivp(
            lambda t, y, m: [y[0] @ m.reshape(2, 2), -t * y[1]],
            (1.0, 0.2),
            [y0.reshape(3, 2), 0.5],
            args=(matrix,),
            **TIGHT,
        )
        assert found.y[0].shape[:2] == (3, 2) and found.y[1].shape == found.t.shape
        return dv.cat([found.y[0][..., -1].reshape(-1), found.y[1][-1:]])

    y0 = leaf(1.0, 0.0, 0.0, 1.0, 1.0, 1.0)
    assert dv.autograd.gradcheck(end, (matrix, y0), eps=1e-4, check_forward_ad=True)


def test_a_stiff_equation_has_gradients() -> None:
    """Van der Pol's, with a method for stiff ones, whose Jacobian comes by itself."""

    def end(mu: dv.Tensor) -> dv.Tensor:
        def oscillator(t: dv.Tensor, y: dv.Tensor, mu: dv.Tensor) -> dv.Tensor:
            return dv.stack([y[1], mu.sum() * (1 - y[0] ** 2) * y[1] - y[0]])

        return ours.solve_ivp(oscillator, (0, 20), [2.0, 0.0], "Radau", args=(mu,), rtol=1e-7, atol=1e-9).y[
            :, -1
        ]

    assert dv.autograd.gradcheck(end, leaf(50.0), eps=1e-2, atol=1e-7, rtol=1e-4)


def test_small_gradients_are_as_accurate_as_large_ones() -> None:
    """The adjoint is scaled: absolute tolerances are for states, not for gradients."""
    gradients = []
    for size in (1.0, 1e-12):
        k = leaf(1.1, 0.6, 0.9)
        (size * states(leaf(1.0, 0.8).detach(), k, rtol=1e-6, atol=1e-6).sum()).backward()
        gradients.append(k.grad.numpy() / size)
    np.testing.assert_allclose(gradients[1], gradients[0], rtol=1e-9)


def test_a_module_is_integrated_with_its_parameters_in_args() -> None:
    net = dv.nn.Sequential(dv.nn.Linear(2, 4), dv.nn.Tanh(), dv.nn.Linear(4, 2))
    weights = dict(net.named_parameters())

    def rates(t: dv.Tensor, y: dv.Tensor, weights: Any) -> dv.Tensor:
        return dv.func.functional_call(net, weights, (y,))

    found = ours.solve_ivp(rates, (0, 1), dv.ones(2), args=(weights,))
    assert found.y.dtype == dv.float32
    found.y[:, -1].sum().backward()
    assert all(weight.grad is not None for weight in net.parameters())
    with pytest.raises(
        RuntimeError, match=r"^solve_ivp: expected a function of its arguments alone.*functional_call$"
    ):
        ours.solve_ivp(lambda t, y: net(y), (0, 1), dv.ones(2))
    with dv.no_grad():
        assert not ours.solve_ivp(lambda t, y: net(y), (0, 1), dv.ones(2)).y.requires_grad


def ground(t: Any, y: Any, g: Any) -> Any:
    return y["height"]


def top(t: Any, y: Any, g: Any) -> Any:
    return y["speed"]


ground.terminal, ground.direction = True, -1  # type: ignore[attr-defined]


def fall(t: dv.Tensor, y: Any, g: Any) -> Any:
    return {"height": y["speed"], "speed": -g}


def thrown(height: Any, speed: Any, g: Any, **options: Any) -> Any:
    start = {"height": height, "speed": speed}
    return ours.solve_ivp(fall, (0, 99), start, events=[ground, top], args=(g,), **options)


def test_events_and_dense_output_are_scipys() -> None:
    """Times, states and solutions between the steps are SciPy's; states have the form of the start."""
    found = thrown(1.0, 3.0, dv.tensor(9.81, dtype=dv.float64), dense_output=True)
    wanted = integrate.solve_ivp(
        lambda t, y: [y[1], -9.81],
        (0, 99),
        [1.0, 3.0],
        events=[_with_ends(lambda t, y: y[0]), lambda t, y: y[1]],
        dense_output=True,
    )
    assert found.status == wanted.status == 1
    np.testing.assert_allclose(found.t, wanted.t, 1e-12)
    for number in (0, 1):
        np.testing.assert_allclose(found.t_events[number], wanted.t_events[number], 1e-12)
        both = dv.stack([found.y_events[number]["height"], found.y_events[number]["speed"]], -1)
        np.testing.assert_allclose(both, wanted.y_events[number], 1e-12, 1e-12)
    times = [0.4, 0.1, 0.3]
    between = found.sol(times)
    np.testing.assert_allclose(dv.stack([between["height"], between["speed"]]), wanted.sol(times), 1e-12)
    assert found.sol(0.2)["height"].shape == () and found.sol.t_max == wanted.sol.t_max
    never = ours.solve_ivp(
        fall, (0, 0.1), {"height": 1.0, "speed": 0.0}, events=ground, args=(leaf(9.81)[0],)
    )
    assert never.t_events[0].shape == (0,) and never.y_events[0]["height"].shape == (0,)
    assert ours.solve_ivp(fall, (0, 1), {"height": 1.0, "speed": 0.0}, args=(1.0,)).sol is None


def _with_ends(event: Any) -> Any:
    event.terminal, event.direction = True, -1
    return event


@pytest.mark.slow
def test_events_and_solutions_between_steps_have_derivatives() -> None:
    """Times and states of events, the end that one makes, and the solution at any time: reverse, forward, twice."""

    def happenings(height: dv.Tensor, speed: dv.Tensor, g: dv.Tensor, t: dv.Tensor) -> dv.Tensor:
        found = thrown(height, speed, g, dense_output=True, rtol=1e-10, atol=1e-10)
        (hit,), (highest,) = found.t_events
        between = found.sol(dv.stack([t, t / 2]))["height"]
        ends = [
            found.t[-1],
            found.y["speed"][-1],
            found.y_events[0]["speed"][0],
            found.y_events[1]["height"][0],
        ]
        return dv.stack([hit, highest, *ends, *between, found.sol(t)["speed"]])

    inputs = list(leaf(1.0, 3.0, 9.81, 0.5).unbind())
    inputs = [value.detach().requires_grad_() for value in inputs]
    hit = (3 + (9 + 2 * 9.81) ** 0.5) / 9.81
    values = happenings(*inputs)
    assert values[:2].tolist() == pytest.approx([hit, 3 / 9.81])
    assert dv.autograd.grad(values[1], inputs[2])[0].item() == pytest.approx(-3 / 9.81**2)
    assert dv.autograd.gradcheck(happenings, inputs, check_forward_ad=True, eps=1e-4, atol=1e-5)
    assert dv.autograd.gradgradcheck(happenings, inputs, eps=1e-4, atol=1e-4)


def test_an_event_that_depends_on_its_arguments_and_the_time() -> None:
    """The threshold of an event is among the arguments; each crossing has its own derivative, also back in time."""

    def crossed(level: dv.Tensor, start: dv.Tensor, sign: float) -> dv.Tensor:
        found = ours.solve_ivp(
            lambda t, y, level: dv.cos(t),
            (start, sign * 9.0),
            dv.sin(start),
            events=lambda t, y, level: y - level - 0.01 * t,
            args=(level,),
            method="DOP853",
            rtol=1e-11,
            atol=1e-11,
        )
        return found.t_events[0]

    level, start = (value.detach().requires_grad_() for value in leaf(0.3, 0.1))
    for sign in (1.0, -1.0):
        times = crossed(level, start, sign)
        assert times.numel() >= 2
        np.testing.assert_allclose(np.sin(times.detach()), 0.3 + 0.01 * times.detach().numpy(), 1e-7)
        found = dv.func.jacrev(crossed)(level, start, sign).detach()
        np.testing.assert_allclose(found, 1 / (np.cos(times.detach()) - 0.01), 1e-5)
        assert dv.autograd.gradcheck(
            lambda *at, sign=sign: crossed(*at, sign), (level, start), eps=1e-4, atol=1e-5
        )


def test_events_without_derivatives_are_refused() -> None:
    start, g = {"height": 0.0, "speed": 3.0}, leaf(9.81)[0]
    with pytest.raises(
        RuntimeError, match=r"^solve_ivp: expected events to cross zero, got one that only touches"
    ):
        ours.solve_ivp(
            lambda t, y, k: {"height": 2 * (t - 1) * k, "speed": 0 * k},
            (1, 2),
            start,
            events=lambda t, y, k: y["height"] * 1.0,
            args=(g,),
        )
    for event, got in ((lambda t, y, g: y["height"].item(), "float"), (lambda t, y, g: dv.ones(2), "shape")):
        with pytest.raises(TypeError, match=rf"^solve_ivp: expected events to return a tensor of one.*{got}"):
            ours.solve_ivp(fall, (0, 1), start, events=event, args=(g,))
    with pytest.raises(RuntimeError, match=r"^solve_ivp: expected a function of its arguments alone"):
        ours.solve_ivp(fall, (0, 1), start, events=lambda t, y, h: y["height"] - g, args=(9.81,))
    found = ours.solve_ivp(fall, (0, 1), start, dense_output=True, args=(g,))
    with pytest.raises(ValueError, match=r"^sol: expected times from 0\.0 to 1\.0, .* got \[0\.5, 1\.5\]"):
        found.sol([0.5, 1.5])


def test_options_are_scipys() -> None:
    seen: list[float] = []
    found = ours.solve_ivp(
        lambda t, y, k: -k * y,
        (0, 1),
        [1.0],
        "BDF",
        args=(leaf(2.0),),
        max_step=0.01,
        jac=lambda t, y, k: seen.append(t) or [[-2.0]],
    )
    assert found.t.numel() > 100 and seen and found.sol is None
    assert found.y[0, -1].item() == pytest.approx(np.exp(-2), rel=1e-3)
    assert found.y.requires_grad and dv.autograd.grad(found.y[0, -1], found.y)[0].shape == found.y.shape


@pytest.mark.parametrize("falling", [pytest.param(False, marks=pytest.mark.slow), True])
def test_odeint_is_scipys_and_has_derivatives(falling: bool) -> None:
    times = np.linspace(0, 1.5, 4)[:: -1 if falling else 1]

    def solved(y0: dv.Tensor, k: dv.Tensor) -> dv.Tensor:
        y = ours.odeint(lambda y, t, k: hunt(t, y, k), {"prey": y0[0], "hunters": y0[1]}, times, (k,))
        return dv.stack([y["prey"], y["hunters"]], -1)

    y0, k = leaf(1.0, 0.8), leaf(1.1, 0.6, 0.9)
    theirs = integrate.odeint(numpy_hunt, [1.0, 0.8], times, (k.detach().numpy(),), tfirst=True)
    np.testing.assert_allclose(solved(y0, k).detach(), theirs, rtol=1e-5)
    assert dv.autograd.gradcheck(solved, (y0, k), eps=1e-3, atol=1e-4, check_forward_ad=True)
    first = ours.odeint(lambda t, y: -y, [[1.0, 2.0]], [0, 1], tfirst=True)
    assert first.shape == (2, 1, 2) and first[1, 0].tolist() == pytest.approx([np.exp(-1), 2 * np.exp(-1)])


def test_what_was_not_reached_is_told() -> None:
    def explodes(t: dv.Tensor, y: dv.Tensor, k: dv.Tensor) -> dv.Tensor:
        return k * y**2

    with pytest.warns(UserWarning, match=r"^solve_ivp: expected to find a solution, which is what"):
        found = ours.solve_ivp(explodes, (0, 2), [1.0], args=(leaf(1.0),))
    assert not found.success and found.y.shape[-1] == found.t.numel()


def test_what_cannot_be_integrated_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    k = leaf(1.0)
    found = ours.solve_ivp(lambda t, y, k: -k * y, (0, 1), [1.0], args=(k,))
    real = integrate.solve_ivp

    def fails(*args: Any, **options: Any) -> Any:
        result = real(*args, **options)
        result.success = False
        return result

    monkeypatch.setattr(integrate, "solve_ivp", fails)
    with pytest.raises(
        RuntimeError, match=r"^odeint: expected to reach the last time, got .*; use solve_ivp"
    ):
        ours.odeint(lambda y, t: -y, [1.0], [0, 0.5, 2.0])
    with pytest.raises(RuntimeError, match=r"^solve_ivp: expected to integrate the adjoint equation, got"):
        found.y.sum().backward(retain_graph=True)
    with pytest.raises(
        RuntimeError, match=r"^solve_ivp: expected to integrate the equation of the derivatives, got"
    ):
        dv.func.jvp(lambda k: ours.solve_ivp(lambda t, y, k: -k * y, (0, 1), [1.0], args=(k,)).y, (k,), (k,))


OUTSIDE = leaf(1.0)


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (
            lambda: ours.solve_ivp(lambda t, y: y, (0, 1), [1j]),
            TypeError,
            "^solve_ivp: expected real numbers in x0",
        ),
        (
            lambda: ours.solve_ivp(lambda t, y: y.sum(), (0, 1), [1.0, 2.0]),
            ValueError,
            "fun to return as many",
        ),
        (
            lambda: ours.solve_ivp(lambda t, y: [y], (0, 1), {"a": 1.0}),
            ValueError,
            "in the structure of x0, dict",
        ),
        (
            lambda: ours.quad(lambda x: x * OUTSIDE, 0, 1),
            RuntimeError,
            "^quad: expected a function of its arguments",
        ),
        (
            lambda: ours.simpson([1.0, 2.0], leaf(0.0, 1.0)),
            RuntimeError,
            "^simpson: expected x without history, got a",
        ),
        (
            lambda: ours.simpson(np.ones((2, 2)), np.ones((2, 2))),
            ValueError,
            r"^simpson: expected x of shape \(n,\)",
        ),
        (
            lambda: ours.cumulative_trapezoid([1.0, 2.0], initial=1.0),
            ValueError,
            "^cumulative_trapezoid: expected",
        ),
        (lambda: ours.quadd, AttributeError, "did you mean 'quad'"),
    ],
)
def test_what_does_not_fit_is_refused(call: Any, error: type, text: str) -> None:
    with pytest.raises(error, match=text):
        call()


@pytest.mark.parametrize(
    ("function", "numpy_function", "limits"),
    [
        (
            lambda x, k: dv.exp(-k[0] * x) * dv.cos(k[1] * x),
            lambda x: np.exp(-0.7 * x) * np.cos(1.3 * x),
            (0.2, 2.0),
        ),
        (lambda x, k: dv.exp(-k[0] * x**2 + k[1]), lambda x: np.exp(-0.7 * x**2 + 1.3), (-np.inf, np.inf)),
        (lambda x, k: k[0] / (k[1] + x**3), lambda x: 0.7 / (1.3 + x**3), (0.5, np.inf)),
    ],
)
def test_integrals_are_scipys_and_have_derivatives(function: Any, numpy_function: Any, limits: Any) -> None:
    tight = {"epsabs": 1e-12, "epsrel": 1e-12}

    def integral(k: dv.Tensor, a: dv.Tensor, b: dv.Tensor) -> dv.Tensor:
        return ours.quad(function, a, b, (k,), **tight)[0]

    k, ends = leaf(0.7, 1.3), [dv.tensor(end, dtype=dv.float64) for end in limits]
    theirs, error = integrate.quad(numpy_function, *limits, **tight)
    found = ours.quad(function, *ends, (k,), **tight)
    assert found[0].item() == pytest.approx(theirs, rel=1e-12) and found[1] == pytest.approx(error, rel=1e-3)
    inputs = [k, *[end.requires_grad_() if np.isfinite(end.item()) else end for end in ends]]
    assert dv.autograd.gradcheck(integral, inputs, check_forward_ad=True)
    assert dv.autograd.gradgradcheck(integral, inputs, fast_mode=True)
    assert ours.quad(lambda x: x, 0, 2)[0].item() == pytest.approx(2)


def test_limits_alone_have_derivatives() -> None:
    assert dv.autograd.gradcheck(lambda b: ours.quad(dv.sin, 0, b)[0], leaf(1.0), check_forward_ad=True)


@pytest.mark.parametrize("n", [4, 5])
@pytest.mark.parametrize("axis", [0, -1])
def test_sums_of_samples_are_scipys_and_have_derivatives(n: int, axis: int) -> None:
    y = np.random.default_rng(0).normal(size=(n, n))
    x = np.linspace(0, 2, n) ** 1.5
    made = dv.from_numpy(y).requires_grad_()
    for name in ("simpson", "trapezoid", "cumulative_trapezoid"):
        mine, theirs = getattr(ours, name), getattr(integrate, name)
        for options in ({}, {"dx": 0.3}, {"x": x}):
            np.testing.assert_allclose(
                mine(made, axis=axis, **options).detach(), theirs(y, axis=axis, **options), rtol=1e-12
            )
        assert dv.autograd.gradcheck(
            lambda y, mine=mine: (
                mine(y, x, axis=axis) if mine is not ours.simpson else mine(y, x=x, axis=axis)
            ),
            made,
        )
    np.testing.assert_allclose(
        ours.cumulative_trapezoid(y, axis=axis, initial=0),
        integrate.cumulative_trapezoid(y, axis=axis, initial=0),
    )
    assert dv.autograd.gradcheck(lambda x: ours.trapezoid(y[0], x), dv.from_numpy(x).requires_grad_())
    assert ours.simpson([0, 1, 4]).dtype == dv.float64


@pytest.mark.parametrize("name", ["solve_ivp", "quad", "simpson"])
def test_without_scipy_the_error_names_the_extra(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "scipy.integrate", None)
    arguments: Any = {"solve_ivp": (hunt, (0, 1), [1.0]), "quad": (dv.sin, 0, 1), "simpson": ([1.0],)}
    with pytest.raises(
        ImportError, match=rf"^{name}: needs SciPy, which is not installed; pip install 'deriv"
    ):
        getattr(ours, name)(*arguments[name])
