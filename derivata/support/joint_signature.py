"""What `help` and `inspect.signature` show of functions that take anything, and pass it on or tell forms apart."""

from collections.abc import Callable, Iterable
from functools import reduce
from inspect import Parameter, Signature, signature
from operator import or_
from typing import Any, TypeVar, get_overloads

from ..runtime.graph.tensor_base import MADE_BY_CALL

Function = TypeVar("Function", bound=Callable[..., Any])


def with_joint_signature(function: Function) -> Function:
    """Give a function, itself, the signature that all of its overloads fit, and return it."""
    function.__signature__ = joined([signature(one) for one in get_overloads(function)])  # type: ignore[attr-defined]
    return function


def with_forms_of_to(method: Function) -> Function:
    """Give a method that takes what `Tensor.to` does, itself, the signature that all forms fit, and return it."""
    either_way, named = Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY
    forms = [
        Parameter("self", either_way),
        *[Parameter(name, either_way, default=...) for name in ("device", "dtype")],
        *[Parameter(name, either_way, default=False) for name in ("non_blocking", "copy")],
        Parameter("other", named, default=...),
        Parameter("memory_format", named, default=None),
    ]
    method.__signature__ = Signature(forms)  # type: ignore[attr-defined]
    return method


def variadic_method(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the method of a function of one list, which takes the list as separate ints as well."""

    def method(self: Any, *values: Any, **named: Any) -> Any:
        return function(self, *([variadic(values)] if values else []), **named)

    shown = signature(function)
    _, sizes, *further = shown.parameters.values()
    further = [one.replace(kind=Parameter.KEYWORD_ONLY) for one in further]
    first = Parameter("self", Parameter.POSITIONAL_OR_KEYWORD)
    parameters = [first, Parameter(sizes.name, Parameter.VAR_POSITIONAL), *further]
    method.__name__ = method.__qualname__ = function.__name__
    method.__doc__, method.__module__ = function.__doc__, function.__module__
    method.__signature__ = shown.replace(parameters=parameters)  # type: ignore[attr-defined]
    return method


def variadic(values: tuple[Any, ...]) -> Any:
    """Return the list argument of a method that takes it in one piece or as separate ints."""
    return values[0] if len(values) == 1 and not hasattr(values[0], "__index__") else values


def of_class(cls: type) -> Signature:
    """Return the parameters with which a class of tensors is called."""
    makers: list[Any] = [cls.__init__, cls.__new__, getattr(cls, MADE_BY_CALL)]  # type: ignore[misc]
    shown = signature(next(one for one in makers if one not in (object.__init__, object.__new__)))
    return shown.replace(parameters=[*shown.parameters.values()][1:], return_annotation=Signature.empty)


def joined(signatures: Iterable[Signature]) -> Signature:
    """Return one signature with the parameters of all.

    Positions are those of the longest. What no other one has there goes by keyword; that a parameter may be missing is
    written as in stubs, by the default `...`, where calls differ in it.
    """
    ordered = sorted(signatures, key=lambda one: -len(positional(one)))
    names = {name: None for one in ordered for name in one.parameters}
    positions = positional(ordered[0])
    parameters, may_miss = [], False
    for name in [*positions, *[name for name in names if name not in positions]]:
        found = [one.parameters[name] for one in ordered if name in one.parameters]
        defaults = [parameter.default for parameter in found if parameter.default is not ...]
        default: Any = defaults[0] if defaults and all(one == defaults[0] for one in defaults) else ...
        if default is Parameter.empty and (len(found) < len(ordered) or (may_miss and name in positions)):
            default = ...
        may_miss = may_miss or default is not Parameter.empty
        kind = Parameter.POSITIONAL_OR_KEYWORD if name in positions else Parameter.KEYWORD_ONLY
        annotation = either(parameter.annotation for parameter in found)
        parameters.append(Parameter(name, kind, default=default, annotation=annotation))
    return Signature(parameters, return_annotation=either(one.return_annotation for one in ordered))


def positional(one: Signature) -> list[str]:
    """Return the names of parameters that have a place."""
    return [
        parameter.name
        for parameter in one.parameters.values()
        if parameter.kind is not Parameter.KEYWORD_ONLY
    ]


def either(annotations: Iterable[Any]) -> Any:
    """Return the union of types."""
    different = dict.fromkeys(annotations)
    return Any if Any in different else reduce(or_, different)
