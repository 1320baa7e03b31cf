"""Backward passes while a function is traced: their nodes compute with tensors, so that the ops are heard."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ...autograd.tracer import Captures
from ...runtime.graph.accumulate_grad import AccumulateGrad
from ...runtime.graph.node import Node, next_seq
from ...runtime.graph.saved_errors import raise_released
from ...runtime.graph.tensor_base import wrap
from ...runtime.tensors.tensor import Tensor
from ..refusal import CannotCompile

if TYPE_CHECKING:
    from .listener import Listener

Run = Callable[[bool, Captures], Any]


def hear_pass(
    listener: Listener,
    run: Run,
    starts: Sequence[Node],
    needed: set[Node] | None,
    keep: bool,
    create_graph: bool,
    captures: Captures | None,
) -> None:
    """Run a pass and write down its ops; without `captures`, the gradients of leaves are effects of the function."""
    listener.passes += 1
    nodes = reached(starts, needed)
    if any(node.hooks is not None for node in nodes):
        listener.refuse("a backward pass runs hooks, which cannot be part of a compiled function")
    wanted: Captures = captures if captures is not None else {}
    if captures is None:
        wanted.update(dict.fromkeys([node for node in nodes if isinstance(node, AccumulateGrad)]))
    recorded = [(n, one._edge) for n, one in enumerate(listener.stand_ins) if one._edge is not None]
    ends = [number for number, edge in recorded if edge in wanted]
    listener.by_identity |= bool(ends)
    if ends and captures is not None:
        listener.ends.update(ends)
        through = {*reached(starts)}
        listener.passed.update([number for number, edge in recorded if edge in through])
    numbers, listener.numbers = listener.numbers, set()  # formulas may compute with numbers as they like
    outer, listener.in_pass = listener.in_pass, True
    _run_heard(listener, run, create_graph, wanted)
    listener.numbers, listener.in_pass = numbers, outer
    listener.gradients.update([id(gradient._array) for gradient in wanted.values() if gradient is not None])
    if not keep:
        for node in nodes:
            owner = node.target[0]
            owner.release_variables()
            listener.released.add(owner)
    if captures is None:
        if create_graph:
            listener.refuse(
                "backward(create_graph=True) cannot be part of a compiled function; use autograd.grad"
            )
        for leaf, gradient in wanted.items():
            if gradient is not None:
                listener.effects.add(leaf, gradient)


def _run_heard(listener: Listener, run: Run, create_graph: bool, captures: Captures) -> None:
    """Run a pass; gradients have no history but with `create_graph`, also where the graph is run again, recorded.

    A gradient that is one array function is heard of as such; where that uses what its op has saved besides tensors,
    all are heard of as the formulas that are recorded for second derivatives.
    """
    if create_graph:
        run(True, captures)
        return
    before, answers = len(listener.calls), [] if listener.questions is None else listener.questions.answers
    answered = len(answers)
    try:
        run(False, captures)
    except CannotCompile:
        del listener.calls[before:], answers[answered:]
        listener.refused = None
        captures.update(dict.fromkeys(captures))
        run(True, captures)
    for edge, gradient in captures.items():
        if gradient is not None:
            captures[edge] = gradient.detach()


def reached(starts: Iterable[Node], needed: set[Node] | None = None) -> list[Node]:
    """Return the nodes that a pass comes to."""
    found = dict.fromkeys(node for node in starts if needed is None or node in needed)
    order = [*found]
    for node in order:
        for edge in node.edges():
            if edge is not None and edge not in found and (needed is None or edge in needed):
                found[edge] = None
                order.append(edge)
    return order


def is_apart(tensors: Iterable[Tensor], ends: Iterable[Tensor]) -> bool:
    """Tell whether gradients of tensors end there: they have no history that leads to one of the `ends`."""
    edges: list[Any] = [tensor._edge for tensor in tensors]
    computed = [edge for edge in edges if edge.__class__ is not AccumulateGrad]
    if not computed:
        return True
    behind = {*reached([before for edge in computed for before in edge.edges() if before is not None])}
    return behind.isdisjoint([end._edge for end in ends])


class SpentBackward(Node):
    """The node of a result whose history a pass inside of the program has used up."""

    __slots__ = ()
    op = "compile"

    def apply(self, grad: Any, needed: Any, keep: bool, buffers: Any) -> Any:
        """Raise the error of a second backward."""
        raise_released(self)

    def differentiate(self, grad: Any, needed: Any) -> Any:
        """Raise the error of a second backward."""
        raise_released(self)

    def edges(self) -> tuple[Node | None, ...]:
        """Return no edges."""
        return ()


def spent(array: Any) -> Tensor:
    """Return a result whose history is used up."""
    out = wrap(array)
    node: Any = SpentBackward()
    node.seq, node.hooks, node.shape, node.dtype = next_seq(), None, out._shape, out._dtype
    out._edge = node
    return out
