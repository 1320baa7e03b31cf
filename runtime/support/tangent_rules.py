"""Tangents: whether an argument carries one, and what refuses it."""

from ..forward_mode.tangents import any_tangent, refuse_tangents

__all__ = ["any_tangent", "refuse_tangents"]
