"""`scipy.linalg` for traced arrays: the functions of `derivata.scipy.linalg`; others are SciPy's, for plain arrays."""

from typing import Any

import scipy.linalg as _scipy  # type: ignore[import-untyped]

from ...scipy import linalg as _linalg
from .recorded import on_tensors as _on_tensors


def __getattr__(name: str) -> Any:
    """Return what records a function, or what `scipy.linalg` has."""
    if name in _linalg.__all__ and name != "LinAlgError":
        return _on_tensors(getattr(_linalg, name))
    return getattr(_scipy, name)
