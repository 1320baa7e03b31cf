"""The committed files are what the spec says, and as well made as hand-written ones."""

import ast
import inspect
import subprocess
import sys
from argparse import Namespace
from importlib.util import find_spec
from itertools import pairwise

import pytest

from derivata import support
from derivata.arrays.jit.launch import THRESHOLD, Elementwise
from derivata.codegen.check.check import read_spec
from derivata.codegen.job import jobs_of
from derivata.codegen.lower.loop_plan import KernelCall
from derivata.codegen.lower.plans import lower
from derivata.codegen.options import PACKS, ROOT, SPEC
from derivata.codegen.pipeline import generate
from derivata.codegen.render.support_names import support_names
from derivata.codegen.source.reader import decode
from derivata.codegen.write import compare, diff

needs_ruff = pytest.mark.skipif(find_spec("ruff") is None, reason="ruff judges the generated code")


def test_the_committed_files_are_what_the_spec_says(own_files: dict[str, str]) -> None:
    changes = compare(own_files, ROOT / "generated")
    assert not changes, "run `make codegen`:\n" + "".join(diff(own_files, ROOT / "generated"))[:4000]


def test_the_committed_packs_are_what_their_specs_say() -> None:
    """`make codegen` writes derivata's own packs, too; each has its spec in its folder."""
    _, *packs = jobs_of(Namespace(spec=SPEC, package=None, out=None))
    assert [job.target.package for job in packs] == list(PACKS) == ["derivata.distributed.ops"]
    for job in packs:
        files = generate(job.spec, job.target, job.out)
        changes = compare(files, job.out, job.spec)
        assert not changes, "run `make codegen`:\n" + "".join(diff(files, job.out, job.spec))[:4000]


@needs_ruff
@pytest.mark.parametrize("command", [["check"], ["format", "--check"]], ids=" ".join)
def test_generated_files_pass_the_linter_and_the_formatter(command: list[str]) -> None:
    folders = ["generated", *[str(folder.relative_to(ROOT)) for folder in PACKS.values()]]
    done = subprocess.run(
        [sys.executable, "-m", "ruff", *command, *folders], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout[-4000:]


def test_generated_code_may_import_exactly_what_the_runtime_offers() -> None:
    assert sorted(support_names()) == sorted(support.__all__)
    assert [name for name in support_names() if not hasattr(support, name)] == []


def test_no_support_name_is_idle() -> None:
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "templates").rglob("*.jinja")]
    texts += [path.read_text(encoding="utf-8") for path in (ROOT / "codegen" / "lower").glob("*.py")]
    whole = "\n".join(texts)
    modules = [value for name in support_names() if inspect.ismodule(value := getattr(support, name))]
    names = [*support_names(), *(name for module in modules for name in module.__all__)]
    assert [name for name in names if name not in whole] == []


def loops() -> list[KernelCall]:
    plan = lower(read_spec(decode(SPEC.read_bytes(), SPEC.name), SPEC.name))
    return [call for family in plan.families for op in family.plans for call in op.kernel_calls]


@pytest.mark.slow
def test_generated_code_asks_for_a_loop_from_the_size_on_from_which_the_launcher_accepts() -> None:
    found = loops()
    assert len(found) > 100
    for call in found:
        own = call.minimum if call.minimum < THRESHOLD else None  # as the template writes it
        launcher = Elementwise("module", "function", len(call.outputs), call.cost, minimum=own)
        assert launcher.minimum == call.minimum


def test_every_definition_in_the_generated_ops_has_a_docstring_or_is_private_or_a_node() -> None:
    for path in sorted((ROOT / "generated").rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        assert ast.get_docstring(tree), path
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                overload = any(isinstance(d, ast.Name) and d.id == "overload" for d in node.decorator_list)
                assert overload or ast.get_docstring(node), f"{path.name}: {node.name}"


def test_the_node_of_an_op_stands_directly_above_its_function() -> None:
    for path in sorted((ROOT / "generated" / "ops").glob("*.py")):
        body = ast.parse(path.read_text(encoding="utf-8")).body
        for node, following in pairwise(body):
            if isinstance(node, ast.ClassDef) and node.name.endswith("Backward"):
                assert isinstance(following, ast.FunctionDef), f"{path.name}: {node.name}"


def test_no_generated_class_or_function_is_defined_twice() -> None:
    for path in sorted((ROOT / "generated" / "ops").glob("*.py")):
        names = []
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef | ast.FunctionDef):
                decorated = [d.id for d in node.decorator_list if isinstance(d, ast.Name)]
                names += [] if "overload" in decorated else [node.name]
        assert len(names) == len(set(names)), path


def test_one_pass_over_a_node_needs_few_lines() -> None:
    lengths = []
    for path in sorted((ROOT / "generated" / "ops").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name == "apply" and node.end_lineno is not None:
                lengths.append(node.end_lineno - node.lineno)
    assert sorted(lengths)[len(lengths) // 2] < 50


def test_no_generated_module_is_longer_than_a_person_scrolls() -> None:
    lengths = {
        path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8").count("\n")
        for path in (ROOT / "generated").rglob("*.py")
    }
    too_long = {path: length for path, length in lengths.items() if length > 1900}
    assert too_long == {}, "begin another family in derivatives.yaml: '- family: NAME'"


def test_paths_are_those_of_the_packages(own_files: dict[str, str]) -> None:
    assert {path.split("/")[0] for path in own_files if "/" in path} == {
        "checks",
        "kernels",
        "namespaces",
        "ops",
    }
    assert not [path for path in own_files if path.count("/") > 1]
