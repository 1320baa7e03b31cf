"""The closed vocabulary of the spec language: keys, words, operators and the names nobody may take."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

SCHEMA_VERSION = 1

MIGRATIONS: Mapping[int, str] = MappingProxyType({})
"""What a spec of an older version of the language needs before it is one of the next version."""

ROOT_KEYS = ("schema_version", "uses", "functions", "ops")

FAMILY_KEYS = ("family",)

LIBRARIES = ("np", "numpy", "scipy.special", "special", "torch", "math", "jnp")
"""What functions of other libraries are called by, where an op is meant."""

ENTRY_KEYS = (
    "name",
    "doc",
    "forward",
    "composite",
    "let",
    "result",
    "output_differentiability",
    "variants",
    "namespace",
    "dtypes",
    "surrogate",
    "kinks",
    "samples",
    "alias",
    "wrapper",
    "batch",
    "row_loop",
    "numpy",
)
"""Keys of an entry besides its argument names and output names."""

BATCH_WORDS = (
    *(
        "elementwise",
        "repeated",
        "front",
        "first",
        "matrices",
        "reduced",
        "last",
        "flat",
        "whole",
        "rows",
        "random",
        "loop",
        "composite",
        "dynamic",
    ),
    *("view", "expand", "repeat", "sum_to", "permute", "reverse", "squeeze", "copy", "strided"),
    *("matmul", "vdot", "outer", "linear", "added", "einsum", "trace"),
    *(
        "get",
        "put",
        "take",
        "select_rows",
        "write_rows",
        "embedding",
        "one_hot",
        "search",
        "masked_scores",
        "chosen",
    ),
    *("index_backward", "take_backward", "embedding_backward", "convolution_input", "convolution_weight"),
    *("put_places", "masked_scatter", "pairs"),
    *("loss", "reduce", "classes", "layer", "group", "batch", "convolution", "images", "merged", "recurrent"),
)
"""How an op takes many samples at once: the rules of `derivata/batching/rules`."""

ROW_KINDS = ("row", "number", "class", "vector", "total", "unused_number", "unused_total")
"""What loops over rows take and give: a row, a number or a class for each row, a row for all, the sum over all rows."""

NUMPY_MODULES: Mapping[str, str] = MappingProxyType(
    {"": "numpy", "linalg": "numpy.linalg", "fft": "numpy.fft", "special": "scipy.special"}
)
"""Where the functions under `numpy` are, by what stands before their names."""

DTYPE_WORDS = ("any", "real", "floating")

DERIVATIVE_WORDS = ("auto", "zero", "non_differentiable", "not_implemented")

TANGENT_WORDS = ("auto_linear", "auto_bilinear", "auto_element_wise", "not_implemented")

BINARY_OPERATORS = (
    "+",
    "-",
    "*",
    "/",
    "//",
    "%",
    "**",
    "@",
    "&",
    "|",
    "^",
    "<<",
    ">>",
    "<",
    "<=",
    ">",
    ">=",
    "==",
    "!=",
)

OPERATORS: Mapping[str, int] = MappingProxyType(
    dict.fromkeys(BINARY_OPERATORS, 2) | {"~": 1, "neg": 1, "pos": 1, "abs": 1, "[]": 2}
)
"""Operators that `variants` may define, with their number of operands."""

STATIC_ATTRIBUTES = ("shape", "ndim", "dtype", "needs_grad")

ATTRIBUTES = (*STATIC_ATTRIBUTES, "mT", "mH")

BUILTINS: Mapping[str, tuple[int, int]] = MappingProxyType({"len": (1, 1), "range": (1, 3), "zip": (2, 8)})
"""Python functions usable in formulas, with the number of arguments they take."""

FORMULA_WORDS = frozenset({"functions", "grad", "grads", "np", "tangent", "primal"})
"""Words with a meaning of their own in formulas or in the generated code."""

RESERVED_NAMES = frozenset(
    {
        *ENTRY_KEYS,
        *DERIVATIVE_WORDS,
        *TANGENT_WORDS,
        *FORMULA_WORDS,
        *BUILTINS,
        "family",
        "isinstance",
        "tuple",
    }
)
"""Names that no argument, output or `let` value may have (an output may be called `result`)."""

RESERVED_OPS = frozenset({*FORMULA_WORDS, *BUILTINS, "result", "isinstance", "tuple"})
"""Names that no op and no alias may have."""
