"""Sparse gradients: from the lookup of an embedding through hooks and sums into `.grad`."""

import copy
import gc
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata import nn

ROWS = [[1, 2], [1, 4]]


def table(lib: Any, rows: int = 5, width: int = 3) -> Any:
    values = [[float(row * width + column) for column in range(width)] for row in range(rows)]
    return lib.tensor(values, requires_grad=True)


def look_up(lib: Any, weight: Any, indices: Any = ROWS, **options: Any) -> Any:
    functional = lib.nn.functional
    return functional.embedding(lib.tensor(indices, dtype=lib.int64), weight, sparse=True, **options)


def fixed(lib: Any, gradient: Any) -> Callable[[Any], Any]:
    """An op on a tensor whose backward returns the given gradient."""

    class Fixed(lib.autograd.Function):  # type: ignore[misc]
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x.clone()

        @staticmethod
        def backward(ctx: Any, grad: Any) -> Any:
            return gradient

    return Fixed.apply  # type: ignore[no-any-return]


def counts(grad: Any) -> list[float]:
    """The first column of a gradient: with a gradient of ones, how often each row was looked up."""
    return [float(row[0]) for row in grad.to_dense().detach().tolist()]


def test_the_table_gets_the_rows_that_were_looked_up(lib: Any) -> None:
    """With `sparse=True` the gradient of an embedding's table has an entry per lookup, uncoalesced."""
    weight = table(lib)
    (look_up(lib, weight) * lib.tensor([1.0, 2.0, 3.0])).sum().backward()
    grad = weight.grad
    assert grad.is_sparse and not grad.is_coalesced()
    assert grad._indices().tolist() == [[1, 2, 1, 4]]
    assert grad._indices().dtype == lib.int64
    assert grad._values().tolist() == [[1.0, 2.0, 3.0]] * 4
    assert (tuple(grad.shape), grad.dtype, grad.requires_grad) == ((5, 3), lib.float32, False)


@pytest.mark.parametrize("padding_idx", [None, 1, -4])
@pytest.mark.parametrize("shape", [(4,), (2, 3), (0, 2)])
def test_it_equals_the_dense_gradient(lib: Any, shape: tuple[int, ...], padding_idx: int | None) -> None:
    """The sparse gradient of a table has the values of the dense one, without entries for the padding row."""
    rng = np.random.default_rng(3)
    indices = rng.integers(0, 5, shape).tolist()
    weights = [table(lib), table(lib)]
    for weight, sparse in zip(weights, (True, False), strict=True):
        found = lib.nn.functional.embedding(
            lib.tensor(indices, dtype=lib.int64).reshape(shape),
            weight,
            padding_idx=padding_idx,
            sparse=sparse,
        )
        (found * found).sum().backward()
    assert weights[0].grad.to_dense().tolist() == weights[1].grad.tolist()
    if padding_idx is not None:
        assert 1 not in weights[0].grad._indices().tolist()[0]


@pytest.mark.parametrize("padding_idx", [None, 1])
def test_one_index_gives_one_row(padding_idx: int | None) -> None:
    """A lookup by a 0-d index gives one entry, none for the padding row."""
    weight = table(dv)
    look_up(dv, weight, 1, padding_idx=padding_idx).sum().backward()
    assert weight.grad._nnz() == (1 if padding_idx is None else 0)
    assert counts(weight.grad)[1] == weight.grad._nnz()


def test_the_layer_passes_it_on(lib: Any) -> None:
    """`nn.Embedding(sparse=True)` gives its weight sparse gradients."""
    layer = lib.nn.Embedding(5, 3, padding_idx=2, sparse=True)
    layer(lib.tensor(ROWS)).sum().backward()
    assert layer.weight.grad._indices().tolist() == [[1, 1, 4]]
    assert "sparse=True" in repr(layer)
    assert "sparse" not in repr(lib.nn.Embedding(5, 3))


def test_second_sparse_gradient_is_added_to_the_same_object(lib: Any) -> None:
    """A sparse gradient is added to a sparse `.grad` in place: the object stays the same."""
    weight = table(lib, rows=20)
    look_up(lib, weight).sum().backward()
    held = weight.grad
    look_up(lib, weight, [3]).sum().backward()
    assert weight.grad is held
    assert held._indices().tolist() == [[1, 2, 1, 4, 3]]
    assert counts(held)[:5] == [0.0, 2.0, 1.0, 1.0, 1.0]


def test_sparse_gradient_is_added_to_a_dense_one_in_place(lib: Any) -> None:
    """A sparse gradient is added to a dense `.grad` in place."""
    weight = table(lib)
    (weight * 10).sum().backward()
    held = weight.grad
    look_up(lib, weight).sum().backward()
    assert weight.grad is held
    assert not held.is_sparse
    assert counts(held) == [10.0, 12.0, 11.0, 10.0, 11.0]


def test_an_unread_dense_gradient_takes_a_sparse_one() -> None:
    """A dense `.grad` that nobody has read takes a sparse gradient as well."""
    weight = table(dv)
    (weight * 10).sum().backward()
    look_up(dv, weight).sum().backward()
    assert counts(weight.grad) == [10.0, 12.0, 11.0, 10.0, 11.0]


def test_dense_gradient_makes_a_sparse_one_dense(lib: Any) -> None:
    """A dense gradient that arrives at a sparse `.grad` replaces it by their sum, which is dense."""
    weight = table(lib)
    look_up(lib, weight).sum().backward()
    held = weight.grad
    (weight * 10).sum().backward()
    assert not weight.grad.is_sparse
    assert counts(weight.grad) == [10.0, 12.0, 11.0, 10.0, 11.0]
    assert counts(held) == [0.0, 2.0, 1.0, 0.0, 1.0]


@pytest.mark.parametrize("first", ["sparse", "dense"])
def test_sum_in_one_pass_is_sparse_only_if_all_parts_are(lib: Any, first: str) -> None:
    """Within one pass sparse gradients add up to a sparse one, sparse and dense ones to a dense one."""
    weight = table(lib)
    (look_up(lib, weight).sum() + look_up(lib, weight).sum()).backward()
    assert weight.grad.is_sparse
    assert weight.grad._nnz() == 8 or lib is dv  # ours is coalesced when it stores more rows than there are
    assert counts(weight.grad) == [0.0, 4.0, 2.0, 0.0, 2.0]
    weight.grad = None
    parts = [look_up(lib, weight).sum, (weight * 10).sum, (weight * 0).sum]
    if first == "dense":
        parts.reverse()
    sum(part() for part in parts).backward()
    assert not weight.grad.is_sparse
    assert counts(weight.grad) == [10.0, 12.0, 11.0, 10.0, 11.0]


@pytest.mark.parametrize("order", [(0, 1, 2), (1, 0, 2), (2, 1, 0)])
def test_gradients_of_functions_may_be_sparse(lib: Any, order: tuple[int, ...]) -> None:
    """The backward of a `Function` may return sparse gradients; they add up with dense ones in any order."""
    one = lib.sparse_coo_tensor([[0, 3]], [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], (5, 3))
    two = lib.sparse_coo_tensor([[0, 1]], [[1.0, 1.0, 1.0], [2.0, 2.0, 2.0]], (5, 3)).coalesce()
    full = lib.ones(5, 3)
    x = table(lib)
    for given in ([one, two, full], [one, two]):
        x.grad = None
        ops = [fixed(lib, given[index]) for index in order if index < len(given)]
        sum(op(x).sum() for op in ops).backward()
        assert x.grad.is_sparse == (len(given) == 2)
        expected = sum(part.to_dense() for part in given)
        assert x.grad.to_dense().tolist() == expected.tolist()
    assert one._values().tolist() == [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]


def test_gradient_that_somebody_holds_is_copied(lib: Any) -> None:
    """A sparse gradient is taken over if nobody else holds it or its values, else copied."""
    given = lib.sparse_coo_tensor([[0, 3]], [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], (5, 3))
    x = table(lib)
    fixed(lib, given)(x).sum().backward()
    assert x.grad is not given
    assert x.grad._values().data_ptr() != given._values().data_ptr()
    assert x.grad._indices().data_ptr() != given._indices().data_ptr()


def test_gradient_that_nobody_holds_is_taken_over(lib: Any) -> None:
    """A sparse gradient is taken over if nobody else holds it or its values, else copied."""
    places: list[int] = []

    class Noted(lib.autograd.Function):  # type: ignore[misc]
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x.clone()

        @staticmethod
        def backward(ctx: Any, grad: Any) -> Any:
            values = lib.ones(2, 3) * 2
            places.append(values.data_ptr())
            return lib.sparse_coo_tensor(lib.tensor([[0, 3]]), values, (5, 3))

    x = table(lib)
    Noted.apply(x).sum().backward()
    assert x.grad._values().data_ptr() == places[0]


def test_values_that_are_a_view_of_the_caller_s_gradient_are_copied() -> None:
    """Differs from PyTorch: the values of an embedding's gradient are copied when they are memory that the caller
    holds, so that a write to `.grad` cannot change it.
    """
    weight = table(dv)
    given = dv.ones(2, 2, 3)
    look_up(dv, weight).backward(given)
    weight.grad._values().zero_()
    assert given.sum().item() == 12


def test_gradient_kept_by_a_hook_is_not_changed_afterwards(lib: Any) -> None:
    """A sparse gradient that a hook keeps stays as it was when more are accumulated."""
    weight = table(lib)
    kept: list[Any] = []
    weight.register_hook(kept.append)
    for _ in range(2):
        look_up(lib, weight).sum().backward()
    assert [counts(grad) for grad in kept] == [[0.0, 2.0, 1.0, 0.0, 1.0]] * 2
    assert counts(weight.grad) == [0.0, 4.0, 2.0, 0.0, 2.0]


def test_hooks_see_and_replace_sparse_gradients(lib: Any) -> None:
    """Tensor hooks get the sparse gradient and may return another."""
    weight = table(lib)
    weight.register_hook(lambda grad: grad * 3)
    look_up(lib, weight).sum().backward()
    assert weight.grad.is_sparse
    assert counts(weight.grad) == [0.0, 6.0, 3.0, 0.0, 3.0]


def test_a_hook_may_make_a_sparse_gradient_dense() -> None:
    """Differs from PyTorch: a hook may return a dense gradient for a sparse one, and a sparse one for a dense one,
    because both are accumulated alike.
    """
    weight = table(dv)
    weight.register_hook(lambda grad: grad.to_dense() + 1)
    look_up(dv, weight).sum().backward()
    assert not weight.grad.is_sparse
    assert counts(weight.grad) == [1.0, 3.0, 2.0, 1.0, 2.0]


def test_a_hook_may_make_a_dense_gradient_sparse() -> None:
    """Differs from PyTorch: a hook may return a dense gradient for a sparse one, and a sparse one for a dense one,
    because both are accumulated alike.
    """
    x = table(dv)
    x.register_hook(lambda grad: grad.to_sparse(1))
    (x * dv.tensor([[0.0], [1.0], [0.0], [2.0], [0.0]])).sum().backward()
    assert x.grad.is_sparse
    assert x.grad._indices().tolist() == [[1, 3]]


def test_other_hooks_see_sparse_gradients(lib: Any) -> None:
    """Post-accumulate, multi-tensor and accumulator hooks work with sparse gradients."""
    weight, seen = table(lib), []
    other = lib.tensor(2.0, requires_grad=True)
    weight.register_post_accumulate_grad_hook(lambda leaf: seen.append(("post", leaf.grad.is_sparse)))
    lib.autograd.graph.register_multi_grad_hook(
        (weight, other), lambda grads: seen.append(("multi", [grad.is_sparse for grad in grads]))
    )
    loss = look_up(lib, weight).sum() * other
    accumulator = lib.autograd.graph.get_gradient_edge(weight).node
    accumulator.register_prehook(lambda grads: seen.append(("pre", grads[0].is_sparse)))
    loss.backward()
    assert sorted(seen, key=str) == [("multi", [True, False]), ("post", True), ("pre", True)]


def test_autograd_grad_returns_sparse_gradients(lib: Any) -> None:
    """`autograd.grad` returns the sparse gradient and leaves `.grad` alone."""
    weight = table(lib)
    (grad,) = lib.autograd.grad(look_up(lib, weight).sum(), weight)
    assert grad.is_sparse and not grad.requires_grad
    assert counts(grad) == [0.0, 2.0, 1.0, 0.0, 1.0]
    assert weight.grad is None


def test_backward_for_inputs_accumulates_sparse_gradients(lib: Any) -> None:
    """`backward(inputs=...)` accumulates sparse gradients."""
    weight = table(lib)
    look_up(lib, weight).sum().backward(inputs=[weight])
    assert weight.grad.is_sparse


def test_gradient_can_be_differentiated_again(lib: Any) -> None:
    """With `create_graph=True` a sparse gradient has a history, and is differentiated through `to_dense`."""
    weight = table(lib)
    (grad,) = lib.autograd.grad((look_up(lib, weight) ** 3).sum(), weight, create_graph=True)
    assert grad.is_sparse and grad.requires_grad
    (second,) = lib.autograd.grad(grad.to_dense().sum(), weight)
    assert second.is_sparse
    rows = weight.tolist()
    factors = [0.0, 2.0, 1.0, 0.0, 1.0]
    expected = [[6 * x * factor for x in row] for row, factor in zip(rows, factors, strict=True)]
    assert second.to_dense().tolist() == expected


@pytest.mark.filterwarnings("ignore:Using backward\\(\\) with create_graph")
@pytest.mark.parametrize("kinds", ["ss", "sd", "ds"])
def test_accumulation_with_create_graph_is_out_of_place(lib: Any, kinds: str) -> None:
    """With `create_graph=True` sparse and dense gradients are added out of place, with a history."""
    weight = table(lib)
    losses = {"s": lambda: (look_up(lib, weight) ** 2).sum(), "d": lambda: (weight**2).sum()}
    losses[kinds[0]]().backward()
    held = weight.grad
    before = held.to_dense().tolist()
    losses[kinds[1]]().backward(create_graph=True)
    assert weight.grad is not held
    assert weight.grad.requires_grad
    assert weight.grad.is_sparse == (kinds == "ss")
    assert held.to_dense().tolist() == before
    weight.grad = None


def test_first_gradient_with_create_graph_is_a_copy_with_a_history(lib: Any) -> None:
    """With `create_graph=True` the first sparse gradient is a copy with a history."""
    weight = table(lib)
    lib.autograd.backward([(look_up(lib, weight) ** 2).sum()], create_graph=True)
    assert weight.grad.is_sparse and weight.grad.requires_grad
    weight.grad = None


def test_grad_can_be_assigned_a_sparse_tensor(lib: Any) -> None:
    """`.grad` accepts a sparse tensor of the tensor's shape and dtype, and refuses others."""
    weight = table(lib)
    mine = lib.sparse_coo_tensor([[0]], [[1.0, 2.0, 3.0]], (5, 3))
    weight.grad = mine
    assert weight.grad is mine
    look_up(lib, weight).sum().backward()
    assert weight.grad is mine
    assert counts(mine) == [1.0, 2.0, 1.0, 0.0, 1.0]
    with pytest.raises(RuntimeError, match="grad"):
        weight.grad = lib.sparse_coo_tensor([[0]], [[1.0, 2.0, 3.0]], (4, 3))
    with pytest.raises(RuntimeError, match="grad"):
        weight.grad = lib.sparse_coo_tensor([[0]], [[1.0, 2.0, 3.0]], (5, 3), dtype=lib.float64)
    weight.grad = mine
    (weight * 10).sum().backward()
    assert counts(weight.grad) == [11.0, 12.0, 11.0, 10.0, 11.0]


def test_computed_table_shows_its_gradient_as_sparse(lib: Any) -> None:
    """Hooks, `retain_grad` and `autograd.grad` of a computed table see the sparse gradient."""
    weight = table(lib)
    computed = weight * 2
    computed.retain_grad()
    seen: list[bool] = []
    computed.register_hook(lambda grad: seen.append(grad.is_sparse))
    look_up(lib, computed).sum().backward(retain_graph=True)
    assert computed.grad.is_sparse and seen == [True]
    assert counts(weight.grad) == [0.0, 4.0, 2.0, 0.0, 2.0]
    (grad,) = lib.autograd.grad(look_up(lib, computed).sum(), computed)
    assert grad.is_sparse


@pytest.mark.parametrize(
    "compute",
    [
        lambda x: -x,
        lambda x: x.exp(),
        lambda x: x.reshape(5, 3),
        lambda x: x @ dv.ones(3, 3),
        lambda x: x.to(dv.float64),
        lambda x: dv.cat((x, x))[:5],
    ],
    ids=["neg", "exp", "reshape", "matmul", "to", "cat"],
)
def test_ops_below_a_computed_table_get_a_dense_gradient(compute: Any) -> None:
    """Differs from PyTorch: the op that computed a table gets the table's gradient as a dense one, so that every op
    can go on with it; PyTorch raises for most ops and stays sparse for some.
    """
    sparse, full = table(dv), table(dv)
    look_up(dv, compute(sparse)).sum().backward()
    nn.functional.embedding(dv.tensor(ROWS), compute(full)).sum().backward()
    assert not sparse.grad.is_sparse
    assert sparse.grad.tolist() == full.grad.tolist()


def test_computed_tables_can_be_differentiated_twice() -> None:
    """Second and forward derivatives go through the lookup in a computed table."""
    weight = dv.tensor(np.random.default_rng(0).normal(size=(4, 2)), requires_grad=True)
    indices = dv.tensor([0, 2, 2])

    def f(weight: Any) -> Any:
        return nn.functional.embedding(indices, weight.exp(), sparse=True) ** 2

    assert dv.autograd.gradcheck(f, (weight,), check_forward_ad=True)
    assert dv.autograd.gradgradcheck(f, (weight,))


def test_starting_gradient_may_be_sparse(lib: Any) -> None:
    """`backward` starts from a sparse gradient as well."""
    x = table(lib)
    (x + 0).backward(lib.sparse_coo_tensor([[1]], [[1.0, 2.0, 3.0]], (5, 3)))
    assert x.grad.to_dense().tolist()[1] == [1.0, 2.0, 3.0]


def test_a_leaf_keeps_a_sparse_start_and_adds_the_next_one_to_it(lib: Any) -> None:
    """A sparse gradient that a leaf's backward is given stays sparse, in the leaf's dtype; the next one is added to the
    same object, or to a dense `.grad` in place.
    """
    given = lib.sparse_coo_tensor(lib.tensor([[0, 2]]), lib.tensor([1.0, 2.0], dtype=lib.float64), (4,))
    leaf = lib.zeros(4, requires_grad=True)
    leaf.backward(given)
    held = leaf.grad
    lib.autograd.backward([leaf], [given])
    assert leaf.grad is held
    assert (held.is_sparse, held.dtype, held.to_dense().tolist()) == (True, lib.float32, [2.0, 0.0, 4.0, 0.0])
    assert given.to_dense().tolist() == [1.0, 0.0, 2.0, 0.0]
    leaf.grad = dense = lib.ones(4)
    leaf.backward(given)
    assert leaf.grad is dense
    assert dense.tolist() == [2.0, 1.0, 3.0, 1.0]


def test_a_sparse_start_is_made_dense(lib: Any) -> None:
    """Differs from PyTorch: a sparse gradient that a pass starts from is made dense first, so that every op can go on
    with it; PyTorch hands it on, and `.grad` becomes sparse.
    """
    x, seen = lib.ones(3, requires_grad=True), []
    y = x + 0
    y.register_hook(lambda grad: seen.append(grad.is_sparse))
    y.backward(lib.sparse_coo_tensor([[0, 2]], [1.0, 2.0], (3,)))
    sparse = lib.__name__ == "torch"
    assert (seen, x.grad.is_sparse) == ([sparse], sparse)
    assert x.grad.to_dense().tolist() == [1.0, 0.0, 2.0]


@pytest.mark.parametrize("create_graph", [False, True])
def test_batches_of_gradients_are_dense(create_graph: bool) -> None:
    """Gradients for a batch of vectors are stacked as dense ones."""
    sparse, full = table(dv), table(dv)
    vectors = dv.tensor(np.random.default_rng(0).normal(size=(4, 2, 2, 3)).astype(np.float32))
    options: dict[str, Any] = {"is_grads_batched": True, "create_graph": create_graph}
    (found,) = dv.autograd.grad(look_up(dv, sparse) ** 2, sparse, vectors, **options)
    (expected,) = dv.autograd.grad(dv.embedding(full, dv.tensor(ROWS)) ** 2, full, vectors, **options)
    assert found.tolist() == expected.tolist()


def test_products_with_hessians_go_through_sparse_gradients() -> None:
    """Products with the Hessian of a function that looks rows up are those of the dense lookup."""
    weight = table(dv).detach()
    vector = dv.tensor(np.random.default_rng(0).normal(size=(5, 3)).astype(np.float32))

    def loss(weight: Any, sparse: bool) -> Any:
        return (nn.functional.embedding(dv.tensor(ROWS), weight, sparse=sparse) ** 3).sum()

    for product in (dv.autograd.functional.hvp, dv.autograd.functional.vhp):
        found, expected = (product(lambda w, s=s: loss(w, s), weight, vector)[1] for s in (True, False))
        np.testing.assert_allclose(found.to_dense().numpy(), expected.numpy(), rtol=1e-5)


def test_sparse_tensors_are_differentiated_under_no_grad() -> None:
    """`grad` of a recorded sparse tensor is the same under `no_grad`."""
    weight = table(dv)
    (sparse,) = dv.autograd.grad((look_up(dv, weight) ** 3).sum(), weight, create_graph=True)
    vector = dv.ones(5, 3)
    (expected,) = dv.autograd.grad(sparse, weight, vector, retain_graph=True)
    with dv.no_grad():
        (found,) = dv.autograd.grad(sparse, weight, vector)
    assert found.to_dense().tolist() == expected.to_dense().tolist() != [[0.0] * 3] * 5


def test_sparse_gradients_carry_tangents() -> None:
    """In forward mode over a backward pass a sparse gradient carries the tangent of its values."""
    weight = table(dv)
    with dv.autograd.forward_ad.dual_level():
        factor = dv.autograd.forward_ad.make_dual(dv.tensor(2.0), dv.tensor(10.0))
        (look_up(dv, weight) * factor).sum().backward()
        parts = dv.autograd.forward_ad.unpack_dual(weight.grad.to_dense())
    assert counts(parts.primal) == [0.0, 4.0, 2.0, 0.0, 2.0]
    assert counts(parts.tangent) == [0.0, 20.0, 10.0, 0.0, 10.0]


def test_repeated_lookups_free_their_gradients() -> None:
    """A backward with sparse gradients leaves no reference cycle."""
    weight = table(dv)
    gc.collect()
    gc.disable()
    try:
        for _ in range(3):
            weight.grad = None
            look_up(dv, weight).sum().backward()
        assert gc.collect() == 0
    finally:
        gc.enable()


def test_threads_lose_no_sparse_gradient() -> None:
    """Threads that share a leaf lose no sparse gradient, also when dense ones arrive in between."""
    weight = dv.zeros(50, 2, requires_grad=True)
    errors: list[BaseException] = []

    def work(number: int) -> None:
        try:
            for turn in range(40):
                look_up(dv, weight, [number, 20]).sum().backward()
                if turn == 20 and number == 3:
                    weight.sum().backward()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    assert counts(weight.grad) == [*[41.0] * 6, *[1.0] * 14, 241.0, *[1.0] * 29]


def test_nan_in_sparse_gradients_is_detected() -> None:
    """Anomaly detection finds NaN in the values of sparse gradients."""
    weight = dv.tensor([[0.0], [1.0]], requires_grad=True)
    with (
        pytest.warns(UserWarning),
        dv.autograd.detect_anomaly(),
        pytest.raises(RuntimeError, match="nan values"),
    ):
        (look_up(dv, weight, [0]) * float("nan")).sum().backward()


def test_once_differentiable_backward_may_return_sparse_gradients() -> None:
    """A sparse gradient of a backward marked with `once_differentiable` refuses a second derivative."""
    x = table(dv)

    class Rows(dv.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x.clone()

        @staticmethod
        @dv.autograd.function.once_differentiable
        def backward(ctx: Any, grad: Any) -> Any:
            return grad.to_sparse(1)

    (grad,) = dv.autograd.grad((Rows.apply(x) ** 2).sum(), x, create_graph=True)
    assert grad.is_sparse
    with pytest.raises(RuntimeError, match="differentiate twice"):
        dv.autograd.grad(grad.to_dense().sum(), x)


def test_leaf_with_a_sparse_gradient_can_be_copied(lib: Any) -> None:
    """A deep copy of a leaf has a copy of its sparse gradient."""
    weight = table(lib)
    look_up(lib, weight).sum().backward()
    other = copy.deepcopy(weight)
    assert other.grad.is_sparse
    other.grad.zero_()
    assert counts(weight.grad) == [0.0, 2.0, 1.0, 0.0, 1.0]


def test_module_conversion_keeps_sparse_gradients(lib: Any) -> None:
    """Converting a module converts the sparse gradients of its parameters."""
    layer = lib.nn.Embedding(5, 3, sparse=True)
    layer(lib.tensor(ROWS)).sum().backward()
    layer.to(lib.float64)
    assert layer.weight.grad.is_sparse
    assert layer.weight.grad.dtype == lib.float64
