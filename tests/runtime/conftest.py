"""Most tests of the runtime run twice: on derivata, and on PyTorch, which confirms that the test is right."""

from types import ModuleType
from typing import Any

import pytest


@pytest.fixture(params=["derivata", "torch"])
def lib(request: pytest.FixtureRequest) -> Any:
    """The library under test, or the reference, under the same names."""
    if request.param == "torch":
        return pytest.importorskip("torch")
    import derivata

    return derivata


@pytest.fixture
def torch() -> ModuleType:
    """PyTorch, for tests that compare results."""
    return pytest.importorskip("torch")
