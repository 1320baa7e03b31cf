"""The block of `autograd.compiled`: where it holds, what it tells; and what it asks of nodes."""

import asyncio
import threading
from typing import Any

import pytest

import derivata as dv
from derivata import kernels
from derivata.compiler.backward import running
from derivata.compiler.backward.plan import Stretch
from derivata.compiler.program import gain
from derivata.compiler.waiting import THREAD

from .passes import chain, leaf, plan_of

pytestmark = pytest.mark.usefixtures("on_numpy")


def test_the_block_is_a_decorator_and_one_object_may_be_entered_again() -> None:
    x = leaf()
    block = dv.autograd.compiled()

    @block
    def first() -> Any:
        with block:
            return dv.autograd.grad((x * 2).sin().sum(), x)[0]

    bare: Any = dv.autograd.compiled

    second = bare(lambda: dv.autograd.grad((x * 2).sin().sum(), x)[0])

    assert first().tolist() == second().tolist()
    assert plan_of(block).steps
    block.latest = None
    dv.autograd.grad((x * 2).sin().sum(), x)
    assert block.latest is None


def test_other_threads_and_tasks_run_op_by_op() -> None:
    x = leaf()
    with dv.autograd.compiled() as passes:
        thread = threading.Thread(target=lambda: dv.autograd.grad((x * 2).sin().sum(), x))
        thread.start()
        thread.join()
        assert passes.latest is None

    async def outside() -> None:
        await asyncio.sleep(0)
        dv.autograd.grad((x * 2).sin().sum(), x)

    async def inside() -> None:
        with passes:
            await asyncio.sleep(0)

    async def both() -> None:
        await asyncio.gather(inside(), outside())

    asyncio.run(both())
    assert passes.latest is None


def test_several_threads_use_one_program() -> None:
    block, found = dv.autograd.compiled(), []

    def work() -> None:
        for _ in range(20):
            x = leaf()
            with block:
                (x * 2).sin().sum().backward()
            found.append(x.grad.tolist())

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 60 and all(one == found[0] for one in found)


def test_explain_tells_of_programs_and_of_what_runs_between_them(capsys: pytest.CaptureFixture[str]) -> None:
    x = leaf()
    with dv.autograd.compiled() as passes:
        passes.explain()
        y = (x * 2).sin()
        y.register_hook(lambda grad: None)
        (y * y).sum().backward()
        passes.explain()
        dv.autograd.grad((x * 2).sin().sum(), x, create_graph=True)
        passes.explain()
    said = capsys.readouterr().out
    assert said.startswith(
        "No backward pass has run in this block\nThe latest pass: 5 nodes, 3 of them in 2 programs\n"
    )
    assert "op by op: 1 x SinBackward, as it has hooks" in said
    assert "ran op by op: it computes with tensors" in said


def test_small_passes_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that spares nothing is not made, and after some of a kind nobody asks any more."""
    monkeypatch.setattr(gain, "always", False)
    x, large = leaf(), dv.linspace(0, 1, 10**5, requires_grad=True)
    with kernels.disabled(), dv.autograd.compiled() as passes:
        for _ in range(running.TRIES):
            (x * 2).sin().sum().backward()
            assert plan_of(passes).why == "a program spares nothing"
        (x * 2).sin().sum().backward()
        assert "gained nothing" in plan_of(passes).why
        (large * 2).sin().sum().backward()
        assert plan_of(passes).steps


def test_a_node_computes_its_gradients_from_other_saved_values() -> None:
    """`apply_with_saved` leaves the node as it is."""
    x, y = leaf(), leaf(1.0, 2.0, 3.0)
    node: Any = (x * y).grad_fn
    instead = dv.full((3,), 7.0, dtype=dv.float64)
    saved = {"saved_other": instead, "version_other": 0}
    to_x, to_y = node.apply_with_saved(dv.ones(3, dtype=dv.float64), saved)
    assert to_x.tolist() == [7.0] * 3 and to_y.tolist() == x.tolist()
    assert node._saved_other is y


def test_a_node_tells_what_decides_about_its_formula() -> None:
    told: list[Any] = []

    class Args:
        def __getattr__(self, name: str) -> Any:
            return lambda slot, value=None: told.append((name, slot))

    node: Any = leaf().softmax(0).grad_fn
    node.compiled_args(Args())
    assert told == [("plain", "dtype_self"), ("plain", "saved_dim"), ("output", "saved_result")]
    told.clear()
    node = dv.autograd.graph.get_gradient_edge(leaf()).node
    node.compiled_args(Args())
    assert told[0][0] == "refuse"  # a leaf


def test_passes_run_op_by_op_while_a_thread_compiles_their_loops(
    monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    pending: list[Any] = []
    monkeypatch.setattr("derivata.compiler.backward.plan.begin", lambda *work: pending.append(work))
    x, y = leaf(), leaf(1.0, 2.0, 0.5)

    def slope() -> Any:
        return [gradient.tolist() for gradient in dv.autograd.grad(chain(x, y).sum(), [x, y])]

    with dv.autograd.compiled(wait=False) as passes:
        assert [slope(), slope()] == [slope()] * 2
        passes.explain()
        assert "its nodes run op by op: a thread compiles its loops" in capsys.readouterr().out
        ((call, end),) = pending
        call()
        end("")
        step: Any = plan_of(passes).steps[0]
        runs: list[Any] = []
        code = step.code
        step.code = lambda *arrays: (runs.append(arrays), code(*arrays))[1]
        slope()
        assert len(runs) == 1
        step.code = code
        passes.explain()
        assert "op by op" not in capsys.readouterr().out
        end("its program raised ZeroDivisionError")
        slope()
        passes.explain()
        assert "its nodes run op by op: its program raised ZeroDivisionError" in capsys.readouterr().out
        assert len(runs) == 1


def test_a_thread_compiles_what_a_decorated_function_does_not_wait_for() -> None:
    x, y = leaf(), leaf(1.0, 2.0, 0.5)
    block = dv.autograd.compiled(wait=False)

    @block
    def slope() -> Any:
        return dv.autograd.grad(chain(x, y).sum(), x)[0]

    first = slope()
    for thread in threading.enumerate():
        if thread.name == THREAD:
            thread.join()
    (step,) = plan_of(block).steps
    assert isinstance(step, Stretch)
    assert step.state == "compiled"
    dv.testing.assert_close(slope(), first)
