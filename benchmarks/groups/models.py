"""Steps of models: forward, loss, backward and optimizer."""

import math
from collections.abc import Callable
from typing import Any

from ..case import Case, Group, Library, Run, draw, indices


def training_step(lib: Library, parameters: list[Any], loss_of: Callable[[], Any]) -> Run:
    """Return a function that makes one step, always the same one (the rate is zero)."""
    optimizer = lib.optim.AdamW(parameters, lr=0.0)

    def run() -> Any:
        optimizer.zero_grad()
        loss = loss_of()
        loss.backward()
        optimizer.step()
        return loss

    return run


def set_parameters(lib: Library, model: Any, scale: float) -> list[Any]:
    """Give both libraries' models the same parameters and return them."""
    parameters = list(model.parameters())
    with lib.no_grad():
        for number, parameter in enumerate(parameters):
            parameter.copy_(draw(lib, *parameter.shape, scale=scale, seed=number))
    return parameters


def perceptron(lib: Library) -> Run:
    """784-512-512-10 with relu, a batch of 128."""
    nn = lib.nn
    model = nn.Sequential(nn.Linear(784, 512), nn.ReLU(), nn.Linear(512, 512), nn.ReLU(), nn.Linear(512, 10))
    parameters = set_parameters(lib, model, 0.04)
    x, target = draw(lib, 128, 784), indices(lib, 10, 128)
    return training_step(lib, parameters, lambda: nn.functional.cross_entropy(model(x), target))


def per_sample_gradients(lib: Library) -> Run:
    """`vmap(grad)` of the loss of a 784-256-10 network, 64 samples."""
    functional = lib.nn.functional
    shapes = {"w1": (256, 784), "b1": (256,), "w2": (10, 256), "b2": (10,)}
    parameters = {
        name: draw(lib, *shape, scale=0.05, seed=number)
        for number, (name, shape) in enumerate(shapes.items())
    }
    x, target = draw(lib, 64, 784), indices(lib, 10, 64)

    def loss(p: dict[str, Any], x: Any, target: Any) -> Any:
        hidden = functional.linear(x, p["w1"], p["b1"]).relu()
        scores = functional.linear(hidden, p["w2"], p["b2"])
        return functional.cross_entropy(scores.unsqueeze(0), target.unsqueeze(0))

    transformed = lib.func.vmap(lib.func.grad(loss), in_dims=(None, 0, 0))
    return lambda: transformed(parameters, x, target)["w1"]


def gated_recurrent_unit(lib: Library) -> Run:
    """A gated recurrent unit written with ops: 20 steps, 64 units, a batch of 32."""
    units, features = 64, 32
    shapes = ((features, 3 * units), (units, 3 * units), (3 * units,), (3 * units,))
    w_x, w_h, b_x, b_h = (
        draw(lib, *shape, scale=0.1, seed=number).requires_grad_() for number, shape in enumerate(shapes)
    )
    x, target = draw(lib, 20, 32, features), draw(lib, 32, units)

    def loss_of() -> Any:
        h = lib.zeros(32, units)
        for step in x:
            from_x, from_h = step @ w_x + b_x, h @ w_h + b_h
            x_r, x_z, x_n = from_x.chunk(3, -1)
            h_r, h_z, h_n = from_h.chunk(3, -1)
            reset, update = lib.sigmoid(x_r + h_r), lib.sigmoid(x_z + h_z)
            new = lib.tanh(x_n + reset * h_n)
            h = new + update * (h - new)
        return lib.nn.functional.mse_loss(h, target)

    return training_step(lib, [w_x, w_h, b_x, b_h], loss_of)


def attention_block(lib: Library) -> Run:
    """A transformer block: 4 heads of 32 units, 64 positions, a batch of 8."""
    heads, units, positions, batch = 4, 128, 64, 8
    nn = lib.nn
    parts = nn.ModuleList(
        [
            nn.LayerNorm(units),
            nn.Linear(units, 3 * units),
            nn.Linear(units, units),
            nn.LayerNorm(units),
            nn.Linear(units, 4 * units),
            nn.Linear(4 * units, units),
        ]
    )
    norm_1, to_heads, from_heads, norm_2, up, down = parts
    parameters = set_parameters(lib, parts, 0.08)
    x, target = draw(lib, batch, positions, units), draw(lib, batch, positions, units, seed=1)

    def loss_of() -> Any:
        split = to_heads(norm_1(x)).reshape(batch, positions, 3, heads, units // heads)
        query, key, value = split.permute(2, 0, 3, 1, 4).unbind(0)
        scores = query @ key.transpose(-2, -1) / math.sqrt(units // heads)
        mixed = (nn.functional.softmax(scores, -1) @ value).transpose(1, 2).reshape(batch, positions, units)
        y = x + from_heads(mixed)
        y = y + down(nn.functional.gelu(up(norm_2(y))))
        return nn.functional.mse_loss(y, target)

    return training_step(lib, parameters, loss_of)


def digits(lib: Library) -> Run:
    """The network of examples/digits.py, without dropout, a batch of 64."""
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
    parameters = set_parameters(lib, model, 0.1)
    x, target = draw(lib, 64, 1, 8, 8), indices(lib, 10, 64)
    return training_step(lib, parameters, lambda: nn.functional.cross_entropy(model(x), target))


def convnet(lib: Library) -> Run:
    """Three convolutions with batch normalisation on images of 32 x 32, a batch of 16."""
    nn = lib.nn
    model = nn.Sequential(
        nn.Conv2d(3, 32, kernel_size=3, padding=1),
        nn.BatchNorm2d(32),
        nn.ReLU(),
        nn.MaxPool2d(2),
        nn.Conv2d(32, 64, kernel_size=3, padding=1),
        nn.BatchNorm2d(64),
        nn.ReLU(),
        nn.MaxPool2d(2),
        nn.Conv2d(64, 64, kernel_size=3, padding=1),
        nn.ReLU(),
        nn.Flatten(),
        nn.Linear(64 * 8 * 8, 10),
    )
    parameters = set_parameters(lib, model, 0.05)
    x, target = draw(lib, 16, 3, 32, 32), indices(lib, 10, 16)
    return training_step(lib, parameters, lambda: nn.functional.cross_entropy(model(x), target))


def convolution(lib: Library) -> Run:
    """Convolve 64 images of 32 channels with 64 filters, without a model around it."""
    x, weight = draw(lib, 64, 32, 14, 14, requires_grad=True), draw(lib, 64, 32, 3, 3, requires_grad=True)
    grad = draw(lib, 64, 64, 12, 12, scale=0.01)  # small sums, so that the check of agreement has a meaning

    def run() -> Any:
        x.grad = weight.grad = None
        lib.nn.functional.conv2d(x, weight).backward(grad)
        return x.grad

    return run


def embedding(lib: Library) -> Run:
    """Look up 64 x 32 of 10,000 words of 64 numbers, and the gradient of the table."""
    table, words = draw(lib, 10_000, 64, requires_grad=True), indices(lib, 10_000, 64, 32)
    grad = draw(lib, 64, 32, 64)

    def run() -> Any:
        table.grad = None
        lib.nn.functional.embedding(words, table).backward(grad)
        return table.grad

    return run


def indexing(lib: Library) -> Run:
    """Read rows by an index with repetitions, a mask and a slice, and the gradient of each."""
    x, rows = draw(lib, 2000, 128, requires_grad=True), indices(lib, 2000, 4000)
    mask = draw(lib, 2000, seed=1) > 0

    def run() -> Any:
        x.grad = None
        (x[rows].sum() + (x[mask] ** 2).sum() + x[100:1900:3, ::2].sum()).backward()
        return x.grad

    return run


MODELS = Group(
    "models",
    mean=0.70,
    worst=1.1,
    cases=(
        Case("perceptron 784-512-512-10", perceptron),
        Case("per-sample gradients, 784-256-10", per_sample_gradients),
        Case("gated recurrent unit", gated_recurrent_unit),
        Case("attention block", attention_block),
        Case("training step on digits", digits),
        Case("convnet, 32 x 32 images", convnet),
        Case("conv2d, 32 channels", convolution),
        Case("embedding, 10,000 words", embedding),
        Case("indexing", indexing),
    ),
)
