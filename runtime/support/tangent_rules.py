"""Tangents: which one a tensor carries, and how ops hand them on."""

from ..forward_mode.tangents import (
    any_tangent,
    primal_of,
    refuse_tangents,
    set_tangent,
    tangent_or_zeros,
    write_tangent,
)

__all__ = [
    "any_tangent",
    "primal_of",
    "refuse_tangents",
    "set_tangent",
    "tangent_or_zeros",
    "write_tangent",
]
