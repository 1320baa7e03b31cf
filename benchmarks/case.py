"""What a case and a group of cases are, and the tensors that they work on."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

Library = Any
Run = Callable[[], Any]
Build = Callable[[Library], Run]
BuildBare = Callable[[str], Run]
Apply = Callable[[Library, Any], Any]


@dataclass(frozen=True)
class Case:
    """A thing to time: `build` gets `derivata` or `torch` and returns a function; both must compute the same.

    So must what `bare` returns for the name of a dtype: the calls of NumPy and SciPy without which it cannot be done.
    `overhead` is the ratio to reach beside those.
    """

    name: str
    build: Build
    bare: BuildBare | None = None
    overhead: float = 0.0


@dataclass(frozen=True)
class Group:
    """Cases of one kind, with the ratios to reach: of the geometric mean, and of the worst case.

    A group `on_request` runs only if `--only` chooses it or cases of it.
    """

    name: str
    mean: float
    worst: float
    cases: tuple[Case, ...]
    on_request: bool = False

    def chosen(self, text: str) -> tuple[Case, ...]:
        """Return the cases that `--only` chooses: all of a group whose name contains the text, else those that do."""
        if self.on_request and not text:
            return ()
        return self.cases if text in self.name else tuple([case for case in self.cases if text in case.name])


def draw(lib: Library, *shape: int, requires_grad: bool = False, scale: float = 1.0, seed: int = 0) -> Any:
    """Return a tensor of normal random numbers of the default dtype, the same for both libraries."""
    numbers = np.random.default_rng((seed, *shape)).standard_normal(shape) * scale
    return lib.from_numpy(np.asarray(numbers, default_dtype(lib))).requires_grad_(requires_grad)


def indices(lib: Library, high: int, *shape: int) -> Any:
    """Return a tensor of random integers from 0 to `high` (excluded), the same for both libraries."""
    return lib.from_numpy(np.random.default_rng(shape).integers(0, high, shape))


def default_dtype(lib: Library) -> str:
    """Return the name of the dtype that the run is made in."""
    return str(lib.get_default_dtype()).removeprefix("torch.")


def forward_backward(apply: Apply, *shapes: tuple[int, ...], positive: bool = False) -> Build:
    """Return a case that runs a function of tensors forward, and backward to all of them."""

    def build(lib: Library) -> Run:
        inputs = [draw(lib, *shape, seed=number) for number, shape in enumerate(shapes)]
        if positive:
            inputs = [tensor.abs() + 0.1 for tensor in inputs]
        for tensor in inputs:
            tensor.requires_grad_()
        result = apply(lib, *inputs)
        grad = draw(lib, *result.shape, seed=99)

        def run() -> Any:
            for tensor in inputs:
                tensor.grad = None
            apply(lib, *inputs).backward(grad)
            return inputs[0].grad

        return run

    return build
