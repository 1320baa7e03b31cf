"""Functions that ask for numbers of tensors: each way that they go is a program, or runs op by op."""

import threading
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata import nn
from derivata.compiler import refusal
from derivata.compiler.compiled import Compiled
from derivata.compiler.function import compile
from derivata.compiler.refusal import CannotCompile

from .programs import as_list, same, same_tangents, second, weighted


def x(*shift: float) -> Any:
    return dv.linspace(-1, 1, 12, dtype=dv.float64) + sum(shift)


def agree(function: Callable[..., Any], calls: Any, programs: int | None = None, **options: Any) -> Compiled:
    """Call a function compiled and op by op, with each of the arguments, and compare results and gradients."""
    compiled: Compiled = compile(function, **options)
    with warnings.catch_warnings():
        warnings.simplefilter("error" if programs else "ignore", UserWarning)
        for args in calls:
            args = args if isinstance(args, tuple) else (args,)
            found = []
            for called in (compiled, function):
                dv.manual_seed(3)
                leaves = [arg.detach().clone() if isinstance(arg, dv.Tensor) else arg for arg in args]
                leaves = [
                    leaf.requires_grad_()
                    if isinstance(leaf, dv.Tensor) and leaf.is_floating_point()
                    else leaf
                    for leaf in leaves
                ]
                outs = as_list(called(*leaves))
                numbers = [out for out in outs if not isinstance(out, dv.Tensor)]
                outs = [out for out in outs if isinstance(out, dv.Tensor)]
                ins = [leaf for leaf in leaves if isinstance(leaf, dv.Tensor) and leaf.requires_grad]
                grads: Any = []
                if any(out.requires_grad for out in outs):
                    grads = dv.autograd.grad(weighted(outs), ins, retain_graph=True, allow_unused=True)
                    grads = [*grads, *second(outs, ins)]
                state = dv.rand(2).tolist()
                found.append((outs, grads, numbers, state))
            ours, theirs = found
            assert [out.requires_grad for out in ours[0]] == [out.requires_grad for out in theirs[0]]
            same(ours[0], theirs[0])
            same(ours[1], theirs[1])
            assert ours[2:] == theirs[2:]
    if programs is not None:
        assert len(compiled.programs) == programs
    return compiled


def by_sign(t: Any) -> Any:
    return t.sin() * 2 + 1 if t.sum() > 0 else t.cos() * t - 1


def by_two(t: Any) -> Any:
    t = t.tanh() * 2
    if t.mean() > 0:
        return t.exp() if t.amax() > 1.5 else t * 3
    return (t * t).sum() + t if (t < -1).any() else t - 1


def by_count(t: Any) -> Any:
    for _ in range(int((t > 0.3).sum()) // 4):
        t = t * 1.5 - 0.1
    return t.sin() + 1


def by_item(t: Any) -> Any:
    count = (t > 0.3).sum().item()
    flag = (t > 2).any().item()
    return t * count if flag else t.cos() * (count + 1)


def by_index(t: Any) -> Any:
    parts = [t.sin(), t.cos() * 2, t.tanh() - 1]
    return parts[(t > 0.5).sum() % 3] * 2 + t


def by_while(t: Any) -> Any:
    steps = 0
    while t.abs().max() > 0.75:
        t, steps = t * 0.6 + 0.01 * t.sin(), steps + 1
    return t * 2, steps


def by_assert(t: Any) -> Any:
    if not t.isfinite().all():
        raise AssertionError("not finite")
    return (t * 2).sin() + t


def by_not_nan(t: Any) -> Any:
    if t.isnan().any():
        return t.nan_to_num() * 0
    return t.exp() * 2 - t


def by_chain(t: Any) -> Any:
    total = t.sum()
    if -5 < total < 5 and not (t > 1.2).all():
        t = t * 2 + 1
    return t.sin() if total > 0 or t.min() > -0.5 else t.cos() + 1


def by_conditional(t: Any) -> Any:
    best = max(t.sum(), t.cos().sum(), (t * t).sum())
    return sorted([t.amax(), best, t.amin()])[1] * t + 1


def by_comprehension(t: Any) -> Any:
    rows = t.view(4, 3)
    kept = [row * 2 for row in rows if row.sum() > 0]
    return dv.cat([*kept, rows[0]]).sin() + len(kept)


def by_draw(t: Any) -> Any:
    t = t + dv.rand(12, dtype=dv.float64)
    if t.sum() > 6:
        t = t * dv.rand(12, dtype=dv.float64)
    return nn.functional.dropout(t, 0.5) + dv.randn(12, dtype=dv.float64)


def energy(t: Any) -> Any:
    return (t.sin() * t).sum() if t.sum() > 0 else (t**3).sum()


def by_gradient(t: Any) -> Any:
    slope = dv.func.grad(energy)(t)
    return t - slope * 0.1 if slope.abs().max() > 0.5 else t + slope


def by_line_search(t: Any) -> Any:
    rate = 1.0
    slope = dv.autograd.grad((t**4 - t).sum(), t, create_graph=True)[0]
    while ((t - rate * slope) ** 4).sum() > (t**4).sum() + 1 and rate > 0.01:
        rate /= 2
    return t - rate * slope


def by_argument(t: Any, flag: Any, count: Any) -> Any:
    t = t.sin() if flag else t.cos() + 1
    for _ in range(count):
        t = t * 1.5
    return t + 1


WAYS = [x(0.5), x(-0.5), x(0.4), x(2), x(-2), x(0.1), x(2), x(0.5)]
QUESTIONS = [
    *(
        by_sign,
        by_two,
        by_count,
        by_item,
        by_index,
        by_while,
        by_assert,
        by_not_nan,
        by_chain,
        by_conditional,
    ),
    *(by_comprehension, by_draw, by_gradient, by_line_search),
]


@pytest.mark.parametrize("function", QUESTIONS, ids=lambda function: function.__name__)
def test_each_way_that_a_function_goes_is_a_program(function: Callable[..., Any]) -> None:
    compiled = agree(function, WAYS)
    assert compiled.programs
    assert all(entry.program is not None for entry in compiled.entries), compiled.entries[0].why


def test_both_answers_in_turns_are_two_programs() -> None:
    agree(by_sign, WAYS, programs=2)


def test_arguments_that_are_truth_values_and_counts_are_asked_for() -> None:
    flags, counts = (dv.tensor(True), dv.tensor(False)), (dv.tensor(0), dv.tensor(2), dv.tensor([3]))
    calls = [(x(0.3), flag, count) for count in counts for flag in flags] * 2
    agree(by_argument, calls, programs=6)


def test_loops_of_changing_counts_are_programs_that_share_their_loops() -> None:
    compiled = agree(by_while, [x(shift) for shift in (2, 4, 8, 16, 8, 2, 4, 1)])
    texts = {program.forward.loops for program in compiled.programs if len(program.answers) > 4}
    assert len(texts) == 1
    assert len(compiled.programs) > 2


def test_a_way_of_which_the_program_is_there_is_not_traced_again(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = agree(by_two, WAYS)
    monkeypatch.setattr("derivata.compiler.compiled.FirstCall", None)
    for way in WAYS:
        way = way.requires_grad_()
        dv.testing.assert_close(compiled(way), by_two(way))


def test_tangents_and_gradients_of_gradients_follow_the_way_that_was_taken() -> None:
    compiled: Any = compile(by_two)
    for way in WAYS:
        same_tangents(compiled, by_two, [way.requires_grad_()])
    rows = dv.stack(WAYS[:2])
    with pytest.raises(RuntimeError) as theirs:
        dv.func.vmap(by_sign)(rows)
    with pytest.raises(RuntimeError) as ours:
        dv.func.vmap(compile(by_sign))(rows)
    assert str(ours.value) == str(theirs.value)


def test_an_error_of_the_function_is_raised_and_other_calls_have_programs() -> None:
    compiled: Any = compile(by_assert)
    bad = x() / 0 * 0
    for way in (x(), bad, x(1), bad, x(2)):
        if way is bad:
            with pytest.raises(AssertionError, match="not finite"):
                compiled(way)
        else:
            dv.testing.assert_close(compiled(way), by_assert(way))
    assert len(compiled.programs) == 1


def test_what_may_fail_is_not_called_before_the_question_that_guards_it() -> None:
    def solved(a: Any, b: Any) -> Any:
        if dv.linalg.det(a).abs() < 1e-9:
            return b * 2 + 1
        return dv.linalg.solve(a, b).sin() + 1

    good, singular = dv.eye(3, dtype=dv.float64) * 2, dv.ones(3, 3, dtype=dv.float64)
    b = dv.ones(3, dtype=dv.float64)
    compiled = agree(solved, [(good, b), (singular, b), (good, b), (singular, b)])
    assert len(compiled.programs) == 2


def test_errors_of_ops_are_those_op_by_op() -> None:
    def factor(a: Any) -> Any:
        a = a * 2 if a.sum() > 0 else a * 3
        return dv.linalg.cholesky(a).sin() + 1

    compiled: Any = compile(factor)
    good = dv.eye(3)
    dv.testing.assert_close(compiled(good), factor(good))
    bad = dv.tensor([[1.0, 0, 0], [0, -0.5, 0], [0, 0, 1]])
    with pytest.raises(RuntimeError) as theirs:
        factor(bad)
    with pytest.raises(RuntimeError) as ours:
        compiled(bad)
    assert str(ours.value) == str(theirs.value)


def test_random_numbers_are_drawn_once_where_a_program_gives_way() -> None:
    def noisy(t: Any, source: Any) -> Any:
        noise = dv.randn(12, generator=source) + dv.rand(12)
        if (noise + t).sum() > 6:
            return noise * 2 + dv.rand(12, generator=source)
        return noise.sin() - t

    t = dv.ones(12)
    found = []
    for function in (compile(noisy), noisy):
        dv.manual_seed(0)
        source = dv.Generator().manual_seed(1)
        found.append(dv.stack([function(t, source) for _ in range(60)]))
    dv.testing.assert_close(*found)


def training(guard: Callable[..., Any], compiled: bool) -> tuple[list[Any], Any, Any]:
    """Train a model by steps that ask for numbers; return the losses, the parameters and the optimiser's state."""
    dv.manual_seed(0)
    model = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Dropout(0.2), nn.Linear(8, 1))
    optimizer = dv.optim.Adam(model.parameters(), lr=0.05)

    def step(t: Any, target: Any) -> Any:
        return guard(model, optimizer, t, target)

    run: Any = compile(step) if compiled else step
    losses = []
    rng = np.random.default_rng(0)
    for number in range(12):
        t = dv.tensor(rng.standard_normal((16, 4)), dtype=dv.float32)
        target = t.sum(1, keepdim=True) * (10.0 if number % 3 == 2 else 1.0)
        if number % 5 == 3:
            target = target / 0.0
        losses.append(run(t, target))
    if compiled:
        assert run.programs
        assert all(entry.program is not None for entry in run.entries), run.entries[0].why
    return losses, [*model.parameters()], optimizer.state_dict()["state"]


def skipping(model: Any, optimizer: Any, t: Any, target: Any) -> Any:
    optimizer.zero_grad()
    loss = ((model(t) - target) ** 2).mean()
    if not loss.isfinite():
        return dv.zeros(())
    loss.backward()
    optimizer.step()
    return loss.detach()


def clipping(model: Any, optimizer: Any, t: Any, target: Any) -> Any:
    optimizer.zero_grad()
    loss = ((model(t) - target) ** 2).mean()
    loss.backward()
    norm = sum((p.grad**2).sum() for p in model.parameters()).sqrt()
    if norm > 2:
        for p in model.parameters():
            p.grad.mul_(2 / norm)
    if norm.isfinite():
        optimizer.step()
    return loss.detach(), norm


def checking(model: Any, optimizer: Any, t: Any, target: Any) -> Any:
    loss = ((model(t) - target) ** 2).mean()
    optimizer.zero_grad()
    loss.backward()
    if any(p.grad.isnan().any() or p.grad.isinf().any() for p in model.parameters()):
        optimizer.zero_grad()
        return loss.detach() * 0
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    return loss.detach()


@pytest.mark.parametrize("guard", [skipping, clipping, checking], ids=lambda guard: guard.__name__)
def test_training_steps_that_ask_train_as_op_by_op(guard: Callable[..., Any]) -> None:
    ours, theirs = training(guard, True), training(guard, False)
    for our, their in zip(ours[0], theirs[0], strict=True):
        for one, other in zip(as_list(our), as_list(their), strict=True):
            np.testing.assert_allclose(one.detach().numpy(), other.detach().numpy(), rtol=1e-4)
    same(ours[1], theirs[1])
    for number, state in theirs[2].items():
        same([ours[2][number]["exp_avg"]], [state["exp_avg"]])


def test_what_is_written_to_arguments_is_that_of_the_way_that_was_taken() -> None:
    def update(t: Any, total: Any, count: Any) -> Any:
        total += t
        if total.sum() > 3:
            total.mul_(0.5)
            count[0] = count[0] + 1
        else:
            count.add_(10)
        return (t * total).sin() + count.sum()

    found = []
    for function in (compile(update), update):
        total, count, outs = dv.zeros(12, dtype=dv.float64), dv.zeros(2, dtype=dv.float64), []
        for number in range(8):
            outs.append(function(x(0.1 * number), total, count))
        found.append([*outs, total, count])
    same(*found)


def test_statistics_of_layers_are_those_of_the_way_that_was_taken() -> None:
    found = []
    for compiled in (True, False):
        dv.manual_seed(0)
        first, other = nn.BatchNorm1d(3), nn.BatchNorm1d(3)

        def norm(t: Any, first: Any = first, other: Any = other) -> Any:
            t = first(t) * 2
            return other(t).sin() if t[0].sum() > 0 else t.cos()

        run: Any = compile(norm) if compiled else norm
        rng = np.random.default_rng(0)
        outs = [run(dv.tensor(rng.standard_normal((8, 3)))).detach() for _ in range(8)]
        found.append([*outs, first.running_mean, first.running_var, other.running_mean, other.running_var])
    same(*found)


def test_sizes_that_change_are_inputs_of_each_way() -> None:
    calls = [
        dv.linspace(-1, 1, n, dtype=dv.float64) + shift for n in (12, 15, 20, 31, 44) for shift in (0.5, -0.5)
    ]
    compiled = agree(by_sign, calls)
    assert len(compiled.programs) <= 4
    assert sum([bool(program.sizes) for program in compiled.programs]) == 2
    agree(by_sign, calls, programs=2, dynamic=True)
    agree(by_while, calls, dynamic=True)


def test_a_whole_number_that_happens_to_be_a_size_is_none() -> None:
    def by_all(t: Any) -> Any:
        count = int((t > -100).sum())
        return t.sin() * 2 + 1 if count > 13 else t.cos() - count

    calls = [dv.linspace(-1, 1, n, dtype=dv.float64) for n in (12, 13, 14, 40, 12, 9)]
    agree(by_all, calls)
    agree(by_all, calls, dynamic=True)


def test_ways_that_are_refused_run_op_by_op_and_others_do_not() -> None:
    def logged(t: Any) -> Any:
        if t.sum() > 0:
            return t * float(f"{t.mean().item()}")
        return t.sin() * 2 - 1

    for order in ((1, -1, 1, -1, -1), (-1, 1, -1, 1)):
        compiled: Any = compile(logged)
        with pytest.warns(UserWarning, match=r"logged \(.*, line \d+\): format of a number of a tensor"):
            for shift in order:
                dv.testing.assert_close(compiled(x(shift)), logged(x(shift)))
        assert len(compiled.programs) == 1
        before = compiled.programs[0].ran
        dv.testing.assert_close(compiled(x(-1)), logged(x(-1)))
        assert compiled.programs[0].ran == before + 1


def test_calls_that_are_always_refused_are_not_traced_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    def logged(t: Any) -> Any:
        return t * float(f"{t.mean().item()}") if t.sum() > 0 else t.sin()

    compiled: Any = compile(logged)
    with pytest.warns(UserWarning, match="format of a number of a tensor"):
        for _ in range(4):
            compiled(x(1))
    monkeypatch.setattr("derivata.compiler.compiled.FirstCall", None)
    dv.testing.assert_close(compiled(x(1)), logged(x(1)))


def test_ever_new_answers_are_sixteen_programs_and_then_op_by_op(capsys: Any) -> None:
    def counted(t: Any, n: Any) -> Any:
        return t.sin() * int(n) + 1

    compiled: Any = compile(counted)
    with pytest.warns(
        UserWarning, match="counted runs op by op: it has 16 programs, and the numbers of tensors"
    ):
        for n in range(40):
            dv.testing.assert_close(compiled(x(), dv.tensor(n)), x().sin() * n + 1)
    assert len(compiled.programs) == refusal.MOST
    dv.compile.explain(compiled, x(), dv.tensor(50))
    assert "the numbers of tensors that this call asks for differ" in capsys.readouterr().out
    assert compiled.latest.program is None  # most calls were unlike all: none is tried any more


def test_calls_that_are_mostly_like_others_keep_their_programs() -> None:
    def counted(t: Any, n: Any) -> Any:
        return t.sin() * int(n) + 1

    compiled: Any = compile(counted)
    with pytest.warns(UserWarning, match="it has 16 programs"):
        for n in range(60):
            for m in (n, *[3] * 8):
                dv.testing.assert_close(compiled(x(), dv.tensor(m)), x().sin() * m + 1)
    assert compiled.latest.program is not None


def test_too_many_questions_are_refused() -> None:
    def halved(t: Any) -> Any:
        while t.abs().max() > 1e-30:
            t = t / 2
        return t.sin() + 1

    with pytest.warns(
        UserWarning, match="asks for numbers of tensors more than 64 times; compile what is inside"
    ):
        dv.testing.assert_close(compile(halved)(x()), halved(x()))


def test_what_a_step_has_written_is_not_asked_for() -> None:
    weight = dv.ones((), requires_grad=True)
    optimizer = dv.optim.SGD([weight], lr=0.5)

    def step(t: Any) -> Any:
        optimizer.zero_grad()
        loss = (t * weight).sum()
        loss.backward()
        optimizer.step()
        return t * 2 if weight > 0 else t * 3

    with pytest.warns(UserWarning, match="has written before"):
        dv.testing.assert_close(compile(step)(x(1)), x(1) * 3)


def test_questions_are_errors_with_fullgraph() -> None:
    for function in (by_sign, by_while, by_item, by_index, by_assert):
        with pytest.raises(CannotCompile, match=r"line \d+\): .* asks for its numbers"):
            compile(function, fullgraph=True)(x())


def test_a_number_argument_that_is_a_tensor_in_programs_is_not_asked_for() -> None:
    def scaled(t: Any, rate: float) -> Any:
        if rate and t.sum() * rate > 0:
            return t.sin() * rate + 1
        return t.cos() * rate

    calls = [(x(shift), rate) for rate in (0.5, 0.25, -1.5, 0.0, 0.75) for shift in (1, -1)]
    agree(scaled, calls)


def test_loops_that_round_otherwise_are_tried_no_more_than_some_times() -> None:
    def exact(t: Any) -> Any:
        total = (t * 1.1).sin().exp()
        same = (total - 1).exp() * (total + 0.5).cos()
        return same.sin() + 1 if int(same.sum() * 1e15) % 2 else same.cos()

    compiled: Any = compile(exact)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        for number in range(60):
            out = compiled(x(0.01 * number))
            assert out.shape == (12,)
    assert len(compiled.programs) <= refusal.MOST


def test_two_threads_go_each_its_way() -> None:
    compiled: Any = compile(by_two)
    errors: list[BaseException] = []

    def work(shift: float) -> None:
        try:
            for _ in range(50):
                t = x(shift).requires_grad_()
                out = compiled(t)
                dv.testing.assert_close(out, by_two(t))
                dv.testing.assert_close(*[dv.autograd.grad(one.sum(), t)[0] for one in (out, by_two(t))])
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(shift,)) for shift in (2, -2, 0.5, -0.5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors, errors[0]


def test_without_waiting_calls_run_op_by_op_until_their_way_is_compiled() -> None:
    compiled: Any = compile(by_sign, wait=False)
    for _ in range(3):
        for way in WAYS:
            dv.testing.assert_close(compiled(way), by_sign(way))
        for thread in threading.enumerate():
            if thread.name == "derivata.compile":
                thread.join()
    assert len(compiled.programs) == 2


def test_explain_tells_what_is_compared(capsys: Any) -> None:
    compiled = compile(by_sign)
    dv.compile.explain(compiled, x(1))
    assert "compares: bool(v3) with True, or gives way" in capsys.readouterr().out
    dv.compile.explain(compiled, x(-1))
    out = capsys.readouterr().out
    assert "numbers of tensors that are asked for" in out
    assert "compares: bool(v3) with False, or gives way" in out
    dv.compile.explain(compiled, x(1))
    assert "traced: before" in capsys.readouterr().out


def test_a_call_that_raises_with_a_text_of_a_tensor_warns_of_nothing() -> None:
    def checked(t: Any) -> Any:
        if (t > 5).any():
            raise ValueError(f"too large: {t.amax():.1f}")
        return t.sin() * 2 + 1

    compiled: Any = compile(checked)
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        for shift in (0.0, 9.0, 1.0, 9.0, 2.0):
            if shift > 5:
                with pytest.raises(ValueError, match=r"too large: 10\.0"):
                    compiled(x(shift))
            else:
                dv.testing.assert_close(compiled(x(shift)), checked(x(shift)))
    assert len(compiled.entries) == 1
