"""Histograms of points with several coordinates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from numpy.typing import NDArray

from ..arrays.sorting.histograms import histogram_of_points
from ..runtime.graph.tensor_base import wrap
from ..runtime.modes.batching import any_batched
from ..runtime.tensors.tensor import Tensor
from ..support.promotion import operand
from ..support.samples import by_sample

__all__ = ["histogramdd"]

Array = NDArray[Any]


class HistogramddOutput(NamedTuple):
    """What `histogramdd` returns."""

    hist: Tensor
    bin_edges: tuple[Tensor, ...]


def histogramdd(
    input: Any,
    bins: int | Sequence[int] | Sequence[Tensor],
    *,
    range: Sequence[float] | None = None,
    weight: Tensor | None = None,
    density: bool = False,
) -> HistogramddOutput:
    """Return the number of points in the boxes of a grid, and the edges of the grid.

    Parameters
    ----------
    input : Tensor
        Of shape (..., D) and a floating-point dtype: points with D coordinates. What lies outside is not counted.
    bins : int, sequence of ints or sequence of Tensors
        The number of equal intervals, for all coordinates or for each one; or the edges along each one, in order.
    range : sequence of floats, optional
        The lowest and the highest edge of each coordinate in turn; without it those of the points.
    weight : Tensor, optional
        What each point counts, of shape (...). It gets no gradient.
    density : bool
        Divide by the total and by the sizes of the boxes, so that the integral is 1.

    Returns
    -------
    HistogramddOutput
        `hist`, of D dimensions and the dtype of `input`, and `bin_edges`, a tuple of tensors.

    Raises
    ------
    RuntimeError
        If shapes and numbers do not fit.
    TypeError
        If `input` is not of a floating-point dtype.

    Examples
    --------
    >>> import derivata as dv
    >>> points = dv.tensor([[0.0, 1.0], [1.0, 0.0], [2.0, 0.0], [2.0, 2.0]])
    >>> dv.histogramdd(points, [2, 2]).hist
    tensor([[0., 1.],
            [2., 1.]])
    """
    if any_batched((input, weight)):
        return by_sample(  # type: ignore[no-any-return]
            "histogramdd", histogramdd, input, bins, range=range, weight=weight, density=density
        )
    points = operand("histogramdd", "input", input)._array
    count = _coordinates(points)
    grid = [bins] * count if isinstance(bins, int) else [_numbers(one) for one in bins]
    _check(points, grid, range, weight)
    hist, edges = histogram_of_points(
        points.reshape(-1, count),
        grid,
        None if range is None else list(zip(range[::2], range[1::2], strict=True)),
        None if weight is None else weight._array.reshape(-1),
        density,
    )
    return HistogramddOutput(
        wrap(hist),
        tuple([wrap(one) for one in edges]),
    )


def _coordinates(points: Array) -> int:
    """Return how many coordinates points have."""
    if points.dtype.kind != "f":
        raise TypeError(
            f"histogramdd: input must have a real floating-point dtype, got {points.dtype}; use .float()"
        )
    if points.ndim < 2:
        raise RuntimeError(f"histogramdd: input tensor should have at least 2 dimensions, got {points.ndim}")
    return int(points.shape[-1])


def _check(points: Array, grid: list[Any], range: Sequence[float] | None, weight: Tensor | None) -> None:
    """Raise for what does not fit the points."""
    count = points.shape[-1]
    if len(grid) != count or (range is not None and len(range) != 2 * count):
        raise RuntimeError(
            f"histogramdd: expected {count} sequences of bin edges or numbers and {2 * count} values in range, as "
            f"input.shape[-1] is {count}, got {len(grid)} and {None if range is None else len(range)}"
        )
    if weight is not None and weight.shape != points.shape[:-1]:
        raise RuntimeError(
            f"histogramdd: weight should have the shape {points.shape[:-1]} of input without its last dimension, got "
            f"{weight.shape}"
        )


def _numbers(value: Any) -> Any:
    return value._array if isinstance(value, Tensor) else value
