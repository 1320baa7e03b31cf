"""Gradients of single ops where something is special: ties, zeros, repeated indices, missing derivatives."""

from typing import Any

import numpy as np
import pytest

import derivata as dv

INF = float("inf")
NAN = float("nan")


def gradient(lib: Any, function: Any, values: Any) -> Any:
    x = lib.tensor(values, dtype=lib.float64, requires_grad=True)
    function(x).sum().backward()
    return x.grad.tolist()


INDICES: dict[str, Any] = {
    "number": lambda lib: 1,
    "negative": lambda lib: -1,
    "slice": lambda lib: slice(1, 3),
    "step": lambda lib: slice(0, None, 2),
    "ellipsis": lambda lib: (..., 1),
    "none": lambda lib: (None, slice(None), None, 0),
    "numbers": lambda lib: (1, 0, 2),
    "list": lambda lib: [2, 0],
    "repeated": lambda lib: [1, 1, 0, 1],
    "tensor": lambda lib: lib.tensor([[2, 0], [1, 1]]),
    "lists": lambda lib: ([0, 2], [1, 0]),
    "list, slice": lambda lib: ([0, 2], slice(None), [1, 2]),
    "slice, list": lambda lib: (slice(1, None), [1, 0, 1]),
    "number, ..., list": lambda lib: (0, ..., [2, 2]),
    "list, none": lambda lib: (None, [0, 1], slice(0, 1)),
    "mask": lambda lib: lib.tensor([True, False, True]),
    "mask of two dimensions": lambda lib: lib.tensor([[True, False], [False, False], [True, True]]),
    "slice, mask": lambda lib: (slice(None), lib.tensor([False, True])),
    "number of a tensor": lambda lib: lib.tensor(2),
}


@pytest.mark.parametrize("kind", INDICES)
def test_indexing(torch: Any, kind: str) -> None:
    """Values, gradients and second gradients of indexing with numbers, slices, lists, tensors, masks, `...`, None
    and mixtures are PyTorch's.
    """
    results = []
    for lib in (dv, torch):
        x = lib.arange(18, dtype=lib.float64).view(3, 2, 3).clone().requires_grad_()
        y = x[INDICES[kind](lib)]
        weights = lib.arange(y.numel(), dtype=lib.float64).reshape(y.shape) + 1
        (first,) = lib.autograd.grad((y * y * weights).sum(), x, create_graph=True)
        (second,) = lib.autograd.grad((first * first).sum(), x)
        results.append((y.tolist(), first.tolist(), second.tolist()))
    assert results[0] == results[1]


def test_repeated_indices_add_their_gradients(lib: Any) -> None:
    """A place that an index names several times gets the sum of the gradients."""
    assert gradient(lib, lambda x: x[[0, 0, 2, 0]], [1.0, 2.0, 3.0]) == [3.0, 0.0, 1.0]
    assert gradient(lib, lambda x: x.index_select(0, lib.tensor([1, 1])), [1.0, 2.0]) == [0.0, 2.0]
    assert gradient(lib, lambda x: x.gather(0, lib.tensor([0, 0, 1])), [1.0, 2.0]) == [2.0, 1.0]


def test_select_then_sum(lib: Any) -> None:
    """First and second derivatives pass through select and sum."""
    x = lib.arange(6, dtype=lib.float64).view(2, 3).clone().requires_grad_()
    (first,) = lib.autograd.grad((x * x * x).select(1, 1).sum(), x, create_graph=True)
    assert first.tolist() == [[0.0, 3.0, 0.0], [0.0, 48.0, 0.0]]
    (second,) = lib.autograd.grad(first.sum(), x)
    assert second.tolist() == [[0.0, 6.0, 0.0], [0.0, 24.0, 0.0]]


def test_missing_derivative_raises_in_backward_only(lib: Any) -> None:
    """An op without a derivative for an argument computes; only a backward that needs it raises NotImplementedError."""
    a, x = (lib.tensor([0.5, 2.0], dtype=lib.float64, requires_grad=True) for _ in range(2))
    y = lib.igamma(a, x.detach())
    assert y.requires_grad
    with pytest.raises(RuntimeError, match=r"(?i)the derivative for .* is not implemented"):
        y.sum().backward()
    lib.igamma(a.detach(), x).sum().backward()
    assert x.grad.tolist() == pytest.approx([0.4839414490382867, 0.2706705664732254], rel=1e-9)


def test_missing_forward_derivative(lib: Any) -> None:
    """An op without a forward derivative raises NotImplementedError for duals."""
    forward_ad = lib.autograd.forward_ad
    with forward_ad.dual_level():
        dual = forward_ad.make_dual(lib.ones(2), lib.ones(2))
        with pytest.raises(NotImplementedError, match="Trying to use forward AD with igamma"):
            lib.igamma(lib.ones(2), dual)


def test_acosh_in_place(lib: Any) -> None:
    """Differs from PyTorch: `acosh_` has the gradient of `acosh`; PyTorch has none for it."""
    x = lib.tensor([1.5, 3.0], dtype=lib.float64, requires_grad=True)
    y = (x * 1).acosh_()
    if lib is dv:
        y.sum().backward()
        assert x.grad.tolist() == pytest.approx([1 / np.sqrt(1.25), 1 / np.sqrt(8.0)], rel=1e-12)
    else:
        with pytest.raises(NotImplementedError, match=r"the derivative for .* is not implemented"):
            y.sum().backward()


def test_zero_to_the_power_of_zero(lib: Any) -> None:
    """The gradient of `0 ** 0` in the base is 0, not NaN."""
    for exponent in (0, 0.0, lib.zeros((), dtype=lib.float64), lib.zeros(1, dtype=lib.float64)):
        assert gradient(lib, lambda x, exponent=exponent: x**exponent, [0.0]) == [0.0]


@pytest.mark.parametrize(("base", "inverse"), [(2.0, 0.5), (1e-100, 1e100)])
def test_mixed_derivatives_of_a_power_at_exponent_zero(base: float, inverse: float) -> None:
    """Differs from PyTorch: the gradient of a power in the base changes with the exponent, also where that is 0."""
    x = dv.tensor(base, dtype=dv.float64, requires_grad=True)
    y = dv.tensor(0.0, dtype=dv.float64, requires_grad=True)
    (slope,) = dv.autograd.grad(x**y, x, create_graph=True)
    assert slope.item() == 0.0
    (mixed,) = dv.autograd.grad(slope, y)
    assert mixed.item() == pytest.approx(inverse, rel=1e-14)


@pytest.mark.parametrize(("loss", "named"), [("huber_loss", "delta"), ("smooth_l1_loss", "beta")])
def test_second_derivatives_of_limited_losses(lib: Any, loss: str, named: str) -> None:
    """The second derivatives of `huber_loss` and `smooth_l1_loss` are 0 from `delta` and `beta` on."""
    x = lib.tensor([-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0], dtype=lib.float64, requires_grad=True)
    target = lib.zeros(7, dtype=lib.float64)
    y = getattr(lib.nn.functional, loss)(x, target, reduction="sum", **{named: 2.0})
    (slope,) = lib.autograd.grad(y, x, create_graph=True)
    slope.sum().backward()
    inside = 1.0 if loss == "huber_loss" else 0.5
    assert x.grad.tolist() == [0.0, 0.0, inside, inside, inside, 0.0, 0.0]


@pytest.mark.parametrize("number", [True, False], ids=["number", "tensor"])
def test_exponents_at_base_zero(lib: Any, number: bool) -> None:
    """The gradient of `0 ** y` in the exponent is -inf for a negative one, else 0, for tensors and numbers as base."""

    def power(y: Any) -> Any:
        return 0.0**y if number else lib.zeros(3, dtype=lib.float64) ** y

    assert gradient(lib, power, [-1.0, 0.0, 1.0]) == [-INF, 0.0, 0.0]


def test_var_mean(lib: Any) -> None:
    """`var_mean` has the gradients of `var` and of `mean`."""
    x = lib.tensor([[0.5, 2.0, 1.0], [3.0, -1.0, 0.25]], dtype=lib.float64, requires_grad=True)
    for dim, unbiased, keepdim in ((1, True, False), ((0, 1), False, True), (0, True, True)):
        variance, mean = lib.var_mean(x, dim, unbiased=unbiased, keepdim=keepdim)
        both = lib.autograd.grad((variance * 3 + mean).sum(), x)[0]
        parts = (x.var(dim, unbiased=unbiased, keepdim=keepdim) * 3).sum() + x.mean(
            dim, keepdim=keepdim
        ).sum()
        (expected,) = lib.autograd.grad(parts, x)
        assert both.view(-1).tolist() == pytest.approx(expected.view(-1).tolist(), rel=1e-12)


SHARED: dict[str, Any] = {
    "min": lambda x: x.min(),
    "max": lambda x: x.max(),
    "median": lambda x: x.median(),
    "nanmedian": lambda x: x.nanmedian(),
    "amin": lambda x: x.amin(),
    "amax": lambda x: x.amax(),
    "amin of a dimension": lambda x: x.amin(0),
    "amax of dimensions": lambda x: x.view(-1, 1).amax((0, 1)),
    "aminmax": lambda x: sum(x.aminmax()),
    "aminmax of a dimension": lambda x: sum(x.aminmax(dim=0)),
}


@pytest.mark.parametrize("op", SHARED)
@pytest.mark.parametrize(
    "values", [[1.0, 3.0, 1.0, 3.0, 1.0], [2.0, 2.0, 2.0], [5.0]], ids=["ties", "equal", "one"]
)
def test_ties_share_the_gradient(torch: Any, op: str, values: list[float]) -> None:
    """min, max, median, nanmedian, amin, amax and aminmax share their gradient evenly among ties."""
    got, expected = gradient(dv, SHARED[op], values), gradient(torch, SHARED[op], values)
    np.testing.assert_allclose(got, expected, 1e-15)
    assert sum(got) == pytest.approx(2.0 if "aminmax" in op else 1.0)


@pytest.mark.parametrize("values", [[1.0, NAN, 3.0, NAN], [NAN, NAN]], ids=["some", "all"])
@pytest.mark.parametrize("op", ["min", "max", "median", "nanmedian"])
def test_nans_share_the_gradient(torch: Any, op: str, values: list[float]) -> None:
    """min, max, median and nanmedian share their gradient evenly among NaNs if they are NaN."""
    np.testing.assert_allclose(gradient(dv, SHARED[op], values), gradient(torch, SHARED[op], values), 1e-15)


@pytest.mark.parametrize("op", ["amin", "amax", "amin of a dimension", "aminmax", "aminmax of a dimension"])
def test_nans_share_the_gradient_of_extremes_along_dimensions(torch: Any, op: str) -> None:
    """Differs from PyTorch: amin, amax and aminmax share their gradient among NaNs as `min` and `max` do; PyTorch
    gives every element NaN.
    """
    share = 1.0 if "aminmax" in op else 0.5
    assert gradient(dv, SHARED[op], [1.0, NAN, 3.0, NAN]) == [0.0, share, 0.0, share]
    assert np.isnan(gradient(torch, SHARED[op], [1.0, NAN, 3.0, NAN])).all()


def test_medians_along_a_dimension_give_one_element_the_gradient(lib: Any) -> None:
    """Medians along a dimension give the gradient to the one element whose index they return."""
    x = lib.tensor([[3.0, 1.0, 2.0, 7.0], [NAN, 5.0, 4.0, NAN]], dtype=lib.float64, requires_grad=True)
    values, indices = x.nanmedian(1)
    assert values.tolist() == [2.0, 4.0]
    assert indices.tolist() == [2, 2]
    values.sum().backward()
    assert x.grad.tolist() == [[0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 1.0, 0.0]]
    values, indices = x.detach().median(1, keepdim=True)
    assert indices.tolist() == [[2], [0]]
    assert values[0].item() == 2.0
    assert np.isnan(values[1].item())


def test_matrix_times_expanded_vector(lib: Any) -> None:
    """A product with an expanded vector has the gradients of the product with a copy of it."""
    matrix = lib.arange(6, dtype=lib.float64).view(2, 3).clone().requires_grad_()
    number = lib.tensor(2.0, dtype=lib.float64, requires_grad=True)
    for product in (lib.mv, lib.matmul):
        product(matrix, number.expand(3)).sum().backward()
    assert number.grad.item() == 30.0
    assert matrix.grad.tolist() == [[4.0] * 3, [4.0] * 3]


def test_predicates_need_no_gradient(lib: Any) -> None:
    """`isin` and `signbit`, whose results are boolean, give tensors that need no gradient."""
    x = lib.tensor([1.0, -2.0, -0.0], requires_grad=True)
    assert lib.signbit(x).tolist() == [False, True, True]
    assert not lib.signbit(x).requires_grad
    found = lib.isin(x, lib.tensor([-2.0, 5.0]))
    assert found.tolist() == [False, True, False]
    assert not found.requires_grad
    assert lib.isin(x, lib.tensor([-2.0]), invert=True).tolist() == [True, False, True]


REDUCE_INDEX = [[0, 1], [0, 0], [2, 0], [0, 1]]


def extreme_gradients(lib: Any, reduce: str, include_self: bool) -> list[Any]:
    x = lib.tensor([[1.0, 2.0], [2.0, 2.0], [3.0, 1.0]], dtype=lib.float64, requires_grad=True)
    src = lib.tensor([[1.0, 2.0], [1.0, 2.0], [3.0, 0.5], [5.0, 2.0]], dtype=lib.float64, requires_grad=True)
    index = lib.tensor(REDUCE_INDEX)
    y = x.scatter_reduce(0, index, src, reduce, include_self=include_self)
    z = x.index_reduce(0, index[:, 0], src, reduce, include_self=include_self)
    weights = lib.arange(6, dtype=lib.float64).view(3, 2) + 1
    grads = [lib.autograd.grad((result * weights).sum(), (x, src)) for result in (y, z)]
    return [y.tolist(), z.tolist(), *[grad.tolist() for pair in grads for grad in pair]]


@pytest.mark.parametrize("reduce", ["amin", "amax"])
def test_scatter_reduce_and_index_reduce_share_among_ties(torch: Any, reduce: str) -> None:
    """`scatter_reduce` and `index_reduce` with amin and amax share the gradient evenly among ties."""
    assert extreme_gradients(dv, reduce, True) == extreme_gradients(torch, reduce, True)


@pytest.mark.parametrize("reduce", ["amin", "amax"])
def test_what_is_not_included_takes_no_share(torch: Any, reduce: str) -> None:
    """Differs from PyTorch: without `include_self` the elements that count share the whole gradient of amin and amax;
    PyTorch divides by the number of all that are equal.
    """
    got, theirs = extreme_gradients(dv, reduce, False), extreme_gradients(torch, reduce, False)
    assert got[:2] == theirs[:2]
    for own, src in (got[2:4], got[4:6]):
        assert np.sum(own) + np.sum(src) == pytest.approx(21.0)


@pytest.mark.parametrize("zeros", [0, 1, 2])
@pytest.mark.parametrize("op", ["scatter_reduce", "index_reduce"])
def test_products_of_scattered_elements_with_zeros(torch: Any, op: str, zeros: int) -> None:
    """Products of scattered elements have PyTorch's gradients, also where some elements are zero."""
    results = []
    for lib in (dv, torch):
        values = [0.0] * zeros + [1.5, 2.0, 3.0, 0.5][zeros:]
        src = lib.tensor(values, dtype=lib.float64, requires_grad=True)
        x = lib.tensor([0.5, 4.0], dtype=lib.float64, requires_grad=True)
        y = getattr(x, op)(0, lib.tensor([0, 0, 1, 0]), src, "prod")
        y.backward(lib.tensor([1.0, 2.0], dtype=lib.float64))
        results.append(y.tolist() + x.grad.tolist() + src.grad.tolist())
    assert results[0] == pytest.approx(results[1], rel=1e-12)


def test_second_derivative_of_products_of_scattered_elements(lib: Any) -> None:
    """Differs from PyTorch: the second derivative of products of scattered elements is right with any number of
    zeros; PyTorch raises where two meet.
    """
    src = lib.tensor([0.0, 0.0, 3.0], dtype=lib.float64, requires_grad=True)
    x = lib.ones(1, dtype=lib.float64)
    y = x.scatter_reduce(0, lib.zeros(3, dtype=lib.int64), src, "prod")
    if lib is dv:
        (first,) = lib.autograd.grad(y.sum(), src, create_graph=True)
        assert first.tolist() == [0.0, 0.0, 0.0]
        (second,) = lib.autograd.grad(first[0], src)
        assert second.tolist() == [0.0, 3.0, 0.0]
    else:
        with pytest.raises(RuntimeError, match="Double backward is unsupported for"):
            first = lib.autograd.grad(y.sum(), src, create_graph=True)
            lib.autograd.grad(first[0].sum(), src)


def test_unknown_reductions_are_refused(lib: Any) -> None:
    """`scatter_reduce` refuses reductions that it does not know."""
    with pytest.raises(RuntimeError, match=r"reduce .*(sum|prod)"):
        lib.ones(2).scatter_reduce(0, lib.tensor([0]), lib.ones(1), "middle")


def test_scatter_reduce_in_place(lib: Any) -> None:
    """`scatter_reduce_` and `index_reduce_` write what the functions return, with the same gradients."""
    x, src = (lib.tensor([2.0, 3.0], dtype=lib.float64, requires_grad=True) for _ in range(2))
    y, z = x * 1, x * 1
    y.scatter_reduce_(0, lib.tensor([0, 0]), src, "prod")
    z.index_reduce_(0, lib.tensor([1]), src[:1], "amax")
    assert y.tolist() == [12.0, 3.0]
    assert z.tolist() == [2.0, 3.0]
    (y.sum() + z.sum()).backward()
    assert x.grad.tolist() == [7.0, 2.0]
    assert src.grad.tolist() == [6.0, 4.0]


def test_where_broadcasts(torch: Any) -> None:
    """First and second derivatives of `where` are reduced to the shapes of the arguments."""
    results = []
    for lib in (dv, torch):
        x = lib.tensor([[0.5], [2.0]], dtype=lib.float64, requires_grad=True)
        y = lib.tensor([1.0, -1.0, 3.0], dtype=lib.float64, requires_grad=True)
        condition = lib.tensor([[True, False, True], [False, False, True]])
        z = lib.where(condition, x * x, y * y * y)
        first = lib.autograd.grad((z * z).sum(), (x, y), create_graph=True)
        second = lib.autograd.grad(first[0].sum() + first[1].sum(), (x, y))
        results.append([grad.view(-1).tolist() for grad in (*first, *second)])
    assert results[0] == results[1]


def test_where_with_numbers(lib: Any) -> None:
    """`where` takes a Python number on either side, or on both."""
    x = lib.tensor([1.0, -2.0], dtype=lib.float64, requires_grad=True)
    positive = x > 0
    assert lib.where(positive, x, 5).tolist() == [1.0, 5.0]
    assert lib.where(positive, 5.0, x).tolist() == [5.0, -2.0]
    assert lib.where(positive, 1, 0).tolist() == [1, 0]
    (lib.where(positive, x, 5) * 3 + lib.where(positive, 5, x)).sum().backward()
    assert x.grad.tolist() == [3.0, 1.0]


def test_atan2_at_the_origin(lib: Any) -> None:
    """`atan2(0, 0)` has zero gradients, not NaN."""
    x, y = (lib.zeros(2, requires_grad=True) for _ in range(2))
    lib.atan2(x, y).sum().backward()
    assert x.grad.tolist() == [0.0, 0.0]
    assert y.grad.tolist() == [0.0, 0.0]


@pytest.mark.parametrize("shape", [(2, 3), (3, 2), (1, 4), (3, 3)], ids=str)
def test_trace_of_any_matrix(lib: Any, shape: tuple[int, int]) -> None:
    """`trace` takes matrices that are not square; its gradient is 1 on the diagonal."""
    x = lib.ones(*shape, dtype=lib.float64, requires_grad=True)
    x.trace().backward()
    assert x.grad.tolist() == np.eye(*shape).tolist()


@pytest.mark.parametrize(
    "product", [lambda x: 3.0 * x, lambda x: x * 3.0], ids=["number first", "tensor first"]
)
def test_a_number_beside_a_tensor_is_the_other_operand(lib: Any, product: Any) -> None:
    node = product(lib.tensor([1.0, 2.0], requires_grad=True)).grad_fn
    assert node._saved_self is None  # the number has no gradient
    assert float(node._saved_other) == 3.0
