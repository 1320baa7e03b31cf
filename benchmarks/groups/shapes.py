"""The shapes of which the decisions give figures: convolutions, rows, losses and places.

They run on request: ``python -m benchmarks --only shapes``.
"""

from typing import Any

from ..case import Apply, Case, Group, Library, Run, draw, forward_backward, indices

Shape = tuple[int, ...]


def convolution(name: str, x: Shape, weight: Shape, function: str = "conv2d", **options: Any) -> Case:
    """Return a case that convolves images forward and backward to images and filters."""

    def apply(lib: Library, x: Any, weight: Any) -> Any:
        return getattr(lib.nn.functional, function)(x, weight * 0.01, **options)

    shapes = " with ".join("x".join(map(str, shape)) for shape in (x, weight))
    return Case(f"{function}{name}, {shapes}", forward_backward(apply, x, weight))


def forward(name: str, apply: Apply, *shape: int) -> Case:
    """Return a case that computes with constants."""

    def build(lib: Library) -> Run:
        x = draw(lib, *shape)
        return lambda: apply(lib, x)

    return Case(f"{name}, forward", build)


def loss(name: str, shape: Shape, positive: bool = False) -> Case:
    """Return a case for a loss of two tensors, with the gradients of both."""

    def apply(lib: Library, x: Any, y: Any) -> Any:
        return getattr(lib.nn.functional, name)(x, y)

    size = "x".join(map(str, shape))
    return Case(f"{name}, {size}", forward_backward(apply, shape, shape, positive=positive))


def batch_norm(lib: Library, x: Any) -> Any:
    """Normalise channels over the batch."""
    return lib.nn.functional.batch_norm(x, None, None, training=True)


def index_add(lib: Library) -> Run:
    """Add 2000 rows of 256 numbers to random ones of 1000."""
    x, rows, places = draw(lib, 1000, 256), draw(lib, 2000, 256), indices(lib, 1000, 2000)
    return lambda: lib.index_add(x, 0, places, rows)


def lookups(sparse: bool) -> Case:
    """Return a case that looks 256 words of 50,000 up, and makes a step of SGD with the sum's gradient."""

    def build(lib: Library) -> Run:
        table, words = draw(lib, 50_000, 64, requires_grad=True), indices(lib, 50_000, 256)
        optimizer = lib.optim.SGD([table], lr=1e-3)

        def run() -> Any:
            optimizer.zero_grad()
            lib.nn.functional.embedding(words, table, sparse=sparse).sum().backward()
            optimizer.step()
            return table[:100]

        return run

    return Case(f"lookups and a step, {'sparse' if sparse else 'dense'}", build)


SHAPES = Group(
    "shapes",
    mean=1.0,
    worst=1.5,
    on_request=True,
    cases=(
        convolution("", (8, 32, 28, 28), (64, 32, 3, 3)),
        convolution("", (1, 64, 56, 56), (64, 64, 3, 3)),
        convolution("", (64, 32, 14, 14), (64, 32, 3, 3)),
        convolution("", (32, 64, 16, 16), (128, 64, 3, 3)),
        convolution("", (16, 256, 7, 7), (256, 256, 3, 3), padding=1),
        convolution(" by 2", (16, 64, 28, 28), (128, 64, 3, 3), stride=2, padding=1),
        convolution("", (16, 128, 16, 16), (128, 128, 1, 1)),
        convolution(" by 2", (16, 64, 14, 14), (64, 32, 4, 4), "conv_transpose2d", stride=2, padding=1),
        convolution(", 4 groups", (8, 32, 28, 28), (64, 8, 3, 3), groups=4, padding=1),
        convolution(", 32 groups", (8, 32, 28, 28), (32, 1, 3, 3), groups=32, padding=1),
        convolution(" by 2, 32 groups", (8, 32, 28, 28), (32, 1, 3, 3), groups=32, stride=2, padding=1),
        convolution("", (64, 16, 4, 4), (32, 16, 3, 3), padding=1),
        convolution(" by 2", (8, 3, 64, 64), (32, 3, 7, 7), stride=2, padding=3),
        forward("sin, 1e6", lambda lib, x: lib.sin(x), 1_000_000),
        forward("amax of rows, 1000 x 1000", lambda lib, x: x.amax(-1), 1000, 1000),
        forward("amax of rows, 100000 x 10", lambda lib, x: x.amax(-1), 100_000, 10),
        forward("sum over (0, 2, 3), 8x32x28x28", lambda lib, x: x.sum((0, 2, 3)), 8, 32, 28, 28),
        forward("logsumexp of rows, 10000 x 10", lambda lib, x: lib.logsumexp(x, -1), 10_000, 10),
        forward("logsumexp of channels, 8x32x28x28", lambda lib, x: lib.logsumexp(x, 1), 8, 32, 28, 28),
        Case("batch_norm, 32x64x14x14", forward_backward(batch_norm, (32, 64, 14, 14))),
        Case("index_add, 2000 of 1000 x 256, forward", index_add),
        loss("smooth_l1_loss", (1_000_000,)),
        loss("binary_cross_entropy_with_logits", (1_000_000,), positive=True),
        lookups(sparse=False),
        lookups(sparse=True),
        Case("2-norm, 1e6", forward_backward(lambda lib, x: lib.linalg.vector_norm(x, 2), (1_000_000,))),
    ),
)
