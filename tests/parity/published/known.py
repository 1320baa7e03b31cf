"""Where derivata differs from PyTorch in the published samples, and why: the one table of such differences."""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import NamedTuple

from .comparison import Difference


class Known(NamedTuple):
    """Patterns for an OpInfo's name, for aspect/dtype, and a part of the text that says what differs."""

    op: str
    where: str = "*"
    text: str = ""

    def explains(self, op: str, difference: Difference) -> bool:
        """Tell whether a difference is this one."""
        where = f"{difference.aspect}/{difference.dtype}"
        return fnmatchcase(op, self.op) and fnmatchcase(where, self.where) and self.text in difference.text


RANDOM = {
    *["bernoulli", "multinomial", "normal", "normal.in_place", "normal.number_mean", "rand_like", "randint"],
    *["randint_like", "randn", "randn_like", "nn.functional.rrelu"],
    *[f"nn.functional.{name}" for name in ("dropout", "dropout2d", "dropout3d", "alpha_dropout")],
    *[f"nn.functional.feature_alpha_dropout.{name}_train" for name in ("with", "without")],
    "nn.functional.scaled_dot_product_attention",  # has a dropout
    *["empty", "empty_like", "new_empty"],
}
"""Ops whose numbers are drawn, or whatever was in memory: shapes and dtypes are compared, numbers are not."""

LOOSE = {
    "cov": 1e-6,  # PyTorch's samples have weights of single precision, and it multiplies by them first
    "nn.functional.hardsigmoid": 1e-7,  # PyTorch rounds 1 / 6 to single precision
    "add*m*": 1e-7,  # PyTorch rounds beta and alpha to single precision in the gradients
    "baddbmm": 1e-7,
    "polygamma.*": 5e-5,  # in float32, which PyTorch computes in, and NumPy's forms in float64
    "special.polygamma.*": 5e-5,
    "special.bessel_*": 1e-6,  # PyTorch's have six digits near a zero
    "special.airy_ai": 1e-7,
}
"""Tolerances where PyTorch's numbers have fewer digits, by pattern of name."""

KNOWN: dict[str, list[Known]] = {
    "edges of bins have to be sorted, as NumPy has it": [
        Known("histogramdd", "values/*", "monotonically increasing")
    ],
    "there is one device: what lies on others cannot be converted": [
        Known("gradient", "errors/*", "meta device")
    ],
    "equal elements may be in any order": [
        Known("argsort", "values/bool"),
        Known("sort", "values/bool", "result 1"),
        Known("kthvalue", "values/int64", "result 1"),
        Known("mode", "values/*", "result 1"),
        Known("topk", "values/int64", "result 1"),
    ],
    "numbers and fractions make integers and booleans wider, as NumPy's do": [
        Known("addr", "values/bool", "dtype int64 instead of bool"),
        Known("nn.functional.hardtanh", "values/int64", "dtype float32"),
        Known("masked_fill", "values/bool", "dtype int64 instead of bool"),
        Known("masked_fill", "errors/*", "without overflow"),
    ],
    "a mean is no integer": [
        Known("nn.functional.avg_pool2d", "values/int64", "floating-point dtype"),
        Known("nn.functional.local_response_norm", "values/int64", "floating-point"),
    ],
    "`out=` of functions in nn.functional is not in PyTorch's documentation": [
        *[
            Known(f"nn.functional.{name}", "out/*", "'out'")
            for name in ("avg_pool2d", "gelu", "hardshrink", "linear", "logsigmoid", "softplus", "softshrink")
        ],
    ],
    "the value of masked_fill broadcasts, as that of where": [
        Known("masked_fill", "errors/*", "0-dimensional")
    ],
    "there is one device": [Known("to", "values/*", "positional arguments")],
    "batch_norm needs a dimension of channels": [
        Known("nn.functional.batch_norm", "values/*", "got shape (0,)")
    ],
    "an imaginary part is not dropped in silence": [
        Known("softmax.with_dtype", "values/complex128", "not defined for complex"),
        Known("log_softmax.with_dtype", "values/complex128", "not defined for complex"),
        Known("nn.functional.softmin.with_dtype", "values/complex128", "not defined for complex"),
    ],
    "as_strided lays out a tensor's own block of memory, not a larger one that it is cut from": [
        Known("as_strided", "*/float64"),
        Known("as_strided.partial_views"),
    ],
    "the gradient of ctc_loss is that of its argument; PyTorch's is that of what log_softmax got": [
        Known("nn.functional.ctc_loss"),
    ],
    "as_strided_scatter writes into a contiguous copy; PyTorch's gradient of self is that of the places it replaced": [
        Known("as_strided_scatter"),
    ],
    "PyTorch adds a small number to a denominator of the tangent": [Known("logcumsumexp", "tangents/*")],
    "an in-place op does not change the shape of self": [
        Known("addbmm", "inplace/*", "cannot broadcast self")
    ],
    "a sum over nothing is the tensor itself": [Known("sum_to_size", "values/bool", "dtype bool")],
    "a bool tensor where an int is expected is a TypeError": [
        Known("narrow", "errors/*", "must be int, not")
    ],
    "an unsupported dtype is a TypeError": [Known("neg", "errors/*", "TypeError")],
    "a dimension out of range is an IndexError": [Known("narrow_copy", "errors/*", "IndexError")],
    "NumPy's arrays have at most 64 dimensions too, and NumPy says so": [
        Known("am[ai][xn]*", "errors/*", "number of dimensions"),
    ],
    "convolutions of complex numbers are not there": [
        Known("nn.functional.conv*", "values/complex128", "not defined for complex"),
    ],
    "singular values are not there": [Known("norm.nuc", "values/*", "'nuc'")],
    "a negative power of an integer is no integer": [Known("__rpow__", "values/int64", "not defined for")],
    "to join nothing is a RuntimeError, as in stack": [Known("cat", "errors/*", "non-empty list")],
    "PyTorch's documentation has no `unbiased` in the place of `dim`": [
        *[
            Known(f"{name}.unbiased", "values/*", "argument 'dim'")
            for name in ("var", "std", "var_mean", "std_mean")
        ],
    ],
}
"""The differences by their reason."""


def tolerance(op: str) -> float:
    """Return the relative tolerance for float64."""
    return max([1e-9, *(value for pattern, value in LOOSE.items() if fnmatchcase(op, pattern))])


def entries(op: str) -> list[Known]:
    """Return the entries for an op."""
    return [entry for group in KNOWN.values() for entry in group if fnmatchcase(op, entry.op)]


def entry(op: str, difference: Difference) -> Known | None:
    """Return the entry that explains a difference, or None."""
    return next((entry for entry in entries(op) if entry.explains(op, difference)), None)
