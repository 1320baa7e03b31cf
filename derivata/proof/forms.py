"""Proof of everything but values: shapes, dtypes, in-place forms, and the contracts of array functions."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..autograd.gradchecks import DERIVATA
from ..codegen.parse.copies import copies_a_view
from ..codegen.spec import ArrayFunction, Op
from ..testing import OpCheck
from ..testing.op_call import Call
from ..testing.op_call import Op as LoadedOp
from .array_messages import OTHER_SAMPLES, described, failure
from .findings import Findings
from .pack import Pack

__all__ = ["prove_contracts", "prove_forms"]

Array = NDArray[Any]

CHECKS = (
    "zero_dim_and_empty",
    "broadcasting",
    "mixed_dtypes",
    "single_precision",
    "refuses_complex",
    "undefined_gradients",
    "recorded_gradients",
    "partial_gradients",
    "non_contiguous",
    "not_recorded",
    "fused",
    "inplace",
    "view",
)
"""Those of `derivata.testing` that the other proofs leave out."""


_WORDS = {
    "refuses_complex": (
        "dtypes",
        "the op takes complex numbers, though it says that it is for real ones",
        "delete 'dtypes', or build it on ops that refuse them",
    ),
    "single_precision": (
        "forward",
        "the gradient has not the dtype of the argument",
        "return the dtype of the arguments: result.astype(self.dtype)",
    ),
    "fused": ("composite", "it gives other values than the array function", "one of the two is wrong"),
    "non_contiguous": (
        "forward",
        "the layout of the arguments in memory changes the values",
        "use strides for nothing but speed",
    ),
}
"""For some checks: the key that is to blame, what is wrong, and the cure."""


def _keeps_layout(op: Op) -> bool:
    """Tell whether an op depends on its argument's memory layout, and saves the strides for its gradient."""
    return any(output.name == "_layout" for output in op.signature.returns)


def prove_forms(pack: Pack, op: Op, findings: Findings) -> None:
    """Run the checks of `derivata.testing` that need no true values."""
    check = OpCheck(pack.case(op))
    shows = pack.case(op).view or copies_a_view(op) or _keeps_layout(op)
    for name in check.applicable():
        by_layout = name == "non_contiguous" and shows  # what such a view shows is its matter
        if name in CHECKS and not findings.failed and not by_layout:
            try:
                with np.errstate(all="ignore"):
                    check.run(name)
            except AssertionError as error:
                _report(pack, op, findings, name, error)


def _report(pack: Pack, op: Op, findings: Findings, name: str, error: AssertionError) -> None:
    cause = error.__cause__
    foreign = cause is not None and not isinstance(cause, AssertionError)
    where = failure(cause, pack)[1] if foreign and cause is not None else None
    text = str(error).removeprefix(f"{op.full_name}: ").partition("\n")[0].partition(": ")[2]
    said = name in _WORDS and not foreign and (name != "single_precision" or "dtype" in text)
    key, message, cure = _WORDS[name] if said else (name, text, "")
    findings.error(key, message, cure, place=where)


def prove_contracts(pack: Pack, op: Op, findings: Findings) -> None:
    """Report array functions that break their contract, such as changing an argument."""
    if not isinstance(op.forward, ArrayFunction):
        return
    loaded = LoadedOp(pack.case(op), DERIVATA)
    for call in loaded.calls():
        if not findings.failed and not pack.case(op).view and not pack.case(op).written:
            try:
                _prove_call(op, call, findings)
            except Exception as error:
                text, where = failure(error, pack)
                findings.error("forward", f"{described(call)} it fails: {text}", OTHER_SAMPLES, place=where)
    if not findings.failed:
        _prove_dtypes(op, loaded, findings)


def _prove_call(op: Op, call: Call, findings: Findings) -> None:
    tensors = [DERIVATA.tensor(array.copy()) for array in call.arrays()]
    arrays = [DERIVATA.array(tensor) for tensor in tensors]
    outputs = [DERIVATA.array(output) for output in call.outputs(*tensors)]
    for (name, _), array, before in zip(call.places, arrays, call.arrays(), strict=True):
        if not np.array_equal(array, before):
            findings.error(
                "forward",
                f"{described(call)} it writes into {name}",
                f"compute on a copy, or mark the argument: Tensor(a!) {name}",
            )
        elif op.public and any(np.shares_memory(output, array) for output in outputs):
            findings.warning(
                "forward",
                f"{described(call)} the result shares the memory of {name}",
                f"return a copy, or mark both: Tensor(a) {name}, -> Tensor(a)",
            )
    random = any(argument.type.base == "Generator" for argument in op.signature.arguments)
    if not random and not findings.failed:
        _prove_repeatable(call, tensors, outputs, findings)


def _prove_repeatable(call: Call, tensors: list[Any], outputs: list[Array], findings: Findings) -> None:
    again = [DERIVATA.array(output) for output in call.outputs(*tensors)]
    for first, second in zip(outputs, again, strict=True):
        if not np.array_equal(first, second, equal_nan=first.dtype.kind in "fc"):
            findings.error(
                "forward",
                f"{described(call)} two calls give different values",
                "take random numbers from an argument of type Generator",
            )


def _prove_dtypes(op: Op, loaded: LoadedOp, findings: Findings) -> None:
    """Warn of results in double precision from arguments in single precision, and the other way round."""
    for given, other in ((np.float32, np.float64), (np.float64, np.float32)):
        for call in loaded.calls(given):
            floating = [array for array in _arrays(call) if array.dtype.kind in "fc"]
            if not floating or any(array.dtype != given for array in floating) or _asks_for_dtype(op, call):
                continue
            for output in call.outputs(*call.leaves()):
                if DERIVATA.array(output.detach()).dtype == other:
                    findings.warning(
                        "forward",
                        f"{described(call)} arguments of {np.dtype(given)} give {np.dtype(other)}",
                        "return the dtype of the arguments: result.astype(self.dtype)",
                    )


def _asks_for_dtype(op: Op, call: Call) -> bool:
    return any(
        argument.type.base == "dtype" and call.values.get(argument.name)
        for argument in op.signature.arguments
    )


def _arrays(call: Call) -> list[Array]:
    values = [
        item for value in call.values.values() for item in (value if isinstance(value, list) else [value])
    ]
    return [value for value in values if isinstance(value, np.ndarray)]
