"""Arguments and names that PyTorch has for historical reasons: the same calls in derivata and in PyTorch."""

from collections.abc import Callable
from typing import Any

import pytest

import derivata as dv

SAME: dict[str, tuple[Callable[[Any, Any], Any], Callable[[Any, Any], Any]]] = {
    "layer_norm": (
        lambda lib, x: lib.layer_norm(x, (2,), None, None, 0.5, False),
        lambda lib, x: lib.nn.functional.layer_norm(x, (2,), eps=0.5),
    ),
    "layer_norm by name": (
        lambda lib, x: lib.layer_norm(x, (2,), cudnn_enable=True),
        lambda lib, x: lib.nn.functional.layer_norm(x, (2,)),
    ),
    "group_norm": (
        lambda lib, x: lib.group_norm(x, 2, cudnn_enabled=False),
        lambda lib, x: lib.nn.functional.group_norm(x, 2),
    ),
    "expand_copy": (
        lambda lib, x: lib.expand_copy(x, (3, 2, 2), implicit=True),
        lambda lib, x: x.expand(3, 2, 2).clone(),
    ),
    "swapaxes": (lambda lib, x: lib.swapaxes(x, axis0=0, axis1=1), lambda lib, x: x.T),
    "swapaxes as a method": (lambda lib, x: x.swapaxes(axis1=0, axis0=1), lambda lib, x: x.T),
    "swapaxes in place": (lambda lib, x: (x * 1).swapaxes_(axis0=0, axis1=1), lambda lib, x: x.T),
    "swapdims": (lambda lib, x: lib.swapdims(x, dim0=0, dim1=1), lambda lib, x: x.T),
    "gather": (
        lambda lib, x: lib.gather(x, 1, lib.tensor([[1], [0]]), sparse_grad=True),
        lambda lib, x: lib.gather(x, 1, lib.tensor([[1], [0]])),
    ),
}


@pytest.mark.parametrize("name", SAME)
def test_values_and_gradients_are_those_without_the_argument(lib: Any, name: str) -> None:
    """As in PyTorch: `cudnn_enable`, `implicit`, `sparse_grad`, `axis0` and `axis1` change no number."""
    results, gradients = [], []
    for call in SAME[name]:
        x = lib.tensor([[1.0, 4.0], [2.0, 8.0]], requires_grad=True)
        results.append(call(lib, x))
        (results[-1] ** 2).sum().backward()
        gradients.append(x.grad.to_dense() if x.grad.layout is lib.sparse_coo else x.grad)
    assert results[0].tolist() == results[1].tolist()
    assert gradients[0].tolist() == gradients[1].tolist()


@pytest.mark.parametrize("dims", [1, 2, 3])
@pytest.mark.parametrize("asked", [True, False])
def test_pools_with_indices_give_them_anyway(torch: Any, dims: int, asked: bool) -> None:
    """As in PyTorch: `adaptive_max_pool2d_with_indices` returns indices, whatever `return_indices` says."""
    name, shape = f"adaptive_max_pool{dims}d_with_indices", (2,) + (4,) * dims
    found, wanted = (
        getattr(lib.nn.functional, name)(lib.arange(2.0 * 4**dims).reshape(shape), 2, return_indices=asked)
        for lib in (dv, torch)
    )
    assert [part.tolist() for part in found] == [part.tolist() for part in wanted]


@pytest.mark.parametrize("shape", [(), (3,), (3, 4), (2, 0)])
def test_gather_gives_a_sparse_gradient(lib: Any, shape: tuple[int, ...]) -> None:
    """As in PyTorch: with `sparse_grad` the gradient of `gather` stores a number for each that was read."""
    x = lib.ones(shape, requires_grad=True)
    index = lib.zeros(shape, dtype=lib.int64)
    (lib.gather(x, -1, index, sparse_grad=True) * 3).sum().backward()
    assert x.grad.layout is lib.sparse_coo
    assert x.grad._indices().shape == (len(shape), index.numel())
    dense = lib.ones(shape, requires_grad=True)
    (dense.gather(-1, index) * 3).sum().backward()
    assert x.grad.to_dense().tolist() == dense.grad.tolist()


def test_gather_with_a_sparse_gradient_has_tangents_and_second_gradients(lib: Any) -> None:
    """As in PyTorch: `gather` with `sparse_grad` can be differentiated forwards."""
    index = lib.tensor([[0, 1], [2, 2]])
    with lib.autograd.forward_ad.dual_level():
        dual = lib.autograd.forward_ad.make_dual(lib.ones(2, 3), lib.arange(6.0).reshape(2, 3))
        result = lib.gather(dual, 1, index, sparse_grad=True)
        tangent = lib.autograd.forward_ad.unpack_dual(result).tangent
    assert tangent.tolist() == [[0.0, 1.0], [5.0, 5.0]]
