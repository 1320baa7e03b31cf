"""Muon: momentum whose matrices are made orthogonal."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt

import numpy as np

from ..runtime.tensors.tensor import Tensor
from .directions import mix
from .optimizer import Array, Group, Optimizer, State


class Muon(Optimizer):
    """Momentum whose update is replaced by the orthogonal matrix that is nearest, nearly.

    With gradient `g`, parameter `p` and momentum `b`, which starts as zeros, a step is ::

        b = momentum * b + (1 - momentum) * g
        u = orthogonal((1 - momentum) * g + momentum * b)          # without nesterov: orthogonal(b)
        p = (1 - lr * weight_decay) * p - lr * factor * u

    Where PyTorch computes ``orthogonal``, by steps of Newton and Schulz, in bfloat16, it is in the dtype of `p` here.

    Parameters
    ----------
    params : iterable of Tensor, or iterable of dict
        The matrices to optimize, or groups of them with options of their own.
    lr, weight_decay, momentum : float
        The numbers of the formulas above.
    nesterov : bool
        Whether to look ahead along the momentum.
    ns_coefficients : (float, float, float)
        Coefficients `a`, `b`, `c` of a step ``x = a * x + (b * y + c * y @ y) @ x`` with ``y = x @ x.T``.
    eps : float
        Keeps the norm that the update is divided by away from zero.
    ns_steps : int
        How many such steps are taken.
    adjust_lr_fn : {"original", "match_rms_adamw"}, optional
        The factor for a matrix of m rows and n columns: ``sqrt(max(1, m / n))``, or ``0.2 * sqrt(max(m, n))``.
    """

    _scope = "parameter"

    def __init__(
        self,
        params: Iterable[Tensor] | Iterable[Group],
        lr: float = 1e-3,
        weight_decay: float = 0.1,
        momentum: float = 0.95,
        nesterov: bool = True,
        ns_coefficients: tuple[float, float, float] = (3.4445, -4.775, 2.0315),
        eps: float = 1e-7,
        ns_steps: int = 5,
        adjust_lr_fn: str | None = None,
    ) -> None:
        defaults = {
            "lr": lr,
            "weight_decay": weight_decay,
            "momentum": momentum,
            "nesterov": nesterov,
            "ns_coefficients": ns_coefficients,
            "eps": eps,
            "ns_steps": ns_steps,
            "adjust_lr_fn": adjust_lr_fn,
        }
        super().__init__(params, defaults)

    def check_options(self, group: Group) -> None:
        """Raise a ValueError when an option of a group is out of range, or a parameter is no matrix."""
        super().check_options(group)
        if group["adjust_lr_fn"] not in (None, "original", "match_rms_adamw"):
            raise ValueError(
                f"Muon: expected 'original' or 'match_rms_adamw' for adjust_lr_fn, got {group['adjust_lr_fn']!r}"
            )
        if not 1 <= group["ns_steps"] < 100:
            raise ValueError(f"Muon: expected ns_steps in [1, 100), got {group['ns_steps']}")
        for param in group["params"]:
            if param.ndim != 2 or param.dtype.kind == "c":
                raise ValueError(
                    f"Muon: expected real matrices, got a parameter of shape {param.shape} and dtype {param.dtype}; "
                    "optimize it by AdamW"
                )

    def update(self, param: Array, grad: Array, state: State, group: Group) -> None:
        """Change the array of one parameter in place."""
        momentum = group["momentum"]
        buffer = state.setdefault("momentum_buffer", np.zeros_like(grad))
        mix(buffer, grad, 1 - momentum)
        update = grad + momentum * (buffer - grad) if group["nesterov"] else buffer
        rows, columns = param.shape
        if group["adjust_lr_fn"] == "match_rms_adamw":
            factor = 0.2 * sqrt(max(rows, columns))
        else:
            factor = sqrt(max(1.0, rows / columns))
        update = _orthogonal(update, group)
        param *= 1.0 - group["lr"] * group["weight_decay"]
        param -= group["lr"] * factor * update


def _orthogonal(matrix: Array, group: Group) -> Array:
    """Return nearly the orthogonal factor of a matrix."""
    a, b, c = group["ns_coefficients"]
    wide = matrix.shape[0] <= matrix.shape[1]
    x = matrix if wide else matrix.T
    x = x / max(float(np.linalg.norm(x)), group["eps"])
    for _ in range(group["ns_steps"]):
        gram = x @ x.T
        x = a * x + (b * gram + c * (gram @ gram)) @ x
    return np.asarray(x if wide else x.T)
