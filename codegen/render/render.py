"""Plans -> texts of files. The only place that knows Jinja."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from jinja2 import BytecodeCache, Environment, FileSystemLoader, StrictUndefined
from jinja2.bccache import Bucket

from ..lower.cases import case_fields, literal
from ..lower.plan import Plan
from .first_argument import with_input
from .layout import tidy
from .support_names import interface, support_names

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"


@dataclass(frozen=True, slots=True)
class Target:
    """Where the output lives and what it imports.

    `own` is false for the ops of somebody else, a pack: they import derivata's as `base`, and give Tensor no methods.
    """

    package: str = "derivata.generated"
    runtime: str = "derivata.runtime"
    arrays: str = "derivata.arrays"
    command: str = "make codegen"
    own: bool = True


def render(plan: Plan, target: Target, templates: Path = TEMPLATES) -> dict[str, str]:
    """Return the text of every generated file by its path in the output folder."""
    renderer = _Renderer(plan, target, templates)
    return dict(sorted(renderer.files()))


class _Compiled(BytecodeCache):
    """Templates are compiled once per process: `derivata watch` and the tests generate more than one package."""

    def __init__(self) -> None:
        self.codes: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Take what an earlier generation has compiled, unless the template has changed since."""
        if code := self.codes.get(bucket.key):
            bucket.bytecode_from_string(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a compiled template."""
        self.codes[bucket.key] = bucket.bytecode_to_string()


_COMPILED = _Compiled()


class _Renderer:
    def __init__(self, plan: Plan, target: Target, templates: Path) -> None:
        self.plan = plan
        self.target = target
        self.environment = Environment(
            loader=FileSystemLoader(templates),
            bytecode_cache=_COMPILED,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            autoescape=False,
        )
        self.environment.globals |= {
            "own": target.own,
            "builtin_ops": "ops" if target.own else "derivata_ops",
            "label": "" if target.own else f"{target.package}.",
            "packs": plan.packs,
            "support_names": support_names(),
        }
        self.environment.filters |= {
            "strings": _strings,
            "tuple": _tuple,
            "builtin": _builtin,
            "literal": literal,
            "dict": dict,
            "cell": _cell,
            "used_names": used_names,
        }

    def files(self) -> Iterator[tuple[str, str]]:
        """Yield path and text of every file."""
        plan = self.plan
        if self.target.own:
            yield "__init__.py", self._text("__init__.py.jinja")
            yield from self._methods()
        else:
            yield from self._pack()
        if plan.functions:
            yield "functions.py", self._text("functions.py.jinja", modules=plan.functions)
        yield "OPS.md", self._text("OPS.md.jinja", families=plan.families)
        yield "ops/__init__.py", self._text("ops/__init__.py.jinja", families=plan.families)
        for family in plan.families:
            yield f"ops/{family.name}.py", self._text("ops/family.py.jinja", family=family)
        yield "kernels/__init__.py", self._text("kernels/__init__.py.jinja")
        for module in plan.kernels:
            yield f"kernels/{module.op}.py", self._text("kernels/op.py.jinja", module=module)
        yield "namespaces/__init__.py", self._text("namespaces/__init__.py.jinja")
        for namespace in plan.namespaces:
            text = self._text("namespaces/namespace.py.jinja", namespace=namespace)
            yield f"namespaces/{namespace.module}.py", text
        yield from self._checks()

    def _pack(self) -> Iterator[tuple[str, str]]:
        """Yield what only the ops of somebody else need."""
        plan = self.plan
        yield (
            "__init__.py",
            self._text(
                "__init__.py.jinja",
                interface=interface(),
                namespaces=plan.namespaces,
                has_functions=bool(plan.functions),
            ),
        )
        yield "py.typed", ""
        name = self.target.package.rpartition(".")[2]
        yield f"test_{name}.py", self._text("test_pack.py.jinja")

    def _methods(self) -> Iterator[tuple[str, str]]:
        """Yield what gives Tensor its methods, and what tells type checkers of them."""
        plan = self.plan
        yield "methods.py", self._text("methods.py.jinja", methods=plan.methods, ufuncs=plan.ufuncs)
        classes = sorted(p.output_class for family in plan.families for p in family.plans if p.output_class)
        stub = self._text("tensor_methods.pyi.jinja", methods=plan.methods, output_classes=classes)
        yield "tensor_methods.pyi", stub

    def _checks(self) -> Iterator[tuple[str, str]]:
        """Yield what the tests know of the ops."""
        families = self.plan.families
        yield "checks/__init__.py", self._text("checks/__init__.py.jinja", families=families)
        for family in families:
            cases = [case_fields(plan, self.target.package, self.target.own) for plan in family.plans]
            text = self._text("checks/family.py.jinja", family=family, cases=cases)
            yield f"checks/{family.name}.py", text

    def _text(self, template: str, **values: object) -> str:
        text = self.environment.get_template(template).render(
            spec_name=self.plan.spec_name,
            command=self.target.command,
            template=f"templates/{template}",
            package=self.target.package,
            runtime=self.target.runtime,
            arrays=self.target.arrays,
            **values,
        )
        if self.target.own and template == "ops/family.py.jinja":
            text = with_input(text)
        return text if template.endswith(".md.jinja") else tidy(text, stub=template.endswith(".pyi.jinja"))


def _tuple(items: Iterable[str]) -> str:
    """Return the source of a tuple of expressions."""
    texts = list(items)
    return f"({texts[0]},)" if len(texts) == 1 else f"({', '.join(texts)})"


def _strings(items: Iterable[str], prefix: str = "") -> str:
    """Return the source of a tuple of strings."""
    return _tuple([f'"{prefix}{item}"' for item in items])


def _builtin(annotation: str) -> str:
    """Return an annotation for a class whose methods have the names of Python's types."""
    return re.sub(r"\b(bool|complex|float|int|str|tuple)\b", r"builtins.\1", annotation)


def _cell(text: str) -> str:
    """Return the Markdown of a cell of a table: outside of `code`, HTML is text."""
    *paired, last = text.split("`")
    prose = [part if place % 2 else part.replace("<", "&lt;") for place, part in enumerate(paired)]
    return "`".join([*prose, last.replace("<", "&lt;")]).replace("|", "\\|")


_PROSE = re.compile(r'""".*?"""|"[^"\n]*"|#[^\n]*', re.DOTALL)
_NAME = re.compile(r"(?<![\w.])[A-Za-z_]\w*", re.ASCII)


def used_names(text: str) -> frozenset[str]:
    """Return every identifier of generated code; attributes, strings and comments hold none."""
    return frozenset(_NAME.findall(_PROSE.sub("", text)))
