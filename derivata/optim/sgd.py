"""SGD: stochastic gradient descent, with momentum."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Unpack, cast

import numpy as np

from ..arrays.kernels import Elementwise
from ..runtime.tensors.tensor import Tensor
from .implementation import Implementation, check_implementation
from .optimizer import Array, Group, Optimizer, State

if TYPE_CHECKING:
    from ..sparse.tensor import SparseTensor

DESCEND = Elementwise(f"{__package__}.kernels", "descend", cost=2)
DESCEND_WITH_MOMENTUM = Elementwise(f"{__package__}.kernels", "descend_with_momentum", outputs=2, cost=4)


class SGD(Optimizer):
    """Stochastic gradient descent.

    With gradient `g`, parameter `p` and momentum buffer `b`, which starts as the first gradient, a step is ::

        g = g + weight_decay * p
        b = momentum * b + (1 - dampening) * g        # without momentum: b = g
        p = p - lr * b                                # with nesterov: p - lr * (g + momentum * b)

    Parameters
    ----------
    params : iterable of Tensor, or iterable of dict
        The tensors to optimize, or groups of them with options of their own.
    lr : float
        Learning rate.
    momentum, dampening, weight_decay : float
        Factors of the formulas above.
    nesterov : bool
        Whether to look ahead along the momentum. Needs momentum, and no dampening.
    maximize : bool
        Whether to go up the gradient.
    foreach, fused, capturable, differentiable
        Accepted where they change nothing.

    Examples
    --------
    >>> x = dv.tensor([1.0, 2.0], requires_grad=True)
    >>> optimizer = dv.optim.SGD([x], lr=0.25)
    >>> (x * x).sum().backward()
    >>> optimizer.step()
    >>> x.tolist()
    [0.5, 1.0]
    """

    def __init__(
        self,
        params: Iterable[Tensor] | Iterable[Group],
        lr: float = 1e-3,
        momentum: float = 0.0,
        dampening: float = 0.0,
        weight_decay: float = 0.0,
        nesterov: bool = False,
        *,
        maximize: bool = False,
        **implementation: Unpack[Implementation],
    ) -> None:
        check_implementation(self, implementation)
        defaults = {
            "lr": lr,
            "momentum": momentum,
            "dampening": dampening,
            "weight_decay": weight_decay,
            "nesterov": nesterov,
            "maximize": maximize,
        }
        super().__init__(params, defaults)

    def check_options(self, group: Group) -> None:
        """Raise a ValueError when an option of a group is out of range."""
        super().check_options(group)
        if group["nesterov"] and (group["momentum"] <= 0 or group["dampening"] != 0):
            raise ValueError(
                f"SGD: expected nesterov with momentum and without dampening, got "
                f"momentum={group['momentum']}, dampening={group['dampening']}"
            )

    def update(self, param: Array, grad: Array, state: State, group: Group) -> None:
        """Change the array of one parameter in place."""
        if group["maximize"]:
            grad = np.negative(grad, out=self._scratch.like(param, 1))
        if group["weight_decay"]:
            temporary = self._scratch.like(param)
            np.multiply(param, group["weight_decay"], out=temporary)
            grad = np.add(grad, temporary, out=self._scratch.like(param, 1))
        if group["momentum"]:
            if fused_momentum_step(param, grad, state, group):
                return
            grad = self._with_momentum(grad, self._scratch.like(param), state, group)
        if not fused_descent(param, grad, group["lr"]):
            step = np.multiply(grad, group["lr"], self._scratch.for_result(param))
            np.subtract(param, step, param)

    def update_sparse(self, param: Tensor, grad: SparseTensor, group: Group) -> None:
        """Change the rows of one parameter that a sparse gradient names; the momentum buffer is sparse as well."""
        if group["weight_decay"]:
            raise RuntimeError(
                "SGD: weight_decay with a sparse gradient: add(sparse, dense) is not supported, because every row "
                "would change; set weight_decay=0, or use dense gradients"
            )
        if group["maximize"]:
            grad = grad.neg()
        if group["momentum"]:
            grad = self._with_sparse_momentum(grad, self.state.setdefault(param, {}), group)
        add_to_rows(param, grad.mul(-group["lr"]))

    def _with_sparse_momentum(self, grad: SparseTensor, state: State, group: Group) -> SparseTensor:
        momentum, buffer = group["momentum"], state.get("momentum_buffer")
        if buffer is None:
            buffer = state["momentum_buffer"] = grad.clone()
        else:
            buffer.mul_(momentum).add_(grad, alpha=1.0 - group["dampening"])
        return cast("SparseTensor", grad.add(buffer, alpha=momentum) if group["nesterov"] else buffer)

    def _with_momentum(self, grad: Array, temporary: Array, state: State, group: Group) -> Array:
        """Update the buffer and return the direction to go; `temporary` may be overwritten."""
        momentum, buffer = group["momentum"], state.get("momentum_buffer")
        if buffer is None:
            buffer = state["momentum_buffer"] = grad.copy(order="K")
        else:
            np.multiply(buffer, momentum, out=buffer)
            weight = 1.0 - group["dampening"]
            np.add(buffer, grad if weight == 1.0 else np.multiply(grad, weight, out=temporary), out=buffer)
        if not group["nesterov"]:
            return buffer
        np.multiply(buffer, momentum, out=temporary)
        return np.add(grad, temporary, out=temporary)


def fused_descent(param: Array, grad: Array, lr: float) -> bool:
    """Go down the gradient in one compiled loop; return False when NumPy has to do it."""
    return param.size >= DESCEND.minimum and DESCEND(grad, lr, out=param) is not None


def fused_momentum_step(param: Array, grad: Array, state: State, group: Group) -> bool:
    """Take a step with plain momentum in one compiled loop; return False when NumPy has to do it."""
    buffer = state.get("momentum_buffer")
    if (
        buffer is None
        or param.size < DESCEND_WITH_MOMENTUM.minimum
        or group["nesterov"]
        or group["dampening"]
    ):
        return False
    return DESCEND_WITH_MOMENTUM(grad, group["momentum"], group["lr"], out=(param, buffer)) is not None


def add_to_rows(param: Tensor, change: SparseTensor) -> None:
    """Add a sparse tensor to a parameter in place, without recording it."""
    from ..sparse.arithmetic import dense_sum

    dense_sum(param._array, change)
