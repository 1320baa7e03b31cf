"""Eigenvalues, singular values and what is made of them, beside PyTorch: values, gradients, repeated values, errors."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import derivata as dv

torch: Any = pytest.importorskip("torch")

BOTH = pytest.mark.parametrize("lib", [dv, torch], ids=["derivata", "torch"])
DTYPES = pytest.mark.parametrize("dtype", [np.float64, np.complex128, np.float32, np.complex64])
RANDOM = np.random.default_rng(0)

LEFT = RANDOM.normal(size=(6, 6)) + 1j * RANDOM.normal(size=(6, 6))
"""Weights that make numbers of results."""


def matrix(shape: tuple[int, ...], dtype: Any = np.float64) -> np.ndarray[Any, Any]:
    numbers = np.random.default_rng(sum(shape)).normal(size=(2, *shape))
    return (numbers[0] + 1j * numbers[1] if np.dtype(dtype).kind == "c" else numbers[0]).astype(dtype)


def projections(lib: Any, vectors: Any) -> Any:
    """Return what does not depend on the phases of vectors: products of each with its adjoint, weighted."""
    width = vectors.shape[-1]
    weights = lib.tensor(LEFT.real[0, :width].astype(vectors.real.detach().numpy().dtype))
    return (vectors * weights) @ vectors.mH


def condition(lib: Any, x: Any, order: Any) -> Any:
    """Return condition numbers; PyTorch's functions for most orders have no gradient: it writes into what it saved."""
    if lib is dv or order in (2, -2):
        return lib.linalg.cond(x, order)
    return lib.linalg.matrix_norm(x, order) * lib.linalg.matrix_norm(lib.linalg.inv(x), order)


LOSSES: dict[str, tuple[tuple[int, ...], Callable[[Any, Any], Any]]] = {
    "eigh": ((4, 4), lambda lib, x: projections(lib, lib.linalg.eigh(x).eigenvectors)),
    "eigh of the upper half": ((2, 3, 3), lambda lib, x: projections(lib, lib.linalg.eigh(x, UPLO="U")[1])),
    "eigenvalues by eigh": ((4, 4), lambda lib, x: lib.linalg.eigh(x).eigenvalues ** 2),
    "eigvalsh": ((2, 4, 4), lambda lib, x: lib.linalg.eigvalsh(x)),
    "eig": ((4, 4), lambda lib, x: projections(lib, lib.linalg.eig(x).eigenvectors).abs()),
    "eigvals": ((2, 3, 3), lambda lib, x: lib.linalg.eigvals(x).abs().sum(-1)),
    "svd": ((4, 3), lambda lib, x: lib.linalg.svd(x, full_matrices=False).U.abs()),
    "svd of wide ones": ((2, 2, 4), lambda lib, x: lib.linalg.svd(x, full_matrices=False).Vh.abs()),
    "svd, both": (
        (3, 3),
        lambda lib, x: (lambda u, s, v: u @ (v * lib.arange(1.0, 4.0, dtype=s.dtype)[:, None]))(
            *lib.linalg.svd(x)
        ),
    ),
    "svd with all columns": ((4, 2), lambda lib, x: lib.linalg.svd(x).U[:, :2].abs()),
    "the old svd": ((2, 3, 4), lambda lib, x: lib.svd(x)[2].abs()),
    "the old svd with all columns": ((4, 3), lambda lib, x: x.svd(some=False)[0][:, :3].abs()),
    "the old svd without vectors": ((4, 3), lambda lib, x: lib.svd(x, compute_uv=False)[1]),
    "svdvals": ((2, 4, 3), lambda lib, x: lib.linalg.svdvals(x)),
    "pinv": ((4, 3), lambda lib, x: lib.linalg.pinv(x)),
    "pinv of wide ones": ((2, 3, 4), lambda lib, x: lib.linalg.pinv(x)),
    "pinv, hermitian": ((3, 3), lambda lib, x: lib.linalg.pinv(x + x.mH, hermitian=True)),
    "pinv with a tolerance": ((4, 3), lambda lib, x: lib.linalg.pinv(x, atol=0.5)),
    "pinv with rcond": ((4, 3), lambda lib, x: lib.linalg.pinv(x, 0.4)),
    "pinverse": ((3, 4), lambda lib, x: x.pinverse(0.1)),
    "matrix_exp": ((2, 3, 3), lambda lib, x: lib.linalg.matrix_exp(x)),
    "the method matrix_exp": ((3, 3), lambda lib, x: x.matrix_exp()),
    "matrix_power": ((2, 3, 3), lambda lib, x: lib.linalg.matrix_power(x, -2)),
    **{
        f"matrix_norm of order {order}": (
            (2, 3, 4),
            lambda lib, x, order=order: lib.linalg.matrix_norm(x, order, dim=(0, 2), keepdim=True),
        )
        for order in (1, -1, 2, -2, np.inf, -np.inf, "fro", "nuc")
    },
    "norm": ((2, 3, 4), lambda lib, x: lib.linalg.norm(x)),
    "norm of a matrix": ((3, 4), lambda lib, x: lib.linalg.norm(x, 2)),
    "norm by name": ((3, 4), lambda lib, x: lib.linalg.norm(x, "nuc", keepdim=True)),
    "norm of vectors": ((3, 4), lambda lib, x: lib.linalg.norm(x, 3, dim=1)),
    "the old norm by name": ((3, 4), lambda lib, x: x.norm("nuc")),
    "the old norm of dimensions by name": ((2, 3, 4), lambda lib, x: lib.norm(x, "nuc", dim=(0, 2))),
    "the old norm fro": ((2, 3, 4), lambda lib, x: lib.norm(x, "fro", dim=(0, 2))),
    "nuclear_norm": ((3, 4), lambda lib, x: lib.nuclear_norm(x)),
    "nuclear_norm of dimensions": ((2, 3, 4), lambda lib, x: lib.nuclear_norm(x, (0, 1), True)),
    "frobenius_norm": ((2, 3, 4), lambda lib, x: lib.frobenius_norm(x, (0, 1))),
    "cond": ((2, 4, 3), lambda lib, x: lib.linalg.cond(x)),
    **{
        f"cond of order {order}": ((2, 3, 3), lambda lib, x, order=order: condition(lib, x, order))
        for order in (1, -1, 2, -2, np.inf, -np.inf, "fro", "nuc")
    },
    "vander": ((2, 3), lambda lib, x: lib.linalg.vander(x, N=4)),
    "diagonal": ((2, 3, 4), lambda lib, x: lib.linalg.diagonal(x, offset=1)),
}


@DTYPES
@pytest.mark.parametrize("name", LOSSES)
def test_values_and_gradients_are_those_of_torch(name: str, dtype: Any) -> None:
    """Functions of vectors without their phases, and everything else, have PyTorch's values, dtypes and gradients."""
    shape, function = LOSSES[name]
    found = []
    for lib in (dv, torch):
        x = lib.tensor(matrix(shape, dtype)).requires_grad_()
        y = function(lib, x)
        (gradient,) = lib.autograd.grad((y.abs() * lib.arange(1.0, y.numel() + 1).reshape(y.shape)).sum(), x)
        found.append((y.detach().numpy(), gradient.numpy()))
    (ours, our_gradient), (theirs, their_gradient) = found
    close = (
        {"rtol": 1e-8, "atol": 1e-8}
        if np.dtype(dtype).itemsize > 8 or dtype == np.float64
        else {"rtol": 2e-3, "atol": 2e-3}
    )
    assert ours.dtype == theirs.dtype
    assert our_gradient.dtype == their_gradient.dtype
    np.testing.assert_allclose(ours, theirs, **close)
    scale = max(1, np.abs(their_gradient).max())
    np.testing.assert_allclose(our_gradient / scale, their_gradient / scale, **close)


@pytest.mark.parametrize("driver", [None, "gels", "gelsy", "gelsd", "gelss"])
@pytest.mark.parametrize(
    ("shape", "right"),
    [
        ((4, 2), (4, 3)),
        ((2, 4), (2, 3)),
        ((5, 4, 2), (5, 4)),
        ((4, 2), (4,)),
        ((3, 1, 4, 2), (3, 2, 4, 1)),
        ((2, 3, 2), (1, 3, 2)),
        ((0, 2), (0, 3)),
        ((3, 0), (3, 3)),
        ((0, 3, 2), (0, 3, 3)),
    ],
)
@DTYPES
def test_least_squares(
    driver: str | None, shape: tuple[int, ...], right: tuple[int, ...], dtype: Any
) -> None:
    """Results have PyTorch's values and shapes for every driver, and the two with gradients have its gradients."""
    if driver == "gels" and shape == (3, 0):
        return  # PyTorch says that nothing remains
    found = []
    for lib in (dv, torch):
        a, b = (lib.tensor(matrix(s, dtype)).requires_grad_() for s in (shape, right))
        results = lib.linalg.lstsq(a, b, driver=driver)
        loss = (results.solution.abs() ** 2).sum()
        if results.residuals.numel():
            loss = loss + (results.residuals**2).sum()
        gradients = lib.autograd.grad(loss, (a, b))
        found.append([results.solution, results.residuals, results.rank, results.singular_values, *gradients])
    double = np.dtype(dtype).itemsize > 8 or dtype == np.float64
    for ours, theirs in zip(*found, strict=True):
        assert ours.shape == tuple(theirs.shape)
        assert ours.detach().numpy().dtype == theirs.detach().numpy().dtype
        np.testing.assert_allclose(
            ours.detach().numpy(),
            theirs.detach().numpy(),
            rtol=1e-8 if double else 2e-2,
            atol=1e-8 if double else 2e-2,
        )


@BOTH
def test_a_matrix_of_lower_rank_has_a_shortest_solution(lib: Any) -> None:
    a = lib.tensor([[1.0, 1.0], [1.0, 1.0], [1.0, 1.0]])
    found = lib.linalg.lstsq(a, lib.tensor([[1.0], [2.0], [3.0]]), driver="gelsd")
    assert found.solution.flatten().tolist() == pytest.approx([1.0, 1.0], rel=1e-5)
    assert (found.rank.item(), found.residuals.numel()) == (1, 0)


DEGENERATE = {
    "one": np.eye(3),
    "a double value": np.diag([1.0, 1.0, 2.0]),
    "zero": np.zeros((3, 3)),
    "rank one": np.ones((3, 3)),
}


@pytest.mark.parametrize("name", DEGENERATE)
@pytest.mark.parametrize(
    "function",
    [
        lambda lib, x: lib.linalg.eigvalsh(x),
        lambda lib, x: lib.linalg.eigh(x)[0],
        lambda lib, x: lib.linalg.svdvals(x),
        lambda lib, x: lib.linalg.svd(x)[1],
        lambda lib, x: lib.linalg.matrix_norm(x, "nuc"),
        lambda lib, x: lib.linalg.matrix_norm(x, "fro"),
        lambda lib, x: lib.linalg.matrix_norm(x, 1),
        lambda lib, x: lib.linalg.matrix_exp(x),
    ],
    ids=["eigvalsh", "eigh", "svdvals", "svd", "nuclear", "frobenius", "1", "exp"],
)
def test_functions_of_repeated_values_have_finite_gradients(name: str, function: Any) -> None:
    """Where eigenvalues or singular values coincide or are 0, functions of them have PyTorch's finite gradients."""
    found = []
    for lib in (dv, torch):
        x = lib.tensor(DEGENERATE[name]).requires_grad_()
        (gradient,) = lib.autograd.grad(function(lib, x).sum(), x)
        found.append(gradient.numpy())
    assert np.isfinite(found[0]).all()
    if name != "rank one":  # whose vectors for 0 are anybody's choice
        np.testing.assert_allclose(*found, atol=1e-12)


@pytest.mark.parametrize("name", ["one", "a double value", "zero", "rank one"])
def test_pseudo_inverses_have_no_gaps_in_their_gradients(name: str) -> None:
    """First and second derivatives of the pseudo-inverse are finite for repeated and vanishing singular values."""
    found = []
    for lib in (dv, torch):
        x = lib.tensor(DEGENERATE[name]).requires_grad_()
        (first,) = lib.autograd.grad((lib.linalg.pinv(x) ** 2).sum(), x, create_graph=True)
        (second,) = lib.autograd.grad((first**2).sum(), x)
        found.append(np.stack([first.detach().numpy(), second.numpy()]))
    assert np.isfinite(found[0]).all()
    np.testing.assert_allclose(*found, atol=1e-10)


@BOTH
@pytest.mark.parametrize("create_graph", [False, True])
def test_gradients_of_vectors_of_repeated_values_are_not_finite(lib: Any, create_graph: bool) -> None:
    """Eigenvectors of a double eigenvalue have no gradient, and it does not look as if they had."""
    x = lib.tensor(np.diag([1.0, 1.0, 2.0])).requires_grad_()
    vectors = lib.linalg.eigh(x).eigenvectors
    (gradient,) = lib.autograd.grad(
        (vectors * lib.tensor(LEFT.real[:3, :3])).sum(), x, create_graph=create_graph
    )
    assert not np.isfinite(gradient.detach().numpy()).all()


@BOTH
@pytest.mark.parametrize("create_graph", [False, True])
@pytest.mark.parametrize(
    ("function", "message"),
    [
        (
            lambda lib, x: lib.linalg.eigh(x + x.mH)[1],
            "linalg_eigh_backward: The eigenvectors in the complex case are specified up to multiplication by e",
        ),
        (lambda lib, x: lib.linalg.eig(x)[1], "linalg_eig_backward: The eigenvectors in the complex case"),
        (
            lambda lib, x: lib.linalg.svd(x)[0],
            "svd_backward: The singular vectors in the complex case are specified up to multiplication",
        ),
        (lambda lib, x: lib.svd(x)[2], "svd_backward: The singular vectors in the complex case"),
    ],
    ids=["eigh", "eig", "svd", "old svd"],
)
def test_a_loss_that_depends_on_phases_is_refused(
    lib: Any, function: Any, message: str, create_graph: bool
) -> None:
    x = lib.tensor(matrix((3, 3), np.complex128)).requires_grad_()
    loss = (function(lib, x) * lib.tensor(LEFT[:3, :3])).real.sum()
    with pytest.raises(RuntimeError, match=message):
        lib.autograd.grad(loss, x, create_graph=create_graph)


@BOTH
@pytest.mark.parametrize("shape", [(0, 0), (2, 0, 3), (0, 3, 2), (3, 0), (0, 3)])
def test_empty_matrices(lib: Any, shape: tuple[int, ...]) -> None:
    """Empty batches and empty matrices have results of the right shapes, and gradients of their own."""
    x = lib.zeros(shape, requires_grad=True)
    u, s, vh = lib.linalg.svd(x)
    batch, rows, columns = shape[:-2], shape[-2], shape[-1]
    assert (u.shape, s.shape, vh.shape) == (
        (*batch, rows, rows),
        (*batch, min(rows, columns)),
        (*batch, columns, columns),
    )
    assert lib.linalg.pinv(x).shape == (*batch, columns, rows)
    assert lib.linalg.matrix_rank(x).tolist() == np.zeros(batch).tolist()
    assert lib.linalg.cond(x).tolist() == np.zeros(batch).tolist()
    for order in (2, 1, np.inf, "nuc", "fro"):
        assert lib.linalg.matrix_norm(x, order).tolist() == np.zeros(batch).tolist()
    (gradient,) = lib.autograd.grad(lib.linalg.svdvals(x).sum() + u.sum(), x)
    assert gradient.shape == shape


@BOTH
@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda lib, x: lib.linalg.eigh(x[:2]),
            "linalg.eigh: A must be batches of square matrices, but they are 2 by 3 matrices",
        ),
        (
            lambda lib, x: lib.linalg.eig(x[0]),
            "linalg.eig: The input tensor A must have at least 2 dimensions",
        ),
        (lambda lib, x: lib.linalg.eigvals(x[:2]), "linalg.eigvals: A must be batches of square"),
        (lambda lib, x: lib.linalg.eigvalsh(x[0]), "linalg.eigvalsh|linalg.eigh"),
        (lambda lib, x: lib.linalg.eigh(x, "X"), "Expected UPLO argument to be 'L' or 'U', but got"),
        (
            lambda lib, x: lib.linalg.svd(x[0]),
            "linalg.svd: The input tensor A must have at least 2 dimensions",
        ),
        (
            lambda lib, x: lib.linalg.svd(x.long()),
            "linalg.svd: Expected a floating point or complex tensor as input",
        ),
        (
            lambda lib, x: lib.linalg.svd(x, driver="gesvd"),
            "linalg.svd: keyword argument .?driver=.? is only supported on CUDA",
        ),
        (
            lambda lib, x: lib.linalg.svdvals(x * float("nan")),
            "The algorithm failed to converge because the input matrix",
        ),
        (
            lambda lib, x: lib.linalg.matrix_exp(x[:2]),
            "linalg.matrix_exp: A must be batches of square matrices",
        ),
        (lambda lib, x: lib.linalg.matrix_norm(x, 3), "linalg.matrix_norm: Order 3 not supported"),
        (lambda lib, x: lib.linalg.matrix_norm(x, "x"), "linalg.matrix_norm: Order x not supported"),
        (lambda lib, x: lib.linalg.matrix_norm(x, 2, (0, 0)), "linalg.matrix_norm: dims must be different"),
        (lambda lib, x: lib.linalg.matrix_norm(x, 2, (0,)), "linalg.matrix_norm: dim must be a 2-tuple"),
        (
            lambda lib, x: lib.linalg.matrix_norm(x.long()),
            "linalg.matrix_norm: Expected a floating point or complex tensor",
        ),
        (lambda lib, x: lib.linalg.matrix_norm(x, dtype=lib.float32), "convertible without narrowing"),
        (
            lambda lib, x: lib.linalg.matrix_norm(x, dtype=lib.int64),
            "dtype should be floating point or complex",
        ),
        (lambda lib, x: lib.linalg.matrix_norm(x, dtype=lib.complex128), "dtype should be real"),
        (
            lambda lib, x: lib.linalg.norm(x, dim=(0, 1, 0)),
            "linalg.norm: If dim is specified, it must be of length 1 or 2",
        ),
        (
            lambda lib, x: lib.linalg.norm(x[None], 2),
            "linalg.norm: If dim is not specified but ord is, the input must be 1D or 2D. Got 3D",
        ),
        (lambda lib, x: lib.linalg.norm(x[None], "fro"), "the input must be 1D or 2D. Got 3D"),
        (lambda lib, x: lib.norm(x, "x"), "linalg.matrix_norm: Order x not supported"),
        (lambda lib, x: lib.norm(x[None], "nuc"), "linalg.matrix_norm: dim must be a 2-tuple"),
        (lambda lib, x: lib.frobenius_norm(x, (0, 1, 2)), "Expected at most 2 dimensions, but got 3"),
        (lambda lib, x: lib.linalg.cond(x, 3), "linalg.cond got an invalid norm type: 3"),
        (
            lambda lib, x: lib.linalg.cond(x[:2], 1),
            r"linalg.cond\(ord=1\): A must be batches of square matrices",
        ),
        (
            lambda lib, x: lib.linalg.cond(x[0]),
            "linalg.cond: The input tensor must have at least 2 dimensions",
        ),
        (lambda lib, x: lib.linalg.vander(x, N=1), "N must be greater than 1"),
        (
            lambda lib, x: lib.linalg.vander(x > 0),
            "vander supports floating point, complex, and integer tensors, but got [Bb]ool",
        ),
        (lambda lib, x: lib.linalg.lstsq(x, x[:2]), r"input.size\(-2\) should match other.size\(-2\)"),
        (
            lambda lib, x: lib.linalg.lstsq(x, x, driver="x"),
            r"parameter `driver` should be one of \(gels, gelsy, gelsd, gelss\)",
        ),
        (lambda lib, x: lib.linalg.lstsq(x, x.float()), "Expected input and other to have the same dtype"),
        (lambda lib, x: lib.linalg.lstsq(x, x[0, 0]), "other must have at least 1 dimension"),
        (
            lambda lib, x: lib.linalg.lstsq(x[None, None], x[0]),
            r"input.dim\(\) must be greater or equal to other.dim\(\)",
        ),
        (
            lambda lib, x: lib.linalg.matrix_rank(x, atol=lib.tensor(1 + 1j)),
            "atol tensor of complex type is not supported",
        ),
        (lambda lib, x: lib.linalg.pinv(x[:2], hermitian=True), "A must be batches of square matrices"),
    ],
)
def test_errors(lib: Any, call: Any, message: str) -> None:
    with pytest.raises(RuntimeError, match=message):
        call(lib, lib.tensor(matrix((3, 3))))


@BOTH
def test_ranks(lib: Any) -> None:
    x = lib.tensor(np.diag([3.0, 1e-3, 1e-20]))
    assert lib.linalg.matrix_rank(x).item() == 2
    assert lib.linalg.matrix_rank(x, 0.5).item() == 1
    assert lib.linalg.matrix_rank(x, tol=0.5).item() == 1
    assert lib.linalg.matrix_rank(x, atol=0.01, rtol=1e-9).item() == 1
    assert lib.linalg.matrix_rank(x, atol=lib.tensor([0.0, 5.0])).tolist() == [2, 0]
    assert lib.linalg.matrix_rank(-x, hermitian=True).item() == 2
    assert lib.linalg.matrix_rank(lib.stack([x, x * 0])).tolist() == [2, 0]


@BOTH
def test_condition_numbers_of_matrices_without_inverse(lib: Any) -> None:
    """They are infinite; other matrices of the batch do not care."""
    singular = lib.ones(2, 2)
    for order in (1, -1, "fro", np.inf):
        assert lib.linalg.cond(singular, order).item() == np.inf
        assert lib.linalg.cond(lib.stack([lib.eye(2), singular]), order)[0].isfinite()
    assert lib.linalg.cond(lib.zeros(2, 2), "fro").item() == np.inf


@BOTH
def test_names_of_results(lib: Any) -> None:
    x = lib.tensor(matrix((3, 3)))
    assert lib.linalg.svd(x)._fields if lib is dv else True
    assert (lib.linalg.eigh(x).eigenvalues.shape, lib.linalg.eigh(x).eigenvectors.shape) == ((3,), (3, 3))
    assert (lib.linalg.svd(x).U.shape, lib.linalg.svd(x).S.shape, lib.linalg.svd(x).Vh.shape) == (
        (3, 3),
        (3,),
        (3, 3),
    )
    assert lib.svd(x).V.shape == (3, 3)
    assert lib.linalg.lstsq(x, x).rank.item() == 3


@BOTH
def test_out(lib: Any) -> None:
    x = lib.tensor(matrix((3, 3)))
    values, vectors, norm = (lib.empty(s, dtype=x.dtype) for s in ((3,), (3, 3), ()))
    lib.linalg.eigh(x, out=(values, vectors))
    lib.linalg.norm(x, 2, out=norm)
    assert values.tolist() == lib.linalg.eigh(x)[0].tolist()
    assert norm.item() == lib.linalg.norm(x, 2).item()


def test_tangents_of_all_columns() -> None:
    """Columns of U beyond the singular values are any basis: their tangents are 0, as in PyTorch."""
    x, direction = matrix((4, 2), np.complex128), matrix((2, 4), np.complex128).T.copy()
    found = []
    for lib in (dv, torch):
        with lib.autograd.forward_ad.dual_level():
            dual = lib.autograd.forward_ad.make_dual(lib.tensor(x), lib.tensor(direction))
            u, s, vh = lib.linalg.svd(dual)
            tangents = [lib.autograd.forward_ad.unpack_dual(part).tangent for part in (u.abs(), s, vh.abs())]
            assert lib.autograd.forward_ad.unpack_dual(u).tangent[:, 2:].abs().max() == 0
            found.append([np.array(t.tolist()) for t in (tangents[0][:, :2], *tangents[1:])])
    for ours, theirs in zip(*found, strict=True):
        np.testing.assert_allclose(ours, theirs, atol=1e-10)


def test_diagonals_are_views() -> None:
    x = dv.zeros(3, 3)
    dv.linalg.diagonal(x).fill_(1.0)
    assert x.tolist() == np.eye(3).tolist()
