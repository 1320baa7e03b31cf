"""Differences that PyTorch's published samples show and that are intended: `published/known.py` has them by op."""

import pytest

pytest.importorskip("torch", reason="the differences are those from PyTorch")

import torch
import torch.masked

import derivata as dv


def test_numbers_stand_for_tensors() -> None:
    """Differs from PyTorch: a number may stand for a tensor in every op of two tensors, as in NumPy."""
    assert dv.maximum(dv.tensor([1, 3]), 2).tolist() == [2, 3]
    with pytest.raises(TypeError):
        torch.maximum(torch.tensor([1, 3]), 2)


def test_out_may_overlap_with_an_argument() -> None:
    """Differs from PyTorch: a result is computed before it is written, so that `out` may overlap with an argument."""
    numbers = dv.tensor([1.0, 2.0, 3.0])
    dv.gather(numbers, 0, dv.tensor([2, 1, 0]), out=numbers)
    assert numbers.tolist() == [3.0, 2.0, 1.0]
    other = torch.tensor([1.0, 2.0, 3.0])
    with pytest.raises(RuntimeError, match="single memory location"):
        torch.gather(other, 0, torch.tensor([2, 1, 0]), out=other)


def test_the_value_of_masked_fill_broadcasts() -> None:
    """Differs from PyTorch: the value of `masked_fill` broadcasts and promotes, as an argument of `where` does."""
    zeros, mask = dv.zeros(2, 2), dv.tensor([True, False])
    assert zeros.masked_fill(mask, dv.tensor([[1.0], [2.0]])).tolist() == [[1.0, 0.0], [2.0, 0.0]]
    assert zeros.masked_fill(mask, 1j).dtype == dv.complex64
    with pytest.raises(RuntimeError, match="0-dimensional value"):
        torch.zeros(2).masked_fill(torch.tensor([True, False]), torch.tensor([1.0, 2.0]))


def test_there_is_no_device_to_move_to() -> None:
    """Differs from PyTorch: `Tensor.to` takes a dtype, a tensor for its dtype, or the processor: no other device is."""
    whole = dv.ones(2).to(dv.float64, non_blocking=True, copy=True)
    assert whole.dtype == dv.ones(2).to(whole).dtype == dv.float64
    assert whole.to("cpu") is whole
    with pytest.raises((TypeError, RuntimeError), match="'meta'"):
        whole.to("meta")


def test_numbers_make_integers_wider() -> None:
    """Differs from PyTorch: numbers and fractions make integers and booleans wider, as NumPy's do, in every elementwise
    op.

    In PyTorch some ops keep the tensor's dtype.
    """
    assert dv.nn.functional.hardtanh(dv.tensor([2, -5]), -0.5, 0.5).tolist() == [0.5, -0.5]
    assert torch.nn.functional.hardtanh(torch.tensor([2]), -1, 1).dtype == torch.int64


def test_a_mean_is_no_integer() -> None:
    """Differs from PyTorch: `avg_pool1d` and the like, `local_response_norm` refuse integers, whose means are none."""
    for refused in (
        lambda whole: dv.nn.functional.avg_pool1d(whole, 1),
        lambda whole: dv.nn.functional.avg_pool2d(whole, 1),
        lambda whole: dv.nn.functional.avg_pool3d(whole[None], 1),
        lambda whole: dv.nn.functional.local_response_norm(whole, 1),
    ):
        with pytest.raises((TypeError, RuntimeError), match="floating-point"):
            refused(dv.tensor([[[1, 2], [3, 4]]]))


def test_a_dimension_out_of_range_is_an_index_error() -> None:
    """Differs from PyTorch: a dimension out of range is an IndexError and joining nothing a RuntimeError in all ops."""
    with pytest.raises(IndexError, match="narrow"):
        dv.narrow_copy(dv.zeros(2), 1, 0, 1)
    with pytest.raises(RuntimeError, match="cat"):
        dv.cat([])


def test_an_in_place_op_keeps_the_shape_of_self() -> None:
    """Differs from PyTorch: no in-place op changes the shape of self; PyTorch's `addbmm_` broadcasts it."""
    with pytest.raises(RuntimeError, match="cannot broadcast self"):
        dv.zeros(1).addbmm_(dv.ones(1, 2, 2), dv.ones(1, 2, 2))


def test_a_sum_over_nothing_is_the_tensor_itself() -> None:
    """Differs from PyTorch: `sum_to_size` of the shape that a tensor has keeps its dtype, booleans as well."""
    assert dv.tensor([True]).sum_to_size(1).dtype == dv.bool


def test_a_negative_power_of_integers_is_refused() -> None:
    """Differs from PyTorch: an integer to the power of negative integers is refused, as it is no integer."""
    with pytest.raises(TypeError, match="not defined"):
        _ = 2 ** dv.tensor([-1])


def test_an_unsupported_dtype_is_a_type_error() -> None:
    """Differs from PyTorch: an op that is not defined for a dtype raises TypeError, whatever the op."""
    with pytest.raises(TypeError, match="neg: not defined for"):
        dv.neg(dv.tensor([True]))


def test_out_of_one_dimension_is_written() -> None:
    """Differs from PyTorch: `out` of `ihfftn` is written for one dimension, too."""
    out, other = dv.zeros(3, dtype=dv.complex64), torch.zeros(3, dtype=torch.complex64)
    dv.fft.ihfftn(dv.tensor([1.0, 2.0, 3.0, 2.0]), out=out)
    torch.fft.ihfftn(torch.tensor([1.0, 2.0, 3.0, 2.0]), out=other)
    assert out.tolist() == [2, -0.5, 0]
    assert other.tolist() == [0, 0, 0]


def test_second_derivatives_where_a_mask_leaves_nothing() -> None:
    """Differs from PyTorch: where `logaddexp` gets one number, its second derivative is 0; in PyTorch it is NaN."""
    here, there = dv.ones(1, requires_grad=True), torch.ones(1, requires_grad=True)
    ours = dv.masked.logaddexp(here, here, other_mask=dv.tensor([False]))
    theirs = torch.masked.logaddexp(there, there, other_mask=torch.tensor([False]))
    (first,) = dv.autograd.grad(ours.sum(), here, create_graph=True)
    (other,) = torch.autograd.grad(theirs.sum(), there, create_graph=True)
    assert dv.autograd.grad(first.sum(), here)[0].tolist() == [0.0]
    assert torch.autograd.grad(other.sum(), there)[0].isnan().all()
