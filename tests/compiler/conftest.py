"""Fixtures of all tests of compiled functions."""

from collections.abc import Iterator

import pytest

from derivata import kernels
from derivata.arrays.jit.switch import SWITCH
from derivata.compiler.program import gain


@pytest.fixture(autouse=True)
def programs_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let programs run however small they are."""
    monkeypatch.setattr(gain, "always", True)


@pytest.fixture(autouse=True)
def loops_compile(monkeypatch: pytest.MonkeyPatch) -> None:
    """Raise what the compilation of a loop raises, where users get NumPy and a warning."""
    monkeypatch.setattr(SWITCH, "strict", True)


@pytest.fixture
def on_numpy() -> Iterator[None]:
    """Let programs run without compiled loops: for tests of what is traced."""
    with kernels.disabled():
        yield
