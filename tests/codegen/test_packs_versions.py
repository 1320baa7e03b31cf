"""Old specs and old generated code: what is said, and what one is told to do."""

import ast
import inspect
import json
from pathlib import Path
from typing import Any

import pytest

from derivata.codegen import vocabulary
from derivata.codegen.checksum import checksum
from derivata.codegen.diagnostics import SpecError
from derivata.codegen.parse.spec import parse_spec
from derivata.codegen.write import LIST
from derivata.runtime import later, support
from derivata.runtime import pack as runtime

SPEC = "- name: twice(Tensor self) -> Tensor\n  doc: Two times.\n  forward: 2 * self\n  self: 2 * grad\n"
LATER = ("names_elsewhere", "names_of_modules")
NAMES = Path(__file__).with_name("interface.json")


@pytest.fixture
def pack(workshop: Any) -> Any:
    workshop.ops("my ops.yaml", SPEC)
    workshop.make("my ops.yaml", "--package", "my_ops")
    return workshop


def doctor(pack: Any, old: str, new: str) -> None:
    """Make a pack as another derivata would have written it."""
    path = pack.folder / "my_ops" / "__init__.py"
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")
    listed = path.with_name(LIST).read_text(encoding="utf-8")
    sums = [checksum(either.encode()) for either in (text, text.replace(old, new))]
    path.with_name(LIST).write_text(listed.replace(*sums), encoding="utf-8")


@pytest.mark.parametrize(
    ("interface", "advice"), [(0, "generate it again: "), (9, "upgrade derivata, or generate it")]
)
def test_a_pack_for_another_runtime_says_at_import_what_to_run(
    pack: Any, interface: int, advice: str
) -> None:
    doctor(pack, f"interface={runtime.INTERFACE}", f"interface={interface}")
    message = pack.error("import my_ops")
    assert message.startswith(
        f"ImportError: my_ops: expected a pack for interface {runtime.INTERFACE} of derivata's"
    )
    assert f"got one for interface {interface}, " in message
    assert advice in message
    assert message.endswith("derivata codegen 'my ops.yaml' --package my_ops")


def test_nothing_else_of_a_pack_for_another_runtime_is_loaded(pack: Any) -> None:
    """Whatever it would call may be gone: the check comes before everything else, also for a module of the pack."""
    doctor(pack, f"interface={runtime.INTERFACE}", "interface=0")
    for path in (pack.folder / "my_ops").rglob("*.py"):
        if path.parent.name != "my_ops":
            path.write_text("raise SystemExit('loaded')\n")
    for module in ("my_ops", "my_ops.ops", "my_ops.checks", "my_ops.kernels.twice"):
        assert pack.error(f"import {module}").startswith("ImportError: my_ops: expected a pack for interface")


def test_the_command_that_the_message_names_makes_the_pack_work_again(pack: Any) -> None:
    doctor(pack, f"interface={runtime.INTERFACE}", "interface=0")
    pack.make("my ops.yaml", "--package", "my_ops")
    pack.run("import my_ops")


def test_a_pack_without_its_spec_is_generated_again_from_its_own_copy(pack: Any) -> None:
    (pack.folder / "my ops.yaml").unlink()
    doctor(pack, f"interface={runtime.INTERFACE}", "interface=0")
    copy = (pack.folder / "my_ops" / "spec.yaml").read_bytes()
    pack.make("my_ops/spec.yaml", "--package", "my_ops")
    assert (pack.folder / "my_ops" / "spec.yaml").read_bytes() == copy
    pack.run("import my_ops")


def test_a_pack_under_another_name_says_so(pack: Any) -> None:
    (pack.folder / "my_ops").rename(pack.folder / "vendored")
    message = pack.error("import vendored")
    assert message.startswith("ImportError: my_ops: expected to be imported by this name, got 'vendored'")
    assert message.endswith("or generate it again with --package vendored")


def test_a_used_pack_for_another_runtime_is_the_one_that_is_named(pack: Any) -> None:
    pack.ops(
        "lab.yaml",
        SPEC.replace("name: twice", "name: again").replace("2 * grad", "twice(grad)"),
        "uses: [my_ops]",
    )
    pack.make("lab.yaml", "--package", "lab")
    doctor(pack, f"interface={runtime.INTERFACE}", "interface=0")
    assert pack.error("import lab").startswith("ImportError: my_ops: expected a pack for interface")


VERSIONS = {
    "2": "expected 1, got '2'; this derivata reads version 1: install a newer one, for which the spec was written",
    "0": "expected 1, got '0'; write 'schema_version: 1'",
    "one": "expected 1, got 'one'; write 'schema_version: 1'",
    "1.0": "expected 1, got '1.0'; write 'schema_version: 1'",
    "9999999999999999": "expected 1, got '9999999999999999'; this derivata reads version 1: install a newer one, "
    "for which the spec was written",
    "[1]": "expected 1, got a list; write 'schema_version: 1'",
}


@pytest.mark.parametrize("version", VERSIONS)
def test_a_spec_of_another_version_of_the_language_is_refused(workshop: Any, version: str) -> None:
    workshop.write("my_ops.yaml", f"schema_version: {version}\nops:\n- family: tests\n{SPEC}")
    done = workshop.codegen("my_ops.yaml", "--package", "my_ops")
    assert done.code == 1
    assert done.err.splitlines()[0] == f"my_ops.yaml:1:17: schema_version: {VERSIONS[version]}"


def test_an_older_spec_is_told_every_step_to_the_present_language(monkeypatch: pytest.MonkeyPatch) -> None:
    hints = {1: "rename 'self' to 'x'", 2: "delete 'doc'"}
    monkeypatch.setattr(vocabulary, "SCHEMA_VERSION", 3)
    monkeypatch.setattr(vocabulary, "MIGRATIONS", hints)
    with pytest.raises(SpecError) as caught:
        parse_spec(f"schema_version: 1\nops:\n- family: tests\n{SPEC}", "my_ops.yaml")
    assert str(caught.value) == (
        "my_ops.yaml:1:17: schema_version: expected 3, got '1'; rename 'self' to 'x'; delete 'doc'; "
        "write 'schema_version: 3' then"
    )


def test_every_older_version_of_the_language_has_a_hint() -> None:
    assert sorted(vocabulary.MIGRATIONS) == list(range(1, vocabulary.SCHEMA_VERSION))


def test_what_packs_call_is_there_as_long_as_the_interface_has_its_number() -> None:
    """Names may be added to the support module; who takes one away, or a parameter, counts INTERFACE up."""
    recorded = json.loads(NAMES.read_text(encoding="utf-8"))
    assert recorded["interface"] == runtime.INTERFACE, f"write the names of the new interface to {NAMES.name}"
    present = interface_names()
    for name, parameters in recorded["names"].items():
        assert name in present, f"packs may import {name}: count INTERFACE up in runtime/pack.py"
        missing = [p for p in parameters if p not in present[name]]
        assert not missing, f"packs may pass {missing} to {name}: count INTERFACE up in runtime/pack.py"


def interface_names() -> dict[str, list[str]]:
    """Return what the runtime offers to packs, and the parameters of what are functions."""
    found = {}
    modules = ((support, support.__all__), (runtime, runtime.__all__), (later, LATER))
    for module, names in modules:
        for name in names:
            value = getattr(module, name)
            parameters = inspect.signature(value).parameters if inspect.isfunction(value) else ()
            found[name] = list(parameters)
    return found


def test_a_pack_imports_of_derivata_only_what_its_interface_names(pack: Any) -> None:
    known = {
        "derivata": {"generated"},
        "derivata.generated": {"ops"},
        "derivata.runtime": {"elementary", "functions", "special"},
        "derivata.testing": {"PackCheck", "pack_checks"},
        "derivata.testing.cases": {"OpCase"},
        "derivata.runtime.kernels.elementary": None,
    }
    for path in (pack.folder / "my_ops").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.ImportFrom) or not (node.module or "").startswith("derivata"):
                continue
            module, names = str(node.module), {alias.name for alias in node.names}
            if module in ("derivata.runtime.support", "derivata.runtime.pack", "derivata.runtime.later"):
                assert names <= interface_names().keys()
            else:
                allowed = known[module]
                assert allowed is None or names <= allowed, f"{path}: {module} {names}"
