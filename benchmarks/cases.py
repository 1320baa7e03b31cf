"""What is measured. A case is written once: it gets `derivata` or `torch`, and uses names that both have."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

Library = Any
Build = Callable[[Library], Callable[[], Any]]


@dataclass(frozen=True)
class Case:
    """A thing to time: `build` returns a function whose result both libraries must agree on."""

    name: str
    goal: float
    build: Build


def draw(lib: Library, *shape: int, requires_grad: bool = False) -> Any:
    """Return a tensor of normal random numbers, the same for both libraries."""
    array = np.random.default_rng(shape).standard_normal(shape, dtype=np.float32)
    return lib.from_numpy(array).requires_grad_(requires_grad)


def chain(lib: Library) -> Callable[[], Any]:
    """Record a hundred ops on eight elements: the price of the tape."""
    x, scale, shift = draw(lib, 8, requires_grad=True), lib.ones(8) * 0.99, draw(lib, 8)
    one = lib.ones(8)

    def run() -> Any:
        x.grad, y = None, x
        for _ in range(50):
            y = y * scale + shift
        y.backward(one)
        return x.grad

    return run


def numbers(lib: Library) -> Callable[[], Any]:
    """Record a hundred ops with Python numbers: no exception, no new constant a call."""
    x, one = draw(lib, 8, requires_grad=True), lib.ones(8)

    def run() -> Any:
        x.grad, y = None, x
        for _ in range(50):
            y = 0.99 * y + 0.5
        y.backward(one)
        return x.grad

    return run


def two_sided(lib: Library) -> Callable[[], Any]:
    """Record 125 ops whose arguments all need gradients: sums of gradients at every step."""
    x, one = draw(lib, 8, requires_grad=True), lib.ones(8)

    def run() -> Any:
        x.grad, y = None, x
        for _ in range(25):
            y = ((y * x + x) - y * x).tanh()
        y.backward(one)
        return x.grad

    return run


def one_op(lib: Library) -> Callable[[], Any]:
    """Record one op and run its backward: the price of starting the engine."""
    x, scale, one = draw(lib, 8, requires_grad=True), draw(lib, 8), lib.ones(8)

    def run() -> Any:
        x.grad = None
        (x * scale).backward(one)
        return x.grad

    return run


def function(apply: Callable[[Library, Any], Any], *shape: int) -> Build:
    """Return a case that runs a function of one tensor forward and backward."""

    def build(lib: Library) -> Callable[[], Any]:
        x = draw(lib, *shape, requires_grad=True)
        grad = None

        def run() -> Any:
            nonlocal grad
            x.grad = None
            y = apply(lib, x)
            if grad is None:
                grad = lib.from_numpy(
                    np.random.default_rng(1).standard_normal(tuple(y.shape), dtype=np.float32)
                )
            y.backward(grad)
            return x.grad

        return run

    return build


def cross_entropy(lib: Library) -> Callable[[], Any]:
    """Score a thousand samples of a thousand classes."""
    x = draw(lib, 1000, 1000, requires_grad=True)
    target = lib.from_numpy(np.random.default_rng(0).integers(0, 1000, 1000))

    def run() -> Any:
        x.grad = None
        lib.nn.functional.cross_entropy(x, target).backward()
        return x.grad

    return run


def layer_norm(lib: Library) -> Callable[[], Any]:
    """Normalise a thousand rows, with a learned scale and shift."""
    x, weight, bias = (draw(lib, *shape, requires_grad=True) for shape in ((1000, 1000), (1000,), (1000,)))
    grad = draw(lib, 1000, 1000)

    def run() -> Any:
        x.grad = weight.grad = bias.grad = None
        lib.nn.functional.layer_norm(x, (1000,), weight, bias).backward(grad)
        return weight.grad

    return run


def digits_step(lib: Library) -> Callable[[], Any]:
    """Train the model of examples/digits.py, without dropout, on a batch of 64."""
    nn = lib.nn
    model = nn.Sequential(
        nn.Conv2d(1, 16, kernel_size=3, padding=1),
        nn.ReLU(),
        nn.MaxPool2d(2),
        nn.Conv2d(16, 32, kernel_size=3, padding=1),
        nn.ReLU(),
        nn.Flatten(),
        nn.Linear(512, 10),
    )
    with lib.no_grad():
        for parameter in model.parameters():
            parameter.copy_(draw(lib, *parameter.shape) * 0.1)
    optimizer = lib.optim.AdamW(model.parameters(), lr=0.0)  # so that every step is the same
    x, target = draw(lib, 64, 1, 8, 8), lib.from_numpy(np.arange(64) % 10)

    def run() -> Any:
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(model(x), target)
        loss.backward()
        optimizer.step()
        return loss

    return run


CASES = (
    Case("chain of 100 ops, 8 elements", 0.5, chain),
    Case("the same with numbers", 0.5, numbers),
    Case("the same, both arguments recorded", 0.6, two_sided),
    Case("one op with backward", 0.25, one_op),
    Case("gelu, 1e6 elements", 1.0, function(lambda lib, x: lib.nn.functional.gelu(x), 1_000_000)),
    Case("softmax, 1000 x 1000", 1.0, function(lambda lib, x: lib.nn.functional.softmax(x, -1), 1000, 1000)),
    Case("layer_norm, 1000 x 1000", 1.0, layer_norm),
    Case("cross_entropy, 1000 x 1000", 1.0, cross_entropy),
    Case("training step on digits", 1.0, digits_step),
)


def convolution(lib: Library) -> Callable[[], Any]:
    """Convolve 64 images of 32 channels with 64 filters."""
    x, weight = draw(lib, 64, 32, 14, 14, requires_grad=True), draw(lib, 64, 32, 3, 3, requires_grad=True)
    grad = draw(lib, 64, 64, 12, 12) * 0.01  # small sums, so that the check of agreement has a meaning

    def run() -> Any:
        x.grad = weight.grad = None
        lib.nn.functional.conv2d(x, weight).backward(grad)
        return x.grad

    return run


def broadcast(apply: Callable[[Library, Any, Any], Any], *other: int) -> Build:
    """Return a case with an argument that is broadcast, so that its gradient is summed."""

    def build(lib: Library) -> Callable[[], Any]:
        x, y = draw(lib, 1000, 1000, requires_grad=True), draw(lib, *other, requires_grad=True)
        grad = lib.ones(1000, 1000)

        def run() -> Any:
            x.grad = y.grad = None
            apply(lib, x, y).backward(grad)
            return x.grad

        return run

    return build


BEHIND = (  # known to be slower than PyTorch; `--all` measures them as well
    Case("sin, 1e6 elements", 1.0, function(lambda lib, x: lib.sin(x), 1_000_000)),
    Case("sum, 1e6 elements", 1.0, function(lambda lib, x: lib.sum(x), 1_000_000)),
    Case("amax of rows, 1000 x 1000", 1.0, function(lambda lib, x: lib.amax(x, -1), 1000, 1000)),
    Case("conv2d, 32 channels", 1.0, convolution),
    Case("mul by a row, 1000 x 1000", 1.0, broadcast(lambda lib, x, y: x * y, 1000)),
    Case("mul by a column, 1000 x 1000", 1.0, broadcast(lambda lib, x, y: x * y, 1000, 1)),
    Case("atan2 with a row, 1000 x 1000", 1.0, broadcast(lambda lib, x, y: lib.atan2(x, y), 1000)),
)
