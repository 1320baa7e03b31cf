"""Numbers that compiled loops are given: of Python, of NumPy, and arrays without dimensions of any dtype.

Such an array lies at the very end of readable memory, so that whoever reads more of it than there is ends the
process; it may be misaligned, swapped in its bytes, or of a dtype that is no number. What a loop does not decline is
compared with NumPy's result in double precision.
"""

import os
import random
import subprocess
import sys
from pathlib import Path

from ..finding import Finding

LOOPS = {"mul": "y * m", "add": "y + m", "sub": "y - m", "div": "y / m", "maximum": "np.maximum(y, m)"}
DTYPES = ("?", *"bhilqBHILQefdgFDO", ">f8", ">f4", ">i2", "M8[s]", "m8[s]")
PROGRAM = """
import ctypes, mmap, warnings
import numpy as np
from derivata.arrays.jit.direct.launcher import FLAT
from derivata.arrays.kernels import Elementwise

FLAT.patience = 0  # else a program as short as this one never compiles what takes numbers apart
warnings.simplefilter("ignore")
loop = Elementwise("derivata.generated.kernels.{loop}", "forward")
x = np.linspace(1, 2, {size}, dtype="{dtype}")
for n in (2.0, 2.0, np.array(2.0), np.array(2, np.float32))[:{warm}]:
    loop.launch(x, n)
memory = mmap.mmap(-1, 2 * mmap.PAGESIZE)
end = ctypes.addressof(ctypes.c_char.from_buffer(memory)) + mmap.PAGESIZE
assert ctypes.CDLL(None).mprotect(ctypes.c_void_p(end), ctypes.c_size_t(mmap.PAGESIZE), 0) == 0
for kind in {kinds}:
    dtype = np.dtype(kind)
    n = np.ndarray((), dtype, memory, mmap.PAGESIZE - dtype.itemsize) if kind != "O" else np.array(3, "O")
    n[...] = {value}
    for way in (loop.launch, loop.broadcast, loop.compute):
        try:
            result = way(x, n)
        except Exception:
            if dtype.kind in "?biuf":
                raise
            continue
        if result is None or result is NotImplemented:
            continue
        assert dtype.kind in "?biufcO", f"{{kind}} is no number"
        y, m = x.astype(float), float(n.item().real)
        wanted = {formula}
        assert np.allclose(result, wanted, 1e-3, 0, equal_nan=True), f"{{kind}}: {{result[-1]}}, not {{wanted[-1]}}"
print("done", flush=True)
import os
os._exit(0)
"""


def attempt(seed: int) -> Finding | None:
    """Try all dtypes in one order."""
    rng = random.Random(seed)
    loop = rng.choice(sorted(LOOPS))
    program = PROGRAM.format(
        loop=loop,
        formula=LOOPS[loop],
        size=rng.choice([4096, 5000, 70_000]),
        dtype=rng.choice(["float32", "float64"]),
        warm=rng.randrange(5),
        kinds=tuple(rng.sample(DTYPES, len(DTYPES))),
        value=rng.choice([1, 3]),
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[3])}
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=100, env=environment
    )
    if done.returncode == 0 and done.stdout == "done\n":
        return None
    last = (done.stderr.strip().splitlines() or ["nothing"])[-1]
    return Finding(f"scalars: {loop}: exit code {done.returncode}, {last}"[:300], program)
