"""Optimizers: they change parameters in place, by the gradients that `backward` left in `.grad`."""

from importlib import import_module
from typing import TYPE_CHECKING

from .. import tensor_methods as _tensor_methods  # noqa: F401  (gives them to Tensor)
from ..support.missing_names import only_these
from . import lr_scheduler
from .adafactor import Adafactor as Adafactor
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
from .lbfgs import LBFGS as LBFGS
from .muon import Muon as Muon
from .optimizer import Optimizer as Optimizer
from .sgd import SGD as SGD
from .sparse_adam import SparseAdam as SparseAdam

__all__ = [
    "ASGD",
    "LBFGS",
    "SGD",
    "Adadelta",
    "Adafactor",
    "Adagrad",
    "Adam",
    "AdamW",
    "Adamax",
    "Muon",
    "NAdam",
    "Optimizer",
    "RAdam",
    "RMSprop",
    "Rprop",
    "SparseAdam",
    "lr_scheduler",
    "swa_utils",
]

if TYPE_CHECKING:
    from . import swa_utils as swa_utils
else:
    _unknown, __dir__ = only_these(globals(), "swa_utils")

    def __getattr__(name: str) -> object:
        """Load the averages of models, which few use, when they are asked for."""
        return import_module(f".{name}", __name__) if name == "swa_utils" else _unknown(name)
