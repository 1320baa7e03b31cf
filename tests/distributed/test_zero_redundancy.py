"""An optimizer whose state is spread over ranks takes the steps of the one that has all of it."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from distributed.ranks import Ranks
from distributed.test_data_parallel import Kinds, batches, build, part

import derivata as dv
from derivata import distributed as dist
from derivata import nn
from derivata.distributed.algorithms.join import Join
from derivata.distributed.optim import ZeroRedundancyOptimizer
from derivata.nn.parallel import DistributedDataParallel

CLASSES: dict[str, tuple[Any, dict[str, Any]]] = {
    "SGD": (dv.optim.SGD, {"lr": 0.1, "momentum": 0.9, "nesterov": True}),
    "Adam": (dv.optim.Adam, {"lr": 0.01, "amsgrad": True}),
    "AdamW": (dv.optim.AdamW, {"lr": 0.01}),
    "Adafactor": (dv.optim.Adafactor, {"lr": 0.1}),
    "Rprop": (dv.optim.Rprop, {}),
}


def groups_of(model: Any) -> list[dict[str, Any]]:
    """Return two groups, one with options of its own."""
    params = list(model.parameters())
    return [{"params": params[::2]}, {"params": params[1::2], "lr": 0.003}]


def plain_of(kind: str, model: Any) -> Any:
    cls, options = CLASSES[kind]
    return cls(groups_of(model), **options)


def spread_of(kind: str, model: Any) -> Any:
    cls, options = CLASSES[kind]
    return ZeroRedundancyOptimizer(groups_of(model), cls, **options)


def trained(make: Callable[[str, Any], Any], kind: str, steps: int = 4) -> tuple[Any, Any, list[Any]]:
    """Return model, optimizer, and the parameters after each step, with a schedule of the rate."""
    module = build("residual")
    model = DistributedDataParallel(module)
    optimizer = make(kind, model)
    schedule = dv.optim.lr_scheduler.ExponentialLR(optimizer, 0.5)
    found = []
    for x, y in batches(steps):
        step(model, optimizer, x, y)
        schedule.step()
        found.append([p.tolist() for p in module.parameters()])
    return model, optimizer, found


def step(model: Any, optimizer: Any, x: Any, y: Any) -> None:
    optimizer.zero_grad()
    nn.functional.mse_loss(model(part(x)), part(y)).backward()
    optimizer.step()


def compared(kind: str) -> None:
    _, plain, wanted = trained(plain_of, kind)
    model, spread, found = trained(spread_of, kind)
    assert found == wanted  # bit for bit, with two groups and a schedule
    assert [group["lr"] for group in spread.param_groups] == [group["lr"] for group in plain.param_groups]
    numbers = {id(param): number for number, param in enumerate(model.parameters())}
    held: list[Any] = [None] * dist.get_world_size()
    dist.all_gather_object(held, sorted(numbers[id(param)] for param in spread.state))
    assert sorted(number for one in held for number in one) == list(range(len(numbers)))
    sizes = [sum(list(model.parameters())[number].numel() for number in one) for one in held]
    assert max(sizes) - min(sizes) <= max(p.numel() for p in model.parameters())


@pytest.mark.parametrize("kind", CLASSES)
def test_steps_are_those_of_the_optimizer_on_each_rank(ranks: Ranks, kind: str) -> None:
    """Parameters are the same bits; the state of each parameter is on one rank only, and shares are alike in size."""
    ranks(compared, kind)


def saved() -> None:
    rank, last = dist.get_rank(), dist.get_world_size() - 1
    plain_model, plain, _ = trained(plain_of, "Adam")
    model, spread, _ = trained(spread_of, "Adam")
    with pytest.raises(
        RuntimeError, match=r"has not been consolidated on this rank.*\(to=\d\)` on all ranks"
    ):
        spread.state_dict()
    spread.consolidate_state_dict(to=last)
    wanted = plain.state_dict()
    if rank != last:
        with pytest.raises(RuntimeError, match="has not been consolidated on this rank"):
            spread.state_dict()
    else:
        assert as_lists(spread.state_dict()) == as_lists(wanted)
    x, y = batches(6)[-1]
    states = [spread.state_dict() if rank == last else None]
    dist.broadcast_object_list(states, last)
    again, resumed = build("residual"), DistributedDataParallel(build("residual"))
    again.load_state_dict(model.module.state_dict())
    resumed.module.load_state_dict(model.module.state_dict())
    whole = plain_of("Adam", again)  # from several ranks to an optimizer without ranks
    whole.load_state_dict(states[0])
    shared = spread_of("Adam", resumed)  # and back
    shared.load_state_dict(whole.state_dict())
    assert len(shared.state) < len(whole.state)
    step(plain_model, plain, x, y)
    step(resumed, shared, x, y)
    step(DistributedDataParallel(again), whole, x, y)
    wanted = [p.tolist() for p in plain_model.parameters()]
    assert [p.tolist() for p in resumed.parameters()] == wanted
    assert [p.tolist() for p in again.parameters()] == wanted
    spread.step()
    with pytest.raises(RuntimeError, match="since the last step"):
        spread.state_dict()
    with pytest.raises(ValueError, match="ZeroRedundancyOptimizer: expected groups of"):
        shared.load_state_dict(dv.optim.Adam([dv.ones(1, requires_grad=True)]).state_dict())
    with pytest.raises(ValueError, match="ZeroRedundancyOptimizer: expected a state dictionary"):
        shared.load_state_dict({"state": {}})


def as_lists(state: Any) -> Any:
    """Return a state with lists in place of tensors, which can be compared."""
    if isinstance(state, dict):
        return {key: as_lists(value) for key, value in state.items()}
    return state.tolist() if isinstance(state, dv.Tensor) else state


def test_the_state_goes_to_an_optimizer_without_ranks_and_back(ranks: Ranks) -> None:
    """It is collected on one rank, where it equals that of the other optimizer; all go on to the same bits."""
    ranks(saved)


class Tables(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.rows, self.columns = nn.Embedding(6, 3, sparse=True), nn.Embedding(7, 3, sparse=True)

    def forward(self, numbers: Any) -> Any:
        return self.rows(numbers) * self.columns(numbers)


def sparse() -> None:
    found = []
    for spread in (False, True):
        dv.manual_seed(0)
        model = DistributedDataParallel(Tables())
        params = model.parameters()
        optimizer: Any = (
            ZeroRedundancyOptimizer(params, dv.optim.SparseAdam, lr=0.1)
            if spread
            else dv.optim.SparseAdam(params, lr=0.1)
        )
        for number in range(2):
            optimizer.zero_grad()
            (model(dv.tensor([number, number + dist.get_rank()])) ** 2).sum().backward()
            optimizer.step()
        found.append([p.tolist() for p in model.parameters()])
    assert found[0] == found[1]


def test_tables_with_sparse_gradients(ranks: Ranks) -> None:
    ranks(sparse)


def of_kinds() -> None:
    module = Kinds()
    model = DistributedDataParallel(module)
    optimizer = ZeroRedundancyOptimizer(model.parameters(), dv.optim.SGD, lr=0.01)
    alone = Kinds()
    alone.load_state_dict(module.state_dict())
    plain = dv.optim.SGD(alone.parameters(), lr=0.01)
    x = dv.arange(1.0, 4.0, dtype=dv.float64) * (dist.get_rank() + 1)
    for _ in range(2):
        optimizer.zero_grad()
        model(x).backward()
        for one, other in zip(alone.parameters(), module.parameters(), strict=True):
            one.grad = other.grad
        plain.step()
        optimizer.step()
    for (name, found), wanted in zip(module.named_parameters(), alone.parameters(), strict=True):
        assert found.tolist() == wanted.tolist(), name
        assert found.stride() == wanted.stride()


def test_parameters_of_any_dtype_and_layout_are_stepped(ranks: Ranks) -> None:
    """Those of one rank travel in one message, of several dtypes, also where memory is in another order."""
    ranks(of_kinds)


def grown() -> None:
    model = build("perceptron")
    first, *others = model.parameters()
    optimizer = ZeroRedundancyOptimizer([first], dv.optim.SGD, lr=0.1)  # ranks without a parameter
    optimizer.add_param_group({"params": others, "lr": 0.2, "momentum": 0.5})
    before = [p.detach().clone() for p in model.parameters()]

    def closure() -> Any:
        optimizer.zero_grad()
        loss = (model(dv.ones(2, 4, dtype=dv.float64)) ** 2).sum()
        loss.backward()
        return loss

    assert optimizer.step(closure).item() > 0
    for number, (now, was) in enumerate(zip(model.parameters(), before, strict=True)):
        rate = 0.2 if number else 0.1
        np.testing.assert_array_equal(now.detach().numpy(), (was - rate * now.grad).numpy())
    optimizer.zero_grad()
    assert all(p.grad is None for p in model.parameters())


def test_groups_may_be_added_and_a_closure_given(ranks: Ranks) -> None:
    """Also with fewer parameters than ranks; `zero_grad` is that of all parameters."""
    ranks(grown)


def uneven(spread: bool) -> list[Any]:
    module = build("perceptron")
    model = DistributedDataParallel(module)
    optimizer = (spread_of if spread else plain_of)("AdamW", model)
    with Join([model, optimizer] if spread else [model]):
        for x, y in batches(1 + 2 * dist.get_rank()):
            step(model, optimizer, x, y)
    return [p.tolist() for p in module.parameters()]


def joined() -> None:
    assert uneven(True) == uneven(False)


def test_ranks_without_batches_step_their_share(ranks: Ranks) -> None:
    """In `Join` with the model and the optimizer, parameters end as with the optimizer on each rank."""
    ranks(joined)


def in_a_group() -> None:
    pair = dist.new_group([0, 1])
    param = dv.ones(2, requires_grad=True)
    if dist.get_rank() > 1:
        with pytest.raises(RuntimeError, match="expected a member of the group"):
            ZeroRedundancyOptimizer([param], dv.optim.SGD, pair, lr=0.1)
        return
    optimizer = ZeroRedundancyOptimizer([param], dv.optim.SGD, pair, lr=0.1)
    param.grad = dv.ones(2)
    optimizer.step()
    assert param.tolist() == pytest.approx([0.9, 0.9])


def test_a_group_of_some_ranks_shares_for_itself(ranks: Ranks) -> None:
    ranks(in_a_group)


class OfTensors(dv.optim.Optimizer):
    """An optimizer with a `step` of its own, which keeps tensors."""

    def __init__(self, params: Any, lr: float) -> None:
        super().__init__(params, {"lr": lr})

    @dv.no_grad()
    def step(self, closure: Any = None) -> None:
        for group in self.param_groups:
            for param in group["params"]:
                state = self.state[param]
                state["sum"] = state.get("sum", dv.zeros_like(param)) + param.grad
                param -= group["lr"] * state["sum"]


def of_a_program() -> None:
    module = build("perceptron")
    optimizer = ZeroRedundancyOptimizer(module.parameters(), OfTensors, lr=0.5)
    before = [p.detach().clone() for p in module.parameters()]
    for param in module.parameters():
        param.grad = dv.ones_like(param)
    optimizer.step()
    optimizer.step()
    for now, was in zip(module.parameters(), before, strict=True):
        np.testing.assert_array_equal(now.detach().numpy(), (was - 0.5 - 1.0).numpy())
    optimizer.consolidate_state_dict()
    if dist.get_rank() == 0:
        assert all(entries["sum"].max().item() == 2 for entries in optimizer.state_dict()["state"].values())


def test_optimizers_of_programs_may_be_spread(ranks: Ranks) -> None:
    ranks(of_a_program)


def refusals() -> None:
    params = [dv.ones(2, requires_grad=True)]
    with pytest.raises(
        TypeError, match=r"whose steps need all parameters.*got LBFGS|got LBFGS, whose steps need all"
    ):
        ZeroRedundancyOptimizer(params, dv.optim.LBFGS)
    with pytest.raises(
        TypeError, match=r"expected optimizer_class to be a class of derivata\.optim, such as AdamW, got int"
    ):
        ZeroRedundancyOptimizer(params, int)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="got SGD; give the class"):
        ZeroRedundancyOptimizer(params, dv.optim.SGD(params, lr=0.1))  # type: ignore[arg-type]
    with pytest.raises(
        NotImplementedError, match=r"expected overlap_with_ddp=False, got True; call step\(\)"
    ):
        ZeroRedundancyOptimizer(params, dv.optim.SGD, overlap_with_ddp=True, lr=0.1)


def test_what_cannot_be_spread_is_refused(two: Ranks) -> None:
    two(refusals)


@pytest.mark.parametrize(
    ("here", "there", "says"),
    [
        ("[dv.ones(2, 3)]", "[dv.ones(2, 4)]",
         "rank 1 has the parameter param_groups[0]['params'][0] of float32 (2, 4), without grad, rank 0 has "
         "param_groups[0]['params'][0] of float32 (2, 3)"),
        ("[dv.ones(2), dv.ones(3)]", "[dv.ones(2)]",
         "rank 1 has no parameter param_groups[0]['params'][1], which rank 0"),
        ("[{'params': dv.ones(2)}, {'params': dv.ones(3)}]", "[dv.ones(2)]",
         "rank 1 calls ZeroRedundancyOptimizer.step, while rank 0 calls ZeroRedundancyOptimizer(...)"),
        ("nn.Linear(2, 1).named_parameters()", "nn.Linear(2, 1, bias=False).named_parameters()",
         "rank 1 has no parameter bias, which rank 0 has"),
    ],
    ids=["shape", "number", "groups", "names"],
)  # fmt: skip
def test_ranks_with_other_parameters_end_with_one_error(
    launch: Callable[..., Any], here: str, there: str, says: str
) -> None:
    """It names the rank and the parameter, and no rank waits for ever."""
    program = f"""
import derivata as dv
from derivata import distributed as dist, nn
from derivata.distributed.optim import ZeroRedundancyOptimizer
dist.init_process_group("mpi", timeout=20)
optimizer = ZeroRedundancyOptimizer({here} if dist.get_rank() == 0 else {there}, dv.optim.SGD, lr=0.1)
optimizer.step()
"""
    ended = launch(2, program)
    assert ended.returncode != 0
    assert says in ended.stderr
    assert ended.stderr.count("RankMismatchError: ") == 1
