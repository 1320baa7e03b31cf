"""Runs a function once, on stand-ins for its tensors, and listens to the ops that it and its backward pass call."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NoReturn

import numpy as np

from ..autograd.call_arguments import edge_of_input, roots_of_call
from ..autograd.start_pass import first_buffers, start_pass
from ..nn.parameter import Parameter
from ..runtime.engine.engine import find_needed
from ..runtime.graph.node import Node
from ..runtime.graph.port import Port
from ..runtime.graph.tensor_base import make, wrap
from ..runtime.graph.versions import shared_counter
from ..runtime.modes.observers import Observer, observing
from ..runtime.tensors.tensor import Tensor
from .graph import Call, Graph, Hidden, Value, values_in
from .numbers import as_tensor
from .refusal import CannotCompile
from .vocabulary import is_number, is_op


class StandIn(Tensor):
    """A tensor whose numbers nobody may look at: another call will have others."""

    __slots__ = ()


class StandInParameter(Parameter):
    """The same of a parameter, which modules know by its class."""

    __slots__ = ()


def _refusing(name: str) -> Callable[..., NoReturn]:
    def refuse(self: Tensor, *args: Any, **kwargs: Any) -> NoReturn:
        raise CannotCompile(
            f"{name} of a tensor asks for its numbers, which are others at the next call; write "
            "derivata.where(condition, a, b), or leave this part of the function out of what is compiled"
        )

    return refuse


for _name in (
    *(
        "__bool__",
        "__int__",
        "__float__",
        "__index__",
        "__complex__",
        "__contains__",
        "__format__",
        "__repr__",
    ),
    *(
        "__str__",
        "__array__",
        "__array_ufunc__",
        "__array_function__",
        "__dlpack__",
        "__hash__",
        "__reduce_ex__",
    ),
    *("__deepcopy__", "__round__", "item", "numpy", "tolist"),
):
    setattr(StandIn, _name, _refusing(_name))
    setattr(StandInParameter, _name, _refusing(_name))


@cache
def hidden_names(node: type[Node]) -> list[str]:
    """Return the names of slots that count writes to what only a node knows of its op's results."""
    return [name for name in getattr(node, "__slots__", ()) if name.startswith("counter__")]


def stand_in(tensor: Tensor) -> Tensor:
    """Turn a tensor that nobody else knows into a stand-in, of which each write is heard."""
    tensor.__class__ = StandIn
    shared_counter(tensor)
    return tensor


class Listener(Observer):
    """Writes down the calls of ops."""

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self.inputs: list[Value] = []
        self.originals: list[Tensor] = []
        self.stand_ins: list[Tensor] = []
        self.refused: CannotCompile | None = None
        self.numbers: set[Value] = set()  # inputs that are numbers for the function
        self._count = 0
        self._values: dict[int, Value] = {}
        self._alive: list[Any] = []  # so that no other array gets the same id

    def stand_in(self, tensor: Tensor) -> Tensor:
        """Return what stands for a tensor, the next one of the inputs."""
        copy = _copy_of(tensor)
        self.originals.append(tensor)
        self.stand_ins.append(copy)
        self.inputs.append(self.new(copy._array))
        return copy

    def number(self, number: float, dtype: np.dtype[Any]) -> Tensor:
        """Return what stands for a number, the next one of the inputs."""
        found = self.stand_in(as_tensor(number, dtype))
        self.numbers.add(self.inputs[-1])
        return found

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
        found = self._values.get(id(array))
        if found is None and not array.ndim and tensor._edge is None:  # ops turn Python numbers into tensors
            found = self.new(array, array[()])
        return found

    def on_call(self, op: str, outs: Sequence[Tensor], arguments: Mapping[str, Any]) -> None:
        """Write down a call."""
        if not is_op(op) or not outs:
            self.refuse(f"{op.strip('_')} cannot be part of a compiled function")
        read = {name: self._argument(op, name, argument) for name, argument in arguments.items()}
        if self.numbers:
            self._check_numbers(tuple(values_in(read.values())))
        if len(outs) == 1 and self._values.get(id(outs[0]._array)) in tuple(values_in(read.values())):
            stand_in(outs[0])  # an argument itself: nothing was to do
            return
        if op == "_getitem" and next(values_in([read["index"]]), None) is not None:
            self.refuse("an index that is a tensor cannot be part of a compiled function")
        values = tuple([self.new(out._array) for out in outs])
        for out in outs:
            stand_in(out)
        hidden, more = self._hidden(op, outs, arguments)
        self.calls.append(Call(op, read, values + more, hidden))

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

    def on_exit(self, how: str, source: Tensor, out: Any) -> None:
        """Write down that values lose their history, which matters where the function is recorded again."""
        value = self.value(source)
        if how != ".detach()" or value is None:
            self.refuse(f"{how} cannot be part of a compiled function")
        out._array = out._array.view()
        self.calls.append(Call("detach", {"self": value}, (self.new(stand_in(out)._array),)))

    def on_write(self, counter: Any) -> None:
        """Refuse to write."""
        self.refuse("writing to tensors cannot be part of a compiled function; compute new ones")

    def refuse(self, why: str) -> NoReturn:
        """Raise, and remember it if somebody catches that."""
        self.refused = self.refused or CannotCompile(why)
        raise self.refused

    def _argument(self, op: str, name: str, argument: Any) -> Any:
        if isinstance(argument, Tensor):
            value = self.value(argument)
            if value is None:
                self.refuse(f"{op.strip('_')}: nothing is known of where its argument {name} is from")
            return value
        if isinstance(argument, tuple | list):
            return type(argument)([self._argument(op, name, part) for part in argument])
        if op in ("getitem", "_getitem") and isinstance(argument, np.ndarray):
            self.refuse("an index that is a tensor cannot be part of a compiled function")
        if not is_number(argument):
            self.refuse(f"{op.strip('_')}: its argument {name} is a {type(argument).__name__}")
        return argument


@dataclass(frozen=True)
class Traced:
    """What was heard: the function's graph, and that of its gradients.

    Attributes
    ----------
    forward : Graph
        Its outputs are the tensors that the function returned.
    backward : Graph, or None
        Its first inputs are those of `forward`, its last ones the gradients of `differentiable` outputs; its outputs
        are the gradients of `wanted` inputs. Its calls follow those of `forward`.
    result : object
        What the function returned, with `Hole` in place of tensors.
    """

    forward: Graph
    backward: Graph | None
    differentiable: tuple[int, ...]
    wanted: tuple[int, ...]
    unused: tuple[int, ...]
    result: Any


def trace(call: Callable[[Listener], tuple[Any, list[Tensor]]]) -> Traced:
    """Return what is heard of a call; it returns its result, and the tensors in it.

    It is given the listener, of which it gets the stand-ins of its tensors: the inputs, in this order.
    """
    listener = Listener()
    stand_ins, inputs = listener.stand_ins, listener.inputs
    with observing(listener):
        result, outs = call(listener)
        if listener.refused is not None:
            raise listener.refused
        outputs = [listener.value(out) for out in outs]
        _check_outputs(outs, outputs, stand_ins)
        forward = Graph(inputs, listener.calls, outputs)  # type: ignore[arg-type]
        differentiable = [number for number, out in enumerate(outs) if out.requires_grad]
        if not differentiable:
            return Traced(forward, None, (), (), (), result)
        wanted = [number for number, tensor in enumerate(stand_ins) if tensor.requires_grad]
        listener.numbers.clear()  # formulas may compute with numbers as they like
        given = [stand_in(wrap(np.ones_like(outs[number]._array))) for number in differentiable]
        grads_in = [listener.new(tensor._array) for tensor in given]
        roots, ends = [outs[n] for n in differentiable], [stand_ins[n] for n in wanted]
        grads = _heard_gradients(listener, roots, ends, given)
    if listener.refused is not None:
        raise listener.refused
    used = [number for number, gradient in zip(wanted, grads, strict=True) if gradient is not None]
    found = [listener.value(gradient) for gradient in grads if gradient is not None]
    if any(value is None or value.is_constant for value in found):
        raise CannotCompile("nothing is known of where a gradient is from")
    backward = Graph([*inputs, *grads_in], [*forward.calls, *listener.calls], found)  # type: ignore[arg-type]
    unused = tuple([number for number in wanted if number not in used])
    return Traced(forward, backward, tuple(differentiable), tuple(used), unused, result)


def _heard_gradients(
    listener: Listener, outs: Sequence[Tensor], inputs: Sequence[Tensor], given: Sequence[Tensor]
) -> list[Tensor | None]:
    """Return gradients, and have the listener hear of nothing else.

    A gradient that is one array function is heard of as such; where that uses what its op has saved besides tensors,
    all are heard of as the formulas that are recorded for second derivatives.
    """
    try:
        listener.calls = []
        return _gradients(outs, inputs, given, recorded=False)
    except CannotCompile:
        listener.calls, listener.refused = [], None
        return _gradients(outs, inputs, given, recorded=True)


def _gradients(
    outs: Sequence[Tensor], inputs: Sequence[Tensor], given: Sequence[Tensor], recorded: bool
) -> list[Tensor | None]:
    """Return gradients as `grad` does; nodes compute with tensors, so that ops are heard of."""
    roots = roots_of_call("grad", outs, given, True)
    starts = [edge for edge, _ in roots]
    edges = [edge_of_input("grad", tensor, starts) for tensor in inputs]
    captures: dict[Node, Tensor | None] = dict.fromkeys(edges)
    needed = find_needed(starts, captures.keys())
    buffers, heap = first_buffers(roots, needed)
    start_pass(starts, buffers, heap, True, needed, recorded, captures, True)
    return [captures[edge] for edge in edges]


def _copy_of(tensor: Tensor) -> Tensor:
    """Return a stand-in with the same numbers, in an array of its own."""
    array = tensor._array
    kind = StandInParameter if isinstance(tensor, Parameter) else StandIn
    same = np.lib.stride_tricks.as_strided(array, array.shape, array.strides)
    copy: Tensor = make(kind, same, tensor.requires_grad)
    shared_counter(copy)
    return copy


def _check_outputs(outs: Sequence[Tensor], values: Sequence[Value | None], inputs: Sequence[Tensor]) -> None:
    """Raise if a result is not new memory that nothing else refers to."""
    arrays = [tensor._array for tensor in inputs]
    for out, value in zip(outs, values, strict=True):
        if value is None or value.is_constant:
            raise CannotCompile("the function returns a tensor that is no result of an op")
        if any(np.may_share_memory(out._array, array) for array in arrays):
            raise CannotCompile(
                "the function returns an argument, a view of one, or two views of one memory; return a .clone()"
            )
        arrays.append(out._array)
