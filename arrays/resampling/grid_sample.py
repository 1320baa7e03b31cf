"""Sampling of images and volumes at the points of a grid, its transpose, and its derivatives by the grid.

A coordinate is -1 at one end of an axis and 1 at the other; the first belongs to the last axis. `orders` says, for each
coordinate, the derivative of which order is meant: of none of them, the values.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import grid_kernels as compiled
from .grid_taps import BICUBIC, NEAREST, grid_taps

Array = NDArray[Any]
Shape = Sequence[int]


def grid_sample(
    input: Array, grid: Array, mode: int, padding: int, align_corners: bool, orders: Sequence[int]
) -> Array:
    """Return what the points read in each channel, of shape (N, C, *shape of the grid)."""
    _check(grid, input.shape, mode, padding, orders)
    sizes, shape = input.shape[2:], (*input.shape[:2], *grid.shape[1:-1])
    x, points = _images(input), _points(grid)
    settings = mode, padding, align_corners, *orders
    done = compiled.gather(x, points, sizes, settings)
    if done is None:
        done = np.zeros((*x.shape[:2], points.shape[1]), input.dtype)
        for places, weights in _taps(points, sizes, mode, padding, align_corners, orders):
            done += _read(x, places, weights)
    return done.reshape(shape)


def _check(grid: Array, shape: Shape, mode: int, padding: int, orders: Sequence[int]) -> None:
    """Raise unless each point has a coordinate, and an order, for each axis of images of this shape (N, C, ...)."""
    _check_modes("grid_sample", mode, padding)
    if len(orders) != grid.shape[-1] or grid.shape[-1] != len(shape) - 2 or len(grid) != shape[0]:
        raise ValueError(
            f"grid_sample: expected points with a coordinate for each axis, one grid for each image, got a grid of "
            f"shape {grid.shape} for images of shape {tuple(shape)} and the orders {tuple(orders)}"
        )


def _check_gradient(output_grad: Array, grid: Array, shape: Shape) -> None:
    """Raise unless there is a gradient for what each point reads in each channel of images of this shape."""
    expected = (*shape[:2], *grid.shape[1:-1])
    if output_grad.shape != expected:
        raise ValueError(
            f"grid_sample: expected a gradient of shape {expected}, one number for each channel and point, got"
            f" {output_grad.shape}"
        )


def grid_sample_transposed(
    output_grad: Array,
    grid: Array,
    input_size: Shape,
    mode: int,
    padding: int,
    align_corners: bool,
    orders: Sequence[int],
) -> Array:
    """Return images of `input_size` with gradients added to what the points read."""
    shape = *output_grad.shape[:2], *input_size
    _check(grid, shape, mode, padding, orders)
    _check_gradient(output_grad, grid, shape)
    grad, points = _images(output_grad), _points(grid)
    settings = mode, padding, align_corners, *orders
    done = compiled.scatter(grad, points, input_size, settings)
    if done is None:
        done = np.zeros((*shape[:2], int(np.prod(input_size))), grad.dtype)
        images, channels = (np.arange(count)[:, None, None] for count in shape[:2])
        at = images, channels[:, 0, None].reshape(1, -1, 1)
        for places, weights in _taps(points, input_size, mode, padding, align_corners, orders):
            np.add.at(
                done,
                (*at, places[:, None]),
                weights[:, None] * np.where(weights[:, None] != 0, grad, grad.dtype.type(0)),
            )
    return done.reshape(shape)


def grid_sample_slopes(
    output_grad: Array,
    input: Array,
    grid: Array,
    mode: int,
    padding: int,
    align_corners: bool,
    orders: Sequence[int],
) -> Array:
    """Return the gradient of the grid, of its shape."""
    _check(grid, input.shape, mode, padding, orders)
    _check_gradient(output_grad, grid, input.shape)
    if mode == NEAREST:
        return np.zeros(grid.shape, grid.dtype)
    grad, x, points = _images(output_grad), _images(input), _points(grid)
    sizes = input.shape[2:]
    done = compiled.slopes(grad, x, points, sizes, (mode, padding, align_corners, *orders))
    if done is None:
        done = np.zeros(points.shape, grid.dtype)
        for number in range(len(orders)):
            for places, weights in _taps(
                points, sizes, mode, padding, align_corners, raised_order(orders, number)
            ):
                done[..., number] += (grad * _read(x, places, weights)).sum(1)
    return done.reshape(grid.shape)


def raised_order(orders: Sequence[int], number: int) -> tuple[int, ...]:
    """Return the orders with one of them higher by one."""
    return tuple([order + (at == number) for at, order in enumerate(orders)])


def grid_orders(
    op: str, input: Shape, grid: Shape, same_dtype: bool, mode: int, padding: int, axes: int | None = None
) -> tuple[int, ...]:
    """Return no derivative by any coordinate; raise unless shapes, dtypes and modes go together."""
    dims = len(input) - 2
    if len(input) not in ((4, 5) if axes is None else (axes + 2,)) or len(grid) != len(input):
        wanted = "4 or 5" if axes is None else axes + 2
        raise RuntimeError(
            f"{op}: input and grid must both have {wanted} dimensions, got shapes {tuple(input)} and {tuple(grid)}"
        )
    if input[0] != grid[0] or grid[-1] != dims:
        raise RuntimeError(
            f"{op}: grid must have the batch size of input, {input[0]}, first and {dims} coordinates last, got shape"
            f" {tuple(grid)}"
        )
    if min(input[2:]) < 1:
        raise RuntimeError(
            f"{op}: input must have sizes greater than 0 behind batch and channels, got shape {tuple(input)}"
        )
    if not same_dtype:
        raise RuntimeError(
            f"{op}: input and grid must have the same dtype; convert one, as in grid.to(input.dtype)"
        )
    _check_modes(op, mode, padding)
    if mode == BICUBIC and dims == 3:
        raise RuntimeError(
            f"{op}: bicubic interpolation takes images of 4 dimensions, got shape {tuple(input)}"
        )
    return (0,) * dims


def _check_modes(op: str, mode: int, padding: int) -> None:
    if mode not in (0, 1, 2) or padding not in (0, 1, 2):
        raise RuntimeError(
            f"{op}: interpolation_mode must be 0 (bilinear), 1 (nearest) or 2 (bicubic), padding_mode 0 (zeros),"
            f" 1 (border) or 2 (reflection), got {mode} and {padding}"
        )


def _taps(points: Array, *arguments: Any) -> Any:
    """Yield the places and the weights of one tap after the other, of shape (N, points)."""
    with np.errstate(invalid="ignore", over="ignore"):  # of coordinates that are no numbers
        places, weights = grid_taps(points, *arguments)
    for number in range(places.shape[1]):
        yield places[:, number], weights[:, number]


def _read(x: Array, places: Array, weights: Array) -> Array:
    """Return weighted elements; zeros where the weight is zero, even if the element is not finite."""
    some = np.take_along_axis(x, places[:, None], 2)
    return np.where(weights != 0, some.swapaxes(0, 1), some.dtype.type(0)).swapaxes(0, 1) * weights[:, None]


def _images(x: Array) -> Array:
    return np.ascontiguousarray(x.reshape(*x.shape[:2], int(np.prod(x.shape[2:]))))


def _points(grid: Array) -> Array:
    return np.ascontiguousarray(grid.reshape(len(grid), int(np.prod(grid.shape[1:-1])), grid.shape[-1]))
