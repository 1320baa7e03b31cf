"""Products of matrices, forward alone: those of the models' layers and of their gradients, and squares.

They run on request: ``python -m benchmarks --only products``; with ``DERIVATA_KERNELS=0`` all of them by NumPy's BLAS.
"""

from ..case import Case, Group, Library, Run, draw

Shape = tuple[int, ...]


def product(first: Shape, second: Shape, transposed: str = "") -> Case:
    """Return a case that multiplies constants; `transposed` says which factors lie in memory the other way round."""

    def build(lib: Library) -> Run:
        x = factor(lib, first, "first" in transposed, 0)
        y = factor(lib, second, "second" in transposed, 1)
        return lambda: x @ y

    shapes = " @ ".join("x".join(map(str, shape)) for shape in (first, second))
    return Case(f"{shapes}{f', {transposed}' if transposed else ''}", build)


def factor(lib: Library, shape: Shape, transposed: bool, seed: int) -> object:
    """Return a matrix or a batch of them, in which neighbours of a column may be the neighbours in memory."""
    if not transposed:
        return draw(lib, *shape, scale=0.1, seed=seed)
    return draw(lib, *shape[:-2], shape[-1], shape[-2], scale=0.1, seed=seed).transpose(-2, -1)


PRODUCTS = Group(
    "products",
    mean=1.2,
    worst=1.5,
    on_request=True,
    cases=(
        product((128, 784), (784, 512), "second transposed"),
        product((128, 512), (512, 784)),
        product((512, 128), (128, 784), "first transposed"),
        product((128, 512), (512, 512), "second transposed"),
        product((512, 128), (128, 512), "first transposed"),
        product((512, 128), (128, 384), "second transposed"),
        product((512, 128), (128, 512), "second transposed"),
        product((512, 512), (512, 128), "second transposed"),
        product((512, 512), (512, 128), "first transposed"),
        product((32, 64, 32), (32, 32, 64), "second transposed"),
        product((32, 64, 64), (32, 64, 32)),
        product((128, 512), (512, 10), "second transposed"),
        product((32, 192), (192, 64), "second transposed"),
        product((64, 128), (128, 64)),
        product((1024, 1024), (1024, 1024)),
        product((1024, 1024), (1024, 1024), "first transposed"),
    ),
)
