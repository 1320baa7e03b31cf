"""Conversion of operands to tensors, and promotion of dtypes.

PyTorch's rule: a tensor with dimensions decides over one without, and that over a Python number; the weaker only
wins by its category (bool < int < float < complex).
"""

from collections.abc import Iterable
from math import copysign
from types import NoneType
from typing import Any

import numpy as np

from derivata.arrays.dtypes import (
    CATEGORY,
    DType,
    bool_,
    complex_dtype,
    default_complex,
    get_default_dtype,
    int64,
    promote_dtypes,
    scalar_dtype,
)

from ..runtime.graph.node import Array
from ..runtime.graph.tensor_base import wrap
from ..runtime.tensors.tensor import Tensor
from .arguments import NUMBERS, named_type, shown
from .containers import is_container
from .other_names import REQUIRED, refuse_missing
from .plain_arrays import Table, plain_array


def operand(op: str, argument: str, value: Any, like: DType | None = None) -> Tensor:
    """Return a tensor for an argument: tensors as they are, arrays, tables of pandas and numbers as constants.

    A number gets the dtype `like`, or a dtype of its own category when that is higher.
    """
    if isinstance(value, Tensor):
        return value
    if isinstance(value, NUMBERS):
        return wrap(_number(op, argument, value, like))
    if isinstance(value, np.ndarray | Table):
        return wrap(plain_array(f"{op.lstrip('_')}: argument {argument!r}", value))
    if value is REQUIRED:
        refuse_missing(op, argument)
    if like is not None and hasattr(
        value, "_as_operand"
    ):  # a number that a traced function has read of a tensor
        found: Tensor | None = value._as_operand(like)
        if found is not None:
            return found
    op = op.lstrip("_")
    raise TypeError(f"{op}: argument {argument!r} must be Tensor, not {named_type(value)}{_cure(value)}")


def operand_or_number(op: str, argument: str, value: Any) -> Any:
    """Return a tensor for an argument of an op made of other ops, which decide about the dtypes of numbers."""
    return value if isinstance(value, NUMBERS) else operand(op, argument, value)


def operand_or_real_number(op: str, argument: str, value: Any) -> Any:
    """Return the same for an argument that is compared, which complex numbers are not."""
    if isinstance(value, complex | np.complexfloating):
        op = op.lstrip("_")
        raise TypeError(
            f"{op}: argument {argument!r}: not defined for complex numbers, got {value}; use .real, .imag or abs()"
        )
    return operand_or_number(op, argument, value)


def _cure(value: Any) -> str:
    if isinstance(value, list | tuple):
        return "; convert it with derivata.tensor(...)"
    if isinstance(getattr(value, "tensor", None), Tensor):  # of `derivata.numpy`
        return "; give its attribute .tensor"
    if type(value).__module__.startswith("scipy.sparse."):
        return "; import derivata.scipy.sparse, after which products with sparse matrices are recorded"
    if is_container(value):
        return "; write it as the first operand, or call NumPy's function, such as np.multiply(tensor, ...)"
    return "; convert it with derivata.tensor(np.asarray(...))" if hasattr(value, "__array__") else ""


def operand_tuple(op: str, names: tuple[str, ...], *values: Any) -> tuple[Tensor, ...]:
    """Return tensors for arguments that share a dtype; None stays None where the name ends in a question mark."""
    if isinstance(values[0], Tensor) and (tensors := _beside(op, names, values)) is not None:
        return tensors
    arrays = (Tensor, np.ndarray, Table)
    known = [(name, v) for name, v in zip(names, values, strict=True) if isinstance(v, arrays)]
    like = result_dtype([operand(op, name.rstrip("?"), v) for name, v in known]) if known else None
    operands = []
    for name, value in zip(names, values, strict=True):
        absent = value is None and name.endswith("?")
        operands.append(None if absent else operand(op, name.rstrip("?"), value, like))
    return tuple(operands)  # type: ignore[arg-type]


def _beside(op: str, names: tuple[str, ...], values: tuple[Any, ...]) -> tuple[Tensor, ...] | None:
    """Return tensors for a tensor and, behind it, others of its dtype and Python numbers; else None."""
    operands: list[Any] = []
    dtype = values[0].dtype
    for value in values:
        kind = value.__class__
        if kind is float or kind is int:
            operands.append(constant(op, names[len(operands)], value, dtype))
        elif (
            value.dtype is dtype
            if isinstance(value, Tensor)
            else kind is NoneType and names[len(operands)][-1] == "?"
        ):
            operands.append(value)
        else:
            return None
    return tuple(operands)


def operand_pair(op: str, names: tuple[str, str], first: Any, second: Any) -> tuple[Tensor, Tensor]:
    """Return tensors for two operands of different classes, fast for a tensor and a Python number."""
    kind = second.__class__
    if kind is float or kind is int:
        if isinstance(first, Tensor):
            kept = _constants.get((second, first._dtype))
            return first, constant(op, names[1], second, first._dtype) if kept is None else kept
    elif isinstance(second, Tensor):
        kind = first.__class__
        if kind is float or kind is int:
            kept = _constants.get((first, second.dtype))
            return constant(op, names[0], first, second.dtype) if kept is None else kept, second
        if isinstance(first, Tensor):
            return first, second.beside_dense(op) if second.is_sparse else second  # type: ignore[attr-defined]
    return operand_tuple(op, names, first, second)  # type: ignore[return-value]


_constants: dict[tuple[float, DType] | tuple[float, DType, str], Tensor] = {}
_KEPT = (np.dtype(np.float32), np.dtype(np.float64))


def constant(op: str, argument: str, value: float, dtype: DType) -> Tensor:
    """Return a 0-d tensor for a Python number beside a tensor; those of floating dtypes are kept for the next time."""
    tensor = _constants.get((value, dtype))
    return _new_constant(op, argument, value, dtype) if tensor is None else tensor


def _new_constant(op: str, argument: str, value: float, dtype: DType) -> Tensor:
    """Return a constant that is not kept yet, or a zero: 0.0 and -0.0 are equal, so these have other keys."""
    key = (value, dtype) if value else (copysign(1.0, value), dtype, "zero")
    tensor = None if value else _constants.get(key)
    if tensor is None:
        tensor = wrap(_number(op, argument.rstrip("?"), value, dtype))
        if dtype in _KEPT:
            if len(_constants) >= 512:
                _constants.clear()
            tensor._array.flags.writeable = False
            _constants[key] = tensor
    return tensor


def operand_list(op: str, argument: str, values: Any) -> Any:
    """Return the list of the tensors of a list argument."""
    if values.__class__ is list or values.__class__ is tuple:
        for value in values:
            if value.__class__ is not Tensor:
                break
        else:
            return [*values]
    if isinstance(values, Tensor | np.ndarray | str) or not isinstance(values, Iterable):
        raise TypeError(
            f"{op}: argument {argument!r} must be a tuple or list of Tensors, not {type(values).__name__}"
        )
    return [operand(op, f"{argument}[{index}]", value) for index, value in enumerate(values)]


def _number(op: str, argument: str, value: Any, like: DType | None) -> Array:
    if isinstance(value, np.generic):
        value = value.item()
    dtype = scalar_dtype(value) if like is None else _with_number(like, value)
    try:
        return np.asarray(value, dtype)
    except OverflowError:
        raise OverflowError(
            f"{op.lstrip('_')}: argument {argument!r} = {shown(value)} does not fit {dtype};"
            " convert the tensor to a wider dtype first"
        ) from None


def _with_number(dtype: DType, value: complex) -> DType:
    own = scalar_dtype(value)
    if CATEGORY[own.kind] <= CATEGORY[dtype.kind]:
        return dtype
    if own.kind == "c":
        return np.promote_types(dtype, np.complex64) if dtype.kind == "f" else default_complex()
    return get_default_dtype() if own.kind == "f" else int64


def result_dtype(tensors: Iterable[Tensor]) -> DType:
    """Return the common dtype of tensors: dimensioned ones decide, 0-d ones can only raise the category."""
    dimensioned: DType | None = None
    scalars: DType | None = None
    for tensor in tensors:
        if tensor.shape:
            dimensioned = tensor.dtype if dimensioned is None else promote_dtypes(dimensioned, tensor.dtype)
        else:
            scalars = tensor.dtype if scalars is None else promote_dtypes(scalars, tensor.dtype)
    if dimensioned is None or scalars is None:
        return dimensioned or scalars or bool_
    if CATEGORY[scalars.kind] <= CATEGORY[dimensioned.kind]:
        return dimensioned
    if dimensioned.kind == "f":  # and complex scalars: the precision stays that of the dimensioned tensor
        return complex_dtype(dimensioned)
    return promote_dtypes(dimensioned, scalars)


def promote(*tensors: Tensor | None) -> tuple[Array, ...]:
    """Return the arrays of tensors in their common dtype; None stays None."""
    dtype = result_dtype([tensor for tensor in tensors if tensor is not None])
    return tuple([None if t is None else t._array.astype(dtype, copy=False) for t in tensors])  # type: ignore[misc]


def beside_number(array: Array, number: complex) -> Array:
    """Return an array in the dtype that it has together with a Python number."""
    if isinstance(number, NUMBERS):
        return array.astype(_with_number(array.dtype, number), copy=False)
    return array


def to_floating(array: Array) -> Array:
    """Return integers as the default floating dtype, anything else as it is."""
    return array.astype(get_default_dtype()) if array.dtype.kind in "biu" else array
