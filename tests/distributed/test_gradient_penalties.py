"""Losses with gradients in them train on several ranks as in one process."""

from typing import Any

import numpy as np
import pytest
from distributed.ranks import Ranks

import derivata as dv
from derivata import distributed as dist
from derivata import nn
from derivata.nn.parallel import DistributedDataParallel


def network() -> Any:
    dv.manual_seed(0)
    return nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 5), nn.GELU(), nn.Linear(5, 1)).double()


def batch(step: int) -> tuple[Any, Any]:
    numbers = np.random.default_rng([4, step])
    return dv.from_numpy(numbers.normal(size=(8, 4))), dv.from_numpy(numbers.normal(size=(8, 4)))


def part(tensor: Any) -> Any:
    size = len(tensor) // dist.get_world_size()
    return tensor[dist.get_rank() * size :][:size]


def critic_loss(model: Any, real: Any, made: Any) -> Any:
    """Return a loss of the critic of a Wasserstein GAN, whose penalty is about its gradient by its input."""
    between = ((real + made) / 2).requires_grad_()
    (slope,) = dv.autograd.grad(model(between).sum(), between, create_graph=True)
    return model(made).mean() - model(real).mean() + 10 * ((slope.norm(dim=1) - 1) ** 2).mean()


def penalised(limit: float, find_unused: bool) -> None:
    alone, module = network(), network()
    model = DistributedDataParallel(module, bucket_cap_mb=limit, find_unused_parameters=find_unused)
    optimizers = [dv.optim.Adam(one.parameters(), lr=0.01) for one in (alone, module)]
    for step in range(4):
        real, made = batch(step)
        for optimizer, one, rows in zip(optimizers, (alone, model), (lambda x: x, part), strict=True):
            optimizer.zero_grad()
            critic_loss(one, rows(real), rows(made)).backward()
            optimizer.step()
    for (name, found), wanted in zip(module.named_parameters(), alone.parameters(), strict=True):
        np.testing.assert_allclose(
            found.detach().numpy(), wanted.detach().numpy(), rtol=1e-8, atol=1e-10, err_msg=name
        )


@pytest.mark.parametrize("find_unused", [False, True])
@pytest.mark.parametrize("limit", [25, 1e-6])
def test_a_penalty_on_gradients_by_inputs_trains_as_in_one_process(
    ranks: Ranks, limit: float, find_unused: bool
) -> None:
    """Gradients that `autograd.grad` takes with create_graph=True are this rank's; one `backward` then averages."""
    ranks(penalised, limit, find_unused)


def of_the_mean() -> None:
    x, y = batch(0)
    alone, module = network(), network()
    model = DistributedDataParallel(module)

    def gradients(one: Any, x: Any, y: Any) -> Any:
        loss = ((one(x) - y[:, :1]) ** 2).mean()
        return dv.autograd.grad(loss, list(one.parameters()), create_graph=True)

    sum((grad**2).sum() for grad in gradients(alone, x, y)).backward()
    own = gradients(model, part(x), part(y))
    means = [dist.nn.functional.all_reduce(grad.contiguous(), op=dist.ReduceOp.AVG) for grad in own]
    sum((grad**2).sum() for grad in means).backward()
    for (name, found), wanted in zip(module.named_parameters(), alone.parameters(), strict=True):
        np.testing.assert_allclose(
            found.grad.numpy(), wanted.grad.numpy(), rtol=1e-9, atol=1e-12, err_msg=name
        )


def test_a_penalty_on_the_mean_gradient_goes_through_a_recorded_sum(ranks: Ranks) -> None:
    """What is squared is the mean over ranks, whose derivative by the parameters is that of one process."""
    ranks(of_the_mean)
