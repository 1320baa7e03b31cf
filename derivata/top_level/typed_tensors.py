"""Classes that make tensors of one dtype, and ask for them: `FloatTensor`, `LongTensor` and their like."""

from __future__ import annotations

from typing import Any

from ..arrays import dtypes
from ..arrays.dtypes import DType, as_dtype, set_default_dtype
from ..runtime.tensors.tensor import Tensor
from ..support.devices import check_device
from ..tensor_methods.calling import array_of_call
from .factory_arguments import leaf

__all__ = [
    "BoolTensor",
    "ByteTensor",
    "CharTensor",
    "DoubleTensor",
    "FloatTensor",
    "HalfTensor",
    "IntTensor",
    "LongTensor",
    "ShortTensor",
    "set_default_tensor_type",
]


class TensorOfDtype(type):
    """The class of these classes: a call makes a plain tensor, `isinstance` asks for the dtype."""

    dtype: DType

    def __call__(cls, *args: Any, device: object = None) -> Tensor:
        """Return a tensor from one sequence of data; or with whatever was in memory, from sizes."""
        check_device(device)
        return leaf(array_of_call(cls.__name__, args, cls.dtype), False)

    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, Tensor) and instance.dtype == cls.dtype


class FloatTensor(metaclass=TensorOfDtype):
    """Tensors of float32.

    Examples
    --------
    >>> import derivata as dv
    >>> dv.FloatTensor([1, 2]), dv.FloatTensor(2, 3).shape
    (tensor([1., 2.]), (2, 3))
    >>> isinstance(dv.ones(1), dv.FloatTensor), isinstance(dv.ones(1), dv.DoubleTensor)
    (True, False)
    """

    dtype = dtypes.float32


class DoubleTensor(metaclass=TensorOfDtype):
    """Tensors of float64."""

    dtype = dtypes.float64


class HalfTensor(metaclass=TensorOfDtype):
    """Tensors of float16."""

    dtype = dtypes.float16


class ByteTensor(metaclass=TensorOfDtype):
    """Tensors of uint8."""

    dtype = dtypes.uint8


class CharTensor(metaclass=TensorOfDtype):
    """Tensors of int8."""

    dtype = dtypes.int8


class ShortTensor(metaclass=TensorOfDtype):
    """Tensors of int16."""

    dtype = dtypes.int16


class IntTensor(metaclass=TensorOfDtype):
    """Tensors of int32."""

    dtype = dtypes.int32


class LongTensor(metaclass=TensorOfDtype):
    """Tensors of int64."""

    dtype = dtypes.int64


class BoolTensor(metaclass=TensorOfDtype):
    """Tensors of truth values."""

    dtype = dtypes.bool_


def set_default_tensor_type(t: Any) -> None:
    """Set the default dtype by a class of tensors, or by its name, such as "torch.DoubleTensor".

    Raises
    ------
    TypeError
        For a class whose dtype is no real floating-point one.
    """
    if isinstance(t, str):
        t = globals().get(t.rpartition(".")[2], t)
    set_default_dtype(as_dtype(t))
