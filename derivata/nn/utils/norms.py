"""Norms of weights: of all slices along a dimension, and the largest singular value by the power method."""

from __future__ import annotations

from ...runtime.modes.grad_mode import no_grad
from ...runtime.tensors.tensor import Tensor
from .. import functional as F
from ..module import Module
from ..values import overwrite


def norm_except(weight: Tensor, dim: int) -> Tensor:
    """Return the norms of the slices along a dimension, which keep theirs; of the whole tensor for -1."""
    if dim == -1:
        return (weight * weight.conj()).real.sum().sqrt()
    kept = place_of("weight_norm", weight, dim)
    others = tuple([other for other in range(weight.ndim) if other != kept])
    squares = (weight * weight.conj()).real
    return (squares.sum(others, keepdim=True) if others else squares).sqrt()


def place_of(name: str, weight: Tensor, dim: int) -> int:
    """Return a dimension of a weight, counted from the first."""
    if not -weight.ndim <= dim < weight.ndim:
        bounds = f"[{-weight.ndim}, {weight.ndim - 1}]"
        raise IndexError(f"{name}: Dimension out of range, expected dim in {bounds}, got {dim}")
    return dim % weight.ndim


def weight_of(magnitude: Tensor, direction: Tensor, dim: int) -> Tensor:
    """Return ``magnitude * direction / norm(direction)``."""
    return direction * (magnitude / norm_except(direction, dim))


def as_matrix(weight: Tensor, dim: int) -> Tensor:
    """Return a weight with a row for each place along a dimension."""
    others = [other for other in range(weight.ndim) if other != dim]
    return weight.permute(dim, *others).reshape(weight.shape[dim], -1)


def normal_unit(like: Tensor, size: int, eps: float) -> Tensor:
    """Return a random vector of length one."""
    return F.normalize(like.new_empty(size).normal_(0, 1), dim=0, eps=eps)


def output_dimension(module: Module) -> int:
    """Return the dimension of a weight that counts the outputs: 1 for transposed convolutions."""
    return 1 if getattr(module, "transposed", False) else 0


@no_grad()
def power_iteration(
    matrix: Tensor, left: Tensor, right: Tensor, steps: int, eps: float, left_first: bool
) -> None:
    """Bring two unit vectors nearer to the first singular vectors of a matrix, in place."""
    for _ in range(steps):
        for is_left in (left_first, not left_first):
            target, new = (left, matrix.mv(right)) if is_left else (right, matrix.mH.mv(left))
            overwrite(target, F.normalize(new, dim=0, eps=eps)._array)
