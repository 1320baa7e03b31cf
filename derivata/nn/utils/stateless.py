"""Modules called with other parameters: `func.functional_call` is the newer place."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any

from ...runtime.tensors.tensor import Tensor
from ..module import Module

__all__ = ["functional_call"]


def functional_call(
    module: Module,
    parameters_and_buffers: Mapping[str, Tensor],
    args: Any = None,
    kwargs: Mapping[str, Any] | None = None,
    *,
    tie_weights: bool = True,
    strict: bool = False,
) -> Any:
    """Call a module with other tensors in place of its parameters and buffers; use `func.functional_call`.

    Warns
    -----
    FutureWarning
        As PyTorch does.
    """
    from ...func.stateless import functional_call as call

    warnings.warn(
        "`nn.utils.stateless.functional_call` is deprecated in favor of `func.functional_call`.",
        FutureWarning,
        stacklevel=2,
    )
    return call(module, parameters_and_buffers, args, kwargs, tie_weights=tie_weights, strict=strict)
