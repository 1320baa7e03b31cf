"""Functions that generated nodes call: saved outputs, edges, and sums to the shapes of arguments."""

from collections.abc import Callable, Sequence

import numpy as np

from derivata.arrays.dtypes import DType
from derivata.arrays.gradients.sum_to import Target, reduce_to
from derivata.arrays.indexing.place_kernels import zeros as zero_array

from ..runtime.graph.delivery import SumTo
from ..runtime.graph.node import Array, Node, next_seq
from ..runtime.graph.ownership import own_parts
from ..runtime.graph.port import MultiNode, Port
from ..runtime.graph.saved import checked, checked_list, checked_output, read_promoted, read_saved
from ..runtime.graph.tensor_base import TensorBase as Tensor
from ..runtime.graph.tensor_base import wrap
from ..runtime.graph.versions import VersionCounter, output_counter
from ..runtime.modes.observers import tell_entry
from ..runtime.modes.state import FORWARD_AD, OBSERVED, state

__all__ = [
    "SumTo",
    "checked",
    "checked_list",
    "checked_output",
    "connect",
    "edges_of",
    "materialized",
    "materialized_tensors",
    "own_parts",
    "read_promoted",
    "read_saved",
    "reduce_to",
    "summed_tensors",
    "unpack_output",
    "zero_array",
    "zero_tensor",
]


def edges_of(tensors: Sequence[Tensor]) -> tuple[Node | None, ...] | None:
    """Return the edges of a list argument, None when no gradient flows to any of it."""
    for tensor in tensors:
        if tensor._edge is not None:
            return tuple([tensor._edge for tensor in tensors])
    return None


def connect(node: MultiNode, outs: Sequence[Tensor]) -> None:
    """Make ports of a node, one for each output of an op that returns a list; such nodes save no outputs."""
    node.outputs = tuple([(out._shape, out._dtype) for out in outs])
    for index, out in enumerate(outs):
        port = out._edge = object.__new__(Port)
        port.seq = next_seq()  # younger than its node, so it runs before it
        port.hooks = None
        port.node = node
        port.index = index
        port.shape = out._shape
        port.dtype = out._dtype


def materialized(
    grads: Sequence[Array | None], outputs: Sequence[tuple[tuple[int, ...], DType]]
) -> list[Array]:
    """Return the gradients of a node with several outputs, zeros where none came."""
    return [np.zeros(*output) if grad is None else grad for grad, output in zip(grads, outputs, strict=True)]


def materialized_tensors(
    grads: Sequence[Tensor | None], outputs: Sequence[tuple[tuple[int, ...], DType]]
) -> list[Tensor]:
    """Return the same as `materialized`, as Tensors."""
    return [
        zero_tensor(*output) if grad is None else grad for grad, output in zip(grads, outputs, strict=True)
    ]


def zero_tensor(shape: tuple[int, ...], dtype: DType) -> Tensor:
    """Return a Tensor of zeros, of which observers are told."""
    zeros = wrap(zero_array(shape, dtype))
    if state.active_modes & OBSERVED:
        tell_entry(zeros, 0)
    return zeros


def unpack_output(node: Node, name: str, index: int | None = 0) -> Tensor:
    """Return a saved output as a Tensor with its history: the node itself, or none if `index` is None."""
    saved, counter = getattr(node, "saved_" + name), getattr(node, "counter_" + name)
    if counter is None and saved.__class__ is np.ndarray:
        counter = VersionCounter(0)
        setattr(node, "counter_" + name, counter)
    elif isinstance(saved, Tensor):  # of an op that computes a tangent
        return saved
    else:
        saved, counter = checked_output(node, name), output_counter(node, name)
    tensor = wrap(saved)
    tensor._counter = counter
    if index is None:
        return tensor
    tensor._edge = node.port(index) if isinstance(node, MultiNode) else node
    if state.active_modes & FORWARD_AD and node.hooks is not None and index in node.hooks.tangents:
        tensor.extra().tangents = node.hooks.tangents[index]
    return tensor


def summed_tensors(
    reduce_to: Callable[..., Tensor], sum_to: tuple[Target | None, ...] | None, *grads: Tensor | None
) -> tuple[Tensor | None, ...]:
    """Return gradients summed and cast to the shapes and dtypes of arguments that were broadcast or cast, by an op."""
    if sum_to is None:
        return grads
    return tuple(
        [
            grad if grad is None or target is None else reduce_to(grad, *target)
            for grad, target in zip(grads, sum_to, strict=True)
        ]
    )
