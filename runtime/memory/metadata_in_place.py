"""In-place ops that change only shape and strides, not elements: `transpose_`, `squeeze_`, `as_strided_`.

The tensor becomes the view of itself that the op without underscore returns. Its existing views do not change: their
chains from the base now begin with the step that undoes the op.
"""

from ..forward_mode.tangents import carry, share_tangents, tangent_of, tangents_of
from ..graph.accumulate_grad import AccumulateGrad
from ..graph.tensor_base import TensorBase as Tensor
from ..graph.versions import VersionCounter, bump
from ..modes.batching import any_batched
from ..modes.grad_mode import inference_mode
from ..modes.state import FORWARD_AD, state
from ..views.view import ViewFn, alias, view_record
from ..views.views import move_history, relink_views

NOT_UNDONE = "is a view of a tensor whose place in memory was changed since (as_strided_)"


def inplace_view(target: Tensor, step: ViewFn, undo: ViewFn | None) -> Tensor:
    """Turn a tensor into the view of itself that `step` gives, and return it.

    `undo` is the inverse step; if there is none, existing views of the tensor lose their history.
    """
    op, args = step
    if any_batched(target):
        return target._extra.batch.level.on_view(target, step)  # type: ignore[no-any-return, union-attr]
    original = alias(target)
    if state.active_modes & FORWARD_AD:
        share_tangents(original, tangents_of(target))
    out = _with_history(original, step) if not target.is_leaf else op(original, *args)
    _change_ways(target, step, undo)
    bump(target)
    target._array, target._shape = out._array, out._shape
    if out._edge is not None:
        move_history(target, out._edge)
        with inference_mode(False):  # the views keep their history in every mode
            relink_views(target)
    elif isinstance(target._edge, AccumulateGrad):
        target._edge.describe(target)
    if state.active_modes & FORWARD_AD and (tangent := tangent_of(out)) is not None:
        target.extra().tangents = None  # the old ones may be those of other tensors as well
        carry(target, tangent)
    return target


def _with_history(original: Tensor, step: ViewFn) -> Tensor:
    """Apply the step, recorded in every mode: gradients of the new shape must be mapped to the old one."""
    op, args = step
    with inference_mode(False):
        out: Tensor = op(original, *args)
    return out


def _change_ways(target: Tensor, step: ViewFn, undo: ViewFn | None) -> None:
    """Update the chain of a view, or the chains of all views of a base."""
    extra, counter = target._extra, target._counter
    if extra is not None and extra.view is not None:
        old = extra.view
        extra.view = view_record(old.base, (*old.chain, step), old.limit, old.mode)
    elif counter.__class__ is VersionCounter:
        for tensor in [ref() for ref in counter.views]:
            view = None if tensor is None or tensor._extra is None else tensor._extra.view
            if view is not None and view.base is target:
                view.chain = view.chain if undo is None else (undo, *view.chain)
                view.limit = NOT_UNDONE if undo is None else view.limit
