"""`python -m derivata.proof my_ops.yaml` is `derivata check my_ops.yaml`."""

from __future__ import annotations

import sys

from ..commands import main

if __name__ == "__main__":
    sys.exit(main(["check", *sys.argv[1:]]))
