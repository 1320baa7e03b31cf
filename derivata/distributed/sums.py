"""Functions of parameters whose terms are spread over ranks: log-densities and residuals of rows.

The parameters are the same on all ranks, so the two functions below take turns: derivatives of one are the other.
`_Shared` gives shared numbers to the terms of a rank, and adds up over ranks what comes back; `_Total` adds up terms.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from ..autograd import Function
from ..func.containers import flatten
from ..runtime.tensors.tensor import Tensor
from .collectives import all_reduce
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
        shared = [_Shared.apply(found, leaf) if _is_differentiable(leaf) else leaf for leaf in leaves]
        own_args, own_kwargs = structure.unflatten(shared)
        result = f(*own_args, **own_kwargs)
        if not isinstance(result, Tensor):
            raise TypeError(
                f"sum_over_ranks: expected {getattr(f, '__name__', 'f')} to return a Tensor, got "
                f"{type(result).__name__}"
            )
        summed: Tensor = _Total.apply(found, result)
        return summed

    return total


def _is_differentiable(leaf: Any) -> bool:
    return isinstance(leaf, Tensor) and leaf.dtype.kind in "fc"


class _Shared(Function):
    """The identity, whose backward adds up over ranks."""

    @staticmethod
    def forward(ctx: Any, group: Any, tensor: Tensor) -> Any:
        ctx.group = group
        return tensor.clone()

    @staticmethod
    def backward(ctx: Any, grad: Any) -> Any:
        return None, _Total.apply(ctx.group, grad)

    @staticmethod
    def jvp(ctx: Any, _: Any, tangent: Any) -> Any:
        return _Shared.apply(ctx.group, tangent)

    @staticmethod
    def vmap(info: Any, in_dims: Any, group: Any, tensor: Any) -> Any:
        return _Shared.apply(group, tensor), in_dims[1]


class _Total(Function):
    """The sum over ranks, whose backward is the identity."""

    @staticmethod
    def forward(ctx: Any, group: Any, tensor: Tensor) -> Any:
        ctx.group = group
        result = tensor.contiguous().clone()
        all_reduce(result, group=group)
        return result

    @staticmethod
    def backward(ctx: Any, grad: Any) -> Any:
        return None, _Shared.apply(ctx.group, grad)

    @staticmethod
    def jvp(ctx: Any, _: Any, tangent: Any) -> Any:
        return _Total.apply(ctx.group, tangent)

    @staticmethod
    def vmap(info: Any, in_dims: Any, group: Any, tensor: Any) -> Any:
        return _Total.apply(group, tensor), in_dims[1]
