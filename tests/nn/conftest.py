"""The two libraries, of which the same is expected."""

from typing import Any

import pytest

import derivata as dv


@pytest.fixture(params=["derivata", "torch"])
def lib(request: pytest.FixtureRequest) -> Any:
    return dv if request.param == "derivata" else pytest.importorskip("torch", reason="the same test on both")
