"""Sparse matrices of SciPy's times tensors, and systems with them: values, derivatives, what is refused."""

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import derivata as dv

scipy_sparse = pytest.importorskip("scipy.sparse")
ours = dv.scipy.sparse

FORMATS = ("bsr", "coo", "csc", "csr", "dia", "dok", "lil")
DENSE = np.array([[0.0, 2.0, 0.0], [1.0, 0.0, -3.0]])
SQUARE = np.array([[4.0, 1.0, 0.0], [0.5, 3.0, 0.0], [0.0, -1.0, 5.0]])
POSITIVE = SQUARE @ SQUARE.T


def leaf(array: Any) -> dv.Tensor:
    return dv.from_numpy(np.array(array, float)).requires_grad_()


@pytest.mark.parametrize("kind", ["array", "matrix"])
@pytest.mark.parametrize("form", FORMATS)
def test_products_are_recorded_in_both_orders(form: str, kind: str) -> None:
    a = getattr(scipy_sparse, f"{form}_{kind}")(DENSE)
    x, y = leaf([1.0, 2.0, 3.0]), leaf([[1.0, 2.0], [3.0, 4.0]])
    products: list[tuple[Any, Any, Callable[[Any], Any]]] = [
        (x, DENSE @ [1.0, 2.0, 3.0], lambda x: a @ x),
        (y, y.detach().numpy() @ DENSE, lambda y: y @ a),
        (y, DENSE.T @ y.detach().numpy(), lambda y: a.T @ y),
        (x, x.detach().numpy() @ DENSE.T, lambda x: x @ a.T),
        (x, DENSE @ [1.0, 2.0, 3.0], lambda x: ours.matmul(a, x)),
    ]
    if kind == "matrix":
        products += [(x, DENSE @ [1.0, 2.0, 3.0], lambda x: a * x)]
    for given, wanted, product in products:
        found = product(given)
        assert isinstance(found, dv.Tensor) and found.requires_grad and found.shape == wanted.shape
        np.testing.assert_allclose(found.detach(), wanted)
    assert dv.autograd.gradcheck(lambda x: a @ x, x, check_forward_ad=True)
    assert dv.autograd.gradcheck(lambda y: y @ a, y, check_forward_ad=True)


def test_products_of_other_dtypes_and_orders() -> None:
    a = scipy_sparse.csr_array(DENSE + 1j * DENSE**2)
    x = leaf([1.0, 2.0, 3.0])
    assert (a @ x).dtype == dv.complex128
    assert dv.autograd.gradcheck(lambda x: a @ x, x, check_forward_ad=True)
    assert dv.autograd.gradgradcheck(lambda x: (a @ x).abs().square(), x)
    single = scipy_sparse.csr_array(DENSE.astype(np.float32))
    assert (single @ dv.ones(3)).dtype == dv.float32 and (single @ x).dtype == dv.float64
    rows = dv.func.jacrev(lambda x: single @ x)(x.detach())
    np.testing.assert_allclose(rows, DENSE)
    np.testing.assert_allclose(dv.func.vmap(lambda x: single @ x)(dv.eye(3)), DENSE.T)


def test_products_of_others_are_as_before() -> None:
    a = scipy_sparse.csr_array(DENSE)
    np.testing.assert_array_equal(a @ np.ones(3), DENSE @ np.ones(3))
    assert scipy_sparse.issparse(a @ a.T)
    assert (dv.eye(2) @ dv.ones(2)).tolist() == [1, 1]
    assert (np.eye(2) @ dv.ones(2, dtype=dv.float64)).tolist() == [1, 1]


def solved(name: str, a: Any, b: Any) -> dv.Tensor:
    if name == "spsolve":
        return ours.linalg.spsolve(a, b)
    x, info = getattr(ours.linalg, name)(a, b, rtol=1e-13)
    assert info == 0
    return x


@pytest.mark.parametrize("name", ["spsolve", "cg", "gmres"])
def test_systems_have_derivatives_by_right_sides_and_values(name: str) -> None:
    dense = POSITIVE if name == "cg" else SQUARE
    b = leaf([1.0, -2.0, 0.5])
    for made in (scipy_sparse.csr_matrix(dense), scipy_sparse.coo_array(dense)):
        np.testing.assert_allclose(
            solved(name, made, b).detach(), np.linalg.solve(dense, b.detach()), rtol=1e-9
        )
        assert dv.autograd.gradcheck(lambda b, made=made: solved(name, made, b), b, check_forward_ad=True)
    indices = np.array(np.nonzero(dense))
    if name == "cg":  # which takes Hermitian matrices alone, so values change in pairs
        indices = np.array([[0, 1, 2], [0, 1, 2]])

    def by_values(values: dv.Tensor, b: dv.Tensor) -> dv.Tensor:
        return solved(name, dv.sparse_coo_tensor(indices, values, (3, 3)), b)

    values = leaf(dense[tuple(indices)])
    assert dv.autograd.gradcheck(by_values, (values, b), check_forward_ad=True)
    assert dv.autograd.gradgradcheck(by_values, (values, b), fast_mode=True)


def test_several_right_sides_are_solved_at_once() -> None:
    b = leaf(np.eye(3, 2))
    assert dv.autograd.gradcheck(lambda b: ours.linalg.spsolve(scipy_sparse.csc_array(SQUARE), b), b)


def test_starts_preconditioners_and_callbacks_are_scipys() -> None:
    a, b = scipy_sparse.csr_array(SQUARE), leaf([1.0, -2.0, 0.5])
    exact = np.linalg.solve(SQUARE, b.detach())
    seen: list[Any] = []
    x, info = ours.linalg.gmres(
        a, b, dv.zeros(3), M=np.linalg.inv(SQUARE), rtol=1e-12, callback=seen.append, callback_type="legacy"
    )
    np.testing.assert_allclose(x.detach(), exact, rtol=1e-10)
    count = len(seen)
    (found,) = dv.autograd.grad(x.sum(), b)
    np.testing.assert_allclose(found, np.linalg.solve(SQUARE.T, np.ones(3)), rtol=1e-10)
    assert info == 0 and count == len(seen) > 0


def test_a_system_that_did_not_converge_says_so() -> None:
    a, b = scipy_sparse.csr_array(POSITIVE), leaf([1.0, -2.0, 0.5])
    x, info = ours.linalg.cg(a, b, np.linalg.solve(POSITIVE, b.detach()), rtol=1e-6, maxiter=1)
    assert info == 0
    with pytest.raises(
        RuntimeError, match=r"^cg: expected to solve the system for derivatives, got info=1; allow"
    ):
        x.sum().backward()
    assert ours.linalg.cg(a, b, rtol=1e-13, maxiter=1)[1] == 1


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (
            lambda: ours.matmul(dv.ones(2), dv.ones(2)),
            TypeError,
            r"^matmul: expected a sparse matrix of SciPy's and a",
        ),
        (
            lambda: scipy_sparse.csr_array(DENSE) @ dv.ones(2),
            ValueError,
            r"got \(2, 3\) and \(2,\); transpose one",
        ),
        (
            lambda: ours.linalg.spsolve(scipy_sparse.csr_array(DENSE), [1.0, 2.0]),
            ValueError,
            r"^spsolve: expected a ma",
        ),
        (
            lambda: ours.linalg.cg(scipy_sparse.csr_array(POSITIVE), np.eye(3)),
            ValueError,
            r"^cg: expected b of shape \(n,\), got \(3, 3\); solve column by column",
        ),
        (lambda: ours.linalg.spsolv, AttributeError, "did you mean 'spsolve'"),
    ],
)
def test_what_does_not_fit_is_refused(call: Any, error: type, text: str) -> None:
    with pytest.raises(error, match=text):
        call()


def test_nothing_is_lost_before_the_import() -> None:
    """Before `derivata.scipy.sparse` is imported, SciPy's operator refuses a tensor with history."""
    program = (
        "import derivata as dv, scipy.sparse as sparse\n"
        "x = dv.ones(2, requires_grad=True)\n"
        "try:\n"
        "    sparse.eye_array(2) @ x\n"
        "except RuntimeError as error:\n"
        "    print(str(error)[:40])\n"
        "try:\n"
        "    x @ sparse.eye_array(2)\n"
        "except TypeError as error:\n"
        "    print(str(error).partition('; ')[2][:29])\n"
        "import derivata.scipy.sparse\n"
        "print((sparse.eye_array(2) @ x).requires_grad)\n"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout.split("\n")[:3] == [
        "np.asarray: a Tensor that requires grad ",
        "import derivata.scipy.sparse,",
        "True",
    ]


def test_without_scipy_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy.sparse", None)
    with pytest.raises(
        ImportError, match=r"^matmul: needs SciPy, which is not installed; pip install 'deriv"
    ):
        ours.matmul(dv.ones(2), dv.ones(2))
    monkeypatch.setitem(sys.modules, "scipy.sparse.linalg", None)
    for name in ("spsolve", "cg", "gmres"):
        with pytest.raises(
            ImportError, match=rf"^{name}: needs SciPy, which is not installed; pip install 'deriv"
        ):
            getattr(ours.linalg, name)(SQUARE, [1.0, 2.0, 3.0])
