"""The arguments of short-time Fourier transforms, and where the parts of a signal are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..dtypes import DType

Array = NDArray[Any]
Shape = Sequence[int]

_LOWEST = 1e-11
"""Sums of squared windows below this are no divisors."""


def stft_step(
    shape: Shape,
    dtype: DType,
    n_fft: int,
    hop_length: int | None,
    win_length: int | None,
    window: Shape | None,
    center: bool,
    align_to_window: bool | None,
) -> int:
    """Return the distance of neighbouring parts of a signal, if it, its parts and the window fit each other."""
    if center and align_to_window is not None:
        raise RuntimeError("stft: align_to_window should only be set when center = false; leave it out")
    if dtype.kind not in "fc":
        raise RuntimeError(f"stft: expected a tensor of floating point or complex values, got {dtype}")
    if len(shape) not in (1, 2):
        raise RuntimeError(f"stft: expected a 1D or 2D tensor, got shape {tuple(shape)}; reshape it")
    length = shape[-1] + (n_fft // 2 * 2 if center else 0)
    if not 0 < n_fft <= length:
        raise RuntimeError(f"stft: expected 0 < n_fft <= {length}, the length, but got n_fft={n_fft}")
    step = n_fft // 4 if hop_length is None else hop_length
    if step < 1:
        raise RuntimeError(f"stft: expected hop_length > 0, but got hop_length={step}")
    _check_window("stft", n_fft, win_length, window)
    return step


def istft_step(
    shape: Shape,
    dtype: DType,
    n_fft: int,
    hop_length: int | None,
    win_length: int | None,
    window: Shape | None,
    onesided: bool | None,
) -> int:
    """Return the distance of neighbouring parts of the signal, if the transforms, their parts and the window fit."""
    if dtype.kind != "c":
        raise RuntimeError(
            "istft: requires a complex-valued input tensor matching the output from stft with return_complex=True, "
            f"got {dtype}"
        )
    if len(shape) not in (2, 3):
        raise RuntimeError(f"istft: expected a tensor with 2 or 3 dimensions, but got shape {tuple(shape)}")
    if 0 in shape:
        raise RuntimeError(f"istft: input tensor cannot be empty, got shape {tuple(shape)}")
    rows = n_fft // 2 + 1 if one_sided(shape, n_fft, onesided) else n_fft
    if shape[-2] != rows:
        raise RuntimeError(
            f"istft: expected {rows} frequencies, for n_fft={n_fft} and onesided={onesided}, in dimension -2, but got "
            f"{shape[-2]}"
        )
    step = n_fft // 4 if hop_length is None else hop_length
    width = n_fft if win_length is None else win_length
    if not 0 < step <= width:
        raise RuntimeError(
            f"istft: expected 0 < hop_length <= win_length, but got {step} and {width}; make parts overlap"
        )
    _check_window("istft", n_fft, win_length, window)
    return step


def _check_window(op: str, n_fft: int, win_length: int | None, window: Shape | None) -> None:
    width = n_fft if win_length is None else win_length
    if not 0 < width <= n_fft:
        raise RuntimeError(f"{op}: expected 0 < win_length <= n_fft={n_fft}, but got win_length={width}")
    if window is not None and tuple(window) != (width,):
        raise RuntimeError(
            f"{op}: expected a 1D window tensor of size equal to win_length={width}, but got window with size "
            f"{tuple(window)}"
        )


def window_sides(n_fft: int, win_length: int | None) -> tuple[int, int]:
    """Return how many zeros stand on both sides of a window that is shorter than the parts."""
    rest = n_fft - (n_fft if win_length is None else win_length)
    return rest // 2, rest - rest // 2


def gives_half(
    dtype: DType, window: DType | None, onesided: bool | None, return_complex: bool | None
) -> bool:
    """Tell whether `stft` leaves the half of each transform out that is the other's conjugate."""
    if dtype.kind != "c" and (window is None or window.kind != "c"):
        if return_complex is None:
            raise RuntimeError(
                "stft: requires the return_complex parameter be given for real inputs; say return_complex=True"
            )
        return onesided is not False
    if onesided:
        raise RuntimeError("stft: cannot have onesided output if window or input is complex; leave it out")
    return False


def one_sided(shape: Shape, n_fft: int, onesided: bool | None) -> bool:
    """Tell whether transforms are halves: if they are not as long as the parts, unless it is said."""
    return shape[-2] != n_fft if onesided is None else onesided


def real_signal(half: bool, window: DType | None, return_complex: bool) -> bool:
    """Tell whether the signal is real; a complex one is no transform of half the frequencies."""
    if return_complex and half:
        raise RuntimeError(
            "istft: cannot have onesided output if window or input is complex; say onesided=False"
        )
    if not return_complex and window is not None and window.kind == "c":
        raise RuntimeError("istft: complex windows are incompatible with return_complex=False")
    return not return_complex


def signal_part(full: int, n_fft: int, center: bool, length: int | None) -> tuple[int, int, int]:
    """Return where the signal begins in the sum of its parts, how much of it is there, and what zeros follow."""
    start = n_fft // 2 if center else 0
    end = start + length if length is not None else full - start
    there = min(end, full) - start
    if there < 1:
        raise RuntimeError(f"istft: expected a length of at least 1, got {length}")
    return start, there, max(end - full, 0)


def with_length(shape: Shape, length: int) -> tuple[int, ...]:
    """Return the shape of signals of this length, from that of their transforms."""
    return (*shape[:-2], length)


def check_overlap(self: Array) -> Array:
    """Return the sum of the squared windows, which the sum of the parts is divided by."""
    lowest = np.abs(self).min() if self.size else np.inf
    if lowest < _LOWEST:
        raise RuntimeError(
            f"istft: window overlap add min: {lowest:.3g}; expected windows that together leave no gap: take a smaller "
            "hop_length, or center=True"
        )
    return self
