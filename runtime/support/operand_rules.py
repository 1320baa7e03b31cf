"""Operands that are not tensors yet, of different dtypes or shapes, or that an op has no numbers for."""

from ..operands.checks import (
    as_mask,
    cast_result,
    check_floating,
    check_real,
    copy_if_aliased,
    metadata_differs,
    real_floating,
    refuse_complex,
)
from ..operands.converted_calls import in_common, in_one_shape, in_single, is_half
from ..operands.plain_numbers import array_of_number, number_of, tensor_of_number
from ..operands.promotion import (
    beside_number,
    operand_list,
    operand_or_number,
    operand_tuple,
    promote,
    result_dtype,
    to_floating,
)

__all__ = [
    "array_of_number",
    "as_mask",
    "beside_number",
    "cast_result",
    "check_floating",
    "check_real",
    "copy_if_aliased",
    "in_common",
    "in_one_shape",
    "in_single",
    "is_half",
    "metadata_differs",
    "number_of",
    "operand_list",
    "operand_or_number",
    "operand_tuple",
    "promote",
    "real_floating",
    "refuse_complex",
    "result_dtype",
    "tensor_of_number",
    "to_floating",
]
