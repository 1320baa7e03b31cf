"""Values of arguments that are no tensors: taken where PyTorch takes them, with its numbers and dtypes."""

import math
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import derivata as dv

torch = pytest.importorskip("torch")


@pytest.mark.parametrize(
    "call",
    [
        lambda lib: lib.cumsum(lib.ones(3) * 100, 0, dtype=lib.uint8),
        lambda lib: lib.cumsum(lib.ones(3) * 100, 0, dtype=lib.int8),
        lambda lib: lib.cumprod(lib.ones(3) * 20, 0, dtype=lib.int8),
        lambda lib: lib.all(lib.eye(2), dim=[]),
        lambda lib: lib.any(lib.eye(2), dim=(), keepdim=True),
        lambda lib: lib.all(lib.tensor(2.0), dim=()),
        lambda lib: lib.roll(lib.arange(4), 1, None),
        lambda lib: lib.norm(lib.ones(3), None),
        lambda lib: lib.nn.functional.huber_loss(lib.ones(3) * 5, lib.ones(3), delta=math.inf),
        lambda lib: lib.nn.functional.huber_loss(lib.ones(300) * 5, lib.ones(300), delta=math.inf),
        lambda lib: lib.nn.functional.multilabel_soft_margin_loss(
            lib.ones(2, 3), lib.ones(4, 2, 3), reduction="none"
        ),
        lambda lib: lib.nn.functional.multilabel_soft_margin_loss(lib.arange(3.0)[:, None], lib.ones(3, 2)),
    ],
)
def test_values_and_dtypes_are_pytorch_s(call: Callable[[Any], Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of shapes that are broadcast
        got, wanted = call(dv), call(torch)
    assert str(wanted.dtype).endswith(got.dtype.name)
    assert got.shape == tuple(wanted.shape)
    np.testing.assert_allclose(got.numpy(), wanted.numpy(), 1e-6)


def test_an_infinite_delta_has_the_gradient_of_squares() -> None:
    for count in (3, 300):
        x = dv.full((count,), 5.0, requires_grad=True)
        dv.nn.functional.huber_loss(x, dv.ones(count), delta=math.inf, reduction="sum").backward()
        assert x.grad is not None
        assert x.grad.tolist() == [4.0] * count


def test_a_norm_is_no_integer() -> None:
    with pytest.raises(RuntimeError, match="vector_norm: self must have a floating"):
        dv.norm(dv.ones(3), dtype=dv.int64)


def test_a_ranking_target_may_be_written_after_the_loss() -> None:
    x, target = dv.ones(3, requires_grad=True), dv.ones(3)
    loss = dv.nn.functional.margin_ranking_loss(x * 1, dv.ones(3), target, margin=0.5, reduction="sum")
    target.neg_()
    loss.backward()
    assert x.grad is not None
    assert x.grad.tolist() == [-1.0] * 3
