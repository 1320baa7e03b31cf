"""Parametrizations: parameters that are computed from others whenever they are read.

A parametrized module is of a class of its own, which has a property in the place of the parameter; what the parameter
is computed from stands in `module.parametrizations`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from copy import deepcopy
from typing import TYPE_CHECKING, Any, NoReturn

from ...runtime.tensors.tensor import Tensor
from ...support.missing_names import only_these
from ..module import Module
from ..modules.container import ModuleDict
from ..parameter import Parameter
from .parametrization_list import ParametrizationList, check_result, register_original

__all__ = [
    "ParametrizationList",
    "cached",
    "is_parametrized",
    "register_parametrization",
    "remove_parametrizations",
    "transfer_parametrizations_and_params",
    "type_before_parametrizations",
]


class _Cache:
    """What has been computed inside of `cached`, and how many such blocks are open."""

    def __init__(self) -> None:
        self.depth = 0
        self.values: dict[tuple[int, str], Tensor] = {}


_cache = _Cache()


@contextmanager
def cached() -> Iterator[None]:
    """Compute each parametrized tensor once within the block, however often it is read.

    Examples
    --------
    >>> P = nn.utils.parametrize
    >>> layer = nn.utils.parametrizations.weight_norm(nn.Linear(2, 1))
    >>> with P.cached():
    ...     layer.weight is layer.weight
    True
    """
    _cache.depth += 1
    try:
        yield
    finally:
        _cache.depth -= 1
        if not _cache.depth:
            _cache.values = {}


def register_parametrization(
    module: Module, tensor_name: str, parametrization: Module, *, unsafe: bool = False
) -> Module:
    """Let a parameter or buffer of a module be what another module computes of it.

    Parameters
    ----------
    module : Module
        It becomes one of a class ``Parametrized...``; its printed form shows the parametrizations.
    tensor_name : str
        The parameter or buffer. Several parametrizations are applied one after the other.
    parametrization : Module
        `forward` computes the value from the original. `right_inverse`, if there is one, computes an original of a
        value: of the one that is there, and of those that are assigned. It may return several tensors.
    unsafe : bool
        Whether it may change shape and dtype; nothing is checked then.

    Returns
    -------
    Module
        The module itself. The original is ``module.parametrizations.<tensor_name>.original``, or ``original0``, ... for
        several, which an optimizer made before does not know.

    Raises
    ------
    ValueError
        If there is no such tensor, or a parametrization changes shape or dtype.

    Examples
    --------
    >>> class Symmetric(nn.Module):
    ...     def forward(self, x):
    ...         return x.triu() + x.triu(1).mT
    >>> layer = nn.utils.parametrize.register_parametrization(nn.Linear(3, 3), "weight", Symmetric())
    >>> bool((layer.weight == layer.weight.mT).all())
    True
    >>> list(layer.state_dict())
    ['bias', 'parametrizations.weight.original']
    """
    parametrization.train(module.training)
    if is_parametrized(module, tensor_name):
        _add(module, tensor_name, parametrization, unsafe)
    elif tensor_name in module._buffers or tensor_name in module._parameters:
        original = getattr(module, tensor_name)
        found = ParametrizationList([parametrization], original, unsafe=unsafe)
        delattr(module, tensor_name)
        if not is_parametrized(module):
            _give_own_class(module)
            module.parametrizations = ModuleDict()
        setattr(type(module), tensor_name, _property(tensor_name))
        module.parametrizations[tensor_name] = found
    else:
        raise ValueError(
            f"register_parametrization: expected the name of a parameter or buffer of {type(module).__name__}, got "
            f"{tensor_name!r}"
        )
    return module


def _add(module: Module, name: str, parametrization: Module, unsafe: bool) -> None:
    """Add a parametrization of a tensor that has some."""
    found = module.parametrizations[name]
    if not unsafe:
        before = getattr(module, name)
        value = parametrization(before)
        check_result("parametrization", value, before.shape, before.dtype)
        inverse = getattr(parametrization, "right_inverse", None)
        if inverse is not None:
            try:
                value = inverse(value)
            except NotImplementedError:
                value = before
            check_result("right_inverse", value, before.shape, before.dtype)
    found.append(parametrization)
    found.unsafe |= unsafe


def _give_own_class(module: Module) -> None:
    """Let a module be of a class of its own, which extends that of others."""
    cls = type(module)
    methods: dict[str, Any] = {"__getstate__": _refuse_pickle}
    if not hasattr(cls, "__deepcopy__"):
        methods["__deepcopy__"] = _deepcopy
    module.__class__ = type(f"Parametrized{cls.__name__}", (cls,), methods)


def _deepcopy(self: Module, memo: dict[int, Any]) -> Module:
    """Copy a module together with its class: what is done to one of them is not done to the other."""
    cls: Any = type(self)
    own: Any = type(cls.__name__, cls.__bases__, dict(cls.__dict__))
    twin: Module = own.__new__(own)
    memo[id(self)] = twin
    twin.__dict__.update(deepcopy(self.__dict__, memo))
    return twin


def _refuse_pickle(self: Module) -> NoReturn:
    raise RuntimeError(
        f"{type(self).__name__}: Serialization of parametrized modules is only supported through state_dict(); save "
        "that, and load it into a module with the same parametrizations"
    )


def _property(name: str) -> property:
    def value(self: Module) -> Tensor:
        found = self.parametrizations[name]
        if not _cache.depth:
            return found()  # type: ignore[no-any-return]
        key = (id(self), name)
        if key not in _cache.values:
            _cache.values[key] = found()
        return _cache.values[key]

    def assign(self: Module, value: Tensor) -> None:
        self.parametrizations[name].right_inverse(value)

    return property(value, assign)


def is_parametrized(module: Module, tensor_name: str | None = None) -> bool:
    """Say whether a module has a parametrization, or has one of a tensor."""
    found = module.__dict__.get("parametrizations")
    if not isinstance(found, ModuleDict):
        return False
    return len(found) > 0 if tensor_name is None else tensor_name in found


def remove_parametrizations(module: Module, tensor_name: str, leave_parametrized: bool = True) -> Module:
    """Let a tensor be an ordinary parameter or buffer again.

    Parameters
    ----------
    module : Module
        The module.
    tensor_name : str
        The tensor.
    leave_parametrized : bool
        Whether it keeps the value that is computed; otherwise it gets the original, if that is one tensor.

    Returns
    -------
    Module
        The module itself.

    Raises
    ------
    ValueError
        If the tensor is not parametrized; or has several originals, and is not to keep its value.
    """
    if not is_parametrized(module, tensor_name):
        raise ValueError(
            f"remove_parametrizations: {type(module).__name__} does not have a parametrization on {tensor_name!r}"
        )
    found = module.parametrizations[tensor_name]
    if not found.is_tensor and not leave_parametrized:
        raise ValueError(
            "remove_parametrizations: Cannot leave unparametrized (`leave_parametrized=False`) a tensor that is "
            "parametrized in terms of a sequence of tensors"
        )
    value = getattr(module, tensor_name) if leave_parametrized else None
    if not found.is_tensor:
        assert value is not None
        original = Parameter(value) if value.requires_grad else value
    else:
        original = found.original
        if value is not None:
            original.data = value.detach()
    delattr(type(module), tensor_name)
    del module.parametrizations[tensor_name]
    register_original(module, tensor_name, original)
    if not is_parametrized(module):
        del module.parametrizations
        module.__class__ = type(module).__bases__[0]
    return module


def type_before_parametrizations(module: Module) -> type:
    """Return the class that a module had before it was parametrized."""
    return type(module).__bases__[0] if is_parametrized(module) else type(module)


def transfer_parametrizations_and_params(
    from_module: Module, to_module: Module, tensor_name: str | None = None
) -> Module:
    """Give the parametrizations of a module, with what they compute from, to another one.

    Parameters
    ----------
    from_module, to_module : Module
        From where, and where to. What the second one has not is added to it.
    tensor_name : str, optional
        The tensor; all of them if not given.

    Returns
    -------
    Module
        `to_module`.
    """
    if not is_parametrized(from_module):
        return to_module
    names: Sequence[str] = list(from_module.parametrizations) if tensor_name is None else [tensor_name]
    for name in names:
        if not hasattr(to_module, name):
            setattr(to_module, name, Parameter(getattr(from_module, name)))
        source = from_module.parametrizations[name]
        for parametrization in source:
            register_parametrization(to_module, name, parametrization)
        target = to_module.parametrizations[name]
        for key in [key for key in source.__dict__ if key.startswith("original")]:
            setattr(target, key, getattr(source, key))
    return to_module


if not TYPE_CHECKING:  # to a type checker it would make every name a valid one
    __getattr__, __dir__ = only_these(globals())
