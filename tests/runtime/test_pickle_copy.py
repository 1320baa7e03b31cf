"""Copies and pickles of tensors."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata.nn import Parameter


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
@pytest.mark.parametrize("requires_grad", [False, True])
def test_pickle_keeps_values_dtype_and_requires_grad(lib: Any, protocol: int, requires_grad: bool) -> None:
    """Pickling keeps values, dtype and `requires_grad`."""
    x = lib.tensor([[1.0, 2.0], [3.0, 4.0]], dtype=lib.float64, requires_grad=requires_grad)
    (again,) = pickle.loads(pickle.dumps([x], protocol))
    assert again.tolist() == x.tolist()
    assert again.dtype == lib.float64
    assert again.requires_grad is requires_grad
    assert again.is_leaf


@pytest.mark.parametrize(
    "make", [lambda: dv.zeros(()), lambda: dv.zeros(0, 3), lambda: dv.arange(6).view(2, 3).t()]
)
def test_pickle_keeps_shapes(make: Any) -> None:
    """Pickling keeps every shape, empty and 0-d ones too."""
    x = make()
    again = pickle.loads(pickle.dumps(x))
    assert again.shape == x.shape
    assert np.array_equal(again.numpy(), x.numpy())
    again.add_(1)


def test_pickled_parameters_are_parameters() -> None:
    """A pickled Parameter is one again."""
    parameter = Parameter(dv.ones(2))
    for again in (pickle.loads(pickle.dumps(parameter)), copy.deepcopy(parameter), copy.copy(parameter)):
        assert type(again) is Parameter
        assert again.requires_grad


def test_computed_tensors_are_not_pickled() -> None:
    """Differs from PyTorch: pickling a tensor with a history is refused, because the copy would silently
    have none.
    """
    with pytest.raises(RuntimeError, match=r"only leaf tensors can be pickled; use \.detach\(\)"):
        pickle.dumps(dv.ones(1, requires_grad=True) * 2)


def test_deepcopy_of_a_leaf_copies_memory_and_gradient(lib: Any) -> None:
    """`deepcopy` of a leaf copies memory and gradient."""
    x = lib.ones(2, requires_grad=True)
    (x * 3).sum().backward()
    twin = copy.deepcopy(x)
    assert twin.requires_grad
    assert twin.grad.tolist() == [3.0, 3.0]
    assert twin.data_ptr() != x.data_ptr()
    assert twin.grad.data_ptr() != x.grad.data_ptr()
    (twin * 3).sum().backward()
    assert x.grad.tolist() == [3.0, 3.0]


def test_deepcopy_keeps_the_layout_and_shared_objects_shared(lib: Any) -> None:
    """`deepcopy` keeps the layout, and objects that were one are one in the copy."""
    x = lib.zeros(2, 3).t().detach().requires_grad_()
    first, second = copy.deepcopy([x, x])
    assert first is second
    assert tuple(first.stride()) == (1, 3)


def test_computed_tensors_are_not_copied_deeply(lib: Any) -> None:
    """A computed tensor cannot be copied deeply."""
    with pytest.raises(RuntimeError, match=r"leaf|leaves"):
        copy.deepcopy(lib.ones(1, requires_grad=True) * 2)


def test_copy_of_a_leaf_is_another_leaf_on_the_same_memory(lib: Any) -> None:
    """`copy.copy` of a leaf is another leaf on the same memory."""
    x = lib.ones(2, requires_grad=True)
    (x * 3).sum().backward()
    other = copy.copy(x)
    assert other is not x
    assert other.requires_grad
    assert other.is_leaf
    assert other.grad is None
    assert other.data_ptr() == x.data_ptr()
    (other * 5).sum().backward()
    assert x.grad.tolist() == [3.0, 3.0]


def test_copy_of_a_computed_tensor_keeps_its_history() -> None:
    """`copy.copy` of a computed tensor keeps its history."""
    x = dv.ones(2, requires_grad=True)
    other = copy.copy(x * 2)
    other.sum().backward()
    assert x.grad is not None
    assert x.grad.tolist() == [2.0, 2.0]


def test_modules_can_be_copied_deeply() -> None:
    """Modules can be copied deeply."""
    layer = dv.nn.Linear(2, 3)
    twin = copy.deepcopy(layer)
    twin(dv.ones(1, 2)).sum().backward()
    assert layer.weight.grad is None
    assert twin.weight.grad is not None
