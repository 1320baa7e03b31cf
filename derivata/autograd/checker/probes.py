"""Which combinations of elements are compared: every one alone, or one random sum of all."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from .finite_difference import size_of

__all__ = ["Elements", "Probes", "RandomSums", "random_like"]

Array = NDArray[Any]


class Probes(Protocol):
    """Vectors to multiply a Jacobian matrix with: covectors from the left, directions from the right."""

    def covectors(self, output: int) -> Iterable[Array]:
        """Return the vectors to multiply with on an output's side."""

    def directions(self, argument: int) -> Iterable[Array]:
        """Return the vectors to multiply with on an input's side."""

    def at_output(self, output: int, vector: Array) -> Array:
        """Multiply an output's coordinates with each covector."""

    def at_input(self, argument: int, vector: Array) -> Array:
        """Multiply an input's coordinates with each direction."""

    def weight(self, output: int, argument: int) -> float:
        """Return by how much a product may magnify the error allowed for one matrix element."""


class Elements:
    """Every element alone: the products are the matrix."""

    def __init__(self, outputs: Sequence[Array], arguments: Sequence[Array]) -> None:
        self._outputs, self._arguments = outputs, arguments

    def covectors(self, output: int) -> Iterator[Array]:
        """Return the unit vectors."""
        return _unit_vectors(size_of(self._outputs[output]))

    def directions(self, argument: int) -> Iterator[Array]:
        """Return the unit vectors."""
        return _unit_vectors(size_of(self._arguments[argument]))

    def at_output(self, output: int, vector: Array) -> Array:
        """Return the vector."""
        return vector

    def at_input(self, argument: int, vector: Array) -> Array:
        """Return the vector."""
        return vector

    def weight(self, output: int, argument: int) -> float:
        """Return 1: a product is one element."""
        return 1.0


class RandomSums:
    """One random sum of all elements, in which a wrong element shows. The numbers are the same each time."""

    def __init__(self, outputs: Sequence[Array], arguments: Sequence[Array]) -> None:
        random = np.random.default_rng(0)
        self._covectors = [_random_vector(random, size_of(array)) for array in outputs]
        self._directions = [_random_vector(random, size_of(array)) for array in arguments]

    def covectors(self, output: int) -> tuple[Array]:
        """Return the one random vector."""
        return (self._covectors[output],)

    def directions(self, argument: int) -> tuple[Array]:
        """Return the one random vector."""
        return (self._directions[argument],)

    def at_output(self, output: int, vector: Array) -> Array:
        """Multiply with the random vector."""
        return np.array([self._covectors[output] @ vector])

    def at_input(self, argument: int, vector: Array) -> Array:
        """Multiply with the random vector."""
        return np.array([self._directions[argument] @ vector])

    def weight(self, output: int, argument: int) -> float:
        """Return the sum of the absolute weights of all matrix elements."""
        return float(np.abs(self._covectors[output]).sum() * np.abs(self._directions[argument]).sum())


def random_like(name: str, arrays: Sequence[Array]) -> list[Array]:
    """Return random numbers of the arrays' shapes and dtypes, the same each time for one name."""
    random = np.random.default_rng(zlib.crc32(name.encode()))
    drawn = []
    for array in arrays:
        numbers = random.uniform(-1.0, 1.0, array.shape)
        if array.dtype.kind == "c":
            numbers = numbers + 1j * random.uniform(-1.0, 1.0, array.shape)
        drawn.append(np.asarray(numbers, array.dtype))
    return drawn


def _unit_vectors(size: int) -> Iterator[Array]:
    for k in range(size):
        vector = np.zeros(size)
        vector[k] = 1.0
        yield vector


def _random_vector(random: np.random.Generator, size: int) -> Array:
    """Return numbers away from zero (every element shows) and of both signs (sums stay small)."""
    return np.asarray(random.uniform(0.5, 1.0, size) * random.choice([-1.0, 1.0], size))
