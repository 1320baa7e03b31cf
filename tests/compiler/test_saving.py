"""Which values programs keep for the backward pass: of fewest bytes, found by trying all sets of small graphs."""

import random
from collections.abc import Collection, Sequence
from itertools import combinations
from typing import Any

import numpy as np
import pytest

import derivata as dv
import derivata.nn.functional as F
from derivata import kernels
from derivata.compiler.graph.graph import Call, Value
from derivata.compiler.program.saving import saved_values

from .programs import compare

FLOAT = np.dtype(np.float32)


def drawn(seed: int) -> tuple[list[Call], list[Value], set[Call], set[Value]]:
    """Return calls, values that are wanted, the calls that may run again, and outputs."""
    draw = random.Random(seed)
    values = [Value(number, (draw.randint(1, 9),), FLOAT) for number in range(2)]
    calls = []
    for number in range(2, draw.randint(4, 11)):
        reads = draw.sample(values, min(len(values), draw.randint(1, 3)))
        out = Value(number, (draw.randint(1, 9),), FLOAT)
        calls.append(
            Call(draw.choice(["add", "mul", "select"]), {str(n): v for n, v in enumerate(reads)}, (out,))
        )
        values.append(out)
    made = values[2:]
    again = {call for call in calls if draw.random() < 0.7}
    return calls, draw.sample(made, min(len(made), 3)), again, {v for v in made if draw.random() < 0.1}


def suffices(
    kept: Collection[Value], calls: Sequence[Call], wanted: Sequence[Value], again: set[Call]
) -> bool:
    """Tell whether all that is wanted can be computed from what is kept and from inputs."""
    makers = {call.outs[0]: call for call in calls}
    todo = [*wanted]
    while todo:
        value = todo.pop()
        if value in kept or value not in makers:
            continue
        if makers[value] not in again:
            return False
        todo += makers[value].reads
    return True


def size(values: Collection[Value]) -> int:
    return sum([value.size for value in values])


def by_rule(calls: Sequence[Call], wanted: Sequence[Value], again: set[Call]) -> set[Value]:
    """Return what is kept where everything runs again that may."""
    makers = {call.outs[0]: call for call in calls}
    todo, kept = [*wanted], set[Value]()
    while todo:
        value = todo.pop()
        if value in makers and makers[value] in again:
            todo += makers[value].reads
        elif value in makers:
            kept.add(value)
    return kept


@pytest.mark.parametrize("part", range(4))
def test_no_other_values_have_fewer_bytes(part: int) -> None:
    fewer = 0
    for seed in range(100 * part, 100 * part + 100):
        calls, wanted, again, outputs = drawn(seed)
        kept = saved_values(calls, wanted, again.__contains__, outputs)
        rule = by_rule(calls, wanted, again)
        assert suffices(kept, calls, wanted, again), seed
        assert size(kept) <= size(rule), seed
        fewer += size(kept) < size(rule)
        possible = [
            call.outs[0]
            for call in calls
            if call not in again or (call.op != "select" and call.outs[0] not in outputs)
        ]
        assert kept <= {*possible}, seed
        for count in range(len(possible) + 1):
            for others in combinations(possible, count):
                assert size(others) >= size(kept) or not suffices(others, calls, wanted, again), seed
    assert fewer > 2


def summed(x: Any, a: Any, b: Any, c: Any) -> Any:
    return F.gelu(x @ a + x @ b + x @ c).sum()


def test_a_sum_of_products_is_kept_in_place_of_the_products() -> None:
    x, *weights = [dv.randn(4, 6), *[dv.randn(6, 8).requires_grad_() for _ in range(3)]]
    compiled = dv.compile(summed, fullgraph=True)
    ours, theirs = [dv.autograd.grad(f(x, *weights), weights) for f in (compiled, summed)]
    for our, their in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(our.numpy(), their.numpy(), rtol=1e-5, atol=1e-6)
    assert [value.shape for value in compiled.programs[0].kept] == [(4, 8)]


def test_rows_inside_of_a_loop_are_computed_again() -> None:
    x, w = dv.randn(6, 40).requires_grad_(), dv.randn(40).requires_grad_()
    with kernels.disabled():
        compiled = compare(lambda x, w: dv.logsumexp(x * w, 1), [x, w])
    assert [value.shape for value in compiled.programs[0].kept] == [(6,)]
