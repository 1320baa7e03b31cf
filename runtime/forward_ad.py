"""Forward mode: tensors that carry a tangent inside a `dual_level`."""

import weakref
from collections.abc import Iterable
from types import TracebackType
from typing import Any, NamedTuple, Self

import numpy as np

from .grad_mode import is_inference_mode_enabled
from .state import FORWARD_AD, Mode
from .tensor import Tensor, wrap
from .versions import bump
from .views import alias, replay


class _Level:
    """The open dual level, and the tensors that carry tangents in it."""

    def __init__(self) -> None:
        self.mode = Mode(FORWARD_AD)
        self.tensors: list[weakref.ref[Tensor]] = []
        self.memory: weakref.WeakValueDictionary[int, Any] = (
            weakref.WeakValueDictionary()
        )  # of all tangents, by id

    def own(self, tensor: Tensor, tangent: Tensor) -> Tensor:
        """Return the tangent, or a copy if its memory is that of another tensor's: a write must not reach both.

        A view shares memory with its base, and so do their tangents.
        """
        memory = tangent._array
        while isinstance(memory.base, np.ndarray):
            memory = memory.base
        is_view = tensor._extra is not None and tensor._extra.view is not None
        if id(memory) in self.memory and not is_view:
            copy: Tensor = tangent.clone()
            return copy
        self.memory[id(memory)] = memory
        return tangent

    def close(self) -> None:
        """Drop the tangents: they belong to this level only."""
        for ref in self.tensors:
            tensor = ref()
            if tensor is not None and tensor._extra is not None:
                tensor._extra.tangent = None


_level: _Level | None = None


class dual_level:
    """Context in which `make_dual` tensors carry tangents through every op.

    Examples
    --------
    >>> import derivata as dv
    >>> from derivata.autograd import forward_ad as fwad
    >>> with fwad.dual_level():
    ...     x = fwad.make_dual(dv.tensor([1.0, 2.0]), dv.tensor([1.0, 0.0]))
    ...     fwad.unpack_dual(x * x).tangent
    tensor([2., 0.])
    """

    def __enter__(self) -> Self:
        enter_dual_level()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        exit_dual_level()


def enter_dual_level() -> int:
    """Open the level; only one can be open."""
    global _level
    if _level is not None:
        raise RuntimeError(
            "dual_level: nested forward mode AD is not supported at the moment; leave the level first"
        )
    _level = _Level()
    return 0


def exit_dual_level() -> None:
    """Close the level; every tangent in it is dropped."""
    global _level
    if _level is None:
        raise RuntimeError("exit_dual_level: expected an open dual level, got none; use `with dual_level():`")
    _level.close()
    _level = None


class UnpackedDualTensor(NamedTuple):
    """The two parts of a dual tensor; the tangent of a plain tensor is None."""

    primal: Tensor
    tangent: Tensor | None


def make_dual(tensor: Tensor, tangent: Tensor) -> Tensor:
    """Return a tensor on the same memory that carries a tangent.

    Raises
    ------
    RuntimeError
        Outside a dual level, for a tangent of another shape, or one that is itself dual.
    ValueError
        For integer tensors.
    """
    parts: tuple[tuple[str, Any], ...] = (("primal", tensor), ("tangent", tangent))
    for name, value in parts:
        if not isinstance(value, Tensor) or value.dtype.kind not in "fc":
            kind = value.dtype if isinstance(value, Tensor) else type(value).__name__
            raise ValueError(f"make_dual: expected a floating-point or complex Tensor as {name}, got {kind}")
    if tangent_of(tangent) is not None:
        raise RuntimeError("make_dual: expected a tangent that carries no tangent itself, got a dual tensor")
    dual = alias(tensor)
    set_tangent(dual, tangent)
    return dual


def unpack_dual(tensor: Tensor) -> UnpackedDualTensor:
    """Return primal and tangent of a tensor."""
    return UnpackedDualTensor(alias(tensor), tangent_of(tensor))


def tangent_of(tensor: Tensor | None) -> Tensor | None:
    """Return the tangent that a tensor carries, or None."""
    return None if tensor is None or tensor._extra is None else tensor._extra.tangent


def primal_of(tensor: Tensor) -> Tensor:
    """Return the tensor without its tangent, with its history."""
    return tensor if tangent_of(tensor) is None else alias(tensor)


def tangent_or_zeros(tensor: Tensor) -> Tensor:
    """Return the tangent, zeros when the tensor carries none."""
    tangent = tangent_of(tensor)
    return wrap(np.zeros(tensor.shape, tensor.dtype)) if tangent is None else tangent


def set_tangent(tensor: Tensor, tangent: Tensor) -> None:
    """Let a tensor carry a tangent until the level closes."""
    if _level is None:
        raise RuntimeError("make_dual: expected an open dual level, got none; use `with dual_level():`")
    if tangent.shape != tensor.shape:
        raise RuntimeError(f"make_dual: expected a tangent of the shape {tensor.shape}, got {tangent.shape}")
    if tangent.dtype is not tensor.dtype:
        tangent = tangent.to(tensor.dtype)
    tensor.extra().tangent = tangent = _level.own(tensor, tangent)
    _level.tensors.append(weakref.ref(tensor))
    node = tensor.grad_fn
    if (
        node is not None and node.saved_outputs
    ):  # when its formulas run in this level they need the tangent as well
        node.require_hooks().tangents[tensor.output_nr] = tangent


def write_tangent(target: Tensor, tangent: Tensor | None) -> None:
    """Give a written tensor the tangent of what was written: into the memory of its old tangent, if it has one."""
    held = tangent_of(target)
    if tangent is None and held is None:
        return
    view = None if target._extra is None else target._extra.view
    if held is None and view is not None:
        if tangent_of(view.base) is None:
            set_tangent(view.base, wrap(np.zeros(view.base.shape, view.base.dtype)))
        held = replay(tangent_or_zeros(view.base), view.steps)
        set_tangent(target, held)
    if held is None or (tangent is not None and (tangent.requires_grad or held.requires_grad)):
        set_tangent(target, tangent_or_zeros(target) if tangent is None else alias(tangent))
        return
    np.copyto(held._array, 0 if tangent is None else tangent._array)
    bump(held)


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
