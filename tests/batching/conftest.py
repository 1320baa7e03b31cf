"""Tests of `vmap` run on derivata, and on PyTorch, which confirms that the test is right."""

from typing import Any

import pytest


@pytest.fixture(params=["derivata", "torch"])
def lib(request: pytest.FixtureRequest) -> Any:
    """The library under test, or the reference, under the same names."""
    if request.param == "torch":
        return pytest.importorskip("torch", reason="PyTorch is the reference")
    import derivata

    return derivata
