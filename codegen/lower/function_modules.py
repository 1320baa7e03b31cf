"""The modules of array functions, written by hand, that formulas need."""

from __future__ import annotations

from ..package import flat
from ..spec import ArrayFunction, Spec
from .array_modules import homes
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


def own_function_modules(spec: Spec) -> tuple[FunctionModule, ...]:
    """Return the same for the library's own spec, whose array functions are found in `arrays/` by their names."""
    ops = {name: op for module in function_modules(spec) for name, op in module.functions}
    return tuple(
        [
            FunctionModule(module, module, tuple([(name, ops[name]) for name in names]))
            for module, names in homes(ops).items()
        ]
    )
