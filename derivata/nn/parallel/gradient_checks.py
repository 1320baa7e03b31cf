"""Gradients that cannot be averaged over ranks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ...runtime.tensors.tensor import Tensor


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


def check_frozen(who: str, frozen: Sequence[tuple[str, Tensor]]) -> None:
    """Raise unless parameters that were frozen when the module was wrapped still are.

    Raises
    ------
    RuntimeError
        With the names of others, whose gradients would be those of this rank.
    """
    thawed = [name for name, parameter in frozen if parameter.requires_grad]
    if thawed:
        raise RuntimeError(
            f"{who}: expected parameters to stay frozen that were when the module was wrapped, got requires_grad=True "
            f"for {', '.join(thawed[:10])}{' and more' if len(thawed) > 10 else ''}, whose gradients are not averaged; "
            "wrap the module anew, or with all that is ever trained, frozen later, and find_unused_parameters=True"
        )


def why_missing(find_unused: bool) -> str:
    """Return why parameters may have got no gradient, and what to do about it."""
    if find_unused:
        return (
            "forward has returned what depends on them, but the loss does not depend on that: return only what the "
            "loss needs"
        )
    return (
        "the loss does not depend on them: pass find_unused_parameters=True, or use them, or freeze them with "
        "requires_grad_(False) before the module is wrapped"
    )
