"""Loops of sampling at the points of a grid, for some points after the other: first what they read, then each channel.

`settings` are the mode, the padding, whether corners are aligned and the orders of derivatives, one for each
coordinate; see `grid_taps`. A task has tables of `places` and of `weights`, with a row for each tap and two lines more.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..jit.decorators import part
from ..vector_math.bits import inlined, like

_TABLES = "int64[1] int64[1] int64[3] {x}[3]"
TYPES = {
    "gather": f"{{x}}[3] {{x}}[3] {_TABLES} {{x}}[3]",
    "scatter": f"{{x}}[3] {{x}}[3] {_TABLES} {{x}}[3]",
    "slopes": f"{{x}}[3] {{x}}[3] {{x}}[3] {_TABLES} {{x}}[3] {{x}}[3]",
}
"""What each loop is compiled for; see `inventory`."""

_BICUBIC, _NEAREST = 2, 1
_BORDER, _REFLECTION = 1, 2


@inlined
def _bounded(x: Any, size: Any, padding: int, corners: int) -> Any:
    """Return a coordinate that is brought inside, and the slope of that map."""
    one, zero = like(x, 1.0), like(x, 0.0)
    sign = one
    if padding == _REFLECTION:
        low = zero if corners else like(x, -0.5)
        span = like(x, 1.0) * (size - 1 if corners else size)
        if span <= zero:
            return zero, zero
        away = x - low
        sign = -one if away < zero else one
        distance = abs(away)
        flips = np.floor(distance / span)
        rest = distance - flips * span
        odd = flips - like(x, 2.0) * np.floor(flips * like(x, 0.5)) > like(x, 0.5)
        sign = -sign if odd else sign
        x = (span - rest if odd else rest) + low
    if padding >= _BORDER:
        last = like(x, 1.0) * (size - 1)
        sign = sign if (x > zero) & (x < last) else zero
        x = min(max(x, zero), last)
    return x, sign


@part
def _positions(
    points: Any, first: Any, count: Any, j: Any, size: int, settings: Any, x: Any, slope: Any
) -> None:
    """Write the coordinates of points on an axis, and their derivatives by those of the grid."""
    mode, padding, corners = settings[0], settings[1], settings[2]
    one = like(x[0], 1.0)
    factor = one * (size - 1 if corners else size) * like(x[0], 0.5)
    shift = like(x[0], 0.0) if corners else like(x[0], 0.5)
    beyond = like(x[0], 4.0)
    last = one * size + beyond
    inside, most = padding if mode != _BICUBIC else 0, like(x[0], 1073741824.0)
    for q in range(count):
        at = (points[first + q, j] + one) * factor - shift
        if inside:
            at, sign = _bounded(at, size, inside, corners)
            slope[q] = sign * factor
        else:
            slope[q] = factor
            if padding == _BORDER:  # of four taps, each is brought inside, but not from where no integer is
                at = last if at > last else -beyond if at < -beyond else at
        x[q] = at if abs(at) < most else like(at, -100.0)


@inlined
def _power(x: Any, order: int) -> Any:
    value = like(x, 1.0)
    for _ in range(order):
        value *= x
    return value


@inlined
def _near(x: Any, order: int) -> Any:
    """Keys' kernel up to a distance of 1, or one of its derivatives."""
    if order == 0:
        return (like(x, 1.25) * x - like(x, 2.25)) * x * x + like(x, 1.0)
    if order == 1:
        return (like(x, 3.75) * x - like(x, 4.5)) * x
    if order == 2:
        return like(x, 7.5) * x - like(x, 4.5)
    return like(x, 7.5) if order == 3 else like(x, 0.0)


@inlined
def _far(x: Any, order: int) -> Any:
    """Keys' kernel from 1 to a distance of 2, or one of its derivatives."""
    if order == 0:
        return ((like(x, -0.75) * x + like(x, 3.75)) * x - like(x, 6.0)) * x + like(x, 3.0)
    if order == 1:
        return (like(x, -2.25) * x + like(x, 7.5)) * x - like(x, 6.0)
    if order == 2:
        return like(x, -4.5) * x + like(x, 7.5)
    return like(x, -4.5) if order == 3 else like(x, 0.0)


@inlined
def _put(
    places: Any, weights: Any, row: Any, q: Any, base: Any, weight: Any, at: Any, size: Any, share: Any
) -> None:
    inside = (at >= 0) & (at < size)
    places[row, q] = base * size + (at if inside else 0)
    weights[row, q] = weight * share if inside else like(weight, 0.0)


@part
def _expand(
    count: Any, taps: Any, size: int, order: int, settings: Any, x: Any, slope: Any, places: Any, weights: Any
) -> Any:
    """Replace each tap by as many as the next axis has; return their number."""
    mode = settings[0]
    one = like(x[0], 1.0)
    if mode == _NEAREST:
        for q in range(count):
            at = np.int64(np.rint(x[q]))
            share = one if order == 0 else like(x[0], 0.0)
            _put(
                places,
                weights,
                np.uint64(0),
                q,
                places[np.uint64(0), q],
                weights[np.uint64(0), q],
                at,
                size,
                share,
            )
        return taps
    if mode == _BICUBIC:
        for q in range(count):
            floor = np.floor(x[q])
            t, at = x[q] - floor, np.int64(floor)
            factor = _power(slope[q], order)
            turn = -factor if order % 2 else factor
            w0, w1 = factor * _far(t + one, order), factor * _near(t, order)
            w2, w3 = turn * _near(one - t, order), turn * _far(one + one - t, order)
            for back in range(taps):
                row = taps - 1 - back
                base, weight = places[np.uint64(row), q], weights[np.uint64(row), q]
                for n in range(4):
                    k = 3 - n
                    place = at + k - 1
                    if settings[1]:
                        bounded, _ = _bounded(one * place, size, settings[1], settings[2])
                        place = np.int64(bounded)
                    share = w3 if k == 3 else w2 if k == 2 else w1 if k == 1 else w0
                    _put(places, weights, np.uint64(row * 4 + k), q, base, weight, place, size, share)
        return taps * 4
    for back in range(taps):
        row = taps - 1 - back
        for q in range(count):
            base, weight = places[np.uint64(row), q], weights[np.uint64(row), q]
            floor = np.floor(x[q])
            t, at = x[q] - floor, np.int64(floor)
            near = one - t
            if order == 1:
                t, near = slope[q], -slope[q]
            elif order > 1:
                t = near = like(t, 0.0)
            _put(places, weights, np.uint64(row * 2 + 1), q, base, weight, at + 1, size, t)
            _put(places, weights, np.uint64(row * 2), q, base, weight, at, size, near)
    return taps * 2


@part
def _fill(
    points: Any, first: Any, count: Any, sizes: Any, settings: Any, raised: Any, places: Any, weights: Any
) -> None:  # fmt: skip
    """Write what some points read, and the weights; the derivative by coordinate `raised` is one order higher."""
    axes, taps = np.int64(sizes.size), np.int64(1)
    lines = np.uint64(weights.shape[0])
    x, slope = weights[lines - np.uint64(2)], weights[lines - np.uint64(1)]
    for q in range(count):
        places[np.uint64(0), q] = 0
        weights[np.uint64(0), q] = like(weights[0, 0], 1.0)
    for d in range(axes):
        j = axes - 1 - d
        order = settings[np.uint64(3 + j)] + (1 if np.int64(j) == np.int64(raised) else 0)
        _positions(points, first, count, np.uint64(j), sizes[np.uint64(d)], settings, x, slope)
        taps = _expand(count, taps, sizes[np.uint64(d)], order, settings, x, slope, places, weights)


@inlined
def _read(plane: Any, place: Any, weight: Any) -> Any:
    value = weight * plane[np.uint64(place)]
    return value if weight != 0 else like(weight, 0.0)


@part
def _sums(plane: Any, taps: Any, count: Any, places: Any, weights: Any, out: Any) -> None:
    """Write the weighted sums of what points read in a plane."""
    p0, w0 = places[np.uint64(0)], weights[np.uint64(0)]
    if taps < 4:
        for q in range(count):
            out[q] = _read(plane, p0[q], w0[q])
        return
    for row in range(0, taps, 4):
        k = np.uint64(row)
        p0, p1, p2, p3 = (
            places[k],
            places[k + np.uint64(1)],
            places[k + np.uint64(2)],
            places[k + np.uint64(3)],
        )
        w0, w1, w2, w3 = (
            weights[k],
            weights[k + np.uint64(1)],
            weights[k + np.uint64(2)],
            weights[k + np.uint64(3)],
        )
        for q in range(count):
            total = (_read(plane, p0[q], w0[q]) + _read(plane, p1[q], w1[q])) + (
                _read(plane, p2[q], w2[q]) + _read(plane, p3[q], w3[q])
            )
            out[q] = total + out[q] if row else total


def gather(
    lo: int, hi: int, x: Any, points: Any, sizes: Any, settings: Any, places: Any, weights: Any, out: Any
) -> None:  # fmt: skip
    """Write the sums that all points read in each channel."""
    tasks, block, many = np.uint64(places.shape[0]), np.uint64(places.shape[2]), np.uint64(points.shape[1])
    blocks, taps = (many + block - np.uint64(1)) // block, np.int64(places.shape[1])
    count = np.uint64(x.shape[0]) * blocks
    for task in range(np.uint64(lo), np.uint64(hi)):
        for piece in range(count * task // tasks, count * (task + np.uint64(1)) // tasks):
            n, first = piece // blocks, piece % blocks * block
            some = min(block, many - first)
            _fill(points[n], first, some, sizes, settings, -1, places[task], weights[task])
            for c in range(np.uint64(x.shape[1])):
                _sums(x[n, c], taps, some, places[task], weights[task], out[n, c, first : first + some])


def scatter(
    lo: int, hi: int, grad: Any, points: Any, sizes: Any, settings: Any, places: Any, weights: Any, out: Any
) -> None:  # fmt: skip
    """Add gradients, weighted, to what each point reads; a row is a part of the channels of an image."""
    block, many = np.uint64(places.shape[2]), np.uint64(points.shape[1])
    taps, channels = np.uint64(places.shape[1]), np.uint64(grad.shape[1])
    parts = np.uint64(places.shape[0]) // np.uint64(grad.shape[0])
    for row in range(np.uint64(lo), np.uint64(hi)):
        n, piece = row // parts, row % parts
        begin, end = channels * piece // parts, channels * (piece + np.uint64(1)) // parts
        first = np.uint64(0)
        for c in range(begin, end):
            out[n, c] = like(grad[0, 0, 0], 0.0)
        while first < many:
            some = min(block, many - first)
            _fill(points[n], first, some, sizes, settings, -1, places[row], weights[row])
            for c in range(begin, end):
                plane, given = out[n, c], grad[n, c, first : first + some]
                for k in range(taps):
                    _add(given, places[row, k], weights[row, k], some, plane)
            first += block


@part
def _add(given: Any, places: Any, weights: Any, count: Any, plane: Any) -> None:
    for q in range(count):
        if weights[q] != 0:
            plane[np.uint64(places[q])] += weights[q] * given[q]


def slopes(
    lo: int, hi: int, grad: Any, x: Any, points: Any, sizes: Any, settings: Any, places: Any, weights: Any,
    products: Any, out: Any,
) -> None:  # fmt: skip
    """Write the derivatives of the weighted sum of all channels by the coordinates of each point.

    First the products of gradients with what is read, summed over the channels, for each tap; then their sums.
    """
    tasks, block, many = np.uint64(places.shape[0]), np.uint64(places.shape[2]), np.uint64(points.shape[1])
    blocks, taps = (many + block - np.uint64(1)) // block, np.uint64(places.shape[1])
    count = np.uint64(x.shape[0]) * blocks
    for task in range(np.uint64(lo), np.uint64(hi)):
        known = products[task]
        for piece in range(count * task // tasks, count * (task + np.uint64(1)) // tasks):
            n, first = piece // blocks, piece % blocks * block
            some = min(block, many - first)
            for j in range(np.uint64(points.shape[2])):
                _fill(points[n], first, some, sizes, settings, j, places[task], weights[task])
                if j == 0:
                    for k in range(taps):
                        _products(x[n], grad[n], first, some, places[task, k], known[k])
                for q in range(some):
                    total = like(known[0, 0], 0.0)
                    for k in range(taps):
                        weight = weights[task, k, q]
                        total += weight * known[k, q] if weight != 0 else like(weight, 0.0)
                    out[n, first + q, j] = total


@part
def _products(images: Any, grads: Any, first: Any, count: Any, places: Any, out: Any) -> None:
    """Write the sums over the channels of gradients times what one tap of each point reads."""
    for q in range(count):
        out[q] = like(out[0], 0.0)
    for c in range(np.uint64(images.shape[0])):
        plane, given = images[c], grads[c, first : first + count]
        for q in range(count):
            out[q] += given[q] * plane[np.uint64(places[q])]
