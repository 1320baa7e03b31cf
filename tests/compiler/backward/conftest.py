"""Fixtures of all tests of passes in blocks."""

from collections.abc import Iterator

import pytest

from derivata import kernels
from derivata.compiler.backward import running


@pytest.fixture(autouse=True)
def no_plans_of_other_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin without known passes."""
    monkeypatch.setattr(running, "_kinds", {})


@pytest.fixture
def on_numpy() -> Iterator[None]:
    """Compile no loops, which takes seconds."""
    with kernels.disabled():
        yield
