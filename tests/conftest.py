"""What every test shares: the switch that runs the suite as if Numba were not installed, and settings for speed."""

import os
import sys

import pytest

NUMBA_IS_BLOCKED = os.environ.get("DERIVATA_TEST_BLOCK_NUMBA") == "1"

if NUMBA_IS_BLOCKED:  # before anything imports derivata: an entry of None makes `import numba` fail
    sys.modules.update({"numba": None, "llvmlite": None})  # type: ignore[dict-item]

if (
    "PYTEST_XDIST_WORKER" in os.environ
):  # the workers share the processors; NumPy and PyTorch read this when loaded
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
        os.environ.setdefault(name, "1")


def pytest_configure(config: pytest.Config) -> None:
    from hypothesis import settings

    # Compiling a kernel takes longer than any deadline. The same examples each time: a failure is never luck.
    settings.register_profile("derivata", deadline=None, derandomize=True)
    settings.load_profile("derivata")


def pytest_report_header(config: pytest.Config) -> list[str]:
    return ["numba: blocked by DERIVATA_TEST_BLOCK_NUMBA"] if NUMBA_IS_BLOCKED else []
