"""Where packs are written to, what they are called, and what is never touched."""

import os
from pathlib import Path
from typing import Any

import pytest

from derivata.codegen.render.spec_copy import is_changed, spec_copy
from derivata.codegen.write.journal import Step, keep
from derivata.codegen.write.transaction import STAGING

SPEC = "- name: twice(Tensor self) -> Tensor\n  doc: Two times.\n  forward: 2 * self\n  self: 2 * grad\n"
OTHER = (
    SPEC
    + "- name: thrice(Tensor self) -> Tensor\n  doc: Three times.\n  forward: 3 * self\n  self: 3 * grad\n"
)


@pytest.fixture
def pack(workshop: Any) -> Any:
    workshop.ops("my_ops.yaml", SPEC)
    workshop.make("my_ops.yaml", "--package", "my_ops")
    return workshop


def test_a_pack_has_what_a_package_needs(pack: Any) -> None:
    assert sorted(pack.files("my_ops")) == [
        "OPS.md",
        "__init__.py",
        "batching.py",
        "checks/__init__.py",
        "checks/tests.py",
        "generated.txt",
        "kernels/__init__.py",
        "kernels/twice.py",
        "namespaces/__init__.py",
        "namespaces/top_level.py",
        "ops/__init__.py",
        "ops/tests.py",
        "py.typed",
        "spec.yaml",
        "test_my_ops.py",
    ]
    copy = (pack.folder / "my_ops" / "spec.yaml").read_text(encoding="utf-8")
    assert copy.split("\n", 1)[1] == (pack.folder / "my_ops.yaml").read_text(encoding="utf-8")
    assert (
        "| `twice(Tensor self) -> Tensor` | Two times. | `twice_` |\n"
        in pack.files("my_ops")["OPS.md"].decode()
    )


def test_the_same_spec_gives_the_same_files_wherever_it_is_made(pack: Any) -> None:
    pack.ops("elsewhere/my_ops.yaml", SPEC)
    pack.make("elsewhere/my_ops.yaml", "--package", "my_ops", "--out", "elsewhere/deep/my_ops")
    assert pack.files("elsewhere/deep/my_ops") == pack.files("my_ops")
    assert not any(str(pack.folder).encode() in text for text in pack.files("my_ops").values())


def test_a_pack_in_a_package_is_written_to_its_folder(workshop: Any) -> None:
    workshop.ops("my_ops.yaml", SPEC)
    workshop.make("my_ops.yaml", "--package", "lab.fast.ops")
    assert workshop.run("import lab.fast.ops as ops; print(ops.twice(3.0).item())") == "6.0\n"


def test_a_namespace_of_a_pack_is_a_module_of_it(workshop: Any) -> None:
    workshop.ops("my_ops.yaml", OTHER.replace("  forward: 3", "  namespace: odd\n  forward: 3"))
    workshop.make("my_ops.yaml", "--package", "my_ops")
    program = "import my_ops; print(my_ops.odd.thrice(1.0).item(), my_ops.twice(1.0).item(), hasattr(my_ops, 'thrice'))"
    assert workshop.run(program) == "3.0 2.0 False\n"


def test_check_of_a_pack_that_is_up_to_date_says_nothing_and_drift_is_shown(pack: Any) -> None:
    done = pack.codegen("my_ops.yaml", "--package", "my_ops", "--check")
    assert (done.code, done.out, done.err) == (0, "", "")
    before = pack.files("my_ops")
    pack.ops("my_ops.yaml", OTHER)
    done = pack.codegen("my_ops.yaml", "--package", "my_ops", "--check")
    assert done.code == 1
    assert "+++ spec.yaml (generated)" in done.out and "+def thrice(" in done.out
    assert done.err.endswith(
        "is not what my_ops.yaml says: run `derivata codegen my_ops.yaml --package my_ops`\n"
    )
    assert pack.files("my_ops") == before


def test_an_op_that_is_gone_leaves_no_file_behind(pack: Any) -> None:
    before = pack.files("my_ops")
    pack.ops("my_ops.yaml", OTHER)
    pack.make("my_ops.yaml", "--package", "my_ops")
    pack.ops("my_ops.yaml", SPEC)
    assert pack.codegen("my_ops.yaml", "--package", "my_ops").out.endswith(" 1 deleted\n")
    assert pack.files("my_ops") == before


def test_a_broken_spec_leaves_the_pack_as_it_was(pack: Any) -> None:
    before = pack.files("my_ops")
    pack.ops("my_ops.yaml", OTHER.replace("3 * self", "3 * slef"))
    done = pack.codegen("my_ops.yaml", "--package", "my_ops")
    assert done.code == 1 and done.err.endswith("1 error; nothing was written\n")
    assert pack.files("my_ops") == before


def test_a_disk_that_fails_leaves_the_pack_as_it_was(pack: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    before = pack.files("my_ops")
    pack.ops("my_ops.yaml", OTHER)
    replace, calls = os.replace, []

    def failing(source: Path, target: Path) -> None:
        calls.append(target)
        if len(calls) == 5:
            raise OSError(28, "No space left on device", str(target))
        replace(source, target)

    monkeypatch.setattr(os, "replace", failing)
    done = pack.codegen("my_ops.yaml", "--package", "my_ops")
    assert done.code == 1 and "No space left on device; nothing was written" in done.err
    assert pack.files("my_ops") == before


@pytest.mark.parametrize("name", ["__init__.py", "spec.yaml", "test_my_ops.py", "functions.py", "py.typed"])
def test_a_file_by_hand_is_not_replaced(workshop: Any, name: str) -> None:
    workshop.ops(
        "my_ops.yaml", SPEC.replace("2 * self", "my_functions.twice") + "  result: auto_linear\n" + CASES
    )
    workshop.write(f"my_ops/{name}", "by hand\n")
    done = workshop.codegen("my_ops.yaml", "--package", "my_ops")
    assert done.code == 1
    assert f"{name}: expected a generated file or none, got one that does not begin with" in done.err
    assert workshop.files("my_ops") == {name: b"by hand\n"}


CASES = "  samples: {cases: [{self: [2]}]}\n"


def test_other_files_and_packs_in_the_folder_of_a_pack_stay(pack: Any) -> None:
    pack.write("my_ops/notes.md", "by hand\n")
    pack.write("my_ops/by_hand.py", "by hand\n")
    pack.ops("inner.yaml", SPEC)
    pack.make("inner.yaml", "--package", "my_ops.inner")
    before = pack.files("my_ops")
    pack.make("my_ops.yaml", "--package", "my_ops")
    assert pack.files("my_ops") == before


def test_a_spec_may_lie_in_its_pack(workshop: Any) -> None:
    workshop.ops("my_ops/spec.yaml", SPEC)
    before = (workshop.folder / "my_ops" / "spec.yaml").read_bytes()
    workshop.make("my_ops/spec.yaml", "--package", "my_ops")
    workshop.make("my_ops/spec.yaml", "--package", "my_ops")
    assert (workshop.folder / "my_ops" / "spec.yaml").read_bytes() == before
    assert workshop.run("import my_ops; print(my_ops.twice(1.0).item())") == "2.0\n"


def test_a_spec_of_windows_is_up_to_date_after_it_was_written(workshop: Any) -> None:
    path = workshop.ops("my_ops.yaml", SPEC)
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    workshop.make("my_ops.yaml", "--package", "my_ops")
    assert workshop.codegen("my_ops.yaml", "--package", "my_ops", "--check").code == 0


def test_the_name_of_a_spec_stays_on_its_line(workshop: Any) -> None:
    workshop.ops("a\nimport os  # `x`.yaml", SPEC)
    workshop.make("a\nimport os  # `x`.yaml", "--package", "my_ops")
    for name, text in workshop.files("my_ops").items():
        assert not any(line.startswith(b"import os") for line in text.splitlines()), name
    workshop.run("import my_ops")


REFUSED = {
    "../my_ops": "expected a name of ASCII letters, digits and '_', got '' in '../my_ops'",
    "/tmp/my_ops": "expected a name of ASCII letters, digits and '_', got '/tmp/my_ops'",
    "my-ops": "expected a name of ASCII letters, digits and '_', got 'my-ops'",
    "my_ops.": "expected a name of ASCII letters, digits and '_', got '' in 'my_ops.'",
    "my ops": "expected a name of ASCII letters, digits and '_', got 'my ops'",
    "möps": "expected a name of ASCII letters, digits and '_', got 'möps'",
    "lab.class": "expected a name, got Python's keyword 'class' in 'lab.class'",
    "__main__": "expected a name without two leading underscores, got '__main__'",
    "derivata.my_ops": "expected a free name, got 'derivata', which generated code would import",
    "numpy": "expected a free name, got 'numpy', which generated code would import",
    "statistics": "expected a free name, got 'statistics', which generated code would import",
    "my_ops\nimport os": "expected a name of ASCII letters, digits and '_', got 'my_ops import os'",
    "x" * 5000: "expected at most 80 characters, got 5000",
}


@pytest.mark.parametrize("name", REFUSED, ids=lambda name: name[:20])
def test_a_name_that_no_package_can_have_is_a_wrong_command_line(workshop: Any, name: str) -> None:
    workshop.ops("my_ops.yaml", SPEC)
    done = workshop.codegen("my_ops.yaml", "--package", name)
    assert done.code == 2
    assert REFUSED[name] in done.err
    assert os.listdir(workshop.folder) == ["my_ops.yaml"]


def test_a_pack_needs_a_name(workshop: Any) -> None:
    workshop.ops("my_ops.yaml", SPEC)
    done = workshop.codegen("my_ops.yaml")
    assert done.code == 2
    assert "--package: expected the name of the package that my_ops.yaml becomes, got none" in done.err


def test_the_folder_gives_a_pack_its_name(workshop: Any) -> None:
    workshop.ops("my_ops.yaml", SPEC)
    workshop.write("lab/__init__.py", "")
    workshop.make("my_ops.yaml", "--out", "lab/ops")
    assert '"lab.ops"' in workshop.files("lab/ops")["__init__.py"].decode()


def test_the_spec_of_a_pack_may_be_generated_again_from_where_it_stands(tmp_path: Path) -> None:
    """A copy keeps its first line, with the checksum of what it is now; a spec that was written there stays."""
    written, there = tmp_path / "mine.yaml", tmp_path / "spec.yaml"
    written.write_text("schema_version: 1\nops: []\n")
    copy = spec_copy(written, there, "derivata codegen mine.yaml")
    assert copy is not None and copy.startswith(
        "# Generated by derivata from mine.yaml with `derivata codegen mine.yaml`: a copy of it, checksum "
    )
    there.write_text(copy)
    assert spec_copy(there, there, "derivata codegen spec.yaml") == copy
    there.write_text(copy + "# more\n")
    assert is_changed(there.read_text())
    again = spec_copy(there, there, "derivata codegen spec.yaml")
    assert again is not None and again.endswith("ops: []\n# more\n")
    assert not is_changed(again)
    assert spec_copy(written, written, "derivata codegen mine.yaml") is None


def test_a_change_by_hand_in_a_pack_is_refused_without_force(pack: Any) -> None:
    before = pack.files("my_ops")
    with (pack.folder / "my_ops" / "ops" / "tests.py").open("a") as file:
        file.write("# by hand\n")
    changed = pack.files("my_ops")
    done = pack.codegen("my_ops.yaml", "--package", "my_ops")
    assert done.code == 1
    assert (
        "got 1 file changed since, by hand, a formatter or a merge: ops/tests.py; move the changes"
        in done.err
    )
    assert pack.files("my_ops") == changed
    pack.make("my_ops.yaml", "--package", "my_ops", "--force")
    assert pack.files("my_ops") == before


def test_the_spec_of_a_pack_may_be_edited_where_it_stands(pack: Any) -> None:
    spec = pack.folder / "my_ops" / "spec.yaml"
    spec.write_text(spec.read_text().replace("Two times", "Twice"))
    pack.make("my_ops/spec.yaml", "--package", "my_ops")
    assert "Twice" in pack.files("my_ops")["OPS.md"].decode()
    done = pack.codegen("my_ops.yaml", "--package", "my_ops")
    assert (done.code, "of which nobody knows whether they were changed by hand: spec.yaml;" in done.err) == (
        1,
        True,
    )
    assert "Twice" in spec.read_text()


def test_a_pack_whose_spec_was_moved_into_it_keeps_that_spec(pack: Any) -> None:
    spec = pack.folder / "my_ops" / "spec.yaml"
    spec.write_text((pack.folder / "my_ops.yaml").read_text().replace("Two times", "Twice"))
    pack.make("my_ops/spec.yaml", "--package", "my_ops")
    assert "Twice" in spec.read_text()
    done = pack.codegen("my_ops.yaml", "--package", "my_ops", "--force")
    assert (done.code, "spec.yaml: expected a generated file or none" in done.err) == (1, True)
    assert "Twice" in spec.read_text()


def test_what_was_interrupted_is_undone_by_recover_without_a_spec_and_by_the_next_run(pack: Any) -> None:
    before = pack.files("my_ops")
    for command in (("--recover", "--package", "my_ops"), ("my_ops.yaml", "--package", "my_ops")):
        begun = pack.folder / "my_ops" / STAGING
        begun.mkdir()
        (begun / "0.new").write_text("new")
        steps = [Step("create", "c.py", "0" * 16), Step("replace", "__init__.py", "0" * 16)]
        keep(steps, begun)
        (pack.folder / "my_ops" / "__init__.py").rename(begun / "1.old")
        checked = pack.codegen("my_ops.yaml", "--package", "my_ops", "--check")
        assert (checked.code, "as an interrupted run has left it: run `derivata" in checked.err) == (1, True)
        done = pack.codegen(*command)
        assert (done.code, done.err) == (0, "")
        assert done.out.startswith("my_ops: undid what an interrupted run had begun\n")
        assert pack.files("my_ops") == before
    assert pack.codegen("--recover", "--package", "my_ops").out == "my_ops: nothing to undo\n"
