"""Curves of a function of one number and of its first two derivatives, as SVG."""

from collections.abc import Callable
from typing import Any

import numpy as np

import derivata as dv

Curve = np.ndarray[Any, np.dtype[np.float64]]
WIDTH, HEIGHT, MARGIN = 480, 240, 12
LEFT, RIGHT, STEPS = -4.0, 4.0, 400
BOUND = 6.0
"""What is further from zero is cut off."""

CURVES = (("#3f51b5", "the function"), ("#e65100", "its derivative"), ("#2e7d32", "the second one"))


def plot(function: Callable[..., Any]) -> str:
    """Return the picture of an elementwise function that has gradients of gradients."""
    curves = values(function)
    drawn = np.concatenate([curve[np.isfinite(curve) & (abs(curve) <= BOUND)] for curve in curves])
    low, high = min(drawn.min(), 0.0), max(drawn.max(), 0.0)
    high = high if high > low else low + 1.0

    def across(x: float) -> float:
        return MARGIN + (x - LEFT) / (RIGHT - LEFT) * (WIDTH - 2 * MARGIN)

    def down(y: float) -> float:
        return HEIGHT - MARGIN - (y - low) / (high - low) * (HEIGHT - 2 * MARGIN)

    axes = f"M{MARGIN} {down(0):.1f}H{WIDTH - MARGIN}M{across(0):.1f} {MARGIN}V{HEIGHT - MARGIN}"
    lines = [f'<path d="{axes}" stroke="#888" fill="none"/>']
    words = []
    for curve, (color, what) in zip(curves, CURVES, strict=True):
        path, pen = "", "M"
        for x, y in zip(np.linspace(LEFT, RIGHT, STEPS), curve, strict=True):
            inside = np.isfinite(y) and low <= y <= high
            path += f"{pen}{across(x):.1f} {down(y):.1f}" if inside else ""
            pen = "L" if inside else "M"
        lines.append(f'<path d="{path}" stroke="{color}" stroke-width="2" fill="none"/>')
        words.append(f'<span style="color:{color}">{what}</span>')
    frame = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" role="img"'
    picture = f'<svg style="max-width: 100%; height: auto" {frame}>{"".join(lines)}</svg>'
    return f"<figure>{picture}<figcaption>{', '.join(words)}, from {LEFT:g} to {RIGHT:g}</figcaption></figure>\n\n"


def values(function: Callable[..., Any]) -> list[Curve]:
    """Return the function and its two derivatives at the places."""
    x = dv.linspace(LEFT, RIGHT, STEPS, dtype=dv.float64, requires_grad=True)
    found = []
    with np.errstate(all="ignore"):
        y = function(x)
        for _ in CURVES:
            found.append(y.detach().numpy().copy())
            slope = None
            if y.requires_grad:
                (slope,) = dv.autograd.grad(y.sum(), x, create_graph=True, allow_unused=True)
            y = dv.zeros_like(x) if slope is None else slope
    return found
