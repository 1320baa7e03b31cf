"""Which values parameters and samples may have."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..generated.namespaces import linalg
from ..top_level import public as ops


class Constraint:
    """A set of values.

    Attributes
    ----------
    is_discrete : bool
    event_dim : int
        How many of the last dimensions make one value.
    """

    is_discrete = False
    event_dim = 0

    def check(self, value: Any) -> Any:
        """Return a boolean tensor: which values are in the set."""
        raise NotImplementedError(f"{type(self).__name__}.check: a constraint defines it")

    def __repr__(self) -> str:
        return type(self).__name__.lstrip("_") + "()"


class _Test(Constraint):
    """A constraint that a function of the value tells."""

    def __init__(
        self,
        name: str,
        test: Callable[[Any], Any],
        event_dim: int = 0,
        is_discrete: bool = False,
    ) -> None:
        self._name, self._test = name, test
        self.event_dim, self.is_discrete = event_dim, is_discrete

    def check(self, value: Any) -> Any:
        """Ask the function."""
        return self._test(value)

    def __repr__(self) -> str:
        return self._name


class _Dependent(Constraint):
    """A constraint that depends on other parameters."""

    def __init__(self, *, is_discrete: bool = False, event_dim: int = 0) -> None:
        self.is_discrete, self.event_dim = is_discrete, event_dim

    def check(self, value: Any) -> Any:
        """Ask the function."""
        raise ValueError(
            "constraints.dependent: Cannot determine validity of dependent constraint; ask the support of a "
            "distribution"
        )


class dependent_property(property, _Dependent):
    """A property of a distribution whose value is a constraint: a decorator, with or without arguments."""

    def __init__(
        self, fn: Callable[[Any], Any] | None = None, *, is_discrete: bool = False, event_dim: int = 0
    ) -> None:
        super().__init__(fn)
        self.is_discrete: bool = is_discrete
        self.event_dim: int = event_dim

    def __call__(self, fn: Callable[[Any], Any]) -> dependent_property:
        """Decorate a method."""
        return dependent_property(fn, is_discrete=self.is_discrete, event_dim=self.event_dim)


def is_dependent(constraint: Any) -> bool:
    """Tell whether a constraint depends on other parameters."""
    return isinstance(constraint, _Dependent)


class interval(Constraint):
    """Real numbers in [lower_bound, upper_bound]."""

    def __init__(self, lower_bound: Any, upper_bound: Any) -> None:
        self.lower_bound: Any = lower_bound
        self.upper_bound: Any = upper_bound

    def check(self, value: Any) -> Any:
        """Compare with both bounds."""
        return (self.lower_bound <= value) & (value <= self.upper_bound)

    def __repr__(self) -> str:
        name = type(self).__name__
        return f"{name[0].upper()}{name[1:]}(lower_bound={self.lower_bound}, upper_bound={self.upper_bound})"


class half_open_interval(interval):
    """Real numbers in [lower_bound, upper_bound)."""

    def check(self, value: Any) -> Any:
        """Compare with both bounds."""
        return (self.lower_bound <= value) & (value < self.upper_bound)


class integer_interval(interval):
    """Whole numbers in [lower_bound, upper_bound]."""

    is_discrete = True

    def check(self, value: Any) -> Any:
        """Compare with both bounds."""
        return (value % 1 == 0) & super().check(value)


class greater_than(Constraint):
    """Real numbers above lower_bound."""

    def __init__(self, lower_bound: Any) -> None:
        self.lower_bound: Any = lower_bound

    def check(self, value: Any) -> Any:
        """Compare with the bound."""
        return self.lower_bound < value

    def __repr__(self) -> str:
        return f"{''.join(word.title() for word in type(self).__name__.split('_'))}(lower_bound={self.lower_bound})"


class greater_than_eq(greater_than):
    """Real numbers from lower_bound on."""

    def check(self, value: Any) -> Any:
        """Compare with the bound."""
        return self.lower_bound <= value


class less_than(Constraint):
    """Real numbers below upper_bound."""

    def __init__(self, upper_bound: Any) -> None:
        self.upper_bound: Any = upper_bound

    def check(self, value: Any) -> Any:
        """Compare with the bound."""
        return value < self.upper_bound

    def __repr__(self) -> str:
        return f"LessThan(upper_bound={self.upper_bound})"


class multinomial(Constraint):
    """Vectors of whole numbers from 0 on with the sum upper_bound."""

    is_discrete = True
    event_dim = 1

    def __init__(self, upper_bound: Any) -> None:
        self.upper_bound: Any = upper_bound

    def check(self, value: Any) -> Any:
        """Compare elements with 0, and the sum."""
        return (value >= 0).all(-1) & (value.sum(-1) <= self.upper_bound)


class independent(Constraint):
    """Values of which the last dimensions are one value."""

    def __init__(self, base_constraint: Constraint, reinterpreted_batch_ndims: int) -> None:
        self.base_constraint: Constraint = base_constraint
        self.reinterpreted_batch_ndims: int = reinterpreted_batch_ndims
        self.is_discrete: bool = base_constraint.is_discrete
        self.event_dim: int = base_constraint.event_dim + reinterpreted_batch_ndims

    def check(self, value: Any) -> Any:
        """Ask whether all parts are in the set."""
        result = self.base_constraint.check(value)
        if result.dim() < self.reinterpreted_batch_ndims:
            raise ValueError(
                f"constraints.independent: Expected value.dim() >= {self.event_dim} but got {value.dim()}; give the "
                "value its event dimensions"
            )
        shape = result.shape[: result.dim() - self.reinterpreted_batch_ndims]
        return result.reshape((*shape, -1)).all(-1)

    def __repr__(self) -> str:
        return f"IndependentConstraint({self.base_constraint!r}, {self.reinterpreted_batch_ndims})"


class cat(Constraint):
    """Values of which each part along a dimension, one after the other, has a constraint of its own."""

    def __init__(
        self, cseq: Sequence[Constraint], dim: int = 0, lengths: Sequence[int] | None = None
    ) -> None:
        self.cseq: list[Constraint] = list(cseq)
        self.lengths: list[int] = [1] * len(self.cseq) if lengths is None else list(lengths)
        self.dim = dim
        if len(self.lengths) != len(self.cseq):
            raise ValueError(
                f"constraints.cat: expected a length for each of {len(self.cseq)} constraints, got {self.lengths}"
            )
        self.is_discrete: bool = any(part.is_discrete for part in self.cseq)
        self.event_dim: int = max(part.event_dim for part in self.cseq)

    def check(self, value: Any) -> Any:
        """Ask each constraint about its part."""
        parts = value.split(self.lengths, self.dim)
        return ops.cat([part.check(v) for part, v in zip(self.cseq, parts, strict=True)], self.dim)


class stack(Constraint):
    """Values of which each slice along a dimension has a constraint of its own."""

    def __init__(self, cseq: Sequence[Constraint], dim: int = 0) -> None:
        self.cseq: list[Constraint] = list(cseq)
        self.dim = dim
        self.is_discrete: bool = any(part.is_discrete for part in self.cseq)
        largest = max(part.event_dim for part in self.cseq)
        self.event_dim: int = largest + (dim + largest < 0)

    def check(self, value: Any) -> Any:
        """Ask each constraint about its slice."""
        slices = value.unbind(self.dim)
        return ops.stack([part.check(v) for part, v in zip(self.cseq, slices, strict=True)], self.dim)


class MixtureSameFamilyConstraint(Constraint):
    """Values that all components of a mixture allow."""

    def __init__(self, base_constraint: Constraint) -> None:
        self.base_constraint: Any = base_constraint
        self.is_discrete: bool = base_constraint.is_discrete
        self.event_dim: int = base_constraint.event_dim

    def check(self, value: Any) -> Any:
        """Ask the components' constraint about the value beside each of them."""
        return self.base_constraint.check(value.unsqueeze(-1 - self.event_dim)).all(-1)

    def __repr__(self) -> str:
        return f"MixtureSameFamilyConstraint({self.base_constraint!r})"


def _positive_definite(value: Any) -> Any:
    symmetric = _symmetric(value)
    if not symmetric.all():
        return symmetric
    return linalg.cholesky_ex(value).info == 0


def _symmetric(value: Any) -> Any:
    return _square(value) & ops.isclose(value, value.mT, atol=1e-6).all(-2).all(-1)


def _square(value: Any) -> Any:
    return ops.full(value.shape[:-2], value.shape[-2] == value.shape[-1])


def _lower(value: Any) -> Any:
    return (value.tril() == value).reshape((*value.shape[:-2], -1)).all(-1)


def _lower_cholesky(value: Any) -> Any:
    return _lower(value) & (value.diagonal(dim1=-2, dim2=-1) > 0).all(-1)


def _corr_cholesky(value: Any) -> Any:
    tolerance = ops.finfo(value.dtype).eps * value.shape[-1] * 10
    lengths = value.detach().square().sum(-1).sqrt()
    return _lower_cholesky(value) & ((lengths - 1).abs() <= tolerance).all(-1)


def _positive_semidefinite(value: Any) -> Any:
    symmetric = _symmetric(value)
    return (linalg.eigvalsh(value) >= 0).all(-1) if symmetric.all() else symmetric


dependent: Constraint = _Dependent()
boolean: Constraint = _Test("Boolean()", lambda x: (x == 0) | (x == 1), is_discrete=True)
one_hot: Constraint = _Test(
    "OneHot()", lambda x: ((x == 0) | (x == 1)).all(-1) & (x.sum(-1) == 1), event_dim=1, is_discrete=True
)
real: Constraint = _Test("Real()", lambda x: x == x)
real_vector: Constraint = independent(real, 1)
positive: Constraint = greater_than(0.0)
nonnegative: Constraint = greater_than_eq(0.0)
unit_interval: Constraint = interval(0.0, 1.0)
simplex: Constraint = _Test(
    "Simplex()", lambda x: (x >= 0).all(-1) & ((x.sum(-1) - 1).abs() < 1e-6), event_dim=1
)
nonnegative_integer: Constraint = _Test(
    "NonnegativeInteger()", lambda x: (x % 1 == 0) & (x >= 0), is_discrete=True
)
positive_integer: Constraint = _Test("PositiveInteger()", lambda x: (x % 1 == 0) & (x >= 1), is_discrete=True)
lower_triangular: Constraint = _Test("LowerTriangular()", _lower, event_dim=2)
lower_cholesky: Constraint = _Test("LowerCholesky()", _lower_cholesky, event_dim=2)
corr_cholesky: Constraint = _Test("CorrCholesky()", _corr_cholesky, event_dim=2)
square: Constraint = _Test("Square()", _square, event_dim=2)
symmetric: Constraint = _Test("Symmetric()", _symmetric, event_dim=2)
positive_semidefinite: Constraint = _Test("PositiveSemidefinite()", _positive_semidefinite, event_dim=2)
positive_definite: Constraint = _Test("PositiveDefinite()", _positive_definite, event_dim=2)
