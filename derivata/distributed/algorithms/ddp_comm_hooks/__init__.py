"""Hooks for `DistributedDataParallel.register_comm_hook`: other ways to average gradients."""

from typing import TYPE_CHECKING

from ....support.missing_names import only_these
from . import default_hooks as default_hooks
from . import powerSGD_hook as powerSGD_hook

if not TYPE_CHECKING:  # to a type checker it would make every name a valid one
    __getattr__, __dir__ = only_these(globals(), "default_hooks", "powerSGD_hook")
