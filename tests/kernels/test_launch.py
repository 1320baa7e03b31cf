"""Which arrays a kernel takes, what it returns for them, and what it declines."""

import logging
import os
import struct
import subprocess
import sys
from types import SimpleNamespace

import numpy as np
import pytest

import derivata as dv
from derivata.arrays import kernels
from derivata.arrays.jit import launch
from derivata.arrays.jit.launch import Elementwise, RowKernel
from derivata.arrays.jit.out_buffer import OutBuffer
from derivata.runtime.graph.tensor_base import wrap

needs_kernels = pytest.mark.skipif(not kernels.enabled(), reason="kernels need llvmlite")

LOOPS = """
from derivata.arrays.vector_math.elementary import at

def product(lo, hi, out, a, b):
    for i in range(lo, hi):
        out[i] = at(a, i) * at(b, i)

def multiply(lo, hi, out, a, b):
    for i in range(lo, hi):
        out[i] = a[i] * b[i]

def scale(lo, hi, out, a, s):
    for i in range(lo, hi):
        out[i] = a[i] * s

def subtract_from(lo, hi, out, s, a):
    for i in range(lo, hi):
        out[i] = s - a[i]

def select(lo, hi, out, condition, a, b):
    for i in range(lo, hi):
        out[i] = a[i] if condition[i] else b[i]

def both(lo, hi, total, difference, a, b):
    for i in range(lo, hi):
        total[i] = a[i] + b[i]
        difference[i] = a[i] - b[i]

def less(lo, hi, out, a, b):
    for i in range(lo, hi):
        out[i] = a[i] < b[i]

def no_such_name(lo, hi, out, a):
    for i in range(lo, hi):
        out[i] = undefined(a[i])

def row_sums(lo, hi, out, x, columns, start):
    for r in range(lo, hi):
        total = start
        for c in range(x.shape[1]):
            if columns[c]:
                total += x[r, c]
        out[r] = total

def last(lo, hi, out, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16):
    for i in range(lo, hi):
        out[i] = a15[i] + a16

def describe_row(lo, hi, out, x, step, twice, factor):
    for r in range(lo, hi):
        out[r] = x[r] * factor * (2 if twice else 1) + step

def name_row(lo, hi, x):
    for r in range(lo, hi):
        if x[r] > 0:
            raise ValueError("name_row: not negative", r)

def pick(lo, hi, out, x, target, offset):
    for r in range(lo, hi):
        if target[r] < 0 or target[r] >= x.shape[1]:
            raise IndexError("pick: target is out of range")
        out[r] = x[r, target[r]] + offset
"""
SHAPE = (60, 100)


@pytest.fixture(scope="module")
def loops(tmp_path_factory):
    """Kernels made of LOOPS by name."""
    folder = tmp_path_factory.mktemp("loops")
    (folder / "loops_of_test_launch.py").write_text(LOOPS)
    sys.path.insert(0, str(folder))
    yield SimpleNamespace(
        elementwise=lambda name, **options: Elementwise("loops_of_test_launch", name, **options),
        rows=lambda name: RowKernel("loops_of_test_launch", name),
    )
    sys.path.remove(str(folder))


@pytest.fixture(params=["first call", "later call", "launch"])
def call(loops, request):
    """Call a new kernel; `later call` and `launch` mean that it was called before: compiled code launches directly."""

    def call_kernel(name, *inputs, out=None, **options):
        kernel = loops.elementwise(name, **options)
        if request.param == "later call":
            assert kernel(*inputs) is not None
        if request.param == "launch" and out is None:
            return launching(kernel, *inputs).launch(*inputs)
        return kernel(*inputs, out=out)

    return call_kernel


def launching(kernel, *inputs):
    """Return a kernel that launches itself on inputs of these types."""
    for _ in range(2):
        assert kernel(*inputs) is not None
    assert type(kernel.launch) is type(kernel.broadcast) is type(len)
    return kernel


def arrays(count, shape=SHAPE, dtype=np.float32, order="C"):
    random = np.random.default_rng(0)
    return [np.asarray(random.standard_normal(shape), dtype, order=order) for _ in range(count)]


@needs_kernels
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize("shape", [(4096,), (70, 80), (9, 10, 11, 12), (300, 500)])
def test_arrays_of_equal_dtype_and_layout_give_what_numpy_gives(call, dtype, order, shape):
    a, b = arrays(2, shape, dtype=dtype, order=order)
    result = call("multiply", a, b)
    np.testing.assert_array_equal(result, a * b)
    assert result.dtype == dtype
    assert result.flags[f"{order}_CONTIGUOUS"]


@needs_kernels
@pytest.mark.parametrize(
    "scalar", [3, 2**60, 0.1, True, np.float64(0.1), np.int32(-2), np.array(0.1), np.array(7)]
)
def test_scalars_and_0d_arrays_get_the_dtype_of_the_arrays(call, scalar):
    (a,) = arrays(1, (5000,))
    result = call("scale", a, scalar)
    assert result.dtype == np.float32
    np.testing.assert_array_equal(result, a * np.float32(scalar))


@needs_kernels
@pytest.mark.parametrize("scalar", [2.5, np.array(2.5, np.float32)])
def test_a_scalar_may_come_first(call, scalar):
    (a,) = arrays(1, (5000,))
    np.testing.assert_array_equal(call("subtract_from", scalar, a), np.float32(2.5) - a)


@needs_kernels
def test_bool_arrays_stand_beside_floating_ones(call):
    a, b = arrays(2, (5000,))
    np.testing.assert_array_equal(call("select", a > b, a, b), np.maximum(a, b))


@needs_kernels
def test_several_outputs_come_as_a_tuple(call):
    a, b = arrays(2, (5000,))
    total, difference = call("both", a, b, outputs=2)
    np.testing.assert_array_equal(total, a + b)
    np.testing.assert_array_equal(difference, a - b)


@needs_kernels
def test_outputs_may_have_other_dtypes(call):
    a, b = arrays(2, (5000,))
    result = call("less", a, b, dtypes=(np.bool_,))
    assert result.dtype == np.bool_
    np.testing.assert_array_equal(result, a < b)


@needs_kernels
def test_dtypes_of_one_call_are_not_those_of_the_next(loops):
    a, b = arrays(2, (5000,))
    kernel = loops.elementwise("less")
    dtypes = [kernel(a, b, dtypes=dtypes).dtype for dtypes in ((np.bool_,), None, (np.bool_,), None, None)]
    assert dtypes == [np.bool_, np.float32, np.bool_, np.float32, np.float32]


@needs_kernels
def test_one_kernel_serves_several_types_in_turn(loops):
    kernel = loops.elementwise("product")
    a, b = arrays(2, (5000,))
    for dtype in (np.float32, np.float32, np.float64, np.float64, np.float32):
        x, y = a.astype(dtype), b.astype(dtype)
        for inputs in ((x, y), (x, 2.5), (2.5, y), (x, y > 0), (x, y)):
            result = kernel(*inputs)
            assert result.dtype == dtype
            np.testing.assert_array_equal(result, inputs[0] * inputs[1])
    assert len(kernel._shortcuts) == 6


@needs_kernels
def test_a_type_is_recognised_by_its_value(loops):
    a, b = arrays(2, (5000,))
    unusual = np.dtype(np.float32, metadata={"unit": "m"})
    kernel = loops.elementwise("multiply")
    for x, y in [(a, b), (a.astype(unusual), b), (a, b.astype(unusual)), (a, b)]:
        np.testing.assert_array_equal(kernel(x, y), a * b)


@needs_kernels
def test_given_buffers_are_filled_and_returned(call):
    a, b = arrays(2)
    out = np.zeros_like(a)
    assert call("multiply", a, b, out=out) is out
    np.testing.assert_array_equal(out, a * b)
    pair = np.zeros_like(a), np.zeros_like(a)
    assert call("both", a, b, outputs=2, out=pair) is pair
    np.testing.assert_array_equal(pair[1], a - b)


@needs_kernels
def test_a_buffer_may_be_an_input_itself(call):
    a, b = arrays(2)
    expected = a * b
    assert call("multiply", a, b, out=a) is a
    np.testing.assert_array_equal(a, expected)


@needs_kernels
def test_one_of_several_buffers_may_not_be_an_input(call):
    a, b = arrays(2)
    before = a.copy()
    assert call("both", a, b, outputs=2, out=(a, np.zeros_like(a))) is None
    np.testing.assert_array_equal(a, before)


@needs_kernels
def test_a_buffer_that_overlaps_an_input_declines(loops):
    (memory,) = arrays(1, shape=(6001,))
    before = memory.copy()
    kernel = loops.elementwise("scale")
    for _ in range(2):
        assert kernel(memory[:-1], 2.0, out=memory[1:]) is None
        assert kernel(memory[1:], memory[5:6].reshape(()), out=memory[1:]) is None
        np.testing.assert_array_equal(memory, before)
        assert kernel(memory[1:], 2.0) is not None


def unsuitable_inputs():
    a, b = arrays(2)
    yield "small", (a[:2, :2].copy(), b[:2, :2].copy())
    yield "strided", (a[:, ::2], b[:, ::2])
    yield "other shape", (a, b[0])
    yield "same size, other shape", (a, b.reshape(100, 60))
    yield "other dtype", (a, b.astype(np.float64))
    yield "integers", (a.astype(np.int64), b.astype(np.int64))
    yield "half precision", (a.astype(np.float16), b.astype(np.float16))
    yield "complex", (a.astype(np.complex64), b.astype(np.complex64))
    yield "bool alone", (a > 0, b > 0)
    yield "foreign byte order", (a.astype(">f4"), b.astype(">f4"))
    yield "subclass", (a.view(np.ma.MaskedArray), b)
    yield "scalars alone", (2.0, 3.0)


@needs_kernels
@pytest.mark.parametrize("inputs", [pytest.param(x, id=name) for name, x in unsuitable_inputs()])
def test_a_launch_declines_what_a_call_declines(loops, inputs):
    kernel = launching(loops.elementwise("product"), *arrays(2))
    assert kernel.launch(*inputs) is None


@needs_kernels
def test_a_launch_takes_all_types_that_were_met(loops):
    kernel = loops.elementwise("product")
    a, b = arrays(2)
    pairs = [(a, b), (a, np.array(2.5)), (np.array(2.5), b)]
    cases = [(x.astype(dtype), y.astype(dtype)) for dtype in (np.float32, np.float64) for x, y in pairs]
    for case in cases:
        launching(kernel, *case)
    for x, y in cases:
        for way in (kernel.launch, kernel.broadcast):
            result = way(x, y)
            assert result.dtype == x.dtype
            np.testing.assert_array_equal(result, x * y)


@needs_kernels
def test_inputs_of_different_shapes_are_broadcast_after_direct_launches(loops):
    a, b = arrays(2, (500, 300))
    kernel = launching(loops.elementwise("multiply"), a, b)
    np.testing.assert_array_equal(kernel.broadcast(a, b[0]), a * b[0])


@needs_kernels
def test_nothing_is_launched_while_kernels_are_off(loops):
    a, b = arrays(2)
    kernel = launching(loops.elementwise("multiply"), a, b)
    with kernels.disabled():
        assert kernel.launch(a, b) is None
    np.testing.assert_array_equal(kernel.launch(a, b), a * b)


def lent(array, calls):
    """Return an array for a loop that may overwrite it, and note in `calls` what is counted."""
    buffer = array.view(OutBuffer)
    buffer.loan = (
        array,
        lambda owner, op: calls.append(f"{owner}: {op}"),
        lambda owner: calls.append(f"{owner}: declined"),
        "owner",
        "mul_",
    )
    return buffer


@needs_kernels
def test_a_launch_writes_to_an_array_that_may_be_overwritten(loops):
    a, b = arrays(2)
    kernel = launching(loops.elementwise("multiply"), a, b)
    expected = a * b
    calls: list[str] = []
    buffer = lent(a, calls)
    assert not buffer.written
    assert kernel.launch(buffer, b) is buffer
    assert calls == ["owner: mul_"]
    assert buffer.written
    np.testing.assert_array_equal(a, expected)


@needs_kernels
def test_a_loop_writes_only_once_to_an_array_that_may_be_overwritten(loops):
    a, b = arrays(2)
    kernel = launching(loops.elementwise("multiply"), a, b)
    buffer = lent(a, [])
    kernel.launch(buffer, b)
    expected = a.copy()
    assert type(kernel.launch(buffer, b)) is type(kernel.launch(buffer * 1, b)) is np.ndarray
    np.testing.assert_array_equal(a, expected)


@needs_kernels
def test_a_target_that_the_loop_declines_is_left_as_it_was(loops):
    a, b = arrays(2)
    kernel = launching(loops.elementwise("multiply"), a, b)
    before = a.copy()
    calls: list[str] = []
    buffer = lent(a, calls)
    assert kernel.launch(buffer, b.astype(np.int64)) is None
    assert calls == ["owner: mul_", "owner: declined"]
    assert not buffer.written
    np.testing.assert_array_equal(a, before)


def test_what_numpy_computes_of_a_target_is_an_ordinary_array():
    target = np.ones(3).view(OutBuffer)
    for result in (target * 2, np.exp(target), target.sum(keepdims=True), np.where(target > 0, target, 0)):
        assert type(result) is np.ndarray


@needs_kernels
def test_a_launch_leaves_no_references(loops):
    a, b = arrays(2)
    kernel = launching(loops.elementwise("both", outputs=2), a, b)
    before = [sys.getrefcount(value) for value in (a, b, a.dtype, None)]
    for _ in range(100):
        pair = kernel.launch(a, b)
        assert kernel.launch(a[:2], b[:2]) is None
    fresh = np.empty(3), np.empty(3)
    assert [sys.getrefcount(value) for value in pair] == [sys.getrefcount(value) for value in fresh]
    del pair
    after = [sys.getrefcount(value) for value in (a, b, a.dtype, None)]
    assert all(abs(x - y) < 50 for x, y in zip(before, after, strict=True))


@needs_kernels
def test_large_outputs_of_a_launch_use_memory_that_is_kept(loops):
    small, large = arrays(2, (5000,)), arrays(2, (70_000,))
    kernel = launching(loops.elementwise("multiply"), *small)
    assert kernel.launch(*small).base is None
    assert kernel.launch(*large).base is not None
    np.testing.assert_array_equal(kernel.launch(*large), large[0] * large[1])


@needs_kernels
@pytest.mark.parametrize("size", [5000, 70_000])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("threads", [1, 3])
def test_outputs_are_added_to_an_array(loops, dtype, size, threads):
    before = kernels.get_num_threads()
    kernels.set_num_threads(threads)
    kernel, twice = loops.elementwise("product"), loops.elementwise("both", outputs=2)
    a, b = arrays(2, (size,), dtype)
    for number in range(4):
        total = np.ones_like(a)
        assert kernel.add_to(total, a, b) is total
        np.testing.assert_array_equal(total, 1 + a * b)
        assert kernel.add_to(total, a, 2.5) is total
        np.testing.assert_array_equal(total, 1 + a * b + a * dtype(2.5))
        assert twice.add_to(total, a, b) is total
        np.testing.assert_array_equal(total, (a + b) + (a - b))
        assert len(kernel.adders) == (2 if number else 0)
    kernels.set_num_threads(before)


@needs_kernels
def test_outputs_are_added_only_where_they_fit(loops):
    kernel = loops.elementwise("multiply")
    a, b = arrays(2)
    for _ in range(2):
        assert kernel.add_to(np.ones_like(a), a, b) is not None
    assert len(kernel.adders) == 1
    frame = np.ones((SHAPE[0], 2 * SHAPE[1]), a.dtype)
    unsuitable = [
        a.astype(np.float64),
        np.ones_like(a, order="F"),
        frame[:, ::2],
        a[0],
        a.view(np.ma.MaskedArray),
    ]
    references = sys.getrefcount(None), sys.getrefcount(a)
    for total in unsuitable:
        before = total.copy()
        assert kernel.adders[0](total, a, b) is None
        np.testing.assert_array_equal(total, before)
    assert kernel.adders[0](2.0, a, b) is None
    assert kernel.adders[0](np.ones_like(a), a) is None
    with kernels.disabled():
        assert kernel.adders[0](np.ones_like(a), a, b) is None
    assert sys.getrefcount(a) == references[1]
    assert abs(sys.getrefcount(None) - references[0]) < 50


@needs_kernels
@pytest.mark.parametrize("inputs", [pytest.param(x, id=name) for name, x in unsuitable_inputs()])
def test_unsuitable_inputs_decline(loops, inputs):
    kernel = loops.elementwise("multiply")
    assert kernel(*inputs) is None
    assert kernel(*arrays(2, (5000,))) is not None
    assert kernel(*inputs) is None


@needs_kernels
@pytest.mark.parametrize("scalar", [1j, 10**400, None, "2", np.array(1j)])
def test_scalars_that_are_no_floating_number_decline(loops, scalar):
    (a,) = arrays(1, (5000,))
    kernel = loops.elementwise("scale")
    for _ in range(2):
        assert kernel(a, scalar) is None
        assert kernel(a, 2.0) is not None


@needs_kernels
@pytest.mark.parametrize("spoil", ["shape", "dtype", "order", "writeable"])
def test_unsuitable_buffers_decline(loops, spoil):
    a, b = arrays(2)
    out = np.zeros_like(a)
    if spoil == "writeable":
        out.flags.writeable = False
    unsuitable = {"shape": out.ravel(), "dtype": out.astype(np.float64), "order": np.asfortranarray(out)}
    kernel = loops.elementwise("multiply")
    for _ in range(2):
        assert kernel(a, b, out=unsuitable.get(spoil, out)) is None
        assert kernel(a, b) is not None
    assert not out.any()


@needs_kernels
def test_size_and_cost_decide_together(loops):
    cheap, dear = loops.elementwise("multiply", cost=1), loops.elementwise("multiply", cost=60)
    assert launch.THRESHOLD <= dear.minimum < cheap.minimum
    for kernel in (cheap, dear):
        enough, few = arrays(1, shape=kernel.minimum)[0], arrays(1, shape=kernel.minimum - 1)[0]
        assert kernel(enough, enough) is not None
        assert kernel(few, few) is None


@needs_kernels
def test_everything_declines_while_kernels_are_disabled(loops):
    a, b = arrays(2)
    multiply, rows = loops.elementwise("multiply"), loops.rows("row_sums")
    out, columns = np.zeros(len(a), np.float32), np.ones(a.shape[1], bool)
    with kernels.disabled():
        assert not kernels.enabled()
        with kernels.disabled():
            assert multiply(a, b) is None
        assert multiply(a, b) is None
        assert rows.run(len(a), out, a, columns, 0.0) is False
    assert multiply(a, b) is not None
    assert not out.any()


@needs_kernels
def test_rows_take_arrays_of_all_dtypes_and_dimensions(loops):
    (x,) = arrays(1)
    columns = np.arange(x.shape[1]) % 3 == 0
    out = np.zeros(len(x), np.float32)
    assert loops.rows("row_sums").run(len(x), out, x, columns, 0.5, work=x.size)
    np.testing.assert_allclose(out, x[:, columns].sum(1) + 0.5, rtol=1e-4)
    assert loops.rows("row_sums").run(0, out, x, columns, 0.5)


@needs_kernels
def test_integers_stay_integers_in_row_loops(loops):
    (x,) = arrays(1)
    target = np.arange(len(x)) * 2 % x.shape[1]
    out = np.empty(len(x), np.float32)
    assert loops.rows("pick").run(len(x), out, x, target, 1)
    np.testing.assert_array_equal(out, x[np.arange(len(x)), target] + 1)


@needs_kernels
def test_rows_decline_arrays_that_are_not_contiguous_or_not_numbers(loops):
    (x,) = arrays(1)
    out, columns = np.zeros(len(x), np.float32), np.ones(x.shape[1], bool)
    assert not loops.rows("row_sums").run(len(x), out, x.T, columns, 0.0)
    assert not loops.rows("row_sums").run(len(x), out, x.astype(np.complex64), columns, 0.0)
    assert not loops.rows("row_sums").run(len(x), out, np.array(1.0), columns, 0.0)


@needs_kernels
@pytest.mark.parametrize("rows", [100, 400_000])
def test_what_a_loop_raises_reaches_the_caller(loops, rows):
    x = np.zeros((rows, 4), np.float32)
    target = np.zeros(rows, np.int64)
    target[rows // 2] = 4
    with pytest.raises(IndexError, match="pick: target is out of range"):
        loops.rows("pick").run(rows, np.empty(rows, np.float32), x, target, 0, work=64 * rows)


@needs_kernels
def test_what_a_loop_raises_reaches_the_caller_of_a_direct_launch_too(loops):
    """A kernel that compiled code launches raises like one that Python launches, and goes on afterwards."""
    pick, out, x = loops.rows("pick"), np.empty(9, np.float32), np.zeros((9, 4), np.float32)
    good, bad = np.zeros(9, np.int64), np.full(9, 4)
    for _ in range(3):
        assert pick.run(9, out, x, good, 1)
        with pytest.raises(IndexError, match="pick: target is out of range"):
            pick.run(9, out, x, bad, 1)
        assert pick.run(9, out, x, good, 2) and (out == 2).all()


@needs_kernels
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("step", [-1, 0, 7, -(2**62), np.int64(3)])
@pytest.mark.parametrize("twice", [True, False, np.True_])
@pytest.mark.parametrize("factor", [0.1, -2.0, np.float64(0.3)])
def test_numbers_of_row_loops_are_the_same_in_every_launch(loops, dtype, step, twice, factor):
    """The first launch of a loop over rows and the direct ones after it compute the same bits."""
    x = np.random.default_rng(0).standard_normal(50).astype(dtype)
    kernel, results = loops.rows("describe_row"), []
    for _ in range(3):
        results.append(np.empty_like(x))
        assert kernel.run(50, results[-1], x, step, twice, factor)
    np.testing.assert_allclose(results[0], x * dtype(factor) * (2 if twice else 1) + step, rtol=1e-5)
    for result in results[1:]:
        np.testing.assert_array_equal(result, results[0])


@needs_kernels
def test_a_direct_launch_takes_only_what_the_loop_was_compiled_for(loops):
    """After launches with some types, a loop over rows still recognises all others."""
    kernel, x = loops.rows("describe_row"), np.arange(50, dtype=np.float32)
    out = np.empty_like(x)
    for _ in range(3):
        assert kernel.run(50, out, x, 1, False, 1.0)
    assert not kernel.run(25, out[::2], x[::2], 1, False, 1.0)
    assert not kernel.run(50, out, x.astype(np.complex64), 1, False, 1.0)
    wide = np.empty(50)
    assert kernel.run(50, wide, x.astype(np.float64), 1, False, 0.5)
    np.testing.assert_array_equal(wide, x * 0.5 + 1)
    assert kernel.run(50, out, x, True, False, 1.0)  # a bool in the place of an int
    np.testing.assert_array_equal(out, x + 1)
    with pytest.raises(struct.error):
        kernel.run(50, out, x, 2**70, False, 1.0)
    assert kernel.run(50, out, x, 2, False, 1.0)
    np.testing.assert_array_equal(out, x + 2)
    with kernels.disabled():
        assert not kernel.run(50, out, x, 3, False, 1.0)


@needs_kernels
def test_a_loop_that_raises_with_values_of_its_own_is_left_to_numpy(loops, caplog):
    with caplog.at_level(logging.WARNING, logger="derivata"):
        assert not loops.rows("name_row").run(4, np.ones(4))
    assert "name_row" in caplog.text


@needs_kernels
def test_more_arguments_than_a_direct_launch_takes_are_no_obstacle(loops):
    (a,) = arrays(1, (5000,))
    kernel = loops.elementwise("last")
    for _ in range(2):
        np.testing.assert_array_equal(kernel(*[a] * 16, 2.0), a + np.float32(2.0))


@needs_kernels
def test_a_loop_that_does_not_compile_declines_with_one_warning(loops, caplog):
    kernel = loops.elementwise("no_such_name")
    with caplog.at_level(logging.WARNING, logger="derivata"):
        assert kernel(*arrays(1)) is None
        assert kernel(*arrays(1)) is None
    assert [record.name for record in caplog.records] == ["derivata"]
    assert "no_such_name" in caplog.text


@needs_kernels
def test_a_loop_that_does_not_compile_raises_when_kernels_are_strict(loops, monkeypatch):
    monkeypatch.setattr(launch.SWITCH, "strict", True)
    with pytest.raises(Exception, match="'undefined' is not defined"):
        loops.elementwise("no_such_name")(*arrays(1, dtype=np.float64))


def test_importing_kernels_imports_no_compiler():
    program = "import sys, derivata.arrays.kernels; print({'numba', 'llvmlite'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_without_llvmlite_every_kernel_declines():
    program = """
import sys
sys.modules["llvmlite"] = None
import numpy as np
import derivata as dv
from derivata.arrays import kernels
x = np.ones(1 << 20, np.float32)
print(kernels.enabled(), kernels.Elementwise("missing", "loop")(x), kernels.RowKernel("missing", "loop").run(9, x))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "None", "False"]
    assert not done.stderr


@pytest.mark.slow
@needs_kernels
def test_launches_are_compiled_after_many_by_python_unless_they_are_on_disk(tmp_path):
    """Without its code in the cache a launch in compiled code is compiled only when Python has made many."""
    (tmp_path / "loops_of_a_process.py").write_text(LOOPS)
    program = f"""
import sys
sys.path.insert(0, {str(tmp_path)!r})
import numpy as np
from derivata.arrays.kernels import Elementwise, RowKernel
from derivata.arrays.jit.direct import launcher
launcher.PATIENCE = launcher.FLAT.patience = launcher.ROWS.patience = 2
product, pick = Elementwise("loops_of_a_process", "product"), RowKernel("loops_of_a_process", "pick")
x, out = np.ones((100, 100)), np.empty(100)
for _ in range(5):
    product(x, x)
    assert pick.run(100, out, x, np.zeros(100, np.int64), 0.5)
    print(type(product.launch) is type(len), len(pick._launches))
"""
    for expected in ["False 0 False 0 False 0 True 1 True 1", "False 0 True 1 True 1 True 1 True 1"]:
        environment = {**os.environ, "DERIVATA_CACHE_DIR": str(tmp_path / "cache")}
        done = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, env=environment
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.split() == expected.split()


def in_other_layouts(x):
    """Yield a 2-d array's elements in arrays of other strides and places."""
    raw = np.zeros(x.nbytes + 1, np.uint8)[1:].view(x.dtype).reshape(x.shape)
    raw[...] = x
    yield "misaligned", raw
    yield "Fortran order", np.asfortranarray(x)
    yield "every second column", np.repeat(x, 2, axis=1)[:, ::2]
    yield "reversed", np.ascontiguousarray(x[::-1])[::-1]
    yield (
        "three axes turned",
        np.ascontiguousarray(x.reshape(*x.shape, 1).swapaxes(0, 2)).swapaxes(0, 2)[..., 0],
    )


@needs_kernels
@pytest.mark.parametrize("rows", [3, 50, 5000])
@pytest.mark.parametrize("op", ["exp", "sin", "sinc", "isnan", "hypot"])
def test_bits_do_not_depend_on_strides_or_alignment(op, rows):
    """A loop is used or not by shape, dtype and op alone, whether NumPy's bits are the same or not."""
    x, y = np.random.default_rng(0).uniform(0.1, 0.9, (2, rows, 40))
    function = getattr(dv, op)
    others = [dv.from_numpy(y)] if op == "hypot" else []

    def value_and_gradient(array):
        t = wrap(array)
        result = function(t, *others)
        if op == "isnan":
            return result.numpy(), result.numpy()
        t.requires_grad_()
        (grad,) = dv.autograd.grad(function(t, *others), t, wrap(array))
        return result.numpy(), grad.numpy()

    expected = value_and_gradient(x)
    for name, array in in_other_layouts(x):
        for got, want in zip(value_and_gradient(array), expected, strict=True):
            np.testing.assert_array_equal(got, want, err_msg=name)
