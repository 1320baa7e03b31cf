"""Special numbers: zeros, subnormals, huge numbers, infinities, NaN, kinks, and arguments far out.

By turns: elementwise ops at combinations of special points against PyTorch, values and gradients; any op, in single or
double precision, with one special number among ordinary ones, against PyTorch wherever that has finite values or
gradients; Bessel functions of random arguments up to 1e22, few and many, against mpmath; the incomplete gamma functions
of large parameters against PyTorch; `ldexp` against NumPy's, which knows no power of two; the gradient of one output of
several, for few elements, against PyTorch; gradients that are constants; second derivatives at kinks and bounds,
against PyTorch; integers divided by arrays with zeros, which PyTorch refuses. Points that differ on purpose are in
`special_points`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

import derivata as dv
from derivata.autograd.checker.library import Library
from derivata.autograd.gradchecks import DERIVATA
from derivata.generated.checks import CASES
from derivata.testing.op_call import Call, Op
from derivata.testing.results import results

from ..drawn_calls import drawn, program
from ..finding import Finding
from ..special_points import ELEMENTWISE, LOOSE, VALUES_ONLY, intended, special_calls
from ..torch_ops import shared_cases

NEEDS_TORCH = True
Array = Any


def attempt(seed: int) -> Finding | None:
    """Try one kind of special numbers."""
    random = np.random.default_rng(seed)
    with np.errstate(all="ignore"):
        return KINDS[seed % len(KINDS)](random)


def at_special_points(random: np.random.Generator) -> Finding | None:
    """Compare an elementwise op at all its special points."""
    case = ELEMENTWISE[random.integers(len(ELEMENTWISE))]
    for call in special_calls(case):
        ones = [np.ones_like(output) for output in call.op.arrays(call(*call.leaves()))]
        got, other = results(call, ones), counterpart()
        wanted = other.values(call) if case.op in VALUES_ONLY else results(other.call(call), ones)
        allowed = intended(call)
        for a, b in zip(got.outputs + got.gradients, wanted.outputs + wanted.gradients, strict=False):
            wrong = ~np.isclose(a, b, LOOSE.get(case.op, 1e-12), 1e-14, equal_nan=True) & ~allowed
            if wrong.any():
                at = [
                    f"{name} = {value[wrong][0]!r}" for name, value in call.values.items() if np.ndim(value)
                ]
                where = "; ".join(at)
                path, _, function = case.call.rpartition(".")
                title = f"{case.op} at {where}: got {a[wrong][0]}, PyTorch {b[wrong][0]}"
                return Finding(title, f"from {path} import {function}\n# {where}")
    return None


def bessel(random: np.random.Generator) -> Finding | None:
    """Compare a Bessel function with mpmath, relative to the height of its waves."""
    import mpmath

    name, kind = WAVES[random.integers(len(WAVES))]
    points = 10.0 ** random.uniform(-6, 22, 4)
    with mpmath.workdps(60):
        wanted = np.array([float(getattr(mpmath, kind)(int(name[-1]), mpmath.mpf(float(x)))) for x in points])
    count = 1 if random.integers(2) else 512
    got = getattr(dv.special, name)(dv.tensor(np.tile(points, count))).numpy()[:4]
    height = np.maximum(np.abs(wanted), np.minimum(1.0, np.sqrt(2 / np.pi / points)))
    wrong = ~(np.abs(got - wanted) <= 4e-15 * height)
    if not wrong.any():
        return None
    x = float(points[wrong][0])
    return Finding(
        f"{name}({x!r}): got {got[wrong][0]}, mpmath {wanted[wrong][0]}",
        f"import derivata as dv\nprint(dv.special.{name}(dv.full(({count},), {x!r}, dtype=dv.float64))[0])",
    )


def one_among_many(random: np.random.Generator) -> Finding | None:
    """Put one special number among ordinary ones: what does not depend on it keeps its value and gradient."""
    case = shared_cases()[random.integers(len(shared_cases()))]
    if case.op in ALONE or case.op.startswith(DRAWN) or FACTORS in Op(case, DERIVATA).function.__module__:
        return None
    dtype, special = [np.float32, np.float64][random.integers(2)], SPECIAL[random.integers(len(SPECIAL))]
    if np.isinf(special) and case.op.startswith(tuple(FINITE)):
        return None

    spoiled: list[bool] = []

    def with_one(array: Array) -> Array:
        array = array.astype(dtype)
        if array.size > 1 and not spoiled and random.integers(2):
            array.reshape(-1)[random.integers(array.size)] = special
            spoiled.append(True)
        return array

    call = drawn(case, random, with_one, long=bool(random.integers(2)))
    if case.op.startswith("grid_sample") and abs(special) > 1 and call.values.get("padding_mode") == 2:
        return None  # how often a point is reflected that is so far away is not known
    if case.op == "group_norm" and np.abs(call.values.get("weight", 0)).max() > 1e6:
        return None  # gradients by a huge weight cancel but for rounding, which PyTorch's order of sums leaves out
    try:
        wanted = counterpart().differentiable(call)
        ones = [np.ones(tuple(output.shape), dtype) for output in wanted(*wanted.leaves())]
        theirs = results(wanted, ones)
    except Exception:  # of PyTorch: no such call, or no gradient
        return None
    ours = results(call, ones)
    tolerance = 1e-3 if dtype == np.float32 else 1e-7
    pairs = [("value", ours.outputs, theirs.outputs), ("gradient", ours.gradients, theirs.gradients)]
    for what, mine, other in pairs:
        for a, b in zip(mine, other, strict=False):
            size = np.abs(b[np.isfinite(b)]).max(initial=0.0)
            if not size < 1e6:
                continue  # sums with a huge number among them have no digits left for the others
            wrong = np.isfinite(b) & ~np.isclose(a, b, tolerance, tolerance * (1 + size))
            if wrong.any():
                title = f"{case.op} with one {special!r} among {np.dtype(dtype)}: {what} {a[wrong][0]}"
                title += f", PyTorch's {b[wrong][0]}"
                return Finding(title, program(call, "print(y)"))
    return None


SPECIAL = [np.inf, -np.inf, 1e30, -1e30, 1e-40, 0.0, -0.0]
DRAWN = (
    "dropout",
    "alpha_dropout",
    "feature_",
    "rrelu",
    "bernoulli",
    "normal",
    "uniform_",
    "random_",
    "cauchy_",
)
DRAWN += ("exponential_", "geometric_", "log_normal_", "multinomial", "poisson")
ALONE = {
    "acosh": "derivata's gradient is NaN where the value is",
    "cumprod": "PyTorch's gradient of what stands behind an infinite product is 0",
    "digamma": "huge negative numbers are poles",
    "igamma": "PyTorch's is 0 next to the parameter 0, where it should be 1",
    "igammac": "PyTorch's is 1 next to the parameter 0, where it should be 0",
    "logcumsumexp": "PyTorch's gradient of a huge number misses all sums but one",
    "norm.name": "each singular vector depends on all of the matrix",
    "pdist": "a row that is infinitely far has no direction",
    "polygamma": "huge negative numbers are poles",
    "polygamma.method": "huge negative numbers are poles",
    "searchsorted": "the boundaries are not sorted",
    "bucketize": "the boundaries are not sorted",
    **dict.fromkeys(
        ["var", "std", "var_mean", "std_mean"],
        "squares of 1e30 overflow; PyTorch takes those of float32 in double",
    ),
    "as_strided_scatter": "PyTorch's gradient of places that nothing is written to is 0",
}
"""Ops that are not tried with one special number among others, and why."""

FACTORS = "ops.linalg_"
"""How the modules begin of ops that LAPACK computes: each number of a factor depends on all of the matrix."""

FINITE = {
    "grid_sample": "a point that is infinitely far has no reflection",
    **dict.fromkeys(
        ("interpolate", "upsample"),
        "weights of an infinity are 0, or of both signs, in one direction after the other",
    ),
    "cdist": "a row that is infinitely far has no direction, and spoils others in sums that are products",
    "conv": "sums are products of whole panels of windows, where an infinity meets the zeros of padding and of steps",
    "matrix_power": "whether a matrix with an infinity has an inverse depends on the order of its elements",
}
"""How ops begin that are not tried with an infinity among other numbers, and why."""

KINKS = [-2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0]
TWICE = [
    case
    for case in CASES
    if (case in ELEMENTWISE or "loss" in case.op)
    and case.op not in {*VALUES_ONLY, "pow", "logit", "acosh", "lgamma", "fmod"}
    and not case.op.startswith("_")
]
"""Ops whose second derivatives are tried. PyTorch's of pow are wrong at exponent 0; those of logit and acosh are
numbers where the values are NaN, and those of lgamma and fmod where the gradients are infinite."""

WAVES = [
    ("bessel_j0", "besselj"),
    ("bessel_j1", "besselj"),
    ("bessel_y0", "bessely"),
    ("bessel_y1", "bessely"),
]


def large_parameters(random: np.random.Generator) -> Finding | None:
    """Compare the incomplete gamma functions next to large parameters, where PyTorch has an expansion, too."""
    import torch

    name = ["igamma", "igammac"][random.integers(2)]
    a = 10.0 ** random.uniform(2, 15, 4)  # PyTorch's lose digits further out
    x = a + random.uniform(-4, 4, 4) * np.sqrt(a)
    wanted = getattr(torch, name)(torch.tensor(a), torch.tensor(x)).numpy()
    count = 1 if random.integers(2) else 512
    got = getattr(dv, name)(dv.tensor(np.tile(a, count)), dv.tensor(np.tile(x, count))).numpy()[:4]
    wrong = ~np.isclose(got, wanted, 1e-6, 0)
    if not wrong.any():
        return None
    arguments = f"dv.full(({count},), {float(a[wrong][0])!r}), dv.full(({count},), {float(x[wrong][0])!r})"
    return Finding(
        f"{name}({float(a[wrong][0])!r}, {float(x[wrong][0])!r}): got {got[wrong][0]}, PyTorch {wanted[wrong][0]}",
        f"import derivata as dv\ndv.set_default_dtype(dv.float64)\nprint(dv.{name}({arguments})[0])",
    )


def powers_of_two(random: np.random.Generator) -> Finding | None:
    """Compare `ldexp` and its gradient where the result is a normal number."""
    dtype = np.dtype([np.float16, np.float32, np.float64][random.integers(3)])
    info = np.finfo(dtype)
    bits = info.maxexp - info.minexp + info.nmant
    powers = random.integers(-bits, bits, 64)
    numbers = np.ldexp(random.uniform(0.5, 1, 64), random.integers(info.minexp, info.maxexp, 64)).astype(
        dtype
    )
    numbers[:4] = 0
    wanted = np.ldexp(numbers, powers)
    x = dv.tensor(np.ones(64, dtype), requires_grad=True)
    exponents = dv.tensor(powers.astype(dtype))
    got = dv.ldexp(dv.tensor(numbers), exponents).numpy()
    dv.ldexp(x, exponents).backward(dv.tensor(numbers))
    assert x.grad is not None
    normal = np.isfinite(wanted) & ((np.abs(wanted) >= info.tiny) | (numbers == 0))
    for what, found in (("value", got), ("gradient for this gradient", x.grad.numpy())):
        wrong = (found != wanted) & normal
        if wrong.any():
            number, power = float(numbers[wrong][0]), int(powers[wrong][0])
            return Finding(
                f"ldexp({number!r}, {power}) of {dtype}: {what} {found[wrong][0]}, expected {wanted[wrong][0]}",
                f"import derivata as dv\nprint(dv.ldexp(dv.tensor({number!r}, dtype=dv.{dtype}), "
                f"dv.tensor({power}.0, dtype=dv.{dtype})))",
            )
    return None


def one_of_several(random: np.random.Generator) -> Finding | None:
    """Compare the gradient of one output of an op with several, with few elements of any size and any correction."""
    import torch

    op = ["var_mean", "std_mean", "aminmax", "frexp"][random.integers(4)]
    x = np.round(random.normal(size=(2, random.integers(1, 4))) * 8) / 8  # equal ones have no spread
    if random.random() < 0.3:
        x = (x * [1e30, 1e-30][random.integers(2)]).astype(np.float32)  # whose squares have no room
    named: dict[str, Any] = {"correction": int(random.integers(5)), "dim": 1} if op.endswith("_mean") else {}
    which = 0 if op == "frexp" else int(random.integers(2))
    gradients = []
    for library in (dv, torch):
        leaf = library.tensor(x, requires_grad=True)
        getattr(library, op)(leaf, **named)[which].sum().backward()
        assert leaf.grad is not None
        gradients.append(leaf.grad.numpy())
    if named and which == 0 and x.shape[1] <= named["correction"]:
        return None  # infinities of no use
    if np.allclose(*gradients, 1e-5, 1e-5 if x.dtype == np.float32 else 1e-8, equal_nan=True):
        return None
    return Finding(
        f"{op}({x.tolist()}, {named}): gradient of output {which} is {gradients[0].tolist()}, "
        f"PyTorch's {gradients[1].tolist()}",
        f"import derivata as dv\nx = dv.tensor({x.tolist()}, requires_grad=True)\n"
        f"dv.{op}(x, **{named})[{which}].sum().backward()\nprint(x.grad)",
    )


def constant_slopes(random: np.random.Generator) -> Finding | None:
    """Ask for a gradient that can be differentiated: where PyTorch's is a constant, ours is one as well."""
    case = ELEMENTWISE[random.integers(len(ELEMENTWISE))]
    call = special_calls(case)[0]
    if case.op in VALUES_ONLY or not call.places:
        return None
    other, depend = counterpart().call(call), []
    for library, here in ((dv, call), (other.op.parity.torch, other)):
        leaves = here.leaves()
        wanted = [leaf for leaf in leaves if leaf.requires_grad]
        total = here.outputs(*leaves)[0].sum()
        found = library.autograd.grad(total, wanted, create_graph=True, allow_unused=True)
        depend.append([gradient is not None and gradient.requires_grad for gradient in found])
    if not any(mine and not theirs for mine, theirs in zip(*depend, strict=True)):
        return None
    return Finding(
        f"{case.op}: gradients require grad: {depend[0]}, PyTorch's: {depend[1]}",
        program(call, "# autograd.grad(y.sum(), ..., create_graph=True)"),
    )


def second_derivatives(random: np.random.Generator) -> Finding | None:
    """Compare second derivatives of elementwise ops and losses where the first ones have kinks."""
    case = TWICE[random.integers(len(TWICE))]

    def kinks(array: Array) -> Array:
        return random.choice(KINKS, array.shape).astype(array.dtype) if array.dtype.kind == "f" else array

    call = drawn(case, random, kinks)
    try:
        theirs = curvature(counterpart().library, counterpart().differentiable(call))
    except Exception:  # of PyTorch: no such call, or no second derivative
        return None
    for (name, _), a, b in zip(call.places, curvature(DERIVATA, call), theirs, strict=True):
        wrong = np.isfinite(b) & ~np.isclose(a, b, 1e-7, 1e-9)
        if wrong.any():
            title = f"{case.op}: second derivative {a[wrong][0]} by argument {name}, PyTorch's {b[wrong][0]}"
            return Finding(title, program(call, "# autograd.grad(y.sum(), ..., create_graph=True)"))
    return None


def curvature(library: Library, call: Call) -> list[Array]:
    """Return the derivatives of a weighted sum of all gradients of the first output."""
    leaves = call.leaves()
    wanted = [leaf for leaf in leaves if leaf.requires_grad]
    total = call.outputs(*leaves)[0].sum()
    first = library.grad(total, wanted, create_graph=True, allow_unused=True)
    slopes = [(weight * g).sum() for weight, g in enumerate(first, 1) if g is not None and g.requires_grad]
    second = library.grad(sum(slopes), wanted, allow_unused=True) if slopes else [None] * len(wanted)
    return [
        np.zeros(leaf.shape) if g is None else library.array(g)
        for leaf, g in zip(wanted, second, strict=True)
    ]


def divided_by_zero(random: np.random.Generator) -> Finding | None:
    """Divide integers by integers, zeros among them: values, or an error, as PyTorch has them."""
    import torch

    name = list(DIVISIONS)[random.integers(len(DIVISIONS))]
    dtype = ["uint8", "int32", "int64"][random.integers(3)]
    x, y = random.integers(0, 9, 3).astype(dtype), random.integers(0, 4, 3).astype(dtype)
    found: list[Any] = []
    for library in (dv, torch):
        try:
            found.append(
                DIVISIONS[name](library, library.from_numpy(x.copy()), library.from_numpy(y)).tolist()
            )
        except RuntimeError as error:
            found.append("ZeroDivisionError" if "ZeroDivisionError" in str(error) else str(error))
    if found[0] == found[1]:
        return None
    return Finding(
        f"{name} of {x.tolist()} and {y.tolist()}, {dtype}: got {found[0]}, PyTorch {found[1]}",
        f"import derivata as dv\nx, y = dv.tensor({x.tolist()}), dv.tensor({y.tolist()})\n# {name}",
    )


DIVISIONS: dict[str, Callable[[Any, Any, Any], Any]] = {
    "x // y": lambda _, x, y: x // y,
    "x % y": lambda _, x, y: x % y,
    "fmod": lambda library, x, y: library.fmod(x, y),
    "div, trunc": lambda library, x, y: library.div(x, y, rounding_mode="trunc"),
    "div, floor": lambda library, x, y: library.div(x, y, rounding_mode="floor"),
    "floor_divide_": lambda _, x, y: x.floor_divide_(y),
    "remainder_": lambda _, x, y: x.remainder_(y),
}

KINDS = (
    at_special_points,
    one_among_many,
    one_among_many,
    bessel,
    large_parameters,
    powers_of_two,
    one_of_several,
    constant_slopes,
    divided_by_zero,
    second_derivatives,
)


@cache
def counterpart() -> Any:
    """Return PyTorch's side of calls."""
    import torch

    from ..torch_calls import Parity

    return Parity(torch)
