"""Layout of a graph: boxes in layers, with few crossings.

The result is in layer 0 and everything else one layer before the earliest of its consumers. An edge that
skips layers passes through a point in each, so that it does not run across boxes. Within a layer, everything
is ordered by the mean position of its neighbours, in a few sweeps up and down.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import pairwise
from statistics import fmean

from .graph import Graph

SWEEPS = 8


@dataclass(frozen=True)
class Layout:
    """Layers of numbers, and for every edge the numbers on its way. Those beyond the vertices are points."""

    layers: list[list[int]]
    paths: list[list[int]]


def lay_out(graph: Graph) -> Layout:
    """Put every vertex, and every point that a long edge passes, into a layer and an order."""
    layer_of = dict(enumerate(layers_from_result(graph)))
    paths = []
    for source, target in graph.edges:
        points = range(len(layer_of), len(layer_of) + layer_of[source] - layer_of[target] - 1)
        layer_of.update(zip(points, range(layer_of[source] - 1, layer_of[target], -1), strict=True))
        paths.append([source, *points, target])
    layers: list[list[int]] = [[] for _ in range(max(layer_of.values()) + 1)]
    for number, layer in layer_of.items():
        layers[layer].append(number)
    return Layout(ordered(layers, paths), paths)


def layers_from_result(graph: Graph) -> list[int]:
    """Return for every vertex the length of the longest way to the result."""
    inputs: dict[int, list[int]] = defaultdict(list)
    consumers = [0] * len(graph.vertices)
    for source, target in graph.edges:
        inputs[target].append(source)
        consumers[source] += 1
    layer, ready = [0] * len(graph.vertices), [0]
    while ready:
        target = ready.pop()
        for source in inputs[target]:
            layer[source] = max(layer[source], layer[target] + 1)
            consumers[source] -= 1
            if not consumers[source]:
                ready.append(source)
    return layer


def ordered(layers: list[list[int]], paths: list[list[int]]) -> list[list[int]]:
    """Order each layer by the mean position of the neighbours in the next layer, then in the last one."""
    above: dict[int, list[int]] = defaultdict(list)
    below: dict[int, list[int]] = defaultdict(list)
    for path in paths:
        for upper, lower in pairwise(path):
            above[lower].append(upper)
            below[upper].append(lower)
    place = {number: position - len(layer) / 2 for layer in layers for position, number in enumerate(layer)}
    for sweep in range(SWEEPS):
        neighbours, sequence = (below, layers) if sweep % 2 == 0 else (above, layers[::-1])
        for layer in sequence:
            wanted = {number: mean_place(number, neighbours[number], place) for number in layer}
            layer.sort(key=wanted.__getitem__)
            place.update({number: position - len(layer) / 2 for position, number in enumerate(layer)})
    return layers


def mean_place(number: int, neighbours: list[int], place: dict[int, float]) -> float:
    """Return the mean position of the neighbours, or the number's own place when it has none."""
    return fmean(place[other] for other in neighbours) if neighbours else place[number]
