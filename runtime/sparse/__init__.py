"""Tensors of which only some rows are stored, and gradients in that form. Loaded when one is first made."""

from . import gradients as gradients
from . import scipy as scipy
