"""The recorded graph: nodes, edges, and what is kept between forward and backward."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ... import node_methods as _node_methods  # noqa: F401  (gives them to Node)
from ...runtime.graph.node import Node as Node
from ...runtime.tensors.tensor import Tensor
from ...support.lazy_loading import names_of_modules
from ..gradient_edge import GradientEdge as GradientEdge
from .edge_of_tensor import get_gradient_edge as get_gradient_edge
from .saved_hooks import disable_saved_tensors_hooks as disable_saved_tensors_hooks
from .saved_hooks import saved_tensors_hooks as saved_tensors_hooks

__all__ = [
    "GradientEdge",
    "Node",
    "disable_saved_tensors_hooks",
    "get_gradient_edge",
    "increment_version",
    "saved_tensors_hooks",
]

if TYPE_CHECKING:
    from ...node_methods.queries import Edge as Edge
    from ...node_methods.queries import InputMetadata as InputMetadata
    from ..multithreading import set_multithreading_enabled as set_multithreading_enabled
    from .current_task import get_current_node as get_current_node
    from .current_task import queue_callback as queue_callback
    from .custom_node import CustomNode as CustomNode
    from .custom_node import collect_next_edges as collect_next_edges
    from .custom_node import create_gradient_edge as create_gradient_edge
    from .custom_node import set_gradient_edge as set_gradient_edge
    from .multi_grad_hook import register_multi_grad_hook as register_multi_grad_hook
    from .saved_in_files import save_on_cpu as save_on_cpu
    from .saved_mutation import allow_mutation_on_saved_tensors as allow_mutation_on_saved_tensors
else:
    __getattr__, __dir__ = names_of_modules(
        globals(),
        {
            "...node_methods.queries": ("Edge", "InputMetadata"),
            "..multithreading": ("set_multithreading_enabled",),
            ".custom_node": ("CustomNode", "collect_next_edges", "create_gradient_edge", "set_gradient_edge"),
            ".multi_grad_hook": ("register_multi_grad_hook",),
            ".current_task": ("get_current_node", "queue_callback"),
            ".saved_in_files": ("save_on_cpu",),
            ".saved_mutation": ("allow_mutation_on_saved_tensors",),
        },
    )


def increment_version(tensor: Tensor | Iterable[Tensor]) -> None:
    """Count a write to the memory of a tensor, or of each of several, that no op made.

    Examples
    --------
    >>> import derivata as dv
    >>> x = dv.ones(2)
    >>> dv.autograd.graph.increment_version(x)
    >>> x._version
    1
    """
    for written in (tensor,) if isinstance(tensor, Tensor) else tensor:
        written._bump_version()
