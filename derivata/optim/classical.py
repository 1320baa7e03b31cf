"""Rprop, which goes by signs, and ASGD, which averages the way of stochastic gradient descent."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Unpack

import numpy as np

from ..runtime.tensors.tensor import Tensor
from .directions import direction, mix
from .implementation import Implementation, check_implementation
from .optimizer import Array, Group, Optimizer, State


class Rprop(Optimizer):
    """Resilient propagation: every number has a step size of its own, which grows while the sign stays.

    Where the gradient has the sign of the one before, the step size is multiplied by the second of `etas`; where it
    changed, by the first, and the step is left out.

    Parameters
    ----------
    params : iterable of Tensor, or iterable of dict
        The tensors to optimize, or groups of them with options of their own.
    lr : float
        The first step size.
    etas : (float, float)
        Factors of the step size: below and above one.
    step_sizes : (float, float)
        The smallest and the largest step size.
    maximize : bool
        Whether to go up the gradient.
    foreach, fused, capturable, differentiable
        Accepted where they change nothing.
    """

    def __init__(
        self,
        params: Iterable[Tensor] | Iterable[Group],
        lr: float = 1e-2,
        etas: tuple[float, float] = (0.5, 1.2),
        step_sizes: tuple[float, float] = (1e-6, 50.0),
        *,
        maximize: bool = False,
        **implementation: Unpack[Implementation],
    ) -> None:
        check_implementation(self, implementation)
        super().__init__(params, {"lr": lr, "etas": etas, "step_sizes": step_sizes, "maximize": maximize})

    def check_options(self, group: Group) -> None:
        """Raise a ValueError when an option of a group is out of range."""
        super().check_options(group)
        if not 0.0 < group["etas"][0] < 1.0 < group["etas"][1]:
            raise ValueError(f"Rprop: expected etas below and above 1, got {group['etas']}")

    def update(self, param: Array, grad: Array, state: State, group: Group) -> None:
        """Change the array of one parameter in place."""
        if not state:
            state.update(step=0, prev=np.zeros_like(param), step_size=np.full_like(param, group["lr"]))
        state["step"] += 1
        grad = -grad if group["maximize"] else grad
        agreement = grad * state["prev"]
        shrink, grow = group["etas"]
        factors = np.where(agreement > 0, grow, np.where(agreement < 0, shrink, 1.0))
        sizes = state["step_size"]
        np.clip(sizes * factors, *group["step_sizes"], out=sizes)
        state["prev"][...] = np.where(agreement < 0, 0, grad)
        param -= np.sign(state["prev"]) * sizes


class ASGD(Optimizer):
    """Averaged stochastic gradient descent: the mean of the parameters after step `t0` is in the state as ``ax``.

    Parameters
    ----------
    params : iterable of Tensor, or iterable of dict
        The tensors to optimize, or groups of them with options of their own.
    lr : float
        The first learning rate.
    lambd : float
        Decay: after step number `t` the rate is ``lr / (1 + lambd * lr * t) ** alpha``, and each step shrinks the
        parameter by the rate times `lambd`.
    alpha : float
        Power of the decay.
    t0 : float
        The step from which on the mean is taken.
    weight_decay : float
        Factor of the parameter that is added to the gradient.
    maximize : bool
        Whether to go up the gradient.
    foreach, fused, capturable, differentiable
        Accepted where they change nothing.
    """

    def __init__(
        self,
        params: Iterable[Tensor] | Iterable[Group],
        lr: float = 1e-2,
        lambd: float = 1e-4,
        alpha: float = 0.75,
        t0: float = 1e6,
        weight_decay: float = 0.0,
        *,
        maximize: bool = False,
        **implementation: Unpack[Implementation],
    ) -> None:
        check_implementation(self, implementation)
        defaults = {
            "lr": lr,
            "lambd": lambd,
            "alpha": alpha,
            "t0": t0,
            "weight_decay": weight_decay,
            "maximize": maximize,
        }
        super().__init__(params, defaults)

    def update(self, param: Array, grad: Array, state: State, group: Group) -> None:
        """Change the array of one parameter in place."""
        if not state:
            state.update(step=0, eta=group["lr"], mu=1.0, ax=np.zeros_like(param))
        step = state["step"] = state["step"] + 1
        grad = direction(param, grad, group)
        param *= 1.0 - group["lambd"] * state["eta"]
        param -= state["eta"] * grad
        mix(state["ax"], param, state["mu"])
        state["eta"] = group["lr"] / (1.0 + group["lambd"] * group["lr"] * step) ** group["alpha"]
        state["mu"] = 1.0 / max(1.0, step - group["t0"])
