"""Views of the same memory as numbers of another dtype: the same calls in derivata and in PyTorch."""

from typing import Any

import pytest

import derivata as dv


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("float32", "int32"),
        ("float32", "float32"),
        ("float32", "complex64"),
        ("float32", "float64"),
        ("float64", "uint8"),
        ("complex64", "float32"),
        ("bool", "uint8"),
        ("int64", "float16"),
    ],
)
@pytest.mark.parametrize("shape", [(4,), (3, 2), (0, 2), (2, 4)])
def test_bytes_are_read_as_another_dtype(torch: Any, old: str, new: str, shape: tuple[int, ...]) -> None:
    """As in PyTorch: `view(dtype)` reads the same bytes as other numbers, whose size the last dimension follows."""
    x = dv.arange(8)[: dv.zeros(shape).numel()].reshape(shape).to(getattr(dv, old))
    y = torch.tensor(x.tolist(), dtype=getattr(torch, old)).reshape(shape)
    for got, expected in (
        (x.view(getattr(dv, new)), y.view(getattr(torch, new))),
        (x.view(dtype=getattr(dv, new)), y.view(dtype=getattr(torch, new))),
        (dv.view_copy(x, getattr(dv, new)), torch.view_copy(y, getattr(torch, new))),
        (dv.view_copy(x, dtype=getattr(dv, new)), torch.view_copy(y, dtype=getattr(torch, new))),
    ):
        assert got.numpy().dtype == expected.numpy().dtype
        assert got.numpy().tobytes() == expected.numpy().tobytes()
        assert got.shape == tuple(expected.shape)


def test_it_shares_memory_and_version(lib: Any) -> None:
    """As in PyTorch: what `view(dtype)` returns shares memory and version with its argument; `view_copy` copies."""
    x = lib.zeros(4)
    y, copy = x.view(lib.int32), lib.view_copy(x, lib.int32)
    y.add_(1065353216)
    assert x.tolist() == [1.0] * 4
    assert x._version == y._version == 1
    assert copy.tolist() == [0] * 4


def test_a_backward_notices_writes_through_it(lib: Any) -> None:
    """As in PyTorch: a write through another dtype is noticed by a backward that needs the old values."""
    w = lib.ones(3, requires_grad=True)
    x = w * 2
    y = x * x
    x.detach().view(lib.int32).zero_()
    with pytest.raises(RuntimeError, match=r"modified|version"):
        y.sum().backward()


@pytest.mark.parametrize("dtype", ["float32", "int32", "complex64", "float64"])
def test_it_carries_no_gradient(lib: Any, dtype: str) -> None:
    """As in PyTorch: what `view(dtype)` returns requires no grad, is no view, and has no tangent."""
    x = lib.ones(4, requires_grad=True)
    for y in (x.view(getattr(lib, dtype)), (x * 1).view(getattr(lib, dtype))):
        assert not y.requires_grad
        assert y.grad_fn is None
        assert not y._is_view()
    with lib.autograd.forward_ad.dual_level():
        dual = lib.autograd.forward_ad.make_dual(lib.ones(4), lib.ones(4))
        assert lib.autograd.forward_ad.unpack_dual(dual.view(getattr(lib, dtype))).tangent is None


MEMORIES: dict[str, Any] = {
    "an odd length": lambda lib: lib.ones(3),
    "not side by side": lambda lib: lib.ones(4, 2).T,
    "every other one": lambda lib: lib.ones(2, 4)[:, ::2],
    "no dimensions": lambda lib: lib.ones(()),
    "between two numbers": lambda lib: lib.ones(3, 4)[:, 1:3],
}


@pytest.mark.parametrize("memory", MEMORIES)
def test_memory_that_does_not_fit_is_refused(lib: Any, memory: str) -> None:
    """As in PyTorch: larger numbers must fill the last dimension, side by side, from a place where one may begin."""
    x = MEMORIES[memory](lib)
    with pytest.raises(RuntimeError):
        x.view(lib.float64)
    assert x.view(lib.int32).shape == x.shape


def test_shapes_are_taken_as_before(lib: Any) -> None:
    """`view` takes lengths one by one, or as a tuple."""
    x = lib.zeros(2, 3)
    assert x.view(3, 2).shape == x.view((3, 2)).shape == x.view(-1, 2).shape == (3, 2)
    for call in (lambda: x.view(), lambda: x.view(3, dtype=lib.int32), lambda: x.view(3, lib.int32)):
        with pytest.raises((TypeError, RuntimeError)):
            call()
