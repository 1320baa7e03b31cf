"""A function of arrays and where it is differentiated, as a function of tensors."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np

from ..arrays.dtypes import float64
from ..func.containers import flatten
from ..numpy.traced import TracedArray, traced
from ..runtime.graph.tensor_base import wrap
from ..runtime.tensors.tensor import Tensor
from ..support.plain_arrays import plain_array

Argnum: TypeAlias = int | tuple[int, ...] | list[int]
"""Which arguments: the position of one, or those of several, which are then one tuple."""


_LEAVES = (Tensor, TracedArray, np.ndarray, np.float64, float)


class Point:
    """A function of the chosen arguments, the others being given.

    Attributes
    ----------
    x : nested container of Tensor
        The chosen arguments, or the tuple of them.
    """

    def __init__(
        self,
        caller: str,
        fun: Callable[..., Any],
        argnum: Argnum,
        args: Sequence[Any],
        options: Mapping[str, Any],
    ) -> None:
        self._caller, self._fun, self._argnum, self._args, self._options = caller, fun, argnum, args, options
        positions = (argnum,) if isinstance(argnum, int) else argnum
        for position in positions:
            if not -len(args) <= position < len(args):
                raise TypeError(
                    f"{caller}: expected an argument at position {position}, got {len(args)} arguments; give those to "
                    "differentiate by without their names"
                )
        chosen = args[argnum] if isinstance(argnum, int) else tuple([args[position] for position in argnum])
        self.x: Any = mapped(self._variable, chosen)

    def __call__(self, x: Any) -> Any:
        """Return what the function returns for other values of the chosen arguments, as tensors."""
        args = list(self._args)
        if isinstance(self._argnum, int):
            args[self._argnum] = mapped(traced, x)
        else:
            for position, value in zip(self._argnum, x, strict=True):
                args[position] = mapped(traced, value)
        return mapped(self._output, self._fun(*args, **self._options))

    def _variable(self, value: Any) -> Tensor:
        if type(value) is TracedArray:
            return value.tensor
        if isinstance(value, Tensor):
            return value
        if (
            not isinstance(value, np.ndarray | np.generic | float | complex)
            or np.asarray(value).dtype.kind not in "fciu"
        ):
            raise TypeError(
                f"{self._caller}: can't differentiate by an argument of type {type(value).__name__}; expected arrays, "
                "floats, complex numbers, or lists, tuples and dicts of these; choose others with argnum, write 1.0 "
                "for 1"
            )
        return to_tensor(value)

    def _output(self, value: Any) -> Tensor:
        if not isinstance(value, TracedArray | Tensor | np.ndarray | np.generic | int | float | complex):
            raise TypeError(
                f"{self._caller}: expected the function to return arrays or numbers, got {type(value).__name__}; does "
                "it return its result?"
            )
        if self._caller in ("grad", "value_and_grad") and isinstance(value, bool | np.bool):
            raise TypeError(
                f"{self._caller}: expected the function to return a number, got the truth value {value}, which has no "
                "derivative; return what it was computed from"
            )
        return to_tensor(value)


def to_tensor(value: Any) -> Tensor:
    """Return the tensor of a traced array; of an array or number, a tensor of floating point or complex numbers."""
    if type(value) is TracedArray:
        return value.tensor
    tensor = value if isinstance(value, Tensor) else wrap(plain_array("derivata.hips", np.asarray(value)))
    return tensor if tensor.dtype.kind in "fc" else tensor.to(float64)


def mapped(convert: Callable[[Any], Any], value: Any) -> Any:
    """Return a nested container with each of its leaves converted."""
    if type(value) in _LEAVES:
        return convert(value)
    leaves, structure = flatten(value)
    return structure.unflatten([convert(leaf) for leaf in leaves])


def conjugate(value: Tensor) -> Tensor:
    """Return the complex conjugate: a gradient in HIPS autograd's convention is that of PyTorch's."""
    return value.conj() if value.dtype.kind == "c" else value
