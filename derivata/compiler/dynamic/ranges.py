"""For which sizes a program is a good one: so are those that it was made for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import prod

from ..graph.dimensions import Whole
from ..graph.graph import Shape
from ..graph.simplify import SUMMED
from ..program.fuse import SUMS
from ..program.partition import memory_of
from ..refusal import CannotCompile
from ..trace.trace import Traced
from ..traced_program import Program

LARGER = 1 << 10


def check_memory(traced: Traced) -> None:
    """Raise if a result may be a view at other sizes: `reshape` copies or not, as memory lies."""
    owners = memory_of(traced.forward, traced.forward.outputs[: traced.count])
    if len({*owners}) < len(owners) or not {*owners}.isdisjoint(traced.forward.inputs):
        raise CannotCompile("a result may be a view of an argument, or of another result, at other sizes")


def where_sums_are_alike(traced: Traced) -> Iterator[str]:
    """Yield conditions by which loops end in sums, or none does, as at the lengths of the trace."""
    graphs = [traced.forward] if traced.backward is None else [traced.forward, traced.backward]
    for call in [call for graph in graphs for call in graph.calls if call.op in SUMS]:
        shape = call.reads[0].shape
        if any(isinstance(length, Whole) for length in shape):
            yield f"{_product(shape)} {'<' if prod(shape) < SUMMED else '>='} {SUMMED}"


def where_it_gains(program: Program, lengths: Mapping[str, int]) -> Iterator[str]:
    """Yield conditions by which a program takes less time than the function op by op, as it does at these lengths."""
    if not program.gains():
        return
    if not program.gains({name: length * LARGER for name, length in lengths.items()}):
        raise CannotCompile("a program for all sizes takes longer at large ones")
    least = dict(lengths)
    while max(least.values()) > 2:
        less = {name: max(2, length // 2) for name, length in least.items()}
        if not program.gains(less):
            break
        least = less
    yield from [f"{name} >= {length}" for name, length in least.items() if length > 2]


def _product(shape: Shape) -> str:
    whole = [repr(length) for length in shape if isinstance(length, Whole)]
    factor = prod([length for length in shape if not isinstance(length, Whole)])
    return " * ".join([*whole, str(factor)] if factor > 1 else whole)
