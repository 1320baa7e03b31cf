"""Row kernels against plain NumPy in higher precision, at the edges of their domains, and declining."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from derivata.arrays import kernels
from derivata.arrays.jit import row_kernel
from derivata.arrays.jit.threads.pool import Pool
from derivata.arrays.normalization import row_kernels

pytest.importorskip("llvmlite", reason="row kernels need it")

Array = np.ndarray[Any, Any]
FLOATS = (np.float32, np.float64)
SHAPES = ((64, 100), (3, 2500), (2000, 3))


@pytest.fixture(autouse=True)
def kernels_on() -> Iterator[None]:
    if not kernels.enabled():
        pytest.skip("kernels are off")
    yield


def matrix(shape: tuple[int, ...], dtype: Any, seed: int = 0) -> Array:
    return (3 * np.random.default_rng(seed).standard_normal(shape)).astype(dtype)


def exact_softmax(x: Array) -> Array:
    wide = x.astype(np.longdouble)
    e = np.exp(wide - wide.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def assert_close(got: Array | None, expected: Array, scale: float = 1.0) -> None:
    """Within a few roundings of the largest terms that went into a result."""
    assert got is not None
    assert got.shape == expected.shape
    epsilon = float(np.finfo(got.dtype).eps)
    np.testing.assert_allclose(
        got.astype(np.longdouble), expected, rtol=16 * epsilon, atol=16 * epsilon * scale
    )


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("shape", SHAPES)
def test_softmax_and_log_softmax_with_gradients(shape: tuple[int, int], dtype: Any) -> None:
    x, g = matrix(shape, dtype), matrix(shape, dtype, 1)
    y, wide = exact_softmax(x), g.astype(np.longdouble)
    assert_close(row_kernels.softmax(x), y)
    assert_close(row_kernels.log_softmax(x), np.log(y), 30)
    result = y.astype(dtype)
    assert_close(row_kernels.softmax_backward(g, result), y * (wide - (wide * y).sum(1, keepdims=True)), 10)
    expected = wide - y * wide.sum(1, keepdims=True)
    assert_close(row_kernels.log_softmax_backward(g, np.log(result)), expected, np.abs(wide).sum(1).max())


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("shape", SHAPES)
def test_logsumexp_with_gradient(shape: tuple[int, int], dtype: Any) -> None:
    x, g = matrix(shape, dtype), matrix(shape[:1], dtype, 1)
    wide = x.astype(np.longdouble)
    expected = np.log(np.exp(wide).sum(axis=1))
    assert_close(row_kernels.logsumexp(x), expected)
    assert_close(
        row_kernels.logsumexp_backward(g, x, expected.astype(dtype)), g[:, None] * exact_softmax(x), 10
    )


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("shape", SHAPES)
def test_cross_entropy_with_gradient(shape: tuple[int, int], dtype: Any) -> None:
    x, g = matrix(shape, dtype), matrix(shape[:1], dtype, 1)
    target = np.random.default_rng(2).integers(0, shape[1], shape[0])
    found = row_kernels.cross_entropy(x, target)
    assert found is not None
    loss, lse = found
    y, here = exact_softmax(x), (np.arange(shape[0]), target)
    assert_close(loss, -np.log(y[here]), 30)
    assert_close(lse, np.log(np.exp(x.astype(np.longdouble)).sum(axis=1)))
    expected = y.copy()
    expected[here] -= 1
    assert_close(row_kernels.cross_entropy_backward(g, x, target, lse), g[:, None] * expected, 30)


def exact_layer_norm(x: Array, g: Array, w: Array, b: Array, eps: float) -> tuple[Array, ...]:
    """Output, mean, rstd and the gradients for x, w and b."""
    x, g, w, b = (a.astype(np.longdouble) for a in (x, g, w, b))
    mean = x.mean(1, keepdims=True)
    rstd = 1 / np.sqrt(((x - mean) ** 2).mean(1, keepdims=True) + eps)
    n, v = (x - mean) * rstd, g * w
    dx = rstd * (v - v.mean(1, keepdims=True) - n * (v * n).mean(1, keepdims=True))
    return n * w + b, mean[:, 0], rstd[:, 0], dx, (g * n).sum(0), g.sum(0)


@pytest.mark.parametrize("affine", [True, False])
@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("shape", SHAPES)
def test_layer_norm_with_gradients(shape: tuple[int, int], dtype: Any, affine: bool) -> None:
    x, g = matrix(shape, dtype), matrix(shape, dtype, 1)
    w = matrix(shape[1:], dtype, 2) if affine else np.ones(shape[1:], dtype)
    b = matrix(shape[1:], dtype, 3) if affine else np.zeros(shape[1:], dtype)
    eps = float(dtype(1e-3))
    expected = exact_layer_norm(x, g, w, b, eps)
    forward = row_kernels.layer_norm(x, w, b, eps) if affine else row_kernels.layer_norm(x, None, None, eps)
    assert forward is not None
    rstd = float(expected[2].max())
    for got, exact, scale in zip(forward, expected, (100 * rstd, 10, rstd), strict=False):
        assert_close(got, exact, scale)
    backward = row_kernels.layer_norm_backward(g, x, forward[1], forward[2], w if affine else None)
    assert backward is not None
    for got, exact, scale in zip(
        backward, expected[3:], (300 * rstd, 30 * shape[0], 10 * shape[0]), strict=True
    ):
        assert_close(got, exact, scale)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("shape", SHAPES)
def test_root_mean_square_with_gradients(shape: tuple[int, int], dtype: Any) -> None:
    """Rows that are not centred are divided by their root mean square, with the gradients of that."""
    x, g, w = matrix(shape, dtype), matrix(shape, dtype, 1), matrix(shape[1:], dtype, 2)
    forward = row_kernels.layer_norm(x, w, None, float(dtype(1e-3)), centred=False)
    assert forward is not None
    backward = row_kernels.layer_norm_backward(g, x, None, forward[2], w)
    assert backward is not None
    wide, grad, weight = (a.astype(np.longdouble) for a in (x, g, w))
    rstd = 1 / np.sqrt((wide**2).mean(1, keepdims=True) + dtype(1e-3))
    n, v = wide * rstd, grad * weight
    dx = rstd * (v - n * (v * n).mean(1, keepdims=True))
    for got, exact in zip((*forward, *backward), (n * weight, 0 * rstd[:, 0], rstd[:, 0], dx), strict=False):
        assert_close(got, exact, 300 * float(rstd.max()))
    assert_close(backward[1], (grad * n).sum(0), 30 * shape[0])


@pytest.mark.parametrize("correction", [0, 1])
@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("shape", SHAPES)
def test_variance_with_gradient(shape: tuple[int, int], dtype: Any, correction: int) -> None:
    x, g = matrix(shape, dtype), matrix(shape[:1], dtype, 1)
    wide = x.astype(np.longdouble)
    found = row_kernels.var(x, correction)
    assert found is not None
    assert_close(found[0], wide.var(axis=1, ddof=correction))
    assert_close(found[1], wide.mean(axis=1), 3)
    distance = wide - wide.mean(axis=1, keepdims=True)
    expected = g[:, None] * 2 * distance / (shape[1] - correction)
    assert_close(row_kernels.var_backward(g, x, found[1], correction), expected, 10)


def test_long_single_precision_row_is_summed_accurately() -> None:
    x = np.full((1, 3_000_000), 0.1, np.float32)
    x[0, ::2] += 1000.0
    found = row_kernels.var(x, 0)
    assert found is not None
    np.testing.assert_allclose(found[0], x.astype(np.float64).var(), rtol=1e-6)
    total = row_kernels.logsumexp(np.zeros_like(x))
    assert total is not None
    np.testing.assert_allclose(total, np.log(x.size), rtol=1e-7)


@pytest.mark.parametrize("dtype", FLOATS)
def test_rows_with_infinities_and_nan(dtype: Any) -> None:
    x = matrix((64, 100), dtype)
    x[0, 3], x[1, 50], x[2, 99] = np.nan, np.inf, -np.inf
    x[3] = -np.inf
    softmax, log_softmax, lse = row_kernels.softmax(x), row_kernels.log_softmax(x), row_kernels.logsumexp(x)
    assert softmax is not None and log_softmax is not None and lse is not None
    for undefined in (0, 1, 3):
        assert np.isnan(softmax[undefined]).any()
        assert np.isnan(log_softmax[undefined]).any()
    assert np.isnan(softmax[0]).all() and np.isnan(softmax[3]).all()
    assert softmax[2, 99] == 0 and log_softmax[2, 99] == -np.inf
    assert np.isfinite(softmax[2]).all() and np.isfinite(softmax[4:]).all()
    assert np.isnan(lse[0]) and lse[1] == np.inf and lse[3] == -np.inf
    gradient = row_kernels.logsumexp_backward(np.ones(64, dtype), x, lse)
    assert gradient is not None
    assert np.isnan(gradient[3]).all()
    assert np.isnan(gradient[1, 50]) and not np.delete(gradient[1], 50).any()


def test_a_column_of_huge_scores_does_not_overflow() -> None:
    x = matrix((64, 100), np.float32)
    x[:, 7] = 3e38
    y = row_kernels.softmax(x)
    assert y is not None
    np.testing.assert_array_equal(y, np.eye(100)[np.full(64, 7)])


def test_declines_what_is_small_strided_or_of_another_dtype() -> None:
    """Differs from PyTorch: kernels decline half precision and NumPy computes it: processors have to widen it
    for every operation.
    """
    x = matrix((64, 100), np.float32)
    assert row_kernels.softmax(x) is not None
    for declined in (x[:1, :60], x[:, ::2], x.T, x.astype(np.float16), x.astype(np.int64), x.ravel()):
        assert row_kernels.softmax(declined) is None
        assert row_kernels.var(declined, 1) is None
    assert row_kernels.softmax_backward(x.astype(np.float64), x) is None
    assert row_kernels.layer_norm(x, np.ones(99, np.float32), None, 1e-5) is None
    assert row_kernels.cross_entropy(x, np.zeros(64, np.int32)) is None


def test_declines_when_kernels_are_disabled() -> None:
    x = matrix((64, 100), np.float32)
    with kernels.disabled():
        assert row_kernels.softmax(x) is None
        assert row_kernels.layer_norm_backward(x, x, x[:, 0].copy(), x[:, 0].copy(), None) is None
    assert row_kernels.softmax(x) is not None


@pytest.mark.parametrize("chunk", [1, 19])
def test_rows_are_computed_alike_wherever_a_chunk_begins(chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """All bits are those of one pass over all rows, into whatever chunks threads cut them."""
    x, g = matrix((300, 1000), np.float32), matrix((300, 1000), np.float32, 1)
    target = np.arange(300) % 1000

    def results() -> list[bytes]:
        forward, normal = row_kernels.softmax(x), row_kernels.layer_norm(x, None, None, 1e-5)
        assert forward is not None and normal is not None
        found = [
            forward, row_kernels.softmax_backward(g, forward), row_kernels.log_softmax(x), *normal,
            row_kernels.var(x, 1),
            row_kernels.layer_norm_backward(g, x, normal[1], normal[2], None), row_kernels.cross_entropy(x, target),
        ]  # fmt: skip
        assert all(one is not None for one in found)
        return [
            part.tobytes()
            for one in found
            for part in (one if isinstance(one, tuple) else (one,))
            if part is not None
        ]

    whole, cut = results(), []

    def in_chunks(pool: Pool, entry: Any, block: bytes, count: int, work: int) -> None:
        for start in range(0, count, chunk):
            entry.hold(block, start, min(start + chunk, count))
            cut.append(start)

    monkeypatch.setattr(Pool, "run", in_chunks)
    monkeypatch.setattr(row_kernel, "find_row_launch", lambda *_: None)
    monkeypatch.setattr(row_kernel.RowKernel, "_launches", [])  # compiled code would do without the pool
    assert results() == whole
    assert max(cut) > 0


def test_results_do_not_depend_on_the_number_of_threads() -> None:
    x, g = matrix((300, 1000), np.float32), matrix((300, 1000), np.float32, 1)
    before = kernels.get_num_threads()
    try:
        results = []
        for threads in (1, 3):
            kernels.set_num_threads(threads)
            forward = row_kernels.layer_norm(x, None, None, 1e-5)
            assert forward is not None
            backward = row_kernels.layer_norm_backward(g, x, forward[1], forward[2], None)
            assert backward is not None
            results.append([a.tobytes() for a in (*forward, *backward)])
    finally:
        kernels.set_num_threads(before)
    assert results[0] == results[1]


@pytest.mark.parametrize("dtype", FLOATS)
def test_losses_of_short_rows_do_not_depend_on_the_rows_beside_them(dtype: Any) -> None:
    """Cross-entropy of short rows gives each row the same bits on any number of threads and in any batch."""
    x, before = matrix((50_000, 10), dtype), kernels.get_num_threads()
    target = np.random.default_rng(2).integers(0, 10, 50_000)
    results: list[Any] = []
    try:
        for threads in (1, 3):
            kernels.set_num_threads(threads)
            results.append(row_kernels.cross_entropy(x, target))
    finally:
        kernels.set_num_threads(before)
    results.append(tuple(map(np.concatenate, zip(*_in_batches(x, target, 77), strict=True))))
    for result in results[1:]:
        np.testing.assert_array_equal(result, results[0])


def _in_batches(x: Array, target: Array, size: int) -> Iterator[tuple[Array, Array]]:
    for start in range(0, len(x), size):
        done = row_kernels.cross_entropy(x[start : start + size], target[start : start + size])
        if done is None:  # the last few
            tail = row_kernels.cross_entropy(x[-size:], target[-size:])
            assert tail is not None
            done = tail[0][start - len(x) :], tail[1][start - len(x) :]
        yield done
