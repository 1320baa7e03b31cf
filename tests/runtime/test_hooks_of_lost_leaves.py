"""Hooks that get a leaf whose object is gone when the backward comes."""

import gc
import weakref
from typing import Any

import numpy as np
import pytest

import derivata as dv


@pytest.mark.parametrize("parameter", [False, True])
def test_a_post_accumulate_hook_gets_the_leaf_whose_object_is_gone(lib: Any, parameter: bool) -> None:
    """A post-accumulate hook gets the leaf with its gradient, its values and its class, also after `del`."""
    seen = []
    x = lib.nn.Parameter(lib.tensor([1.0, 2.0])) if parameter else lib.tensor([1.0, 2.0], requires_grad=True)
    x.register_post_accumulate_grad_hook(
        lambda p: seen.append((type(p).__name__, p.grad.tolist(), p.tolist(), p.is_leaf, p.requires_grad))
    )
    first, second = (x * 2).sum(), (x * 3).sum()
    name = type(x).__name__
    del x
    first.backward()
    second.backward()
    assert seen == [(name, [2.0, 2.0], [1.0, 2.0], True, True), (name, [5.0, 5.0], [1.0, 2.0], True, True)]


def test_the_leaf_of_a_hook_has_the_memory_that_it_was_given_last(lib: Any) -> None:
    seen = []
    x = lib.tensor([1.0, 2.0], requires_grad=True)
    x.register_post_accumulate_grad_hook(lambda p: seen.append(p.tolist()))
    y = (x * 2).sum()
    x.data = lib.tensor([5.0, 6.0])
    with lib.no_grad():
        x.mul_(2)
    del x
    y.backward()
    assert seen == [[10.0, 12.0]]


def test_a_hook_may_keep_the_leaf_and_write_to_it() -> None:
    """The leaf that a hook gets is on the memory of the lost one, and shares the version of its views."""
    kept: list[dv.Tensor] = []
    x = dv.tensor([1.0, 2.0], requires_grad=True)
    view = x.detach()
    x.register_post_accumulate_grad_hook(kept.append)
    y = (x * 2).sum()
    del x
    y.backward()
    with dv.no_grad():
        kept[0].zero_()
    np.testing.assert_array_equal(view, [0.0, 0.0])
    assert view._version == 1
    np.testing.assert_array_equal(kept[0].grad, [2.0, 2.0])


def test_a_leaf_that_required_no_grad_at_its_end_is_not_given_to_hooks() -> None:
    seen: list[Any] = []
    x = dv.tensor([1.0, 2.0], requires_grad=True)
    x.register_post_accumulate_grad_hook(seen.append)
    y = (x * 2).sum()
    x.requires_grad_(False)
    del x
    y.backward()
    assert seen == []


def test_a_leaf_with_a_hook_is_freed_by_reference_count() -> None:
    x = dv.tensor([1.0, 2.0], requires_grad=True)
    x.register_post_accumulate_grad_hook(lambda p: None)
    gone = weakref.ref(x)
    gc.disable()
    try:
        del x
        assert gone() is None
    finally:
        gc.enable()


def test_a_hook_gets_the_leaf_of_a_module_that_is_gone(lib: Any) -> None:
    """Parameters whose module is gone are stepped by their hooks."""
    moved = []

    def step(parameter: Any) -> None:
        lib.optim.SGD([parameter], lr=1.0).step()
        moved.append(parameter.tolist())

    layer = lib.nn.Linear(2, 1, bias=False)
    with lib.no_grad():
        layer.weight.fill_(1.0)
    layer.weight.register_post_accumulate_grad_hook(step)
    out = layer(lib.tensor([[1.0, 2.0]])).sum()
    del layer
    out.backward()
    assert moved == [[[0.0, -1.0]]]
