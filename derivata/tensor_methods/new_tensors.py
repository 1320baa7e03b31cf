"""New tensors that take their dtype from a tensor: `new_zeros` and its relatives; loops of Python over elements."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Self, cast

import numpy as np

from ..arrays.shapes.memory_order import strided_memory
from ..runtime.graph.node import Array
from ..runtime.graph.tensor_base import wrap
from ..runtime.graph.versions import bump
from ..runtime.memory.observing import as_inference
from ..runtime.memory.write_checks import check_changeable
from ..runtime.modes.observers import tell_entry
from ..runtime.modes.state import INFERENCE, OBSERVED, state
from ..support.arguments import as_number
from ..support.devices import check_device
from ..support.plain_arrays import plain_array
from ..support.samples import made_like
from .layouts import check_layout

if TYPE_CHECKING:
    from ..runtime.tensors.tensor import Tensor


class NewTensors:
    """What makes tensors of the same dtype, and runs Python functions over elements; methods of Tensor."""

    _array: Array
    dtype: "np.dtype[Any]"

    def new_tensor(
        self, data: Any, *, dtype: Any = None, device: object = None, requires_grad: bool = False
    ) -> "Tensor":
        """Return a new leaf with a copy of the data, of the dtype of this tensor unless another one is given.

        Examples
        --------
        >>> import derivata as dv
        >>> dv.tensor([1.5]).new_tensor([1, 2])
        tensor([1., 2.])
        """
        source = getattr(data, "_array", data)
        if isinstance(source, np.ndarray):
            source = plain_array("new_tensor", source)
        return _leaf(
            self,
            np.array(source, dtype=self.dtype if dtype is None else dtype),
            device,
            None,
            requires_grad,
            data,
        )

    def new(self, *args: Any, device: object = None) -> "Tensor":
        """Return a tensor of the same dtype from a list of data, or with whatever was in memory from sizes.

        An old form of `new_tensor` and `new_empty`.

        Raises
        ------
        TypeError
            For a tuple, which could be data or a shape.

        Examples
        --------
        >>> import derivata as dv
        >>> x = dv.ones(2, dtype=dv.int64)
        >>> x.new([1, 2]), x.new(3).zero_()
        (tensor([1, 2]), tensor([0, 0, 0]))
        """
        from .calling import array_of_call

        if len(args) == 1 and isinstance(args[0], tuple):
            raise TypeError(
                f"new: expected sizes or a list of data, got a tuple; use new_empty{args[0]} or new_tensor"
            )
        return _leaf(self, array_of_call("new", args, self.dtype), device, None, False, args)

    def new_empty(
        self,
        *size: Any,
        dtype: Any = None,
        layout: object = None,
        device: object = None,
        requires_grad: bool = False,
    ) -> "Tensor":
        """Return a new tensor with whatever was in memory."""
        return _leaf(
            self,
            np.empty(_shape(size), self.dtype if dtype is None else dtype),
            device,
            layout,
            requires_grad,
        )

    def new_empty_strided(
        self,
        size: Any,
        stride: Any,
        *,
        dtype: Any = None,
        layout: object = None,
        device: object = None,
        requires_grad: bool = False,
    ) -> "Tensor":
        """Return a new tensor with whatever was in memory, whose neighbours lie `stride` elements apart."""
        kind = self.dtype if dtype is None else np.dtype(dtype)
        return _leaf(
            self, strided_memory("new_empty_strided", size, stride, kind), device, layout, requires_grad
        )

    def new_zeros(
        self,
        *size: Any,
        dtype: Any = None,
        layout: object = None,
        device: object = None,
        requires_grad: bool = False,
    ) -> "Tensor":
        """Return new zeros.

        Examples
        --------
        >>> import derivata as dv
        >>> dv.tensor([1.5]).new_zeros(2)
        tensor([0., 0.])
        """
        return _leaf(
            self,
            np.zeros(_shape(size), self.dtype if dtype is None else dtype),
            device,
            layout,
            requires_grad,
        )

    def new_ones(
        self,
        *size: Any,
        dtype: Any = None,
        layout: object = None,
        device: object = None,
        requires_grad: bool = False,
    ) -> "Tensor":
        """Return new ones."""
        return _leaf(
            self, np.ones(_shape(size), self.dtype if dtype is None else dtype), device, layout, requires_grad
        )

    def new_full(
        self,
        size: Any,
        fill_value: complex,
        *,
        dtype: Any = None,
        layout: object = None,
        device: object = None,
        requires_grad: bool = False,
    ) -> "Tensor":
        """Return a new tensor filled with a number."""
        number = as_number("new_full", "fill_value", fill_value)
        kind = self.dtype if dtype is None else dtype
        return _leaf(self, np.full(_shape((size,)), number, kind), device, layout, requires_grad)

    def apply_(self, callable: Callable[[Any], Any]) -> Self:
        """Replace each element by what a Python function makes of it: slow, and not for what requires grad.

        Examples
        --------
        >>> import derivata as dv
        >>> dv.tensor([1.0, 2.0]).apply_(lambda x: x * x)
        tensor([1., 4.])
        """
        values = self._array.ravel().tolist()
        _rewrite("apply_", cast("Tensor", self), lambda: [callable(x) for x in values])
        return self

    def map_(self, tensor: "Tensor", callable: Callable[[Any, Any], Any]) -> Self:
        """Replace each element by what a Python function makes of it and of that of another tensor.

        Examples
        --------
        >>> import derivata as dv
        >>> dv.tensor([1.0, 2.0]).map_(dv.tensor(3.0), max)
        tensor([3., 3.])
        """
        if tensor.dtype != self.dtype:
            raise TypeError(
                f"map_: expected {self.dtype} for argument 'tensor', as self has, got {tensor.dtype}; convert it"
            )
        other = np.broadcast_to(tensor._array, self._array.shape).ravel().tolist()
        pairs = list(zip(self._array.ravel().tolist(), other, strict=True))
        _rewrite("map_", cast("Tensor", self), lambda: [callable(x, y) for x, y in pairs])
        return self


def _shape(size: tuple[Any, ...]) -> tuple[int, ...]:
    if len(size) == 1 and not hasattr(size[0], "__index__"):
        size = tuple(size[0])
    return tuple([int(n.__index__()) for n in size])


def _leaf(
    template: Any, array: Array, device: object, layout: object, requires_grad: bool, data: Any = 0
) -> "Tensor":
    check_device(device)
    check_layout(layout)
    tensor = as_inference(wrap(array)) if state.active_modes & INFERENCE else wrap(array)
    made_like(template, tensor)
    if requires_grad:
        tensor.requires_grad_()
    if state.active_modes & OBSERVED:
        tell_entry(tensor, data)
    return tensor


def _rewrite(op: str, tensor: "Tensor", values: Callable[[], list[Any]]) -> None:
    """Write the values, computed after the check that they may be written."""
    if tensor.requires_grad:
        raise RuntimeError(
            f"{op}: Can't call {op}() on Variable that requires grad. Use var.detach().{op}() instead"
        )
    check_changeable(op, tensor)
    new = np.array(values(), tensor.dtype).reshape(tensor.shape)
    bump(tensor, op)
    tensor._array[...] = new
