"""Gradients that cannot be averaged over ranks."""

from __future__ import annotations

from typing import Any


def check_gradient(who: str, name: str, grad: Any, sparse: bool) -> None:
    """Raise for a gradient that has no place in the bucket of its parameter.

    Raises
    ------
    RuntimeError
        If there is none, if it is dense where a sparse one is expected or the other way round, or has a history.
    """
    wanted, found = "sparse" if sparse else "dense", "none"
    if grad is not None:
        found = "sparse" if grad.is_sparse else "dense"
    if found != wanted:
        raise RuntimeError(
            f"{who}: parameter {name}: expected a {wanted} gradient, as {'its' if sparse else 'no'} layer has "
            f"sparse=True, got {found}; use it in one way, or set sparse=False"
        )
    if grad.requires_grad:
        raise RuntimeError(
            f"{who}: parameter {name}: its gradient has a history (create_graph=True), which ends where it is sent to "
            "other ranks; use derivata.distributed.nn.functional for derivatives of derivatives"
        )
