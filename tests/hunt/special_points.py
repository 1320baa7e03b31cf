"""Elementwise ops at zeros, subnormals, huge numbers, infinities, NaN and kinks; where they differ from PyTorch's."""

from collections.abc import Callable
from typing import Any

import numpy as np

from derivata.autograd.gradchecks import DERIVATA
from derivata.generated.checks import CASES
from derivata.testing import OpCase
from derivata.testing.op_call import Call, Op

Array = Any


def nan(self: Array, *_: Array) -> Array:
    return np.isnan(self)


def huge(*arrays: Array) -> Array:
    return np.max(np.abs(arrays), axis=0) >= 1e100


def overflows(self: Array, other: Array) -> Array:
    with np.errstate(all="ignore"):
        return ~np.isfinite(self / other)


NAN_STAYS = "derivata keeps a NaN, as NumPy and the array API standard do; PyTorch makes a number of it"
ROUNDING = "PyTorch rounds, and overflows, in another order"

INTENDED: dict[str, tuple[str, Callable[..., Array]]] = {
    "abs": (NAN_STAYS, nan),
    "sgn": (NAN_STAYS, nan),
    "sign": (NAN_STAYS, nan),
    "heaviside": (NAN_STAYS, nan),
    "elu": (NAN_STAYS, nan),
    "selu": (NAN_STAYS, nan),
    "celu": (NAN_STAYS, nan),
    "hardswish": (NAN_STAYS, nan),
    "add": (ROUNDING, huge),
    "sub": (ROUNDING, huge),
    "rsub": (ROUNDING, huge),
    "lerp": (ROUNDING, huge),
    "addcmul": (ROUNDING, huge),
    "addcdiv": ("PyTorch squares the divisor first", lambda s, t1, t2: huge(t2) | (np.abs(t2) <= 1e-5)),
    "remainder": ("PyTorch's is NaN where the quotient overflows", overflows),
    "fmod": ("PyTorch's is NaN where the quotient overflows", overflows),
    "logit": ("derivata's gradient at -0 is the one at 0", lambda s: s == 0),
    "copysign": ("PyTorch divides the result by the argument", lambda s, o: np.isinf(s)),
    "ldexp": (
        "PyTorch's power of two overflows where the result does not",
        lambda s, o: (np.abs(o) > 1000) | np.isinf(s),
    ),
    "hypot": ("derivata's gradient at the origin is 0, as that of abs", lambda s, o: (s == 0) & (o == 0)),
    "acosh": ("derivata's gradient is NaN where the value is", lambda s: s <= -1),
    "igamma": (
        "PyTorch's is 0 next to 0 and forgets NaN, the gradients lose digits far out",
        lambda s, o: ~((s >= 1e-300) & (s < 1e4)),
    ),
    "igammac": (
        "PyTorch's is 0 next to 0 and forgets NaN, the gradients lose digits far out",
        lambda s, o: ~((s >= 1e-300) & (s < 1e4)),
    ),
    "i0": ("PyTorch's is NaN at infinity", np.isinf),
    "i1": (
        "PyTorch's gradient is NaN where the value overflows, and a number at NaN",
        lambda s: ~(np.abs(s) < 1e3),
    ),
    "i1e": (NAN_STAYS, nan),
    "airy_ai": ("far out the phase is lost: derivata says NaN", lambda x: (x <= -1e100) | (x == np.inf)),
    **{
        f"{scaled}modified_bessel_k{order}": (
            "PyTorch halves the smallest number for its logarithm, which is 0",
            lambda s: (s > 0) & (s < 1e-323),
        )
        for scaled in ("", "scaled_")
        for order in (0, 1)
    },
    "digamma": ("PyTorch's gradient is a number at the poles", lambda s: (s < 0) & (s == np.rint(s))),
    "erfcx": ("PyTorch's gradient cancels, or overflows", lambda s: s >= 1e4),
    "log_ndtr": ("PyTorch's gradient loses digits, or overflows", lambda s: s <= -1e4),
    "zeta": (
        "PyTorch's cancels below 0, and is NaN far out",
        lambda s, q: (q < 0) | (q >= 1e100) | (s >= 1e100),
    ),
    "sinc": ("PyTorch's gradient cancels near 0", lambda s: np.abs(s) < 1e-3),
}
"""Where values or gradients may differ from PyTorch's, and why they do."""

LOOSE = {
    "digamma": 1e-9,  # PyTorch's second derivative of lgamma has 10 digits
    "hardsigmoid": 1e-7,  # PyTorch computes with 1 / 6 rounded to single precision
    # PyTorch's have 8 digits
    **dict.fromkeys(["bessel_j0", "bessel_j1", "bessel_y0", "bessel_y1", "airy_ai"], 1e-7),
}
VALUES_ONLY = {  # PyTorch has no gradient
    *("floor_divide", "heaviside", "airy_ai", "spherical_bessel_j0"),
    *(f"bessel_{name}" for name in ("j0", "j1", "y0", "y1")),
    *(f"{scaled}modified_bessel_k{order}" for scaled in ("", "scaled_") for order in (0, 1)),
}
WITHOUT = (  # PyTorch takes a single number as value; integers; not in PyTorch
    "masked_fill",
    "gcd",
    "lcm",
    "betainc",
)

INFO = np.finfo(np.float64)
SIZES = [0.0, 5e-324, INFO.tiny, 1e-5, 0.25, 0.5, 1.0, 1.5, 3.0, 20.0, 1e4, 1e100, INFO.max, np.inf]
ELEMENTWISE = [
    case
    for case in CASES
    if case.elementwise
    and not case.op.startswith(("_", "bitwise_"))
    and "_polynomial_" not in case.op  # degrees are whole numbers, and not huge
    and case.op not in WITHOUT
]


def special_calls(case: OpCase) -> list[Call]:
    """Return calls with every combination of special values."""
    op = Op(case, DERIVATA)
    kinks = [float(v) for kink in case.kinks for name, v in kink["at"].items() if name in case.tensors]
    special = np.array([*SIZES, *[-size for size in SIZES], *kinks, np.nan])
    return [special_call(op.call(op.with_shapes(sample, [(1,)])), special) for sample in op.samples()]


def special_call(call: Call, special: Array) -> Call:
    arrays = {name: value for name, value in call.values.items() if isinstance(value, np.ndarray)}
    floating = [name for name, value in arrays.items() if value.dtype.kind == "f"]
    grids = np.meshgrid(*[special] * len(floating), indexing="ij")
    tiled = {name: grid.reshape(-1) for name, grid in zip(floating, grids, strict=True)}
    count = special.size ** len(floating)
    rest = {name: np.resize(value, count) for name, value in arrays.items() if name not in tiled}
    return Call(call.op, {**call.values, **rest, **tiled}, "special values")


def intended(call: Call) -> Array:
    """Tell at which points the table permits a difference."""
    _, predicate = INTENDED.get(call.op.case.op, ("", lambda first, *_: np.zeros(first.shape, bool)))
    return predicate(*[value for value in call.values.values() if isinstance(value, np.ndarray)])
