"""Rules that hold between the parts of a spec; every violation is returned, none stops the search."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ..derive.derive import derive
from ..diagnostics import Diagnostic, Report, SpecError
from ..parse.spec import parse_leniently
from ..spec import Spec
from .elementwise import check_elementwise
from .files import check_files
from .generated import check_generated
from .helpers import check_helpers
from .kinds_of_values import check_kinds
from .library import check_library
from .names import Library, check_names
from .needs_grad import check_needs_grad
from .pack import check_pack
from .rules import check_linear, check_rules
from .shape import check_shape
from .surrogate import check_surrogate
from .uses import check_uses


def check(spec: Spec, known_ops: Iterable[str] = ()) -> list[Diagnostic]:
    """Return every violation in a parsed spec, sorted by place.

    `known_ops` are the names of ops that formulas may call although this spec does not define them.
    """
    report = Report()
    try:
        _check(spec, Library(spec, frozenset(known_ops)), frozenset(), report)
    except SpecError as error:  # too many
        return list(error.diagnostics)
    return list(report.diagnostics)


def read_spec(
    text: str,
    path: str,
    known_ops: Iterable[str] = (),
    base: Spec | None = None,
    with_packs: Callable[[Spec, Report], Spec] | None = None,
) -> Spec:
    """Parse and check a spec, and derive what it leaves to that; raises SpecError with the errors.

    `base` is derivata's own spec, for that of somebody else; `with_packs` finds the packs that it uses.
    """
    parsed = parse_leniently(text, path)
    spec = with_packs(parsed.spec, parsed.report) if with_packs else parsed.spec
    library = Library(spec, frozenset(known_ops) | parsed.lost, base)
    if base is not None:
        check_pack(spec, parsed.report)
    _check(spec, library, parsed.incomplete, parsed.report)
    parsed.report.raise_errors()
    spec = derive(spec, parsed.report)
    parsed.report.raise_errors()
    return spec


def _check(spec: Spec, library: Library, incomplete: frozenset[str], report: Report) -> None:
    """Check all ops; of an incomplete one only what does not depend on the part that could not be read."""
    check_library(spec, report)
    check_helpers(spec, report)
    check_files(spec, report)
    for op in spec.ops:
        fail = report.about(op.full_name)
        names_are_known = check_names(op, library, fail)
        check_generated(op, fail)
        check_kinds(op, library, fail)
        check_elementwise(op, fail)
        if op.full_name not in incomplete:
            check_shape(op, library, fail)
            check_rules(op, fail)
            check_surrogate(op, fail)
            if names_are_known:  # a misspelt name is no reason to complain that the right one is not used
                check_linear(op, fail)
                check_uses(op, fail)
                check_needs_grad(op, fail)
