"""Compiling ahead: fills the cache on disk, so that no later process waits for it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from queue import Empty, SimpleQueue
from time import perf_counter

from ..arrays.jit.cache import files, installed
from ..arrays.jit.loading.host import LEVELS, has_levels
from ..arrays.jit.switch import SWITCH
from .inventory import DTYPES, Kernel, inventory
from .worker import COMPILED, FOUND, attempt

__all__ = ["Report", "warmup"]

_Waiting = SimpleQueue[Kernel | None]
_Done = SimpleQueue[tuple[Kernel, str]]


@dataclass
class Report:
    """What a warm-up did: how many kernels it compiled and found, the errors of the others, seconds, and where."""

    compiled: int = 0
    found: int = 0
    failed: dict[str, str] = field(default_factory=dict)
    seconds: float = 0.0
    directory: str = ""

    def __str__(self) -> str:
        lines = [
            f"{self.compiled} kernels compiled, {self.found} found, in {self.seconds:.1f} s: {self.directory}"
        ]
        if self.failed:
            name, error = next(iter(self.failed.items()))
            lines.append(f"{len(self.failed)} kernels failed, the first one {name}: {error}")
        return "\n".join(lines)


def warmup(
    ops: Sequence[str] = (),
    *,
    dtypes: Sequence[str] = DTYPES,
    packs: Sequence[str] = (),
    jobs: int | None = None,
    level: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Report:
    """Compile kernels ahead into the cache on disk; processes that start later load them in milliseconds.

    Without it a kernel is compiled at its first use. It is idempotent: what is in the cache is not compiled again.

    Parameters
    ----------
    ops : sequence of str
        Names of ops, for instance ``["sin", "softmax"]``, and of loops that many ops share: ``"convolution"``,
        ``"gradients"``, ``"indexing"``, ``"losses"``, ``"normalization"``, ``"pooling"``, ``"reductions"`` and
        ``"resampling"``; empty: all.
    dtypes : sequence of str
        Of ``"float32"`` and ``"float64"``, the dtypes that have kernels.
    packs : sequence of str
        Packages that ``derivata codegen`` has written: compile their kernels instead of derivata's own.
    jobs : int, optional
        Number of processes that compile; by default one per processor that this process may use.
    level : {"x86-64-v3", "x86-64-v4"}, optional
        Compile for all processors of this level, into the folder of the installation itself: for whoever builds a
        wheel, or installs for many. By default for this processor, into the cache of this user.
    progress : callable, optional
        Called with the number of kernels done and the number of all of them.

    Returns
    -------
    Report
        ``compiled``, ``found`` (in the cache already), ``failed`` (errors by kernel), ``seconds``, ``directory``.

    Raises
    ------
    RuntimeError
        Kernels are switched off, or llvmlite is not installed: there is nothing to compile.
    ValueError
        An op or a dtype that has no kernels, a package that is no pack, fewer than one job, or an unknown level.

    Examples
    --------
    >>> import derivata as dv
    >>> if dv.kernels.enabled():
    ...     report = dv.kernels.warmup(["square"], dtypes=["float32"], jobs=1)
    ...     assert not report.failed
    """
    _check_arguments(jobs, level)
    begin = perf_counter()
    kernels = inventory(ops, dtypes, packs)
    folder = next(files.directories(), "") if level is None else installed.folder(level)
    report = Report(directory=folder)
    environment = {} if level is None else {"DERIVATA_CACHE_DIR": folder}
    serve = partial(_serve, [] if level is None else [level], environment)
    jobs = min(jobs or _processors(), len(kernels))
    alone = level is None and (jobs <= 1 or not sys.executable)
    outcomes = ((kernel, attempt(kernel)) for kernel in kernels) if alone else _outcomes(kernels, jobs, serve)
    for done, (kernel, outcome) in enumerate(outcomes, start=1):
        _count(report, kernel, outcome)
        if progress is not None:
            progress(done, len(kernels))
    if level is not None and report.compiled:
        installed.open_to_all(level)
    report.seconds = perf_counter() - begin
    return report


def _check_arguments(jobs: int | None, level: str | None) -> None:
    if not SWITCH.on or SWITCH.compiler() is None:
        raise RuntimeError(
            "warmup: kernels are switched off (DERIVATA_KERNELS) or llvmlite cannot be imported, so NumPy does all "
            "work and nothing is compiled; to have kernels: pip install llvmlite"
        )
    if jobs is not None and jobs < 1:
        raise ValueError(f"warmup: jobs must be 1 or more, got {jobs}")
    if level is not None and (level not in LEVELS or not has_levels()):
        raise ValueError(
            f"warmup: level must be {' or '.join(LEVELS)}, and the system Linux on x86-64, got {level!r} on "
            f"{sys.platform}; without it kernels are compiled for the processor of this machine"
        )


def _count(report: Report, kernel: Kernel, outcome: str) -> None:
    if outcome == COMPILED:
        report.compiled += 1
    elif outcome == FOUND:
        report.found += 1
    else:
        module, function, signature = kernel
        report.failed[f"{module}.{function}({', '.join(signature)})"] = outcome


def _outcomes(
    kernels: list[Kernel], jobs: int, serve: Callable[[_Waiting, _Done], None]
) -> Iterator[tuple[Kernel, str]]:
    """Yield each kernel with its outcome, as compilations finish."""
    waiting: _Waiting = SimpleQueue()
    for item in (*kernels, *[None] * jobs):
        waiting.put(item)
    done: _Done = SimpleQueue()
    with ThreadPoolExecutor(jobs) as pool:
        tasks = [pool.submit(serve, waiting, done) for _ in range(jobs)]
        try:
            for _ in kernels:
                yield done.get()
        except BaseException:
            # Ctrl-C, or what `progress` raised: what has begun is finished, no more is begun.
            while not waiting.empty():
                with suppress(Empty):
                    waiting.get_nowait()
            for _ in range(jobs):
                waiting.put(None)
            raise
        for task in tasks:
            task.result()


def _serve(words: list[str], settings: dict[str, str], waiting: _Waiting, done: _Done) -> None:
    """Let a worker process compile the queued kernels; if it dies, its kernel counts as failed."""
    command = [sys.executable, "-m", f"{__package__}.worker", *words]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), **settings}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=environment) as process:
        while (kernel := waiting.get()) is not None:
            done.put((kernel, _ask(process, kernel)))


def _ask(process: subprocess.Popen[str], kernel: Kernel) -> str:
    """Return the worker's answer."""
    assert process.stdin and process.stdout
    try:
        process.stdin.write(json.dumps(kernel) + "\n")
        process.stdin.flush()
        answer = process.stdout.readline()
        return str(json.loads(answer)) if answer else "the compiling process ended"
    except OSError as error:
        return f"the compiling process ended: {error}"


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
