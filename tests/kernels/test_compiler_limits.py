"""What the compiler of loops refuses, where, and what happens then: Numba compiles it, or the reason is told."""

import inspect
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

pytest.importorskip("llvmlite", reason="loops are translated to LLVM's instructions")
from kernels.running import run, translated

from derivata.runtime.kernels import elementary
from derivata.runtime.kernels.ahead.inventory import inventory
from derivata.runtime.kernels.compile import compile_function, translate
from derivata.runtime.kernels.compiler import inlined, machine, marks, operation, part, types
from derivata.runtime.kernels.compiler.values import Unsupported

REFUSED: dict[str, tuple[Any, str, Any]] = {}
TABLE = np.arange(4.0)


def refused(reason: str, at: Any = None) -> Any:
    """Add a loop over floats and integers that is refused at the line with `# here`, of it or of `at`."""

    def add(function: Any) -> Any:
        REFUSED[function.__name__] = function, reason, at or function
        return function

    return add


@refused("ListComp has no translation")
def list_comprehension(lo: Any, hi: Any, x: Any, n: Any) -> None:
    for i in range(lo, hi):
        x[i] = max([0.0 for _ in range(3)])  # here


@refused("Pow of float64 and int64")
def power(lo: Any, hi: Any, x: Any, n: Any) -> None:
    for i in range(lo, hi):
        x[i] = x[i] ** 2  # here


@refused("'abs' cannot be called")
def size_of_a_whole_number(lo: Any, hi: Any, x: Any, n: Any) -> None:
    n[0] = abs(n[0])  # here


@refused("'min' cannot be called")
def least_of_one(lo: Any, hi: Any, x: Any, n: Any) -> None:
    x[0] = min(x[0])  # here


@refused("18446744073709551616 has more than 64 bits")
def long_number(lo: Any, hi: Any, x: Any, n: Any) -> None:
    x[0] = 18446744073709551616 * x[0]  # here


@refused("a slice has a translation as the last index only")
def slice_between_numbers(lo: Any, hi: Any, x: Any, n: Any) -> None:
    x[0] = x.reshape(2, 2, 2)[0, 1:, 0][0]  # here


@refused("'zeros' cannot be called")
def allocation(lo: Any, hi: Any, x: Any, n: Any) -> None:
    some = np.zeros(3)  # here
    for i in range(lo, hi):
        x[i] = some[0]


@refused("array.* has no elements")
def global_array(lo: Any, hi: Any, x: Any, n: Any) -> None:
    for i in range(lo, hi):
        x[i] = TABLE[i]  # here


@refused("`for` has a translation over a range only")
def loop_over_an_array(lo: Any, hi: Any, x: Any, n: Any) -> None:
    total = 0.0
    for value in x:  # here
        total += value


@refused("`else` of a loop has no translation")
def loop_with_else(lo: Any, hi: Any, x: Any, n: Any) -> None:
    for i in range(lo, hi):  # here
        x[i] = 1.0
    else:
        x[0] = 2.0


@refused("a slice with a step has no translation")
def step_of_a_slice(lo: Any, hi: Any, x: Any, n: Any) -> None:
    x[::2] = 1.0  # here


@refused("2 indices name no element of float64\\[1\\]")
def too_many_indices(lo: Any, hi: Any, x: Any, n: Any) -> None:
    x[0, 0] += 1.0  # here


@refused("expected an integer as an index")
def floating_index(lo: Any, hi: Any, x: Any, n: Any) -> None:
    x[0] = x[x[0]]  # here


@refused("arguments by name have no translation")
def arguments_by_name(lo: Any, hi: Any, x: Any, n: Any) -> None:
    x[0] = round(x[0], ndigits=2)  # here


@refused("last is used before it is assigned")
def name_of_the_round_before(lo: Any, hi: Any, x: Any, n: Any) -> None:
    for i in range(lo, hi):
        if i > lo:
            x[i] = last  # here  # noqa: F821
        last = x[i]  # noqa: F841 - used in the next round


@refused("kind is assigned in several places, and known when the code is built")
def known_name_in_several_places(lo: Any, hi: Any, x: Any, n: Any) -> None:
    kind = x.dtype  # here
    if n[0] > 0:
        kind = n.dtype
    x[0] = kind.type(1)


@refused("float64\\[1\\], int64 cannot meet")
def name_of_several_kinds(lo: Any, hi: Any, x: Any, n: Any) -> None:
    y = x
    if n[0] > 0:
        y = n[0]  # here
    x[0] = y


@refused("the value of `and` and `or` has a translation for bools only")
def value_of_a_connective(lo: Any, hi: Any, x: Any, n: Any) -> None:
    x[0] = n[0] or 5  # here


@refused("Is has no translation")
def identity(lo: Any, hi: Any, x: Any, n: Any) -> None:
    if x is n:  # here
        x[0] = 1.0


@refused("Eq of float64 and int64")
def question_of_types(lo: Any, hi: Any, x: Any, n: Any) -> None:
    if x.dtype == n.dtype:  # here
        x[0] = 1.0


@refused("a slice has a translation as the last index only")
def column(lo: Any, hi: Any, x: Any, n: Any) -> None:
    y = x.reshape(2, 2)
    y[:, 0] = 1.0  # here


@refused("36893488147419103232 has more than 64 bits")
def huge_number(lo: Any, hi: Any, x: Any, n: Any) -> None:
    n[0] = 36893488147419103232  # here


@refused("`raise` has a translation with known arguments")
def message_with_numbers(lo: Any, hi: Any, x: Any, n: Any) -> None:
    raise ValueError(f"{lo} is wrong")  # here


@refused("int64 of .*|.* is no float64")
def array_as_a_number(lo: Any, hi: Any, x: Any, n: Any) -> None:
    x[:] = n  # here


@part
def again(x: Any, n: Any) -> Any:
    """A function that calls itself."""
    return x if n == 0 else again(2 * x, n - 1)  # here


@refused("again calls itself", again)
def recursion(lo: Any, hi: Any, x: Any, n: Any) -> None:
    x[0] = again(x[0], n[0])


@inlined
def with_others(x: Any, *others: Any) -> Any:  # here
    return x


@refused("arguments of other kinds than plain ones", with_others)
def arguments_of_other_kinds(lo: Any, hi: Any, x: Any, n: Any) -> None:
    x[0] = with_others(x[0])


@refused("of_floats of int64")
def wrong_kind_for_an_instruction(lo: Any, hi: Any, x: Any, n: Any) -> None:
    n[0] = of_floats(n[0])  # here


@operation
def of_floats(x: Any) -> Any:
    """An instruction that takes floats."""
    return (types.float64(types.float64), lambda *given: given[-1][0]) if x == types.float64 else None


@pytest.mark.parametrize("name", REFUSED)
def test_what_has_no_translation_is_named_with_its_place(name: str) -> None:
    """What the compiler does not translate it refuses, with the file, the line and the reason."""
    function, reason, at = REFUSED[name]
    lines, first = inspect.getsourcelines(at)
    (place,) = (first + number for number, line in enumerate(lines) if "# here" in line)
    with pytest.raises(Unsupported, match=reason) as caught:
        translated(function, "float64[1] int64[1]")
    assert str(caught.value).endswith(f"({__file__}:{place})")


@pytest.mark.parametrize("name", ["exp", "log", "sqrt", "sin", "erfc", "lgamma", "sign"])
def test_elementary_functions_of_whole_numbers_are_refused_with_the_cure(name: str) -> None:
    """Elementary functions take floats inside compiled loops; an integer is refused, and told to be converted."""
    function = getattr(elementary, name)

    def loop(lo: Any, hi: Any, x: Any, n: Any) -> None:
        for i in range(lo, hi):
            x[i] = function(n[i])

    with pytest.raises(Unsupported, match="expect float32 or float64, got int64; convert it first"):
        translated(loop, "float64[1] int64[1]")


def test_every_loop_of_derivata_has_a_translation(monkeypatch: pytest.MonkeyPatch) -> None:
    """No loop of derivata needs Numba."""
    monkeypatch.setattr(machine, "object_code", lambda module, unroll, level: (b"", []))  # what takes long
    monkeypatch.setattr(machine, "plain_object_code", lambda module: (b"", []))
    for module, function, signature in inventory(dtypes=("float32",)):
        translate(getattr(import_module(module), function), signature, "loop")


def sums_of_eight(lo: Any, hi: Any, x: Any) -> None:
    for i in range(lo, hi):
        for k in range(1, 8):
            x[8 * i] += x[8 * i + k]


def test_a_rolled_loop_keeps_its_rounds() -> None:
    """A loop that is marked as `rolled` is not unrolled: there is less code."""
    unrolled = translate(sums_of_eight, ("float64[1]",), "loop")[0]
    try:
        short = translate(marks.rolled(sums_of_eight), ("float64[1]",), "loop")[0]
    finally:
        marks.ROLLED.remove(sums_of_eight)
    assert len(short) < len(unrolled)


def sums_of_rows(lo: Any, hi: Any, out: Any, x: Any) -> None:
    for i in range(lo, hi):
        total = 0.0
        for k in range(8):
            total += x[i, k]
        out[i] = total


def halved_where(lo: Any, hi: Any, x: Any, scaled: Any) -> None:
    for i in range(lo, hi):
        for k in range(x.shape[1]):
            x[i, k] = x[i, k] / 2 if scaled else x[i, k] + 1.0


def test_a_light_loop_has_no_copies_of_what_is_inside() -> None:
    """A loop that is marked as `light` computes the same; it is not copied for each outcome of a condition."""
    words, x = "float64[2] bool", np.arange(21.0).reshape(3, 7)
    optimised, expected = translate(halved_where, tuple(words.split()), "loop")[0], x / 2
    try:
        marks.light(halved_where)
        translated(halved_where, words)(x, True)
        short = translate(halved_where, tuple(words.split()), "loop")[0]
    finally:
        marks.LIGHT.remove(halved_where)
    assert x.tolist() == expected.tolist()
    assert len(short) < len(optimised)


def test_a_plain_loop_is_only_tidied_up() -> None:
    """A loop that is marked as `plain` computes the same; its rounds are neither unrolled nor vectors."""
    words, out, x = "float64[1] float64[2]", np.zeros(5), np.arange(40.0).reshape(5, 8)
    optimised = translate(sums_of_rows, tuple(words.split()), "loop")[0]
    try:
        marks.plain(sums_of_rows)
        translated(sums_of_rows, words)(out, x)
        short = translate(sums_of_rows, tuple(words.split()), "loop")[0]
    finally:
        marks.PLAIN.remove(sums_of_rows)
    assert out.tolist() == x.sum(1).tolist()
    assert len(short) < len(optimised)


def test_a_text_that_was_changed_is_not_that_of_the_function(tmp_path: Path) -> None:
    """A loop whose file was edited since its import is refused: Python would run the old text."""
    file = tmp_path / "edited_loops.py"
    text = "def loop(lo, hi, x):\n    for i in range(lo, hi):\n        x[i] += 1\n"
    module, x = ModuleType("edited_loops"), np.zeros(2)

    def execute(text: str) -> None:
        file.write_text(text)
        exec(compile(text, str(file), "exec"), module.__dict__)

    execute(text)
    translated(module.loop, "float64[1]")(x)
    file.write_text(text.replace("1", "30"))
    with pytest.raises(Unsupported, match=r"loop has another text in .*edited_loops.py now"):
        translated(module.loop, "float64[1]")
    execute(text.replace("1", "30"))
    translated(module.loop, "float64[1]")(x)
    assert x.tolist() == [31.0, 31.0]


def test_numba_compiles_what_has_no_translation() -> None:
    """A loop that uses more of Python than the compiler knows is compiled by Numba, if that is installed."""
    pytest.importorskip("numba", reason="Numba is what compiles it")
    for name in ("power", "global_array", "loop_over_an_array"):
        function = REFUSED[name][0]
        x, n = np.array([3.0, 2.0, 5.0]), np.array([1, 2, 3])
        expected = x.copy()
        function(0, 3, expected, n)
        run(compile_function, function, "float64[1] int64[1]")(x, n)
        assert x.tolist() == expected.tolist()


def test_without_numba_the_reason_is_told() -> None:
    """Without Numba, a loop that has no translation is refused: the message says what, where, and what helps."""
    program = f"""
import sys
sys.modules["numba"] = None
sys.path[:0] = {[str(Path(__file__).parent), *sys.path]}
from derivata.runtime.kernels.compile import compile_function
import test_compiler_limits as here
compile_function(here.power, ("float64[1]", "int64[1]"), "power")
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    last = done.stderr.splitlines()[-1]
    assert "test_compiler_limits.power: Pow of float64 and int64 (" in last
    assert "; Numba, which may know it, cannot be imported (" in last
    assert last.endswith("write the loop without it, or: pip install numba")
