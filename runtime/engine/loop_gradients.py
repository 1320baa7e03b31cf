"""The adapter between kernels and buffers: compiled loops write gradients into existing memory where possible."""

from typing import Any

from numpy import ndarray

from derivata.arrays.gradients.sum_to import Target
from derivata.arrays.jit.buffers import empty
from derivata.arrays.jit.launch import Elementwise

from ..graph import ownership
from ..graph.delivery import SumTo
from ..graph.node import Array, Buffers, Node
from ..graph.ownership import is_shared

LARGE = 8192  # elements of gradients that go to memory that there is


class Kernel(Elementwise):
    """A loop of a generated op, with methods that choose the memory of gradients; None where NumPy has to compute."""

    __slots__ = ()

    def gradient(
        self, buffers: Buffers, edge: Node | None, target: Target | None, grad: Array, *others: Any
    ) -> Any:
        """Return the gradient for an edge.

        A large one that is not summed to a `target` reuses memory that is not shared. It is added to the gradient that
        waits for the same node, and that buffer holds None until `accumulate` puts the sum back; or else it overwrites
        the incoming gradient, which the caller must not need any more. In all other cases it gets new memory.
        """
        if target is not None:
            return self(grad, *others, targets=(target,))
        if edge is None or grad.size < LARGE:
            return self.launch(grad, *others)
        waiting = buffers.get(edge)
        if waiting is not None:
            alone = waiting.__class__ is ndarray and not is_shared(waiting, ownership.alone)
            if alone and self.add_to(waiting, grad, *others) is not None:
                buffers[edge] = None
                return waiting
        elif (
            not is_shared(grad, ownership.in_call)
            and grad.flags.writeable
            and self.write(grad, grad, *others)
        ):
            return grad
        return self.launch(grad, *others)

    def pair(
        self, buffers: Buffers, edge: Node, other: Node, sum_to: SumTo, grad: Array, *others: Any
    ) -> tuple[Any, Any, Node | None]:
        """Return two gradients, and the edge of the second.

        If both have the same edge, the loop may have added them: then the first is the sum, and the second is None, as
        is its edge.
        """
        if edge is other and grad.size >= LARGE and sum_to is None and edge not in buffers:
            total = self.add_to(empty(grad.shape, grad.dtype), grad, *others)
            if total is not None:
                return total, None, None
        fused = self.launch(grad, *others) if sum_to is None else self(grad, *others, targets=sum_to)
        return (None, None, other) if fused is None else (*fused, other)

    def several(self, sum_to: SumTo, places: tuple[int, ...], *inputs: Any) -> Any:
        """Return the gradients of several arguments; `places` are their indices in `sum_to`."""
        if sum_to is None:
            fused = self.launch(*inputs)
        else:
            fused = self(*inputs, targets=tuple([sum_to[place] for place in places]))
        return (None,) * len(places) if fused is None else fused
