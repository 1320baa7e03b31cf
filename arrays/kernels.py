"""Compiled loops for large arrays, and the memory for their results; imports no compiler."""

from .jit.buffers import cached_bytes as cached_bytes
from .jit.buffers import empty as empty
from .jit.buffers import empty_cache as empty_cache
from .jit.buffers import reshaped as reshaped
from .jit.buffers import set_cache_limit as set_cache_limit
from .jit.launch import THRESHOLD as THRESHOLD
from .jit.launch import Elementwise as Elementwise
from .jit.launch import RowKernel as RowKernel
from .jit.switch import disabled as disabled
from .jit.switch import enabled as enabled
from .jit.threads.pool import get_num_threads as get_num_threads
from .jit.threads.pool import set_num_threads as set_num_threads
