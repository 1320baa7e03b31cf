"""The command: ``python -m tests.hunt --minutes 60``, or ``--patches`` to see that cured defects would be found."""

import argparse
import secrets
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from .discovery import Hunter, hunters
from .driver import ANY_NUMBER, hunt
from .patches import Patch, Unusable, patches, search
from .table import table


def main(arguments: list[str] | None = None) -> int:
    """Run the command; the exit code is 1 if something was found, or a patch was not."""
    options = parser().parse_args(arguments)
    seed = options.seed if options.seed is not None else secrets.randbelow(10**9)
    print(f"seed {seed}", flush=True)
    if options.patches is not None:
        return try_patches(chosen(patches(), options.patches, "patch"), seed, options.jobs)
    return run(chosen(hunters(), options.only, "hunter"), seed, options)


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    made = argparse.ArgumentParser("python -m tests.hunt", description=__doc__)
    made.add_argument("--minutes", type=float, default=10.0, help="of all hunters together (10)")
    made.add_argument("--seed", type=int, help="of the first attempts; random unless given, and printed")
    made.add_argument("--only", nargs="+", metavar="NAME", default=[], help="hunters; all unless given")
    made.add_argument("--attempts", type=int, default=ANY_NUMBER, help="of every hunter, at most")
    made.add_argument("--jobs", type=int, default=2, help="processes at a time (2)")
    made.add_argument("--table", type=Path, metavar="FILE", help="where to write the table as Markdown")
    made.add_argument("--patches", nargs="*", metavar="NAME", help="put defects back and look for them")
    return made


def chosen(there: dict[str, Any], names: list[str], what: str) -> list[Any]:
    """Return the named ones, or all."""
    for name in names:
        if name not in there:
            sys.exit(f"expected the name of a {what}, got {name!r}: there are {', '.join(there)}")
    return [there[name] for name in names] if names else list(there.values())


def run(wanted: list[Hunter], seed: int, options: argparse.Namespace) -> int:
    """Hunt, and print what is found and a table."""
    for hunter in wanted:
        if not hunter.can_run:
            print(f"{hunter.name}: left out, PyTorch is not installed")
    able = [hunter for hunter in wanted if hunter.can_run]
    if not able:
        return 2
    start = time.time()
    tallies = hunt(able, seed, options.minutes * 60, options.jobs, say, options.attempts)
    text = table(tallies)
    print(text)
    if options.table is not None:
        command = f"python -m tests.hunt --minutes {options.minutes:g} --seed {seed}"
        day = time.strftime("%Y-%m-%d", time.gmtime(start))
        options.table.write_text(f"`{command}` ({day}):\n\n{text}", encoding="utf-8")
    return int(any(tally.caught for tally in tallies.values()))


def try_patches(wanted: list[Patch], seed: int, jobs: int) -> int:
    """Put each defect back, and print how long its hunter takes to find it."""
    there = hunters()

    def attempt(patch: Patch) -> bool:
        if patch.hunter not in there:
            sys.exit(f"{patch.path.name}: expected a hunter after '# hunter:', got {patch.hunter!r}")
        try:
            caught, seconds = search(patch, there[patch.hunter], seed)
        except Unusable as error:
            say(f"{patch.name}: CANNOT BE TRIED: {error}")
            return False
        if caught is None:
            say(f"{patch.name}: NOT FOUND by {patch.hunter} in {seconds:.0f} s")
        else:
            say(f"{patch.name}: found by {patch.hunter} in {seconds:.1f} s: {caught.finding.title}")
        return caught is not None

    start = time.monotonic()
    with ThreadPoolExecutor(jobs) as pool:
        found = list(pool.map(attempt, wanted))
    say(f"{sum(found)} of {len(found)} found, in {(time.monotonic() - start) / 60:.1f} minutes")
    return int(not all(found))


def say(text: str) -> None:
    """Print at once."""
    print(text, flush=True)


if __name__ == "__main__":
    sys.exit(main())
