"""Grids, combinations, repeated elements and places of the flattened tensor: what PyTorch gives, and errors."""

import itertools
from typing import Any

import numpy as np
import pytest

import derivata as dv

torch: Any = pytest.importorskip("torch")

BOTH = pytest.mark.parametrize("lib", [dv, torch], ids=["derivata", "torch"])


def ones(lib: Any, *shape: int, dtype: str = "float32") -> Any:
    return lib.ones(shape, dtype=getattr(lib, dtype))


@pytest.mark.parametrize("indexing", ["ij", "xy"])
@pytest.mark.parametrize("shapes", [[(2,), (3,), (4,)], [(2,), ()], [(3,)]])
def test_grids(indexing: str, shapes: list[tuple[int, ...]]) -> None:
    arrays = [np.arange(1.0, 1.0 + np.prod(shape)).reshape(shape) for shape in shapes]
    got = dv.meshgrid([dv.tensor(a) for a in arrays], indexing=indexing)
    wanted = torch.meshgrid(*[torch.tensor(a) for a in arrays], indexing=indexing)
    assert all((one.numpy() == other.numpy()).all() for one, other in zip(got, wanted, strict=True))


@BOTH
def test_grids_are_views(lib: Any) -> None:
    """The grids of `meshgrid` and the results of `broadcast_tensors` share the memory of their arguments."""
    x = ones(lib, 2)
    for part in (
        lib.meshgrid(x, ones(lib, 3), indexing="ij")[0],
        lib.broadcast_tensors(x, ones(lib, 3, 1))[0],
    ):
        assert part._is_view()
        assert part.data_ptr() == x.data_ptr()


@BOTH
def test_wrong_arguments(lib: Any) -> None:
    """Wrong arguments of joining, repeating and writing to places are refused with the words of PyTorch."""
    x, where = ones(lib, 3), lib.tensor([True, False, True])
    places = lib.tensor([0, 1])
    calls = [
        (
            lambda: lib.meshgrid(x, ones(lib, 2, 2), indexing="ij"),
            "Expected 0D or 1D tensor in the tensor list",
        ),
        (lambda: lib.meshgrid(x, x, indexing="zz"), 'indexing must be one of "xy" or "ij"'),
        (lambda: lib.cartesian_prod(x, ones(lib, 2, 2)), "Expect a 1D vector"),
        (lambda: lib.combinations(x, -1), "Expect a non-negative number"),
        (lambda: lib.combinations(ones(lib, 2, 2)), "Expect a 1D vector"),
        (lambda: lib.block_diag(ones(lib, 2, 2, 2)), "Input tensors must have 2 or fewer dimensions"),
        (lambda: x.take(lib.tensor([3])), "out of range: tried to access index 3"),
        (lambda: x[:0].take(places), "tried to take from an empty tensor"),
        (lambda: x.take(ones(lib, 1)), "Expected a long tensor for index"),
        (lambda: x.put_(places, x), "Expected source and index to have the same number of elements"),
        (
            lambda: x.put_(places, ones(lib, 2, dtype="float64")),
            "self and source expected to have the same dtype",
        ),
        (lambda: x.masked_scatter(where, x[:1]), "Number of elements of source < number of ones in mask"),
        (lambda: x.masked_scatter(where * 1, x), "only supports boolean masks"),
        (
            lambda: x.masked_scatter(where, ones(lib, 3, dtype="float64")),
            "expected self and source to have same",
        ),
        (lambda: x.repeat_interleave(-1), "Repeats must be non-negative"),
        (lambda: x.repeat_interleave(2, output_size=3), "Invalid output_size, expected 6 but got 3"),
        (lambda: x.repeat_interleave(places), "repeats must have the same size as input along dim"),
        (lambda: x.repeat_interleave(lib.tensor([1, -1, 0])), "repeats can not be negative"),
        (lambda: x.repeat_interleave(lib.tensor([[1], [2], [3]])), "repeats must be 0-dim or 1-dim"),
    ]
    for call, error in calls:
        with pytest.raises((RuntimeError, IndexError), match=error):
            call()


@BOTH
def test_writes_to_places(lib: Any) -> None:
    """`put_` and `masked_scatter_` write in place, and gradients reach what was written, not what was overwritten."""
    x, source = ones(lib, 2, 3).requires_grad_(), ones(lib, 3).requires_grad_()
    y = x * 2
    y.put_(lib.tensor([0, -1]), source[:2])
    y.masked_scatter_(lib.tensor([False, True, False]), source)
    (y * y).sum().backward()
    assert x.grad.tolist() == [[0.0, 0.0, 8.0], [8.0, 0.0, 0.0]]
    assert source.grad.tolist() == [4.0, 4.0, 0.0]


def test_no_combinations() -> None:
    assert dv.combinations(dv.ones(2), 3).shape == (0, 3)
    assert dv.combinations(dv.ones(2), 0).shape == (0,)


@BOTH
def test_combinations_come_in_the_order_of_itertools(lib: Any) -> None:
    """The rows of `combinations` are in lexicographic order of the places, with and without replacement."""
    for length, r, again in itertools.product(range(7), range(5), (False, True)):
        every = itertools.combinations_with_replacement if again else itertools.combinations
        rows = [[float(place) for place in row] for row in every(range(length), r)] if r else []
        assert lib.combinations(lib.arange(float(length)), r, again).tolist() == rows
