"""Nested containers of tensors as a flat list of leaves and a structure to put them back into.

Lists, tuples, named tuples, dictionaries (plain, ordered and with a default) and dataclasses are containers; everything
else is a leaf. A field of a dataclass with ``metadata={"static": True}`` stays what it is.
"""

from __future__ import annotations

import copy
import dataclasses
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import Any

Rebuild = Callable[[list[Any]], Any]


@dataclasses.dataclass(frozen=True)
class Structure:
    """The form of a container, without its leaves.

    Attributes
    ----------
    kind : type or None
        The container's type; None for a leaf.
    keys : tuple
        The keys of a dictionary, or names of fields.
    parts : tuple of Structure
        The structures inside.
    """

    kind: type | None
    keys: tuple[Any, ...]
    parts: tuple[Structure, ...]
    rebuild: Rebuild = dataclasses.field(compare=False)

    def unflatten(self, leaves: Sequence[Any]) -> Any:
        """Put leaves, as many as there were, into a new container."""
        return self._filled(iter(leaves))

    def _filled(self, leaves: Iterator[Any]) -> Any:
        if self.kind is None:
            return next(leaves)
        return self.rebuild([part._filled(leaves) for part in self.parts])

    def __repr__(self) -> str:
        if self.kind is None:
            return "*"
        names = [f"{key!r}: " for key in self.keys] or [""] * len(self.parts)
        inner = ", ".join(f"{name}{part!r}" for name, part in zip(names, self.parts, strict=True))
        return f"{self.kind.__name__}({inner})"


def _no_container(parts: list[Any]) -> Any:
    raise AssertionError("a leaf has no parts")


LEAF = Structure(None, (), (), _no_container)


def flatten(value: Any) -> tuple[list[Any], Structure]:
    """Return the leaves of a value from left to right, and its structure.

    Examples
    --------
    >>> leaves, structure = flatten({"a": 1, "b": (2, [3])})
    >>> leaves
    [1, 2, 3]
    >>> structure.unflatten([10, 20, 30])
    {'a': 10, 'b': (20, [30])}
    """
    leaves: list[Any] = []
    return leaves, _flatten(value, leaves)


def _flatten(value: Any, leaves: list[Any]) -> Structure:
    opened = _open(value)
    if opened is None:
        leaves.append(value)
        return LEAF
    keys, items, rebuild = opened
    return Structure(type(value), tuple(keys), tuple([_flatten(item, leaves) for item in items]), rebuild)


def _open(value: Any) -> tuple[Sequence[Any], Sequence[Any], Rebuild] | None:
    """Return keys, items and a function that rebuilds the container; None for a leaf."""
    kind = type(value)
    if kind is list or kind is tuple:
        return (), value, kind
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return value._fields, value, kind._make
    if kind in (dict, OrderedDict, defaultdict):
        keys = list(value)
        empty: dict[Any, Any] = (
            defaultdict(value.default_factory) if isinstance(value, defaultdict) else kind()
        )
        return keys, list(value.values()), lambda parts: _with_items(empty, keys, parts)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return _open_dataclass(value)
    return None


def _with_items(empty: dict[Any, Any], keys: list[Any], parts: list[Any]) -> dict[Any, Any]:
    filled = copy.copy(empty)
    filled.update(zip(keys, parts, strict=True))
    return filled


def _open_dataclass(value: Any) -> tuple[Sequence[Any], Sequence[Any], Rebuild]:
    """Take the fields as they are: neither `__init__` nor `__post_init__` runs again."""
    names = [field.name for field in dataclasses.fields(value)]
    static = {field.name for field in dataclasses.fields(value) if field.metadata.get("static")}
    fixed = {name: getattr(value, name) for name in names if name in static}
    varying = [name for name in names if name not in static]

    def rebuild(parts: list[Any]) -> Any:
        made = object.__new__(type(value))
        for name, part in {**fixed, **dict(zip(varying, parts, strict=True))}.items():
            object.__setattr__(made, name, part)  # a frozen class forbids setattr
        return made

    return varying, [getattr(value, name) for name in varying], rebuild
