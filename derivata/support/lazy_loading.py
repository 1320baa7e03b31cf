"""Lazy loading of module attributes (`__getattr__` and `__dir__`, PEP 562) and of methods of Tensor."""

from collections.abc import Callable, Mapping
from importlib import import_module
from types import ModuleType
from typing import Any

from .missing_names import Hooks, MissingName, public_names


def names_of_modules(package: dict[str, Any], homes: Mapping[str, tuple[str, ...]]) -> Hooks:
    """Return `__getattr__` and `__dir__` of a package whose submodules load when first used.

    Parameters
    ----------
    package
        The globals of the package: what has been loaded once is found there, at no cost.
    homes
        Module, ".shapes" beside those of the package, and names; the first name that is used loads all of its module.
    """

    def find(name: str) -> Any:
        home = next((home for home, names in homes.items() if name in names), None)
        if home is None:
            raise MissingName(
                package["__name__"], name, [known for names in homes.values() for known in names]
            )
        module = import_module(home, package["__name__"])
        package.update({known: getattr(module, known) for known in homes[home]})
        return package[name]

    return find, lambda: public_names(package, [name for names in homes.values() for name in names])


def names_elsewhere(module: dict[str, Any], source: ModuleType, names: Mapping[str, str]) -> Hooks:
    """Return `__getattr__` and `__dir__` of a module that takes names from another one when they are first used.

    Parameters
    ----------
    module
        The globals of the module: what has been used once is found there, at no cost.
    source
        The other module.
    names
        What each name is called there.
    """

    def find(name: str) -> Any:
        if name not in names:
            raise MissingName(module["__name__"], name, names)
        value = module[name] = getattr(source, names[name])
        return value

    return find, lambda: public_names(module, names)


class LazyMethod:
    """Descriptor of a method whose module is imported at its first use, which replaces the descriptor.

    Parameters
    ----------
    owner, name
        The class, and what the attribute is called there.
    source, function
        The module, and what the function is called there.
    wrap
        What makes the attribute of the function, if it is not the function itself.
    """

    def __init__(
        self, owner: type, name: str, source: ModuleType, function: str, wrap: Callable[[Any], Any] | None
    ) -> None:
        self.owner = owner
        self.name = name
        self.source = source
        self.function = function
        self.wrap = wrap

    def __get__(self, instance: object, owner: type | None = None) -> Any:
        function = getattr(self.source, self.function)
        value = self.wrap(function) if self.wrap else function
        setattr(self.owner, self.name, value)
        return value.__get__(instance, owner)


class LazyProperty(LazyMethod):
    """`LazyMethod` for properties: a data descriptor, so that instance attributes cannot shadow it."""

    def __set__(self, instance: object, value: Any) -> None:
        getattr(self.owner, self.name)  # which puts the property in the place of this
        setattr(instance, self.name, value)

    def __delete__(self, instance: object) -> None:
        getattr(self.owner, self.name)
        delattr(instance, self.name)
