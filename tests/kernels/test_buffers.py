"""Memory for results: used again when its last view is gone, bounded, given back on request."""

import gc
import subprocess
import sys
import threading

import numpy as np
import pytest

from derivata.arrays import kernels
from derivata.arrays.jit import buffers
from derivata.arrays.normalization.normalization import layer_norm, normalize_backward
from derivata.arrays.normalization.softmax import (
    log_softmax,
    log_softmax_backward,
    softmax,
    softmax_backward,
)

FLOAT = np.dtype(np.float32)
LARGE = (512, 1024)  # 2 MiB


@pytest.fixture(autouse=True)
def no_unused_blocks():
    gc.collect()
    limit = buffers._kept.limit
    buffers.empty_cache()
    yield
    buffers.empty_cache()
    buffers.set_cache_limit(limit)


def address(array):
    return array.__array_interface__["data"][0]


@pytest.mark.parametrize("shape", [(), (0,), (3, 0, 2), (7,), (512, 1024), (3, 5, 40_000)])
@pytest.mark.parametrize("dtype", ["?", "i8", "f4", "f8", "c16"])
@pytest.mark.parametrize("order", ["C", "F"])
def test_arrays_are_like_those_of_numpy(shape, dtype, order):
    array, expected = buffers.empty(shape, np.dtype(dtype), order), np.empty(shape, dtype, order)
    assert type(array) is np.ndarray
    assert (array.shape, array.dtype, array.strides) == (expected.shape, expected.dtype, expected.strides)
    assert array.flags.writeable
    assert array.flags.aligned


def test_large_arrays_begin_at_a_cache_line():
    assert all(address(buffers.empty((n,), FLOAT)) % 64 == 0 for n in range(100_000, 100_020))


def test_memory_is_used_again_when_the_array_is_gone():
    array = buffers.empty(LARGE, FLOAT)
    array.fill(1)
    first = address(array)
    other = buffers.empty(LARGE, FLOAT)
    assert address(other) != first
    del array
    assert address(buffers.empty(LARGE, FLOAT)) == first


def test_memory_is_used_again_for_another_shape_of_about_the_same_size():
    first = address(buffers.empty((500, 1024), FLOAT))
    assert address(buffers.empty((128, 1990), np.dtype(np.float64))) == first


@pytest.mark.parametrize(
    "view",
    [
        lambda a: a[5:, ::2],
        lambda a: a.T,
        lambda a: a.reshape(-1)[:1],
        lambda a: a.view(np.int32),
        lambda a: memoryview(a),
        lambda a: a.base,
        lambda a: a.base[10:],
    ],
)
def test_memory_is_not_used_again_while_there_is_a_view(view):
    array = buffers.empty(LARGE, FLOAT)
    first, kept = address(array), view(array)
    del array
    assert address(buffers.empty(LARGE, FLOAT)) != first
    del kept
    assert buffers.cached_bytes() >= 2 << 20


def test_only_the_array_that_the_memory_was_made_for_owns_it():
    array, small = buffers.empty(LARGE, FLOAT), buffers.empty((4, 4), FLOAT)
    assert buffers.is_owned_buffer(array)
    assert buffers.is_owned_buffer(small)
    assert buffers.is_owned_buffer(np.ones(3))
    for view in (array[:], array.T, array.view(), array[0], small[:], np.frombuffer(bytearray(80))):
        assert not buffers.is_owned_buffer(view)


def test_unused_bytes_are_counted_and_given_back():
    arrays = [buffers.empty(LARGE, FLOAT) for _ in range(3)]
    assert buffers.cached_bytes() == 0
    arrays.pop()
    assert buffers.cached_bytes() == 2 << 20
    arrays.clear()
    assert buffers.cached_bytes() == 6 << 20
    buffers.empty_cache()
    assert buffers.cached_bytes() == 0


def test_small_arrays_are_not_kept():
    buffers.empty((1000,), FLOAT)
    assert buffers.cached_bytes() == 0


def test_unused_bytes_stay_below_the_limit_and_the_latest_size_stays():
    buffers.set_cache_limit(5 << 20)
    arrays = [buffers.empty(LARGE, FLOAT) for _ in range(4)]
    arrays.clear()
    assert buffers.cached_bytes() == 4 << 20
    other = buffers.empty((1024, 1024), FLOAT)
    first = address(other)
    del other
    assert buffers.cached_bytes() == 4 << 20
    assert address(buffers.empty((1024, 1024), FLOAT)) == first


def test_a_limit_of_nothing_keeps_nothing():
    buffers.empty(LARGE, FLOAT)
    buffers.set_cache_limit(0)
    assert buffers.cached_bytes() == 0
    buffers.empty(LARGE, FLOAT)
    assert buffers.cached_bytes() == 0


def test_a_negative_limit_is_refused():
    with pytest.raises(ValueError, match="set_cache_limit: nbytes must be 0 or more, got -1"):
        buffers.set_cache_limit(-1)


@pytest.mark.parametrize("nbytes", [buffers.MIN_BYTES, 300_001, 1 << 20, (1 << 20) + 1, 12_345_678])
def test_blocks_are_at_most_a_quarter_larger_than_what_was_asked_for(nbytes):
    size, _ = buffers._size_class(nbytes)
    assert nbytes <= size <= nbytes * 1.25


def test_objects_are_never_put_into_used_memory():
    array = buffers.empty((100_000,), np.dtype(object))
    assert array[5] is None
    assert array.flags.owndata


def test_threads_share_the_blocks_without_sharing_memory():
    wrong = []

    def use(number):
        for _ in range(300):
            array = buffers.empty((70_000,), FLOAT)
            array.fill(number)
            other = buffers.empty((70_000,), FLOAT)
            other.fill(-1)
            if (array != number).any():
                wrong.append(number)

    threads = [threading.Thread(target=use, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
    assert buffers.cached_bytes() <= 4 * 3 * buffers._size_class(280_000)[0]


def test_a_program_ends_silently_with_arrays_in_use():
    program = """
import sys, numpy as np
from derivata.arrays.jit import buffers
kept = buffers.empty((1000, 1000), np.dtype("f4"))
sys.kept = buffers.empty((1000, 1000), np.dtype("f4"))
np.kept = [buffers.empty((1000, 1000), np.dtype("f4"))]
np.kept.append(np.kept)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("shape", [(8, 64, 1024), (512 * 1024,), (512, 1024)])
def test_an_array_in_another_shape_still_owns_its_memory(shape):
    array = buffers.empty(LARGE, FLOAT)
    array[...] = np.arange(array.size, dtype=FLOAT).reshape(LARGE)
    expected, block = array.reshape(shape).copy(), address(array)
    again = buffers.reshaped(array, shape)
    assert buffers.is_owned_buffer(again)
    del array
    assert address(buffers.empty(LARGE, FLOAT)) != block  # `again` keeps the memory
    np.testing.assert_array_equal(again, expected)
    del again
    assert address(buffers.empty(LARGE, FLOAT)) == block


@pytest.mark.skipif(not kernels.enabled(), reason="row kernels need llvmlite")
def test_gradients_from_row_kernels_are_stored_without_a_copy():
    x, g = np.ones((16, 64, 1024), FLOAT), np.ones((16, 64, 1024), FLOAT)
    out, mean, rstd = layer_norm(x, (1024,), None, None, 1e-5)
    dims = (-1,), (0, 1)
    gradients = (
        softmax_backward(g, softmax(x, -1), -1),
        log_softmax_backward(g, log_softmax(x, -1), -1),
        normalize_backward(g, x, None, mean, rstd, *dims, 1e-5)[0],
        out,
    )
    assert all(buffers.is_owned_buffer(gradient) and gradient.shape == x.shape for gradient in gradients)


def test_the_count_of_bytes_follows_blocks_that_are_used_again():
    """The limit holds for all blocks: those that come back do not count twice."""
    array = buffers.empty(LARGE, FLOAT)
    before = buffers._kept.nbytes
    for _ in range(5):
        assert buffers.cached_bytes() == 0
        del array
        assert buffers.cached_bytes() == 2 << 20
        array = buffers.empty(LARGE, FLOAT)
        assert (address(array) % 64, buffers._kept.nbytes) == (0, before)


def test_the_limit_holds_for_memory_that_was_in_use_when_it_was_set():
    arrays = [buffers.empty(LARGE, FLOAT) for _ in range(4)]
    del arrays[1:3]
    buffers.set_cache_limit(3 << 20)
    arrays.clear()
    assert buffers.cached_bytes() == 2 << 20
    array = buffers.empty(LARGE, FLOAT)
    buffers.set_cache_limit(0)
    del array
    assert buffers.cached_bytes() == 0


def test_long_lived_arrays_do_not_keep_others_from_being_used_again():
    buffers.set_cache_limit(5 << 20)
    kept = [buffers.empty(LARGE, FLOAT) for _ in range(5)]
    addresses = set()
    for _ in range(5):
        array = buffers.empty((600, 1024), FLOAT)
        addresses.add(address(array))
        del array
    assert len(addresses) == 1
    del kept


def test_the_smallest_arrays_that_are_kept_have_the_stated_size():
    kept = buffers.empty((buffers.MIN_BYTES // 4,), FLOAT)
    assert type(kept.base) is buffers.Lease
    assert buffers.empty((buffers.MIN_BYTES // 4 - 1,), FLOAT).base is None


def test_an_array_that_has_the_shape_already_stays_itself():
    array = buffers.empty(LARGE, FLOAT)
    assert buffers.reshaped(array, LARGE) is array


def test_sizes_that_were_asked_for_are_not_noted_without_end(monkeypatch):
    monkeypatch.setattr(buffers, "_MOST_KNOWN", 5)
    buffers._known.clear()
    for n in range(20):
        buffers.empty((buffers.MIN_BYTES + n,), np.dtype(np.uint8))
        assert len(buffers._known) <= 5
