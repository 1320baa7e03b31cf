"""The modules of array functions, written by hand, that formulas need."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..package import flat
from ..spec import ArrayFunction, Op, Spec
from .plan import FunctionModule


def function_modules(spec: Spec, modules: Mapping[str, str]) -> tuple[FunctionModule, ...]:
    """Return the modules of array functions that a spec names, with the first op that needs each function.

    `modules` maps functions that the spec calls without a module to their modules.
    """
    found: dict[str, dict[str, str]] = {}
    for op in spec.ops:
        for name, module in _calls(op, spec):
            found.setdefault(modules.get(name, module), {}).setdefault(name, op.full_name)
    return tuple([FunctionModule(flat(m), m, tuple(sorted(f.items()))) for m, f in sorted(found.items())])


def _calls(op: Op, spec: Spec) -> Iterator[tuple[str, str]]:
    """Yield the array functions of an op, and their modules."""
    if isinstance(op.forward, ArrayFunction):
        yield op.forward.name, op.forward.module
    for name in sorted({name for formula in op.formulas for name in formula.functions}):
        yield name, spec.functions
