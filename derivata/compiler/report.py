"""What became of a call, for people."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from ..runtime.modes.state import state
from .graph.graph import Value
from .program.fuse import Group
from .program.rows.parts import RowGroup
from .refusal import CannotCompile
from .trace.effects import Accumulate, Change, Clear, Effect, Step, Write
from .watched import is_watched

if TYPE_CHECKING:
    from .compiled import Compiled, Entry
    from .program.program import Code
    from .traced_program import Program

MOST = 5  # kinds of calls that are compared


def report(compiled: Compiled, args: Any, kwargs: Any) -> str:
    """Return what happens in a call, which is made."""
    before, compiled.ran = compiled.entries, compiled.latest
    differences = [entry.checks.difference(args, kwargs) for entry in compiled.entries[:MOST]]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        try:
            compiled(*args, **kwargs)
        except CannotCompile as error:
            return str(error)
    if state.active_modes and is_watched():
        return f"{compiled.__name__} runs op by op: a mode is on here in which ops do more than to compute"
    made = compiled.ran
    if isinstance(made, str):
        return "\n".join([f"{compiled.__name__} runs op by op: {made}", *_differences(differences)])
    lines = [*_traced_again(made in before, differences), *_sizes(made)]
    if made.program is None:
        return "\n".join([f"{compiled.__name__} runs op by op: {made.why}", *lines])
    return "\n".join(
        [f"{compiled.__name__} runs as a program: {made.program.said()}", *lines, *_program(made.program)]
    )


def _traced_again(known: bool, differences: list[str]) -> Iterator[str]:
    if known:
        yield "traced: before, for an earlier call of this kind"
    elif differences:
        yield from _differences(differences, "traced: now; ")
    else:
        yield "traced: now, the first time"


def _sizes(entry: Entry) -> Iterator[str]:
    """Yield which sizes are inputs of a program, and why others are none."""
    program = entry.program
    if program is not None and program.sizes:
        yield "sizes that may be others: " + ", ".join(entry.checks.said_lengths())
    if program is not None and entry.why:
        yield f"sizes that may not, though others were tried: {entry.why}"


def _differences(differences: list[str], before: str = "") -> Iterator[str]:
    yield f"{before}it differs from the {len(differences)} latest kinds of calls, the last one first"
    for number, difference in enumerate(differences, 1):
        yield f"  {number}. {difference or 'numbers of tensors that are asked for'}"


def _program(program: Program) -> Iterator[str]:
    """Yield the lines of both programs."""
    yield from of_code("forward", program.forward)
    yield from _effects(program.effects)
    if program.backward is not None:
        kept = [*map(_value, program.kept), *[f"input {number}" for number in program.inputs]]
        yield f"kept for backward: {', '.join(kept) or 'nothing'}"
        yield from of_code("backward", program.backward)
        if program.unused:
            yield f"  no gradient flows to arguments {', '.join(map(str, program.unused))}"


_NAMES = {
    Clear: "gradients cleared",
    Accumulate: "gradients added",
    Change: "statistics written",
    Write: "arguments written",
}


def _effects(effects: Iterable[Effect]) -> Iterator[str]:
    """Yield what happens after the program, in its order."""
    said = Counter[str]()
    for effect in effects:
        if isinstance(effect, Step):
            yield from _counted(said)
            said.clear()
            yield f"then: a step of {type(effect.original).__name__}"
        else:
            said[_NAMES[type(effect)]] += 1
    yield from _counted(said)


def _counted(said: Counter[str]) -> Iterator[str]:
    if said:
        yield f"then: {', '.join([f'{count} {what}' for what, count in said.items()])}"


def of_code(name: str, code: Code) -> Iterator[str]:
    """Yield the lines of one program."""
    yield f"{name}: {code.path}"
    number = 0
    for step, freed in zip(code.steps, code.memory.freed, strict=True):
        then = f"; then {_values(freed)} free" if freed else ""
        if isinstance(step, Group):
            ops = Counter([part.call.op.strip("_") for part in step.parts])
            said = ", ".join([op if count == 1 else f"{count} x {op}" for op, count in ops.items()])
            sums = sum([out.target is not None for out in step.outs])
            ends = f", and {sums} sums" if sums > 1 else ", and a sum" if sums else ""
            over = "over the rows of" if isinstance(step, RowGroup) else "of"
            shape = "x".join(map(str, step.shape))
            yield f"  loop_{number}: {said}{ends}; {over} {shape} {step.dtype}; returns {_values(step.results)}{then}"
            number += 1
        elif step.is_python:
            text = step.arguments["text"].format(*[value.name for value in step.reads])
            answer = step.arguments.get("answer")
            yield (
                f"  compares: {text} with {answer}, or gives way{then}"
                if answer
                else f"  {text}: computed by Python{then}"
            )
        else:
            yield f"  {step.op.strip('_')}: returns {_values(step.outs)}{then}"
    yield f"  memory: at most {code.memory.peak:,} bytes at once, {code.memory.kept:,} of them results"
    if code.loops_path:
        yield f"  loops: {code.loops_path}"


def _values(values: Iterable[Value]) -> str:
    return ", ".join(map(_value, values))


def _value(value: Value) -> str:
    return f"{value.name} {value.dtype}{list(value.shape)}"
