"""Jacobian-vector products out of two backward passes.

A backward pass is linear in the vector that it starts from, whatever that is: u -> Jᵀu. The backward pass of that
function takes v to Jv. Nothing but backward formulas is needed, and the first pass is recorded once for any number
of vectors.
"""

from collections.abc import Sequence

from ..runtime.modes.grad_mode import enable_grad
from ..runtime.tensors.tensor import Tensor
from .boundary import gradients, zeros_like


class DoubleBackward:
    """The recorded function u -> Jᵀu of outputs that were computed from inputs.

    Attributes
    ----------
    starts : list of Tensor
        The vectors u, zeros that require grad: one for each output that depends on anything.
    pulled : list
        Jᵀu for each input, None where no output depends on it.
    """

    def __init__(self, outputs: Sequence[Tensor | None], inputs: Sequence[Tensor]) -> None:
        self._live = [output is not None and output.requires_grad for output in outputs]
        live = [output for output in outputs if output is not None and output.requires_grad]
        self.starts = [zeros_like(output).requires_grad_() for output in live]
        with enable_grad():
            self.pulled = gradients(live, inputs, self.starts, create_graph=True)

    def push(
        self,
        vectors: Sequence[Tensor | None],
        *,
        create_graph: bool = False,
        retain_graph: bool | None = None,
    ) -> list[Tensor | None]:
        """Return Jv for each output; None stands for zero, at vectors and products."""
        products = iter(
            gradients(self.pulled, self.starts, vectors, create_graph=create_graph, retain_graph=retain_graph)
        )
        return [next(products) if live else None for live in self._live]
