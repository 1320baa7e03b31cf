"""Call forms that PyTorch has besides its signatures, and arguments that differ."""

from typing import Any

import numpy as np
import pytest

import derivata as dv


def lists(results: Any) -> list[Any]:
    return [result.tolist() for result in results]


def test_where_with_a_condition_alone_returns_indices(lib: Any) -> None:
    """`where(condition)` returns what `nonzero(condition, as_tuple=True)` returns: indices for each dimension."""
    condition = lib.tensor([[True, False], [True, True]])
    assert lists(lib.where(condition)) == [[0, 1, 1], [0, 0, 1]]
    assert isinstance(lib.where(condition), tuple)
    assert lists(lib.where(lib.tensor(True))) == lists(lib.nonzero(lib.tensor(True), as_tuple=True)) == [[0]]


def test_where_takes_numbers_by_name_and_by_place(lib: Any) -> None:
    condition = lib.tensor([True, False])
    assert lib.where(condition, 1.0, 2.0).tolist() == [1.0, 2.0]
    assert lib.where(condition, input=lib.ones(2), other=0.0).tolist() == [1.0, 0.0]
    with pytest.raises(TypeError):
        lib.where(condition, 1.0)


def test_nonzero_as_tuple_indexes_its_argument(lib: Any) -> None:
    """A tensor indexed with its `nonzero(as_tuple=True)` gives the elements that are not zero."""
    x = lib.tensor([[0.0, 5.0], [7.0, 0.0]])
    assert x[x.nonzero(as_tuple=True)].tolist() == x[lib.where(x != 0)].tolist() == [5.0, 7.0]


def test_tensor_split_takes_tensors(lib: Any) -> None:
    """`tensor_split` takes the number of parts or the indices as a tensor."""
    x = lib.arange(5.0)
    assert lists(lib.tensor_split(x, lib.tensor(2))) == [[0, 1, 2], [3, 4]]
    assert lists(x.tensor_split(lib.tensor([1, 3]))) == [[0], [1, 2], [3, 4]]
    assert lists(x.tensor_split((1, 3), dim=0)) == [[0], [1, 2], [3, 4]]
    with pytest.raises(RuntimeError, match="tensor_indices_or_sections"):
        x.tensor_split(lib.ones(2, 2).to(lib.int64))


@pytest.mark.parametrize(("name", "shapes"), [("atleast_1d", 1), ("atleast_2d", 2), ("atleast_3d", 3)])
def test_atleast_takes_several_tensors(lib: Any, name: str, shapes: int) -> None:
    """`atleast_1d`, `atleast_2d` and `atleast_3d` take one tensor, several tensors or a sequence of them."""
    function = getattr(lib, name)
    assert function(lib.tensor(1.0)).ndim == shapes
    assert [t.ndim for t in function(lib.tensor(1.0), lib.ones(2))] == [shapes, shapes]
    assert [t.ndim for t in function([lib.tensor(1.0)])] == [shapes]
    assert isinstance(function((lib.ones(2), lib.ones(3))), tuple)


@pytest.mark.filterwarnings("ignore::UserWarning")  # PyTorch's: deprecated with a tensor
def test_scatter_adds_or_multiplies(lib: Any) -> None:
    """`scatter` and `scatter_` with `reduce` add to what is there, or multiply it."""
    x = lib.tensor([1.0, 2.0, 3.0])
    index = lib.tensor([0, 2, 2])
    assert x.scatter(0, index, 10.0, reduce="add").tolist() == [11.0, 2.0, 23.0]
    assert lib.scatter(x, 0, index, x, reduce="multiply").tolist() == [1.0, 2.0, 18.0]
    assert x.clone().scatter_(0, index, 2.0, reduce="multiply").tolist() == [2.0, 2.0, 12.0]
    assert x.clone().scatter_(0, index, x, reduce="add").tolist() == [2.0, 2.0, 8.0]
    with pytest.raises(RuntimeError, match="reduce argument must be either add or multiply"):
        x.scatter(0, index, 1.0, reduce="mean")


def test_as_strided_scatter_writes_by_strides(lib: Any) -> None:
    """`as_strided_scatter` gives a copy with `src` in the places that `as_strided` takes."""
    x = lib.arange(6.0)
    assert lib.as_strided_scatter(x, lib.zeros(2), (2,), (2,), 1).tolist() == [0, 0, 2, 0, 4, 5]
    with pytest.raises(RuntimeError, match="expected src to have a size equal to the slice of self"):
        x.as_strided_scatter(lib.zeros(3), (2,), (2,))


def test_as_strided_scatter_passes_gradients_beside_what_it_replaced() -> None:
    """Differs from PyTorch: the gradient of `as_strided_scatter` is zero where `src` was written, as it must be; in
    PyTorch 2.13 it is the gradient there and zero elsewhere.
    """
    x, src = dv.ones(4, requires_grad=True), dv.ones(2, requires_grad=True)
    out = x.as_strided_scatter(src, (2,), (2,))
    assert lists(dv.autograd.grad(out, (x, src), dv.arange(1.0, 5.0))) == [[0, 2, 0, 4], [1, 3]]


@pytest.mark.parametrize("name", ["mse_loss", "l1_loss", "huber_loss"])
@pytest.mark.parametrize("reduction", ["mean", "sum", "none"])
def test_losses_take_weights(name: str, reduction: str) -> None:
    """`mse_loss`, `l1_loss` and `huber_loss` multiply each loss by its weight, and differentiate in the weights."""
    torch = pytest.importorskip("torch", reason="the weights are compared with PyTorch's")
    rng = np.random.default_rng(0)
    arrays = [rng.uniform(0.5, 2.0, (2, 3)) for _ in range(3)]
    found = []
    for lib, tensors in ((dv, map(dv.tensor, arrays)), (torch, map(torch.tensor, arrays))):
        x, y, weight = [tensor.requires_grad_() for tensor in tensors]
        loss = getattr(lib.nn.functional, name)(x, y, reduction=reduction, weight=weight)
        found.append([loss, *lib.autograd.grad((loss * loss).sum(), (x, y, weight))])
    for ours, theirs in zip(*found, strict=True):
        np.testing.assert_allclose(ours.tolist(), theirs.tolist(), rtol=1e-12)


def test_weights_have_the_shape_of_the_input(lib: Any) -> None:
    """A weight of another shape than the input is an error."""
    with pytest.raises(ValueError, match="Weights and input must have the same size"):
        lib.nn.functional.mse_loss(lib.ones(2, 3), lib.zeros(2, 3), weight=lib.ones(3))


def test_l1_loss_takes_complex_numbers(lib: Any) -> None:
    """`l1_loss` of complex numbers is the mean absolute value of the differences."""
    x = lib.tensor([3 + 4j, 0j], requires_grad=True)
    loss = lib.nn.functional.l1_loss(x, lib.zeros(2, dtype=lib.complex64))
    loss.backward()
    assert loss.item() == 2.5
    np.testing.assert_allclose(x.grad.tolist(), [0.3 + 0.4j, 0])


@pytest.mark.parametrize("target", ["complex128", "float64", "float32"])
@pytest.mark.parametrize("reduction", ["mean", "sum", "none"])
def test_gradients_of_l1_loss_are_of_real_losses_whatever_the_weights(
    lib: Any, reduction: str, target: str
) -> None:
    """The losses are real, so a gradient that comes through complex weights reaches them as its real part."""
    x = lib.tensor([0.5 + 0.25j, -0.25 + 0.75j], dtype=lib.complex128, requires_grad=True)
    y = lib.tensor([0.25, 1.5], dtype=getattr(lib, target), requires_grad=True)
    weight = lib.tensor([1.5 - 0.5j, 0.5 + 1j], dtype=lib.complex128, requires_grad=True)
    loss = lib.nn.functional.l1_loss(x, y, reduction=reduction, weight=weight)
    plain = (x - y).abs() * weight
    assert loss.dtype == plain.dtype
    expected = {"none": plain, "sum": plain.sum(), "mean": plain.sum() / weight.sum()}[reduction]
    seed = lib.ones_like(loss) * (1 + 0.5j)
    found = lib.autograd.grad(loss, (x, y, weight), seed)
    for one, other in zip(found, lib.autograd.grad(expected, (x, y, weight), seed), strict=True):
        np.testing.assert_allclose(one.tolist(), other.tolist(), rtol=1e-12 if target != "float32" else 1e-6)


def test_a_truth_value_alone_is_unbiased_and_no_dimension() -> None:
    x = dv.tensor([1.0, 2.0, 3.0])
    assert (
        x.var(False).item() == x.var(unbiased=False).item() == x.var(0, False).item() == pytest.approx(2 / 3)
    )


def test_wrapped_diagonals() -> None:
    """Differs from PyTorch: `fill_diagonal_` calls its flag `wrapped`, as `wrap` is a name of the generated code."""
    torch = pytest.importorskip("torch", reason="the values are compared with PyTorch's")
    wanted = torch.zeros(7, 3).fill_diagonal_(4, wrap=True).tolist()
    assert dv.zeros(7, 3).fill_diagonal_(4, wrapped=True).tolist() == wanted
    assert dv.zeros(7, 3).fill_diagonal_(4, True).tolist() == wanted


def test_block_diag_needs_a_matrix() -> None:
    """Differs from PyTorch: `block_diag()` is an error, because nothing says of which dtype; PyTorch's is float32."""
    with pytest.raises(RuntimeError, match="non-empty list of Tensors"):
        dv.block_diag()


@pytest.mark.parametrize("name", ["block_diag", "cartesian_prod", "hstack", "broadcast_tensors", "meshgrid"])
def test_lists_of_tensors_take_arrays_and_name_what_is_no_tensor(name: str) -> None:
    """Functions of lists that are made of other ops take arrays as tensors, and name what is neither."""
    function = getattr(dv, name)
    given = [dv.tensor([1.0, 2.0]), dv.tensor([3.0, 4.0])]
    listed = name == "hstack"
    arrays = [tensor.numpy() for tensor in given]
    expected = function(given) if listed else function(*given)
    found = function(arrays) if listed else function(*arrays)
    for one, other in zip(found, expected, strict=True):
        assert one.tolist() == other.tolist()
    with pytest.raises(TypeError, match=rf"{name}: argument 'tensors\[1\]' must be Tensor, not str"):
        function([given[0], "x"]) if listed else function(given[0], "x")


def test_meshgrid_does_not_warn(recwarn: pytest.WarningsRecorder) -> None:
    """Differs from PyTorch: `meshgrid` without `indexing` does not warn, as the default `ij` stays here."""
    assert dv.meshgrid(dv.ones(2), dv.ones(3))[0].shape == (2, 3)
    assert len(recwarn) == 0


def test_gradient_of_ctc_loss() -> None:
    """Differs from PyTorch: the gradient of `ctc_loss` is the derivative by `log_probs`, as it says; PyTorch's adds
    the probabilities, which is right behind `log_softmax` only.
    """
    log_probs = dv.tensor([[[-0.5, -1.0]]], requires_grad=True)
    loss = dv.nn.functional.ctc_loss(log_probs, dv.tensor([[1]]), (1,), (1,), reduction="sum")
    assert dv.autograd.grad(loss, log_probs)[0].tolist() == [[[0.0, -1.0]]]


@pytest.mark.parametrize("wrong", [2.5, 1.0, "1", True, np.float32(1)])
def test_an_int_argument_takes_nothing_else(lib: Any, wrong: object) -> None:
    """An `int` argument refuses other numbers, bool and text by an error that names op and argument."""
    x = lib.rand(3, 3)
    for refused in (
        lambda: lib.nn.functional.softmax(x, wrong) if lib is dv else lib.softmax(x, wrong),
        lambda: lib.tril(x, wrong),
        lambda: lib.cumsum(x, wrong),
        lambda: x.transpose(0, wrong),
    ):
        with pytest.raises(
            TypeError, match=r"argument '\w+' .*must be int, not (float|str|bool|numpy.float32)"
        ):
            refused()


def test_an_int_argument_takes_what_python_can_index_with(lib: Any) -> None:
    """An `int` argument takes NumPy's integers, and integer tensors of one element."""
    x = lib.arange(6.0).reshape(2, 3)
    for one in (np.int64(1), lib.tensor(1)):
        assert x.cumsum(one).tolist() == x.cumsum(1).tolist()
        assert x.transpose(0, one).shape == (3, 2)
        assert x.triu(diagonal=one).tolist() == x.triu(diagonal=1).tolist()


@pytest.mark.parametrize(
    ("equation", "shape"), [("ij->ji", (3, 2)), ("...i->i...", (3, 2)), ("ab", (2, 3)), ("ba", (3, 2))]
)
def test_einsum_that_only_permutes_is_a_view(lib: Any, equation: str, shape: tuple[int, ...]) -> None:
    """What is written into an `einsum` that computes nothing is written into its operand, and gradients flow back."""
    x = lib.arange(6.0).reshape(2, 3)
    for operands in ((x,), ([x],)):
        view = lib.einsum(equation, *operands)
        assert tuple(view.shape) == shape
        assert view.data_ptr() == x.data_ptr()
    view.fill_(7.0)
    assert x.tolist() == [[7.0] * 3] * 2
    leaf = lib.ones(2, 3).requires_grad_()
    (lib.einsum(equation, leaf) * lib.arange(6.0).reshape(shape)).sum().backward()
    wanted = np.arange(6.0).reshape(shape)
    assert leaf.grad.tolist() == (wanted if shape == (2, 3) else wanted.T).tolist()


def test_einsum_that_computes_is_no_view(lib: Any) -> None:
    """A sum, a product and a result written into `out` have memory of their own."""
    x = lib.ones(2, 2)
    out = lib.zeros(2, 2) if lib is dv else None
    for result in (lib.einsum("ij->i", x), lib.einsum("ij,->ij", x, lib.tensor(2.0))):
        assert result.data_ptr() != x.data_ptr()
    if out is not None:  # PyTorch's has no out
        assert dv.einsum("ij->ji", x, out=out) is out


@pytest.mark.parametrize("size", [3, 80])
def test_addr_small_and_large(lib: Any, size: int) -> None:
    """`addr` adds products of two vectors' elements to what broadcasts to their shape, with gradients, at any size."""
    vec1 = (lib.arange(float(size)) / size).requires_grad_()
    vec2 = (1.0 - lib.arange(float(size + 1)) / size).requires_grad_()
    row = lib.ones(size + 1).requires_grad_()
    result = lib.addr(row, vec1, vec2, beta=0.5, alpha=-2.0)
    a, b = vec1.detach().numpy(), vec2.detach().numpy()
    np.testing.assert_allclose(result.detach().numpy(), 0.5 - 2.0 * np.outer(a, b), rtol=1e-6, atol=1e-6)
    result.sum().backward()
    np.testing.assert_allclose(vec1.grad.numpy(), np.full(size, -2.0 * b.sum()), rtol=1e-4)
    np.testing.assert_allclose(vec2.grad.numpy(), np.full(size + 1, -2.0 * a.sum()), rtol=1e-4)
    np.testing.assert_allclose(row.grad.numpy(), np.full(size + 1, 0.5 * size))
    for wrong in (lib.ones(2, size, size + 1), lib.ones(size + 2)):
        with pytest.raises(RuntimeError):
            lib.addr(wrong, vec1, vec2)
    with pytest.raises(RuntimeError):
        lib.addr(row, lib.ones(2, size), vec2)
