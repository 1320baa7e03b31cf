"""Adam and AdamW: steps scaled by running means of the gradient and of its square."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt

import numpy as np

from ..runtime.tensor import Tensor
from .optimizer import Array, Group, Optimizer, State, new_state


class Adam(Optimizer):
    """Adaptive moment estimation.

    With gradient `g`, parameter `p`, and `m` and `v` starting as zeros, step number `t` is ::

        g = g + weight_decay * p
        m = beta1 * m + (1 - beta1) * g
        v = beta2 * v + (1 - beta2) * g * g
        p = p - lr * m / (1 - beta1**t) / (sqrt(v / (1 - beta2**t)) + eps)

    Parameters
    ----------
    params : iterable of Tensor, or iterable of dict
        The tensors to optimize, or groups of them with options of their own.
    lr : float
        Learning rate: about the size of a step.
    betas : (float, float)
        Decay of the two running means.
    eps : float
        Keeps the denominator away from zero.
    weight_decay : float
        Factor of the parameter that is added to the gradient.
    amsgrad : bool
        Whether to divide by the largest `v` so far.
    maximize : bool
        Whether to go up the gradient.

    Examples
    --------
    >>> x = dv.tensor([1.0, -2.0], requires_grad=True)
    >>> optimizer = dv.optim.Adam([x], lr=0.5)
    >>> (x * x).sum().backward()
    >>> optimizer.step()
    >>> x.tolist()
    [0.5, -1.5]
    """

    _decoupled_decay = False

    def __init__(
        self,
        params: Iterable[Tensor] | Iterable[Group],
        lr: float = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0.0,
        amsgrad: bool = False,
        *,
        maximize: bool = False,
    ) -> None:
        defaults = {
            "lr": lr,
            "betas": betas,
            "eps": eps,
            "weight_decay": weight_decay,
            "amsgrad": amsgrad,
            "maximize": maximize,
        }
        super().__init__(params, defaults)

    def check_options(self, group: Group) -> None:
        """Raise a ValueError when an option of a group is out of range."""
        super().check_options(group)
        if not all(0.0 <= beta < 1.0 for beta in group["betas"]):
            raise ValueError(f"{self._name}: expected betas in [0, 1), got {group['betas']}")

    def update(self, param: Array, grad: Array, state: State, group: Group) -> None:
        """Change the array of one parameter in place."""
        if not state:
            state.update(step=0, exp_avg=new_state(param), exp_avg_sq=new_state(param))
        state["step"] += 1
        grad = self._with_decay(param, grad, group)
        beta1, beta2 = group["betas"]
        self._update_means(grad, state["exp_avg"], state["exp_avg_sq"], beta1, beta2)
        step_size = group["lr"] / (1.0 - beta1 ** state["step"])
        change = self._denominator(param, state, group, sqrt(1.0 - beta2 ** state["step"]))
        np.divide(state["exp_avg"], change, out=change)
        np.multiply(change, step_size, out=change)
        np.subtract(param, change, out=param)

    def _with_decay(self, param: Array, grad: Array, group: Group) -> Array:
        """Apply the weight decay to the gradient, or at once to the parameter, and return the gradient."""
        if group["maximize"]:
            grad = np.negative(grad, out=self._scratch.like(param, 1))
        if not group["weight_decay"]:
            return grad
        if self._decoupled_decay:
            np.multiply(param, 1.0 - group["lr"] * group["weight_decay"], out=param)
            return grad
        temporary = np.multiply(param, group["weight_decay"], out=self._scratch.like(param))
        return np.add(grad, temporary, out=self._scratch.like(param, 1))

    def _update_means(self, grad: Array, mean: Array, mean_square: Array, beta1: float, beta2: float) -> None:
        temporary = np.subtract(grad, mean, out=self._scratch.like(grad))
        np.multiply(temporary, 1.0 - beta1, out=temporary)
        np.add(mean, temporary, out=mean)
        np.multiply(grad, 1.0 - beta2, out=temporary)
        np.multiply(temporary, grad, out=temporary)
        np.multiply(mean_square, beta2, out=mean_square)
        np.add(mean_square, temporary, out=mean_square)

    def _denominator(self, param: Array, state: State, group: Group, correction: float) -> Array:
        """Return the square root of the corrected `v`, plus `eps`, in temporary memory."""
        mean_square = state["exp_avg_sq"]
        if group["amsgrad"]:
            if "max_exp_avg_sq" not in state:  # the option may be switched on later
                state["max_exp_avg_sq"] = new_state(param)
            mean_square = np.maximum(state["max_exp_avg_sq"], mean_square, out=state["max_exp_avg_sq"])
        root = np.sqrt(mean_square, out=self._scratch.like(param))
        np.divide(root, correction, out=root)
        return np.add(root, group["eps"], out=root)


class AdamW(Adam):
    """`Adam` with decoupled weight decay: before each step ``p = p * (1 - lr * weight_decay)``.

    Parameters
    ----------
    params : iterable of Tensor, or iterable of dict
        The tensors to optimize, or groups of them with options of their own.
    lr : float
        Learning rate: about the size of a step.
    betas : (float, float)
        Decay of the two running means.
    eps : float
        Keeps the denominator away from zero.
    weight_decay : float
        How fast parameters shrink, relative to the learning rate.
    amsgrad : bool
        Whether to divide by the largest running mean of squares so far.
    maximize : bool
        Whether to go up the gradient.
    """

    _decoupled_decay = True

    def __init__(
        self,
        params: Iterable[Tensor] | Iterable[Group],
        lr: float = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 1e-2,
        amsgrad: bool = False,
        *,
        maximize: bool = False,
    ) -> None:
        super().__init__(params, lr, betas, eps, weight_decay, amsgrad, maximize=maximize)
