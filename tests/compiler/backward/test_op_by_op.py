"""What runs op by op in a block of `autograd.compiled`, and errors there."""

import gc
import warnings
import weakref
from collections.abc import Callable
from contextlib import nullcontext, suppress
from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata import nn
from derivata.compiler.backward.plan import Alone
from derivata.utils.checkpoint import checkpoint

from ..programs import same
from .passes import chain, counts, leaf, on_and_off, plan_of

pytestmark = pytest.mark.usefixtures("on_numpy")


class Double(dv.autograd.Function):
    """Doubles its argument."""

    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        ctx.save_for_backward(x)
        return x * 2

    @staticmethod
    def backward(ctx: Any, grad: Any) -> Any:
        return grad * 2 + 0 * ctx.saved_tensors[0]


def test_functions_checkpoints_and_sparse_gradients_run_between_programs() -> None:
    def run() -> Any:
        x: Any = leaf()
        table: Any = nn.Embedding(5, 3, sparse=True).to(dv.float64)
        table.weight.data.copy_(dv.ones(5, 3, dtype=dv.float64))
        doubled = Double.apply((x * x).sin())
        again = checkpoint(lambda t: (t * t).tanh() * t, doubled.cos() * doubled, use_reentrant=False)
        rows = table(dv.tensor([0, 2])) * again
        rows.sin().sum().backward()
        return x.grad, table.weight.grad.to_dense()

    ours, theirs, passes = on_and_off(run)
    same(ours, theirs)
    assert counts(passes)[0] >= 3
    whys = {(step.kind.__name__, step.why) for step in plan_of(passes).steps if isinstance(step, Alone)}
    assert ("DoubleBackward", "it has hooks") in whys or any("Double" in kind for kind, _ in whys)


def test_passes_that_are_recorded_or_watched_run_op_by_op_with_the_same_results() -> None:
    """`create_graph`, anomaly mode, forward mode and `vmap`."""
    x, y = leaf(), leaf(1.0, 2.0, 3.0)

    def second() -> Any:
        (first,) = dv.autograd.grad(chain(x, y).sum(), x, create_graph=True)
        return dv.autograd.grad((first * y).sum(), [x, y])

    def watched() -> Any:
        with dv.autograd.detect_anomaly():
            return dv.autograd.grad(chain(x, y).sum(), [x, y])

    def tangents() -> Any:
        return dv.func.jvp(dv.func.grad(lambda x: chain(x, y.detach()).sum()), (x.detach(),), (y.detach(),))

    def rows() -> Any:
        return [dv.func.vmap(dv.func.grad(lambda x: chain(x, x).sum()))(dv.stack([x, y]).detach())]

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for run in (second, watched, tangents, rows):
            ours, theirs, _ = on_and_off(run)
            same(ours, theirs)


def test_anomalies_are_found_in_the_block() -> None:
    x = leaf(0.0, 1.0, 2.0)
    with dv.autograd.compiled(), np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        (x * 2).sqrt().sum().backward()
        with dv.autograd.detect_anomaly(), pytest.raises(RuntimeError, match="SqrtBackward"):
            ((x * 2).sqrt() * 0).sum().backward()


def test_inputs_that_were_computed_get_their_gradients() -> None:
    x, y = leaf(), leaf(1.0, 2.0, 3.0)

    def run() -> Any:
        a = (x * y).sin()
        b = (a * a).exp() + a
        x.grad = y.grad = None
        found = dv.autograd.grad(b.sum(), [a, x], retain_graph=True)
        dv.autograd.backward(b.sum(), inputs=[a, y], retain_graph=True)
        only = dv.autograd.grad(b.sum(), [b, y], retain_graph=True)
        (b.sum() + (a * 2).sum()).backward()
        return [*found, a.grad, *only, x.grad, y.grad]

    ours, theirs, _ = on_and_off(run)
    same(ours, theirs)


def test_several_roots_and_gradients_in_any_layout() -> None:
    def run() -> Any:
        x = dv.linspace(-1, 1, 6, dtype=dv.float64).reshape(2, 3).requires_grad_()
        a, b = (x * 2).sin() * x, x.exp() * x.cos()
        given = dv.arange(6, dtype=dv.float64).reshape(3, 2).T
        dv.autograd.backward([a, b, a], [given, dv.ones(1, 1, dtype=dv.float64).expand(2, 3), given])
        return (x.grad,)

    for _ in range(2):
        ours, theirs, passes = on_and_off(run)
        same(ours, theirs)
        assert counts(passes) == (1, 0)


def test_views_that_are_written_run_between_programs() -> None:
    def run() -> Any:
        x, y = leaf(), leaf(1.0, 2.0, 3.0)
        a = (x * y).sin()
        a[1:] *= 2
        a += y
        (a * a.exp()).sum().backward()
        return x.grad, y.grad

    ours, theirs, passes = on_and_off(run)
    same(ours, theirs)
    assert counts(passes)[0] >= 1


def error(run: Callable[[], Any]) -> str:
    with pytest.raises((RuntimeError, TypeError)) as caught:
        run()
    return str(caught.value)


def twice(spoilt: bool) -> None:
    x = leaf()
    loss = ((x * 2).sin() * x).sum()
    loss.backward()
    if spoilt:
        loss.backward()


def twice_in_part(spoilt: bool) -> None:
    x = leaf()
    inner = (x * 2).sin()
    first, second = (inner * inner).sum(), (inner + 1).sum()
    (first if spoilt else second).backward(retain_graph=not spoilt)
    second.backward()


def written(spoilt: bool) -> None:
    x = leaf()
    y = x * 2
    loss = (y.sin() * y).sum()
    if spoilt:
        y.detach().add_(1)
    loss.backward()


def written_output(spoilt: bool) -> None:
    y = leaf().exp()
    loss = (y * 2).sum()
    if spoilt:
        y.detach().mul_(2)
    loss.backward()


def written_in_a_list(spoilt: bool) -> None:
    y = leaf() * 2
    loss = dv.einsum("i,i->", y, y)
    if spoilt:
        y.detach().mul_(2)
    loss.backward()


def written_by_a_hook(spoilt: bool) -> None:
    x = leaf()
    y = x * 2
    z = y.sin() * 3
    z.register_hook(lambda grad: (y.detach().add_(1), None)[1] if spoilt else None)
    (z * z).sum().backward()


def written_by_a_hook_before(spoilt: bool) -> None:
    """Let two branches and one with a hook be recorded in another order: the last one runs behind the hook then."""
    u, v, w = leaf() * 1, leaf(), leaf()

    def hooked() -> Any:
        c = w.cos()
        c.register_hook(lambda grad: (u.detach().add_(1), None)[1] if spoilt else None)
        return c

    if spoilt:
        b, c, e = u.sin(), hooked(), v.exp()
    else:
        c, e, b = hooked(), v.exp(), u.sin()
    ((b + e) + c).sum().backward()


def no_gradient(spoilt: bool) -> None:
    given: Any = [1.0] if spoilt else dv.ones(3, dtype=dv.float64)
    (leaf() * 2).backward(given)


def not_a_number_of_elements(spoilt: bool) -> None:
    y = (leaf() * 2).sin()
    (y if spoilt else y.sum()).backward()


SPOILT = (
    twice, twice_in_part, written, written_output, written_in_a_list, written_by_a_hook, written_by_a_hook_before,
    no_gradient, not_a_number_of_elements,
)  # fmt: skip


@pytest.mark.parametrize("run", SPOILT, ids=lambda run: run.__name__)
def test_errors_are_those_op_by_op(run: Callable[[bool], None]) -> None:
    """Freed and changed values are found before a program of earlier passes runs, also where a hook changes them."""
    expected = error(lambda: run(True))
    with dv.autograd.compiled() as passes:
        run(False)
        assert plan_of(passes).steps
        assert [error(lambda: run(True)) for _ in range(3)] == [expected] * 3
        run(False)
        assert plan_of(passes).steps


def test_values_are_freed_and_kept_as_op_by_op() -> None:
    x = leaf()
    with dv.autograd.compiled():
        loss = ((x * 2).sin() * x.exp()).sum()
        for _ in range(3):
            loss.backward(retain_graph=True)
        loss.backward()
        assert "a second time" in error(loss.backward)
    np.testing.assert_allclose(
        x.grad.numpy(), 4 * dv.autograd.grad(((x * 2).sin() * x.exp()).sum(), x)[0].numpy()
    )


def refuse(grad: Any) -> None:
    raise RuntimeError("refused")


@pytest.mark.parametrize("fails", ["", "in a node", "in a hook"])
def test_a_pass_keeps_no_memory(fails: str) -> None:
    """What was traced and saved is free when the pass ends, by an error as well, not when the collector runs."""
    gc.collect()
    gc.disable()
    try:
        with dv.autograd.compiled():
            x = leaf()
            inner = x.exp()
            alive = weakref.ref(inner._array)
            outer = (inner * x).sin()
            loss = (outer * outer).sum()
            if fails == "in a node":
                inner.detach().add_(1)
            elif fails:
                outer.register_hook(refuse)
            with suppress(RuntimeError) if fails else nullcontext():
                loss.backward()
            del inner, outer, loss
            assert alive() is None
    finally:
        gc.enable()


def test_an_error_in_a_program_leaves_graph_and_leaves_as_they_were(monkeypatch: pytest.MonkeyPatch) -> None:
    """As after an interrupt: the pass can be run again, in the block and outside."""
    x = leaf()

    def loss() -> Any:
        return ((x * 2).sin() * x.exp()).sum()

    expected = dv.autograd.grad(loss(), x)[0].numpy()
    with dv.autograd.compiled() as passes:
        loss().backward()
        x.grad = None
        (stretch,) = plan_of(passes).steps
        value = loss()
        with monkeypatch.context() as patch:

            def interrupted(*arrays: Any) -> Any:
                raise KeyboardInterrupt

            patch.setattr(stretch, "code", interrupted)
            with pytest.raises(KeyboardInterrupt):
                value.backward()
        left = x.grad
        assert left is None and dv.is_grad_enabled()
        value.backward(retain_graph=True)
        np.testing.assert_allclose(x.grad.numpy(), expected)
    value.backward()
    np.testing.assert_allclose(x.grad.numpy(), 2 * expected)
