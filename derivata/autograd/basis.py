"""One-hot vectors, which pick out rows and columns of a Jacobian, and the assembly of these into one tensor."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ..generated.namespaces.top_level import stack
from ..runtime.graph.tensor_base import wrap
from ..runtime.tensors.tensor import Tensor


def one_hots(like: Tensor) -> Iterator[Tensor]:
    """Yield tensors of zeros with a one at each element in turn."""
    for index in range(like._array.size):
        array = np.zeros(like.shape, like.dtype)
        array.reshape(-1)[index] = 1
        yield wrap(array)


def one_hot_rows(like: Tensor, start: int, stop: int) -> Tensor:
    """Return a slice of these one-hot tensors, stacked as rows of one tensor."""
    array = np.zeros((stop - start, like._array.size), like.dtype)
    array[np.arange(stop - start), np.arange(start, stop)] = 1
    return wrap(array.reshape(stop - start, *like.shape))


def from_rows(rows: Sequence[Tensor], output: Tensor, input: Tensor) -> Tensor:
    """Return the Jacobian, of the shape output + input, of one gradient for each element of the output."""
    return _arranged(rows, 0, output, input, input.dtype)


def from_columns(columns: Sequence[Tensor], output: Tensor, input: Tensor) -> Tensor:
    """Return the Jacobian, of the shape output + input, of one tangent for each element of the input."""
    return _arranged(columns, -1, output, input, output.dtype)


def _arranged(
    parts: Sequence[Tensor], dim: int, output: Tensor, input: Tensor, dtype: "np.dtype[Any]"
) -> Tensor:
    shape = (*output.shape, *input.shape)
    if not parts:
        return wrap(np.zeros(shape, dtype))
    return stack(list(parts), dim).reshape(shape)
