"""The values of a state dictionary by their keys: where they lie, and what tells those of two ranks apart."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from ...runtime.tensors.tensor import Tensor
from ...saving.structure import described
from .parts import Part

Path: TypeAlias = tuple[str | int, ...]


@dataclass(frozen=True, eq=False)
class Place:
    """A value, and the dictionary that it lies in.

    Attributes
    ----------
    path : tuple of str and int
        The keys of the nested dictionaries.
    holder : dict
        The innermost dictionary.
    """

    path: Path
    holder: dict[Any, Any]

    @property
    def value(self) -> Any:
        """What lies there."""
        return self.holder[self.path[-1]]


def key_of(path: Path) -> str:
    """Return the key of a value, by which errors and files name it."""
    return ".".join(map(str, path))


def places(state: Any) -> dict[str, Place]:
    """Return all values by key: what lies in nested dictionaries whose keys are texts and whole numbers.

    Raises
    ------
    TypeError
        If the outermost dictionary has other keys.
    ValueError
        If two values have one key.
    """
    if not _is_nested(state):
        raise TypeError(
            f"state_dict: expected a dictionary whose keys are texts or ints, got {type(state).__name__} with the keys "
            f"{[*state] if isinstance(state, dict) else None}"
        )
    found: dict[str, Place] = {}
    for place in _walk(state, ()):
        key = key_of(place.path)
        if key in found:
            raise ValueError(
                f"state_dict: expected each key once, got {key!r} twice, at {found[key].path} and {place.path}"
            )
        found[key] = place
    return found


def _walk(holder: dict[Any, Any], path: Path) -> Iterator[Place]:
    for key, value in holder.items():
        inner = (*path, key)
        if isinstance(value, dict) and value and _is_nested(value):
            yield from _walk(value, inner)
        else:
            yield Place(inner, holder)


def _is_nested(value: object) -> bool:
    return isinstance(value, dict) and all(type(key) in (str, int) for key in value)


@dataclass(frozen=True)
class Description:
    """What the ranks tell each other of a value.

    Attributes
    ----------
    path : tuple
    start : int
        The number of the first element of a part in the whole tensor; else 0.
    whole : tuple of int or None
        Shape of the tensor that the parts of all ranks make up.
    dtype : str or None
        None for what is no tensor.
    shape : tuple of int
        Of the tensor; of this rank's part.
    size : int
        Bytes.
    digest : bytes
        Equal for equal values.
    is_empty : bool
        Whether it is an empty dictionary, in which other ranks may have something.
    """

    path: Path
    start: int
    whole: tuple[int, ...] | None
    dtype: str | None
    shape: tuple[int, ...]
    size: int
    digest: bytes
    is_empty: bool


def describe(key: str, place: Place) -> Description:
    """Return the description of a value.

    Raises
    ------
    TypeError
        For what no file can hold.
    """
    value, found = place.value, written(place.value)
    arrays, text = described({key: found})
    digest = hashlib.sha256(text.encode())
    for array in arrays.values():
        digest.update(f"{array.dtype}{array.shape}".encode())
        digest.update(np.ascontiguousarray(array).reshape(-1).view(np.uint8).data)
    is_tensor = isinstance(found, Tensor)
    return Description(
        place.path,
        value.span[0] if isinstance(value, Part) else 0,
        value.whole if isinstance(value, Part) else None,
        str(found.dtype) if is_tensor else None,
        tuple(found.shape) if is_tensor else (),
        sum(array.nbytes for array in arrays.values()) + len(text),
        digest.digest(),
        isinstance(found, dict) and not found,
    )


def written(value: Any) -> Any:
    """Return what a file gets of a value: tensors without their history."""
    tensor = value.held if isinstance(value, Part) else value
    return tensor.detach() if isinstance(tensor, Tensor) else tensor
