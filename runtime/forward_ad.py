"""Forward mode: tensors that carry a tangent inside a `dual_level`."""

from collections.abc import Iterable
from contextlib import ContextDecorator
from types import TracebackType
from typing import Any, NamedTuple

import numpy as np

from .dual_level import Tangents, current_level, enter_dual_level, exit_dual_level
from .grad_mode import is_inference_mode_enabled, recording, set_grad_enabled
from .tensor import Tensor, wrap
from .versions import bump
from .views import View, alias, replay


class dual_level(ContextDecorator):
    """Context, or decorator, in which `make_dual` tensors carry tangents through every op.

    It is a level of the present thread and task: others do not see it, and may have one of their own.

    Examples
    --------
    >>> import derivata as dv
    >>> from derivata.autograd import forward_ad as fwad
    >>> with fwad.dual_level():
    ...     x = fwad.make_dual(dv.tensor([1.0, 2.0]), dv.tensor([1.0, 0.0]))
    ...     fwad.unpack_dual(x * x).tangent
    tensor([2., 0.])
    """

    def __enter__(self) -> int:
        return enter_dual_level()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        exit_dual_level()


class UnpackedDualTensor(NamedTuple):
    """The two parts of a dual tensor; the tangent of a plain tensor is None."""

    primal: Tensor
    tangent: Tensor | None


def make_dual(tensor: Tensor, tangent: Tensor, *, level: int | None = None) -> Tensor:
    """Return a tensor on the same memory that carries a tangent.

    Parameters
    ----------
    tensor, tangent : Tensor
        Of the same shape; the tangent is carried as it is, or as a copy if its dtype is another, if it cannot be
        written, or if it is the tangent of another tensor already.
    level : int, optional
        0, the number of the only level.

    Raises
    ------
    RuntimeError
        Outside a dual level, for a tangent of another shape, a complex tangent of a real tensor, or where one of the
        two carries a tangent already.
    ValueError
        For integer tensors.
    """
    _check_level("make_dual", level)
    parts: tuple[tuple[str, Any], ...] = (("primal", tensor), ("tangent", tangent))
    for name, value in parts:
        if not isinstance(value, Tensor) or value.dtype.kind not in "fc":
            kind = value.dtype if isinstance(value, Tensor) else type(value).__name__
            raise ValueError(
                f"make_dual: Expected {name} to be floating point or complex Tensor, but got: {kind}"
            )
    if current_level() is None:
        raise RuntimeError(
            "make_dual: Trying to create a dual Tensor for forward AD but no level exists, make sure to "
            "enter_dual_level() first, or use `with dual_level():`"
        )
    if tangent_of(tensor) is not None:
        raise RuntimeError(
            "make_dual: Making a dual Tensor based on a Tensor that already has a forward gradient at the same level "
            "0 is not supported; use unpack_dual(tensor).primal"
        )
    if tangent_of(tangent) is not None:
        raise RuntimeError(
            "make_dual: Setting a forward grad that itself has a forward gradient at the same level 0 is not "
            "supported; use unpack_dual(tangent).primal"
        )
    if tangent.dtype.kind == "c" and tensor.dtype.kind != "c":
        raise RuntimeError(
            f"make_dual: expected a real tangent for a tensor of {tensor.dtype}, got {tangent.dtype}; use its .real"
        )
    dual = alias(tensor)
    if not tensor.is_inference():  # those have no forward mode, as in PyTorch
        _carry(dual, _fitting("make_dual", tensor, tangent))
    return dual


def unpack_dual(tensor: Tensor, *, level: int | None = None) -> UnpackedDualTensor:
    """Return primal, on the same memory, and tangent of a tensor; outside of a level, the tensor itself and None."""
    _check_level("unpack_dual", level)
    if current_level() is None:
        return UnpackedDualTensor(tensor, None)
    return UnpackedDualTensor(alias(tensor), tangent_of(tensor))


def _check_level(caller: str, level: int | None) -> None:
    if level:
        raise RuntimeError(f"{caller}: expected 0 as level, the only one there can be, got {level}")


def tangent_of(tensor: Tensor | None) -> Tensor | None:
    """Return the tangent that a tensor carries in the present level, or None."""
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
    """Return a view's part of its base's tangent, which the base may have got after the view was made."""
    whole = tangent_of(view.base)
    if whole is None:
        return None
    with set_grad_enabled(True):
        tangent = replay(whole, view.steps)
    _carry(tensor, tangent)
    return tangent


def tangents_of(tensor: Tensor) -> Tangents | None:
    """Return what `share_tangents` needs to let another tensor carry the same tangent."""
    tangent_of(tensor)
    return None if tensor._extra is None else tensor._extra.tangents


def share_tangents(tensor: Tensor, tangents: Tangents | None) -> None:
    """Let a tensor carry the tangents of another, which has the same values."""
    if tangents is not None:
        tensor.extra().tangents = tangents


def primal_of(tensor: Tensor) -> Tensor:
    """Return the tensor without its tangent, with its history."""
    return tensor if tangent_of(tensor) is None else alias(tensor)


def tangent_or_zeros(tensor: Tensor) -> Tensor:
    """Return the tangent, zeros when the tensor carries none."""
    tangent = tangent_of(tensor)
    return wrap(np.zeros(tensor.shape, tensor.dtype)) if tangent is None else tangent


def set_tangent(tensor: Tensor, tangent: Tensor) -> None:
    """Give the result of an op its tangent, until the level closes."""
    _carry(tensor, _own(tensor, _fitting("set_tangent", tensor, tangent)))
    node = tensor.grad_fn
    if (
        node is not None and node.saved_outputs
    ):  # when its formulas run in this level they need the tangent as well
        node.require_hooks().tangents[tensor.output_nr] = tensor.extra().tangents


def _carry(tensor: Tensor, tangent: Tensor) -> None:
    level, extra = current_level(), tensor.extra()
    assert level is not None
    if extra.tangents is None:
        extra.tangents = Tangents()
    level.set(extra.tangents, tangent)


def _fitting(caller: str, tensor: Tensor, tangent: Tensor) -> Tensor:
    """Return the tangent, in the dtype of the tensor and on memory that can be written."""
    if tangent.shape != tensor.shape:
        raise RuntimeError(
            f"{caller}: Trying to set a forward gradient that has a different size than that of the original Tensor, "
            f"this is not supported. Tensor is of size {tensor.shape} while the given forward gradient is of size "
            f"{tangent.shape}"
        )
    if tangent.dtype is not tensor.dtype:
        return tangent.to(tensor.dtype)
    if not tangent._array.flags.writeable:
        tangent = tangent.clone()
    return tangent


def _own(tensor: Tensor, tangent: Tensor) -> Tensor:
    """Return the tangent, or a copy if its memory is that of another tensor's: a write must not reach both.

    A view shares memory with its base, and so do their tangents.
    """
    level = current_level()
    is_view = tensor._extra is not None and tensor._extra.view is not None
    shared = level is not None and level.uses(tangent._array) and not is_view
    return tangent.clone() if shared else tangent


def write_tangent(target: Tensor, tangent: Tensor | None) -> None:
    """Give a written tensor the tangent of what was written: into the memory of its old tangent, if it has one."""
    view = None if target._extra is None else target._extra.view
    base = target if view is None else view.base
    whole = tangent_of(base)
    if whole is None and tangent is None:
        return
    if tangent is None:
        tangent = wrap(np.zeros(target.shape, target.dtype))
    if view is None and (whole is None or _recorded(whole, tangent)):
        _replace(target, _own(target, _fitting("write_tangent", target, alias(tangent))))
        return
    if whole is None:
        _carry(base, wrap(np.zeros(base.shape, base.dtype)))
    elif view is not None and _recorded(whole, tangent):  # nodes may have saved it: it is not written
        whole = whole.clone()
        replay(whole, view.steps)[...] = tangent
        _replace(base, whole)
        return
    held = tangent_of(target)
    assert held is not None
    np.copyto(held._array, tangent._array)
    bump(held)


def _recorded(held: Tensor, tangent: Tensor) -> bool:
    return recording() and (held.requires_grad or tangent.requires_grad)


def _replace(base: Tensor, tangent: Tensor) -> None:
    """Give a tensor another tangent; its views get their part of it when somebody asks."""
    level, counter = current_level(), base._counter
    _carry(base, tangent)
    if counter.__class__ is int:
        return
    for ref in list(counter.views):  # type: ignore[union-attr]
        view = ref()
        if view is not None and view._extra is not None and view._extra.tangents is not None:
            view._extra.tangents.by_level.pop(level, None)


def lend_tangent(target: Tensor, original: Tensor) -> None:
    """Let the value before a write carry the tangent that is about to be written."""
    tangent = tangent_of(target)
    if tangent is not None:
        _carry(original, tangent)


def keep_tangent(original: Tensor) -> None:
    """Let the value before a write, which a node has saved, have the tangent that it was lent for its own."""
    tangent = tangent_of(original)
    if tangent is not None:
        _carry(original, tangent.clone())


def set_elementwise_tangent(out: Tensor, tangent: Tensor | None) -> None:
    """Give the output of an elementwise op its tangent: broadcast, and real where the output is."""
    if tangent is None:
        tangent = wrap(np.zeros(out.shape, out.dtype))
    if tangent.shape != out.shape:
        tangent = tangent.expand(out.shape)
    set_tangent(out, tangent)


def refuse_tangents(op: str, *tensors: Tensor | None) -> None:
    """Raise when a tensor with a tangent meets an op without a rule for tangents."""
    if any_tangent(tensors):
        raise NotImplementedError(
            f"{op}: Trying to use forward AD with {op} that does not support it because it has not been implemented "
            "yet; give its entry a 'result:' formula"
        )


def any_tangent(tensors: Iterable[Tensor | None]) -> bool:
    """Tell whether one of several tensors carries a tangent that an op has to go on with."""
    return not is_inference_mode_enabled() and any(tangent_of(tensor) is not None for tensor in tensors)
