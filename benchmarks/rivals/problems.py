"""The problems: scalar functions of arrays, written once for every library that has NumPy's names or PyTorch's.

Wanted is the gradient with respect to all arguments; for one problem the Hessian's product with a vector, for another
a step of Adam.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]


@dataclass(frozen=True)
class Names:
    """What a library calls the functions that differ by name or place."""

    tanh: Callable[..., Any]
    sigmoid: Callable[..., Any]
    relu: Callable[..., Any]
    logsumexp: Callable[..., Any]  # of rows
    softplus: Callable[..., Any]
    erf: Callable[..., Any]
    exp: Callable[..., Any]
    log: Callable[..., Any]
    softmax: Callable[..., Any]  # along the last dimension
    conv2d: Callable[..., Any] | None  # without padding, of images (N, C, H, W); None: there is none
    max_pool2d: Callable[..., Any] | None  # of windows of 2 x 2


def chain(names: Names, x: Any, scale: Any, shift: Any) -> Any:
    """A hundred ops on few numbers."""
    y = x
    for _ in range(50):
        y = y * scale + shift
    return y.sum()


def expression(names: Names, x: Any) -> Any:
    """Twenty elementwise ops on many numbers."""
    y = x
    for _ in range(4):
        y = (y * 0.5 + names.tanh(x)) * names.sigmoid(y)
        y = y - 0.1 * x
    return y.sum()


def row_logsumexp(names: Names, x: Any, weight: Any) -> Any:
    """Normalisers of rows."""
    return (names.logsumexp(x) * weight).sum()


def perceptron(names: Names, w_1: Any, w_2: Any, w_3: Any, x: Any, target: Any) -> Any:
    """The loss of a perceptron with two hidden layers; `target` holds a one per row."""
    scores = names.relu(names.relu(x @ w_1) @ w_2) @ w_3
    return (names.logsumexp(scores) - (scores * target).sum(1)).mean()


def classifier(names: Names, w_1: Any, b_1: Any, w_2: Any, b_2: Any, x: Any, target: Any) -> Any:
    """The cross entropy of a perceptron with a hidden layer and biases."""
    scores = names.relu(x @ w_1 + b_1) @ w_2 + b_2
    return (names.logsumexp(scores) - (scores * target).sum(1)).mean()


def gru(names: Names, w_x: Any, w_h: Any, bias: Any, x: Any) -> Any:
    """Gated recurrent units over the steps of `x`, of shape (steps, batch, inputs)."""
    units = w_h.shape[0]
    h = x[0] @ w_x[:, :units]
    for step in range(x.shape[0]):
        into, back = x[step] @ w_x + bias, h @ w_h
        reset = names.sigmoid(into[:, :units] + back[:, :units])
        update = names.sigmoid(into[:, units : 2 * units] + back[:, units : 2 * units])
        new = names.tanh(into[:, 2 * units :] + reset * back[:, 2 * units :])
        h = new + update * (h - new)
    return (h * h).mean()


def attention(names: Names, w_q: Any, w_k: Any, w_v: Any, w_o: Any, w_1: Any, w_2: Any, x: Any) -> Any:
    """A block of a transformer with 4 heads; `x` has the shape (batch, words, features)."""
    shape = (x.shape[0], x.shape[1], 4, x.shape[2] // 4)
    centred = x - x.mean(-1, keepdims=True)
    y = centred * ((centred * centred).mean(-1, keepdims=True) + 1e-5) ** -0.5
    q, k, v = [(y @ w).reshape(shape).swapaxes(1, 2) for w in (w_q, w_k, w_v)]
    seen = names.softmax(q @ k.swapaxes(2, 3) * shape[3] ** -0.5) @ v
    x = x + seen.swapaxes(1, 2).reshape(x.shape) @ w_o
    x = x + names.relu(x @ w_1) @ w_2
    return (x * x).mean()


def convnet(names: Names, f_1: Any, b_1: Any, f_2: Any, b_2: Any, w: Any, b: Any, x: Any, target: Any) -> Any:
    """The cross entropy of a network for small images: two convolutions with pooling, and a layer."""
    assert names.conv2d is not None and names.max_pool2d is not None
    x = names.max_pool2d(names.relu(names.conv2d(x, f_1) + b_1))
    x = names.max_pool2d(names.relu(names.conv2d(x, f_2) + b_2))
    scores = x.reshape((x.shape[0], -1)) @ w + b
    return (names.logsumexp(scores) - (scores * target).sum(1)).mean()


def regression(
    names: Names, w_1: Any, b_1: Any, w_2: Any, b_2: Any, w_3: Any, b_3: Any, x: Any, y: Any
) -> Any:
    """The mean square error of a small network."""
    return ((names.relu(names.relu(x @ w_1 + b_1) @ w_2 + b_2) @ w_3 + b_3 - y) ** 2).mean()


def field(names: Names, w_1: Any, b_1: Any, w_2: Any, b_2: Any, w_3: Any, x: Any) -> Any:
    """The sum of a network's values at the points `x`: its derivative by `x` has those at each point."""
    return (names.tanh(names.tanh(x @ w_1 + b_1) @ w_2 + b_2) @ w_3).sum()


def rosenbrock(names: Names, x: Any) -> Any:
    """A classic of optimisation."""
    return (100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2).sum()


def heat(names: Names, u: Any) -> Any:
    """The energy of a plate after a step of the heat equation."""
    centre = u[1:-1, 1:-1]
    around = u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2]
    after = centre + 0.1 * (around - 4.0 * centre)
    return (after * after).sum()


def logistic(names: Names, weight: Any, bias: Any, x: Any, y: Any) -> Any:
    """The log-posterior of a logistic regression."""
    score = x @ weight + bias
    return (y * score - names.softplus(score)).sum() - 0.5 * (weight * weight).sum()


def mixture(names: Names, means: Any, log_scales: Any, scores: Any, x: Any) -> Any:
    """The log-density of a mixture of normal distributions."""
    weights = scores - names.logsumexp(scores)
    z = (x[:, None] - means) * names.exp(-log_scales)
    return names.logsumexp(weights - log_scales - 0.5 * z * z).sum()


def black_scholes(names: Names, spot: Any, strike: Any, rate: Any, volatility: Any, time: Any) -> Any:
    """Prices of call options; their derivatives are the Greeks."""
    spread = volatility * time**0.5
    upper = (names.log(spot / strike) + (rate + 0.5 * volatility * volatility) * time) / spread
    lower = upper - spread
    held = 0.5 * spot * (1.0 + names.erf(upper * 0.70710678))
    owed = 0.5 * strike * names.exp(-rate * time) * (1.0 + names.erf(lower * 0.70710678))
    return (held - owed).sum()


def bodies(names: Names, x: Any, y: Any, z: Any, mass: Any) -> Any:
    """The potential energy of bodies; its derivatives are forces."""
    right, up, ahead = x[:, None] - x[None, :], y[:, None] - y[None, :], z[:, None] - z[None, :]
    squared = right * right + up * up + ahead * ahead + 0.01
    return -0.5 * (mass[:, None] * mass[None, :] * squared**-0.5).sum()


@dataclass(frozen=True)
class Problem:
    """A function, the arguments to differentiate by, the constants, and for a Hessian's product the vector.

    With a learning rate, what is wanted is the loss in a step of Adam, which changes the arguments. With an equation,
    it is the gradient of the mean square of the function's second derivative by the constant, as of a network that is
    to solve a differential equation. With an inner rate, it is the gradient of the function, with the second half of
    the constants, by what the arguments were before a step down the gradient with the first half, as in MAML. The goal
    is a compiled program's time over that of the better of `torch.compile` and JAX.
    """

    name: str
    function: Callable[..., Any]
    arguments: tuple[Array, ...]
    constants: tuple[Array, ...] = ()
    vector: Array | None = None
    rate: float | None = None
    equation: bool = False
    inner_rate: float | None = None
    goal: float | None = None


def draw(*shape: int, scale: float = 1.0) -> Array:
    """Return normal random numbers."""
    numbers = np.random.default_rng(shape).standard_normal(shape, dtype=np.float32)
    return np.asarray(numbers * np.float32(scale))


def problems() -> tuple[Problem, ...]:
    """Return all problems."""
    layers = (draw(784, 512, scale=0.04), draw(512, 512, scale=0.05), draw(512, 10, scale=0.05))
    labels = np.eye(10, dtype=np.float32)[np.arange(1024) % 10]
    options = [
        np.exp(0.1 * draw(100_000, n + 1)[:, 0]) * scale for n, scale in enumerate((9, 10, 0.05, 0.3, 2))
    ]
    options = [option.astype(np.float32) for option in options]
    rows = draw(1_000_000, 4)
    width = (
        draw(1, 32),
        draw(32, scale=0.1),
        draw(32, 32, scale=0.2),
        draw(32, 1)[:, 0],
        draw(32, 1, scale=0.2),
    )
    return (
        Problem(
            "100 ops, 8 elements",
            chain,
            (draw(8),),
            (np.full(8, 0.99, np.float32), draw(8, scale=0.1)),
            goal=0.5,
        ),
        Problem("20 ops, 1e4 elements", expression, (draw(10_000),), goal=0.5),
        Problem("20 ops, 1e6 elements", expression, (draw(1_000_000),), goal=0.5),
        Problem("logsumexp, 1000 x 1000", row_logsumexp, (draw(1000, 1000),), (draw(1000),)),
        Problem("perceptron, batch 128", perceptron, layers, (draw(128, 784), labels[:128]), goal=0.7),
        Problem(
            "Adam's step, batch 64", perceptron, layers, (draw(64, 784), labels[:64]), rate=1e-3, goal=0.7
        ),
        Problem(
            "Adam's step, batch 1024", perceptron, layers, (draw(1024, 784), labels), rate=1e-3, goal=0.7
        ),
        Problem(
            "Adam's step, 784-256-10",
            classifier,
            (
                draw(784, 256, scale=0.04),
                draw(256, scale=0.1),
                draw(256, 10, scale=0.05),
                draw(10, scale=0.1),
            ),
            (draw(64, 784), labels[:64]),
            rate=1e-3,
            goal=0.7,
        ),
        Problem(
            "convnet, batch 32, Adam",
            convnet,
            (
                draw(16, 1, 5, 5, scale=0.2),
                draw(16, 1, 1, scale=0.1),
                draw(32, 16, 5, 5, scale=0.05),
                draw(32, 1, 1, scale=0.1),
                draw(512, 10, scale=0.05),
                draw(10, scale=0.1),
            ),
            (draw(32, 1, 28, 28), labels[:32]),
            rate=1e-3,
            goal=0.9,
        ),
        Problem(
            "GRU 64 x 256, 50 steps",
            gru,
            (draw(256, 768, scale=0.06), draw(256, 768, scale=0.05), draw(768)),
            (draw(50, 64, 256),),
            goal=0.9,
        ),
        Problem(
            "attention, 8 x 64 x 256",
            attention,
            (*draw(4, 256, 256, scale=0.06), draw(256, 512, scale=0.06), draw(512, 256, scale=0.05)),
            (draw(8, 64, 256),),
            goal=0.9,
        ),
        Problem(
            "logistic, 1e6 rows",
            logistic,
            (draw(4), draw()),
            (rows, (rows[:, 0] > 0).astype(np.float32)),
            goal=0.5,
        ),
        Problem(
            "mixture of 4, 1e6 rows",
            mixture,
            (draw(4), draw(4, scale=0.1), draw(4)),
            (rows[:, 0].copy(),),
            goal=0.5,
        ),
        Problem("Black-Scholes, 1e5", black_scholes, tuple(options), goal=0.5),
        Problem(
            "1000 bodies",
            bodies,
            (draw(1000), draw(1000, scale=0.7), draw(1000, scale=0.9)),
            (draw(1000) ** 2,),
            goal=0.5,
        ),
        Problem("Hessian product, 1e5", rosenbrock, (draw(100_000, scale=0.3),), (), draw(100_000), goal=0.5),
        Problem("heat, 1000 x 1000", heat, (draw(1000, 1000),)),
        Problem("PINN, 200 points", field, width, (draw(200, 1),), equation=True, goal=1.2),
        Problem(
            "MAML, 2 x 10 points",
            regression,
            (
                draw(1, 40),
                draw(40, scale=0.1),
                draw(40, 40, scale=0.2),
                draw(41, scale=0.1)[:40],
                draw(40, 1, scale=0.2),
                draw(1, scale=0.1),
            ),
            (draw(10, 1), draw(10, 1) ** 2, draw(11, 1)[:10], draw(11, 1)[:10] ** 2),
            inner_rate=0.01,
            goal=1.2,
        ),
    )
