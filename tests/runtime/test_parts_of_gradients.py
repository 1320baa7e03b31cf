"""Gradients of joined tensors: leaves keep their parts of a large gradient that nobody else can see."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata.arrays import kernels
from derivata.runtime.graph.ownership import own_parts

SIZE = (300, 300)
JOIN = {"cat": dv.cat, "stack": dv.stack}


def leaves(count: int = 3) -> list[dv.Tensor]:
    return [dv.randn(*SIZE, requires_grad=True) for _ in range(count)]


def memory_of(x: dv.Tensor) -> Any:
    assert x.grad is not None
    return x.grad.numpy()


@pytest.mark.parametrize("name", JOIN)
def test_leaves_share_a_gradient_that_was_computed_for_them(name: str) -> None:
    """The gradients of tensors that are joined are right, and writing to one does not change the others."""
    inputs = leaves()
    (JOIN[name](inputs) * 2.5).sum().backward()
    assert all((memory_of(x) == 2.5).all() for x in inputs)
    inputs[1].grad.zero_()  # type: ignore[union-attr]
    assert [float(memory_of(x).max()) for x in inputs] == [2.5, 0.0, 2.5]
    (JOIN[name](inputs) * 2.0).sum().backward()
    assert [float(memory_of(x).min()) for x in inputs] == [4.5, 2.0, 4.5]


@pytest.mark.parametrize("seen_by", ["caller", "hook", "retained", "second consumer"])
@pytest.mark.parametrize("name", JOIN)
def test_gradients_that_others_can_see_are_copied(name: str, seen_by: str) -> None:
    """A gradient that the caller gave, a hook got, or that is kept elsewhere is no memory of a leaf's gradient."""
    inputs = leaves()
    y = JOIN[name](inputs)
    seen: list[Any] = []
    grad = dv.ones(*y.shape)
    if seen_by == "caller":
        y.backward(grad)
        seen.append(grad.numpy())
    else:
        if seen_by == "hook":
            y.register_hook(seen.append)
        elif seen_by == "retained":
            y.retain_grad()
        other = dv.zeros(*y.shape, requires_grad=True)
        (y + other if seen_by == "second consumer" else y * 2).backward(grad * 3)
        seen += [other.grad] if seen_by == "second consumer" else [y.grad] if seen_by == "retained" else []
        seen = [tensor.numpy() for tensor in seen]
    assert not any(np.shares_memory(seen[0], memory_of(x)) for x in inputs)


@pytest.mark.parametrize("name", JOIN)
def test_nothing_is_added_to_a_gradient_that_was_asked_for(name: str) -> None:
    """The gradient of joined tensors stays as it is when more is added to that of one of them."""
    inputs = leaves()
    parts = [x * 1 for x in inputs]
    y = JOIN[name](parts)
    found = dv.autograd.grad((y * 2).sum() + sum((5 * part).sum() for part in parts), [y, *inputs])
    assert [float(grad.min()) for grad in found] == [2.0, 7.0, 7.0, 7.0]
    assert [float(grad.max()) for grad in found] == [2.0, 7.0, 7.0, 7.0]


def test_a_tensor_that_is_joined_with_itself_gets_the_sum() -> None:
    """A tensor joined twice gets the sum of both parts."""
    (x,) = leaves(1)
    weight = dv.randn(600, 300)
    (dv.cat([x, x]) * weight).sum().backward()
    np.testing.assert_allclose(memory_of(x), (weight[:300] + weight[300:]).numpy(), rtol=1e-6)


def test_parts_that_overlap_stay_views() -> None:
    grad = kernels.empty((4, 40_000), np.dtype(np.float32))
    parts = [grad[:2], grad[1:3]]
    assert own_parts(grad, parts) is parts
    columns = [grad[:, :10], grad[:, 10:]]
    assert own_parts(grad, columns) is columns
