"""`backward` and `grad`: what users ask of the engine, checked and turned into a graph task."""

from collections.abc import Mapping, Sequence
from heapq import heappush
from typing import Any, TypeAlias

import numpy as np

from .engine import Task, drain, find_needed
from .node import Array, Buffers, Heap, Node
from .state import ANOMALY, state
from .tensor import Tensor, wrap

Gradients: TypeAlias = Tensor | Sequence[Tensor | None] | None
Inputs: TypeAlias = Tensor | Sequence[Tensor] | Mapping[Any, Tensor] | None

ones = np.ones


def backward(
    tensors: Tensor | Sequence[Tensor],
    grad_tensors: Gradients = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    inputs: Inputs = None,
) -> None:
    """Compute gradients of tensors and accumulate them into the ``.grad`` of the leaves.

    Parameters
    ----------
    tensors : Tensor or sequence of tensors
        What to differentiate.
    grad_tensors : Tensor or sequence, optional
        The vector of the vector-Jacobian product, one per tensor; None means 1 and needs a tensor with one element.
    retain_graph : bool, optional
        Keep what nodes saved, so that the graph can be walked again. Default: the value of `create_graph`.
    create_graph : bool
        Record the gradients themselves, for higher derivatives.
    inputs : Tensor, sequence or dict of tensors, optional
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
    roots = _roots("backward", tensors, grad_tensors, create_graph)
    keep = create_graph if retain_graph is None else bool(retain_graph)
    buffers, heap = _start(roots)
    if inputs is None:
        del roots  # the buffers alone hold the gradients now, so that they can be reused
        if create_graph or state.rare & ANOMALY:
            Task(buffers, heap, keep, None, create_graph).run()
        else:
            drain(buffers, heap, keep, None)
        return
    targets = _inputs("backward", inputs)
    needed = find_needed([edge for edge, _ in roots], {_edge("backward", tensor) for tensor in targets})
    del roots
    captures: dict[Node, Tensor | None] = {_edge("backward", t): None for t in targets if not t.is_leaf}
    Task(buffers, heap, keep, needed, create_graph, captures).run()
    for tensor in targets:
        captured = None if tensor.is_leaf else captures[_edge("backward", tensor)]
        if captured is not None and not tensor.retains_grad:
            tensor.retain(captured)


def grad(
    outputs: Tensor | Sequence[Tensor],
    inputs: Tensor | Sequence[Tensor] | Mapping[Any, Tensor],
    grad_outputs: Gradients = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    allow_unused: bool | None = None,
    materialize_grads: bool = False,
) -> Any:
    """Return the gradients of outputs with respect to inputs; no ``.grad`` changes.

    Parameters
    ----------
    outputs, grad_outputs, retain_graph, create_graph
        As in `backward`.
    inputs : Tensor, sequence or dict of tensors
        What to differentiate by: leaves or computed tensors.
    allow_unused : bool, optional
        Give None for an input that the outputs do not depend on, instead of an error.
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
    if isinstance(inputs, Mapping):
        values = grad(
            outputs, _inputs("grad", inputs), grad_outputs, retain_graph, create_graph,
            allow_unused, materialize_grads,
        )  # fmt: skip
        return dict(zip(inputs, values, strict=True))
    if materialize_grads and allow_unused is False:
        raise ValueError("grad: expected allow_unused to be True or not set when materialize_grads is True, got False")
    targets = _inputs("grad", inputs)
    keep = create_graph if retain_graph is None else bool(retain_graph)
    roots = _roots("grad", outputs, grad_outputs, create_graph)
    edges = [_edge("grad", tensor) for tensor in targets]
    buffers, heap = _start(roots)
    needed = find_needed([edge for edge, _ in roots], set(edges))
    captures: dict[Node, Tensor | None] = dict.fromkeys(edges)
    del roots
    Task(buffers, heap, keep, needed, create_graph, captures).run()
    found = [captures[edge] for edge in edges]
    if materialize_grads:
        return tuple([wrap(np.zeros(t.shape, t.dtype)) if g is None else g for g, t in zip(found, targets, strict=True)])
    if not allow_unused and any(gradient is None for gradient in found):
        raise RuntimeError(
            f"grad: the differentiated Tensor at index {[g is None for g in found].index(True)} appears to not have "
            "been used in the graph. Set allow_unused=True if this is the desired behavior"
        )
    return tuple(found)


def _start(roots: list[tuple[Node, Any]]) -> tuple[Buffers, Heap]:
    buffers: Buffers = {}
    heap: Heap = []
    for edge, gradient in roots:
        if edge in buffers:
            buffers[edge] = buffers[edge] + gradient
        else:
            buffers[edge] = gradient
            heappush(heap, (edge.seq, edge))
    return buffers, heap


def _roots(caller: str, tensors: Any, gradients: Any, create_graph: bool) -> list[tuple[Node, Any]]:
    tensors = _sequence(tensors)
    gradients = [None] * len(tensors) if gradients is None else _sequence(gradients)
    if len(gradients) != len(tensors):
        raise RuntimeError(f"{caller}: expected one gradient for each of {len(tensors)} tensors, got {len(gradients)}")
    return [
        (root_edge(caller, index, tensor), root_gradient(caller, index, tensor, gradient, create_graph))
        for index, (tensor, gradient) in enumerate(zip(tensors, gradients, strict=True))
    ]


def root_edge(caller: str, index: int, tensor: Any) -> Node:
    """Return the edge of a tensor to differentiate; raise when it has none."""
    if not isinstance(tensor, Tensor):
        raise TypeError(f"{caller}: expected tensors to differentiate, got {type(tensor).__name__}")
    if tensor._edge is None:
        raise RuntimeError(
            f"{caller}: element {index} of tensors does not require grad and does not have a grad_fn: it was computed "
            "from no tensor with requires_grad=True, or under no_grad(), or by an op without gradient"
        )
    return tensor._edge


def root_gradient(caller: str, index: int, tensor: Tensor, gradient: Any, create_graph: bool) -> Any:
    """Return the gradient to start from, checked against its tensor: an array, or a Tensor if it is to be recorded."""
    if gradient is None:
        if tensor._array.size != 1:
            raise RuntimeError(
                f"{caller}: grad can be implicitly created only for scalar outputs, got shape {tensor.shape}; reduce "
                "the tensor with .sum() or .mean(), or pass the gradient"
            )
        if tensor.dtype.kind == "c":
            raise RuntimeError(
                f"{caller}: grad can be implicitly created only for real scalar outputs but got {tensor.dtype}"
            )
        array: Array = ones(tensor.shape, tensor.dtype)
        return wrap(array) if create_graph else array
    if not isinstance(gradient, Tensor):
        raise TypeError(f"{caller}: expected gradients to be Tensors or None, got {type(gradient).__name__}")
    if gradient.shape != tensor.shape:
        raise RuntimeError(
            f"{caller}: Mismatch in shape: grad_output[{index}] has a shape of {gradient.shape} and output[{index}] "
            f"has a shape of {tensor.shape}."
        )
    if gradient.dtype.kind == "c" and tensor.dtype.kind != "c":
        raise RuntimeError(
            f"{caller}: for real outputs the gradient must be real, got {gradient.dtype} for output[{index}] of "
            f"{tensor.dtype}"
        )
    if create_graph:
        return gradient if gradient.dtype == tensor.dtype else gradient.to(tensor.dtype)
    return gradient._array.astype(tensor.dtype, copy=False)


def _inputs(caller: str, inputs: Any) -> list[Tensor]:
    if isinstance(inputs, Mapping) and type(inputs) is not dict:
        raise TypeError(f"{caller}: inputs must be a dict, a Tensor or a sequence of Tensors, got {type(inputs).__name__}")
    targets = list(inputs.values()) if isinstance(inputs, dict) else _sequence(inputs)
    if not targets:
        raise RuntimeError(f"{caller}: inputs argument cannot be empty")
    return targets


def _edge(caller: str, tensor: Any) -> Node:
    if not isinstance(tensor, Tensor):
        raise TypeError(f"{caller}: expected inputs to be Tensors, got {type(tensor).__name__}")
    if tensor._edge is None:
        raise RuntimeError(
            f"{caller}: one of the inputs does not require grad; call .requires_grad_() on it before computing"
        )
    return tensor._edge


def _sequence(value: Any) -> list[Any]:
    return list(value) if isinstance(value, Sequence) else [value]
