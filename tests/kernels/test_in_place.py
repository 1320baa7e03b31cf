"""In-place ops on large tensors: their loops write to the target itself, unless a gradient needs its old value."""

import contextlib
from contextlib import nullcontext

import numpy as np
import pytest

import derivata as dv
from derivata.arrays import kernels
from derivata.arrays.jit.launch import Elementwise

needs_kernels = pytest.mark.skipif(not kernels.enabled(), reason="kernels need llvmlite")

SHAPE = (400, 400)


def draw(*shape, dtype=np.float32):
    return np.random.default_rng(len(shape)).uniform(0.5, 2, shape).astype(dtype)


@pytest.fixture
def overwritten(monkeypatch):
    """Count the loops that write to their target."""
    calls = []
    overwrite = Elementwise._overwrite

    def counted(kernel, first, inputs):
        result = overwrite(kernel, first, inputs)
        calls.append(result is first)
        return result

    monkeypatch.setattr(Elementwise, "_overwrite", counted)
    return calls


def like(x, *shape):
    """Return a tensor of another shape, of the dtype of `x`."""
    return dv.from_numpy(draw(*shape, dtype=x.numpy().dtype))


WRITES = {
    "array": lambda x: x.mul_(like(x, *SHAPE)),
    "number": lambda x: x.mul_(2.5),
    "row": lambda x: x.div_(like(x, 400)),
    "column": lambda x: x.atan2_(like(x, 400, 1)),
    "with a keyword": lambda x: x.add_(like(x, *SHAPE), alpha=-0.5),
    "one argument": lambda x: x.tanh_(),
    "itself": lambda x: x.mul_(x),
}


@needs_kernels
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("layout", ["whole", "transposed", "strided"])
@pytest.mark.parametrize("write", WRITES)
def test_a_loop_writes_to_the_target(write, layout, dtype, overwritten):
    parts = {"whole": lambda a: a, "transposed": lambda a: a.T, "strided": lambda a: a[::2, ::3][:400, :400]}
    memory = draw(800, 1200, dtype=dtype) if layout == "strided" else draw(*SHAPE, dtype=dtype)
    expected = dv.from_numpy(parts[layout](memory.copy()))
    target = dv.from_numpy(parts[layout](memory))
    version = target._version
    with dv.no_grad():
        with kernels.disabled():
            WRITES[write](expected)
        overwritten.clear()
        assert WRITES[write](target) is target
    assert overwritten == [True]
    assert target._version == version + 1
    np.testing.assert_allclose(parts[layout](memory), expected.numpy(), rtol=1e-5)


@needs_kernels
def test_a_target_without_history_is_written_to_in_any_mode(overwritten):
    array = draw(*SHAPE)
    x = dv.from_numpy(array.copy())
    x.mul_(2.5)
    assert overwritten == [True]
    np.testing.assert_array_equal(x.numpy(), array * np.float32(2.5))


@needs_kernels
def test_read_only_memory_is_not_written_to():
    array = draw(*SHAPE)
    array.flags.writeable = False
    x = dv.from_numpy(array)
    with pytest.raises(RuntimeError, match="read-only"):
        x.mul_(2.5)
    np.testing.assert_array_equal(array, draw(*SHAPE))


@needs_kernels
@pytest.mark.parametrize(
    "other",
    [lambda x: x[0], lambda x: x.mT, lambda x: x[:, :1], lambda x: x.flip(0).flip(0)[:1]],
    ids=["row", "transposed", "column", "copy of a row"],
)
def test_arguments_that_overlap_the_target_are_read_before_it_is_written(other):
    array = draw(*SHAPE)
    x = dv.from_numpy(array.copy())
    with dv.no_grad():
        expected = array * other(dv.from_numpy(array)).numpy()
        x.mul_(other(x))
    np.testing.assert_array_equal(x.numpy(), expected)


@needs_kernels
@pytest.mark.parametrize("threads", [1, 4])
def test_neighbours_in_memory_are_read_before_they_are_written(threads):
    """A write to a large tensor reads all of an argument that overlaps it first, at every call."""
    before = kernels.get_num_threads()
    kernels.set_num_threads(threads)
    try:
        for start, other in [
            (1, 0),
            (5, 0),
            (0, 1),
            (100_000, 0),
            (0, 0),
        ] * 3:  # compiled code from the third on
            array = draw(200_001)
            x = dv.from_numpy(array.copy())
            x[start : start + 100_000].add_(x[other : other + 100_000])
            expected = array.copy()
            expected[start : start + 100_000] += array[other : other + 100_000]
            np.testing.assert_array_equal(x.numpy(), expected)
    finally:
        kernels.set_num_threads(before)


@needs_kernels
def test_recorded_writes_keep_the_value_that_a_gradient_needs(overwritten):
    array = draw(*SHAPE)
    leaf = dv.from_numpy(array).requires_grad_()
    x = leaf * 1
    x.square_()
    x.sum().backward()
    np.testing.assert_allclose(leaf.grad.numpy(), 2 * array, rtol=1e-6)
    assert not overwritten


RECORDED = {
    "add": (lambda x, y: x.add_(y, alpha=2), True),
    "sub": (lambda x, y: x.sub_(y), True),
    "number": (lambda x, y: x.mul_(2.5), True),
    "constant": (lambda x, y: x.div_(y.detach()), True),
    "row": (lambda x, y: x.mul_(y.detach()[0]), True),
    "factor with a gradient": (lambda x, y: x.mul_(y), False),
    "product": (lambda x, y: x.addcmul_(y, y.detach()), True),
    "own gradient": (lambda x, y: x.clamp_(1, 1.5), False),
    "result": (lambda x, y: x.sigmoid_(), False),
}


@needs_kernels
@pytest.mark.parametrize("name", RECORDED)
def test_a_recorded_write_goes_to_the_target_where_no_gradient_needs_its_value(name, overwritten):
    """A large tensor written in place while recording keeps all gradients right."""
    write, at_once = RECORDED[name]
    results = []
    for disabled in (False, True):
        overwritten.clear()
        leaf, other = (dv.from_numpy(draw(*SHAPE) + extra).requires_grad_() for extra in (0, 1))
        target = leaf * 3
        before = target._array
        with kernels.disabled() if disabled else nullcontext():
            write(target, other)
            (target * target).sum().backward()
        assert target._array is before
        assert disabled or overwritten == [True] * at_once
        results.append([t.numpy() for t in (target.detach(), leaf.grad, other.grad) if t is not None])
    for got, expected in zip(*results, strict=True):
        np.testing.assert_allclose(got, expected, rtol=2e-5, atol=1e-5)


@needs_kernels
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize(
    "name", ["sin", "tan", "exp", "lgamma", "erf", "sigmoid", "clamp", "pow", "atan2", "lerp", "div"]
)
def test_a_loop_that_writes_to_its_input_computes_the_same(name, dtype, overwritten):
    """An op in place gives the bits of the op out of place, for huge angles and NaN too."""
    array = np.linspace(-1e4, 1e9, 100_003).astype(dtype)
    array[::1001] = np.nan
    other, third = dv.from_numpy(array[::-1].copy()), dv.from_numpy(array * 2)
    others = {
        "clamp": (-5.0, other),
        "pow": (other,),
        "atan2": (other,),
        "lerp": (other, third),
        "div": (other,),
    }
    expected = getattr(dv.from_numpy(array.copy()), name)(*others.get(name, ())).numpy()
    with dv.no_grad():
        target = dv.from_numpy(array.copy())
        getattr(target, f"{name}_")(*others.get(name, ()))
    assert overwritten == [True]
    assert target.numpy().tobytes() == expected.tobytes()


@needs_kernels
@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int64])
@pytest.mark.parametrize("threads", [1, 4])
def test_large_arrays_are_filled_by_any_number_of_threads(threads, dtype):
    """`fill_` and `zero_` write every element, whatever the number of threads."""
    x = dv.from_numpy(np.ones((300, 401), dtype))
    before = kernels.get_num_threads()
    kernels.set_num_threads(threads)
    try:
        for value in (3, -0.1 if dtype is not np.int64 else 7):
            assert (x.fill_(value).numpy() == dtype(value)).all()
        assert not x[:, ::2].zero_().numpy().any()
        assert (x[:, 1::2].numpy() == dtype(value)).all()
        assert not x.zero_().numpy().any()
    finally:
        kernels.set_num_threads(before)


@needs_kernels
def test_a_write_that_fails_leaves_the_target_as_it_was():
    array = draw(*SHAPE)
    x = dv.from_numpy(array.copy())
    with dv.no_grad(), pytest.raises(RuntimeError, match="mul_"):
        x.mul_(dv.from_numpy(draw(2, *SHAPE)))
    np.testing.assert_array_equal(x.numpy(), array)
    with dv.no_grad():
        y = x * 2  # not taken for the write
        x.mul_(3)
    np.testing.assert_array_equal(y.numpy(), 2 * array)
    np.testing.assert_array_equal(x.numpy(), 3 * array)


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "complex64"])
@pytest.mark.parametrize("recorded", [False, True])
@pytest.mark.parametrize("name", ["mul_", "exp_", "add_", "clamp_min_", "neg_", "sqrt_"])
@pytest.mark.parametrize("on", [False, True])
def test_large_writes_leave_ordinary_arrays(name, recorded, dtype, on):
    """Whether a loop, NumPy or another dtype computes a write: results and gradients are those of the op itself."""
    if dtype == "complex64" and name == "clamp_min_":
        pytest.skip("complex numbers have no order")
    array = np.abs(draw(300, 200)).astype(dtype)
    arguments = [2.0] if name in ("mul_", "add_", "clamp_min_") else []
    source = dv.from_numpy(array.copy())
    if recorded:
        source.requires_grad_()
    with contextlib.nullcontext() if on else kernels.disabled():
        target = source * 1
        getattr(target, name)(*arguments)
        expected = getattr(source.detach(), name.removesuffix("_"))(*arguments)
        assert target._version == 1
        np.testing.assert_array_equal(target.detach().numpy(), expected.numpy())
        assert type(target.detach().numpy()) is np.ndarray
        if recorded:
            target.abs().sum().backward()
            assert type(source.grad.numpy()) is np.ndarray
