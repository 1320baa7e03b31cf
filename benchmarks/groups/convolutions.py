"""A grid of convolutions as networks have them: forward, and forward with the gradients of images, filters and bias.

They run on request: ``python -m benchmarks --only grid``.
"""

from typing import Any

from ..case import Case, Group, Library, Run, draw

Sizes = tuple[int, int, int, int]  # channels, length of rows and columns, filters, length of theirs

FILTERS: tuple[tuple[Sizes, dict[str, int]], ...] = (
    ((3, 32, 32, 3), {}),
    ((1, 28, 32, 3), {}),
    ((16, 32, 16, 3), {}),
    ((64, 8, 64, 3), {}),
    ((64, 56, 64, 3), {}),
    ((128, 28, 128, 3), {}),
    ((256, 14, 256, 3), {}),
    ((256, 7, 256, 3), {}),
    ((512, 7, 512, 3), {}),
    ((256, 14, 512, 3), {"stride": 2}),
    ((256, 14, 256, 3), {"dilation": 2}),
    ((64, 28, 64, 3), {"dilation": 2}),
    ((6, 14, 16, 5), {"padding": 0}),
    ((16, 28, 32, 5), {}),
    ((32, 14, 64, 5), {}),
    ((64, 14, 64, 7), {}),
    ((3, 224, 64, 7), {"stride": 2}),
    ((64, 56, 64, 1), {}),
    ((256, 14, 64, 1), {}),
    ((64, 14, 256, 1), {}),
    ((512, 7, 512, 1), {}),
    ((256, 7, 10, 1), {}),
    ((64, 28, 128, 3), {"groups": 4}),
)
"""With as much padding as keeps the size of images."""

LARGE = ((96, 56), (144, 28), (384, 14), (512, 7))
CHANNEL_BY_CHANNEL = (
    *[((channels, size, channels, 3), step) for channels, size in LARGE for step in (1, 2)],
    ((144, 28, 144, 5), 2),
    ((240, 14, 240, 5), 1),
    ((96, 14, 96, 7), 1),
)

ALL: tuple[tuple[Sizes, dict[str, int]], ...] = (
    *FILTERS,
    *[(sizes, {"groups": sizes[0], "stride": step}) for sizes, step in CHANNEL_BY_CHANNEL],
)


def case(batch: int, sizes: Sizes, gradients: bool, **options: int) -> Case:
    """Return a case with a bias."""
    channels, size, filters, taps = sizes
    options = {"padding": taps // 2 * options.get("dilation", 1), **options}
    x, weight = (batch, channels, size, size), (filters, channels // options.get("groups", 1), taps, taps)

    def build(lib: Library) -> Run:
        tensors = [draw(lib, *shape, seed=n) * 0.1 for n, shape in enumerate((x, weight, weight[:1]))]
        if not gradients:
            return lambda: lib.nn.functional.conv2d(*tensors, **options)
        for tensor in tensors:
            tensor.requires_grad_()
        grad = draw(lib, *lib.nn.functional.conv2d(*tensors, **options).shape, seed=99)

        def run() -> Any:
            for tensor in tensors:
                tensor.grad = None
            lib.nn.functional.conv2d(*tensors, **options).backward(grad)
            return tensors[0].grad

        return run

    said = [f"{name} {value}" for name, value in options.items() if name != "padding" or value != taps // 2]
    shapes = " with ".join("x".join(map(str, shape)) for shape in (x, weight))
    return Case(", ".join(["gradients" if gradients else "forward", shapes, *said]), build)


CONVOLUTIONS = Group(
    "grid of images",
    mean=0.9,
    worst=1.1,
    on_request=True,
    cases=tuple(
        [
            case(batch, sizes, gradients, **options)
            for batch in (1, 8)
            for gradients in (False, True)
            for sizes, options in ALL
        ]
    ),
)
