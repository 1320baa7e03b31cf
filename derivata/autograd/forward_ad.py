"""Forward mode: tensors that carry a tangent inside a `dual_level`."""

from contextlib import ContextDecorator
from typing import TYPE_CHECKING, Any, NamedTuple

from ..runtime.forward_mode.dual_level import current_level, levels
from ..runtime.forward_mode.tangents import carry, fitting, tangent_of
from ..runtime.graph.tensor_base import TensorBase as Tensor
from ..runtime.graph.versions import shared_counter
from ..runtime.modes.blocks import Block
from ..runtime.modes.grad_mode import is_inference_mode_enabled
from ..runtime.modes.state import FORWARD_AD, Mode, settle
from ..runtime.views.view import alias
from ..support.missing_names import only_these
from .tangent_rules import DualLevel


def enter_dual_level() -> int:
    """Open a level for this thread and task, and return its number, which is 0.

    Raises
    ------
    RuntimeError
        If there is one already.
    """
    _refuse_nesting()
    levels.set(Mode(FORWARD_AD, DualLevel()))
    return 0


def _refuse_nesting() -> None:
    if current_level() is not None:
        raise RuntimeError(
            "enter_dual_level: Nested forward mode AD is not supported at the moment; leave the level first, or nest "
            "derivata.func.jvp"
        )


def exit_dual_level(*, level: int | None = None) -> None:
    """Close the level of this thread and task; every tangent in it is dropped.

    Raises
    ------
    RuntimeError
        If there is none, or for another `level` than 0.
    """
    current = current_level()
    if current is None:
        raise RuntimeError("exit_dual_level: expected an open dual level, got none; use `with dual_level():`")
    if level:
        raise RuntimeError(
            "exit_dual_level: Trying to exit a forward AD level that was not the last one that was created: the only "
            f"level is 0, got {level}"
        )
    levels.set(None)
    current.close()
    settle()


class dual_level(Block, ContextDecorator):
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

    variable = levels

    def __enter__(self) -> Any:
        _refuse_nesting()
        self.begin(FORWARD_AD, DualLevel())
        return 0

    def ended(self, mode: Mode) -> None:
        """Drop the tangents."""
        if mode.value.closed:
            exit_dual_level()  # which says that there is none
        mode.value.close()


def dual_alias(tensor: Tensor) -> Tensor:
    """Return an alias that stays one: a recorded write to either gives both the new history."""
    other = alias(tensor)
    extra = tensor._extra
    other.extra().source = tensor if extra is None or extra.source is None else extra.source
    shared_counter(tensor).add_dual_alias(other)
    return other


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
    dual = dual_alias(tensor)
    if not is_inference_mode_enabled():  # which has no forward mode
        carry(dual, fitting("make_dual", tensor, tangent))
    return dual


def unpack_dual(tensor: Tensor, *, level: int | None = None) -> UnpackedDualTensor:
    """Return primal, on the same memory, and tangent of a tensor; outside of a level, the tensor itself and None."""
    _check_level("unpack_dual", level)
    if current_level() is None:
        return UnpackedDualTensor(tensor, None)
    return UnpackedDualTensor(dual_alias(tensor), tangent_of(tensor))


def _check_level(caller: str, level: int | None) -> None:
    if level:
        raise RuntimeError(f"{caller}: expected 0 as level, the only one there can be, got {level}")


if not TYPE_CHECKING:  # to a type checker it would make every name a valid one
    __getattr__, __dir__ = only_these(globals())
