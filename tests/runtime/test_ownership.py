"""Which arrays the engine may take over is proven at import, or nothing is taken over."""

import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata.autograd.custom import node as function_nodes
from derivata.runtime.engine import ownership_proofs as proofs
from derivata.runtime.engine.engine import run_pass
from derivata.runtime.graph import ownership
from derivata.sparse import gradients as sparse

QUESTIONS: dict[str, Callable[[bool], bool]] = {
    "a leaf keeps a gradient": proofs.leaf(run_pass),
    "a sum is taken in place": proofs.sum_in_place,
    "a loop adds": proofs.loop_adds,
    "a loop writes": proofs.loop_writes(run_pass),
    "parts of a gradient": proofs.parts(run_pass),
    "a sparse gradient": sparse._takes_over,
    "attributes of a node": function_nodes._forgets,
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_what_nobody_else_holds_is_taken_over_and_what_somebody_holds_is_not(question: str) -> None:
    """On every interpreter that the suite runs on, both answers are right; hence nothing is copied without need."""
    assert QUESTIONS[question](False)
    assert not QUESTIONS[question](True)


PROGRAM = """
import sys
real = sys.getrefcount
sys.getrefcount = lambda value: {count}
import derivata as dv
from derivata.runtime.graph import ownership
print(ownership.arriving, ownership.in_call, ownership.alone)
x = dv.ones(10_000, requires_grad=True)
y = x * 2
held = []
y.register_hook(lambda grad: held.append(grad))
z = y.exp() * y + y.sin()
z.sum().backward()
first = held[0].clone()
before = x.grad.clone()
(x * 3).sum().backward()
assert (held[0] == first).all() and (x.grad == before + 3).all()
print("right")
"""


@pytest.mark.parametrize("count", ["1", "real(value) // 1000"])
def test_where_counts_tell_nothing_apart_nothing_is_taken_over(count: str) -> None:
    """On an interpreter whose reference counts do not tell who holds an array, gradients are copied, hence right."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(count=count)],
        capture_output=True,
        text=True,
        env={**os.environ},
    )
    assert done.stderr == ""
    assert done.stdout.split() == [*[str(ownership.NEVER)] * 3, "right"]


def test_a_free_threading_build_is_refused_with_the_reason() -> None:
    """`import derivata` on a build without the global lock is an ImportError that says why."""
    program = "import sys; sys.version += ' free-threading build'; import derivata"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env={**os.environ})
    assert done.returncode == 1
    assert (
        "ImportError: derivata: expected a CPython with its global lock, got a free-threading build"
        in done.stderr
    )


def test_a_gradient_that_a_hook_keeps_does_not_change() -> None:
    """What a hook kept is the same after further passes, whatever the leaf took over."""
    x = dv.ones(20_000, requires_grad=True)
    kept: list[Any] = []
    y = x * 2
    y.register_hook(kept.append)
    (y * 3).sum().backward()
    before = kept[0].numpy().copy()
    x.grad.mul_(7)
    (x * 5).sum().backward()
    assert np.array_equal(kept[0].numpy(), before)
