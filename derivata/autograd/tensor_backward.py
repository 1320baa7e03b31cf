"""`Tensor.backward`: a fast path into the engine for the most common arguments."""

import warnings
from typing import Any

from ..runtime.engine.engine import run_pass
from ..runtime.graph.accumulate_grad import watched
from ..runtime.graph.node import Buffers
from ..runtime.modes.state import BY_TENSORS, SAVED_HOOKS, state
from ..runtime.tensors.tensor import Tensor
from .call_arguments import ONES, Gradients, Inputs, is_hooked, root_edge, root_gradient
from .pass_runner import began, runner
from .start_pass import NO_BLOCKS, accumulate_gradients, blocks_of_hooks, leave_hooks


def tensor_backward(
    self: Tensor,
    gradient: Gradients = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    inputs: Inputs = None,
) -> None:
    """Compute the gradients of this tensor and accumulate them into the leaves' `.grad`.

    Parameters
    ----------
    gradient : Tensor, optional
        Gradient of the quantity of interest with respect to this tensor; 1 for a tensor with one element.
    retain_graph : bool, optional
        Keep what the graph saved, so that it can be walked again. Default: the value of `create_graph`.
    create_graph : bool
        Record the gradients themselves, for higher derivatives.
    inputs : Tensor, sequence or dict of tensors, optional
        Accumulate into these only.

    Raises
    ------
    RuntimeError
        If the tensor has no history, has several elements and no `gradient`, or the graph was freed.
    """
    active = state.active_modes
    if create_graph or inputs is not None or watched or (active and active & BY_TENSORS):
        if create_graph:
            warn_create_graph()
        accumulate_gradients(self, gradient, retain_graph, create_graph, inputs)
        return
    edge = self._edge
    array: Any
    if gradient is None and edge is not None and not self._shape and self._dtype in ONES:
        array = ONES[self._dtype].copy()  # a number: what most passes begin with
    elif edge is None or gradient.__class__ is not Tensor or gradient._shape != self._shape:
        edge = root_edge("backward", 0, self)
        array = root_gradient("backward", 0, self, gradient, False)
    elif gradient._dtype is self._dtype:
        array = gradient if is_hooked(edge) else gradient._array  # hooks see the caller's object
    else:
        array = root_gradient("backward", 0, self, gradient, False)
    buffers: Buffers = {edge: array}
    del array  # the buffer alone holds the gradient now, so that it can be reused
    hooked = blocks_of_hooks() if active else NO_BLOCKS
    run = runner() if began else run_pass
    try:
        run(buffers, [(edge.seq, edge)], not not retain_graph)  # noqa: SIM208 (half the time of `bool`)
    finally:
        if state.active_modes & SAVED_HOOKS:
            leave_hooks(hooked)


def warn_create_graph() -> None:
    """Tell that gradients with history form reference cycles with their leaves."""
    warnings.warn(
        "Using backward() with create_graph=True creates a reference cycle between the parameter and its gradient, "
        "which the garbage collector has to find. Use autograd.grad(), or reset .grad to None after use.",
        UserWarning,
        stacklevel=3,
    )


tensor_backward.__name__ = "backward"
tensor_backward.__qualname__ = "Tensor.backward"
Tensor.backward = tensor_backward
