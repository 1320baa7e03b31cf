"""Adafactor: the running means of squares of a matrix are kept by row and by column only."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt

import numpy as np

from ..runtime.tensors.tensor import Tensor
from .directions import mix
from .optimizer import Array, Group, Optimizer, State


class Adafactor(Optimizer):
    """Adaptive steps with a memory of rows and columns.

    With gradient `g`, parameter `p`, and ``w = t ** beta2_decay`` at step number `t` ::

        row = (1 - w) * row + w * mean(g * g, -1)          # of what has two dimensions or more, and columns alike
        v = row * column / mean(row)                       # otherwise: v = (1 - w) * v + w * g * g
        u = g / sqrt(maximum(v, eps1**2))
        rate = max(eps2, rms(p)) * min(lr, 1 / sqrt(t))
        p = (1 - lr * weight_decay) * p - rate * u / max(1, rms(u) / d)

    Parameters
    ----------
    params : iterable of Tensor, or iterable of dict
        The tensors to optimize, or groups of them with options of their own.
    lr, beta2_decay, d, weight_decay : float
        The numbers of the formulas above.
    eps : (float or None, float)
        The two of the formulas; None is the precision of the parameter's dtype.
    foreach : bool, optional
        Accepted without effect.
    maximize : bool
        Whether to go up the gradient.
    """

    _scope = "parameter"

    def __init__(
        self,
        params: Iterable[Tensor] | Iterable[Group],
        lr: float = 1e-2,
        beta2_decay: float = -0.8,
        eps: tuple[float | None, float] = (None, 1e-3),
        d: float = 1.0,
        weight_decay: float = 0.0,
        *,
        foreach: bool | None = None,
        maximize: bool = False,
    ) -> None:
        defaults = {
            "lr": lr,
            "beta2_decay": beta2_decay,
            "eps": eps,
            "d": d,
            "weight_decay": weight_decay,
            "maximize": maximize,
        }
        super().__init__(params, defaults)

    def check_options(self, group: Group) -> None:
        """Raise a ValueError when an option of a group is out of range."""
        super().check_options({key: value for key, value in group.items() if key != "eps"})
        first, second = group["eps"]
        if (first is not None and not first >= 0) or not second >= 0:
            raise ValueError(f"Adafactor: expected eps of at least 0, got {group['eps']}")
        if not group["d"] >= 1 or not group["beta2_decay"] <= 0:
            raise ValueError(
                "Adafactor: expected d of at least 1 and beta2_decay of at most 0, got "
                f"{group['d']} and {group['beta2_decay']}"
            )
        if any(param.dtype.kind == "c" for param in group["params"]):
            raise RuntimeError("Adafactor does not support complex parameters; optimize their parts")

    def update(self, param: Array, grad: Array, state: State, group: Group) -> None:
        """Change the array of one parameter in place."""
        if not state:
            state["step"] = 0
            if grad.ndim > 1:
                state["row_var"] = np.zeros_like(grad[..., :1])
                state["col_var"] = np.zeros_like(grad[..., :1, :])
            else:
                state["variance"] = np.zeros_like(grad)
        step = state["step"] = state["step"] + 1
        grad = -grad if group["maximize"] else grad
        first, second = group["eps"]
        first = float(np.finfo(param.dtype).eps) if first is None else first
        rate = max(second, _rms(param)) * min(group["lr"], 1.0 / sqrt(step))
        if group["weight_decay"]:
            param *= 1.0 - group["lr"] * group["weight_decay"]
        square = _squares(grad, state, step ** group["beta2_decay"], first)
        update = grad / np.sqrt(np.maximum(square, first * first))
        param += update * (-rate / max(1.0, _rms(update) / group["d"]))


def _squares(grad: Array, state: State, weight: float, eps: float) -> Array:
    """Update the running means of squares; return the estimated square for each element."""
    if grad.ndim < 2:
        mix(state["variance"], grad * grad, weight)
        variance: Array = state["variance"]
        return variance
    square = np.square(grad)
    mix(state["row_var"], square.mean(-1, keepdims=True), weight)
    mix(state["col_var"], square.mean(-2, keepdims=True), weight)
    mean = np.maximum(state["row_var"].mean(-2, keepdims=True), eps)
    return np.asarray(state["row_var"] * state["col_var"] / mean)


def _rms(array: Array) -> float:
    return float(np.linalg.norm(array.reshape(-1))) / sqrt(max(array.size, 1))
