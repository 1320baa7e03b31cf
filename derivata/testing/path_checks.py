"""Checks of the other ways to the same numbers: compiled loops, in-place forms, views."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..runtime.kernels import disabled
from .op_call import Call, Op
from .results import Results, agree, explained, results, weights

__all__ = ["check_inplace", "check_kernel_agrees_with_numpy", "check_view"]

Array = NDArray[Any]

LARGE = 1 << 14
"""Elements from which every kernel is used."""

ROUNDINGS = 16
"""How many units in the last place of the result, or of an intermediate of size 1, are allowed."""


def check_kernel_agrees_with_numpy(op: Op) -> None:
    """Check that compiled loops give what NumPy gives, at special values too."""
    for sample, dtype in itertools.product(op.samples(), (np.float64, np.float32)):
        call = _special_call(op, sample, np.dtype(dtype))
        with (
            explained(op.case.op, "kernel against NumPy", f"special values of {np.dtype(dtype)}"),
            np.errstate(all="ignore"),
        ):
            compiled = results(call)
            with disabled():
                plain = results(call)
            for index, (got, wanted) in enumerate(zip(compiled.outputs, plain.outputs, strict=True)):
                _near(call, f"output {index}", got, wanted)
            for (name, _), got, wanted in zip(call.places, compiled.gradients, plain.gradients, strict=True):
                _near(call, f"gradient of {name}", got, wanted)


def _special_call(op: Op, sample: Any, dtype: np.dtype[Any]) -> Call:
    """Return a call with all combinations of special values, repeated up to `LARGE`."""
    call = op.call(op.with_shapes(sample, [(LARGE,)]), dtype)
    floating = [name for name, v in call.values.items() if isinstance(v, np.ndarray) and v.dtype.kind == "f"]
    special = _special_values(op, dtype)
    special = special if len(floating) < 3 else special[::4]
    grids = np.meshgrid(*[special] * len(floating), indexing="ij")
    tiled = {name: np.resize(grid.reshape(-1), LARGE) for name, grid in zip(floating, grids, strict=True)}
    return Call(op, {**call.values, **tiled}, f"special values of {dtype}")


def _special_values(op: Op, dtype: np.dtype[Any]) -> Array:
    """Return zeros, subnormals, ordinary and huge numbers with both signs, infinities, NaN, and the kinks."""
    info = np.finfo(dtype)
    sizes = [0.0, info.smallest_subnormal, info.tiny, 1e-5, 0.25, 0.5, 1.0, 1.5, 3.0, 20.0, 100.0, 1e4]
    sizes += [float(info.max) ** 0.5, float(info.max), np.inf]
    kinks = [float(v) for kink in op.case.kinks for n, v in kink["at"].items() if n in op.case.tensors]
    return np.array([*sizes, *[-size for size in sizes], *kinks, np.nan], dtype)


def _near(call: Call, what: str, got: Array, wanted: Array) -> None:
    if got.shape != wanted.shape or got.dtype != wanted.dtype:
        raise AssertionError(f"{what}: expected {wanted.dtype}{wanted.shape}, got {got.dtype}{got.shape}")
    if got.dtype.kind != "f":
        close = np.asarray(got == wanted)
    else:
        unit = np.finfo(got.dtype).eps
        allowed = ROUNDINGS * unit * np.maximum(np.abs(wanted), np.minimum(_largest_argument(call), 1.0))
        equal = (got == wanted) | (np.isnan(got) & np.isnan(wanted))
        close = equal | (np.isfinite(wanted) & (np.abs(got - wanted) <= allowed))
    if not close.all():
        k = int(np.argmin(close))
        at = {n: v[k].item() for n, v in call.values.items() if isinstance(v, np.ndarray)}
        raise AssertionError(
            f"{what} at {at}: NumPy gives {wanted[k].item()!r}, the kernel {got[k].item()!r}; "
            f"{int((~close).sum())} of "
            f"{close.size} elements differ"
        )


def _largest_argument(call: Call) -> Array:
    sizes = [np.abs(v) for v in call.values.values() if isinstance(v, np.ndarray) and v.dtype.kind == "f"]
    return np.asarray(np.nanmax(np.stack(sizes), axis=0, initial=0.0))


def check_inplace(op: Op) -> None:
    """Check that the in-place form writes the result, counts the write, and has the same gradients."""
    calls = [call for call in op.calls() if _keeps_shape(call)]
    if not calls:
        raise AssertionError(
            f"{op.case.op}: in-place: expected a sample whose result has the shape of self, got none"
        )
    for call in calls:
        with explained(op.case.op, "in-place", call.label):
            _check_same_as_function(call)
            if call.places and call.places[0][0] == op.case.arguments[0][0]:
                _check_leaf_is_refused(call)


def _keeps_shape(call: Call) -> bool:
    first = call.values[call.op.case.arguments[0][0]]
    return bool(call.op.arrays(call.outputs(*call.leaves()))[0].shape == first.shape)


def _check_same_as_function(call: Call) -> None:
    leaves, written = call.leaves(), []

    def function(target: Any, *args: Any, **kwargs: Any) -> Any:
        clone = target.clone()
        version = clone._version
        result = call.op.inplace(clone, *args, **kwargs)
        if result is not clone:
            raise AssertionError(
                f"expected {call.op.case.inplace} to return the tensor itself, got another object"
            )
        if clone._version <= version:
            raise AssertionError(
                "expected the write to raise the version of the tensor, which stayed as it was"
            )
        written.append(clone)
        return result

    outputs = call.op.differentiable(call.outputs(*leaves, function=function))
    values = call.op.arrays(written[:1])
    wanted = results(call)
    if not leaves or not outputs:
        agree(call, "in place", Results(values, []), Results(wanted.outputs, []))
        return
    covectors = weights("covector", call.op.arrays(outputs))
    found = call.op.library.grad(
        outputs, leaves, [call.op.library.tensor(c) for c in covectors], allow_unused=True
    )
    grads = [
        np.zeros_like(a) if g is None else call.op.library.array(g)
        for g, a in zip(found, call.arrays(), strict=True)
    ]
    agree(call, "in place", Results(values, grads), wanted)


def _check_leaf_is_refused(call: Call) -> None:
    try:
        call.outputs(*call.leaves(), function=call.op.inplace)
    except RuntimeError:
        return
    raise AssertionError(
        f"expected {call.op.case.inplace} of a leaf that requires grad to raise RuntimeError; it did not"
    )


def check_view(op: Op) -> None:
    """Check that the result shares memory with its argument."""
    for call in op.calls():
        with explained(op.case.op, "view", call.label):
            leaf = call.op.library.tensor(call.values[op.case.arguments[0][0]].copy())
            for output in _call_with_first(call, leaf):
                array = op.library.array(output)
                if array.size and not np.shares_memory(array, op.library.array(leaf)):
                    raise AssertionError(
                        "expected a view, which shares memory with the argument; the result is a copy"
                    )


def _call_with_first(call: Call, tensor: Any) -> tuple[Any, ...]:
    """Call the op on a given first argument, without gradients."""
    constants = [call.op.library.tensor(array) for array in call.arrays()]
    return call.outputs(
        *constants, function=lambda _, *args, **kwargs: call.op.function(tensor, *args, **kwargs)
    )
