"""Checks of derivatives against differences of values, in random directions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import product
from typing import Any

import numpy as np

from ..autograd.checker.finite_difference import difference, from_coordinates
from ..func.containers import flatten
from .misc.flatten import flatten as as_vector
from .naming import named
from .point import Argnum, mapped
from .products import make_jvp, make_vjp

STEP = 1e-6
TOLERANCE = 1e-6


def scalar_close(a: Any, b: Any) -> Any:
    """Tell whether two numbers are equal but for 1e-6, or but for a millionth.

    Examples
    --------
    >>> from derivata.hips.test_util import scalar_close
    >>> scalar_close(1e9, 1e9 + 1), scalar_close(1.0, 1.001)
    (True, False)
    """
    return abs(a - b) < TOLERANCE or abs(a - b) / abs(a + b) < TOLERANCE


def check_equivalent(x: Any, y: Any) -> None:
    """Assert that two containers of arrays have one form, the same shapes and dtypes, and close numbers.

    Examples
    --------
    >>> from derivata.hips.test_util import check_equivalent
    >>> check_equivalent([1.0, 2.0], [1.0, 2.0 + 1e-12])
    """
    assert _form(x) == _form(y), f"expected equal shapes and dtypes, got {_form(x)} and {_form(y)}"
    direction = _direction(x)
    first, second = _inner(direction, x), _inner(direction, y)
    assert scalar_close(first, second), f"expected equal values, got {x} and {y}"


def check_grads(
    f: Callable[..., Any],
    argnum: Argnum | None = None,
    modes: Sequence[str] = ("fwd", "rev"),
    order: int = 2,
) -> Callable[..., None]:
    """Return a function of the arguments of `f` that asserts that its derivatives are right there.

    Parameters
    ----------
    f : callable
    argnum : int or tuple of int, optional
        The arguments to differentiate by: all of them by default.
    modes : sequence of "fwd" and "rev"
        Forward mode, reverse mode.
    order : int
        Check derivatives of derivatives as well, up to this order.

    Examples
    --------
    >>> import derivata.numpy as np
    >>> from derivata.hips.test_util import check_grads
    >>> check_grads(np.sin)(0.5)
    >>> check_grads(lambda x: abs(x) * x, order=1)(np.array([1.0, -2.0]))
    """
    if not set(modes) <= {"fwd", "rev"}:
        raise ValueError(f"check_grads: expected modes out of 'fwd' and 'rev', got {list(modes)}")

    def check(*args: Any, **options: Any) -> None:
        places = [argnum] if isinstance(argnum, int) else list(range(len(args)) if argnum is None else argnum)
        x = tuple([args[place] for place in places])

        def of_chosen(x: Any) -> Any:
            given = list(args)
            for place, value in zip(places, x, strict=True):
                given[place] = value
            return f(*given, **options)

        _check(of_chosen, x, modes, order, getattr(f, "__name__", "f"))

    return named(check, "check_grads", f, argnum)


def combo_check(
    f: Callable[..., Any],
    argnum: Argnum | None = None,
    modes: Sequence[str] = ("fwd", "rev"),
    order: int = 2,
) -> Callable[..., None]:
    """Return a function like that of `check_grads` that takes lists of arguments, and checks each combination.

    Examples
    --------
    >>> import derivata.numpy as np
    >>> from derivata.hips.test_util import combo_check
    >>> combo_check(np.sum, 0)([1.0, np.array([1.0, 2.0])], axis=[None, -1][:1])
    """

    def check(*args: Any, **options: Any) -> None:
        for given in product(*args):
            for values in product(*options.values()):
                check_grads(f, argnum, modes, order)(*given, **dict(zip(options, values, strict=True)))

    return check


def _check(f: Callable[[Any], Any], x: Any, modes: Sequence[str], order: int, name: str) -> None:
    value, v = f(x), _direction(x)
    along = _difference(f, x, v, value)
    if "fwd" in modes:
        check_equivalent(make_jvp(f)(x)(v)[1], along)
    g = _direction(value)
    if "rev" in modes:
        pull, found = make_vjp(f)(x)
        check_equivalent(found, mapped(_inexact, value))
        pulled = pull(g)
        assert _form(pulled) == _form(x), f"expected a gradient of {_form(x)}, got {_form(pulled)}"
        exact, numeric = _inner(v, pulled), _inner(g, along)
        assert scalar_close(exact, numeric), (
            f"derivative (VJP) check of {name} failed: reverse mode gives {exact}, differences give {numeric}, at {x}"
        )
    if order > 1 and "fwd" in modes:
        _check(lambda both: make_jvp(f)(both[0])(both[1])[1], (x, v), modes, order - 1, f"jvp_{name}")
    if order > 1 and "rev" in modes:
        _check(lambda both: make_vjp(f)(both[0])[0](both[1]), (x, g), modes, order - 1, f"vjp_{name}")


def _difference(f: Callable[[Any], Any], x: Any, v: Any, value: Any) -> Any:
    """Return the derivative of a function along a direction, in the form of its value, by values on both sides."""
    vector, unflatten = as_vector(x)
    leaves, structure = flatten(value)

    def evaluate() -> list[Any]:
        return [np.array(_inexact(leaf)) for leaf in flatten(f(unflatten(vector)))[0]]

    slopes = difference(evaluate, [vector], [as_vector(v)[0]], STEP / 2)
    likes = [np.asarray(_inexact(leaf)) for leaf in leaves]
    return structure.unflatten(
        [from_coordinates(slope, like)[()] for slope, like in zip(slopes, likes, strict=True)]
    )


def _direction(value: Any) -> Any:
    """Return random numbers in the form of a value."""
    return mapped(_random, value)


def _random(part: Any) -> Any:
    part = _inexact(part)
    drawn = np.random.standard_normal(np.shape(part))
    if np.iscomplexobj(part):
        drawn = drawn + 1j * np.random.standard_normal(np.shape(part))
    return np.asarray(drawn, part.dtype)[()]


def _inexact(part: Any) -> Any:
    part = part if hasattr(part, "dtype") else np.asarray(part)[()]
    return part if part.dtype.kind in "fc" else part.astype(np.float64)


def _inner(x: Any, y: Any) -> Any:
    return sum(
        [np.real(np.sum(one * other)) for one, other in zip(flatten(x)[0], flatten(y)[0], strict=True)]
    )


def _form(value: Any) -> Any:
    describe: Callable[[Any], str] = partial(_described)
    return mapped(describe, value)


def _described(part: Any) -> str:
    part = _inexact(part)
    return f"{part.dtype}{list(np.shape(part))}"
