"""One call of a primitive, recorded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.function import Function
from ..func.containers import LEAF, flatten
from ..numpy.traced import TracedArray, traced
from ..runtime.graph.tensor_base import wrap
from ..runtime.tensors.tensor import Tensor
from ..support.plain_arrays import plain_array
from .point import conjugate, mapped, to_tensor

if TYPE_CHECKING:
    from .primitives import Primitive


def is_recorded(args: tuple[Any, ...], options: Mapping[str, Any]) -> bool:
    """Whether there is a traced array among arguments, also in containers."""
    return any(type(leaf) is TracedArray for leaf in flatten([list(args), dict(options)])[0])


def values_in(value: Any) -> Any:
    """Return a container with the arrays of traced ones."""
    return mapped(lambda leaf: leaf._value if type(leaf) is TracedArray else leaf, value)


def apply(primitive: Primitive, args: tuple[Any, ...], options: Mapping[str, Any]) -> Any:
    """Call a primitive, some of whose arguments are traced."""
    call = Call(primitive, args, options)
    results = Applied.apply(call, *call.tensors(args))
    return call.value(results if isinstance(results, tuple) else (results,))


class Call:
    """A primitive and its arguments, with places for the traced arrays among them."""

    def __init__(self, primitive: Primitive, args: tuple[Any, ...], options: Mapping[str, Any]) -> None:
        for name, value in options.items():
            if is_recorded((value,), {}):
                raise TypeError(
                    f"{primitive.name}: argument {name!r} of a primitive is traced and given by its name, and "
                    "nothing would be differentiated by it; give it by position"
                )
        self.primitive: Primitive = primitive
        self.options: Mapping[str, Any] = options
        self._leaves, self._structure = flatten(tuple(args))
        self._places = [place for place, leaf in enumerate(self._leaves) if type(leaf) is TracedArray]
        for place in self._places:
            self._leaves[place] = None
        self.argnums: tuple[int, ...] = tuple(
            [number for number, arg in enumerate(args) if is_recorded((arg,), {})]
        )
        self._outputs: list[Any] = []
        self._form = LEAF

    def tensors(self, args: tuple[Any, ...]) -> list[Tensor]:
        """Return the tensors of the traced arrays among arguments."""
        return [leaf.tensor for leaf in flatten(args)[0] if type(leaf) is TracedArray]

    def arguments(self, values: Any) -> tuple[Any, ...]:
        """Return all arguments, with these values in the places of the traced arrays."""
        leaves = list(self._leaves)
        for place, value in zip(self._places, values, strict=True):
            leaves[place] = value
        filled: tuple[Any, ...] = self._structure.unflatten(leaves)
        return filled

    def run(self, tensors: tuple[Tensor, ...]) -> list[Tensor]:
        """Call the function with plain arrays; return what has derivatives of what it returned."""
        values = [tensor.detach().numpy()[()] for tensor in tensors]
        outputs, self._form = flatten(self.primitive.function(*self.arguments(values), **self.options))
        found = [place for place, output in enumerate(outputs) if np.asarray(output).dtype.kind in "fc"]
        results = [
            wrap(np.array(plain_array(self.primitive.name, np.asarray(outputs[place])))) for place in found
        ]
        self._outputs = [_RESULT if place in found else output for place, output in enumerate(outputs)]
        return results

    def value(self, results: tuple[Tensor, ...]) -> Any:
        """Return what the function returned, with traced arrays for its results."""
        return self._filled([traced(result) for result in results])

    def gradients(
        self, tensors: tuple[Tensor, ...], results: tuple[Tensor, ...], grads: tuple[Any, ...]
    ) -> Any:
        """Return the gradients by the traced arrays."""
        args = self.arguments(map(traced, tensors))
        pull = self.primitive.vjp(self.argnums, self.value(results), args, self.options)
        found = list(pull(self._filled([traced(conjugate(grad)) for grad in grads])))
        leaves = [self._leaves_at(number, part) for number, part in zip(self.argnums, found, strict=True)]
        ordered = [leaf for part in leaves for leaf in part]
        return [_fitted(grad, tensor) for grad, tensor in zip(ordered, tensors, strict=True)]

    def tangents(
        self, tensors: tuple[Tensor, ...], results: tuple[Tensor, ...], tangents: tuple[Any, ...]
    ) -> Any:
        """Return the tangents of the results."""
        args = self.arguments(map(traced, tensors))
        along = self._along(args, [traced(tangent) for tangent in tangents])
        chosen = tuple([along[number] for number in self.argnums])
        found = self.primitive.jvp(self.argnums, chosen, self.value(results), args, self.options)
        leaves = [leaf for leaf, out in zip(flatten(found)[0], self._outputs, strict=True) if out is _RESULT]
        return tuple([to_tensor(leaf).to(result.dtype) for leaf, result in zip(leaves, results, strict=True)])

    def _filled(self, values: list[Any]) -> Any:
        rest = iter(values)
        return self._form.unflatten([next(rest) if out is _RESULT else out for out in self._outputs])

    def _leaves_at(self, number: int, gradient: Any) -> list[Any]:
        """Return the parts of an argument's gradient that belong to traced arrays."""
        part = self._structure.parts[number]
        leaves, form = ([gradient], part) if part.kind is None else flatten(gradient)
        if form != part:
            raise TypeError(
                f"{self.primitive.name}: expected a gradient by argument {number} of the form {part!r}, got "
                f"{form!r}; return as many arrays as the argument has"
            )
        start = sum(map(_count, self._structure.parts[:number]))
        return [leaf for place, leaf in enumerate(leaves, start) if place in self._places]

    def _along(self, args: tuple[Any, ...], tangents: list[Any]) -> tuple[Any, ...]:
        """Return the tangents in the form of the arguments, zeros for what is not traced."""
        leaves = [np.zeros(np.shape(leaf)) if _is_numeric(leaf) else leaf for leaf in self._leaves]
        for place, tangent in zip(self._places, tangents, strict=True):
            leaves[place] = tangent
        filled: tuple[Any, ...] = self._structure.unflatten(leaves)
        return filled


_RESULT = object()
"""In the place of a result that has derivatives."""


class Applied(Function):
    """The op that a call of a primitive is."""

    generate_vmap_rule = True

    @staticmethod
    def forward(ctx: Any, call: Call, *tensors: Tensor) -> Any:
        """Call the function."""
        results = call.run(tensors)
        ctx.call, ctx.count = call, len(tensors)
        ctx.save_for_backward(*tensors, *results)
        ctx.save_for_forward(*tensors, *results)
        return tuple(results)

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        """Return what the defined derivatives give."""
        saved = ctx.saved_tensors
        return (None, *ctx.call.gradients(saved[: ctx.count], saved[ctx.count :], grads))

    @staticmethod
    def jvp(ctx: Any, _: Any, *tangents: Any) -> Any:
        """Return what the defined tangents give."""
        saved = ctx.saved_tensors
        return ctx.call.tangents(saved[: ctx.count], saved[ctx.count :], tangents)


def _fitted(grad: Any, tensor: Tensor) -> Tensor | None:
    if grad is None:
        return None
    made = conjugate(to_tensor(grad))
    if made.dtype.kind == "c" and tensor.dtype.kind == "f":
        made = made.real
    return made.to(tensor.dtype)


def _count(structure: Any) -> int:
    return 1 if structure.kind is None else sum(map(_count, structure.parts))


def _is_numeric(value: Any) -> bool:
    return isinstance(value, np.ndarray | np.generic | float | complex)
