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
    always: bool = True  # in PyTorch's own draw of the samples, too

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
    *[f"nn.functional.fractional_max_pool{dims}d" for dims in (2, 3)],
    *["empty", "empty_like", "new_empty", "empty_strided", "empty_permuted", "new_empty_strided"],
    *["cauchy", "exponential", "geometric", "log_normal", "uniform"],
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
    "*_lowrank": 1e-6,  # each library draws numbers of its own
    "linalg.householder_product": 1e-6,  # reflections that are none are ill-conditioned
}
"""Tolerances where PyTorch's numbers have fewer digits, by pattern of name."""

LOOSE_DRAWN = {
    "cov": 1e-4,  # weights of single precision, as above
    "*_lowrank": 1e-4,  # second derivatives of three products in a row; ours are the slopes
    "special.airy_ai": 1e-3,  # PyTorch errs by 3e-6 about -2.1, near a zero
    "nn.functional.binary_cross_entropy": 1e-8,  # PyTorch adds 1e-12 to denominators of its gradient
}
"""The same for samples drawn anew, some of which are nearer to where digits are lost."""

ANY_ORDER = "equal elements may be in any order"
GROWS = "PyTorch's addbmm_ gives self another shape, which its own tests expect all in-place ops to refuse"

KNOWN: dict[str, list[Known]] = {
    "there is one device: what lies on others cannot be converted": [
        Known("gradient", "errors/*", "meta device")
    ],
    ANY_ORDER: [
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
        Known("nn.functional.avg_pool?d", "values/int64", "floating-point dtype"),
        Known("nn.functional.local_response_norm", "values/int64", "floating-point"),
    ],
    "`out=` of functions in nn.functional is not in PyTorch's documentation": [
        *[
            Known(f"nn.functional.{name}", "out/*", "'out'")
            for name in (
                "avg_pool2d",
                "avg_pool3d",
                "gelu",
                "hardshrink",
                "linear",
                "logsigmoid",
                "softplus",
                "softshrink",
            )
        ],
    ],
    "`out=` of native_batch_norm, a name for compilers": [Known("native_batch_norm", "out/*", "'out'")],
    "complex numbers lie in no interval": [Known("uniform", "values/complex128", "complex numbers")],
    "the value of masked_fill broadcasts, as that of where": [
        Known("masked_fill", "errors/*", "0-dimensional")
    ],
    "what is written into several tensors is returned; PyTorch returns None": [
        *[Known(name, "out/*", "True instead of False") for name in ("split_with_sizes_copy", "unbind_copy")],
    ],
    "PyTorch's gradient of ctc_loss is that of what log_softmax got, not of its argument": [
        Known("nn.functional.ctc_loss"),
    ],
    "PyTorch's gradient of self is that of the places that as_strided_scatter replaced": [
        Known("as_strided_scatter", "gradients/*"),
        Known("as_strided_scatter", "double/*"),
    ],
    "PyTorch gives zeros for the second derivatives of a loss that is cut": [
        Known("nn.functional.linear_cross_entropy.chunked", "double/*", "instead of 0.0"),
    ],
    "PyTorch adds a small number to a denominator of the tangent": [Known("logcumsumexp", "tangents/*")],
    "PyTorch's second derivatives of infinite covariances, which have none, are partly infinite": [
        Known("cov", "double/*", "nan instead of", always=False)
    ],
    GROWS: [Known("addbmm", "inplace/*", "cannot broadcast self")],
    "a sum over nothing is the tensor itself": [Known("sum_to_size", "values/bool", "dtype bool")],
    "a bool tensor where an int is expected is a TypeError": [
        Known("narrow", "errors/*", "must be int, not")
    ],
    "an unsupported dtype is a TypeError": [Known("neg", "errors/*", "TypeError")],
    "a dimension out of range is an IndexError": [Known("narrow_copy", "errors/*", "IndexError")],
    "PyTorch sends gradients to the half of a matrix that is not read, and takes tangents from there": [
        *[
            Known(name, f"{aspect}/*", "result")
            for name in ("cholesky_inverse", "cholesky_solve")
            for aspect in ("gradients", "double", "tangents")
        ],
        Known("triangular_solve", "tangents/*"),
    ],
    "NumPy's arrays have at most 64 dimensions too, and NumPy says so": [
        Known("am[ai][xn]*", "errors/*", "maximum supported dimension"),
    ],
    "PyTorch's sums of 64 products of single precision are twice as far from the exact ones": [
        Known("nn.functional.conv3d", "values/float32", "result 0: ", always=False),  # on some processors
    ],
    "the softmax of scores of several hundreds, rounded to single precision, has two digits in both libraries": [
        Known("nn.functional.multi_head_attention_forward", "*/float32", "result ", always=False),
    ],
    "PyTorch squares matrices of single precision again and again, which leaves few digits": [
        Known("*matrix_exp", "*/float32", "result 0: ", always=False),
    ],
    "PyTorch's second derivatives of norms at 0 are NaN, not 0 as first ones are": [
        Known("linalg.norm.*", "double/*", "instead of (nan"),
        Known("linalg.norm*", "double/*", "instead of nan"),
    ],
    "a negative power of an integer is no integer": [Known("__rpow__", "values/int64", "not defined for")],
    "to join nothing is a RuntimeError, as in stack": [Known("cat", "errors/*", "non-empty list")],
    "a dense tensor has strides, nothing else, and NumPy has no bfloat16": [
        Known("signal.windows.*", "errors/*", "strided tensors only"),
        Known("signal.windows.*", "errors/*", "bfloat16"),
    ],
    "PyTorch leaves `out` of ihfftn as it is if it transforms one dimension": [
        Known("fft.ihfft[2n]", "out/*", "instead of 0j"),
    ],
    "PyTorch's tangents and second derivatives are NaN, not 0, where a mask leaves one of two numbers, or none": [
        Known("masked.logaddexp", "double/*", "0.0 instead of nan"),
        Known("masked.logaddexp", "tangents/*", "0.0 instead of nan"),
    ],
}
"""The differences by their reason, which begins with PyTorch where that is wrong."""


def tolerance(op: str, drawn: bool = False) -> float:
    """Return the relative tolerance for float64, for samples drawn anew or PyTorch's own."""
    loose = LOOSE | LOOSE_DRAWN if drawn else LOOSE
    return max([1e-9, *(value for pattern, value in loose.items() if fnmatchcase(op, pattern))])


def entries(op: str) -> list[Known]:
    """Return the entries for an op."""
    return [entry for group in KNOWN.values() for entry in group if fnmatchcase(op, entry.op)]


def reason(op: str, difference: Difference) -> str | None:
    """Return the reason of a difference, or None."""
    return next((why for why, group in KNOWN.items() if entry(op, difference) in group), None)


def entry(op: str, difference: Difference) -> Known | None:
    """Return the entry that explains a difference, or None."""
    return next((entry for entry in entries(op) if entry.explains(op, difference)), None)
