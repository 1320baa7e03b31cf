"""A process that compiles kernels ahead: `python -m derivata.ahead.worker [LEVEL]`.

It reads a kernel per line, a JSON list, and answers each with a line of JSON: `compiled`, `found` (in the cache)
or the error.
"""

from __future__ import annotations

import json
import signal
import sys

from ..arrays.jit.cache.entries import prepare
from ..arrays.jit.loading.host import compile_for
from .inventory import Kernel

__all__ = ["COMPILED", "FOUND", "attempt"]

COMPILED, FOUND = "compiled", "found"


def attempt(kernel: Kernel) -> str:
    """Compile a kernel into the cache; return "compiled", "found" or an error message."""
    try:
        return COMPILED if prepare(*kernel) else FOUND
    except Exception as error:  # whatever a compiler raises: the next kernel may do better
        return f"{type(error).__name__}: {error}"


def main() -> None:
    """Serve until the input ends."""
    compile_for(*sys.argv[1:])
    for line in sys.stdin:
        module, function, signature = json.loads(line)
        print(json.dumps(attempt((module, function, tuple(signature)))), flush=True)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for who started this: the input ends then
    main()
