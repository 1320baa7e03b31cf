"""What holds for every subcommand: help, exit codes, diagnostics for people and for programs."""

import json
import re
import shutil
import subprocess
import sys
from importlib import import_module

import pytest

from derivata.__main__ import main
from derivata.commands.main import COMMANDS, parser, subparsers

BROKEN = """\
schema_version: 1
ops:
- family: tests
- name: twice(Tensor self) -> Tensor
  forward: 2 * selv
  self: 2 * grad
"""


@pytest.fixture
def broken(tmp_path):
    path = tmp_path / "broken.yaml"
    path.write_text(BROKEN, encoding="utf-8")
    return path


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_every_subcommand_has_an_example_that_its_parser_accepts(name):
    """`derivata COMMAND --help` shows an example that can be typed in."""
    text = subparsers()[name].format_help()
    examples = re.findall(r"^  \$ derivata (.*)$", text, re.MULTILINE)
    assert examples, text
    for example in examples:
        options = parser().parse_args(re.split(r"  #| > ", example)[0].split())
        assert options.command == name


@pytest.mark.parametrize("name", COMMANDS)
def test_a_wrong_option_ends_every_subcommand_with_code_2(name, capsys):
    """A command line that cannot be understood ends with exit code 2."""
    with pytest.raises(SystemExit) as left:
        main([name, "--no-such-option"])
    assert left.value.code == 2
    assert capsys.readouterr().err.startswith("usage: derivata")


def test_an_error_of_derivata_itself_ends_with_code_3(monkeypatch, capsys):
    """An error of derivata itself shows its traceback, says whose it is, and ends with exit code 3."""
    warmup = import_module("derivata.commands.warmup")

    def fails(options):
        raise ZeroDivisionError("an accident")

    monkeypatch.setattr(warmup, "run", fails)
    assert main(["warmup"]) == 3
    printed = capsys.readouterr().err
    assert "ZeroDivisionError: an accident" in printed
    assert "error of derivata, not of what it was given" in printed


@pytest.mark.slow
@pytest.mark.parametrize(
    ("module", "package"), [("yaml", "PyYAML"), ("jinja2", "Jinja2"), ("mpmath", "mpmath"), ("rich", "rich")]
)
def test_a_library_that_is_missing_is_named_with_its_cure(module, package, broken):
    """Where a library of the command is not installed, the command says what to install, and ends with exit code 1."""
    spec = broken.with_name("fine.yaml")
    spec.write_text(BROKEN.replace("selv", "self"), encoding="utf-8")
    arguments = ["codegen", "--spec", str(spec), "--out", str(broken.parent / "out")]
    arguments = ["check", str(broken)] if module in ("rich", "mpmath") else arguments
    program = f"""
import sys
sys.modules[{module!r}] = None
from derivata.__main__ import main
sys.exit(main({arguments!r}))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    said = (
        f"derivata {arguments[0]}: needs {package}, which is not installed; pip install {package.lower()}\n"
    )
    assert (done.returncode, done.stderr) == (1, said)


def test_a_module_of_derivata_that_is_missing_is_an_error_of_derivata(monkeypatch, capsys):
    """Only libraries are answered so: another module that is missing is an error of derivata itself."""
    warmup = import_module("derivata.commands.warmup")
    monkeypatch.setattr(warmup, "run", lambda options: import_module("derivata.no_such_module"))
    assert main(["warmup"]) == 3
    assert "please report it" in capsys.readouterr().err


def test_ctrl_c_ends_without_a_traceback(monkeypatch, capsys):
    """Ctrl-C ends a command with exit code 130 and no traceback."""
    warmup = import_module("derivata.commands.warmup")

    def interrupted(options):
        raise KeyboardInterrupt

    monkeypatch.setattr(warmup, "run", interrupted)
    assert main(["warmup"]) == 130
    assert capsys.readouterr().err == ""


@pytest.mark.slow
def test_a_diagnostic_is_one_line_where_nobody_looks(derivata, broken):
    """Into a file or pipe a diagnostic is one line without colours, `file:line:column: op: message; cure`."""
    done = derivata("codegen", "--spec", "broken.yaml", "--out", "out")
    assert done.returncode == 1
    assert done.stderr == (
        "broken.yaml:5:16: twice: forward: expected one of its names, got 'selv'; did you mean 'self'?\n"
        "1 error; nothing was written\n"
    )


@pytest.mark.slow
def test_a_terminal_shows_the_line_with_the_piece_underlined(derivata, broken):
    """In a terminal a diagnostic shows its line with carets under the piece that is wrong, in colours."""
    done = derivata("codegen", "--spec", "broken.yaml", "--out", "out", FORCE_COLOR="1")
    assert "\x1b[" in done.stderr
    plain = re.sub(r"\x1b\[[0-9;]*m", "", done.stderr)
    assert plain.splitlines()[:4] == [
        "broken.yaml:5:16: twice: forward: expected one of its names, got 'selv'",
        "  |",
        "5 |   forward: 2 * selv",
        "  |                ^^^^ did you mean 'self'?",
    ]


@pytest.mark.slow
def test_no_color_means_no_control_sequence(derivata, broken):
    """With NO_COLOR set nothing is coloured, nor bold."""
    done = derivata("codegen", "--spec", "broken.yaml", "--out", "out", FORCE_COLOR="1", NO_COLOR="1")
    assert "\x1b" not in done.stderr
    assert "^^^^ did you mean" in done.stderr


def test_diagnostics_as_json_have_path_range_message_and_cure(derivata, broken):
    """`--json` prints what is wrong as a list of objects with path, range, op, message and cure."""
    done = derivata("codegen", "--spec", str(broken), "--out", "out", "--json")
    assert done.returncode == 1
    assert json.loads(done.stdout) == [
        {
            "path": str(broken),
            "line": 5,
            "column": 16,
            "end_column": 20,
            "severity": "error",
            "op": "twice",
            "message": "forward: expected one of its names, got 'selv'",
            "cure": "did you mean 'self'?",
        }
    ]
    assert done.stderr == ""


@pytest.mark.slow
def test_a_line_of_a_spec_cannot_steer_the_terminal(derivata, broken):
    """Control characters of a spec are not printed."""
    broken.write_text(BROKEN.replace("2 * selv", "2 * selv \x1b[2J\x07"), encoding="utf-8")
    done = derivata("codegen", "--spec", "broken.yaml", "--out", "out", FORCE_COLOR="1", NO_COLOR="1")
    assert done.returncode == 1
    assert "\x1b" not in done.stderr
    assert "\x07" not in done.stderr


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash itself is asked what it completes")
@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        (["wat"], "watch"),
        (["ops", "--mis"], "--missing"),
        (["new", "--na"], "--name"),
        (["completion", "z"], "zsh"),
    ],
)
def test_bash_completes_subcommands_and_options(derivata, typed, completed):
    """With `derivata completion bash` the shell completes subcommands, options and choices."""
    script = derivata("completion", "bash").stdout
    words = f"COMP_WORDS=(derivata {' '.join(typed)}); COMP_CWORD={len(typed)}"
    asked = f'{script}\n{words}; _derivata; echo "${{COMPREPLY[@]}}"'
    done = subprocess.run(["bash", "-c", asked], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == (f"{completed}\n", "")


@pytest.mark.slow
@pytest.mark.parametrize(
    "command", [["codegen", "--package", "mine"], ["check"], ["explain", "x", "--spec"], ["ops", "--spec"]]
)
def test_a_spec_that_is_missing_is_said_as_json_as_well(derivata, command):
    """With `--json` a file that cannot be read is an object like any other diagnostic, with exit code 1."""
    done = derivata(*command, "missing.yaml", "--json")
    assert done.returncode == 1
    (found,) = json.loads(done.stdout)
    assert (found["path"], found["line"], found["severity"]) == ("missing.yaml", 1, "error")
    assert "missing.yaml: No such file or directory" in found["message"]


@pytest.mark.slow
def test_nothing_wrong_is_an_empty_list_as_json(derivata, tmp_path):
    """With `--json` standard output is a JSON document also when nothing is wrong."""
    derivata("new")
    for command in (["codegen", "my_ops.yaml", "--package", "my_ops"], ["check", "my_ops.yaml"]):
        done = derivata(*command, "--json")
        assert (done.returncode, json.loads(done.stdout)) == (0, [])
