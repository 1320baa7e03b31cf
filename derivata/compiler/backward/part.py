"""Nodes that follow each other in a pass, run by their formulas on stand-ins, and written down as a program."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from ...runtime.graph.node import Node
from ...runtime.graph.port import MultiNode, Port
from ...runtime.graph.tensor_base import wrap
from ...runtime.modes.grad_mode import GradMode
from ...runtime.modes.observers import observing
from ...runtime.tensors.tensor import Tensor
from ..graph.graph import Graph, Value
from ..program.gain import Work, gains_in_pass
from ..program.partition import whole
from ..program.program import Code, build
from ..refusal import CannotCompile
from ..trace.listener import Listener
from .lines import Lines


class Part:
    """A part of a pass while it is traced.

    Attributes
    ----------
    entries : list of Node
        Where gradients come from outside, in the order of the pass.
    exits : list of Node
        Where gradients leave.
    shapes : list of (shape, dtype)
        Of the gradients that come.
    """

    def __init__(self, needed: set[Node] | None, inner: bool, outside: Iterable[Node]) -> None:
        self._listener = Listener()
        self._listener.in_pass = True
        self.lines = Lines(self._listener, needed, inner)
        self.entries: list[Node] = []
        self.exits: list[Node] = []
        self.shapes: list[tuple[tuple[int, ...], np.dtype[Any]]] = []
        self.nodes: list[Node] = []
        self._needed, self._outside = needed, {*outside}
        self._given: list[Any] = []
        self._waiting: dict[Node, Any] = {}
        self._written = 0

    def run(self, nodes: Iterable[Node], fixed: Iterable[Node] = ()) -> None:
        """Run nodes, newest first, by their formulas; the numbers that `fixed` ones have saved are constants."""
        fixed = {*fixed}
        with observing(self._listener), GradMode(False), np.errstate(all="ignore"):
            for node in nodes:
                self._run(node, node in fixed)
            self._listener.finish()
        self.exits = [node for node, gradient in self._waiting.items() if gradient is not None]
        if self._listener.refused is not None:
            raise self._listener.refused
        if self._listener.effects.any or self._listener.draws:
            raise CannotCompile("its gradient does more than to compute")

    def _run(self, node: Node, fixed: bool) -> None:
        grad = self._arrived(node)
        self.lines.begin(node, fixed)
        self.nodes.append(node)
        if isinstance(node, Port):
            self.lines.port(node)
            grads = self._waiting.setdefault(node.node, [None] * len(node.node.outputs))
            grads[node.index] = grad if grads[node.index] is None else grads[node.index] + grad
            return
        self.lines.edges(node)
        try:
            node.compiled_args(self.lines)
        except CannotCompile:
            raise
        except RuntimeError as error:
            raise Unfit from error
        found = node.apply_with_saved(grad, self.lines.swapped, self._needed)
        for edge, gradient in zip(node.edges(), found, strict=True):
            if gradient is not None and edge is not None and (self._needed is None or edge in self._needed):
                self._deliver(edge, gradient, grad)

    def _arrived(self, node: Node) -> Any:
        """Return the gradient of a node: what waits for it, and what stands for a gradient from outside."""
        grad = self._waiting.pop(node, None)
        if node not in self._outside:
            return grad
        self.lines.enter(node)
        self.entries.append(node)
        given: list[Tensor | None] = []
        for shape, dtype in node.outputs if isinstance(node, MultiNode) else [(node.shape, node.dtype)]:
            given.append(self._listener.stand_in(wrap(np.ones(shape, dtype))))
            self._given.append(self._listener.inputs[-1])
            self.shapes.append((shape, dtype))
        if isinstance(node, MultiNode):
            return given
        return given[0] if grad is None else given[0] + grad

    def _deliver(self, edge: Node, gradient: Any, arrived: Any) -> None:
        if not isinstance(gradient, Tensor) or gradient.is_sparse:
            raise CannotCompile("its gradient is sparse")
        if not any(np.may_share_memory(gradient._array, one._array) for one in _tensors(arrived)):
            self._written += gradient._array.nbytes
        before = self._waiting.get(edge)
        self._waiting[edge] = gradient if before is None else before + gradient

    def outputs(self) -> list[Value]:
        """Return the gradients that leave."""
        found = [self._listener.value(self._waiting[node]) for node in self.exits]
        if any(value is None or value.is_constant for value in found):
            raise CannotCompile("nothing is known of where a gradient is from")
        return found  # type: ignore[return-value]

    def built(self) -> tuple[Code, Any, Any]:
        """Return the program, of saved arrays and gradients; the guard that finds the former; what releases them."""
        inputs = [value for _, value in self.lines.arrays]
        graph = whole(Graph([*inputs, *self._given], self._listener.calls, self.outputs()))
        read = {value for call in graph.calls for value in call.reads} | set(graph.outputs)
        used = [(name, value) for name, value in self.lines.arrays if value in read]
        graph.inputs = [*[value for _, value in used], *self._given]
        exits = [self.lines.variables[node] for node in self.exits]
        guard = self.lines.guard([name for name, _ in used], exits)
        return build(graph, "gradients"), guard, self.lines.release()

    def close(self) -> None:
        """Free what was traced."""
        self._listener.close()

    def gains(self, work: Work) -> bool:
        """Tell whether a program of this work takes less time than the nodes."""
        return gains_in_pass(len(self.nodes), self._written, work)


def why_alone(node: Node, fixed: bool) -> str:
    """Return why no program can have a node in it, "" if one can; its numbers are inputs unless they are `fixed`."""
    part = Part(None, False, [node])
    try:
        part.run([node], [node] * fixed)
        part.outputs()
    except Unfit:
        raise
    except Exception as error:  # also one of the node's own, which is raised again where it runs
        return (
            str(error) if isinstance(error, CannotCompile) else f"it raised {type(error).__name__}: {error}"
        )
    finally:
        part.close()
    return ""


class Unfit(Exception):
    """Something that was saved has been freed or changed: the pass itself is to raise that."""


def _tensors(grad: Any) -> list[Tensor]:
    return [one for one in (grad if isinstance(grad, list) else [grad]) if one is not None]
