"""What every test shares: the switch that runs the suite as if Numba were not installed."""

import os
import sys

import pytest

NUMBA_IS_BLOCKED = os.environ.get("DERIVATA_TEST_BLOCK_NUMBA") == "1"

if NUMBA_IS_BLOCKED:  # before anything imports derivata: an entry of None makes `import numba` fail
    sys.modules.update({"numba": None, "llvmlite": None})  # type: ignore[dict-item]


def pytest_report_header(config: pytest.Config) -> list[str]:
    return ["numba: blocked by DERIVATA_TEST_BLOCK_NUMBA"] if NUMBA_IS_BLOCKED else []
