"""A program is never stale: what a function reads is noticed when it changes, or refused."""

import builtins
import math
import random
import sys
import types
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import derivata as dv
import derivata.nn.functional as F
from derivata import kernels, nn
from derivata.compiler.first_call import FirstCall
from derivata.compiler.function import compile
from derivata.compiler.refusal import CannotCompile

FACTOR = 2.0
WEIGHT = dv.ones(3)
TABLE: dict[str, Any] = {"factor": 2.0, "parts": [1.0, 2.0]}
SETTINGS = types.SimpleNamespace(factor=2.0)
TUPLE = (2.0, 3.0)


@pytest.fixture(autouse=True)
def warnings_are_errors() -> Any:
    """Nothing here may run op by op unnoticed."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def x() -> Any:
    return dv.tensor([1.0, 2.0, 3.0], requires_grad=True)


def helper(t: Any) -> Any:
    return t * FACTOR


def other_helper(t: Any) -> Any:
    return t - FACTOR


def calls_helper(t: Any) -> Any:
    return helper(t) + 1


def reads_global(t: Any) -> Any:
    return t * FACTOR


def reads_weight(t: Any) -> Any:
    return t * WEIGHT


def reads_tuple(t: Any) -> Any:
    return t * TUPLE[0]


def test_a_global_number_is_noticed_when_it_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = compile(reads_global)
    assert compiled(x()).tolist() == [2.0, 4.0, 6.0]
    monkeypatch.setitem(globals(), "FACTOR", 10.0)
    assert compiled(x()).tolist() == [10.0, 20.0, 30.0]
    monkeypatch.setitem(globals(), "FACTOR", dv.tensor(3.0))
    assert compiled(x()).tolist() == [3.0, 6.0, 9.0]


def test_equal_numbers_of_other_types_and_signs_are_other_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = compile(reads_global)
    for factor in (1, True, 1.0, 0.0, -0.0, 1):
        monkeypatch.setitem(globals(), "FACTOR", factor)
        ours, theirs = compiled(dv.tensor([1, 2])), reads_global(dv.tensor([1, 2]))
        assert (ours.dtype, str(ours)) == (theirs.dtype, str(theirs))


def test_a_tuple_is_noticed_when_it_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = compile(reads_tuple)
    compiled(x())
    monkeypatch.setitem(globals(), "TUPLE", (5.0,))
    assert compiled(x()).tolist() == [5.0, 10.0, 15.0]


def test_a_global_tensor_is_read_at_each_call_and_gets_its_gradient(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = compile(reads_weight)
    compiled(x())
    weight = dv.full((3,), 7.0, requires_grad=True)
    monkeypatch.setitem(globals(), "WEIGHT", weight)
    result = compiled(x())
    assert result.tolist() == [7.0, 14.0, 21.0]
    result.sum().backward()
    assert weight.grad is not None
    assert weight.grad.tolist() == [1.0, 2.0, 3.0]
    with dv.no_grad():
        weight.mul_(2)
    assert compiled(x()).tolist() == [14.0, 28.0, 42.0]


def test_a_function_that_is_called_is_noticed_when_it_or_what_it_reads_changes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compiled = compile(calls_helper)
    assert compiled(x()).tolist() == [3.0, 5.0, 7.0]
    monkeypatch.setitem(globals(), "FACTOR", 10.0)
    assert compiled(x()).tolist() == [11.0, 21.0, 31.0]
    monkeypatch.setitem(globals(), "helper", other_helper)
    assert compiled(x()).tolist() == [-8.0, -7.0, -6.0]
    monkeypatch.setattr(other_helper, "__code__", (lambda t: t + FACTOR).__code__)
    assert compiled(x()).tolist() == [12.0, 13.0, 14.0]


def test_the_own_code_and_defaults_are_noticed_when_they_change() -> None:
    def function(t: Any, factor: float = 2.0) -> Any:
        return t * factor

    compiled = compile(function)
    assert compiled(x()).tolist() == [2.0, 4.0, 6.0]
    function.__defaults__ = (3.0,)
    assert compiled(x()).tolist() == [3.0, 6.0, 9.0]
    function.__code__ = (lambda t, factor: t + factor).__code__
    assert compiled(x()).tolist() == [4.0, 5.0, 6.0]
    assert compiled(x(), 1.0).tolist() == [2.0, 3.0, 4.0]
    assert compiled(x(), factor=5.0).tolist() == [6.0, 7.0, 8.0]


def test_a_variable_of_the_function_around_is_noticed_when_it_changes() -> None:
    factor, shift = 2.0, dv.ones(())

    def function(t: Any) -> Any:
        return [t * factor + shift for _ in range(2)][1]

    compiled = compile(function)
    assert compiled(x()).tolist() == [3.0, 5.0, 7.0]
    factor = 3.0
    assert compiled(x()).tolist() == [4.0, 7.0, 10.0]
    shift = dv.tensor(10.0)
    assert compiled(x()).tolist() == [13.0, 16.0, 19.0]


def test_a_replaced_op_is_called(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = compile(lambda t: F.relu(t))
    compiled(x())
    monkeypatch.setattr(F, "relu", F.sigmoid)
    assert compiled(x()).tolist() == F.sigmoid(x()).tolist()


def test_numbers_and_containers_among_arguments_are_part_of_what_is_compared() -> None:
    def function(parts: Any, power: int, mode: str = "sum", *, options: Any) -> Any:
        total = parts[0] * options["scale"]
        for part in parts[1:]:
            total = total + part**power
        return total.sum() if mode == "sum" else total

    compiled = compile(function)
    a, b = x(), dv.full((3,), 2.0)
    for args, named in (
        (([a, b], 2), {"options": {"scale": 1.0}}),
        (([a, b], 3), {"options": {"scale": 1.0}}),
        (([a, b, a], 3), {"options": {"scale": 1.0}}),
        (((a, b), 3, "none"), {"options": {"scale": -1.0}}),
        (((a, b), 3), {"options": {"scale": b}}),
    ):
        assert compiled(*args, **named).tolist() == function(*args, **named).tolist()


def test_shape_layout_dtype_and_requires_grad_are_part_of_what_is_compared() -> None:
    def function(t: Any) -> Any:
        return t.reshape(-1) * t.shape[0] if t.requires_grad else t.T.reshape(-1) + 0

    compiled = compile(function)
    whole = dv.arange(6, dtype=dv.float32).reshape(2, 3)
    for tensor in (
        whole, whole.T, whole.double(), whole.reshape(3, 2), whole[:, ::2], whole.clone().requires_grad_(),
        whole[:1].clone().requires_grad_(),  # with the same strides
        whole.T.clone().requires_grad_(), whole.long(),
    ):  # fmt: skip
        ours, theirs = compiled(tensor), function(tensor)
        assert (ours.dtype, ours.requires_grad, ours.stride()) == (
            theirs.dtype,
            theirs.requires_grad,
            theirs.stride(),
        )
        assert ours.tolist() == theirs.tolist()


def test_the_order_of_memory_of_results_is_that_of_the_function() -> None:
    """What is a copy of one layout may be a view of another, and results of elementwise ops lie as arguments do."""
    compiled = compile(lambda t: (t.tanh() * 2 + t).reshape(-1, 2))
    whole = dv.linspace(0, 1, 24).reshape(4, 6)
    for tensor in (whole, whole.reshape(6, 4).T, whole[:, ::2], whole):
        assert compiled(tensor).stride() == compiled.uncompiled(tensor).stride()
        assert dv.allclose(compiled(tensor), compiled.uncompiled(tensor), rtol=1e-6)


def test_modes_are_part_of_what_is_compared() -> None:
    compiled = compile(lambda t: t * 2)
    assert compiled(x()).requires_grad
    with dv.no_grad():
        assert not compiled(x()).requires_grad
    with dv.inference_mode():
        assert compiled(x()).is_inference()
    assert compiled(x()).requires_grad
    number = compile(lambda t: t * 0.5)
    integers = dv.tensor([1, 2])
    assert number(integers).dtype == dv.float32
    dv.set_default_dtype(dv.float64)
    try:
        assert number(integers).dtype == dv.float64
    finally:
        dv.set_default_dtype(dv.float32)


def test_constants_of_modules_may_be_read() -> None:
    compiled = compile(lambda t: t * math.pi + np.pi + math.sqrt(4.0), fullgraph=True)
    assert compiled(x()).tolist() == (x() * math.pi + np.pi + 2.0).tolist()


STATE = [1.0]
NUMBERS = {2.0}
OBJECTS = [object()]
LONG = [2.0] * 100
NESTED: list[Any] = []
NESTED.append(NESTED)


def writes_global(t: Any) -> Any:
    global FACTOR
    FACTOR = 3.0
    return t


def generator(t: Any) -> Any:
    yield t


def with_block(t: Any) -> Any:
    with dv.inference_mode():
        return t * 2


def imports(t: Any) -> Any:
    import time

    return t * time.time()


def writes_argument(parts: Any) -> Any:
    parts.append(parts[0] * 2)
    return parts[0] * 3


def sets_attribute(t: Any) -> Any:
    t.note = 1
    return t * 2


def exec_iadd(t: Any) -> Any:
    t += 1
    return t


def matches_a_class(t: Any, number: Any = 2.0) -> Any:
    match number:
        case float():
            return t * number
        case _:
            return t + number


REFUSED: dict[str, tuple[Callable[..., Any], str]] = {
    "a class of a module of Python": (
        lambda t: [t * 2, types.ModuleType("x")][0],
        "reads types.ModuleType",
    ),
    "a set": (lambda t: t * max(NUMBERS), "reads NUMBERS, a set"),
    "a list of objects": (lambda t: t * len(OBJECTS), "reads OBJECTS, a list"),
    "a long list": (lambda t: t * LONG[0], "reads LONG, a list"),
    "a list in itself": (lambda t: t * len(NESTED), "reads NESTED, a list"),
    "a list that is changed": (lambda t: [STATE.append(1.0), t * 2][1], "changes a list from outside"),
    "a dict that is changed": (lambda t: [TABLE["parts"].pop(), t * 2][1], "changes a list from outside"),
    "an object": (lambda t: t * SETTINGS.factor, "uses .factor"),
    "a random number": (lambda t: t * random.random(), "reads random.random"),
    "numpy": (lambda t: np.sin(t), "reads np.sin"),
    "numpy's random numbers": (lambda t: t * np.random.rand(), "reads np.random.rand"),
    "samples of a distribution": (
        lambda t: t * dv.distributions.Normal(0.0, 1.0).sample(),
        "asks for its numbers",
    ),
    "a switch": (lambda t: dv.set_grad_enabled(False), "reads dv.set_grad_enabled"),
    "a print": (lambda t: print(t), "uses print"),
    "eval": (lambda t: eval("t"), "uses eval"),
    "getattr": (lambda t: getattr(t, "data"), r"getattr or hasattr of \.data"),  # noqa: B009
    "a module as a value": (lambda t: [dv][0].rand(3), r"uses \.rand|reads dv, a module"),
    "data": (lambda t: t.data * 2, "uses .data"),
    "a gradient": (lambda t: t * (t * 2).grad, ".grad of a tensor that is computed"),
    "item": (lambda t: t * t.sum().item(), "item of a tensor asks for its numbers"),
    "an if": (lambda t: t * 2 if t.sum() > 0 else t, "asks for its numbers"),
    "a float": (lambda t: t * float(t.sum()), "asks for its numbers"),
    "a number as a text": (lambda t: t * float(f"{t.sum().item()}"), "asks for its numbers"),
    "a text": (lambda t: f"{t.sum()}", "asks for its numbers"),
    "an index": (lambda t: [t, t * 2][t.sum() > 0], "asks for its numbers"),
    "numbers of a global tensor": (lambda t: t * float(WEIGHT.sum()), "asks for its numbers"),
    "numbers of a global tensor itself": (lambda t: t * float(WEIGHT[0]), "asks for its numbers"),
    "a mask as index": (lambda t: t[t > 1], "an index that is a tensor|cannot be part"),
    "a nonzero": (lambda t: dv.where(t > 1), "cannot be part"),  # type: ignore[call-arg]
    "a write to an argument": (lambda t: t.detach().add_(1), "writing to memory that has another name"),
    "a write by an operator": (lambda t: exec_iadd(t.detach()), "writing to memory that has another name"),
    "a write beside a view": (lambda t: [(u := t * 2)[1:], u.mul_(2)], "two views of one memory"),
    "an argument": (lambda t: t, "returns an argument"),
    "a view": (lambda t: t[1:], "returns an argument"),
    "two views": (lambda t: [(u := t * 2), u[1:]], "two views of one memory"),
    "a global": (writes_global, "writes to the global variable FACTOR"),
    "a generator": (generator, "is a generator"),
    "a with": (with_block, "reads dv.inference_mode"),
    "an import": (imports, "imports time"),
    "an attribute": (sets_attribute, "sets the attribute note"),
    "a class by case": (matches_a_class, "asks for a class by `case`"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_noticed_is_refused_and_runs_op_by_op(name: str) -> None:
    function, message = REFUSED[name]
    with pytest.raises(CannotCompile, match=message):
        compile(function, fullgraph=True)(x())
    compiled = compile(function)
    assert compiled.programs == []


def test_a_function_that_is_refused_runs_op_by_op_after_one_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = compile(REFUSED["a number as a text"][0])
    with pytest.warns(UserWarning, match="runs op by op: .* format of a number of a tensor"):
        assert compiled(x()).tolist() == [6.0, 12.0, 18.0]
    assert compiled(-x()).tolist() == [6.0, 12.0, 18.0]
    compiled = compile(REFUSED["a set"][0])
    with pytest.warns(UserWarning, match="pass what it is used for as an argument"):
        compiled(x())
    monkeypatch.setattr(sys.modules[__name__], "NUMBERS", {2.0, 5.0})
    assert compiled(x()).tolist() == [5.0, 10.0, 15.0]


def test_members_of_modules_of_python_are_read_at_each_call() -> None:
    tools, inner = types.ModuleType("tools"), types.ModuleType("tools.inner")
    text = "import derivata as dv\nscale = 2.0\ndef twice(t):\n    return t.sin() * scale + offset[0]\noffset = [1.0]"
    exec(text, vars(tools))
    vars(tools).update(inner=inner, weight=dv.ones(3), layer=nn.Linear(3, 3))
    inner.factor = 3.0  # type: ignore[attr-defined]

    def f(t: Any) -> Any:
        return tools.layer(tools.twice(t) * tools.inner.factor + tools.weight) + tools.weight.sum()

    compiled = compile(f, fullgraph=True)
    other = types.ModuleType("tools.inner")
    other.factor = 7.0  # type: ignore[attr-defined]
    changes: list[Callable[[], Any]] = [
        lambda: None,
        lambda: vars(tools).update(scale=3.0),
        lambda: tools.offset.append(1.0),
        lambda: tools.offset.__setitem__(0, 5.0),
        lambda: vars(inner).update(factor=4),
        lambda: vars(tools).update(inner=other),
        lambda: tools.weight.mul_(2),
        lambda: vars(tools).update(weight=dv.ones(1)),
        lambda: vars(tools).update(twice=lambda t: t * 2),
        lambda: vars(tools).update(layer=nn.Linear(3, 2)),
    ]
    with kernels.disabled():
        for number, change in enumerate(changes):
            change()
            ours, theirs = compiled(x()), f(x())
            assert ours.shape == theirs.shape, number
            assert dv.allclose(ours, theirs, rtol=1e-5), number


def test_changes_of_containers_from_outside_are_noticed() -> None:
    weight, layers = dv.tensor([1.0, 2.0, 3.0]), [nn.Linear(3, 3), nn.Linear(3, 3)]
    settings = {"factor": 2.0, "layers": layers, "shapes": {(1, 2): (3,)}, "weights": [weight, weight]}

    def f(t: Any) -> Any:
        for layer in settings["layers"]:
            t = layer(t).tanh()
        for number, part in enumerate(settings["weights"]):
            t = t * part + number
        return t.view(*settings["shapes"].get((1, 2), (1, 3))) * settings["factor"]

    compiled = compile(f, fullgraph=True)
    changes: list[Callable[[], Any]] = [
        lambda: None,
        lambda: settings.update(factor=3.0),
        lambda: settings.update(factor=3),
        lambda: layers.reverse(),
        lambda: layers.append(nn.Linear(3, 3)),
        lambda: settings.update(layers=layers[:1]),
        lambda: settings["weights"].append(dv.tensor(2.0)),
        lambda: settings["weights"].__setitem__(1, dv.tensor([0.5, 1.0, 2.0])),
        lambda: settings["shapes"].update({(1, 2): (3, 1)}),
        lambda: settings["shapes"].clear(),
        lambda: weight.mul_(2),
        lambda: settings.update(weights=tuple(settings["weights"])),
        lambda: settings.update(more=1),
    ]
    with kernels.disabled():
        for number, change in enumerate(changes):
            change()
            ours, theirs = compiled(x()), f(x())
            assert ours.shape == theirs.shape, number
            assert dv.allclose(ours, theirs, rtol=1e-5), number


def annealed(t: Any, rate: Any) -> Any:
    return ((t * rate).tanh() * t + t.sin() * rate).sum()


def close(compiled: Any, *args: Any) -> bool:
    """Tell whether both functions return the same but for the order of their sums."""
    return math.isclose(compiled(*args).item(), annealed(*args).item(), rel_tol=1e-6)


def test_numbers_that_change_at_each_call_do_not_compile_for_ever() -> None:
    compiled, t = compile(annealed), dv.linspace(0, 1, 8)
    for call in range(16):
        assert close(compiled, t, call)
    assert len(compiled.programs) == 16
    with pytest.warns(
        UserWarning, match="annealed runs op by op: it has 16 programs, .* pass numbers"
    ) as found:
        assert close(compiled, t, 20)
    assert found[0].filename == __file__
    assert close(compiled, t, 30)
    first = compiled.programs[0]
    compiled(t, 0)
    assert len(compiled.programs) == 16 and compiled.programs[-1] is first
    compiled = compile(annealed, fullgraph=True)
    for call in range(16):
        compiled(t, call)
    with pytest.raises(CannotCompile, match="it has 16 programs"):
        compiled(t, 20)


def test_calls_that_run_op_by_op_are_not_traced_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled, traced = compile(REFUSED["a number as a text"][0]), []
    monkeypatch.setattr(
        FirstCall, "compiled", lambda self: traced.append(1) or self._on_memory(self._args, self._kwargs, {})
    )
    with pytest.warns(UserWarning, match="format of a number of a tensor"):
        for length in range(1, 40):
            compiled(dv.ones(length))
    assert len(traced) == 17


def test_a_float_that_changes_is_an_input_of_the_second_program() -> None:
    compiled, t = compile(annealed, fullgraph=True), dv.linspace(0, 1, 8)
    for dtype in (dv.float32, dv.float64):
        for rate in (0.5, 0.25, -0.0, 1e300, math.inf, math.nan, 0.5):
            with np.errstate(all="ignore"):
                ours, theirs = [f(t.to(dtype), rate) for f in (compiled, annealed)]
            assert ours.dtype == theirs.dtype
            np.testing.assert_allclose(ours.numpy(), theirs.numpy(), rtol=1e-6)
    assert len(compiled.programs) == 3  # the first call knew of no change


FIXED: dict[str, Callable[[Any, float], Any]] = {
    "an if": lambda t, n: t * n if n > 0.5 else t + n,
    "a class": lambda t, n: t * n if isinstance(n, float) else t + n,
    "an attribute": lambda t, n: t + n if hasattr(n, "shape") else t * n + getattr(n, "ndim", 2),
    "a result": lambda t, n: (t * n, n),
    "arithmetic": lambda t, n: t * (n * 2),
    "a function of math": lambda t, n: t * math.sqrt(n),
    "a text": lambda t, n: (t * n, f"{n}"),
    "a key": lambda t, n: t * {0.25: 1.0, 0.5: 2.0, 1.0: 3.0}[n],
    "another dtype": lambda t, n: t.to(dv.int64) * n + t,
    "a number of an op": lambda t, n: F.leaky_relu(t, n) * 2,
    "a choice": lambda t, n: dv.where(t > 0.5, n, 0.5) * 2,
}


@pytest.mark.parametrize("name", FIXED)
def test_a_float_that_is_more_than_an_operand_makes_a_program_for_each_value(name: str) -> None:
    function, t = FIXED[name], dv.linspace(-1, 1, 8, dtype=dv.float64)
    compiled = compile(function, fullgraph=True)
    for number in (0.25, 0.5, 1.0, 0.5):
        ours, theirs = compiled(t, number), function(t, number)
        assert str(ours) == str(theirs)
    assert len(compiled.programs) == 3


def test_numbers_and_sizes_are_no_tensors_where_classes_are_matched() -> None:
    def of_size(t: Any) -> Any:
        match t.shape[0], t.sum().item():
            case int() as count, float() as total:
                return t * count, total
            case _:
                return t, 0.0

    with pytest.warns(UserWarning, match="asks for a class by `case`"):
        for function, calls in (
            (matches_a_class, [(x(), 2.0), (x(), 3.0), (x(), 4)]),
            (of_size, [(x(),), (x()[:5],), (x()[:7],)]),
        ):
            compiled = compile(function)
            for call in calls:
                assert str(compiled(*call)) == str(function(*call))


def test_a_number_in_a_tensor_may_change() -> None:
    compiled, t = compile(annealed), dv.linspace(0, 1, 8)
    for call in range(20):
        assert close(compiled, t, dv.tensor(call))
    assert len(compiled.programs) == 1


def test_a_container_that_is_written_to_is_refused() -> None:
    with pytest.raises(CannotCompile, match="changes a container"):
        compile(writes_argument, fullgraph=True)([x()])
    compiled, parts = compile(writes_argument), [x()]
    with pytest.warns(UserWarning, match="changes a container"):
        compiled(parts)
    assert len(parts) == 2


def test_a_variable_of_the_function_around_that_is_written_is_refused() -> None:
    count = 0

    def function(t: Any) -> Any:
        nonlocal count
        count += 1
        return t * count

    with pytest.raises(CannotCompile, match="writes to count"):
        compile(function, fullgraph=True)(x())
    with pytest.warns(UserWarning, match="writes to count"):
        compile(function)(x())
    assert count == 1


def test_an_error_names_the_line() -> None:
    def function(t: Any) -> Any:
        y = t * 2
        return y * SETTINGS.factor

    line = function.__code__.co_firstlineno + 2
    with pytest.raises(CannotCompile, match=rf"compile: function: function \(.*, line {line}\) uses .factor"):
        compile(function, fullgraph=True)(x())


def test_a_number_that_is_asked_for_is_an_error_with_its_line() -> None:
    def helper(t: Any) -> Any:
        s = t.sum()
        return t * 2 if s > 0 else t

    line = helper.__code__.co_firstlineno + 2
    compiled = compile(lambda t: helper(t * 3), fullgraph=True)
    with pytest.raises(CannotCompile, match=rf"helper \(.*, line {line}\): __bool__ of a tensor asks for"):
        compiled(x())


def test_the_functions_own_errors_are_raised_as_they_are() -> None:
    compiled = compile(lambda t: t @ dv.matmul(t, t), fullgraph=True)
    for _ in range(2):
        with pytest.raises(RuntimeError) as ours:
            compiled(dv.ones(2, 3))
        with pytest.raises(RuntimeError) as theirs:
            dv.matmul(dv.ones(2, 3), dv.ones(2, 3))
        assert str(ours.value) == str(theirs.value)


def test_only_functions_are_compiled() -> None:
    with pytest.raises(
        TypeError,
        match="argument 'function' must be a function written in Python, a method or a module, not module",
    ):
        compile(math)  # type: ignore[arg-type]


class Rude:
    """Answers nothing."""

    def __eq__(self, other: object) -> bool:
        raise AssertionError("compared")

    def __hash__(self) -> int:
        raise AssertionError("hashed")

    def __repr__(self) -> str:
        raise AssertionError("printed")


def test_what_users_wrote_is_not_called_to_compare() -> None:
    def function(t: Any, factor: Any) -> Any:
        return t * (factor if isinstance(factor, float) else 3.0)

    compiled = compile(function)
    assert compiled(x(), 2.0).tolist() == [2.0, 4.0, 6.0]
    with pytest.warns(
        UserWarning, match="a Rude: expected tensors, modules, optimisers, numbers and strings"
    ):
        assert compiled(x(), Rude()).tolist() == [3.0, 6.0, 9.0]
    assert compiled(x(), Rude()).tolist() == [3.0, 6.0, 9.0]
    assert compiled(x(), 2.0).tolist() == [2.0, 4.0, 6.0]
    assert len(compiled.programs) == 1


def test_a_builtin_that_a_global_hides_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = compile(lambda t: t * max(2.0, 3.0))
    assert compiled(x()).tolist() == [3.0, 6.0, 9.0]
    monkeypatch.setitem(globals(), "max", min)
    assert compiled(x()).tolist() == [2.0, 4.0, 6.0]


def test_a_builtin_that_is_replaced_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = compile(lambda t: t * max(2.0, 3.0))
    assert compiled(x()).tolist() == [3.0, 6.0, 9.0]
    monkeypatch.setattr(builtins, "max", min)
    assert compiled(x()).tolist() == [2.0, 4.0, 6.0]


def test_one_tensor_twice_is_noticed_where_it_is_asked_for() -> None:
    compiled = compile(lambda a, b: a * 2 if a is b else a * 3)
    one, two = x(), x()
    for args in ((one, two), (two, one)):
        assert compiled(*args).tolist() == [3.0, 6.0, 9.0]
    with pytest.warns(UserWarning, match="compares with `is`, and is given one tensor twice"):
        assert compiled(one, one).tolist() == [2.0, 4.0, 6.0]
    assert compiled(one, two).tolist() == [3.0, 6.0, 9.0]
    assert len(compiled.programs) == 1
    absent = compile(lambda a, b: a * 2 if b is None else a * b)
    assert absent(one, one).tolist() == [1.0, 4.0, 9.0]


def _sets_item(parts: Any) -> Any:
    parts["a"] = parts["b"]
    return parts["a"] * 3


def _turns(parts: Any) -> Any:
    parts["list"].reverse()
    return parts["list"][0] * 3


@pytest.mark.parametrize("function", [_sets_item, _turns])
def test_items_of_a_container_that_are_replaced_by_others_of_their_kind_are_noticed(function: Any) -> None:
    given = [{"a": x(), "b": x() * 2, "list": [x(), x() * 2]} for _ in range(2)]
    with pytest.warns(UserWarning, match="changes a container"):
        ours = compile(function)(given[0])
    assert ours.tolist() == function(given[1]).tolist()
    for part in ("a", "list"):
        assert str(given[0][part]) == str(given[1][part])
