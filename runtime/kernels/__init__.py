"""Compiled loops for large arrays, and the memory for their results; imports no compiler."""

from .buffers import cached_bytes as cached_bytes
from .buffers import empty as empty
from .buffers import empty_cache as empty_cache
from .buffers import reshaped as reshaped
from .buffers import set_cache_limit as set_cache_limit
from .launch import THRESHOLD as THRESHOLD
from .launch import Elementwise as Elementwise
from .launch import RowKernel as RowKernel
from .switch import disabled as disabled
from .switch import enabled as enabled
from .threads.pool import get_num_threads as get_num_threads
from .threads.pool import set_num_threads as set_num_threads
