"""Tangents: which one a tensor carries, and how ops hand them on."""

from ..forward_mode.tangents import any_tangent as any_tangent
from ..forward_mode.tangents import primal_of as primal_of
from ..forward_mode.tangents import refuse_tangents as refuse_tangents
from ..forward_mode.tangents import set_elementwise_tangent as set_elementwise_tangent
from ..forward_mode.tangents import set_tangent as set_tangent
from ..forward_mode.tangents import tangent_of as tangent_of
from ..forward_mode.tangents import tangent_or_zeros as tangent_or_zeros
from ..forward_mode.tangents import write_tangent as write_tangent

__all__ = [
    "any_tangent",
    "primal_of",
    "refuse_tangents",
    "set_elementwise_tangent",
    "set_tangent",
    "tangent_of",
    "tangent_or_zeros",
    "write_tangent",
]
