"""What distributions of one number have in common: parameters as SciPy binds them, supports, functions of densities."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from inspect import Parameter, Signature
from types import FunctionType, MethodType
from typing import Any, ClassVar

import numpy as np

from ...generated import ops
from ...runtime.tensors.tensor import Tensor
from ..linear_systems import floats

Formula = Callable[..., Any]


def positive(*shapes: Any) -> Any:
    """Tell where all parameters of the shape are above 0."""
    return _all([shape > 0 for shape in shapes])


def _all(conditions: Sequence[Any]) -> Any:
    found = conditions[0]
    for one in conditions[1:]:
        found = found & one
    return found


class Distribution:
    """A family of distributions.

    Parameters
    ----------
    name : str
    shapes : tuple of str
        The names of the parameters that come before `loc` (and `scale`).
    density : callable
        The logarithm of the standard density at z, given the shapes.
    limits : callable or (number, number)
        Of what has density: between which numbers z is, given the shapes.
    inner : float
        A number inside of all supports.
    valid : callable, optional
        Where shapes are allowed.
    **formulas
        `cdf`, `sf`, `logcdf` and `logsf` at z, given the shapes; missing ones follow from the others.
    """

    name: str
    shapes: tuple[str, ...]
    _placed: ClassVar[tuple[str, ...]]
    _functions: ClassVar[tuple[str, ...]] = ("cdf", "sf", "logcdf", "logsf")
    __signature__: Signature

    def __init__(
        self,
        name: str,
        shapes: tuple[str, ...],
        density: Formula,
        limits: Any = (-np.inf, np.inf),
        inner: float = 0.0,
        valid: Formula | None = None,
        **formulas: Formula,
    ) -> None:
        self.name, self.shapes = name, shapes
        self._density, self._limits, self._inner = density, limits, inner
        self._valid, self._formulas = valid, formulas
        self._show_parameters()

    def _show_parameters(self) -> None:
        """Have `help` and editors show this family's parameters, of itself and of its functions."""
        empty, word = Parameter.empty, Parameter.POSITIONAL_OR_KEYWORD
        defaults = {"loc": 0.0, "scale": 1.0}
        own = [Parameter(name, word, default=defaults.get(name, empty)) for name in self._names]
        self.__signature__ = Signature(own)
        for name in self._functions:
            plain: FunctionType = getattr(type(self), name)
            shown = FunctionType(plain.__code__, plain.__globals__, name)
            shown.__doc__, shown.__module__, shown.__qualname__ = plain.__doc__, __name__, plain.__qualname__
            at = Parameter(plain.__code__.co_varnames[1], word)
            signature = Signature([Parameter("self", word), at, *own], return_annotation=Tensor)
            setattr(shown, "__signature__", signature)  # noqa: B010  (type checkers know of none)
            setattr(self, name, MethodType(shown, self))

    @property
    def _names(self) -> tuple[str, ...]:
        return *self.shapes, *self._placed

    def __repr__(self) -> str:
        return f"<derivata.scipy.stats.{self.name}>"

    def __call__(self, *args: Any, **named: Any) -> Frozen:
        """Return the distribution with its parameters."""
        return Frozen(self, args, named)

    def cdf(self, x: Any, *args: Any, **named: Any) -> Tensor:
        """Return the probability of at most x."""
        return self._cumulative("cdf", x, args, named)

    def sf(self, x: Any, *args: Any, **named: Any) -> Tensor:
        """Return the probability of more than x."""
        return self._cumulative("sf", x, args, named)

    def logcdf(self, x: Any, *args: Any, **named: Any) -> Tensor:
        """Return the logarithm of `cdf`."""
        return self._cumulative("logcdf", x, args, named)

    def logsf(self, x: Any, *args: Any, **named: Any) -> Tensor:
        """Return the logarithm of `sf`."""
        return self._cumulative("logsf", x, args, named)

    def _log_density(self, x: Any, args: Sequence[Any], named: dict[str, Any]) -> Tensor:
        z, shapes, scale, valid = self._standard(x, args, named)
        low, high = self._support(shapes)
        inside = self._counts(z) & (z >= low) & (z <= high) & ops.isfinite(z)
        logarithm = self._density(ops.where(inside, z, self._inner), *shapes) - ops.log(scale)
        return _where(valid, ops.where(inside, logarithm, -np.inf), np.nan)

    def _counts(self, z: Tensor) -> Any:
        """Tell where numbers may have density."""
        return z == z

    def _cumulative(self, which: str, x: Any, args: Sequence[Any], named: dict[str, Any]) -> Tensor:
        z, shapes, _, valid = self._standard(x, args, named)
        low, high = self._support(shapes)
        z = self._rounded(z)
        below, above = (z < low) | ((z == low) & self._open), z >= high
        value = self._formula(which)(ops.where(below | above, self._inner, z), *shapes)
        first, last = {"cdf": (0, 1), "sf": (1, 0), "logcdf": (-np.inf, 0), "logsf": (0, -np.inf)}[which]
        return _where(valid, ops.where(below, first, ops.where(above, last, value)), np.nan)

    _open: bool = True
    """Whether the lower limit itself has no probability."""

    def _rounded(self, z: Tensor) -> Tensor:
        return z

    def _formula(self, which: str) -> Formula:
        found = self._formulas.get(which)
        if found is not None:
            return found
        plain = which.removeprefix("log")
        other = {"cdf": "sf", "sf": "cdf"}[plain]
        if plain != which and "cdf" in self._formulas:
            return lambda *given: _logarithm(self._formula(plain)(*given), self._formula(other)(*given))
        if other in self._formulas:
            return lambda *given: 1 - self._formulas[other](*given)
        raise NotImplementedError(
            f"{self.name}.{which}: expected a distribution whose cumulative probability is made of ops, got one that "
            "needs a sum, which has none; use scipy.stats on detached arrays where no "
            "gradient is wanted"
        )

    def _standard(
        self, x: Any, args: Sequence[Any], named: dict[str, Any]
    ) -> tuple[Tensor, list[Tensor], Tensor, Any]:
        """Return z, the shapes, the scale, and where these are allowed."""
        names = self._names
        given = dict(zip(names, args, strict=False))
        unknown = [name for name in named if name not in names or name in given]
        given = {"loc": 0.0, "scale": 1.0} | given | named
        missing = [name for name in self.shapes if name not in given]
        if unknown or missing or len(args) > len(names):
            raise TypeError(
                f"{self.name}: expected the parameters {', '.join(names)}, each once, got {len(args)} by position and "
                f"{sorted(named)} by name; write them as scipy.stats does"
            )
        x, loc, scale, *shapes = floats(
            x, given["loc"], given["scale"], *[given[name] for name in self.shapes]
        )
        usable = scale > 0
        z = (x - loc) / ops.where(usable, scale, 1.0)
        conditions = [usable, z == z, *([] if self._valid is None else [self._valid(*shapes)])]
        return z, shapes, ops.where(usable, scale, 1.0), _all(conditions)

    def _support(self, shapes: Sequence[Tensor]) -> tuple[Any, Any]:
        found: tuple[Any, Any] = self._limits(*shapes) if callable(self._limits) else self._limits
        return found


def _logarithm(probability: Tensor, other: Tensor) -> Tensor:
    """Return the logarithm of a probability, which is accurate where it is close to 1, by that of the opposite."""
    small = probability < 0.5
    return ops.where(
        small, ops.log(ops.where(small, probability, 1.0)), ops.log1p(-ops.where(small, 0.0, other))
    )


def _where(condition: Tensor, value: Tensor, other: float) -> Tensor:
    return ops.where(condition, value, other)


class Continuous(Distribution):
    """A family of distributions with a density: SciPy's parameters, at first the shapes, then `loc` and `scale`.

    Its functions take and return tensors, and are differentiable by all arguments as far as ops are. The dtype is that
    of the arguments, float64 of integers. Outside of the support the density is 0, and parameters that are not allowed
    give nan.

    Examples
    --------
    >>> import derivata as dv
    >>> scale = dv.tensor(2.0, dtype=dv.float64, requires_grad=True)
    >>> density = dv.scipy.stats.norm.logpdf(1.0, loc=0.0, scale=scale)
    >>> round(density.item(), 6), dv.autograd.grad(density, scale)[0].item()
    (-1.737086, -0.375)
    """

    _placed: ClassVar[tuple[str, ...]] = ("loc", "scale")
    _functions: ClassVar[tuple[str, ...]] = ("pdf", "logpdf", *Distribution._functions)

    def logpdf(self, x: Any, *args: Any, **named: Any) -> Tensor:
        """Return the logarithm of the density at x."""
        return self._log_density(x, args, named)

    def pdf(self, x: Any, *args: Any, **named: Any) -> Tensor:
        """Return the density at x."""
        return ops.exp(self._log_density(x, args, named))


class Discrete(Distribution):
    """A family of distributions of whole numbers: SciPy's parameters, at first the shapes, then `loc`.

    As `Continuous`, with `logpmf` and `pmf`; what is no whole number has probability 0.

    Examples
    --------
    >>> import derivata as dv
    >>> mu = dv.tensor(2.0, dtype=dv.float64, requires_grad=True)
    >>> probability = dv.scipy.stats.poisson.logpmf(3, mu)
    >>> round(probability.item(), 6), dv.autograd.grad(probability, mu)[0].item()
    (-1.712318, 0.5)
    """

    _placed: ClassVar[tuple[str, ...]] = ("loc",)
    _functions: ClassVar[tuple[str, ...]] = ("pmf", "logpmf", *Distribution._functions)
    _open: bool = False

    def logpmf(self, k: Any, *args: Any, **named: Any) -> Tensor:
        """Return the logarithm of the probability of k."""
        return self._log_density(k, args, named)

    def pmf(self, k: Any, *args: Any, **named: Any) -> Tensor:
        """Return the probability of k."""
        return ops.exp(self._log_density(k, args, named))

    def _counts(self, z: Tensor) -> Any:
        return z == ops.floor(z)

    def _rounded(self, z: Tensor) -> Tensor:
        return ops.floor(z)


class Frozen:
    """A distribution with its parameters: the functions of its family, without them.

    Examples
    --------
    >>> import derivata as dv
    >>> dv.scipy.stats.norm(1.0, 2.0).cdf(1.0).item()
    0.5
    """

    family: Distribution
    args: tuple[Any, ...]
    named: dict[str, Any]

    def __init__(self, family: Distribution, args: tuple[Any, ...], named: dict[str, Any]) -> None:
        self.family, self.args, self.named = family, args, named
        family._standard(0.0, args, named)

    def pdf(self, x: Any) -> Tensor:
        """Return the density at x."""
        return self._call("pdf", x)

    def logpdf(self, x: Any) -> Tensor:
        """Return the logarithm of the density at x."""
        return self._call("logpdf", x)

    def pmf(self, k: Any) -> Tensor:
        """Return the probability of k."""
        return self._call("pmf", k)

    def logpmf(self, k: Any) -> Tensor:
        """Return the logarithm of the probability of k."""
        return self._call("logpmf", k)

    def cdf(self, x: Any) -> Tensor:
        """Return the probability of at most x."""
        return self._call("cdf", x)

    def sf(self, x: Any) -> Tensor:
        """Return the probability of more than x."""
        return self._call("sf", x)

    def logcdf(self, x: Any) -> Tensor:
        """Return the logarithm of `cdf`."""
        return self._call("logcdf", x)

    def logsf(self, x: Any) -> Tensor:
        """Return the logarithm of `sf`."""
        return self._call("logsf", x)

    def _call(self, function: str, x: Any) -> Tensor:
        found: Tensor = getattr(self.family, function)(x, *self.args, **self.named)
        return found
