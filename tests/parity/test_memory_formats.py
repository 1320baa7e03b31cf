"""Programs that name PyTorch's memory formats run: arrays lie as NumPy's do, and no number depends on it."""

from functools import partial
from typing import Any

import numpy as np
import pytest

import derivata as dv

torch = pytest.importorskip("torch")

FORMATS = ["contiguous_format", "preserve_format", "channels_last"]
CALLS: list[Any] = [
    lambda lib, x, kind: x.to(memory_format=kind),
    lambda lib, x, kind: x.to("cpu", lib.float64, memory_format=kind),
    lambda lib, x, kind: x.clone(memory_format=kind),
    lambda lib, x, kind: lib.clone(x, memory_format=kind),
    lambda lib, x, kind: lib.zeros_like(x, memory_format=kind),
    lambda lib, x, kind: lib.ones_like(x, memory_format=kind),
    lambda lib, x, kind: lib.full_like(x, 2.0, memory_format=kind),
    lambda lib, x, kind: lib.empty_like(x, memory_format=kind).zero_(),
    lambda lib, x, kind: lib.rand_like(x, memory_format=kind) * 0,
    lambda lib, x, kind: lib.randn_like(x, memory_format=kind) * 0,
    lambda lib, x, kind: lib.randint_like(x, 1, memory_format=kind),
    lambda lib, x, kind: lib.nn.Identity().to(memory_format=kind)(x),
]


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize("call", CALLS)
def test_numbers_are_those_of_pytorch(call: Any, kind: str) -> None:
    """Each function that takes a memory format gives the same shape, dtype and numbers with it."""
    array = np.random.default_rng(0).normal(size=(2, 3, 4, 5)).astype(np.float32)
    expected = call(torch, torch.from_numpy(array), getattr(torch, kind)).numpy()
    got = call(dv, dv.from_numpy(array), getattr(dv, kind)).numpy()
    assert (got.shape, got.dtype) == (expected.shape, expected.dtype)
    np.testing.assert_array_equal(got, expected)


@pytest.mark.parametrize("dims", [(0, 1, 2, 3), (0, 3, 1, 2), (3, 2, 1, 0)])
@pytest.mark.parametrize("kind", ["contiguous_format", "channels_last"])
def test_is_contiguous_tells_how_memory_lies(dims: tuple[int, ...], kind: str) -> None:
    """`is_contiguous` tells the order in memory that there is, in either format, as in PyTorch."""
    answers = [
        lib.ones(2, 3, 4, 5).permute(dims).is_contiguous(memory_format=getattr(lib, kind))
        for lib in (dv, torch)
    ]
    assert answers[0] == answers[1]


def test_copies_with_a_format_have_gradients_in_every_mode() -> None:
    """A copy with a memory format is recorded, dual and batched as any other."""
    x = dv.arange(24.0).reshape(1, 2, 3, 4).requires_grad_()

    def square(x: dv.Tensor) -> dv.Tensor:
        return x.clone(memory_format=dv.preserve_format).contiguous(memory_format=dv.channels_last) ** 2

    square(x).sum().backward()
    assert x.grad is not None
    assert dv.equal(x.grad, 2 * x.detach())
    tangent = dv.func.jvp(square, (x.detach(),), (dv.ones(1, 2, 3, 4),))[1]
    assert dv.equal(tangent, 2 * x.detach())
    assert dv.equal(dv.vmap(square)(x.detach()), x.detach() ** 2)


@pytest.mark.parametrize("wrong", ["channels_first", 3, dv.strided])
def test_other_values_are_refused(wrong: Any) -> None:
    """What is no memory format is an error that lists them."""
    x = dv.ones(2)
    for call in (x.to, x.is_contiguous, x.clone, partial(dv.zeros_like, x)):
        with pytest.raises(TypeError, match="memory_format"):
            call(memory_format=wrong)
