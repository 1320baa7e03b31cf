"""How many bytes a node of a graph keeps alive, arrays of one element included: a fresh process per library (Linux)."""

import subprocess
import sys

GOAL = 1.0  # of the ratio
LENGTH = 100_000
PROGRAM = """
import {library} as library
from benchmarks.scale import resident
x = library.ones(1, requires_grad=True)
y = x * x
before = resident()
for _ in range({length}):
    y = y * x
print((resident() - before) / {length})
"""


def bytes_per_node(library: str) -> float:
    """Return the bytes per link of a chain of products, which save both of their inputs."""
    program = PROGRAM.format(library=library, length=LENGTH)
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return float(run.stdout)
