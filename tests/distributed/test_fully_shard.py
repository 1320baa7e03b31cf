"""Modules whose parameters are spread over ranks train as in one process, with a part of the memory."""

import copy
import gc
import tracemalloc
import weakref
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest
from distributed.ranks import Ranks
from distributed.test_data_parallel import Kinds, Residual, batches, build, part

import derivata as dv
from derivata import distributed as dist
from derivata import nn
from derivata.distributed.fsdp import (
    FSDPModule,
    full_state_dict,
    fully_shard,
    load_full_state_dict,
    summon_full_params,
)
from derivata.distributed.optim import ZeroRedundancyOptimizer
from derivata.utils.checkpoint import checkpoint

MSE = nn.functional.mse_loss
OPTIMIZERS: dict[str, Callable[..., Any]] = {
    "SGD": lambda p: dv.optim.SGD(p, lr=0.1, momentum=0.9),
    "AdamW": lambda p: dv.optim.AdamW(p, lr=0.01),
}


def sharded(name: str, layers: bool, reshard: bool = True, seed: int = 0) -> Any:
    """Return a model that is sharded as one, or its layers one by one and what is left."""
    model = build(name, seed)
    for layer in model.children() if layers else ():
        if list(layer.parameters()):
            fully_shard(layer, reshard_after_forward=reshard)
    return fully_shard(model, reshard_after_forward=reshard)


def trained(model: Any, optimizer: Any, whole: bool, limit: float = 0.5) -> tuple[list[float], list[float]]:
    """Return losses, and the norms of gradients, which are clipped."""
    losses, norms = [], []
    for x, y in batches(4):
        optimizer.zero_grad()
        loss = MSE(model(x if whole else part(x)), y if whole else part(y))
        loss.backward()
        norms.append(nn.utils.clip_grad_norm_(model.parameters(), limit).item())
        optimizer.step()
        losses.append(loss.item())
    return losses, norms


def compared(name: str, optimizer: str, layers: bool, reshard: bool) -> None:
    alone, model = build(name), sharded(name, layers, reshard, seed=dist.get_rank())
    wanted, norms = trained(alone, OPTIMIZERS[optimizer](alone.parameters()), True)
    losses, own_norms = trained(model, OPTIMIZERS[optimizer](model.parameters()), False)
    assert max(norms) > 0.5
    np.testing.assert_allclose(own_norms, norms, rtol=1e-11)
    mean = dv.tensor(losses, dtype=dv.float64)
    dist.all_reduce(mean, op=dist.ReduceOp.AVG)
    np.testing.assert_allclose(mean.numpy(), wanted, rtol=1e-11)
    state = full_state_dict(model, rank0_only=False)
    assert list(state) == list(alone.state_dict())
    for place, value in alone.state_dict().items():
        np.testing.assert_allclose(state[place].numpy(), value.numpy(), rtol=1e-9, atol=1e-13, err_msg=place)
    again = sharded(name, layers, reshard, seed=dist.get_rank())
    assert trained(again, OPTIMIZERS[optimizer](again.parameters()), False) == (losses, own_norms)
    assert [p.tolist() for p in again.parameters()] == [p.tolist() for p in model.parameters()]
    with dv.no_grad():
        assert model(part(batches(1)[0][0])).grad_fn is None


@pytest.mark.parametrize(
    ("name", "optimizer", "layers", "reshard"),
    [
        ("perceptron", "SGD", False, True),
        ("perceptron", "AdamW", True, False),
        ("convolutions", "SGD", True, True),
        ("convolutions", "AdamW", False, True),
        ("residual", "SGD", True, False),
        ("residual", "AdamW", True, True),
    ],
)
def test_training_equals_that_of_one_process_with_the_whole_batch(
    ranks: Ranks, name: str, optimizer: str, layers: bool, reshard: bool
) -> None:
    """Losses, clipped norms and parameters are those of one process up to rounding, and the same bits in each run."""
    ranks(compared, name, optimizer, layers, reshard)


WIDE, LAYERS = 400, 6
WEIGHTS = 8 * WIDE * WIDE * LAYERS


def measured() -> None:
    size = dist.get_world_size()
    in_steps(2)  # what is imported and compiled when it is used first
    tracemalloc.start()
    try:
        built, between, peak, model, optimizer = in_steps(WIDE)
        gc.collect()
        after = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    state = sum(
        a.nbytes for one in optimizer.state.values() for a in one.values() if isinstance(a, np.ndarray)
    )
    assert sum(p._array.nbytes for p in model.parameters()) == WEIGHTS / size
    assert sum(p.grad._array.nbytes for p in model.parameters()) == WEIGHTS / size
    assert state == 2 * WEIGHTS / size
    few, one_layer = WEIGHTS / 10, WEIGHTS / LAYERS
    assert built < WEIGHTS / size + 3 * one_layer + few
    assert after < 4 * WEIGHTS / size + few  # parameters, gradients, two of the optimizer: nothing else
    assert (
        between < 4 * WEIGHTS / size + few
    )  # no whole parameters; memory of gradients is kept for the next ones
    assert peak < 4 * WEIGHTS / size + 5 * one_layer + few


def frozen() -> None:
    size, one_layer = dist.get_world_size(), WEIGHTS / LAYERS
    layers = [nn.Linear(WIDE, WIDE, bias=False, dtype=dv.float64) for _ in range(LAYERS)]
    model = nn.Sequential(*[fully_shard(layer.requires_grad_(False)) for layer in layers])
    del layers
    x = dv.ones(2, WIDE, dtype=dv.float64, requires_grad=True)
    model(x).sum().backward()
    tracemalloc.start()
    model(x).sum().backward()
    peak = tracemalloc.get_traced_memory()[1]  # without the parts, which were there
    tracemalloc.stop()
    assert peak < 3 * one_layer
    assert sum(p._array.nbytes for p in model.parameters()) == WEIGHTS / size
    model.requires_grad_(True)
    model(x).sum().backward()
    assert all(p.grad.shape == p.shape for p in model.parameters())
    model.requires_grad_(False)
    model(x).sum().backward()
    alive = weakref.ref(model[0].weight)
    del model
    assert alive() is None  # no reference cycle, and nothing that keeps what was gathered


def test_frozen_layers_are_freed_in_backward_as_well(ranks: Ranks) -> None:
    """When the next one is gathered; later they may be trained."""
    ranks(frozen)


def in_steps(wide: int) -> Any:
    """Train; return bytes at the peak of building, between forward and backward, and at the peak of a step."""
    layers = [
        fully_shard(nn.Linear(wide, wide, bias=False, dtype=dv.float64)) for _ in range(LAYERS)
    ]  # the whole model is never there
    model = fully_shard(nn.Sequential(*layers))
    built = tracemalloc.get_traced_memory()[1]
    optimizer = dv.optim.AdamW(model.parameters(), lr=0.01)
    for _ in range(2):
        optimizer.zero_grad()
        if tracemalloc.is_tracing():
            tracemalloc.reset_peak()
        loss = model(dv.ones(2, wide, dtype=dv.float64)).sum()
        between = tracemalloc.get_traced_memory()[0]
        loss.backward()
        optimizer.step()
    return built, between, tracemalloc.get_traced_memory()[1], model, optimizer


def test_each_rank_has_its_part_of_the_memory(ranks: Ranks) -> None:
    """Live arrays are counted: between forward and backward no whole parameters are there, and never more than few."""
    ranks(measured)


class Shared(nn.Module):
    """A table that is used twice, as embedding and as output, layers of which some are frozen, and a scalar."""

    def __init__(self) -> None:
        super().__init__()
        self.table = nn.Embedding(7, 5)
        self.frozen = nn.Linear(5, 5).requires_grad_(False)
        self.half = nn.Linear(5, 5)
        self.half.bias.requires_grad_(False)
        self.scale = nn.Parameter(dv.tensor(1.5))
        self.unused = nn.Linear(2, 2)
        self.out = nn.Linear(5, 7, bias=False)
        self.out.weight = self.table.weight

    def forward(self, rows: Any) -> Any:
        x = self.table(rows)
        x = self.half(self.frozen(x).tanh()) * self.scale
        return self.out(self.half(x).tanh())


def with_shared() -> None:
    size, rank = dist.get_world_size(), dist.get_rank()
    dv.manual_seed(0)
    alone = Shared().double()
    dv.manual_seed(0)
    model = Shared().double()
    fully_shard(model.frozen)
    fully_shard(model.half)
    fully_shard(model)
    assert model.out.weight is model.table.weight
    assert len(list(model.parameters())) == len(list(alone.parameters()))
    rows = dv.tensor(np.random.default_rng(1).integers(0, 7, (size, 6)))
    for _ in range(2):
        (alone(rows) ** 2).mean().backward()  # gradients add up
        (model(rows[rank : rank + 1]) ** 2).mean().backward()
    for (name, own), wanted in zip(model.named_parameters(), alone.parameters(), strict=True):
        if not own.requires_grad:
            assert own.grad is None, name
            continue
        everywhere = dv.zeros(size * own.numel(), dtype=dv.float64)
        dist.all_gather_into_tensor(everywhere, own.grad)
        found = everywhere.numpy()[: wanted.numel()].reshape(wanted.shape)
        expected = np.zeros(wanted.shape) if wanted.grad is None else wanted.grad.numpy()
        np.testing.assert_allclose(found, expected, rtol=1e-11, atol=1e-15, err_msg=name)


def test_shared_frozen_and_unused_parameters(ranks: Ranks) -> None:
    """A module used twice, a tied weight, and frozen parameters among others; what is unused has gradients of zeros."""
    ranks(with_shared)


def of_kinds() -> None:
    alone, model = Kinds(), fully_shard(Kinds())
    x = dv.arange(1.0, 4.0, dtype=dv.float64)
    alone(x).backward()
    model(x).backward()
    for (name, own), wanted in zip(model.named_parameters(), alone.parameters(), strict=True):
        if wanted.grad is None:
            continue
        mine = np.zeros(own.numel() * dist.get_world_size(), wanted.dtype)
        mine[: wanted.numel()] = wanted.grad.numpy().reshape(-1)
        mine = mine.reshape(dist.get_world_size(), -1)[dist.get_rank()]
        np.testing.assert_allclose(
            own.grad.numpy(), mine, rtol=2e-3 if name == "half" else 1e-6, err_msg=name
        )


def test_parameters_of_any_dtype_and_layout(ranks: Ranks) -> None:
    ranks(of_kinds)


def derived() -> None:
    """A penalty on gradients, checkpoints around a module, `autograd.grad`, and a second pass through one graph."""
    alone, model = build("perceptron"), sharded("perceptron", True)
    x, y = batches(1)[0]
    rows = x.clone().requires_grad_()

    def penalised(net: Any, x: Any, y: Any) -> Any:
        x = x.detach().requires_grad_()
        loss = MSE(net(x), y)
        (grad,) = dv.autograd.grad(loss, x, create_graph=True)
        return loss + (grad**2).sum(1).sqrt().mean()

    size = dist.get_world_size()
    wanted = (
        sum(penalised(alone, a, b) for a, b in zip(x.split(8 // size), y.split(8 // size), strict=True))
        / size
    )
    wanted.backward()
    penalised(model, part(x), part(y)).backward()
    check_gradients(model, alone)
    for net in (alone, model):
        net.zero_grad()
    MSE(alone(x), y).backward()
    first, *others = model
    hidden = checkpoint(first, part(rows), use_reentrant=False)
    MSE(nn.Sequential(*others)(hidden), part(y)).backward()
    check_gradients(model, alone)
    weights = {"0.weight": alone[0].weight, "2.bias": alone[2].bias}
    found = dv.func.functional_call(model, weights, (part(x),))  # some are whole, others parts
    np.testing.assert_array_equal(found.detach().numpy(), alone(part(x)).detach().numpy())
    model.zero_grad()
    loss = MSE(model(part(x)), part(y))
    loss.backward(retain_graph=True)
    found = dv.autograd.grad(loss, list(model.parameters()))
    for own, again in zip(model.parameters(), found, strict=True):
        np.testing.assert_allclose(own.grad.numpy(), again.numpy(), rtol=1e-11, atol=1e-15)


def check_gradients(model: Any, alone: Any) -> None:
    for (name, own), wanted in zip(model.named_parameters(), alone.parameters(), strict=True):
        everywhere = dv.zeros(dist.get_world_size() * own.numel(), dtype=dv.float64)
        dist.all_gather_into_tensor(everywhere, own.grad)
        found = everywhere.numpy()[: wanted.numel()].reshape(wanted.shape)
        np.testing.assert_allclose(found, wanted.grad.numpy(), rtol=1e-10, atol=1e-14, err_msg=name)


def test_other_ways_through_the_graph(ranks: Ranks) -> None:
    ranks(derived)


class Scaled(nn.Module):
    """A layer whose scale has one element, as its part has on each rank: zero on the later ones."""

    def __init__(self, way: str) -> None:
        super().__init__()
        self.way = way
        self.layer = nn.Linear(3, 3, dtype=dv.float64)
        self.scale = nn.Parameter(dv.full((1,), 1.7, dtype=dv.float64))

    def forward(self, x: Any) -> Any:
        return self.call(x).sum(1)

    def call(self, x: Any) -> Any:
        match self.way:
            case "nested":
                return checkpoint(
                    partial(checkpoint, self.scaled, use_reentrant=False), x, use_reentrant=True
                )
            case "in forward":
                y = checkpoint(self.scaled, x, use_reentrant=False)
                dv.autograd.grad(y.sum(), x, retain_graph=True)
                return y * self.scale
        return checkpoint(self.scaled, x, use_reentrant=self.way == "reentrant")

    def scaled(self, x: Any) -> Any:
        return (self.layer(x) * self.scale).tanh()


def checkpointed(way: str, layers: bool) -> None:
    rows = dv.randn(8, 3, dtype=dv.float64, generator=dv.Generator(2), requires_grad=True)
    dv.manual_seed(0)
    alone = Scaled(way)
    (alone(rows) ** 2).mean().backward()
    dv.manual_seed(0)
    model = Scaled(way)
    if layers:
        fully_shard(model.layer)
    fully_shard(model)
    (model(part(rows.detach()).requires_grad_()) ** 2).mean().backward()
    check_gradients(model, alone)
    assert model.scale.numel() == 1


@pytest.mark.parametrize("layers", [False, True])
@pytest.mark.parametrize("way", ["not reentrant", "reentrant", "nested", "in forward"])
def test_checkpoints_inside_of_forward_are_repeated_with_whole_parameters(
    ranks: Ranks, way: str, layers: bool
) -> None:
    """Not with parts, which are there in backward, and which may have the shape of the whole."""
    ranks(checkpointed, way, layers)


def states() -> None:
    rank = dist.get_rank()
    whole = build("residual", seed=5)
    model = sharded("residual", True)
    result = load_full_state_dict(model, whole.state_dict() if rank == 0 else None)
    assert not result.missing_keys and not result.unexpected_keys
    found = full_state_dict(model)
    wanted = {name: value.tolist() for name, value in whole.state_dict().items()} if rank == 0 else {}
    assert {name: value.tolist() for name, value in found.items()} == wanted
    Residual().double().load_state_dict(full_state_dict(model, rank0_only=False))
    wrong = {**whole.state_dict(), "out.bias": dv.zeros(7), "more": dv.zeros(1)}
    with pytest.raises(RuntimeError, match=r"size mismatch for out\.bias.*\(7,\).*in the model is \(2,\)"):
        load_full_state_dict(model, wrong if rank == 0 else None)
    with pytest.raises(RuntimeError, match=r'Unexpected key\(s\).*"more"'):
        load_full_state_dict(model, {**whole.state_dict(), "more": dv.zeros(1)})
    with pytest.raises(
        ValueError, match="full_state_dict: expected a module with sharded parameters, got none"
    ):
        full_state_dict(nn.Linear(2, 1))
    normalised = fully_shard(nn.BatchNorm1d(3))
    state = nn.BatchNorm1d(3).state_dict()
    state["running_mean"].fill_(4.0)
    load_full_state_dict(normalised, state)
    assert normalised.running_mean.tolist() == [4, 4, 4]


def test_the_state_of_the_whole_model(ranks: Ranks) -> None:
    """It is gathered, and loaded from the one of rank 0; what does not fit is an error on all ranks."""
    ranks(states)


def summoned() -> None:
    alone, model = build("perceptron"), sharded("perceptron", True)
    x = batches(1)[0][0]
    before = [p.tolist() for p in model.parameters()]
    with summon_full_params(model, writeback=False):
        assert {name: p.tolist() for name, p in model.named_parameters()} == {
            name: p.tolist() for name, p in alone.named_parameters()
        }
        assert not model(x).requires_grad
        model[0].weight.zero_()
    assert [p.tolist() for p in model.parameters()] == before
    with summon_full_params(model):
        model[0].weight.mul_(2)
    with dv.no_grad():
        alone[0].weight.mul_(2)
        np.testing.assert_array_equal(model(x).numpy(), alone(x).numpy())
    with pytest.raises(ValueError, match="left"), summon_full_params(model):
        model[0].weight.zero_()
        raise ValueError("left")
    assert all(p.ndim == 1 for p in model.parameters())
    np.testing.assert_array_equal(
        full_state_dict(model, False)["0.weight"].numpy(), alone[0].weight.detach().numpy()
    )
    loss = model(x).sum()
    with summon_full_params(model):
        model[2].bias.fill_(1.0)
    with pytest.raises(RuntimeError, match="modified by an inplace operation since the forward"):
        loss.backward()
    with (
        pytest.raises(
            ValueError, match="summon_full_params: expected a module with sharded parameters, got none"
        ),
        summon_full_params(alone),
    ):
        pass


def test_parameters_are_whole_in_a_block(ranks: Ranks) -> None:
    """They are those of one process; what is written is kept, if asked for and the block does not fail."""
    ranks(summoned)


def norms() -> None:
    alone, model = build("perceptron"), sharded("perceptron", True)
    other = nn.Parameter(dv.ones(2, dtype=dv.float64))
    x, y = batches(1)[0]
    MSE(alone(x), y).backward()
    MSE(model(part(x)), part(y)).backward()
    other.grad = dv.full((2,), 0.1, dtype=dv.float64)
    for order in (2.0, 1.0, 3.5, float("inf")):
        wanted = nn.utils.clip_grad_norm_([*alone.parameters(), other], 1e9, order)
        found = nn.utils.clip_grad_norm_([*model.parameters(), other], 1e9, order)
        assert found.dtype == wanted.dtype
        np.testing.assert_allclose(found.item(), wanted.item(), rtol=1e-12)
    with pytest.raises(ValueError, match="expected a positive norm_type"):
        nn.utils.clip_grad_norm_(model.parameters(), 1.0, 0.0)
    if dist.get_rank() == 0:
        next(model.parameters()).grad[0] = float("inf")
    with pytest.raises(RuntimeError, match="non-finite"):
        nn.utils.clip_grad_norm_(model.parameters(), 1.0, error_if_nonfinite=True)


def test_the_norm_is_that_of_all_ranks(ranks: Ranks) -> None:
    """Of any order, with gradients that are whole on each rank among them."""
    ranks(norms)


class Written(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.weight = nn.Parameter(dv.ones(3))

    def forward(self, x: Any) -> Any:
        with dv.no_grad():
            self.weight.mul_(2)
        return self.weight * x


def refusals() -> None:
    with pytest.raises(TypeError, match="fully_shard: expected a Module, got list"):
        fully_shard([nn.Linear(2, 1)])  # type: ignore[type-var]
    with pytest.raises(NotImplementedError, match="expected mesh=None, got int; give process_group"):
        fully_shard(nn.Linear(2, 1), mesh=2)
    with pytest.raises(TypeError, match="expected reshard_after_forward to be True or False, got 2"):
        fully_shard(nn.Linear(2, 1), reshard_after_forward=2)  # type: ignore[arg-type]
    with pytest.raises(RuntimeError, match="weight has no size yet"):
        fully_shard(nn.LazyLinear(2))
    with pytest.raises(ValueError, match="fully_shard: expected a module without ShardedEmbedding"):
        fully_shard(nn.Sequential(dist.nn.ShardedEmbedding(4, 2)))
    with pytest.raises(
        ValueError, match=r"without DistributedDataParallel, got 0, which averages whole gradients"
    ):
        fully_shard(nn.Sequential(nn.parallel.DistributedDataParallel(nn.Linear(2, 1))))
    model = fully_shard(nn.Sequential(nn.Linear(2, 2)))
    assert isinstance(model, FSDPModule) and isinstance(model, nn.Sequential)
    with pytest.raises(ValueError, match="expected a module that is not sharded yet, got FSDPSequential"):
        fully_shard(model)
    with pytest.raises(
        ValueError, match=r"got weight, which is sharded with another module already; shard inner"
    ):
        fully_shard(model[0])
    with pytest.raises(
        RuntimeError, match=r"0\.weight: expected shape \(2,\), got \(2, 2\); .*load_full_state_dict"
    ):
        model.load_state_dict(nn.Sequential(nn.Linear(2, 2)).state_dict())
    with pytest.raises(TypeError, match=r"FSDPSequential: expected a whole module.*full_state_dict\(model\)"):
        copy.deepcopy(model)
    tied = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 2))
    tied[1].weight = tied[0].weight
    fully_shard(tied[0])
    with pytest.raises(ValueError, match=r"got 1\.weight, which is sharded with another module already"):
        fully_shard(tied)
    with pytest.raises(ValueError, match=r"expected whole parameters, got 0\.weight.*call the module itself"):
        nn.parallel.DistributedDataParallel(model)
    spread = partial(ZeroRedundancyOptimizer, optimizer_class=dv.optim.SGD)
    for optimizer in (dv.optim.LBFGS, dv.optim.Adafactor, dv.optim.Muon, spread):
        with pytest.raises(
            ValueError, match=r"expected whole parameters.*goes element by element, such as AdamW"
        ):
            optimizer(model.parameters())
    with pytest.raises(RuntimeError, match=r"parameter weight was written to in forward.*make it a buffer"):
        fully_shard(Written())(dv.ones(3))
    x = dv.ones(1, 2, requires_grad=True)
    loss = model(x).sum()
    optimizer = dv.optim.SGD(model.parameters(), lr=0.1)
    model(x).sum().backward()
    optimizer.step()
    with pytest.raises(
        RuntimeError, match=r"FSDPSequential \(0\.weight, 0\.bias.*modified by an inplace operation"
    ):
        loss.backward()
    model = fully_shard(Squared())
    y = model(x)
    with pytest.raises(
        RuntimeError, match=r"modified by an inplace operation: it is at version 1, expected version 0"
    ):
        y.backward()
    assert all(attribute.ndim == 1 for attribute in model.parameters())


class Squared(nn.Module):
    """Writes into what backward needs."""

    def __init__(self) -> None:
        super().__init__()
        self.weight = nn.Parameter(dv.ones(2))

    def forward(self, x: Any) -> Any:
        x = x * self.weight
        y = (x * x).sum()
        x.detach().mul_(2)
        return y


def test_what_cannot_be_sharded_is_refused(two: Ranks) -> None:
    """Also what would be lost, or give wrong gradients without a word."""
    two(refusals)


def raised() -> None:
    model = sharded("perceptron", True)
    with pytest.raises(RuntimeError, match="linear"):
        model(dv.ones(2, 3, dtype=dv.float64))
    assert all(p.ndim == 1 for p in model.parameters())  # they are parts again
    model(part(batches(1)[0][0])).sum().backward()


def test_after_an_error_in_forward_parameters_are_parts_again(two: Ranks) -> None:
    two(raised)


def in_a_group() -> None:
    pair = dist.new_group([0, 1])
    if dist.get_rank() > 1:
        with pytest.raises(RuntimeError, match="fully_shard: expected a member of the group"):
            fully_shard(nn.Linear(2, 1), process_group=pair)
        return
    model = fully_shard(nn.Linear(2, 1), process_group=pair)
    model(dv.full((1, 2), float(dist.get_rank()))).sum().backward()
    assert model.weight.grad.tolist() == [0.5]


def test_a_group_of_some_ranks_shards_for_itself(ranks: Ranks) -> None:
    ranks(in_a_group)


PROGRAM = """
import derivata as dv
from derivata import distributed as dist, nn
from derivata.distributed.fsdp import fully_shard
dist.init_process_group("mpi", timeout=20)
rank = dist.get_rank()
"""


@pytest.mark.parametrize(
    ("program", "says"),
    [
        ("fully_shard(nn.Linear(2, 3 + rank))", "rank 1 has the parameter weight of float32 (4, 2), rank 0 has weight"),
        ("""
model = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 2))
for layer in model: fully_shard(layer)
model[rank](dv.ones(1, 2))
model[0](dv.ones(1, 2)).sum().backward()""",
         "rank 1 calls fully_shard: parameters of FSDPLinear (weight, bias; fully_shard (call 2 of group WORLD))"),
        ("""
model = fully_shard(nn.Linear(2, 2))
loss = model(dv.ones(1, 2)).sum()
if rank == 1: raise ValueError("broken")
loss.backward()""", "ValueError: broken"),
    ],
    ids=["other modules", "other calls", "an error"],
)  # fmt: skip
def test_a_rank_that_fails_or_differs_ends_all_with_one_error(
    launch: Callable[..., Any], program: str, says: str
) -> None:
    ended = launch(2, PROGRAM + program)
    assert ended.returncode != 0
    assert says in ended.stderr
    assert ended.stderr.count("Traceback") <= 2
