"""The programs that estimate something compute likelihoods and gradients as others do, and find what is known."""

import re
import runpy
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import derivata as dv

ROOT = Path(__file__).resolve().parents[2]
stats = pytest.importorskip("scipy.stats", reason="the programs need SciPy")


def load(name: str) -> SimpleNamespace:
    return SimpleNamespace(**runpy.run_path(str(ROOT / "examples" / f"{name}.py")))


def run(name: str, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> None:
    path = str(ROOT / "examples" / f"{name}.py")
    monkeypatch.setattr(sys, "argv", [path, *arguments])
    runpy.run_path(path, run_name="__main__")


def slopes(function: Callable[[np.ndarray], float], point: np.ndarray, step: float = 1e-5) -> np.ndarray:
    """Return central differences of a function of a vector."""
    steps = step * np.eye(point.size)
    return np.array([(function(point + one) - function(point - one)) / (2 * step) for one in steps])


def test_likelihood_of_a_gaussian_process_is_scipys() -> None:
    program = load("gaussian_process")
    x, y = program.data()
    numbers = x.numpy()
    point = np.log([1.2, 0.5, 0.3])
    covariance = 1.44 * np.exp(-0.5 * ((numbers[:, None] - numbers) / 0.5) ** 2) + 0.09 * np.eye(x.numel())
    value, gradient = program.with_gradient(program.negative_log_likelihood, x, y)(point)
    expected = -stats.multivariate_normal.logpdf(y.numpy(), np.zeros(x.numel()), covariance)
    assert value == pytest.approx(expected, rel=1e-12)
    differences = slopes(lambda point: program.negative_log_likelihood(dv.tensor(point), x, y).item(), point)
    np.testing.assert_allclose(gradient, differences, rtol=1e-6)


def test_gaussian_process_finds_the_parameters_and_predicts(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run("gaussian_process", monkeypatch)
    printed = capsys.readouterr().out
    assert printed in (ROOT / "examples" / "README.md").read_text(encoding="utf-8")
    rows = [[float(number) for number in re.findall(r"\d+\.\d+", line)] for line in printed.splitlines()[:3]]
    assert all(abs(value - true) < 3 * error for value, error, true in rows)


def test_prediction_is_that_of_the_joint_distribution() -> None:
    """What is expected at new places, and how surely, are those of Gaussians given some of their coordinates."""
    program = load("gaussian_process")
    x, y = program.data()
    places = dv.tensor([2.5, 10.2], dtype=dv.float64)
    mean, deviation = program.predict(places, x, y, program.TRUE)
    amplitude, length, noise = np.exp(program.TRUE)
    everywhere = np.concatenate([x.numpy(), places.numpy()])
    joint = amplitude**2 * np.exp(-0.5 * ((everywhere[:, None] - everywhere) / length) ** 2)
    precision = np.linalg.inv(joint + np.diag([noise**2] * x.numel() + [1e-12] * 2))
    given = np.linalg.inv(precision[-2:, -2:])
    np.testing.assert_allclose(deviation.numpy(), np.sqrt(given.diagonal()), rtol=1e-3)
    np.testing.assert_allclose(mean.numpy(), -given @ precision[-2:, :-2] @ y.numpy(), rtol=1e-3)


def test_likelihood_of_a_kalman_filter_is_that_of_all_observations_at_once() -> None:
    """Observations of a linear motion are one Gaussian vector; the filter multiplies its conditional densities."""
    program = load("kalman_filter")
    times, point = 40, np.log([0.5, 1.5])
    seen = program.observations(times=times)
    push, error = np.exp(2 * point)
    step, push_at = program.STEP.numpy(), program.PUSH.numpy()[:, 0]
    powers = [np.linalg.matrix_power(step, k) for k in range(times)]
    of_start = program.START * np.array([power[0] for power in powers])
    of_pushes = np.array(
        [[(powers[k - j - 1] @ push_at)[0] if j < k else 0 for j in range(times)] for k in range(times)]
    )
    covariance = of_start @ of_start.T + push * of_pushes @ of_pushes.T + error * np.eye(times)
    value, gradient = program.value_and_gradient(point, seen)
    assert value == pytest.approx(
        -stats.multivariate_normal.logpdf(seen.numpy(), np.zeros(times), covariance), rel=1e-10
    )
    differences = slopes(lambda point: program.negative_log_likelihood(dv.tensor(point), seen).item(), point)
    np.testing.assert_allclose(gradient, differences, rtol=1e-6)


def test_kalman_filter_finds_the_noise(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run("kalman_filter", monkeypatch)
    lines = capsys.readouterr().out.splitlines()
    for line in lines[:2]:
        value, error, true = (float(number) for number in re.findall(r"\d+\.\d+", line))
        assert abs(value - true) < 3 * error
        assert error < 0.2 * true
    found, at_truth = (float(number) for number in re.findall(r"-\d+\.\d+", lines[2]))
    assert at_truth < found < at_truth + 5


def test_likelihood_of_voices_has_the_known_gradient() -> None:
    """With s = W x it is the mean of tanh(s) xᵀ, less W⁻ᵀ: what closes the natural gradient of ICA."""
    program = load("ica")
    recorded = program.MIXTURE @ program.voices()
    weights = np.array([[1.0, 0.2, 0.1], [-0.3, 1.5, 0.0], [0.4, 0.1, 0.7]])
    value, gradient = program.value_and_gradient(weights.ravel(), dv.tensor(recorded))
    found = weights @ recorded
    expected = np.tanh(found) @ recorded.T / program.LENGTH - np.linalg.inv(weights).T
    np.testing.assert_allclose(gradient.reshape(3, 3), expected, rtol=1e-10)
    likelihood = np.log(2 * np.cosh(found)).sum(0).mean() - np.log(abs(np.linalg.det(weights)))
    assert value == pytest.approx(likelihood, rel=1e-12)


def test_voices_are_separated(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    run("ica", monkeypatch)
    names, before, after = capsys.readouterr().out.splitlines()
    assert sorted(names.removeprefix("voices found: ").split(", ")) == ["clicks", "noise", "song"]
    assert min(float(part) for part in re.findall(r"[\d.]+(?=%)", before)) > 50
    assert max(float(part) for part in re.findall(r"[\d.]+(?=%)", after)) < 2


def test_density_of_a_mixture_is_scipys() -> None:
    program = load("gaussian_mixture")
    parts = np.log(program.WEIGHTS), program.MEANS, np.linalg.cholesky(program.COVARIANCES)
    points = program.sample()[:50]
    clouds = zip(program.WEIGHTS, program.MEANS, program.COVARIANCES, strict=True)
    density = sum(
        weight * stats.multivariate_normal.pdf(points, mean, covariance)
        for weight, mean, covariance in clouds
    )
    found = program.log_density(dv.tensor(points), program.Mixture(*[dv.tensor(part) for part in parts]))
    np.testing.assert_allclose(found.numpy(), np.log(density), rtol=1e-12)
    numbers = np.random.default_rng(0).normal(size=21) * 0.5
    value, gradient = program.value_and_gradient(numbers, dv.tensor(points), 3)
    differences = slopes(
        lambda numbers: program.value_and_gradient(numbers, dv.tensor(points), 3)[0], numbers
    )
    assert np.isfinite(value)
    np.testing.assert_allclose(gradient, differences, rtol=1e-5, atol=1e-8)


def test_clouds_of_a_mixture_are_found() -> None:
    """No step of the expectation-maximisation algorithm, which knows no gradients, moves what was found."""
    program = load("gaussian_mixture")
    points = program.sample()
    log_weights, means, factors = (part.numpy() for part in program.fit(points, 3))
    weights, covariances = np.exp(log_weights), factors @ factors.mT
    order = np.argsort(-weights)
    np.testing.assert_allclose(weights[order], program.WEIGHTS, atol=0.05)
    np.testing.assert_allclose(means[order], program.MEANS, atol=0.25)
    np.testing.assert_allclose(covariances[order], program.COVARIANCES, atol=0.3)
    clouds = zip(weights, means, covariances, strict=True)
    densities = np.array(
        [weight * stats.multivariate_normal.pdf(points, *cloud) for weight, *cloud in clouds]
    )
    shares = densities / densities.sum(0)
    np.testing.assert_allclose(shares.mean(1), weights, atol=2e-3)
    np.testing.assert_allclose(shares @ points / shares.sum(1)[:, None], means, atol=2e-3 * 3)


def test_adjoint_equation_gives_the_gradient_of_the_solution() -> None:
    program = load("neural_ode")
    generator = np.random.default_rng(1)
    weights = dv.tensor(generator.normal(size=(3, 2)))
    numbers = np.concatenate([[1.0, -0.5], 0.5 * generator.normal(size=15)])
    times = np.array([0.0, 0.7, 2.0])

    def loss(numbers: dv.Tensor) -> dv.Tensor:
        start, inner, bias, outer = numbers.split([2, 6, 3, 6])
        parameters = inner.reshape(3, 2), bias, outer.reshape(2, 3)
        return (program.Solve.apply(program.network, times, 1e-11, start, *parameters) * weights).sum()

    point = dv.tensor(numbers, requires_grad=True)
    (gradient,) = dv.autograd.grad(loss(point), point)
    differences = slopes(lambda numbers: loss(dv.tensor(numbers)).item(), numbers, 1e-4)
    np.testing.assert_allclose(gradient.numpy(), differences, rtol=1e-6, atol=1e-8)


def test_solution_is_the_known_one() -> None:
    """Of a linear equation it is the exponential of the matrix."""
    linalg = pytest.importorskip("scipy.linalg")
    program = load("neural_ode")
    matrix = np.array([[-0.3, 1.0], [-2.0, 0.1]])
    times = np.array([0.0, 1.0, 2.5])
    start = dv.tensor([1.0, 2.0], dtype=dv.float64)
    found = program.Solve.apply(lambda y, matrix: matrix @ y, times, 1e-11, start, dv.tensor(matrix))
    expected = [linalg.expm(time * matrix) @ start.numpy() for time in times]
    np.testing.assert_allclose(found.numpy(), expected, rtol=1e-9)


@pytest.mark.slow
def test_law_of_a_motion_is_learned(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run("neural_ode", monkeypatch)
    rest, goal, elsewhere = (float(part) for part in re.findall(r"[\d.]+(?=%)", capsys.readouterr().out))
    assert rest < goal == 2
    assert elsewhere < 15


def test_too_few_steps_miss_the_goal(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SystemExit, match=r"neural_ode: expected at most 2%, got .*; take more steps"):
        run("neural_ode", monkeypatch, "--steps", "1")
