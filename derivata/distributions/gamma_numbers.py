"""Numbers of the standard gamma distribution, with their derivatives at a constant rank."""

from typing import Any

from ..arrays.drawing.random_draws import standard_gamma as _draw
from ..autograd import Function
from ..generated.ops.random import _standard_gamma_grad
from ..runtime.graph.tensor_base import wrap
from ..runtime.modes.observers import tell_exit
from ..runtime.modes.state import OBSERVED, state
from ..runtime.tensors.tensor import Tensor


class _Numbers(Function):
    @staticmethod
    def forward(concentration: Tensor) -> Tensor:
        return wrap(_draw(concentration._array, None))

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[Any, ...], output: Tensor) -> None:
        ctx.save_for_backward(*inputs, output)
        ctx.save_for_forward(*inputs, output)

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> Tensor:
        return grad * _standard_gamma_grad(*ctx.saved_tensors)

    @staticmethod
    def jvp(ctx: Any, tangent: Tensor) -> Tensor:
        return tangent * _standard_gamma_grad(*ctx.saved_tensors)


def standard_gamma(concentration: Tensor) -> Tensor:
    """Return numbers of gamma distributions with rate 1, in the shape of the concentrations."""
    if state.active_modes & OBSERVED:  # NumPy draws them
        tell_exit("a sample of a gamma distribution", concentration, None)
    numbers = _Numbers.apply(concentration)
    assert isinstance(numbers, Tensor)
    return numbers
