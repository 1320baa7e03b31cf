"""The recorded graph: nodes, edges, and what is kept between forward and backward."""

from ..runtime.gradient_edge import GradientEdge as GradientEdge
from ..runtime.gradient_edge import get_gradient_edge as get_gradient_edge
from ..runtime.node import Node as Node
from ..runtime.saved_hooks import disable_saved_tensors_hooks as disable_saved_tensors_hooks
from ..runtime.saved_hooks import saved_tensors_hooks as saved_tensors_hooks
from ..runtime.saved_mutation import allow_mutation_on_saved_tensors as allow_mutation_on_saved_tensors
from .save_on_cpu import save_on_cpu as save_on_cpu
