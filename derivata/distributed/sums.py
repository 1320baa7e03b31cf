"""Functions of parameters whose terms are spread over ranks: log-densities and residuals of rows.

The parameters are the same on all ranks, so two ops of the pack `ops` take turns: derivatives of one are the other.
`share` gives shared numbers to the terms of a rank, and adds up over ranks what comes back; `total` adds up terms.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from ..func.containers import flatten
from ..runtime.tensors.tensor import Tensor
from . import ops
from .process_group import resolve

__all__ = ["sum_over_ranks"]


def sum_over_ranks(f: Callable[..., Tensor], group: Any = None) -> Callable[..., Tensor]:
    """Return a function that is the sum of `f` over the ranks, each of which has its own part of the data.

    All ranks call it with the same numbers and get the same result, gradient, and derivatives of any order: `backward`,
    Hessian products, `func.hessian`, and solvers on top, such as `derivata.scipy.optimize.minimize`, which take the
    same steps on all ranks.

    Parameters
    ----------
    f : callable
        Returns a tensor, of the same shape and dtype on all ranks: the sum over this rank's rows. What is
        differentiated has to be among its arguments, also in lists, tuples and dictionaries; data may come from
        outside.
    group : ProcessGroup, optional

    Returns
    -------
    callable

    Raises
    ------
    TypeError
        If `f` does not return a tensor.

    Examples
    --------
    >>> import derivata.distributed as dist
    >>> dist.init_process_group("mpi")
    >>> rows = dv.full((2,), dist.get_rank() + 1.0)  # of this rank
    >>> total = sum_over_ranks(lambda center: ((rows - center) ** 2).sum())
    >>> center = dv.tensor(0.0, requires_grad=True)
    >>> total(center).backward()
    >>> center.grad.item() == -2 * dist.get_world_size() * (dist.get_world_size() + 1)
    True
    >>> dist.destroy_process_group()
    """

    @wraps(f)
    def total(*args: Any, **kwargs: Any) -> Tensor:
        found = resolve("sum_over_ranks", group)
        if found is None:
            raise RuntimeError("sum_over_ranks: expected a member of the group, got a rank that is none")
        leaves, structure = flatten((args, kwargs))
        shared = [ops.share(leaf, found.group_name) if _is_differentiable(leaf) else leaf for leaf in leaves]
        own_args, own_kwargs = structure.unflatten(shared)
        result = f(*own_args, **own_kwargs)
        if not isinstance(result, Tensor):
            raise TypeError(
                f"sum_over_ranks: expected {getattr(f, '__name__', 'f')} to return a Tensor, got "
                f"{type(result).__name__}"
            )
        return ops.total(result, found.group_name)

    return total


def _is_differentiable(leaf: Any) -> bool:
    return isinstance(leaf, Tensor) and leaf.dtype.kind in "fc"
