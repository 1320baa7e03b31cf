"""Compiled products of matrices against BLAS: layouts, batches, sizes that no piece divides; threads; declining."""

from collections.abc import Iterator
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from derivata.runtime import functions as F
from derivata.runtime import kernels
from derivata.runtime.kernels import products

pytestmark = pytest.mark.skipif(not kernels.enabled(), reason="compiled loops need llvmlite")

Array = np.ndarray[Any, Any]
DTYPES = [np.float32, np.float64]
# Less than a tile, tiles and a rest, groups of rows; sums of several parts; more columns than are laid out at once.
SIZES = [
    (8, 9, 10),
    (16, 16, 16),
    (37, 45, 61),
    (96, 256, 64),
    (203, 300, 33),
    (25, 530, 530),
    (19, 16, 1100),
]


@pytest.fixture(autouse=True)
def however_small(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(products, "SMALLEST", 0)
    monkeypatch.setattr(
        import_module(F.mm.__module__), "SMALLEST", 0
    )  # F.matmul hides the module of this name
    monkeypatch.setattr(products, "_measured", lambda: True)
    monkeypatch.setattr(products, "_plans", {})
    before = kernels.get_num_threads()
    yield
    kernels.set_num_threads(before)


def draw(dtype: Any, *shape: int, seed: int = 0) -> Array:
    numbers: Array = np.random.default_rng((seed, *shape)).standard_normal(shape)
    return numbers.astype(dtype)


def check(left: Array, right: Array, bias: Array | None = None) -> None:
    """Compare with a product in double precision."""
    expected = left.astype(np.float64) @ right.astype(np.float64)
    expected = expected if bias is None else expected + bias
    out = np.full(expected.shape, np.nan, left.dtype)
    assert products.multiply(left, right, out, bias)
    scale = np.finfo(left.dtype).eps * left.shape[-1]
    np.testing.assert_allclose(out, expected, rtol=0, atol=8 * scale)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("transposed", [(False, False), (False, True), (True, False), (True, True)])
@pytest.mark.parametrize("size", SIZES)
def test_products_are_those_of_blas_in_every_layout(size: Any, transposed: Any, dtype: Any) -> None:
    """Compiled products agree with BLAS whichever factor is transposed."""
    rows, length, columns = size
    left = draw(dtype, length, rows).T if transposed[0] else draw(dtype, rows, length)
    right = draw(dtype, columns, length).T if transposed[1] else draw(dtype, length, columns)
    check(left, right)
    check(left, right, draw(dtype, columns))


@pytest.mark.parametrize("dtype", DTYPES)
def test_factors_may_be_parts_of_larger_arrays(dtype: Any) -> None:
    whole = draw(dtype, 3, 50, 70)
    check(whole[1, 5:45, 3:60], whole[2, 8:40, 2:59].T)
    check(whole[0, :, 7:33].T, whole[2, :, 9:])


@pytest.mark.parametrize("dtype", DTYPES)
def test_batches_may_be_spaced_in_two_ways_or_broadcast(dtype: Any) -> None:
    heads = draw(dtype, 3, 20, 2, 4, 24).transpose(2, 0, 3, 1, 4)
    check(heads[0], heads[1].swapaxes(-1, -2))
    check(heads[0], draw(dtype, 24, 30))
    check(draw(dtype, 4, 17, 20), heads[1])
    check(draw(dtype, 5, 1, 18, 24), heads[0][:1].swapaxes(-1, -2))


@pytest.mark.parametrize("dtype", DTYPES)
def test_products_do_not_depend_on_the_number_of_threads(dtype: Any) -> None:
    """A large product is the same, bit by bit, on any number of threads."""
    left, right = draw(dtype, 250, 700), draw(dtype, 700, 330)
    found = []
    for threads in (1, 2, 3, 4, 7):
        kernels.set_num_threads(threads)
        for _ in range(3):  # workers begin after some work has come together
            found.append(F.mm(left, right))
    assert all(np.array_equal(found[0], other) for other in found[1:])


@pytest.mark.parametrize("threads", [1, 3, 4, 16])
def test_batches_of_any_length_are_multiplied_in_little_memory(threads: int) -> None:
    """A batch of a thousand matrices needs no more memory beside its result than a batch of sixteen."""
    kernels.set_num_threads(threads)
    for batch in (15, 17, 1001):
        left, right = draw(np.float32, batch, 24, 33), draw(np.float32, batch, 33, 40)
        for _ in range(3):
            out = np.empty((batch, 24, 40), np.float32)
            assert products.multiply(left, right, out)
            np.testing.assert_allclose(out, left @ right, rtol=0, atol=1e-4)
    assert max(plan.nbytes for plan in products._plans.values() if plan is not None) < 16 << 18


def test_infinite_numbers_stay_where_they_belong() -> None:
    left, right = draw(np.float32, 40, 40), draw(np.float32, 40, 40)
    left[3, 5], right[7, 11] = np.inf, np.nan
    out = np.empty((40, 40), np.float32)
    assert products.multiply(left, right, out)
    assert np.array_equal(np.isfinite(out), np.isfinite(left @ right))


@pytest.mark.parametrize("batch", [(), (3,)])
def test_linear_adds_its_bias_in_the_same_pass(batch: Any) -> None:
    x, weight, bias = draw(np.float64, *batch, 30, 40), draw(np.float64, 50, 40), draw(np.float64, 50)
    for shift in (bias, bias[:1], bias[0]):
        np.testing.assert_allclose(F.linear(x, weight, shift), x @ weight.T + shift, atol=1e-13)


@pytest.mark.parametrize("dtype", DTYPES)
def test_addmm_and_einsum_multiply_in_the_same_loops(dtype: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module(F.einsum.__module__.replace("einsum", "einsum_pair")), "SMALLEST", 0)
    row, left, right = draw(dtype, 50), draw(dtype, 30, 40), draw(dtype, 40, 50)
    found = [
        F.addmm(row, left, right),
        F.addmm(row, left, right, 0.5, 2),
        F.einsum("ij,jk->ki", [left, right]),
    ]
    found.append(F.einsum("bij,bkj->bik", [draw(dtype, 3, 20, 30), draw(dtype, 3, 25, 30)]))
    with kernels.disabled():
        wanted = [
            F.addmm(row, left, right),
            F.addmm(row, left, right, 0.5, 2),
            F.einsum("ij,jk->ki", [left, right]),
        ]
        wanted.append(F.einsum("bij,bkj->bik", [draw(dtype, 3, 20, 30), draw(dtype, 3, 25, 30)]))
    for ours, theirs in zip(found, wanted, strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=0, atol=400 * np.finfo(dtype).eps)


def test_what_the_loop_does_not_take_is_left_to_blas() -> None:
    x = draw(np.float64, 40, 40)
    out = np.empty((40, 40))
    assert not products.multiply(x[:, ::-1], x, out), "a negative step"
    assert not products.multiply(draw(np.float64, 80, 80)[::2, ::2], x, out), (
        "neither rows nor columns contiguous"
    )
    assert not products.multiply(x[:5], x, out[:5]), "few rows"
    assert not products.multiply(x.astype(complex), x.astype(complex), out.astype(complex))
    many = draw(np.float64, 2, 3, 4, 20, 20).transpose(2, 1, 0, 3, 4)
    assert not products.multiply(many, many, np.empty(many.shape)), "three axes of matrices"
    with kernels.disabled():
        assert not products.multiply(x, x, out)


def test_small_products_are_left_to_blas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(products, "SMALLEST", 40**3 + 1)
    x = draw(np.float64, 40, 40)
    assert not products.multiply(x, x, np.empty((40, 40)))


@pytest.mark.parametrize("columns", [9, 17, 40])
@pytest.mark.parametrize("transposed", [False, True])
def test_no_number_that_lay_in_the_panels_is_multiplied(
    columns: int, transposed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Subnormal numbers in memory that is used again would make a product 50 times as slow."""
    kernels.set_num_threads(1)
    subnormal, rooms = np.uint32(12345), list[Array]()

    def used_before(shape: Any, dtype: Any) -> Array:
        rooms.append(np.full(shape[0] // 4 + 1, subnormal).view(dtype)[: shape[0]])
        return rooms[-1]

    monkeypatch.setattr(products, "empty", used_before)
    left, right = draw(np.float32, 64, 256), draw(np.float32, 256, columns)
    if transposed:
        right = np.ascontiguousarray(right.T).T
    out = np.empty((64, columns), np.float32)
    assert products.multiply(left, right, out)
    np.testing.assert_allclose(out, left @ right, rtol=1e-3, atol=1e-3)
    start = products.GROUP // products.ROWS * products.ROOM * products.DEPTH + products.STRIPE
    count = -(-columns // 32) * products.PANEL * 256 // 4  # of numbers in the panels of the second factor
    assert not np.any(rooms[0][start:].view(np.uint32)[:count][: -products.STRIPE] == subnormal)
