"""Padding for local response normalisation."""

from __future__ import annotations

Shape = tuple[int, ...]


def neighbours(shape: Shape, size: int) -> tuple[int, ...]:
    """Return the padding, last dimension first, that gives every channel `size` neighbours, itself included."""
    if len(shape) < 3:
        raise ValueError(
            f"local_response_norm: Expected 3D or higher dimensionality input (got {len(shape)} dimensions)"
        )
    if size < 1:
        raise ValueError(f"local_response_norm: size must be at least 1, got {size}")
    return (0, 0) * (len(shape) - 2) + (size // 2, (size - 1) // 2)
