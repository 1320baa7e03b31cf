"""Whole tensors compared."""

from typing import Any

import pytest


def test_equal_tensors_have_the_same_shape_and_elements(lib: Any) -> None:
    """`equal` is true for the same shape and elements, and NaN equals nothing."""
    x = lib.tensor([1.0, 2.0])
    assert lib.equal(x, lib.tensor([1.0, 2.0])) is True
    assert x.equal(lib.tensor([1.0, 3.0])) is False
    assert lib.equal(x, lib.tensor([[1.0, 2.0]])) is False
    assert lib.equal(lib.tensor([float("nan")]), lib.tensor([float("nan")])) is False
    assert lib.equal(lib.ones(0), lib.ones(0)) is True


def test_allclose_is_isclose_everywhere(lib: Any) -> None:
    """`allclose` compares with relative and absolute tolerance, and broadcasts."""
    x = lib.tensor([1.0, 2.0], requires_grad=True)
    assert lib.allclose(x, lib.tensor([1.0, 2.0 + 1e-6])) is True
    assert x.allclose(lib.tensor([1.0, 2.1])) is False
    assert x.allclose(lib.tensor([1.0, 2.1]), atol=0.2) is True
    assert lib.allclose(lib.ones(2, 2), lib.ones(2)) is True
    nan = lib.tensor([float("nan")])
    assert not lib.allclose(nan, nan)
    assert lib.allclose(nan, nan, equal_nan=True)


def test_what_cannot_be_compared_is_refused(lib: Any) -> None:
    """Numbers in place of tensors and tensors of different dtypes are refused."""
    x = lib.ones(2)
    with pytest.raises(TypeError, match=r"argument 'other'.* must be Tensor, not int"):
        lib.equal(x, 1)
    with pytest.raises(TypeError, match=r"argument 'other'.* must be Tensor, not int"):
        x.allclose(1)
    with pytest.raises(TypeError, match=r"argument 'input'.* must be Tensor, not int"):
        lib.allclose(1, x)
    with pytest.raises(RuntimeError, match="did not match"):
        lib.allclose(x, lib.tensor([1, 1]))
    with pytest.raises(RuntimeError, match=r"size|shape"):
        lib.allclose(x, lib.ones(3))
