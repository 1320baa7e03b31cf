"""Derivatives of a function that is known on a grid."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..generated import ops
from ..runtime.tensors.tensor import Tensor
from ..support.other_names import by_other_name
from ..support.promotion import operand

__all__ = ["gradient"]

Spacing = Any  # a number, or a number or a tensor of coordinates for each dimension


def gradient(
    input: Any,
    *,
    spacing: Spacing = 1,
    dim: int | Sequence[int] | None = None,
    edge_order: int = 1,
    axis: int | Sequence[int] | None = None,
) -> tuple[Tensor, ...]:
    """Return estimates of the partial derivatives of a function by differences of its values on a grid.

    Parameters
    ----------
    input : Tensor
        The values, floating point or complex.
    spacing : number, sequence of numbers or sequence of Tensors
        The distance between neighbours: for all dimensions, for each one, or the coordinates along each one.
    dim : int or sequence of ints, optional
        The dimensions of the derivatives; all of them if not given.
    edge_order : {1, 2}
        The order of the differences at the ends. Inside they are of second order.
    axis : int or sequence of ints, optional
        Another name of `dim`.

    Returns
    -------
    tuple of Tensors
        One for each dimension, of the shape of `input`. Gradients flow to the values and to the coordinates.

    Raises
    ------
    RuntimeError
        If a dimension is too short, or spacing, dimensions and order do not fit.

    Examples
    --------
    >>> import derivata as dv
    >>> dv.gradient(dv.tensor([1.0, 4.0, 9.0, 16.0]))
    (tensor([3., 4., 6., 7.]),)
    >>> dv.gradient(dv.tensor([1.0, 4.0, 16.0]), spacing=(dv.tensor([1.0, 2.0, 4.0]),))
    (tensor([3., 4., 6.]),)
    """
    if axis is not None:
        dim = by_other_name("gradient", "dim", dim, None, "axis", axis)
    values = operand("gradient", "input", input)
    dims = _dims(values.ndim, dim)
    if edge_order not in (1, 2):
        raise RuntimeError(f"gradient: only supports edge_order=1 and edge_order=2, got {edge_order}")
    spacing = 1 if spacing is None else spacing
    steps = list(spacing) if isinstance(spacing, tuple | list) else [spacing] * len(dims)
    if len(steps) != len(dims):
        raise RuntimeError(
            f"gradient: expected spacing to be unspecified, a scalar or a list of length {len(dims)}, but got a list "
            f"of length {len(steps)}"
        )
    for number in dims:
        if values.shape[number] < edge_order + 1:
            raise RuntimeError(
                f"gradient: expected each dimension size to be at least edge_order+1 = {edge_order + 1}, got "
                f"{values.shape[number]} in dimension {number}"
            )
    return tuple([_along(values, number, step, edge_order) for number, step in zip(dims, steps, strict=True)])


def _dims(ndim: int, dim: int | Sequence[int] | None) -> list[int]:
    given = range(ndim) if dim is None else [dim] if isinstance(dim, int) else dim
    for number in given:
        if not -ndim <= number < ndim:
            raise IndexError(f"gradient: dim must be in [-{ndim}, {ndim - 1}], got {number}")
    dims = [number % ndim for number in given]
    if len(set(dims)) != len(dims):
        raise RuntimeError(f"gradient: dim must not name a dimension twice, got {tuple(given)}")
    return dims


def _along(values: Tensor, dim: int, step: Any, edge_order: int) -> Tensor:
    """Return the derivative along one dimension, which is the last one meanwhile."""
    f = ops.movedim(values, dim, -1)
    if isinstance(step, Tensor):
        if step.shape != f.shape[-1:]:
            raise RuntimeError(
                f"gradient: expected coordinates of the size {f.shape[-1]} of dimension {dim}, got shape {step.shape}"
            )
        h = step[1:] - step[:-1]
        inside = _uneven(f, h[:-1], h[1:])
        ends = h[0], h[1:2].sum(), h[-1], h[-2:-1].sum()
    else:
        inside = (f[..., 2:] - f[..., :-2]) / (2 * step)
        ends = step, step, step, step
    first = _end(f[..., 0], f[..., 1], f[..., 2:3], ends[0], ends[1], edge_order)
    last = -_end(f[..., -1], f[..., -2], f[..., -3:-2], ends[2], ends[3], edge_order)
    joined = ops.cat([ops.unsqueeze(first, -1), inside, ops.unsqueeze(last, -1)], -1)
    return ops.movedim(joined, -1, dim)


def _uneven(f: Tensor, before: Tensor, after: Tensor) -> Tensor:
    """Return the derivative of the parabolas through three neighbours, in the middle."""
    left = -after / (before * (before + after))
    middle = (after - before) / (before * after)
    right = before / (after * (before + after))
    return left * f[..., :-2] + middle * f[..., 1:-1] + right * f[..., 2:]


def _end(f0: Tensor, f1: Tensor, f2: Tensor, h0: float | Tensor, h1: float | Tensor, order: int) -> Tensor:
    """Return the derivative at an end, seen from there inwards; `f2` keeps its dimension, as it may be missing."""
    if order == 1:
        return (f1 - f0) / h0
    total = h0 + h1
    start = -(h0 + total) / (h0 * total)
    return start * f0 + total / (h0 * h1) * f1 - h0 / (h1 * total) * f2[..., 0]
