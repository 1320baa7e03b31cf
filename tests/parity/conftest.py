"""The same call in derivata and in PyTorch."""

import pytest
from hunt.torch_calls import Parity


@pytest.fixture(scope="session")
def parity() -> Parity:
    return Parity(pytest.importorskip("torch", reason="PyTorch is what the ops are compared with"))
