"""What a pack takes from elsewhere: array functions in modules written by hand, and other packs."""

from __future__ import annotations

from ..spec import ArrayFunction, Spec
from .library import flat
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


def all_packs(spec: Spec) -> tuple[str, ...]:
    """Return the packs that a spec uses, and those that they use."""
    found = {pack.package for pack in spec.packs}
    return tuple(sorted(found.union(*[all_packs(pack) for pack in spec.packs])))
