"""Which functions of another library have an op or function here, by the lists that the library itself keeps."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from importlib import import_module
from types import ModuleType
from typing import Any

import derivata


class NotInstalled(Exception):
    """The library isn't there to be asked."""


@dataclass(frozen=True, slots=True)
class Group:
    """The functions of one place of a library: how many there are, and those without an op."""

    name: str
    total: int
    missing: tuple[str, ...]

    def having(self, text: str) -> Group:
        """Return the group with those names only that have the text."""
        return replace(self, missing=tuple([name for name in self.missing if text in name]))


def coverage(library: str) -> list[Group]:
    """Compare the installed library with what is here."""
    reader = {"numpy": _numpy, "scipy.special": _scipy_special, "torch": _torch}[library]
    return [_group(name, functions, places) for name, functions, places in reader()]


Functions = Iterator[tuple[str, list[str], list[Any]]]
"""Name of a group, names of its functions, and where a function of that name would be here."""


def _group(name: str, functions: list[str], places: list[Any]) -> Group:
    missing = [function for function in functions if not any(_has(place, function) for place in places)]
    return Group(name, len(functions), tuple(sorted(missing)))


def _has(place: Any, name: str) -> bool:
    return name in place if isinstance(place, dict) else hasattr(place, name)


def _load(library: str) -> ModuleType:
    try:
        return import_module(library)
    except ModuleNotFoundError as error:
        package = library.partition(".")[0]
        raise NotInstalled(
            f"--missing {library} asks the library itself, which is not installed; pip install {package}"
        ) from error


def _numpy() -> Functions:
    numpy = _load("numpy")
    calls = import_module("derivata.numpy_calls.table")
    recorded = {function.__name__: function for function in (*calls.functions(), *calls.without_derivative())}
    ufuncs = {ufunc.__name__: ufunc for ufunc in calls.ufuncs()}
    yield "numpy ufuncs", _of_kind(numpy, numpy.ufunc), [ufuncs, derivata]
    takes_arrays = type(numpy.sum)  # what NumPy offers to array types of other libraries
    yield "numpy functions", _of_kind(numpy, takes_arrays), [recorded, derivata]
    yield "numpy.linalg", _of_kind(numpy.linalg, takes_arrays), [recorded, derivata.linalg, derivata]
    yield "numpy.fft", _of_kind(numpy.fft, takes_arrays), [recorded, derivata.fft]


def _of_kind(module: ModuleType, kind: Any) -> list[str]:
    """Name the public functions of a kind, each once: NumPy has several names for some."""
    found = {
        name: value
        for name, value in vars(module).items()
        if isinstance(value, kind) and not name.startswith("_")
    }
    return [name for name, value in found.items() if value.__name__ == name or value.__name__ not in found]


def _scipy_special() -> Functions:
    special = _load("scipy.special")
    ufunc = import_module("numpy").ufunc
    public = {name: getattr(special, name) for name in special.__all__}
    places = [derivata.special, derivata]
    yield "scipy.special ufuncs", [name for name, value in public.items() if isinstance(value, ufunc)], places
    yield (
        "scipy.special functions",
        [name for name, value in public.items() if inspect.isfunction(value)],
        places,
    )


def _torch() -> Functions:
    torch = _load("torch")
    overrides = import_module("torch.overrides")
    nn = derivata.nn.functional
    wanted: dict[str, tuple[Any, list[Any]]] = {
        "torch": (torch, [derivata]),
        "torch.Tensor": (torch.Tensor, [derivata.Tensor]),
        "torch.nn.functional": (torch.nn.functional, [nn]),
        "torch.linalg": (torch.linalg, [derivata.linalg]),
        "torch.special": (torch.special, [derivata.special]),
        "torch.fft": (torch.fft, [derivata.fft]),
    }
    overridable: dict[Any, list[Callable[..., Any]]] = overrides.get_overridable_functions()
    for name, (place, here) in wanted.items():
        yield name, sorted(_torch_names(place, overridable.get(place, []))), here


def _torch_names(place: Any, functions: list[Callable[..., Any]]) -> set[str]:
    """Name the public functions of a place; linalg, special and fft list theirs as built-in functions with prefix."""
    values = {id(function) for function in functions}
    names = {
        name for name in dir(place) if not name.startswith("_") and id(getattr(place, name, None)) in values
    }
    return names or {
        name for name in dir(place) if not name.startswith("_") and inspect.isbuiltin(getattr(place, name))
    }
