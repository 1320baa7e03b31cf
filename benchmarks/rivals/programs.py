"""derivata with `derivata.compile`: gradients are taken inside of programs.

A compiled function may not look for functions in a table of names, so the problems are written once more.
"""

from collections.abc import Callable
from typing import Any

import derivata as dv
from derivata.nn.functional import conv2d, max_pool2d, relu, softplus

from ..case import Run
from . import problems
from .problems import Problem
from .tensors import as_arrays

__all__ = ["as_arrays", "build"]


def chain(x: Any, scale: Any, shift: Any) -> Any:
    """A hundred ops on few numbers."""
    y = x
    for _ in range(50):
        y = y * scale + shift
    return y.sum()


def expression(x: Any) -> Any:
    """Twenty elementwise ops on many numbers."""
    y = x
    for _ in range(4):
        y = (y * 0.5 + dv.tanh(x)) * dv.sigmoid(y)
        y = y - 0.1 * x
    return y.sum()


def row_logsumexp(x: Any, weight: Any) -> Any:
    """Normalisers of rows."""
    return (dv.logsumexp(x, -1) * weight).sum()


def perceptron(w_1: Any, w_2: Any, w_3: Any, x: Any, target: Any) -> Any:
    """The loss of a perceptron with two hidden layers."""
    scores = relu(relu(x @ w_1) @ w_2) @ w_3
    return (dv.logsumexp(scores, -1) - (scores * target).sum(1)).mean()


def classifier(w_1: Any, b_1: Any, w_2: Any, b_2: Any, x: Any, target: Any) -> Any:
    """The cross entropy of a perceptron with a hidden layer and biases."""
    scores = relu(x @ w_1 + b_1) @ w_2 + b_2
    return (dv.logsumexp(scores, -1) - (scores * target).sum(1)).mean()


def gru(w_x: Any, w_h: Any, bias: Any, x: Any) -> Any:
    """Gated recurrent units over the steps of `x`."""
    units = w_h.shape[0]
    h = x[0] @ w_x[:, :units]
    for step in range(x.shape[0]):
        into, back = x[step] @ w_x + bias, h @ w_h
        reset = dv.sigmoid(into[:, :units] + back[:, :units])
        update = dv.sigmoid(into[:, units : 2 * units] + back[:, units : 2 * units])
        new = dv.tanh(into[:, 2 * units :] + reset * back[:, 2 * units :])
        h = new + update * (h - new)
    return (h * h).mean()


def attention(w_q: Any, w_k: Any, w_v: Any, w_o: Any, w_1: Any, w_2: Any, x: Any) -> Any:
    """A block of a transformer with 4 heads."""
    shape = (x.shape[0], x.shape[1], 4, x.shape[2] // 4)
    centred = x - x.mean(-1, keepdim=True)
    y = centred * ((centred * centred).mean(-1, keepdim=True) + 1e-5) ** -0.5
    q, k, v = [(y @ w).reshape(shape).swapaxes(1, 2) for w in (w_q, w_k, w_v)]
    seen = dv.softmax(q @ k.swapaxes(2, 3) * shape[3] ** -0.5, -1) @ v
    x = x + seen.swapaxes(1, 2).reshape(x.shape) @ w_o
    x = x + relu(x @ w_1) @ w_2
    return (x * x).mean()


def convnet(f_1: Any, b_1: Any, f_2: Any, b_2: Any, w: Any, b: Any, x: Any, target: Any) -> Any:
    """The cross entropy of a network for small images."""
    x = max_pool2d(relu(conv2d(x, f_1) + b_1), 2)
    x = max_pool2d(relu(conv2d(x, f_2) + b_2), 2)
    scores = x.reshape((x.shape[0], -1)) @ w + b
    return (dv.logsumexp(scores, -1) - (scores * target).sum(1)).mean()


def regression(w_1: Any, b_1: Any, w_2: Any, b_2: Any, w_3: Any, b_3: Any, x: Any, y: Any) -> Any:
    """The mean square error of a small network."""
    return ((relu(relu(x @ w_1 + b_1) @ w_2 + b_2) @ w_3 + b_3 - y) ** 2).mean()


def field(w_1: Any, b_1: Any, w_2: Any, b_2: Any, w_3: Any, x: Any) -> Any:
    """The sum of a network's values at the points `x`."""
    return (dv.tanh(dv.tanh(x @ w_1 + b_1) @ w_2 + b_2) @ w_3).sum()


def rosenbrock(x: Any) -> Any:
    """A classic of optimisation."""
    return (100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2).sum()


def heat(u: Any) -> Any:
    """The energy of a plate after a step of the heat equation."""
    centre = u[1:-1, 1:-1]
    around = u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2]
    after = centre + 0.1 * (around - 4.0 * centre)
    return (after * after).sum()


def logistic(weight: Any, bias: Any, x: Any, y: Any) -> Any:
    """The log-posterior of a logistic regression."""
    score = x @ weight + bias
    return (y * score - softplus(score)).sum() - 0.5 * (weight * weight).sum()


def mixture(means: Any, log_scales: Any, scores: Any, x: Any) -> Any:
    """The log-density of a mixture of normal distributions."""
    weights = scores - dv.logsumexp(scores, -1)
    z = (x[:, None] - means) * dv.exp(-log_scales)
    return dv.logsumexp(weights - log_scales - 0.5 * z * z, -1).sum()


def black_scholes(spot: Any, strike: Any, rate: Any, volatility: Any, time: Any) -> Any:
    """Prices of call options; their derivatives are the Greeks."""
    spread = volatility * time**0.5
    upper = (dv.log(spot / strike) + (rate + 0.5 * volatility * volatility) * time) / spread
    lower = upper - spread
    held = 0.5 * spot * (1.0 + dv.erf(upper * 0.70710678))
    owed = 0.5 * strike * dv.exp(-rate * time) * (1.0 + dv.erf(lower * 0.70710678))
    return (held - owed).sum()


def bodies(x: Any, y: Any, z: Any, mass: Any) -> Any:
    """The potential energy of bodies; its derivatives are forces."""
    right, up, ahead = x[:, None] - x[None, :], y[:, None] - y[None, :], z[:, None] - z[None, :]
    squared = right * right + up * up + ahead * ahead + 0.01
    return -0.5 * (mass[:, None] * mass[None, :] * squared**-0.5).sum()


FUNCTIONS: dict[Callable[..., Any], Callable[..., Any]] = {
    problems.chain: chain,
    problems.expression: expression,
    problems.row_logsumexp: row_logsumexp,
    problems.perceptron: perceptron,
    problems.classifier: classifier,
    problems.gru: gru,
    problems.attention: attention,
    problems.convnet: convnet,
    problems.regression: regression,
    problems.field: field,
    problems.rosenbrock: rosenbrock,
    problems.heat: heat,
    problems.logistic: logistic,
    problems.mixture: mixture,
    problems.black_scholes: black_scholes,
    problems.bodies: bodies,
}


def build(problem: Problem) -> Run:
    """Return a function that computes the wanted derivative, in one program that records nothing."""
    compiled, arguments = prepare(problem)
    return lambda: compiled(*arguments)


def prepare(problem: Problem) -> tuple[Any, list[Any]]:
    """Return the compiled function and what it is called with."""
    function = FUNCTIONS[problem.function]
    arguments = [dv.from_numpy(array) for array in (*problem.arguments, *problem.constants)]
    count = len(problem.arguments)
    if problem.rate is not None:
        trained = [dv.from_numpy(array.copy()).requires_grad_() for array in problem.arguments]
        return dv.compile(step(function, trained, problem.rate), fullgraph=True), arguments[count:]
    if problem.equation:
        wanted = dv.func.grad(residual(function, count), tuple(range(count)))
    elif problem.inner_rate is not None:
        wanted = dv.func.grad(adapted(function, count, problem.inner_rate), tuple(range(count)))
    elif problem.vector is None:
        wanted = dv.func.grad(function, tuple(range(count)))
    else:

        def along(x: Any, v: Any) -> Any:
            return (dv.func.grad(function)(x) * v).sum()

        wanted = dv.func.grad(along, (0,))
        arguments.append(dv.from_numpy(problem.vector))
    return dv.compile(wanted, fullgraph=True), arguments


def residual(function: Callable[..., Any], place: int) -> Callable[..., Any]:
    """Return the mean square of the second derivative by an argument as a function."""
    slope = dv.func.grad(function, place)

    def steepness(*given: Any) -> Any:
        return slope(*given).sum()

    def loss(*given: Any) -> Any:
        return (dv.func.grad(steepness, place)(*given) ** 2).mean()

    return loss


def adapted(function: Callable[..., Any], count: int, rate: float) -> Callable[..., Any]:
    """Return a function of what its first arguments are after a step down the gradient."""
    slopes_of = dv.func.grad(function, tuple(range(count)))

    def loss(*given: Any) -> Any:
        half = count + (len(given) - count) // 2
        slopes = slopes_of(*given[:half])
        moved = [a - rate * slope for a, slope in zip(given[:count], slopes, strict=True)]
        return function(*moved, *given[half:])

    return loss


def step(function: Callable[..., Any], trained: list[Any], rate: float) -> Callable[..., Any]:
    """Return a function that takes a step of Adam, and returns the loss before it."""
    optimizer = dv.optim.Adam(trained, lr=rate)

    def take(x: Any, target: Any) -> Any:
        optimizer.zero_grad()
        loss = function(*trained, x, target)
        loss.backward()
        optimizer.step()
        return (loss.detach(),)

    return take
