"""Tensors of which only some rows are stored, and gradients in that form.

Loaded when one is first made: of gradients, the engine knows only that such a one adds itself (`SparseGrad`).
"""

from typing import TYPE_CHECKING

from ..support.missing_names import only_these
from . import gradients as gradients
from . import scipy as scipy
from .products import mm as mm

if not TYPE_CHECKING:  # to a type checker it would make every name a valid one
    __getattr__, __dir__ = only_these(globals(), "gradients", "mm", "scipy")
