"""Plans -> texts of files. The only place that knows Jinja."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from jinja2 import BytecodeCache, Environment, FileSystemLoader, StrictUndefined
from jinja2.bccache import Bucket

from ..lower import signatures, trees
from ..lower.cases import case_fields
from ..lower.plan import Plan
from ..lower.printer import show
from ..package import aliases
from ..progress import watched
from . import layout
from .imports import Imports
from .support_names import interface, support_names

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"


@dataclass(frozen=True, slots=True)
class Target:
    """Where the output lives and what it imports.

    `own` is false for a pack: it imports derivata's ops as `derivata_ops`, and gives Tensor no methods.
    """

    package: str = "derivata.generated"
    support: str = "derivata.support"
    arrays: str = "derivata.arrays"
    command: str = "make codegen"
    own: bool = True


def render(plan: Plan, target: Target, templates: Path = TEMPLATES) -> dict[str, str]:
    """Return the text of every generated file by its path in the output folder."""
    renderer = _Renderer(plan, target, templates)
    return dict(sorted(renderer.files()))


class _Compiled(BytecodeCache):
    """A cache of templates for the process: `derivata watch` and the tests generate more than one package."""

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
        classes = [p.output_class for family in plan.families for p in family.plans if p.output_class]
        self.output_classes = sorted(classes)
        self.imports = Imports([*_modules(plan), *classes])
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
            "packs": plan.packs,
            "support_names": support_names(),
            "use": self.imports,
            "line": self._line,
            "call": self._call,
            "called": layout.Called,
            "condition": self._condition,
            "definition": signatures.definition,
            "call_form": signatures.call_form,
            "untyped": signatures.untyped,
        }
        self.environment.filters |= {
            "strings": _strings,
            "tuple": trees.names,
            "trees": lambda items: ast.Tuple(items, ast.Load()),
            "builtin": _builtin,
            "literal": trees.literal,
            "labelled": self._labelled,
            "code": self._code,
            "declared": signatures.declared,
            "dict": dict,
            "cell": _cell,
        }

    def _noted(self, parts: Iterable[layout.Part]) -> None:
        """Record the names in what is printed."""
        for part in parts:
            if isinstance(part, ast.expr):
                self.imports.note(part)
            elif isinstance(part, layout.Called):
                self._noted(part.items)
            elif isinstance(part, signatures.Declared):
                self._noted([part.annotation, *([part.default] if part.default else [])])

    def _labelled(self, name: str) -> ast.expr:
        """Return the name of an op in messages, with that of its pack."""
        return trees.constant(name if self.target.own else f"{self.target.package}.{name}")

    def _code(self, tree: ast.expr) -> str:
        self.imports.note(tree)
        return show(tree)

    def _line(self, indent: int, head: str, value: layout.Part, tail: str = "") -> str:
        self._noted([value])
        return layout.line(indent, head, value, tail)

    def _call(self, indent: int, head: str, items: Sequence[layout.Part], tail: str = ")") -> str:
        self._noted(items)
        return layout.call(indent, head, items, tail)

    def _condition(
        self, indent: int, head: str, parts: Sequence[layout.Part], word: str, tail: str = ""
    ) -> str:
        self._noted(parts)
        return layout.condition(indent, head, parts, word, tail)

    def files(self) -> Iterator[tuple[str, str]]:
        """Yield path and text of every file."""
        plan = self.plan
        if self.target.own:
            yield "__init__.py", self._text("__init__.py.jinja")
            values = {"functions": plan.array_functions, "row_loops": plan.row_loops}
            yield "loops.py", self._text("loops.py.jinja", parts=plan.parts, **values)
            yield from self._methods()
        else:
            yield from self._pack()
        if plan.functions:
            yield "functions.py", self._text("functions.py.jinja", modules=plan.functions)
        yield "OPS.md", self._text("OPS.md.jinja", families=plan.families)
        yield "ops/__init__.py", self._text("ops/__init__.py.jinja", families=plan.families)
        for family in watched(plan.families, "family"):
            yield f"ops/{family.name}.py", self._text("ops/family.py.jinja", family=family)
        yield "batching.py", self._text("batching.py.jinja", rules=plan.batching)
        yield "kernels/__init__.py", self._text("kernels/__init__.py.jinja")
        for module in plan.kernels:
            yield f"kernels/{module.op}.py", self._text("kernels/op.py.jinja", module=module)
        yield "namespaces/__init__.py", self._text("namespaces/__init__.py.jinja")
        for namespace in plan.namespaces:
            text = self._text("namespaces/namespace.py.jinja", namespace=namespace)
            yield f"namespaces/{namespace.module}.py", text
        yield from self._checks()

    def _pack(self) -> Iterator[tuple[str, str]]:
        """Yield the files that only packs have."""
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
        """Yield the files with Tensor's methods and NumPy's functions, and the stub for type checkers."""
        plan = self.plan
        yield "methods.py", self._text("methods.py.jinja", methods=plan.methods)
        numpy = {"functions": plan.numpy_functions, "ufuncs": plan.ufuncs}
        yield "numpy_functions.py", self._text("numpy_functions.py.jinja", **numpy)
        values = {"methods": plan.methods, "output_classes": self.output_classes}
        yield "tensor_methods.pyi", self._text("tensor_methods.pyi.jinja", **values)

    def _checks(self) -> Iterator[tuple[str, str]]:
        """Yield the files that tell the tests about the ops."""
        families = self.plan.families
        yield "checks/__init__.py", self._text("checks/__init__.py.jinja", families=families)
        for family in families:
            cases = [case_fields(plan, self.target.package, self.target.own) for plan in family.plans]
            text = self._text("checks/family.py.jinja", family=family, cases=cases)
            yield f"checks/{family.name}.py", text

    def _text(self, template: str, **values: object) -> str:
        self.imports.clear()
        return self.environment.get_template(template).render(
            spec_name=self.plan.spec_name,
            command=self.target.command,
            template=f"templates/{template}",
            package=self.target.package,
            support=self.target.support,
            arrays=self.target.arrays,
            **values,
        )


def _modules(plan: Plan) -> Iterator[str]:
    """Yield the names that modules of ops and array functions have in generated code."""
    yield from ("ops", "functions", "elementary", "special")
    for package in ("derivata", *plan.packs):
        yield from aliases(package)


def _strings(items: Iterable[str]) -> ast.expr:
    """Return a tuple of strings."""
    return trees.literal(tuple(items))


def _builtin(found: ast.expr | Iterable[signatures.Declared | str]) -> object:
    """Return an annotation, or parameters, for a class whose methods have the names of Python's types."""
    return signatures.in_builtins(found) if isinstance(found, ast.expr) else signatures.of_builtins(found)


def _cell(text: str) -> str:
    """Return the Markdown of a cell of a table: outside of `code`, HTML is text."""
    *paired, last = text.split("`")
    prose = [part if place % 2 else part.replace("<", "&lt;") for place, part in enumerate(paired)]
    return "`".join([*prose, last.replace("<", "&lt;")]).replace("|", "\\|")
