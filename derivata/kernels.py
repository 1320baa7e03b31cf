"""Compiled loops: compiling them ahead, switching them off, threads, and the memory they keep for results."""

from .runtime.kernels import cached_bytes as cached_bytes
from .runtime.kernels import disabled as disabled
from .runtime.kernels import empty_cache as empty_cache
from .runtime.kernels import enabled as enabled
from .runtime.kernels import get_num_threads as get_num_threads
from .runtime.kernels import set_cache_limit as set_cache_limit
from .runtime.kernels import set_num_threads as set_num_threads
from .runtime.kernels.ahead.warmup import Report as Report
from .runtime.kernels.ahead.warmup import warmup as warmup
