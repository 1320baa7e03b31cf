"""Tensors that stand for those of a call while its function is traced."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

import numpy as np

from ...autograd.tracer import tracer
from ...nn.parameter import Parameter
from ...runtime.graph.tensor_base import make
from ...runtime.graph.versions import shared_counter
from ...runtime.tensors.tensor import Tensor
from ..refusal import CannotCompile
from .asked import INSTEAD, asking
from .asked import refuse as refuse_in_trace


class StandIn(Tensor):
    """A tensor whose numbers nobody may look at: another call will have others."""

    __slots__ = ()


class StandInParameter(Parameter):
    """The same of a parameter, which modules know by its class."""

    __slots__ = ()


def _refusing(name: str) -> Callable[..., NoReturn]:
    def refuse(self: Tensor, *args: Any, **kwargs: Any) -> NoReturn:
        refuse_in_trace(
            tracer(),
            f"{name} of a tensor asks for its numbers, which are others at the next call; {INSTEAD}"
            f"{'; .item() is a number that may be compared and returned' if name == '__float__' else ''}",
        )

    return refuse


for _name in (
    *(
        "__float__",
        "__complex__",
        "__contains__",
        "__format__",
        "__repr__",
    ),
    *(
        "__str__",
        "__array__",
        "__array_ufunc__",
        "__array_function__",
        "__dlpack__",
        "__hash__",
        "__reduce_ex__",
    ),
    *("__deepcopy__", "__round__", "numpy", "tolist"),
):
    setattr(StandIn, _name, _refusing(_name))
    setattr(StandInParameter, _name, _refusing(_name))
for _name in ("__bool__", "__int__", "__index__", "item"):
    setattr(StandIn, _name, asking(_name))
    setattr(StandInParameter, _name, asking(_name))


def _get_grad(self: Tensor) -> Tensor | None:
    """The gradient that the function has accumulated."""
    found: Tensor | None = _effects().gradient(self)
    return found


def _set_grad(self: Tensor, value: Tensor | None) -> None:
    if value is not None:
        raise CannotCompile("a gradient is assigned, which cannot be part of a compiled function")
    _effects().clear(self)


def _requires_grad_(self: Tensor, requires_grad: bool = True) -> Tensor:
    """Let a tensor of the function's own require grad."""
    listener: Any = tracer()
    if listener is None or any(one is self for one in listener.stand_ins):
        raise CannotCompile(
            "requires_grad_ of an argument, or of what is read, cannot be part of a compiled function"
        )
    listener.has_leaves = True
    return Tensor.requires_grad_(self, requires_grad)


def _effects() -> Any:
    listener: Any = tracer()
    if listener is None:
        raise CannotCompile("the gradient of a tensor is read that was kept from a trace")
    return listener.effects


def _equal(self: Tensor, other: Tensor) -> bool:
    """Ask whether tensors have the same shape and elements."""
    if not isinstance(other, Tensor):
        return Tensor.equal(self, other)  # an error
    listener: Any = tracer()
    if listener.sizes is not None:
        listener.refuse("equal() compares sizes")
    return self._shape == other._shape and bool((self == other).all())


def _allclose(
    self: Tensor, other: Tensor, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False
) -> bool:
    """Ask whether elements are close."""
    if not isinstance(other, Tensor):
        return Tensor.allclose(self, other)  # an error
    return bool(self.isclose(other, rtol, atol, equal_nan).all())


for _kind in (StandIn, StandInParameter):
    setattr(_kind, "equal", _equal)  # noqa: B010
    setattr(_kind, "allclose", _allclose)  # noqa: B010
    setattr(_kind, "grad", property(_get_grad, _set_grad))  # noqa: B010
    setattr(_kind, "requires_grad_", _requires_grad_)  # noqa: B010


def stand_in(tensor: Tensor, sized: bool = False) -> Tensor:
    """Turn a tensor that nobody else knows into a stand-in, of which each write is heard, and reads of sizes."""
    tensor.__class__ = class_of(StandIn, sized)
    shared_counter(tensor)
    return tensor


def class_of(kind: type[Tensor], sized: bool) -> Any:
    """Return a class of stand-ins, or the one whose sizes are seen as such."""
    if not sized:
        return kind
    from .sized_stand_ins import SIZED  # not at the top: import time

    return SIZED[kind]


def copy_of(tensor: Tensor, own_memory: bool = False, sized: bool = False) -> Tensor:
    """Return a stand-in with the same numbers, in an array of its own, and also in memory of its own if it is dense."""
    array = tensor._array
    if own_memory and (copied := array.copy(order="K")).strides == array.strides:
        array = copied
    kind: type[Tensor] = StandInParameter if isinstance(tensor, Parameter) else StandIn
    same = np.lib.stride_tricks.as_strided(array, array.shape, array.strides)
    copy: Tensor = make(class_of(kind, sized), same, tensor.requires_grad)
    shared_counter(copy)
    return copy
