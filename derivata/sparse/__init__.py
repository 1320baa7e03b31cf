"""Tensors of which only some rows are stored, and gradients in that form.

Loaded when one is first made: of gradients, the engine knows only that such a one adds itself (`SparseGrad`).
"""

from . import gradients as gradients
from . import scipy as scipy
