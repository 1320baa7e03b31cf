"""SyncBatchNorm over ranks is batch normalisation of one process that has the batch of all."""

from copy import deepcopy
from typing import Any

import numpy as np
import pytest
from distributed.ranks import Ranks

import derivata as dv
from derivata import distributed as dist
from derivata import nn
from derivata.nn.parallel import DistributedDataParallel

LIKE = {2: nn.BatchNorm1d, 3: nn.BatchNorm1d, 4: nn.BatchNorm2d, 5: nn.BatchNorm3d}
SIZES = [3, 5, 0, 1]  # rows of each rank: one has none


def rows() -> slice:
    """Return the rows of this rank in the batch of all."""
    sizes = SIZES[: dist.get_world_size()]
    start = sum(sizes[: dist.get_rank()])
    return slice(start, start + sizes[dist.get_rank()])


def batch(places: tuple[int, ...], kind: str, step: int = 0) -> tuple[Any, Any]:
    """Return the batch of all ranks, far from 0, and factors that make a loss of it."""
    numbers = np.random.default_rng([3, step])
    shape = sum(SIZES[: dist.get_world_size()]), 3, *places
    return numbers.normal(5, 2, size=shape).astype(kind), numbers.normal(size=shape).astype(kind)


def module_like(norm: Any, kind: str, **options: Any) -> Any:
    made = norm(3, dtype=getattr(dv, kind), **options)
    for number, parameter in enumerate(made.parameters()):
        with dv.no_grad():
            parameter.copy_(dv.arange(1.0, 4.0) - number)
    return made


def compared(places: tuple[int, ...], kind: str, options: dict[str, Any]) -> None:
    synced = module_like(nn.SyncBatchNorm, kind, **options)
    alone = module_like(LIKE[2 + len(places)], kind, **options)
    tolerance = {"float16": 5e-3, "float32": 2e-5, "float64": 1e-12}[kind]
    for step in range(2):
        x, factors = batch(places, kind, step)
        whole, part = [dv.from_numpy(one.copy()).requires_grad_() for one in (x, x[rows()])]
        synced.zero_grad()
        alone.zero_grad()
        wanted, found = alone(whole), synced(part)
        assert found.dtype == getattr(dv, kind)
        np.testing.assert_allclose(
            found.detach().numpy(), wanted.detach().numpy()[rows()], atol=4 * tolerance, rtol=tolerance
        )
        (wanted**2 * dv.from_numpy(factors)).sum().backward()
        (found**2 * dv.from_numpy(factors[rows()])).sum().backward()
        np.testing.assert_allclose(
            part.grad.numpy(), whole.grad.numpy()[rows()], atol=8 * tolerance, rtol=8 * tolerance
        )
        for ours, theirs in zip(synced.parameters(), alone.parameters(), strict=True):
            total = ours.grad.double()
            dist.all_reduce(total)  # the loss is the sum of those of all ranks
            np.testing.assert_allclose(
                total.numpy(), theirs.grad.numpy(), atol=40 * tolerance, rtol=8 * tolerance
            )
    same_everywhere(synced, alone, tolerance)
    synced.eval()
    alone.eval()
    x, _ = batch(places, kind, 9)
    with dv.no_grad():
        if dist.get_rank() == 0 and synced.track_running_stats:  # others are not asked in evaluation
            np.testing.assert_allclose(
                synced(dv.from_numpy(x)).numpy(), alone(dv.from_numpy(x)).numpy(), atol=8 * tolerance
            )


def same_everywhere(synced: Any, alone: Any, tolerance: float) -> None:
    """Check that running statistics are those of one process, and the same bits on all ranks."""
    for (name, found), wanted in zip(synced.named_buffers(), alone.buffers(), strict=True):
        np.testing.assert_allclose(found.numpy(), wanted.numpy(), rtol=2 * tolerance, err_msg=name)
        everywhere: list[Any] = [None] * dist.get_world_size()
        dist.all_gather_object(everywhere, found.numpy().tobytes())
        assert len({*everywhere}) == 1, name


OPTIONS = {
    "plain": {},
    "mean of all batches": {"momentum": None},
    "no affine": {"affine": False},
    "no shift": {"bias": False},
    "no statistics": {"track_running_stats": False},
}


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
def test_it_is_one_process_with_the_batch_of_all_ranks(ranks: Ranks, options: dict[str, Any]) -> None:
    """Values, gradients and running statistics, with parts of different sizes, one of them empty."""
    ranks(compared, (4,), "float64", options)


@pytest.mark.parametrize("kind", ["float16", "float32", "float64"])
@pytest.mark.parametrize("places", [(), (2, 3), (2, 2, 2)])
def test_inputs_have_two_dimensions_or_more_and_any_dtype(
    two: Ranks, places: tuple[int, ...], kind: str
) -> None:
    two(compared, places, kind, {})


def second() -> None:
    x, factors = batch((2,), "float64")
    synced, alone = [module_like(one, "float64") for one in (nn.SyncBatchNorm, nn.BatchNorm1d)]

    def penalty(module: Any, x: Any, factors: Any) -> Any:
        (grad,) = dv.autograd.grad((module(x) ** 2 * factors).sum(), x, create_graph=True)
        return (grad**2).sum()

    whole, part = [dv.from_numpy(one.copy()).requires_grad_() for one in (x, x[rows()])]
    penalty(alone, whole, dv.from_numpy(factors)).backward()
    penalty(synced, part, dv.from_numpy(factors[rows()])).backward()
    np.testing.assert_allclose(part.grad.numpy(), whole.grad.numpy()[rows()], atol=1e-10)


def test_gradients_of_gradients_are_those_of_one_process(ranks: Ranks) -> None:
    ranks(second)


def trained() -> None:
    def network() -> Any:
        dv.manual_seed(0)
        return nn.Sequential(nn.Linear(4, 6), nn.BatchNorm1d(6), nn.Tanh(), nn.Linear(6, 2)).double()

    size = dist.get_world_size()
    alone, module = network(), nn.SyncBatchNorm.convert_sync_batchnorm(network())
    assert type(module[1]) is nn.SyncBatchNorm
    model = DistributedDataParallel(module, bucket_cap_mb=1e-4)
    numbers = np.random.default_rng(2)
    for one, parts in ((alone, 1), (model, size)):
        numbers = np.random.default_rng(2)
        optimizer = dv.optim.SGD(one.parameters(), lr=0.1, momentum=0.9)
        for _ in range(4):
            x, y = [dv.from_numpy(numbers.normal(size=(8, width))) for width in (4, 2)]
            rows = slice(None) if parts == 1 else slice(dist.get_rank(), None, size)
            optimizer.zero_grad()
            nn.functional.mse_loss(one(x[rows]), y[rows]).backward()
            optimizer.step()
    for found, wanted in zip(module.state_dict().values(), alone.state_dict().values(), strict=True):
        np.testing.assert_allclose(found.numpy(), wanted.numpy(), rtol=1e-10, atol=1e-13)


def test_training_equals_that_of_one_process_where_batch_norm_would_differ(ranks: Ranks) -> None:
    """With DistributedDataParallel, parameters and statistics are those of one process with the whole batch."""
    ranks(trained)


def alone_in_a_group() -> None:
    groups = [dist.new_group([rank]) for rank in range(dist.get_world_size())]
    own = groups[dist.get_rank()]
    x = dv.from_numpy(np.random.default_rng(dist.get_rank()).normal(size=(4, 3)))
    synced = nn.SyncBatchNorm.convert_sync_batchnorm(nn.BatchNorm1d(3).double(), own)
    assert synced.process_group is own and deepcopy(synced).process_group is own
    plain = nn.BatchNorm1d(3).double()
    assert synced(x).tolist() == plain(x).tolist()
    assert synced.running_var.tolist() == plain.running_var.tolist()
    other = nn.SyncBatchNorm(3, process_group=groups[dist.get_rank() - 1], dtype=dv.float64)
    with pytest.raises(RuntimeError, match="SyncBatchNorm: expected a member of process_group"):
        other(x)


def test_in_a_group_of_one_it_is_the_other_batch_norm(ranks: Ranks) -> None:
    ranks(alone_in_a_group)


def refusals() -> None:
    synced = nn.SyncBatchNorm(3)
    with pytest.raises(ValueError, match=r"more than one value per channel in training, got 1 on all ranks"):
        synced(dv.ones(1 if dist.get_rank() == 0 else 0, 3))
    with pytest.raises(ValueError, match="expected an input of 2 dimensions or more with 3 channels"):
        synced(dv.ones(3))
    model = DistributedDataParallel(synced)
    with pytest.raises(NotImplementedError, match=r"join: expected a module without SyncBatchNorm"):
        model.join()


def test_what_cannot_be_normalised_is_refused_on_all_ranks(two: Ranks) -> None:
    two(refusals)
