"""What a command line asks the generator for."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

from .options import PACKS, ROOT, SPEC
from .package import command, folder_of, package_of, package_problem, root_of
from .packs import SPEC_FILE, installed_elsewhere
from .render.render import Target


class WrongCommandLine(Exception):
    """Options that mean nothing together."""


@dataclass(frozen=True, slots=True)
class Job:
    """A spec, the folder for what it becomes, and how that is called."""

    spec: Path
    out: Path
    target: Target


def jobs_of(options: argparse.Namespace) -> list[Job]:
    """Return what to do: derivata's own ops are generated together with its own packs, unless they go elsewhere.

    Raises WrongCommandLine.
    """
    packs = PACKS if is_own(options.spec) and not options.out and not options.package else {}
    own = [Job(folder / SPEC_FILE, folder, Target(name, own=False)) for name, folder in packs.items()]
    return [job_of(options), *own]


def job_of(options: argparse.Namespace) -> Job:
    """Return what to do; raises WrongCommandLine for a package without name, or with one that Python refuses."""
    spec: Path = options.spec
    if is_own(spec):
        return Job(spec, options.out or ROOT / "generated", Target(options.package or Target().package))
    if not options.package and not options.out:
        raise WrongCommandLine(
            f"--package: expected the name of the package that {spec.name} becomes, got none; "
            "write for example --package my_ops"
        )
    package = options.package or package_of(options.out)
    if problem := package_problem(package):
        raise WrongCommandLine(problem)
    out = options.out or folder_of(package)
    if other := installed_elsewhere(package, root_of(out, package)):
        raise WrongCommandLine(
            f"--package: expected a free name, got '{package}', which Python would import from {other}; "
            "write another name"
        )
    return Job(spec, out, Target(package, command=command(spec, package), own=False))


def is_own(spec: Path) -> bool:
    """Whether a spec is derivata's own."""
    return spec.resolve() == SPEC.resolve()


def folder_of_output(options: argparse.Namespace) -> Path:
    """Return where a run would write, also when there is no spec; raises WrongCommandLine as `job_of` does."""
    if options.out:
        return Path(options.out)
    return folder_of(options.package) if options.package else job_of(options).out
