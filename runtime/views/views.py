"""Tensors that share memory: how each was made, so that its history can be rebuilt after a write.

A write to a view changes the base and, through it, every other view. The base gets a `CopySlices` node, and all live
views get new edges by applying their chains to the base again.
"""

from collections.abc import Callable, Sequence
from typing import Any

from ..graph.accumulate_grad import AccumulateGrad
from ..graph.extra import Extra
from ..graph.node import Node
from ..graph.tensor_base import TensorBase as Tensor
from ..graph.versions import UNCOUNTED, VersionCounter, shared_counter
from ..modes.grad_mode import is_inference_mode_enabled, recording
from ..modes.state import state
from .refusal import InvalidView
from .view import ONE_OF_SEVERAL, View, ViewFn, alias, apply_chain, view_record
from .write_nodes import CopySlices, Overwritten, Region


def as_view(out: Tensor, source: Tensor, op: Callable[..., Any], args: tuple[Any, ...]) -> None:
    """Record that `out` is ``op(source, *args)`` on the same memory."""
    counter = source._counter
    if counter.__class__ is not VersionCounter:
        counter = shared_counter(source)
    if counter is UNCOUNTED:  # nobody can write there where it would matter for a history
        out._counter = counter
        return
    extra = source._extra
    mode = None if not state.active_modes or recording() else unrecorded_mode()
    if extra is None or (parent := extra.view) is None:
        view = view_record(source, ((op, args),), None, mode)
    else:
        view = _view_of_view(parent, (op, args), None, mode)
    _track(out, view, counter)
    if mode is not None:
        _keep_requirement(out, source)


def _keep_requirement(out: Tensor, source: Tensor) -> None:
    """Make a view that inference mode made of a tensor which requires grad a leaf that requires grad, too."""
    if (
        source._edge is not None
        and out._edge is None
        and out._dtype.kind in "fc"
        and is_inference_mode_enabled()
    ):
        out._edge = AccumulateGrad(out)


def as_parts(outs: Sequence[Tensor], source: Tensor, op: Callable[..., Any], args: tuple[Any, ...]) -> None:
    """Record that `outs` are ``op(source, *args)`` on the same memory: views whose history is never rebuilt."""
    counter = shared_counter(source)
    if counter is UNCOUNTED:
        for out in outs:
            out._counter = counter
        return
    parent = None if source._extra is None else source._extra.view
    mode = None if recording() else unrecorded_mode()
    limit = ONE_OF_SEVERAL if mode is None else None
    chain = () if parent is None else parent.chain
    if parent is not None and (parent.limit is not None or parent.mode is not None):
        limit, mode = parent.limit, parent.mode
    base = source if parent is None else parent.base
    for index, out in enumerate(outs):
        out._counter = counter
        extra = out._extra = Extra()
        extra.view = view_record(base, (*chain, (part_of, (op, args, index))), limit, mode)
        if mode is not None:
            _keep_requirement(out, source)
    counter.add_views(outs)


def part_of(tensor: Tensor, op: Callable[..., Any], args: tuple[Any, ...], index: int) -> Tensor:
    """Return one of the views that an op returns."""
    part: Tensor = op(tensor, *args)[index]
    return part


def _view_of_view(parent: View, step: ViewFn, limit: str | None, mode: str | None) -> View:
    """Return the record of a view of a view; what restricts the first view restricts it too."""
    if parent.limit is not None or parent.mode is not None:
        limit, mode = parent.limit, parent.mode
    return view_record(parent.base, (*parent.chain, step), limit, mode)


def _track(out: Tensor, view: View, counter: VersionCounter) -> None:
    out._counter = counter
    extra = out._extra = Extra()
    extra.view = view
    counter.add_view(out)


def unrecorded_mode() -> str:
    """Return the name of the current mode, in which views are not recorded."""
    return "inference mode" if is_inference_mode_enabled() else "no_grad mode"


def rebase(tensor: Tensor, edge: Node | None) -> None:
    """After a recorded write to a tensor, set its history to that of the value, and update its base and views."""
    if tensor.dtype.kind not in "fc":  # integers and booleans have no gradients, whatever was written to them
        return
    extra = tensor._extra
    if extra is not None and extra.source is not None:
        rebase(extra.source, edge)
        return
    view = None if extra is None else extra.view
    if view is None:
        move_history(tensor, edge)
        base = tensor
    else:
        base = view.base
        if edge is None and base._edge is None:
            return
        edge = CopySlices(base, view.chain, edge)
        extra = base._extra
        if extra is not None and extra.source is not None:
            rebase(extra.source, edge)
            return
        move_history(base, edge)
    counter = base._counter
    if counter.__class__ is not int and (counter.views or counter.dual_aliases):  # type: ignore[union-attr]
        _regenerate(base)
        if counter.dual_aliases:  # type: ignore[union-attr]
            _regenerate_dual_aliases(counter)  # type: ignore[arg-type]


def _regenerate(base: Tensor) -> None:
    counter = shared_counter(base)
    for ref in list(counter.views):
        tensor = ref()
        if tensor is None or tensor._extra is None or tensor._extra.view is None:
            continue
        view = tensor._extra.view
        if view.base is base:
            move_history(tensor, None if base._edge is None else _edge_of_view(tensor, view))


def may_cut_views(target: Tensor) -> bool:
    """Tell whether views may still have a history that their base has lost by `detach_`."""
    view = None if target._extra is None else target._extra.view
    base = target if view is None else view.base
    return base._edge is None and base._extra is not None


def cut_views(target: Tensor) -> None:
    """After an unrecorded write, end the history of views that kept it when their base was detached in place.

    Leaves among them stay leaves: `requires_grad_` made them, not the history of the base.
    """
    view = None if target._extra is None else target._extra.view
    base = target if view is None else view.base
    counter = base._counter
    if counter.__class__ is not VersionCounter or not may_cut_views(target):
        return
    for ref in list(counter.views):
        tensor = ref()
        extra = None if tensor is None else tensor._extra
        if tensor is None or extra is None or extra.view is None or extra.view.base is not base:
            continue
        if tensor._edge is not None and not tensor.is_leaf:
            move_history(tensor, Overwritten(tensor))


def _regenerate_dual_aliases(counter: VersionCounter) -> None:
    """Give dual aliases, and their views, the history of their sources."""
    for ref in counter.dual_aliases:
        other = ref()
        source = None if other is None or other._extra is None else other._extra.source
        if other is not None and source is not None and other._edge is not source._edge:
            move_history(other, source._edge)
            _regenerate(other)


def relink_views(base: Tensor) -> None:
    """Route the gradients of views through the new history of a base with unchanged values, where possible."""
    counter = base._counter
    if counter.__class__ is VersionCounter:
        for tensor in [ref() for ref in counter.views]:
            view = None if tensor is None or tensor._extra is None else tensor._extra.view
            if tensor is not None and view is not None and view.base is base and view.restriction is None:
                move_history(tensor, _edge_of_view(tensor, view))


def _edge_of_view(tensor: Tensor, view: View) -> Node | None:
    if view.restriction is not None:
        return InvalidView(tensor.shape, tensor.dtype, view.restriction)
    return apply_chain(alias(view.base), view.chain)._edge


def move_history(tensor: Tensor, edge: Node | None) -> None:
    """Replace the edge; a gradient that is retained is from now on that of the new value."""
    old, tensor._edge = tensor._edge, edge
    if tensor.retains_grad and old is not None and old.hooks is not None:
        moved = [ref for ref in old.hooks.retain if ref() is tensor]
        old.hooks.retain = [ref for ref in old.hooks.retain if ref() is not tensor]
        if moved and edge is not None:
            edge.require_hooks().retain += moved


def edge_before_write(tensor: Tensor) -> Node | None:
    """Return the edge for the gradient of the old value, which a recorded write replaces.

    The gradient of a view goes straight to its base, as in PyTorch: the view's own edge and hooks also belong to what
    was computed from the view before, and would see the gradient of a part of their value.
    """
    view = None if tensor._extra is None else tensor._extra.view
    if view is None or tensor._edge is None or view.base._edge is None or view.restriction is not None:
        return tensor._edge
    return Region(view.base, view.chain, tensor)
