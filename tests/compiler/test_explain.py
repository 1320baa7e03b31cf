"""`compile.explain`: what became of a call, and why it was traced again."""

import os
import re
import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest

import derivata as dv
import derivata.nn.functional as F
from derivata import nn
from derivata.compiler.function import compile, explain


def energy(x: Any, y: Any) -> Any:
    return ((x * y).tanh() ** 2 + x).sum()


def said(capsys: pytest.CaptureFixture[str], function: Any, *args: Any) -> str:
    explain(function, *args)
    return capsys.readouterr().out


def test_loops_and_what_is_kept_are_printed_and_their_files_are_there(
    capsys: pytest.CaptureFixture[str],
) -> None:
    compiled, x = compile(energy), dv.linspace(0, 1, 1000, requires_grad=True)
    text = said(capsys, compiled, x, dv.ones(1000))
    assert (
        "energy runs as a program: 10 calls and 36,004 bytes written op by op, 3 and 12,004 as a program"
        in text
    )
    assert "traced: now, the first time" in text
    assert (
        "  loop_0: mul, tanh, pow, add; of 1000 float32; returns v3 float32[1000], v5 float32[1000]\n  sum:"
        in text
    )
    assert "kept for backward: v3 float32[1000], input 1\n" in text
    assert "  loop_0: 3 x mul, tanh_backward, add; of 1000 float32" in text
    paths = re.findall(r"^ *(?:forward|backward|loops): (\S+)", text, re.M)
    assert len(paths) == 4
    program = compiled.programs[0]
    texts = (program.forward.text, program.forward.loops, program.backward.text, program.backward.loops)
    for path, written in zip(paths, texts, strict=True):
        assert os.path.exists(path)
        with open(path, encoding="utf-8") as file:
            assert file.read() == written


def test_what_is_computed_of_constants_is_a_number_in_the_program(capsys: pytest.CaptureFixture[str]) -> None:
    """The gradient of the mean of a difference: minus one over the number of elements, for all of them."""

    def loss(x: Any, y: Any) -> Any:
        return (x.exp() - y.exp()).mean(1).mean()

    text = said(capsys, compile(dv.func.grad(loss, argnums=(0, 1))), dv.ones(200, 300), dv.ones(200, 300))
    assert "1 and 480,000 as a program" in text, "both gradients, and nothing else, are written to memory"
    assert "loop_0: 2 x exp, 2 x mul; of 200x300 float32" in text


def test_a_program_stops_in_its_file(capsys: pytest.CaptureFixture[str]) -> None:
    compiled = compile(energy)
    text = said(capsys, compiled, dv.ones(1000), dv.ones(1000))
    assert compiled.programs[0].forward.__code__.co_filename in text


def scores(x: Any, w: Any) -> Any:
    y = F.softmax(x @ w.T, -1) @ w
    return y @ y.T


def totals(x: Any, w: Any) -> Any:
    return scores(x, w).sum(0)


@pytest.mark.parametrize(("function", "kept"), [(scores, 40_000), (totals, 400)])
def test_memory_is_what_python_allocates(
    capsys: pytest.CaptureFixture[str], function: Callable[[Any, Any], Any], kept: int
) -> None:
    compiled, (x, w) = compile(function), [dv.linspace(0, 1, 10_000).reshape(100, 100) for _ in range(2)]
    compiled(x, w)
    tracemalloc.start()
    compiled(x, w)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    memory = compiled.programs[0].forward.memory
    assert (memory.peak, memory.kept) == (2 * 40_000, kept)
    assert memory.peak <= peak < 1.2 * memory.peak
    text = said(capsys, compiled, x, w)
    assert "; then v" in text
    assert f"memory: at most 80,000 bytes at once, {kept:,} of them results" in text


WHY: dict[str, tuple[Callable[[Any, Any], tuple[Any, ...]], str]] = {
    "a shape": (lambda x, y: (x[:7], y[:7]), "args[0]._shape != (8,)"),
    "a dtype": (lambda x, y: (x.double(), y.double()), "args[0]._dtype"),
    "a layout": (lambda x, y: (x, dv.ones(16)[::2]), "args[1]._array.strides != (4,)"),
    "a number": (lambda x, y: (x, 2.0), "args[1].__class__ is not Tensor"),
    "a gradient": (lambda x, y: (x.requires_grad_(), y), "args[0]._edge is not None"),
}


@pytest.mark.parametrize("name", WHY)
def test_why_a_call_was_traced_again_is_printed(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    change, why = WHY[name]
    compiled, x, y = compile(energy), dv.ones(8), dv.ones(8)
    compiled(x, y)
    text = said(capsys, compiled, *change(x, y))
    assert "traced: now; it differs from the 1 latest kinds of calls" in text
    assert f"  1. {why}" in text or f"({why}" in text
    assert "traced: before" in said(capsys, compiled, *change(x, y))


def test_what_a_module_differs_in_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    module = nn.Sequential(nn.Linear(4, 4), nn.GELU())
    compiled = compile(module)
    compiled(dv.ones(2, 4))
    module[1].approximate = "tanh"
    text = said(capsys, compiled, dv.ones(2, 4))
    assert "GELU.__dict__.get('approximate', MISSING) != 'none'" in text


def test_why_a_function_runs_op_by_op_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, lambda x: x * float(f"{x.sum().item()}"), dv.ones(3))
    assert "format of a number of a tensor" in text
    with dv.inference_mode():
        assert "runs op by op: a mode is on here" in said(capsys, lambda x: x * 2, dv.ones(3))
    assert "CannotCompile" not in said(capsys, compile(lambda x: x * float(x), fullgraph=True), dv.ones(()))


@pytest.mark.slow
def test_what_a_call_beyond_the_programs_differs_in_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    compiled = compile(lambda t, rate: ((t * rate).tanh() * t + t.sin() * rate).sum())
    for call in range(16):
        compiled(dv.ones(8), call)
    text = said(capsys, compiled, dv.ones(8), 20)
    assert text.startswith("<lambda> runs op by op: it has 16 programs")
    assert "  1. args[1].__class__ is not int or args[1] != 15\n" in text and "traced" not in text
