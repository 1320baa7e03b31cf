"""Whatever a user calls ops, arguments, outputs and values: it is refused at its place, or computes as it should."""

import builtins
import importlib
import keyword
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import derivata as dv
from derivata.codegen.diagnostics import SpecError
from derivata.codegen.elementary import ELEMENTARY
from derivata.codegen.pipeline import generate, own_spec
from derivata.codegen.render.render import Target
from derivata.codegen.render.support_names import support_names

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"

ENTRIES = {
    "op": "- name: {name}(Tensor self, Scalar w=0.5) -> Tensor\n  forward: self * self * w\n",
    "argument": "- name: f(Tensor {name}, Scalar w=0.5) -> Tensor\n  forward: {name} * {name} * w\n",
    "number": "- name: f(Tensor self, Scalar {name}=0.5) -> Tensor\n  forward: self * self * {name}\n",
    "let of a forward": (
        "- name: f(Tensor self, Scalar w=0.5) -> Tensor\n  forward: {name} * self * w\n  let: {{{name}: self * 1}}\n"
    ),
    "let of a gradient": (
        "- name: f(Tensor self, Scalar w=0.5) -> Tensor\n  forward: self * self * w\n"
        "  let: {{{name}: 2 * self * w}}\n  self: grad * {name}\n"
    ),
    "output": "- name: f(Tensor self, Scalar w=0.5) -> (Tensor {name})\n  forward: self * self * w\n",
    "loop": (
        "- name: f(Tensor self, Scalar w=0.5) -> Tensor\n"
        "  composite: '[{name} * mul(w, {name}) for {name} in [self]][0]'\n  samples: {{cases: [{{self: [2]}}]}}\n"
    ),
    "family": "- family: {name}\n- name: f(Tensor self, Scalar w=0.5) -> Tensor\n  forward: self * self * w\n",
    "namespace": (
        "- name: f(Tensor self, Scalar w=0.5) -> Tensor\n  forward: self * self * w\n  namespace: {name}\n"
    ),
}


def _words() -> Iterator[str]:
    """Yield the names of Python, of formulas, of derivata's ops, and of everything in the templates."""
    yield from (*keyword.kwlist, *keyword.softkwlist, *dir(builtins), *ELEMENTARY, *support_names())
    yield from (op.name for op in own_spec().ops)
    for template in TEMPLATES.rglob("*.jinja"):
        yield from re.findall(r"[A-Za-z_]\w*", template.read_text(encoding="utf-8"))
    yield from (
        "self_1",
        "result",
        "grad",
        "t",
        "x_t",
        "self_t",
        "self_p",
        "self_",
        "derivata_ops",
        "derivata_functions",
    )


def outcome(kind: str, name: str, folder: Path, number: int) -> str:
    """Generate a pack with the name in this place; when it is not refused, everything about it is right."""
    pack = f"names_{number}"
    spec = folder / f"{pack}.yaml"
    spec.write_text("schema_version: 1\nops:\n- family: tests\n" + ENTRIES[kind].format(name=name))
    try:
        files = generate(spec, Target(pack, command="derivata codegen", own=False), folder / pack)
    except SpecError as error:
        assert all(diagnostic.location.line >= 3 for diagnostic in error.diagnostics)
        return "refused"
    for path, text in files.items():
        file = folder / pack / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    importlib.invalidate_caches()
    module = importlib.import_module(pack)
    op = name if kind == "op" else "f"
    home = importlib.import_module(f"{pack}.ops.tests") if op.startswith("_") else module
    if kind == "namespace":
        home = getattr(module, name)
    function = getattr(home, op)
    x = dv.tensor([2.0, 3.0], requires_grad=True)
    assert function(x).tolist() == [2.0, 4.5]
    (first,) = dv.autograd.grad(function(x, 0.25).sum(), x, create_graph=True)
    (second,) = dv.autograd.grad(first.sum(), x)
    assert (first.tolist(), second.tolist()) == ([1.0, 1.5], [0.5, 0.5])
    _, tangent = dv.func.jvp(lambda value: function(value, 0.25), (x.detach(),), (dv.ones(2),))
    assert tangent.tolist() == [1.0, 1.5]
    return "works"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    path = tmp_path_factory.mktemp("names")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(path))
        yield path
    for name in [name for name in sys.modules if name.startswith("names_")]:
        del sys.modules[name]


NUMBERS = iter(range(10**9))


@pytest.mark.slow
@settings(max_examples=150, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(st.sampled_from(sorted(ENTRIES)), st.deferred(lambda: st.sampled_from(sorted(set(_words())))))
@example("argument", "int")
@example("number", "int")
@example("argument", "names")
@example("argument", "outputs")
@example("loop", "derivata_ops")
@example("op", "len")
@example("op", "tuple")
def test_any_name_is_refused_or_works(folder: Path, kind: str, name: str) -> None:
    """Whatever name an op, argument, output, value or family has: it is refused at its place, or all of it works."""
    assert outcome(kind, name, folder, next(NUMBERS)) in ("refused", "works")


@pytest.mark.parametrize(
    ("kind", "name"), [("argument", "x"), ("argument", "lo"), ("op", "bell"), ("loop", "x")]
)
def test_usual_names_work(folder: Path, kind: str, name: str) -> None:
    """Names that mean nothing to generated code, or only within it, are free."""
    assert outcome(kind, name, folder, next(NUMBERS)) == "works"
