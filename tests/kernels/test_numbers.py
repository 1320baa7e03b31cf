"""Numbers that loops are given as arrays without dimensions, of any dtype."""

import os
import subprocess
import sys

import numpy as np
import pytest

from derivata.arrays import kernels

needs_kernels = pytest.mark.skipif(not kernels.enabled(), reason="kernels need llvmlite")
DTYPES = "?bhilqBHILQefdgFD"
AT_THE_END = """
import ctypes, mmap
import numpy as np
from derivata.arrays.kernels import Elementwise

multiply = Elementwise("derivata.generated.kernels.mul", "forward")
x = np.linspace(1, 2, 1 << 12, dtype=np.float32)
for number in (np.array(2.0), np.array(2.0), np.array(2, np.float32), 2.0):
    assert multiply.launch(x, number)[-1] == 4
memory = mmap.mmap(-1, 2 * mmap.PAGESIZE)
start = ctypes.addressof(ctypes.c_char.from_buffer(memory))
assert ctypes.CDLL(None).mprotect(ctypes.c_void_p(start + mmap.PAGESIZE), ctypes.c_size_t(mmap.PAGESIZE), 0) == 0
for kind in "?bhilqBHILQefdgFD":
    dtype = np.dtype(kind)
    number = np.ndarray((), dtype, memory, mmap.PAGESIZE - dtype.itemsize)
    number[...] = 1
    result = multiply.launch(x, number)
    assert result is None or result[-1] == 2, kind
print("done", flush=True)
import os
os._exit(0)
"""


@needs_kernels
@pytest.mark.skipif(sys.platform == "win32", reason="memory is protected by mprotect")
def test_no_byte_behind_a_number_is_read() -> None:
    """A number of one byte may be the last one of readable memory."""
    done = subprocess.run(
        [sys.executable, "-c", AT_THE_END], capture_output=True, text=True, timeout=120, env=dict(os.environ)
    )
    assert (done.returncode, done.stdout) == (0, "done\n"), done.stderr


@needs_kernels
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.filterwarnings("error")
def test_a_number_of_any_dtype_is_itself_or_declined(dtype: str) -> None:
    """What is launched by compiled code gives what Python's launch gives, and that is NumPy's result."""
    multiply = kernels.Elementwise("derivata.generated.kernels.mul", "forward")
    x = np.linspace(1, 2, 1 << 12, dtype=np.float32)
    number = np.array(3 if dtype not in "?FD" else 1, dtype)
    first = multiply(x, number)
    for known in (2.0, 2.0, np.array(2.0)):
        multiply.launch(x, known)
    for result in (first, multiply.launch(x, number), multiply.broadcast(x, number)):
        assert result is None or (result == x * np.float32(number.real)).all()
