"""Methods of nodes beside those of the engine: what programs for PyTorch ask of a node, link by hand, and read of it.

What compiled passes ask is here as well. Importing this package gives them to Node; a module of it is loaded when one
of its methods is first used.
"""

import sys
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from ..runtime.graph.node import NodeMethods
from ..runtime.graph.saved_value import RawSavedValue, SavedValue
from ..support.lazy_loading import LazyMethod, names_of_modules

METHODS = {
    "NodeCompiling": "apply_with_saved compiled_args",
    "NodeHooks": "__call__ register_hook register_prehook",
    "NodeLinks": "add_next_edge mutate_edge set_next_edge set_next_edges set_sequence_nr topological_nr",
    "NodeQueries": "_input_metadata _sequence_nr anomaly_parent gather_grad_accumulators input_metadata is_traceable "
    "metadata next_edge next_edges next_functions num_inputs num_outputs passes_state_transparently sequence_nr "
    "should_compute_output task_should_compute_output thread_id",
}
"""The methods of each class."""

if not TYPE_CHECKING:
    __getattr__, __dir__ = names_of_modules(
        globals(),
        {
            ".compiling": ("NodeCompiling",),
            ".hooking": ("NodeHooks",),
            ".linking": ("NodeLinks",),
            ".queries": ("NodeQueries",),
            ".saved_tensor": ("handle_of_saved", "saved_value"),
        },
    )


def _read(name: str) -> Any:
    """Return a function of `saved_tensor`, which is loaded when it is called."""
    return lambda node, saved: getattr(sys.modules[__name__], name)(node, saved)


def _install() -> None:
    this = sys.modules[__name__]
    for source, names in METHODS.items():
        for name in names.split():
            setattr(NodeMethods, name, LazyMethod(NodeMethods, name, this, source, attrgetter(name)))
    SavedValue.read, RawSavedValue.read = _read("saved_value"), _read("handle_of_saved")


_install()
