"""Arguments that are no tensors, in canonical form, those that came by another name, and choosing an overload."""

from derivata.arrays.dtypes import as_dtype

from ..operands.arguments import (
    as_bool,
    as_float,
    as_int,
    as_ints,
    as_number,
    as_optional_ints,
    as_text,
    gathered,
    plain_index,
    variadic,
)
from ..operands.overloads import INT, INTS, OPERANDS, STRING, TENSOR, call_overload, fits
from ..operands.promotion import NUMBERS
from ..other_names import by_other_name, refuse_missing

__all__ = [
    "INT",
    "INTS",
    "NUMBERS",
    "OPERANDS",
    "STRING",
    "TENSOR",
    "as_bool",
    "as_dtype",
    "as_float",
    "as_int",
    "as_ints",
    "as_number",
    "as_optional_ints",
    "as_text",
    "by_other_name",
    "call_overload",
    "fits",
    "gathered",
    "plain_index",
    "refuse_missing",
    "variadic",
]
