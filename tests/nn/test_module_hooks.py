"""Forward hooks: order, replacement, removal."""

from typing import Any

import pytest

import derivata as dv
from derivata import nn


def test_hooks_run_around_forward_in_order_of_registration() -> None:
    calls: list[str] = []
    layer = nn.Identity()
    layer.register_forward_hook(lambda module, args, output: calls.append("after"))
    layer.register_forward_pre_hook(lambda module, args: calls.append("before"))
    layer.register_forward_hook(lambda module, args, output: calls.append("last"))
    layer(dv.ones(1))
    assert calls == ["before", "after", "last"]


def test_pre_hook_replaces_arguments_and_hook_replaces_output() -> None:
    layer = nn.Identity()
    layer.register_forward_pre_hook(lambda module, args: args[0] + 1)
    layer.register_forward_hook(lambda module, args, output: output * args[0])
    assert layer(dv.tensor([2.0])).tolist() == [9.0]


def test_pre_hook_may_return_all_arguments() -> None:
    class Sum(nn.Module):
        def forward(self, a: float, b: float) -> float:
            return a + b

    module = Sum()
    module.register_forward_pre_hook(lambda module, args: (10.0, *args[1:]))
    assert module(1.0, 2.0) == 12.0
    assert module(1.0, b=3.0) == 13.0


def test_removed_hook_is_not_called_and_a_handle_is_a_context() -> None:
    layer = nn.Identity()
    with layer.register_forward_hook(lambda module, args, output: output * 10):
        assert layer(dv.tensor([1.0])).tolist() == [10.0]
    assert layer(dv.tensor([1.0])).tolist() == [1.0]


def test_hook_of_one_module_is_not_a_hook_of_another() -> None:
    first, second = nn.Identity(), nn.Identity()
    first.register_forward_hook(lambda module, args, output: output * 10)
    assert second(dv.tensor([1.0])).tolist() == [1.0]


def test_hook_may_remove_itself_while_it_runs() -> None:
    layer, calls = nn.Identity(), []

    def once(module: nn.Module, args: tuple[Any, ...], output: Any) -> None:
        calls.append(1)
        handle.remove()

    handle = layer.register_forward_hook(once)
    layer(dv.ones(1))
    layer(dv.ones(1))
    assert calls == [1]


def test_hook_has_to_be_callable() -> None:
    with pytest.raises(TypeError, match="Identity: expected a callable as hook, got int"):
        nn.Identity().register_forward_hook(3)  # type: ignore[arg-type]
