"""Nested parameters as one vector of doubles, which is what SciPy works on, and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..arrays.dtypes import float32, float64
from ..func.containers import Structure, _open, flatten
from ..runtime.graph.tensor_base import wrap
from ..runtime.modes.batching import NotBatched
from ..runtime.tensors.tensor import Tensor

Vector = NDArray[np.float64]


class Parameters:
    """Where the tensors of a nested container stand in a vector.

    Lists and tuples of numbers are arrays, as they are for SciPy. What is float32 stays float32 for the user's
    function, and everything else is float64; the vector is float64 in any case.

    Attributes
    ----------
    start : ndarray
        The vector of the values given.
    """

    structure: Structure

    def __init__(self, caller: str, value: Any) -> None:
        self._caller = caller
        leaves, self.structure = flatten(with_arrays(value))
        arrays = [self._array(leaf) for leaf in leaves]
        self._shapes = [array.shape for array in arrays]
        self._dtypes = [float32 if array.dtype == float32 else float64 for array in arrays]
        self._sizes = [array.size for array in arrays]
        self.start: Vector = np.concatenate(
            [np.zeros(0), *[np.asarray(array, float64).reshape(-1) for array in arrays]]
        )

    def _array(self, leaf: Any) -> NDArray[Any]:
        refuse_samples(self._caller, leaf)
        array = leaf._array if isinstance(leaf, Tensor) else np.asarray(leaf)
        if array.dtype.kind not in "fiu":
            raise TypeError(
                f"{self._caller}: expected real numbers in x0, got {_described(leaf, array)}; mark constant fields of "
                "a dataclass with metadata={'static': True}, and pass other constants in args"
            )
        return array

    def of(self, vector: Tensor) -> Any:
        """Return the container with parts of a vector, recorded."""
        if self.structure.kind is None:
            return vector.reshape(self._shapes[0]).to(self._dtypes[0])
        parts = vector.split(self._sizes)
        described = zip(parts, self._shapes, self._dtypes, strict=True)
        return self.structure.unflatten([part.reshape(shape).to(dtype) for part, shape, dtype in described])

    def of_array(self, vector: Vector) -> Any:
        """Return the container with copies of the parts of an array."""
        return self.of(wrap(np.array(vector, float64)))

    def of_rows(self, rows: Tensor, dim: int) -> Any:
        """Return the container with parts of many vectors, a row each, whose number comes as a dimension."""
        parts = rows.split(self._sizes, 1)
        shaped = [
            part.reshape(rows.shape[0], *shape).movedim(0, dim).to(dtype)
            for part, shape, dtype in zip(parts, self._shapes, self._dtypes, strict=True)
        ]
        return self.structure.unflatten(shaped)

    def vector_like(self, value: Any, what: str) -> Tensor:
        """Return the vector of a container in the form of this one, that a function returned, recorded."""
        parts = parts_like(self.structure, with_arrays(value), self._caller, f"{what} to return a value")
        vectors = [as_vector(part, self._caller, what) for part in parts]
        sizes = [vector.numel() for vector in vectors]
        if sizes != self._sizes:
            raise ValueError(
                f"{self._caller}: expected {what} to return as many numbers as it gets, {self._sizes}, got {sizes}; "
                "return tensors of the same shapes"
            )
        return vectors[0] if len(vectors) == 1 else _joined(vectors)

    def broadcast(self, values: Sequence[Any]) -> Vector:
        """Return the vector of one number or array for each tensor."""
        filled = [np.broadcast_to(value, shape) for value, shape in zip(values, self._shapes, strict=True)]
        return np.concatenate([np.asarray(array, float64).reshape(-1) for array in filled])


def refuse_samples(caller: str, *values: Any) -> None:
    """Raise for a tensor that has other numbers for each sample of `vmap`: SciPy takes one problem at a time."""
    if any(getattr(getattr(value, "_extra", None), "batch", None) is not None for value in values):
        raise NotBatched(
            f"{caller}: expected tensors of one sample, got one that vmap batches; call it for one sample after the "
            "other, in a loop outside of vmap, and stack the results"
        )


def with_arrays(value: Any) -> Any:
    """Return a container with its lists and tuples of nothing but numbers as arrays."""
    leaves, _ = flatten(value) if isinstance(value, (list, tuple)) else ([], None)
    if (
        leaves
        and not hasattr(value, "_fields")
        and all(isinstance(x, (int, float, np.number)) for x in leaves)
    ):
        return np.asarray(value)
    opened = _open(value)
    return value if opened is None else opened[2]([with_arrays(item) for item in opened[1]])


def parts_like(structure: Structure, value: Any, caller: str, what: str) -> list[Any]:
    """Return the parts of a container at the places of another one's leaves."""
    if structure.kind is None:
        return [value]
    opened = _open(value)
    keys, items = ((), ()) if opened is None else (tuple(opened[0]), opened[1])
    if set(keys) == set(structure.keys):  # dicts may have them in another order
        items = [items[keys.index(key)] for key in structure.keys] or items
    if (
        type(value) is not structure.kind
        or len(items) != len(structure.parts)
        or len(keys) != len(structure.keys)
    ):
        raise ValueError(
            f"{caller}: expected {what} in the structure of x0, {structure!r}, got {type(value).__name__}; give each "
            "tensor of x0 one"
        )
    pairs = zip(structure.parts, items, strict=True)
    return [found for part, item in pairs for found in parts_like(part, item, caller, what)]


def as_vector(value: Any, caller: str, what: str) -> Tensor:
    """Return all tensors that a function returned as one vector of doubles, recorded."""
    leaves, _ = flatten(with_arrays(value))
    for leaf in leaves:
        if not isinstance(leaf, (Tensor, np.ndarray, int, float, np.number)):
            raise TypeError(
                f"{caller}: expected {what} to return tensors, got {type(leaf).__name__}; return what the ops gave"
            )
    tensors = [leaf if isinstance(leaf, Tensor) else wrap(np.asarray(leaf)) for leaf in leaves]
    parts = [tensor.reshape(-1).to(float64) for tensor in tensors]
    return parts[0] if len(parts) == 1 else _joined(parts)


def _joined(parts: list[Tensor]) -> Tensor:
    from ..generated.namespaces.top_level import cat

    return cat(parts) if parts else wrap(np.zeros(0))


def _described(leaf: Any, array: NDArray[Any]) -> str:
    return type(leaf).__name__ if array.dtype.kind in "OUS" else f"{type(leaf).__name__} of {array.dtype}"
