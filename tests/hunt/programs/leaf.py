"""Lines that make tensors of numbers, in every dtype and layout."""

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from .statement import Statement

FLOATING = ("float16", "float32", "float64", "complex64", "complex128")
INTEGERS = ("int64", "int32", "uint8", "bool")


@dataclass(frozen=True)
class Numbers:
    """What a tensor is made of: its name, shape, dtype, layout, and the seed of its numbers."""

    name: str
    shape: tuple[int, ...]
    dtype: str
    layout: str = "plain"
    seed: int = 0
    requires_grad: bool = False
    positive: bool = False
    dual: bool = False

    def statement(self) -> Statement:
        """Return the line."""
        wide, way = self._laid_out()
        made = literal(drawn(wide, self.dtype, self.seed, self.positive), self.dtype)
        grad = ".requires_grad_()" if self.requires_grad else ""
        made = f"{made}{way}{grad}"
        if self.dual:  # behind a clone: about the dual itself the libraries differ, as docs/semantics.md says
            tangent = literal(drawn(self.shape, self.dtype, self.seed + 1), self.dtype)
            made = f"dv.autograd.forward_ad.make_dual({made}, {tangent}).clone()"
        return Statement(f"{self.name} = {made}", self)

    def _laid_out(self) -> tuple[tuple[int, ...], str]:
        """Return the shape of the numbers, and how to get the layout from them."""
        shape = self.shape
        if self.layout == "transposed" and len(shape) >= 2:
            return (*shape[:-2], shape[-1], shape[-2]), ".transpose(-2, -1)"
        if self.layout == "sliced" and shape:
            return (*shape[:-1], 2 * shape[-1]), "[..., ::2]"
        if self.layout == "expanded" and shape:
            return (1, *shape[1:]), f".expand({', '.join(map(str, shape))})"
        return shape, ""

    def simpler(self) -> list["Numbers"]:
        """Return what may be tried in its place in a smaller program."""
        changes: list[dict[str, Any]] = []
        if self.layout != "plain":
            changes.append({"layout": "plain"})
        if self.shape:
            changes += [{"shape": ()}, {"shape": (1,)}, {"shape": (2,)}]
            changes += [{"shape": tuple(min(n, most) for n in self.shape)} for most in (1, 2)]
        if self.dtype not in ("float64", "bool"):
            changes.append({"dtype": "float64"})
        if self.dtype == "complex64":
            changes.append({"dtype": "complex128"})
        if self.requires_grad:
            changes.append({"requires_grad": False})
        if self.dual:
            changes.append({"dual": False})
        return [new for new in (replace(self, **change) for change in changes) if new != self]


def drawn(shape: tuple[int, ...], dtype: str, seed: int, positive: bool = False) -> Any:
    """Return numbers that every floating dtype holds exactly, none of them a whole or half one, where zeros are."""
    random = np.random.default_rng(seed)
    size = math.prod(shape)
    if dtype == "bool":
        return random.random(shape) < 0.5
    if dtype in INTEGERS:
        return random.integers(0 if dtype == "uint8" else -3, 5, shape)
    low = 1 if positive else -32
    numbers = (2 * random.permutation(np.resize(np.arange(low, 32), max(size, 64)))[:size] + 1) / 32
    if dtype.startswith("complex"):
        numbers = numbers + 1j * (2 * random.integers(-32, 32, size) + 1) / 32
    return numbers.reshape(shape)


def literal(array: Any, dtype: str) -> str:
    """Return an array as text."""
    if array.size == 0:
        return f"dv.zeros({array.shape}, dtype=dv.{dtype})"
    return f"dv.tensor({array.tolist()}, dtype=dv.{dtype})"
