"""Ops called with converted arguments: float32 for float16, a common dtype for mixed dtypes, a common shape."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

import numpy as np

from derivata.arrays.dtypes import DType, float16, float32

from ..runtime.graph.tensor_base import TensorBase as Tensor
from ..runtime.graph.tensor_base import wrap
from .promotion import result_dtype

R = TypeVar("R")


def is_half(value: Any, dtype: DType | None = None) -> bool:
    """Tell whether an op of `value`, a list of tensors perhaps, computes in half precision."""
    if dtype is not None:
        return np.dtype(dtype) == float16
    while isinstance(value, list | tuple) and value:
        value = value[0]
    return isinstance(value, Tensor | np.ndarray) and value.dtype == float16


def in_single(op: Callable[..., R], dtype: DType | None, /, *args: Any, **kwargs: Any) -> R:
    """Call an op of half precision with float32 in the place of float16, and round its results once.

    They stay as they are if another argument is wider, or a `dtype` is given that is not float16. A `dtype` of float16
    is what the first argument becomes before, and the dtype of the results. What is recorded are the op and the
    conversions: gradients, tangents and their derivatives round once, too.
    """
    if dtype is not None and dtype == float16:
        args = (args[0].to(float16), *args[1:])
    results = op(*map(_widened, args), **{name: _widened(value) for name, value in kwargs.items()})
    if dtype is None:
        dtype = result_dtype(_floating([*args, *kwargs.values()]))
    return _rounded(results) if dtype == float16 else results


def in_common(op: Callable[..., R], *args: Any, **kwargs: Any) -> R:
    """Call an op with all its tensors in their common dtype; gradients go back in that of the argument."""
    dtype = result_dtype([value for value in [*args, *kwargs.values()] if isinstance(value, Tensor)])

    def converted(value: Any, dtype: DType) -> Any:
        return value.to(dtype) if isinstance(value, Tensor) else value

    real = np.empty(0, dtype).real.dtype  # as weights, which have names, may stay
    return op(
        *[converted(value, dtype) for value in args],
        **{
            name: converted(value, dtype if isinstance(value, Tensor) and value.is_complex() else real)
            for name, value in kwargs.items()
        },
    )


def in_one_shape(op: Callable[..., Tensor], input: Tensor, target: Tensor, /, **kwargs: Any) -> Tensor:
    """Call a loss with its arguments expanded to one shape; their gradients are summed to the shapes that they have."""
    try:
        shape = np.broadcast_shapes(input.shape, target.shape)
    except ValueError:
        raise RuntimeError(
            f"{op.__name__}: target of shape {target.shape} and input of shape {input.shape} do not broadcast; reshape "
            "one of them"
        ) from None
    expanded = [value if value.shape == shape else value.expand(shape) for value in (input, target)]
    if kwargs["reduction"] == "batchmean":  # over the batch of input, as it was given
        count = input.shape[0] if input.shape else 1
        return op(*expanded, **{**kwargs, "reduction": "sum"}) / (count or np.nan)
    return op(*expanded, **kwargs)


def _floating(values: Iterable[Any]) -> Iterator[Tensor]:
    for value in values:
        if isinstance(value, list | tuple):
            yield from _floating(value)
        elif isinstance(value, np.ndarray):
            yield from _floating([wrap(value)])
        elif isinstance(value, Tensor) and value.dtype.kind in "fc":
            yield value


def _widened(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return type(value)(map(_widened, value))
    if isinstance(value, Tensor | np.ndarray) and value.dtype == float16:
        return value.to(float32) if isinstance(value, Tensor) else value.astype(float32)
    return value


def _rounded(results: Any) -> Any:
    if isinstance(results, Tensor):
        return results.to(float16) if results.dtype == float32 else results
    rounded = [_rounded(result) for result in results]
    return type(results)(*rounded) if hasattr(results, "_fields") else tuple(rounded)
