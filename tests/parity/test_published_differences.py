"""Differences that PyTorch's published samples show and that are intended: `published/known.py` has them by op."""

import pytest

pytest.importorskip("torch", reason="the differences are those from PyTorch")

import torch

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
    """Differs from PyTorch: `Tensor.to` takes a dtype, or a tensor for its dtype, and no device: there is one."""
    whole = dv.ones(2).to(dv.float64, non_blocking=True, copy=True)
    assert whole.dtype == dv.ones(2).to(whole).dtype == dv.float64
    with pytest.raises(TypeError, match="got 'cpu'; the processor is the only device"):
        dv.ones(2).to("cpu")


def test_batch_norm_needs_channels() -> None:
    """Differs from PyTorch: `batch_norm` refuses a tensor of one dimension, even if it is empty."""
    with pytest.raises(ValueError, match=r"batch_norm: input must be \(N, C\)"):
        dv.nn.functional.batch_norm(dv.zeros(0), dv.zeros(0), dv.zeros(0), training=True)


def test_numbers_make_integers_wider() -> None:
    """Differs from PyTorch: numbers and fractions make integers and booleans wider, as NumPy's do, in every elementwise
    op.

    In PyTorch some ops keep the tensor's dtype.
    """
    assert dv.nn.functional.hardtanh(dv.tensor([2, -5]), -0.5, 0.5).tolist() == [0.5, -0.5]
    assert torch.nn.functional.hardtanh(torch.tensor([2]), -1, 1).dtype == torch.int64


def test_a_mean_is_no_integer() -> None:
    """Differs from PyTorch: `avg_pool2d` and `local_response_norm` refuse integers, whose means are none."""
    for refused in (
        lambda whole: dv.nn.functional.avg_pool2d(whole, 1),
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


def test_convolutions_of_complex_numbers_are_refused() -> None:
    """Differs from PyTorch: convolutions are of real numbers, and `norm` knows no singular values ('nuc')."""
    with pytest.raises(TypeError, match="not defined for complex numbers"):
        dv.nn.functional.conv1d(dv.ones(1, 1, 2) * 1j, dv.ones(1, 1, 1) * 1j)
    with pytest.raises((ValueError, RuntimeError), match="'nuc'"):
        dv.norm(dv.ones(2, 2), "nuc")


def test_an_imaginary_part_is_not_dropped_in_silence() -> None:
    """Differs from PyTorch: softmax refuses complex numbers with a real dtype too; PyTorch drops imaginary parts."""
    with pytest.raises(TypeError, match="softmax: not defined for complex numbers"):
        dv.softmax(dv.tensor([1j]), 0, dtype=dv.float64)


def test_an_unsupported_dtype_is_a_type_error() -> None:
    """Differs from PyTorch: an op that is not defined for a dtype raises TypeError, whatever the op."""
    with pytest.raises(TypeError, match="neg: not defined for"):
        dv.neg(dv.tensor([True]))
