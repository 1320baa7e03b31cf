"""`scipy.linalg` for tensors: SciPy's values, derivatives against differences, what is refused."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import derivata as dv

linalg = pytest.importorskip("scipy.linalg")
ours = dv.scipy.linalg

RNG = np.random.default_rng(5)
A = RNG.normal(size=(3, 3)) + 3 * np.eye(3)
B = RNG.normal(size=(3, 2))
V = RNG.normal(size=3)
POSITIVE = A @ A.T
COLUMN, ROW = np.array([4.0, 1.0, 0.5]), np.array([4.0, -0.7, 0.3])
BANDS = RNG.normal(size=(4, 5)) + np.array([[0], [0], [5], [0]])
FACTORS = linalg.lu_factor(A)

Call = Callable[[Any, Any], Any]
CALLS: dict[str, tuple[Call, tuple[np.ndarray, ...]]] = {
    "solve": (lambda m, x: m.solve(*x), (A, B)),
    "solve a vector": (lambda m, x: m.solve(*x), (A, V)),
    "solve transposed": (lambda m, x: m.solve(*x, transposed=True), (A, B)),
    "solve positive": (lambda m, x: m.solve(*x, assume_a="pos"), (POSITIVE, B)),
    "solve symmetric": (lambda m, x: m.solve(*x, lower=True, assume_a="sym"), (A, B)),
    "solve lower": (lambda m, x: m.solve(*x, assume_a="lower triangular"), (A, B)),
    "triangular": (lambda m, x: m.solve_triangular(*x), (A, V)),
    "triangular lower": (lambda m, x: m.solve_triangular(*x, trans=1, lower=True), (A, B)),
    "triangular unit": (lambda m, x: m.solve_triangular(*x, trans="C", unit_diagonal=True), (A, B)),
    "banded": (lambda m, x: m.solve_banded((1, 2), *x), (BANDS, RNG.normal(size=(5, 2)))),
    "banded vector": (lambda m, x: m.solve_banded((2, 1), *x), (BANDS[[0, 2, 1, 3]], RNG.normal(size=5))),
    "toeplitz systems": (lambda m, x: m.solve_toeplitz((x[0], x[1]), x[2]), (COLUMN, ROW, B)),
    "toeplitz symmetric": (lambda m, x: m.solve_toeplitz(*x), (COLUMN, V)),
    "cho_solve": (lambda m, x: m.cho_solve(m.cho_factor(x[0]), x[1]), (POSITIVE, B)),
    "cho_solve lower": (lambda m, x: m.cho_solve(m.cho_factor(x[0], lower=True), x[1]), (POSITIVE, V)),
    "cholesky": (lambda m, x: m.cholesky(*x), (POSITIVE,)),
    "cholesky lower": (lambda m, x: m.cholesky(*x, lower=True), (POSITIVE,)),
    "lu_factor": (lambda m, x: m.lu_factor(*x)[0], (A,)),
    "lu_solve": (lambda m, x: m.lu_solve(m.lu_factor(x[0]), x[1]), (A, B)),
    "lu_solve transposed": (lambda m, x: m.lu_solve((x[0], FACTORS[1]), x[1], trans=1), (FACTORS[0], V)),
    "expm": (lambda m, x: m.expm(*x), (A / 2,)),
    "sqrtm": (lambda m, x: m.sqrtm(*x), (POSITIVE + 0.1 * A,)),
    "logm": (lambda m, x: m.logm(*x), (POSITIVE + 0.1 * A,)),
    "block_diag": (lambda m, x: m.block_diag(*x), (A, V, B)),
    "toeplitz": (lambda m, x: m.toeplitz(*x), (COLUMN, V[:2])),
    "inv": (lambda m, x: m.inv(*x), (A,)),
    "det": (lambda m, x: m.det(*x), (A,)),
    "lstsq": (lambda m, x: m.lstsq(*x)[0], (RNG.normal(size=(4, 2)), RNG.normal(size=4))),
    "sylvester": (lambda m, x: m.solve_sylvester(*x), (A, POSITIVE[:2, :2], B)),
    "lyapunov": (lambda m, x: m.solve_continuous_lyapunov(*x), (A, POSITIVE)),
}


def leaves(arrays: tuple[np.ndarray, ...]) -> list[dv.Tensor]:
    return [dv.from_numpy(np.array(array)).requires_grad_() for array in arrays]


@pytest.mark.parametrize("name", CALLS)
def test_values_are_scipys(name: str) -> None:
    call, arrays = CALLS[name]
    found = call(ours, leaves(arrays))
    assert found.requires_grad and found.dtype == dv.float64
    np.testing.assert_allclose(found.detach(), call(linalg, arrays), rtol=1e-9, atol=1e-11)
    floats = call(ours, [array.astype(np.float32) for array in arrays])
    assert floats.dtype == dv.float32
    np.testing.assert_allclose(floats, call(linalg, arrays), rtol=2e-3, atol=2e-4)


@pytest.mark.parametrize("name", CALLS)
def test_derivatives_are_right(name: str) -> None:
    """First ones in both modes, and second ones."""
    call, arrays = CALLS[name]
    assert dv.autograd.gradcheck(lambda *x: call(ours, x), leaves(arrays), check_forward_ad=True)
    assert dv.autograd.gradgradcheck(lambda *x: call(ours, x), leaves(arrays), fast_mode=True)


@pytest.mark.parametrize("name", [name for name in CALLS if name not in ("lstsq", "solve transposed")])
def test_complex_numbers(name: str) -> None:
    call, arrays = CALLS[name]
    twisted = tuple(np.exp(0.1j) * array + 0.1j * array[::-1] for array in arrays)
    if "cho" in name or "positive" in name:
        twisted = tuple(array + 0j for array in arrays)
        twisted[0][...] += 0.2j * np.triu(A, 1) - 0.2j * np.triu(A, 1).T
    found = call(ours, leaves(twisted))
    np.testing.assert_allclose(found.detach(), call(linalg, twisted), rtol=1e-8, atol=1e-10)
    if "lu_factor" not in name:
        assert dv.autograd.gradcheck(
            lambda *x: call(ours, x), leaves(twisted), fast_mode=True, check_forward_ad=True
        )


def test_roots_that_are_complex_have_derivatives() -> None:
    """Of a real matrix, with negative eigenvalues."""
    a = leaves((np.array([[-1.0, 0.3], [0.2, 4.0]]),))
    for function in (ours.sqrtm, ours.logm):
        assert function(a[0]).dtype == dv.complex128
        assert dv.autograd.gradcheck(function, a, check_forward_ad=True)


def test_lstsq_returns_residues_rank_and_singular_values() -> None:
    a, b = RNG.normal(size=(5, 2)), RNG.normal(size=(5, 3))
    for right in (b, b[:, 0]):
        for mine, theirs in zip(ours.lstsq(a, right), linalg.lstsq(a, right), strict=True):
            np.testing.assert_allclose(mine, theirs, rtol=1e-9)
            assert np.shape(mine) == np.shape(theirs)
    assert ours.lstsq(a.T, b[:2])[1].shape == linalg.lstsq(a.T, b[:2])[1].shape == (0,)


def test_factors_are_in_scipys_form() -> None:
    factors, pivots = ours.lu_factor(A)
    np.testing.assert_array_equal(pivots, FACTORS[1])
    np.testing.assert_allclose(linalg.lu_solve((factors.numpy(), pivots.numpy()), B), linalg.solve(A, B))
    factor, lower = ours.cho_factor(POSITIVE)
    assert lower is False
    np.testing.assert_allclose(linalg.cho_solve((factor.numpy(), lower), B), linalg.solve(POSITIVE, B))


def test_integers_are_doubles_and_the_smallest_cases_work() -> None:
    assert ours.solve([[2, 0], [0, 4]], [1, 1]).tolist() == [0.5, 0.25]
    assert ours.block_diag().shape == linalg.block_diag().shape
    np.testing.assert_array_equal(ours.toeplitz([1 + 1j, 2j]), linalg.toeplitz([1 + 1j, 2j]))


def test_samples_of_vmap_are_solved_one_after_the_other() -> None:
    matrices = RNG.normal(size=(3, 3, 3)) + 4 * np.eye(3)
    batched = dv.func.vmap(lambda a: ours.solve_sylvester(a, A, B @ B.T))(dv.from_numpy(matrices))
    for one, matrix in zip(batched, matrices, strict=True):
        np.testing.assert_allclose(one, linalg.solve_sylvester(matrix, A, B @ B.T))
    assert dv.func.jacrev(ours.sqrtm)(dv.from_numpy(POSITIVE)).shape == (3, 3, 3, 3)


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (
            lambda: ours.solve([[np.nan]], [1.0]),
            "^scipy.linalg: array must not contain infs or NaNs, got a tensor",
        ),
        (
            lambda: ours.lu_solve((A, [0]), V, trans=3),
            "^scipy.linalg: expected trans to be 0, 1, 2, 'N', 'T' or 'C'",
        ),
        (
            lambda: ours.solve_banded((1, 1), BANDS, V),
            r"^solve_banded: expected ab of shape \(3, 3\), a row for",
        ),
        (
            lambda: ours.solve_toeplitz(COLUMN, [1.0]),
            "^solve_toeplitz: expected a first column and row of 1 elem",
        ),
    ],
)
def test_what_does_not_fit_is_refused(call: Callable[[], Any], text: str) -> None:
    with pytest.raises(ValueError, match=text):
        call()


def test_singular_matrices_are_refused() -> None:
    for call in (
        lambda: ours.solve(np.zeros((2, 2)), [1.0, 1.0]),
        lambda: ours.cholesky(-np.eye(2)),
        lambda: ours.solve_banded((0, 0), [[0.0, 1.0]], [1.0, 1.0]),
    ):
        with pytest.raises(np.linalg.LinAlgError):
            call()


@pytest.mark.parametrize(
    "name",
    ["solve_banded", "solve_toeplitz", "sqrtm", "logm", "solve_sylvester", "solve_continuous_lyapunov"],
)
def test_without_scipy_the_error_names_the_extra(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "scipy.linalg", None)
    arguments = {
        "solve_banded": ((0, 0), V[None], V),
        "solve_toeplitz": (COLUMN, V),
        "solve_sylvester": (A, A, A),
    }
    arguments["solve_continuous_lyapunov"] = (A, A)
    with pytest.raises(
        ImportError, match=rf"^{name}: needs SciPy, which is not installed; pip install 'deriv"
    ):
        getattr(ours, name)(*arguments.get(name, (A,)))
