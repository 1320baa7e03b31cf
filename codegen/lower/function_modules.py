"""The modules of array functions, written by hand, that a pack needs."""

from __future__ import annotations

from ..package import flat
from ..spec import ArrayFunction, Spec
from .plan import FunctionModule


def function_modules(spec: Spec) -> tuple[FunctionModule, ...]:
    """Return the modules of array functions that a spec names, with the first op that needs each function."""
    modules: dict[str, dict[str, str]] = {}
    for op in spec.ops:
        if isinstance(op.forward, ArrayFunction):
            modules.setdefault(op.forward.module, {}).setdefault(op.forward.name, op.full_name)
        for name in sorted({name for formula in op.formulas for name in formula.functions}):
            modules.setdefault(spec.functions, {}).setdefault(name, op.full_name)
    return tuple([FunctionModule(flat(m), m, tuple(sorted(f.items()))) for m, f in sorted(modules.items())])
