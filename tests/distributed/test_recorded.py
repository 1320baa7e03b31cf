"""Derivatives through collectives are those of one process that has the tensors of all ranks."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from distributed.ranks import Ranks

import derivata as dv
from derivata import distributed as dist

SUM, AVG = dist.ReduceOp.SUM, dist.ReduceOp.AVG


def inputs() -> list[Any]:
    """Return what the ranks start with, each the tensors of all ranks: its own is the one with its number."""
    numbers = np.random.default_rng(5)
    return [dv.from_numpy(numbers.normal(size=(2, 3))).requires_grad_() for _ in range(dist.get_world_size())]


def parts(x: Any) -> list[Any]:
    return [x * (part + 1.0) for part in range(dist.get_world_size())]


def one_process(name: str, xs: list[Any]) -> list[list[Any]]:
    """Return what each rank gets, computed from the tensors of all."""
    size, zero = len(xs), xs[0] * 0
    every = [parts(x) for x in xs]
    one_of_each = [sum(row[rank] for row in every) for rank in range(size)]
    results: dict[str, Callable[[int], list[Any]]] = {
        "all_reduce": lambda rank: [sum(xs)],
        "all_reduce mean": lambda rank: [sum(xs) / size],
        "broadcast": lambda rank: [xs[1]],
        "reduce": lambda rank: [sum(xs) if rank == 1 else zero],
        "reduce mean": lambda rank: [sum(xs) / size if rank == 1 else zero],
        "all_gather": lambda rank: xs,
        "gather": lambda rank: xs if rank == 1 else [zero] * size,
        "scatter": lambda rank: [every[1][rank]],
        "reduce_scatter": lambda rank: [one_of_each[rank]],
        "all_to_all_single": lambda rank: [dv.cat([row[rank] for row in every])],
        "reduce_scatter mean": lambda rank: [one_of_each[rank] / size],
    }
    return [results[name](rank) for rank in range(size)]


def of_this_rank(name: str, x: Any) -> list[Any]:
    f = dist.nn.functional
    results: dict[str, Callable[[], Any]] = {
        "all_reduce": lambda: f.all_reduce(x),
        "all_reduce mean": lambda: f.all_reduce(x, op=AVG),
        "broadcast": lambda: f.broadcast(x, 1),
        "reduce": lambda: f.reduce(x, 1),
        "reduce mean": lambda: f.reduce(x, 1, op=AVG),
        "all_gather": lambda: f.all_gather(x),
        "gather": lambda: f.gather(x, 1),
        "scatter": lambda: f.scatter(parts(x), 1),
        "reduce_scatter": lambda: f.reduce_scatter(x, parts(x)),
        "all_to_all_single": lambda: f.all_to_all_single(dv.cat(parts(x)), dv.cat(parts(x))),
        "reduce_scatter mean": lambda: f.reduce_scatter(x, parts(x), op=AVG),
    }
    found = results[name]()
    return list(found) if isinstance(found, tuple) else [found]


def loss(rank: int, results: list[Any]) -> Any:
    """Return a loss in which each result and each rank count differently."""
    return sum((result**3 * (1.0 + number + 2 * rank)).sum() for number, result in enumerate(results))


NAMES = [
    "all_reduce", "all_reduce mean", "broadcast", "reduce", "reduce mean", "all_gather", "gather", "scatter",
    "reduce_scatter", "reduce_scatter mean", "all_to_all_single",
]  # fmt: skip


def compared(name: str) -> None:
    rank, xs = dist.get_rank(), inputs()
    alone = one_process(name, xs)
    together = sum(loss(number, results) for number, results in enumerate(alone))
    wanted = dv.autograd.grad(together, xs, create_graph=True, materialize_grads=True)
    second = dv.autograd.grad(sum((grad**2).sum() for grad in wanted), xs, materialize_grads=True)
    x = xs[rank].detach().clone().requires_grad_()
    found = of_this_rank(name, x)
    for result, expected in zip(found, alone[rank], strict=True):
        np.testing.assert_allclose(result.detach().numpy(), expected.detach().numpy(), rtol=1e-13)
    (grad,) = dv.autograd.grad(loss(rank, found), x, create_graph=True)
    np.testing.assert_allclose(grad.detach().numpy(), wanted[rank].detach().numpy(), rtol=1e-12)
    (again,) = dv.autograd.grad((grad**2).sum(), x)
    np.testing.assert_allclose(again.numpy(), second[rank].numpy(), rtol=1e-11)


@pytest.mark.parametrize("name", NAMES)
def test_first_and_second_derivatives_are_those_of_one_process(ranks: Ranks, name: str) -> None:
    """Values, gradients and gradients of gradients equal those of one process that sums the losses of all ranks."""
    ranks(compared, name)


def tangents(name: str) -> None:
    rank, xs = dist.get_rank(), inputs()
    step = 1e-6
    along = [
        dv.from_numpy(np.random.default_rng(9 + number).normal(size=(2, 3))) for number in range(len(xs))
    ]
    with dv.no_grad():
        up = one_process(name, [x + step * v for x, v in zip(xs, along, strict=True)])[rank]
        down = one_process(name, [x - step * v for x, v in zip(xs, along, strict=True)])[rank]
    with dv.autograd.forward_ad.dual_level():
        dual = dv.autograd.forward_ad.make_dual(xs[rank].detach(), along[rank])
        for result, above, below in zip(of_this_rank(name, dual), up, down, strict=True):
            tangent = dv.autograd.forward_ad.unpack_dual(result).tangent
            np.testing.assert_allclose(tangent.numpy(), ((above - below) / (2 * step)).numpy(), atol=1e-8)


@pytest.mark.parametrize("name", NAMES)
def test_tangents_are_those_of_one_process(ranks: Ranks, name: str) -> None:
    """Forward mode goes through collectives: tangents equal differences in one process."""
    ranks(tangents, name)


def refusals() -> None:
    f, x = dist.nn.functional, dv.ones(3, requires_grad=True)
    with pytest.raises(
        NotImplementedError, match=r"all_reduce: expected ReduceOp.SUM or AVG.*got ReduceOp.MAX"
    ):
        f.all_reduce(x, op=dist.ReduceOp.MAX)
    with pytest.raises(ValueError, match="reduce_scatter: expected output to be float32 of shape"):
        f.reduce_scatter(dv.ones(2), [x, x])
    with pytest.raises(RuntimeError, match="expected a member of the group"):
        f.all_reduce(x, group=dist.GroupMember.NON_GROUP_MEMBER)


def test_what_has_no_derivative_is_refused(two: Ranks) -> None:
    two(refusals)
