"""Hears the ops of a traced function, and writes down a graph of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any, NoReturn

import numpy as np

from ...arrays.random import Generator
from ...autograd.tracer import Tracer
from ...runtime.graph.node import Node
from ...runtime.graph.port import Port
from ...runtime.graph.tensor_base import wrap
from ...runtime.modes.grad_mode import is_grad_enabled, recording
from ...runtime.tensors.tensor import Tensor
from ..graph.functions import Held
from ..graph.graph import Call, Hidden, Value, values_in
from ..refusal import CannotCompile
from ..vocabulary import is_number, is_op, is_random
from .asked import Questions
from .effects import Effects
from .made import hear_made
from .numbers import as_tensor
from .passes import hear_pass
from .sizes import Sizes, plain
from .stand_ins import StandIn, copy_of, stand_in
from .writes import Writes

READS_CHANGED = (
    "reading what a step or a layer has written before cannot be part of a compiled function; compile what is before "
    "that, as one step of training, as a function of its own"
)
_OF_SHAPE = frozenset({"_setitem_", "_clear_index"})
"""Ops by an index whose results have the shape of their argument, also if the index is a mask."""


@cache
def hidden_names(node: type[Node]) -> list[str]:
    """Return the names of slots that count writes to what only a node knows of its op's results."""
    return [name for name in getattr(node, "__slots__", ()) if name.startswith("counter__")]


class Listener(Tracer):
    """Writes down the calls of ops.

    Attributes
    ----------
    calls : list of Call
    inputs, originals, stand_ins : list
        The values of inputs, the tensors themselves, and what stands for them.
    effects : Effects
        What the function leaves behind besides results.
    draws : bool
        Whether random numbers were drawn.
    generators : dict
        Where they may come from, and the states before.
    in_pass, passes : bool, int
        Whether a backward pass runs, and how many have begun.
    on_copies : bool
        Whether stand-ins have memory of their own, so that they can be written.
    sizes : Sizes or None
        What the function does with sizes, if these may be others at the next call.
    by_identity : bool
        Whether it matters which tensors are the same one: gradients towards them are taken.
    ends, passed : set of int
        The inputs that `autograd.grad` was asked for, and those that its passes come to.
    has_leaves : bool
        Whether the function has made tensors that require grad.
    gradients : set of int
        The ids of arrays that are gradients which the function has taken.
    released : set of Node
        Nodes that a backward pass has used up.
    questions : Questions or None
        What the function asks for; None while it may not.
    handles : bool
        Whether there are handlers of errors in its code, which may be those of ops.
    """

    def __init__(self, on_copies: bool = False, sizes: Sizes | None = None) -> None:
        self.on_copies, self._paused, self.sizes = on_copies, False, sizes
        self.effects = Effects(self)
        self._writes = Writes(self)
        self.ends: set[int] = set()
        self.passed: set[int] = set()
        self.gradients: set[int] = set()
        self.released: set[Node] = set()
        self.generators: dict[Generator, Any] = {}
        self.by_identity = self.draws = self.handles = self.has_leaves = False
        self.questions: Questions | None = None
        self.calls: list[Call] = []
        self.inputs: list[Value] = []
        self.originals: list[Tensor] = []
        self.stand_ins: list[Tensor] = []
        self.refused: CannotCompile | None = None
        self.numbers: set[Value] = set()  # inputs that are numbers for the function
        self._count = 0
        self._values: dict[int, Value] = {}
        self._unknown: set[int] = set()
        self._alive: list[Any] = []  # so that no other object gets the same id
        self._records, self.in_pass, self.passes = recording(), False, 0
        self._latest: Call | None = None
        self._target: Any = None  # the first argument of the latest call
        self._result: Any = None  # the value of its result
        self._node: Any = None

    def stand_in(self, tensor: Tensor) -> Tensor:
        """Return what stands for a tensor, the next one of the inputs."""
        copy = copy_of(tensor, self.on_copies, self.sizes is not None)
        self.originals.append(tensor)
        self.stand_ins.append(copy)
        self.inputs.append(self.new(copy._array))
        self._watch(copy)
        if self.on_copies and (
            np.may_share_memory(copy._array, tensor._array) or not tensor._array.flags.writeable
        ):
            self._writes.share(copy._counter)
        return copy

    def shape(self, tensor: Tensor) -> tuple[Any, ...]:
        """Return the sizes of a tensor as the function sees them."""
        value = self._values.get(id(tensor._array))
        if self.sizes is None:
            return tensor._shape
        if value is None:
            self.refuse("nothing is known of where a tensor is from whose size is read")
        return self.sizes.shape(value.number, tensor._shape)

    def number(self, number: float, dtype: np.dtype[Any]) -> Tensor:
        """Return what stands for a number, the next one of the inputs."""
        found = self.stand_in(as_tensor(number, dtype))
        self.numbers.add(self.inputs[-1])
        return found

    def generator(self, generator: Generator) -> Generator:
        """Return a source of random numbers; the trace ends by giving it back its state."""
        self.generators.setdefault(generator, generator.get_state())
        return generator

    def new(self, array: Any, content: Any = None) -> Value:
        """Return the value that an array stands for from now on."""
        value = Value(self._count, array.shape, array.dtype, content)
        self._count += 1
        self._values[id(array)] = value
        self._alive.append(array)
        return value

    def value(self, tensor: Tensor) -> Value | None:
        """Return the value of a tensor; None if it is not from here."""
        array = tensor._array
        self._writes.refreshed(array)
        found = self._values.get(id(array))
        if found is None and not array.ndim and tensor._edge is None and id(array) not in self._unknown:
            found = self.new(array, array[()])  # of a number of Python, of which an op has made a tensor
        return found

    def leave_unknown(self, array: Any) -> None:
        """Note an array that is made of other things than numbers of Python: where it is read, that is refused."""
        self._unknown.add(id(array))
        self._alive.append(array)

    def knows(self, tensor: Tensor) -> bool:
        """Tell whether a tensor is a value of the function."""
        return id(tensor._array) in self._values

    def known(self, tensor: Tensor) -> Value:
        """Return the value of a tensor, which is no number of the function itself."""
        self._writes.refreshed(tensor._array)
        found = self._values.get(id(tensor._array))
        if found is None or found in self.numbers:
            self.refuse("nothing is known of where a tensor is from whose numbers are asked for")
        return found

    def on_call(self, op: str, outs: Sequence[Tensor], arguments: Mapping[str, Any]) -> None:
        """Write down a call."""
        if self._paused or (outs and self._writes.pending):  # a write gives views their history
            return
        self.draws |= is_random(op)
        if not outs:
            self._writes.end(op, arguments)
            return
        if not is_op(op):
            self.refuse(f"{op.strip('_')} cannot be part of a compiled function")
        read = {name: self.argument(op, name, argument) for name, argument in arguments.items()}
        self._writes.check_read(_tensors_in(arguments.values()))
        if self.numbers:
            self._check_numbers(tuple(values_in(read.values())))
        if self.effects.changed and self.effects.reads_what_changed([*_tensors_in(arguments.values())]):
            self.refuse(READS_CHANGED)
        if len(outs) == 1 and self._values.get(id(outs[0]._array)) in tuple(values_in(read.values())):
            self._stand_in(outs[0])  # an argument itself: nothing was to do
            self._target = None
            return
        if op == "one_hot" and read["num_classes"] < 0:
            self.refuse("one_hot: its result is as long as the largest number requires; give num_classes")
        values = tuple([self.new(out._array) for out in outs])
        for out in outs:
            self._watch(self._stand_in(out))
        hidden, more = self._hidden(op, outs, arguments)
        self._latest = Call(op, read, values + more, hidden)
        self.calls.append(self._latest)
        self._node = outs[0]._edge
        self.end_history(outs, arguments)
        self._result = self._values[id(outs[0]._array)]
        target = arguments.get("self")
        self._target = target._array if isinstance(target, Tensor) else None

    @property
    def unrecorded(self) -> bool:
        """Whether the function has switched off that ops are recorded, or a backward pass has."""
        return self._records and not is_grad_enabled()

    def end_history(self, outs: Sequence[Tensor], arguments: Mapping[str, Any]) -> None:
        """Write down that results have no history, which matters where the function is recorded again."""
        if (
            self.unrecorded
            and not self.in_pass
            and any(tensor._edge is not None for tensor in _tensors_in(arguments.values()))
        ):
            for out in outs:
                value = self._values[id(out._array)]
                self.calls.append(Call("detach", {"self": value}, (self.new(out._array),)))

    def on_entry(self, tensor: Tensor, data: Any) -> None:
        """Write down a tensor that is made, of numbers or at random."""
        self.has_leaves |= tensor.requires_grad
        hear_made(self, tensor, data)

    def add(self, call: Call, out: Tensor) -> None:
        """Write down a call with one result, which nothing else refers to."""
        self.calls.append(call)
        self._node = self._target = None
        if not isinstance(out, StandIn):
            self._watch(self._stand_in(out))

    def _stand_in(self, tensor: Tensor) -> Tensor:
        return stand_in(tensor, self.sizes is not None)

    def copied(self, tensor: Tensor) -> Tensor:
        """Return a tensor with the value of another one, in memory of its own."""
        copy = self._stand_in(wrap(tensor._array.copy()))
        value = self.value(tensor)
        if value is None or value.is_constant:
            self.refuse("nothing is known of where a gradient is from")
        self._values[id(copy._array)] = value
        self._alive.append(copy._array)
        self._watch(copy)
        return copy

    def _watch(self, tensor: Tensor) -> None:
        """Remember whose memory a tensor is on."""
        self._writes.watch(tensor)
        self._alive.append(tensor._counter)

    def value_of(self, array: Any) -> Value:
        """Return the value of an array that is known."""
        return self._values[id(array)]

    def assign(self, array: Any, value: Value) -> None:
        """Let an array stand for a value."""
        self._values[id(array)] = value

    def number_of(self, array: Any) -> int | None:
        """Return the number of the input that an array stands for."""
        return next((n for n, one in enumerate(self.stand_ins) if one._array is array), None)

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Context in which nothing is heard."""
        self._paused = True
        try:
            yield
        finally:
            self._paused = False

    def on_pass(self, run: Any, *details: Any) -> None:
        """Run a backward pass."""
        hear_pass(self, run, *details)

    def _index(self, op: str, index: Any) -> Value:
        """Return the value of an index that is a tensor.

        What a mask selects has a length that depends on its numbers, and what a single number selects is a view.
        """
        self._writes.refreshed(index)
        found = self._values.get(id(index))
        if found is None or not index.ndim or (index.dtype.kind == "b" and op not in _OF_SHAPE):
            kind = (
                "mask" if index.dtype.kind == "b" else "tensor" if index.ndim else "tensor without dimensions"
            )
            self.refuse(f"an index that is a {kind} cannot be part of a compiled function")
        if self.effects.reads_what_changed([wrap(index)]):
            self.refuse(READS_CHANGED)
        return found

    def _hidden(
        self, op: str, outs: Sequence[Tensor], arguments: Mapping[str, Any]
    ) -> tuple[Hidden | None, tuple[Value, ...]]:
        """Return what a call gives to its gradient only."""
        edge: Any = outs[0]._edge
        node: Any = edge.node if isinstance(edge, Port) else edge
        if node is None or node.op != op:
            return None, ()
        names = [name[len("counter_") :] for name in hidden_names(node.__class__)]
        arrays = [getattr(node, f"saved_{name}", None) for name in names]
        fresh = [isinstance(array, np.ndarray) and id(array) not in self._values for array in arrays]
        if not names or not all(fresh):
            return None, ()
        recorded = [
            name for name, argument in arguments.items() if isinstance(argument, Tensor) and argument._edge
        ]
        return Hidden(tuple(names), tuple(recorded)), tuple(map(self.new, arrays))

    def _check_numbers(self, read: Sequence[Value]) -> None:
        """Refuse what Python would compute, of numbers alone, and what has another dtype than with a number."""
        dtypes = {value.dtype for value in read if value in self.numbers}
        tensors = {value.dtype for value in read if value not in self.numbers and not value.is_constant}
        if not dtypes <= tensors:
            self.refuse("it computes with a number, which is a tensor here")

    def on_change(self, change: Any, target: Tensor, value: Tensor | None) -> None:
        """Note a write that the program makes at its end."""
        self.effects.change(change, target, value)

    def on_exit(self, how: str, source: Tensor, out: Any) -> None:
        """Write down that values lose their history, which matters where the function is recorded again."""
        value = self.value(source)
        if how != ".detach()" or value is None:
            self.refuse(f"{how} cannot be part of a compiled function")
        self._writes.share(source._counter)
        given = id(source._array) in self.gradients
        out._array = out._array.view()
        self.calls.append(Call("detach", {"self": value}, (self.new(self._stand_in(out)._array),)))
        if given:
            self.gradients.add(id(out._array))

    def on_write(self, counter: Any) -> None:
        """Let a tensor stand for another value: that of the op whose in-place form is writing."""
        if self._paused:
            return
        array, call = self._target, self._latest
        old = self._values.get(id(array))
        if old is None or call is None or not _writes(call, counter.writer, old):
            self._writes.begin(counter)
            return
        self._target = None
        self._writes.write(counter, array, self._result)
        node: Any = self._node
        for name in () if node is None else node.target[0].saved_names:
            saved = getattr(node.target[0], f"saved_{name}", None)
            if (
                isinstance(saved, Tensor) and id(saved._array) not in self._values
            ):  # a copy from before the write
                self._values[id(saved._array)] = old
                self._alive.append(saved._array)

    def finish(self) -> None:
        """End the function."""
        if self._writes.pending is not None:
            self.refuse(f"{self._writes.pending[1]} to memory cannot be part of a compiled function")
        self.effects.finish()

    def close(self) -> None:
        """Give up all that was heard, the parts of which refer to each other: so the memory of tensors is free."""
        vars(self).clear()
        self._paused = True

    def refuse(self, why: str) -> NoReturn:
        """Raise, and remember it if somebody catches that."""
        self.refused = self.refused or CannotCompile(why)
        raise self.refused

    def argument(self, op: str, name: str, argument: Any) -> Any:
        """Return an argument of an op with values in place of tensors."""
        argument = plain(argument) if self.sizes is not None else argument
        if isinstance(argument, Tensor):
            value = self.value(argument)
            if value is None:
                self.refuse(f"{op.strip('_')}: nothing is known of where its argument {name} is from")
            return value
        if isinstance(argument, tuple | list):
            return type(argument)([self.argument(op, name, part) for part in argument])
        if name == "index" and isinstance(argument, np.ndarray):
            return self._index(op, argument)
        if isinstance(argument, Generator):
            return Held(argument)
        if not is_number(argument):
            self.refuse(f"{op.strip('_')}: its argument {name} is a {type(argument).__name__}")
        return argument


def _writes(call: Call, writer: str, old: Value) -> bool:
    """Tell whether a call computes what its in-place form, which is writing, puts in place of a value."""
    new = call.outs[0]
    return (
        f"{call.op}_" == writer
        and call.arguments.get("self") is old
        and (new.shape, new.dtype) == (old.shape, old.dtype)
    )


def _tensors_in(arguments: Iterable[Any]) -> Iterator[Tensor]:
    for argument in arguments:
        if isinstance(argument, Tensor):
            yield argument
        elif isinstance(argument, tuple | list):
            yield from _tensors_in(argument)
