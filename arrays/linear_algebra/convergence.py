"""Iterations of LAPACK that do not converge."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .errors import LinAlgError


def converged(op: str, function: Callable[..., Any], *args: Any) -> Any:
    """Call a function of NumPy; turn a failure to converge into an error that names the op."""
    try:
        return function(*args)
    except np.linalg.LinAlgError as error:
        raise LinAlgError(
            f"{op}: The algorithm failed to converge because the input matrix is ill-conditioned or contains non-finite"
            f" values ({error})"
        ) from None
