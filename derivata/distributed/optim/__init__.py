"""Optimizers whose state is spread over ranks."""

from typing import TYPE_CHECKING

from ...support.missing_names import only_these
from .zero_redundancy_optimizer import ZeroRedundancyOptimizer as ZeroRedundancyOptimizer

__all__ = ["ZeroRedundancyOptimizer"]

if not TYPE_CHECKING:  # to a type checker it would make every name a valid one
    __getattr__, __dir__ = only_these(globals())
