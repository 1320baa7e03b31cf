"""The nodes that a backward pass to some inputs has to run."""

from collections.abc import Set
from operator import attrgetter

from ..runtime.graph.accumulate_grad import AccumulateGrad
from ..runtime.graph.node import Node

_seq_of = attrgetter("seq")


def find_needed(roots: list[Node], inputs: Set[Node]) -> tuple[set[Node], bool]:
    """Return all nodes on paths from the roots to the inputs, inputs included, and whether there are no others."""
    leaves = {*map(type, inputs)} == {AccumulateGrad}
    oldest = 0 if leaves else max([edge.age for edge in inputs])
    everything = leaves  # so far, no way ends anywhere but at an input
    reached = set(roots)
    order = [*roots]
    for node in order:
        if leaves or node.seq <= oldest:  # nodes older than every input cannot lead to one
            edges = node.edges()
            for edge in edges:
                if edge is not None and edge not in reached:
                    reached.add(edge)
                    if not leaves or edge not in inputs:  # nothing is behind a leaf
                        order.append(edge)
            if not edges and node not in inputs:
                everything = False
    if everything:
        return reached, True
    needed = set(inputs)
    for node in sorted(order, key=_seq_of, reverse=True):  # oldest first: an edge is decided before its users
        for edge in node.edges():
            if edge in needed:
                needed.add(node)
                break
    return needed, False
