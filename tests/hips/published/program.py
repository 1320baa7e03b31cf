"""One of HIPS autograd's programs, run without a screen: `python program.py derivata|autograd PATH`.

What it draws is printed as numbers, a line for each picture, and its training stops after some steps.
"""

import os
import runpy
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
STEPS = 30
"""How often the optimizers step: programs ask for up to 2,000 steps, of minutes."""
SEARCHES = 2
"""After how many line searches SciPy's `minimize` stops: each lets rounding errors grow, until digits differ."""


def main(library: str, path: str) -> None:
    """Run a program with one of the libraries; what it draws at random is the same each time."""
    sys.path[:0] = [str(Path(path).parent), str(ROOT)]
    import numpy

    from tests.hips.published import aliases, digits

    if library == "derivata":
        aliases.install()
    numpy.random.seed(0)

    class Seeded(numpy.random.RandomState):
        def __init__(self, seed: Any = 0) -> None:
            super().__init__(seed)

        def multivariate_normal(self, mean: Any, cov: Any, size: Any = None, **options: Any) -> Any:
            return mean + self.standard_normal((*numpy.atleast_1d(size or ()), len(mean))) @ root(cov)

    numpy.random.RandomState = Seeded  # type: ignore[misc]
    sys.modules["data_mnist"] = digits
    print_pictures()
    shorten_training()
    os.chdir(Path(path).parent)
    runpy.run_path(path, run_name="__main__")


def root(cov: Any) -> Any:
    """Return the symmetric square root of a covariance matrix.

    By it, unlike by NumPy's decomposition, samples follow the matrix continuously, nearly singular ones too: HIPS
    autograd's gaussian_process, started 1e-15 beside its start, draws samples by NumPy that differ by 2 %.
    """
    import numpy

    vectors, values, _ = numpy.linalg.svd(cov)
    return (vectors * numpy.sqrt(values)) @ vectors.T


def print_pictures() -> None:
    """Let the functions that would show or save a picture print its numbers instead, and wait for nobody."""
    import matplotlib.image
    import matplotlib.pyplot as plt

    def shown(*given: Any, **options: Any) -> None:
        print("picture", *(f"{size(part):.6g}" for number in plt.get_fignums() for part in drawn(number)))

    plt.show = plt.pause = plt.savefig = shown
    matplotlib.image.imsave = lambda name, image, **options: print(f"image {size(image):.6g}")


def drawn(figure: int) -> list[Any]:
    """Return the arrays of numbers that a figure has in lines, points and images."""
    import matplotlib.pyplot as plt

    return [
        array
        for axes in plt.figure(figure).axes
        for array in (
            *(line.get_ydata() for line in axes.lines),
            *(points.get_offsets() for points in axes.collections),
            *(image.get_array() for image in axes.images),
        )
    ]


def size(array: Any) -> float:
    """Return the mean size of the finite numbers of an array."""
    import numpy

    sizes = numpy.abs(numpy.asarray(array, dtype=float))
    return float(sizes[numpy.isfinite(sizes)].mean()) if numpy.isfinite(sizes).any() else 0.0


def shorten_training() -> None:
    """Let optimizers stop after `STEPS` steps, and SciPy's after `SEARCHES` line searches."""
    import scipy.optimize

    minimize = scipy.optimize.minimize
    scipy.optimize.minimize = lambda *given, options=None, **named: minimize(
        *given, options={**(options or {}), "maxiter": SEARCHES}, **named
    )
    optimizers = import_module("autograd.misc.optimizers")
    for name in ("adam", "rmsprop", "sgd"):
        setattr(optimizers, name, _short(getattr(optimizers, name)))


def _short(optimize: Callable[..., Any]) -> Callable[..., Any]:
    def stops_early(*given: Any, num_iters: int = STEPS, **options: Any) -> Any:
        return optimize(*given, num_iters=min(num_iters, STEPS), **options)

    return stops_early


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
