"""The rest of a program: from a question on, with what another program has computed before it gave way there.

The function is the same up to the question, so both programs have its values by the same names. The rest is the lines
behind the question. Where the other program has not in memory all that they read, the program runs from its start.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from ..runtime.tensors.tensor import Tensor
from .dynamic.generalize import same
from .graph.graph import Call, Graph, Value
from .text import run_text

if TYPE_CHECKING:
    from .traced_program import Program


class Rest(NamedTuple):
    """The lines behind a question.

    Attributes
    ----------
    function : function
        Takes what the other one has there, by names, and arrays and sizes as the program does.
    inputs : int
        How many inputs were read before the question.
    """

    function: Callable[..., list[Any]]
    inputs: int

    def suits(self, tensors: Sequence[Tensor], others: Sequence[Tensor]) -> bool:
        """Tell whether both programs have been given the same until then; numbers are made tensors for each."""
        for one, other in zip(tensors[: self.inputs], others[: self.inputs], strict=True):
            if one is not other and (one._shape or one._array.tobytes() != other._array.tobytes()):
                return False
        return True


def rest_of(program: Program, other: Program, number: int) -> Rest | None:
    """Return the rest of a program from a question on, where another one gives way there; None if that lacks values."""
    if program.answers[:number] != other.answers[:number] or number >= len(program.answers):
        return None
    ours, theirs = program.forward.questions[number], other.forward.questions[number]
    graph, values = _before(program.graph, number), _before(other.graph, number)
    if program.sizes != other.sizes or ours.drawn != theirs.drawn or not same(graph, values):
        return None
    known = {value.name[1:] for value in _values(graph)}
    here = {name for name in theirs.here if name[1:] in known}
    if not {name[1:] for name in here}.issuperset([name[1:] for name in ours.needed]):
        return None
    head, *lines = program.forward.text.splitlines()
    taken = [f"    {name} = {_taken(name, here)}" for name in ours.needed]
    lines = [head.replace("(", "(here, ", 1), *taken, "    here.clear()", *lines[ours.line - 1 :]]
    names = dict(program.forward.__globals__)  # type: ignore[attr-defined]
    return Rest(run_text("forward", "\n".join(lines) + "\n", names), len(graph.inputs))


def _taken(name: str, here: Iterable[str]) -> str:
    """Return the text of a value as an array or as a tensor, as its name says."""
    if name in here:
        return f"here[{name!r}]"
    return f"here['t{name[1:]}']._array" if name[0] == "v" else f"tensor(here['v{name[1:]}'])"


def _before(graph: Graph, number: int) -> Graph:
    """Return what a function does up to a question, whatever the answer."""
    places = [place for place, call in enumerate(graph.calls) if call.asks]
    calls = graph.calls[: places[number] + 1]
    made = calls[-1].outs[0].number
    inputs = [value for value in graph.inputs if value.number < made]
    return Graph(inputs, [_unanswered(call) for call in calls], [])


def _unanswered(call: Call) -> Call:
    if not call.asks:
        return call
    return replace(call, arguments={name: call.arguments[name] for name in ("values", "text")})


def _values(graph: Graph) -> Iterator[Value]:
    yield from graph.inputs
    for call in graph.calls:
        yield from call.outs
