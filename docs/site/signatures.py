"""Calls as Python writes them."""

import inspect
import re
from collections.abc import Callable
from typing import Any, get_overloads


class Bare(str):
    """A text that is shown without quotes."""

    __repr__ = str.__str__


def signature(name: str, function: Callable[..., Any]) -> str:
    """Return `dv.clamp(input: Tensor, min: float | None = None)` as a block of a page; overloads have a line each.

    Of a property, and of a function of C that hides its parameters, it is the name.
    """
    lines = "\n".join(called(name, form) for form in forms(function))
    return f"```{{ .py .signature }}\n{lines}\n```\n\n"


def forms(function: Callable[..., Any]) -> list[Callable[..., Any]]:
    """Return the overloads of a function without those for other names of arguments, or the function itself."""
    overloads = get_overloads(function) if inspect.isfunction(function) else []
    return [one for one in overloads if ... not in (one.__kwdefaults__ or {}).values()] or [function]


def called(name: str, function: Callable[..., Any]) -> str:
    """Return the call itself, on one line."""
    try:
        found = inspect.signature(function)
    except (TypeError, ValueError):
        return name
    result = found.empty if inspect.isclass(function) else _type(found.return_annotation)
    parameters = [_shown(one) for one in found.parameters.values() if one.name != "self"]
    return f"{name}{found.replace(parameters=parameters, return_annotation=result)}"


def _shown(parameter: inspect.Parameter) -> inspect.Parameter:
    default = parameter.default
    if default is ...:
        default = Bare("...")
    elif callable(default) and default is not parameter.empty:
        default = Bare(default.__name__)
    return parameter.replace(annotation=_type(parameter.annotation), default=default)


def _type(annotation: Any) -> Any:
    if annotation is inspect.Parameter.empty:
        return annotation
    text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    return Bare(re.sub(r"\b(?:[a-z_]\w*\.)+", "", text))
