"""What a traced function asks of values, as `if loss > 0` does: programs compare the answers with the trace's."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from ...autograd.tracer import tracer
from ...runtime.tensors.tensor import Tensor
from ..graph.graph import ASKED, Call, Value
from ..refusal import CannotCompile

if TYPE_CHECKING:
    from .listener import Listener

Answer = bool | int
MOST = 64  # answers in a program
INSTEAD = "write derivata.where(condition, a, b), or leave this part of the function out of what is compiled"
NUMBERS = (
    "numbers of tensors, .item() and float(), may be returned, compared, computed with by Python, and combined with "
    "tensors of floats: give ops the tensor itself"
)
_HOW = {"__float__": "float", "__bool__": "bool", "__int__": "int", "__index__": "int"}


@dataclass
class Questions:
    """What a function asks for while it is traced.

    Attributes
    ----------
    answers : list
        In the order of the function.
    given : sequence or None
        The answers of another trace, which are told instead of those at other sizes.
    eager : bool
        Whether whole numbers are asked for where the function gets them, and not where it needs them.
    handed : mapping
        The numbers of values that programs of other ways take over where they go on, by the answers before. If there
        are any, loops end at questions.
    waits, reads : bool
        Whether it got some that it may not have needed; whether it got any number that is not asked for.
    """

    given: Sequence[Answer] | None = None
    eager: bool = False
    handed: Mapping[tuple[Answer, ...], Collection[int]] = field(default_factory=dict)
    answers: list[Answer] = field(default_factory=list)
    waits: bool = False
    reads: bool = False


def asking(name: str) -> Callable[..., Any]:
    """Return the method of stand-ins that answers a question for a number."""

    def method(self: Tensor) -> Any:
        listener: Any = tracer()
        kind = self._array.dtype.kind
        if self._array.size != 1 or (name == "__index__" and kind not in "biu"):
            return getattr(Tensor, name)(self)  # an error
        how = _HOW.get(name) or {"b": "bool", "i": "int", "u": "int", "f": "float"}.get(kind)
        if listener is None or listener.questions is None or how is None:
            more = "" if how is None else "; without fullgraph, some numbers may be asked for"
            refuse(
                listener,
                f"{name} of a tensor asks for its numbers, which are others at the next call; {INSTEAD}{more}",
            )
        values = (listener.known(self),)
        if listener.effects.reads_what_changed([self]):
            listener.refuse(
                "asking for what a step or a layer has written before cannot be part of a compiled function"
            )
        number = _CONVERSIONS[how](self._array.item())
        if how == "float" or (name == "item" and how == "int" and not listener.questions.eager):
            from .readings import Reading  # not at the top: they ask as well

            listener.questions.reads = True
            listener.questions.waits |= how == "int"
            return Reading(listener, values, f"{how}({{0}})", number)
        return answer(listener, values, f"{how}({{0}})", number)

    return method


def refuse(listener: Any, why: str) -> NoReturn:
    """Raise, also if somebody catches that."""
    if listener is not None:
        listener.refuse(why)
    raise CannotCompile(why)


def answer(listener: Listener, values: tuple[Value, ...], text: str, number: Answer) -> Answer:
    """Return what a text about values is, and write down that programs compare it.

    Where the function is traced at other sizes it goes the same way, whatever the numbers there.
    """
    questions = listener.questions
    if questions is None:
        raise CannotCompile(
            f"a number of a tensor is asked for, which is another one at the next call; {INSTEAD}"
        )
    place = len(questions.answers)
    if place == MOST:
        listener.refuse(
            f"it asks for numbers of tensors more than {MOST} times; compile what is inside of its loop"
        )
    if questions.given is not None:
        if place == len(questions.given):
            listener.refuse("it asks for more numbers")
        number = questions.given[place]
    arguments = {"values": values, "text": text, "number": place, "answer": repr(number)}
    wanted = questions.handed.get(tuple(questions.answers), ())
    if questions.handed:
        known = dict.fromkeys(out for call in listener.calls for out in call.outs)
        arguments["handed"] = tuple([value for value in known if value.number in wanted])
    listener.calls.append(Call(ASKED, arguments, (listener.new(np.empty((), np.bool_)),)))
    questions.answers.append(number)
    return number


_CONVERSIONS: dict[str, Callable[[Any], Any]] = {"bool": bool, "int": int, "float": float}
