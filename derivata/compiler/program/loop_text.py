"""Writes the loops of programs as one module, for Numba."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ..graph.graph import Value, values_in
from .fuse import Group
from .lowering import Part
from .rows.layout import Layout
from .rows.parts import RowGroup, RowPart
from .rows.text import RowText
from .segments import literal, segments_of

WINDOWS = "BLOCK, cell, mask_cell, mask_window, window"


def loops_text(groups: Sequence[Group]) -> tuple[str, list[str]]:
    """Return the module with the loops of a program, and which of them each group runs: alike ones are one loop."""
    parts = [part for group in groups for part in group.parts]
    used = sorted({(part.module, part.function) for part in parts if isinstance(part, Part | RowPart)})
    capacities = sorted({Layout(group).capacity for group in groups if isinstance(group, RowGroup)})
    rows = [name for size in capacities for name in (f"rows_{size}", f"mask_rows_{size}")]
    modules = {module: f"{module.rpartition('.')[2]}_" for module, _ in used}
    lines = [
        '"""Loops of a compiled program; compiled by `derivata.arrays.jit`, never called from Python."""',
        "",
        "from numpy import uintp",
        "",
        "from derivata.arrays.jit.decorators import apart, inlined",
        "from derivata.arrays.vector_math.elementary import at",
        f"from derivata.arrays.jit.windows import {', '.join([WINDOWS, *rows])}",
        *[_import(module, alias) for module, alias in modules.items()],
        "",
        "INF, NAN = float('inf'), float('nan')",
    ]
    names = {}
    for module, function in used:
        name = names[module, function] = f"{modules[module]}{function}"
        lines.append(f"{name} = inlined({modules[module]}.{function})")
    loops: dict[tuple[str, ...], str] = {}
    found = []
    for group in groups:
        by_rows = isinstance(group, RowGroup)
        head, *body = (
            RowText(group, names).lines() if isinstance(group, RowGroup) else _renamed(_loop(group, names))
        )
        is_new = (head, *body) not in loops
        name = loops.setdefault((head, *body), f"loop_{len(loops)}")
        found.append(name)
        if is_new:
            lines += ["", "", *["@apart"] * by_rows, f"def {name}{head}", *body]
    return "\n".join(lines) + "\n", found


def _renamed(lines: Iterable[str]) -> list[str]:
    """Return lines with values numbered as they come, so that loops that do the same read the same."""
    numbers: dict[str, int] = {}
    return [
        re.sub(r"\b([vc]\d+)(?=_?\b)", lambda found: f"v{numbers.setdefault(found[1], len(numbers))}", line)
        for line in lines
    ]


def _import(module: str, alias: str) -> str:
    package, _, name = module.rpartition(".")
    return f"from {package} import {name} as {alias}"


def _loop(group: Group, names: Mapping[tuple[str, str], str]) -> Iterator[str]:
    """Yield the lines of a loop, the first one without its name."""
    outs = [f"o{number}" for number in range(len(group.outs))]
    segments = segments_of(group.parts)
    yield f"({', '.join(['lo', 'hi', *outs, *[value.name for value in group.inputs]])}):"
    yield "    const, zero, one = o0.dtype.type, uintp(0), uintp(1)"
    yield "    number, mask = cell(o0, zero), mask_cell(o0, zero)"
    margin, bounds = "    ", "lo, hi"
    windows = _windows(group, segments)
    if len(segments) > 1:
        yield "    for start in range(lo, hi, BLOCK):"
        yield "        end = min(start + BLOCK, hi)"
        margin, bounds = "        ", "start, end"
        for window in sorted(set(windows.values())):
            yield f"        {window} = {'mask_' if window[0] == 'm' else ''}window(o0, start)"
    for segment in segments:
        yield f"{margin}for i in range({bounds}):"
        for line in _body(group, segment, windows, names):
            yield f"{margin}    {line}"


def _body(
    group: Group, segment: Sequence[Part], windows: Mapping[Value, str], names: Mapping[tuple[str, str], str]
) -> Iterator[str]:
    """Yield the lines for one element."""
    made = {part.call.outs[0] for part in segment}
    read = dict.fromkeys(value for part in segment for value in values_in(part.arguments))
    for value in read:
        if (not value.is_constant or value.is_count) and value not in made:
            yield f"{value.name}_ = at({windows.get(value, value.name)}, i)"
    for part in segment:
        out = part.call.outs[0]
        target = "mask" if part.is_mask else "number"
        arguments = ", ".join([_element(argument) for argument in part.arguments])
        yield f"{names[part.module, part.function]}(zero, one, {target}, {arguments})"
        yield f"{out.name}_ = {target}[zero]"
        if out in windows:
            yield f"{windows[out]}[i] = {out.name}_"
    for number, out_ in enumerate(group.outs):
        if out_.value in made:
            yield f"o{number}[i] = {out_.value.name}_"


def _element(argument: Any) -> str:
    if isinstance(argument, Value) and (not argument.is_constant or argument.is_count):
        return f"{argument.name}_"
    number = float(argument.content if isinstance(argument, Value) else argument)
    return f"const({literal(number)})"


def _windows(group: Group, segments: Sequence[Sequence[Part]]) -> dict[Value, str]:
    """Return the window of each value that a later loop reads; windows are used again when they are free."""
    last: dict[Value, int] = {}
    for number, segment in enumerate(segments):
        last.update({value: number for part in segment for value in values_in(part.arguments)})
    places: dict[Value, str] = {}
    free: list[str] = []
    count = 0
    ends: dict[int, list[str]] = {}
    for number, segment in enumerate(segments):
        free += ends.pop(number - 1, [])
        for part in segment:
            out = part.call.outs[0]
            if last.get(out, number) == number:
                continue
            kind = "m" if part.is_mask else "w"
            usable = [name for name in free if name[0] == kind]
            if usable:
                free.remove(usable[0])
                places[out] = usable[0]
            else:
                places[out] = f"{kind}{count}"
                count += 1
            ends.setdefault(last[out], []).append(places[out])
    return places
