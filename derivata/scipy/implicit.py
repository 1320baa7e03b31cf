"""Derivatives of what solves an equation, by the implicit function theorem.

Of ``F(x, θ) = 0`` with the Jacobian ``J = ∂F/∂x`` the solution changes with ``dx/dθ = -J⁻¹ ∂F/∂θ``. Nothing of how it
was found is recorded. A backward pass that is recorded has ops of `x` and θ in it, hence derivatives of every order.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..autograd import Function, forward_ad
from ..func import jacrev, jvp, vjp
from ..func.containers import flatten
from ..generated.namespaces.linalg import solve
from ..runtime.graph.tensor_base import wrap
from ..runtime.modes.grad_mode import recording
from ..runtime.tensors.tensor import Tensor
from .parameters import refuse_samples

Equation = Callable[..., Tensor]


class Inputs:
    """The arguments of a user's function, nested, of which the tensors of floating point are differentiated by.

    Attributes
    ----------
    tensors : list of Tensor
    """

    def __init__(self, caller: str, args: Any) -> None:
        args = args if isinstance(args, tuple) else (args,)
        self.caller = caller
        self._leaves, self._structure = flatten(args)
        refuse_samples(caller, *self._leaves)
        self._places = [k for k, leaf in enumerate(self._leaves) if _is_variable(leaf)]
        self.tensors: list[Tensor] = [self._leaves[k] for k in self._places]

    def put(self, tensors: Sequence[Tensor]) -> tuple[Any, ...]:
        """Return the arguments with other tensors."""
        leaves = list(self._leaves)
        for place, tensor in zip(self._places, tensors, strict=True):
            leaves[place] = tensor
        return self._structure.unflatten(leaves)  # type: ignore[no-any-return]

    def plain(self) -> tuple[Any, ...]:
        """Return the arguments without history and tangents."""
        return self.put(plain(self.tensors))

    def are_differentiated(self) -> bool:
        """Tell whether one of the tensors may be differentiated by."""
        return any(map(is_differentiated, self.tensors))

    def refuse(self, why: str) -> None:
        """Raise if a derivative by one of the tensors would be lost."""
        if self.are_differentiated():
            raise RuntimeError(
                f"{self.caller}: expected args without history, got a tensor that requires grad or has a tangent, "
                f"while {why}; pass args.detach()"
            )


def _is_variable(leaf: Any) -> bool:
    return isinstance(leaf, Tensor) and leaf.dtype.kind == "f"


def plain(tensors: Sequence[Tensor]) -> list[Tensor]:
    """Return tensors on the same memory, without history and tangents."""
    return [wrap(tensor._array) for tensor in tensors]


def is_differentiated(tensor: Tensor) -> bool:
    """Tell whether a tensor may be differentiated by: it requires grad, or carries a tangent."""
    return (recording() and tensor.requires_grad) or forward_ad.unpack_dual(tensor).tangent is not None


def call_alone(caller: str, function: Callable[..., Tensor], *args: Any) -> Tensor:
    """Call a function; raise if its result depends on captured tensors that require grad, whose gradients are lost.

    Tensors that it makes itself may require grad, such as points at which it differentiates a network.
    """
    mark: Any = wrap(np.zeros(())).requires_grad_()._edge
    result = function(*args)
    if is_differentiated(result) and _is_older(result, mark):
        raise RuntimeError(
            f"{caller}: expected a function of its arguments alone, got one that uses a tensor from outside that "
            "requires grad or has a tangent; pass that in args, or detach it. Of a module, pass the parameters and "
            "call it by derivata.func.functional_call"
        )
    return result


def _is_older(result: Tensor, mark: Any) -> bool:
    """Tell whether a result has a tangent, or leads to a leaf that was there before the mark was."""
    node: Any = result.grad_fn or result._edge
    return node is None or any(leaf.number < mark.number for leaf in node.gather_grad_accumulators())


def warn_of_failure(inputs: Inputs, message: str) -> None:
    """Warn that no solution was found, so that its derivatives mean nothing, if it is differentiated."""
    if inputs.are_differentiated():
        warnings.warn(
            f"{inputs.caller}: expected to find a solution, which is what the derivatives are of, got {message!r}; "
            "look whether it is good enough before using them, or start elsewhere",
            stacklevel=3,
        )


def solution_with_derivatives(equation: Equation, found: Any, inputs: Inputs) -> Tensor:
    """Return a solution, a vector, as a tensor with derivatives by the arguments of ``equation(x, *args)``."""
    x = wrap(np.array(found, np.float64))
    call_alone(inputs.caller, equation, x, *inputs.plain())
    if not inputs.are_differentiated():
        return x
    result = _Solution.apply(lambda x, *tensors: equation(x, *inputs.put(tensors)), x, *inputs.tensors)
    assert isinstance(result, Tensor)
    return result


class _Solution(Function):
    """The vector that solves an equation in which the other tensors are."""

    @staticmethod
    def forward(equation: Equation, x: Tensor, *tensors: Tensor) -> Tensor:
        return x.clone()

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[Any, ...], output: Tensor) -> None:
        equation, _, *tensors = inputs
        ctx.equation = equation
        ctx.save_for_backward(output, *tensors)
        ctx.save_for_forward(output, *tensors)

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> tuple[Any, ...]:
        x, *tensors = ctx.saved_tensors
        jacobian = jacrev(ctx.equation)(x, *tensors)
        _, pull = vjp(lambda *tensors: ctx.equation(x, *tensors), *tensors)
        return None, None, *pull(solve(jacobian.mT, -grad))

    @staticmethod
    def jvp(ctx: Any, _: Any, __: Any, *tangents: Tensor | None) -> Tensor:
        x, *tensors = ctx.saved_tensors
        pairs = zip(tensors, tangents, strict=True)
        directions = tuple(t.zeros_like() if tangent is None else tangent for t, tangent in pairs)
        _, change = jvp(lambda *tensors: ctx.equation(x, *tensors), tuple(tensors), directions)
        return solve(jacrev(ctx.equation)(x, *tensors), -change)
