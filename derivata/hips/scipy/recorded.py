"""How functions of SciPy are recorded: by a formula of NumPy's functions, or by their partial derivatives."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import numpy as np

from ...numpy.traced import TracedArray, tensors_in, traced
from ..applied import is_recorded
from ..primitives import Primitive, defjvp, defvjp, primitive

Formula = Callable[..., Any]


def recorded(plain: Callable[..., Any]) -> Callable[[Formula], Formula]:
    """Return a decorator of a formula for traced arrays, which calls a function of SciPy with plain ones."""

    def decorate(formula: Formula) -> Formula:
        @wraps(formula)
        def call(*args: Any, **options: Any) -> Any:
            return (formula if is_recorded(args, options) else plain)(*args, **options)

        return call

    return decorate


def on_tensors(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function of derivata as one of arrays: traced if any is, plain ones otherwise."""

    @wraps(function)
    def call(*args: Any, **options: Any) -> Any:
        given = {name: tensors_in(value) for name, value in options.items()}
        return traced(function(*[tensors_in(value) for value in args], **given))

    return call


def elementwise(plain: Callable[..., Any], *partials: Callable[..., Any] | None) -> Primitive:
    """Return a function of SciPy, of arrays that are broadcast, with its partial derivatives.

    Parameters
    ----------
    plain : callable
    *partials : callable or None
        ``partial(ans, *args)`` returns the derivative by one argument; None for one that is not known.
    """
    function = primitive(plain)
    known = [place for place, partial in enumerate(partials) if partial is not None]
    defvjp(function, *[_vjp(place, partials[place]) for place in known], argnums=known)
    defjvp(function, *[_jvp(partials[place]) for place in known], argnums=known)
    return function


def _vjp(place: int, partial: Any) -> Callable[..., Any]:
    return lambda ans, *args: lambda g: summed_like(g * partial(ans, *args), args[place])


def _jvp(partial: Any) -> Callable[..., Any]:
    return lambda g, ans, *args: g * partial(ans, *args)


def summed_like(gradient: Any, value: Any) -> Any:
    """Return the gradient by a value that was broadcast: sums over the copies of its elements."""
    shape = np.shape(value)
    added = np.ndim(gradient) - len(shape)
    copied = [axis + added for axis, length in enumerate(shape) if length == 1]
    axes = (*range(added), *copied)
    found = np.reshape(np.sum(gradient, axis=axes), shape) if axes else gradient
    return found if np.iscomplexobj(value) or _is_complex(value) else np.real(found)


def _is_complex(value: Any) -> bool:
    return type(value) is TracedArray and value.dtype.kind == "c"
