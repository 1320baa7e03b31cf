"""assert_close: verdicts, tolerances and messages."""

from collections import OrderedDict
from typing import Any

import numpy as np
import pytest

from derivata.runtime.graph.tensor_base import wrap
from derivata.testing import assert_close


def message(actual: Any, expected: Any, **options: Any) -> str:
    with pytest.raises(AssertionError) as caught:
        assert_close(actual, expected, **options)
    return str(caught.value)


def test_equal_tensors_arrays_and_numbers_are_close() -> None:
    array = np.array([[1.0, 2.0], [3.0, 4.0]])
    assert_close(wrap(array), wrap(array.copy()))
    assert_close(array, wrap(array))
    assert_close(1, 1.0)
    assert_close(np.inf, np.inf)
    assert_close(np.zeros((0, 3)), np.zeros((0, 3)))


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "complex64", "complex128", "int64"])
@pytest.mark.parametrize("distance", [0.0, 0.9, 1.1, 3.0])
def test_default_tolerances_are_those_of_torch(dtype: str, distance: float) -> None:
    torch = pytest.importorskip("torch", reason="its verdicts are the reference")
    rtol, atol = {"float16": (1e-3, 1e-5), "float32": (1.3e-6, 1e-5), "complex64": (1.3e-6, 1e-5)}.get(
        dtype, (1e-7, 1e-7)
    )
    expected = np.array([3.0, 100.0]).astype(dtype)
    actual = (expected + distance * (atol + rtol * np.abs(expected)).astype("float64")).astype(dtype)
    try:
        torch.testing.assert_close(torch.from_numpy(actual), torch.from_numpy(expected))
        wanted = True
    except AssertionError:
        wanted = False
    try:
        assert_close(actual, expected)
        got = True
    except AssertionError:
        got = False
    assert got is wanted


def test_message_counts_mismatches_and_names_the_greatest_difference() -> None:
    text = message(np.array([[1.0, 2.5], [3.0, 8.0]]), np.array([[1.0, 2.0], [3.0, 4.0]]))
    assert "Mismatched elements: 2 / 4 (50.0%)" in text
    assert "Greatest absolute difference: 4.0 at index (1, 1) (up to 1e-07 allowed)" in text
    assert "Greatest relative difference: 1.0 at index (1, 1)" in text
    assert "First mismatch at index (0, 1): expected 2.0, got 2.5" in text


def test_greatest_difference_is_that_of_a_mismatch() -> None:
    text = message(np.array([1000.1, 1.05]), np.array([1000.0, 1.0]), rtol=1e-3, atol=0.0)
    assert "Mismatched elements: 1 / 2" in text
    assert "at index (1,)" in text


def test_message_of_scalars() -> None:
    text = message(2.5, 2.0)
    assert "Expected 2.0 but got 2.5." in text
    assert "Absolute difference: 0.5 (up to 1e-07 allowed)" in text


def test_nan_differs_from_nan_unless_asked() -> None:
    array = np.array([1.0, np.nan])
    assert "at index (1,)" in message(array, array)
    assert_close(array, array.copy(), equal_nan=True)
    assert "at index (1,)" in message(np.array([1.0, 2.0]), array, equal_nan=True)


def test_infinities_of_different_sign_differ() -> None:
    assert "at index (0,)" in message(np.array([np.inf]), np.array([-np.inf]))
    assert "at index (0,)" in message(np.array([1.0]), np.array([np.inf]))


def test_integers_have_to_be_equal() -> None:
    assert_close(np.array([2**62 + 1]), np.array([2**62 + 1]))
    assert "Mismatched elements: 1 / 1" in message(np.array([2**62 + 1]), np.array([2**62]))


def test_attributes_are_compared() -> None:
    ones = np.ones((2, 3))
    assert "attribute 'shape' do not match: (2, 3) != (3, 2)" in message(ones, np.ones((3, 2)))
    assert "attribute 'dtype' do not match: float32 != float64" in message(ones.astype("float32"), ones)
    assert_close(ones.astype("float32"), ones, check_dtype=False)
    assert "do not match: (3, 1) != (1, 2)" in message(ones, np.asfortranarray(ones), check_stride=True)
    assert_close(ones, np.asfortranarray(ones))


def test_sequences_and_mappings_name_the_item() -> None:
    assert_close([1.0, (np.ones(2),)], [1.0, (np.ones(2),)])
    assert "at item [1][0] are not close" in message([1.0, (np.ones(2),)], [1.0, (np.zeros(2),)])
    assert "at item ['b']" in message(OrderedDict(a=1, b=2), {"a": 1, "b": 3})
    assert "length" in message([1.0], [1.0, 2.0])
    assert "keys" in message({"a": 1}, {"b": 1})


def test_own_message_replaces_the_text() -> None:
    assert message(1.0, 2.0, msg="mine") == "mine"


def test_argument_errors() -> None:
    with pytest.raises(ValueError, match="both rtol and atol or neither"):
        assert_close(1.0, 1.0, rtol=0.1)
    with pytest.raises(TypeError, match="expected actual to be made of numbers, got str"):
        assert_close("one", 1.0)
