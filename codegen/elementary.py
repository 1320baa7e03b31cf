"""The elementary functions of the formula language: their form in NumPy, their result, and what they cost.

Each that is `compiled` has a kernel form of the same name in `arrays/vector_math/elementary.py`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType


class Result(Enum):
    """The dtype of a result, given the common dtype of the arguments."""

    SAME = "same"
    FLOAT = "float"  # integers become floating point
    REAL = "real"  # complex numbers become real
    REAL_FLOAT = "real float"  # both
    BOOL = "bool"


@dataclass(frozen=True, slots=True)
class Elementary:
    """One function.

    `numpy` is where generated code finds it (`np.exp`, or `elementary.erf` of the runtime), `ufunc` the ufunc that the
    runtime's one stands for. `cost` is the time of one element in a compiled loop, in units of an addition; it decides
    from which size on a kernel pays, together with `steps`, the passes that NumPy makes over the array. Functions that
    are not `compiled` have no form in loops: NumPy does the work.
    `real` marks those that are not defined for complex numbers.
    """

    name: str
    arity: int
    numpy: str
    cost: int = 1
    result: Result = Result.SAME
    ufunc: str | None = None
    compiled: bool = True
    real: bool = False
    steps: int = 1

    @property
    def called(self) -> str:
        """The name that generated code calls: NumPy's functions are imported, as `np_exp`; to look them up is slow."""
        return self.numpy.replace("np.", "np_")


def _table() -> Iterator[Elementary]:
    yield Elementary("square", 1, "elementary.square", ufunc="square")
    for name in ("floor", "ceil", "trunc"):
        yield Elementary(name, 1, f"np.{name}", real=True)
    yield Elementary("round", 1, "elementary.round", ufunc="rint", real=True)
    yield Elementary("sign", 1, "elementary.sgn", ufunc="sign", real=True)
    yield Elementary("sgn", 1, "elementary.sgn")
    yield Elementary("conj", 1, "elementary.conj", 0, steps=0)
    yield Elementary("abs", 1, "np.absolute", 1, Result.REAL)
    for name in ("real", "imag"):
        yield Elementary(name, 1, f"elementary.{name}", 1, Result.REAL)
    yield Elementary("angle", 1, "elementary.angle", 1, Result.REAL_FLOAT)
    yield Elementary("reciprocal", 1, "np.reciprocal", 4, Result.FLOAT)
    yield Elementary("sqrt", 1, "np.sqrt", 4, Result.FLOAT)
    yield Elementary("rsqrt", 1, "elementary.rsqrt", 8, Result.FLOAT, steps=2)
    for name in (
        *("exp", "exp2", "expm1", "log", "log1p", "log2", "log10"),
        *("sin", "cos", "tan", "sinh", "cosh", "tanh"),
    ):
        yield Elementary(name, 1, f"np.{name}", 16, Result.FLOAT)
    for name in ("asin", "acos", "atan", "asinh", "acosh", "atanh"):
        yield Elementary(name, 1, f"np.arc{name[1:]}", 24, Result.FLOAT)
    yield Elementary("sigmoid", 1, "elementary.sigmoid", 24, Result.FLOAT, steps=7)
    for name in ("erf", "erfc", "ndtr"):
        yield Elementary(name, 1, f"elementary.{name}", 24, Result.FLOAT, real=True, steps=40)
    yield Elementary("atan2", 2, "np.arctan2", 32, Result.FLOAT, real=True)
    yield Elementary("hypot", 2, "np.hypot", 16, Result.FLOAT, real=True)
    yield Elementary("logaddexp", 2, "elementary.logaddexp", 32, Result.FLOAT)
    yield Elementary("copysign", 2, "np.copysign", 1, Result.FLOAT, real=True)
    yield Elementary("heaviside", 2, "elementary.heaviside", 1, ufunc="heaviside", real=True)
    yield Elementary("nextafter", 2, "np.nextafter", 2, Result.FLOAT, real=True)
    yield Elementary("fmod", 2, "elementary.fmod", 16, ufunc="fmod", real=True)
    yield Elementary("maximum", 2, "np.maximum", real=True)
    yield Elementary("minimum", 2, "np.minimum", real=True)
    yield Elementary("where", 3, "np.where", steps=3)  # it branches
    for name in ("isnan", "isinf", "isfinite", "logical_not"):
        yield Elementary(name, 1, f"np.{name}", 1, Result.BOOL)
    for name in ("logical_and", "logical_or"):
        yield Elementary(name, 2, f"np.{name}", 1, Result.BOOL)
    for name in ("gcd", "lcm", "left_shift", "right_shift"):
        yield Elementary(name, 2, f"np.{name}", 8, compiled=False, real=True)
    yield Elementary("xor", 2, "np.bitwise_xor", compiled=False, real=True)
    yield from _special()


def _special() -> Iterator[Elementary]:
    """Yield the functions of `arrays/special`."""
    modified = [f"{scaled}bessel_i{order}" for scaled in ("", "scaled_") for order in (0, 1, 2)]
    low = [
        f"{kind}{order}"
        for kind in ("bessel_j", "bessel_y", "bessel_k", "scaled_bessel_k")
        for order in (0, 1)
    ]
    for name in ("erfinv", "ndtri", "erfcx", "lgamma", "digamma", "trigamma", *modified, *low):
        yield Elementary(name, 1, f"special.{name}", 64, Result.FLOAT, real=True, steps=40)
    iterated = {
        2: ("igamma", "igammac", "chebyshev_t", "hermite_h", "hermite_he"),
        3: ("gegenbauer", "laguerre"),
    }
    for arity, names in iterated.items():
        for name in names:
            yield Elementary(name, arity, f"special.{name}", 256, Result.FLOAT, real=True, steps=100)
    orders = [
        f"{scaled}bessel_{kind}" for scaled, kinds in (("", "jyik"), ("scaled_", "ik")) for kind in kinds
    ]
    beta = ("betainc", "betainc_by_a", "betainc_by_b", "beta_density")
    for arity, names in {1: ("airy_ai", "airy_ai_prime"), 2: ("zeta", *orders), 3: beta}.items():
        for name in names:
            yield Elementary(name, arity, f"special.{name}", 64, Result.FLOAT, compiled=False, real=True)


ELEMENTARY: Mapping[str, Elementary] = MappingProxyType({function.name: function for function in _table()})

OPERATOR_COST: Mapping[str, int] = MappingProxyType({"/": 4, "//": 16, "%": 16, "**": 48})
"""Cost of the operators that cost more than an addition."""

OPERATORS: Mapping[type[ast.AST], str] = MappingProxyType(
    {
        ast.Add: "add",
        ast.Sub: "subtract",
        ast.Mult: "multiply",
        ast.Div: "divide",
        ast.FloorDiv: "floor_divide",
        ast.Mod: "remainder",
        ast.Pow: "power",
        ast.BitAnd: "bitwise_and",
        ast.BitOr: "bitwise_or",
        ast.Invert: "invert",
        ast.USub: "negative",
        ast.UAdd: "positive",
        ast.Eq: "equal",
        ast.NotEq: "not_equal",
        ast.Lt: "less",
        ast.LtE: "less_equal",
        ast.Gt: "greater",
        ast.GtE: "greater_equal",
    }
)
"""The ufuncs that operators of arrays call."""
