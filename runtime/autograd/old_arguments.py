"""Arguments of `backward` and `grad` that PyTorch keeps for old programs."""

import warnings
from typing import Any


def gradients_by_old_name(grad_tensors: Any, grad_variables: Any) -> Any:
    """Return the gradients that were given under their old name."""
    warnings.warn(
        "backward: `grad_variables` is deprecated. Use `grad_tensors` instead.", FutureWarning, stacklevel=3
    )
    if grad_tensors is not None:
        raise RuntimeError(
            "backward: `grad_tensors` and `grad_variables` (deprecated) arguments both passed; use `grad_tensors` only"
        )
    return grad_variables


def warn_only_inputs() -> None:
    """Warn that `only_inputs=False` changes nothing."""
    warnings.warn(
        "grad: only_inputs argument is deprecated and is ignored now (defaults to True). To accumulate gradients for "
        "other parts of the graph, use derivata.autograd.backward.",
        FutureWarning,
        stacklevel=3,
    )
