"""Systems of equations, inverses, determinants and factors, beside PyTorch: with SciPy's LAPACK, and by NumPy alone."""

import contextlib
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata.arrays.linear_algebra import lapack, solving, stacks

RNG = np.random.default_rng(5)
DTYPES = [np.float64, np.complex128, np.float32, np.complex64]
LARGE = lapack.LARGE + 3


@pytest.fixture(params=["SciPy", "NumPy"])
def library(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Compute with SciPy where it is used, or without it."""
    if request.param == "NumPy":
        monkeypatch.setattr(lapack, "scipy_linalg", lambda: None)
    else:
        pytest.importorskip("scipy")
    return str(request.param)


def drawn(shape: tuple[int, ...], dtype: Any) -> Any:
    x = RNG.normal(size=shape)
    return np.asarray(x + 1j * RNG.normal(size=shape) if np.dtype(dtype).kind == "c" else x).astype(dtype)


def regular(shape: tuple[int, ...], dtype: Any) -> Any:
    return drawn(shape, dtype) + (2 * np.sqrt(shape[-1]) * np.eye(shape[-2], shape[-1])).astype(dtype)


def definite(shape: tuple[int, ...], dtype: Any) -> Any:
    x = drawn(shape, dtype)
    return (x @ x.conj().swapaxes(-1, -2) + shape[-1] * np.eye(shape[-1])).astype(dtype)


def results(library: Any, function: Callable[..., Any], arrays: list[Any], weights: list[Any]) -> list[Any]:
    """Return results, gradients, and gradients of these, for covectors from `weights`, which grow on the first call."""
    as_array = lambda t: np.asarray(t.detach().resolve_conj().numpy())  # noqa: E731
    numbers = iter(list(weights))
    first = not weights

    def covectors(tensors: list[Any]) -> list[Any]:
        made = []
        for tensor in tensors:
            array = as_array(tensor)
            made.append(drawn(array.shape, array.dtype) if first else next(numbers))
        if first:
            weights.extend(made)
        return [library.from_numpy(array.copy()) for array in made]

    leaves = [library.from_numpy(array.copy()).requires_grad_() for array in arrays]
    found = function(library, *leaves)
    outputs = [o for o in (found if isinstance(found, tuple) else (found,)) if o.requires_grad]
    grads = library.autograd.grad(outputs, leaves, covectors(outputs), create_graph=True)
    plain = library.autograd.grad(outputs, leaves, covectors(outputs), retain_graph=True)
    recorded = [grad for grad in grads if grad.requires_grad]
    second = library.autograd.grad(recorded, leaves, covectors(recorded), allow_unused=True)
    kept = [np.zeros(1) if grad is None else as_array(grad) for grad in second]
    return [as_array(t) for t in (*outputs, *grads, *plain)] + kept


CASES: dict[str, tuple[Callable[..., Any], list[tuple[Any, tuple[int, ...]]]]] = {
    "solve": (lambda lib, a, b: lib.linalg.solve(a, b), [(regular, (LARGE, LARGE)), (drawn, (LARGE, 3))]),
    "solve vector": (
        lambda lib, a, b: lib.linalg.solve(a, b),
        [(regular, (LARGE, LARGE)), (drawn, (LARGE,))],
    ),
    "solve vectors": (lambda lib, a, b: lib.linalg.solve(a, b), [(regular, (2, 4, 4)), (drawn, (2, 4))]),
    "solve stack": (lambda lib, a, b: lib.linalg.solve(a, b), [(regular, (2, 4, 4)), (drawn, (3, 1, 4, 2))]),
    "solve one for all": (
        lambda lib, a, b: lib.linalg.solve(a, b),
        [(regular, (LARGE, LARGE)), (drawn, (2, LARGE, 2))],
    ),
    "solve from the right": (
        lambda lib, a, b: lib.linalg.solve(a, b, left=False),
        [(regular, (LARGE, LARGE)), (drawn, (3, LARGE))],
    ),
    "solve_ex": (
        lambda lib, a, b: lib.linalg.solve_ex(a, b).result,
        [(regular, (LARGE, LARGE)), (drawn, (LARGE, 2))],
    ),
    "inverse": (lambda lib, a: lib.inverse(a), [(regular, (LARGE, LARGE))]),
    "inv stack": (lambda lib, a: lib.linalg.inv(a), [(regular, (2, 3, 3, 3))]),
    "slogdet": (lambda lib, a: tuple(lib.linalg.slogdet(a)), [(regular, (LARGE, LARGE))]),
    "logdet": (lambda lib, a: lib.logdet(a), [(definite, (LARGE, LARGE))]),
    "logdet stack": (lambda lib, a: lib.logdet(a), [(definite, (2, 3, 3))]),
    "det": (lambda lib, a: lib.linalg.det(a / 15), [(regular, (LARGE, LARGE))]),
    "det stack": (lambda lib, a: lib.det(a), [(regular, (2, 3, 3))]),
    "cholesky": (lambda lib, a: lib.linalg.cholesky(a), [(definite, (LARGE, LARGE))]),
    "cholesky upper": (lambda lib, a: lib.linalg.cholesky(a, upper=True), [(definite, (LARGE, LARGE))]),
    "cholesky stack": (lambda lib, a: lib.cholesky(a), [(definite, (3, 4, 4))]),
    "solve_triangular": (
        lambda lib, a, b: lib.linalg.solve_triangular(a, b, upper=True),
        [(regular, (LARGE, LARGE)), (drawn, (LARGE, 3))],
    ),
    "solve_triangular from the right, of ones": (
        lambda lib, a, b: lib.linalg.solve_triangular(a / 99, b, upper=False, left=False, unitriangular=True),
        [(regular, (LARGE, LARGE)), (drawn, (3, LARGE))],
    ),
    "solve_triangular, transposed": (
        lambda lib, a, b: lib.linalg.solve_triangular(a.mT, b, upper=True),
        [(regular, (LARGE, LARGE)), (drawn, (LARGE, 3))],
    ),
    "qr": (lambda lib, a: tuple(lib.linalg.qr(a)), [(regular, (LARGE, 5))]),
    "qr wide": (lambda lib, a: tuple(lib.qr(a)), [(regular, (2, 3, 5))]),
    "householder_product": (
        lambda lib, a, tau: lib.linalg.householder_product(a / 9, tau / 9),
        [(drawn, (5, 3)), (drawn, (3,))],
    ),
    "ormqr": (
        lambda lib, a, tau, b: lib.ormqr(a / 9, tau / 9, b, False, True),
        [(drawn, (5, 3)), (drawn, (3,)), (drawn, (2, 5))],
    ),
    "tensorsolve": (
        lambda lib, a, b: lib.linalg.tensorsolve(a.reshape(2, 3, 6), b),
        [(regular, (6, 6)), (drawn, (2, 3))],
    ),
}


@pytest.mark.filterwarnings("ignore:torch")
@pytest.mark.parametrize("dtype", DTYPES, ids=lambda dtype: dtype.__name__)
@pytest.mark.parametrize("name", CASES)
def test_results_and_derivatives_are_those_of_pytorch(name: str, dtype: Any, library: str) -> None:
    """Results, gradients, recorded or not, and gradients of these agree with PyTorch's, in its dtypes."""
    torch = pytest.importorskip("torch")
    function, arguments = CASES[name]
    arrays, weights = [make(shape, dtype) for make, shape in arguments], []
    wanted = results(torch, function, arrays, weights)
    got = results(dv, function, arrays, weights)
    allowed = 1e-8 if np.dtype(dtype).itemsize // (1 + (np.dtype(dtype).kind == "c")) == 8 else 5e-3
    for ours, theirs in zip(got, wanted, strict=True):
        assert ours.shape == theirs.shape
        assert ours.dtype == theirs.dtype
        scale = max(1.0, float(np.abs(theirs).max(initial=0)))
        np.testing.assert_allclose(ours / scale, theirs / scale, rtol=allowed, atol=allowed)


@pytest.mark.parametrize("name", [name for name, (_, made) in CASES.items() if made[0][1] == (LARGE, LARGE)])
def test_nothing_is_computed_in_the_place_of_arguments_or_of_what_is_kept(name: str) -> None:
    """LAPACK writes over copies: arguments and results stay as they are, and a second pass gives the same."""
    pytest.importorskip("scipy")
    function, arguments = CASES[name]
    arrays = [make(shape, np.float64) for make, shape in arguments]
    for order in ("C", "F"):
        mine = [np.array(array, order=order) for array in arrays]
        leaves = [dv.from_numpy(array).requires_grad_() for array in mine]
        found = function(dv, *leaves)
        outputs = [o for o in (found if isinstance(found, tuple) else (found,)) if o.requires_grad]
        before = [o.numpy(force=True).copy() for o in outputs]
        covectors = [dv.from_numpy(drawn(o.shape, np.float64)) for o in outputs]
        drawn_ones = [covector.numpy().copy() for covector in covectors]
        first = dv.autograd.grad(outputs, leaves, covectors, retain_graph=True)
        second = dv.autograd.grad(outputs, leaves, covectors, retain_graph=True)
        after = [*mine, *[o.numpy(force=True) for o in outputs], *[c.numpy() for c in covectors]]
        for one, two in zip(
            [*after, *[g.numpy() for g in first]],
            [*arrays, *before, *drawn_ones, *[g.numpy() for g in second]],
            strict=True,
        ):
            np.testing.assert_array_equal(one, two)


@pytest.mark.skipif(np.longdouble is np.float64, reason="no longer numbers here")
@pytest.mark.parametrize("name", ["inverse", "cholesky", "logdet", "det", "slogdet", "solve"])
def test_numbers_that_lapack_does_not_know_are_refused(name: str) -> None:
    """Matrices of longer numbers than double precision have no routine: the error is NumPy's, whatever their size."""
    function, arguments = CASES[name]
    tensors = [dv.from_numpy(make(shape, np.float64).astype(np.longdouble)) for make, shape in arguments]
    with pytest.raises(TypeError, match=r"float|longdouble"):
        function(dv, *tensors)


FACTORS: dict[str, Callable[..., Any]] = {
    "lu": lambda lib, a: tuple(lib.linalg.lu(a)),
    "lu_factor": lambda lib, a: lib.linalg.lu_factor(a)[0],
    "lu_solve": lambda lib, a: lib.linalg.lu_solve(*lib.linalg.lu_factor(a), a),
    "lu_solve, adjoint from the right": lambda lib, a: lib.linalg.lu_solve(
        *lib.linalg.lu_factor(a), a, left=False, adjoint=True
    ),
    "lu_unpack": lambda lib, a: tuple(lib.lu_unpack(*lib.lu(a)))[1:],
}


@pytest.mark.filterwarnings("ignore:torch")
@pytest.mark.parametrize("shape", [(4, 4), (3, 5), (5, 3), (2, 3, 3)])
@pytest.mark.parametrize("name", FACTORS)
@pytest.mark.parametrize("dtype", DTYPES[:2], ids=lambda dtype: dtype.__name__)
def test_factors_by_elimination_are_those_of_pytorch(name: str, shape: tuple[int, ...], dtype: Any) -> None:
    """LU factors of matrices of any shape have PyTorch's values and derivatives of first and second order."""
    torch = pytest.importorskip("torch")
    pytest.importorskip("scipy")
    if "solve" in name and shape[-1] != shape[-2]:
        pytest.skip("systems have square matrices")
    arrays, weights = [drawn(shape, dtype)], []
    wanted = results(torch, FACTORS[name], arrays, weights)
    for ours, theirs in zip(results(dv, FACTORS[name], arrays, weights), wanted, strict=True):
        scale = max(1.0, float(np.abs(theirs).max(initial=0)))
        np.testing.assert_allclose(ours / scale, theirs / scale, rtol=1e-7, atol=1e-7)


@pytest.mark.parametrize("hermitian", [False, True])
def test_symmetric_factors_solve_systems(hermitian: bool) -> None:
    """What ldl_factor returns solves the systems of symmetric and Hermitian matrices, as in PyTorch."""
    torch = pytest.importorskip("torch")
    pytest.importorskip("scipy")
    half = drawn((2, 4, 4), np.complex128)
    a, b = half + (half.conj() if hermitian else half).swapaxes(-1, -2), drawn((4, 2), np.complex128)
    a[0, 0, 0] = a[0, 1, 1] = 0
    factors, pivots = dv.linalg.ldl_factor(dv.tensor(a), hermitian=hermitian)
    theirs = torch.linalg.ldl_factor(torch.from_numpy(a), hermitian=hermitian)
    np.testing.assert_allclose(factors.numpy(), theirs.LD.numpy(), atol=1e-12)
    assert pivots.tolist() == theirs.pivots.tolist()
    x = dv.linalg.ldl_solve(factors, pivots, dv.tensor(b), hermitian=hermitian)
    np.testing.assert_allclose(a @ x.numpy(), np.broadcast_to(b, (2, 4, 2)), atol=1e-10)


def test_a_system_is_factored_once_for_all_its_derivatives(monkeypatch: pytest.MonkeyPatch) -> None:
    """The solution, its gradients and the gradients of these take one factorisation of a large matrix."""
    pytest.importorskip("scipy")
    factored, find = [], lapack.routine

    def counted(name: str, dtype: str) -> Any:
        factored.append(name)
        return find(name, dtype)

    monkeypatch.setattr(lapack, "routine", counted)
    monkeypatch.setattr(np.linalg, "solve", None)
    a = dv.tensor(regular((LARGE, LARGE), np.float64), requires_grad=True)
    b = dv.tensor(drawn((LARGE, 2), np.float64), requires_grad=True)
    grads = dv.autograd.grad(dv.linalg.solve(a, b).square().sum(), [a, b], create_graph=True)
    sum([grad.square().sum() for grad in grads]).backward()
    assert factored == ["getrf"]


REFUSED: dict[str, Callable[..., Any]] = {
    "cholesky": lambda lib, a: lib.linalg.cholesky(a),
    "cholesky_ex": lambda lib, a: lib.linalg.cholesky_ex(a, check_errors=True),
    "inv": lambda lib, a: lib.linalg.inv(a),
    "inv_ex": lambda lib, a: lib.linalg.inv_ex(a, check_errors=True),
    "solve": lambda lib, a: lib.linalg.solve(a, a),
    "solve_ex": lambda lib, a: lib.linalg.solve_ex(a, a, check_errors=True),
    "lu_factor": lambda lib, a: lib.linalg.lu_factor(a),
}


@pytest.mark.parametrize("batch", [(), (3,), (2, 2)])
@pytest.mark.parametrize("name", REFUSED)
def test_matrices_without_factors_are_named_as_in_pytorch(name: str, batch: tuple[int, ...]) -> None:
    """The error names the element of the batch and the pivot that PyTorch's does, and is PyTorch's and NumPy's."""
    torch = pytest.importorskip("torch")
    a = np.array(np.broadcast_to(np.eye(3), (*batch, 3, 3)))
    a[(*[-1] * len(batch), 1, 1)] = 0
    messages = []
    for lib, expected in ((dv, dv.linalg.LinAlgError), (torch, RuntimeError)):
        with pytest.raises(expected) as caught:
            REFUSED[name](lib, lib.from_numpy(a.copy()))
        messages.append(str(caught.value).partition(": ")[2])
    assert messages[0] == messages[1]
    assert issubclass(dv.linalg.LinAlgError, RuntimeError)
    assert issubclass(dv.linalg.LinAlgError, np.linalg.LinAlgError)


@pytest.mark.parametrize("upper", [False, True])
def test_ex_says_which_matrices_are_not_definite_and_returns_the_others(upper: bool, library: str) -> None:
    """cholesky_ex gives the orders of minors that PyTorch gives, and the factors of definite matrices."""
    torch = pytest.importorskip("torch")
    a = definite((4, 5, 5), np.complex128)
    a[1, 2, 2] = -1
    a[3, 0, 0] = 0
    ours = dv.linalg.cholesky_ex(dv.tensor(a), upper=upper)
    theirs = torch.linalg.cholesky_ex(torch.from_numpy(a), upper=upper)
    assert ours.info.tolist() == theirs.info.tolist() == [0, 3, 0, 1]
    np.testing.assert_allclose(ours.L.numpy()[::2], theirs.L.numpy()[::2], atol=1e-12)
    np.testing.assert_allclose(ours.L.numpy()[1, :2, :2], theirs.L.numpy()[1, :2, :2], atol=1e-12)


@pytest.mark.parametrize("n", [4, LARGE])
def test_ex_says_which_matrices_are_singular_and_solves_the_others(n: int, library: str) -> None:
    """inv_ex and solve_ex give the pivots that PyTorch gives, and no finite numbers for singular matrices."""
    torch = pytest.importorskip("torch")
    a = regular((3, n, n), np.float64)
    a[1, :, 2] = a[1, :, 0] * 0
    b = drawn((3, n), np.float64)
    for ours, theirs in (
        (dv.linalg.inv_ex(dv.tensor(a)), torch.linalg.inv_ex(torch.from_numpy(a))),
        (
            dv.linalg.solve_ex(dv.tensor(a), dv.tensor(b)),
            torch.linalg.solve_ex(torch.from_numpy(a), torch.from_numpy(b)),
        ),
    ):
        assert ours[1].tolist() == theirs[1].tolist() == [0, 3, 0]
        np.testing.assert_allclose(ours[0].numpy()[::2], theirs[0].numpy()[::2], atol=1e-12)
        assert not np.isfinite(ours[0].numpy()[1]).all()
    single = dv.linalg.inv_ex(dv.tensor(a[1]))
    assert single.info.item() == 3
    assert not np.isfinite(single.inverse.numpy()).all()


def test_pivots_that_are_zero_are_those_that_lapack_finds() -> None:
    """Elimination by NumPy exchanges the rows that LAPACK exchanges, and finds the same zero pivot."""
    scipy_lapack = pytest.importorskip("scipy.linalg.lapack")
    a = RNG.integers(-1, 2, (300, 4, 4)).astype(np.float64)
    found = solving.zero_pivots(a)
    assert found.tolist() == [scipy_lapack.dgetrf(matrix)[2] for matrix in a]
    assert len(set(found.tolist())) == 5


@pytest.mark.parametrize("n", [4, LARGE])
@pytest.mark.parametrize("upper", [False, True])
def test_a_zero_on_the_diagonal_of_a_triangular_matrix_is_divided_by(
    n: int, upper: bool, library: str
) -> None:
    """What follows from a division by zero is infinite or NaN where PyTorch's is; the other columns are finite."""
    torch = pytest.importorskip("torch")
    a, b = regular((n, n), np.float64), drawn((n, 2), np.float64)
    a[1, 1] = 0
    ours = dv.linalg.solve_triangular(dv.tensor(a), dv.tensor(b), upper=upper).numpy()
    theirs = torch.linalg.solve_triangular(torch.from_numpy(a), torch.from_numpy(b), upper=upper).numpy()
    np.testing.assert_array_equal(np.isfinite(ours), np.isfinite(theirs))
    np.testing.assert_allclose(ours[np.isfinite(ours)], theirs[np.isfinite(theirs)], atol=1e-12)


def test_halves_that_are_not_read_get_no_gradient() -> None:
    """Gradients of triangular arguments are zero in the half that is not read, and on a diagonal of ones."""
    a = dv.tensor(regular((4, 4), np.float64), requires_grad=True)
    b = dv.tensor(drawn((4, 2), np.float64))
    for function in (
        lambda: dv.linalg.solve_triangular(a, b, upper=False),
        lambda: dv.cholesky_solve(b, a),
        lambda: dv.cholesky_inverse(a),
        lambda: dv.triangular_solve(b, a, upper=False).solution,
    ):
        (grad,) = dv.autograd.grad(function().sum(), [a])
        assert not np.triu(grad.numpy(), 1).any()
        assert grad.numpy()[np.tril_indices(4)].all()
    (grad,) = dv.autograd.grad(dv.linalg.solve_triangular(a, b, upper=True, unitriangular=True).sum(), [a])
    assert not np.tril(grad.numpy()).any()


@pytest.mark.parametrize("rank", [0, 1, 2, 3])
@pytest.mark.parametrize("dtype", DTYPES[:2], ids=lambda dtype: dtype.__name__)
def test_determinants_have_derivatives_at_singular_matrices(rank: int, dtype: Any) -> None:
    """The gradient of a determinant is its cofactors, also without an inverse, and so is that of the gradient."""
    a = drawn((4, rank), dtype) @ drawn((rank, 4), dtype)
    minors = np.array([[np.delete(np.delete(a, i, 0), j, 1) for j in range(4)] for i in range(4)])
    signs = (-1.0) ** np.add.outer(np.arange(4), np.arange(4))
    x = dv.tensor(a, requires_grad=True)
    (grad,) = dv.autograd.grad(dv.linalg.det(x), [x], dv.ones((), dtype=x.dtype))
    np.testing.assert_allclose(grad.numpy().conj(), signs * np.linalg.det(minors), atol=1e-12)
    assert dv.autograd.gradcheck(dv.linalg.det, (x,), check_forward_ad=True)
    assert dv.autograd.gradgradcheck(dv.linalg.det, (x,))


@pytest.mark.parametrize(
    ("matrix", "cofactors"),
    [
        ([[1.0, 2.0], [2.0, 4.0]], [[4.0, -2.0], [-2.0, 1.0]]),
        (
            [[1.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 0.0]],
            [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 2.0]],
        ),
        (
            [[0.0, 1.0, 2.0], [3.0, 4.0, 5.0], [6.0, 7.0, 8.0]],
            [[-3.0, 6.0, -3.0], [6.0, -12.0, 6.0], [-3.0, 6.0, -3.0]],
        ),
    ],
)
def test_determinants_have_the_gradient_of_cofactors(matrix: Any, cofactors: Any) -> None:
    """Differs from PyTorch: where elimination ends in an exact zero, PyTorch's gradient of a determinant is 0; here it
    is the cofactors, the derivative, as PyTorch's is where rounding leaves a tiny pivot.
    """
    torch = pytest.importorskip("torch")
    x = dv.tensor(matrix, dtype=dv.float64, requires_grad=True)
    (grad,) = dv.autograd.grad(dv.linalg.det(x), x)
    np.testing.assert_allclose(grad.numpy(), cofactors, atol=1e-12)
    step = 1e-6 * np.eye(x.numel()).reshape(-1, *x.shape)
    above, below = (np.linalg.det(x.detach().numpy() + change) for change in (step, -step))
    np.testing.assert_allclose(((above - below) / 2e-6).reshape(x.shape), cofactors, atol=1e-5)
    y = torch.tensor(matrix, dtype=torch.float64, requires_grad=True)
    (slope,) = torch.autograd.grad(torch.linalg.det(y), y)
    assert not slope.any()


def test_singular_matrices_have_an_infinite_logarithm() -> None:
    """A determinant of 0 has the sign 0 and the logarithm -inf; a negative one has no real logarithm."""
    a = dv.tensor([[1.0, 2.0], [2.0, 4.0]])
    assert dv.linalg.det(a).item() == 0
    assert [part.item() for part in dv.slogdet(a)] == [0, -np.inf]
    assert dv.logdet(a).item() == -np.inf
    assert np.isnan(dv.logdet(dv.tensor([[0.0, 1.0], [1.0, 0.0]])).item())
    large = dv.zeros(LARGE, LARGE)
    assert dv.det(large).item() == 0
    assert [part.item() for part in dv.slogdet(large)] == [0, -np.inf]


@pytest.mark.parametrize("mode", ["complete", "r"])
def test_factors_without_derivative_say_which_have_one(mode: str) -> None:
    """Modes of QR that have no derivative are refused in backward, by a message that says what to use."""
    a = dv.tensor(drawn((4, 2), np.float64), requires_grad=True)
    factors = dv.linalg.qr(a, mode)
    with pytest.raises(NotImplementedError, match="use mode='reduced'"):
        factors.R.sum().backward()


@pytest.mark.parametrize(
    "function",
    [
        lambda a: dv.linalg.lu_factor(a),
        lambda a: dv.linalg.lu(a),
        lambda a: dv.linalg.ldl_factor(a),
        lambda a: dv.linalg.ldl_solve(a, dv.tensor([1, 2], dtype=dv.int32), a),
    ],
)
def test_without_scipy_the_error_names_the_extra(
    function: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Factors that NumPy does not return need SciPy, and say how it is installed."""
    monkeypatch.setattr(lapack, "scipy_linalg", lambda: None)
    with pytest.raises(ImportError, match=r"^linalg\.\w+: needs SciPy, .*pip install derivata\[scipy\]"):
        function(dv.eye(2))


MISTAKES: dict[str, tuple[Callable[[], Any], str]] = {
    "no matrix": (
        lambda: dv.linalg.inv(dv.ones(3)),
        r"linalg\.inv: The input tensor A must have at least 2 dim",
    ),
    "rows that are not there": (
        lambda: dv.linalg.lu_solve(dv.eye(2), dv.tensor([0, 2], dtype=dv.int32), dv.eye(2)),
        r".*\(pivots should be rows of LU, from 1 to 2, got 0; pass those that lu_factor has",
    ),
    "blocks that are not there": (
        lambda: dv.linalg.ldl_solve(dv.eye(3), dv.tensor([-3, 2, -3], dtype=dv.int32), dv.eye(3)),
        r"linalg\.ldl_solve: Expected pivots between 1 and 3, those of a block twice and negative, got \[-3  2 -3\]",
    ),
    "not square": (
        lambda: dv.linalg.det(dv.ones(2, 3)),
        r"linalg\.det: A must be batches of square matrices, but they are 2 by 3 matrices",
    ),
    "integers": (
        lambda: dv.linalg.cholesky(dv.ones(2, 2, dtype=dv.int64)),
        r"linalg\.cholesky: Expected a floating point or complex tensor as input, got int64",
    ),
    "dtypes": (
        lambda: dv.linalg.solve(dv.eye(2), dv.ones(2, dtype=dv.float64)),
        r"linalg\.solve: Expected A and B to have the same dtype",
    ),
    "rows": (
        lambda: dv.linalg.solve(dv.eye(3), dv.ones(2)),
        r"linalg\.solve: Incompatible shapes of A and B for the equation AX = B \(3x3 and 2x1\)",
    ),
    "columns": (
        lambda: dv.linalg.solve(dv.eye(3), dv.ones(3, 2), left=False),
        r"linalg\.solve: Incompatible shapes of A and B for the equation XA = B \(3x3 and 3x2\)",
    ),
    "batches": (
        lambda: dv.linalg.solve(dv.ones(2, 3, 3), dv.ones(4, 3, 2)),
        r"linalg\.solve: the dimensions before the last two must broadcast, got \(2,\) for A and \(4,\) for B",
    ),
    "vector": (
        lambda: dv.linalg.solve_triangular(dv.eye(2), dv.ones(2), upper=True),
        r"linalg\.solve_triangular: The input tensor B must have at least 2 dimensions",
    ),
    "mode": (lambda: dv.linalg.qr(dv.eye(2), "bad"), r"linalg\.qr: received unrecognized mode 'bad'"),
    "reflections": (
        lambda: dv.linalg.householder_product(dv.ones(2, 3), dv.ones(2)),
        r"linalg\.householder_product: input\.shape\[-2\] must be greater than or equal to input\.shape\[-1\]",
    ),
    "pivots": (
        lambda: dv.lu_unpack(dv.eye(2), dv.tensor([1, 2])),
        r"lu_unpack: pivots should be a Tensor of scalar type int32",
    ),
    "pivot=False": (
        lambda: dv.linalg.lu_factor(dv.eye(2), pivot=False),
        r"linalg\.lu_factor: LU without pivoting is not implemented on the CPU",
    ),
    "tensorinv": (lambda: dv.linalg.tensorinv(dv.ones(2, 3)), r"linalg\.tensorinv: Expected self to satisfy"),
    "tensorsolve": (
        lambda: dv.linalg.tensorsolve(dv.ones(2, 3), dv.ones(2)),
        r"linalg\.tensorsolve: Expected self to satisfy",
    ),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_errors_say_what_was_expected(name: str) -> None:
    """Arguments that do not fit are errors that name op and argument."""
    call, message = MISTAKES[name]
    with pytest.raises(RuntimeError, match=f"^{message}"):
        call()


@pytest.mark.parametrize("order", ["rows", "columns", "reversed"])
def test_stacks_of_factors_are_those_of_each_matrix(order: str) -> None:
    """Factors of a stack are those of its matrices one by one, in any order in memory, and leave the argument alone."""
    pytest.importorskip("scipy")
    a = regular((2, 3, 4, 4), np.float64)
    a = {"rows": a, "columns": np.ascontiguousarray(a.mT).mT, "reversed": a[::-1, :, ::-1, ::-1]}[order]
    symmetric, before, sides = a + a.mT, a.copy(), drawn((3, 4, 2), np.float64)
    stack = dv.linalg.lu_factor(dv.from_numpy(a))
    halves = dv.linalg.ldl_factor(dv.from_numpy(symmetric))
    solved = dv.linalg.ldl_solve(*halves, dv.from_numpy(sides))
    for place in np.ndindex(2, 3):
        alone = dv.linalg.lu_factor(dv.tensor(a[place]))
        assert [part[place].tolist() for part in stack] == [part.tolist() for part in alone]
        half = dv.linalg.ldl_factor(dv.tensor(symmetric[place]))
        assert [part[place].tolist() for part in halves] == [part.tolist() for part in half]
        np.testing.assert_allclose(symmetric[place] @ solved[place].numpy(), sides[place[1]], atol=1e-12)
    np.testing.assert_array_equal(a, before)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("kernels", [True, False])
def test_stacks_of_factors_are_those_of_lapack(dtype: Any, kernels: bool) -> None:
    """Each matrix has the bits, exchanges and zero pivots that LAPACK gives it alone, with the loop and without."""
    scipy_lapack = pytest.importorskip("scipy.linalg.lapack")
    kind = np.dtype(dtype)
    a, sides = drawn((40, 5, 5), dtype), drawn((40, 5, 2), dtype)
    a[3, :, 2], a[7], a[9, 1, 1], a[11], a[13] = 0, 0, np.nan, np.inf, np.eye(5)
    a[4, 0, 0] = a[4, 1, 1] = 0
    wide, hermitian = a[:, :3], a + a.conj().mT
    with contextlib.nullcontext() if kernels else dv.kernels.disabled(), np.errstate(all="ignore"):
        for stack in (a, wide):
            LU, pivots, info = dv.linalg.lu_factor_ex(dv.from_numpy(stack))
            for k, matrix in enumerate(stack):
                wanted = scipy_lapack.get_lapack_funcs("getrf", dtype=kind)(matrix)
                np.testing.assert_array_equal(LU[k].numpy(), wanted[0])
                assert (pivots[k].numpy() - 1).tolist() == wanted[1].tolist()
                assert info[k].item() == wanted[2]
        for symmetric, name in ((a + a.mT, "sy"), (hermitian, "he" if kind.kind == "c" else "sy")):
            LD, pivots, info = dv.linalg.ldl_factor_ex(dv.from_numpy(symmetric), hermitian=name == "he")
            solved = dv.linalg.ldl_solve(LD, pivots, dv.from_numpy(sides), hermitian=name == "he")
            factor, solve = scipy_lapack.get_lapack_funcs((f"{name}trf", f"{name}trs"), dtype=kind)
            for k, matrix in enumerate(symmetric):
                half, exchanges, found = factor(matrix, lower=1)
                np.testing.assert_array_equal(LD[k].numpy(), np.tril(half))
                assert pivots[k].tolist() == exchanges.tolist()
                assert info[k].item() == found
                np.testing.assert_array_equal(solved[k].numpy(), solve(half, exchanges, sides[k], lower=1)[0])


@pytest.mark.parametrize("dtype", DTYPES)
def test_minors_of_many_matrices_are_those_of_lapack(dtype: Any) -> None:
    """cholesky_ex gives each matrix of a stack the order, and the factor of the minor before it, that LAPACK gives."""
    scipy_lapack = pytest.importorskip("scipy.linalg.lapack")
    a = definite((30, 6, 6), dtype)
    for k in range(1, 7):
        a[k, k - 1, k - 1] = -1
    a[9] = 0
    ours = dv.linalg.cholesky_ex(dv.from_numpy(a))
    tolerance = 1e-5 if np.finfo(dtype).bits == 32 else 1e-13
    for k, matrix in enumerate(a):
        factor, order = scipy_lapack.get_lapack_funcs("potrf", dtype=np.dtype(dtype))(
            matrix, lower=1, clean=1
        )
        assert ours.info[k].item() == order
        n = order - 1 if order else 6
        np.testing.assert_allclose(ours.L[k].numpy()[:n, :n], factor[:n, :n], rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("shape", [(6, 6), (2, 6, 6), (LARGE, LARGE)])
def test_minors_that_are_nan_are_not_positive(shape: tuple[int, ...], library: str) -> None:
    """A matrix with NaN has no factor, as in PyTorch; the order is that of the first minor that holds it."""
    a = definite(shape, np.float64)
    a[..., 3, 1] = a[..., 1, 3] = np.nan
    assert (dv.linalg.cholesky_ex(dv.from_numpy(a)).info == 4).all()
    with pytest.raises(dv.linalg.LinAlgError, match="the leading minor of order 4 is not positive-definite"):
        dv.linalg.cholesky(dv.from_numpy(a))


@pytest.mark.parametrize("shape", [(2, 0, 4), (2, 4, 0), (0, 3, 3), (0, 0), (2, 3, 0, 0)])
def test_empty_matrices_have_empty_factors(shape: tuple[int, ...]) -> None:
    """L and U of a stack without elements have their shapes, and no row is exchanged."""
    permutation, lower, upper = dv.linalg.lu(dv.ones(*shape))
    *batch, rows, columns = shape
    least = min(rows, columns)
    assert lower.shape == (*batch, rows, least)
    assert upper.shape == (*batch, least, columns)
    np.testing.assert_array_equal(permutation.numpy(), np.broadcast_to(np.eye(rows), (*batch, rows, rows)))


def test_a_scipy_whose_lapack_counts_in_other_integers_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Factors by LAPACK need one that counts in int; another would read other memory than its arguments."""
    pytest.importorskip("scipy")
    monkeypatch.setattr(stacks, "_capsule_name", lambda capsule: b"void (blas_int *, blas_int *, d *)")
    stacks._routine.cache_clear()
    with pytest.raises(ImportError, match=r"expected SciPy's dgetrf to take int, got void \(blas_int"):
        dv.linalg.lu_factor(dv.eye(3, dtype=dv.float64))
