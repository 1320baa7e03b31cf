"""Backward passes over graphs drawn at random, and over those of every op, run as programs and op by op."""

import random
import warnings
from contextlib import nullcontext
from typing import Any

import numpy as np
import pytest

import derivata as dv
import derivata.nn.functional as F
from derivata import kernels
from derivata.autograd.gradchecks import DERIVATA
from derivata.compiler.backward import running
from derivata.generated.checks import CASES
from derivata.testing.op_call import Op

from ..programs import other, same, seeded, weighted
from ..test_every_op import function_of
from ..test_random_programs import drawn
from .passes import chain, counts, on_and_off, plan_of


def with_hooks(lines: list[str], seed: int) -> list[str]:
    """Return the lines of a program with a hook on some of its values."""
    source = random.Random(seed)
    found = []
    for line in lines:
        found.append(line)
        name = line.split()[0]
        if name.startswith("y") and source.random() < 0.2:
            found.append(f"    hook({name})")
    return found


def compared(seed: int) -> None:
    """Compare the gradients of a program, for three kinds of numbers, and what its hooks see."""
    writer, leaves = drawn(seed)
    names: dict[str, Any] = {"dv": dv, "F": F}
    lines = with_hooks(writer.lines, seed) if seed % 3 == 0 else writer.lines
    exec("\n".join(lines), names)
    ins = [leaf for leaf in leaves if isinstance(leaf, dv.Tensor) and leaf.requires_grad]
    block = dv.autograd.compiled()
    for number in range(3):
        leaves = [other(leaf) for leaf in leaves] if number else leaves
        ours, theirs = [passed(names, leaves, ins, mode) for mode in (block, nullcontext())]
        assert [one is None for one in ours] == [one is None for one in theirs]
        same(ours, theirs)
        assert not ours or plan_of(block).steps, plan_of(block).why


def passed(names: dict[str, Any], leaves: list[Any], ins: list[Any], mode: Any) -> list[Any]:
    """Return gradients by `grad`, by `backward` twice, and what hooks saw, all in this order."""
    seen: list[Any] = []

    def see(grad: Any) -> Any:
        seen.append(grad.clone())
        return grad * 1.5

    def hook(tensor: Any) -> None:
        if tensor.requires_grad:
            tensor.register_hook(see)

    names["hook"] = hook
    outs = seeded(names["program"], leaves)
    if not any(out.requires_grad for out in outs):
        return []
    for one in ins:
        one.grad = None
    with mode:
        loss = weighted(outs)
        some = ins[:: 1 + len(ins) % 2]
        found = dv.autograd.grad(loss, some, retain_graph=True, allow_unused=True)
        loss.backward(retain_graph=True)
        loss.backward()
    return [*found, *[one.grad for one in ins], *seen]


def run(seeds: range) -> None:
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        for seed in seeds:
            running._kinds.clear()
            try:
                compared(seed)
            except Exception as error:
                raise AssertionError(f"program {seed}:\n" + "\n".join(drawn(seed)[0].lines)) from error


def test_passes_over_programs_drawn_at_random_give_what_they_give_op_by_op() -> None:
    with kernels.disabled():
        run(range(60))


@pytest.mark.slow
@pytest.mark.parametrize("part", range(20))
def test_many_passes_on_numpy_give_what_they_give_op_by_op(part: int) -> None:
    with kernels.disabled():
        run(range(7000 + 100 * part, 7100 + 100 * part))


@pytest.mark.slow
@pytest.mark.parametrize("part", range(5))
def test_many_passes_with_loops_give_what_they_give_op_by_op(part: int) -> None:
    run(range(9000 + 20 * part, 9020 + 20 * part))


def test_a_pass_with_loops_gives_what_it_gives_op_by_op() -> None:
    x, y = [dv.linspace(a, 2, 70_000).reshape(700, 100).requires_grad_() for a in (-1, 1)]
    column = dv.linspace(0, 1, 700).reshape(700, 1).requires_grad_()

    def run() -> Any:
        return dv.autograd.grad((chain(x, y) * column).sum(), [x, y, column])

    ours, theirs, passes = on_and_off(run)
    same(ours, theirs)
    assert counts(passes) == (1, 0)


def of_every_op(part: int, parts: int) -> None:
    """Compare the gradients of samples of every op."""
    block = dv.autograd.compiled()
    with warnings.catch_warnings(), np.errstate(all="ignore"), kernels.disabled():
        warnings.simplefilter("ignore")
        for case in CASES[part::parts]:
            for call in Op(case, DERIVATA).calls() if not (case.written or case.magnitudes) else ():
                function, leaves = function_of(call)
                ins = [leaf for leaf in leaves if leaf.requires_grad]
                try:
                    outs = [seeded(function, leaves) for _ in range(2)]
                except np.linalg.LinAlgError:  # samples of the checks are made definite, which these are not
                    continue
                if not ins or not any(out.requires_grad for out in outs[0]):
                    continue
                running._kinds.clear()
                with block:
                    ours = dv.autograd.grad(weighted(outs[0]), ins, allow_unused=True)
                assert plan_of(block).steps, f"{case.op}: {plan_of(block).why}"
                theirs = dv.autograd.grad(weighted(outs[1]), ins, allow_unused=True)
                assert [one is None for one in ours] == [one is None for one in theirs], case.op
                same(ours, theirs)


def test_passes_over_some_ops_give_what_they_give_op_by_op() -> None:
    of_every_op(3, 12)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(11))
def test_passes_over_the_other_ops_give_what_they_give_op_by_op(part: int) -> None:
    of_every_op(part + (part > 2), 12)
