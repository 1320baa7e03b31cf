"""What the code of a function reads from outside: globals, variables of enclosing functions, defaults.

The code is looked through before it runs. Numbers, tensors and other functions may be read: they count as arguments of
each call, so that a change of theirs is noticed. Whatever else is read, and every name that is not in `vocabulary`,
is a reason not to compile. While it is traced, a function runs with nothing but what was found here.
"""

from __future__ import annotations

import dis
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter, is_not
from types import CellType, CodeType, FunctionType, ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any

from ..arrays.random import Generator
from ..func.gradient import grad, grad_and_value, value_and_grad
from ..nn.module import Module
from ..optim.lr_scheduler.schedule import LRScheduler
from ..runtime.tensors.tensor import Tensor
from .guards import Checks
from .modules import StandInModule
from .optimizers import OptimizerStandIn, ScheduleStandIn, Stepping
from .refusal import CannotCompile
from .vocabulary import is_attribute, is_function, is_library, is_member, is_number

if TYPE_CHECKING:
    from .listener import Listener

_builtins_of = attrgetter("__builtins__")  # of which not all type stubs know
_ATTRIBUTE = frozenset({"LOAD_ATTR", "LOAD_METHOD"})
_LOCAL = frozenset(
    {
        *(
            "LOAD_CLOSURE",
            "MAKE_CELL",
            "COPY_FREE_VARS",
            "DELETE_DEREF",
            "STORE_NAME",
            "LOAD_FAST",
            "STORE_FAST",
        ),
        *("LOAD_CLASSDEREF", "LOAD_FROM_DICT_OR_DEREF"),
    }
)
_REFUSED = {
    "STORE_GLOBAL": "writes to the global variable",
    "DELETE_GLOBAL": "deletes the global variable",
    "STORE_ATTR": "sets the attribute",
    "DELETE_ATTR": "deletes the attribute",
    "IMPORT_NAME": "imports",
    "LOAD_BUILD_CLASS": "defines a class",
    "YIELD_VALUE": "is a generator: it yields",
    "GET_AWAITABLE": "awaits",
    "PUSH_EXC_INFO": "has a `try` block",
}
_NAMELESS = frozenset({"LOAD_BUILD_CLASS", "YIELD_VALUE", "GET_AWAITABLE", "PUSH_EXC_INFO"})

MOST = 64
"""The most parts of a container from outside, which are compared at each call."""

Chain = tuple[str, ...]
"""A name and the attributes that are looked for in it."""


@dataclass(frozen=True)
class Names:
    """The chains of names that a code object reads, those of the functions inside of it included.

    `by_identity` says whether it compares with `is`, other than with a constant.
    """

    of_globals: frozenset[tuple[Chain, int]]
    of_cells: frozenset[tuple[Chain, int]]
    by_identity: bool


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


class Reads:
    """What a call reads from outside: `checks` get what must be the same at another call.

    `copy` makes a function that reads stand-ins instead.

    Attributes
    ----------
    modules : list of Module
        Those that were read.
    """

    def __init__(self, checks: Checks, listener: Listener, modules: list[Module]) -> None:
        self.checks, self.modules, self._listener = checks, modules, listener
        self._places: dict[int, dict[tuple[str, str], Any]] = {}  # what each function reads, by kind and name
        self._copies: dict[int, FunctionType] = {}
        self._modules: dict[int, Any] = {}
        self._tensors: dict[int, tuple[Tensor, str]] = {}
        self._namespaces: dict[int, SimpleNamespace] = {}
        self._containers: dict[int, tuple[Any, str, Any, list[Any]]] = {}

    def _add(self, function: FunctionType, method: bool) -> None:
        """Add what a function reads, and what the functions that it reads do."""
        places = self._places[id(function)] = {}
        own = self.checks.known(function, "function")
        self.checks.same(f"{own}.__code__", function.__code__, "code")
        scope = _Scope(function, own, self.checks.known(function.__globals__, "globals"), places)
        names = names_of(function.__code__, method)
        self.checks.by_identity |= names.by_identity
        for chain, line in sorted(names.of_globals):
            self._add_chain(scope, "global", chain, line, *self._global_of(scope, chain[0]))
        for chain, line in sorted(names.of_cells):
            self._add_chain(scope, "cell", chain, line, *self._content_of(scope, chain[0]))
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
        for name in left:
            if not (is_member(name) if isinstance(root, Module) else is_attribute(name)):
                raise CannotCompile(f"{where(function, line)} uses .{name}, which compiled functions may not")
        if value is root:
            self._add_value(chain[0], (kind, chain[0]), scope, value, line, text)
        elif is_function(value) or is_number(value) or value is Tensor:
            if text:
                self.checks.same(self.checks.variable(text), root, "module")
            module = self.checks.known(root, "module")
            found = ".".join([module, *chain[1 : len(chain) - len(left)]])
            if is_number(value):
                self.checks.number(self.checks.variable(found, "AttributeError"), value)
            else:
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
        name, value = names[0], vars(module).get(names[0], UNKNOWN)
        said = f"{subject} {module.__name__}.{name}"
        text = f"{self.checks.known(module, 'module')}.__dict__.get({name!r}, MISSING)"
        if isinstance(value, ModuleType) and not is_library(value) and len(names) > 1:
            self.checks.same(text, value, "module")
            stands: Any = self._member(value, names[1:], subject)
        elif (stands := self.value_of(value, text)) is UNKNOWN:
            raise CannotCompile(f"{said}, a {type(value).__name__}, whose changes cannot be noticed")
        for attribute in names[1:]:
            if not (
                is_member(attribute) if isinstance(value, Module | ModuleType) else is_attribute(attribute)
            ):
                raise CannotCompile(f"{said}.{attribute}, which compiled functions may not")
        setattr(found, name, stands)
        return found

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

    def value_of(self, value: Any, text: str) -> Any:
        """Return what stands for a value that the expression `text` leads to, if any; UNKNOWN if nothing does.

        A change of it will be noticed.
        """
        held, value = value, getattr(type(value), "inside", _itself)(value)
        if isinstance(value, Module):
            self.checks.same(text, held, "module")
            return self.module(value)
        if isinstance(value, FunctionType) and not is_function(value):
            self.checks.same(text, held, "function")
            return self.copy(value)
        if isinstance(value, Tensor):
            return self._tensor(value, text)
        if type(value) in (list, dict) or (type(value) is tuple and not is_number(value)):
            return self._container(value, text)
        if isinstance(value, Stepping):
            self.checks.same(text, value, "optimizer")
            return self.stepping(value)
        if isinstance(value, Generator):
            self.checks.same(text, value, "generator")
            return self._listener.generator(value)
        if is_number(value):
            self.checks.add(text, value)
            return value
        if is_function(value):
            if text:
                self.checks.same(text, value, "function")
            return value
        return UNKNOWN

    def _tensor(self, tensor: Tensor, text: str) -> Tensor:
        """Return the stand-in of a tensor from outside, one for all places where it is found."""
        if id(tensor) in self._tensors:
            found, name = self._tensors[id(tensor)]
            self.checks.unless(f"{self.checks.variable(text)} is not {name}")
            return found
        self.checks.add(text, tensor)
        found = self._listener.stand_in(tensor)
        self._tensors[id(tensor)] = found, self.checks.tensors[-1]
        return found

    def _container(self, value: Any, text: str) -> Any:
        """Return a copy of a container from outside with what stands for its parts, one for all its names."""
        if id(value) in self._containers:
            found, name, *_ = self._containers[id(value)]
            self.checks.unless(f"{self.checks.variable(text)} is not {name}")
            return found
        if len(value) > MOST or (type(value) is dict and not all(map(is_number, value))):
            return UNKNOWN
        name, texts = self.checks.container(text, value)
        self._containers[id(value)] = UNKNOWN, name, value, []  # if it is in itself
        parts = value.values() if type(value) is dict else value
        stands = [self.value_of(part, of_part) for part, of_part in zip(parts, texts, strict=True)]
        if any(part is UNKNOWN for part in stands):
            return UNKNOWN
        found = dict(zip(value, stands, strict=True)) if type(value) is dict else type(value)(stands)
        self._containers[id(value)] = found, name, value, stands
        return found

    def check_containers(self) -> None:
        """Raise if the function has changed a container from outside."""
        for found, _, _, stands in self._containers.values():
            if found is UNKNOWN:
                continue
            parts = [*found.values()] if type(found) is dict else found
            if len(parts) != len(stands) or any(map(is_not, parts, stands)):
                raise CannotCompile(f"it changes a {type(found).__name__} from outside")

    def stepping(self, value: Stepping) -> Any:
        """Return what stands for an optimiser, whose tensors are inputs, or for a schedule."""
        if isinstance(value, LRScheduler):
            return ScheduleStandIn(value)
        groups = self.checks.variable(f"{self.checks.known(value, 'optimizer')}.param_groups")
        self.checks.unless(f"len({groups}) != {len(value.param_groups)}")
        found = []
        for place, group in enumerate(value.param_groups):
            params = self.checks.variable(f"{groups}[{place}]['params']")
            self.checks.unless(f"len({params}) != {len(group['params'])}")
            found += [self._tensor(param, f"{params}[{n}]") for n, param in enumerate(group["params"])]
        return OptimizerStandIn(value, found)

    @staticmethod
    def knows(found: Any) -> bool:
        """Tell whether `value_of` returned something that stands for a value."""
        return found is not UNKNOWN

    def module(self, module: Module) -> Any:
        """Return the stand-in of a module."""
        if id(module) not in self._modules:
            self.modules.append(module)
            self._modules[id(module)] = StandInModule(module, self).shown
        return self._modules[id(module)]

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
            self.checks.by_kind |= name == "isinstance"
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

    def copy(self, function: FunctionType, method: bool = False) -> FunctionType:
        """Return the copy of a function that sees stand-ins, and nothing but what was found in its code.

        It is the `method` of a module: what it reads of its first argument is noticed.
        """
        if id(function) in self._copies:
            return self._copies[id(function)]
        code = function.__code__
        if code in _TRANSFORMS:
            return self._transformed(function)
        names: dict[str, Any] = {"__builtins__": BUILTINS, "__name__": function.__module__}
        cells = tuple([CellType() for _ in code.co_freevars])
        new = self._copies[id(function)] = FunctionType(code, names, function.__name__, None, cells)
        self._add(function, method)
        places = self._places[id(function)]
        names.update({name: places[kind, name] for kind, name in places if kind == "global"})
        for name, cell in zip(code.co_freevars, cells, strict=True):
            if ("cell", name) in places:
                cell.cell_contents = places["cell", name]
        count = len(function.__defaults__ or ())
        new.__defaults__ = tuple([places["default", str(n)] for n in range(count)]) or None
        new.__kwdefaults__ = {name: places["default", name] for name in function.__kwdefaults__ or ()}
        return new

    def _transformed(self, function: FunctionType) -> FunctionType:
        """Return the gradient of a function with the copy of that function in it; the rest is derivata's own."""
        cells = []
        for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
            text = self.checks.variable(f"{self.checks.known(cell, name)}.cell_contents")
            found = self.value_of(cell.cell_contents, text)
            if found is UNKNOWN:
                raise CannotCompile(
                    f"{function.__name__} is the gradient of a {type(cell.cell_contents).__name__}"
                )
            cells.append(CellType(found))
        new = self._copies[id(function)] = FunctionType(
            function.__code__, function.__globals__, function.__name__, None, tuple(cells)
        )
        return new


def _itself(value: Any) -> Any:
    return value


_TRANSFORMS = frozenset({transform(len).__code__ for transform in (grad, value_and_grad, grad_and_value)})
"""The code of what these return."""

UNKNOWN = object()
"""What stands for a value that functions may not read."""

BUILTINS: dict[str, Any] = {
    name: value for name, value in vars(__import__("builtins")).items() if is_function(value)
}
"""The builtins that traced functions see."""


def where(function: FunctionType, line: int) -> str:
    """Return the beginning of a message: which function, which line."""
    code = function.__code__
    return f"{function.__name__} ({code.co_filename}, line {line or code.co_firstlineno})"


def place_of(error: BaseException) -> str:
    """Return the beginning of a message about an error in a traced function: which function, which line."""
    found, step = "", error.__traceback__
    while step is not None:
        code = step.tb_frame.f_code
        if step.tb_frame.f_globals.get("__builtins__") is BUILTINS:
            found = f"{code.co_name} ({code.co_filename}, line {step.tb_lineno}): "
        step = step.tb_next
    return found


@lru_cache(maxsize=1024)
def names_of(code: CodeType, method: bool = False) -> Names:
    """Return what a code object reads, of a module's method or not; raises for what no compiled function may do."""
    found: tuple[set[tuple[Chain, int]], set[tuple[Chain, int]], set[str]] = (set(), set(), set())
    _walk(
        code, code, frozenset(code.co_freevars), found, inner=False, module=_module_in(code) if method else ""
    )
    return Names(frozenset(found[0]), frozenset(found[1]), bool(found[2]))


def _module_in(code: CodeType) -> str:
    """Return the variable that has nothing but the module in it whose method this is, if there is one."""
    name = code.co_varnames[0] if code.co_argcount else ""
    changed = any(
        i.argval == name and i.opname.startswith(("STORE", "DELETE")) for i in dis.get_instructions(code)
    )
    return "" if changed else name


def _walk(
    top: CodeType, code: CodeType, free: frozenset[str], found: Any, inner: bool, module: str = ""
) -> None:
    """Note the names of a code object, and of those inside of it; `free` are variables from outside of all of them."""
    instructions = [
        i for i in dis.get_instructions(code) if i.opname not in ("EXTENDED_ARG", "CACHE", "PUSH_NULL")
    ]
    line, used = code.co_firstlineno, set[int]()
    lines = {offset: number for offset, _, number in _lines(code)}
    for place, instruction in enumerate(instructions):
        line = lines.get(instruction.offset, line)
        name, opname = str(instruction.argval), instruction.opname
        subject = f"{top.co_name} ({code.co_filename}, line {line})"
        generator = inner and code.co_name == "<genexpr>"
        follows = instructions[place + 1].opname if place + 1 < len(instructions) else ""
        of_with = opname == "PUSH_EXC_INFO" and follows == "WITH_EXCEPT_START"
        if opname in _REFUSED and not (opname == "YIELD_VALUE" and generator) and not of_with:
            raise CannotCompile(f"{subject} {_REFUSED[opname]}{'' if opname in _NAMELESS else ' ' + name}")
        outer = name in free
        if opname in ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_DEREF"):
            chain = (name, *_attributes(instructions[place + 1 :], used, place + 1))
            if opname != "LOAD_DEREF":
                found[0].add((chain, line))
            elif outer:
                found[1].add((chain, line))
            elif len(chain) > 1:
                _check_attributes(subject, chain[1:])
        elif opname == "IS_OP" and instructions[place - 1].opname != "LOAD_CONST":
            found[2].add(opname)
        elif opname == "STORE_DEREF" and outer:
            raise CannotCompile(f"{subject} writes to {name}, a variable of the function around it")
        elif opname in _ATTRIBUTE:
            before = instructions[place - 1]
            of_module = module and before.opname == "LOAD_FAST" and before.argval == module
            if place not in used and not of_module:
                _check_attributes(subject, (name,))
        elif instruction.opcode in (*dis.hasname, *dis.hasfree) and opname not in (*_LOCAL, "STORE_DEREF"):
            raise CannotCompile(f"{subject} has the instruction {opname} of {name}, which is not known here")
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            inside = frozenset(name for name in constant.co_freevars if name in free)
            _walk(top, constant, inside, found, inner=True)


def _lines(code: CodeType) -> Iterator[tuple[int, int, int]]:
    return ((start, end, number) for start, end, number in code.co_lines() if number is not None)


def _attributes(rest: list[Any], used: set[int], place: int) -> Iterator[str]:
    """Yield the attributes that are looked for in what was just read."""
    for offset, instruction in enumerate(rest):
        if instruction.opname not in _ATTRIBUTE:
            return
        used.add(place + offset)
        yield str(instruction.argval)


def _check_attributes(subject: str, names: tuple[str, ...]) -> None:
    for name in names:
        if not is_member(name):
            raise CannotCompile(f"{subject} uses .{name}, which compiled functions may not")
