"""PowerSGD sends thin matrices, as the published algorithm does (Vogels, Karimireddy and Jaggi, 2019)."""

import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from distributed.ranks import Ranks

import derivata as dv
from derivata import distributed as dist
from derivata import nn
from derivata.distributed.algorithms.ddp_comm_hooks.powerSGD_hook import PowerSGDState, powerSGD_hook
from derivata.nn.parallel import DistributedDataParallel

SHAPES = {"wide": (6, 20), "tall": (17, 5), "vector": (7,), "kernel": (6, 3, 2, 2), "scalar": ()}


class Given(nn.Module):
    """Parameters whose gradients are the numbers that it is called with."""

    def __init__(self, dtype: Any) -> None:
        super().__init__()
        for name, shape in SHAPES.items():
            setattr(self, name, nn.Parameter(dv.zeros(shape, dtype=dtype)))

    def forward(self, numbers: dict[str, Any]) -> Any:
        return sum((getattr(self, name) * value).sum() for name, value in numbers.items())


def gradients(step: int, rank: int, kind: str = "float64") -> dict[str, Any]:
    """Return what the ranks' gradients are in each step, which all of them know."""
    numbers = np.random.default_rng([step, rank])
    found = {name: numbers.normal(size=shape) for name, shape in SHAPES.items()}
    if kind.startswith("complex"):
        found = {name: value + 1j * numbers.normal(size=value.shape) for name, value in found.items()}
    return {name: np.asarray(value, kind) for name, value in found.items()}


def of_hook(steps: int, dtype: Any, state: PowerSGDState | None, limit: float = 25) -> list[dict[str, Any]]:
    """Return what is in `.grad` after each step."""
    module = Given(dtype)
    model = DistributedDataParallel(module, bucket_cap_mb=limit)
    if state is not None:
        model.register_comm_hook(state, powerSGD_hook)
    found = []
    for step in range(steps):
        model.zero_grad()
        own = gradients(step, dist.get_rank(), str(dtype))
        model({name: dv.tensor(value.conj()) for name, value in own.items()}).real.sum().backward()
        found.append({name: one.grad.numpy().copy() for name, one in module.named_parameters()})
    return found


def full_rank(kind: str) -> None:
    dtype = getattr(dv, kind)
    state = PowerSGDState(None, 100, 0, min_compression_rate=0, orthogonalization_epsilon=0)
    tolerance = {"float16": 2e-2, "float32": 2e-5}.get(kind, 1e-12)
    for found, wanted in zip(of_hook(3, dtype, state), of_hook(3, dtype, None), strict=True):
        for name in SHAPES:
            assert found[name].dtype == wanted[name].dtype
            np.testing.assert_allclose(
                found[name], wanted[name], rtol=tolerance, atol=tolerance, err_msg=name
            )
    assert state.error_dict.keys() == {0, 1, 3}


@pytest.mark.parametrize("kind", ["float16", "float32", "float64", "complex128"])
def test_at_full_rank_it_is_the_mean_over_ranks(ranks: Ranks, kind: str) -> None:
    """With as many columns as a gradient has, nothing is lost, so that each step is that of `all_reduce`."""
    ranks(full_rank, kind)


def gram_schmidt(matrix: Any) -> Any:
    columns: list[Any] = []
    for column in matrix.T:
        column = column - sum(((one @ column) * one for one in columns), 0 * column)
        columns.append(column / np.sqrt(column @ column))
    return np.array(columns).T


def simulated(first: dict[str, Any], steps: int, feedback: bool, warm: bool) -> list[dict[str, Any]]:
    """Return the gradients of algorithms 1 and 2 of the paper, computed in one process."""
    size = dist.get_world_size()
    errors = [dict.fromkeys(SHAPES, 0.0) for _ in range(size)]
    right, found = dict(first), []
    for step in range(steps):
        result = {}
        every = [gradients(step, rank) for rank in range(size)]
        for name, shape in SHAPES.items():
            if name not in first:
                result[name] = sum(one[name] for one in every) / size
                continue
            matrices = [
                one[name].reshape(shape[0], -1) + error[name]
                for one, error in zip(every, errors, strict=True)
            ]
            q = right[name] if warm else first[name]
            p = gram_schmidt(sum(matrix @ q for matrix in matrices) / size)
            q = sum(matrix.T @ p for matrix in matrices) / size
            right[name], result[name] = q, (p @ q.T).reshape(shape)
            if feedback:
                for error, matrix in zip(errors, matrices, strict=True):
                    error[name] = matrix - p @ q.T
        found.append(result)
    return found


class SameStart(PowerSGDState):
    """Begins with given matrices: in each step, or in the first one alone."""

    def first_factor(self, number: int, shape: tuple[int, int], dtype: Any) -> Any:
        known = self.q_memory_dict.get(number) if self.warm_start else None
        return FIRST[list(SHAPES)[number]] if known is None else known


FIRST = {
    name: np.random.default_rng(7).normal(size=(int(np.prod(SHAPES[name][1:])), 2))
    for name in ("wide", "tall", "kernel")
}


def as_published(feedback: bool, warm: bool, epsilon: float, limit: float) -> None:
    state = SameStart(
        None, 2, 0, min_compression_rate=1, use_error_feedback=feedback, warm_start=warm,
        orthogonalization_epsilon=epsilon,
    )  # fmt: skip
    found = of_hook(5, dv.float64, state, limit)
    for step, (ours, wanted) in enumerate(zip(found, simulated(FIRST, 5, feedback, warm), strict=True)):
        for name in SHAPES:
            np.testing.assert_allclose(ours[name], wanted[name], atol=1e-10, err_msg=f"{name} in step {step}")
    assert np.linalg.matrix_rank(found[-1]["wide"]) == 2
    assert bool(state.error_dict) is feedback


@pytest.mark.parametrize("limit", [25, 1e-4], ids=["one bucket", "several buckets"])
@pytest.mark.parametrize(
    ("feedback", "warm", "epsilon"),
    [(True, True, 0), (True, False, 0), (False, True, 0), (True, True, 1e-16)],
)
def test_several_steps_are_those_of_the_published_algorithm(
    ranks: Ranks, feedback: bool, warm: bool, epsilon: float, limit: float
) -> None:
    """Gradients equal those of algorithms 1 and 2 of the paper, simulated in one process, with any buckets."""
    ranks(as_published, feedback, warm, epsilon, limit)


def begun_later() -> None:
    plain = of_hook(4, dv.float64, None)
    state = PowerSGDState(None, 1, 3, min_compression_rate=1)
    found = of_hook(4, dv.float64, state)
    for step in range(3):
        for name in SHAPES:
            np.testing.assert_allclose(found[step][name], plain[step][name], rtol=1e-15)
    assert state.iter == 4 and np.linalg.matrix_rank(found[3]["wide"]) == 1
    np.testing.assert_allclose(found[3]["vector"], plain[3]["vector"], rtol=1e-15)
    assert state.compression_stats()[1] == sum(one.size for one in plain[0].values())


def test_the_first_steps_send_gradients_as_they_are(two: Ranks) -> None:
    two(begun_later)


class Counted:
    """A communicator that counts the bytes that it adds up."""

    def __init__(self, comm: Any) -> None:
        self.comm, self.bytes = comm, 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self.comm, name)

    def Iallreduce(self, given: Any, buffer: Any, *rest: Any) -> Any:
        self.bytes += buffer[0].nbytes
        return self.comm.Iallreduce(given, buffer, *rest)


def counted() -> None:
    group = dist.group.WORLD
    assert group is not None
    sent = {}
    for name, state in (
        ("plain", None),
        ("compressed", PowerSGDState(None, 1, 0, min_compression_rate=1)),
        ("none pays", PowerSGDState(None, 1, 0, min_compression_rate=100)),
    ):
        group.comm = Counted(group.comm)
        try:
            of_hook(1, dv.float32, state)
            sent[name] = group.comm.bytes
        finally:
            group.comm = group.comm.comm
        if name == "compressed":
            assert state is not None
            rate, before, after = state.compression_stats()
            assert (4 * before, 4 * after) == (sent["plain"], sent["compressed"]) and rate == before / after
    numbers = (6 + 20) + (17 + 5) + 7 + (6 + 12) + 1
    assert sent["compressed"] == 4 * numbers
    assert sent["none pays"] == sent["plain"] == 4 * (120 + 85 + 7 + 72 + 1)


def test_bytes_are_those_of_the_thin_matrices(two: Ranks) -> None:
    """Counted where MPI is called: (n + m) * rank numbers of n * m; what would not pay is sent as it is."""
    two(counted)


def data(count: int = 64) -> tuple[Any, Any]:
    numbers = np.random.default_rng(1)
    x = numbers.normal(size=(count, 12))
    return dv.from_numpy(x), dv.from_numpy(np.tanh(x @ numbers.normal(size=(12, 3))))


def fitted(state: PowerSGDState | None, steps: int = 200) -> tuple[float, Any]:
    dv.manual_seed(0)
    module = nn.Sequential(nn.Linear(12, 24), nn.Tanh(), nn.Linear(24, 3)).double()
    model = DistributedDataParallel(module)
    if state is not None:
        model.register_comm_hook(state, powerSGD_hook)
    optimizer = dv.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
    x, y = data()
    size = len(x) // dist.get_world_size()
    rows = slice(dist.get_rank() * size, (dist.get_rank() + 1) * size)
    for _ in range(steps):
        optimizer.zero_grad()
        nn.functional.mse_loss(model(x[rows]), y[rows]).backward()
        optimizer.step()
    with dv.no_grad():
        loss = nn.functional.mse_loss(module(x), y).item()
    return loss, np.concatenate([one.detach().numpy().reshape(-1) for one in module.parameters()])


def converges() -> None:
    start, _ = fitted(None, 0)
    plain, _ = fitted(None)
    state = PowerSGDState(None, 1, 2, min_compression_rate=1)
    compressed, numbers = fitted(state)
    assert state.compression_stats()[0] > 2.5
    assert plain < start / 40 and compressed < 1.5 * plain
    without, _ = fitted(PowerSGDState(None, 1, 2, min_compression_rate=1, use_error_feedback=False))
    assert 2 * compressed < without
    everywhere = [dv.zeros(numbers.size, dtype=dv.float64) for _ in range(dist.get_world_size())]
    dist.all_gather(everywhere, dv.from_numpy(numbers))
    assert all(one.numpy().tobytes() == numbers.tobytes() for one in everywhere)


def test_training_with_one_column_converges_and_all_ranks_have_the_same_bits(ranks: Ranks) -> None:
    """The loss falls as without compression, and further than without error feedback."""
    ranks(converges)


def resumed() -> None:
    def run(model: Any, optimizer: Any, steps: range) -> None:
        for step in steps:
            optimizer.zero_grad()
            own = gradients(step, dist.get_rank())
            model({name: dv.tensor(value) for name, value in own.items()}).backward()
            optimizer.step()

    def fresh(state: PowerSGDState) -> tuple[Any, Any]:
        model = DistributedDataParallel(Given(dv.float64), bucket_cap_mb=2e-4)
        model.register_comm_hook(state, powerSGD_hook)
        return model, dv.optim.SGD(model.parameters(), lr=0.1, momentum=0.5)

    state = PowerSGDState(None, 2, 2, min_compression_rate=1)
    model, optimizer = fresh(state)
    run(model, optimizer, range(5))
    saved = pickle.dumps(state), model.state_dict(), optimizer.state_dict()
    again, other = fresh(pickle.loads(saved[0]))
    again.load_state_dict(saved[1])
    other.load_state_dict(saved[2])
    run(model, optimizer, range(5, 9))
    run(again, other, range(5, 9))
    for one, two in zip(model.parameters(), again.parameters(), strict=True):
        assert one.detach().numpy().tobytes() == two.detach().numpy().tobytes()
    assert pickle.loads(pickle.dumps(PowerSGDState(dist.new_group([0, 1])))).process_group is None


def test_a_run_that_was_saved_goes_on_with_the_same_bits(two: Ranks) -> None:
    """A state that was pickled fits another wrapper, whose buckets are in another order at first."""
    two(resumed)


def refused() -> None:
    with pytest.raises(
        ValueError, match="PowerSGDState: expected matrix_approximation_rank of at least 1, got 0"
    ):
        PowerSGDState(None, 0)


def test_a_rank_below_one_is_refused(two: Ranks) -> None:
    two(refused)


def in_part_of_the_ranks() -> None:
    size = dist.get_world_size()
    pair = dist.new_group([size - 2, size - 1])
    if dist.get_rank() >= size - 2:
        model = DistributedDataParallel(nn.Linear(4, 4, bias=False), process_group=pair)
        model.register_comm_hook(PowerSGDState(pair, 4, 0, min_compression_rate=0), powerSGD_hook)
        own: Callable[[], float] = lambda: float(dist.get_rank(pair))  # noqa: E731
        model(dv.eye(4) * own()).sum().backward()
        np.testing.assert_allclose(model.module.weight.grad.numpy(), 0.5 * np.ones((4, 4)), rtol=1e-6)


def test_a_group_of_some_ranks_compresses_for_itself(ranks: Ranks) -> None:
    ranks(in_part_of_the_ranks)
