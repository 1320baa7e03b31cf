"""The packages that specs become: their names, their folders, and the command that makes them again."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

from .parse.identifiers import dotted_problem, is_device
from .spec import Spec

TAKEN = frozenset({"derivata", "numpy", "numba", "llvmlite", "jinja2", "yaml", "rich", "mpmath", "pytest"})
"""Packages that a pack would hide from itself."""


def package_problem(name: str) -> str:
    """Say why a package cannot have this name, or ""."""
    first = name.partition(".")[0]
    if problem := dotted_problem(name, "--package"):
        return f"{problem}; write for example --package my_ops"
    if device := next(filter(is_device, name.split(".")), ""):
        return f"--package: expected a free name, got '{device}', which is a device on Windows and no folder; rename it"
    if first in TAKEN or first in sys.stdlib_module_names:
        return f"--package: expected a free name, got '{first}', which generated code would import; rename it"
    return ""


def package_of(folder: Path) -> str:
    """Return the name that a folder has as a package: its own and those of the packages that it lies in."""
    folder = folder.resolve()
    parts = [folder.name]
    while (folder.parent / "__init__.py").exists():
        folder = folder.parent
        parts.insert(0, folder.name)
    return ".".join(parts)


def folder_of(package: str) -> Path:
    """Return the folder of a package, from the current one."""
    return Path(*package.split("."))


def root_of(folder: Path, package: str) -> Path:
    """Return the folder from which a package is imported."""
    return folder.resolve().joinpath(*[".."] * len(package.split("."))).resolve()


def flat(package: str) -> str:
    """Return a dotted name as one word."""
    return package.replace(".", "_")


def aliases(package: str) -> tuple[str, str]:
    """Return the names that the code of a pack has for the ops and for the array functions of another package."""
    return f"{flat(package)}_ops", f"{flat(package)}_functions"


def command(spec: Path, package: str) -> str:
    """Return the command that generates a package, without the folders of this computer."""
    return f"derivata codegen {shlex.quote(printable(spec.name))} --package {package}"


def printable(name: str) -> str:
    """Return the name of a file as it may stand on one line, also of a docstring."""
    return "".join([char if char.isprintable() and char not in '"\\' else "?" for char in name])


def all_packs(spec: Spec) -> tuple[str, ...]:
    """Return the packs that a spec uses, and those that they use."""
    found = {pack.package for pack in spec.packs}
    return tuple(sorted(found.union(*[all_packs(pack) for pack in spec.packs])))
