"""The text of a loop over rows: it takes some at a time, as many as fit in the first-level cache."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...graph.graph import Value, values_in
from ..lowering import Part
from ..segments import literal
from .layout import RESULT, Layout
from .parts import Alias, Member, RowGroup, RowPart, Total


class RowText:
    """The lines of a loop.

    What stands for a value begins with its place: `o` for results, `a` for what the loop is given, `w`, `m` and `k` for
    rows in memory inside of it, `n` for numbers of rows. Behind it, ``_rows`` are those at hand, ``_row`` is one of
    them, ``_each`` are numbers of these rows, and ``_one`` is one of them.
    """

    def __init__(self, group: RowGroup, names: Mapping[tuple[str, str], str]) -> None:
        self.group, self.names, self.layout = group, names, Layout(group)
        self.outs = {out.value: f"{RESULT}{number}" for number, out in enumerate(group.outs)}
        self.inputs = {operand: f"a{number}" for number, operand in enumerate(group.operands)}
        self.numbers: dict[Value, str] = {
            value: f"{name}_each" for (kind, value), name in self.inputs.items() if kind == "number"
        }
        self.memory: dict[str, str] = {}

    def lines(self) -> Iterator[str]:
        """Yield the lines, the first one without its name."""
        capacity = self.layout.capacity
        for window in sorted({*self.layout.windows.values()} - {*self.outs.values()}):
            mask = "mask_" if window[0] == "m" else ""
            self.memory[f"{window}_rows"] = f"{mask}rows_{capacity}(o0, most, size)"
        body = [*self._views(), *[line for step in self.layout.steps for line in self._step(step)]]
        kinds = dict(zip(self.outs.values(), self.group.kinds, strict=True))
        totals = [name for name, kind in kinds.items() if kind == "total"]
        bounds = ["lo", "hi", *["count", "height"] * bool(totals)]
        yield f"({', '.join([*bounds, *self.outs.values(), *self.inputs.values()])}):"
        yield "    const, zero, one = o0.dtype.type, uintp(0), uintp(1)"
        yield "    number, mask = cell(o0, zero), mask_cell(o0, zero)"
        yield f"    size = uintp({self._size()})"
        yield f"    most = max(uintp({capacity}) // size, one)"
        yield from [f"    {name} = {text}" if text else f"    {name}" for name, text in self.memory.items()]
        margin, begin, end = "    ", "lo", "hi"
        if totals:
            yield "    for block in range(lo, hi):"
            for name in totals:
                yield f"        {name}_row = {name}[block]"
                yield f"        {name}_row[:] = const(0.0)"
            yield "        begin = block * uintp(height)"
            yield "        end = min(begin + uintp(height), uintp(count))"
            margin, begin, end = "        ", "begin", "end"
        yield f"{margin}for first in range({begin}, {end}, most):"
        yield f"{margin}    last = min(first + most, {end})"
        yield f"{margin}    rows = last - first"
        yield from [f"{margin}    {line}" for line in body]

    def _size(self) -> str:
        sizes = {"row": "shape[1]", "vector": "shape[0]"}
        return next(f"{name}.{sizes[kind]}" for (kind, _), name in self.inputs.items() if kind in sizes)

    def _views(self) -> Iterator[str]:
        """Yield lines that find what belongs to the rows at hand."""
        given = [(kind, name) for (kind, _), name in self.inputs.items()]
        for kind, name in [*given, *zip(self.group.kinds, self.outs.values(), strict=True)]:
            if kind == "row":
                yield f"{name}_rows = {name}[first:last]"
            elif kind in ("number", "class"):
                yield f"{name}_each = {name}[first:last]"

    def _step(self, step: Sequence[Member]) -> Iterator[str]:
        member = step[0]
        if isinstance(member, RowPart):
            yield from self._along_rows(member)
        elif isinstance(member, Alias):
            yield from self._alias(member)
        else:
            yield "for r in range(rows):"
            lines = self._elements(step) if self.layout.is_whole(member) else self._numbers(step)
            yield from [f"    {line}" for line in lines]

    # What is elementwise

    def _elements(self, step: Sequence[Member]) -> Iterator[str]:
        """Yield the lines for one row; elements are read first, since results may be written over them."""
        elements: dict[Value, str] = {}
        rows: dict[str, None] = {}
        ones: dict[str, None] = {}
        read: list[str] = []
        lines: list[str] = []
        made = {member.call.outs[0] for member in step}
        column = (*self.group.shape[:-1], 1)  # numbers in another shape are a row for all, or rows, here

        def row(place: str) -> str:
            rows[place] = None
            return f"{place}_row[i]"

        for member in step:
            for value in self._read(member):
                if value in elements or value in made:
                    continue
                if value.shape == column:
                    ones[self.numbers[value]] = None
                    elements[value] = self.numbers[value].replace("_each", "_one")
                elif ("option", value) in self.inputs:
                    elements[value] = self.inputs["option", value]
                else:
                    elements[value] = f"e{len(elements)}"
                    vector = self.inputs.get(("vector", value))
                    read.append(
                        f"{elements[value]} = {f'{vector}[i]' if vector else row(self._place(value))}"
                    )
            if isinstance(member, Total):
                place = f"{self.outs[member.call.outs[0]]}_row[i]"
                lines.append(f"{place} = {place} + {elements[member.call.reads[0]]}")
                continue
            assert isinstance(member, Part)
            out = member.call.outs[0]
            name = f"e{len(elements)}"
            lines += self._call(member, name, elements)
            elements[out] = name
            kept = self.layout.windows.get(out) or self.outs.get(out)
            if kept is not None:
                lines.append(f"{row(kept)} = {name}")
        yield from [f"{place}_row = {place}_rows[r]" for place in rows]
        yield from [f"{name.replace('_each', '_one')} = {name}[r]" for name in ones]
        yield "for i in range(size):"
        yield from [f"    {line}" for line in (*read, *lines)]

    def _numbers(self, step: Sequence[Member]) -> Iterator[str]:
        """Yield the lines that compute a number of a row."""
        (part,) = step
        assert isinstance(part, Part)
        elements = {value: f"{self.numbers[value]}[r]" for value in self._read(part) if value in self.numbers}
        elements.update({value: name for (kind, value), name in self.inputs.items() if kind == "option"})
        out = self._new(part.call.outs[0], part.is_mask)
        yield from self._call(part, "number_", elements)
        yield f"{out}[r] = number_"

    def _read(self, member: Member) -> list[Value]:
        if not isinstance(member, Part):
            return [*member.call.reads]
        return [value for value in values_in(member.arguments) if not value.is_constant or value.is_count]

    def _place(self, value: Value) -> str:
        """Return where rows are."""
        return self.layout.windows.get(value) or self.outs.get(value) or self.inputs["row", value]

    def _call(self, part: Part, name: str, elements: Mapping[Value, str]) -> Iterator[str]:
        """Yield the call of a loop of a single op for one element, or for the number of a row."""
        target = "mask" if part.is_mask else "number"
        arguments = [self._element(argument, elements) for argument in part.arguments]
        yield f"{self.names[part.module, part.function]}(zero, one, {target}, {', '.join(arguments)})"
        yield f"{name} = {target}[zero]"

    def _element(self, argument: Any, elements: Mapping[Value, str]) -> str:
        if isinstance(argument, Value) and (not argument.is_constant or argument.is_count):
            return elements[argument]
        return f"const({literal(float(argument.content if isinstance(argument, Value) else argument))})"

    # What takes or gives numbers of rows

    def _new(self, value: Value, is_mask: bool = False) -> str:
        """Return the numbers that a part gives: a result, or memory of the loop."""
        name = f"{self.outs[value]}_each" if value in self.outs else self._each(is_mask)
        self.numbers[value] = name
        return name

    def _each(self, is_mask: bool = False) -> str:
        name = f"n{len(self.memory)}_each"
        self.memory[name] = f"{'mask_' * is_mask}rows_{self.layout.capacity}(o0, one, most)[zero]"
        return name

    def _alias(self, member: Alias) -> Iterator[str]:
        """Yield the lines for numbers in another shape: they are the same, but for results."""
        source, out = self.numbers[member.call.reads[0]], member.call.outs[0]
        self.numbers[out] = source
        if out in self.outs:
            yield "for r in range(rows):"
            yield f"    {self.outs[out]}_each[r] = {source}[r]"

    def _along_rows(self, part: RowPart) -> Iterator[str]:
        """Yield the call of a loop over rows."""
        arguments = [self._argument(*argument) for argument in part.arguments]
        for kind, out in part.results:
            if kind == "number":
                arguments.append(self._each() if out is None else self._new(out))
            elif kind == "row":
                assert out is not None
                arguments.append(f"{self._place(out)}_rows")
            elif out in self.outs:  # a sum over all rows
                arguments.append(f"{self.outs[out]}_row")
            else:
                arguments.append(self._unread(part))
        if part.kept is not None:
            name = f"k{part.kept}"
            self.memory[f"{name}_rows"] = f"rows_{self.layout.capacity}(o0, most, size)"
            self.memory[f"{name}_each"] = f"rows_{self.layout.capacity}(o0, one, most)[zero]"
            arguments += [f"{name}_rows", f"{name}_each"]
        yield f"{self.names[part.module, part.function]}(zero, rows, {', '.join(arguments)})"

    def _unread(self, part: RowPart) -> str:
        """Return memory for a sum that nobody reads; it has elements if the part has another that is read."""
        has_totals = any(kind == "total" and out in self.outs for kind, out in part.results)
        name, length = ("unread", "size") if has_totals else ("nothing", "zero")
        self.memory[name] = f"rows_{self.layout.capacity}(o0, one, {length})[zero]"
        return name

    def _argument(self, kind: str, value: Any, default: float | None) -> str:
        if kind == "number":
            return self._filled(default, "most") if value is None else self.numbers[value]
        if kind == "class":
            return f"{self.inputs[kind, value]}_each"
        if kind == "vector":
            return self._filled(default, "size") if value is None else self.inputs[kind, value]
        if kind == "row":
            return f"{self._place(value)}_rows"
        return f"const({literal(value)})" if isinstance(value, float) else repr(value)

    def _filled(self, number: float | None, length: str) -> str:
        """Return memory with one number everywhere."""
        assert number is not None
        name = f"{length}_of_{int(number)}"
        self.memory[name] = f"rows_{self.layout.capacity}(o0, one, {length})[zero]"
        self.memory[f"{name}[:] = const({literal(number)})"] = ""
        return name
