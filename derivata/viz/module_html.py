"""What a notebook shows of a module: a list of its parts that unfolds."""

from __future__ import annotations

from html import escape

from ..nn.module import Module
from ..nn.parameter import is_lazy


def module_html(module: Module) -> str:
    """Return a module as a list that unfolds, with the number of its parameters."""
    return f"<div>{_module('', module, ' open')}</div>"


def _module(key: str, module: Module, is_open: str = "") -> str:
    children = list(module.named_children())
    text = f"{module._get_name()}({module.extra_repr()})" if children else repr(module)
    title = f'{key}<code style="white-space: pre">{escape(text)}</code> {_size(module)}'
    if not children:
        return title
    items = "".join(f"<li>{_module(f'{escape(name)}: ', child)}</li>" for name, child in children)
    return f"<details{is_open}><summary>{title}</summary><ul>{items}</ul></details>"


def _size(module: Module) -> str:
    """Return "1,234 parameters", "" if there are none."""
    parameters = list(module.parameters())
    if any(map(is_lazy, parameters)):
        return "parameters without a shape yet"
    count = sum(parameter.numel() for parameter in parameters)
    return f"{count:,} parameter{'s' if count > 1 else ''}" if count else ""
