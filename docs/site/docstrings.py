"""Docstrings as Markdown."""

import inspect

from griffe import Docstring, DocstringSectionKind

Kind = DocstringSectionKind
TITLES = {
    Kind.parameters: "Parameters",
    Kind.other_parameters: "Other parameters",
    Kind.returns: "Returns",
    Kind.yields: "Yields",
    Kind.raises: "Raises",
    Kind.attributes: "Attributes",
}


def in_markdown(value: object) -> str:
    """Return the docstring of a function, a class or a module as a part of a page; "" where there is none."""
    text = inspect.getdoc(value)
    if not text:
        return ""
    parts = []
    for section in Docstring(text).parse("numpy", warnings=False):
        if section.kind is Kind.text:
            parts.append(sessions(section.value))
        elif section.kind is Kind.examples:
            examples = [
                code if kind is Kind.text else f"```pycon\n{code}\n```" for kind, code in section.value
            ]
            parts.append("\n\n".join(["**Examples**", *examples]))
        elif section.kind in TITLES:
            rows = [f"- {described(item)}" for item in section.value]
            parts.append("\n".join([f"**{TITLES[section.kind]}**\n", *rows]))
        elif section.kind is Kind.admonition:
            parts.append(f"**{section.title}**\n\n```text\n{section.value.contents}\n```")
    return "\n\n".join(parts) + "\n"


def first_line(value: object) -> str:
    """Return the first sentence or line of a docstring."""
    return (inspect.getdoc(value) or "").partition("\n")[0]


def described(item: object) -> str:
    """Return a parameter, a result or an error as an item of a list."""
    name = getattr(item, "name", None)
    head = ", ".join(f"`{word}`" for word in (name, getattr(item, "annotation", None)) if word)
    text = " ".join(str(getattr(item, "description", "")).split())
    return f"{head}: {text}" if text else head


def sessions(text: str) -> str:
    """Return a text with its sessions (`>>>`) as code."""
    paragraphs = text.split("\n\n")
    return "\n\n".join(f"```pycon\n{one}\n```" if one.startswith(">>> ") else one for one in paragraphs)
