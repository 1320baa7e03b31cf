"""What the checks know of an op: plain data, which the generator writes from the spec."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

__all__ = ["OpCase"]

_EMPTY: Mapping[str, Any] = MappingProxyType({})
_MARKS = re.compile(r"\([a-z]!?\)|\?")


@dataclass(frozen=True)
class OpCase:
    """One op, and what to call it with.

    Attributes
    ----------
    op : str
        Name with overload, such as ``max.dim``: how messages and test names call it.
    call : str
        Full path of the function: ``derivata.nn.functional.gelu``.
    arguments : tuple of (name, type)
        In order; types as in the spec: ``Tensor``, ``Tensor?``, ``Tensor[]``, ``int``, ...
    keyword_only : tuple of str
        Arguments that must be given by name.
    samples : tuple of mappings
        Argument -> value. A Tensor is its shape, or ``{"shape", "dtype", "low", "high", "values"}``; a
        ``Tensor[]`` a sequence of those; other values are literals, a dtype its name, an index what `numpy.s_`
        gives. Elementwise ops need none.
    domain : mapping
        The open interval of a Tensor argument's numbers; (-2, 2) by default.
    matrices : mapping
        What a Tensor argument is, of which the op reads half of a matrix: the ``"hermitian"`` part of what is drawn, or
        ``"definite"``, what is drawn times its adjoint plus 1.
    magnitudes : tuple of int
        The outputs, by number, that are determined up to signs or phases: the checks take their absolute values.
    kinks : tuple of mappings
        ``{"at": {argument: number}, argument: gradient}``.
    differentiable : tuple of str
        Tensor arguments with a gradient.
    outputs : tuple of bool
        Whether each output is differentiable.
    returns_list : bool
        Whether the one output is a ``Tensor[]``.
    elementwise, complex, view : bool
        Whether the forward is an expression, complex numbers are accepted, and the result is a view.
    inplace : str
        Name of the method that writes into ``self``, or the full path of a function.
    fused : bool
        Whether there are two forms of it: an array function, and a composite for what is recorded.
    tangents : bool
        Whether forward mode goes through it.
    surrogate : tuple of str
        Those of `differentiable` whose gradient is meant to differ from the derivative of the value.
    once : tuple of str
        Those of `differentiable` in which the gradients have no derivative.
    second_differences : bool
        Whether differences of gradients are their derivatives: not where a gradient is a function of an output
        whose own gradient is a surrogate.
    kernels : tuple of str
        The compiled loops, ``module.function``, which the samples must be enough to run.
    """

    op: str
    call: str
    arguments: tuple[tuple[str, str], ...]
    keyword_only: tuple[str, ...] = ()
    samples: tuple[Mapping[str, Any], ...] = ()
    domain: Mapping[str, tuple[float, float]] = field(default_factory=lambda: _EMPTY)
    kinks: tuple[Mapping[str, Any], ...] = ()
    differentiable: tuple[str, ...] = ()
    outputs: tuple[bool, ...] = (True,)
    returns_list: bool = False
    elementwise: bool = False
    complex: bool = False
    view: bool = False
    inplace: str = ""
    fused: bool = False
    kernels: tuple[str, ...] = ()
    tangents: bool = True
    surrogate: tuple[str, ...] = ()
    once: tuple[str, ...] = ()
    second_differences: bool = True
    matrices: Mapping[str, str] = field(default_factory=lambda: _EMPTY)
    magnitudes: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        names = {name for name, _ in self.arguments}
        used = [*self.keyword_only, *self.domain, *self.matrices, *self.differentiable, *self.surrogate]
        used += self.once
        used += [name for sample in self.samples for name in sample]
        used += [name for kink in self.kinks for name in (*kink.get("at", ()), *kink) if name != "at"]
        for name in used:
            if name not in names:
                raise ValueError(f"{self.op}: expected one of the arguments {sorted(names)}, got {name!r}")
        if not self.elementwise and not self.samples:
            raise ValueError(f"{self.op}: expected samples, because the op is not elementwise, got none")

    @property
    def tensors(self) -> tuple[str, ...]:
        """The arguments that are a Tensor, or None."""
        return tuple([name for name, _ in self.arguments if self.kind(name) == "Tensor"])

    def kind(self, name: str) -> str:
        """Return an argument's type without alias marks and question mark; any list is ``Tensor[]``, ``int[]``."""
        kind = _MARKS.sub("", dict(self.arguments)[name])
        return f"{kind.partition('[')[0]}[]" if kind.endswith("]") else kind

    @property
    def written(self) -> str:
        """The argument that the op writes into, or an empty string."""
        return next((name for name, kind in self.arguments if "!" in kind), "")

    @property
    def is_differentiable(self) -> bool:
        """Whether there is any gradient to check."""
        return bool(self.differentiable) and any(self.outputs)
