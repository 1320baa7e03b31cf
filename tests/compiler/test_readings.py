"""Numbers of tensors that a compiled function returns, computes with and compares: none is that of another call."""

import math
import warnings
from math import sqrt
from typing import Any

import pytest

import derivata as dv
from derivata import nn
from derivata.compiler.function import compile
from derivata.compiler.refusal import CannotCompile

from .test_asked import agree, x


def alike(function: Any, calls: Any, programs: int) -> None:
    """Compare numbers of a function, exact ones and those of floats, in nested lists."""
    compiled: Any = compile(function)
    for args in calls:
        ours, theirs = compiled(*args), function(*args)
        for our, their in zip(flat(ours), flat(theirs), strict=True):
            assert type(our) is type(their)
            if isinstance(their, float):
                assert our == pytest.approx(their, rel=1e-9, nan_ok=True)
            elif isinstance(their, dv.Tensor):
                dv.testing.assert_close(our, their, equal_nan=True)
            else:
                assert our == their
    assert len(compiled.programs) == programs


def flat(value: Any) -> list[Any]:
    if isinstance(value, list | tuple):
        return [leaf for part in value for leaf in flat(part)]
    return [leaf for part in value.values() for leaf in flat(part)] if isinstance(value, dict) else [value]


def computed(t: Any) -> Any:
    mean, count = t.mean().item(), (t > 0).sum().item()
    spread = t.std().item()
    return [
        *(
            mean * 2,
            1 - mean,
            mean / spread,
            -mean,
            +mean,
            abs(mean),
            round(mean, 2),
            mean**2,
            2**mean,
            mean // 0.3,
        ),
        *(
            count / 12,
            count // 2,
            7 % (count + 1),
            count - 1,
            count * count,
            -count,
            count,
            (mean + count) * spread,
        ),
        *(sqrt(spread) + math.pi, math.hypot(mean, 3.0), math.atan2(1.0, mean), math.exp(-mean)),
        *([mean] * 2, {"mean": mean, "all": (mean, t * 2)}, mean * float("inf"), 0.1 + mean * True),
    ]


def test_numbers_are_computed_anew_at_each_call() -> None:
    alike(computed, [(x(shift),) for shift in (0.25, -0.5, 2.0, -2.0, 0.75)], programs=1)


def test_one_number_is_all_that_is_returned() -> None:
    alike(lambda t: (t * 2 + 1).sum().item(), [(x(shift),) for shift in (0.25, -0.5)], programs=1)
    alike(lambda t: (t > 0.2).sum().item(), [(x(shift),) for shift in (0.25, -0.5)], programs=1)


def compared(t: Any) -> Any:
    mean, spread = t.mean().item(), t.std().item()
    if math.isnan(mean) or not math.isfinite(spread):
        return t * 0
    if mean < 0.1:
        return t.sin() + 1
    best = max(mean, spread, 0.7)
    return (t * 2, best) if best == mean else (t * 3, best)


def test_comparisons_of_numbers_are_questions() -> None:
    alike(compared, [(x(shift),) for shift in (0.25, -0.5, 2.0, -0.5, 0.25, math.nan)], programs=4)


def test_gradients_beside_numbers_are_those_op_by_op() -> None:
    def both(t: Any) -> Any:
        return (t.sin() * t).sum(), t.mean().item(), t.cos() * 2

    compiled: Any = compile(both)
    for shift in (0.5, 1.0):
        t, other = x(shift).requires_grad_(), x(shift).requires_grad_()
        ours, theirs = compiled(t), both(other)
        (ours[0] + ours[2].sum()).backward()
        (theirs[0] + theirs[2].sum()).backward()
        dv.testing.assert_close(t.grad, other.grad)
        assert ours[1] == pytest.approx(theirs[1])


def whole(t: Any) -> Any:
    count = (t > 0.3).sum().item()
    return [count + 1, t * count, sum([t * n for n in range(count // 6)], t + 1), [t, t * 2][count % 2].sin()]


def test_whole_numbers_that_are_needed_are_asked_for() -> None:
    alike(whole, [(x(shift),) for shift in (0.5, -0.5, 0.5, 0.25)], programs=3)


def test_a_training_step_returns_its_loss_as_a_number() -> None:
    found = []
    for compiled in (True, False):
        dv.manual_seed(0)
        model = nn.Linear(4, 1)
        optimizer = dv.optim.SGD(model.parameters(), lr=0.1)

        def step(batches: Any, model: Any = model, optimizer: Any = optimizer) -> Any:
            optimizer.zero_grad()
            total = 0.0
            for t, target in batches:
                loss = ((model(t) - target) ** 2).mean() / len(batches)
                loss.backward()
                total += loss.item()
            optimizer.step()
            return total, model.weight.shape[0]

        run: Any = compile(step) if compiled else step
        with warnings.catch_warnings():
            warnings.simplefilter("error", UserWarning)
            found.append([run([(dv.randn(8, 4), dv.randn(8, 1)) for _ in range(2)])[0] for _ in range(4)])
    assert found[0] == pytest.approx(found[1], rel=1e-5)


def test_a_number_of_an_argument_is_that_from_before_it_is_written() -> None:
    def counted(total: Any, t: Any) -> Any:
        before = total.item()
        total += t.sum()
        return before, total.item()

    found = []
    for function in (compile(counted), counted):
        total = dv.zeros((), dtype=dv.float64)
        found.append([function(total, x(shift)) for shift in (0.5, 1.0, 2.0)])
    assert found[0][0][0] == 0.0
    assert flat(found[0]) == pytest.approx(flat(found[1]))


REFUSED: dict[str, tuple[Any, str]] = {
    "float": (lambda t: t.long() * float(t.mean()), "give ops the tensor itself"),
    "float, which is given": (
        lambda t: (t * 2, *map(float, t[:2])),
        r"__float__ of a tensor asks .* \.item",
    ),
    "a text": (lambda t: (t * 2, f"{t.mean().item():.3f}"), "format of a number of a tensor"),
    "a key": (lambda t: (t * 2, {t.mean().item(): 1}), "hash of a number of a tensor"),
    "an op without a tensor": (lambda t: t + dv.full((12,), t.mean().item()), "repr of a number of a tensor"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_numbers_that_are_needed_run_op_by_op(name: str) -> None:
    function, message = REFUSED[name]
    compiled: Any = compile(function)
    with pytest.warns(UserWarning, match=message):
        first = compiled(x(0.5))
    for shift in (0.5, 1.0):
        for our, their in zip(flat(compiled(x(shift))), flat(function(x(shift))), strict=True):
            assert repr(our) == repr(their)
    assert not compiled.programs
    assert first is not None


def test_numbers_are_errors_with_fullgraph() -> None:
    with pytest.raises(CannotCompile, match=r"line \d+\): item of a tensor asks for its numbers"):
        compile(lambda t: (t * 2, t.sum().item()), fullgraph=True)(x())


def test_sizes_that_change_leave_numbers_as_they_are() -> None:
    def scaled(t: Any) -> Any:
        mean = t.mean().item()
        return (t * 2 + 1, mean) if mean > 0 else (t.sin() * 2, mean * 2)

    calls = [(dv.linspace(-1, 1, n, dtype=dv.float64) + shift,) for n in (5, 7, 9, 30) for shift in (1, -1)]
    for dynamic in (None, True, False):
        compiled: Any = compile(scaled, dynamic=dynamic)
        for (t,) in calls:
            ours, theirs = compiled(t), scaled(t)
            dv.testing.assert_close(ours[0], theirs[0])
            assert ours[1] == pytest.approx(theirs[1])

    def rooted(t: Any) -> Any:
        return t * math.sqrt(len(t)) + 1, math.log(len(t)) * t.sum().item()

    compiled = compile(rooted, dynamic=True)
    for (t,) in calls:
        ours, theirs = compiled(t), rooted(t)
        dv.testing.assert_close(ours[0], theirs[0])
        assert ours[1] == pytest.approx(theirs[1])


def test_float_of_a_tensor_is_such_a_number() -> None:
    def read(t: Any) -> Any:
        mean, count = float(t.mean()), float((t > 0).sum())
        first = round(float(t[0]), 3) + float(mean) + float("2") + float(3) + 0.0
        return (t * 2, mean, count) if mean > 0.1 else (t.sin(), first, float(count) / 2)

    alike(read, [(x(shift),) for shift in (0.5, -0.5, 1.0)], programs=2)


def test_float_as_a_dtype_is_one() -> None:
    for function in (lambda t: t.to(float) * 2, lambda t: dv.zeros(12, dtype=float) + t):
        assert compile(function, fullgraph=True)(x().float()).dtype == dv.float64


def test_the_class_of_a_number_is_known() -> None:
    def by_class(t: Any) -> Any:
        mean, count = t.mean().item(), (t > 0).sum().item()
        kinds = [
            isinstance(mean, float),
            isinstance(mean, int),
            isinstance(count, int),
            isinstance(t, dv.Tensor),
        ]
        return (t * 2 if isinstance(mean, float | int) else t * 3), mean, kinds

    alike(by_class, [(x(shift),) for shift in (0.5, -0.5)], programs=1)


def test_equal_and_allclose_are_questions() -> None:
    def settled(t: Any, other: Any) -> Any:
        if dv.equal(t, other):
            return t * 2 + 1
        return t.sin() * 2 if t.allclose(other, atol=0.5) else t.cos() - 1

    calls = [(x(), x()), (x(), x(0.1)), (x(), x(1.0)), (x(), x()), (x(), x(0.2)), (x(), x()[:11])]
    agree(lambda t, other: settled(t, other) if len(other) == 12 else t * 2, calls, programs=4)


OPERANDS: dict[str, Any] = {
    "product": lambda t, number: t * number.item() + 1,
    "quotients": lambda t, number: 2 / (t.abs() + 1) / (number.item() + 1.5) + number.item() / (t.abs() + 2),
    "power": lambda t, number: (t.abs() + 0.5) ** number.item() * t,
    "exponent": lambda t, number: abs(number.item()) ** t + t,
    "bounds": lambda t, number: t.clamp(number.item() - 1, number.item()) * 2,
    "choice": lambda t, number: dv.where(t > number.item(), t * 2, number.item()),
    "maximum": lambda t, number: dv.maximum(t, number.item() + t * 0),
    "in place": lambda t, number: _clipped(t, number),
    "an item": lambda t, number: _set(t * 2, number) + t,
    "beside numbers": lambda t, number: t.sum() * number.item() + dv.ones(12, dtype=t.dtype) * float(number),
    "a count": lambda t, number: t * (t > number).sum().item() / len(t),
}


def _clipped(t: Any, number: Any) -> Any:
    t = t * 2
    t.mul_(min(1.0, number.item() / (t.norm().item() + 1e-6)))
    t -= number.item()
    return t.sin()


def _set(t: Any, number: Any) -> Any:
    t[2:5] = number.item()
    return t


@pytest.mark.parametrize("name", OPERANDS)
@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_numbers_beside_tensors_of_floats_are_inputs_of_ops(name: str, dtype: str) -> None:
    function = OPERANDS[name]
    numbers = [2.0, 3.0, 0.5, 1.0, -1.0, 0.0, -0.0, math.inf, math.nan]
    for first in (2.0, 0.0):
        calls = [
            (dv.linspace(-1, 1, 12, dtype=getattr(dv, dtype)) + 0.3, dv.tensor(number).to(getattr(dv, dtype)))
            for number in [first, *numbers]
        ]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)
            compiled = agree(lambda t, number: function(t, number.detach()), calls)
        assert compiled.programs
        assert all(entry.program is not None for entry in compiled.entries), compiled.entries[0].why


def test_numbers_beside_tensors_of_any_size_are_inputs_of_ops() -> None:
    def scaled(t: Any) -> Any:
        return t / t.abs().amax().item() + t.mean().item() * 2

    calls = [dv.linspace(-1, 1, n, dtype=dv.float64) + n for n in (5, 7, 9, 30)]
    compiled = agree(scaled, calls, dynamic=True)
    assert [bool(program.sizes) for program in compiled.programs] == [True]


def test_explain_shows_what_python_computes(capsys: Any) -> None:
    dv.compile.explain(compile(lambda t: (t * 2, t.mean().item() / 2)), x())
    assert "(float(v3) / 2): computed by Python" in capsys.readouterr().out
