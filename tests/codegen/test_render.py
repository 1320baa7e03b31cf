"""Rendering is deterministic, says nothing of the machine, and fails on names that templates do not know."""

import gc
import json
import os
import re
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path

import pytest
from jinja2 import Environment, FileSystemLoader, UndefinedError, meta

from derivata.codegen.check.check import read_spec
from derivata.codegen.diagnostics import SpecError
from derivata.codegen.lower.plans import lower
from derivata.codegen.options import ROOT
from derivata.codegen.pipeline import generate
from derivata.codegen.render.render import TEMPLATES, Target, render, used_names
from derivata.codegen.render.support_names import support_names

SPEC = """\
schema_version: 1
ops:
- family: tests
- name: twice(Tensor self) -> Tensor
  forward: 2 * self
  self: 2 * grad
"""


@pytest.fixture(scope="module")
def files() -> dict[str, str]:
    return generate(ROOT / "derivatives.yaml", Target())


def digest(seed: str, folder: Path) -> str:
    program = (
        "import hashlib; from derivata.codegen.options import ROOT\n"
        "from derivata.codegen.pipeline import generate\n"
        "from derivata.codegen.render.render import Target\n"
        "files = generate(ROOT / 'derivatives.yaml', Target())\n"
        "print(list(files), hashlib.sha256(repr(files).encode()).hexdigest())"
    )
    environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT), "LC_ALL": "C"}
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=folder, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_two_processes_with_different_hash_seeds_render_the_same_bytes(tmp_path: Path) -> None:
    assert digest("1", tmp_path) == digest("2", ROOT)


def test_every_file_begins_with_its_spec_command_and_template(files: dict[str, str]) -> None:
    comment = json.loads(files["spec.schema.json"])["$comment"]
    # JSON has no comments, and this file no template
    assert "Generated" in comment and "Do not edit." in comment
    for path, text in files.items():
        if path == "spec.schema.json":
            continue
        first = text.splitlines()[0]
        found = re.fullmatch(
            r"(?:#|<!--) Generated from derivatives\.yaml by `make codegen`; template: (\S+)\. Do not edit\.(?: -->)?",
            first,
        )
        assert found, f"{path}: {first}"
        assert (ROOT / found[1]).is_file(), path


def test_output_says_nothing_of_the_machine_or_the_day(files: dict[str, str]) -> None:
    for path, text in files.items():
        assert str(ROOT) not in text, path
        assert str(Path.home()) not in text, path
        assert not re.search(r"\b20\d\d-\d\d-\d\d\b", text), path
        assert not re.search(r"derivatives\.yaml:\d+", text), path
        assert not re.search(r"\bjinja2?\b", text.split("\n", 1)[1], re.IGNORECASE), path


def test_places_of_entries_in_the_spec_do_not_matter() -> None:
    def rendered(text: str) -> dict[str, str]:
        return render(lower(read_spec(text, "ops.yaml")), Target())

    assert rendered(SPEC) == rendered(SPEC.replace("- name", "\n# a comment\n\n- name"))


def test_nothing_in_a_generated_file_betrays_a_template(files: dict[str, str]) -> None:
    for path, text in files.items():
        assert text.endswith("\n") and not text.endswith("\n\n"), path
        assert not re.search(r"[ \t]$", text, re.MULTILINE), path
        assert "\t" not in text and "\r" not in text, path
        assert not re.search(r"\n{4,}", text), path
        assert "{{" not in text and "{%" not in text, path


def test_only_support_names_that_are_used_are_imported(files: dict[str, str]) -> None:
    for path, text in files.items():
        found = re.search(r"from derivata\.runtime\.support import \((.*?)\)", text, re.DOTALL)
        if found and path.startswith("ops/"):
            imported = re.findall(r"\w+", found[1])
            rest = text[: found.start()] + text[found.end() :]
            assert [name for name in imported if not re.search(rf"\b{name}\b", rest)] == [], path
            assert set(imported) <= set(support_names())


def test_names_in_docstrings_comments_and_strings_are_not_used_names() -> None:
    text = 'def f(x):\n    """Write accumulate."""\n    return g(x, "push")  # settled\n'
    assert used_names(text) == {"def", "f", "x", "return", "g"}


def test_the_package_and_the_runtime_are_those_of_the_target() -> None:
    plan = lower(read_spec(SPEC.replace("2 * self", "exp(self)").replace("2 * grad", "grad * 2"), "ops.yaml"))
    texts = render(plan, Target(package="mine.ops", runtime="other.runtime", command="make mine"))
    whole = "".join(texts.values())
    assert "derivata.generated" not in whole
    assert "from other.runtime.support import (" in whole
    assert '"mine.ops.kernels.twice"' in whole
    assert "`make mine`" in whole


def test_a_name_that_a_template_does_not_know_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "__init__.py.jinja").write_text("{{ no_such_name }}\n")
    with pytest.raises(UndefinedError, match="no_such_name"):
        render(lower(read_spec(SPEC, "ops.yaml")), Target(), tmp_path)


def templates() -> list[str]:
    return [path.relative_to(TEMPLATES).as_posix() for path in sorted(TEMPLATES.rglob("*.jinja"))]


def test_no_template_is_unused() -> None:
    environment = Environment(loader=FileSystemLoader(TEMPLATES))
    used = set()
    for name in templates():
        used.update(meta.find_referenced_templates(environment.parse((TEMPLATES / name).read_text())))
    partials = {name for name in templates() if Path(name).name.startswith("_") and "__init__" not in name}
    assert partials == used


@pytest.mark.parametrize("name", templates())
def test_every_macro_is_used_and_has_no_idle_parameter(name: str) -> None:
    whole = "".join((TEMPLATES / other).read_text() for other in templates())
    text = (TEMPLATES / name).read_text()
    for macro, parameters, body in re.findall(
        r"{% macro (\w+)\((.*?)\) %}(.*?){% endmacro %}", text, re.DOTALL
    ):
        calls = re.findall(rf"\b{macro}\(", whole)
        assert len(calls) > 1, f"{name}: nothing calls {macro}"
        for parameter in re.findall(r"(\w+)(?:=\w+)?", parameters):
            assert re.search(rf"\b{parameter}\b", body), f"{name}: {macro} does not use {parameter}"


@pytest.mark.parametrize("name", templates())
def test_every_name_that_a_template_imports_is_used(name: str) -> None:
    text = (TEMPLATES / name).read_text()
    for names in re.findall(r'{% from "[^"]+" import (.*?) %}', text):
        for imported in names.split(", "):
            assert len(re.findall(rf"\b{imported}\b", text)) > 1, f"{name}: {imported}"


@pytest.mark.parametrize("text", [SPEC, SPEC.replace("twice", "2")], ids=["good", "broken"])
def test_generation_leaves_the_garbage_collector_as_it_was(text: str, tmp_path: Path) -> None:
    spec = tmp_path / "spec.yaml"
    spec.write_text(text)
    assert gc.isenabled()
    with nullcontext() if text is SPEC else pytest.raises(SpecError):
        generate(spec, Target(package="my_ops", own=False), tmp_path / "my_ops")
    assert gc.isenabled()
    gc.disable()
    try:
        with nullcontext() if text is SPEC else pytest.raises(SpecError):
            generate(spec, Target(package="my_ops", own=False), tmp_path / "my_ops")
        assert not gc.isenabled()
    finally:
        gc.enable()
