"""A few singular values and eigenvalues: beside PyTorch's, and beside the whole decompositions."""

from typing import Any

import numpy as np
import pytest

import derivata as dv

torch: Any = pytest.importorskip("torch")

BOTH = pytest.mark.parametrize("lib", [dv, torch], ids=["derivata", "torch"])


def low_rank(shape: tuple[int, ...], dtype: Any = np.float64) -> np.ndarray[Any, Any]:
    """Return matrices of rank 2."""
    random = np.random.default_rng(0)
    left = random.normal(size=(*shape[:-1], 2)) + (
        1j * random.normal(size=(*shape[:-1], 2)) if dtype == np.complex128 else 0
    )
    return np.asarray(left @ random.normal(size=(*shape[:-2], 2, shape[-1])), dtype)


@BOTH
@pytest.mark.parametrize("dtype", [np.float64, np.complex128])
@pytest.mark.parametrize("shape", [(7, 4), (4, 7), (2, 3, 5)])
def test_a_matrix_of_low_rank_is_the_product_of_its_parts(
    lib: Any, shape: tuple[int, ...], dtype: Any
) -> None:
    """`svd_lowrank` gives the matrix back, singular values have the gradients of `svdvals`, with a mean or without."""
    a = lib.tensor(low_rank(shape, dtype)).requires_grad_()
    lib.manual_seed(0)
    u, s, v = lib.svd_lowrank(a, q=2)
    assert (u.shape, s.shape, v.shape) == ((*shape[:-1], 2), (*shape[:-2], 2), (*shape[:-2], shape[-1], 2))
    np.testing.assert_allclose(
        ((u * s[..., None, :]) @ v.mH * 1).detach().numpy(), a.detach().numpy(), atol=1e-10
    )
    (found,) = lib.autograd.grad((s**2).sum(), a)
    (wanted,) = lib.autograd.grad((a.abs() ** 2).sum(), a)
    np.testing.assert_allclose((found * 1).numpy(), (wanted * 1).numpy(), atol=1e-9)
    shifted = lib.svd_lowrank(a.detach() + 1, q=2, M=lib.ones(shape[-1], dtype=a.dtype))[1]
    np.testing.assert_allclose(shifted.numpy(), s.detach().numpy(), atol=1e-9)


@BOTH
def test_principal_components(lib: Any) -> None:
    """`pca_lowrank` subtracts the mean unless `center` is false, and has 6 components or as many as there are."""
    a = lib.tensor(low_rank((8, 5)) + 3.0)
    for center in (True, False):
        u, s, v = lib.pca_lowrank(a, q=3, center=center)
        data = a - a.mean(-2, True) if center else a
        np.testing.assert_allclose(((u * s) @ v.mT).numpy(), data.numpy(), atol=1e-9)
    assert [len(lib.pca_lowrank(x)[1]) for x in (a, lib.ones(9, 8))] == [5, 6]
    with pytest.raises(
        ValueError, match=r"q\(=6\) must be non-negative integer and not greater than min\(m, n\)=5"
    ):
        lib.pca_lowrank(a, q=6)
    with pytest.raises(ValueError, match=r"niter\(=-1\) must be non-negative integer"):
        lib.pca_lowrank(a, niter=-1)


@pytest.mark.parametrize("largest", [None, True, False])
@pytest.mark.parametrize("generalised", [False, True])
@pytest.mark.parametrize("shape", [(9, 9), (2, 7, 7)])
def test_a_few_eigenvalues_of_large_matrices(
    shape: tuple[int, ...], generalised: bool, largest: bool | None
) -> None:
    """`lobpcg` has PyTorch's eigenvalues in its order, vectors up to a sign, and gradients of both."""
    random = np.random.default_rng(1)
    a, b = (random.normal(size=shape) for _ in range(2))
    a, b = a @ a.swapaxes(-1, -2), b @ b.swapaxes(-1, -2) + np.eye(shape[-1])
    found = []
    for lib in (dv, torch):
        x = lib.tensor(a).requires_grad_()
        given = {"B": lib.tensor(b)} if generalised else {}
        lib.manual_seed(0)
        values, vectors = lib.lobpcg(x, 2, largest=largest, tol=1e-12, niter=-1, **given)
        results = [values, vectors.abs()]
        if not generalised:  # PyTorch has gradients without B
            results += lib.autograd.grad((values**2).sum() + (vectors.abs()[..., 0] ** 3).sum(), x)
        found.append([result.detach().numpy() for result in results])
    for ours, theirs in zip(*found, strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-5, atol=1e-6)


def test_the_general_problem_has_gradients_of_both_matrices() -> None:
    random = np.random.default_rng(1)
    a, b = (random.normal(size=(6, 6)) for _ in range(2))

    def eigenvalues(a: Any, b: Any) -> Any:
        values, vectors = dv.lobpcg(a + a.mT, 2, B=b @ b.mT + dv.eye(6, dtype=b.dtype), largest=False)
        return values, vectors.abs()

    assert dv.autograd.gradcheck(eigenvalues, [dv.tensor(x).requires_grad_() for x in (a, b)])


@BOTH
def test_too_many_eigenvalues(lib: Any) -> None:
    with pytest.raises(ValueError, match="LOBPCG algorithm is not applicable when the number of A rows"):
        lib.lobpcg(lib.eye(5), 2)


def test_arguments_of_lobpcg() -> None:
    """What says how many eigenvalues there are, and what is refused."""
    a = dv.eye(9) * dv.arange(9.0)
    assert dv.lobpcg(a)[0].tolist() == [8.0]
    assert dv.lobpcg(a, X=dv.ones(9, 2), method="basic", niter=3)[0].tolist() == [8.0, 7.0]
    with pytest.raises(ValueError, match="tracker must be None"):
        dv.lobpcg(a, tracker=print)
    with pytest.raises(ValueError, match="A must be a square matrix"):
        dv.lobpcg(a[:3])
