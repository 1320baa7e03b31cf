"""Everything that generated code imports, in one namespace.

What most nodes and wrappers touch is here by its own name; the rest is in a module for each concern.
"""

from typing import Any, NamedTuple, TypeAlias

from derivata.arrays.dtypes import FLOATING, DType
from derivata.arrays.random import Generator

from ..runtime.engine.loop_gradients import Kernel
from ..runtime.graph.node import Buffers, Node, seqs
from ..runtime.graph.port import MultiNode, Port
from ..runtime.graph.saved import RELEASED
from ..runtime.graph.tensor_base import wrap
from ..runtime.memory.inplace import Write, out_buffer, overwrite, unrecorded
from ..runtime.memory.observing import observe
from ..runtime.modes.grad_mode import recording
from ..runtime.modes.state import CACHED_CALLS, GRAD_OFF, state
from ..runtime.tensors.tensor import Tensor, new_tensor
from ..runtime.views.views import as_view
from . import arguments, error_texts, memory_access, mode_checks, node_support, operand_rules
from .literals import literals
from .other_names import REQUIRED
from .promotion import operand, operand_pair

__all__ = [
    "CACHED_CALLS",
    "FLOATING",
    "GRAD_OFF",
    "RELEASED",
    "REQUIRED",
    "Buffers",
    "DTypeLike",
    "Generator",
    "IntsLike",
    "Kernel",
    "Like",
    "MultiNode",
    "Node",
    "Number",
    "Port",
    "Tensor",
    "TensorLike",
    "Write",
    "arguments",
    "as_view",
    "error_texts",
    "literals",
    "memory_access",
    "mode_checks",
    "new_tensor",
    "node_support",
    "observe",
    "operand",
    "operand_pair",
    "operand_rules",
    "out_buffer",
    "overwrite",
    "recording",
    "seqs",
    "state",
    "unrecorded",
    "wrap",
]

DTypeLike: TypeAlias = Any  # whatever numpy.dtype() accepts
TensorLike: TypeAlias = Any  # Tensor, ndarray or number
IntsLike: TypeAlias = Any  # int or sequence of ints
Number: TypeAlias = Any  # Python number


class Like(NamedTuple):
    """Shape and dtype of a tensor, saved by nodes that do not need its values."""

    shape: tuple[int, ...]
    dtype: DType

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return len(self.shape)
