"""Adagrad, Adadelta and RMSprop: steps scaled by the squares of the gradients so far."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Unpack

import numpy as np

from ..runtime.tensors.tensor import Tensor
from .directions import direction, mix, mix_square
from .implementation import Implementation, check_implementation
from .optimizer import Array, Group, Optimizer, State


class Adagrad(Optimizer):
    """Steps divided by the root of the sum of all squares.

    With gradient `g`, parameter `p`, and `s` starting as `initial_accumulator_value`, step number `t` is ::

        g = g + weight_decay * p
        s = s + g * g
        p = p - lr / (1 + (t - 1) * lr_decay) * g / (sqrt(s) + eps)

    Parameters
    ----------
    params : iterable of Tensor, or iterable of dict
        The tensors to optimize, or groups of them with options of their own.
    lr, lr_decay, weight_decay, initial_accumulator_value, eps : float
        The numbers of the formulas above.
    maximize : bool
        Whether to go up the gradient.
    foreach, fused, capturable, differentiable
        Accepted where they change nothing.

    Examples
    --------
    >>> x = dv.tensor([1.0, -2.0], requires_grad=True)
    >>> optimizer = dv.optim.Adagrad([x], lr=0.5)
    >>> (x * x).sum().backward()
    >>> optimizer.step()
    >>> x.tolist()
    [0.5, -1.5]
    """

    def __init__(
        self,
        params: Iterable[Tensor] | Iterable[Group],
        lr: float = 1e-2,
        lr_decay: float = 0.0,
        weight_decay: float = 0.0,
        initial_accumulator_value: float = 0.0,
        eps: float = 1e-10,
        *,
        maximize: bool = False,
        **implementation: Unpack[Implementation],
    ) -> None:
        check_implementation(self, implementation)
        defaults = {
            "lr": lr,
            "lr_decay": lr_decay,
            "weight_decay": weight_decay,
            "initial_accumulator_value": initial_accumulator_value,
            "eps": eps,
            "maximize": maximize,
        }
        super().__init__(params, defaults)

    def update(self, param: Array, grad: Array, state: State, group: Group) -> None:
        """Change the array of one parameter in place."""
        if not state:
            state.update(step=0, sum=np.full_like(param, group["initial_accumulator_value"]))
        state["step"] += 1
        grad = direction(param, grad, group)
        state["sum"] += np.square(grad)
        rate = group["lr"] / (1.0 + (state["step"] - 1) * group["lr_decay"])
        param -= rate * grad / (np.sqrt(state["sum"]) + group["eps"])


class Adadelta(Optimizer):
    """Steps in the units of the parameters: scaled by the root mean square of earlier steps.

    With gradient `g`, parameter `p`, and `s` and `d` starting as zeros, a step is ::

        g = g + weight_decay * p
        s = rho * s + (1 - rho) * g * g
        step = sqrt(d + eps) / sqrt(s + eps) * g
        d = rho * d + (1 - rho) * step * step
        p = p - lr * step

    Parameters
    ----------
    params : iterable of Tensor, or iterable of dict
        The tensors to optimize, or groups of them with options of their own.
    lr, rho, eps, weight_decay : float
        The numbers of the formulas above.
    maximize : bool
        Whether to go up the gradient.
    foreach, fused, capturable, differentiable
        Accepted where they change nothing.
    """

    def __init__(
        self,
        params: Iterable[Tensor] | Iterable[Group],
        lr: float = 1.0,
        rho: float = 0.9,
        eps: float = 1e-6,
        weight_decay: float = 0.0,
        *,
        maximize: bool = False,
        **implementation: Unpack[Implementation],
    ) -> None:
        check_implementation(self, implementation)
        defaults = {"lr": lr, "rho": rho, "eps": eps, "weight_decay": weight_decay, "maximize": maximize}
        super().__init__(params, defaults)

    def check_options(self, group: Group) -> None:
        """Raise a ValueError when an option of a group is out of range."""
        super().check_options(group)
        if not 0.0 <= group["rho"] <= 1.0:
            raise ValueError(f"Adadelta: expected rho in [0, 1], got {group['rho']}")

    def update(self, param: Array, grad: Array, state: State, group: Group) -> None:
        """Change the array of one parameter in place."""
        if not state:
            state.update(step=0, square_avg=np.zeros_like(param), acc_delta=np.zeros_like(param))
        state["step"] += 1
        grad, rho, eps = direction(param, grad, group), group["rho"], group["eps"]
        mix_square(state["square_avg"], grad, rho)
        step = np.sqrt(state["acc_delta"] + eps) / np.sqrt(state["square_avg"] + eps) * grad
        mix_square(state["acc_delta"], step, rho)
        param -= group["lr"] * step


class RMSprop(Optimizer):
    """Steps divided by the running root mean square of the gradient.

    With gradient `g`, parameter `p`, and `s`, `m` and `b` starting as zeros, a step is ::

        g = g + weight_decay * p
        s = alpha * s + (1 - alpha) * g * g
        m = alpha * m + (1 - alpha) * g                  # only if centered
        g = g / (sqrt(s - m * m) + eps)                  # otherwise: g / (sqrt(s) + eps)
        b = momentum * b + g                             # without momentum: b = g
        p = p - lr * b

    Parameters
    ----------
    params : iterable of Tensor, or iterable of dict
        The tensors to optimize, or groups of them with options of their own.
    lr, alpha, eps, weight_decay, momentum : float
        The numbers of the formulas above.
    centered : bool
        Whether to subtract the square of the mean: to divide by the standard deviation.
    maximize : bool
        Whether to go up the gradient.
    foreach, fused, capturable, differentiable
        Accepted where they change nothing.
    """

    def __init__(
        self,
        params: Iterable[Tensor] | Iterable[Group],
        lr: float = 1e-2,
        alpha: float = 0.99,
        eps: float = 1e-8,
        weight_decay: float = 0.0,
        momentum: float = 0.0,
        centered: bool = False,
        *,
        maximize: bool = False,
        **implementation: Unpack[Implementation],
    ) -> None:
        check_implementation(self, implementation)
        defaults = {
            "lr": lr,
            "alpha": alpha,
            "eps": eps,
            "weight_decay": weight_decay,
            "momentum": momentum,
            "centered": centered,
            "maximize": maximize,
        }
        super().__init__(params, defaults)

    def update(self, param: Array, grad: Array, state: State, group: Group) -> None:
        """Change the array of one parameter in place."""
        if not state:
            state.update(step=0, square_avg=np.zeros_like(param))
        state["step"] += 1
        grad = direction(param, grad, group)
        grad = grad / (np.sqrt(_variance(grad, state, group)) + group["eps"])
        if group["momentum"]:
            buffer = state.setdefault("momentum_buffer", np.zeros_like(param))
            buffer *= group["momentum"]
            buffer += grad
            grad = buffer
        param -= group["lr"] * grad


def _variance(grad: Array, state: State, group: Group) -> Array:
    """Update the running means, and return that of the squares, around the mean if it is centered."""
    square: Array = state["square_avg"]
    mix_square(square, grad, group["alpha"])
    if not group["centered"]:
        return square
    mean = state.setdefault("grad_avg", np.zeros_like(grad))
    mix(mean, grad, 1.0 - group["alpha"])
    return np.asarray(square - np.square(mean))
