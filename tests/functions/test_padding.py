"""Padding, against PyTorch."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from derivata.generated import functions as F

torch = pytest.importorskip("torch")

IMAGE = np.random.default_rng(0).normal(size=(2, 3, 4, 5))


@pytest.mark.parametrize("pad", [(1, 2), (0, 0), (-1, 2), (1, 2, 2, -1), (-2, -1, 1, 1), (1, 0) * 4, ()])
def test_constant_padding_agrees_with_torch(pad: tuple[int, ...]) -> None:
    found = F.constant_pad_nd(IMAGE, pad, 1.5)
    assert np.array_equal(found, torch.nn.functional.pad(torch.tensor(IMAGE), pad, value=1.5).numpy())


@pytest.mark.parametrize("mode", ["reflect", "replicate", "circular"])
@pytest.mark.parametrize("pad", [(1, 2, 2, 1), (0, 0, 0, 1), (-1, 2, 1, -1), (-2, -1, 1, 1)])
def test_padding_with_own_elements_and_its_adjoint_agree_with_torch(pad: tuple[int, ...], mode: str) -> None:
    leaf = torch.tensor(IMAGE).requires_grad_()
    expected = torch.nn.functional.pad(leaf, pad, mode=mode)
    assert np.array_equal(F.index_pad(IMAGE, pad, mode), expected.detach().numpy())
    grad = np.random.default_rng(1).normal(size=tuple(expected.shape))
    expected.backward(torch.tensor(grad))
    assert np.allclose(F.index_pad_backward(grad, IMAGE.shape, pad, mode), leaf.grad.numpy())


def test_no_padding_is_a_copy() -> None:
    assert not np.shares_memory(F.index_pad(IMAGE, (0, 0), "reflect"), IMAGE)
    assert not np.shares_memory(F.index_pad_backward(IMAGE, IMAGE.shape, (0, 0), "reflect"), IMAGE)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (
            lambda: F.constant_pad_nd(IMAGE, (1,)),
            RuntimeError,
            "pad: pad must hold pairs .* the 4 dimensions",
        ),
        (
            lambda: F.constant_pad_nd(IMAGE, (-3, -3)),
            RuntimeError,
            "pad: pad must not crop more than there is",
        ),
        (
            lambda: F.index_pad(IMAGE, (5, 0), "reflect"),
            RuntimeError,
            "pad must be at most 4 in mode 'reflect'",
        ),
        (
            lambda: F.index_pad(IMAGE, (6, 0), "circular"),
            RuntimeError,
            "pad must be at most 5 in mode 'circular'",
        ),
        (lambda: F.pad_mode("mirror"), ValueError, "pad: mode must be 'constant', 'reflect'.* got 'mirror'"),
    ],
)
def test_wrong_arguments_are_explained(call: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()
