"""From tensors to NumPy and Python: conversions that leave the graph, each of them explicit."""

import operator
import sys
import warnings
from types import FrameType
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from ..runtime.forward_mode.tangents import tangent_of
from ..runtime.graph.node import Array
from ..runtime.modes.grad_mode import recording
from ..runtime.modes.observers import tell_exit
from ..runtime.modes.state import FORWARD_AD, OBSERVED, state
from .callers import Caller, caller_of
from .layouts import Layout

if TYPE_CHECKING:
    from ..runtime.tensors.tensor import Tensor


class LostHistory(RuntimeError):
    """A conversion to an array that would lose the history of a tensor."""


def losses(tensor: "Tensor") -> str:
    """Return what a tensor would lose in a conversion ("a history", "a tangent"), or ""."""
    if tensor.requires_grad and recording():
        return "requires grad would lose its history"
    if state.active_modes & FORWARD_AD and tangent_of(tensor) is not None:
        return "carries a tangent would lose it"
    return ""


def _check_exit(kind: str, loses: str, frame: FrameType) -> None:
    """Raise if a number would be stored without its derivative; warn if it goes to a function such as `math.exp`."""
    caller = caller_of(frame)
    if caller is Caller.STORED:
        raise LostHistory(
            f"{kind}: a Tensor that {loses} as an element of an array or an argument of NumPy; use tensor.item() or "
            "tensor.detach() if that is meant, or derivata.stack(list_of_tensors) instead of filling an array"
        )
    if "tangent" in loses:
        raise LostHistory(f"{kind}: a Tensor that {loses}; use tensor.item() if that is meant")
    if caller is Caller.OTHER:
        warnings.warn(
            "Converting a tensor with requires_grad=True to a scalar may lead to unexpected behavior.\nConsider using "
            "tensor.detach() first, or the function of derivata that math's or yours stands for.",
            UserWarning,
            stacklevel=3,
        )


class Conversions:
    """Conversions to NumPy arrays and Python numbers; methods of Tensor."""

    _array: Array
    shape: tuple[int, ...]
    dtype: "np.dtype[Any]"
    requires_grad: bool

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        """Serve ``np.asarray(tensor)``; refuses to leave the graph silently."""
        if loses := losses(cast("Tensor", self)):
            raise LostHistory(
                f"np.asarray: a Tensor that {loses}; use tensor.detach().numpy() if that is meant, or a derivata "
                "function instead of the NumPy one"
            )
        return np.array(self._array, dtype=dtype, copy=copy)

    def numpy(self, *, force: bool = False) -> Array:
        """Return the array itself: memory is shared.

        Parameters
        ----------
        force : bool
            Accept a tensor that requires grad.

        Raises
        ------
        RuntimeError
            If the tensor requires grad and neither `force` nor `no_grad` says that leaving the graph is meant.
        """
        if self.requires_grad and not force and recording():
            raise RuntimeError(
                "numpy: can't call numpy() on a Tensor that requires grad; use tensor.detach().numpy() instead"
            )
        if state.active_modes & OBSERVED:
            tell_exit(".numpy()", cast("Tensor", self), self._array)
        return self._array

    def item(self) -> Any:
        """Return the only element as a Python number."""
        if self._array.size != 1:
            raise RuntimeError(
                f"item: a Tensor with {self._array.size} elements cannot be converted to a Python number; expected 1 "
                "element; reduce it first (.sum(), .mean()) or use .tolist()"
            )
        if state.active_modes & OBSERVED:
            tell_exit(".item()", cast("Tensor", self), None)
        return self._array.item()

    def tolist(self) -> Any:
        """Return the elements as nested lists of Python numbers."""
        if state.active_modes & OBSERVED:
            tell_exit(".tolist()", cast("Tensor", self), None)
        return self._array.tolist()

    def dim(self) -> int:
        """Return the number of dimensions."""
        return len(self.shape)

    def numel(self) -> int:
        """Return the number of elements."""
        return self._array.size

    @property
    def itemsize(self) -> int:
        """The bytes of one element."""
        return self._array.itemsize

    @property
    def nbytes(self) -> int:
        """The bytes of all elements."""
        return self._array.nbytes

    @property
    def layout(self) -> Layout:
        """The kind of memory layout: ``derivata.strided``."""
        return Layout.STRIDED

    def to_dense(self) -> "Tensor":
        """Return the tensor itself: it stores all its elements."""
        return cast("Tensor", self)

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("len: a 0-d tensor has no length; use .numel() for the number of elements")
        return self.shape[0]

    def __bool__(self) -> bool:
        if self._array.size != 1:
            raise RuntimeError(
                f"bool: the truth value of a Tensor with {self._array.size} elements is ambiguous; use .any() or .all()"
            )
        return bool(self._array.item())

    def __int__(self) -> int:
        return int(_only_element(self, "int"))

    def __float__(self) -> float:
        if loses := losses(cast("Tensor", self)):
            _check_exit("float", loses, sys._getframe(1))
        return float(_only_element(self, "float"))

    def __complex__(self) -> complex:
        if loses := losses(cast("Tensor", self)):
            _check_exit("complex", loses, sys._getframe(1))
        return complex(_only_element(self, "complex"))

    def __index__(self) -> int:
        if self.dtype.kind not in "iub" or self._array.size != 1:
            raise TypeError(
                "index: only integer tensors of a single element can be converted to an index, got "
                f"{self.dtype} of shape {self.shape}"
            )
        return operator.index(int(self.item()))


def _only_element(tensor: Conversions, kind: str) -> Any:
    """Return the only element as a Python number; raise if there are several."""
    if tensor._array.size != 1:
        raise ValueError(
            f"{kind}: only one element tensors can be converted to Python scalars, got {tensor._array.size} elements; "
            "reduce it first (.sum(), .mean()) or use .tolist()"
        )
    return tensor.item()
