"""The function under test: its values as arrays, and its derivatives as the tensor library computes them."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .finite_difference import coordinates
from .library import Library
from .report import GradcheckError

__all__ = ["Problem", "as_tuple"]

Array = NDArray[Any]


def as_tuple(value: Any) -> tuple[Any, ...]:
    """Return several values as a tuple, one as a tuple of one."""
    return tuple(value) if isinstance(value, (tuple, list)) else (value,)


class Problem:
    """A function, the inputs it is differentiated at, and its outputs there.

    `positions` are the inputs that require grad, and `arrays` their memory; an `argument` is an index into
    both. `outputs` are the floating point and complex outputs, the only ones that have derivatives.
    """

    def __init__(
        self, library: Library, func: Callable[..., Any], inputs: Sequence[Any], subject: str
    ) -> None:
        self.library, self.func, self.inputs, self.subject = library, func, tuple(inputs), subject
        self.positions = tuple([k for k, x in enumerate(self.inputs) if self._needs_grad(x)])
        self.arrays = tuple([library.array(self.inputs[k]) for k in self.positions])
        self._check_inputs()
        self.outputs = self._floating(self._call(self.inputs))
        self.values = [library.array(output).copy() for output in self.outputs]

    def _needs_grad(self, value: Any) -> bool:
        return isinstance(value, self.library.tensor_class) and bool(getattr(value, "requires_grad", False))

    def _check_inputs(self) -> None:
        if not self.positions:
            raise ValueError(
                f"{self.subject}: expected at least one input tensor to require gradient, but none of the "
                f"{len(self.inputs)} inputs has requires_grad=True; call .requires_grad_() on those to be "
                "checked"
            )
        for position, array in zip(self.positions, self.arrays, strict=True):
            if _overlaps_itself(array):
                raise GradcheckError(
                    f"{self.subject}: input {position} (shape {array.shape}, strides {array.strides}) has "
                    "elements that "
                    "share memory, so that none can be moved alone; expected non-overlapping memory, such as "
                    ".contiguous() or .clone() gives"
                )
            if not array.flags.writeable:
                raise GradcheckError(
                    f"{self.subject}: input {position} is on read-only memory, and the finite differences "
                    "move it in "
                    "place; pass a .clone() of it"
                )

    def _call(self, inputs: Sequence[Any]) -> tuple[Any, ...]:
        outputs = as_tuple(self.func(*inputs))
        for index, output in enumerate(outputs):
            if not isinstance(output, self.library.tensor_class):
                raise TypeError(
                    f"{self.subject}: expected the function to return a Tensor or a tuple of Tensors, got "
                    f"{type(output).__name__} as output {index}; return only the tensors to be checked"
                )
        return outputs

    def _floating(self, outputs: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple([x for x in outputs if self.library.array(x).dtype.kind in "fc"])

    @cached_property
    def differentiable(self) -> tuple[int, ...]:
        """Which outputs have a gradient in reverse mode."""
        return tuple([k for k, output in enumerate(self.outputs) if output.requires_grad])

    def evaluate(self) -> list[Array]:
        """Compute the outputs from what the inputs' memory holds now."""
        values = [self.library.array(x).copy() for x in self._floating(self._call(self.inputs))]
        for index, (value, first) in enumerate(zip(values, self.values, strict=True)):
            if value.shape != first.shape or value.dtype != first.dtype:
                raise AssertionError(
                    f"{self.subject}: expected output {index} to keep shape {first.shape} and dtype "
                    f"{first.dtype} when "
                    f"an input moves a little, got {value.shape} and {value.dtype}"
                )
        return values

    def vjp(self, covectors: dict[int, Array]) -> list[Array]:
        """Return a gradient per argument for gradients of some outputs; the other outputs' are undefined."""
        outputs = [self.outputs[k] for k in covectors]
        grads = self.library.vjp(outputs, self._variables, [*covectors.values()], retain_graph=True)
        return [self._checked(argument, grad) for argument, grad in enumerate(grads)]

    @property
    def _variables(self) -> list[Any]:
        return [self.inputs[k] for k in self.positions]

    def _checked(self, argument: int, grad: Any) -> Array:
        wanted = self.arrays[argument]
        if grad is None:
            return np.zeros_like(wanted)
        array = self.library.array(grad)
        if array.shape != wanted.shape or (array.dtype.kind == "c") != (wanted.dtype.kind == "c"):
            raise GradcheckError(
                f"{self.subject}: expected a gradient of shape {wanted.shape} and dtype {wanted.dtype} for "
                "input "
                f"{self.positions[argument]}, got shape {array.shape} and dtype {array.dtype}; a formula "
                "has to return "
                "the shape of its argument, and the real part for a real argument"
            )
        return array

    def vjp_of_none(self, undefined: Container[int]) -> list[Array] | None:
        """Return a gradient per argument, where `undefined` outputs get None for a gradient and the others zeros.

        None if the library cannot tell. The function is called again.
        """
        if self.library.gradients_of_none is None:
            return None
        outputs = self._floating(self._call(self.inputs))
        grads = self.library.gradients_of_none(
            [outputs[k] for k in self.differentiable],
            self._variables,
            [
                None if k in undefined else self.library.tensor(np.zeros_like(self.values[k]))
                for k in self.differentiable
            ],
        )
        return [self._checked(argument, grad) for argument, grad in enumerate(grads)]

    def batched_vjp(self, output: int, covectors: Array) -> list[Array]:
        """Return a batch of gradients per argument, for a batch of gradients of one output."""
        grads = self.library.vjp(
            [self.outputs[output]], self._variables, [covectors], retain_graph=True, is_grads_batched=True
        )
        rows = len(covectors)
        return self.library.arrays(grads, [np.zeros((rows, *a.shape), a.dtype) for a in self.arrays])

    def jvp(self, argument: int, direction: Array, zeros: bool = False) -> list[Array]:
        """Return the coordinates of each output's tangent, for a tangent of one argument.

        The other arguments have none; with `zeros`, tangents of zeros.
        """
        with self.library.forward_ad.dual_level():
            return self._pushed(argument, direction, zeros)

    def batched_jvp(self, argument: int, directions: Sequence[Array]) -> list[list[Array]]:
        """Return the same for several directions, all in one level."""
        with self.library.forward_ad.dual_level():
            return [self._pushed(argument, direction, False) for direction in directions]

    def _pushed(self, argument: int, direction: Array, zeros: bool) -> list[Array]:
        directions = [np.zeros_like(array) if zeros else None for array in self.arrays]
        directions[argument] = direction
        inputs = list(self.inputs)
        variables = [tensor.detach() for tensor in self._variables]  # forward mode needs no graph
        for position, dual in zip(self.positions, self.library.duals(variables, directions), strict=True):
            inputs[position] = dual
        tangents = self.library.tangents(self._floating(self._call(inputs)))
        return [self._tangent(index, tangent) for index, tangent in enumerate(tangents)]

    def _tangent(self, output: int, tangent: Any) -> Array:
        wanted = self.values[output]
        if tangent is None:
            return coordinates(np.zeros_like(wanted))
        array = self.library.array(tangent)
        if array.shape != wanted.shape:
            raise GradcheckError(
                f"{self.subject}: expected a tangent of shape {wanted.shape} for output {output}, got "
                f"{array.shape}"
            )
        return coordinates(array.astype(wanted.dtype)).copy()


def _overlaps_itself(array: Array) -> bool:
    """Tell whether two elements begin at the same address."""
    if array.size < 2:
        return False
    address: Any = np.zeros((), np.int64)
    for size, stride in zip(array.shape, array.strides, strict=True):
        address = np.add.outer(address, np.arange(size) * stride)
    return bool(np.unique(address).size != array.size)
