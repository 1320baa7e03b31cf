"""`derivata new`, `derivata schema`, and what an editor finds beside a new pack."""

import json
import subprocess
import sys

import jsonschema
import pytest
import yaml

from derivata.codegen.json_schema.summed import summed

pytestmark = pytest.mark.slow

FILES = ["README.md", "derivata.schema.json", "my_ops.yaml", "test_my_ops.py"]


def test_a_new_pack_is_generated_and_tested_by_the_commands_that_it_names(derivata, tmp_path):
    """`derivata new` writes a spec, its test and a README whose commands work as they are printed."""
    done = derivata("new")
    assert (done.returncode, done.stderr) == (0, "")
    assert sorted(path.name for path in tmp_path.iterdir()) == FILES
    commands = (tmp_path / "README.md").read_text().split("`")[1:5:2]
    for command in commands:
        assert command in done.stdout
        ran = derivata(*command.removeprefix("derivata ").split())
        assert (ran.returncode, ran.stderr) == (0, "")
    tested = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
        cwd=tmp_path, env=derivata.environment, capture_output=True, text=True,
    )  # fmt: skip
    assert tested.returncode == 0, tested.stdout + tested.stderr
    assert " passed" in tested.stdout


def test_the_spec_of_a_new_pack_has_one_commented_entry_and_a_schema_beside_it(derivata, tmp_path):
    """The spec of a new pack names, in its first line, the schema that lies beside it, and fits it."""
    derivata("new", "project", "--name", "mine")
    spec = (tmp_path / "project" / "mine.yaml").read_text(encoding="utf-8")
    first = spec.splitlines()[0]
    named = tmp_path / "project" / first.removeprefix("# yaml-language-server: $schema=")
    parsed = yaml.safe_load(spec)
    jsonschema.Draft7Validator(json.loads(named.read_text(encoding="utf-8"))).validate(parsed)
    assert len(parsed["ops"]) == 2
    assert spec.count("  # ") >= 4


@pytest.mark.parametrize("name", FILES)
def test_nothing_is_overwritten(derivata, tmp_path, name):
    """If one of the files exists, `derivata new` writes nothing."""
    (tmp_path / name).write_text("mine")
    done = derivata("new")
    assert done.returncode == 1
    assert f"{name} exists; nothing was written" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert (tmp_path / name).read_text() == "mine"


@pytest.mark.parametrize("name", ["../mine", "my-ops", "class", "numpy", "json", ""])
def test_names_that_no_package_can_have_are_refused(derivata, tmp_path, name):
    """A name that is no identifier, or that of a package already, is refused as a wrong command line."""
    done = derivata("new", "--name", name)
    assert done.returncode == 2
    assert "--name: expected" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_named(derivata, tmp_path):
    """A folder that cannot be made is named in the error."""
    (tmp_path / "file").touch()
    done = derivata("new", "file/project")
    assert done.returncode == 1
    assert "file/project" in done.stderr


def test_the_schema_is_printed_as_it_is_shipped(derivata, tmp_path):
    """`derivata schema` prints what `derivata new` writes beside a spec."""
    derivata("new")
    assert derivata("schema").stdout == (tmp_path / "derivata.schema.json").read_text(encoding="utf-8")


def test_generating_brings_the_schema_of_another_version_up_to_date(derivata, tmp_path):
    """`derivata codegen` replaces the schema of an older derivata beside a spec; `--check` complains of it."""
    derivata("new")
    schema = tmp_path / "derivata.schema.json"
    current = schema.read_text(encoding="utf-8")
    generate = ("codegen", "my_ops.yaml", "--package", "my_ops")
    assert "schema" not in derivata(*generate).stdout
    schema.write_text(summed(current.replace("schema_version", "version")), encoding="utf-8")
    checked = derivata(*generate, "--check")
    assert (checked.returncode, "derivata.schema.json is that of another derivata" in checked.stderr) == (
        1,
        True,
    )
    assert "derivata.schema.json brought up to date" in derivata(*generate).stdout
    assert schema.read_text(encoding="utf-8") == current
    assert derivata(*generate, "--check").returncode == 0


def test_a_schema_that_was_changed_by_hand_is_replaced_by_force_only(derivata, tmp_path):
    """A schema that was changed since derivata wrote it stays as it is, and `derivata codegen` says so."""
    derivata("new")
    schema = tmp_path / "derivata.schema.json"
    current = schema.read_text(encoding="utf-8")
    schema.write_text(current.replace("schema_version", "version"), encoding="utf-8")
    done = derivata("codegen", "my_ops.yaml", "--package", "my_ops")
    assert "expected the schema as it was written, got one changed since" in done.stderr
    assert schema.read_text(encoding="utf-8") != current
    done = derivata("codegen", "my_ops.yaml", "--package", "my_ops", "--force")
    assert ("derivata.schema.json brought up to date" in done.stdout, done.stderr) == (True, "")
    assert schema.read_text(encoding="utf-8") == current


@pytest.mark.parametrize("text", [None, "{}"])
def test_a_schema_of_one_s_own_is_left_alone(derivata, tmp_path, text):
    """A file of the schema's name that was written by hand stays as it is; where there is none, none is made."""
    derivata("new")
    schema = tmp_path / "derivata.schema.json"
    schema.unlink()
    if text is not None:
        schema.write_text(text)
    done = derivata("codegen", "my_ops.yaml", "--package", "my_ops")
    assert (done.returncode, done.stderr) == (0, "")
    assert (schema.read_text() if schema.exists() else None) == text


def test_a_schema_in_the_folder_of_a_package_is_no_leftover(derivata, tmp_path):
    """The schema beside a spec that lies in the folder of its package is not deleted."""
    derivata("new", "my_ops", "--name", "first")
    done = derivata("codegen", "my_ops/first.yaml", "--package", "my_ops")
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "my_ops" / "derivata.schema.json").is_file()
