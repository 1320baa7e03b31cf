"""Fit the polynomials of the special functions in `arrays/vector_math`.

As `fit_coefficients` does, whose fits these are; it takes some minutes, for the references are slow. Development only.

    python -m benchmarks.fit_special_functions            # write special_coefficients.py, print the errors
    python -m benchmarks.fit_special_functions --check    # only say whether it is up to date
"""

from __future__ import annotations

import sys

import mpmath as mp

from .fit_coefficients import TARGET as NEIGHBOUR
from .fit_coefficients import Fit, Function, Number, both, solve

TARGET = NEIGHBOUR.with_name("special_coefficients.py")

# Half of the range of w in which erfinv is fitted by w, not by the logarithm of erfc
HALF_NEAR = mp.mpf("3.125")
TAIL_CENTRE = 4
FAR = mp.mpf("6.49")  # gamma functions by series in 1 / x from here on
ERFCX_CENTRE = mp.mpf("3.75")
BESSEL_HALF_SQUARE = 18  # Bessel functions of the first and second kind by powers of x**2 up to twice that
BESSEL_NEAR = 10  # Bessel functions by powers of x up to here, by powers of 1 / x beyond
ROOT = mp.findroot(mp.digamma, mp.mpf("1.4616"))  # of digamma


def erfinv_ratio(w: Number) -> Number:
    """erfinv(x) / x as a function of w = -log(1 - x * x)."""
    x = mp.sqrt(-mp.expm1(-w))
    return mp.erfinv(x) / x


def tail(u: Number) -> Number:
    """y / r with erfc(y) = exp(-r * r), as a function of u = (r - c) / (r + c); Newton's method on the logarithm."""
    r = TAIL_CENTRE * (1 + u) / (1 - u)
    y = r
    for _ in range(60):
        value = mp.erfc(y)
        step = (mp.log(value) + r * r) * value / (2 / mp.sqrt(mp.pi) * mp.exp(-y * y))
        y += step
        if abs(step) < mp.mpf("1e-50"):
            break
    return y / r


def reach(t: Number) -> Number:
    return (t - TAIL_CENTRE) / (t + TAIL_CENTRE)


def reciprocal_gamma_tail(t: Number) -> Number:
    return (mp.rgamma(1 + t) - 1) / (t * (t - 1))


def stirling_tail(z: Number) -> Number:
    x = 1 / mp.sqrt(z)
    half = mp.mpf(1) / 2
    with mp.workdps(100):
        x = 1 / mp.sqrt(z)
        return (mp.loggamma(x) - (x - half) * (mp.log(x) - 1) - (mp.log(2 * mp.pi) - 1) / 2) * x


def digamma_tail(z: Number) -> Number:
    with mp.workdps(100):
        x = 1 / mp.sqrt(z)
        return (mp.digamma(x) - mp.log(x) + 1 / (2 * x)) / z


def digamma_slope(t: Number) -> Number:
    x = t + 2
    return mp.digamma(x) * mp.rgamma(x) / (x - ROOT)


def trigamma_tail(z: Number) -> Number:
    with mp.workdps(100):
        x = 1 / mp.sqrt(z)
        return (mp.psi(1, x) - 1 / x - 1 / (2 * x * x)) * x / z


def steep_erfcx(t: Number) -> Number:
    """(1 + 2 x) exp(x*x) erfc(x) as a function of t = (x - 3.75) / (x + 3.75): smooth from 0 to infinity."""
    x = ERFCX_CENTRE * (1 + t) / (1 - t)
    if x < 30:
        return (1 + 2 * x) * mp.exp(x * x) * mp.erfc(x)
    term, total, r = mp.mpf(1), mp.mpf(0), -1 / (2 * x * x)
    for k in range(200):
        total += term
        term *= (2 * k + 1) * r
        if abs(term) < mp.mpf("1e-62"):
            break
    return (1 + 2 * x) * total / (x * mp.sqrt(mp.pi))


def bessel_i_near(order: int) -> Function:
    """besseli(order, x) / (x/2)**order as a function of y = (x/2)**2."""

    def ratio(y: Number) -> Number:
        half = mp.sqrt(y)
        return mp.besseli(order, 2 * half) / half**order

    return ratio


def bessel_i_far(order: int) -> Function:
    """sqrt(x) exp(-x) besseli(order, x) as a function of t = 20 / x - 1."""

    def scaled(t: Number) -> Number:
        x = 2 * BESSEL_NEAR / (t + 1)
        return mp.sqrt(x) * mp.exp(-x) * mp.besseli(order, x)

    return scaled


def bessel_i_fits(order: int) -> tuple[Fit, ...]:
    near, far = bessel_i_near(order), bessel_i_far(order)
    return (
        Fit(
            f"BESSEL_I{order}_NEAR",
            f"besseli({order}, x) = (x/2)**{order} * q((x/2)**2), 0 <= x <= {BESSEL_NEAR}",
            near,
            lambda y: 1 / near(y),
            both(mp.mpf("1e-14"), mp.mpf(BESSEL_NEAR) ** 2 / 4 * mp.mpf("1.0001")),
            (11, 18),
            2,
        ),
        Fit(
            f"BESSEL_I{order}_FAR",
            f"besseli({order}, x) = exp(x) / sqrt(x) * q({2 * BESSEL_NEAR} / x - 1), x >= {BESSEL_NEAR}",
            far,
            lambda t: 1 / far(t),
            both(mp.mpf("-0.9999"), mp.mpf("1.0001")),
            (7, 22),
            0,
        ),
    )


def root_squares(order: int) -> tuple[Number, Number]:
    """The squares of the first two zeros of besselj, which the others leave in the near range."""
    return mp.besseljzero(order, 1) ** 2, mp.besseljzero(order, 2) ** 2


def bessel_j_near(order: int) -> Function:
    """besselj(order, x) / x**order without its two zeros, as a function of t = y / 18 - 1, y = x**2."""
    first, second = root_squares(order)

    def smooth(t: Number) -> Number:
        y = BESSEL_HALF_SQUARE * (1 + t)
        x = mp.sqrt(y)
        return mp.besselj(order, x) / (x**order * (y - first) * (y - second))

    return smooth


def bessel_y_near(order: int) -> Function:
    """What bessely adds to its logarithm and pole, over x**order, as a function of t = x**2 / 18 - 1."""

    def smooth(t: Number) -> Number:
        x = mp.sqrt(BESSEL_HALF_SQUARE * (1 + t))
        singular = mp.log(x) * mp.besselj(order, x) - order / x
        return (mp.bessely(order, x) - 2 / mp.pi * singular) / x**order

    return smooth


def bessel_wave(order: int, of_cosine: bool) -> Function:
    """The amplitudes P and x * Q of besselj = sqrt(2 / (pi x)) (P cos(c) - Q sin(c)) as functions of z = (6 / x)**2."""

    def amplitude(z: Number) -> Number:
        x = 6 / mp.sqrt(z)
        c = x - mp.pi * (2 * order + 1) / 4
        j, y = mp.besselj(order, x), mp.bessely(order, x)
        scale = mp.sqrt(mp.pi * x / 2)
        if of_cosine:
            return scale * (j * mp.cos(c) + y * mp.sin(c))
        return scale * x * (y * mp.cos(c) - j * mp.sin(c))

    return amplitude


def bessel_jy_fits(order: int) -> tuple[Fit, ...]:
    near, whole = bessel_j_near(order), both(mp.mpf("-0.99999999"), mp.mpf("1.0001"))
    small = both(mp.mpf("1e-6"), mp.mpf("1.0001"))
    x = "" if order == 0 else "x * "
    pole = "" if order == 0 else " - 1 / x"
    return (
        Fit(
            f"BESSEL_J{order}_NEAR",
            f"besselj({order}, x) = {x}(y - root1) * (y - root2) * q(y/18 - 1), y = x**2 <= 36",
            near,
            lambda t: 1 / near(t),
            whole,
            (8, 13),
            0,
        ),
        Fit(
            f"BESSEL_Y{order}_NEAR",
            f"bessely({order}, x) = 2 / pi * (log(x) * besselj({order}, x){pole}) + {x}q(x**2/18 - 1), x <= 6",
            bessel_y_near(order),
            lambda t: mp.sqrt(BESSEL_HALF_SQUARE * (1 + t)) ** order,
            whole,
            (9, 14),
            0,
        ),
        Fit(
            f"BESSEL_P{order}",
            f"besselj({order}, x) = sqrt(2 / (pi x)) (p(z) cos(c) - q(z) sin(c) / x), z = (6/x)**2, x >= 6",
            bessel_wave(order, True),
            lambda z: mp.mpf(1),
            small,
            (5, 15),
            1,
        ),
        Fit(
            f"BESSEL_Q{order}",
            f"q of BESSEL_P{order}",
            bessel_wave(order, False),
            lambda z: mp.sqrt(z) / 6,
            small,
            (5, 15),
            0,
        ),
    )


def bessel_k_near(order: int) -> Function:
    """What besselk adds to its logarithm and pole, over x**order, as a function of y = (x/2)**2."""

    def smooth(y: Number) -> Number:
        x = 2 * mp.sqrt(y)
        singular = (-1) ** (order + 1) * mp.log(x) * mp.besseli(order, x) + order / x
        return (mp.besselk(order, x) - singular) / x**order

    return smooth


def bessel_k_far(order: int) -> Function:
    """sqrt(x) exp(x) besselk(order, x) as a function of t = 2 / x - 1."""

    def scaled(t: Number) -> Number:
        x = 2 / (t + 1)
        return mp.sqrt(x) * mp.exp(x) * mp.besselk(order, x)

    return scaled


def bessel_k_fits(order: int) -> tuple[Fit, ...]:
    near, far = bessel_k_near(order), bessel_k_far(order)
    x, pole = ("", "-") if order == 0 else ("x * ", "1 / x + ")

    def weight(y: Number) -> Number:
        return (2 * mp.sqrt(y)) ** order / mp.besselk(order, 2 * mp.sqrt(y))

    return (
        Fit(
            f"BESSEL_K{order}_NEAR",
            f"besselk({order}, x) = {pole}log(x) * besseli({order}, x) + {x}q((x/2)**2), x <= 1",
            near,
            weight,
            both(mp.mpf("1e-14"), mp.mpf("0.25001")),
            (5, 8),
            2,
        ),
        Fit(
            f"BESSEL_K{order}_FAR",
            f"besselk({order}, x) = exp(-x) / sqrt(x) * q(2 / x - 1), x >= 1",
            far,
            lambda t: 1 / far(t),
            both(mp.mpf("-0.9999"), mp.mpf("1.0001")),
            (11, 30),
            0,
        ),
    )


FITS = (
    Fit(
        "ERFINV",
        "erfinv(x) = x * q(w - 3.125), w = -log(1 - x*x) <= 6.25",
        lambda v: erfinv_ratio(v + HALF_NEAR),
        lambda v: 1 / erfinv_ratio(v + HALF_NEAR),
        both(-HALF_NEAR, HALF_NEAR * mp.mpf("1.001")),
        (11, 25),
        3,
    ),
    Fit(
        "ERFINV_TAIL",
        "erfinv(x) = r * q((r - 4) / (r + 4)), r = sqrt(-log(1 - x)), from 2.6 to 10.3 for single, 27.4 for double",
        tail,
        lambda u: 1 / tail(u),
        ((reach(2.6), reach(10.3)), (reach(2.6), reach(27.4))),
        (10, 24),
        0,
    ),
    Fit(
        "RECIPROCAL_GAMMA",
        "1 / gamma(1 + t) = 1 + t * (t - 1) * q(t), -1/2 <= t <= 2",
        reciprocal_gamma_tail,
        lambda t: t * (t - 1) / (mp.rgamma(1 + t) * mp.loggamma(1 + t)),
        both(mp.mpf("-0.5001"), mp.mpf("2.0001")),
        (12, 22),
        2,
    ),
    Fit(
        "STIRLING",
        "lgamma(x) = (x - 1/2) * (log(x) - 1) + (log(2 pi) - 1) / 2 + q(1/x**2) / x, x >= 6.5",
        stirling_tail,
        lambda z: mp.sqrt(z) / mp.loggamma(1 / mp.sqrt(z)),
        both(mp.mpf("1e-12"), 1 / FAR**2),
        (2, 6),
        1,
    ),
    Fit(
        "GAMMA_RISE",
        "digamma(x) / gamma(x) = (x - root) * q(x - 2), 1 <= x <= 3",
        digamma_slope,
        lambda t: 1 / digamma_slope(t),
        both(mp.mpf("-1.0001"), mp.mpf("1.0001")),
        (11, 20),
        2,
    ),
    Fit(
        "GAMMA_FALL",
        "1 / gamma(x) = q(x - 2), 1 <= x <= 3",
        lambda t: mp.rgamma(t + 2),
        lambda t: mp.gamma(t + 2),
        both(mp.mpf("-1.0001"), mp.mpf("1.0001")),
        (11, 20),
        2,
    ),
    Fit(
        "DIGAMMA_FAR",
        "digamma(x) = log(x) - 1 / (2 x) + z * q(z), z = 1/x**2, x >= 6.5",
        digamma_tail,
        lambda z: z / mp.digamma(1 / mp.sqrt(z)),
        both(mp.mpf("1e-12"), 1 / FAR**2),
        (2, 6),
        1,
    ),
    Fit(
        "TRIGAMMA_FAR",
        "trigamma(x) = 1 / x + 1 / (2 x**2) + q(z) * z / x, z = 1/x**2, x >= 6.5",
        trigamma_tail,
        lambda z: z * mp.sqrt(z) / mp.psi(1, 1 / mp.sqrt(z)),
        both(mp.mpf("1e-12"), 1 / FAR**2),
        (2, 7),
        1,
    ),
    Fit(
        "ERFCX",
        "erfcx(x) = q((x - 3.75) / (x + 3.75)) / (1 + 2 x), x >= 0",
        steep_erfcx,
        lambda t: 1 / steep_erfcx(t),
        both(mp.mpf("-1"), mp.mpf("0.99999999")),
        (12, 26),
        0,
    ),
    *bessel_i_fits(0),
    *bessel_i_fits(1),
    *bessel_i_fits(2)[:1],
    *bessel_jy_fits(0),
    *bessel_jy_fits(1),
    *bessel_k_fits(0),
    *bessel_k_fits(1),
)

HEADER = '''"""Coefficients of the polynomials of the special functions, lowest power first.

Written by `python -m benchmarks.fit_special_functions`, which says how they were fitted. Not to be edited.
"""

from .coefficients import Table

'''


def render() -> str:
    """The text of special_coefficients.py."""
    return (HEADER + "".join(map(rendered, FITS))).rstrip() + "\n"


def rendered(fit: Fit) -> str:
    """The text of one table."""
    tables = []
    for which, label in enumerate(("single", "double")):
        values = solve(fit, which) if fit.terms[which] else ()
        body = "".join(f"        {value!r},\n" for value in values)
        tables.append(f"    {label}=(\n{body}    ),\n" if values else f"    {label}=(),\n")
    return f"# {fit.meaning}\n{fit.name} = Table(\n{''.join(tables)})\n\n"


def main(arguments: list[str]) -> int:
    text = render()
    if "--check" in arguments:
        stale = not TARGET.exists() or TARGET.read_text() != text
        print(f"{TARGET.name} is {'out of date' if stale else 'up to date'}")
        return int(stale)
    TARGET.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
