"""Between tensors and NumPy: shared memory, explicit ways out of the graph, operators from both sides."""

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
    """NumPy's reductions of a tensor give what they give for its array, or say what to type where one requires grad."""
    function, array = getattr(np, name), np.arange(6.0).reshape(2, 3)
    x = dv.tensor(array)
    assert function(x, axis=0).tolist() == function(array, axis=0).tolist()
    assert function(a=x, keepdims=True).tolist() == function(array, keepdims=True).tolist()
    with pytest.raises(TypeError, match="axi"):
        function(x, axi=0)
    with pytest.raises(RuntimeError, match=rf"np\.{name}: .*derivata\.{name}.*detach\(\)\.numpy\(\)"):
        function(x.requires_grad_(), axis=0)


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
