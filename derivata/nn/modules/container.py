"""Modules that hold other modules in order or by name."""

from __future__ import annotations

from collections.abc import ItemsView, Iterable, Iterator, KeysView, Mapping, ValuesView
from itertools import groupby
from operator import index as as_index
from typing import Any, Self, overload

from ..module import Module


class _Indexed(Module):
    """Children in order, named "0", "1", ... unless named otherwise: what lists of modules have in common."""

    def __init__(self, modules: Iterable[Module] = ()) -> None:
        super().__init__()
        self.extend(modules)

    def _names(self) -> list[str]:
        return [name for name, value in self.__dict__.items() if isinstance(value, Module)]

    def __len__(self) -> int:
        return len(self._names())

    def __iter__(self) -> Iterator[Any]:
        return iter([value for value in self.__dict__.values() if isinstance(value, Module)])

    @overload
    def __getitem__(self, index: int) -> Any: ...
    @overload
    def __getitem__(self, index: slice) -> Self: ...
    def __getitem__(self, index: int | slice) -> Any:
        if isinstance(index, slice):
            return type(self)().extend(list(self)[index])
        return self.__dict__[self._name(index)]

    def __setitem__(self, index: int, module: Module) -> None:
        self.__dict__[self._name(index)] = self._checked(module)

    def __delitem__(self, index: int | slice) -> None:
        kept = list(self)
        del kept[index]
        self._replace(kept)

    def __contains__(self, module: object) -> bool:
        return any(module is child for child in self)

    def append(self, module: Module) -> Self:
        """Add a module at the end."""
        self.add_module(str(len(self)), self._checked(module))
        return self

    def extend(self, modules: Iterable[Module]) -> Self:
        """Add several modules at the end."""
        for module in list(modules):
            self.append(module)
        return self

    def insert(self, index: int, module: Module) -> Self:
        """Put a module before the one at an index."""
        children = list(self)
        children.insert(index, self._checked(module))
        return self._replace(children)

    def pop(self, index: int | slice = -1) -> Module:
        """Remove the module at an index, the last one if none is given, and return it."""
        module: Module = self[index]
        del self[index]
        return module

    def _replace(self, children: list[Module]) -> Self:
        for name in self._names():
            del self.__dict__[name]
        return self.extend(children)

    def _name(self, index: int) -> str:
        position, names = as_index(index), self._names()
        if not -len(names) <= position < len(names):
            bounds = f"[-{len(names)}, {len(names)})"
            raise IndexError(f"{type(self).__name__}: expected an index in {bounds}, got {position}")
        return names[position]

    def _checked(self, module: Module) -> Module:
        if not isinstance(module, Module):
            raise TypeError(f"{type(self).__name__}: expected a Module, got {type(module).__name__}")
        return module


class Sequential(_Indexed):
    """Call modules one after the other, each with the output of the one before.

    Parameters
    ----------
    *modules : Module
        The modules in order; or one mapping from names to modules.

    Examples
    --------
    >>> model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
    >>> model(dv.ones(3, 4)).shape
    (3, 2)
    >>> model[:2]
    Sequential(
      (0): Linear(in_features=4, out_features=8, bias=True)
      (1): ReLU()
    )
    """

    @overload
    def __init__(self, *modules: Module) -> None: ...
    @overload
    def __init__(self, modules: Mapping[str, Module], /) -> None: ...
    def __init__(self, *modules: Any) -> None:
        named = modules[0] if len(modules) == 1 and isinstance(modules[0], Mapping) else None
        super().__init__(modules if named is None else ())
        for name, module in (named or {}).items():
            self.add_module(name, self._checked(module))

    def forward(self, input: Any) -> Any:
        """Pass the input through all modules."""
        for module in self:
            input = module(input)
        return input


class ModuleList(_Indexed):
    """A list of modules whose parameters are found.

    Parameters
    ----------
    modules : iterable of Module, optional
        The first elements.

    Examples
    --------
    >>> layers = nn.ModuleList(nn.Linear(4, 4) for _ in range(3))
    >>> len(layers), len(list(layers.parameters()))
    (3, 6)
    """

    def __init__(self, modules: Iterable[Module] | None = None) -> None:
        super().__init__(modules or ())

    def __repr__(self) -> str:
        """Print modules that follow each other and are alike once."""
        lines, start = [], 0
        for text, alike in groupby([repr(module) for module in self]):
            count = len(list(alike))
            end = start + count - 1
            name = f"({start}): " if count == 1 else f"({start}-{end}): {count} x "
            lines.append(f"{name}{text}".replace("\n", "\n  "))
            start = end + 1
        name = type(self).__name__
        return "\n  ".join([f"{name}(", *lines]) + "\n)" if lines else f"{name}()"


class ModuleDict(Module):
    """A dictionary of modules whose parameters are found. Keys are attributes: they contain no dots.

    Parameters
    ----------
    modules : mapping or iterable of pairs, optional
        The first entries.

    Examples
    --------
    >>> heads = nn.ModuleDict({"mean": nn.Linear(4, 1), "scale": nn.Linear(4, 1)})
    >>> heads["mean"](dv.ones(2, 4)).shape
    (2, 1)
    """

    def __init__(self, modules: Mapping[str, Module] | Iterable[tuple[str, Module]] | None = None) -> None:
        super().__init__()
        self.update(modules or ())

    def update(self, modules: Mapping[str, Module] | Iterable[tuple[str, Module]]) -> None:
        """Add or replace several entries."""
        for key, module in modules.items() if isinstance(modules, Mapping) else modules:
            self[key] = module

    def pop(self, key: str) -> Module:
        """Remove an entry and return its module."""
        module: Module = self[key]
        del self[key]
        return module

    def clear(self) -> None:
        """Remove all entries."""
        for key in list(self):
            del self[key]

    def keys(self) -> KeysView[str]:
        """Return the keys in order."""
        return self._entries().keys()

    def values(self) -> ValuesView[Any]:
        """Return the modules in order."""
        return self._entries().values()

    def items(self) -> ItemsView[str, Any]:
        """Return the pairs in order."""
        return self._entries().items()

    def _entries(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if isinstance(value, Module)}

    def __getitem__(self, key: str) -> Any:
        return self._entries()[key]

    def __setitem__(self, key: str, module: Module) -> None:
        if key in self and isinstance(module, Module):
            self.__dict__[key] = module
        else:
            self.add_module(key, module)

    def __delitem__(self, key: str) -> None:
        del self.__dict__[key]

    def __contains__(self, key: object) -> bool:
        return key in self._entries()

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries())

    def __len__(self) -> int:
        return len(self._entries())
