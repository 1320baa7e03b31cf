"""`prove`: all numerical checks of a spec."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Collection
from pathlib import Path

from ..arrays.kernels import disabled
from ..codegen.diagnostics import Diagnostic, did_you_mean
from ..codegen.spec import Op
from .array_messages import failure
from .claims import prove_arrays
from .coverage import prove_coverage
from .elementwise import prove_elementwise
from .extremes import prove_stability
from .findings import Findings
from .forms import prove_contracts, prove_forms
from .kinks import prove_kinks
from .pack import Pack, loaded
from .second import prove_second
from .surrogates import prove_surrogates

__all__ = ["UnknownOp", "prove"]


class UnknownOp(ValueError):
    """A spec has no op of a name that was asked for."""


def prove(
    path: str | Path, ops: Collection[str] = (), progress: Callable[[int, int], None] | None = None
) -> list[Diagnostic]:
    """Return what is wrong with the formulas of a spec, in the order of the file.

    Parameters
    ----------
    path : str or Path
        The spec.
    ops : collection of str
        Names of the entries to prove, with or without overload; all by default.
    progress : callable, optional
        Called with the number of entries done and the number of all of them.

    Returns
    -------
    list of Diagnostic
        Errors and warnings, each with its place in the file.

    Raises
    ------
    SpecError
        If the spec cannot be read at all.
    UnknownOp
        If there is no op of a name; a ValueError.
    """
    found: list[Diagnostic] = []
    with loaded(Path(path)) as pack, disabled():
        chosen = _chosen(pack, ops)
        with warnings.catch_warnings():  # of NaN and overflow, at points that are there to provoke them
            warnings.simplefilter("ignore")
            for done, op in enumerate(chosen, start=1):
                found += _prove(pack, op)
                if progress is not None:
                    progress(done, len(chosen))
    return sorted(set(found))


def _chosen(pack: Pack, names: Collection[str]) -> list[Op]:
    known = [name for op in pack.spec.ops for name in (op.name, op.full_name)]
    for name in names:
        if name not in known:
            cure = did_you_mean(name, known)
            raise UnknownOp(f"expected names of ops, got '{name}'" + (f"; {cure}" if cure else ""))
    return [op for op in pack.spec.ops if not names or {op.name, op.full_name} & set(names)]


def _prove(pack: Pack, op: Op) -> list[Diagnostic]:
    findings = Findings(op)
    try:
        for proof in _ELEMENTWISE if op.elementwise else _ARRAYS:
            if not findings.failed:
                proof(pack, op, findings)
    except Exception as error:
        if not pack.is_from(error):
            raise
        text, where = failure(error, pack)
        findings.error("composite" if op.composite else "forward", f"it fails: {text}", place=where)
    return findings.diagnostics


Proof = Callable[[Pack, Op, Findings], None]

_ELEMENTWISE: tuple[Proof, ...] = (
    prove_elementwise,
    prove_kinks,
    prove_stability,
    prove_surrogates,
    prove_second,
    prove_forms,
    prove_coverage,
)
_ARRAYS: tuple[Proof, ...] = (
    prove_contracts,
    prove_arrays,
    prove_surrogates,
    prove_second,
    prove_forms,
    prove_coverage,
)
