"""Contraction of two arrays with named dimensions: a matrix product, or a broadcast one without sums."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..jit.buffers import empty

Array = NDArray[Any]
Shape = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Pair:
    """How to contract two arrays: sum, permute and reshape each, multiply, reshape."""

    sums: tuple[Shape, Shape]
    swapped: bool
    orders: tuple[Shape, Shape]
    shapes: tuple[Shape, Shape]
    product: Shape
    shape: Shape
    letters: str
    kind: str  # "matmul", "multiply" or "inner"


def plan_pair(first: str, second: str, kept: frozenset[str], output: str, sizes: dict[str, int]) -> Pair:
    """Plan a contraction to the letters in `kept`, in the order of `output` where that is possible."""
    sums = _lonely(first, second, kept), _lonely(second, first, kept)
    first, second = _without(first, sums[0]), _without(second, sums[1])
    swapped = _wants_swap(first, second, output)
    if swapped:
        first, second = second, first
    batch = _ordered([x for x in first if x in second and x in kept], output)
    inner = [x for x in first if x in second and x not in kept]
    rows = _ordered([x for x in first if x not in second], output)
    columns = _ordered([x for x in second if x not in first], output)
    letters = "".join(batch + rows + columns)

    def lengths(names: list[str]) -> Shape:
        return tuple([sizes[x] for x in names])

    def volume(names: list[str]) -> Shape:
        return (int(np.prod(lengths(names), dtype=np.int64)),)

    if not inner:
        kind = "multiply"
        orders = _order(first, batch + rows), _order(second, batch + columns)
        shapes = (
            lengths(batch + rows) + (1,) * len(columns),
            lengths(batch) + (1,) * len(rows) + lengths(columns),
        )
        product = lengths(batch + rows + columns)
    else:
        kind = "inner" if batch and not rows and not columns else "matmul"
        orders = _order(first, batch + rows + inner), _order(second, batch + inner + columns)
        shapes = (
            lengths(batch) + volume(rows) + volume(inner),
            lengths(batch) + volume(inner) + volume(columns),
        )
        product = lengths(batch) + volume(rows) + volume(columns)
    return Pair(sums, swapped, orders, shapes, product, lengths(list(letters)), letters, kind)


def contract(first: Array, second: Array, pair: Pair) -> Array:
    """Contract two arrays as planned."""
    if pair.sums[0]:
        first = np.asarray(np.add.reduce(first, pair.sums[0], first.dtype))
    if pair.sums[1]:
        second = np.asarray(np.add.reduce(second, pair.sums[1], second.dtype))
    if pair.swapped:
        first, second = second, first
    left = first.transpose(pair.orders[0]).reshape(pair.shapes[0])
    right = second.transpose(pair.orders[1]).reshape(pair.shapes[1])
    if pair.kind == "inner":
        return np.asarray(np.einsum("...ij,...ji->...", left, right))
    out = empty(pair.shape, left.dtype)
    if pair.kind == "multiply":
        np.multiply(left, right, out)
        return out
    product = out.reshape(pair.product)
    if len(pair.product) == 2:
        np.dot(left, right, product)
    else:
        np.matmul(left, right, product)
    return out


def _lonely(letters: str, other: str, kept: frozenset[str]) -> Shape:
    """Return the dimensions that occur in one operand only and not in the result: they are summed beforehand."""
    return tuple([n for n, x in enumerate(letters) if x not in other and x not in kept])


def _without(letters: str, axes: Shape) -> str:
    return "".join([x for n, x in enumerate(letters) if n not in axes])


def _wants_swap(first: str, second: str, output: str) -> bool:
    """Tell whether the output begins with the letters of the second operand."""
    rows = [output.index(x) for x in first if x in output and x not in second]
    columns = [output.index(x) for x in second if x in output and x not in first]
    return bool(rows and columns) and min(columns) < min(rows)


def _ordered(letters: list[str], output: str) -> list[str]:
    return sorted(letters, key=output.index) if all(x in output for x in letters) else letters


def _order(letters: str, wanted: list[str]) -> Shape:
    return tuple([letters.index(x) for x in wanted])
