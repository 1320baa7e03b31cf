"""Convolutions, pooling and normalisation of images, reading and adding at places, joining."""

from typing import Any

from ..case import Apply, Case, Group, Library, Run, draw, forward_backward, indices

Shape = tuple[int, ...]


def convolution(name: str, x: Shape, weight: Shape, **options: Any) -> Case:
    """Return a case that convolves images, with the gradients of images, filters and bias."""

    def apply(lib: Library, x: Any, weight: Any, bias: Any) -> Any:
        return lib.nn.functional.conv2d(x, weight * 0.01, bias * 0.01, **options)

    return Case(f"conv2d, {name}", forward_backward(apply, x, weight, weight[:1]))


def places(name: str, apply: Apply, shape: Shape, high: int, *lengths: int) -> Case:
    """Return a case for a function of a tensor and of random places."""

    def build(lib: Library) -> Run:
        x, index = draw(lib, *shape, requires_grad=True), indices(lib, high, *lengths)
        grad = draw(lib, *apply(lib, x, index).shape, seed=99)

        def run() -> Any:
            x.grad = None
            apply(lib, x, index).backward(grad)
            return x.grad

        return run

    return Case(name, build)


def normalised(name: str, apply: Apply, shape: Shape, frozen: bool = False) -> Case:
    """Return a case that normalises images and scales and shifts each channel, by learned numbers unless `frozen`."""

    def build(lib: Library) -> Run:
        x, grad = draw(lib, *shape, requires_grad=True), draw(lib, *shape, seed=99)
        parameters = [draw(lib, shape[1], seed=seed, requires_grad=not frozen) for seed in (1, 2)]

        def run() -> Any:
            for tensor in (x, *parameters):
                tensor.grad = None
            apply(lib, x, *parameters).backward(grad)
            return x.grad

        return run

    return Case(f"{name}, {'x'.join(map(str, shape))}{', frozen' if frozen else ''}", build)


def group_norm(groups: int, shape: Shape, frozen: bool = False) -> Case:
    """Return a case that normalises groups of channels."""

    def apply(lib: Library, x: Any, weight: Any, bias: Any) -> Any:
        return lib.nn.functional.group_norm(x, groups, weight, bias)

    return normalised(f"group_norm {groups}", apply, shape, frozen)


def batch_norm(lib: Library, x: Any, weight: Any, bias: Any) -> Any:
    """Normalise channels over the batch."""
    return lib.nn.functional.batch_norm(x, None, None, weight, bias, training=True)


def joined(name: str, shape: Shape) -> Case:
    """Return a case that joins tensors, `cat` or `stack`, and computes on with the result."""

    def apply(lib: Library, *inputs: Any) -> Any:
        return getattr(lib, name)(inputs) * 2.5

    return Case(f"{name}, {'x'.join(map(str, shape))}", forward_backward(apply, shape, shape, shape))


def pool(name: str, apply: Apply, *shape: int) -> Case:
    """Return a case for a function of images."""
    return Case(name, forward_backward(apply, shape))


IMAGES = Group(
    "images and places",
    mean=0.9,
    worst=1.5,
    cases=(
        convolution("3 to 16 channels of 32 x 32", (8, 3, 32, 32), (16, 3, 3, 3), padding=1),
        convolution("32 to 64 channels of 28 x 28", (8, 32, 28, 28), (64, 32, 3, 3), padding=1),
        convolution("64 to 64 channels of 56 x 56", (1, 64, 56, 56), (64, 64, 3, 3), padding=1),
        convolution("pixel by pixel", (8, 64, 28, 28), (128, 64, 1, 1)),
        convolution("every second pixel", (8, 32, 28, 28), (64, 32, 3, 3), stride=2, padding=1),
        convolution(
            "every second pixel, 64 channels", (16, 64, 28, 28), (128, 64, 3, 3), stride=2, padding=1
        ),
        convolution("one input channel", (32, 1, 28, 28), (16, 1, 3, 3), padding=1),
        convolution("one input channel, 5 x 5", (64, 1, 28, 28), (32, 1, 5, 5)),
        convolution("5 x 5 filters", (8, 16, 28, 28), (32, 16, 5, 5), padding=2),
        convolution("5 x 5 filters of 14 x 14", (8, 32, 14, 14), (64, 32, 5, 5), padding=2),
        convolution("64 channels of 4 x 4", (64, 64, 4, 4), (64, 64, 3, 3), padding=1),
        convolution("4 groups", (8, 32, 28, 28), (64, 8, 3, 3), padding=1, groups=4),
        convolution("channel by channel", (8, 32, 28, 28), (32, 1, 3, 3), padding=1, groups=32),
        convolution(
            "channel by channel, every second pixel",
            (8, 384, 14, 14),
            (384, 1, 3, 3),
            padding=1,
            stride=2,
            groups=384,
        ),
        pool("max_pool2d", lambda lib, x: lib.nn.functional.max_pool2d(x, 2), 8, 32, 28, 28),
        pool("avg_pool2d", lambda lib, x: lib.nn.functional.avg_pool2d(x, 2), 8, 32, 28, 28),
        pool("avg_pool2d of 3 x 3", lambda lib, x: lib.nn.functional.avg_pool2d(x, 3, 2, 1), 8, 128, 14, 14),
        pool("avg_pool2d of whole images", lambda lib, x: lib.nn.functional.avg_pool2d(x, 7), 16, 256, 7, 7),
        pool("softmax of channels", lambda lib, x: lib.nn.functional.softmax(x, 1), 8, 32, 28, 28),
        pool("sum to channels", lambda lib, x: x.sum((0, 2, 3)), 8, 32, 28, 28),
        group_norm(8, (8, 64, 32, 32)),
        group_norm(8, (8, 64, 32, 32), frozen=True),
        group_norm(1, (8, 64, 32, 32)),
        group_norm(64, (8, 64, 32, 32)),
        group_norm(32, (32, 128, 16, 16)),
        group_norm(8, (4, 32, 4)),
        group_norm(32, (256, 512)),
        normalised("batch_norm", batch_norm, (8, 64, 32, 32)),
        places("index_select", lambda lib, x, i: lib.index_select(x, 0, i), (1000, 256), 1000, 2000),
        places("rows by an array", lambda lib, x, i: x[i], (1000, 64), 1000, 2000),
        joined("cat", (30, 30)),
        joined("cat", (300, 300)),
        joined("cat", (1000, 1000)),
        joined("stack", (300, 300)),
        places("gather", lambda lib, x, i: lib.gather(x, 1, i), (1000, 256), 256, 1000, 64),
    ),
)
