"""Functions whose terms are spread over ranks have the derivatives of one process with all rows."""

from typing import Any

import numpy as np
import pytest
from distributed.ranks import Ranks

import derivata as dv
from derivata import distributed as dist
from derivata.autograd.functional import hvp

ROWS = np.random.default_rng(1).normal(size=(12, 3)) * [0.5, 1.0, 2.0] + [1.0, -1.0, 0.5]


def log_density(rows: Any, mean: Any, log_scale: Any) -> Any:
    """Return the log-density of rows of a normal distribution, without its constant."""
    return -(((rows - mean) / log_scale.exp()) ** 2 / 2 + log_scale).sum()


def own_rows() -> Any:
    return dv.from_numpy(ROWS[dist.get_rank() :: dist.get_world_size()].copy())


def start(rank: int = 0) -> tuple[Any, Any]:
    return dv.zeros(3, dtype=dv.float64) + 0.1, dv.tensor([0.2, 0.0, -0.3], dtype=dv.float64)


def compared() -> None:
    rows, everything = own_rows(), dv.from_numpy(ROWS)
    total = dist.sum_over_ranks(lambda mean, log_scale: log_density(rows, mean, log_scale))

    def alone(mean: Any, log_scale: Any) -> Any:
        return log_density(everything, mean, log_scale)

    assert total(*start()).item() == pytest.approx(alone(*start()).item(), rel=1e-13)
    for find in (
        lambda f: dv.func.grad(f, argnums=(0, 1))(*start()),
        lambda f: hvp(f, start(), (dv.ones(3, dtype=dv.float64), dv.ones(3, dtype=dv.float64) * 2))[1],
        lambda f: dv.func.hessian(f, argnums=1)(*start()),
        lambda f: dv.func.jacrev(dv.func.jacrev(f))(*start()),
        lambda f: dv.func.jvp(dv.func.grad(f), start(), (start()[1], start()[0]))[1],
    ):
        for found, wanted in zip(np.atleast_2d(find(total)), np.atleast_2d(find(alone)), strict=True):
            np.testing.assert_allclose(found, wanted, rtol=1e-11, atol=1e-12)
    named = dist.sum_over_ranks(lambda both, *, shift: log_density(rows + shift, *both))
    parameters = [one.requires_grad_() for one in start()]
    value = named(parameters, shift=dv.tensor(0.0, dtype=dv.float64))
    value.backward()
    wanted = dv.func.grad(alone, argnums=(0, 1))(*start())
    for parameter, grad in zip(parameters, wanted, strict=True):
        np.testing.assert_allclose(parameter.grad.numpy(), grad.numpy(), rtol=1e-12)


def test_derivatives_are_those_of_one_process_with_all_rows(ranks: Ranks) -> None:
    """Value, gradient, Hessian, Hessian products and tangents are the same on all ranks as in one process."""
    ranks(compared)


def fitted() -> tuple[list[float], int]:
    from derivata.scipy.optimize import minimize

    rows = own_rows()
    total = dist.sum_over_ranks(lambda x: -log_density(rows, x[:3], x[3:]))
    found = minimize(total, np.zeros(6), method="trust-ncg")
    assert found.success
    return found.x.tolist(), int(found.nit)


def test_a_solver_takes_the_same_steps_on_all_ranks(ranks: Ranks) -> None:
    """`scipy.optimize.minimize` with Hessian products finds mean and scale of all rows, in the same bits everywhere."""
    pytest.importorskip("scipy")
    answers = ranks(fitted)
    assert all(answer == answers[0] for answer in answers)
    np.testing.assert_allclose(answers[0][0][:3], ROWS.mean(0), rtol=1e-5)
    np.testing.assert_allclose(np.exp(answers[0][0][3:]), ROWS.std(0), rtol=1e-5)


def refusals() -> None:
    with pytest.raises(TypeError, match="sum_over_ranks: expected <lambda> to return a Tensor, got float"):
        dist.sum_over_ranks(lambda x: 1.0)(dv.ones(1))
    with pytest.raises(RuntimeError, match="expected a member of the group"):
        dist.sum_over_ranks(lambda x: x, group=dist.GroupMember.NON_GROUP_MEMBER)(dv.ones(1))


def test_what_cannot_be_added_up_is_refused(two: Ranks) -> None:
    two(refusals)
