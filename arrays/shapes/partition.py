"""Where `tensor_split` and its relatives cut a dimension, and the planes and shapes of rotations and diagonals."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ..amounts import MOST_PARTS, feasible
from ..dims import axis

Shape = tuple[int, ...]
Bounds = tuple[tuple[int, int], ...]


def section_bounds(shape: Shape, sections: int, dim: int) -> Bounds:
    """Return the starts and ends of `sections` parts of dimension `dim`; the first ones may be longer by one."""
    length = _length("tensor_split", shape, dim)
    if sections < 1:
        raise RuntimeError(
            f"tensor_split: number of sections must be larger than 0, got {sections}; use unbind for one part per"
            " place"
        )
    feasible("tensor_split", "sections", sections, max(MOST_PARTS, length))
    size, longer = divmod(length, sections)
    starts = [number * size + min(number, longer) for number in range(sections + 1)]
    return tuple(pairwise(starts))


def index_bounds(shape: Shape, indices: Sequence[int], dim: int) -> Bounds:
    """Return the starts and ends of the parts of dimension `dim` between `indices`, as Python's slices read them."""
    length = _length("tensor_split", shape, dim)
    places = [0, *indices, length]
    return tuple(pairwise(places))


def _length(op: str, shape: Shape, dim: int) -> int:
    if not shape:
        raise RuntimeError(
            f"{op}: expected at least a 1-dimensional tensor, got a tensor with 0 dims; reshape it to (1,)"
        )
    return shape[axis(op, len(shape), dim)]


def split_dim(op: str, shape: Shape, sections: int | None = None) -> int:
    """Return the dimension that `hsplit`, `vsplit` or `dsplit` cuts, after checking that the parts are equal."""
    least, dim = {"hsplit": (1, min(1, len(shape) - 1)), "vsplit": (2, 0), "dsplit": (3, 2)}[op]
    if len(shape) < least:
        raise RuntimeError(
            f"{op}: requires a tensor with at least {least} dimension{'s' * (least > 1)}, but got a tensor with"
            f" {len(shape)} dimensions; reshape it"
        )
    if sections is not None and (sections < 1 or shape[dim] % sections):
        raise RuntimeError(
            f"{op}: attempted to split along dimension {dim}, but the size of the dimension {shape[dim]} is not"
            f" divisible by the split_size {sections}; use tensor_split for parts of unequal length"
        )
    return dim


def rotation_dims(ndim: int, dims: Sequence[int]) -> tuple[int, int]:
    """Return the two dimensions of a rotation as nonnegative numbers."""
    if len(dims) != 2:
        raise RuntimeError(f"rot90: expected total rotation dims == 2, but got dims = {len(dims)}")
    if ndim < 2:
        raise RuntimeError(f"rot90: expected total dims >= 2, but got total dims = {ndim}; unsqueeze it")
    first, second = axis("rot90", ndim, dims[0]), axis("rot90", ndim, dims[1])
    if first == second:
        raise RuntimeError(
            f"rot90: expected rotation dims to be different, but got dim0 = {dims[0]} and dim1 = {dims[1]}"
        )
    return first, second


def diag_embed_shape(shape: Shape, offset: int, dim1: int, dim2: int) -> Shape:
    """Return the shape of the matrices, in `dim1` and `dim2`, that have the last dimension as a diagonal."""
    if not shape:
        raise RuntimeError(
            "diag_embed: self must have at least one dimension, got a 0-d tensor; unsqueeze it"
        )
    ndim = len(shape) + 1
    first, second = axis("diag_embed", ndim, dim1), axis("diag_embed", ndim, dim2)
    if first == second:
        raise RuntimeError(
            f"diag_embed: diagonal dimensions cannot be identical, got dim1 = {dim1} and dim2 = {dim2}"
        )
    others = iter(shape[:-1])
    side = shape[-1] + abs(offset)
    return tuple([side if dim in (first, second) else next(others) for dim in range(ndim)])


def check_diag(ndim: int) -> int:
    """Return the number of dimensions of the argument of `diag`, which must be 1 or 2."""
    if ndim not in (1, 2):
        raise RuntimeError(f"diag: Supports 1D or 2D tensors. Got {ndim}D; use diagonal or diag_embed")
    return ndim
