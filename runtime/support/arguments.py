"""Arguments that are no tensors, in canonical form, those that came by another name, and choosing an overload."""

from derivata.arrays.dtypes import as_dtype as as_dtype

from ..arguments import as_bool as as_bool
from ..arguments import as_float as as_float
from ..arguments import as_int as as_int
from ..arguments import as_ints as as_ints
from ..arguments import as_number as as_number
from ..arguments import as_optional_ints as as_optional_ints
from ..arguments import as_text as as_text
from ..arguments import gathered as gathered
from ..arguments import plain_index as plain_index
from ..arguments import variadic as variadic
from ..other_names import by_other_name as by_other_name
from ..other_names import refuse_missing as refuse_missing
from ..overloads import INT as INT
from ..overloads import INTS as INTS
from ..overloads import OPERANDS as OPERANDS
from ..overloads import STRING as STRING
from ..overloads import TENSOR as TENSOR
from ..overloads import call_overload as call_overload
from ..overloads import fits as fits
from ..promotion import NUMBERS as NUMBERS

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
