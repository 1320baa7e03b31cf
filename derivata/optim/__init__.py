"""Optimizers: they change parameters in place, by the gradients that `backward` left in `.grad`."""

from typing import TYPE_CHECKING

from .. import tensor_methods as _tensor_methods  # noqa: F401  (gives them to Tensor)
from ..support.missing_names import only_these
from . import lr_scheduler
from .adam import Adam as Adam
from .adam import AdamW as AdamW
from .adam_variants import Adamax as Adamax
from .adam_variants import NAdam as NAdam
from .adam_variants import RAdam as RAdam
from .adaptive import Adadelta as Adadelta
from .adaptive import Adagrad as Adagrad
from .adaptive import RMSprop as RMSprop
from .classical import ASGD as ASGD
from .classical import Rprop as Rprop
from .optimizer import Optimizer as Optimizer
from .sgd import SGD as SGD
from .sparse_adam import SparseAdam as SparseAdam

__all__ = [
    "ASGD",
    "SGD",
    "Adadelta",
    "Adagrad",
    "Adam",
    "AdamW",
    "Adamax",
    "NAdam",
    "Optimizer",
    "RAdam",
    "RMSprop",
    "Rprop",
    "SparseAdam",
    "lr_scheduler",
]

if not TYPE_CHECKING:  # to a type checker it would make every name a valid one
    __getattr__ = only_these(globals())
