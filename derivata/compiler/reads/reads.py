"""What the code of a function reads from outside: globals, variables of enclosing functions, defaults.

The code is looked through before it runs. Numbers, tensors and other functions may be read: they count as arguments of
each call, so that a change of theirs is noticed. Whatever else is read, and every name that is not in `vocabulary`,
is a reason not to compile. While it is traced, a function runs with nothing but what was found here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import EnumType
from operator import attrgetter
from types import CellType, FunctionType, ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any

from ...func.gradient import grad, grad_and_value, value_and_grad
from ...nn.module import Module
from ...runtime.modes.grad_mode import GradMode, enable_grad, no_grad
from ...runtime.tensors.tensor import Tensor
from ..refusal import CannotCompile
from ..trace.readings import as_float
from ..vocabulary import (
    BUILTINS,
    is_attribute,
    is_choice,
    is_function,
    is_library,
    is_member,
    is_number,
    is_record,
)
from .bytecode import Chain, has_handlers, module_in, names_of, without_handlers
from .guards import Checks
from .modules import StandIn, is_plain
from .outside import UNKNOWN, Outside
from .unread import unread

if TYPE_CHECKING:
    from ..trace.listener import Listener

_builtins_of = attrgetter("__builtins__")  # of which not all type stubs know


@dataclass(frozen=True)
class _Scope:
    """A function that is looked through.

    Attributes
    ----------
    function : function
    name, names : str
        What guards call it and its globals.
    places : dict
        What it reads instead, by kind and name.
    """

    function: FunctionType
    name: str
    names: str
    places: dict[Any, Any]


class Reads(Outside):
    """What a call reads from outside: `checks` get what must be the same at another call.

    `copy` makes a function that reads stand-ins instead.
    """

    def __init__(self, checks: Checks, listener: Listener, modules: list[Module]) -> None:
        super().__init__(checks, listener, modules)
        self._places: dict[int, dict[tuple[str, str], Any]] = {}  # what each function reads, by kind and name
        self._copies: dict[tuple[int, int], FunctionType] = {}
        self._namespaces: dict[int, SimpleNamespace] = {}
        self._waiting: dict[int, Any] = {}

    def _add(self, function: FunctionType, method: bool) -> None:
        """Add what a function reads, and what the functions that it reads do."""
        places = self._places[id(function)] = {}
        own = self.checks.known(function, "function")
        self.checks.same(f"{own}.__code__", function.__code__, "code")
        scope = _Scope(function, own, self.checks.known(function.__globals__, "globals"), places)
        names = names_of(function.__code__, method)
        self.checks.by_identity |= names.by_identity
        for chain, line in sorted(names.of_globals):
            if chain == ("super",) and method and "__class__" in function.__code__.co_freevars:
                self.checks.unless(f"'super' in {scope.names}")
                continue
            try:
                value, text = self._global_of(scope, chain[0])
            except CannotCompile as error:
                self.checks.unless(f"{chain[0]!r} in {scope.names}")
                scope.places.setdefault(("global", chain[0]), unread(error))
                continue
            self._add_chain_or_wait(scope, "global", chain, line, value, text)
        for chain, line in sorted(names.of_cells):
            if chain == ("__class__",) and method:  # what `super()` is given, and does not need
                continue
            self._add_chain_or_wait(scope, "cell", chain, line, *self._content_of(scope, chain[0]))
        if names.calls_float and places.get(("global", "float")) is float and self._listener.sizes is None:
            places["global", "float"] = as_float
        self._add_defaults(scope)

    def _add_defaults(self, scope: _Scope) -> None:
        function = scope.function
        for attribute, defaults in (
            ("__defaults__", dict(enumerate(function.__defaults__ or ()))),
            ("__kwdefaults__", function.__kwdefaults__ or {}),
        ):
            if not defaults:
                self.checks.unless(f"{scope.name}.{attribute}")
                continue
            found = self.checks.variable(f"{scope.name}.{attribute}")
            self.checks.unless(f"not {found} or len({found}) != {len(defaults)}")
            for key, value in defaults.items():
                text = f"{found}[{key}]" if attribute == "__defaults__" else f"{found}.get({key!r}, MISSING)"
                self._add_value("its default", ("default", str(key)), scope, value, 0, text)

    def _add_chain_or_wait(
        self, scope: _Scope, kind: str, chain: Chain, line: int, value: Any, text: str
    ) -> None:
        """Add what a chain of names leads to; what may not be read is refused when the function comes to it.

        Until then it is compared by identity, which the function can ask for. A module of derivata has other names.
        """
        try:
            self._add_chain(scope, kind, chain, line, value, text)
        except CannotCompile as error:
            if (kind, chain[0]) in scope.places or is_library(value):
                raise
            self.checks.same(text, value, "object")
            scope.places[kind, chain[0]] = self._unread(value, error)

    def _unread(self, value: Any, why: CannotCompile) -> Any:
        """Return what stands for an object that may not be read, everywhere."""
        return self._waiting.setdefault(id(value), unread(why))

    def _add_chain(self, scope: _Scope, kind: str, chain: Chain, line: int, value: Any, text: str) -> None:
        """Add what a chain of names leads to; `text` is the expression of the first one, whose value is given."""
        root, left, function = value, list(chain[1:]), scope.function
        if isinstance(root, ModuleType) and not is_library(root) and left:
            self.checks.same(self.checks.variable(text), root, "module")
            self._fixed(
                scope.places, kind, chain[0], self._member(root, left, f"{where(function, line)} reads")
            )
            return
        while is_library(value) and left:
            name = left.pop(0)
            if not hasattr(value, name):
                raise CannotCompile(f"{where(function, line)} reads {'.'.join(chain)}, which is not there")
            value = getattr(value, name)
        for name in () if isinstance(value, EnumType | None) else left:
            if not (is_member(name) if _has_members(root) else is_attribute(name)):
                raise CannotCompile(f"{where(function, line)} uses .{name}, which compiled functions may not")
        if (
            isinstance(value, EnumType)
            and is_choice(value)
            and left
            and left[0] in value.__members__
            and {*left[1:]} <= {"name", "value"}
        ):
            self.checks.same(self.checks.variable(text), value, "class")
            self._fixed(scope.places, kind, chain[0], SimpleNamespace(**value.__members__))
        elif value is root:
            self._add_value(chain[0], (kind, chain[0]), scope, value, line, text)
        elif is_function(value) or is_number(value) or value is Tensor:
            if text:
                self.checks.same(self.checks.variable(text), root, "module")
            module = self.checks.known(root, "module")
            found = ".".join([module, *chain[1 : len(chain) - len(left)]])
            if is_number(value):
                self.checks.number(self.checks.variable(found, "AttributeError"), value)
            else:
                self.note(value)
                self.checks.same(self.checks.variable(found, "AttributeError"), value, chain[-1 - len(left)])
            self._fixed(scope.places, kind, chain[0], root)
        else:
            raise CannotCompile(
                f"{where(function, line)} reads {'.'.join(chain)}, which compiled functions may not: see "
                "derivata/compiling.md"
            )

    def _member(self, module: ModuleType, names: list[str], subject: str) -> SimpleNamespace:
        """Return what stands for a module of Python, with the one of its members that a chain of names leads to."""
        found = self._namespaces.setdefault(id(module), SimpleNamespace())
        value = vars(module).get(names[0], UNKNOWN)
        text = f"{self.checks.known(module, 'module')}.__dict__.get({names[0]!r}, MISSING)"
        try:
            self._add_member(found, module, value, names, subject, text)
        except CannotCompile as error:
            if hasattr(found, names[0]) or value is UNKNOWN or is_library(value):
                raise
            self.checks.same(text, value, "object")
            setattr(found, names[0], self._unread(value, error))
        return found

    def _add_member(
        self,
        found: SimpleNamespace,
        module: ModuleType,
        value: Any,
        names: list[str],
        subject: str,
        text: str,
    ) -> None:
        """Add the member to what stands for its module."""
        name, said = names[0], f"{subject} {module.__name__}.{names[0]}"
        if isinstance(value, ModuleType) and not is_library(value) and len(names) > 1:
            self.checks.same(text, value, "module")
            stands: Any = self._member(value, names[1:], subject)
        elif (stands := self.value_of(value, text)) is UNKNOWN:
            raise CannotCompile(f"{said}, a {type(value).__name__}, whose changes cannot be noticed")
        for attribute in names[1:]:
            if not (
                is_member(attribute)
                if isinstance(value, Module | ModuleType) or is_plain(value)
                else is_attribute(attribute)
            ):
                raise CannotCompile(f"{said}.{attribute}, which compiled functions may not")
        setattr(found, name, stands)

    def _add_value(
        self, name: str, key: tuple[str, str], scope: _Scope, value: Any, line: int, text: str
    ) -> None:
        if key in scope.places:
            return
        found = self.value_of(value, text)
        if found is UNKNOWN:
            raise CannotCompile(
                f"{where(scope.function, line)} reads {name}, a {type(value).__name__}, whose changes cannot be "
                "noticed; pass what it is used for as an argument"
            )
        scope.places[key] = found

    def _fixed(self, places: dict[Any, Any], kind: str, name: str, value: Any) -> None:
        """Keep something that is the same in copies."""
        places.setdefault((kind, name), value)

    def _global_of(self, scope: _Scope, name: str) -> tuple[Any, str]:
        """Return a global of a function, and its expression, or the builtin of that name."""
        names = scope.function.__globals__
        if name in names:
            return names[name], f"{scope.names}.get({name!r}, MISSING)"
        if name in BUILTINS:
            builtins: dict[str, Any] = _builtins_of(scope.function)
            self.checks.unless(f"{name!r} in {scope.names}")
            self.checks.by_kind |= name in ("isinstance", "hasattr", "getattr")
            return builtins.get(name), f"{self.checks.known(builtins, 'builtins')}.get({name!r})"
        raise CannotCompile(f"{where(scope.function, 0)} uses {name}, which compiled functions may not")

    def _content_of(self, scope: _Scope, name: str) -> tuple[Any, str]:
        """Return a variable of an enclosing function, and its expression."""
        function = scope.function
        cell = (function.__closure__ or ())[function.__code__.co_freevars.index(name)]
        try:
            content = cell.cell_contents
        except ValueError:
            raise CannotCompile(f"a function reads {name}, which has no value yet") from None
        return content, self.checks.variable(f"{self.checks.known(cell, name)}.cell_contents", "ValueError")

    def copy(self, function: FunctionType, owner: StandIn | None = None) -> FunctionType:
        """Return the copy of a function that sees stand-ins, and nothing but what was found in its code.

        If it is a method of an `owner`, what it reads of its first argument is noticed. One in which `super()` may be
        has a copy for each owner.
        """
        code = function.__code__
        above = None if owner is None or "__class__" not in code.co_freevars else owner
        if (id(function), id(above)) in self._copies:
            return self._copies[id(function), id(above)]
        if code in _WRAPPERS:
            return self._wrapper(function)
        names: dict[str, Any] = {"__builtins__": BUILTINS, "__name__": function.__module__}
        cells = tuple([CellType() for _ in code.co_freevars])
        if has_handlers(code):
            code, self._listener.handles = without_handlers(code), True
        new = FunctionType(code, names, function.__name__, None, cells)
        self._copies[id(function), id(above)] = new
        try:
            self._add(function, owner is not None)
        except CannotCompile:
            del self._copies[id(function), id(above)]
            raise
        places = self._places[id(function)]
        places = {key: self.seen(value) for key, value in places.items()}
        names.update({name: places[kind, name] for kind, name in places if kind == "global"})
        for name, cell in zip(code.co_freevars, cells, strict=True):
            if ("cell", name) in places:
                cell.cell_contents = places["cell", name]
        if above is not None:
            names["super"] = self._above(function, above)
        count = len(function.__defaults__ or ())
        new.__defaults__ = tuple([places["default", str(n)] for n in range(count)]) or None
        new.__kwdefaults__ = {name: places["default", name] for name in function.__kwdefaults__ or ()}
        return new

    def _above(self, function: FunctionType, owner: StandIn) -> Callable[..., Any]:
        """Return what `super` is in a method, whatever it is given: the class of the method, and its object."""
        cell = (function.__closure__ or ())[function.__code__.co_freevars.index("__class__")]
        kind = cell.cell_contents
        if not module_in(function.__code__):
            raise CannotCompile(f"{where(function, 0)} calls super() where its first argument is another one")
        self.checks.same(f"{self.checks.known(cell, 'class')}.cell_contents", kind, "class")
        return lambda *_: owner.above(kind)

    def _wrapper(self, function: FunctionType) -> FunctionType:
        """Return what derivata has made of a function with the copy of that function in it; the rest is its own."""
        cells = []
        for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
            text, content = (
                self.checks.variable(f"{self.checks.known(cell, name)}.cell_contents"),
                cell.cell_contents,
            )
            if type(getattr(content, "__self__", None)) in (GradMode, no_grad, enable_grad):
                self.checks.same(text, content, "mode")
                found = content
            else:
                found = self.value_of(content, text)
            if found is UNKNOWN:
                raise CannotCompile(f"{function.__name__} is made of a {type(content).__name__}")
            cells.append(CellType(found))
        return FunctionType(function.__code__, function.__globals__, function.__name__, None, tuple(cells))


_WRAPPERS = frozenset({made(len).__code__ for made in (grad, value_and_grad, grad_and_value, GradMode(True))})
"""The code of what these return."""


def where(function: FunctionType, line: int) -> str:
    """Return the beginning of a message: which function, which line."""
    code = function.__code__
    return f"{function.__name__} ({code.co_filename}, line {line or code.co_firstlineno})"


def place_of(error: BaseException) -> str:
    """Return the beginning of a message about an error in a traced function: which function, which line."""
    if hasattr(error, "is_placed"):
        return ""
    found, step = "", error.__traceback__
    while step is not None:
        code = step.tb_frame.f_code
        if step.tb_frame.f_globals.get("__builtins__") is BUILTINS:
            found = f"{code.co_name} ({code.co_filename}, line {step.tb_lineno}): "
        step = step.tb_next
    return found


def _has_members(value: Any) -> bool:
    """Tell whether a value may have attributes of any name: reads of them are noticed, or they never change."""
    return isinstance(value, Module) or is_plain(value) or is_record(type(value))
