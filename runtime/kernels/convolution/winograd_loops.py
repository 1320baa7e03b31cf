"""Loops of Winograd's products: from images and gradients to tiles of 16 numbers, and from products to images.

`numbers` are the first image, how many, the first row of tiles, how many, the tiles of a row, the zeros above and to
the left of images, how far a channel's tiles are from those of the next one, and how many channels are split together.
A row of `room`, or of `flags`, is for one slice of the channels.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..compiler import light
from .rows import copy_rows
from .winograd_tiles import lift, lift_grads, lower, part_rows, split_rows

TYPES = {
    "lift_images": "{x}[4] int64[1] {x}[2] {x}[2]",
    "lift_gradients": "{x}[4] int64[1] {x}[2] {x}[2]",
    "lower_products": "{x}[2] {x}[1] int64[1] {x}[2] {x}[2] {x}[4]",
}
"""What each loop is compiled for; see `inventory`."""

_TWO, _FOUR = np.uint64(2), np.uint64(4)


@light
def lift_images(lo: int, hi: int, images: Any, numbers: Any, room: Any, out: Any) -> None:
    """Transform the tiles of 4 x 4 pixels of all channels, of some slices of them, to out[point, channel, tile]."""
    image, count, y, rows, across = numbers[0], numbers[1], numbers[2], numbers[3], np.uint64(numbers[4])
    top, left, pitch, together = numbers[5], np.uint64(numbers[6]), np.uint64(numbers[7]), numbers[8]
    channels, height, width = images.shape[1], images.shape[2], np.uint64(images.shape[3])
    flat, tiles, slices = images.reshape(images.size), out.reshape(out.size), room.shape[0]
    nothing = np.uint64(0)
    plane, step, size = np.uint64(rows + 3) * across, np.uint64(out.shape[1]), np.uint64(rows) * across
    area, planes = np.uint64(height) * width, np.uint64(8) * plane
    for piece in range(lo, hi):
        space, last = room[piece], channels * (piece + 1) // slices
        for n in range(count):
            target = np.uint64(n) * size
            for c in range(channels * piece // slices, last, together):
                some, begin = np.uint64(min(together, last - c)), np.uint64((image + n) * channels + c) * area
                for number in range(2 * rows + 2):
                    row, known, start = 2 * y + number - top, nothing, begin
                    if 0 <= row < height:
                        known, start = width, begin + np.uint64(row) * width
                    place = np.uint64(number % 2) * plane + np.uint64(number // 2) * across
                    split_rows(
                        flat, start, known, left, across, space, place, plane * _TWO, some, area, planes
                    )
                for k in range(some):
                    goal = target + (np.uint64(c) + np.uint64(k)) * pitch
                    lift(space, np.uint64(k) * planes, plane, across, size, tiles, goal, step)


@light
def lift_gradients(lo: int, hi: int, grad: Any, numbers: Any, room: Any, out: Any) -> None:
    """Transform the tiles of 2 x 2 gradients of all filters, of some slices of them, to out[point, filter, tile]."""
    image, count, y, rows, across = numbers[0], numbers[1], numbers[2], numbers[3], np.uint64(numbers[4])
    filters, height, width, together = grad.shape[1], grad.shape[2], np.uint64(grad.shape[3]), numbers[8]
    flat, pitch, slices, nothing = grad.reshape(grad.size), np.uint64(numbers[7]), room.shape[0], np.uint64(0)
    tiles = out.reshape(out.size)
    step, size, area = np.uint64(out.shape[1]), np.uint64(rows) * across, np.uint64(height) * width
    for piece in range(lo, hi):
        space, last = room[piece], filters * (piece + 1) // slices
        for n in range(count):
            target = np.uint64(n) * size
            for f in range(filters * piece // slices, last, together):
                some, begin = np.uint64(min(together, last - f)), np.uint64((image + n) * filters + f) * area
                for number in range(2 * rows):
                    row, known, start = 2 * y + number, nothing, begin
                    if row < height:
                        known, start = width, begin + np.uint64(row) * width
                    place = np.uint64(number % 2) * _TWO * size + np.uint64(number // 2) * across
                    part_rows(flat, start, known, across, space, place, size, some, area, _FOUR * size)
                for k in range(some):
                    goal = target + (np.uint64(f) + np.uint64(k)) * pitch
                    lift_grads(space, np.uint64(k) * _FOUR * size, size, size, tiles, goal, step)


@light
def lower_products(
    lo: int, hi: int, products: Any, bias: Any, numbers: Any, room: Any, flags: Any, out: Any
) -> None:
    """Write the pixels of products[point, filter, tile] of some slices of the filters, plus a bias."""
    image, count, y, rows, across = numbers[0], numbers[1], numbers[2], numbers[3], np.uint64(numbers[4])
    filters, height, width = out.shape[1], out.shape[2], np.uint64(out.shape[3])
    flat, pitch, slices, nothing = out.reshape(out.size), np.uint64(numbers[7]), flags.shape[0], np.uint64(0)
    step, size, source = (
        np.uint64(products.shape[1]),
        np.uint64(rows) * across,
        products.reshape(products.size),
    )
    plane, one = np.uint64(4) * size, np.uint64(1)
    for piece in range(lo, hi):
        space = room[piece]
        for f in range(filters * piece // slices, filters * (piece + 1) // slices):
            place = np.uint64(f) * pitch
            for n in range(count):
                lower(source, place, step, size, bias[f], space, plane, flags[piece])
                place += size
                begin = ((image + n) * filters + f) * height
                for row in range(2 * y, min(2 * (y + rows), height)):
                    start = np.uint64(row % 2) * plane + np.uint64(row // 2 - y) * across * _TWO
                    goal = np.uint64(begin + row) * width
                    copy_rows(space, start, width, nothing, width, flat, goal, one, nothing, nothing)
