"""`autograd.compiled`: passes over graphs that are alike run one program, and others have their own."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import derivata as dv
import derivata.nn.functional as F
from derivata import nn

from ..programs import close
from .passes import counts, known_plans, leaf, plan_of

pytestmark = pytest.mark.usefixtures("on_numpy")


def test_a_training_loop_takes_the_same_steps_with_one_program() -> None:
    """A loop of fixed shape needs no other change: losses and parameters are those op by op, by one program."""
    found = []
    for block in (None, dv.autograd.compiled()):
        dv.manual_seed(0)
        model = nn.Sequential(nn.Linear(4, 8), nn.GELU(), nn.LayerNorm(8), nn.Linear(8, 2)).to(dv.float64)
        optimizer = dv.optim.Adam(model.parameters(), lr=0.01)
        x, target = dv.randn(16, 4, dtype=dv.float64), dv.randint(0, 2, (16,))

        def step(model: Any = model, optimizer: Any = optimizer, x: Any = x, target: Any = target) -> Any:
            optimizer.zero_grad()
            loss = F.cross_entropy(model(x), target)
            loss.backward()
            optimizer.step()
            return loss.detach()

        taken = step if block is None else block(step)
        found.append([*[taken() for _ in range(5)], *[p.detach() for p in model.parameters()]])
    for ours, theirs in zip(*found, strict=True):
        close(ours, theirs)
    assert counts(block) == (1, 0) and known_plans() == 1


def test_what_differs_has_another_program() -> None:
    """Another number, shape, dtype, layout, op, edge or set of inputs: each gets its own gradient, twice."""
    x, y, z = leaf(), leaf(1.0, 2.0, 3.0), leaf(3.0, 1.0, -2.0)
    wide = dv.linspace(-1, 1, 6, dtype=dv.float64).reshape(2, 3).requires_grad_()
    turned = dv.linspace(-1, 1, 6, dtype=dv.float64).reshape(3, 2).T.requires_grad_()
    single = x.detach().float().requires_grad_()
    losses: list[Callable[[], tuple[Any, Any]]] = [
        lambda: ((x * 2).sin() * y, [x, y]),
        lambda: ((x * 3).sin() * y, [x, y]),
        lambda: ((x * -0.0).sin() * y, [x, y]),
        lambda: ((x * 0.0).sin() * y, [x, y]),
        lambda: ((x * 2).cos() * y, [x, y]),
        lambda: ((x * 2).sin() * y, [x]),
        lambda: ((x * 2).sin() * y, [y]),
        lambda: ((x * 2).sin() * x, [x]),
        lambda: ((x * x).sin() * y, [x, y]),
        lambda: ((x * z).sin() * y, [x, y, z]),
        lambda: ((x * z).sin() * z, [x, z]),
        lambda: ((x * y.detach()).sin() * y, [x, y]),
        lambda: ((wide * 2).sin() * y, [wide, y]),
        lambda: ((turned * 2).sin() * y, [turned, y]),
        lambda: ((turned * 2).sin() * y, [y, turned]),
        lambda: ((single * 2).sin() * single, [single]),
        lambda: (x**2 * y, [x, y]),
        lambda: (x**3 * y, [x, y]),
        lambda: (x.sum() * y, [x, y]),
        lambda: (x.sum(0, keepdim=True) * y, [x, y]),
        lambda: (x.clamp(-1, 1) * y, [x, y]),
        lambda: (x.clamp(-1, 2) * y, [x, y]),
    ]
    with np.errstate(all="ignore"):
        for _ in range(2):
            for number, make in enumerate(losses):
                loss, ins = make()
                theirs = dv.autograd.grad(loss.sum(), ins)
                loss, ins = make()
                with dv.autograd.compiled() as passes:
                    ours = dv.autograd.grad(loss.sum(), ins)
                for our, their in zip(ours, theirs, strict=True):
                    assert our.dtype == their.dtype, number
                    np.testing.assert_allclose(our.numpy(), their.numpy(), rtol=1e-6, err_msg=str(number))
                assert plan_of(passes).steps


def test_numbers_that_change_are_inputs_from_the_second_program_on() -> None:
    """A weight that is annealed is no reason to compile each step."""
    x, y = leaf(), leaf(1.0, 2.0, 3.0)
    with dv.autograd.compiled() as passes:
        for step in range(40):
            (found,) = dv.autograd.grad(((x * (0.5 + step)).sin() * y).sum(), x)
            expected = (0.5 + step) * np.cos(x.detach().numpy() * (0.5 + step)) * y.detach().numpy()
            np.testing.assert_allclose(found.numpy(), expected)
            assert plan_of(passes).steps
    assert known_plans() == 2


def test_an_exponent_stays_a_number() -> None:
    """What a formula asks for is compared, and each has its program; at last passes run op by op."""
    x = leaf(0.5, 1.5, 2.0)
    with dv.autograd.compiled() as passes:
        for exponent in range(2, 22):
            (found,) = dv.autograd.grad((x * 1.0 * x**exponent).sum(), x)
            np.testing.assert_allclose(found.numpy(), (exponent + 1) * x.detach().numpy() ** exponent)
    assert not plan_of(passes).steps and "ever new kinds" in plan_of(passes).why


def test_the_order_of_nodes_is_compared() -> None:
    """Two graphs with the same edges, recorded in another order, call hooks in their own orders."""
    for first in (0, 1, 0):
        seen: list[str] = []
        x = leaf()
        a, b = x * 2, x * 3
        parts: list[Any] = [None, None]
        for place in (first, 1 - first):
            parts[place] = (a, b)[place].sin() * (a, b)[place]
        for name, part in zip("ab", parts, strict=True):
            part.register_hook(lambda grad, name=name, seen=seen: seen.append(name))
        with dv.autograd.compiled():
            (parts[0] + parts[1]).sum().backward()
        assert seen == (["b", "a"] if first == 0 else ["a", "b"])
