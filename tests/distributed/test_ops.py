"""The ops of the pack `distributed.ops`: derivatives on several ranks are those of one process that has all tensors.

The generated checks run in one process, in which each of these ops is the identity, whatever its derivatives say. So
each entry of the spec needs a `Proof` here: what each rank gets, computed in one process from the tensors of all.
"""

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from distributed.ranks import Ranks

import derivata as dv
from derivata import distributed as dist
from derivata.distributed import ops
from derivata.distributed.ops.checks import CASES
from derivata.testing import PackCheck, pack_checks

Tensors = list[Any]
LAYOUTS: dict[str, tuple[int, ...]] = {"rows": (2, 3), "transposed": (2, 3), "0-d": (), "empty": (0, 3)}
TOLERANCES = {"float64": 1e-11, "complex128": 1e-11, "float32": 2e-4, "complex64": 2e-4, "float16": 3e-2}


@dataclass(frozen=True)
class Proof:
    """What an op does, in the words of one process.

    `results` are those of all ranks, of the inputs of all ranks and the arguments of a call; `calls` are the arguments
    of each rank in some calls; `leading` are the dimensions in front of the shape of a part. Numbers may be `shared` by
    all ranks. Where all have the same loss, it counts `once`, in the first or second derivative; else each counts.
    """

    results: Callable[..., Tensors]
    calls: Callable[[int], list[list[dict[str, Any]]]]
    leading: Callable[[int, int], tuple[int, ...]] = lambda ranks, rank: ()
    shared: bool = False
    once: tuple[int, ...] = ()


def added(xs: Tensors, reduce_op: str = "sum") -> Any:
    total = sum(xs[1:], xs[0])
    return total / len(xs) if reduce_op == "avg" else total


def on(rank: int, result: Any, ranks: int) -> Tensors:
    return [result if number == rank else result * 0 for number in range(ranks)]


def rows(sender: int, receiver: int) -> int:
    """Return how many rows one rank sends to another, in `all_to_all_single`: also none."""
    return (2 * sender + receiver) % 3


def sizes(ranks: int) -> list[list[dict[str, Any]]]:
    everybody = range(ranks)
    return [
        [
            {
                "output_split_sizes": [rows(other, rank) for other in everybody],
                "input_split_sizes": [rows(rank, other) for other in everybody],
            }
            for rank in everybody
        ]
    ]


def exchanged(xs: Tensors, **_: Any) -> Tensors:
    parts = [x.split([rows(sender, other) for other in range(len(xs))]) for sender, x in enumerate(xs)]
    return [dv.cat([parts[sender][rank] for sender in range(len(xs))]) for rank in range(len(xs))]


def same(*calls: dict[str, Any]) -> Callable[[int], list[list[dict[str, Any]]]]:
    """Return calls in which all ranks give the same arguments."""
    return lambda ranks: [[call] * ranks for call in calls]


SUM, MEAN = {"reduce_op": "sum"}, {"reduce_op": "avg"}
PROOFS = {
    "all_reduce": Proof(lambda xs, reduce_op: [added(xs, reduce_op)] * len(xs), same(SUM, MEAN)),
    "broadcast": Proof(lambda xs, src: [xs[src]] * len(xs), same({"src": 0}, {"src": 1})),
    "reduce": Proof(
        lambda xs, reduce_op, dst: on(dst, added(xs, reduce_op), len(xs)),
        same({**SUM, "dst": 0}, {**SUM, "dst": 1}, {**MEAN, "dst": 1}),
    ),
    "all_gather_into_tensor": Proof(lambda xs: [dv.stack(xs)] * len(xs), same({})),
    "reduce_scatter_tensor": Proof(
        lambda xs, reduce_op: [added([x[rank] for x in xs], reduce_op) for rank in range(len(xs))],
        same(SUM, MEAN),
        lambda ranks, rank: (ranks,),
    ),
    "gather_into_tensor": Proof(lambda xs, dst: on(dst, dv.stack(xs), len(xs)), same({"dst": 0}, {"dst": 1})),
    "scatter_tensor": Proof(
        lambda xs, src: [xs[src][rank] for rank in range(len(xs))],
        same({"src": 0}, {"src": 1}),
        lambda ranks, rank: (ranks,),
    ),
    "all_to_all_single": Proof(
        exchanged, sizes, lambda ranks, rank: (sum(rows(rank, other) for other in range(ranks)),)
    ),
    "share": Proof(lambda xs: xs, same({}), shared=True, once=(2,)),
    "total": Proof(lambda xs: [added(xs)] * len(xs), same({}), once=(1,)),
}
OPS = [case.op for case in CASES]


def proof_of(op: str) -> Proof:
    assert op in PROOFS, f"{op} of derivata/distributed/ops/spec.yaml has no proof: write what each rank gets"
    return PROOFS[op]


def inputs(proof: Proof, layout: str, dtype: str, seed: int) -> Tensors:
    """Return the tensors of all ranks; of numbers that all share, one."""
    ranks, random = dist.get_world_size(), np.random.default_rng(seed)
    found: Tensors = []
    for rank in range(1 if proof.shared else ranks):
        shape = (*proof.leading(ranks, rank), *LAYOUTS[layout])
        array = random.uniform(-0.5, 0.5, shape) + (
            1j * random.uniform(-0.5, 0.5, shape) if dtype[0] == "c" else 0
        )
        found.append(dv.from_numpy(np.asarray(array, dtype, order="F" if layout == "transposed" else "C")))
    return found


def here(proof: Proof, tensors: Any) -> Any:
    """Return what this rank has of the tensors of all."""
    return tensors[0 if proof.shared else dist.get_rank()]


def call(op: str, x: Any, arguments: dict[str, Any]) -> Any:
    return getattr(ops, op)(x, **arguments, group_name="WORLD")


def loss(result: Any, weight: float) -> Any:
    """Return a real number that curves; the gradient that arrives is not contiguous."""
    if result.dtype.kind == "c":
        return (dv.real(result * result.conj()) * weight).sum() + dv.real(result * (1 + 2j)).sum()
    return (result.mT if result.ndim > 1 else result).pow(3).sum() * (weight / 8) + result.sum()


def weight(proof: Proof, order: int, rank: int) -> float:
    return 1.0 if order in proof.once else 1.0 + rank


def together(proof: Proof, order: int, tensors: Sequence[Any]) -> Any:
    """Return the function that ranks compute together: the sum of their losses, or the one loss that all have."""
    losses = [loss(tensor, weight(proof, order, rank)) for rank, tensor in enumerate(tensors)]
    return losses[0] if order in proof.once else added(losses)


def compared(op: str, dtype: str) -> None:
    """Compare values, first and second derivatives, tangents, and tangents of gradients, for all layouts."""
    proof = proof_of(op)
    for layout in LAYOUTS:
        for arguments in proof.calls(dist.get_world_size()):
            compare(op, proof, dtype, layout, arguments)


def compare(op: str, proof: Proof, dtype: str, layout: str, arguments: list[dict[str, Any]]) -> None:
    rank, ranks, exact = dist.get_rank(), dist.get_world_size(), "float64" if dtype == "float16" else dtype

    def results(*xs: Any) -> Any:
        return tuple(proof.results(list(xs) * ranks if proof.shared else list(xs), **arguments[0]))

    def gradients(*xs: Any) -> Any:
        return dv.func.grad(lambda *xs: together(proof, 1, results(*xs)), tuple(range(len(xs))))(*xs)

    def again(*xs: Any) -> Any:
        def second(*xs: Any) -> Any:
            return together(proof, 2, gradients(*xs) * (ranks if proof.shared else 1))

        return dv.func.grad(second, tuple(range(len(xs))))(*xs)

    def result(x: Any) -> Any:
        return call(op, x, arguments[rank])

    def gradient(x: Any) -> Any:
        return dv.func.grad(lambda x: loss(result(x), weight(proof, 1, rank)))(x)

    given, along = inputs(proof, layout, dtype, 5), inputs(proof, layout, dtype, 9)
    x, v = here(proof, given), here(proof, along)
    xs, vs = [tuple(tensor.to(np.dtype(exact)) for tensor in tensors) for tensors in (given, along)]
    close(result(x), results(*xs)[rank], dtype)
    close(gradient(x), here(proof, gradients(*xs)), dtype)
    second = dv.func.grad(lambda x: loss(gradient(x), weight(proof, 2, rank)))(x)
    close(second, here(proof, again(*xs)), dtype)
    close(dv.func.jvp(result, (x,), (v,))[1], dv.func.jvp(results, xs, vs)[1][rank], dtype)
    close(dv.func.jvp(gradient, (x,), (v,))[1], here(proof, dv.func.jvp(gradients, xs, vs)[1]), dtype)
    leaf = x.detach().requires_grad_()  # backward on arrays, the others were recorded
    result(leaf).sum().abs().backward()
    one = [tensor.detach().requires_grad_() for tensor in xs]
    sums = [one_result.sum().abs() for one_result in results(*one)]
    (sums[0] if 1 in proof.once else added(sums)).backward()
    close(leaf.grad, here(proof, [zeros_if_none(tensor) for tensor in one]), dtype)


def zeros_if_none(tensor: Any) -> Any:
    return dv.zeros_like(tensor) if tensor.grad is None else tensor.grad


def close(found: Any, wanted: Any, dtype: str) -> None:
    array, other = found.detach().numpy(), wanted.detach().numpy()
    assert (array.dtype, array.shape) == (np.dtype(dtype), other.shape)
    scale = float(np.abs(other).max(initial=0)) or 1.0
    np.testing.assert_allclose(array, other, rtol=0, atol=TOLERANCES[dtype] * scale)


@pytest.mark.parametrize("dtype", TOLERANCES)
@pytest.mark.parametrize("op", OPS)
def test_derivatives_are_those_of_one_process(two: Ranks, op: str, dtype: str) -> None:
    """Values, gradients, gradients of gradients and tangents of each op are those of one process with all tensors."""
    two(compared, op, dtype)


SLOW = [pytest.param(dtype, marks=pytest.mark.slow) for dtype in ("float32", "complex64", "float16")]


@pytest.mark.parametrize("dtype", ["float64", "complex128", *SLOW])
@pytest.mark.parametrize("op", OPS)
def test_derivatives_are_those_of_one_process_on_four_ranks(four: Ranks, op: str, dtype: str) -> None:
    """The same, where ranks are neither the first nor the last."""
    four(compared, op, dtype)


def whole_numbers(op: str) -> None:
    proof = proof_of(op)
    for dtype in ("int64", "uint8"):
        for arguments in proof.calls(dist.get_world_size()):
            if arguments[0].get("reduce_op") == "avg":
                continue
            given = [
                (tensor * 50).abs().to(np.dtype(dtype)) for tensor in inputs(proof, "rows", "float64", 5)
            ]
            xs = given * dist.get_world_size() if proof.shared else given
            wanted = proof.results(xs, **arguments[0])[dist.get_rank()]
            assert call(op, here(proof, given), arguments[dist.get_rank()]).tolist() == wanted.tolist()


@pytest.mark.parametrize("op", OPS)
def test_whole_numbers_are_sent(two: Ranks, op: str) -> None:
    two(whole_numbers, op)


def samples(op: str) -> None:
    proof, rank = proof_of(op), dist.get_rank()
    for arguments in proof.calls(dist.get_world_size()):
        three = [here(proof, inputs(proof, "rows", "float64", seed)) for seed in range(3)]

        def gradient(x: Any) -> Any:
            return dv.func.grad(lambda x: loss(call(op, x, arguments[rank]), 1.0))(x)  # noqa: B023

        for function in (lambda x: call(op, x, arguments[rank]), gradient):  # noqa: B023
            with warnings.catch_warnings():
                warnings.filterwarnings("ignore", "vmap: There is a performance drop")
                found = dv.func.vmap(function)(dv.stack(three))
            assert (found == dv.stack([function(x) for x in three])).all()


@pytest.mark.parametrize("op", OPS)
def test_many_samples_are_sent(two: Ranks, op: str) -> None:
    """`vmap` of an op, and of its gradient, is the op of one sample after the other."""
    two(samples, op)


def calls_of(function: Callable[..., Any], *args: Any) -> tuple[int, Any]:
    """Return in how many collectives this rank takes part in a call, and what the call returns."""
    group = dist.group.WORLD
    assert group is not None
    before = int(group.next_call("").split()[1])
    result = function(*args)
    return int(group.next_call("").split()[1]) - before - 1, result


def compiled(op: str) -> None:
    proof = proof_of(op)
    x, function = here(proof, inputs(proof, "rows", "float64", 5)), getattr(ops, op)
    given = proof.calls(dist.get_world_size())[0][dist.get_rank()]

    def program(x: Any) -> Any:
        function(x * 3, **given, group_name="WORLD")
        return function(x.tanh(), **given, group_name="WORLD") + function(
            x.tanh(), **given, group_name="WORLD"
        )

    wanted = calls_of(program, x)
    assert op == "share" or wanted[0] == 3
    with pytest.warns(UserWarning, match="runs op by op"):
        one = dv.compile(program)
        found = [calls_of(one, x) for _ in range(3)]
    for count, result in found:
        assert count == wanted[0]
        assert (result == wanted[1]).all()


@pytest.mark.parametrize("op", OPS)
def test_compile_leaves_collectives_alone(two: Ranks, op: str) -> None:
    """A function with collectives runs op by op: others wait for each, also where it is repeated or unused."""
    two(compiled, op)


def compiled_by_name() -> None:
    x, rank, f = dv.ones(2, 3), dist.get_rank(), dist.nn.functional
    out = [dv.zeros(2, 3), dv.zeros(2, 3)]
    functions: list[Callable[[Any], Any]] = [
        lambda x: f.all_reduce(x * 2),
        lambda x: f.gather(x * 2, 1)[0] * 3,
        lambda x: f.scatter([x * 2, x], 1) * 3,
        lambda x: f.reduce_scatter(x, [x * 2, x]) * 3,
        lambda x: dist.gather(x * 2, out if rank == 0 else None, 0),
        lambda x: dist.scatter(out[0], [x * 2, x] if rank == 0 else None, 0),
        lambda x: dist.reduce(x * 2, 0),
        lambda x: dist.nn.functional.broadcast(x * 2, 1).sum(),
    ]
    for function in functions:
        with pytest.warns(UserWarning, match="runs op by op"):
            one = dv.compile(function)
            assert [calls_of(one, x)[0] for _ in range(2)] == [1, 1]


def test_compile_runs_no_collective_to_find_out_what_it_does(two: Ranks) -> None:
    """Functions of `distributed` with the names of ops are no ops: a rank that traced them would call once more."""
    two(compiled_by_name)


def pass_as_program(op: str) -> None:
    proof = proof_of(op)
    x = here(proof, inputs(proof, "rows", "float64", 5))
    given = proof.calls(dist.get_world_size())[0][dist.get_rank()]

    def gradient() -> Any:
        leaf = dv.cat([x.reshape(-1)] * 999).requires_grad_()
        sent = call(op, (leaf.tanh() * 2).sin().reshape(999, *x.shape)[0], given)
        ((sent * 2).tanh() ** 2 + sent).sum().backward()
        return leaf.grad

    wanted = calls_of(gradient)
    with dv.autograd.compiled():
        found = [calls_of(gradient) for _ in range(3)]
    for count, grad in found:
        assert count == wanted[0]
        np.testing.assert_allclose(grad.numpy(), wanted[1].numpy(), rtol=1e-13, atol=1e-15)


@pytest.mark.parametrize("op", OPS)
def test_backward_passes_as_programs_leave_collectives_alone(two: Ranks, op: str) -> None:
    """In a block of `autograd.compiled` the programs end before a collective, and no plan for them calls one."""
    two(pass_as_program, op)


def names() -> tuple[str, str]:
    rank = dist.get_rank()
    group = dist.new_group([0, 1])
    other = dist.new_group([1, 0])
    assert group.group_name != other.group_name
    x = dv.full((2,), 1.0 + rank, requires_grad=True)
    y = ops.all_reduce(x, "sum", other.group_name)
    name = other.group_name
    dist.destroy_process_group(other)
    with pytest.raises(
        ValueError, match=r"the group_name of a process group that is there .*run backward before"
    ):
        y.sum().backward()
    found = dist.nn.functional.all_reduce(x, group=group)
    del group  # its name keeps it
    found.sum().backward()
    assert x.grad is not None and x.grad.tolist() == [2.0, 2.0]
    return name, dist.new_group([0]).group_name if rank == 0 else str(dist.new_group([0]) is not None)


def test_a_group_has_one_name_on_all_ranks(two: Ranks) -> None:
    """Names are the same on all ranks, never used twice, and lead to a group until it is destroyed."""
    (first, _), (second, _) = two(names)
    assert first == second


def refusals() -> None:
    x = dv.ones(3, requires_grad=True)
    with pytest.raises(ValueError, match="all_reduce: expected reduce_op to be 'sum' or 'avg', got 'max'"):
        ops.all_reduce(x, "max", "WORLD")
    with pytest.raises(ValueError, match=r"scatter_tensor: expected 2 parts in dimension 0.*\(3,\)"):
        ops.scatter_tensor(x, 0, "WORLD")
    with pytest.raises(dist.RankMismatchError, match="rank 1 calls all_reduce of float32"):
        ops.all_reduce(dv.ones(3 + dist.get_rank()), "sum", "WORLD")
    with pytest.raises(ValueError, match="broadcast: expected src to be one of the group's ranks"):
        ops.broadcast(x, 7, "WORLD")


def test_errors_are_those_of_collectives(two: Ranks) -> None:
    two(refusals)


@pytest.mark.parametrize("check", pack_checks("derivata.distributed.ops"), ids=str)
def test_generated_checks(check: PackCheck) -> None:
    """The checks that the generator writes pass in a group of one, which needs no MPI."""
    check()
