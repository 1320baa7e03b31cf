"""How the results of an op get their tangents: by a rule of the op, else by the formulas of its gradients."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np

from ..runtime.forward_mode.dual_level import Level
from ..runtime.forward_mode.tangents import any_tangent, primal_of, set_tangent, tangent_of
from ..runtime.graph.node import Node
from ..runtime.graph.tensor_base import TensorBase as Tensor
from ..runtime.graph.tensor_base import wrap
from ..runtime.modes.grad_mode import is_inference_mode_enabled

_WANTED = Node()
"""The edge of the argument that a tangent comes from: no gradient goes there."""


class DualLevel(Level):
    """A level in which every op gives its results tangents."""

    __slots__ = ()

    def give_tangents(
        self,
        kind: type[Node],
        outs: Sequence[Tensor],
        more: Sequence[Any],
        arguments: Mapping[str, Any],
        give: Callable[[Tensor, Tensor], None],
    ) -> None:
        """Give the results of an op their tangents, if an argument carries one."""
        if kind.tangent is None:
            _give_elementwise(kind, outs[0], arguments)
        elif any_tangent(_differentiable(kind, arguments)):
            names = [slot[5:] for slot in kind.edge_names]
            tangents = [_of_each(_tangent_or_zeros, arguments[name]) for name in names]
            primals = {name: _of_each(primal_of, arguments[name]) for name in names}
            found = kind.tangent(outs, *map(wrap, more), *tangents, *{**arguments, **primals}.values())
            several = found if isinstance(found, list | tuple) else (found,)
            for out, tangent in zip(outs, several, strict=True):
                if tangent is not None:
                    give(out, tangent)


def _of_each(function: Callable[[Tensor], Tensor], value: Any) -> Any:
    """Apply a function to a tensor, to each of a list, or to nothing."""
    if isinstance(value, list | tuple):
        return [function(tensor) for tensor in value]
    return None if value is None else function(value)


def _tangent_or_zeros(tensor: Tensor) -> Tensor:
    """Return the tangent, zeros when the tensor carries none."""
    tangent = tangent_of(tensor)
    return wrap(np.zeros(tensor.shape, tensor.dtype)) if tangent is None else tangent


def _differentiable(kind: type[Node], arguments: Mapping[str, Any]) -> Iterator[Tensor | None]:
    """Yield the tensors that gradients flow to."""
    for slot in kind.edge_names:
        value = arguments[slot[5:]]
        if isinstance(value, list | tuple):
            yield from value
        else:
            yield value


def _give_elementwise(kind: type[Node], out: Tensor, arguments: Mapping[str, Any]) -> None:
    """Give the result of an elementwise op the conjugate of its gradients at the conjugates of tangents.

    The derivative of each element is a number, so that it takes tangents forward as it takes gradients back.
    """
    tangents = [tangent_of(arguments[slot[5:]]) for slot in kind.edge_names]
    node: Node | None = None
    whole: Tensor | None = None
    for index, tangent in enumerate(tangents):
        if tangent is None:
            continue
        if node is None:
            if is_inference_mode_enabled():
                return
            node = _node_of(kind, out, arguments)
        for other, slot in enumerate(kind.edge_names):
            setattr(node, slot, _WANTED if other == index else None)
        part = node.differentiate(_conj(tangent), None)[index]
        assert part is not None
        whole = _conj(part) if whole is None else whole + _conj(part)
    if whole is not None:
        set_tangent(out, whole if whole._shape == out._shape else whole.expand(out._shape))


def _node_of(kind: type[Node], out: Tensor, arguments: Mapping[str, Any]) -> Node:
    """Return a node with the values of a call, which is in no graph: its saved output is the result itself."""
    node = kind()
    node.hooks = None
    node.shape, node.dtype = out._shape, out._dtype
    tensors, others = _slots(kind)
    for name, saved, version in tensors:
        value = arguments.get(name, out)
        primal = None if value is None else primal_of(value)
        setattr(node, saved, primal)
        setattr(node, version, None if primal is None else primal._counter)  # nobody writes in between
    for slot, what, name in others:
        value = None if what == "sum" else arguments[name]
        if what == "given":
            value = value is not None
        elif what != "saved" and value is not None:
            value = getattr(value, f"_{what}")
        setattr(node, slot, value)
    return node


_Slots: TypeAlias = list[tuple[str, str, str]]


def _slots(kind: type[Node]) -> tuple[_Slots, _Slots]:
    """Return the slots of a node by what they hold: each saved tensor, metadata, numbers, `sum_to`."""
    found: tuple[_Slots, _Slots] | None = kind.__dict__.get("slots_by_part")
    if found is None:
        tensors = [(name, f"saved_{name}", f"version_{name}") for name in kind.saved_names]
        tensors += [(name, f"saved_{name}", f"counter_{name}") for name in kind.saved_outputs]
        done = {slot for _, *slots in tensors for slot in slots}.union(kind.edge_names)
        others = [(slot, *slot.partition("_")[::2]) for slot in kind.__slots__ if slot not in done]
        found = kind.slots_by_part = tensors, others
    return found


def _conj(tensor: Tensor) -> Tensor:
    return tensor.conj() if tensor._dtype.kind == "c" else tensor
