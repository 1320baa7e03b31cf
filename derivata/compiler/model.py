"""Compiled modules: modules that share all members of the one that they are made of, and call its compiled form."""

from __future__ import annotations

from functools import cache
from typing import Any

from ..nn.module import Module
from .compiled import Compiled


def compiled_module(module: Module, compiled: Compiled) -> Module:
    """Return a module with the members of another one, whose calls are those of its compiled form."""
    made: Module = object.__new__(_class_of(type(module)))  # type: ignore[arg-type]
    object.__setattr__(made, "__dict__", module.__dict__)
    object.__setattr__(made, "compiled", compiled)
    return made


@cache
def _class_of(kind: type[Module]) -> type[Module]:
    """Return the class of compiled modules of a class."""

    def call(self: Any, *args: Any, **kwargs: Any) -> Any:
        return self.compiled(*args, **kwargs)

    def inside(self: Any) -> Module:
        return self.compiled.uncompiled  # type: ignore[no-any-return]

    def reduce(self: Any, protocol: int) -> Any:
        return _again, (
            self.compiled.uncompiled,
            self.compiled.fullgraph,
            self.compiled.wait,
            self.compiled.dynamic,
        )

    names = {
        "__slots__": ("compiled",),
        "__call__": call,
        "__reduce_ex__": reduce,
        "__module__": kind.__module__,
        "__doc__": kind.__doc__,
        "inside": inside,
    }
    return type(f"Compiled{kind.__name__}", (kind,), names)


def _again(module: Module, fullgraph: bool, wait: bool, dynamic: bool | None = None) -> Module:
    """Return a compiled module again, from a copy or a pickle."""
    return compiled_module(module, Compiled(module, fullgraph, wait, dynamic))
