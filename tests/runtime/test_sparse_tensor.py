"""Sparse tensors in coordinate format: made, summed, converted, printed, pickled."""

import copy
import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import derivata as dv

ROOT = Path(__file__).resolve().parents[2]
RNG = np.random.default_rng(0)


def coo(lib: Any, indices: Any, values: Any, size: Any = None) -> Any:
    indices, values = lib.tensor(indices), lib.tensor(values)
    return lib.sparse_coo_tensor(indices, values, *(() if size is None else (size,)))


def random_coo(lib: Any, shape: tuple[int, ...], sparse_dim: int, nnz: int, seed: int) -> Any:
    """A random tensor with repeated indices, the same one in both libraries."""
    rng = np.random.default_rng(seed)
    indices = np.stack([rng.integers(0, size, nnz) for size in shape[:sparse_dim]])
    values = rng.normal(size=(nnz, *shape[sparse_dim:])).astype(np.float32)
    return coo(lib, indices.tolist(), values.tolist(), shape)


def dense(tensor: Any) -> Any:
    return np.asarray(tensor.to_dense().detach().tolist())


def test_shape_dtype_and_dimensions_are_described(lib: Any) -> None:
    """A sparse tensor has sparse dimensions, which are indexed, and dense ones, which its values have."""
    x = coo(lib, [[0, 2], [1, 1]], [[1.0, 2.0], [3.0, 4.0]], (3, 4, 2))
    assert (tuple(x.shape), x.dtype, x.ndim, x.numel(), len(x)) == ((3, 4, 2), lib.float32, 3, 24, 3)
    assert (x.sparse_dim(), x.dense_dim(), x._nnz()) == (2, 1, 2)
    assert x.is_sparse and x.layout is lib.sparse_coo
    assert not lib.ones(2).is_sparse and lib.ones(2).layout is lib.strided
    assert x._indices().tolist() == [[0, 2], [1, 1]]
    assert x._indices().dtype == lib.int64
    assert x._values().tolist() == [[1.0, 2.0], [3.0, 4.0]]


def test_size_may_be_inferred(lib: Any) -> None:
    """Without a size, a sparse tensor has the smallest that its indices fit in."""
    assert tuple(coo(lib, [[0, 4], [2, 1]], [1.0, 2.0]).shape) == (5, 3)
    assert tuple(coo(lib, [[1]], [[1.0, 2.0]]).shape) == (2, 2)


def test_dtype_may_be_given(lib: Any) -> None:
    """`dtype` converts the values of a sparse tensor."""
    x = lib.sparse_coo_tensor([[0]], [1, ], (2,), dtype=lib.float64)  # fmt: skip
    assert x.dtype == lib.float64
    assert x.to_dense().tolist() == [1.0, 0.0]


@pytest.mark.parametrize(("shape", "sparse_dim"), [((5,), 1), ((4, 3), 2), ((4, 3), 1), ((2, 3, 4), 2)])
def test_repeated_indices_count_as_their_sum(torch: Any, shape: tuple[int, ...], sparse_dim: int) -> None:
    """`to_dense` adds up the values of repeated indices, and `coalesce` sorts the indices and merges them."""
    ours, theirs = (random_coo(lib, shape, sparse_dim, 9, seed=1) for lib in (dv, torch))
    np.testing.assert_allclose(dense(ours), dense(theirs), rtol=1e-6)
    merged, expected = ours.coalesce(), theirs.coalesce()
    assert merged.is_coalesced() and not ours.is_coalesced()
    assert merged.indices().tolist() == expected.indices().tolist()
    np.testing.assert_allclose(merged.values().numpy(), expected.values().numpy(), rtol=1e-6)
    assert merged.coalesce() is merged


@pytest.mark.parametrize("what", ["indices", "values"])
def test_indices_and_values_of_an_uncoalesced_tensor_are_refused(lib: Any, what: str) -> None:
    """`indices()` and `values()` need a coalesced tensor; `_indices()` and `_values()` do not."""
    x = coo(lib, [[0, 0]], [1.0, 2.0], (3,))
    with pytest.raises(
        RuntimeError, match=rf"Cannot get {what} on an uncoalesced tensor, please call .coalesce\(\)"
    ):
        getattr(x, what)()


@pytest.mark.parametrize("dims", [None, 1, 2])
def test_dense_tensors_become_sparse_and_back(lib: Any, dims: int | None) -> None:
    """`to_sparse` stores what is not zero, by element or by block, coalesced; `to_dense` undoes it."""
    x = lib.tensor([[0.0, 0.0, 1.0], [0.0, 0.0, 0.0], [2.0, 3.0, 0.0]])
    sparse = x.to_sparse() if dims is None else x.to_sparse(dims)
    assert sparse.sparse_dim() == (2 if dims is None else dims)
    assert sparse.is_coalesced()
    assert sparse._nnz() == {None: 3, 1: 2, 2: 3}[dims]
    assert sparse.to_dense().tolist() == x.tolist()
    with pytest.raises(RuntimeError, match=r"sparse_dim argument must be in .* range, but 3 is given"):
        x.to_sparse(3)


def test_a_tensor_without_dimensions_may_be_sparse(lib: Any) -> None:
    """A 0-d tensor can be sparse: its one value has no indices."""
    x = lib.tensor(3.0).to_sparse()
    assert (x._nnz(), x.to_dense().item(), tuple(x._indices().shape)) == (1, 3.0, (0, 1))


def test_sums_with_sparse_tensors_are_sparse_with_dense_ones_dense() -> None:
    """Differs from PyTorch: sums of sparse and dense tensors may be written in either order, and with NumPy's arrays,
    because they mean the same; PyTorch takes the dense one first.
    """
    a, b = (random_coo(dv, (4, 3), 1, 5, seed) for seed in (1, 2))
    c = dv.tensor(RNG.normal(size=(4, 3)).astype(np.float32))
    assert (a + b).is_sparse and (a - b).is_sparse
    np.testing.assert_allclose(dense(a + b), dense(a) + dense(b), rtol=1e-5)
    np.testing.assert_allclose(dense(a - b), dense(a) - dense(b), rtol=1e-5, atol=1e-6)
    for total in (a + c, c + a, c.numpy() + a, a + c.numpy()):
        assert total.__class__ is dv.Tensor
        np.testing.assert_allclose(total.numpy(), dense(a) + c.numpy(), rtol=1e-6)
    np.testing.assert_allclose((c - a).numpy(), c.numpy() - dense(a), rtol=1e-6)
    np.testing.assert_allclose((a - c).numpy(), dense(a) - c.numpy(), rtol=1e-6)


def test_a_sparse_sum_is_sparse_and_one_with_a_dense_tensor_dense(lib: Any) -> None:
    """A sum of sparse tensors is sparse; a dense tensor plus a sparse one is dense."""
    x = coo(lib, [[0, 2]], [1.0, 2.0], (3,))
    assert (x + x).is_sparse
    assert (x + x).to_dense().tolist() == [2.0, 0.0, 4.0]
    total = lib.ones(3) + x
    assert not total.is_sparse
    assert total.tolist() == [2.0, 1.0, 3.0]


@pytest.mark.parametrize("parameter", [False, True])
def test_sparse_tensors_are_added_to_dense_ones_in_place(lib: Any, parameter: bool) -> None:
    """`+=`, `-=` and `add_` with `alpha` add a sparse tensor to a dense one in place."""
    x = lib.nn.Parameter(lib.ones(3)) if parameter else lib.ones(3)
    change = coo(lib, [[0, 0]], [1.0, 2.0], (3,))
    with lib.no_grad():
        kept = x
        x += change
        x -= change * 0.5
        x.add_(change, alpha=-2)
        assert kept is x
        assert x.tolist() == [-3.5, 1.0, 1.0]
        assert (x + change).tolist() == [-0.5, 1.0, 1.0]
        assert (x - change).tolist() == [-6.5, 1.0, 1.0]


def test_sums_of_coalesced_tensors_are_coalesced(lib: Any) -> None:
    """The sum of two coalesced tensors is coalesced."""
    a, b = coo(lib, [[0, 1]], [1.0, 2.0], (3,)).coalesce(), coo(lib, [[1, 2]], [1.0, 2.0], (3,)).coalesce()
    assert (a + b).is_coalesced()
    assert (a + b).values().tolist() == [1.0, 3.0, 2.0]


def test_a_sum_never_stores_more_rows_than_there_are() -> None:
    """Differs from PyTorch: a sum with more stored values than the tensor has places is coalesced, also when the
    values are rows, so that a gradient that is accumulated for long stays small.
    """
    x = coo(dv, [[0, 1, 0]], [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], (3, 2))
    assert (x + x)._nnz() == 2
    np.testing.assert_array_equal(dense(x + x), 2 * dense(x))


def test_numbers_scale_the_values(lib: Any) -> None:
    """A number multiplies or divides the stored values."""
    x = coo(lib, [[0, 0]], [1.0, 2.0], (3,))
    for scaled, factor in (
        (x * 2, 2),
        (2 * x, 2),
        (x / 2, 0.5),
        (-x, -1),
        (x.neg(), -1),
        (x * lib.tensor(3.0), 3),
    ):
        assert scaled._indices().tolist() == [[0, 0]]
        assert scaled._values().tolist() == [1.0 * factor, 2.0 * factor]


def test_in_place_arithmetic_keeps_the_object(lib: Any) -> None:
    """`+=`, `*=`, `/=` and `zero_` change a sparse tensor in place."""
    x = y = coo(lib, [[0]], [1.0], (3,))
    x += coo(lib, [[2]], [5.0], (3,))
    x *= 4
    x /= 2
    assert x is y
    assert y.to_dense().tolist() == [2.0, 0.0, 10.0]
    y.zero_()
    assert (y._nnz(), y.to_dense().tolist()) == (0, [0.0, 0.0, 0.0])


def test_the_product_with_a_dense_tensor_is_sparse(lib: Any) -> None:
    """The product of a sparse and a dense tensor of the same shape is sparse."""
    x = coo(lib, [[0, 2]], [1.0, 2.0], (3,)).coalesce() * lib.tensor([3.0, 4.0, 5.0])
    assert x.is_sparse
    assert x.to_dense().tolist() == [3.0, 0.0, 10.0]


@pytest.mark.parametrize("indices", [[[0, 2]], [[2, 2]]])
def test_results_are_differentiable_by_the_values(lib: Any, indices: Any) -> None:
    """A sparse tensor of values that require grad is differentiable: the values get the gradient."""
    values = lib.tensor([1.0, 2.0], requires_grad=True)
    x = lib.sparse_coo_tensor(lib.tensor(indices), values, (3,))
    assert x.requires_grad and not x.is_leaf
    (x.to_dense() * lib.tensor([1.0, 10.0, 100.0])).sum().backward(retain_graph=True)
    expected = [[1.0, 10.0, 100.0][index] for index in indices[0]]
    assert values.grad.tolist() == expected
    (x + x).coalesce().values().sum().backward()
    assert values.grad.tolist() == [entry + 2 for entry in expected]
    assert not x.detach().requires_grad


def test_to_sparse_is_differentiable(lib: Any) -> None:
    """The gradient of `to_sparse` arrives where values were stored."""
    x = lib.tensor([0.0, 3.0, 4.0], requires_grad=True)
    (x.to_sparse() * 2).coalesce().values().sum().backward()
    assert x.grad.to_dense().tolist() == [0.0, 2.0, 2.0]


def test_second_derivatives_and_tangents_pass_through() -> None:
    """Conversions and sums of sparse tensors have derivatives of every order and forward derivatives."""

    def f(values: Any) -> Any:
        x = dv.sparse_coo_tensor([[0, 2, 2]], values * values, (4,))
        return ((x + x).coalesce() * 0.5 + dv.ones(4, dtype=dv.float64)) ** 2

    values = dv.tensor(RNG.normal(size=3), requires_grad=True)
    assert dv.autograd.gradcheck(f, (values,), check_forward_ad=True)
    assert dv.autograd.gradgradcheck(f, (values,))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([[0, 5]], [1.0, 2.0], (3,)), "for dim 0, size is 3 but found index 5"),
        (([[0, -1]], [1.0, 2.0], (3,)), "found negative index -1 in dim 0"),
        (
            ([[0, 1]], [1.0, 2.0, 3.0], (3,)),
            "must have same nnz, but got nnz from indices: 2, nnz from values: 3",
        ),
        (([0, 1], [1.0, 2.0], (3,)), r"indices must be sparse_dim x nnz, but got shape \(2,\)"),
        (([[0, 1]], 2.0, (3,)), "values must have a dimension for nnz = 2"),
        (([[0, 1]], [1.0, 2.0], (3, 2)), r"'len\(size\) == sparse_dim \+ dense_dim' is not satisfied"),
        (([[0]], [[1.0, 2.0]], (3, 3)), r"a value has shape \(2,\), but size \(3, 3\) leaves \(3,\)"),
        (([[0]], [1.0], (-3,)), "expected sizes of at least 0"),
        (([[0, 1.5]], [1.0, 2.0]), "expected indices of an integer dtype, got float32"),
    ],
)
def test_wrong_indices_and_sizes_are_refused(arguments: Any, message: str) -> None:
    """Indices outside of the size, and shapes that do not fit, are errors when a sparse tensor is made."""
    with pytest.raises(RuntimeError, match=f"sparse_coo_tensor: .*{message}"):
        dv.sparse_coo_tensor(*arguments)


@pytest.mark.parametrize("check", [None, False, True])
def test_indices_are_always_checked(check: bool | None) -> None:
    """Differs from PyTorch: indices are always checked, whatever `check_invariants` says, because a wrong one would
    write to memory that belongs to something else.
    """
    for index, message in ((7, "size is 3 but found index 7"), (-1, "found negative index -1")):
        with pytest.raises(RuntimeError, match=message):
            dv.sparse_coo_tensor([[0, index]], [1.0, 2.0], (3,), check_invariants=check)
    assert dv.sparse_coo_tensor([[0, 2]], [1.0, 2.0], (3,), check_invariants=check)._nnz() == 2


def test_a_sparse_leaf_that_requires_grad_is_refused() -> None:
    """Differs from PyTorch: a sparse tensor cannot be a leaf that requires grad, because its values can."""
    with pytest.raises(RuntimeError, match="from values that require grad"):
        dv.sparse_coo_tensor([[0]], [1.0], (3,), requires_grad=True)


@pytest.mark.parametrize(
    "work",
    [
        lambda x: x.exp(),
        lambda x: x.reshape(3),
        lambda x: x.bmm(x),
        lambda x: x.tolist(),
        lambda x: x.fill_(1),
    ],
    ids=["exp", "reshape", "bmm", "tolist", "fill_"],
)
def test_ops_without_a_sparse_form_are_refused(lib: Any, work: Any) -> None:
    """An op that has no sparse form raises, and the message names the op and the way out."""
    x = coo(lib, [[0]], [1.0], (3,))
    with pytest.raises((NotImplementedError, RuntimeError)) as caught:
        work(x)
    if lib is dv:
        assert "expected a dense tensor, got a sparse one of shape (3,)" in str(caught.value)
        assert "to_dense()" in str(caught.value)


def test_sums_that_do_not_fit_are_refused() -> None:
    """Sparse arithmetic that has no sparse result of the right kind raises, and says why."""
    x = coo(dv, [[0]], [1.0], (3,))
    with pytest.raises(
        RuntimeError, match=r"add: expected sizes of 'self' and 'other' to match, but \(3,\) != \(4,\)"
    ):
        x + dv.ones(4)
    with pytest.raises(RuntimeError, match=r"add\(sparse, dense\) is not supported"):
        x + 1
    with pytest.raises(RuntimeError, match="cannot be stored in a sparse tensor"):
        x += dv.ones(3)
    with pytest.raises(RuntimeError, match="divided by a number"):
        x / dv.ones(3)
    with pytest.raises(RuntimeError, match="same number of sparse dimensions, got 1 and 2"):
        dv.ones(2, 2).to_sparse(1) + dv.ones(2, 2).to_sparse(2)
    with pytest.raises(TypeError, match=r"np.exp: is not defined for a sparse tensor"):
        np.exp(x)  # type: ignore[call-overload]


def test_a_backward_pass_may_start_at_a_sparse_tensor(lib: Any) -> None:
    """`backward` and `grad` start from a sparse tensor with a history, given the gradient of all its elements."""
    values = lib.tensor([1.0, 2.0], requires_grad=True)
    x = lib.sparse_coo_tensor(lib.tensor([[0, 2]]), values * values, (3,)).coalesce()
    given = lib.tensor([1.0, 10.0, 100.0]).to_sparse()
    (grad,) = lib.autograd.grad(x, values, given, retain_graph=True)
    assert grad.tolist() == [2.0, 400.0]
    x.backward(given)
    assert values.grad.tolist() == [2.0, 400.0]


def test_sparse_tensors_print_like_pytorch_s(torch: Any) -> None:
    """A sparse tensor prints its indices, values, size and count, as PyTorch's do."""
    for indices, values, size in (
        ([[0, 0]], [1.5, 2.5], (3,)),
        ([[0, 0], [1, 1]], [[1.5, 2.5], [3.5, 4.5]], (3, 2, 2)),
    ):
        ours, theirs = (repr(coo(lib, indices, values, size)) for lib in (dv, torch))
        assert ours.replace("derivata", "torch") == theirs.replace("000", "")
    text = repr(coo(dv, [[0]], [1.0], (2,)).to(dv.float64))
    assert text.endswith("size=(2,), nnz=1, dtype=float64, layout=derivata.sparse_coo)")


def test_copies_and_pickles_keep_everything() -> None:
    """A sparse tensor can be copied, cloned and pickled."""
    x = coo(dv, [[2, 0]], [1.0, 2.0], (3,))
    for other in (pickle.loads(pickle.dumps(x)), copy.deepcopy(x), copy.copy(x), x.clone(), x.detach()):
        assert repr(other) == repr(x)
        assert other is not x
    assert pickle.loads(pickle.dumps(x.coalesce())).is_coalesced()
    clone = x.clone()
    clone._values().zero_()
    assert x._values().tolist() == [1.0, 2.0]


def test_history_cannot_be_pickled() -> None:
    """A sparse tensor with a history can be neither pickled nor copied deeply."""
    x = dv.sparse_coo_tensor([[0]], dv.ones(1, requires_grad=True), (3,))
    for work in (pickle.dumps, copy.deepcopy):
        with pytest.raises(RuntimeError, match="only leaf tensors can be"):
            work(x)


@pytest.mark.parametrize("format", ["coo", "csr", "csc"])
@pytest.mark.parametrize("kind", ["array", "matrix"])
def test_scipy_s_sparse_arrays_come_in_and_go_out(format: str, kind: str) -> None:
    """SciPy's sparse matrices and arrays of any format become sparse tensors and back."""
    scipy_sparse = pytest.importorskip("scipy.sparse")
    table = RNG.normal(size=(4, 3)) * (RNG.random((4, 3)) < 0.5)
    given = getattr(scipy_sparse, f"{format}_{kind}")(table)
    x = dv.SparseTensor.from_scipy(given)
    assert x.dtype == dv.float64
    np.testing.assert_array_equal(x.to_dense().numpy(), table)
    back = x.to_scipy(format)
    assert back.format == format
    np.testing.assert_array_equal(back.toarray(), table)
    given.data[:] = 0
    back.data[:] = 0
    np.testing.assert_array_equal(x.to_dense().numpy(), table)


def test_rows_of_an_embedding_s_gradient_go_to_scipy() -> None:
    """`to_scipy` spells out dense dimensions, and repeated indices stay repeated."""
    pytest.importorskip("scipy")
    x = coo(dv, [[3, 1, 3]], [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], (4, 2))
    assert x.to_scipy().nnz == 6
    np.testing.assert_array_equal(x.to_scipy("csr").toarray(), dense(x))
    empty = dv.zeros(4, 2).to_sparse(1).to_scipy()
    np.testing.assert_array_equal(empty.toarray(), np.zeros((4, 2)))


def test_what_scipy_cannot_hold_is_refused() -> None:
    """Tensors that SciPy cannot hold, and things that are not SciPy's, are refused with the way out."""
    pytest.importorskip("scipy")
    with pytest.raises(RuntimeError, match=r"expected a tensor with two dimensions, got shape \(2, 2, 2\)"):
        dv.ones(2, 2, 2).to_sparse().to_scipy()
    with pytest.raises(RuntimeError, match=r"use tensor.detach\(\).to_scipy\(\)"):
        dv.ones(2, 2, requires_grad=True).to_sparse().to_scipy()
    with pytest.raises(TypeError, match="expected a SciPy sparse matrix or array, got ndarray"):
        dv.SparseTensor.from_scipy(np.ones((2, 2)))


def test_without_scipy_the_error_says_so() -> None:
    """SciPy is optional: conversions to it name it when it is missing."""
    code = (
        "import sys; sys.modules['scipy'] = None; sys.modules['scipy.sparse'] = None; import derivata as dv\n"
        "try: dv.ones(2, 2).to_sparse().to_scipy()\n"
        "except ImportError as error: print(error)"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    assert done.stdout.startswith("to_scipy: needs SciPy, which is not installed")


@pytest.mark.parametrize("lists", [dv.cat, dv.stack])
def test_an_op_of_lists_names_itself_when_it_refuses_a_sparse_tensor(lists: Any) -> None:
    """The error names the op, not the comprehension in it that asks for memory."""
    tensor = coo(dv, [[0]], [1.0])
    with pytest.raises(NotImplementedError, match=f"^{lists.__name__}: expected a dense tensor"):
        lists([tensor, tensor])


def test_numpy_functions_other_than_plain_calls_of_operators_are_refused() -> None:
    """Reductions, outer products, `out=` and other functions ask for a dense tensor; operators serve `np.add`."""
    tensor = coo(dv, [[0, 2]], [1.0, 2.0])
    assert np.add(tensor, tensor).to_dense().tolist() == [2.0, 0.0, 4.0]
    for call in (
        lambda: np.add.reduce(tensor),
        lambda: np.multiply.outer(tensor, 2.0),
        lambda: np.multiply(tensor, 2.0, out=np.zeros(3)),
        lambda: np.sin(tensor),
    ):
        with pytest.raises(TypeError, match=r"is not defined for a sparse tensor; call \.to_dense\(\) first"):
            call()


@pytest.mark.parametrize("dtype", [dv.float32, dv.float64])
def test_a_copy_shares_neither_indices_nor_values(dtype: Any) -> None:
    """`to(copy=True)` copies indices and values, also when the dtype is another."""
    tensor = coo(dv, [[0, 2]], [1.0, 2.0])
    copied = tensor.to(dtype, copy=True)
    for part in ("_indices", "_values"):
        assert not np.shares_memory(getattr(tensor, part)().numpy(), getattr(copied, part)().numpy())
    assert tensor.to(tensor.dtype) is tensor


def test_zeroing_leaves_nothing_stored() -> None:
    """`zero_` leaves no indices and no values, whatever the sizes of the dense part."""
    tensor = random_coo(dv, (4, 3, 2), 2, 5, 0).zero_()
    assert (tensor._nnz(), tensor._indices().shape, tensor._values().shape) == (0, (2, 0), (0, 2))


@pytest.mark.parametrize("columns", [(), (2,)])
def test_sparse_times_dense_is_dense_with_gradients_of_both(lib: Any, columns: tuple[int, ...]) -> None:
    """A sparse matrix, with repeated indices, times a dense matrix or vector is the dense product, by every name."""
    rng = np.random.default_rng(1)
    values = lib.tensor(rng.normal(size=5).tolist(), requires_grad=True)
    x = lib.tensor(rng.normal(size=(4, *columns)).tolist(), requires_grad=True)
    matrix = lib.sparse_coo_tensor(lib.tensor([[0, 2, 2, 0, 2], [1, 3, 3, 0, 2]]), values, (3, 4))
    product = matrix @ x
    assert np.allclose(product.tolist(), dense(matrix) @ x.detach().numpy(), atol=1e-6)
    (product**2).sum().backward(retain_graph=True)
    got = values.grad.tolist(), x.grad.tolist()
    values.grad = x.grad = None
    ((matrix.to_dense() @ x) ** 2).sum().backward()
    for first, second in zip(got, (values.grad.tolist(), x.grad.tolist()), strict=True):
        assert np.allclose(first, second, atol=1e-5)
    others = (
        [matrix.matmul(x)] if not columns else [matrix.mm(x), lib.sparse.mm(matrix, x), lib.spmm(matrix, x)]
    )
    for other in others:
        assert other.tolist() == product.tolist()


def test_layers_of_a_graph_network_learn(lib: Any) -> None:
    """Two layers of a network on a graph, whose neighbours a sparse matrix sums, learn the labels of two clusters."""
    edges = [(i, j) for i in range(6) for j in range(6) if (i < 3) == (j < 3)]
    adjacency = lib.sparse_coo_tensor(
        lib.tensor(np.transpose(edges).tolist()), lib.ones(len(edges)) / 3, (6, 6)
    )
    features, labels = lib.eye(6), lib.tensor([0, 0, 0, 1, 1, 1])
    first, second = (lib.full(size, 0.1) for size in ((6, 4), (4, 2)))
    first[:3] *= -1
    second[0] *= -1
    weights = [first.requires_grad_(), second.requires_grad_()]
    losses = []
    for _ in range(30):
        hidden = lib.tanh(lib.spmm(adjacency, features @ first))
        loss = lib.nn.functional.cross_entropy(lib.spmm(adjacency, hidden @ second), labels)
        gradients = lib.autograd.grad(loss, weights)
        with lib.no_grad():
            for weight, gradient in zip(weights, gradients, strict=True):
                weight -= gradient
        losses.append(float(loss.detach()))
    assert losses[-1] < 0.1 < 0.6 < losses[0]


def test_products_that_do_not_fit_say_why() -> None:
    """Two dense or two sparse factors, wrong shapes and blocks as values are errors with a cure."""
    matrix, blocks = coo(dv, [[0], [1]], [2.0], (2, 3)), random_coo(dv, (2, 3), 1, 2, 0)
    for first, second, text in (
        (matrix, dv.ones(2, 2), "as many columns of mat1 as mat2 has rows"),
        (dv.ones(2, 3), dv.ones(3, 1), "a sparse mat1 and a dense mat2, got dense and dense"),
        (matrix, matrix, "got sparse and sparse"),
        (blocks, dv.ones(3), "two sparse dimensions"),
        (matrix, dv.ones(1, 3, 1), "a dense matrix or vector"),
    ):
        with pytest.raises(RuntimeError, match=text):
            dv.sparse.mm(first, second)
