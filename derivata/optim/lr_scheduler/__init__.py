"""Schedules of the learning rate: each call of `step` sets the option ``lr`` of an optimizer's groups.

Most go on from the rate that a group has, so that schedules can be chained, and rates changed between steps.
"""

from typing import TYPE_CHECKING

from ...support.missing_names import only_these
from .compositions import ChainedScheduler as ChainedScheduler
from .compositions import SequentialLR as SequentialLR
from .cycles import CosineAnnealingWarmRestarts as CosineAnnealingWarmRestarts
from .cycles import CyclicLR as CyclicLR
from .factors import CosineAnnealingLR as CosineAnnealingLR
from .factors import ExponentialLR as ExponentialLR
from .factors import PolynomialLR as PolynomialLR
from .functions import LambdaLR as LambdaLR
from .functions import MultiplicativeLR as MultiplicativeLR
from .one_cycle import OneCycleLR as OneCycleLR
from .plateau import ReduceLROnPlateau as ReduceLROnPlateau
from .schedule import LRScheduler as LRScheduler
from .steps import ConstantLR as ConstantLR
from .steps import LinearLR as LinearLR
from .steps import MultiStepLR as MultiStepLR
from .steps import StepLR as StepLR

__all__ = [
    "ChainedScheduler",
    "ConstantLR",
    "CosineAnnealingLR",
    "CosineAnnealingWarmRestarts",
    "CyclicLR",
    "ExponentialLR",
    "LRScheduler",
    "LambdaLR",
    "LinearLR",
    "MultiStepLR",
    "MultiplicativeLR",
    "OneCycleLR",
    "PolynomialLR",
    "ReduceLROnPlateau",
    "SequentialLR",
    "StepLR",
]

_LRScheduler = LRScheduler  # the name that most programs' own schedules derive from

if not TYPE_CHECKING:  # to a type checker it would make every name a valid one
    __getattr__, __dir__ = only_these(globals())
