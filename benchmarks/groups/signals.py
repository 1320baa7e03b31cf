"""Convolutions of sounds, a recurrent network, images of other sizes: no call of NumPy or SciPy does them.

They stand beside PyTorch alone.
"""

from typing import Any

from ..case import Case, Group, forward_backward

Shape = tuple[int, ...]


def conv1d(name: str, x: Shape, weight: Shape, **options: Any) -> Case:
    """Return a case that filters sounds, with the gradients of sounds, filters and bias."""

    def apply(lib: Any, x: Any, weight: Any, bias: Any) -> Any:
        return lib.nn.functional.conv1d(x, weight * 0.1, bias * 0.1, **options)

    return Case(f"conv1d, {name}", forward_backward(apply, x, weight, weight[:1]))


def lstm(batch: int, steps: int, features: int) -> Case:
    """Return a case that runs a layer with as many hidden numbers as features, with the gradients of all."""

    def apply(lib: Any, x: Any, *parameters: Any) -> Any:
        start = lib.zeros(1, batch, features)
        weights = [0.05 * parameter for parameter in parameters]
        return lib.lstm(x, (start, start), weights, True, 1, 0.0, True, False, True)[0]

    gates = 4 * features
    shapes = (gates, features), (gates, features), (gates,), (gates,)
    return Case(
        f"lstm, {batch} x {steps} x {features}", forward_backward(apply, (batch, steps, features), *shapes)
    )


def interpolate(mode: str, size: int, *shape: int, **options: Any) -> Case:
    """Return a case that gives images another size."""

    def apply(lib: Any, x: Any) -> Any:
        return lib.nn.functional.interpolate(x, (size, size), mode=mode, **options)

    said = ", antialiased" if options.get("antialias") else ""
    return Case(f"{mode}, {shape[-1]} to {size}{said}", forward_backward(apply, shape))


def grid_sample(*shape: int) -> Case:
    """Return a case that reads images where a grid of their size says, with the gradients of both."""

    def apply(lib: Any, x: Any, grid: Any) -> Any:
        return lib.nn.functional.grid_sample(x, 0.5 * grid, align_corners=False)

    text = " x ".join(map(str, shape))
    return Case(f"grid_sample, {text}", forward_backward(apply, shape, (shape[0], *shape[2:], 2)))


SIGNALS = Group(
    "linalg and fft, signals",
    mean=0.9,
    worst=1.5,
    cases=(
        conv1d("a second of sound, 25 ms", (4, 1, 16000), (64, 1, 400), stride=160),
        conv1d("10 of 5 apart", (2, 1, 16000), (128, 1, 10), stride=5),
        conv1d("64 channels", (8, 64, 1000), (64, 64, 3), padding=1),
        conv1d("channel by channel", (8, 64, 1000), (64, 1, 7), padding=3, groups=64),
        lstm(64, 100, 256),
        lstm(8, 20, 32),
        interpolate("nearest", 128, 8, 16, 64, 64),
        interpolate("bilinear", 128, 8, 16, 64, 64),
        interpolate("bilinear", 224, 2, 3, 512, 512, antialias=True),
        interpolate("bicubic", 224, 4, 3, 112, 112),
        interpolate("area", 56, 8, 16, 128, 128),
        grid_sample(8, 3, 64, 64),
        grid_sample(8, 64, 32, 32),
    ),
)
