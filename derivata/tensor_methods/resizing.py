"""Tensors that get another shape, or another tensor's memory: `resize_`, `resize_as_`, `set_`."""

import warnings
from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING, Any, NoReturn, Self, cast

import numpy as np

from ..runtime.graph.accumulate_grad import AccumulateGrad
from ..runtime.graph.layout import row_major_strides
from ..runtime.graph.node import Array
from ..runtime.graph.versions import bump
from ..runtime.memory.write_checks import check_changeable
from ..runtime.modes.grad_mode import recording
from ..runtime.views.refusal import Refusal

if TYPE_CHECKING:
    from ..runtime.tensors.tensor import Tensor


class Resizable:
    """What replaces the memory of a tensor; methods of Tensor."""

    def resize_(self, *size: Any) -> Self:
        """Change the shape in place: on the same memory where it is large enough, else on new memory.

        Elements keep their order; new ones are zero. The version rises only if something changes.

        Parameters
        ----------
        *size : int or sequence of int
            The new shape.

        Raises
        ------
        RuntimeError
            If the tensor requires grad, in every grad mode.

        Examples
        --------
        >>> import derivata as dv
        >>> dv.tensor([1.0, 2.0, 3.0, 4.0]).resize_(2, 2)
        tensor([[1., 2.],
                [3., 4.]])
        """
        tensor = cast("Tensor", self)
        shape = _as_shape(size)
        if tensor._edge is not None:
            raise RuntimeError(
                "resize_: cannot resize variables that require grad; use .reshape() or .detach()"
            )
        if shape == tensor.shape:
            return self
        check_changeable("resize_", tensor)
        strides = [
            step // tensor._array.itemsize for step in row_major_strides(shape, tensor._array.itemsize)
        ]
        try:
            return cast(Self, tensor.as_strided_(shape, strides))
        except RuntimeError:  # the memory ends before the last element
            _move_to(tensor, _grown(tensor._array, shape))
            return self

    def resize(self, *size: Any) -> "Tensor":
        """Return the elements in another shape that has as many; deprecated in PyTorch in favour of `reshape`.

        Parameters
        ----------
        *size : int or sequence of int
            The shape.

        Raises
        ------
        RuntimeError
            If the shape has another number of elements.

        Warns
        -----
        UserWarning
            On every call, as in PyTorch.

        Examples
        --------
        >>> import warnings
        >>> import derivata as dv
        >>> with warnings.catch_warnings(action="ignore"):
        ...     dv.tensor([1.0, 2.0, 3.0, 4.0]).resize(2, 2)
        tensor([[1., 2.],
                [3., 4.]])
        """
        return _reshaped(cast("Tensor", self), _as_shape(size, "resize"), "resize")

    def resize_as(self, other: "Tensor") -> "Tensor":
        """Return the elements in the shape of another tensor that has as many; see `resize`."""
        return _reshaped(cast("Tensor", self), other.shape, "resize_as")

    def resize_as_(self, other: "Tensor") -> Self:
        """Change the shape to that of another tensor; see `resize_`."""
        return self.resize_(other.shape)

    def set_(self, source: "Tensor | None" = None) -> Self:
        """See the memory of another tensor from now on, in its shape; without one, become empty.

        A leaf that requires grad, changed under `no_grad`, is another leaf of the graph afterwards. The version rises,
        and is not shared with `source`.

        Raises
        ------
        RuntimeError
            For a leaf that requires grad while recording, or a source of another dtype.

        Examples
        --------
        >>> import derivata as dv
        >>> x, y = dv.zeros(2), dv.ones(3)
        >>> x.set_(y).add_(1)
        tensor([2., 2., 2.])
        >>> y
        tensor([2., 2., 2.])
        """
        tensor = cast("Tensor", self)
        check_changeable("set_", tensor)
        if source is not None and source.dtype is not tensor.dtype:
            raise RuntimeError(
                f"set_: Could not set tensor of type {source.dtype} to a tensor of type {tensor.dtype}; convert it "
                f"with .to({tensor.dtype})"
            )
        edge = tensor._edge
        _move_to(tensor, np.empty(0, tensor.dtype) if source is None else source._array)
        if isinstance(edge, AccumulateGrad):
            leaf = tensor._edge = AccumulateGrad(tensor)
            leaf.grad, leaf.hooks = edge.grad, edge.hooks
        elif edge is not None or (recording() and source is not None and source._edge is not None):
            tensor._edge = UnknownHistory(tensor.shape, tensor.dtype)
        return self


class UnknownHistory(Refusal):
    """Edge of a tensor whose memory was replaced by `set_`: its history is unknown."""

    __slots__ = ()

    op = "set_"

    def refuse(self) -> NoReturn:
        """Raise what happened."""
        raise NotImplementedError(
            "set_: the derivative for set_ is not implemented; use the source itself, or detach_() this tensor"
        )


def _reshaped(tensor: "Tensor", shape: tuple[int, ...], name: str) -> "Tensor":
    if prod(shape) != tensor.numel():
        raise RuntimeError(
            f"{name}: expected a shape of {tensor.numel()} elements, as self of shape {tuple(tensor.shape)} has, got"
            f" {tuple(shape)} of {prod(shape)}; use resize_ on a tensor without history"
        )
    warnings.warn(f"non-inplace {name} is deprecated; use reshape", UserWarning, stacklevel=3)
    return tensor.contiguous().view(shape)


def _as_shape(size: Sequence[Any], name: str = "resize_") -> tuple[int, ...]:
    if len(size) == 1 and isinstance(size[0], tuple | list):
        size = size[0]
    if any(isinstance(n, bool) or not isinstance(n, int | np.integer) or n < 0 for n in size):
        raise RuntimeError(f"{name}: expected nonnegative ints as size, got {tuple(size)}")
    return tuple([int(n) for n in size])


def _grown(array: Array, shape: tuple[int, ...]) -> Array:
    """Return new memory that begins with the old elements."""
    new = np.zeros(shape, array.dtype)
    kept = min(array.size, new.size)
    new.reshape(-1)[:kept] = array.reshape(-1)[:kept]
    return new


def _move_to(tensor: "Tensor", array: Array) -> None:
    """Give a tensor other memory: it is a view of nothing any more."""
    bump(tensor)
    tensor._array, tensor._shape = array, array.shape
    if tensor._extra is not None:
        tensor._extra.view = None
