"""Adam and AdamW: steps scaled by running means of the gradient and of its square."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from typing import NamedTuple, Unpack

import numpy as np

from ..arrays.kernels import Elementwise
from ..runtime.tensors.tensor import Tensor
from .implementation import Implementation, check_implementation
from .optimizer import Array, Group, Optimizer, State

FUSED = Elementwise(f"{__package__}.kernels", "adam", outputs=3, cost=12)


class Factors(NamedTuple):
    """The numbers of one step, in the order in which the compiled loop takes them."""

    shrink: float  # of the parameter
    rest1: float  # 1 - beta1
    beta2: float
    rest2: float  # 1 - beta2
    correction: float  # the root of the mean square is multiplied with it: a division takes longer
    eps: float
    step_size: float


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
    foreach, fused, capturable, differentiable
        Accepted where they change nothing.

    Examples
    --------
    >>> x = dv.tensor([1.0, -2.0], requires_grad=True)
    >>> optimizer = dv.optim.Adam([x], lr=0.5)
    >>> (x * x).sum().backward()
    >>> optimizer.step()
    >>> [round(value, 4) for value in x.tolist()]
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
        **implementation: Unpack[Implementation],
    ) -> None:
        check_implementation(self, implementation)
        defaults = {
            "lr": lr,
            "betas": betas,
            "eps": eps,
            "weight_decay": weight_decay,
            "amsgrad": amsgrad,
            "maximize": maximize,
        }
        super().__init__(params, defaults)

    def update(self, param: Array, grad: Array, state: State, group: Group) -> None:
        """Change the array of one parameter in place."""
        if not state:
            state.update(step=0, exp_avg=np.zeros_like(param), exp_avg_sq=np.zeros_like(param))
        step = state["step"] = state["step"] + 1
        beta1, beta2 = group["betas"]
        factors = Factors(
            shrink=1.0 - group["lr"] * group["weight_decay"] if self._decoupled_decay else 1.0,
            rest1=1.0 - beta1,
            beta2=beta2,
            rest2=1.0 - beta2,
            correction=1.0 / sqrt(1.0 - beta2**step),
            eps=group["eps"],
            step_size=group["lr"] / (1.0 - beta1**step),
        )
        grad = self._with_options(param, grad, group)
        if group["amsgrad"] or not fused_step(param, grad, state, factors):
            self._step(param, grad, state, group["amsgrad"], factors)

    def _with_options(self, param: Array, grad: Array, group: Group) -> Array:
        """Return the gradient turned round, or with the decayed parameter added, where the options say so."""
        if group["maximize"]:
            grad = np.negative(grad, out=self._scratch.like(param, 1))
        if group["weight_decay"] and not self._decoupled_decay:
            temporary = np.multiply(param, group["weight_decay"], out=self._scratch.like(param))
            grad = np.add(grad, temporary, out=self._scratch.like(param, 1))
        return grad

    def _step(self, param: Array, grad: Array, state: State, amsgrad: bool, factors: Factors) -> None:
        """Take a step with NumPy."""
        temporary = self._scratch.like(param)
        mean, mean_square = state["exp_avg"], state["exp_avg_sq"]
        update_means(mean, mean_square, grad, temporary, factors)
        if amsgrad:
            if "max_exp_avg_sq" not in state:  # the option may be switched on later
                state["max_exp_avg_sq"] = np.zeros_like(param)
            mean_square = np.maximum(state["max_exp_avg_sq"], mean_square, out=state["max_exp_avg_sq"])
        np.sqrt(mean_square, out=temporary)
        np.multiply(temporary, factors.correction, out=temporary)
        np.add(temporary, factors.eps, out=temporary)
        np.divide(mean, temporary, out=temporary)
        np.multiply(temporary, factors.step_size, out=temporary)
        if factors.shrink != 1.0:
            np.multiply(param, factors.shrink, out=param)
        np.subtract(param, temporary, out=param)


def update_means(mean: Array, mean_square: Array, grad: Array, temporary: Array, factors: Factors) -> None:
    """Bring the running means of the gradient and of its square up to date."""
    np.subtract(grad, mean, out=temporary)
    np.multiply(temporary, factors.rest1, out=temporary)
    np.add(mean, temporary, out=mean)
    np.multiply(grad, factors.rest2, out=temporary)
    np.multiply(temporary, grad, out=temporary)
    np.multiply(mean_square, factors.beta2, out=mean_square)
    np.add(mean_square, temporary, out=mean_square)


def fused_step(param: Array, grad: Array, state: State, factors: Factors) -> bool:
    """Take a step in one compiled loop; return False when NumPy has to do it."""
    if param.size < FUSED.minimum:
        return False
    return FUSED(grad, *factors, out=(param, state["exp_avg"], state["exp_avg_sq"])) is not None


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
    foreach, fused, capturable, differentiable
        Accepted where they change nothing.
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
        **implementation: Unpack[Implementation],
    ) -> None:
        check_implementation(self, implementation)
        super().__init__(params, lr, betas, eps, weight_decay, amsgrad, maximize=maximize)
