"""Checks of compiled loops: they run, and they give what NumPy gives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..arrays.jit.launch import Elementwise
from ..arrays.kernels import disabled
from .op_call import Call, Op
from .results import explained, results

__all__ = ["check_kernel_agrees_with_numpy"]

Array = NDArray[Any]

LARGE = 1 << 14
"""Elements from which every kernel is used."""

ROUNDINGS = 16
"""How many units in the last place of the result, or of an intermediate of size 1, are allowed."""

DRAWS = 6
"""How often NumPy's rounding errors are drawn anew where more than these units differ: something has cancelled."""


def check_kernel_agrees_with_numpy(op: Op) -> None:
    """Check that compiled loops give what NumPy gives, at special values too, and that every loop has run."""
    for dtype in (np.dtype(np.float64), np.dtype(np.float32)):
        with explained(op.case.op, "kernel against NumPy", f"special values of {dtype}"), _launches() as ran:
            for sample in op.samples():
                call = _special_call(op, sample, dtype)
                for part in _parts(call):
                    _compare(part)
            if missing := sorted(set(op.case.kernels) - ran):
                raise AssertionError(
                    f"expected the samples to run every compiled loop, but {', '.join(missing)} did not run: add a "
                    "case to 'samples' for each branch of the formulas (`derivata check` says which), unless a loop "
                    "does not compile"
                )


def _parts(call: Call) -> Iterator[Call]:
    """Yield the call with all gradients, and with each one alone, which has a loop of its own."""
    yield call
    names = dict.fromkeys(name for name, _ in call.places)
    for name in names if len(names) > 1 else ():
        yield replace(call, op=Op(replace(call.op.case, differentiable=(name,)), call.op.library))


def _compare(call: Call) -> None:
    with np.errstate(all="ignore"):
        compiled = results(call)
        with disabled():
            plain = results(call)
    names = [f"output {index}" for index in range(len(plain.outputs))]
    names += [f"gradient of {name}" for name, _ in call.places][: len(plain.gradients)]
    arrays = [*zip(compiled.arrays, plain.arrays, strict=True)]
    if all(_close(call, got, wanted).all() for got, wanted in arrays):
        return
    noise = _noise(call)
    for name, (got, wanted), lost in zip(names, arrays, noise, strict=True):
        _near(call, name, got, wanted, lost)


def _noise(call: Call) -> list[Array]:
    """Return how much rounding changes every result: second differences of NumPy's, for slightly smaller arguments.

    All arguments shrink by the same factor, so that equal ones stay equal, and none crosses a kink between two draws.
    """
    drawn = []
    for steps in range(1, DRAWS + 1):
        moved = {
            name: value * value.dtype.type(1 - steps * np.finfo(value.dtype).eps ** (2 / 3))
            if isinstance(value, np.ndarray) and value.dtype.kind == "f"
            else value
            for name, value in call.values.items()
        }
        with np.errstate(all="ignore"), disabled():
            drawn.append(results(replace(call, values=moved)).arrays)
    return [_roughness(draws) for draws in zip(*drawn, strict=True)]


def _roughness(draws: Sequence[Array]) -> Array:
    if draws[0].dtype.kind != "f":
        return np.zeros(draws[0].shape)
    with np.errstate(all="ignore"):
        found = np.max(np.abs(np.diff(draws, 2, axis=0)), axis=0)
    return np.where(np.isfinite(found), found, 0)


@contextmanager
def _launches() -> Iterator[set[str]]:
    """Collect the names of the loops that run inside the `with` block and do not decline."""
    ran: set[str] = set()
    call, ways = Elementwise.__call__, {name: vars(Elementwise)[name] for name in ("launch", "broadcast")}

    def note(kernel: Elementwise, results: Any) -> Any:
        if results is not None:
            ran.add(f"{kernel.module}.{kernel.function}")
        return results

    def noting(slot: Any) -> Any:
        """Wrap one of the functions of an `Elementwise` so that its launches are recorded."""

        def get(kernel: Elementwise) -> Any:
            return lambda *inputs: note(kernel, slot.__get__(kernel)(*inputs))

        return property(get, slot.__set__)

    Elementwise.__call__ = lambda kernel, *inputs, **options: note(kernel, call(kernel, *inputs, **options))  # type: ignore[method-assign]
    for name, slot in ways.items():
        setattr(Elementwise, name, noting(slot))
    try:
        yield ran
    finally:
        Elementwise.__call__ = call  # type: ignore[method-assign]
        for name, slot in ways.items():
            setattr(Elementwise, name, slot)


def _special_call(op: Op, sample: Any, dtype: np.dtype[Any]) -> Call:
    """Return a call with all combinations of special values, repeated up to `LARGE`, or with that many of them."""
    call = op.call(op.with_shapes(sample, [(LARGE,)]), dtype)
    floating = [name for name, v in call.values.items() if isinstance(v, np.ndarray) and v.dtype.kind == "f"]
    special = _special_values(op, dtype)
    special = special if len(floating) < 3 else special[::4]
    if len(special) ** len(floating) > LARGE:
        grids = list(np.random.default_rng(0).choice(special, (len(floating), LARGE)))
    else:
        grids = [np.resize(grid, LARGE) for grid in np.meshgrid(*[special] * len(floating), indexing="ij")]
    tiled = dict(zip(floating, grids, strict=True))
    return Call(op, {**call.values, **tiled}, f"special values of {dtype}")


def _special_values(op: Op, dtype: np.dtype[Any]) -> Array:
    """Return zeros, subnormals, ordinary and huge numbers with both signs, infinities, NaN, and the kinks."""
    info = np.finfo(dtype)
    sizes = [0.0, info.smallest_subnormal, info.tiny, 1e-5, 0.25, 0.5, 1.0, 1.5, 3.0, 20.0, 100.0, 1e4]
    sizes += [float(info.max) ** 0.5, float(info.max), np.inf]
    kinks = [float(v) for kink in op.case.kinks for n, v in kink["at"].items() if n in op.case.tensors]
    return np.array([*sizes, *[-size for size in sizes], *kinks, np.nan], dtype)


def _near(call: Call, what: str, got: Array, wanted: Array, noise: Array) -> None:
    close = _close(call, got, wanted, noise)
    if not close.all():
        k = int(np.argmin(close))
        at = {n: v[k].item() for n, v in call.values.items() if isinstance(v, np.ndarray)}
        raise AssertionError(
            f"{what} at {at}: NumPy gives {wanted[k].item()!r}, the kernel {got[k].item()!r}; "
            f"{int((~close).sum())} of "
            f"{close.size} elements differ"
        )


def _close(call: Call, got: Array, wanted: Array, noise: Array | None = None) -> Array:
    """Tell of each element whether the kernel gives the same but for rounding."""
    if got.shape != wanted.shape or got.dtype != wanted.dtype:
        raise AssertionError(
            f"expected {wanted.dtype}{wanted.shape}, the kernel gives {got.dtype}{got.shape}"
        )
    if got.dtype.kind != "f":
        return np.asarray(got == wanted)
    info = np.finfo(got.dtype)
    size = np.maximum(np.abs(wanted), np.minimum(_largest_argument(call), 1.0))
    allowed = ROUNDINGS * np.maximum(info.eps * size, info.smallest_subnormal)
    if noise is not None:
        allowed = np.maximum(allowed, ROUNDINGS * noise)
    equal = (got == wanted) | (np.isnan(got) & np.isnan(wanted))
    with np.errstate(invalid="ignore"):  # infinity minus infinity
        return np.asarray(equal | (np.isfinite(wanted) & (np.abs(got - wanted) <= allowed)))


def _largest_argument(call: Call) -> Array:
    sizes = [np.abs(v) for v in call.values.values() if isinstance(v, np.ndarray) and v.dtype.kind == "f"]
    return np.asarray(np.nanmax(np.stack(sizes), axis=0, initial=0.0))
