"""The dependencies of loops beyond those in the name of a cache entry.

They are the texts of the modules of all functions that a loop calls, and of the constants that these use. They are
found by following the names in the code of functions, independently of the compiler; of a module of `arrays`, the texts
of all modules that it imports count. An entry lists them, and is used only if they are unchanged: the texts, and the
values of names in modules that are imported already.
"""

from __future__ import annotations

import ast
import builtins
import operator
import sys
from collections.abc import Callable
from importlib.util import resolve_name
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

from .digest import Digest
from .sources import Unknown, covered, has_code, imported, own, path, read, require_unedited, statement

__all__ = ["hold", "reads"]

_CONSTANTS = (bool, int, float, complex, str, bytes, type(None), np.bool_, np.number, np.dtype)
_PURE = frozenset({abs, bool, complex, float, int, len, max, min, pow, round, sum, tuple})
_OPERATORS: dict[type, Callable[..., Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod, ast.Pow: operator.pow, ast.LShift: operator.lshift,
    ast.RShift: operator.rshift, ast.BitAnd: operator.and_, ast.BitOr: operator.or_, ast.BitXor: operator.xor,
    ast.UAdd: operator.pos, ast.USub: operator.neg, ast.Invert: operator.invert, ast.Not: operator.not_,
}  # fmt: skip


def reads(module: str, function: str) -> str:
    """Return the dependencies of a loop as words `module=digest` and `module:name=digest`.

    Raises `Unknown` for those that a later process could not check.
    """
    walk = _Walk()
    if not covered(module):
        walk.name(module, function)
    return " ".join(f"{key}={value}" for key, value in walk.found.items())


def hold(words: str) -> bool:
    """Tell whether the dependencies of a cached loop are unchanged; imports nothing."""
    try:
        return all(_holds(*word.split("=")) for word in words.split())
    except Unknown:
        return False


def _holds(key: str, digest: str) -> bool:
    module, _, name = key.partition(":")
    loaded = sys.modules.get(module)
    if name:
        return loaded is None or _digest(_described(vars(loaded).get(name, ast))) == digest
    file = path(module)
    if loaded is not None:
        require_unedited(file)
    return _digest(read(file)) == digest


class _Walk:
    """A traversal from name to name; `found` maps those that were met to digests of their values."""

    def __init__(self) -> None:
        self.found: dict[str, str] = {}
        self._entered: set[tuple[str, frozenset[str]]] = set()

    def name(self, module: str, name: str, used: frozenset[str] = frozenset()) -> Any:
        """Return the value of a name of a module, if it is what the module's text says.

        If the value is a module, those of its names that are also `used` are followed as well.
        """
        value = _names_in(module).get(name)
        if own(module):
            self._own(module)
            return value
        key = f"{module}:{name}"
        if key not in self.found:
            self.found.setdefault(module, _digest(read(path(module))))
            self.found[key] = _digest(_described(value))
            said = self._said(module, name, value, statement(module, name))
            if said is not value and not (_is_constant(value) and _described(said) == _described(value)):
                raise Unknown(f"{module}.{name} is not what its text says")
        if isinstance(value, ModuleType):
            self._module(value, used)
        return value

    def _own(self, module: str) -> None:
        """Note the text of a module of `arrays`, and the texts of those that it imports."""
        if covered(module) or module in self.found:
            return
        self.found[module] = _digest(read(path(module)))
        for other in imported(module):
            if own(other):
                self._own(other)

    def _module(self, module: ModuleType, used: frozenset[str]) -> None:
        """Follow the names of a module that are used."""
        name = module.__name__
        if own(name):
            self._own(name)
            return
        if covered(name) or (name, used) in self._entered:
            return
        self._entered.add((name, used))
        for attribute in sorted(used & vars(module).keys()):
            inner = sys.modules.get(f"{name}.{attribute}")
            if inner is not None and vars(module)[attribute] is inner:
                self._module(inner, used)
            else:
                self.name(name, attribute, used)

    def _said(self, module: str, name: str, value: Any, made: ast.stmt) -> Any:
        """Return what a statement binds a name to."""
        if isinstance(made, ast.FunctionDef):
            return self._function(module, value, made)
        if isinstance(made, ast.ClassDef):
            if isinstance(value, type) and issubclass(value, BaseException):
                return value  # pickled by its name
        elif isinstance(made, ast.Import | ast.ImportFrom):
            return self._imported(module, name, made)
        elif isinstance(made, ast.Assign | ast.AnnAssign) and made.value is not None:
            targets = made.targets if isinstance(made, ast.Assign) else [made.target]
            if all(isinstance(target, ast.Name) for target in targets):
                if isinstance(made.value, ast.Call) and hasattr(value, "py_func"):
                    return self._decorated(module, value, made.value)
                return self._computed(module, made.value)
        raise Unknown(f"what {module}.{name} is cannot be compared by a later process")

    def _imported(self, module: str, name: str, made: ast.Import | ast.ImportFrom) -> Any:
        (alias,) = (each for each in made.names if name == (each.asname or each.name.partition(".")[0]))
        if isinstance(made, ast.Import):
            return sys.modules.get(alias.name if alias.asname else name)
        origin = resolve_name("." * made.level + (made.module or ""), _names_in(module)["__package__"])
        found = _names_in(origin).get(alias.name)
        if covered(origin) or (found is not None and found is sys.modules.get(f"{origin}.{alias.name}")):
            return found
        return self.name(origin, alias.name)

    def _function(self, module: str, value: Any, made: ast.FunctionDef) -> Any:
        """Return a function of a module, or Numba's dispatcher of it, after following all names that it uses."""
        function = getattr(value, "py_func", value)
        if function is not value:
            self._require_constant_options(module, made)
        if not isinstance(function, FunctionType) or not _is_as_written(function, module):
            raise Unknown(f"{module}.{made.name} is not the function that its text says")
        used = _names(function.__code__)
        for name in sorted(used):
            if name in function.__globals__:
                self.name(module, name, used)
            elif not _is_pythons(vars(builtins).get(name, len)):
                raise Unknown(f"{name} is not Python's own")
        return value

    def _decorated(self, module: str, value: Any, made: ast.Call) -> Any:
        """Return what a decorator of `jit` made of another module's function, after following the names in that."""
        decorator = self._computed(module, made.func)
        plain = len(made.args) == 1 and not made.keywords
        known = plain and covered(getattr(decorator, "__module__", None))
        if known and self._computed(module, made.args[0]) is value.py_func:
            return value
        raise Unknown(f"what {module} makes of a function cannot be compared by a later process")

    def _require_constant_options(self, module: str, made: ast.FunctionDef) -> None:
        for decorator in made.decorator_list:
            for node in ast.walk(decorator):
                if isinstance(node, ast.Call):
                    for argument in (*node.args, *(keyword.value for keyword in node.keywords)):
                        self._computed(module, argument)

    def _computed(self, module: str, node: ast.expr) -> Any:
        """Return the value of an expression that consists of constants and arithmetic."""
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, ast.Name):
            if node.id in _names_in(module):
                return self.name(module, node.id)
            return vars(builtins).get(node.id)
        if isinstance(node, ast.Tuple):
            return tuple([self._computed(module, member) for member in node.elts])
        if isinstance(node, ast.UnaryOp | ast.BinOp):
            parts = (node.operand,) if isinstance(node, ast.UnaryOp) else (node.left, node.right)
            values = [self._computed(module, part) for part in parts]
            if type(node.op) in _OPERATORS and all(map(_is_constant, values)):
                return _OPERATORS[type(node.op)](*values)
        if isinstance(node, ast.Attribute):
            owner = self._computed(module, node.value)
            if isinstance(owner, ModuleType) and covered(owner.__name__):
                return getattr(owner, node.attr)
            if isinstance(owner, ModuleType):
                return self.name(owner.__name__, node.attr)
        if isinstance(node, ast.Call) and not node.keywords:
            function = self._computed(module, node.func)
            arguments = [self._computed(module, argument) for argument in node.args]
            if _is_pure(function) and all(map(_is_constant, arguments)):
                return function(*arguments)
        raise Unknown(f"a constant of {module} is computed by more than arithmetic")


def _names_in(module: str) -> dict[str, Any]:
    """Return the namespace of an imported module."""
    if module not in sys.modules:
        raise Unknown(f"{module} is not imported")
    return vars(sys.modules[module])


def _is_as_written(function: FunctionType, module: str) -> bool:
    """Tell whether a function is the one defined in its module's source, not decorated or replaced."""
    if function.__module__ != module or function.__globals__ is not _names_in(module):
        return False
    if function.__closure__ or function.__defaults__ or function.__kwdefaults__:
        return False
    templates = sys.modules.get("numba.core.typing.templates")
    if templates and any(function is known for known, _ in templates.builtin_registry.globals):
        return False  # an overload: it stands for others
    return has_code(module, function.__code__)


def _is_pythons(value: Any) -> bool:
    return not _is_constant(value) and covered(getattr(value, "__module__", None))


def _is_pure(function: Any) -> bool:
    if isinstance(function, type) and issubclass(function, np.generic | np.dtype):
        return True
    return getattr(function, "__module__", None) == "math" or (
        getattr(function, "__module__", None) == "builtins" and function in _PURE
    )


def _is_constant(value: Any) -> bool:
    if isinstance(value, tuple):
        return type(value) is tuple and all(map(_is_constant, value))
    return isinstance(value, _CONSTANTS)


def _described(value: Any) -> str:
    """Return a description of a value: of constants the value itself, of other objects their names."""
    kind = type(value)
    if _is_constant(value):
        return f"{kind.__module__}.{kind.__qualname__} {value!r}"
    name = getattr(value, "__qualname__", None) or getattr(value, "__name__", "")
    return f"{kind.__module__}.{kind.__qualname__} {getattr(value, '__module__', '')} {name}"


def _digest(data: bytes | str) -> str:
    return Digest(data.encode() if isinstance(data, str) else data).hexdigest()[:32]


def _names(code: CodeType) -> frozenset[str]:
    """Return the global and attribute names that a function uses, nested functions included."""
    names = frozenset(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names |= _names(constant)
    return names
