"""Operands that are not tensors yet, of different dtypes or shapes, or that an op has no numbers for."""

from ..converted_calls import FLOATING as FLOATING
from ..converted_calls import in_common as in_common
from ..converted_calls import in_one_shape as in_one_shape
from ..converted_calls import in_single as in_single
from ..converted_calls import is_half as is_half
from ..operand_checks import as_mask as as_mask
from ..operand_checks import cast_result as cast_result
from ..operand_checks import check_floating as check_floating
from ..operand_checks import check_real as check_real
from ..operand_checks import copy_if_aliased as copy_if_aliased
from ..operand_checks import metadata_differs as metadata_differs
from ..operand_checks import real_floating as real_floating
from ..operand_checks import refuse_complex as refuse_complex
from ..plain_numbers import array_of_number as array_of_number
from ..plain_numbers import number_of as number_of
from ..plain_numbers import tensor_of_number as tensor_of_number
from ..promotion import beside_number as beside_number
from ..promotion import operand_list as operand_list
from ..promotion import operand_or_number as operand_or_number
from ..promotion import operand_tuple as operand_tuple
from ..promotion import promote as promote
from ..promotion import result_dtype as result_dtype
from ..promotion import to_floating as to_floating

__all__ = [
    "FLOATING",
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
