"""Products of matrices that are scaled and added, chains, powers and shuffles: in place, promoted, refused."""

from typing import Any

import numpy as np
import pytest

import derivata as dv

torch: Any = pytest.importorskip("torch")

BOTH = pytest.mark.parametrize("lib", [dv, torch], ids=["derivata", "torch"])


@BOTH
def test_nan_that_beta_0_ignores(lib: Any) -> None:
    """With `beta=0` the argument of `addmv`, `addr`, `addbmm` and `baddbmm` is not looked at: its NaN goes nowhere."""
    nan = float("nan")
    vec, mat, batch = lib.ones(3), lib.ones(2, 3), lib.ones(5, 2, 3)
    for x, args in (
        (lib.full((2,), nan), ("addmv", mat, vec)),
        (lib.full((3, 3), nan), ("addr", vec, vec)),
        (lib.full((2, 2), nan), ("addbmm", batch, batch.mT)),
        (lib.full((5, 2, 2), nan), ("baddbmm", batch, batch.mT)),
    ):
        x.requires_grad_()
        result = getattr(x, args[0])(*args[1:], beta=0)
        result.sum().backward()
        assert not result.detach().isnan().any()
        assert (x.grad == 0).all()


@BOTH
def test_products_added_in_place(lib: Any) -> None:
    """`addmm_`, `addmv_`, `addr_`, `addbmm_` and `baddbmm_` write into the tensor, which keeps its history."""
    vec, mat, batch = lib.ones(2), lib.ones(2, 2), lib.ones(3, 2, 2)
    for shape, args in (
        ((2, 2), ("addmm_", mat, mat)),
        ((2,), ("addmv_", mat, vec)),
        ((2, 2), ("addr_", vec, vec)),
        ((2, 2), ("addbmm_", batch, batch)),
        ((3, 2, 2), ("baddbmm_", batch, batch)),
    ):
        x = lib.ones(shape, requires_grad=True)
        y = x * 1
        assert getattr(y, args[0])(*args[1:], beta=3) is y
        y.sum().backward()
        assert (x.grad == 3).all()


def test_powers_with_negative_exponents_have_derivatives() -> None:
    """`matrix_power` with a negative exponent is a power of the inverse, with derivatives of every order."""
    x = np.random.default_rng(0).normal(size=(2, 3, 3)) + 3 * np.eye(3)
    ours, theirs = dv.tensor(x, requires_grad=True), torch.tensor(x, requires_grad=True)
    dv.matrix_power(ours, -3).sum().backward()
    torch.matrix_power(theirs, -3).sum().backward()
    assert ours.grad is not None
    assert np.allclose(ours.grad.numpy(), theirs.grad.numpy(), rtol=1e-10)


@BOTH
def test_wrong_factors(lib: Any) -> None:
    """Factors whose shapes or dtypes do not fit are refused with the words of PyTorch."""
    vec, mat, batch = lib.ones(3), lib.ones(2, 3), lib.ones(5, 2, 3)
    double = lib.ones(3, dtype=lib.float64)
    calls = [
        (lambda: vec[:2].addmv(mat, vec[:2]), "size mismatch"),
        (lambda: vec[:2].addmv(mat, double), "must have the same dtype"),
        (lambda: lib.ones(3).baddbmm(mat, batch), "batch1 must be a 3D tensor"),
        (lambda: lib.ones(2, 2).addbmm(batch, batch.mT[:2]), "must have same number of batches"),
        (lambda: vec.inner(vec[:2]), "the last dimension must match on both input tensors"),
        (lambda: vec.inner(double), "both inputs should have same dtype"),
        (lambda: lib.linalg.cross(mat, vec), "inputs must have the same number of dimensions"),
        (lambda: lib.linalg.cross(mat.mT, mat.mT), "must have length 3. Got 2 and 2"),
        (lambda: lib.cross(mat[:, :2], mat[:, :2]), "no dimension of size 3 in input"),
        (lambda: lib.matrix_power(vec, 2), "must have at least 2 dimensions"),
        (lambda: lib.matrix_power(mat, 2), "must be batches of square matrices, but they are 2 by 3"),
        (lambda: lib.matrix_power(lib.zeros(2, 2), -1), "the input matrix is singular"),
        (lambda: lib.linalg.multi_dot([mat]), "expected at least 2 tensors but got 1"),
        (lambda: lib.linalg.multi_dot([vec, vec, vec]), "tensor 1 must be 2D but got 1D"),
        (lambda: lib.linalg.multi_dot([mat, mat]), "tensors 0 and 1 with shapes"),
        (lambda: lib.linalg.multi_dot([mat, double]), "tensor 0 is .* and tensor 1"),
        (lambda: lib.pixel_shuffle(batch, 2), "'channel' dimension to be divisible by the square"),
        (lambda: lib.pixel_shuffle(batch, 0), "a positive upscale_factor, but got 0"),
        (lambda: lib.pixel_shuffle(mat, 2), "to have at least 3 dimensions, but got input with 2"),
        (lambda: lib.pixel_unshuffle(batch, 2), "expects width to be divisible by downscale_factor"),
        (lambda: lib.channel_shuffle(mat, 2), "expects input with > 2 dims"),
        (lambda: lib.channel_shuffle(batch, 3), "Number of channels must be divisible by groups"),
        (lambda: vec.fill_diagonal_(1), "dimensions must larger than 1"),
        (lambda: batch.fill_diagonal_(1), "all dimensions of input must be of equal length"),
    ]
    for call, error in calls:
        with pytest.raises(RuntimeError, match=error):
            call()


def test_a_chain_is_cut_where_it_costs_least() -> None:
    from derivata.arrays.products.matrix_chains import check_chain

    shapes = [(10, 100), (100, 5), (5, 50)]
    assert check_chain(shapes, [np.dtype("f4")] * 3) == 2
    assert check_chain([(50, 5), (5, 100), (100, 10)], [np.dtype("f4")] * 3) == 1


@BOTH
@pytest.mark.parametrize("size", [5, 500])
@pytest.mark.parametrize("dim", [0, -1])
def test_cross_products_of_few_and_many_vectors(lib: Any, size: int, dim: int) -> None:
    """`linalg.cross` multiplies any number of vectors, along any dimension, with broadcasting."""
    draw = np.random.default_rng(0).standard_normal
    many, one = draw((size, 3)), draw((1, 3))
    expected = np.cross(many, one)
    found = lib.linalg.cross(
        *[lib.tensor(x if dim else np.ascontiguousarray(x.T)) for x in (many, one)], dim=dim
    ).numpy()
    np.testing.assert_allclose(found if dim else found.T, expected, rtol=1e-13, atol=1e-13)
