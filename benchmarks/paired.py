"""Compare two checkouts of derivata: ``python -m benchmarks.paired OTHER`` with the other's folder or commit.

Each checkout runs the cases of this one's groups in a process of its own; bursts of calls take turns, so that whatever
else the machine does meets both alike. The ratio is this checkout's time over the other's, the median over the rounds;
the two numbers behind it are the quartiles: if 1 lies between them, the rounds did not agree which one is faster.

With ``--busy``, for a machine that does other work: both run on one processor, with one thread; what counts is the
processor's time, and of each checkout the least of the rounds. Each process has its own luck with memory, a tenth of
the time of small tensors: with ``--launches``, the ratio is the median of so many pairs of processes.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from math import prod
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

from .quiet import wait_for_quiet

HERE = Path(__file__).resolve().parent.parent
WORKER = """
import sys
library, benchmarks, threads, dtype, busy = sys.argv[1:]
sys.path.insert(0, benchmarks)
from benchmarks.settings import set_blas
set_blas(int(threads))
sys.path.insert(0, library)
import derivata
assert derivata.__file__.startswith(library), f"{derivata.__file__} was imported, not {library}"
from benchmarks.paired import serve
serve(derivata, int(threads), dtype, bool(busy))
"""


class NotThere(Exception):
    """Raised for a case that one of the checkouts cannot run."""


class Checkout:
    """A process that times cases with the derivata of one folder."""

    def __init__(self, folder: Path, threads: int, dtype: str, busy: bool) -> None:
        words = str(folder), str(HERE), str(threads), dtype, "busy" if busy else ""
        command = [sys.executable, "-P", "-c", WORKER, *words]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, *words: object) -> str:
        """Send a request and return the answer."""
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(json.dumps(words) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer:
            raise RuntimeError(f"the process of one checkout ended with {self._process.wait()} at {words}")
        return told(answer)


def told(answer: str) -> str:
    """Return an answer without the end of its line; raise NotThere if it says that the case cannot be run."""
    if answer.startswith("!"):
        raise NotThere(answer[1:].strip())
    return answer.strip()


def serve(library: Any, threads: int, dtype: str, busy: bool) -> None:
    """Answer requests: ``["case", group, case]`` builds a case, ``["burst"]`` times it in seconds a call.

    The answer to a case that this derivata cannot run is "!" and why.
    """
    import gc

    from . import groups
    from .measure import REST, calls_of_burst, seconds_per_call
    from .settings import compile_launchers

    with suppress(ImportError):  # checkouts before these have them from the first call on
        compile_launchers()
    clock = perf_counter
    if busy:
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
        clock = process_time
    library.set_num_threads(threads)
    library.set_default_dtype(getattr(library, dtype))
    cases = {(group.name, case.name): case for group in groups.GROUPS for case in group.cases}
    gc.collect()
    gc.freeze()
    run = calls = None
    for line in sys.stdin:
        request, *names = json.loads(line)
        if request == "case":
            try:
                run = cases[tuple(names)].build(library)
                calls = calls_of_burst(run)
            except Exception as error:  # an older one may lack an op, or take other arguments
                print(f"!{type(error).__name__}: {error}".partition("\n")[0], flush=True)
            else:
                print(calls, flush=True)
        else:
            assert run is not None and calls is not None
            print(seconds_per_call(run, calls, REST, clock), flush=True)


def compare(
    here: Checkout, other: Checkout, group: str, case: str, rounds: int, patience: float, busy: bool
) -> tuple[float, list[float]]:
    """Return the seconds a call of this checkout takes, and the ratios to the other's."""
    for checkout in (here, other):
        checkout.ask("case", group, case)
    own, others = [], []
    for number in range(rounds):
        wait_for_quiet(0.0 if busy else patience)
        order = (here, other) if number % 2 else (other, here)
        seconds = {checkout: float(checkout.ask("burst")) for checkout in order}
        own.append(seconds[here])
        others.append(seconds[other])
    if busy:
        return min(own), [min(own) / min(others)]
    return median(own), [mine / theirs for mine, theirs in zip(own, others, strict=True)]


@contextmanager
def checked_out(other: str) -> Iterator[Path]:
    """Give the folder of a checkout, which for a commit lasts as long as the block."""
    if Path(other).is_dir():
        yield Path(other).resolve()
        return
    with TemporaryDirectory() as folder:
        git = ("git", "-C", str(HERE), "worktree")
        subprocess.run([*git, "add", "--quiet", "--detach", folder, other], check=True)
        try:
            yield Path(folder)
        finally:
            subprocess.run([*git, "remove", "--force", folder], check=True)


def print_rows(options: argparse.Namespace) -> int:
    """Print the table as it is measured; return 2, and say what to change, if there is nothing to measure."""
    from .groups import GROUPS

    if not any(group.chosen(options.only) for group in GROUPS):
        groups = ", ".join(group.name for group in GROUPS)
        print(f"no group and no case is named {options.only!r}; the groups are {groups}", file=sys.stderr)
        return 2
    if not Path(options.other).is_dir() and not commit(options.other):
        print(
            f"{options.other!r} is neither a folder nor a commit of this clone; `git fetch` brings what is elsewhere",
            file=sys.stderr,
        )
        return 2
    changed = "" if git("diff", "--quiet", "HEAD").returncode == 0 else ", with changes"
    print(
        f"this checkout ({commit('HEAD')}{changed}) over {options.other} ({commit(options.other) or 'a folder'});"
    )
    print(f"threads: {options.threads}, dtype: {options.dtype}, rounds: {options.rounds}\n", flush=True)
    with checked_out(options.other) as folder:
        for line in rows(folder, options):
            print(line, flush=True)
    return 0


def git(*words: str) -> subprocess.CompletedProcess[str]:
    """Run Git in this checkout."""
    return subprocess.run(["git", "-C", str(HERE), *words], capture_output=True, text=True)


def commit(name: str) -> str:
    """Return the short hash of a commit, or "" if there is none of this name."""
    return git("rev-parse", "--verify", "--quiet", "--short", f"{name}^{{commit}}").stdout.strip()


def rows(folder: Path, options: argparse.Namespace) -> Iterator[str]:
    """Yield the lines of the table, each group's mean after its cases."""
    from .groups import GROUPS

    pairs = [
        [Checkout(checkout, options.threads, options.dtype, options.busy) for checkout in (HERE, folder)]
        for _ in range(options.launches)
    ]
    yield f"{'':40} {'this one':>13} {'ratio':>8}  quartiles"
    for group in GROUPS:
        ratios = []
        for case in group.chosen(options.only):
            try:
                compared = [
                    compare(*pair, group.name, case.name, options.rounds, options.patience, options.busy)
                    for pair in pairs
                ]
            except NotThere as error:
                yield f"{case.name:40} not measured: {error}"
                continue
            seconds = median([own for own, _ in compared])
            found = [ratio for _, rounds in compared for ratio in rounds]
            ratios.append(median(found))
            low, _, high = quantiles(found) if len(found) > 1 else found * 3
            yield f"{case.name:40} {1e6 * seconds:10.1f} us {ratios[-1]:8.3f}  {low:.2f} to {high:.2f}"
        if ratios:
            mean = prod(ratios) ** (1 / len(ratios))
            yield f"{group.name.upper() + ', geometric mean':40} {'':13} {mean:8.3f}  (worst {max(ratios):.2f})"


def main() -> int:
    """Read the command line and print the table as it is measured."""
    parser = argparse.ArgumentParser(prog="benchmarks.paired", description="Time two checkouts in turns.")
    parser.add_argument("other", help="folder or commit to compare this checkout with")
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--dtype", choices=("float32", "float64"), default="float32")
    parser.add_argument("--rounds", type=int, default=15, help="whose median is taken")
    parser.add_argument(
        "--patience", type=float, default=1.0, help="seconds a round waits for other programs to rest"
    )
    parser.add_argument(
        "--busy", action="store_true", help="one processor, processor time, least of the rounds; 1 thread"
    )
    parser.add_argument("--launches", type=int, default=1, help="pairs of processes")
    parser.add_argument("--only", default="", help="groups, or else cases, whose name contains the text")
    options = parser.parse_args()
    if options.busy:
        options.threads = 1
    return print_rows(options)


if __name__ == "__main__":
    sys.exit(main())
