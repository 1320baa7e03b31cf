"""Programs of the kinds that are written with HIPS autograd: each an objective of its parameters, and where to start.

They are given the library's modules as `lib`, so that they are the same with both libraries.
"""

import itertools
from collections.abc import Callable
from typing import Any

import numpy

Program = tuple[Callable[[Any], Any], Any]


def draws() -> numpy.random.RandomState:
    return numpy.random.RandomState(0)


def logistic_regression(lib: Any) -> Program:
    np, rs = lib.np, draws()
    inputs, labels = rs.randn(20, 3), rs.rand(20) > 0.5

    def loss(weights: Any) -> Any:
        chance = (np.tanh(np.dot(inputs, weights) / 2) + 1) / 2
        return -np.sum(np.log(chance * labels + (1 - chance) * (1 - labels)))

    return loss, np.zeros(3)


def flat_parameters(lib: Any) -> Program:
    """Classify with a network whose weights are one vector."""
    np, rs = lib.np, draws()
    sizes = (4, 5, 3)
    start, unflatten = lib.flatten(
        [(0.5 * rs.randn(m, n), np.zeros(n)) for m, n in itertools.pairwise(sizes)]
    )
    inputs, targets = rs.randn(10, 4), numpy.eye(3)[rs.randint(3, size=10)]

    def loss(vector: Any) -> Any:
        hidden = inputs
        for weights, biases in unflatten(vector):
            outputs = np.dot(hidden, weights) + biases
            hidden = np.tanh(outputs)
        log_chances = outputs - lib.logsumexp(outputs, axis=1, keepdims=True)
        return 0.01 * np.sum(vector**2) - np.mean(log_chances * targets)

    return loss, start


def lstm(lib: Any) -> Program:
    np, rs = lib.np, draws()
    names = ("forget", "input", "output", "change")
    start = {name: 0.3 * rs.randn(3 + 4 + 1, 4) for name in names} | {"predict": 0.3 * rs.randn(4, 3)}
    letters = numpy.eye(3)[rs.randint(3, size=(6, 2))]

    def sigmoid(x: Any) -> Any:
        return 0.5 * (np.tanh(x) + 1.0)

    def loss(p: Any) -> Any:
        hidden = cell = np.zeros((2, 4))
        total = 0.0
        for now, after in itertools.pairwise(letters):
            stacked = np.hstack((now, hidden, np.ones((2, 1))))
            gates = {name: np.dot(stacked, p[name]) for name in names}
            cell = cell * sigmoid(gates["forget"]) + sigmoid(gates["input"]) * np.tanh(gates["change"])
            hidden = sigmoid(gates["output"]) * np.tanh(cell)
            scores = np.dot(hidden, p["predict"])
            total = total - np.sum(after * (scores - lib.logsumexp(scores, axis=1, keepdims=True)))
        return total

    return loss, start


def recurrent_network(lib: Any) -> Program:
    np, rs = lib.np, draws()
    start = {"start": 0.1 * rs.randn(1, 4), "change": 0.5 * rs.randn(4 + 2 + 1, 4), "read": rs.randn(4, 1)}
    series = rs.randn(8, 5, 2)

    def loss(p: Any) -> Any:
        hidden = np.repeat(p["start"], 5, axis=0)
        errors = []
        for step in series:
            hidden = np.tanh(np.dot(np.concatenate([hidden, step, np.ones((5, 1))], axis=1), p["change"]))
            errors.append(np.dot(hidden, p["read"])[:, 0] - step.sum(axis=1))
        return np.mean(np.array(errors) ** 2)

    return loss, start


def gaussian_process(lib: Any) -> Program:
    np, rs = lib.np, draws()
    inputs = rs.randn(8, 1)
    targets = np.sin(inputs[:, 0])

    def loss(p: Any) -> Any:
        scale, noise, lengths = np.exp(p[0]), np.exp(p[1]) + 0.001, np.exp(p[2:])
        apart = np.expand_dims(inputs / lengths, 0) - np.expand_dims(inputs / lengths, 1)
        cov = scale * np.exp(-0.5 * np.sum(apart**2, axis=2)) + noise * np.eye(8)
        return -lib.mvn.logpdf(targets, np.zeros(8), cov)

    return loss, 0.1 * rs.randn(3)


def deep_gaussian_process(lib: Any) -> Program:
    """Predict at inducing points of one layer what is the input of another."""
    np, rs = lib.np, draws()
    inputs = np.linspace(-1, 1, 6)
    targets = np.sin(3 * inputs)

    def kernel(x: Any, y: Any) -> Any:
        return np.exp(-0.5 * (x[:, None] - y[None, :]) ** 2)

    def layer(points: Any, values: Any, x: Any) -> Any:
        cov = kernel(points, points) + 0.1 * np.eye(len(points))
        return np.dot(kernel(x, points), lib.solve(cov, values))

    def loss(p: Any) -> Any:
        hidden = layer(p[:4], p[4:8], inputs)
        return -np.sum(lib.norm.logpdf(targets, layer(p[8:12], p[12:], hidden), 0.3))

    return loss, rs.randn(16)


def black_box_variational_inference(lib: Any) -> Program:
    np, rs = lib.np, draws()
    noise = rs.randn(50, 2)

    def log_density(x: Any) -> Any:
        return lib.norm.logpdf(x[:, 1], 0, 1.35) + lib.norm.logpdf(x[:, 0], 0, np.exp(x[:, 1]))

    def loss(p: Any) -> Any:
        mean, log_std = p[:2], p[2:]
        entropy = np.sum(log_std) + 1 + np.log(2 * np.pi)
        return -(entropy + np.mean(log_density(noise * np.exp(log_std) + mean)))

    return loss, np.hstack([-np.ones(2), -5 * np.ones(2)])


def mixture_of_gaussians(lib: Any) -> Program:
    np, rs = lib.np, draws()
    data = numpy.concatenate([rs.randn(10, 2) + 3, rs.randn(10, 2) - 3])
    start = {"weights": 0.1 * rs.randn(2), "means": rs.randn(2, 2), "roots": np.zeros((2, 2, 2)) + np.eye(2)}

    def loss(p: Any) -> Any:
        weights = p["weights"] - lib.logsumexp(p["weights"])
        each = [
            weight + lib.mvn.logpdf(data, mean, np.dot(root.T, root) + 0.1 * np.eye(2))
            for weight, mean, root in zip(weights, p["means"], p["roots"], strict=True)
        ]
        return -np.sum(lib.logsumexp(np.vstack(each), axis=0))

    return loss, start


def mixture_variational_inference(lib: Any) -> Program:
    np, rs = lib.np, draws()
    noise = rs.randn(2, 30, 2)

    def log_density(x: Any) -> Any:
        return lib.norm.logpdf(np.sum(x**2, axis=1), 4.0, 1.0)

    def loss(p: Any) -> Any:
        weights, means, scales = p
        log_weights = weights - lib.logsumexp(weights)
        bound = 0.0
        for k in range(2):
            samples = noise[k] * np.exp(scales[k]) + means[k]
            parts = np.array(
                [
                    log_weights[j] + np.sum(lib.norm.logpdf(samples, means[j], np.exp(scales[j])), axis=1)
                    for j in range(2)
                ]
            )
            mixture = lib.logsumexp(parts, axis=0)
            bound = bound + np.exp(log_weights[k]) * np.mean(log_density(samples) - mixture)
        return -bound

    return loss, (np.zeros(2), rs.randn(2, 2), -np.ones((2, 2)))


def convolutional_network(lib: Any) -> Program:
    np, rs = lib.np, draws()
    images, labels = rs.randn(4, 1, 8, 8), numpy.eye(3)[rs.randint(3, size=4)]
    start = {
        "filters": rs.randn(1, 2, 3, 3),
        "biases": np.zeros((1, 2, 1, 1)),
        "weights": 0.3 * rs.randn(18, 3),
    }

    def loss(p: Any) -> Any:
        found = lib.convolve(images, p["filters"], axes=([2, 3], [2, 3]), dot_axes=([1], [0]), mode="valid")
        pooled = np.max(np.max((found + p["biases"]).reshape(4, 2, 3, 2, 3, 2), axis=3), axis=4)
        scores = np.dot(np.tanh(pooled.reshape(4, -1)), p["weights"])
        return -np.sum((scores - lib.logsumexp(scores, axis=1, keepdims=True)) * labels)

    return loss, start


def neural_ode(lib: Any) -> Program:
    np, rs = lib.np, draws()
    times = np.linspace(0.0, 1.0, 5)
    truth = numpy.stack([numpy.cos(2 * times), -numpy.sin(2 * times)], axis=1)

    def slope(y: Any, t: Any, p: Any) -> Any:
        return np.dot(np.tanh(np.dot(y, p["in"])), p["out"])

    def loss(p: Any) -> Any:
        path = lib.odeint(slope, np.array([1.0, 0.0]), times, lib.tuple((p,)), rtol=1e-9, atol=1e-9)
        return np.mean((path - truth) ** 2)

    return loss, {"in": 0.5 * rs.randn(2, 4), "out": 0.5 * rs.randn(4, 2)}


def fluid(lib: Any) -> Program:
    """Find a velocity that carries smoke to a place, over a periodic grid."""
    np, rs = lib.np, draws()
    rows, cols = 6, 5
    smoke = rs.rand(rows, cols)
    target = np.roll(smoke, 1, axis=0)
    at_y, at_x = numpy.meshgrid(numpy.arange(rows), numpy.arange(cols), indexing="ij")

    def carried(f: Any, vx: Any, vy: Any) -> Any:
        y, x = (at_y - vy).ravel(), (at_x - vx).ravel()
        top, left = numpy.floor(lib.getval(y)).astype(int), numpy.floor(lib.getval(x)).astype(int)
        by, bx = y - top, x - left
        corners = [f[(top + i) % rows, (left + j) % cols] for i in (0, 1) for j in (0, 1)]
        upper = (1 - bx) * corners[0] + bx * corners[1]
        lower = (1 - bx) * corners[2] + bx * corners[3]
        return np.reshape((1 - by) * upper + by * lower, (rows, cols))

    def projected(vx: Any, vy: Any) -> Any:
        divergence = (
            np.roll(vx, -1, axis=1)
            - np.roll(vx, 1, axis=1)
            + np.roll(vy, -1, axis=0)
            - np.roll(vy, 1, axis=0)
        )
        pressure = np.zeros((rows, cols))
        for _ in range(4):
            around = sum(np.roll(pressure, shift, axis=axis) for shift in (-1, 1) for axis in (0, 1))
            pressure = (around - 0.5 * divergence) / 4
        return (
            vx - 0.5 * (np.roll(pressure, -1, axis=1) - np.roll(pressure, 1, axis=1)),
            vy - 0.5 * (np.roll(pressure, -1, axis=0) - np.roll(pressure, 1, axis=0)),
        )

    def loss(p: Any) -> Any:
        vx, vy = np.reshape(p[: rows * cols], (rows, cols)), np.reshape(p[rows * cols :], (rows, cols))
        moved = smoke
        for _ in range(3):
            vx, vy = projected(carried(vx, vx, vy), carried(vy, vx, vy))
            moved = carried(moved, vx, vy)
        return np.mean((target - moved) ** 2)

    return loss, 0.1 * rs.randn(2 * rows * cols)


def rosenbrock(lib: Any) -> Program:
    return (lambda x: 100 * (x[1] - x[0] ** 2) ** 2 + (1 - x[0]) ** 2), lib.np.array([-0.3, 0.4])


def independent_components(lib: Any) -> Program:
    np, rs = lib.np, draws()
    data = np.dot(rs.standard_t(3.0, size=(30, 2)), rs.randn(2, 2))

    def loss(weights: Any) -> Any:
        sources = np.dot(data, weights)
        log_det = np.linalg.slogdet(weights)[1]
        return -np.mean(np.sum(lib.t.logpdf(sources, 3.0), axis=1)) - log_det

    return loss, np.eye(2) + 0.1 * rs.randn(2, 2)


def own_gradient(lib: Any) -> Program:
    """Use a function whose gradient is given, where that of its formula would be wrong."""
    np = lib.np

    @lib.primitive
    def logsumexp(x: Any) -> Any:
        highest = numpy.max(x)
        return highest + numpy.log(numpy.sum(numpy.exp(x - highest)))

    lib.defvjp(logsumexp, lambda ans, x: lambda g: np.full(x.shape, g) * np.exp(x - np.full(x.shape, ans)))
    return (lambda y: logsumexp(y**2)), np.array([1.5, 6.7, 1e-10])


def series_of_sine(lib: Any) -> Program:
    """Add terms until they are small: control flow of Python."""

    def sine(x: Any) -> Any:
        term = total = x
        for place in range(0, 1000):
            term = -term * x * x / ((2 * place + 3) * (2 * place + 2))
            total = total + term
            if lib.np.abs(term) < 0.2e-12:
                break
        return total

    return sine, 2.0


def tanh_and_its_derivatives(lib: Any) -> Program:
    f = lambda x: (1.0 - lib.np.exp(-2 * x)) / (1.0 + lib.np.exp(-2 * x))  # noqa: E731
    second = lib.egrad(lib.egrad(f))
    return (lambda x: lib.np.sum(f(x) + lib.egrad(second)(x))), numpy.linspace(-2, 2, 7)


def generative_adversarial_game(lib: Any) -> Program:
    """Differentiate a discriminator's loss through one step of the discriminator."""
    np, rs = lib.np, draws()
    real, noise = rs.randn(8, 2) + 2, rs.randn(8, 2)

    def loss_of(judge: Any, maker: Any) -> Any:
        fake = np.dot(noise, maker)
        scores = np.append(np.dot(real, judge), -np.dot(fake, judge))
        return np.mean(np.logaddexp(0, -scores))

    def loss(maker: Any) -> Any:
        judge = np.ones(2) * 0.1
        judge = judge - 0.5 * lib.grad(loss_of)(judge, maker)
        return -loss_of(judge, maker)

    return loss, rs.randn(2, 2)


PROGRAMS = [
    logistic_regression,
    flat_parameters,
    lstm,
    recurrent_network,
    gaussian_process,
    deep_gaussian_process,
    black_box_variational_inference,
    mixture_of_gaussians,
    mixture_variational_inference,
    convolutional_network,
    neural_ode,
    fluid,
    rosenbrock,
    independent_components,
    own_gradient,
    series_of_sine,
    tanh_and_its_derivatives,
    generative_adversarial_game,
]
