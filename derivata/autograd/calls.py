"""`backward` and `grad`: what users ask of the engine."""

import warnings
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from ..runtime.graph.node import Node
from ..runtime.graph.versions import shared_counter
from ..runtime.modes.state import state
from ..runtime.tensors.tensor import Tensor
from .call_arguments import (
    Gradients,
    Input,
    Inputs,
    Output,
    as_list,
    edge_of_input,
    inputs_of_call,
    roots_of_call,
)
from .needed import find_needed
from .start_pass import accumulate_gradients, first_buffers, has_tensors, start_pass

_SEVERAL = (Tensor, list, tuple)
"""The classes of most inputs: no mappings."""


def backward(
    tensors: Output | Sequence[Output],
    grad_tensors: Gradients = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    grad_variables: Gradients = None,
    inputs: Inputs = None,
) -> None:
    """Compute gradients of tensors and accumulate them into the ``.grad`` of the leaves.

    Parameters
    ----------
    tensors : Tensor, GradientEdge or sequence of them
        What to differentiate.
    grad_tensors : Tensor or sequence, optional
        The vector of the vector-Jacobian product, one per tensor; None means 1 and needs a tensor with one element.
    retain_graph : bool, optional
        Keep what nodes saved, so that the graph can be walked again. Default: the value of `create_graph`.
    create_graph : bool
        Record the gradients themselves, for higher derivatives.
    grad_variables
        An old name of `grad_tensors`.
    inputs : Tensor, GradientEdge, sequence or dict of them, optional
        Accumulate into these only; computed tensors among them get a ``.grad`` too.

    Raises
    ------
    RuntimeError
        If a tensor has no history, needs an explicit gradient, or its graph was freed.

    Examples
    --------
    >>> import derivata as dv
    >>> x = dv.tensor([1.0, 2.0], requires_grad=True)
    >>> dv.autograd.backward([x * 3], [dv.tensor([1.0, 10.0])])
    >>> x.grad
    tensor([ 3., 30.])
    """
    if grad_variables is not None:
        warnings.warn(
            "backward: `grad_variables` is deprecated. Use `grad_tensors` instead.",
            FutureWarning,
            stacklevel=2,
        )
        if grad_tensors is not None:
            raise RuntimeError(
                "backward: `grad_tensors` and `grad_variables` (deprecated) arguments both passed; use `grad_tensors` "
                "only"
            )
        grad_tensors = grad_variables
    accumulate_gradients(tensors, grad_tensors, retain_graph, create_graph, inputs)


def grad(
    outputs: Output | Sequence[Output],
    inputs: Input | Sequence[Input] | Mapping[Any, Input],
    grad_outputs: Gradients = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    only_inputs: bool = True,
    allow_unused: bool | None = None,
    is_grads_batched: bool = False,
    materialize_grads: bool = False,
) -> Any:
    """Return the gradients of outputs with respect to inputs; no ``.grad`` changes.

    Parameters
    ----------
    outputs, grad_outputs, retain_graph, create_graph
        As in `backward`.
    inputs : Tensor, GradientEdge, sequence or dict of them
        What to differentiate by: leaves or computed tensors, or their edges.
    only_inputs : bool
        Ignored, for programs written for old versions of PyTorch.
    allow_unused : bool, optional
        Give None for an input that the outputs do not depend on, instead of an error.
    is_grads_batched : bool
        Take the rows of `grad_outputs` one after the other and stack the results.
    materialize_grads : bool
        Give zeros instead of None.

    Returns
    -------
    tuple of Tensor, or a dict with the keys of `inputs`

    Examples
    --------
    >>> import derivata as dv
    >>> x = dv.tensor(3.0, requires_grad=True)
    >>> (dx,) = dv.autograd.grad(x**3, x, create_graph=True)
    >>> dv.autograd.grad(dx, x)
    (tensor(18.),)
    """
    if inputs.__class__ not in _SEVERAL and isinstance(inputs, Mapping):
        values = grad(
            outputs, inputs_of_call("grad", inputs), grad_outputs, retain_graph, create_graph, only_inputs,
            allow_unused, is_grads_batched, materialize_grads,
        )  # fmt: skip
        return dict(zip(inputs, values, strict=True))
    if not only_inputs:
        warnings.warn(
            "grad: only_inputs argument is deprecated and is ignored now (defaults to True). To accumulate gradients "
            "for other parts of the graph, use derivata.autograd.backward.",
            FutureWarning,
            stacklevel=2,
        )
    if materialize_grads and allow_unused is False:
        raise ValueError(
            "grad: expected allow_unused to be True or not set when materialize_grads is True, got False"
        )
    if is_grads_batched:
        from .batched_grad import grad_of_batch

        return grad_of_batch(
            grad, outputs, inputs, grad_outputs, retain_graph, create_graph, allow_unused, materialize_grads
        )
    targets = inputs_of_call("grad", inputs)
    keep = create_graph if retain_graph is None else bool(retain_graph)
    by_tensors = create_graph or (state.active_modes != 0 and has_tensors(grad_outputs))
    roots = roots_of_call("grad", outputs, grad_outputs, by_tensors)
    starts, edges = [], []  # filled by loops: a comprehension is a call of a function
    for edge, _ in roots:
        starts.append(edge)
    for target in targets:
        plain = target._edge if target.__class__ is Tensor else None
        edges.append(plain or edge_of_input("grad", target, starts))
    captures: dict[Node, Tensor | None] = dict.fromkeys(edges)
    nodes, everything = find_needed(starts, set(edges))
    needed = None if everything else nodes  # a pass to all leaves asks no node what is needed
    buffers, heap = first_buffers(roots, needed)
    del roots
    start_pass(starts, buffers, heap, keep, needed, create_graph, captures, by_tensors)
    found = tuple(captures.values()) if len(captures) == len(edges) else tuple(map(captures.get, edges))
    if not by_tensors and (grad_outputs is not None or len(found) > 1):
        _count_together(found, grad_outputs)
    if materialize_grads:
        from .zero_gradients import materialized

        return materialized(found, targets, create_graph)
    if not allow_unused:
        for gradient in found:
            if gradient is None:
                _refuse_unused(found)
    return found


def _count_together(found: Sequence[Tensor | None], given: Gradients) -> None:
    """Let gradients that share memory, with each other or with the given `grad_outputs`, share a version counter."""
    owners: dict[int, Tensor] = {}
    for tensor in (*(() if given is None else as_list(given)), *found):
        if tensor is not None and not tensor.is_sparse:
            array = tensor._array
            first = owners.setdefault(id(array if array.base is None else array.base), tensor)
            if first is not tensor:
                tensor._counter = shared_counter(first)


def _refuse_unused(found: Sequence[Tensor | None]) -> NoReturn:
    index = [gradient is None for gradient in found].index(True)
    raise RuntimeError(
        f"grad: the differentiated Tensor at index {index} appears to not have been used in the graph: the outputs "
        "were computed without it, or from a copy that was made before, or from its values behind a .detach(). Set "
        "allow_unused=True if this is the desired behavior"
    )
