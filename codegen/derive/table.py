"""The derivatives of the elementary functions, written in the spec language itself.

`x`, `y` and `z` are the arguments of a function, `r` its value. At a kink the derivative is one that PyTorch chooses
too: the mean of both sides for `maximum` and `minimum`, and zero for `abs`, `sign` and steps such as those of `floor`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

VARIABLES = ("x", "y", "z")


@dataclass(frozen=True, slots=True)
class Rule:
    """The derivative of a function in each of its arguments; `reasons` say why there is none where it is empty.

    `safe` is an argument at which function and derivatives are finite; a function that has one may be infinite
    elsewhere. Of a `where`, the branch that is not taken is evaluated there. `as_written`: do not simplify.
    """

    derivatives: tuple[str, ...]
    safe: tuple[float | None, ...] = ()
    reasons: tuple[str, ...] = ()
    as_written: bool = False


def _rule(*derivatives: str, safe: float | None = None, reason: str = "") -> Rule:
    return Rule(derivatives, (safe,), (reason,) if reason else ())


def _half(comparison: str) -> Rule:
    return _rule(
        f"where(x == y, 0.5, where(x {comparison} y, 0, 1))",
        f"where(x == y, 0.5, where(x {comparison} y, 1, 0))",
    )


_STEP = _rule("0")
_BOOLEAN = _rule("0", "0")
_ORDER = "the derivative in the order has no closed form"
_DEGREE = "the degree is a whole number"
_NO_SECOND = "the second derivative in the parameters has no closed form"
_LOG = "(log(z) + digamma(x + y) - digamma(x))"
_LOG_OF_REST = "(log1p(-z) + digamma(x + y) - digamma(y))"
_WHOLE = "its arguments are whole numbers"


def _incomplete(slope: str) -> Rule:
    return Rule(("", slope), (None, 1.0), ("the derivative in the parameter has no closed form",))


def _beta_slope(center: str) -> Rule:
    return Rule(("", "", f"beta_density(x, y, z) * {center}"), (1.0, 1.0, 0.5), (_NO_SECOND, _NO_SECOND))


def _bessel(name: str, derivative: str, shift: str = "") -> Rule:
    text = derivative.format(f"{name}(x, y - 1)", f"{name}(x, y + 1)")
    return Rule((text + shift, ""), (1.0,), ("", _ORDER))


_H = "(-0.5 / where(x > 14, x * x, 196))"
_TAIL = "1 + h * (3 + h * (15 + h * (105 + h * (945 + h * (10395 + h * (135135 + h * (2027025 + h * 34459425)))))))"
_ERFCX = (
    f"where(x > 14, 1.1283791670955126 * {_H} * ({_TAIL.replace('h', _H)}), 2 * x * r - 1.1283791670955126)"
)
"""Far out the two parts of the second form cancel: an asymptotic series does not."""

RULES: Mapping[str, Rule] = MappingProxyType(
    {
        "floor": _STEP,
        "ceil": _STEP,
        "round": _STEP,
        "trunc": _STEP,
        "sign": _STEP,
        "heaviside": _rule("0", "where(x == 0, 1, 0)"),
        "copysign": _rule("sgn(x) * sgn(r)", "0"),
        "isnan": _STEP,
        "isinf": _STEP,
        "isfinite": _STEP,
        "logical_not": _STEP,
        "logical_and": _BOOLEAN,
        "logical_or": _BOOLEAN,
        "square": _rule("2 * x"),
        "reciprocal": _rule("-r * r", safe=1),
        "sqrt": _rule("0.5 / r", safe=1),
        "rsqrt": _rule("-0.5 * r * r * r", safe=1),
        "exp": _rule("r", safe=0),
        "exp2": _rule("0.6931471805599453 * r", safe=0),
        "expm1": _rule("r + 1", safe=0),
        "log": _rule("1 / x", safe=1),
        "log1p": _rule("1 / (1 + x)", safe=0),
        "log2": _rule("1 / (0.6931471805599453 * x)", safe=1),
        "log10": _rule("1 / (2.302585092994046 * x)", safe=1),
        "sin": _rule("cos(x)"),
        "cos": _rule("-sin(x)"),
        "tan": _rule("1 + r * r"),
        "asin": _rule("rsqrt((1 - x) * (1 + x))", safe=0),
        "acos": _rule("-rsqrt((1 - x) * (1 + x))", safe=0),
        "atan": _rule("1 / (1 + x * x)"),
        "sinh": _rule("cosh(x)", safe=0),
        "cosh": _rule("sinh(x)", safe=0),
        "tanh": _rule("1 - r * r"),
        "asinh": _rule("rsqrt(1 + x * x)"),
        "acosh": _rule("rsqrt(x - 1) * rsqrt(x + 1)", safe=2),
        "atanh": _rule("1 / ((1 - x) * (1 + x))", safe=0),
        "sigmoid": _rule("r * (1 - r)"),
        "erf": _rule("1.1283791670955126 * exp(-x * x)"),
        "erfc": _rule("-1.1283791670955126 * exp(-x * x)"),
        "ndtr": _rule("0.3989422804014327 * exp(-0.5 * x * x)"),
        "atan2": _rule(
            "y / where((x == 0) & (y == 0), 1, x * x + y * y)",
            "-x / where((x == 0) & (y == 0), 1, x * x + y * y)",
        ),
        "hypot": _rule("x / where(r == 0, 1, r)", "y / where(r == 0, 1, r)"),
        "logaddexp": _rule("sigmoid(x - y)", "sigmoid(y - x)"),
        "fmod": _rule("1", "-trunc(x / y)", safe=1),
        "//": _BOOLEAN,
        "%": _rule("1", "-(x // y)", safe=1),
        "maximum": _half("<"),
        "minimum": _half(">"),
        "nextafter": _rule("where(x == y, 0, 1)", "0"),
        "erfinv": _rule("0.886226925452758 * exp(r * r)", safe=0),
        "ndtri": _rule("2.5066282746310002 * exp(0.5 * r * r)", safe=0.5),
        "lgamma": _rule("digamma(x)", safe=1),
        "digamma": _rule("trigamma(x)", safe=1),
        "trigamma": _rule("-2 * zeta(3 + 0 * x, x)", safe=1),
        "igamma": _incomplete("exp((x - 1) * log(y) - y - lgamma(x))"),
        "igammac": _incomplete("-exp((x - 1) * log(y) - y - lgamma(x))"),
        "betainc": Rule(
            ("betainc_by_a(x, y, z)", "betainc_by_b(x, y, z)", "beta_density(x, y, z)"), (1.0, 1.0, 0.5)
        ),
        "betainc_by_a": _beta_slope(_LOG),
        "betainc_by_b": _beta_slope(_LOG_OF_REST),
        "beta_density": Rule(
            (f"r * {_LOG}", f"r * {_LOG_OF_REST}", "r * ((x - 1) / z - (y - 1) / (1 - z))"), (1.0, 1.0, 0.5)
        ),
        "erfcx": Rule((_ERFCX,), (1.0,), as_written=True),
        "airy_ai": _rule("airy_ai_prime(x)"),
        "airy_ai_prime": _rule("x * airy_ai(x)"),
        "zeta": Rule(
            ("", "-x * zeta(x + 1, y)"),
            (None, 1.0),
            ("the derivative in the exponent has no closed form",),
        ),
        "bessel_j": _bessel("bessel_j", "0.5 * ({} - {})"),
        "bessel_y": _bessel("bessel_y", "0.5 * ({} - {})"),
        "bessel_j0": _rule("-bessel_j1(x)"),
        "bessel_j1": _rule("0.5 * (bessel_j0(x) - bessel_j(x, 2))"),
        "bessel_y0": _rule("-bessel_y1(x)"),
        "bessel_y1": _rule("0.5 * (bessel_y0(x) - bessel_y(x, 2))"),
        "bessel_i": _bessel("bessel_i", "0.5 * ({} + {})"),
        "bessel_i0": _rule("bessel_i1(x)"),
        "bessel_i1": _rule("0.5 * (bessel_i0(x) + bessel_i2(x))"),
        "bessel_i2": _rule("0.5 * (bessel_i1(x) + bessel_i(x, 3))"),
        "scaled_bessel_i0": _rule("scaled_bessel_i1(x) - sgn(x) * r"),
        "scaled_bessel_i1": _rule("0.5 * (scaled_bessel_i0(x) + scaled_bessel_i2(x)) - sgn(x) * r"),
        "scaled_bessel_i2": _rule("0.5 * (scaled_bessel_i1(x) + scaled_bessel_i(x, 3)) - sgn(x) * r"),
        "bessel_k": _bessel("bessel_k", "-0.5 * ({} + {})"),
        "bessel_k0": _rule("-bessel_k1(x)"),
        "bessel_k1": _rule("-0.5 * (bessel_k0(x) + bessel_k(x, 2))"),
        "scaled_bessel_k0": _rule("r - scaled_bessel_k1(x)"),
        "scaled_bessel_k1": _rule("r - 0.5 * (scaled_bessel_k0(x) + scaled_bessel_k(x, 2))"),
        "scaled_bessel_i": _bessel("scaled_bessel_i", "0.5 * ({} + {})", " - sgn(x) * r"),
        "scaled_bessel_k": _bessel("scaled_bessel_k", "-0.5 * ({} + {})", " + r"),
        "gegenbauer": Rule(
            ("2 * z * gegenbauer(x, trunc(y) - 1, z + 1)", "", ""), (), ("", _DEGREE, "it has no closed form")
        ),
        "laguerre": Rule(
            ("-laguerre(x, trunc(y) - 1, z + 1)", "", ""), (), ("", _DEGREE, "it has no closed form")
        ),
        "chebyshev_t": Rule(("floor(y) * gegenbauer(x, y - 1, 1.0)", ""), (), ("", _DEGREE)),
        "hermite_h": Rule(("2 * floor(y) * hermite_h(x, y - 1)", ""), (), ("", _DEGREE)),
        "hermite_he": Rule(("floor(y) * hermite_he(x, y - 1)", ""), (), ("", _DEGREE)),
        **dict.fromkeys(
            ("gcd", "lcm", "left_shift", "right_shift", "xor"), Rule(("", ""), (), (_WHOLE, _WHOLE))
        ),
    }
)
"""By the name of an elementary function or operator; those that follow are not differentiable as complex functions.

`+ - * / **` and `where` have rules of their own in `differentiate`.
"""

NOT_HOLOMORPHIC = frozenset({"abs", "sgn", "conj", "real", "imag", "angle"})
"""Functions of complex numbers without a complex derivative; `pull` and `push` know their real-linear ones."""

REAL_RULES: Mapping[str, Rule] = MappingProxyType(
    {
        "abs": _rule("sgn(x)"),
        "sgn": _STEP,
        "conj": _rule("1"),
        "real": _rule("1"),
        "imag": _STEP,
        "angle": _STEP,
    }
)
"""What they are where all values are real."""

OPS: Mapping[str, str] = MappingProxyType(
    {
        **{
            name: f"_{name}"
            for name in (
                *("airy_ai_prime", "gegenbauer", "laguerre", "bessel_j", "bessel_y", "bessel_i", "bessel_k"),
                *("scaled_bessel_i", "scaled_bessel_k", "bessel_i2", "scaled_bessel_i2", "trigamma"),
                *("betainc_by_a", "betainc_by_b", "beta_density"),
            )
        },
        **{
            f"{scaled}bessel_k{n}": f"{scaled}modified_bessel_k{n}"
            for scaled in ("", "scaled_")
            for n in (0, 1)
        },
        **{"bessel_i0": "i0", "bessel_i1": "i1", "scaled_bessel_i0": "i0e", "scaled_bessel_i1": "i1e"},
        "chebyshev_t": "chebyshev_polynomial_t",
        "hermite_h": "hermite_polynomial_h",
        "hermite_he": "hermite_polynomial_he",
        "left_shift": "bitwise_left_shift",
        "right_shift": "bitwise_right_shift",
        "xor": "bitwise_xor",
    }
)
"""The ops of elementary functions, where they have other names: formulas are written in ops."""

_CLAMP = _rule(
    "where((x >= y) & (x <= z), 1, 0)", "where((x < y) & (y < z), 1, 0)", "where((x > z) | (z < y), 1, 0)"
)

_SOFTPLUS = _rule("sigmoid(x)")
_LOGISTIC = _rule("-r * (1 - r)")
_RISING = _rule("r * (1 - r)")
_OVER = _rule("-r * sigmoid(x)", "sigmoid(-x)")

COMPOSITIONS: tuple[tuple[str, Rule], ...] = (
    ("log1p(exp(x))", _SOFTPLUS),
    ("log(1 + exp(x))", _SOFTPLUS),
    ("maximum(x, 0) + log1p(exp(-abs(x)))", _SOFTPLUS),
    ("minimum(x, 0) - log1p(exp(-abs(x)))", _rule("sigmoid(-x)")),
    ("log(exp(x) + exp(y))", _rule("sigmoid(x - y)", "sigmoid(y - x)")),
    ("log(sigmoid(x))", _rule("sigmoid(-x)")),
    ("log(1 - sigmoid(x))", _rule("-sigmoid(x)")),
    ("log1p(-sigmoid(x))", _rule("-sigmoid(x)")),
    ("1 / (1 + exp(x))", _LOGISTIC),
    ("exp(x) / (1 + exp(x))", _RISING),
    ("y / (1 + exp(x))", _OVER),
    ("(exp(x) - exp(-x)) / (exp(x) + exp(-x))", _rule("1 - r * r")),
    ("sqrt(x * x + y * y)", _rule("x / where(r == 0, 1, r)", "y / where(r == 0, 1, r)")),
    ("log(cosh(x))", _rule("tanh(x)")),
    ("log(cos(x))", _rule("-tan(x)")),
    ("log(erfc(x))", _rule("-1.1283791670955126 / erfcx(x)")),
    ("minimum(maximum(x, y), z)", _CLAMP),
    ("minimum(maximum(y, x), z)", _CLAMP),
    ("maximum(minimum(x, z), y)", _CLAMP),
    ("bessel_j(x, 0)", _rule("-bessel_j(x, 1)")),
    ("bessel_y(x, 0)", _rule("-bessel_y(x, 1)")),
    ("bessel_i(x, 0)", _rule("bessel_i(x, 1)")),
    ("bessel_k(x, 0)", _rule("-bessel_k(x, 1)")),
    ("scaled_bessel_i(x, 0)", _rule("scaled_bessel_i(x, 1) - sgn(x) * r")),
    ("scaled_bessel_k(x, 0)", _rule("r - scaled_bessel_k(x, 1)")),
)
"""Compositions with a rule of their own: the chain rule would overflow, or say too little at a kink.

At its bounds, a value that is limited on both sides passes its gradient on, as in PyTorch's `clamp`.
"""
