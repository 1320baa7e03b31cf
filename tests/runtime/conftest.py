"""Most tests of the runtime run twice: on derivata, and on PyTorch, which confirms that the test is right."""

from collections.abc import Callable
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


@pytest.fixture
def define(lib: Any) -> Callable[..., Any]:
    """Make a subclass of the library's `autograd.Function` from the methods given by name."""

    def define(name: str = "Op", /, **methods: Any) -> Any:
        namespace = {
            key: staticmethod(value) if callable(value) and not isinstance(value, classmethod) else value
            for key, value in methods.items()
        }
        return type(name, (lib.autograd.Function,), namespace)

    return define
