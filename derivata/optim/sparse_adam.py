"""SparseAdam: Adam for sparse gradients, which changes only the rows that have one."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from typing import TYPE_CHECKING, NoReturn

import numpy as np

from ..runtime.tensors.tensor import Tensor
from .optimizer import Array, Group, Optimizer, State

if TYPE_CHECKING:
    from ..sparse.tensor import SparseTensor


class SparseAdam(Optimizer):
    """Adam for parameters with sparse gradients.

    The running means and the parameter change only where the gradient has an entry, so means of rows that no batch
    looked up do not decay; the step number is common to all rows.

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
    maximize : bool
        Whether to go up the gradient.

    Raises
    ------
    RuntimeError
        In `step`, for a dense gradient.

    Examples
    --------
    >>> table = nn.Embedding(1000, 2, sparse=True)
    >>> optimizer = dv.optim.SparseAdam(table.parameters(), lr=0.5)
    >>> nn.init.zeros_(table.weight).sum().item()
    0.0
    >>> table(dv.tensor([3, 5])).sum().backward()
    >>> optimizer.step()
    >>> [round(value, 4) for value in table.weight[2:6, 0].tolist()]
    [0.0, -0.5, 0.0, -0.5]
    """

    def __init__(
        self,
        params: Iterable[Tensor] | Iterable[Group],
        lr: float = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        *,
        maximize: bool = False,
    ) -> None:
        super().__init__(params, {"lr": lr, "betas": betas, "eps": eps, "maximize": maximize})

    def update(self, param: Array, grad: Array, state: State, group: Group) -> NoReturn:
        """Refuse a dense gradient."""
        raise RuntimeError("SparseAdam does not support dense gradients, please consider Adam instead")

    def update_sparse(self, param: Tensor, grad: SparseTensor, group: Group) -> None:
        """Change the rows of one parameter that have a gradient."""
        state = self.state.setdefault(param, {})
        if not state:
            state.update(step=0, exp_avg=np.zeros_like(param._array), exp_avg_sq=np.zeros_like(param._array))
        state["step"] += 1
        unique = grad.coalesce()
        rows = tuple(unique._indices().numpy())
        values = -unique._values().numpy() if group["maximize"] else unique._values().numpy()
        param._array[rows] -= _change(values, rows, state, group)


def _change(grad: Array, rows: tuple[Array, ...], state: State, group: Group) -> Array:
    """Bring the running means of some rows up to date; return what to subtract from the parameter there."""
    beta1, beta2 = group["betas"]
    mean, mean_square = state["exp_avg"][rows], state["exp_avg_sq"][rows]
    mean += (grad - mean) * (1.0 - beta1)
    mean_square += (grad * grad - mean_square) * (1.0 - beta2)
    state["exp_avg"][rows], state["exp_avg_sq"][rows] = mean, mean_square
    correction1, correction2 = 1.0 - beta1 ** state["step"], 1.0 - beta2 ** state["step"]
    step_size = group["lr"] * sqrt(correction2) / correction1
    change: Array = step_size * (mean / (np.sqrt(mean_square) + group["eps"]))
    return change
