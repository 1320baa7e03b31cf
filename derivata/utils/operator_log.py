"""The ops of a checkpointed call and of its repetition, with the lines that called them (``debug=True``)."""

import traceback
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, NamedTuple

from ..runtime.modes.observers import Observer, observing
from ..runtime.tensors.tensor import Tensor

_ROOT = __name__.partition(".")[0]


class _Call(NamedTuple):
    text: str
    stack: str


class Log:
    """What was called the first time, and again."""

    def __init__(self) -> None:
        self._first: list[_Call] = []
        self._again: list[_Call] = []

    def of_call(self) -> AbstractContextManager[Any]:
        """Return a context that logs the first call."""
        return observing(_CallsTo(self._first))

    def of_repetition(self) -> AbstractContextManager[Any]:
        """Return a context that logs the repetition."""
        self._again = []
        return observing(_CallsTo(self._again))

    def text(self) -> str:
        """Return the stacks of all ops, and then their names: the end of an error message is what people see."""
        return "\n".join(
            [
                "\n1. Stack traces of the operators that ran in the original forward\n",
                *_stacks(self._first, "original"),
                "\n2. Stack traces of the operators that ran during recomputation\n",
                *_stacks(self._again, "recompute"),
                "\n3. Log of operators in the original forward and recomputation",
                "Operations executed during the original forward:\n",
                *[call.text for call in self._first],
                "\nOperations executed during recomputation:\n",
                *[call.text for call in self._again],
            ]
        )


class _CallsTo(Observer):
    """Appends calls to a list."""

    def __init__(self, calls: list[_Call]) -> None:
        self._calls = calls

    def on_call(self, op: str, outs: Sequence[Tensor], arguments: Mapping[str, Any]) -> None:
        """Append a call."""
        given = ", ".join(_brief(value) for value in arguments.values())
        results = ", ".join(_brief(out) for out in outs)
        self._calls.append(_Call(f"{op}({given})" + (f" -> {results}" if results else ""), _stack()))


def _stack() -> str:
    """Return the lines of the user's code, innermost last."""
    frames = [frame for frame in traceback.extract_stack() if not _is_ours(frame.filename)]
    return "".join(traceback.format_list(frames))


def _is_ours(filename: str) -> bool:
    return any(
        f"/{_ROOT}/{part}/" in filename.replace("\\", "/") for part in ("utils", "runtime", "generated")
    )


def _stacks(calls: Sequence[_Call], label: str) -> Iterable[str]:
    for number, call in enumerate(calls, 1):
        yield f"{call.text}   ({number} of {len(calls)} in {label})\n{call.stack}"


def _brief(value: Any) -> str:
    if isinstance(value, Tensor):
        return f"{value.dtype}[{', '.join(map(str, value.shape))}]"
    if isinstance(value, list | tuple) and any(isinstance(item, Tensor) for item in value):
        return f"[{', '.join(map(_brief, value))}]"
    return repr(value)
