"""A program with a loop of its own, whose code is kept on disk."""

import os
import subprocess
import sys
import time

LOOPS = """
FACTOR = 2.0

def scaled(lo, hi, out, a):
    for i in range(lo, hi):
        out[i] = a[i] * FACTOR

def refuse(lo, hi, x):
    for i in range(lo, hi):
        if x[i] > 0:
            raise IndexError("x is out of range")
"""
USE = """
import sys
import numpy as np
from derivata.arrays.kernels import Elementwise
x = np.ones(1 << 16, np.float32)
result = Elementwise("loops_of_test_cache", "scaled")(x)
compiled = "numba" in sys.modules
print(result[-1], "compiled" if compiled else "loaded", "loops_of_test_cache" in sys.modules)
"""


class Program:
    def __init__(self, folder):
        self.source = folder / "loops_of_test_cache.py"
        self.cache = folder / "cache"
        self.environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(folder), os.getcwd()]),
            "DERIVATA_CACHE_DIR": str(self.cache),
            "TMPDIR": str(folder),
        }
        self.write(LOOPS)

    def write(self, text):
        self.source.write_text(text)
        time.sleep(0.02)  # the new process begins after the change, also by a coarse clock

    def start(self, text=USE):
        return subprocess.Popen(
            [sys.executable, "-B", "-c", text],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=self.environment,
        )

    def use(self, text=USE):
        """Return what the process printed on stdout, and on stderr."""
        process = self.start(text)
        out, err = process.communicate(timeout=60)
        assert process.returncode == 0, err
        return out.strip(), err

    def entries(self):
        """Return the cache's files for loops of this module; the launching code has its own."""
        return sorted(self.cache.glob("loops_of_test_cache.*"))
