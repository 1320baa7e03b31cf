"""One of HIPS autograd's programs, run without a screen: `python program.py derivata|autograd PATH`."""

import os
import runpy
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]


def main(library: str, path: str) -> None:
    """Run a program with one of the libraries; what it draws at random is the same each time."""
    sys.path[:0] = [str(Path(path).parent), str(ROOT)]
    import numpy

    from tests.hips.published import aliases, digits

    if library == "derivata":
        aliases.install()
    numpy.random.seed(0)

    class Seeded(numpy.random.RandomState):
        def __init__(self, seed: Any = 0) -> None:
            super().__init__(seed)

    numpy.random.RandomState = Seeded  # type: ignore[misc]
    sys.modules["data_mnist"] = digits
    os.chdir(Path(path).parent)
    runpy.run_path(path, run_name="__main__")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
