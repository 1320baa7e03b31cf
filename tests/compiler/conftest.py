"""Fixtures of all tests of compiled functions."""

import pytest

from derivata.compiler.program import gain


@pytest.fixture(autouse=True)
def programs_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let programs run however small they are."""
    monkeypatch.setattr(gain, "always", True)
