"""What happens when a ufunc, or one of its methods, is called with tensors."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from ..generated import ops
from ..runtime.graph.tensor_base import wrap
from ..runtime.tensors.tensor import Tensor
from ..suggestions.entries import HOW, entry
from ..support.numpy_arguments import flattened, tensor
from . import nan_reductions, reductions, table
from .arrays_of import array_of, arrays_in
from .dispatch import held, is_tracked


def call(ufunc: np.ufunc, method: str, inputs: tuple[Any, ...], options: Mapping[str, Any]) -> Any:
    """Call the op that a ufunc is; a method, or options, on arrays where no tensor loses anything.

    Raises
    ------
    TypeError
        If nothing records the ufunc, its method or an option.
    """
    op = table.op_of(ufunc)
    if method == "__call__" and not options and op is not None:
        return op(*inputs)
    if not any(map(is_tracked, held(inputs, options))):
        return _on_arrays(ufunc, method, inputs, options)
    options = {
        name: value
        for name, value in options.items()
        if name == "axis" or (value is not None and value is not np._NoValue)
    }
    home = "np." if getattr(np, ufunc.__name__, None) is ufunc else ""  # others may have names of NumPy's
    name = f"{home}{ufunc.__name__}" + ("" if method == "__call__" else f".{method}")
    if "out" in options or (method == "at" and not isinstance(inputs[0], Tensor)):
        raise TypeError(
            f"{name}: an array cannot be written with a Tensor that carries a history or a tangent, which it would "
            "lose; write array = array + tensor instead of array += tensor, and take results instead of out="
        )
    if op is None:
        raise TypeError(
            f"{name}: cannot be recorded with a Tensor; use a derivata function, or tensor.detach().numpy() where no "
            f"gradient is wanted\n{HOW}\n\n{entry(ufunc.__name__, ufunc)}"
        )
    if method == "__call__":
        return _with_options(name, op, inputs, options)
    recorded = _METHODS.get(method, {}).get(ufunc)
    if recorded is not None:
        return recorded(*inputs, **options)
    if method == "outer":
        return _outer(op, *inputs, **options)
    raise TypeError(
        f"{name}: cannot be recorded with a Tensor; use a derivata function, or tensor.detach().numpy() where no "
        "gradient is wanted"
    )


def _on_arrays(ufunc: np.ufunc, method: str, inputs: tuple[Any, ...], options: Mapping[str, Any]) -> Any:
    """Call NumPy's ufunc on arrays; the results of a plain call are tensors, unless `out` is given."""
    if any(isinstance(one, Tensor) for one in options.get("out") or ()):
        raise TypeError(
            f"np.{ufunc.__name__}: out must be an array, got a Tensor; use the op whose name ends in _"
        )
    values = [arrays_in(value) for value in inputs]
    if method == "at" and isinstance(inputs[0], Tensor):
        inputs[0]._bump_version()
    found = getattr(ufunc, method)(*values, **{name: arrays_in(value) for name, value in options.items()})
    if method != "__call__" or "out" in options:
        return found
    return tuple(map(_wrapped, found)) if isinstance(found, tuple) else _wrapped(found)


def _wrapped(value: Any) -> Any:
    return wrap(np.asarray(value))


def _with_options(
    name: str, op: Callable[..., Any], inputs: tuple[Any, ...], options: Mapping[str, Any]
) -> Any:
    rest = {
        key: value
        for key, value in options.items()
        if key != "dtype" and not (key == "where" and value is True)
    }
    if rest:
        raise TypeError(
            f"{name}: argument {next(iter(rest))!r} cannot be recorded; use np.where(mask, f(x), other)"
        )
    if "dtype" not in options:
        return op(*inputs)
    return op(*[tensor(value).to(np.dtype(options["dtype"])) for value in inputs])


def _outer(op: Callable[..., Any], a: Any, b: Any) -> Any:
    """Call an op with each element of one array and each of another."""
    a, b = tensor(a), tensor(b)
    return op(a.reshape((*a.shape, *[1] * b.ndim)), b)


def _reduce(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a reduction as a ufunc's: over the first axis if none is given."""
    return lambda array, axis=0, **options: function(array, axis, **options)


def _accumulate(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda array, axis=0, **options: function(*flattened(tensor(array), axis), **options)


def _logsumexp(a: Any, axis: Any = 0, keepdims: bool = False) -> Any:
    a = tensor(a)
    return ops.logsumexp(a, tuple(range(a.ndim)) if axis is None else axis, bool(keepdims))


def _add_at(a: Tensor, indices: Any, b: Any) -> None:
    """Add to elements of a tensor, as often as an index is there."""
    a, b = a, tensor(b).to(a.dtype)
    places = np.arange(a.numel()).reshape(a.shape)[
        tuple(map(array_of, indices)) if isinstance(indices, tuple) else array_of(indices)
    ]
    index = tuple(map(wrap, np.unravel_index(places, a.shape)))
    ops.index_put_(a, index, ops.expand(b, places.shape), True)


def _subtract_at(a: Tensor, indices: Any, b: Any) -> None:
    _add_at(a, indices, -tensor(b))


_METHODS: Mapping[str, Mapping[np.ufunc, Callable[..., Any]]] = {
    "reduce": {
        np.add: _reduce(reductions.sum),
        np.multiply: _reduce(reductions.prod),
        np.maximum: _reduce(reductions.max),
        np.minimum: _reduce(reductions.min),
        np.fmax: _reduce(nan_reductions.nanmax),
        np.fmin: _reduce(nan_reductions.nanmin),
        np.logaddexp: _logsumexp,
    },
    "accumulate": {
        np.add: _accumulate(ops.cumsum),
        np.multiply: _accumulate(ops.cumprod),
        np.maximum: _accumulate(lambda a, axis: ops.cummax(a, axis)[0]),
        np.minimum: _accumulate(lambda a, axis: ops.cummin(a, axis)[0]),
        np.logaddexp: _accumulate(ops.logcumsumexp),
    },
    "at": {np.add: _add_at, np.subtract: _subtract_at},
}
"""The methods that ops are, by ufunc; `outer` of any other one needs none of its own."""
