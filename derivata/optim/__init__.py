"""Optimizers: they change parameters in place, by the gradients that `backward` left in `.grad`."""

from . import lr_scheduler
from .adam import Adam as Adam
from .adam import AdamW as AdamW
from .optimizer import Optimizer as Optimizer
from .sgd import SGD as SGD
from .sparse_adam import SparseAdam as SparseAdam

__all__ = ["SGD", "Adam", "AdamW", "Optimizer", "SparseAdam", "lr_scheduler"]
