"""Loops of a program's own whose code is kept on disk: what hunters of caches write, run and spoil."""

import os
import re
import subprocess
import sys
import time
from pathlib import Path

ENTRY = re.compile(r"[\w.]+-[0-9a-f]{8}-[0-9a-f]{40}")
SHARED = f"derivata-{os.getuid()}"
SECONDS = 60.0
"""That a process may take."""

LOOPS = """{before}
def scaled(lo, hi, out, a):
    for i in range(lo, hi):
        out[i] = a[i] * {factor}

def raised(lo, hi, out, a):
    for i in range(lo, hi):
        out[i] = a[i] + {factor}
"""
RUN = """
import sys
import numpy as np
from derivata.arrays.kernels import Elementwise
a = np.full(1 << 13, 2.0)
for name in {names}:
    result = Elementwise("hunted_loops", name)(a)
    print("NumPy" if result is None else sorted(set(result.tolist())))
print("compiled" if "numba" in sys.modules else "loaded")
"""


class Programs:
    """A folder with modules of loops, the folder of a cache, and new processes that use both.

    Attributes
    ----------
    said
        What was done, as lines of a program for a finding.
    """

    def __init__(self, folder: Path) -> None:
        self.folder, self.cache = folder, folder / "cache"
        self.variables = {"DERIVATA_CACHE_DIR": str(self.cache)}
        self.said: list[str] = []

    def say(self, line: str) -> None:
        """Add a line to what a finding tells."""
        self.said.append(line)

    def write(self, name: str, text: str) -> None:
        """Write a module."""
        path = self.folder / f"{name}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text + "\n")
        time.sleep(0.02)  # the next process begins after the change, also by a coarse clock
        self.say(f"write({name!r}, {text!r})")

    def loops(self, factor: str = "FACTOR", before: str = "FACTOR = 1234.5") -> None:
        """Write the module of loops."""
        self.write("hunted_loops", LOOPS.format(before=before, factor=factor))

    def run(self, before: str = "", names: tuple[str, ...] = ("scaled",), *flags: str) -> list[str]:
        """Return what a new process prints, a line for each loop and one that says whether it compiled."""
        self.say(f"run({before!r}, {names!r})")
        text = before + RUN.format(names=names)
        command = [sys.executable, "-B", *flags, "-c", text]
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, timeout=SECONDS, env=self.environment()
            )
        except subprocess.TimeoutExpired:
            return [f"nothing for {SECONDS:.0f} seconds"]
        return done.stdout.splitlines() if done.returncode == 0 else [f"{done.returncode}: {done.stderr}"]

    def environment(self) -> dict[str, str]:
        """Return the variables of a process."""
        root = Path(__file__).resolve().parents[2]
        plain = {name: value for name, value in os.environ.items() if name != "DERIVATA_CACHE_DIR"}
        path = os.pathsep.join((str(self.folder), str(root)))
        return {**plain, "PYTHONPATH": path, "TMPDIR": str(self.folder), **self.variables}

    def entries(self, cache: Path | None = None) -> list[Path]:
        """Return the files of the loops of this program."""
        return sorted((cache or self.cache).glob("hunted_loops.*"))

    def program(self) -> str:
        """Return what was done as a program that a reader can follow."""
        return "\n".join(("# with `Programs` of tests.hunt.loops:", *self.said))


def evil(path: Path, old: float = 1234.5, new: float = 4321.5) -> None:
    """Change a number in the code of an entry, so that it is a whole entry that computes something else."""
    import struct

    from derivata.arrays.jit.cache import files

    before = os.environ.get("DERIVATA_CACHE_DIR")
    os.environ["DERIVATA_CACHE_DIR"] = str(path.parent)
    try:
        payload = files.load(path.name)
        assert payload is not None and struct.pack("<d", old) in payload
        assert files.save(path.name, payload.replace(struct.pack("<d", old), struct.pack("<d", new)))
    finally:
        del os.environ["DERIVATA_CACHE_DIR"]
        if before is not None:
            os.environ["DERIVATA_CACHE_DIR"] = before
