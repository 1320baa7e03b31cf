"""Compiled loops: compiling them ahead, switching them off, threads, and the memory they keep for results."""

from typing import TYPE_CHECKING

from .ahead.warmup import Report as Report
from .ahead.warmup import warmup as warmup
from .arrays.kernels import cached_bytes as cached_bytes
from .arrays.kernels import disabled as disabled
from .arrays.kernels import empty_cache as empty_cache
from .arrays.kernels import enabled as enabled
from .arrays.kernels import get_num_threads as get_num_threads
from .arrays.kernels import set_cache_limit as set_cache_limit
from .arrays.kernels import set_num_threads as set_num_threads
from .support.missing_names import only_these

__all__ = [
    "Report",
    "cached_bytes",
    "disabled",
    "empty_cache",
    "enabled",
    "get_num_threads",
    "set_cache_limit",
    "set_num_threads",
    "warmup",
]

if not TYPE_CHECKING:  # to a type checker it would make every name a valid one
    __getattr__, __dir__ = only_these(globals())
