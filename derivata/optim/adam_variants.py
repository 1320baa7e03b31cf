"""Adamax, NAdam and RAdam: Adam with another norm, with Nesterov's momentum, with a rectified first phase."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from typing import Unpack

import numpy as np

from ..runtime.tensors.tensor import Tensor
from .directions import direction, mix, mix_square
from .implementation import Implementation, check_implementation
from .optimizer import Array, Group, Optimizer, State


class Adamax(Optimizer):
    """Adam with the largest absolute gradient instead of the root mean square.

    With gradient `g`, parameter `p`, and `m` and `u` starting as zeros, step number `t` is ::

        g = g + weight_decay * p
        m = beta1 * m + (1 - beta1) * g
        u = maximum(beta2 * u, abs(g) + eps)
        p = p - lr / (1 - beta1**t) * m / u

    Parameters
    ----------
    params : iterable of Tensor, or iterable of dict
        The tensors to optimize, or groups of them with options of their own.
    lr, betas, eps, weight_decay
        The numbers of the formulas above.
    maximize : bool
        Whether to go up the gradient.
    foreach, fused, capturable, differentiable
        Accepted where they change nothing.
    """

    def __init__(
        self,
        params: Iterable[Tensor] | Iterable[Group],
        lr: float = 2e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0.0,
        *,
        maximize: bool = False,
        **implementation: Unpack[Implementation],
    ) -> None:
        check_implementation(self, implementation)
        defaults = {"lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay, "maximize": maximize}
        super().__init__(params, defaults)

    def update(self, param: Array, grad: Array, state: State, group: Group) -> None:
        """Change the array of one parameter in place."""
        if not state:
            state.update(step=0, exp_avg=np.zeros_like(param), exp_inf=np.zeros_like(param))
        step = state["step"] = state["step"] + 1
        grad, (beta1, beta2) = direction(param, grad, group), group["betas"]
        mix(state["exp_avg"], grad, 1.0 - beta1)
        largest = state["exp_inf"]
        np.maximum(largest * beta2, np.abs(grad) + group["eps"], out=largest)
        param -= group["lr"] / (1.0 - beta1**step) * state["exp_avg"] / largest


class NAdam(Optimizer):
    """Adam with Nesterov's momentum: the mean is taken one step ahead.

    With gradient `g`, parameter `p`, `m` and `v` starting as zeros, and
    ``mu(t) = beta1 * (1 - 0.96 ** (t * momentum_decay) / 2)``, whose product so far is `M`, step number `t` is ::

        g = g + weight_decay * p
        m = beta1 * m + (1 - beta1) * g
        v = beta2 * v + (1 - beta2) * g * g
        d = sqrt(v / (1 - beta2**t)) + eps
        p = p - lr * (1 - mu(t)) / (1 - M) * g / d - lr * mu(t + 1) / (1 - M * mu(t + 1)) * m / d

    Parameters
    ----------
    params : iterable of Tensor, or iterable of dict
        The tensors to optimize, or groups of them with options of their own.
    lr, betas, eps, weight_decay, momentum_decay
        The numbers of the formulas above.
    decoupled_weight_decay : bool
        Whether weights are decayed directly, as in `AdamW`.
    maximize : bool
        Whether to go up the gradient.
    foreach, fused, capturable, differentiable
        Accepted where they change nothing.
    """

    def __init__(
        self,
        params: Iterable[Tensor] | Iterable[Group],
        lr: float = 2e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0.0,
        momentum_decay: float = 4e-3,
        decoupled_weight_decay: bool = False,
        *,
        maximize: bool = False,
        **implementation: Unpack[Implementation],
    ) -> None:
        check_implementation(self, implementation)
        defaults = {
            "lr": lr,
            "betas": betas,
            "eps": eps,
            "weight_decay": weight_decay,
            "momentum_decay": momentum_decay,
            "decoupled_weight_decay": decoupled_weight_decay,
            "maximize": maximize,
        }
        super().__init__(params, defaults)

    def update(self, param: Array, grad: Array, state: State, group: Group) -> None:
        """Change the array of one parameter in place."""
        _start(param, state)
        state.setdefault("mu_product", 1.0)
        step, lr, (beta1, beta2) = state["step"], group["lr"], group["betas"]
        grad = _decayed(param, grad, group)
        mu, ahead = [beta1 * (1.0 - 0.5 * 0.96 ** (t * group["momentum_decay"])) for t in (step, step + 1)]
        product = state["mu_product"] = state["mu_product"] * mu
        mix(state["exp_avg"], grad, 1.0 - beta1)
        mix_square(state["exp_avg_sq"], grad, beta2)
        root = np.sqrt(state["exp_avg_sq"] / (1.0 - beta2**step)) + group["eps"]
        param -= lr * (1.0 - mu) / (1.0 - product) * grad / root
        param -= lr * ahead / (1.0 - product * ahead) * state["exp_avg"] / root


class RAdam(Optimizer):
    """Adam that goes by the mean alone until the variance of its denominator is finite, and rectifies it then.

    With `m` and `v` as in `Adam` and ``r = 2 / (1 - beta2) - 1``, step number `t` is ::

        rho = r - 2 * t * beta2**t / (1 - beta2**t)
        p = p - lr * m / (1 - beta1**t)                                        # while rho <= 5, later times
            * sqrt((rho - 4) * (rho - 2) * r / ((r - 4) * (r - 2) * rho)) * sqrt(1 - beta2**t) / (sqrt(v) + eps)

    Parameters
    ----------
    params : iterable of Tensor, or iterable of dict
        The tensors to optimize, or groups of them with options of their own.
    lr, betas, eps, weight_decay
        The numbers of the formulas above.
    decoupled_weight_decay : bool
        Whether weights are decayed directly, as in `AdamW`.
    maximize : bool
        Whether to go up the gradient.
    foreach, fused, capturable, differentiable
        Accepted where they change nothing.
    """

    def __init__(
        self,
        params: Iterable[Tensor] | Iterable[Group],
        lr: float = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0.0,
        decoupled_weight_decay: bool = False,
        *,
        maximize: bool = False,
        **implementation: Unpack[Implementation],
    ) -> None:
        check_implementation(self, implementation)
        defaults = {
            "lr": lr,
            "betas": betas,
            "eps": eps,
            "weight_decay": weight_decay,
            "decoupled_weight_decay": decoupled_weight_decay,
            "maximize": maximize,
        }
        super().__init__(params, defaults)

    def update(self, param: Array, grad: Array, state: State, group: Group) -> None:
        """Change the array of one parameter in place."""
        _start(param, state)
        step, (beta1, beta2) = state["step"], group["betas"]
        grad = _decayed(param, grad, group)
        mix(state["exp_avg"], grad, 1.0 - beta1)
        mix_square(state["exp_avg_sq"], grad, beta2)
        change = group["lr"] / (1.0 - beta1**step) * state["exp_avg"]
        rest = 1.0 - beta2**step
        limit = 2.0 / (1.0 - beta2) - 1.0
        rho = limit - 2.0 * step * beta2**step / rest
        if rho > 5.0:
            rectified = (rho - 4.0) * (rho - 2.0) * limit / ((limit - 4.0) * (limit - 2.0) * rho)
            change *= sqrt(rectified) * sqrt(rest) / (np.sqrt(state["exp_avg_sq"]) + group["eps"])
        param -= change


def _start(param: Array, state: State) -> None:
    """Make the means before the first step, and count the step."""
    if not state:
        state.update(step=0, exp_avg=np.zeros_like(param), exp_avg_sq=np.zeros_like(param))
    state["step"] += 1


def _decayed(param: Array, grad: Array, group: Group) -> Array:
    """Return the direction; a decoupled decay shrinks the parameter instead of changing it."""
    if not group["decoupled_weight_decay"]:
        return direction(param, grad, group)
    param *= 1.0 - group["lr"] * group["weight_decay"]
    return -grad if group["maximize"] else grad
