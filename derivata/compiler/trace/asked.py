"""What a traced function asks of values, as `if loss > 0` does: programs compare the answers with the trace's."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from ...autograd.tracer import tracer
from ...runtime.tensors.tensor import Tensor
from ..graph.graph import ASKED, Call
from ..refusal import CannotCompile

if TYPE_CHECKING:
    from .listener import Listener

MOST = 64  # answers in a program
_HOW = {"__bool__": "bool", "__int__": "int", "__index__": "int"}
INSTEAD = "write derivata.where(condition, a, b), or leave this part of the function out of what is compiled"


def asking(name: str) -> Callable[..., Any]:
    """Return the method of stand-ins that answers a question for a number."""

    def method(self: Tensor) -> Any:
        listener: Any = tracer()
        kind = self._array.dtype.kind
        if self._array.size != 1 or (name == "__index__" and kind not in "biu"):
            return getattr(Tensor, name)(self)  # an error
        how = _HOW.get(name) or {"b": "bool", "i": "int", "u": "int"}.get(kind)
        if listener is None or listener.answers is None or how is None:
            more = "; without fullgraph, truth values and whole numbers may be asked for" if how else ""
            raise CannotCompile(
                f"{name} of a tensor asks for its numbers, which are others at the next call; {INSTEAD}{more}"
            )
        return _answer(listener, self, how)

    return method


def _answer(listener: Listener, tensor: Tensor, how: str) -> bool | int:
    """Return the answer to a question, and write down that programs compare it.

    Where the function is traced at other sizes it goes the same way, whatever the numbers there.
    """
    answers: Any = listener.answers
    value = listener.known(tensor)
    if listener.effects.reads_what_changed([tensor]):
        listener.refuse(
            "asking for what a step or a layer has written before cannot be part of a compiled function"
        )
    if len(answers) == MOST:
        listener.refuse(
            f"it asks for numbers of tensors more than {MOST} times; compile what is inside of its loop"
        )
    answer: bool | int = _CONVERSIONS[how](tensor._array.item())
    if listener.given is not None:
        if len(answers) == len(listener.given):
            listener.refuse("it asks for more numbers")
        answer = listener.given[len(answers)]
    arguments = {"self": value, "how": how, "number": len(answers), "answer": repr(answer)}
    listener.calls.append(Call(ASKED, arguments, (listener.new(np.empty((), np.bool_)),)))
    answers.append(answer)
    return answer


_CONVERSIONS: dict[str, Callable[[Any], Any]] = {"bool": bool, "int": int}
