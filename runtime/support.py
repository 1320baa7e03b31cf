"""All that generated code calls, in one place, so that its imports are the same in every module."""

from typing import Any, NamedTuple, TypeAlias

from numpy import asarray, ndarray

from derivata.arrays.dtypes import DType, as_dtype
from derivata.arrays.indexing.place_kernels import zeros as zero_array
from derivata.arrays.jit.launch import Elementwise
from derivata.arrays.random import Generator

from .arguments import (
    as_bool,
    as_float,
    as_int,
    as_ints,
    as_number,
    as_optional_ints,
    as_text,
    gathered,
    plain_index,
    variadic,
)
from .converted_calls import FLOATING, in_common, in_one_shape, in_single, is_half
from .engine.loop_gradients import fused_gradients, loop_gradient, pair_of_gradients
from .errors import explain, explain_call, not_implemented
from .forward_mode.tangents import (
    any_tangent,
    primal_of,
    refuse_tangents,
    set_elementwise_tangent,
    set_tangent,
    tangent_of,
    tangent_or_zeros,
    write_tangent,
)
from .graph.delivery import Spread, summed
from .graph.node import Array, Buffers, MultiNode, Node, Port, seqs
from .graph.ownership import own_parts
from .graph.saved import RELEASED, checked, checked_list, checked_output, read_saved
from .graph.tensor_base import new_result, wrap
from .graph.versions import bump as count_write
from .graph.versions import shared_counter, version_of
from .graph.versions import uncount as uncount_write
from .literals import literals
from .memory.inplace import (
    Write,
    check_changeable,
    check_writable,
    expendable,
    overwrite,
    unrecorded,
    written,
)
from .memory.metadata_in_place import inplace_view
from .memory.node_support import (
    connect,
    edges_of,
    materialized,
    materialized_tensors,
    summed_tensors,
    unpack_output,
)
from .memory.observing import observe, on_node, on_result
from .memory.out_argument import into, into_several
from .modes.cached_calls import replaying
from .modes.grad_mode import recording
from .modes.state import FORWARD_AD, GRAD_OFF, REPLAYING, RESULTS, WATCHED, state
from .operand_checks import (
    as_mask,
    cast_result,
    check_floating,
    check_real,
    copy_if_aliased,
    metadata_differs,
    real_floating,
    refuse_complex,
)
from .other_names import REQUIRED, by_other_name, refuse_missing
from .overloads import INT, INTS, OPERANDS, STRING, TENSOR, call_overload, fits
from .plain_numbers import array_of_number, number_of, tensor_of_number
from .promotion import (
    NUMBERS,
    beside_number,
    operand,
    operand_list,
    operand_or_number,
    operand_pair,
    operand_tuple,
    promote,
    result_dtype,
    to_floating,
)
from .tensors.array_protocol import UFUNCS
from .tensors.tensor import Tensor, new_tensor
from .views.views import as_parts, as_view
from .warn import warn_of_broadcast

# This gives Tensor a method that needs what stands above it
from .autograd import tensor_backward as tensor_backward  # isort: skip

__all__ = [
    "FLOATING",
    "FORWARD_AD",
    "GRAD_OFF",
    "INT",
    "INTS",
    "NUMBERS",
    "OPERANDS",
    "RELEASED",
    "REPLAYING",
    "REQUIRED",
    "RESULTS",
    "STRING",
    "TENSOR",
    "UFUNCS",
    "WATCHED",
    "Array",
    "Buffers",
    "DType",
    "DTypeLike",
    "Elementwise",
    "Generator",
    "IntsLike",
    "Like",
    "MultiNode",
    "Node",
    "Number",
    "Port",
    "Spread",
    "Tensor",
    "TensorLike",
    "Write",
    "any_tangent",
    "array_of_number",
    "as_bool",
    "as_dtype",
    "as_float",
    "as_int",
    "as_ints",
    "as_mask",
    "as_number",
    "as_optional_ints",
    "as_parts",
    "as_text",
    "as_view",
    "asarray",
    "beside_number",
    "by_other_name",
    "call_overload",
    "cast_result",
    "check_changeable",
    "check_floating",
    "check_real",
    "check_writable",
    "checked",
    "checked_list",
    "checked_output",
    "connect",
    "copy_if_aliased",
    "count_write",
    "edges_of",
    "expendable",
    "explain",
    "explain_call",
    "fits",
    "fused_gradients",
    "gathered",
    "in_common",
    "in_one_shape",
    "in_single",
    "inplace_view",
    "into",
    "into_several",
    "is_half",
    "literals",
    "loop_gradient",
    "materialized",
    "materialized_tensors",
    "metadata_differs",
    "ndarray",
    "new_result",
    "new_tensor",
    "not_implemented",
    "number_of",
    "observe",
    "on_node",
    "on_result",
    "operand",
    "operand_list",
    "operand_or_number",
    "operand_pair",
    "operand_tuple",
    "overwrite",
    "own_parts",
    "pair_of_gradients",
    "plain_index",
    "primal_of",
    "promote",
    "read_saved",
    "real_floating",
    "recording",
    "refuse_complex",
    "refuse_missing",
    "refuse_tangents",
    "replaying",
    "result_dtype",
    "seqs",
    "set_elementwise_tangent",
    "set_tangent",
    "shared_counter",
    "state",
    "summed",
    "summed_tensors",
    "tangent_of",
    "tangent_or_zeros",
    "tensor_of_number",
    "to_floating",
    "uncount_write",
    "unpack_output",
    "unrecorded",
    "variadic",
    "version_of",
    "warn_of_broadcast",
    "wrap",
    "write_tangent",
    "written",
    "zero_array",
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
