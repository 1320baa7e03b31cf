"""Functions of plain arrays whose derivatives are given beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import update_wrapper, wraps
from itertools import count
from typing import Any, TypeAlias

import numpy as np

from .applied import apply, is_recorded, values_in
from .point import mapped

Maker: TypeAlias = Callable[..., Any]
Rule: TypeAlias = Callable[[tuple[int, ...]], Any]


class Primitive:
    """A function that is called with plain arrays, and whose derivatives are those that were defined for it.

    Attributes
    ----------
    name : str
        What errors call it.
    vjps, jvps : callable or None
        What makes the products with the Jacobian: set by `defvjp`, `defjvp` and their like.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.name: str = getattr(function, "__name__", type(function).__name__)
        self.vjps: Maker | None = None
        self.jvps: Maker | None = None
        update_wrapper(self, function, updated=())

    def __call__(self, *args: Any, **options: Any) -> Any:
        """Call the function, recorded if an argument is traced."""
        if not is_recorded(args, options):
            return self.function(*args, **options)
        return apply(self, args, options)

    def vjp(self, argnums: tuple[int, ...], ans: Any, args: tuple[Any, ...], options: Any) -> Any:
        """Return the function of the gradient that returns the gradients by some arguments."""
        if self.vjps is None:
            raise NotImplementedError(_undefined("VJP", self, argnums, "defvjp"))
        return self.vjps(argnums, ans, args, options)

    def jvp(
        self,
        argnums: tuple[int, ...],
        tangents: tuple[Any, ...],
        ans: Any,
        args: tuple[Any, ...],
        options: Any,
    ) -> Any:
        """Return the tangent of the value."""
        if self.jvps is None:
            raise NotImplementedError(_undefined("JVP", self, argnums, "defjvp"))
        return self.jvps(argnums, tangents, ans, args, options)


def _undefined(kind: str, fun: Any, argnums: tuple[int, ...], cure: str) -> str:
    numbers = argnums[0] if len(argnums) == 1 else argnums
    return (
        f"{kind} of {fun.name} wrt argnum {numbers} not defined; define it with derivata.hips.extend.{cure}"
    )


def primitive(function: Callable[..., Any]) -> Primitive:
    """Return a function that is not looked into: it gets plain arrays, and `defvjp` says what its derivatives are.

    Parameters
    ----------
    function : callable
        Takes arrays, or containers of them, by position; what it takes by name is not differentiated.

    Examples
    --------
    >>> import derivata.numpy as np
    >>> from derivata.hips import grad
    >>> from derivata.hips.extend import defvjp, primitive
    >>> @primitive
    ... def softplus(x):
    ...     return np.logaddexp(0, x)
    >>> defvjp(softplus, lambda ans, x: lambda g: g / (1 + np.exp(-x)))
    >>> grad(softplus)(0.0), grad(grad(softplus))(0.0)
    (np.float64(0.5), np.float64(0.25))
    """
    return Primitive(function)


def notrace_primitive(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that gets plain arrays and has no derivative: its value is constant.

    Examples
    --------
    >>> import derivata.numpy as np
    >>> from derivata.hips import grad
    >>> from derivata.hips.extend import notrace_primitive
    >>> fixed = notrace_primitive(np.sum)
    >>> grad(lambda x: np.sum(x) * fixed(x))(np.array([1.0, 2.0]))
    array([3., 3.])
    """

    @wraps(function)
    def call(*args: Any, **options: Any) -> Any:
        return function(*values_in(args), **values_in(options))

    return call


def defvjp_argnums(fun: Any, vjpmaker: Maker) -> None:
    """Define the gradients of a primitive by all arguments at once.

    Parameters
    ----------
    fun : Primitive
    vjpmaker : callable
        ``vjpmaker(argnums, ans, args, kwargs)`` returns a function of the gradient by the value, which returns the
        gradients by the arguments at these positions.

    Examples
    --------
    >>> from derivata.hips import grad
    >>> from derivata.hips.extend import defvjp_argnums, primitive
    >>> product = primitive(lambda x, y: x * y)
    >>> defvjp_argnums(product, lambda argnums, ans, args, kwargs: lambda g: [g * args[1 - n] for n in argnums])
    >>> grad(product, 1)(2.0, 3.0)
    np.float64(2.0)
    """
    _primitive("defvjp_argnums", fun).vjps = vjpmaker


def defvjp_argnum(fun: Any, vjpmaker: Maker) -> None:
    """Define the gradient of a primitive by any one argument: ``vjpmaker(argnum, ans, args, kwargs)(g)``.

    Examples
    --------
    >>> from derivata.hips import grad
    >>> from derivata.hips.extend import defvjp_argnum, primitive
    >>> product = primitive(lambda x, y: x * y)
    >>> defvjp_argnum(product, lambda argnum, ans, args, kwargs: lambda g: g * args[1 - argnum])
    >>> grad(product)(2.0, 3.0)
    np.float64(3.0)
    """

    def make(argnums: tuple[int, ...], *call: Any) -> Any:
        vjps = [vjpmaker(argnum, *call) for argnum in argnums]
        return lambda g: [vjp(g) for vjp in vjps]

    defvjp_argnums(fun, make)


def defvjp(fun: Any, *vjpmakers: Maker | None, argnums: Iterable[int] | None = None) -> None:
    """Define the gradients of a primitive, one for each argument.

    Parameters
    ----------
    fun : Primitive
    *vjpmakers : callable or None
        ``vjpmaker(ans, *args, **kwargs)`` returns a function of the gradient by the value, which returns the gradient
        by the argument; None stands for zeros.
    argnums : sequence of int, optional
        Which arguments are meant; by default the first ones.

    Examples
    --------
    >>> from derivata.hips import grad
    >>> from derivata.hips.extend import defvjp, primitive
    >>> scaled = primitive(lambda factor, x: factor * x)
    >>> defvjp(scaled, None, lambda ans, factor, x: lambda g: factor * g)
    >>> grad(scaled)(2.0, 3.0), grad(scaled, 1)(2.0, 3.0)
    (np.float64(0.0), np.float64(2.0))
    """
    makers = _by_argument("defvjp", fun, vjpmakers, argnums)

    def make(argnum: int, ans: Any, args: tuple[Any, ...], options: Any) -> Any:
        if argnum not in makers:
            raise NotImplementedError(_undefined("VJP", fun, (argnum,), "defvjp"))
        maker = makers[argnum]
        return (lambda g: _zeros(args[argnum])) if maker is None else maker(ans, *args, **options)

    defvjp_argnum(fun, make)


def defjvp_argnums(fun: Any, jvpmaker: Maker) -> None:
    """Define the tangent of a primitive's value: ``jvpmaker(argnums, gs, ans, args, kwargs)``.

    Parameters
    ----------
    fun : Primitive
    jvpmaker : callable
        Returns the tangent of the value for tangents `gs` of the arguments at these positions.

    Examples
    --------
    >>> from derivata.hips import make_jvp
    >>> from derivata.hips.extend import defjvp_argnums, primitive
    >>> double = primitive(lambda x: 2 * x)
    >>> defjvp_argnums(double, lambda argnums, gs, ans, args, kwargs: 2 * gs[0])
    >>> make_jvp(double)(3.0)(1.0)
    (np.float64(6.0), np.float64(2.0))
    """
    _primitive("defjvp_argnums", fun).jvps = jvpmaker


def defjvp_argnum(fun: Any, jvpmaker: Maker) -> None:
    """Define what the tangent of any one argument adds: ``jvpmaker(argnum, g, ans, args, kwargs)``.

    Examples
    --------
    >>> from derivata.hips import make_jvp
    >>> from derivata.hips.extend import defjvp_argnum, primitive
    >>> product = primitive(lambda x, y: x * y)
    >>> defjvp_argnum(product, lambda argnum, g, ans, args, kwargs: g * args[1 - argnum])
    >>> make_jvp(product, (0, 1))(3.0, 4.0)((1.0, 10.0))
    (np.float64(12.0), np.float64(34.0))
    """

    def make(argnums: tuple[int, ...], tangents: tuple[Any, ...], *call: Any) -> Any:
        found = [jvpmaker(argnum, g, *call) for argnum, g in zip(argnums, tangents, strict=True)]
        return found[0] if len(found) == 1 else _sum(found)

    defjvp_argnums(fun, make)


def defjvp(fun: Any, *jvpfuns: Maker | str | None, argnums: Iterable[int] | None = None) -> None:
    """Define what the tangent of each argument adds to the tangent of a primitive's value.

    Parameters
    ----------
    fun : Primitive
    *jvpfuns : callable, "same" or None
        ``jvpfun(g, ans, *args, **kwargs)``; "same" for an argument that the function is linear in, None for zeros.
    argnums : sequence of int, optional
        Which arguments are meant; by default the first ones.

    Examples
    --------
    >>> from derivata.hips import make_jvp
    >>> from derivata.hips.extend import defjvp, primitive
    >>> scaled = primitive(lambda factor, x: factor * x)
    >>> defjvp(scaled, None, "same")
    >>> make_jvp(scaled, 1)(2.0, 3.0)(1.0)
    (np.float64(6.0), np.float64(2.0))
    """
    makers = _by_argument("defjvp", fun, jvpfuns, argnums, "same")

    def make(argnum: int, g: Any, ans: Any, args: tuple[Any, ...], options: Any) -> Any:
        if argnum not in makers:
            raise NotImplementedError(_undefined("JVP", fun, (argnum,), "defjvp"))
        maker = makers[argnum]
        if maker is None:
            return _zeros(ans)
        return fun(*_with(args, argnum, g), **options) if maker == "same" else maker(g, ans, *args, **options)

    defjvp_argnum(fun, make)


def def_linear(fun: Any) -> None:
    """Define the tangents of a primitive that is linear in each of its arguments.

    Examples
    --------
    >>> from derivata.hips import make_jvp
    >>> from derivata.hips.extend import def_linear, primitive
    >>> double = primitive(lambda x: 2 * x)
    >>> def_linear(double)
    >>> make_jvp(double)(3.0)(1.0)
    (np.float64(6.0), np.float64(2.0))
    """
    defjvp_argnum(fun, lambda argnum, g, ans, args, options: fun(*_with(args, argnum, g), **options))


def _by_argument(
    caller: str, fun: Any, makers: Iterable[Any], argnums: Iterable[int] | None, word: str | None = None
) -> dict[int, Any]:
    made = dict(zip(count() if argnums is None else argnums, makers, strict=False))
    for argnum, maker in made.items():
        if not (maker is None or callable(maker) or maker == word):
            raise TypeError(
                f"{caller}: expected a function for argument {argnum} of {_primitive(caller, fun).name}, or None "
                f"for zeros, got {maker!r}"
            )
    return made


def _primitive(caller: str, fun: Any) -> Any:
    if not isinstance(fun, Primitive):
        raise TypeError(
            f"{caller}: expected a function made by primitive, got {type(fun).__name__}; write fun = primitive(fun)"
        )
    return fun


def _with(args: tuple[Any, ...], argnum: int, value: Any) -> tuple[Any, ...]:
    return (*args[:argnum], value, *args[argnum + 1 :])


def _zeros(value: Any) -> Any:
    return mapped(lambda part: np.zeros(np.shape(part), getattr(part, "dtype", None)), value)


def _sum(values: list[Any]) -> Any:
    from ..func.containers import flatten

    parts = zip(*[flatten(value)[0] for value in values], strict=True)
    return flatten(values[0])[1].unflatten([sum(part) for part in parts])
