"""Compiled loops raise no floating-point error that NumPy's functions would not, whatever `np.errstate` says."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata.arrays import kernels

needs_kernels = pytest.mark.skipif(not kernels.enabled(), reason="kernels need llvmlite")

SIZE = 20_000  # far above the size from which loops are used
VALUES = np.array([0.0, -0.0, 0.5, -2.0, 3.0, 1e-40, 1e4, -1e4, 1e30, -1e30, np.inf, -np.inf, np.nan])

REAL: dict[str, Callable[..., Any]] = {
    "exp": dv.exp,
    "log": dv.log,
    "log_sigmoid": dv.nn.functional.logsigmoid,
    "reciprocal": dv.reciprocal,
    "sigmoid": dv.sigmoid,
    "silu": dv.nn.functional.silu,
    "softplus": dv.nn.functional.softplus,
    "tanh": dv.tanh,
    "product": lambda x, **out: dv.mul(x, x, **out),
    "quotient": lambda x, **out: dv.div(x, x, **out),
    "power": lambda x, **out: dv.pow(x, 3, **out),
}
COMPLEX = ("exp", "log", "reciprocal", "sigmoid", "tanh", "product", "quotient", "power")
WITH_OUT = ("exp", "log", "reciprocal", "sigmoid", "tanh", "product", "quotient", "power")


def plain(op: Callable[..., Any], memory: Any) -> Any:
    return op(dv.from_numpy(memory))


def into_memory_before(op: Callable[..., Any], memory: Any) -> Any:
    """Write each result into the memory before its argument, which a loop has read by then."""
    return op(dv.from_numpy(memory[1:]), out=dv.from_numpy(memory[:-1]))


def into_memory_behind(op: Callable[..., Any], memory: Any) -> Any:
    """Write each result into the memory of the next argument, which a loop would read afterwards."""
    return op(dv.from_numpy(memory[:-1]), out=dv.from_numpy(memory[1:]))


def gradient(op: Callable[..., Any], memory: Any) -> Any:
    x = dv.from_numpy(memory).requires_grad_()
    op(x).backward(dv.from_numpy(np.ones_like(memory)))
    return x.grad


CASES = [
    *[("plain", plain, (SIZE,), "f", name) for name in REAL],
    *[("gradient", gradient, (SIZE,), "f", name) for name in REAL],
    *[("before", into_memory_before, (SIZE,), "f", name) for name in WITH_OUT],
    *[("behind", into_memory_behind, (SIZE,), "f", name) for name in WITH_OUT],
    *[("no dimensions", plain, (), "f", name) for name in REAL],
    *[("complex", plain, (SIZE,), "F", name) for name in COMPLEX],
    *[("complex behind", into_memory_behind, (SIZE,), "F", name) for name in COMPLEX],
]


def outcome(call: Callable[..., Any], name: str, memory: Any, errors: Any) -> Any:
    """Return what a call gives while NumPy treats all errors in one way: an array, or the text of an error."""
    with np.errstate(all=errors):
        try:
            return call(REAL[name], memory.copy()).numpy()
        except FloatingPointError as error:
            return str(error)


@needs_kernels
@pytest.mark.parametrize(
    ("call", "shape", "kind", "name"), [case[1:] for case in CASES], ids=[f"{c[0]} {c[-1]}" for c in CASES]
)
def test_loops_raise_only_what_numpy_raises(
    call: Callable[..., Any], shape: tuple[int, ...], kind: str, name: str
) -> None:
    """Loops of real numbers raise nothing; where NumPy computes, it raises what it always does."""
    for values in [np.resize(VALUES, shape)] if shape else VALUES.tolist():
        memory = np.array(values, kind)
        with kernels.disabled():
            expected = outcome(call, name, memory, "raise")
            result = outcome(call, name, memory, "ignore")
        got = outcome(call, name, memory, "raise")
        if isinstance(got, str):
            assert got == expected
            assert kind == "F" or not shape
        else:
            np.testing.assert_allclose(got, result, rtol=2e-6, atol=1e-38)
        with np.errstate(all="raise"):  # nothing is left for the next function to raise
            assert (np.add(1.5, [0.5]), np.float32(1.5).astype(np.int32)) == (2, 1)
