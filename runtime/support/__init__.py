"""All that generated code calls, in one place, so that its imports are the same in every module.

What most nodes and wrappers touch is here by its own name; the rest is in a module for each concern.
"""

from typing import Any, NamedTuple, TypeAlias

from derivata.arrays.dtypes import DType
from derivata.arrays.jit.launch import Elementwise
from derivata.arrays.random import Generator

from ..engine.loop_gradients import loop_gradient
from ..graph.node import Buffers, MultiNode, Node, Port, seqs
from ..graph.saved import RELEASED
from ..graph.tensor_base import wrap
from ..memory.inplace import Write, out_buffer, overwrite, unrecorded
from ..memory.observing import observe
from ..modes.grad_mode import recording
from ..modes.state import GRAD_OFF, REPLAYING, state
from ..operands.literals import literals
from ..operands.promotion import operand, operand_pair
from ..other_names import REQUIRED
from ..tensors.array_protocol import UFUNCS
from ..tensors.tensor import Tensor, new_tensor
from ..views.views import as_view
from . import (
    arguments,
    error_texts,
    memory_access,
    mode_checks,
    node_support,
    operand_rules,
    tangent_rules,
)

# This gives Tensor a method that needs what stands above it
from ..autograd import tensor_backward as tensor_backward  # isort: skip

__all__ = [
    "GRAD_OFF",
    "RELEASED",
    "REPLAYING",
    "REQUIRED",
    "UFUNCS",
    "Buffers",
    "DTypeLike",
    "Elementwise",
    "Generator",
    "IntsLike",
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
    "loop_gradient",
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
    "tangent_rules",
    "unrecorded",
    "wrap",
]

DTypeLike: TypeAlias = Any  # whatever numpy.dtype() accepts
TensorLike: TypeAlias = Any  # Tensor, ndarray or number
IntsLike: TypeAlias = Any  # int or sequence of ints
Number: TypeAlias = Any  # Python number


class Like(NamedTuple):
    """Shape and dtype of a tensor of which a node needs nothing else."""

    shape: tuple[int, ...]
    dtype: DType

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return len(self.shape)
