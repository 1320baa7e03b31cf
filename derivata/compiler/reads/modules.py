"""Stand-ins of modules and other objects: they tell what a traced function reads of them, which is compared later.

A stand-in has the class of its object, in a subclass, so that methods find each other. Nothing can be written to it.
Methods of derivata's own modules run as they are; those that users wrote are copied as other functions are.
"""

from __future__ import annotations

import inspect
from functools import cache
from types import FunctionType, MappingProxyType, MethodType
from typing import TYPE_CHECKING, Any

from ...nn.hooks import EVERYWHERE
from ...nn.module import Module
from ..refusal import CannotCompile
from ..vocabulary import is_attribute, is_member, is_number, words

if TYPE_CHECKING:
    from .outside import Outside

_HARMLESS = words(
    """
    __init__ __module__ __doc__ __dict__ __weakref__ __annotations__ __annotate__ __annotate_func__ __qualname__
    __firstlineno__ __static_attributes__ __repr__ __str__ __classcell__ __getstate__ __setstate__ __reduce__ __slots__
    __annotations_cache__ __parameters__ __orig_bases__ __abstractmethods__ __type_params__ __classdictcell__
    __setattr__ __delattr__ __slotnames__ __match_args__ __dataclass_fields__ __dataclass_params__ __post_init__
    __replace__
    """
)
"""Special names that classes of users may define: no traced function reads them."""
_REFUSED = words("__eq__ __ne__ __hash__ __contains__ __lt__ __le__ __gt__ __ge__ __bool__ __len__")
"""Those that they may define as well, as data classes do, but that no traced function may call."""
_REPLACED = frozenset({"_absent", "_buffer_names"})
"""Attributes of modules that are never changed, but replaced."""
_LIBRARY = Module.__module__.rpartition(".")[0]
_OUTSIDE = words(
    "parameters named_parameters children named_children modules named_modules buffers zero_grad"
)
"""Methods of `Module` itself, beside `forward`, that functions may call."""


class StandIn:
    """What is read of an object of a class in Python, and its stand-in.

    Attributes
    ----------
    shown : Any
        What traced functions see.
    """

    def __init__(self, held: Any, reads: Outside, word: str = "object") -> None:
        self._held, self._reads, self._checks = held, reads, reads.checks
        self._kind = type(held)
        name = self._checks.known(held, word)
        self._class = self._checks.known(self._kind, "class")
        self._members = f"{name}.__dict__"
        self._checks.unless(f"{name}.__class__ is not {self._class}")
        self._read: dict[str, Any] = {}
        self.shown: Any = object.__new__(_class_of(self._kind))  # type: ignore[arg-type]
        object.__setattr__(self.shown, "_record", self)

    def call(self, args: Any, kwargs: Any) -> Any:
        """Call the object."""
        return self.read("__call__")(*args, **kwargs)

    @property
    def _dict(self) -> str:
        return self._checks.variable(self._members)

    def read(self, name: str) -> Any:
        """Return what stands for an attribute, whose changes are noticed from now on."""
        if name == "__class__":
            return type(self.shown)
        if name not in self._read:
            if name == "__dict__":
                self._read[name] = MappingProxyType(self._all())
            elif name in self._held.__dict__:
                self._read[name] = self._own(name)
            else:
                self._read[name] = self._of_class(name)
        return self._read[name]

    def _all(self) -> dict[str, Any]:
        """Return all attributes of the object itself that may be read."""
        self._checks.unless(f"[*{self._dict}] != {[*self._held.__dict__]!r}")
        found = {}
        for name, value in self._held.__dict__.items():
            stands = self._reads.value_of(value, f"{self._dict}[{name!r}]")
            if self._reads.knows(stands):
                found[name] = stands
            else:
                self._checks.same(f"{self._dict}[{name!r}].__class__", type(value), "class")
        return found

    def _own(self, name: str) -> Any:
        value = self._held.__dict__[name]
        if name in _REPLACED:
            self._checks.same(f"{self._dict}.get({name!r}, MISSING)", value, "members")
            return value
        found = self._reads.value_of(value, f"{self._dict}.get({name!r}, MISSING)")
        if not self._reads.knows(found):
            raise self._refusal(name, f"a {type(value).__name__}, whose changes cannot be noticed")
        return found

    def _of_class(self, name: str) -> Any:
        """Return what stands for something that the module's class has: a method, a property, or a number."""
        self._checks.unless(f"{name!r} in {self._dict}")
        value = inspect.getattr_static(self._kind, name, None)
        if value is None and not hasattr(self._kind, name):
            self._checks.unless(f"hasattr({self._class}, {name!r})")
            raise AttributeError(f"{self._kind.__name__} has no attribute {name!r}")
        return self._member(name, value, f"{self._class}.{name}")

    def above(self, kind: type) -> Any:
        """Return what `super()` is in a method of a class: it has what stands for members of the classes above."""
        return _Above(self, kind)

    def read_above(self, kind: type, name: str) -> Any:
        """Return what stands for a member of the classes above one."""
        order = self._kind.__mro__
        for base in order[order.index(kind) + 1 :]:
            if name in vars(base):
                text = f"super({self._checks.known(kind, 'class')}, {self._class}).{name}"
                return self._member(name, vars(base)[name], text)
        raise AttributeError(f"'super' object has no attribute {name!r}")

    def _member(self, name: str, value: Any, text: str) -> Any:
        """Return what stands for a member of a class that an expression leads to."""
        if isinstance(value, FunctionType):
            self._checks.same(text, value, "function")
            return MethodType(self._function(name, value), self.shown)
        if isinstance(value, staticmethod) and isinstance(value.__func__, FunctionType):
            self._checks.same(text, value.__func__, "function")
            return self._function(name, value.__func__, False)
        if isinstance(value, property) and isinstance(value.fget, FunctionType):
            self._checks.same(text, value, "property")
            return self._function(name, value.fget)(self.shown)
        if name in _REPLACED:
            return value
        if is_number(value):
            self._checks.number(self._checks.variable(text, "AttributeError"), value)
            return value
        raise self._refusal(name, f"a {type(value).__name__} of its class")

    def _function(self, name: str, function: FunctionType, method: bool = True) -> FunctionType:
        """Return a method as it may be called."""
        if not is_own(function):
            return self._reads.copy(function, self if method else None)
        of_tree = f"{function.__module__}.".startswith(f"{_LIBRARY}.modules.") or name in _OUTSIDE
        if of_tree or name.startswith("_") or name == "forward":
            return function
        raise self._refusal(name, "which compiled functions may not call")

    def _refusal(self, name: str, why: str) -> CannotCompile:
        return CannotCompile(f"{self._kind.__name__}.{name} is read, {why}")


def get_member(value: Any, name: str, *default: Any) -> Any:
    """Do what `getattr` does, with names that functions may say."""
    noticed = issubclass(type(value), Module) or "_record" in getattr(type(value), "__slots__", ())
    if not (is_member(name) if noticed else is_attribute(name)):
        raise CannotCompile(f"getattr or hasattr of .{name}, which compiled functions may not use")
    return getattr(value, name, *default)


def has_member(value: Any, name: str) -> bool:
    """Do what `hasattr` does, with names that functions may say."""
    missing = object()
    return get_member(value, name, missing) is not missing


class _Above:
    """Stands for `super()` in a method."""

    def __init__(self, record: StandIn, kind: type) -> None:
        self._record, self._of = record, kind

    def __getattr__(self, name: str) -> Any:
        return self._record.read_above(self._of, name)


class StandInModule(StandIn):
    """What is read of a module, and its stand-in."""

    def __init__(self, module: Module, reads: Outside) -> None:
        super().__init__(module, reads, "module")

    def call(self, args: Any, kwargs: Any) -> Any:
        """Call the module."""
        if self._held._hooked or EVERYWHERE:
            raise CannotCompile(
                f"{self._kind.__name__} has hooks, which cannot be part of a compiled function"
            )
        self._checks.unless("EVERYWHERE")
        self._checks.unless(f"'_hooked' in {self._dict}")
        return self.shown.forward(*args, **kwargs)


def is_plain(value: Any) -> bool:
    """Tell whether an object is one of a class that a user wrote, with attributes of its own."""
    kind: Any = type(value)
    made: Any = [base.__new__ for base in kind.__mro__ if not isinstance(base.__new__, FunctionType)]
    return (
        type(kind) is type
        and hasattr(value, "__dict__")
        and not f"{kind.__module__}.".startswith(f"{_LIBRARY.partition('.')[0]}.")
        and all(new is object.__new__ for new in made)
    )


def is_own(found: FunctionType | type) -> bool:
    """Tell whether derivata's modules have a function, or a class."""
    return f"{found.__module__}.".startswith(f"{_LIBRARY}.")


@cache
def _class_of(kind: type) -> type:
    """Return the class of stand-ins of a class of modules or other objects."""
    refused: set[str] = set()
    for base in [base for base in kind.__mro__[:-1] if not is_own(base)]:
        refused |= _REFUSED.intersection(vars(base))
        for name in vars(base):
            special = name.startswith("__") and name.endswith("__")
            called = name == "__call__" and not issubclass(kind, Module)
            if special and not (called or name in _HARMLESS or name in _REFUSED):
                raise CannotCompile(f"{base.__name__} defines {name}, which compiled functions may not use")

    def read(self: Any, name: str) -> Any:
        return object.__getattribute__(self, "_record").read(name)

    def call(self: Any, *args: Any, **kwargs: Any) -> Any:
        return object.__getattribute__(self, "_record").call(args, kwargs)

    def write(self: Any, name: str, *value: Any) -> None:
        raise CannotCompile(f"{kind.__name__}.{name} is written, which compiled functions may not")

    def refuse(*_: Any) -> None:
        raise CannotCompile(
            f"a {kind.__name__} is compared, counted or looked into, which compiled functions may not"
        )

    names = {
        **dict.fromkeys(refused, refuse),
        "__slots__": ("_record",),
        "__getattribute__": read,
        "__call__": call,
        "__setattr__": write,
        "__delattr__": write,
        "__module__": kind.__module__,
    }
    return type(kind.__name__, (kind,), names)
