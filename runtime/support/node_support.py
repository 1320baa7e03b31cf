"""What a node saves, where its gradients go, and how they get their shapes."""

from derivata.arrays.indexing.place_kernels import zeros as zero_array

from ..engine.loop_gradients import fused_gradients, pair_of_gradients
from ..graph.delivery import SumTo, summed
from ..graph.ownership import own_parts
from ..graph.saved import checked, checked_list, checked_output, read_promoted, read_saved
from ..memory.node_support import (
    connect,
    edges_of,
    materialized,
    materialized_tensors,
    summed_tensors,
    unpack_output,
)

__all__ = [
    "SumTo",
    "checked",
    "checked_list",
    "checked_output",
    "connect",
    "edges_of",
    "fused_gradients",
    "materialized",
    "materialized_tensors",
    "own_parts",
    "pair_of_gradients",
    "read_promoted",
    "read_saved",
    "summed",
    "summed_tensors",
    "unpack_output",
    "zero_array",
]
