"""Writes to memory while a function is traced: each makes a new value, for the tensor, its base and other views of it.

Programs write to nothing that they read. What is written to an argument follows when all values are computed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ...runtime.graph.tensor_base import wrap
from ...runtime.modes.grad_mode import is_grad_enabled
from ...runtime.tensors.tensor import Tensor
from ...runtime.views.view import apply_chain
from ..graph.functions import Chain, Held
from ..graph.graph import Call, Value
from ..refusal import CannotCompile
from ..vocabulary import is_random, words
from .made import is_uniform, uniform

if TYPE_CHECKING:
    from .listener import Listener


_WRITERS = words(
    """
    copy_ fill_ zero_ _setitem_ index_put_ index_add_ index_copy_ index_fill_ scatter_ scatter_add_ fill_diagonal_
    normal_ uniform_ bernoulli_ exponential_ cauchy_ log_normal_ geometric_ random_
    """
)
"""Ops that write into their first argument, and are heard of when they have done so."""


class WritesArguments(CannotCompile):
    """The function writes to an argument: it is traced again, on copies."""


class Writes:
    """What is known of the memory of traced tensors, by the counters of writes to it.

    Attributes
    ----------
    pending : tuple or None
        The counter and the op of a write that has begun.
    """

    def __init__(self, listener: Listener) -> None:
        self._listener = listener
        self.pending: tuple[Any, str] | None = None
        self._roots: dict[int, Any] = {}  # the arrays of bases, by counters; None where there is another name
        self._counters: dict[int, Any] = {}  # by arrays
        self._bases: dict[int, Tensor] = {}  # by counters
        self._frozen: set[int] = set()  # arrays that were written without history, though they have one
        self._chains: dict[int, Chain] = {}  # from bases to views, by arrays
        self._kept_back: set[int] = set()  # views whose history is not made anew after writes to their base
        self._views: dict[int, list[int]] = {}  # the views, by counters
        self._outdated: dict[int, Any] = {}  # views whose base has changed, by arrays

    def watch(self, tensor: Tensor) -> None:
        """Remember whose memory a tensor is on."""
        counter, array = id(tensor._counter), tensor._array
        self._counters[id(array)] = tensor._counter
        if counter not in self._roots:
            self._roots[counter], self._bases[counter] = array, tensor
            return
        view = None if tensor._extra is None else tensor._extra.view
        if view is None or view.base._array is not self._roots[counter]:
            self._roots[counter] = None
        else:
            self._chains[id(array)] = view.chain
            if view.limit is not None or self._listener.unrecorded:
                self._kept_back.add(id(array))
            self._views.setdefault(counter, []).append(id(array))

    def share(self, counter: Any) -> None:
        """Refuse writes to memory from now on: it has a name of which nothing is known."""
        self._roots[id(counter)] = None

    def refreshed(self, array: Any) -> None:
        """Let a view of what was written to have the value that it shows now."""
        if id(array) in self._outdated:
            del self._outdated[id(array)]
            counter = id(self._counters[id(array)])
            root = self._roots[counter]
            if id(array) in self._kept_back and self._bases[counter]._edge is not None:
                self._listener.refuse(
                    "one of several views of what was written, or one made under no_grad(), with history, cannot be "
                    "part of a compiled function"
                )
            arguments = {"self": self._listener.value_of(root), "chain": Held(self._chains[id(array)])}
            self._listener.calls.append(Call("_view", arguments, (self._listener.new(array),)))

    def check_read(self, tensors: Iterable[Tensor]) -> None:
        """Refuse that ops record what was written without history: gradients would go past the write."""
        if self._frozen and is_grad_enabled() and any(id(one._array) in self._frozen for one in tensors):
            self._listener.refuse(
                "recording an op of what was written under no_grad() cannot be part of a compiled function"
            )

    def begin(self, counter: Any) -> None:
        """Note a write by an op that is heard of afterwards."""
        if counter.writer not in _WRITERS or self.pending is not None:
            self._listener.refuse(
                f"{counter.writer or 'a write'} to memory cannot be part of a compiled function"
            )
        self._check(counter)
        self.pending = counter, counter.writer

    def end(self, op: str, arguments: Mapping[str, Any]) -> None:
        """Note what an op has written into its first argument."""
        target, listener = arguments["self"], self._listener
        if self.pending is None or self.pending[1] != op or self.pending[0] is not target._counter:
            listener.refuse(f"{op.strip('_')} cannot be part of a compiled function")
        self.pending, array = None, target._array
        read = {name: listener.argument(op, name, argument) for name, argument in arguments.items()}
        if is_random(op) and not array.flags.c_contiguous:
            listener.refuse(f"{op} of memory that is not contiguous cannot be part of a compiled function")
        constant = not any(isinstance(value, Value) for name, value in read.items() if name != "self")
        if op in ("fill_", "zero_") and constant and is_uniform(array):
            call = uniform(listener, array)
        else:
            name = "_drawn_into" if is_random(op) else "_written"
            call = Call(name, {"op": op, **read}, (listener.new(array),))
        listener.calls.append(call)
        listener.end_history([target], arguments)
        self.write(target._counter, array, listener.value_of(array))

    def write(self, counter: Any, array: Any, new: Value) -> None:
        """Let memory have a new value at the place of an array."""
        listener, root = self._listener, self._check(counter)
        if self._counters.get(id(array)) is not counter or (
            array is not root and id(array) not in self._chains
        ):
            listener.refuse("writing to memory that has another name cannot be part of a compiled function")
        chain: Chain = () if array is root else self._chains[id(array)]
        if listener.unrecorded and (base := self._bases[id(counter)])._edge is not None:
            if not base.is_leaf:
                listener.refuse(
                    "writing to a result with history, unrecorded, cannot be part of a compiled function"
                )
            self._frozen.update([id(root), *self._views.get(id(counter), ())])
        number = listener.number_of(root)
        if number is not None:
            listener.effects.write(number, chain, new)
        if chain:
            self._check_chain(root, chain)
            arguments = {"self": listener.value_of(root), "source": new, "chain": Held(chain)}
            listener.calls.append(Call("_put", arguments, (listener.new(root),)))
        listener.assign(array, new)
        self._outdated.update(dict.fromkeys(self._views.get(id(counter), ())))
        self._outdated.pop(id(array), None)

    def _check(self, counter: Any) -> Any:
        """Return the array of the base of memory that is written."""
        root = self._roots.get(id(counter))
        if root is None:
            self._listener.refuse(
                "writing to memory that has another name, as detach() gives it, cannot be part of a compiled function"
            )
        if any(np.may_share_memory(root, array) for array in self._listener.effects.changed):
            self._listener.refuse(
                "writing to what a step or a layer has written before cannot be part of a compiled function"
            )
        shares = any(np.may_share_memory(root, one._array) for one in self._listener.stand_ins)
        if shares and not self._listener.on_copies:
            raise WritesArguments("it writes to an argument")
        if shares and self._listener.number_of(root) is None:
            self._listener.refuse("writing to memory of an argument cannot be part of a compiled function")
        return root

    def _check_chain(self, root: Any, chain: Chain) -> None:
        """Refuse views that would be copies of a base in row-major order."""
        whole = np.empty(root.shape, root.dtype)
        with self._listener.paused():
            part = apply_chain(wrap(whole), chain)._array
        if not np.may_share_memory(part, whole):
            self._listener.refuse(
                "writing to a view of memory in another order cannot be part of a compiled function"
            )


def apart(written: Sequence[Tensor], tensors: Sequence[Tensor]) -> bool:
    """Tell whether tensors that are written share no memory with others."""
    if len({_owner(tensor._array) for tensor in tensors}) == len(tensors):
        return True
    return not any(
        one is not other and np.may_share_memory(one._array, other._array)
        for one in written
        for other in tensors
    )


def _owner(array: Any) -> int:
    """Return the id of what owns the memory of an array."""
    while array.base is not None:
        array = array.base
        if not isinstance(array, np.ndarray):
            break
    return id(array)
