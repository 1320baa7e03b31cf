"""How long the first call of every op takes: ``python -m benchmarks.first_call_sweep``.

The samples of the spec are enlarged as in `sweep`, so that the op uses its kernels. Each is called once in a process of
its own with an empty cache of kernels, and once in another with the kernels in it: forward, then forward and backward.
The times are those that the calling thread has the processor for, so that programs beside it matter less, without what
later calls take, which is no matter of compiling and loading. Processes are forked from one that has imported derivata,
but no kernel and nothing of LLVM's.
"""

from __future__ import annotations

import argparse
import os
import pickle
import sys
import tempfile
import traceback
import warnings
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from time import thread_time
from typing import Any, NamedTuple

from .first_call import COLD_GOAL, WARM_GOAL
from .sweep import bound, cases, converted, counterpart, enlarged

Values = Mapping[str, Any]


class Row(NamedTuple):
    """Milliseconds with an empty cache, with the kernels in it, and of a later call; the number of kernels.

    The first two are without the third.
    """

    cold: float
    warm: float
    later: float
    kernels: int
    name: str

    @property
    def excess(self) -> float:
        """How many times a goal it takes."""
        return max(self.cold / COLD_GOAL, self.warm / WARM_GOAL)


def main(arguments: list[str] | None = None) -> int:
    """Print the rows from `--above` on, forward and with the backward, and how many miss a goal."""
    options = parse(arguments)
    import derivata

    derivata.set_default_dtype(getattr(derivata, options.dtype))
    warnings.simplefilter("ignore")
    rows: dict[bool, list[Row]] = {False: [], True: []}
    failures = []
    for name, case, sample in _samples(options):
        print(name, end="\x1b[K\r", file=sys.stderr, flush=True)
        try:
            values = in_child(partial(_drawn, case, sample, options))
            for backward in (False, True):
                if not backward or (case.is_differentiable and not case.written):
                    rows[backward].append(measured(name, case, values, backward, options.runs))
        except RuntimeError as error:  # whatever an op raises for an enlarged sample
            failures.append(f"{name}: {error}")
    for backward, found in rows.items():
        _report("forward and backward" if backward else "forward", found, options)
    print(f"{len(failures)} samples not measured")
    if options.failures:
        print(*failures, sep="\n")
    return 0


def parse(arguments: list[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="benchmarks.first_call_sweep", description="Find slow first calls.")
    parser.add_argument("--only", default="", metavar="TEXT", help="ops whose name contains the text")
    parser.add_argument("--size", type=int, default=65_536, help="of the largest tensor of a sample")
    parser.add_argument("--dtype", choices=("float32", "float64"), default="float32", help="of all numbers")
    parser.add_argument("--runs", type=int, default=1, help="whose least time is taken")
    parser.add_argument("--all", action="store_true", help="all samples of an op, not only the first one")
    parser.add_argument("--above", type=float, default=200.0, metavar="MS", help="the least to be printed")
    parser.add_argument("--failures", action="store_true", help="print why samples were not measured")
    return parser.parse_args(arguments)


def _samples(options: argparse.Namespace) -> Iterator[tuple[str, Any, Values]]:
    for case in cases(options.only):
        for number, sample in enumerate(case.samples if options.all else case.samples[:1]):
            yield f"{case.op} [{number}]", case, sample


def _report(title: str, rows: list[Row], options: argparse.Namespace) -> None:
    """Print what is slow, the worst first."""
    print(f"\n{title:32} empty cache   warm cache   later call   kernels\x1b[K")
    for row in sorted(rows, key=lambda row: row.excess, reverse=True):
        if row.cold >= options.above or row.excess > 1:
            times = f"{row.cold:8.0f} ms {row.warm:9.0f} ms {row.later:9.1f} ms"
            print(f"{row.name:32} {times} {row.kernels:9}")
    slow = sum(row.excess > 1 for row in rows)
    print(f"{slow} of {len(rows)} above {COLD_GOAL:.0f} ms, or {WARM_GOAL:.0f} ms with kernels in the cache")


def _drawn(case: Any, sample: Values, options: argparse.Namespace) -> Values:
    """Return the arguments of an enlarged sample."""
    import derivata

    with derivata.kernels.disabled():
        return enlarged(case, sample, (derivata,), options)


def measured(name: str, case: Any, values: Values, backward: bool, runs: int) -> Row:
    """Measure an op in new processes."""
    firsts, laters, kernels = [], [], 0
    for _ in range(runs):
        with tempfile.TemporaryDirectory() as folder:
            pairs = [in_child(partial(_timed, case, values, backward, folder)) for _ in range(2)]
            kernels = len(os.listdir(folder))
        firsts.append([first for first, _ in pairs])
        laters += [later for _, later in pairs]
    later = min(laters)
    cold, warm = (1e3 * (min(times) - later) for times in zip(*firsts, strict=True))
    return Row(cold, warm, 1e3 * later, kernels, name)


def _timed(case: Any, values: Values, backward: bool, folder: str) -> tuple[float, float]:
    """Return the seconds of the first call, with the cache in `folder`, and of a later one."""
    import derivata

    os.environ["DERIVATA_CACHE_DIR"] = folder
    given = {name: converted(derivata, value) for name, value in values.items()}
    if backward:
        for name in case.differentiable:
            for leaf in given[name] if isinstance(given.get(name), list) else [given.get(name)]:
                if leaf is not None and leaf.is_floating_point():
                    leaf.requires_grad_()
    times = [_seconds(case, given, backward) for _ in range(4)]
    return times[0], min(times)


def _seconds(case: Any, given: Values, backward: bool) -> float:
    """Return how long a call takes, and the backward if there is to be one."""
    import derivata

    function = counterpart(case, derivata)
    args, kwargs = bound(case, dict(given))
    begin = thread_time()
    result = function(*args, **kwargs)
    took = thread_time() - begin
    if backward:
        parts = list(result) if isinstance(result, tuple | list) else [result]
        outputs = [part for part in parts if part.requires_grad]
        grads = [converted(derivata, part.numpy(force=True) * 0 + 0.5) for part in outputs]
        begin = thread_time()
        derivata.autograd.backward(outputs, grads)
        took += thread_time() - begin
    return took


def in_child(function: Callable[[], Any]) -> Any:
    """Return what a function returns in a forked process; RuntimeError if it raises there."""
    receiver, sender = os.pipe()
    child = os.fork()
    if not child:
        try:
            answer = None, function()
        except BaseException as error:
            answer = "".join(traceback.format_exception_only(error)).splitlines()[0], None
        with os.fdopen(sender, "wb") as file:
            pickle.dump(answer, file)
        os._exit(0)
    os.close(sender)
    with os.fdopen(receiver, "rb") as file:
        data = file.read()
    os.waitpid(child, 0)
    error, value = pickle.loads(data) if data else ("the process died", None)
    if error is not None:
        raise RuntimeError(error)
    return value


if __name__ == "__main__":
    sys.exit(main())
