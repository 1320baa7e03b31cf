"""Translates the statements of a function.

A name that is assigned in one list of statements only stands for the value that was assigned last. Others are kept in
memory of the function's, which LLVM turns into registers.
"""

from __future__ import annotations

import ast
import pickle
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import Any

from llvmlite import ir

from . import types
from .arrays import element, element_place, names_element, size, store
from .expressions import Expressions
from .marks import FUNCTIONS
from .source import tree
from .types import Integer, Kind
from .values import WORD, Unsupported, Value, arithmetic, build, common, convert, fields, layout, static, truth, whole_kind

__all__ = ["Function", "Translation"]


class Translation:
    """The functions of one module of code."""

    def __init__(self, module: ir.Module) -> None:
        self.module = module
        self.functions: dict[Any, Function] = {}

    def function(self, function: FunctionType, kinds: tuple[Kind | None, ...], known: tuple[Any, ...]) -> Function:
        """Return the translation of a function for some types of arguments; those without types are known."""
        around = tuple(cell.cell_contents for cell in function.__closure__ or ())
        key = function.__code__, around, kinds, known
        if key not in self.functions:
            translated = self.functions[key] = Function(self, function, kinds, known)
            if FUNCTIONS.get(function, True):
                translated.code.attributes.add("alwaysinline")
        return self.functions[key]


class _Again(Exception):
    """A name must be kept in memory, or in more of it: the function is translated again."""


class Function(Expressions):
    """The translation of a function."""

    def __init__(
        self, owner: Translation, function: FunctionType, kinds: tuple[Kind | None, ...], known: tuple[Any, ...] = (),
        raises: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(owner, function)
        self.tree = tree(function)
        self.raises = raises
        self.kinds, self.known = kinds, known
        self.kept: dict[str, Kind | None] = {name: None for name in _kept(self.tree)}
        name = f"{function.__name__}.{len(owner.functions)}.{len(owner.module.globals)}"
        registers = [register for kind in kinds if kind is not None for register in layout(kind)]
        self.code = ir.Function(owner.module, ir.FunctionType(ir.VoidType(), registers), name)
        self.code.linkage = "internal"
        self.code.attributes.add("nounwind")
        while not self._translated():
            self.code.blocks.clear()
            self.code.scope = type(self.code.scope)()

    def _translated(self) -> bool:
        """Translate all of it; return False if it has to be done again."""
        self.entry = self.code.append_basic_block()
        self.start = self.code.append_basic_block()
        self.builder = ir.IRBuilder(self.start)
        self.slots: dict[str, tuple[Kind, list[ir.Value]]] = {}
        self.scopes: list[dict[str, Value]] = [{}]
        self.loops: list[tuple[ir.Block, ir.Block]] = []
        self.returned: list[tuple[ir.Block, Value]] = []
        try:
            self._bind_arguments()
            self.statements(self.tree.body)
            self._finish()
        except _Again:
            return False
        except Unsupported as error:
            if not getattr(error, "place", None):
                error.place = f"{self.function.__code__.co_filename}:{self.line}"  # type: ignore[attr-defined]
                error.args = (f"{error.args[0]} ({error.place})",)  # type: ignore[attr-defined]
            raise
        return True

    def _bind_arguments(self) -> None:
        registers, known = list(self.code.args), list(self.known)
        names = [argument.arg for argument in self.tree.args.args]
        if len(names) != len(self.kinds):
            raise Unsupported(f"{self.function.__qualname__} takes {len(names)} arguments, got {len(self.kinds)}")
        for name, kind in zip(names, self.kinds, strict=True):
            if kind is None:
                self.assign(name, static(known.pop(0)))
            else:
                count = len(layout(kind))
                self.assign(name, build(kind, registers[:count]))
                del registers[:count]

    def _finish(self) -> None:
        """End the function: bring what it returns to one type."""
        if not self.builder.block.is_terminated:
            self.returned.append((self.builder.block, Value(types.void, None)))
        if any(value.kind is None for _, value in self.returned):
            if len(self.returned) > 1 or len(self.code.blocks) > 2:
                raise Unsupported("it returns what is known when the code is built, but not always the same")
            self.result: Kind | Value = self.returned[0][1]
            kind: Kind = types.void
        else:
            kind = self.result = common(*[value.kind for _, value in self.returned])
        parts = [WORD] if self.raises else layout(kind)
        returns: ir.Type = parts[0] if len(parts) == 1 else ir.LiteralStructType(parts) if parts else ir.VoidType()
        for block, value in self.returned:
            if block.is_terminated:
                block.instructions.pop()
                block.terminator = None
            self.builder.position_at_end(block)
            self._return(returns, kind, value)
        self.builder.position_at_end(self.entry)
        self.builder.branch(self.start)
        self.code.ftype = ir.FunctionType(returns, self.code.ftype.args)
        self.code.type = self.code.ftype.as_pointer()
        self.code.return_value = type(self.code.return_value)(self.code, returns)

    def _return(self, returns: ir.Type, kind: Kind, value: Value) -> None:
        registers = [value.data or WORD(0)] if self.raises else fields(convert(self.builder, value, kind))
        if isinstance(returns, ir.VoidType):
            self.builder.ret_void()
        elif len(registers) == 1:
            self.builder.ret(registers[0])
        else:
            result: ir.Value = ir.Constant(returns, ir.Undefined)
            for place, register in enumerate(registers):
                result = self.builder.insert_value(result, register, place)
            self.builder.ret(result)

    # Names

    def assign(self, name: str, value: Value) -> None:
        """Let a name stand for a value."""
        if name not in self.kept:
            self.scopes[-1][name] = value
            return
        if value.kind is None:
            raise Unsupported(f"{name} is assigned in several places, and known when the code is built")
        if name not in self.slots:
            kind = self.kept[name] or value.kind
            self.slots[name] = kind, [self.reserve(register) for register in layout(kind)]
        kind, slots = self.slots[name]
        met = common(kind, value.kind)
        if met != kind:
            self.kept[name] = met
            raise _Again
        for slot, register in zip(slots, fields(convert(self.builder, value, kind)), strict=True):
            self.builder.store(register, slot)

    def reserve(self, kind: ir.Type, count: int | None = None) -> ir.Value:
        """Return memory that the function has from its beginning."""
        with self.builder.goto_block(self.entry):
            return self.builder.alloca(kind, count)

    def lookup(self, name: str) -> Value:
        """Return what a name stands for."""
        for scope in reversed(self.scopes):
            if name in scope:
                return scope[name]
        if name in self.slots:
            kind, slots = self.slots[name]
            return build(kind, [self.builder.load(slot) for slot in slots])
        if name in self.local_names:
            if name in self.kept:
                raise Unsupported(f"{name} is used before it is assigned")
            self.kept[name] = None  # assigned in a list of statements that has ended
            raise _Again
        return self.global_value(name)

    # Statements

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
        old = Value(kind, self.builder.load(place))
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
        part = element(self.builder, array, indices)
        count, value = size(self.builder, part.data), convert(self.builder, value, part.kind.dtype)
        number, following, after = self._counting(types.uint64, WORD(0), count, WORD(1))
        store(self.builder, part.kind.dtype, self.builder.gep(part.data.data, [number], inbounds=True), value)
        self.builder.branch(following)
        self.builder.position_at_end(after)

    def _If(self, node: ast.If) -> None:
        test = truth(self.builder, self.value(node.test))
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
        self.builder.cbranch(truth(self.builder, self.value(node.test)), body, after)
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
        self.returned.append((self.builder.block, value))
        self.builder.unreachable()  # replaced when the types of all that is returned are known

    def _Raise(self, node: ast.Raise) -> None:
        """Return the address of a description of the error; see `native.raise_error`."""
        if not self.raises or node.exc is None:
            raise Unsupported("`raise` has a translation in a loop itself only, and with an exception")
        kind = self.value(node.exc.func if isinstance(node.exc, ast.Call) else node.exc).data
        arguments = tuple(map(ast.literal_eval, node.exc.args)) if isinstance(node.exc, ast.Call) else ()
        error = self._error(pickle.dumps((kind, arguments, None)))
        self.returned.append((self.builder.block, Value(types.void, error)))
        self.builder.unreachable()

    def _error(self, payload: bytes) -> ir.Value:
        """Return the address of a pickled exception and its size."""
        number = len(self.owner.module.globals)
        text = ir.Constant(ir.ArrayType(ir.IntType(8), len(payload)), bytearray(payload))
        content = ir.GlobalVariable(self.owner.module, text.type, f"exception.{number}")
        content.initializer, content.linkage = text, "internal"
        half = ir.IntType(32)
        record = ir.Constant.literal_struct([content, half(len(payload))])
        error = ir.GlobalVariable(self.owner.module, record.type, f"error.{number}")
        error.initializer, error.linkage = record, "internal"
        return self.builder.ptrtoint(error, WORD)


def _kept(function: ast.FunctionDef) -> set[str]:
    """Return the names that are assigned in a list of statements and in one inside of it."""
    inside: dict[str, list[tuple[int, ...]]] = {}

    def note(target: ast.expr, path: tuple[int, ...]) -> None:
        for node in ast.walk(target):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                inside.setdefault(node.id, []).append(path)

    def walk(body: Sequence[ast.stmt], path: tuple[int, ...]) -> None:
        for statement in body:
            for target in getattr(statement, "targets", None) or [getattr(statement, "target", None)]:
                if target is not None:
                    note(target, (*path, id(statement)) if isinstance(statement, ast.For) else path)
            for name in ("body", "orelse"):
                own = (id(statement),) if name == "body" else (id(statement), 1)
                walk(getattr(statement, name, []), (*path, *own))

    walk(function.body, ())
    for argument in function.args.args:
        inside.setdefault(argument.arg, []).append(())
    return {
        name
        for name, paths in inside.items()
        if any(a != b and b[: len(a)] == a for a in paths for b in paths)
    }
