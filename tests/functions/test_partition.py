"""Parts, diagonals and rotations: what PyTorch gives, and the errors of arguments that mean nothing."""

from typing import Any

import numpy as np
import pytest

import derivata as dv

torch: Any = pytest.importorskip("torch")

X = np.arange(24.0).reshape(2, 3, 4)


def same(got: Any, wanted: Any) -> None:
    if isinstance(wanted, tuple):
        assert type(got) is tuple and len(got) == len(wanted)
        for part, other in zip(got, wanted, strict=True):
            same(part, other)
        return
    assert got.shape == tuple(wanted.shape)
    assert (got.numpy() == wanted.numpy()).all()


@pytest.mark.parametrize("sections", [1, 2, 3, 5])
def test_sections_of_unequal_length(sections: int) -> None:
    same(dv.tensor(X).tensor_split(sections, -1), torch.tensor(X).tensor_split(sections, -1))


@pytest.mark.parametrize("indices", [[], [1], [3, 1], [-1, 9], [0, 0, 2]])
def test_cuts_in_any_order_and_beyond_the_end(indices: list[int]) -> None:
    same(dv.tensor(X).tensor_split(indices, 2), torch.tensor(X).tensor_split(indices, 2))


def test_a_part_of_tensor_split_may_be_written() -> None:
    """The parts of `tensor_split` are views of which each may be changed in place."""
    x = dv.tensor(X, requires_grad=True)
    y = x * 1
    y.tensor_split(2)[0].mul_(3)
    y.sum().backward()
    assert x.grad is not None
    assert (x.grad[0] == 3).all() and (x.grad[1] == 1).all()


@pytest.mark.parametrize("k", range(-5, 6))
def test_rotations_by_any_number_of_quarters(k: int) -> None:
    same(dv.rot90(dv.tensor(X), k, (2, 0)), torch.rot90(torch.tensor(X), k, (2, 0)))


@pytest.mark.parametrize(("offset", "dim1", "dim2"), [(0, -2, -1), (2, 0, 1), (-1, 3, 0), (1, -1, -3)])
def test_diagonals_of_new_matrices(offset: int, dim1: int, dim2: int) -> None:
    same(
        dv.diag_embed(dv.tensor(X), offset, dim1, dim2), torch.diag_embed(torch.tensor(X), offset, dim1, dim2)
    )


def test_a_part_of_another_dtype_is_converted() -> None:
    """What is written in the place of a part is converted to the tensor's dtype, and its gradient back."""
    src = dv.tensor([1.5, 2.5], dtype=dv.float32, requires_grad=True)
    out = dv.zeros(2, 2, dtype=dv.float64).diagonal_scatter(src)
    out.sum().backward()
    assert out.dtype == dv.float64
    assert src.grad is not None
    assert src.grad.dtype == dv.float32


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda x: x.tensor_split(0), "tensor_split: number of sections must be larger than 0"),
        (lambda x: x[0, 0, 0].tensor_split(1), "tensor_split: expected at least a 1-dimensional tensor"),
        (lambda x: x[0, 0, 0].hsplit(1), "hsplit: requires a tensor with at least 1 dimension"),
        (lambda x: x[0].dsplit(1), "dsplit: requires a tensor with at least 3 dimensions"),
        (lambda x: x.vsplit(3), "vsplit: attempted to split along dimension 0, .* not divisible"),
        (lambda x: x.rot90(1, [0]), "rot90: expected total rotation dims == 2"),
        (lambda x: x.rot90(1, [0, -3]), "rot90: expected rotation dims to be different"),
        (lambda x: x[0, 0].rot90(), "rot90: expected total dims >= 2"),
        (lambda x: x.diag(), "diag: Supports 1D or 2D tensors. Got 3D"),
        (lambda x: x.diag_embed(0, 1, 1), "diag_embed: diagonal dimensions cannot be identical"),
        (lambda x: x[0, 0, 0].diag_embed(), "diag_embed: self must have at least one dimension"),
        (
            lambda x: x.select_scatter(x, 0, 1),
            "select_scatter: expected src to have a size equal to the slice",
        ),
        (lambda x: x.slice_scatter(x[:1]), "slice_scatter: expected src to have a size equal to the slice"),
        (lambda x: x.H, "H: tensor.H is only supported on matrices"),
    ],
)
def test_wrong_arguments_are_refused(call: Any, error: str) -> None:
    with pytest.raises(RuntimeError, match=error):
        call(dv.tensor(X))
