"""Tangents of tensors: how ops read them, attach them, and write them together with the tensor."""

from collections.abc import Iterable

import numpy as np

from ..graph.tensor_base import TensorBase as Tensor
from ..graph.tensor_base import wrap
from ..graph.versions import bump
from ..modes.grad_mode import inference_mode, is_inference_mode_enabled, recording
from ..views.view import View, alias, apply_chain
from .dual_level import Tangents, current_level


def tangent_of(tensor: Tensor | None) -> Tensor | None:
    """Return the tangent that a tensor carries in the current level, or None."""
    if tensor is None or tensor._extra is None:
        return None
    extra, level = tensor._extra, current_level()
    if level is None:
        return None
    if extra.tangents is not None:
        found = extra.tangents.by_level.get(level)
        if found is not None:
            return found
    return None if extra.view is None else _tangent_of_view(tensor, extra.view)


def _tangent_of_view(tensor: Tensor, view: View) -> Tensor | None:
    """Return the view of the base's tangent, which may have been attached after the view was made."""
    whole = tangent_of(view.base)
    if whole is None:
        return None
    with inference_mode(False):
        tangent = apply_chain(whole, view.chain)
    carry(tensor, tangent)
    return tangent


def tangents_of(tensor: Tensor) -> Tangents | None:
    """Return a tensor's tangents for `share_tangents`."""
    tangent_of(tensor)
    return None if tensor._extra is None else tensor._extra.tangents


def share_tangents(tensor: Tensor, tangents: Tangents | None) -> None:
    """Let a tensor share the tangents of another one with the same values."""
    if tangents is not None:
        tensor.extra().tangents = tangents


def primal_of(tensor: Tensor) -> Tensor:
    """Return the tensor without its tangent, with its history."""
    return tensor if tangent_of(tensor) is None else alias(tensor)


def without_history(tensor: Tensor) -> Tensor:
    """Return a detached tensor on the same memory; its tangent is detached, too."""
    tangent = tangent_of(tensor)
    plain = tensor.detach()
    if tangent is not None:
        carry(plain, tangent.detach())
    return plain


def set_tangent(tensor: Tensor, tangent: Tensor) -> None:
    """Attach the tangent to the result of an op, until the level closes."""
    tangents = carry(tensor, _own(tensor, fitting("set_tangent", tensor, tangent)))
    # When the node's formulas run in this level they need the tangent as well
    if tensor._edge is not None and (node := tensor._edge.target[0]).saved_outputs:
        node.require_hooks().tangents[tensor.output_nr] = tangents


def carry(tensor: Tensor, tangent: Tensor) -> Tangents:
    """Attach a tangent to a tensor in the current level."""
    level, extra = current_level(), tensor.extra()
    assert level is not None
    if extra.tangents is None:
        extra.tangents = Tangents()
    level.set(extra.tangents, tangent)
    return extra.tangents


def fitting(caller: str, tensor: Tensor, tangent: Tensor) -> Tensor:
    """Return the tangent in the dtype and layout of the tensor; it is writable if the tensor is."""
    if tangent.shape != tensor.shape:
        raise RuntimeError(
            f"{caller}: Trying to set a forward gradient that has a different size than that of the original Tensor, "
            f"this is not supported. Tensor is of size {tensor.shape} while the given forward gradient is of size "
            f"{tangent.shape}"
        )
    if tangent.dtype.kind == "c" and tensor.dtype.kind != "c":
        tangent = tangent.real
    if tangent.dtype is not tensor.dtype:
        tangent = tangent.to(tensor.dtype)
    if tensor._array.flags.writeable and not tangent._array.flags.writeable:
        tangent = tangent.clone()
    return tangent if tangent._array.strides == tensor._array.strides else _laid_out(tensor, tangent)


def _laid_out(tensor: Tensor, tangent: Tensor) -> Tensor:
    """Return the tangent with the tensor's order of dimensions in memory, so that the same views of both exist.

    The tangent of a view is a view of its base's tangent, so it already has the right layout.
    """
    if tensor.ndim < 2 or (tensor._extra is not None and tensor._extra.view is not None):
        return tangent
    order = sorted(range(tensor.ndim), key=lambda dim: -tensor._array.strides[dim])
    if tangent._array.transpose(order).flags.c_contiguous:
        return tangent
    return tangent.permute(order).contiguous().permute([order.index(dim) for dim in range(tensor.ndim)])


def _own(tensor: Tensor, tangent: Tensor) -> Tensor:
    """Return the tangent, or a copy if it shares memory with another tensor's tangent: a write must not reach both.

    A view shares memory with its base, and so do their tangents.
    """
    level = current_level()
    is_view = tensor._extra is not None and tensor._extra.view is not None
    shared = level is not None and level.uses(tangent._array) and not is_view
    return tangent.clone() if shared else tangent


def write_tangent(target: Tensor, tangent: Tensor | None) -> None:
    """Set the tangent of a tensor that was written to; an existing one is overwritten in place."""
    view = None if target._extra is None else target._extra.view
    base = target if view is None else view.base
    whole = tangent_of(base)
    if tangent is not None and target.dtype.kind not in "fc":  # integers and booleans have none
        tangent = None
    if whole is None and tangent is None:
        return
    if tangent is None:
        tangent = wrap(np.zeros(target.shape, target.dtype))
    if view is None and (whole is None or _recorded(whole, tangent)):
        _replace(target, _own(target, fitting("write_tangent", target, alias(tangent))))
        return
    if whole is None:
        carry(base, wrap(np.zeros_like(base._array)))
    elif view is not None and _recorded(whole, tangent):  # nodes may have saved it: it is not written
        whole = whole.clone()
        apply_chain(whole, view.chain).copy_(tangent)
        _replace(base, whole)
        return
    held = tangent_of(target)
    assert held is not None
    bump(held)
    np.copyto(held._array, tangent._array)


def _recorded(held: Tensor, tangent: Tensor) -> bool:
    return recording() and (held.requires_grad or tangent.requires_grad)


def _replace(base: Tensor, tangent: Tensor) -> None:
    """Replace the tangent of a tensor; its views compute their part of the new one when it is read."""
    level, counter = current_level(), base._counter
    carry(base, tangent)
    if counter.__class__ is int:
        return
    for ref in list(counter.views):  # type: ignore[union-attr]
        view = ref()
        if view is not None and view._extra is not None and view._extra.tangents is not None:
            view._extra.tangents.by_level.pop(level, None)


def lend_tangent(target: Tensor, original: Tensor) -> bool:
    """Attach the tangent of a write's target to the tensor of the old value; tell whether there is one."""
    tangent = tangent_of(target)
    if tangent is not None:
        carry(original, tangent)
    return tangent is not None


def keep_tangent(original: Tensor) -> None:
    """Give the saved old value a copy of the tangent that it shared with the target of the write."""
    tangent = tangent_of(original)
    if tangent is not None:
        carry(original, tangent.clone())


def refuse_tangents(op: str, reason: str = "") -> None:
    """Raise for an op without a forward-mode rule that gets a tensor with a tangent."""
    why = f" ({reason})" if reason else ""
    raise NotImplementedError(
        f"{op}: Trying to use forward AD with {op} that does not support it because it has not been implemented "
        f"yet{why}; give its entry a 'result:' formula"
    )


def any_tangent(tensors: Iterable[Tensor | None]) -> bool:
    """Tell whether any of these tensors carries a tangent that an op must propagate."""
    return not is_inference_mode_enabled() and any(tangent_of(tensor) is not None for tensor in tensors)
