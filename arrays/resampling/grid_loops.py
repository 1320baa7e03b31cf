"""Loops of sampling at the points of a grid, for some points after the other: first what they read, then each channel.

`settings` are the mode, the padding, whether corners are aligned and the orders of derivatives, one for each
coordinate; see `grid_taps`. A task has tables of `places` and of `weights`,
with a row for each tap and one more; `weights` has two lines more.
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
        flat = span <= zero
        span = one if flat else span
        away = x - low
        sign = -one if away < zero else one
        distance = abs(away)
        flips = np.floor(distance / span)
        rest = distance - flips * span
        odd = flips - like(x, 2.0) * np.floor(flips * like(x, 0.5)) > like(x, 0.5)
        sign = -sign if odd else sign
        x = zero if flat else (span - rest if odd else rest) + low
        sign = zero if flat else sign
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
        x[q] = (points[first + q, j] + one) * factor - shift
        slope[q] = factor
    if inside:
        for q in range(count):
            x[q], sign = _bounded(x[q], size, inside, corners)
            slope[q] = sign * factor
    elif padding == _BORDER:  # of four taps, each is brought inside, but not from where no integer is
        for q in range(count):
            x[q] = last if x[q] > last else -beyond if x[q] < -beyond else x[q]
    for q in range(count):
        x[q] = x[q] if abs(x[q]) < most else like(x[q], -100.0)


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
def _put(base: Any, weight: Any, at: Any, size: Any, share: Any) -> Any:
    """Return the place of a tap on a further axis, and its weight: what is outside has none."""
    inside = (at >= 0) & (at < size)
    return base * size + (at if inside else 0), weight * share if inside else like(weight, 0.0)


@part
def _nearest(
    count: Any, size: int, order: int, x: Any, bases: Any, shares: Any, places: Any, weights: Any
) -> None:
    share = like(x[0], 1.0) if order == 0 else like(x[0], 0.0)
    for q in range(count):
        places[q], weights[q] = _put(bases[q], shares[q], np.int64(np.rint(x[q])), size, share)


@part
def _linear(
    count: Any, size: int, order: int, k: int, x: Any, slope: Any, bases: Any, shares: Any, places: Any, weights: Any
) -> None:  # fmt: skip
    """Write the k-th of two taps."""
    one, sign = like(x[0], 1.0), like(x[0], 1.0 if k else -1.0)
    if order == 0:
        for q in range(count):
            floor = np.floor(x[q])
            t = x[q] - floor
            share = t if k else one - t
            places[q], weights[q] = _put(bases[q], shares[q], np.int64(floor) + k, size, share)
        return
    sign = sign if order == 1 else like(x[0], 0.0)
    for q in range(count):
        at = np.int64(np.floor(x[q])) + k
        places[q], weights[q] = _put(bases[q], shares[q], at, size, sign * slope[q])


@part
def _cubic(
    count: Any, size: int, order: int, settings: Any, x: Any, slope: Any, bases: Any, shares: Any, places: Any,
    weights: Any,
) -> None:  # fmt: skip
    """Write all of four taps, whose places are brought inside one by one."""
    one, turn = like(x[0], 1.0), like(x[0], -1.0 if order % 2 else 1.0)
    for q in range(count):
        floor = np.floor(x[q])
        t, factor = x[q] - floor, _power(slope[q], order)
        w0, w1 = factor * _far(t + one, order), factor * _near(t, order)
        w2, w3 = factor * turn * _near(one - t, order), factor * turn * _far(one + one - t, order)
        for k in range(4):
            at, row = np.int64(floor) + k - 1, np.uint64(k)
            if settings[1]:
                bounded, _ = _bounded(one * at, size, settings[1], settings[2])
                at = np.int64(bounded)
            share = w3 if k == 3 else w2 if k == 2 else w1 if k == 1 else w0
            places[row, q], weights[row, q] = _put(bases[q], shares[q], at, size, share)


@part
def _expand(
    count: Any, taps: Any, size: int, order: int, settings: Any, x: Any, slope: Any, places: Any, weights: Any
) -> Any:
    """Replace each tap by as many as the next axis has; return their number.

    The first tap is copied to the line behind all others: loops that read and write one line take one point at a time.
    """
    mode = settings[0]
    each = np.int64(1) if mode == _NEAREST else np.int64(4) if mode == _BICUBIC else np.int64(2)
    spare = np.uint64(places.shape[0]) - np.uint64(1)
    for back in range(taps):
        row = taps - 1 - back
        source = np.uint64(row)
        if row == 0:
            source = spare
            for q in range(count):
                places[spare, q], weights[spare, q] = places[np.uint64(0), q], weights[np.uint64(0), q]
        bases, shares = places[source], weights[source]
        first = np.uint64(row * each)
        if mode == _NEAREST:
            _nearest(count, size, order, x, bases, shares, places[first], weights[first])
        elif mode == _BICUBIC:
            _cubic(count, size, order, settings, x, slope, bases, shares, places[first:], weights[first:])
        else:
            second = first + np.uint64(1)
            _linear(count, size, order, 1, x, slope, bases, shares, places[second], weights[second])
            _linear(count, size, order, 0, x, slope, bases, shares, places[first], weights[first])
    return taps * each


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
    blocks, taps = (many + block - np.uint64(1)) // block, np.int64(places.shape[1]) - 1
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
    taps, channels = np.uint64(places.shape[1]) - np.uint64(1), np.uint64(grad.shape[1])
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
    blocks, taps = (many + block - np.uint64(1)) // block, np.uint64(places.shape[1]) - np.uint64(1)
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
                total = known[taps]
                for q in range(some):
                    total[q] = like(total[0], 0.0)
                for k in range(taps):
                    _add_products(weights[task, k], known[k], some, total)
                for q in range(some):
                    out[n, first + q, j] = total[q]


@part
def _add_products(weights: Any, values: Any, count: Any, total: Any) -> None:
    for q in range(count):
        total[q] += weights[q] * values[q] if weights[q] != 0 else like(weights[q], 0.0)


@part
def _products(images: Any, grads: Any, first: Any, count: Any, places: Any, out: Any) -> None:
    """Write the sums over the channels of gradients times what one tap of each point reads."""
    for q in range(count):
        out[q] = like(out[0], 0.0)
    for c in range(np.uint64(images.shape[0])):
        plane, given = images[c], grads[c, first : first + count]
        for q in range(count):
            out[q] += given[q] * plane[np.uint64(places[q])]
