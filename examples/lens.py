"""Grind a lens: the shape of its back is found by tracing rays.

    python examples/lens.py

Parallel rays enter a flat front and leave through a curved back. Where each crosses the axis depends on the slope of
the back, which is a polynomial; its coefficients are changed until all rays meet in one point. Descartes knew the
answer in 1637: a hyperbola. Takes a second.
"""

import numpy as np

import derivata as dv
from derivata.scipy.optimize import least_squares

INDEX, FOCUS, RADIUS = 1.5, 4.0, 1.0
RAYS, TERMS = 40, 5


def heights() -> dv.Tensor:
    """Return the distances of the rays from the axis."""
    return dv.linspace(0.02, RADIUS, RAYS, dtype=dv.float64)


def back(coefficients: dv.Tensor, y: dv.Tensor) -> dv.Tensor:
    """Return how far the back has receded at some heights: a polynomial in their squares."""
    powers = dv.stack([y.square() ** k for k in range(1, TERMS + 1)])
    return -(coefficients @ powers)


def slopes(coefficients: dv.Tensor, y: dv.Tensor) -> dv.Tensor:
    """Return the slope of the back at some heights, itself a derivative."""
    return dv.func.jvp(lambda y: back(coefficients, y), (y,), (dv.ones_like(y),))[1]


def deflections(coefficients: dv.Tensor, y: dv.Tensor) -> dv.Tensor:
    """Return the tangent of each ray's angle behind the lens, by Snell's law in the form of Descartes."""
    slope = slopes(coefficients, y)
    inside = dv.atan(-slope)  # the angle between ray and normal
    outside = dv.asin(INDEX * dv.sin(inside))
    return dv.tan(outside - inside)


def misses(coefficients: dv.Tensor) -> dv.Tensor:
    """Return at which height each ray passes the focus."""
    y = heights()
    return y - deflections(coefficients, y) * (FOCUS - back(coefficients, y))


def grind() -> dv.Tensor:
    """Return the coefficients for which the rays meet, from a back that is nearly flat."""
    start = np.zeros(TERMS)
    start[0] = 0.05
    return least_squares(misses, start, xtol=1e-14, ftol=1e-14, gtol=1e-14).x


def hyperbola(y: np.ndarray) -> np.ndarray:
    """Return Descartes's answer: all ways through glass and air to the focus are equally long."""
    a = FOCUS * (INDEX - 1)
    square = INDEX**2 - 1
    return np.asarray((a - np.sqrt(a**2 + square * y**2)) / square)


def main() -> None:
    """Grind the lens; print how wide the light is at the focus, and how far the back is from the hyperbola."""
    coefficients = grind()
    y = heights()
    flat = misses(dv.tensor([0.05, *[0.0] * (TERMS - 1)], dtype=dv.float64))
    before, after = (one.abs().max().item() for one in (flat, misses(coefficients)))
    print(f"radius of the light at the focus: {before:.3f} -> {after:.1e}")
    distance = abs(back(coefficients, y).numpy() - hyperbola(y.numpy())).max()
    print(f"distance from the hyperbola: {distance:.1e}")


if __name__ == "__main__":
    main()
