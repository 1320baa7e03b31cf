"""Runs hunters in processes of their own, and watches these: one that dies or hangs is a finding."""

import json
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from .discovery import Hunter
from .finding import Finding

ROOT = Path(__file__).resolve().parents[2]
ANY_NUMBER = 10**9
STARTS_IN = 120.0
"""Seconds that a worker may take to import what it needs."""
WRITES_IN = 10.0
"""Seconds for its last words."""
SLICE = 120.0
"""Seconds of a hunter's turn."""


@dataclass(frozen=True)
class Caught:
    """A finding with the hunter and the seed that lead to it; `alone` if that seed is enough."""

    hunter: str
    seed: int
    finding: Finding
    alone: bool = True

    def __str__(self) -> str:
        command = f"python -m tests.hunt --only {self.hunter} --seed {self.seed} --attempts 1"
        note = "" if self.alone else "    # not with this seed alone: what was tried before it matters"
        program = "\n".join(f"    {line}" for line in self.finding.program.strip().splitlines())
        return f"{self.hunter}: {self.finding.title}\n{program}\n  repeat: {command}{note}\n"


@dataclass
class Tally:
    """What a hunter has done so far."""

    attempts: int = 0
    seconds: float = 0.0
    caught: list[Caught] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        """Add what was done in another turn."""
        self.attempts += other.attempts
        self.seconds += other.seconds
        self.caught += other.caught


def turn(
    hunter: Hunter,
    seed: int,
    seconds: float,
    attempts: int = ANY_NUMBER,
    most: int = ANY_NUMBER,
    root: Path = ROOT,
) -> Tally:
    """Let a hunter make attempts from a seed on for some seconds, until it has found as much as is wanted."""
    tally, end = Tally(), time.monotonic() + seconds
    while tally.attempts < attempts and len(tally.caught) < most:
        left = end - time.monotonic()
        if tally.attempts and left <= 0:
            break
        tally.add(
            Worker(hunter, root).run(seed + tally.attempts, max(left, 0.0), attempts - tally.attempts, most)
        )
    return tally


def confirmed(hunter: Hunter, caught: Caught, root: Path = ROOT) -> Caught:
    """Return the finding again, with the answer to whether its seed leads to it in a new process."""
    again = turn(hunter, caught.seed, 0.0, attempts=1, root=root)
    return Caught(caught.hunter, caught.seed, caught.finding, bool(again.caught))


class Worker:
    """A process that makes attempts until its time is over, it dies, or it says nothing for too long."""

    def __init__(self, hunter: Hunter, root: Path) -> None:
        self.hunter, self.root = hunter, root
        self.messages: queue.Queue[dict[str, Any] | None] = queue.Queue()

    def run(self, seed: int, seconds: float, attempts: int, most: int) -> Tally:
        """Return what it did; a crash or a hang counts as the attempt that it happened in."""
        tally, start, current = Tally(), time.monotonic(), seed
        with tempfile.TemporaryFile("w+", errors="replace") as errors:
            process = self._start(seed, seconds, attempts, errors)
            try:
                patience = STARTS_IN
                while len(tally.caught) < most:
                    try:
                        message = self.messages.get(timeout=patience)
                    except queue.Empty:
                        tally.attempts += 1
                        process.send_signal(signal.SIGABRT)  # faulthandler writes where it is
                        process.wait(WRITES_IN)
                        tally.caught.append(self._lost(current, f"hangs: {patience:.0f} s", errors))
                        break
                    if message is None:
                        if code := process.wait():
                            tally.attempts += 1
                            tally.caught.append(self._lost(current, f"dies: exit code {code}", errors))
                        break
                    patience = self.hunter.hangs_after
                    if "begins" in message:
                        current = message["begins"]
                    else:
                        tally.attempts += 1
                        if message["finding"] is not None:
                            finding = Finding(**message["finding"])
                            tally.caught.append(Caught(self.hunter.name, current, finding))
            finally:
                process.kill()
                process.wait()
        tally.seconds = time.monotonic() - start
        return tally

    def _start(self, seed: int, seconds: float, attempts: int, errors: IO[str]) -> subprocess.Popen[str]:
        command = [sys.executable, "-X", "faulthandler", "-m", "tests.hunt.worker"]
        command += [self.hunter.name, str(seed), str(seconds), str(attempts)]
        process = subprocess.Popen(
            command,
            cwd=self.root,
            env=environment(self.root),
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        )
        threading.Thread(target=self._listen, args=(process.stdout,), daemon=True).start()
        return process

    def _listen(self, channel: IO[str]) -> None:
        with channel:
            for line in channel:
                self.messages.put(json.loads(line))
        self.messages.put(None)

    def _lost(self, seed: int, how: str, errors: IO[str]) -> Caught:
        errors.seek(0)
        said = errors.read()[-3000:]
        return Caught(self.hunter.name, seed, Finding(f"the process {how}", said or "(it said nothing)"))


def environment(root: Path) -> dict[str, str]:
    """Return the environment of a worker: the checkout's packages, and one thread for each product."""
    one = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    return {**one, **os.environ, "PYTHONPATH": str(root)}


def hunt(
    hunters: list[Hunter],
    seed: int,
    seconds: float,
    jobs: int,
    say: Callable[[str], None],
    attempts: int = ANY_NUMBER,
) -> dict[str, Tally]:
    """Let all hunters have their turns, `jobs` at a time, until the time is over; tell findings as they come."""
    tallies = {hunter.name: Tally() for hunter in hunters}
    end, known = time.monotonic() + seconds, set[tuple[str, str]]()
    lock = threading.Lock()

    def take(hunter: Hunter) -> None:
        tally = tallies[hunter.name]
        left = min(end - time.monotonic(), share)
        if tally.attempts and (left <= 0 or tally.attempts >= attempts):
            return
        found = turn(hunter, seed + tally.attempts, max(left, 0.0), attempts - tally.attempts)
        tally.add(found)
        for caught in found.caught:
            with lock:
                new = (hunter.name, caught.finding.title) not in known
                known.add((hunter.name, caught.finding.title))
            if new:
                say(str(confirmed(hunter, caught)))

    with ThreadPoolExecutor(jobs) as pool:
        while True:
            share = min(SLICE, max(1.0, seconds * jobs / len(hunters)))
            list(pool.map(take, hunters))
            enough = all(tally.attempts >= attempts for tally in tallies.values())
            if enough or time.monotonic() >= end:
                return tallies
