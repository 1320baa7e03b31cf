"""Members of modules: parameters, buffers and children, what may be put in their place, and views of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, MutableMapping
from types import MappingProxyType
from typing import Any

from ..runtime.tensors.tensor import Tensor
from .hooks import EVERYWHERE, registered
from .parameter import Buffer, Parameter

WORDS = {"parameter": "Parameter", "buffer": "Tensor", "module": "Module"}


class Owner:
    """What has members; the base of `ModuleTree`, which is the only one."""

    # name -> whether the state dictionary contains it
    _buffer_names: Mapping[str, bool] = MappingProxyType({})
    _absent: frozenset[str] = frozenset()  # names of parameters that are None


def kind_of(module: Owner, name: str) -> str:
    """Say what an attribute of a module is: "parameter", "buffer", "module", or nothing of these."""
    held = module.__dict__.get(name)
    if isinstance(held, Parameter) or name in module._absent:
        return "parameter"
    if name in module._buffer_names:
        return "buffer"
    return "module" if isinstance(held, Owner) else ""


def put(module: Owner, name: str, value: Any) -> Any:
    """Return what an assignment puts into an attribute, after it has been told to those who ask for members.

    Raises
    ------
    TypeError
        For a value that cannot stand in the place of a parameter, a buffer or a child.
    """
    before = kind_of(module, name)
    if isinstance(value, Parameter | Owner):
        after = "parameter" if isinstance(value, Parameter) else "module"
        if after == "module" and before == "parameter":
            raise _wrong(module, name, before, value)
    elif value is not None and (
        before in ("parameter", "module") or (before == "buffer" and not isinstance(value, Tensor))
    ):
        raise _wrong(module, name, before, value)
    else:
        after = "buffer" if isinstance(value, Buffer) else before
    return admit(module, after, name, value, persistent_of(module, name, value))


def persistent_of(module: Owner, name: str, value: Any) -> bool:
    """Say whether a buffer is saved: as it says itself, or as the one before it was."""
    return value.persistent if isinstance(value, Buffer) else module._buffer_names.get(name, True)


def admit(module: Owner, kind: str, name: str, value: Any, persistent: bool = True) -> Any:
    """Note what an attribute becomes; return its value, which hooks may have replaced."""
    if EVERYWHERE and kind and not (kind == "parameter" and value is None):
        value = registered(module, kind, name, value)
    forget(module, name)
    if kind == "buffer":
        object.__setattr__(module, "_buffer_names", {**module._buffer_names, name: persistent})
    elif kind == "parameter" and value is None:
        object.__setattr__(module, "_absent", module._absent | {name})
    return value


def forget(module: Owner, name: str) -> None:
    """Forget that an attribute is a buffer, or a parameter that is None."""
    if name in module._buffer_names:
        kept = {key: saved for key, saved in module._buffer_names.items() if key != name}
        object.__setattr__(module, "_buffer_names", kept)
    if name in module._absent:
        object.__setattr__(module, "_absent", module._absent - {name})


def _wrong(module: Owner, name: str, kind: str, value: Any) -> TypeError:
    what = "a child module" if kind == "module" else f"a {kind}"
    cure = "assign nn.Parameter(value), or delete the attribute first"
    return TypeError(
        f"{type(module).__name__}.{name}: expected a {WORDS[kind]} or None, since it is {what}, got a "
        f"{type(value).__name__}; {cure if kind == 'parameter' else 'delete the attribute first'}"
    )


class Members(MutableMapping[str, Any]):
    """Members of a module of one kind by name: `_parameters`, `_buffers` or `_modules` of PyTorch's modules.

    What is put in, or taken out, is put into the module, or taken out of it.
    """

    def __init__(self, module: Owner, kind: str, register: Callable[[str, Any], None]) -> None:
        self._module, self._kind, self._register = module, kind, register

    def __getitem__(self, name: str) -> Any:
        if kind_of(self._module, name) != self._kind:
            raise KeyError(name)
        return self._module.__dict__[name]

    def __setitem__(self, name: str, value: Any) -> None:
        self._register(name, value)

    def __delitem__(self, name: str) -> None:
        self[name]
        delattr(self._module, name)

    def __iter__(self) -> Iterator[str]:
        return iter([name for name in self._module.__dict__ if kind_of(self._module, name) == self._kind])

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        return repr(dict(self))
