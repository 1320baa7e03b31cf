"""Tools on top of differentiation."""

from . import checkpoint as checkpoint
