"""Results and gradients of compiled functions are nobody else's memory, in any order of calls, threads and errors."""

import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import derivata as dv
import derivata.nn.functional as F
from derivata import kernels
from derivata.compiler.function import Compiled, compile
from derivata.compiler.program.program import Loop
from derivata.compiler.waiting import THREAD

from .programs import compare

SHAPE = (64, 33)


def function(x: Any, w: Any) -> Any:
    y = (x * w).tanh() ** 2 + x
    return y, (y * w).sum(0), F.relu(y @ w.T).mean()


def leaves(seed: int = 0, shape: Any = SHAPE) -> tuple[Any, Any]:
    rng = np.random.default_rng(seed)
    return tuple([dv.tensor(rng.standard_normal(shape)).requires_grad_() for _ in range(2)])  # type: ignore[return-value]


def loss(outs: Any) -> Any:
    return sum((out * out).sum() for out in outs)


def grads(outs: Any, ins: Any, **options: Any) -> Any:
    return dv.autograd.grad(loss(outs), ins, **options)


def same(ours: Any, theirs: Any) -> None:
    for our, their in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(our.detach().numpy(), their.detach().numpy(), rtol=1e-10, atol=1e-12)


@pytest.fixture(params=["loops", "numpy"])
def compiled(request: pytest.FixtureRequest) -> Iterator[Compiled]:
    """The compiled function, with its loops and without."""
    if request.param == "loops":
        yield compile(function, fullgraph=True)
    else:
        with kernels.disabled():
            yield compile(function, fullgraph=True)


def test_results_kept_over_three_calls_are_never_overwritten(compiled: Compiled) -> None:
    kept = []
    for seed in range(3):
        ins = leaves(seed)
        outs = compiled(*ins)
        found = grads(outs, ins)
        kept.append((outs, found, [t.detach().clone() for t in (*outs, *found)]))
    for outs, found, copies in kept:
        assert all(
            np.array_equal(t.detach().numpy(), copy.numpy())
            for t, copy in zip((*outs, *found), copies, strict=True)
        )
    arrays = [t.detach().numpy() for outs, found, _ in kept for t in (*outs, *found)]
    assert not any(np.may_share_memory(a, b) for n, a in enumerate(arrays) for b in arrays[:n])


def test_results_may_be_written_to(compiled: Compiled) -> None:
    ins = leaves()
    with dv.no_grad():
        first = compiled(*ins)
        for out in first:
            out.zero_()
        same(compiled(*ins), function(*ins))


def test_two_calls_and_then_two_passes(compiled: Compiled) -> None:
    one, two = leaves(1), leaves(2)
    first, second = compiled(*one), compiled(*two)
    same(grads(first, one), grads(function(*one), one))
    same(grads(second, two), grads(function(*two), two))
    third, fourth = compiled(*one), compiled(*two)
    same(grads(fourth, two), grads(function(*two), two))
    same(grads(third, one), grads(function(*one), one))


def test_a_graph_can_be_kept_and_is_else_given_up(compiled: Compiled) -> None:
    ins = leaves()
    outs = compiled(*ins)
    same(grads(outs, ins, retain_graph=True), grads(outs, ins))
    with pytest.raises(RuntimeError, match="second time"):
        grads(outs, ins)


def test_gradients_of_gradients(compiled: Compiled) -> None:
    ins = leaves()
    for _ in range(2):
        found = []
        for call in (compiled, function):
            first = grads(call(*ins), ins, create_graph=True)
            second = grads(first, ins, create_graph=True)
            found.append([*first, *second, *grads(second, ins)])
        same(*found)


def test_a_gradient_of_one_output_or_for_one_argument(compiled: Compiled) -> None:
    ins = leaves()
    for number in range(3):
        same(
            dv.autograd.grad(compiled(*ins)[number].sum(), ins[0]),
            dv.autograd.grad(function(*ins)[number].sum(), ins[0]),
        )
    constant = [ins[0], ins[1].detach()]
    same(grads(compiled(*constant), ins[:1]), grads(function(*constant), ins[:1]))


def test_backward_accumulates_into_leaves_and_calls_hooks(compiled: Compiled) -> None:
    found = []
    for call in (compiled, function):
        seen: list[Any] = []
        ins = leaves()
        outs = call(*ins)
        outs[1].register_hook(seen.append)
        loss(outs).backward()
        loss(call(*ins)).backward()
        found.append([*seen, *[leaf.grad for leaf in ins]])
    same(*found)


def test_a_compiled_call_inside_of_a_graph(compiled: Compiled) -> None:
    found = []
    for call in (compiled, function):
        ins = leaves()
        inner, *_ = call(ins[0] * 2, ins[1].exp())
        found.append(grads(call(inner, ins[1]), ins))
    same(*found)


def test_the_same_tensor_twice(compiled: Compiled) -> None:
    (x, _) = leaves()
    same(grads(compiled(x, x), [x]), grads(function(x, x), [x]))


@pytest.mark.parametrize("second", [lambda x: x, lambda x: x * 2, lambda x: x[:]])
def test_gradients_of_gradients_where_one_argument_depends_on_another_one(
    compiled: Compiled, second: Any
) -> None:
    found = []
    for call in (compiled, function):
        (x, _) = leaves()
        (first,) = grads(call(x, second(x)), [x], create_graph=True)
        found.append([first, *grads([first], [x])])
    same(*found)


def test_an_argument_that_is_written_to_before_backward_is_an_error_if_it_is_needed(
    compiled: Compiled,
) -> None:
    ins = leaves()
    inner = [leaf * 1 for leaf in ins]
    outs = compiled(*inner)
    inner[0].mul_(2)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        grads(outs, ins)
    plus = compile(lambda a, b: a + b, fullgraph=True)
    inner = [leaf * 1 for leaf in ins]
    out = plus(*inner)
    inner[0].mul_(2)
    assert dv.autograd.grad(out.sum(), ins, retain_graph=True)[0].numpy().all()
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        dv.autograd.grad(out.sum(), ins, create_graph=True)


def test_an_error_in_a_pass_leaves_the_graph_usable(compiled: Compiled) -> None:
    ins = leaves()
    outs = compiled(*ins)
    handle = outs[0].register_hook(lambda g: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        grads(outs, ins, retain_graph=True)
    handle.remove()
    same(grads(outs, ins), grads(function(*ins), ins))


def test_an_error_in_a_call_leaves_nothing_behind(compiled: Compiled) -> None:
    ins = leaves()
    compiled(*ins)
    with pytest.raises(RuntimeError):
        compiled(ins[0], ins[1][:5])
    same(compiled(*ins), function(*ins))
    assert dv.is_grad_enabled()


def test_threads_call_and_differentiate_at_the_same_time(compiled: Compiled) -> None:
    barrier = threading.Barrier(4)

    def work(seed: int) -> Any:
        ins = leaves(seed)
        barrier.wait()
        found = []
        for _ in range(5):
            outs = compiled(*ins)
            found.append([*outs, *grads(outs, ins)])
        return found

    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(work, range(4)))
    for seed, found in enumerate(results):
        ins = leaves(seed)
        outs = function(*ins)
        expected = [*outs, *grads(outs, ins)]
        for each in found:
            same(each, expected)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked")
def test_a_forked_process_calls_what_its_parent_has_compiled(compiled: Compiled) -> None:
    ins, fresh = leaves(), leaves(shape=(8, 3))
    expected = [grads(function(*given), given) for given in (ins, fresh)]
    grads(compiled(*ins), ins)  # the second kind of calls is compiled by the child
    child = os.fork()
    if not child:  # nothing of pytest runs here
        status = 1
        try:
            for given, theirs in zip((ins, fresh), expected, strict=True):
                same(grads(compiled(*given), given), theirs)
            status = 0
        finally:
            os._exit(status)
    assert os.waitpid(child, 0)[1] == 0
    same(grads(compiled(*ins), ins), expected[0])


def finish_compiling() -> None:
    for thread in threading.enumerate():
        if thread.name == THREAD:
            thread.join()


def test_calls_run_op_by_op_while_loops_are_compiled() -> None:
    patient, ins = compile(function, fullgraph=True, wait=False), leaves()
    expected = grads(function(*ins), ins)
    same(grads(patient(*ins), ins), expected)
    finish_compiling()
    assert patient(*ins)[0].grad_fn.name() == "CompiledManyBackward"
    same(grads(patient(*ins), ins), expected)


def test_a_program_that_fails_meanwhile_leaves_calls_op_by_op(monkeypatch: pytest.MonkeyPatch) -> None:
    patient, ins = compile(function, fullgraph=True, wait=False), leaves()
    monkeypatch.setattr(Loop, "__call__", lambda *args: 1 / 0)
    patient(*ins)
    finish_compiling()
    same(grads(patient(*ins), ins), grads(function(*ins), ins))
    assert patient.entries[0].why == "its program raised ZeroDivisionError: division by zero"


def test_recursion_and_calls_of_compiled_functions() -> None:
    @compile
    def power(x: Any, n: int) -> Any:
        return x * 1.5 if n == 0 else power(x, n - 1) * x.sin()

    @compile
    def outer(x: Any) -> Any:
        return power(x, 2) + power(x, 1)

    def plain(x: Any, n: int) -> Any:
        return x * 1.5 if n == 0 else plain(x, n - 1) * x.sin()

    (x, _) = leaves()
    for _ in range(2):
        same([power(x, 3)], [plain(x, 3)])
        same([outer(x)], [plain(x, 2) + plain(x, 1)])
    assert len(power.programs) == len(outer.programs) == 1


def test_a_hook_may_call_the_function_again(compiled: Compiled) -> None:
    ins = leaves()
    outs = compiled(*ins)
    inside: list[Any] = []

    def hook(gradient: Any) -> None:
        with dv.enable_grad():
            inside.extend(grads(compiled(*ins), ins))

    outs[0].register_hook(hook)
    same(grads(outs, ins), grads(function(*ins), ins))
    same(inside, grads(function(*ins), ins))


def test_modes_in_which_ops_do_more_run_op_by_op(compiled: Compiled) -> None:
    ins = leaves()
    with dv.autograd.forward_ad.dual_level():
        dual = dv.autograd.forward_ad.make_dual(ins[0].detach(), dv.ones(SHAPE, dtype=dv.float64))
        tangents = [
            dv.autograd.forward_ad.unpack_dual(call(dual, ins[1].detach())[0]).tangent
            for call in (compiled, function)
        ]
    same(tangents[:1], tangents[1:])
    same(
        dv.func.vmap(compiled)(*[t.detach()[:, None] for t in ins])[:1],
        [function(*[t.detach() for t in ins])[0][:, None]],
    )
    packed: list[Any] = []

    def pack(tensor: Any) -> Any:
        packed.append(tensor)
        return tensor

    with dv.autograd.graph.saved_tensors_hooks(pack, lambda t: t):
        outs = compiled(*ins)
    assert packed
    same(grads(outs, ins), grads(function(*ins), ins))
    with dv.autograd.detect_anomaly():
        outs = compiled(*ins)
        same(grads(outs, ins), grads(function(*ins), ins))
    assert compiled.programs == []


def test_func_transforms_a_compiled_function(compiled: Compiled) -> None:
    ins = [leaf.detach() for leaf in leaves()]
    ours, theirs = (
        dv.func.grad(lambda *args, f=f: loss(f(*args)), argnums=(0, 1))(*ins) for f in (compiled, function)
    )
    same(ours, theirs)


def test_more_than_a_loop_takes_runs_op_by_op() -> None:
    def wide(*tensors: Any) -> Any:
        return [a * b + a.sin() for a, b in zip(tensors[1:], tensors[:-1], strict=True)]

    ins = [t for seed in range(15) for t in leaves(seed, (50,))]
    same(compile(wide, fullgraph=True)(*ins), wide(*ins))


def test_results_that_are_no_tensors_and_containers() -> None:
    def nested(x: Any) -> Any:
        return {"a": [x * 2, 3.5], "b": (None, "text", (x.sin(), x.shape))}

    (x, _) = leaves()
    ours, theirs = compile(nested, fullgraph=True)(x), nested(x)
    assert ours["a"][1] == 3.5
    assert ours["b"][:2] == (None, "text")
    assert ours["b"][2][1] == SHAPE
    same([ours["a"][0], ours["b"][2][0]], [theirs["a"][0], theirs["b"][2][0]])


def test_equal_results_are_memory_of_their_own() -> None:
    def twice(x: Any) -> Any:
        y = x * 2
        return y, x * 2, y.detach().clone(), y.clone()

    (x, _) = leaves()
    outs = compile(twice, fullgraph=True)(x)
    assert [out.requires_grad for out in outs] == [True, True, False, True]
    with dv.no_grad():
        outs[0].zero_()
    same(outs[1:], twice(x)[1:])


EQUAL_VIEWS: dict[str, Callable[[Any], Any]] = {
    "transposed": lambda x: ((x * 2).T, (x * 2).T),
    "a part and all": lambda x: (x * 2, (x * 2)[0]),
    "parts": lambda x: ((x * 2)[:2], (x * 2)[1:]),
    "without history": lambda x: ((x * 2).detach().T, (x * 2).T),
    "reshaped": lambda x: ((x @ x.T).reshape(-1), (x @ x.T).reshape(-1)),
    "gradients": lambda x: (dv.func.grad(energy)(x).T, dv.func.grad(energy)(x)),
}


def energy(x: Any) -> Any:
    return (x.sin() * x).sum()


@pytest.mark.parametrize("name", EQUAL_VIEWS)
def test_equal_views_are_memory_of_their_own(name: str) -> None:
    function, x = EQUAL_VIEWS[name], dv.linspace(0, 1, 12).reshape(3, 4).requires_grad_()
    with kernels.disabled():
        outs = compile(function, fullgraph=True)(x)
    with dv.no_grad():
        outs[0].zero_()
    same(outs[1:], function(x)[1:])


def test_gradients_of_leaves_are_memory_of_their_own() -> None:
    ins = leaves()
    plus = compile(lambda a, b: a + b, fullgraph=True)
    seed = dv.ones(SHAPE, dtype=dv.float64)
    for _ in range(2):
        plus(*ins).backward(seed)
    with dv.no_grad():
        ins[0].grad.zero_()
    assert (ins[1].grad.numpy() == 2).all()
    assert (seed.numpy() == 1).all()


def test_gradients_in_many_directions_at_once_and_tangents_of_gradients(compiled: Compiled) -> None:
    ins = [leaf[:5, :4].detach().requires_grad_() for leaf in leaves()]
    directions = dv.tensor(np.random.default_rng(0).standard_normal((3, 5, 4)))
    ours, theirs = (
        dv.autograd.grad(call(*ins)[0], ins, directions, is_grads_batched=True)
        for call in (compiled, function)
    )
    same(ours, theirs)
    ours, theirs = (
        dv.func.jacrev(lambda x, f=f: f(x, ins[1].detach())[1])(ins[0].detach()) for f in (compiled, function)
    )
    same([ours], [theirs])
    ours, theirs = (
        dv.func.hessian(lambda x, f=f: loss(f(x, ins[1].detach())))(ins[0].detach())
        for f in (compiled, function)
    )
    same([ours], [theirs])
    outs = compiled(*ins)
    with dv.autograd.forward_ad.dual_level():
        dual = dv.autograd.forward_ad.make_dual(dv.ones(5, 4, dtype=dv.float64), directions[0])
        tangents = [
            dv.autograd.forward_ad.unpack_dual(dv.autograd.grad(out, ins[0], dual)[0]).tangent
            for out in (outs[0], function(*ins)[0])
        ]
    same(tangents[:1], tangents[1:])


def weighed(*tensors: Any) -> Any:
    """Return what reads each tensor several times, and masks made of them far behind."""
    total, masks = tensors[0], []
    for tensor in tensors[1:]:
        masks.append(tensor > 0.5)
        total = (total * tensor).sin() + tensor
    for mask, tensor in zip(masks, tensors, strict=False):
        total = dv.where(mask, total, tensor * total)
    return total


def test_a_function_of_many_tensors_is_several_loops() -> None:
    """NumPy broadcasts no more than 64 arrays at once, and 32 in its first version."""
    tensors = [dv.linspace(0, 1, 3, dtype=dv.float64).reshape(1, 3).requires_grad_() for _ in range(75)]
    tensors[3] = dv.ones(2, 1, dtype=dv.float64, requires_grad=True)
    with kernels.disabled():
        compare(weighed, tensors, twice=False)


def test_a_result_that_nobody_differentiates_adds_no_nans_to_gradients() -> None:
    """Op by op no gradient goes there: programs take zeros, which are no numbers times infinities."""

    def measured(p: Any, q: Any) -> Any:
        return (p * q).sin().sum(), -(p * p.log()).sum(), (q / p).sum(), p.detach().log()

    ins = [dv.tensor([0.0, 0.5, 0.25], requires_grad=True), dv.tensor([1.0, 2.0, 3.0], requires_grad=True)]
    with kernels.disabled(), np.errstate(all="ignore"):
        compiled = compile(measured, fullgraph=True)
        for used in ((0,), (0, 1), (0, 2), (1,)):
            for options in ({}, {"create_graph": True}):
                ours, theirs = [
                    dv.autograd.grad([f(*ins)[n] for n in used], ins, materialize_grads=True, **options)
                    for f in (compiled, measured)
                ]
                same(ours, theirs)
                assert np.isfinite(ours[0].detach().numpy()).all() == (used == (0,))


def test_a_program_that_raises_what_ops_do_not_gives_way_to_them() -> None:
    """Programs leave out zeros, which decide op by op in which order the sum lies in memory."""
    x = dv.linspace(0, 1, 12).reshape(4, 3)
    with kernels.disabled():
        compiled = compile(lambda x: (x + dv.zeros(3, 4)).view(-1) * 2)
        with pytest.warns(UserWarning, match="its program raised RuntimeError, and its ops do not: view"):
            for _ in range(2):
                assert compiled(x.T).tolist() == (x.T.reshape(-1) * 2).tolist()
