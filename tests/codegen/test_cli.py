"""The command: `python -m derivata.codegen`, and `derivata codegen`."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from derivata import __main__ as command
from derivata.codegen import job
from derivata.codegen.__main__ import main
from derivata.codegen.options import PACKS
from derivata.codegen.write import LIST

ROOT = Path(__file__).resolve().parents[2]

SPEC = """\
schema_version: 1
ops:
- family: tests
- name: twice(Tensor self) -> Tensor
  doc: Double of a number, elementwise.
  forward: 2 * self
  self: 2 * grad
"""

BROKEN = """\
schema_version: 1
ops:
- family: tests
- name: twice(Tensor self) -> Tensor
  forward: 2 * selv
  self: 2 * grad
- name: thrice(Tensor self) -> Tensor
  forward: functions.thrice
"""


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    path = tmp_path / "ops.yaml"
    path.write_text(SPEC, encoding="utf-8")
    return path


def run(*arguments: str | Path, module: str = "derivata.codegen") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", module, *arguments], cwd=ROOT, capture_output=True, text=True
    )


def test_a_spec_becomes_a_package(spec: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = run("--spec", spec, "--out", out)
    assert (done.returncode, done.stderr) == (0, "")
    count = len([path for path in out.rglob("*.*") if path.name != LIST])
    assert done.stdout == f"{count} files, {count} written, 0 deleted\n"
    assert "class TwiceBackward(Node):" in (out / "ops" / "tests.py").read_text(encoding="utf-8")


def test_every_error_is_printed_with_its_place_and_nothing_is_written(tmp_path: Path) -> None:
    (tmp_path / "ops.yaml").write_text(BROKEN, encoding="utf-8")
    done = run("--spec", tmp_path / "ops.yaml", "--out", tmp_path / "out")
    assert done.returncode == 1
    assert done.stdout == ""
    lines = done.stderr.splitlines()
    assert lines[0].startswith("ops.yaml:5:16: twice: forward: ")
    assert "did you mean 'self'?" in lines[0]
    assert any(line.startswith("ops.yaml:7:") and ": thrice: " in line for line in lines)
    assert lines[-1] == f"{len(lines) - 1} errors; nothing was written"
    assert not (tmp_path / "out").exists()


def test_previous_files_stay_when_the_spec_is_broken(spec: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert main(["--spec", str(spec), "--out", str(out)]) == 0
    before = {path: path.read_bytes() for path in out.rglob("*.py*")}
    spec.write_text(BROKEN, encoding="utf-8")
    assert main(["--spec", str(spec), "--out", str(out)]) == 1
    assert {path: path.read_bytes() for path in out.rglob("*.py*")} == before


def test_check_of_what_is_up_to_date_prints_nothing(
    spec: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--spec", str(spec), "--out", str(tmp_path / "out")]
    assert main(options) == 0
    capsys.readouterr()
    assert main([*options, "--check"]) == 0
    assert capsys.readouterr() == ("", "")


def test_check_of_drift_prints_a_diff_and_the_cure_and_writes_nothing(
    spec: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    options = ["--spec", str(spec), "--out", str(out)]
    assert main(options) == 0
    capsys.readouterr()
    before = {path: path.read_bytes() for path in out.rglob("*.py*")}
    spec.write_text(SPEC.replace("Double of", "Two times"), encoding="utf-8")
    assert main([*options, "--check"]) == 1
    printed = capsys.readouterr()
    assert (
        '-    """Double of a number, elementwise.\n+    """Two times a number, elementwise.\n' in printed.out
    )
    assert printed.err.endswith(": run `derivata codegen ops.yaml --package out`\n")
    assert {path: path.read_bytes() for path in out.rglob("*.py*")} == before


def test_check_notices_a_stale_pack_of_derivata_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """derivata's own packs are generated, and looked at, together with its own ops."""
    ((name, folder),) = PACKS.items()
    copy = shutil.copytree(folder, tmp_path.joinpath(*name.split(".")))
    monkeypatch.setattr(job, "PACKS", {name: copy})
    assert main(["--check"]) == 0
    spec = copy / "spec.yaml"
    spec.write_text(spec.read_text(encoding="utf-8").replace("on all.", "on each.", 1), encoding="utf-8")
    assert main(["--check"]) == 1
    printed = capsys.readouterr()
    assert printed.err == f"{copy} is not what {spec} says: run `make codegen`\n"
    assert '+    """The tensor of the rank `src`, on each.\n' in printed.out


def test_check_notices_a_file_that_nothing_generates(spec: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    options = ["--spec", str(spec), "--out", str(out)]
    assert main(options) == 0
    spec.write_text(SPEC.replace("family: tests", "family: others"), encoding="utf-8")
    assert main([*options, "--check"]) == 1
    assert main(options) == 0
    assert not (out / "ops" / "tests.py").exists()


@pytest.mark.parametrize("name", ["missing.yaml", "folder"])
def test_a_spec_that_cannot_be_read_is_named(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "folder").mkdir()
    assert main(["--spec", str(tmp_path / name), "--out", str(tmp_path / "out")]) == 1
    message = capsys.readouterr().err
    assert message.startswith(f"{tmp_path / name}: ")
    assert message.endswith("; nothing was written\n")


def test_a_spec_that_is_not_utf_8_is_refused_at_the_byte(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "ops.yaml").write_bytes(b"schema_version: 1\nops: \xff\n")
    assert main(["--spec", str(tmp_path / "ops.yaml"), "--out", str(tmp_path / "out")]) == 1
    message = "ops.yaml:2:6: expected a file in UTF-8, got the byte 0xFF; save the file in UTF-8\n"
    assert capsys.readouterr().err == message + "1 error; nothing was written\n"


def test_an_output_folder_that_cannot_be_made_is_named(
    spec: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--spec", str(spec), "--out", str(spec / "out")]) == 1
    assert str(spec) in capsys.readouterr().err


def test_a_file_written_by_hand_is_not_overwritten(
    spec: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "OPS.md").write_text("mine = True\n", encoding="utf-8")
    assert main(["--spec", str(spec), "--out", str(tmp_path)]) == 1
    assert "OPS.md: expected a generated file or none" in capsys.readouterr().err
    assert (tmp_path / "OPS.md").read_text(encoding="utf-8") == "mine = True\n"
    assert not (tmp_path / "ops").exists()


def test_list_prints_a_table_and_writes_nothing(
    spec: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--spec", str(spec), "--out", str(tmp_path / "out"), "--list"]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert rows[2:] == ["| tests | 1 | `twice` |", "| **all** | **1** | |"]
    assert not (tmp_path / "out").exists()


def test_the_derivata_command_passes_arguments_on(spec: Path, tmp_path: Path) -> None:
    done = run("codegen", "--spec", spec, "--out", tmp_path / "out", module="derivata")
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "out" / "ops" / "tests.py").exists()


def test_the_derivata_command_knows_its_version(capsys: pytest.CaptureFixture[str]) -> None:
    import derivata

    with pytest.raises(SystemExit) as left:
        command.main(["--version"])
    assert left.value.code == 0
    assert capsys.readouterr().out == f"derivata {derivata.__version__}\n"


@pytest.mark.parametrize("arguments", [[], ["nonsense"]])
def test_the_derivata_command_lists_what_it_can_do(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        command.main(arguments)
    assert left.value.code == 2
    assert "COMMAND" in capsys.readouterr().err
