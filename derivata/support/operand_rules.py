"""Checks and conversions of operands whose dtype or shape an op does not take as it is."""

from math import inf
from typing import Any

import numpy as np

from derivata.arrays.dtypes import DType, default_complex, get_default_dtype

from ..runtime.graph.node import Array
from ..runtime.graph.tensor_base import TensorBase as Tensor
from ..runtime.graph.tensor_base import wrap
from .arguments import NUMBERS
from .converted_calls import in_common, in_one_shape, in_single, is_half
from .promotion import (
    beside_number,
    operand,
    operand_list,
    operand_or_number,
    operand_or_real_number,
    operand_pair,
    operand_tuple,
    promote,
    result_dtype,
    to_floating,
)
from .warn import warn_of_bytes

__all__ = [
    "array_of_number",
    "as_mask",
    "beside_number",
    "cast_result",
    "check_floating",
    "check_real",
    "compared_pair",
    "copy_if_aliased",
    "in_common",
    "in_one_shape",
    "in_single",
    "is_half",
    "metadata_differs",
    "number_of",
    "operand_list",
    "operand_or_number",
    "operand_or_real_number",
    "operand_tuple",
    "product_pair",
    "promote",
    "real_floating",
    "refuse_complex",
    "result_dtype",
    "tensor_of_number",
    "to_floating",
]


def check_real(op: str, *arrays: Array | None) -> None:
    """Raise for complex arguments of an op that has no complex values."""
    for array in arrays:
        if array is not None and array.dtype.kind == "c":
            raise TypeError(
                f"{op.strip('_')}: not defined for complex numbers, got {array.dtype}; use .real, .imag or abs()"
            )


def refuse_complex(op: str, *operands: Any) -> None:
    """Raise for complex operands, which may be tensors, arrays, numbers or None, of an op made of other ops."""
    for value in operands:
        if isinstance(value, Tensor):
            check_real(op, value._array)
        elif value is not None:
            check_real(op, np.asarray(value))


def as_mask(op: str, argument: str, tensor: Tensor) -> Tensor:
    """Return a condition of uint8 as booleans, with a warning, where PyTorch takes it; raise for other numbers."""
    if tensor.dtype.kind == "b":
        return tensor
    if op.endswith("where") and tensor.dtype == np.uint8:
        warn_of_bytes(op, argument)
        return wrap(np.not_equal(tensor._array, 0))
    raise RuntimeError(
        f"{op}: expected {argument} to be a boolean tensor, but got a tensor with dtype {tensor.dtype}; compare "
        f"it, as in {argument} != 0"
    )


def compared_pair(op: str, names: tuple[str, str], first: Any, second: Any) -> tuple[Tensor, Tensor]:
    """Return tensors for operands that are compared; a number beyond the other's dtype counts as infinite."""
    try:
        return operand_pair(op, names, first, second)
    except OverflowError:
        if isinstance(first, NUMBERS) is isinstance(second, NUMBERS):
            raise
        return operand_pair(op, names, _infinite_number(first), _infinite_number(second))


def product_pair(op: str, names: tuple[str, str], first: Any, second: Any) -> tuple[Tensor, Tensor]:
    """Return tensors for the factors of a product; a tensor beside an array is cast to NumPy's dtype of both."""
    pair = operand(op, names[0], first), operand(op, names[1], second)
    if isinstance(first, np.ndarray) or isinstance(second, np.ndarray):
        dtype = np.result_type(*[one._dtype for one in pair])
        pair = pair[0].to(dtype), pair[1].to(dtype)
    return pair


def _infinite_number(value: Any) -> Any:
    if not isinstance(value, int | np.integer):  # no other number is too large
        return value
    return inf if value > 0 else -inf


def check_floating(op: str, argument: str, array: Array) -> None:
    """Raise for arguments of an op that are neither float16, float32 nor float64."""
    if array.dtype.kind != "f":
        raise TypeError(
            f"{op.strip('_')}: {argument} must have a real floating-point dtype, got {array.dtype}; convert it with "
            ".to(derivata.float32)"
        )


def real_floating(op: str, *arrays: Any) -> Any:
    """Return the arguments of an op with real floating-point values: integers are converted, complex is an error."""
    check_real(op, *arrays)
    converted = tuple([None if array is None else to_floating(array) for array in arrays])
    return converted if len(converted) > 1 else converted[0]


def cast_result(data: Array, dtype: DType) -> Array:
    """Return a result of tensors of one dtype and a Python number in the dtype that PyTorch's rule gives it."""
    kind = data.dtype.kind
    if dtype.kind in "biu" and kind in "fc":  # NumPy says float64 or complex128
        return data.astype(get_default_dtype() if kind == "f" else default_complex(), copy=False)
    # NumPy's are of int8, PyTorch's of bool
    powers_of_bool = dtype.kind == "b" and data.dtype == np.int8
    if (dtype.kind == "f" and kind == "f") or powers_of_bool:
        return data.astype(dtype, copy=False)
    return data


def copy_if_aliased(data: Array, source: Array) -> Array:
    """Return a copy of a result that shares memory with the argument."""
    return data.copy() if np.may_share_memory(data, source) else data


def metadata_differs(first: Tensor, *others: Tensor | None) -> bool:
    """Tell whether one of several optional operands has another shape or dtype than the first."""
    for t in others:  # noqa: SIM110  (a loop is faster than `any`)
        if t is not None and (t.shape != first.shape or t.dtype is not first.dtype):
            return True
    return False


def array_of_number(number: Any) -> Any:
    """Return a number as an array without dimensions, of float64 or complex128."""
    array = np.asarray(number)
    return array.astype(np.result_type(array, np.float64))


def tensor_of_number(number: Any) -> Tensor:
    """Return a number as a tensor without dimensions, of float64 or complex128."""
    return wrap(array_of_number(number))


def number_of(value: Any) -> Any:
    """Return a scalar result (a 0-d tensor, an array, or a NumPy or Python number) as a Python number."""
    return value.item() if hasattr(value, "item") else value
