"""Forward mode through a `Function`: its `jvp` is called with tangents, and what it returns is checked."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ...runtime.forward_mode.dual_level import levels
from ...runtime.forward_mode.tangents import set_tangent, tangent_of, write_tangent
from ...runtime.graph.tensor_base import wrap
from ...runtime.graph.versions import version_of
from ...runtime.modes.blocks import Block
from ...runtime.tensors.tensor import Tensor
from .node import FunctionNode

if TYPE_CHECKING:
    from .function import Function

Tangents = list[Tensor | None]


class without_tangents(Block):
    """Context in which no tensor carries a tangent: `forward` computes on primals. Yields the arguments' tangents."""

    variable = levels

    def __init__(self, args: Sequence[Any]) -> None:
        self._args = args

    def __enter__(self) -> Any:
        tangents = [tangent_of(arg) if isinstance(arg, Tensor) else None for arg in self._args]
        self.begin(0)
        return tangents


def push_forward(
    function: type["Function"], node: FunctionNode, args: Sequence[Any], results: Sequence[Any], own: Tangents
) -> Tangents:
    """Return the tangents of what forward returned; a dirty input's tangent is written, like the input."""
    given = own
    if node.materialize:
        given = [_or_zeros(arg, tangent) for arg, tangent in zip(args, own, strict=True)]
    versions = [None if tangent is None else version_of(tangent) for tangent in own]
    node.forward_saved = node.forward_saved or ()
    tangents = function.jvp(node.shown, *given)
    node.forward_saved = None
    tangents = tangents if isinstance(tangents, tuple) else (tangents,)
    if len(tangents) != len(results):
        raise RuntimeError(
            f"{_name(node)} returned an invalid number of forward gradients: expected {len(results)}, one for each "
            f"output, got {len(tangents)}"
        )
    for number, (result, tangent) in enumerate(zip(results, tangents, strict=True)):
        if tangent is None:
            continue
        _check_tangent(node, number, result, tangent)
        for arg, source, held, version in zip(args, given, own, versions, strict=True):
            if result is arg and any(arg is dirty for dirty in node.dirty):
                if held is not None:
                    _check_written(node, tangent, held, version)
            elif source is not None and _shares(result, arg):
                _check_view(node, tangent, source)
    return list(tangents)


def set_tangents(node: FunctionNode, outputs: Sequence[Any], tangents: Tangents) -> None:
    """Give the outputs their tangents; the tangent of a dirty view becomes part of its base's."""
    for out, tangent in zip(outputs, tangents, strict=True):
        if tangent is None or tangent is tangent_of(out):
            continue
        if any(out is dirty for dirty in node.dirty):
            write_tangent(out, tangent)
        else:
            set_tangent(out, tangent)


def _or_zeros(arg: Any, tangent: Tensor | None) -> Tensor | None:
    if tangent is None and isinstance(arg, Tensor) and arg.dtype.kind in "fc":
        return wrap(np.zeros(arg.shape, arg.dtype))
    return tangent


def _check_tangent(node: FunctionNode, number: int, out: Any, tangent: Any) -> None:
    if not isinstance(tangent, Tensor):
        kind = type(tangent).__name__
        raise RuntimeError(f"{_name(node)}: expected a Tensor or None as tangent {number}, got {kind}")
    marked = any(out is other for other in node.non_differentiable)
    if marked or not isinstance(out, Tensor) or out.dtype.kind not in "fc":
        raise RuntimeError(
            f"{_name(node)} returned a gradient at position {number}, but the corresponding forward output is not a "
            "differentiable Tensor; return None there"
        )
    if tangent.shape != out.shape:
        raise RuntimeError(
            f"{_name(node)}: expected a tangent of shape {out.shape} for output {number}, got {tangent.shape}"
        )


def _shares(result: Tensor, arg: Any) -> bool:
    """Tell whether an output is an argument, or shares its base with the argument."""
    base = result._base
    return result is arg or (base is not None and (base is arg or base is arg._base))


def _check_written(node: FunctionNode, tangent: Tensor, held: Tensor, version: int | None) -> None:
    if version_of(held) == version:
        raise RuntimeError(
            f"{_name(node)}: An inplace custom Function is not modifying the forward mode gradients inplace. Where "
            "forward modifies an input inplace, jvp has to modify the tangent of that input inplace"
        )
    if tangent is not held:
        raise RuntimeError(
            f"{_name(node)}: An inplace custom Function is not returning the forward mode gradients as-is. Where "
            "forward modifies an input inplace, jvp has to modify the tangent of that input and return it"
        )


def _check_view(node: FunctionNode, tangent: Tensor, held: Tensor) -> None:
    if not tangent._is_view():
        raise RuntimeError(
            f"{_name(node)}: A custom Function's forward is returning a view (or an input as-is) but the jvp is not "
            "returning a view; return a view of the tangent, such as tangent.view_as(tangent)"
        )
    base = held._base
    if tangent._base is not (held if base is None else base):
        relation = "the given grad input" if base is None else "the same base as the given grad input"
        raise RuntimeError(
            f"{_name(node)}: A custom Function is returning a view but the jvp is not returning a view of {relation}; "
            "return the same view of the tangent that forward returns of its argument"
        )


def _name(node: FunctionNode) -> str:
    return f"{node.function.__name__}.jvp"
