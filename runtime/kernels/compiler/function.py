"""Translates functions: their arguments, their names, and what they return.

A name that is assigned in one list of statements only stands for the value that was assigned last. Others are kept in
memory of the function's, which LLVM turns into registers.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from types import FunctionType
from typing import Any

from llvmlite import ir

from . import types
from .marks import FUNCTIONS
from .source import tree
from .statements import Statements
from .types import Kind
from .values import WORD, Unsupported, Value, build, common, convert, fields, layout, static

__all__ = ["Function", "Translation"]


class Translation:
    """The functions of one module of code."""

    def __init__(self, module: ir.Module) -> None:
        self.module = module
        self.functions: dict[Any, Function] = {}
        self._begun: set[Any] = set()

    def function(
        self, function: FunctionType, kinds: tuple[Kind | None, ...], known: tuple[Any, ...]
    ) -> Function:
        """Return the translation of a function for some types of arguments; those without types are known."""
        around = tuple(cell.cell_contents for cell in function.__closure__ or ())
        key = function.__code__, around, kinds, known
        if key not in self.functions:
            if key in self._begun:
                raise Unsupported(f"{function.__qualname__} calls itself")
            self._begun.add(key)
            translated = self.functions[key] = Function(self, function, kinds, known)
            inlining = FUNCTIONS.get(function, "alwaysinline")
            if inlining:
                translated.code.attributes.add(inlining)
        return self.functions[key]


class _Again(Exception):
    """A name must be kept in memory, or in more of it: the function is translated again."""


class Function(Statements):
    """The translation of a function."""

    def __init__(
        self, owner: Translation, function: FunctionType, kinds: tuple[Kind | None, ...], known: tuple[Any, ...] = (),
        raises: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(owner, function)
        self.tree = tree(function)
        self.line = self.tree.lineno
        self.raises = raises
        self.kinds, self.known = kinds, known
        self.kept: dict[str, Kind | None] = dict.fromkeys(_kept(self.tree))
        name = f"{function.__name__}.{len(owner.functions)}.{len(owner.module.globals)}"
        registers = [register for kind in kinds if kind is not None for register in layout(kind)]
        self.code = ir.Function(owner.module, ir.FunctionType(ir.VoidType(), registers), name)
        self.code.linkage = "internal"
        self.code.attributes.add("nounwind")
        while not self._translated():
            self.code.blocks.clear()
            self.code.scope = type(self.code.scope)()
            for argument in self.code.args:
                self.code.scope.register(argument.name)

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
            error.place = error.place or f"{self.function.__code__.co_filename}:{self.line}"
            raise
        return True

    def _bind_arguments(self) -> None:
        registers, known = list(self.code.args), list(self.known)
        all_arguments = self.tree.args
        if all_arguments.vararg or all_arguments.kwonlyargs or all_arguments.kwarg:
            raise Unsupported("arguments of other kinds than plain ones have no translation")
        names = [argument.arg for argument in (*all_arguments.posonlyargs, *all_arguments.args)]
        if len(names) != len(self.kinds):
            raise Unsupported(
                f"{self.function.__qualname__} takes {len(names)} arguments, got {len(self.kinds)}"
            )
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
        returns: ir.Type = (
            parts[0] if len(parts) == 1 else ir.LiteralStructType(parts) if parts else ir.VoidType()
        )
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
            bound: Value | None = scope.get(name)
            if bound is not None:
                return bound
        if name in self.slots:
            kind, slots = self.slots[name]
            return build(kind, [self.builder.load(slot) for slot in slots])
        if name in self.local_names:
            if name in self.kept:
                raise Unsupported(f"{name} is used before it is assigned")
            self.kept[name] = None  # assigned in a list of statements that has ended
            raise _Again
        return self.global_value(name)


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
