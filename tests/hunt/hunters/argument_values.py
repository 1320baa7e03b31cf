"""Arguments that are no tensors, one at a time with an allowed or odd value, against PyTorch: numbers, dtypes, shapes.

Dimensions from both ends and beyond, numbers of NumPy, booleans and None for numbers, numbers for booleans, lists and
tuples, dtypes. What PyTorch refuses may be accepted, and what it takes by accident refused: `REFUSED` says why.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from derivata.autograd.gradchecks import DERIVATA
from derivata.testing.op_call import Call, Op

from ..drawn_calls import program
from ..finding import Finding
from ..torch_ops import parity, shared_cases

NEEDS_TORCH = True

NAN, INF = float("nan"), float("inf")
INTS = [0, 1, -1, 2, -2, 3, -9, None, np.int64(1)]
NUMBERS = [0, 1, -1, 0.5, 2.5, None, np.float32(0.5), np.float64(0.5), np.int64(1), NAN, INF]
DTYPES = [np.dtype(name) for name in ("float64", "float32", "int64", "int8", "uint8", "bool")]
SEQUENCES = [None, (), [], [0], (-1,), [0, 1], (1, 0), [-1, 0], [1, 1], [2, 2], [0, 1, 2], [np.int64(1)], [6]]
VALUES: dict[str, list[Any]] = {
    "int": INTS,
    "float": NUMBERS,
    "Scalar": NUMBERS,
    "bool": [True, False],
    "dtype": DTYPES,
    "str": ["mean", "sum", "none", "linear", "floor", "trunc"],
    **dict.fromkeys(("int[]", "int[2]", "int[1]", "int[*]"), SEQUENCES),
}
RANDOM = (
    "alpha_dropout",
    "feature_",
    "dropout",
    "rrelu",
    "bernoulli",
    "normal",
    "uniform_",
    "random_",
    "cauchy_",
)
RANDOM += ("exponential_", "geometric_", "log_normal_", "multinomial", "poisson")


def not_finite(value: Any) -> bool:
    return isinstance(value, float) and not np.isfinite(value)


def always(value: Any) -> bool:
    return True


PRODUCT = "PyTorch multiplies in another order, or not at all where there is nothing"
PLACES = "PyTorch's function has other arguments at these places"
INTENDED: dict[tuple[str, str], tuple[Callable[[Any], bool], str]] = {
    ("logit", "eps"): (lambda v: v is not None and not v < 0.5, "limits in the wrong order are no limits"),
    **{
        (op, "correction"): (not_finite, "what is divided by NaN is NaN")
        for op in ("var", "std", "var_mean", "std_mean")
    },
    ("vector_norm", "ord"): (not_finite, "a norm of order NaN is NaN"),
    ("norm", "p"): (not_finite, "a norm of order NaN is NaN"),
    ("dist", "p"): (not_finite, "a norm of order NaN is NaN"),
    **{
        (op, name): (not_finite, PRODUCT)
        for op in ("addmm", "addmv", "addbmm", "baddbmm", "addr", "cumulative_trapezoid", "trapezoid")
        for name in ("alpha", "beta", "dx")
    },
    **{(op, "dtype"): (always, PLACES) for op in ("softmax", "log_softmax", "softmin")},
    **{
        (op, "dim"): (lambda v: v is None, "no dimension is guessed")
        for op in ("softmax", "log_softmax", "softmin")
    },
    **{
        (op, "indices"): (always, PLACES)
        for op in ("tensor_split.indices", "hsplit.indices", "vsplit.indices")
    },
    ("dsplit.indices", "indices"): (always, PLACES),
    ("scaled_dot_product_attention", "dropout_p"): (always, "random"),
    ("multi_margin_loss", "margin"): (not_finite, "a comparison with NaN is false"),
}
"""Arguments with values for which results differ, or are refused, and why."""

REFUSED: dict[tuple[str, str], str] = {
    ("take_along_dim", "dim"): "PyTorch does not check indices that are broadcast",
    ("as_strided_scatter", "stride"): "places that overlap",
    ("svdvals", "driver"): "PyTorch does not check it for empty matrices",
    ("sort", "stable"): "None is no truth value",
    ("to", "dtype"): "None is no dtype",
    ("multi_margin_loss", "p"): "1.0 is no integer",
    **{(op, "dim"): "PyTorch checks no dimension of empty tensors" for op in ("cummax", "cummin", "diff")},
    **{(op, "sections"): PLACES for op in ("tensor_split", "hsplit", "vsplit", "dsplit")},
    ("conv_tbc", "pad"): "a padding is not negative",
    ("istft", "length"): "a length is not negative",
    **{
        (f"max_unpool{dims}d", name): "PyTorch takes images without elements, and numbers that are too many"
        for dims in (1, 2, 3)
        for name in ("kernel_size", "stride", "padding")
    },
    **{
        (
            op,
            "label_smoothing",
        ): "PyTorch does not check it beside probabilities, nor with the product in one step"
        for op in ("cross_entropy", "linear_cross_entropy")
    },
    ("scaled_dot_product_attention", "dropout_p"): "PyTorch does not check it",
    **{
        (op, f"{name}_mode"): "PyTorch does not check it"
        for op in ("grid_sampler", "grid_sampler_2d", "grid_sampler_3d")
        for name in ("interpolation", "padding")
    },
}
"""Arguments whose values are refused where PyTorch is not so careful, and why."""


def attempt(seed: int) -> Finding | None:
    """Try one value for one argument."""
    random = np.random.default_rng(seed)
    case = shared_cases()[random.integers(len(shared_cases()))]
    names = [(name, kind.rstrip("?")) for name, kind in case.arguments if kind.rstrip("?") in VALUES]
    if not names or case.op.startswith(RANDOM):
        return None
    op = Op(case, DERIVATA)
    samples = op.samples()
    call = op.call(samples[random.integers(len(samples))], [np.float32, np.float64][random.integers(2)])
    name, kind = names[random.integers(len(names))]
    value = VALUES[kind][random.integers(len(VALUES[kind]))]
    call = replace(call, values={**call.values, name: value}, label="another value")
    wanted, got = outcome(parity().call(call)), outcome(call)
    differs, _ = INTENDED.get((case.op, name), (lambda _: False, ""))
    if isinstance(wanted, Exception) or differs(value):
        return None  # derivata may do what PyTorch does not
    what = f"{case.op} with {name}={value!r}"
    if isinstance(got, Exception):
        if (case.op, name) in REFUSED or isinstance(got, NotImplementedError):
            return None
        return Finding(f"{what}: refused, but not by PyTorch: {got}", program(call))
    for a, b in zip(got, wanted, strict=False):
        if a.dtype != b.dtype or a.shape != b.shape:
            return Finding(
                f"{what}: got {a.dtype} of shape {a.shape}, PyTorch {b.dtype} of {b.shape}", program(call)
            )
        if a.size and not np.allclose(a, b, 1e-4, 1e-5, equal_nan=True):
            return Finding(f"{what}: got {a.reshape(-1)[:3]}, PyTorch {b.reshape(-1)[:3]}", program(call))
    return None


def outcome(call: Call) -> list[Any] | Exception:
    """Return the arrays that a call gives, or its error."""
    library = call.op.library
    try:
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            return [
                library.array(output) for output in call.outputs(*constants(call)) if hasattr(output, "shape")
            ]
    except Exception as error:  # whichever; PyTorch divides by zero and asserts, too
        return error


def constants(call: Call) -> list[Any]:
    """Return tensors of the call's library that need no gradient."""
    return [call.op.library.tensor(array.copy()) for array in call.arrays()]
