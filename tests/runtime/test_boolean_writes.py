"""Comparisons and logical ops that write into a tensor."""

from typing import Any

import pytest

WRITES = ["eq_", "ne_", "lt_", "le_", "gt_", "ge_", "logical_and_", "logical_or_", "logical_xor_"]


@pytest.mark.parametrize("name", WRITES)
def test_truth_values_are_written_as_numbers(lib: Any, name: str) -> None:
    """In-place comparisons write 0 and 1 in the dtype of the tensor."""
    for dtype in (lib.float32, lib.int64, lib.bool):
        x = lib.tensor([0, 1, 1, 0], dtype=dtype)
        y = lib.tensor([1, 1, 0, 0], dtype=dtype)
        wanted = getattr(lib, name[:-1])(x, y).tolist()
        assert getattr(x, name)(y) is x
        assert x.dtype == dtype and x.tolist() == wanted


def test_overwritten_with_truth_values_a_tensor_still_requires_grad(lib: Any) -> None:
    """What is overwritten with truth values still requires grad; its gradient is zero."""
    a = lib.tensor([1.0, 2.0, 3.0], requires_grad=True)
    x = a * 2
    x.gt_(3.0)
    assert x.tolist() == [0.0, 1.0, 1.0] and x.requires_grad
    (grad,) = lib.autograd.grad(x.sum(), [a])
    assert grad.tolist() == [0.0, 0.0, 0.0]


def test_truth_values_in_a_part_of_a_tensor(lib: Any) -> None:
    """Truth values written to a view cut the gradient there and nowhere else."""
    a = lib.tensor([1.0, 2.0, 3.0], requires_grad=True)
    x = a * 2
    x[1:].eq_(4.0)
    (x * 3).sum().backward()
    assert x.tolist() == [2.0, 1.0, 0.0]
    assert a.grad.tolist() == [6.0, 0.0, 0.0]


def test_truth_values_have_gradients_of_zero_of_any_order(lib: Any) -> None:
    """Zeros that truth values pass back can be part of a larger graph."""
    a = lib.tensor([1.0, -2.0], requires_grad=True)
    x = a * a
    x.ge_(2.0)
    (grad,) = lib.autograd.grad((x * a).sum(), [a], create_graph=True)
    assert grad.tolist() == [0.0, 1.0]


def test_logical_not_gives_a_gradient_of_zero() -> None:
    """Differs from PyTorch: logical in-place ops cut the gradient; PyTorch leaves that of the value before."""
    import derivata as dv

    a = dv.tensor([1.0, 0.0], requires_grad=True)
    x = a * 2
    x.logical_not_()
    x.sum().backward()
    assert x.tolist() == [0.0, 1.0]
    assert a.grad is not None and a.grad.tolist() == [0.0, 0.0]


@pytest.mark.parametrize("dtype", ["int64", "uint8", "bool"])
def test_what_is_written_to_integers_has_no_gradient(lib: Any, dtype: str) -> None:
    """Integers and booleans never require grad or have tangents, whatever is written to them."""
    forward_ad = lib.autograd.forward_ad
    x = lib.tensor([2.5, 1.5], requires_grad=True)
    with forward_ad.dual_level():
        source = forward_ad.make_dual(x.clone(), lib.ones(2))
        target = lib.zeros(3, dtype=getattr(lib, dtype))
        part = target.unbind(0)[0]
        target[1:] = source
        part[...] = source[0]
        target[:2].copy_(source)
        assert not target.requires_grad and target.is_leaf
        assert forward_ad.unpack_dual(target).tangent is None
