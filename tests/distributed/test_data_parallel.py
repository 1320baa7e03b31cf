"""Training on several ranks gives what one process gives with the whole batch."""

import gc
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from distributed.ranks import Ranks

import derivata as dv
from derivata import distributed as dist
from derivata import kernels, nn
from derivata.compiler.backward.plan import Stretch
from derivata.compiler.program import gain
from derivata.distributed.algorithms.ddp_comm_hooks import default_hooks
from derivata.nn.parallel import DistributedDataParallel

BATCH = 8
OPTIMIZERS: dict[str, Callable[..., Any]] = {
    "SGD": lambda p: dv.optim.SGD(p, lr=0.1, momentum=0.9),
    "AdamW": lambda p: dv.optim.AdamW(p, lr=0.01),
    "Adagrad": lambda p: dv.optim.Adagrad(p, lr=0.1),
}


class Residual(nn.Module):
    """A model whose layers are registered in another order than they are used, one of them twice."""

    def __init__(self) -> None:
        super().__init__()
        self.out = nn.Linear(6, 2)
        self.twice = nn.Linear(6, 6)
        self.scale = nn.Parameter(dv.ones(6))
        self.enter = nn.Linear(4, 6)

    def forward(self, x: Any) -> Any:
        x = self.enter(x).tanh()
        x = x + self.twice(x).tanh() * self.scale
        return self.out(self.twice(x).tanh())


def perceptron() -> Any:
    return nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 8), nn.GELU(), nn.Linear(8, 2))


def convolutions() -> Any:
    return nn.Sequential(
        nn.Unflatten(1, (1, 4)), nn.Conv1d(1, 3, 3, padding=1), nn.ReLU(), nn.Flatten(), nn.Linear(12, 2)
    )


MODELS = {"perceptron": perceptron, "convolutions": convolutions, "residual": Residual}


def build(name: str, seed: int = 0) -> Any:
    dv.manual_seed(seed)
    return MODELS[name]().double()


def batches(count: int) -> list[tuple[Any, Any]]:
    numbers = np.random.default_rng(3)
    return [
        (dv.from_numpy(numbers.normal(size=(BATCH, 4))), dv.from_numpy(numbers.normal(size=(BATCH, 2))))
        for _ in range(count)
    ]


def part(tensor: Any) -> Any:
    """Return this rank's part of a batch."""
    size = BATCH // dist.get_world_size()
    return tensor[dist.get_rank() * size :][:size]


def trained(model: Any, optimizer: Any, whole: bool, steps: int = 4, to_none: bool = True) -> list[float]:
    losses = []
    for x, y in batches(steps):
        optimizer.zero_grad(set_to_none=to_none)
        x, y = (x, y) if whole else (part(x), part(y))
        loss = nn.functional.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def compared(name: str, optimizer: str, limit: float, to_none: bool) -> list[float]:
    alone, module = build(name), build(name, seed=dist.get_rank())
    whole = trained(alone, OPTIMIZERS[optimizer](alone.parameters()), True)
    model = DistributedDataParallel(module, bucket_cap_mb=limit)
    losses = trained(model, OPTIMIZERS[optimizer](model.parameters()), False, to_none=to_none)
    for (place, found), wanted in zip(module.named_parameters(), alone.parameters(), strict=True):
        np.testing.assert_allclose(
            found.detach().numpy(), wanted.detach().numpy(), rtol=1e-10, atol=1e-13, err_msg=place
        )
    mean = dv.tensor(losses, dtype=dv.float64)
    dist.all_reduce(mean, op=dist.ReduceOp.AVG)
    np.testing.assert_allclose(mean.numpy(), whole, rtol=1e-12)
    again = build(name, seed=dist.get_rank())
    model = DistributedDataParallel(again, bucket_cap_mb=limit)
    assert trained(model, OPTIMIZERS[optimizer](model.parameters()), False, to_none=to_none) == losses
    bits = np.concatenate([p.detach().numpy().reshape(-1) for p in module.parameters()])
    assert [p.tolist() for p in again.parameters()] == [p.tolist() for p in module.parameters()]
    everywhere = [dv.zeros(bits.size, dtype=dv.float64) for _ in range(dist.get_world_size())]
    dist.all_gather(everywhere, dv.from_numpy(bits))
    assert all(one.tolist() == bits.tolist() for one in everywhere)
    return losses


@pytest.mark.parametrize("optimizer", OPTIMIZERS)
@pytest.mark.parametrize("name", MODELS)
def test_training_equals_that_of_one_process_with_the_whole_batch(
    ranks: Ranks, name: str, optimizer: str
) -> None:
    """Parameters and losses are those of one process up to rounding, the same bits on all ranks and in each run."""
    ranks(compared, name, optimizer, 25, True)


@pytest.mark.parametrize("limit", [1e-6, 2e-4])
def test_the_size_of_buckets_changes_nothing(ranks: Ranks, limit: float) -> None:
    """One bucket for each parameter, or several; gradients that are zeroed, not set to None."""
    ranks(compared, "residual", "SGD", limit, False)


def in_programs(name: str) -> int:
    gain.always = True
    try:
        with kernels.disabled(), dv.autograd.compiled() as passes:
            compared(name, "SGD", 2e-4, True)
    finally:
        gain.always = False
    return sum(isinstance(step, Stretch) for step in passes.latest.steps)


@pytest.mark.parametrize("name", ["perceptron", "residual"])
def test_passes_that_are_compiled_are_averaged_meanwhile(ranks: Ranks, name: str) -> None:
    """In a block of `autograd.compiled`, hooks on parameters run between programs, in the order of all ranks."""
    assert min(ranks(in_programs, name)) > 2


def in_buckets() -> None:
    model = DistributedDataParallel(build("residual"), bucket_cap_mb=1e-4)
    reducer = model.reducer
    registered = [number for bucket in reducer.buckets for number in bucket.members]
    assert registered == list(range(len(registered)))[::-1]
    begun: list[tuple[int, int]] = []
    handle = model.module.enter.weight.register_post_accumulate_grad_hook(
        lambda _: begun.append((reducer.launched, len(reducer.buckets)))
    )
    x, y = batches(1)[0]
    for _ in range(3):
        model.zero_grad()
        nn.functional.mse_loss(model(part(x)), part(y)).backward()
        for bucket in reducer.buckets:
            for number in bucket.members:
                grad = reducer.parameters[number].grad
                assert grad is bucket.views[number] and np.shares_memory(grad.numpy(), bucket.flat.numpy())
    handle.remove()
    came = [number for bucket in reducer.buckets for number in bucket.members]
    names = [reducer.names[number].partition(".")[0] for number in came]
    assert names[:2] == ["out", "out"] and names[-2:] == ["enter", "enter"]
    assert begun[-1][0] >= begun[-1][1] - 2 >= 2  # those of the other layers were on their way


def test_gradients_are_parts_of_buckets_which_are_sent_while_backward_goes_on(ranks: Ranks) -> None:
    """Buckets are in reverse order of parameters first, then in the order in which gradients came."""
    ranks(in_buckets)


def accumulated(nested: bool) -> None:
    alone, module = build("perceptron"), build("perceptron")
    model = DistributedDataParallel(module)
    (x, y), (u, v) = batches(2)
    (nn.functional.mse_loss(alone(x), y) + nn.functional.mse_loss(alone(u), v)).backward()
    with model.no_sync():
        loss = nn.functional.mse_loss(model(part(x)), part(y))
        loss.backward()
    own = module[0].weight.grad.clone()
    everywhere = [dv.zeros_like(own) for _ in range(dist.get_world_size())]
    dist.all_gather(everywhere, own)
    assert not np.array_equal(everywhere[0].numpy(), everywhere[1].numpy())
    nn.functional.mse_loss(model(part(u)), part(v)).backward()
    for found, wanted in zip(module.parameters(), alone.parameters(), strict=True):
        np.testing.assert_allclose(found.grad.numpy(), wanted.grad.numpy(), rtol=1e-11)


def test_no_sync_adds_up_gradients_of_this_rank_until_they_are_averaged(ranks: Ranks) -> None:
    ranks(accumulated, False)


class Branches(nn.Module):
    """One layer for each rank, one that none uses, and one for all."""

    def __init__(self) -> None:
        super().__init__()
        self.all = nn.Linear(4, 4)
        self.own = nn.ModuleList([nn.Linear(4, 2) for _ in range(2)])
        self.none = nn.Linear(4, 2)

    def forward(self, x: Any, which: int) -> Any:
        return {"result": [self.own[which](self.all(x))]}


def with_unused() -> None:
    dv.manual_seed(0)
    alone = Branches().double()
    dv.manual_seed(0)
    module = Branches().double()
    model = DistributedDataParallel(module, find_unused_parameters=True, bucket_cap_mb=1e-4)
    rank, size = dist.get_rank(), dist.get_world_size()
    for x, y in batches(3):
        for one in (alone, module):
            one.zero_grad()
        losses = []
        for number in range(size):
            rows = slice(number * (BATCH // size), (number + 1) * (BATCH // size))
            which = 0 if number == 0 else 1
            losses.append(nn.functional.mse_loss(alone(x[rows], which)["result"][0], y[rows]))
        (sum(losses) / size).backward()
        nn.functional.mse_loss(model(part(x), 0 if rank == 0 else 1)["result"][0], part(y)).backward()
        assert module.none.weight.grad is None
        for (name, found), wanted in zip(module.named_parameters(), alone.parameters(), strict=True):
            if not name.startswith("none"):
                np.testing.assert_allclose(found.grad.numpy(), wanted.grad.numpy(), rtol=1e-11, err_msg=name)


def test_parameters_may_be_unused_on_some_ranks_or_all(ranks: Ranks) -> None:
    """With `find_unused_parameters`, what one rank uses gets the mean, and what none uses keeps its `.grad`."""
    ranks(with_unused)


def frozen_later() -> None:
    """With one rank, that of a module whose first layer was frozen before it was wrapped."""
    rank, size = dist.get_rank(), dist.get_world_size()
    module = nn.Sequential(nn.Linear(2, 3), nn.Linear(3, 2), nn.Linear(2, 1))
    model = DistributedDataParallel(module, find_unused_parameters=True)
    for layer in (0, 1):
        module.zero_grad()
        module[layer].requires_grad_(False)
        model(dv.full((1, 2), 1.0 + rank)).sum().backward()
        assert [one.grad is None for one in module.parameters()] == [
            one <= layer for one in (0, 0, 1, 1, 2, 2)
        ]
        assert module[2].bias.grad.tolist() == [1]
        inputs = module[:2](dv.full((1, 2), (1 + size) / 2))  # linear, so that their mean gives the mean
        np.testing.assert_allclose(module[2].weight.grad.numpy(), inputs.detach().numpy(), rtol=1e-5)
    module.requires_grad_(True)
    model(dv.ones(1, 2)).sum().backward()
    assert all(one.grad is not None for one in module.parameters())


def test_parameters_may_be_frozen_later_with_the_search_for_unused_ones(ranks: Ranks) -> None:
    ranks(frozen_later)


def trained_later() -> None:
    module = nn.Sequential(nn.Linear(2, 3).requires_grad_(False), nn.Linear(3, 1))
    model = DistributedDataParallel(module)
    model(dv.ones(1, 2)).sum().backward()
    module[0].weight.requires_grad_(True)
    with pytest.raises(
        RuntimeError, match=r"requires_grad=True for 0\.weight, whose gradients are not averaged"
    ):
        model(dv.ones(1, 2))


def test_parameters_that_were_frozen_when_wrapped_stay_so(two: Ranks) -> None:
    """Else ranks would train them by their own gradients, and part without a word."""
    two(trained_later)


class Two(nn.Module):
    """Two results."""

    def __init__(self) -> None:
        super().__init__()
        self.first, self.second = nn.Linear(2, 1), nn.Linear(2, 1)

    def forward(self, x: Any) -> Any:
        return self.first(x), self.second(x)


def half_of_the_results() -> None:
    model = DistributedDataParallel(Two(), find_unused_parameters=True)
    with pytest.raises(
        RuntimeError,
        match=r"2 of 4 parameters.*second\.weight, second\.bias; forward.*return only what the loss",
    ):
        model(dv.ones(1, 2))[0].sum().backward()


def test_results_that_the_loss_does_not_need_are_an_error_that_says_so(two: Ranks) -> None:
    """The search begins at what forward returns, as PyTorch's."""
    two(half_of_the_results)


def without_search() -> None:
    model = DistributedDataParallel(Branches().double())
    with pytest.raises(
        RuntimeError, match=r"4 of \d+ parameters got no gradient.*own\.1\.weight, own\.1\.bias, none\.weight"
    ):
        model(part(batches(1)[0][0]), 0)["result"][0].sum().backward()
    with pytest.raises(RuntimeError, match="Expected to have finished reduction in the prior iteration"):
        model(part(batches(1)[0][0]), 0)


def test_a_parameter_without_a_gradient_is_named(two: Ranks) -> None:
    """Without the search, the end of the backward pass is an error that names the parameters, and what to do."""
    two(without_search)


def normalised() -> None:
    rank = dist.get_rank()
    module = nn.BatchNorm1d(3)
    module.running_mean.fill_(float(rank))
    model = DistributedDataParallel(module)
    assert module.running_mean.tolist() == [0, 0, 0]
    x = dv.full((4, 3), 10.0 * (rank + 1)) + dv.arange(4.0)[:, None]
    model(x).sum().backward()
    own = 0.1 * (10 * (rank + 1) + 1.5)
    np.testing.assert_allclose(module.running_mean.numpy(), own, rtol=1e-6)
    model.eval()
    with dv.no_grad():
        model(x)  # begins with the buffers of rank 0
    np.testing.assert_allclose(module.running_mean.numpy(), 1.15, rtol=1e-6)
    other = DistributedDataParallel(nn.BatchNorm1d(3), broadcast_buffers=False)
    for _ in range(2):
        other(x).sum().backward()
    np.testing.assert_allclose(other.module.running_mean.numpy(), 0.1 * 1.9 * (own / 0.1), rtol=1e-6)


def test_buffers_become_those_of_rank_0_at_each_forward(ranks: Ranks) -> None:
    ranks(normalised)


def hooked() -> None:
    size, rank = dist.get_world_size(), dist.get_rank()
    x, y = batches(1)[0]

    def gradients(hook: Any, state: Any = None) -> Any:
        module = build("perceptron").float()
        model = DistributedDataParallel(module, bucket_cap_mb=1e-4)
        if hook is not None:
            model.register_comm_hook(state, hook)
        for _ in range(2):
            model.zero_grad()
            nn.functional.mse_loss(model(part(x).float()), part(y).float()).backward()
        return np.concatenate([p.grad.numpy().reshape(-1) for p in module.parameters()])

    wanted = gradients(None)
    np.testing.assert_array_equal(gradients(default_hooks.allreduce_hook), wanted)
    rounded = gradients(default_hooks.fp16_compress_hook)
    np.testing.assert_allclose(rounded, wanted, rtol=2e-3, atol=2e-4)
    assert not np.array_equal(rounded, wanted)
    seen: list[tuple[int, bool, int]] = []

    def doubled(state: Any, bucket: Any) -> Any:
        assert state == "twice"
        assert sum(grad.numel() for grad in bucket.gradients()) == bucket.buffer().numel()
        assert [p.shape for p in bucket.parameters()] == [grad.shape for grad in bucket.gradients()]
        seen.append((bucket.index(), bucket.is_last(), len(bucket.parameters())))
        work = dist.all_reduce(bucket.buffer(), async_op=True)
        assert work is not None
        return work.get_future().then(lambda future: [2 * future.value()[0] / size])

    np.testing.assert_allclose(gradients(doubled, "twice"), 2 * wanted, rtol=1e-6)
    lasts = [place for place, (_, last, _) in enumerate(seen) if last]
    assert len(lasts) == 2 and lasts[1] == len(seen) - 1
    assert [index for index, _, _ in seen] == [*range(lasts[0] + 1), *range(len(seen) - lasts[0] - 1)]
    model = DistributedDataParallel(nn.Linear(4, 2).double())
    model.register_comm_hook(None, lambda state, bucket: bucket.buffer())
    with pytest.raises(RuntimeError, match="register_comm_hook can only be called once"):
        model.register_comm_hook(None, doubled)
    with pytest.raises(TypeError, match="expected a communication hook to return a Future, got Tensor"):
        model(part(x)).sum().backward()
    with pytest.raises(TypeError, match="Communication hook must be callable, got int"):
        model.register_comm_hook(None, rank)


def test_a_communication_hook_reduces_buckets(ranks: Ranks) -> None:
    """Hooks get each bucket; float16 halves what is sent; what a hook returns must be a future."""
    ranks(hooked)


class Kinds(nn.Module):
    """Parameters of several dtypes and layouts."""

    def __init__(self) -> None:
        super().__init__()
        self.half = nn.Parameter(dv.ones(3, dtype=dv.float16))
        self.single = nn.Parameter(dv.ones(3))
        self.complex = nn.Parameter(dv.ones(3, dtype=dv.complex128))
        self.turned = nn.Parameter(dv.ones(3, 2, dtype=dv.float64).T)
        self.scalar = nn.Parameter(dv.tensor(2.0))
        self.frozen = nn.Parameter(dv.ones(3), requires_grad=False)

    def forward(self, x: Any) -> Any:
        y = self.half.double() * self.single.double() * self.frozen.double() * self.complex * x
        return (y.abs() ** 2 * self.scalar).sum() + (self.turned**2 * x).sum()


def of_kinds() -> None:
    size = dist.get_world_size()
    module, alone = Kinds(), Kinds()
    model = DistributedDataParallel(module)
    xs = [dv.arange(1.0, 4.0, dtype=dv.float64) * (rank + 1) for rank in range(size)]
    for _ in range(2):
        model.zero_grad()
        alone.zero_grad()
        model(xs[dist.get_rank()]).backward()
        (sum(alone(x) for x in xs) / size).backward()
        for (name, found), wanted in zip(module.named_parameters(), alone.parameters(), strict=True):
            if name == "frozen":
                assert found.grad is None
                continue
            assert (found.grad.dtype, found.grad.stride()) == (found.dtype, found.stride())
            tolerance = 2e-3 if name == "half" else 1e-6
            np.testing.assert_allclose(found.grad.numpy(), wanted.grad.numpy(), rtol=tolerance, err_msg=name)


def test_parameters_of_any_dtype_and_layout_are_averaged(ranks: Ranks) -> None:
    ranks(of_kinds)


def backward_again() -> None:
    x, y = batches(1)[0]
    alone, module = build("perceptron"), build("perceptron")
    model = DistributedDataParallel(module)
    loss = nn.functional.mse_loss(model(part(x)), part(y))
    with dv.no_grad():
        model(part(x))
    loss.backward(retain_graph=True)
    loss.backward()
    (2 * nn.functional.mse_loss(alone(x), y)).backward()
    for found, wanted in zip(module.parameters(), alone.parameters(), strict=True):
        np.testing.assert_allclose(found.grad.numpy(), wanted.grad.numpy(), rtol=1e-11)


def test_each_backward_pass_through_a_forward_averages(ranks: Ranks) -> None:
    """A second pass, and an evaluation before the first one, leave means in `.grad`."""
    ranks(backward_again)


def in_a_group() -> None:
    size = dist.get_world_size()
    pair = dist.new_group([size - 2, size - 1])
    if dist.get_rank() < size - 2:
        with pytest.raises(RuntimeError, match="expected a member of the group"):
            DistributedDataParallel(nn.Linear(2, 1), process_group=pair)
        return
    model = DistributedDataParallel(nn.Linear(2, 1), process_group=pair)
    model(dv.full((1, 2), float(dist.get_rank(pair)))).sum().backward()
    assert model.module.weight.grad.tolist() == [[0.5, 0.5]]


def test_a_group_of_some_ranks_trains_for_itself(ranks: Ranks) -> None:
    ranks(in_a_group)


def refusals() -> None:
    with pytest.raises(RuntimeError, match="is not needed when a module doesn't have any parameter"):
        DistributedDataParallel(nn.Linear(2, 1).requires_grad_(False))
    with pytest.raises(RuntimeError, match="weight has no size yet"):
        DistributedDataParallel(nn.LazyLinear(2))
    model = DistributedDataParallel(nn.Linear(2, 1))
    with pytest.raises(RuntimeError, match=r"bias.*create_graph=True|weight.*create_graph=True"):
        (model(dv.ones(1, 2)) ** 2).sum().backward(create_graph=True)


def test_what_cannot_be_averaged_is_refused(two: Ranks) -> None:
    two(refusals)


def freed() -> None:
    module = nn.Linear(2, 1)
    model = DistributedDataParallel(module)
    model(dv.ones(1, 2)).sum().backward()
    reducer = weakref.ref(model.reducer)
    del model
    gc.collect()
    assert reducer() is None
    module.zero_grad()
    module(dv.full((1, 2), float(dist.get_rank()))).sum().backward()
    assert module.weight.grad.tolist() == [[dist.get_rank()] * 2]
    assert list(DistributedDataParallel(module).state_dict()) == ["module.weight", "module.bias"]


def test_a_wrapper_that_is_deleted_leaves_the_module_as_it_was(two: Ranks) -> None:
    """The hooks go with the wrapper; names in `state_dict` start with ``module.``, as PyTorch's."""
    two(freed)
