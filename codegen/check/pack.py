"""What holds for the spec of a pack, and not for derivata's own."""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Location, Report
from ..elementary import ELEMENTARY
from ..package import aliases, all_packs, flat
from ..spec import ArrayFunction, Op, Spec
from .files import homes
from .generated import check_loops
from .shape import check_cases

MODULES = frozenset({"checks", "functions", "kernels", "namespaces", "ops"})
"""The modules of a pack: an op of such a name would stand in their place."""

_FLAT = "expected {} whose names differ in more than '.' and '_'"


def check_pack(spec: Spec, report: Report) -> None:
    """Report names that a pack cannot have, and array functions of which nobody says where they are."""
    _check_flat_names(spec, report)
    modules = MODULES | {f"test_{spec.package.rpartition('.')[2]}"}
    taken = {alias for package in ("derivata", *all_packs(spec)) for alias in aliases(package)}
    names = {name for op in spec.ops if not op.namespace for name in (op.name, *op.alias)}
    for op in spec.ops:
        fail = report.about(op.full_name)
        for name in sorted(taken & {op.name, *[argument.name for argument in op.signature.arguments]}):
            message = f"expected a free name, got '{name}', which generated code uses itself"
            fail(op.location, message, f"rename it, for example '{name}_of'")
        check_loops(op, frozenset(taken), fail)
        for name in sorted(modules & {op.name, *op.alias}):
            message = f"name: expected a free name, got '{name}', a module of the pack"
            fail(op.place(f"alias {name}"), message, f"rename it, for example '{name}_of'")
        if op.name in ELEMENTARY:
            message = f"name: expected a free name, got '{op.name}', an elementary function of formulas"
            fail(op.location, message, f"rename it, for example '{op.name}_of'")
        if (op.forward or op.composite) and not op.elementwise:
            check_cases(op, fail)
        for call in op.numpy[:1]:
            message = f"numpy: expected an entry of derivata's own spec, got '{call.name}' in one of a pack"
            fail(call.location, message, "delete it: NumPy's functions mean the same with all packs")
        if op.row_loop:
            message = "row_loop: expected an entry of derivata's own spec, got one of a pack"
            fail(op.place("key row_loop"), message, "delete it: compiled programs call the op")
        if op.wrapper:
            message = "wrapper: expected an entry of derivata's own spec, got one of a pack"
            fail(op.place("key wrapper"), message, "delete it, and export your function beside the pack")
        for home, place in homes(op):
            if flat(home) in modules | names:
                what = "a module of the pack" if flat(home) in modules else "an op of the pack"
                message = f"namespace: expected a free name, got '{home}', {what}"
                fail(place, message, "the namespace becomes a module beside it: rename one of them")
        if isinstance(op.forward, ArrayFunction) and _is_generated(op.forward.module, spec.package):
            message = (
                f"forward: expected a module that is written by hand, got '{op.forward.module}' of the pack"
            )
            fail(op.forward.location, message, "put the function into a module of its own")
        for name, place in _homeless(op, spec):
            message = f"expected a module with the array function '{name}', got none"
            cure = f"write 'functions: MODULE' above 'ops', or 'forward: MODULE.{name}'"
            fail(place, message, cure)


def _is_generated(module: str, package: str) -> bool:
    """Whether a module is one of those that the generator writes."""
    inner = module.removeprefix(f"{package}.")
    return bool(package) and (module == package or (inner != module and inner.partition(".")[0] in MODULES))


def _homeless(op: Op, spec: Spec) -> Iterator[tuple[str, Location]]:
    """Yield the array functions of an op that have no module, and where it says so."""
    if isinstance(op.forward, ArrayFunction) and not op.forward.module:
        yield op.forward.name, op.forward.location
    for formula in op.formulas if not spec.functions else ():
        yield from ((name, formula.location) for name in sorted(formula.functions))


def _check_flat_names(spec: Spec, report: Report) -> None:
    """Report modules and packs that generated code would call by the same name."""
    modules: dict[str, str] = {}
    for module, place, op in _modules(spec):
        other = modules.setdefault(flat(module), module)
        if other != module:
            message = f"{_FLAT.format('modules')}, got '{module}' and '{other}'"
            report.add(place, op, message, "rename one of them")
    packs: dict[str, str] = {}
    for use in spec.uses:
        other = packs.setdefault(flat(use.package), use.package)
        if other != use.package:
            message = f"uses: {_FLAT.format('packs')}, got '{use.package}' and '{other}'"
            report.add(use.location, "", message, "rename one of them")


def _modules(spec: Spec) -> Iterator[tuple[str, Location, str]]:
    """Yield every module of array functions, where it is named first, and by which op."""
    for op in spec.ops:
        if isinstance(op.forward, ArrayFunction) and op.forward.module:
            yield op.forward.module, op.forward.location, op.full_name
