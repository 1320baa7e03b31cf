"""Proof of array functions and composites: for every sample, and for what the entry claims beyond them."""

from __future__ import annotations

from ..autograd.gradchecks import DERIVATA
from ..codegen.spec import Op
from ..testing.derivative_checks import differentiable_calls
from ..testing.op_call import Call
from ..testing.op_call import Op as LoadedOp
from .array_messages import OTHER_SAMPLES, described, failure
from .arrays import ArrayProof
from .calls import complex_calls, mixed_calls, mixes, redrawn_calls, unsaid_calls, works, zero_calls
from .findings import Findings
from .pack import Pack

__all__ = ["prove_arrays"]


def prove_arrays(pack: Pack, op: Op, findings: Findings) -> None:
    """Prove gradients and tangents for all samples, and for what they leave out."""
    loaded = LoadedOp(pack.case(op), DERIVATA)
    if not pack.case(op).is_differentiable:
        return
    for call in differentiable_calls(loaded):
        _prove(pack, op, call, findings)
    _prove_complex(pack, op, findings)
    for call in redrawn_calls(pack, op):
        if not findings.failed and works(call):
            _prove(pack, op, call, findings)
    for call in mixed_calls(pack, op):
        if not findings.failed and works(call) and mixes(call):
            _prove(pack, op, call, findings)
    _prove_unsaid(pack, op, findings)
    for call, argument in zero_calls(pack, op):
        if not findings.failed and works(call):
            ArrayProof(pack, op, call, findings).prove_at_zero(argument)


def _prove(pack: Pack, op: Op, call: Call, findings: Findings) -> None:
    if findings.failed:
        return
    try:
        ArrayProof(pack, op, call, findings).prove()
    except Exception as error:
        text, where = failure(error, pack)
        if not pack.is_from(error):
            raise
        is_complex = any(array.dtype.kind == "c" for array in call.arrays())
        cure = "write 'dtypes: real' if it is for real numbers" if is_complex else OTHER_SAMPLES
        key = "forward" if op.composite is None else "composite"
        findings.error(key, f"{described(call)} it fails: {text}", cure, place=where)


def _prove_complex(pack: Pack, op: Op, findings: Findings) -> None:
    """Prove at complex points what the samples would prove at real ones only, or say that it is not proven."""
    for call in complex_calls(pack, op):
        if works(call):
            _prove(pack, op, call, findings)
        elif not findings.failed:
            findings.warning(
                "samples",
                f"{described(call)} it fails: its gradients are proven for real numbers only",
                "add a case of complex numbers, without 'values' and 'dtype', or write 'dtypes: real'",
            )


def _prove_unsaid(pack: Pack, op: Op, findings: Findings) -> None:
    """Warn of formulas that are wrong for values which no sample has: they may mean nothing there."""
    for call, value in unsaid_calls(pack, op):
        if not findings.failed and works(call):
            found = Findings(op)
            _prove(pack, op, call, found)
            for diagnostic in found.diagnostics[:1]:
                key, _, message = diagnostic.message.partition(": ")
                findings.warning(key, message, f"no case has {value}: add one")
