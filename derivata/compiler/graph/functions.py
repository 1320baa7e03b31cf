"""The functions that calls of a graph stand for: ops, and what tracing writes down that is no op."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np

from ...arrays.indexing.parts import Margins, sum_of_parts
from ...arrays.losses.targets import over_count
from ...generated import ops
from ...runtime.graph.tensor_base import wrap
from ...runtime.tensors.tensor import Tensor
from ...runtime.views.view import ViewFn, apply_chain
from ..vocabulary import exact, is_elementwise
from .graph import Call, Value

Chain = tuple[ViewFn, ...]
"""How a view is made of its base."""
_OF_DOMAIN = frozenset({"binary_cross_entropy", "histc", "matrix_power"})
_OF_WHOLE = frozenset({"_trunc_quotient", "floor_divide", "fmod", "pow", "remainder"})
"""Ops that raise for some numbers, or for some whole numbers, beside those of indices and of linear algebra."""


@dataclass(frozen=True, eq=False)
class Held:
    """An object that a program has for itself: an array of constants, a generator, a function that draws."""

    content: Any


@cache
def function_of(op: str) -> Callable[..., Any]:
    """Return the function of an op, which takes keywords."""
    if op in _NO_OPS:
        return _NO_OPS[op]
    found: Any = getattr(ops, op)
    if isinstance(found, ModuleType):  # a family has the op's name
        found = getattr(ops, f"{op}_op")
    return found  # type: ignore[no-any-return]


def keywords(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return arguments by the names of derivata's functions, which call `input` what the spec calls `self`."""
    rename = "self" in arguments and "input" not in arguments
    return {"input" if rename and name == "self" else name: value for name, value in arguments.items()}


def key_of(argument: Any) -> Any:
    """Return something that equals only what an equal argument has."""
    if isinstance(argument, Value):
        return ("constant", argument.dtype, exact(argument.content)) if argument.is_constant else argument
    if isinstance(argument, tuple | list):
        return (type(argument), *map(key_of, argument))
    return id(argument.content) if isinstance(argument, Held) else exact(argument)


def needed(calls: Sequence[Call], results: Iterable[Value]) -> list[Call]:
    """Return the calls that results depend on, those that draw or compare, and those that may raise an error."""
    return read_by(
        calls, results, lambda call: call.draws or call.asks or call.asks_for_size or _may_raise(call)
    )


def read_by(
    calls: Sequence[Call], results: Iterable[Value], also: Callable[[Call], bool] = lambda call: False
) -> list[Call]:
    """Return the calls that results depend on, and others that are wanted also."""
    wanted = set(results)
    kept = []
    for call in reversed(calls):
        if wanted.intersection(call.outs) or also(call):
            kept.append(call)
            wanted.update(call.reads)
    return kept[::-1]


def is_of_matrices(op: str) -> bool:
    """Tell whether an op is of linear algebra."""
    return ".linalg_" in function_of(op).__module__


def _may_raise(call: Call) -> bool:
    """Tell whether an op may raise for other numbers: an index out of range, a divisor of 0, a singular matrix."""
    whole = any(value.dtype.kind in "iu" for value in call.reads)
    if is_elementwise(call.op):
        return whole and call.op in _OF_WHOLE
    return whole or call.op in _OF_DOMAIN or is_of_matrices(call.op)


def _einsum(equation: str, operands: list[Tensor]) -> Tensor:
    return ops.einsum(equation, *operands)


def _draw(shape: tuple[int, ...], draw: Callable[[tuple[int, ...]], Any]) -> Tensor:
    """Return an array drawn at random."""
    return wrap(draw(shape))


def _held(array: Any) -> Tensor:
    """Return an array of constants."""
    return wrap(array)


def evenly(start: float, step: float, count: int, dtype: np.dtype[Any]) -> Any:
    """Return an array of evenly spaced numbers, as `arange` does."""
    return (start + step * np.arange(count)).astype(dtype)


def _evenly(**options: Any) -> Tensor:
    return wrap(evenly(**options))


def as_array(number: float, dtype: np.dtype[Any] | str) -> Any:
    """Return the array that a number is beside tensors of a floating dtype."""
    if abs(number) < 1e38:
        return np.array(number, dtype)
    with np.errstate(over="ignore"):  # as beside a number
        return np.array(number, dtype)


def _number(number: float, dtype: np.dtype[Any]) -> Tensor:
    """Return a number that depends on sizes."""
    return wrap(np.array(number, dtype))


def _view(input: Tensor, chain: Chain) -> Tensor:
    """Return a view, made as it was before from its base."""
    return apply_chain(input, chain)


def _put(input: Tensor, source: Tensor, chain: Chain) -> Tensor:
    """Return a copy in row-major order with another value in place of a view."""
    copy = _copy(input)
    apply_chain(copy, chain).copy_(source)
    return copy


def _sum_of_parts(
    inside: list[Tensor], parts: list[Tensor], shape: tuple[int, ...], margins: tuple[Margins, ...]
) -> Tensor:
    """Return the sum of parts of an array."""
    common, each = [[tensor._array for tensor in tensors] for tensors in (inside, parts)]
    return wrap(sum_of_parts(common, each, shape, margins))


def _over_count(input: Tensor, target: Tensor, ignore_index: int) -> Tensor:
    """Return a number over how many classes are not ignored."""
    return wrap(over_count(input._array, target._array, ignore_index))


def _written(op: str, input: Tensor, **arguments: Any) -> Tensor:
    """Return a copy that an op has written into."""
    copy = _copy(input)
    function_of(op)(copy, **arguments)
    return copy


def _copy(input: Tensor) -> Tensor:
    return input.clone() if input._array.flags.c_contiguous else input.contiguous()


def _computed(values: Iterable[Tensor], text: str, **_: Any) -> Tensor:
    """Return what Python computes of values."""
    names = {f"v{number}": value._array.item() for number, value in enumerate(values)}
    return wrap(np.asarray(eval(text.format(*names), {"as_array": as_array, "math": math}, names)))


_NO_OPS: dict[str, Callable[..., Any]] = {
    "_asked": _computed,
    "_draw": _draw,
    "_drawn_into": _written,
    "_evenly": _evenly,
    "_held": _held,
    "_number": _number,
    "_over_count": _over_count,
    "_put": _put,
    "_read": _computed,
    "_sum_of_parts": _sum_of_parts,
    "_view": _view,
    "_written": _written,
    "einsum": _einsum,
}
