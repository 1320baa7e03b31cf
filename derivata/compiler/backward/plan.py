"""How a kind of backward passes runs: which nodes are programs, and which ones the engine runs in between."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...runtime.graph.accumulate_grad import AccumulateGrad
from ...runtime.graph.node import Node
from ...runtime.graph.port import Port
from ..program.program import Code
from ..trace.passes import reached
from ..waiting import begin, copies
from .part import Part, why_alone

BEGIN = float("-inf")  # before every node
COMPILED = "compiled"
_ABSENT, _LEAF = -1, -2

Found = tuple[float, tuple[Any, ...], tuple[Node, ...], tuple[Node, ...]]
"""What a guard gives: the number of the last node, saved arrays, where gradients leave, and the nodes."""


@dataclass
class Stretch:
    """Nodes that follow each other and run as one program.

    Attributes
    ----------
    entries : tuple of int
        The places, among the nodes that a plan finds, where gradients come.
    targets : tuple of int
        The places of nodes where gradients leave.
    state : str
        What is known of its loops: that they are compiled, that a thread does so, why that failed, or nothing.
    """

    entries: tuple[int, ...]
    targets: tuple[int, ...]
    shapes: Sequence[Any]
    guard: Any
    release: Any
    code: Code
    count: int
    state: str = ""

    def is_compiled(self, arrays: Sequence[Any]) -> bool:
        """Tell whether its loops are compiled; if nobody has begun, a thread does so, with copies of the arrays."""
        if not self.state:
            self.state = "a thread compiles its loops"
            given = copies(arrays)
            begin(lambda: self.code(*given), self._end)
        return self.state == COMPILED

    def _end(self, why: str) -> None:
        self.state = why or COMPILED

    def find(self, found: list[Node], needed: Any, captures: Any, after: float) -> Found | None:
        """Return what the guard finds; nodes that are new are appended."""
        here = self.guard(needed, captures, after, *[found[place] for place in self.entries])
        return here if here is not None and _follow(here[2], self.targets, found) else None


@dataclass
class Alone:
    """A node that the engine runs, and why."""

    place: int
    kind: type[Node]
    hooked: bool
    targets: tuple[int, ...]
    why: str

    def find(self, found: list[Node], needed: Any, captures: Any, after: float) -> Found | None:
        """Return the number of the node, if it is of this kind."""
        node = found[self.place]
        if (
            node.__class__ is not self.kind
            or (node.hooks is not None) is not self.hooked
            or node.seq <= after
        ):
            return None
        edges = [edge if needed is None or edge in needed else None for edge in node.edges()]
        return (node.seq, (), (), ()) if _follow(edges, self.targets, found) else None


def _follow(edges: Sequence[Node | None], targets: Sequence[int], found: list[Node]) -> bool:
    """Tell whether edges lead where they are to lead."""
    if len(edges) != len(targets):
        return False
    for edge, target in zip(edges, targets, strict=True):
        if target == _LEAF:
            if edge.__class__ is not AccumulateGrad or edge.hooks is not None:
                return False
        elif target == _ABSENT:
            if edge is not None:
                return False
        elif target == len(found) and edge is not None:
            found.append(edge)
        elif target >= len(found) or edge is not found[target]:
            return False
    return True


@dataclass
class Plan:
    """The stretches and single nodes of a kind of passes, in their order, up to the last stretch.

    Attributes
    ----------
    count : int
        The nodes of the pass.
    why : str
        Why nothing of it is a program.
    """

    steps: list[Stretch | Alone]
    count: int
    why: str = ""

    def find(
        self, roots: Iterable[Node], needed: Any, captures: Any
    ) -> list[tuple[Stretch, list[Node], Found]] | None:
        """Return the stretches of a pass from roots, with their entries; None if it is of another kind."""
        found, after = [*roots], BEGIN
        stretches = []
        for step in self.steps:
            here = step.find(found, needed, captures, after)
            if here is None:
                return None
            after = here[0]
            if step.__class__ is Stretch:
                stretches.append((step, [found[place] for place in step.entries], here))
        return stretches


@dataclass
class _Planning:
    """A plan while it is made."""

    needed: set[Node] | None
    inner: bool
    places: dict[Node, int]
    fixed: set[Node]
    steps: list[Stretch | Alone] = field(default_factory=list)
    outside: set[Node] = field(default_factory=set)
    why: dict[Node, str] = field(default_factory=dict)

    def targets(self, edges: Iterable[Node | None]) -> tuple[int, ...]:
        """Return the places of nodes where gradients go."""
        found = []
        for edge in edges:
            if edge is None or (self.needed is not None and edge not in self.needed):
                found.append(_ABSENT)
            elif edge.__class__ is AccumulateGrad and edge.hooks is None:
                found.append(_LEAF)
            else:
                found.append(self.places.setdefault(edge, len(self.places)))
                self.outside.add(edge)
        return tuple(found)

    def alone(self, node: Node) -> None:
        """Leave a node to the engine."""
        targets = self.targets(node.edges())
        why = self.why[node]
        self.steps.append(Alone(self.places[node], type(node), node.hooks is not None, targets, why))

    def stretch(self, nodes: list[Node]) -> None:
        """Make a program of nodes if it gains anything."""
        part = Part(self.needed, self.inner, self.outside)
        try:
            part.run(nodes, self.fixed)
            code, guard, release = part.built()
        finally:
            part.close()
        entries = tuple([self.places[node] for node in part.entries])
        if part.gains(code.work):
            targets = self.targets(part.exits)
            self.steps.append(Stretch(entries, targets, part.shapes, guard, release, code, len(nodes)))
            return
        self.why.update(dict.fromkeys(nodes, "a program spares nothing"))
        for node in nodes:
            self.alone(node)


def plan_of(roots: Sequence[Node], needed: set[Node] | None, captures: Any, varying: bool) -> Plan:
    """Return how a pass runs; numbers are inputs of programs if they are `varying`."""
    inner = captures is not None and any(edge.age < 0 for edge in captures)
    order = sorted(reached(roots, needed), key=lambda node: node.seq)
    planning = _Planning(needed, inner, {node: place for place, node in enumerate(roots)}, set())
    planning.outside.update(roots)
    for node in order:
        why, fixed = _why_alone(node, captures, varying)
        if why:
            planning.why[node] = why
        elif fixed:
            planning.fixed.add(node)
    _keep_together(order, planning.why)
    nodes: list[Node] = []
    for node in order:
        if node in planning.why:
            if nodes:
                planning.stretch(nodes)
            nodes = []
            planning.alone(node)
        elif node.__class__ is not AccumulateGrad:
            nodes.append(node)
    if nodes:
        planning.stretch(nodes)
    last = max((n for n, step in enumerate(planning.steps, 1) if isinstance(step, Stretch)), default=0)
    why = "" if last else next(iter(planning.why.values()), "it has no nodes")
    return Plan(planning.steps[:last], len(order), why)


def _why_alone(node: Node, captures: Any, varying: bool) -> tuple[str, bool]:
    """Return why the engine has to run a node, "" for no reason, and whether its numbers have to be constants."""
    if node.hooks is not None:
        return "it has hooks", True
    if node.__class__ is AccumulateGrad:
        return "", True
    if captures is not None and node in captures:
        return "its gradient is asked for", True
    if node.__class__ is Port:
        return "", True
    if varying and not why_alone(node, False):
        return "", False
    return why_alone(node, True), True


def _keep_together(order: Sequence[Node], why: dict[Node, str]) -> None:
    """Leave nodes of several results to the engine, with their ports, if it runs one of these, or one in between."""
    ports: dict[Node, list[Node]] = {}
    for node in order:
        if isinstance(node, Port):
            ports.setdefault(node.node, []).append(node)
    places = {node: place for place, node in enumerate(order)}
    parted = True
    while parted:
        parted = False
        for node, of_node in ports.items():
            begin, end = places[of_node[0]], places[node]
            apart = any(one in why for one in order[begin : end + 1])
            if apart and any(one not in why for one in (node, *of_node)):
                parted = True
                for one in (node, *of_node):
                    why.setdefault(one, "it has several results, and not all are in one program")
