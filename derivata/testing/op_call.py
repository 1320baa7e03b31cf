"""One op with one sample: a function of the tensors that can have gradients."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pkgutil import resolve_name
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..autograd.checker.library import Library
from .cases import OpCase
from .drawing import Drawer, shape_of

__all__ = ["Call", "Op"]

Array = NDArray[Any]
Place = tuple[str, int | None]
"""An argument's name, and the index in it if it is a list."""


@dataclass(frozen=True)
class Call:
    """The op with its arguments.

    `values` are arrays, lists of arrays and literals; `places` say which arrays are differentiated.
    """

    op: Op
    values: Mapping[str, Any]
    label: str

    @property
    def places(self) -> list[Place]:
        """The floating point arrays of the differentiable arguments."""
        return [
            place
            for name in self.op.case.differentiable
            for place in self._places_of(name)
            if self.array(place).dtype.kind in "fc"
        ]

    def _places_of(self, name: str) -> list[Place]:
        value = self.values.get(name)
        if isinstance(value, list):
            return [(name, k) for k in range(len(value))]
        return [(name, None)] if isinstance(value, np.ndarray) else []

    def array(self, place: Place) -> Array:
        """Return the array of a place."""
        name, index = place
        array: Array = self.values[name] if index is None else self.values[name][index]
        return array

    def arrays(self) -> list[Array]:
        """Return the differentiated arrays."""
        return [self.array(place) for place in self.places]

    def leaves(self) -> list[Any]:
        """Return new tensors that require grad, on copies of the arrays with the same strides."""
        return [self.op.library.tensor(_copy(array)).requires_grad_() for array in self.arrays()]

    def __call__(self, *leaves: Any) -> tuple[Any, ...]:
        """Call the op with tensors at the places, and return its differentiable outputs."""
        return self.op.differentiable(self.outputs(*leaves))

    def outputs(self, *leaves: Any, function: Callable[..., Any] | None = None) -> tuple[Any, ...]:
        """Call the op, or another function, with tensors at the places, and return all outputs.

        An op that writes gets a copy, computed from the leaf, to write into.
        """
        values = self._filled(leaves)
        if self.op.case.written and function is None:
            values[self.op.case.written] = self.target(values[self.op.case.written])
        args, kwargs = self._bind(values)
        result = (function or self.op.function)(*args, **kwargs)
        results = tuple(result) if isinstance(result, (tuple, list)) else (result,)
        return tuple([abs(r) if k in self.op.case.magnitudes else r for k, r in enumerate(results)])

    def _filled(self, leaves: Sequence[Any]) -> dict[str, Any]:
        """Put tensors where arrays are: the given ones at the places, constants elsewhere."""
        given = dict(zip(self.places, leaves, strict=True))
        filled: dict[str, Any] = {}
        for name, value in self.values.items():
            if isinstance(value, np.ndarray):
                filled[name] = self.matrix(name, given.get((name, None), self._constant(value)))
            elif isinstance(value, list) and self.op.case.kind(name) == "Tensor[]":
                filled[name] = [given.get((name, k), self._constant(v)) for k, v in enumerate(value)]
            else:
                filled[name] = value
        return filled

    def matrix(self, name: str, tensor: Any) -> Any:
        """Return what the op gets for a tensor: a function of it where an argument must be Hermitian."""
        kind = self.op.case.matrices.get(name)
        if kind is None:
            return tensor
        if kind == "hermitian":
            return (tensor + tensor.mH) / 2
        one = np.eye(tensor.shape[-1], dtype=self.op.library.array(tensor.detach()).dtype)
        return tensor @ tensor.mH + self._constant(one)

    def target(self, tensor: Any) -> Any:
        """Return a tensor with a leaf's values, strides and history that may be written."""
        return self._constant(self.op.library.array(tensor)).copy_(tensor)

    def _constant(self, array: Array) -> Any:
        return self.op.library.tensor(_copy(array))

    def _bind(self, values: dict[str, Any]) -> tuple[list[Any], dict[str, Any]]:
        """Pass by position up to the first gap or keyword-only argument, and by name from there."""
        args: list[Any] = []
        names = [name for name, _ in self.op.case.arguments]
        for name in names:
            if name not in values or name in self.op.case.keyword_only:
                break
            args.append(values[name])
        return args, {name: values[name] for name in names[len(args) :] if name in values}

    def mapped(self, change: Callable[[Array], Array], label: str) -> Call:
        """Return the call with every array replaced by a function of it."""
        values = {name: _map(value, change) for name, value in self.values.items()}
        return replace(self, values=values, label=f"{self.label}, {label}")


def _map(value: Any, change: Callable[[Array], Array]) -> Any:
    if isinstance(value, np.ndarray):
        return change(value)
    return [_map(item, change) for item in value] if isinstance(value, list) else value


def _copy(array: Array) -> Array:
    """Copy with the strides, unlike `ndarray.copy`: what is not contiguous shall stay so."""
    if array.flags.c_contiguous or array.size == 0:
        return array.copy()
    offsets = [abs(stride) * (size - 1) for stride, size in zip(array.strides, array.shape, strict=True)]
    buffer = np.zeros(sum(offsets) // array.itemsize + 1, array.dtype)
    start = -sum(s * (n - 1) for s, n in zip(array.strides, array.shape, strict=True) if s < 0)
    copy: Array = np.ndarray(array.shape, array.dtype, buffer, start, array.strides)
    copy[...] = array
    return copy


class Op:
    """A case with the function it names."""

    def __init__(self, case: OpCase, library: Library) -> None:
        self.case, self.library = case, library

    @property
    def function(self) -> Callable[..., Any]:
        """The function that users call."""
        return _function(self.case.call)

    def inplace(self, target: Any, *args: Any, **kwargs: Any) -> Any:
        """Call the in-place form."""
        if "." in self.case.inplace:
            return _function(self.case.inplace)(target, *args, **kwargs)
        return getattr(target, self.case.inplace)(*args, **kwargs)

    def differentiable(self, outputs: Sequence[Any]) -> tuple[Any, ...]:
        """Return those outputs that have gradients."""
        flags = self.case.outputs * len(outputs) if self.case.returns_list else self.case.outputs
        return tuple([output for output, flag in zip(outputs, flags, strict=True) if flag])

    def arrays(self, tensors: Sequence[Any]) -> list[Array]:
        """Return the memory of tensors."""
        return [self.library.array(tensor) for tensor in tensors]

    def calls(self, dtype: Any = np.float64) -> Iterator[Call]:
        """Yield a call for every sample."""
        for sample in self.samples():
            yield self.call(sample, dtype)

    def call(self, sample: Mapping[str, Any], dtype: Any = np.float64) -> Call:
        """Draw the arrays of a sample."""
        dtype = np.dtype(dtype)
        return Call(self, Drawer(self.case, sample, dtype).values(), f"{dict(sample)} of {dtype}")

    def samples(self) -> Sequence[Mapping[str, Any]]:
        """Return the samples of the spec; for an elementwise op without, equal and broadcasting shapes."""
        if self.case.samples:
            return self.case.samples
        tensors = self.case.tensors
        samples = [self.with_shapes({}, [(2, 3)])]
        if len(tensors) > 1:
            samples += [self.with_shapes({}, [(2, 1), (3,)]), self.with_shapes({}, [(), (2, 3)])]
        return samples

    def with_shapes(self, sample: Mapping[str, Any], shapes: Sequence[tuple[int, ...]]) -> dict[str, Any]:
        """Return a sample with other shapes, which its tensors take in turn; an empty one gets all."""
        sample = sample or dict.fromkeys(self.case.tensors, ())
        names = [name for name, value in sample.items() if name in self.case.tensors and value is not None]
        turns = zip(names, itertools.cycle(shapes), strict=False)
        return {**sample, **{name: _with_shape(sample[name], shape) for name, shape in turns}}

    def has_several_gradients(self) -> bool:
        """Tell whether one sample differentiates more than one array."""
        return any(len(call.places) > 1 for call in self.calls())

    def sizes(self) -> list[int]:
        """Return the number of elements of every array in the samples."""
        return [
            int(np.prod(shape_of(spec)))
            for sample in self.samples()
            for name, value in sample.items()
            if value is not None and self.case.kind(name) in ("Tensor", "Tensor[]")
            for spec in (value if self.case.kind(name) == "Tensor[]" else [value])
        ]


def _function(path: str) -> Callable[..., Any]:
    """Return the function of a full path, also where a module beside it has its name, as that of a family may."""
    module, _, name = path.rpartition(".")
    function: Callable[..., Any] = getattr(resolve_name(module), name)
    return function


def _with_shape(spec: Any, shape: tuple[int, ...]) -> Any:
    """Return a tensor's description with another shape; stated values cannot be kept."""
    if not isinstance(spec, Mapping):
        return shape
    return {key: value for key, value in spec.items() if key != "values"} | {"shape": shape}
