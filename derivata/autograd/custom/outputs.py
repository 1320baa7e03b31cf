"""Turns what `forward` returned into the outputs of a `Function`: tensors whose `grad_fn` is its node."""

import warnings
from collections.abc import Sequence
from typing import Any

from ...runtime.graph.accumulate_grad import AccumulateGrad
from ...runtime.graph.versions import bump
from ...runtime.memory.inplace import replace_edge
from ...runtime.memory.observing import on_node
from ...runtime.memory.write_checks import check_view
from ...runtime.modes.observers import observers
from ...runtime.modes.state import OBSERVED, state
from ...runtime.tensors.tensor import Tensor
from ...runtime.views.view import alias
from ...runtime.views.views import rebase
from .arguments import argument_names
from .node import FunctionNode
from .views import as_output_view, identity_view

_ONE_DIFFERENTIABLE = (True,)  # shared by most nodes


def connect(node: FunctionNode, args: Sequence[Any], results: Sequence[Any], recorded: bool) -> list[Any]:
    """Return the outputs; if the call is recorded, they have the node as history."""
    _check_dirty(node, results)
    differentiable = [recorded and _takes_gradient(node, result) for result in results]
    if recorded:
        node.outputs = tuple([(r.shape, r.dtype) if isinstance(r, Tensor) else None for r in results])
        node.differentiable = _ONE_DIFFERENTIABLE if differentiable == [True] else tuple(differentiable)
        if state.active_modes & OBSERVED:
            on_node(node)
    outputs = list(results)
    for number, result in enumerate(results):
        if isinstance(result, Tensor):
            make = _differentiable if differentiable[number] else _constant
            outputs[number] = make(node, number, result, _among(result, args))
    several = sum(differentiable) > 1
    for out in outputs:
        if isinstance(out, Tensor) and out._is_view() and not _among(out, node.dirty):
            as_output_view(out, several)
    if state.active_modes & OBSERVED:
        _tell(node, args, outputs)
    return outputs


def _tell(node: FunctionNode, args: Sequence[Any], outputs: Sequence[Any]) -> None:
    """Tell observers of the call, as ops do."""
    names = argument_names(node.function, len(args))
    tensors = [out for out in outputs if isinstance(out, Tensor)]
    for observer in observers():
        observer.on_call(node.function.__name__, tensors, dict(zip(names, args, strict=True)))


def _takes_gradient(node: FunctionNode, result: Any) -> bool:
    return (
        isinstance(result, Tensor)
        and result.dtype.kind in "fc"
        and not _among(result, node.non_differentiable)
    )


def _check_dirty(node: FunctionNode, results: Sequence[Any]) -> None:
    for tensor in node.dirty:
        if not _among(tensor, results):
            raise RuntimeError(
                f"{node.function.__name__}: expected forward to return every tensor that it gave to ctx.mark_dirty(): "
                f"Some elements marked as dirty during the forward method were not returned as output, one of shape "
                f"{tensor.shape}; return it"
            )
    for tensor in dict.fromkeys(node.dirty) if node.dirty else ():
        bump(tensor, node.function.__name__)


def _constant(node: FunctionNode, number: int, result: Tensor, is_input: bool) -> Tensor:
    """Return an output through which no gradient flows."""
    if result._edge is not None:
        return result.detach()
    return identity_view(result) if is_input and not _among(result, node.dirty) else result


def _differentiable(node: FunctionNode, number: int, result: Tensor, is_input: bool) -> Tensor:
    if _among(result, node.dirty):
        _check_written(node, result, is_input)
        replace_edge(node, result)
        rebase(result, node.port(number))
        return result
    if is_input:
        if node.function.has_setup_context() and _among(result, node.to_save):
            raise RuntimeError(
                f"{node.function.__name__}: setup_context saved an input that forward returned as output: whether the "
                "input or the output is meant is unknown; return and save a view of it, x.view_as(x)"
            )
        result = identity_view(result)
    elif isinstance(result._edge, AccumulateGrad):
        result = alias(result)  # a leaf of somebody else, which stays one
    result._edge = node.port(number)
    return result


def _check_written(node: FunctionNode, result: Tensor, is_input: bool) -> None:
    """Raise unless a tensor that forward wrote into can have the function as history."""
    name = node.function.__name__
    if not is_input:
        text = (
            f"{name}: ctx.mark_dirty() received a tensor that was not an input. It is needed only for inputs that "
            "forward wrote into"
        )
        if result._is_view():
            raise RuntimeError(text)
        warnings.warn(text, UserWarning, stacklevel=5)
    if isinstance(result._edge, AccumulateGrad):
        raise RuntimeError(
            f"{name}: a leaf Variable that requires grad has been used in an in-place operation: it was given to "
            "ctx.mark_dirty(); apply the function to its .clone(), or inside `with derivata.no_grad():`"
        )
    if result._is_view() and len(node.outputs) > 1:
        raise RuntimeError(
            f"{name}: a Function that modifies inplace an input that is a view of another tensor cannot return more "
            f"than one tensor, got {len(node.outputs)} outputs; apply it to a .clone(), or write it as two Functions"
        )
    check_view(name, result, result)


def _among(tensor: Tensor, values: Sequence[Any]) -> bool:
    return bool(values) and id(tensor) in map(id, values)
