"""What joins kernels and buffers: gradients from compiled loops, in memory that there is already if possible."""

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
    """A loop of a generated op: it computes gradients, too, and chooses their memory; None where NumPy has to do it."""

    __slots__ = ()

    def gradient(
        self, buffers: Buffers, edge: Node | None, target: Target | None, grad: Array, *others: Any
    ) -> Any:
        """Return the gradient for an edge.

        If it is not summed to a `target`, and there is an edge, a large one goes to memory that there is already,
        if nobody else can see that: it is added to the gradient that waits for the same node, which leaves its
        buffer until `accumulate` puts it back, or else written over the one that arrived, which the caller must
        not need any more.
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

        If both have one edge, the loop may have added them: the sum is the first, and the second has no edge.
        """
        if edge is other and grad.size >= LARGE and sum_to is None and edge not in buffers:
            total = self.add_to(empty(grad.shape, grad.dtype), grad, *others)
            if total is not None:
                return total, None, None
        fused = self.launch(grad, *others) if sum_to is None else self(grad, *others, targets=sum_to)
        return (None, None, other) if fused is None else (*fused, other)

    def several(self, sum_to: SumTo, places: tuple[int, ...], *inputs: Any) -> Any:
        """Return the gradients of several arguments; `places` says where in `sum_to` they are."""
        if sum_to is None:
            fused = self.launch(*inputs)
        else:
            fused = self(*inputs, targets=tuple([sum_to[place] for place in places]))
        return (None,) * len(places) if fused is None else fused
