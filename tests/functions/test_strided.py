"""Views by strides: which memory they see, and what they refuse."""

import numpy as np
import pytest

from derivata.generated import functions


def test_as_strided_begins_where_the_array_does() -> None:
    whole = np.arange(10.0)
    view, layout = functions.as_strided(whole[3:6], (2, 2), (2, 1))
    np.testing.assert_array_equal(view, [[3.0, 4.0], [5.0, 6.0]])
    # The element after the last one has the number 3
    numbers = functions.strided_places(layout, (3,), (2, 2), (2, 1), None)
    np.testing.assert_array_equal(numbers, [[0, 1], [2, 3]])
    assert np.shares_memory(view, whole)


def test_as_strided_with_an_offset_counts_from_the_beginning_of_the_memory() -> None:
    view, layout = functions.as_strided(np.arange(10.0)[3:], (2,), (1,), 0)
    assert view.tolist() == [0.0, 1.0]
    assert functions.strided_places(layout, (7,), (2,), (1,), 0).tolist() == [7, 7]


def test_as_strided_of_other_layouts() -> None:
    matrix = np.asfortranarray(np.arange(6.0).reshape(2, 3))
    view, layout = functions.as_strided(matrix, (6,), (1,))
    numbers = functions.strided_places(layout, (2, 3), (6,), (1,), None)
    assert view.tolist() == [0.0, 3.0, 1.0, 4.0, 2.0, 5.0]
    assert matrix.reshape(-1)[numbers].tolist() == view.tolist()
    assert functions.as_strided(np.arange(4.0), (0, 3), (5, 1))[0].shape == (0, 3)


def test_overlapping_elements_are_read_only() -> None:
    assert not functions.as_strided(np.zeros(4), (2, 2), (1, 1))[0].flags.writeable
    assert functions.as_strided(np.zeros(4), (2, 2), (2, 1))[0].flags.writeable


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (((2, 2), (1,)), "size and stride must be nonnegative and of one length"),
        (((2,), (-1,)), "size and stride must be nonnegative"),
        (((3,), (2,)), "requiring a storage size of 40 are out of bounds for storage of size 32"),
        (((1,), (1,), -1), "out of bounds"),
    ],
)
def test_what_as_strided_refuses(arguments: tuple[tuple[int, ...], ...], message: str) -> None:
    with pytest.raises(RuntimeError, match=f"as_strided: .*{message}"):
        functions.as_strided(np.zeros(4), *arguments)


def test_unfold() -> None:
    array = np.arange(12.0).reshape(3, 4)
    windows = functions.unfold(array, 1, 2, 2)
    np.testing.assert_array_equal(windows[0], [[0.0, 1.0], [2.0, 3.0]])
    assert windows.flags.writeable
    assert not functions.unfold(array, 1, 3, 1).flags.writeable
    assert functions.unfold(np.array(5.0), 0, 1, 1).tolist() == [5.0]
    for size, step in ((5, 1), (-1, 1), (2, 0)):
        with pytest.raises(RuntimeError, match="unfold: size must be in"):
            functions.unfold(array, 1, size, step)


def test_pairs_and_complex_numbers() -> None:
    pairs = np.arange(4.0).reshape(2, 2)
    assert functions.view_as_complex(pairs).tolist() == [1j, 2 + 3j]
    assert functions.view_as_real(np.array(1 + 2j, np.complex64)).dtype == np.float32
    for wrong in (np.zeros((2, 2), np.int64), np.zeros((2, 2)).T[:, ::-1], np.zeros(3), np.array(1.0)):
        with pytest.raises(RuntimeError, match="view_as_complex"):
            functions.view_as_complex(wrong)
    with pytest.raises(RuntimeError, match="view_as_real: self must be complex, got float64"):
        functions.view_as_real(pairs)


def test_real_and_imag_are_views_and_real_leaves_real_numbers() -> None:
    z = np.array(1 + 2j, np.complex64)
    functions.real(z)[...] = 5
    functions.imag(z)[...] = 7
    assert z == 5 + 7j
    x = np.ones(2)
    assert functions.real(x) is x


def test_imag_of_real_numbers_is_refused() -> None:
    with pytest.raises(RuntimeError, match=r"imag: not implemented .* non-complex dtypes: .* got float64"):
        functions.imag(np.ones(2))


@pytest.mark.parametrize("memory", [20, 24])
@pytest.mark.parametrize("size", [(3, 4), (2, 2), (4, 1), (1, 3), (2, 3)])
def test_a_view_that_shows_an_element_twice_is_read_only(size: tuple[int, int], memory: int) -> None:
    """Nothing can be written through `as_strided` where one element of the tensor is seen in several places."""
    whole = np.zeros(memory)
    for strides in [(a, b) for a in range(5) for b in range(4)]:
        places = np.add.outer(np.arange(size[0]) * strides[0], np.arange(size[1]) * strides[1])
        view, _ = functions.as_strided(whole[:20], size, strides, 0)
        assert view.flags.writeable == (np.unique(places).size == places.size), strides
