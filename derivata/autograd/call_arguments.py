"""The arguments of `backward` and `grad`: checked, and turned into edges and gradients."""

from collections.abc import Iterable, Mapping, Sequence
from math import prod
from typing import Any, TypeAlias

import numpy as np

from ..runtime.graph.accumulate_grad import AccumulateGrad
from ..runtime.graph.hooks import CALLS_USERS
from ..runtime.graph.node import Array, Node
from ..runtime.graph.tensor_base import wrap
from ..runtime.modes.grad_mode import enable_grad
from ..runtime.tensors.tensor import Tensor
from .gradient_edge import GradientEdge, engine_edge

Gradients: TypeAlias = Tensor | Sequence[Tensor | None] | None
Output: TypeAlias = Tensor | GradientEdge
Input: TypeAlias = Tensor | GradientEdge
Inputs: TypeAlias = Input | Sequence[Input] | Mapping[Any, Input] | None

ones = np.ones
ONES: "dict[np.dtype[Any], Array]" = {np.dtype(kind): ones((), kind) for kind in (np.float32, np.float64)}
"""What most passes begin with; a copy costs a fifth of `numpy.ones`."""
# An array where a tensor belongs is one wrong gradient, not many
_SINGLE = (Tensor, GradientEdge, str, np.ndarray)


def roots_of_call(caller: str, tensors: Any, gradients: Any, by_tensors: bool) -> list[tuple[Node, Any]]:
    """Return the edges to start from, each with its gradient."""
    if tensors.__class__ is Tensor and (gradients is None or gradients.__class__ is Tensor):
        only = root_edge(caller, 0, tensors)
        given = by_tensors or (gradients is not None and is_hooked(only))
        return [(only, root_gradient(caller, 0, tensors, gradients, given))]
    tensors = as_list(tensors)
    gradients = [None] * len(tensors) if gradients is None else as_list(gradients)
    if len(gradients) != len(tensors):
        raise RuntimeError(
            f"{caller}: expected one gradient for each of {len(tensors)} tensors, got {len(gradients)}; give None for "
            "tensors with one element"
        )
    roots = []
    for index, (tensor, gradient) in enumerate(zip(tensors, gradients, strict=True)):
        described = tensor
        if tensor.__class__ is not Tensor and getattr(tensor, "is_sparse", False):
            with enable_grad():  # the caller may be in no_grad
                described = tensor = tensor.to_dense()
        edge = root_edge(caller, index, tensor)
        if tensor.__class__ is not Tensor and isinstance(tensor, GradientEdge):
            described = edge
        seen = is_hooked(edge) and len(tensors) == 1  # by hooks, which get the caller's object
        roots.append((edge, root_gradient(caller, index, described, gradient, by_tensors or seen)))
    return roots


def is_hooked(edge: Node) -> bool:
    """Tell whether a node has, or had, hooks of its own."""
    return edge.hooks is not None and edge.hooks is not CALLS_USERS


def root_edge(caller: str, index: int, tensor: Any) -> Node:
    """Return the edge of a tensor to differentiate; raise when it has none."""
    if tensor.__class__ is Tensor and tensor._edge is not None:
        edge: Node = tensor._edge
        return edge
    if isinstance(tensor, GradientEdge):
        return engine_edge(tensor)
    if not isinstance(tensor, Tensor):
        raise TypeError(
            f"{caller}: element {index} of tensors must be a Tensor or a GradientEdge, got {type(tensor).__name__}"
        )
    if tensor._edge is None:
        from .no_history import causes

        raise RuntimeError(
            f"{caller}: element {index} of tensors does not require grad and does not have a grad_fn.{causes(tensor)}"
        )
    return tensor._edge


def root_gradient(caller: str, index: int, tensor: Tensor | Node, gradient: Any, by_tensors: bool) -> Any:
    """Return the gradient to start from, checked against its tensor: an array, or a Tensor if it needs more."""
    if (
        gradient.__class__ is Tensor
        and tensor.__class__ is Tensor
        and gradient._shape == tensor._shape
        and gradient._dtype is tensor._dtype
    ):
        return gradient if by_tensors else gradient._array
    if gradient is None:
        one = None if tensor.shape else ONES.get(tensor.dtype)
        if one is not None:
            return wrap(one.copy()) if by_tensors else one.copy()
        if prod(tensor.shape) != 1:
            raise RuntimeError(
                f"{caller}: grad can be implicitly created only for scalar outputs, got shape {tensor.shape}; reduce "
                "the tensor with .sum() or .mean(), or pass the gradient"
            )
        if tensor.dtype.kind == "c":
            raise RuntimeError(
                f"{caller}: grad can be implicitly created only for real scalar outputs but got {tensor.dtype}; make "
                "the output real, with .real or .abs(), or pass the gradient"
            )
        array: Array = ones(tensor.shape, tensor.dtype)
        return wrap(array) if by_tensors else array
    if not isinstance(gradient, Tensor):
        raise TypeError(
            f"{caller}: expected gradients to be Tensors or None, got {type(gradient).__name__} for output[{index}]; "
            "convert it with derivata.tensor(...)"
        )
    if gradient.shape != tensor.shape:
        raise RuntimeError(
            f"{caller}: Mismatch in shape: grad_output[{index}] has a shape of {gradient.shape} and output[{index}] "
            f"has a shape of {tensor.shape}; a gradient has the shape of its output"
        )
    if gradient.dtype.kind == "c" and tensor.dtype.kind != "c":
        raise RuntimeError(
            f"{caller}: for real outputs the gradient must be real, got {gradient.dtype} for output[{index}] of "
            f"{tensor.dtype}; pass its .real"
        )
    if gradient.is_sparse:
        edge = tensor if isinstance(tensor, Node) else tensor._edge
        if isinstance(edge, AccumulateGrad):  # any other node computes with arrays
            edge.require_hooks()  # the engine's general step knows sparse gradients
            return gradient if gradient.dtype == tensor.dtype else gradient.to(tensor.dtype)
        gradient = gradient.to_dense()
    if by_tensors:
        return gradient if gradient.dtype == tensor.dtype else gradient.to(tensor.dtype)
    return gradient._array.astype(tensor.dtype, copy=False)


def inputs_of_call(caller: str, inputs: Any) -> list[Input]:
    """Return the tensors to differentiate by."""
    if inputs.__class__ is Tensor:
        return [inputs]
    if isinstance(inputs, Mapping) and type(inputs) is not dict:
        kind = type(inputs).__name__
        raise TypeError(f"{caller}: `inputs` must be a dict, a Tensor or a sequence of Tensors, got {kind}")
    targets = list(inputs.values()) if isinstance(inputs, dict) else as_list(inputs)
    if not targets:
        raise RuntimeError(f"{caller}: inputs argument cannot be empty; name the tensors to differentiate by")
    return targets


def edge_of_input(caller: str, tensor: Any, roots: Iterable[Node] = ()) -> Node:
    """Return the edge of a tensor to differentiate by."""
    if tensor.__class__ is Tensor and tensor._edge is not None:
        edge: Node = tensor._edge
        return edge
    if isinstance(tensor, GradientEdge):
        return engine_edge(tensor, roots)
    if not isinstance(tensor, Tensor):
        raise TypeError(f"{caller}: expected inputs to be Tensors, got {type(tensor).__name__}")
    if tensor._edge is None:
        raise RuntimeError(
            f"{caller}: one of the differentiated tensors does not require grad; call "
            ".requires_grad_() on it before computing"
        )
    return tensor._edge


def as_list(value: Any) -> list[Any]:
    """Return the items of a sequence or iterator, or the value as the only item."""
    if value.__class__ is tuple or value.__class__ is list:
        return list(value)
    return [value] if isinstance(value, _SINGLE) or not isinstance(value, Iterable) else list(value)
