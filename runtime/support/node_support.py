"""What a node saves, where its gradients go, and how they get their shapes."""

from derivata.arrays.indexing.place_kernels import zeros as zero_array

from ..engine.loop_gradients import fused_gradients as fused_gradients
from ..engine.loop_gradients import pair_of_gradients as pair_of_gradients
from ..graph.delivery import SumTo as SumTo
from ..graph.delivery import summed as summed
from ..graph.ownership import own_parts as own_parts
from ..graph.saved import checked as checked
from ..graph.saved import checked_list as checked_list
from ..graph.saved import checked_output as checked_output
from ..graph.saved import read_saved as read_saved
from ..memory.node_support import connect as connect
from ..memory.node_support import edges_of as edges_of
from ..memory.node_support import materialized as materialized
from ..memory.node_support import materialized_tensors as materialized_tensors
from ..memory.node_support import summed_tensors as summed_tensors
from ..memory.node_support import unpack_output as unpack_output

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
    "read_saved",
    "summed",
    "summed_tensors",
    "unpack_output",
    "zero_array",
]
