"""Conversions between float32 and float16 by the processor's instruction: NumPy's numbers, bit for bit."""

from importlib import import_module
from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata.arrays import kernels
from derivata.arrays.jit.loading.host import has

halves: Any = import_module("derivata.arrays.elementwise.half_kernels")
HALF, SINGLE = np.dtype(np.float16), np.dtype(np.float32)

needs_instruction = pytest.mark.skipif(
    not (kernels.enabled() and has("f16c")), reason="needs llvmlite, and a processor with the instruction"
)


def same(got: Any, wanted: Any) -> None:
    np.testing.assert_array_equal(got, wanted)
    numbers = ~np.isnan(wanted)
    np.testing.assert_array_equal(np.signbit(got[numbers]), np.signbit(wanted[numbers]))


@needs_instruction
def test_every_half_becomes_the_same_single() -> None:
    """All 65536 numbers of half precision are converted as by NumPy."""
    every = np.arange(1 << 16, dtype=np.uint16).view(HALF)
    same(halves.converted(every, SINGLE), every.astype(SINGLE))


@needs_instruction
@pytest.mark.filterwarnings("ignore:overflow")  # NumPy's own
def test_singles_are_rounded_as_numpy_rounds() -> None:
    """Numbers of all exponents, and those about halfway between two halves, are rounded as by NumPy."""
    rng = np.random.default_rng(5)
    bits = rng.integers(0, 1 << 32, 1 << 18, dtype=np.uint32).view(SINGLE)
    every = np.arange(1 << 16, dtype=np.uint16).view(HALF).astype(SINGLE)
    finite = every[np.isfinite(every)]
    middle = (finite.astype(np.float64) + np.nextafter(finite.astype(HALF), HALF.type(np.inf))) / 2
    near = [np.nextafter(middle.astype(SINGLE), SINGLE.type(sign * np.inf)) for sign in (-1, 1)]
    for numbers in (bits, every, middle.astype(SINGLE), *near):
        same(halves.converted(numbers, HALF), numbers.astype(HALF))


@needs_instruction
def test_arrays_of_any_shape_are_converted() -> None:
    """Arrays of several dimensions keep their shape, and what is written is new memory."""
    x = np.linspace(-2, 2, 6000, dtype=SINGLE).reshape(3, 20, 100)
    half = halves.converted(x, HALF)
    same(half, x.astype(HALF))
    same(halves.converted(half, SINGLE), half.astype(SINGLE))
    same(dv.tensor(x).half().numpy(), x.astype(HALF))


def test_numpy_converts_what_the_loop_does_not() -> None:
    """Few numbers, strided ones and other dtypes are left to NumPy."""
    x = np.ones((100, 100), np.float32)
    assert halves.converted(x[:, ::2], HALF) is None
    assert halves.converted(x[:5], HALF) is None
    assert halves.converted(x.astype(np.float64), HALF) is None
    assert halves.converted(x, np.dtype(np.float64)) is None


def test_gradients_go_through_conversions() -> None:
    """The gradient of a conversion comes back in the argument's dtype, by the loop or by NumPy."""
    for size in (10, 10000):
        x = dv.randn(size, requires_grad=True)
        x.half().float().sum().backward()
        assert x.grad is not None
        assert x.grad.dtype == dv.float32
        assert x.grad.tolist() == [1.0] * size
