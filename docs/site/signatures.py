"""Calls as Python writes them."""

import inspect
from collections.abc import Callable
from typing import Any


class Bare(str):
    """A text that is shown without quotes."""

    __repr__ = str.__str__


def signature(name: str, function: Callable[..., Any]) -> str:
    """Return `dv.clamp(input: Tensor, min: float | None = None)` as a block of a page.

    Of a property, and of a function of C that hides its parameters, it is the name.
    """
    return f"```{{ .py .signature }}\n{called(name, function)}\n```\n\n"


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
    named = callable(default) and default is not parameter.empty
    return parameter.replace(
        annotation=_type(parameter.annotation), default=Bare(default.__name__) if named else default
    )


def _type(annotation: Any) -> Any:
    if annotation is inspect.Parameter.empty:
        return annotation
    text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    return Bare(text.replace("derivata.runtime.tensors.tensor.", ""))
