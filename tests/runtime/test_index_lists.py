"""Lists in an index, some of whose entries are tensors."""

from typing import Any

import numpy as np
import pytest

INDICES: dict[str, Any] = {
    "list of tensors of one element": lambda lib, t, u, a, b: ([0, 1], [t, u]),
    "a tensor and a number": lambda lib, t, u, a, b: [t, 0],
    "nested list": lambda lib, t, u, a, b: [[0, 1], [1, 2]],
    "nested list with a tensor": lambda lib, t, u, a, b: [[0, 1], [1, t]],
    "two tensors": lambda lib, t, u, a, b: [a, b],
    "deeper list with tensors": lambda lib, t, u, a, b: ([0, 1], [[t, u], [u, t]]),
    "slice in a list": lambda lib, t, u, a, b: [slice(None), 0],
    "None in a list": lambda lib, t, u, a, b: [None, 0],
    "ellipsis in a list": lambda lib, t, u, a, b: [..., 0],
    "tuples in a list": lambda lib, t, u, a, b: [(0, 1), (1, 2)],
    "an array in a list": lambda lib, t, u, a, b: [np.array([0, 1]), 0],
    "numbers": lambda lib, t, u, a, b: [0, 1],
    "an empty list in a list": lambda lib, t, u, a, b: [[]],
    "booleans": lambda lib, t, u, a, b: [True, False],
}


@pytest.mark.parametrize("name", INDICES)
def test_a_list_with_tensors_and_sequences_is_a_tuple_of_them(lib: Any, torch: Any, name: str) -> None:
    """Values, gradients and assignment are PyTorch's."""

    def run(lib: Any) -> tuple[Any, ...]:
        index = INDICES[name](lib, lib.tensor(1), lib.tensor(0), lib.tensor([0, 1]), lib.tensor([1, 2]))
        x = lib.arange(24.0).reshape(2, 3, 4).requires_grad_()
        taken = x[index]
        (taken * taken).sum().backward()
        written = x.detach().clone()
        written[index] = -1.0
        return tuple(taken.shape), taken.tolist(), x.grad.tolist(), written.tolist()

    assert run(lib) == run(torch)


def test_a_tensor_of_several_elements_within_a_list_of_numbers_is_refused(lib: Any) -> None:
    x = lib.arange(12.0).reshape(3, 4)
    with pytest.raises(
        TypeError, match="only integer tensors of a single element can be converted to an index"
    ):
        x[[0, 1], [lib.tensor([0, 1]), lib.tensor([1, 2])]]


@pytest.mark.parametrize("kind", [float, int, complex])
def test_several_elements_are_no_python_number(lib: Any, kind: Any) -> None:
    """``float(x)`` of several elements is a ValueError, as an index it is a TypeError."""
    with pytest.raises(ValueError, match="only one element tensors can be converted to Python scalars"):
        kind(lib.ones(2))
    with pytest.raises(
        TypeError, match="only integer tensors of a single element can be converted to an index"
    ):
        [1, 2, 3][lib.tensor([1, 2])]
