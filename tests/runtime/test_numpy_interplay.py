"""Between tensors and NumPy: shared memory, explicit ways out of the graph, operators from both sides."""

import array as standard_array
import math
import operator
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import derivata as dv


def test_numpy_shares_memory(lib: Any) -> None:
    """`numpy()` and `from_numpy` share memory."""
    x = lib.zeros(2)
    x.numpy()[0] = 5
    assert x.tolist() == [5.0, 0.0]
    assert np.asarray(x).tolist() == [5.0, 0.0]


def test_numpy_of_a_tensor_that_requires_grad_says_what_to_type(lib: Any) -> None:
    """`numpy()` of a tensor that requires grad is an error that says what to type; with `force=True` it is not."""
    x = lib.ones(2, requires_grad=True)
    with pytest.raises(RuntimeError, match=r"[Cc]an't call numpy\(\) on .*detach\(\)\.numpy\(\)"):
        x.numpy()
    assert x.detach().numpy().tolist() == [1.0, 1.0]
    assert x.numpy(force=True).tolist() == [1.0, 1.0]


def test_asarray_of_a_tensor_that_requires_grad_says_what_to_type() -> None:
    """`np.asarray` of a tensor that requires grad is refused, and the message says what to type."""
    x = dv.ones(2, requires_grad=True)
    with pytest.raises(RuntimeError, match=r"np\.asarray: .*detach\(\)\.numpy\(\)"):
        np.asarray(x)


def test_both_are_allowed_without_recording(lib: Any) -> None:
    """Under `no_grad`, `numpy()` and `np.asarray` of a tensor that requires grad are allowed."""
    x = lib.ones(2, requires_grad=True)
    with lib.no_grad():
        assert x.numpy().tolist() == [1.0, 1.0]
        assert np.asarray(x).tolist() == [1.0, 1.0]


def test_asarray_takes_dtype_and_copy(lib: Any) -> None:
    """`np.asarray` takes dtype and copy."""
    x = lib.zeros(2)
    assert np.asarray(x, dtype=np.float64).dtype == np.float64
    copy = np.array(x, copy=True)
    copy[0] = 1
    assert x.tolist() == [0.0, 0.0]


def test_operators_with_an_array_on_the_left_are_recorded() -> None:
    """Differs from PyTorch: operators with an array on the left are recorded and give tensors: NumPy would
    otherwise lose the history in silence.
    """
    x = dv.ones(2, requires_grad=True)
    array = np.array([2.0, 3.0], np.float32)
    for result, grad in ((array * x, [2.0, 3.0]), (array - x, [-1.0, -1.0]), (array @ x, [2.0, 3.0])):
        assert isinstance(result, dv.Tensor)
        assert dv.autograd.grad(result.sum(), x)[0].tolist() == grad


def test_operators_with_numpy_numbers_keep_the_tensor_s_dtype() -> None:
    """Differs from PyTorch: NumPy's numbers count as Python's: they do not widen a tensor's dtype."""
    x = dv.ones(2, requires_grad=True)
    for result in (np.float64(2.0) * x, x * np.float64(2.0), np.int64(2) * x):
        assert isinstance(result, dv.Tensor)
        assert result.tolist() == [2.0, 2.0]
        assert result.dtype == dv.float32
        assert result.requires_grad


def test_comparisons_with_arrays_give_tensors() -> None:
    """Differs from PyTorch: comparisons with an array on the left give tensors, as all operators with arrays do."""
    result = np.array([1.0, 3.0]) < dv.tensor([2.0, 2.0])
    assert isinstance(result, dv.Tensor)
    assert result.tolist() == [True, False]


def test_arrays_are_constants_in_ops() -> None:
    """Differs from PyTorch: ops take NumPy arrays as constants: a tensor is an array with a history."""
    x = dv.ones(2, requires_grad=True)
    (x * np.array([2.0, 3.0])).sum().backward()
    assert x.grad is not None
    assert x.grad.tolist() == [2.0, 3.0]


@pytest.mark.parametrize("name", ["sum", "mean", "max", "std", "any"])
def test_reductions_of_numpy_take_the_array(name: str) -> None:
    """NumPy's reductions give of a tensor what they give of its array; if it requires grad they are recorded."""
    function, array = getattr(np, name), np.arange(6.0).reshape(2, 3)
    x = dv.tensor(array)
    assert function(x, axis=0).tolist() == function(array, axis=0).tolist()
    assert function(a=x, keepdims=True).tolist() == function(array, keepdims=True).tolist()
    with pytest.raises(TypeError, match="axi"):
        function(x, axi=0)
    found = function(x.requires_grad_(), axis=0)
    assert isinstance(found, dv.Tensor) is (name != "any")
    assert found.tolist() == function(array, axis=0).tolist()


@pytest.mark.parametrize("kind", ["recorded", "dual"])
def test_numbers_of_tensors_are_not_stored_in_arrays(kind: str) -> None:
    """Differs from PyTorch: a tensor that would lose its history or tangent as an element of an array (`array[0] = t`,
    `operator.setitem`, `np.fromiter`, `np.float64(t)`) is refused.
    """
    array = np.zeros(3)
    other = standard_array.array("d", [0.0])

    def store(place: Any, t: dv.Tensor) -> None:
        place[0] = t

    stores: list[Callable[[dv.Tensor], Any]] = [
        lambda t: store(array, t),
        lambda t: store(other, t),
        lambda t: array.fill(t),  # type: ignore[arg-type]
        lambda t: operator.setitem(array, 0, t),
        lambda t: np.fromiter([t, t], float),
        lambda t: np.fromiter((one for one in (t, t)), float),
        lambda t: np.float64(t),  # type: ignore[arg-type]
        lambda t: np.array([t, 1.0]),
        lambda t: np.full(3, t),
    ]
    with dv.autograd.forward_ad.dual_level():
        if kind == "dual":
            t = dv.autograd.forward_ad.make_dual(dv.tensor(2.0), dv.tensor(1.0))
        else:
            t = dv.tensor(2.0, requires_grad=True)
        for attempt in stores:
            with pytest.raises((RuntimeError, ValueError)) as caught:
                attempt(t)
            assert "lose" in str(caught.value) + str(caught.value.__cause__)
    assert array.tolist() == [0.0, 0.0, 0.0]
    store(array, dv.tensor(2.0))
    assert array[0] == 2.0


def test_float_of_a_tensor_that_requires_grad(lib: Any) -> None:
    """`float(t)` of one element is its number, of a tensor that requires grad as well: `total += float(loss)`."""
    loss = lib.tensor([2.5], requires_grad=True)
    total = 0.0
    total += float(loss)
    assert total == 2.5
    assert f"{float(loss):.2f}" == "2.50"


@pytest.mark.parametrize(
    "make",
    [dv.tensor, dv.as_tensor, dv.FloatTensor, dv.Tensor],
    ids=["tensor", "as_tensor", "FloatTensor", "Tensor"],
)
def test_tensors_made_of_the_numbers_of_tensors_with_a_history_warn(make: Any) -> None:
    """`tensor([t])` takes the number alone: it warns where `t` requires grad, and raises where it has a tangent."""
    t = dv.tensor(2.0, requires_grad=True)
    with pytest.warns(UserWarning, match="would lose its history") as caught:
        assert make([t, 1.0]).tolist() == [2.0, 1.0]
    assert caught[0].filename == __file__ or make is dv.Tensor
    with pytest.raises(RuntimeError, match="carries a tangent would lose it"):
        dv.func.jvp(lambda x: make([x, 1.0]), (dv.tensor(1.0),), (dv.tensor(1.0),))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        make([t.detach(), 1.0])
        with dv.no_grad():
            make([t, 1.0])


def test_a_copy_of_a_tensor_that_requires_grad_warns(lib: Any) -> None:
    """`tensor(t)` of a tensor that requires grad is a copy without history, and warns."""
    t = lib.ones(2, requires_grad=True)
    with pytest.warns(UserWarning, match=r"detach\(\)\.clone\(\)"):
        copied = lib.tensor(t)
    assert not copied.requires_grad


def test_math_of_a_tensor_that_requires_grad_warns() -> None:
    """`math.exp(t)` of a tensor that requires grad warns, as PyTorch does, once at each place."""
    t = dv.tensor(0.0, requires_grad=True)
    with pytest.warns(UserWarning, match=r"Converting a tensor with requires_grad=True to a scalar"):
        assert math.exp(t) == 1.0
    with pytest.warns(UserWarning, match=r"Converting a tensor with requires_grad=True to a scalar"):
        assert [2 * value for value in map(math.exp, [t])] == [2.0]
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("default")
        for _ in range(3):
            math.exp(t)
    assert len(caught) == 1
    assert caught[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert float(t) + math.exp(t.detach()) == 1.0


def test_numbers_of_dual_tensors_are_asked_for_explicitly() -> None:
    """Differs from PyTorch: `float(t)`, `math.exp(t)` and `np.asarray(t)` of a tensor with a tangent are refused;
    `t.item()` and `t.detach()` leave the tangent behind.
    """

    def program(conversion: Callable[[dv.Tensor], Any]) -> Callable[[dv.Tensor], Any]:
        return lambda t: t * conversion(t)

    at = (dv.tensor(3.0),), (dv.tensor(1.0),)
    for conversion in (float, complex, math.exp, np.asarray):
        with pytest.raises(RuntimeError, match=r"carries a tangent would lose it"):
            dv.func.jvp(program(conversion), *at)
    assert dv.func.jvp(program(lambda t: t.item()), *at)[1].item() == 3.0


def test_numpy_functions_keep_tangents() -> None:
    """NumPy's functions hand tangents on."""
    x, way = dv.tensor([1.0, 2.0]), dv.tensor([1.0, 1.0])
    assert dv.func.jvp(lambda x: x * np.sum(x), (x,), (way,))[1].tolist() == [5.0, 7.0]


def test_numpy_functions_take_samples() -> None:
    """NumPy's functions inside of `vmap` take all samples."""
    x = np.random.default_rng(0).standard_normal((4, 3))
    for function in (
        np.sum,
        np.std,
        np.median,
        np.sort,
        np.gradient,
        lambda row: np.where(row > 0, row, 0.0),
    ):
        found = dv.func.vmap(function)(dv.tensor(x))
        np.testing.assert_allclose(found.numpy(), np.stack([function(row) for row in x]))


def test_ufuncs_of_others_are_not_taken_by_their_names() -> None:
    """A ufunc of somebody else that is called like one of NumPy's is not taken for it."""
    numba = pytest.importorskip("numba")

    @numba.vectorize(["float64(float64, float64)"])  # type: ignore[untyped-decorator]
    def power(a: float, b: float) -> float:
        return a + b

    assert power.__name__ == np.power.__name__
    x = dv.tensor([1.0, 2.0], requires_grad=True)
    with pytest.raises(TypeError, match="cannot be recorded"):
        power(x, 3.0)
    assert power(x.detach(), 3.0).tolist() == [4.0, 5.0]


def test_products_with_arrays_take_numpys_dtype() -> None:
    """Products with an array have the dtype that NumPy gives to them."""
    x = dv.ones(2, 2, requires_grad=True)
    for product in (np.ones((2, 2)) @ x, np.dot(np.ones((2, 2)), x), np.inner(x, np.ones((2, 2)))):
        assert product.dtype == dv.float64
        (grad,) = dv.autograd.grad(product.sum(), x)
        assert grad.tolist() == [[2.0, 2.0], [2.0, 2.0]]
        assert grad.dtype == dv.float32


def test_arrays_are_not_written_with_histories() -> None:
    """`array += tensor` works for a tensor without a history, and is refused for one that would lose it."""
    array = np.zeros(2)
    array += dv.ones(2)
    assert array.tolist() == [1.0, 1.0]
    with pytest.raises(TypeError, match=r"np\.add: an array cannot be written .*array = array \+ tensor"):
        array += dv.ones(2, requires_grad=True)


def test_arrays_index_tensors_and_tensors_index_arrays(lib: Any) -> None:
    """Arrays index tensors, and tensors index arrays."""
    x = lib.tensor([1.0, 2.0, 3.0])
    assert x[np.array([2, 0])].tolist() == [3.0, 1.0]
    assert x[np.array([True, False, True])].tolist() == [1.0, 3.0]
    assert np.array([10, 20, 30])[lib.tensor([0, 2])].tolist() == [10, 30]


def test_dlpack_goes_both_ways(lib: Any) -> None:
    """DLPack exchanges memory in both directions."""
    x = lib.arange(3)
    assert np.from_dlpack(x).tolist() == [0, 1, 2]
    assert x.__dlpack_device__()[0] == 1


def test_a_tensor_goes_to_torch_by_dlpack(torch: Any) -> None:
    """A tensor goes to PyTorch by DLPack without a copy."""
    x = dv.zeros(3)
    other = torch.from_dlpack(x)
    other[0] = 4.0
    assert x.tolist() == [4.0, 0.0, 0.0]


def test_numbers_and_lists(lib: Any) -> None:
    """`item()` and `tolist()` give Python numbers."""
    assert lib.tensor(2.5).item() == 2.5
    assert type(lib.tensor(2).item()) is int
    assert lib.tensor([[1, 2], [3, 4]]).tolist() == [[1, 2], [3, 4]]
    assert lib.tensor(3.0).tolist() == 3.0
    assert lib.ones(2, requires_grad=True).tolist() == [1.0, 1.0]


def test_a_write_to_the_array_can_be_told_to_backward() -> None:
    """A write to the array behind a tensor can be counted by hand, so that backward notices it."""
    x = dv.ones(2, requires_grad=True)
    y = x * 2
    z = (y * y).sum()
    y.detach().numpy()[0] = 100
    y._bump_version()
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        z.backward()
