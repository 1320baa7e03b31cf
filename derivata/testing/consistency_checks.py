"""Checks of gradients that must be equal: recorded or not, together or alone, of mixed or equal dtypes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..autograd.checker.probes import random_like
from .derivative_checks import differentiable_calls
from .op_call import Call, Op
from .results import Results, agree, explained, results

__all__ = [
    "check_mixed_dtypes",
    "check_partial_gradients",
    "check_recorded_gradients",
    "check_refuses_complex",
]

Array = NDArray[Any]


def check_recorded_gradients(op: Op) -> None:
    """Check that gradients with `create_graph`, which other code computes, are those without."""
    for call in differentiable_calls(op):
        with explained(op.case.op, "recorded gradients", call.label):
            leaves = call.leaves()
            outputs = call(*leaves)
            covectors = random_like("covector", op.arrays(outputs))
            seeds = [op.library.tensor(covector).requires_grad_() for covector in covectors]
            found = op.library.grad(outputs, leaves, seeds, create_graph=True, allow_unused=True)
            got = op.library.arrays(found, call.arrays())
            wanted = results(call, covectors).gradients
            agree(call, "with create_graph differs", Results([], got), Results([], wanted))


def check_partial_gradients(op: Op) -> None:
    """Check that a gradient is the same alone: when only its argument requires grad, and when only it is asked for."""
    for call in differentiable_calls(op):
        together = results(call).gradients
        for (name, index), wanted in zip(call.places, together, strict=True):
            with explained(op.case.op, "partial gradients", f"{name} alone, {call.label}"):
                got = _alone(call, call.places.index((name, index)))
                agree(call, "(a gradient asked for alone)", Results([got], []), Results([wanted], []))
                if index is None:
                    only = replace(call, op=Op(replace(op.case, differentiable=(name,)), op.library))
                    got = _alone(only, 0)
                    agree(
                        call, "(a gradient that alone is required)", Results([got], []), Results([wanted], [])
                    )


def _alone(call: Call, position: int) -> Array:
    """Return one gradient; outputs that do not depend on its argument need not require grad."""
    library, leaves = call.op.library, call.leaves()
    outputs = call(*leaves)
    covectors = random_like("covector", call.op.arrays(outputs))
    grads = library.vjp_of_recorded(outputs, [leaves[position]], covectors)
    return library.arrays(grads, [call.arrays()[position]])[0]


def check_mixed_dtypes(op: Op) -> None:
    """Check that arguments of several dtypes count as cast to that of the result, and get gradients of their own."""
    for call in _mixtures(op):
        with explained(op.case.op, "mixed dtypes", call.label):
            (output,) = op.arrays(call(*call.leaves()))
            real = output.dtype.kind == "c" and not op.case.complex  # what real arguments were promoted to
            dtype = output.real.dtype if real else output.dtype
            common = call.mapped(partial(_cast, dtype=dtype), "cast")
            covectors = random_like("covector", [output])
            got, wanted = results(call, covectors), results(common, covectors)
            cast = [_cast_gradient(g, a) for g, a in zip(wanted.gradients, call.arrays(), strict=True)]
            agree(call, "differs from that of equal dtypes", got, Results(wanted.outputs, cast), 1e-5, 1e-5)


def _mixtures(op: Op) -> Iterator[Call]:
    """Yield calls in which one array is narrower than the others, or the only complex one."""
    for call in op.calls():
        floating = [
            name for name, v in call.values.items() if isinstance(v, np.ndarray) and v.dtype.kind == "f"
        ]
        if len(floating) < 2:
            continue
        for name in floating:
            narrow = {name: call.values[name].astype(np.float32)}
            yield _with(call, narrow, f"{name} of float32")
            if op.case.complex:
                complex_ = {name: call.values[name] * (1 + 0.5j)}
                yield _with(call, complex_, f"{name} complex")


def _with(call: Call, values: dict[str, Array], label: str) -> Call:
    return Call(call.op, {**call.values, **values}, f"{label}, {call.label}")


def _cast(array: Array, dtype: np.dtype[Any]) -> Array:
    return array.astype(dtype) if array.dtype.kind in "fc" else array


def _cast_gradient(grad: Array, argument: Array) -> Array:
    real = grad.real if grad.dtype.kind == "c" and argument.dtype.kind != "c" else grad
    return real.astype(argument.dtype)


def check_refuses_complex(op: Op) -> None:
    """Check that complex numbers are an error that names the op, if the op is for real ones."""
    for call in op.calls():
        refused = call.mapped(lambda array: array * (1 + 0j) if array.dtype.kind == "f" else array, "complex")
        if all(refused.array(place).dtype.kind != "c" for place in refused.places):
            continue
        with explained(op.case.op, "complex numbers", refused.label):
            try:
                refused.outputs(*refused.leaves())
            except (TypeError, RuntimeError) as error:
                if "complex" in str(error):
                    continue
                raise
            raise AssertionError(
                "expected TypeError or RuntimeError that says 'complex', because the op is real"
            )
