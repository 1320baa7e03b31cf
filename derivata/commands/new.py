"""`derivata new`: a first pack of ops, to be changed."""

from __future__ import annotations

import argparse
from pathlib import Path

from ..codegen.write import SCHEMA_FILE
from .arguments import Commands, add_command
from .console import complain, say
from .exit_codes import FINE, WRONG, WRONG_COMMAND_LINE

SPEC = """\
# yaml-language-server: $schema={schema}
schema_version: 1
ops:
- family: pointwise    # a module of generated ops; the entries below belong to it

# The signature: a tensor and a number. More types: docs/spec-language.md of derivata.
- name: softclip(Tensor self, Scalar limit=1.0) -> Tensor
  # The first line becomes the summary of the docstring.
  doc: |
    The argument bent smoothly into the interval from `-limit` to `limit`, elementwise.
  # What is computed: an expression, which becomes one fused kernel.
  forward: limit * tanh(self / limit)
  # The gradient of `self`, given the gradient `grad` of the result; `result` is what forward has computed.
  self: grad * (1 - square(result / limit))
  # No complex numbers. (For them, the derivative would be conjugated.)
  dtypes: real
"""

TEST = """\
\"\"\"The ops of {name} compute what they should; tests of their derivatives come with the package.\"\"\"

import derivata as dv
import {name}


def test_softclip_stays_within_its_limit():
    x = dv.tensor([-100.0, 0.0, 100.0])
    dv.testing.assert_close({name}.softclip(x, limit=2.0), dv.tensor([-2.0, 0.0, 2.0]))
"""

README = """\
`derivata check {name}.yaml` proves the formulas, `{codegen}` writes
the package `{name}/`, and `pytest` checks it.
`derivata watch {name}.yaml --package {name}` does all of it whenever `{name}.yaml` is saved.
"""


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Describe the command line."""
    summary = "write a first pack of ops: a spec with one entry, its test, and what to run next"
    parser = add_command(commands, "new", run, summary, "derivata new my_project --name my_ops")
    parser.add_argument(
        "folder", nargs="?", type=Path, default=Path(), metavar="FOLDER", help="default: the current one"
    )
    parser.add_argument("--name", default="my_ops", help="of the pack, a package; default: %(default)s")


def run(options: argparse.Namespace) -> int:
    """Write the files; none, if one of them exists."""
    folder: Path = options.folder
    if problem := name_problem(options.name):
        complain(f"derivata new: {problem}")
        return WRONG_COMMAND_LINE
    files = files_of(options.name)
    existing = [name for name in files if (folder / name).exists()]
    if existing:
        complain(
            f"derivata new: {folder / existing[0]} exists; nothing was written; choose another folder or --name"
        )
        return WRONG
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            with (folder / name).open("x", encoding="utf-8", newline="\n") as file:
                file.write(text)
    except OSError as error:
        complain(f"derivata new: {error.filename or folder}: {error.strerror or error}")
        return WRONG
    _tell(folder, options.name, list(files))
    return FINE


def name_problem(name: str) -> str:
    """Say why a pack can't have this name, or ""."""
    from ..codegen.package import package_problem

    if "." in name:
        return f"--name: expected a name without dots, got '{name}'"
    return package_problem(name).replace("--package", "--name")


def codegen(name: str) -> str:
    """Return the command that generates the package."""
    return f"derivata codegen {name}.yaml --package {name}"


def files_of(name: str) -> dict[str, str]:
    """Return the text of every file by its name."""
    from ..codegen.json_schema.schema import text

    return {
        f"{name}.yaml": SPEC.format(schema=SCHEMA_FILE),
        f"test_{name}.py": TEST.format(name=name),
        "README.md": README.format(name=name, codegen=codegen(name)),
        SCHEMA_FILE: text(),  # beside the spec: editors find it without network, settings or this computer's paths
    }


def _tell(folder: Path, name: str, files: list[str]) -> None:
    steps = [f"derivata check {name}.yaml", codegen(name), "pytest    # pip install pytest"]
    enter = [f"cd {folder}"] if folder != Path() else []
    say(f"wrote {', '.join(files)}; next:\n\n" + "\n".join(f"    {step}" for step in [*enter, *steps]))
