"""`python -m derivata` is the command `derivata`."""

from __future__ import annotations

import sys

from .commands import main as main

if __name__ == "__main__":
    sys.exit(main())
