"""The reference: a page for each public module, and one for each name of the large ones, from their docstrings."""

import inspect
from collections.abc import Iterable
from types import ModuleType
from typing import Any

import derivata
from tests.api import is_python_s, members, names_of, public_modules

from .docstrings import first_line, in_markdown
from .images import before_and_after
from .pages import Pages
from .signatures import signature

SPLIT = ("derivata", "derivata.nn", "derivata.nn.functional")
"""Modules whose names have pages of their own, as somebody who searches for one expects."""

ALSO = {"derivata": ("", "nn.functional."), "derivata.nn.functional": ("",), "derivata.special": ("",)}
"""What the page of an op that a module has under another name begins with."""

INDEX = """\
# Reference

What users import, from the docstrings. Ops have [pages of their own](../op/README.md);
[Tensor](derivata/class-tensor.md) lists them as methods.

"""


class Reference:
    """Pages of modules, with what was described so far, and where."""

    def __init__(self, ops: Iterable[str]) -> None:
        self.ops = frozenset(ops)
        self.places: dict[int, str] = {}
        self.classes: set[int] = set()
        self.pages: Pages = {}

    def op(self, module: str, name: str) -> str | None:
        """Return the op whose page describes a name of a module, or the op of which it is the form in place."""
        own = module.removeprefix("derivata").removeprefix(".")
        starts = [f"{own}." if own else "", *ALSO.get(module, ())]
        tried = [start + one for start in starts for one in (name, name.removesuffix("_"))]
        return next((one for one in tried if one in self.ops), None)

    def add(self, module: str, names: dict[str, Any]) -> None:
        """Make the page of a module, and those of its names if it is a large one."""
        short = module.removeprefix("derivata.")
        split = module in SPLIT
        lists: dict[str, list[str]] = {}
        sections = []
        for name, value in names.items():
            up = "../" if split else ""
            op = self.op(module, name)
            if op is not None:
                lists.setdefault("Ops", []).append(f"[`{name}`](../op/{op}.md)")
            elif id(value) in self.places:
                lists.setdefault("Described elsewhere", []).append(f"[`{name}`]({self.places[id(value)]})")
            elif not callable(value):
                lists.setdefault("Values", []).append(f"`{name}`")
            elif not str(getattr(value, "__module__", "")).startswith("derivata"):
                lists.setdefault("NumPy's own", []).append(f"`{name}`")
            elif isinstance(value, type) and issubclass(value, tuple) and name.endswith("Output"):
                lists.setdefault("Named results", []).append(f"`{name}({', '.join(value._fields)})`")
            else:
                place = f"{short}/{file_of(name, value)}.md" if split else f"{short}.md#{name.lower()}"
                self.places[id(value)] = place
                text = f"{signature(f'{short}.{name}', value)}{self.described(value, up)}"
                text += before_and_after(f"{short}.{name}")
                if split:
                    self.pages[f"docs/reference/{place}"] = f"# {name}\n\n`{module}.{name}`\n\n{text}"
                    kind = "Classes" if isinstance(value, type) else "Functions"
                    lists.setdefault(kind, []).append(f"[`{name}`]({place})")
                else:
                    sections.append(f"\n## {name}\n\n{text}")
        listed = [f"\n**{title}**: {', '.join(words)}\n" for title, words in lists.items()]
        head = f"# {module}\n\n{in_markdown(public_modules()[module])}"
        self.pages[f"docs/reference/{short}.md"] = "".join([head, *listed, *sections])

    def described(self, value: Any, up: str) -> str:
        """Return the docstring of a function or a class, and what the class has."""
        text = in_markdown(value)
        if not isinstance(value, type):
            return text
        ops, others = [], []
        for name in sorted(members(value, self.classes)):
            member = inspect.getattr_static(value, name)
            member = getattr(member, "__func__", member)
            if issubclass(value, derivata.Tensor) and (op := self.op("derivata", name)):
                ops.append(f"[`{name}`](../{up}op/{op}.md)")
            elif inspect.getdoc(member) and (callable(member) or isinstance(member, property)):
                others.append(f"\n{signature(f'.{name}', member)}{in_markdown(member)}")
        if ops:
            others.append(f"\n**Ops as methods**: {', '.join(ops)}\n")
        return "".join([text, *others])


def file_of(name: str, value: Any) -> str:
    """Return a name as a name of a file; some disks do not tell `Tensor` from `tensor`."""
    return f"class-{name.lower()}" if isinstance(value, type) else name


def contents(module: ModuleType) -> dict[str, Any]:
    """Return what a module has for users."""
    found = {name: getattr(module, name) for name in names_of(module)}
    return {
        name: value
        for name, value in found.items()
        if not isinstance(value, ModuleType) and not is_python_s(value)
    }


def reference_pages(ops: Iterable[str]) -> Pages:
    """Return the page of each public module and their list; `ops` are the names of ops that have a page."""
    reference, index = Reference(ops), [INDEX]
    everything = {module: contents(value) for module, value in public_modules().items()}
    reference.classes.update(
        id(value) for names in everything.values() for value in names.values() if isinstance(value, type)
    )
    for module, names in everything.items():
        reference.add(module, names)
        short = module.removeprefix("derivata.")
        index.append(f"- [`{module}`]({short}.md): {first_line(public_modules()[module])}\n")
    return {"docs/reference/README.md": "".join(index), **reference.pages}
