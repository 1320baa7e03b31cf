"""What `help` and `inspect.signature` show of a function with overloads that takes anything and passes it on."""

from collections.abc import Callable, Iterable
from functools import reduce
from inspect import Parameter, Signature, signature
from operator import or_
from typing import Any, TypeVar, get_overloads

Function = TypeVar("Function", bound=Callable[..., Any])


def with_joint_signature(function: Function) -> Function:
    """Give a function, itself, the signature that all of its overloads fit, and return it."""
    function.__signature__ = joined([signature(one) for one in get_overloads(function)])  # type: ignore[attr-defined]
    return function


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
