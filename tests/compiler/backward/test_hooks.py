"""Hooks in a block of `autograd.compiled`: called in their order, between programs."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import derivata as dv

from ..programs import same
from .passes import counts, known_plans, leaf, on_and_off

pytestmark = pytest.mark.usefixtures("on_numpy")


def hooked(log: list[Any]) -> Any:
    """Run a pass with hooks of every kind; return gradients, and what hooks saw, in their order."""

    def note(name: str, result: Any = None) -> Callable[..., Any]:
        def hook(*given: Any) -> Any:
            flat = [one for part in given for one in (part if isinstance(part, tuple) else (part,))]
            log.append((name, *[None if one is None else np.array(one.detach().numpy()) for one in flat]))
            return None if result is None else result(*given)

        return hook

    x, y, w = leaf(), leaf(1.0, 2.0, 3.0), leaf(0.1, 0.2, 0.3)
    a = (x * y).tanh() ** 2
    a.register_hook(note("tensor", lambda grad: grad * 2))
    a.register_hook(note("tensor again"))
    b = (a + x.sin()).exp()
    b.grad_fn.register_hook(note("post", lambda ins, outs: tuple(one * 3 for one in ins)))
    b.grad_fn.register_prehook(note("pre", lambda outs: (outs[0] + 1,)))
    c = b * w
    c.retain_grad()
    first, second = (c * y).split([1, 2])
    second.register_hook(note("part", lambda grad: -grad))
    w.register_hook(note("leaf", lambda grad: grad * 5))
    w.register_post_accumulate_grad_hook(lambda leaf: log.append(("accumulated", leaf.grad.numpy().copy())))
    loss = (first.sum() * second).sum() + (x * x).sin().sum()
    loss.backward()
    return [x.grad, y.grad, w.grad, c.grad]


def test_hooks_of_every_kind_are_called_in_order_with_the_same_gradients() -> None:
    """Programs end where hooks have their turn, and begin anew behind them."""
    logs: list[list[Any]] = [[], []]
    with dv.autograd.compiled() as passes:
        for _ in range(2):
            logs[0].clear()
            ours = hooked(logs[0])
    theirs = hooked(logs[1])
    same(ours, theirs)
    assert [name for name, *_ in logs[0]] == [name for name, *_ in logs[1]]
    for (_, *seen), (_, *expected) in zip(*logs, strict=True):
        for one, two in zip(seen, expected, strict=True):
            np.testing.assert_allclose(one, two)
    programs, alone = counts(passes)
    assert programs >= 3 and alone >= 3
    assert known_plans() == 1


def test_a_hook_that_comes_later_is_called() -> None:
    x = leaf()
    with dv.autograd.compiled() as passes:
        for number in range(4):
            seen: list[Any] = []
            y = (x * 2).sin()
            if number % 2:
                y.register_hook(seen.append)
            (y * y).sum().backward()
            assert len(seen) == number % 2
            assert counts(passes) == ((2, 1) if number % 2 else (1, 0))
    assert known_plans() == 2


def test_a_hook_that_reads_a_gradient_finds_it_accumulated_if_it_is_complete() -> None:
    def run() -> Any:
        x, y = leaf(), leaf(1.0, 2.0, 3.0)
        seen: list[Any] = []
        inner = x.sin() * 2
        inner.register_hook(lambda grad: seen.append((x.grad, None if y.grad is None else y.grad.tolist())))
        (inner.exp() * (y.cos() * y)).sum().backward()
        return seen, x.grad.tolist(), y.grad.tolist()

    ours, theirs, passes = on_and_off(run)
    assert ours[0] == theirs[0] and ours[0][0][1] is not None
    np.testing.assert_allclose(ours[1:], theirs[1:])
    assert counts(passes)[0] == 2


def test_a_hook_may_stop_a_gradient_or_take_hooks_away_while_the_pass_runs() -> None:
    """What a later program was found with has changed: its nodes run op by op."""

    def run() -> Any:
        x, y = leaf(), leaf(1.0, 2.0, 3.0)
        a = (x * 2).sin()
        b = (a * a).exp()
        handle: Any = a.register_hook(lambda grad: grad * 100)
        later = (x * 3).grad_fn
        b.register_hook(lambda grad: handle.remove())
        c = x * 4
        c.register_hook(lambda grad: (x.detach().mul_(1), None)[1])
        (b * y + c).sum().backward()
        assert later is not None
        return x.grad, y.grad

    ours, theirs, _ = on_and_off(run)
    same(ours, theirs)


def test_nested_passes_and_final_callbacks() -> None:
    def run() -> Any:
        x, y = leaf(), leaf(1.0, 2.0, 3.0)
        seen: list[Any] = []
        a = (x * y).sin()

        def hook(grad: Any) -> Any:
            dv.autograd.graph.queue_callback(lambda: seen.append(x.grad.tolist()))
            with dv.enable_grad():
                inner = grad.detach().requires_grad_()
                return dv.autograd.grad((inner * inner * inner.sin()).sum(), inner)[0]

        a.register_hook(hook)
        (a * a.exp()).sum().backward()
        return [*seen, y.grad.tolist()]

    ours, theirs, _ = on_and_off(run)
    np.testing.assert_allclose(ours, theirs)
