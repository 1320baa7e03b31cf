"""Translates the statements of a function."""

from __future__ import annotations

import ast
import pickle
from collections.abc import Callable, Sequence
from typing import Any

from llvmlite import ir

from . import types
from .arithmetic import arithmetic, whole_kind
from .arrays import element, element_place, load, names_element, size, store
from .expressions import Expressions
from .types import Array, Integer
from .values import WORD, Unsupported, Value, convert, static

__all__ = ["Statements"]


class Statements(Expressions):
    """What statements do, in the code that `builder` builds."""

    scopes: list[dict[str, Value]]
    loops: list[tuple[ir.Block, ir.Block]]  # around a statement: where `continue` and `break` go
    returned: list[tuple[ir.Block, Value]]
    raises: bool

    def assign(self, name: str, value: Value) -> None:
        """Let a name stand for a value."""
        raise NotImplementedError

    def statements(self, body: Sequence[ast.stmt]) -> None:
        """Translate some statements; what follows a `return` or its like is never done."""
        for statement in body:
            if self.builder.block.is_terminated:
                return
            self.line = statement.lineno
            handle: Callable[[Any], None] | None = getattr(self, f"_{type(statement).__name__}", None)
            if handle is None:
                raise Unsupported(f"{type(statement).__name__} has no translation")
            handle(statement)

    def block(self, body: Sequence[ast.stmt]) -> None:
        """Translate statements whose names end with them."""
        self.scopes.append({})
        self.statements(body)
        self.scopes.pop()

    def _Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):
            self.value(node.value)

    def _Pass(self, node: ast.Pass) -> None:
        """Do nothing."""

    def _Assign(self, node: ast.Assign) -> None:
        value = self.value(node.value)
        for target in node.targets:
            self._assign_to(target, value)

    def _AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self._assign_to(node.target, self.value(node.value))

    def _AugAssign(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Name):
            new = arithmetic(self.builder, type(node.op), self.lookup(node.target.id), self.value(node.value))
            self.assign(node.target.id, new)
            return
        if not isinstance(node.target, ast.Subscript):
            raise Unsupported("an assignment to an attribute has no translation")
        kind, place = self._place(node.target)
        old = load(self.builder, kind, place)
        store(self.builder, kind, place, arithmetic(self.builder, type(node.op), old, self.value(node.value)))

    def _assign_to(self, target: ast.expr, value: Value) -> None:
        if isinstance(target, ast.Name):
            self.assign(target.id, value)
        elif isinstance(target, ast.Tuple):
            for member, part in zip(target.elts, self.members(value), strict=True):
                self._assign_to(member, part)
        elif isinstance(target, ast.Subscript):
            self._assign_element(target, value)
        else:
            raise Unsupported("an assignment to an attribute has no translation")

    def _place(self, node: ast.Subscript) -> tuple[Any, ir.Value]:
        return element_place(self.builder, self.value(node.value), self.indices(node.slice))

    def _assign_element(self, node: ast.Subscript, value: Value) -> None:
        """Write an element, or the same number to all elements of a part."""
        array, indices = self.value(node.value), self.indices(node.slice)
        if names_element(array, indices):
            store(self.builder, *element_place(self.builder, array, indices), value)
            return
        kind, part = element(self.builder, array, indices)
        assert isinstance(kind, Array)
        value = convert(self.builder, value, kind.dtype)
        number, following, after = self._counting(types.uint64, WORD(0), size(self.builder, part), WORD(1))
        store(self.builder, kind.dtype, self.builder.gep(part.data, [number], inbounds=True), value)
        self.builder.branch(following)
        self.builder.position_at_end(after)

    def _If(self, node: ast.If) -> None:
        test = self.test(node.test)
        then, after = self.code.append_basic_block(), self.code.append_basic_block()
        otherwise = self.code.append_basic_block() if node.orelse else after
        self.builder.cbranch(test, then, otherwise)
        reached = not node.orelse
        for start, body in ((then, node.body), (otherwise, node.orelse)):
            if body:
                self.builder.position_at_end(start)
                self.block(body)
                reached |= self._go_on(after)
        self.builder.position_at_end(after)
        if not reached:
            self.builder.unreachable()

    def _go_on(self, block: ir.Block) -> bool:
        """Go to a block, unless the statements before have ended already; return whether it goes."""
        goes = not self.builder.block.is_terminated
        if goes:
            self.builder.branch(block)
        return goes

    def _While(self, node: ast.While) -> None:
        head, body, after = (self.code.append_basic_block() for _ in range(3))
        self.builder.branch(head)
        self.builder.position_at_end(head)
        self.builder.cbranch(self.test(node.test), body, after)
        self.builder.position_at_end(body)
        self._loop(node, head, after)

    def _For(self, node: ast.For) -> None:
        kind, *ends = self._range(node.iter)
        number, following, after = self._counting(kind, *ends)
        self.scopes.append({})
        self._assign_to(node.target, Value(kind, number))
        self._loop(node, following, after)
        self.scopes.pop()

    def _counting(
        self, kind: Integer, start: ir.Value, stop: ir.Value, step: ir.Value
    ) -> tuple[ir.Value, ir.Block, ir.Block]:
        """Begin the body of a loop; return its number, and where to go for the next one and afterwards."""
        before = self.builder.block
        head, body, following, after = (self.code.append_basic_block() for _ in range(4))
        self.builder.branch(head)
        self.builder.position_at_end(head)
        number = self.builder.phi(kind.llvm)
        self.builder.cbranch(self._goes_on(kind, number, stop, step), body, after)
        self.builder.position_at_end(following)
        number.add_incoming(start, before)
        number.add_incoming(self.builder.add(number, step, flags=("nsw",) if kind.signed else ()), following)
        self.builder.branch(head)
        self.builder.position_at_end(body)
        return number, following, after

    def _loop(self, node: ast.For | ast.While, again: ir.Block, after: ir.Block) -> None:
        """Translate the body of a loop."""
        if node.orelse:
            raise Unsupported("`else` of a loop has no translation")
        self.loops.append((again, after))
        self.block(node.body)
        self._go_on(again)
        self.loops.pop()
        self.builder.position_at_end(after)

    def _range(self, node: ast.expr) -> tuple[Integer, ir.Value, ir.Value, ir.Value]:
        """Return the type of a loop's numbers, and start, stop and step."""
        if not isinstance(node, ast.Call) or self.value(node.func) != static(range):
            raise Unsupported("`for` has a translation over a range only")
        values = [self.value(argument) for argument in node.args]
        if len(values) == 1:
            values.insert(0, Value(types.int64, WORD(0)))
        if len(values) == 2:
            values.append(Value(types.int64, WORD(1)))
        kind = whole_kind(*values)
        start, stop, step = (convert(self.builder, value, kind).data for value in values)
        return kind, start, stop, step

    def _goes_on(self, kind: Integer, number: ir.Value, stop: ir.Value, step: ir.Value) -> ir.Value:
        below = (self.builder.icmp_signed if kind.signed else self.builder.icmp_unsigned)("<", number, stop)
        if not kind.signed or (isinstance(step, ir.Constant) and step.constant > 0):
            return below
        above = self.builder.icmp_signed(">", number, stop)
        return self.builder.select(self.builder.icmp_signed(">", step, kind.llvm(0)), below, above)

    def _Break(self, node: ast.Break) -> None:
        self.builder.branch(self.loops[-1][1])

    def _Continue(self, node: ast.Continue) -> None:
        self.builder.branch(self.loops[-1][0])

    def _Return(self, node: ast.Return) -> None:
        value = Value(types.void, None) if node.value is None else self.value(node.value)
        if value == static(None):
            value = Value(types.void, None)
        self.returned.append((self.builder.block, value))
        self.builder.unreachable()  # replaced when the types of all that is returned are known

    def _Raise(self, node: ast.Raise) -> None:
        """Return the address of a description of the error; see `native.raise_error`."""
        if not self.raises or node.exc is None:
            raise Unsupported("`raise` has a translation in a loop itself only, and with an exception")
        kind = self.value(node.exc.func if isinstance(node.exc, ast.Call) else node.exc).data
        try:
            arguments = tuple(map(ast.literal_eval, node.exc.args)) if isinstance(node.exc, ast.Call) else ()
        except ValueError:
            raise Unsupported(
                "`raise` has a translation with known arguments of the exception only"
            ) from None
        error = self._error(pickle.dumps((kind, arguments, None)))
        self.returned.append((self.builder.block, Value(types.void, error)))
        self.builder.unreachable()

    def _error(self, payload: bytes) -> ir.Value:
        """Return the address of a pickled exception and its size."""
        number = len(self.owner.module.globals)
        text = ir.Constant(ir.ArrayType(ir.IntType(8), len(payload)), bytearray(payload))
        content = ir.GlobalVariable(self.owner.module, text.type, f"exception.{number}")
        content.initializer, content.linkage, content.global_constant = text, "internal", True
        half = ir.IntType(32)
        record = ir.Constant.literal_struct([content, half(len(payload))])
        error = ir.GlobalVariable(self.owner.module, record.type, f"error.{number}")
        error.initializer, error.linkage, error.global_constant = record, "internal", True
        return self.builder.ptrtoint(error, WORD)
