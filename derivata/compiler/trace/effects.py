"""What a program leaves behind besides its results: gradients of leaves, statistics, steps of optimisers.

While a function is traced nothing of that happens: gradients are values like any other, so that they can be read and
clipped. A program computes all its values first; what it leaves behind follows, in the order of the function, by the
same code as op by op. So an error in a program leaves nothing half done.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import add
from typing import TYPE_CHECKING, Any

import numpy as np

from ...optim.optimizer import Optimizer
from ...runtime.graph.accumulate_grad import AccumulateGrad
from ...runtime.graph.node import Node
from ...runtime.graph.tensor_base import wrap
from ...runtime.graph.versions import bump
from ...runtime.modes.grad_mode import GradMode, is_grad_enabled
from ...runtime.tensors.tensor import Tensor
from ...runtime.views.view import apply_chain

if TYPE_CHECKING:
    from ..graph.functions import Chain
    from ..graph.graph import Value
    from .listener import Listener


@dataclass(frozen=True)
class Clear:
    """The input of this number has no gradient any more."""

    number: int

    def carry_out(self, tensors: Sequence[Tensor], values: list[Any]) -> None:
        """Set ``.grad`` to None."""
        tensors[self.number].grad = None


@dataclass(frozen=True)
class Accumulate:
    """The input of this number gets a gradient: the value at a place among those that the program has for that."""

    number: int
    place: int

    def carry_out(self, tensors: Sequence[Tensor], values: list[Any]) -> None:
        """Add it as the engine does, which keeps an array that nothing else refers to."""
        grad, values[self.place] = values[self.place], None
        leaf: Any = tensors[self.number]._edge
        leaf.apply(grad, None, False, {})


@dataclass(frozen=True)
class Step:
    """A step of an optimiser, or of a schedule."""

    original: Any

    def carry_out(self, tensors: Sequence[Tensor], values: list[Any]) -> None:
        """Take it."""
        self.original.step()


@dataclass(frozen=True)
class Change:
    """A write to the input of this number, with the value at a place, if there is one."""

    how: Callable[[Tensor, Any], None]
    number: int
    place: int | None

    def carry_out(self, tensors: Sequence[Tensor], values: list[Any]) -> None:
        """Write."""
        self.how(tensors[self.number], None if self.place is None else values[self.place])


@dataclass(frozen=True)
class Write:
    """A write of the value at a place to the input of this number, or to the view of it that `chain` leads to."""

    number: int
    chain: Chain
    place: int
    count: int
    recorded: bool

    def carry_out(self, tensors: Sequence[Tensor], values: list[Any]) -> None:
        """Write, and count all writes that this one stands for."""
        with GradMode(self.recorded and is_grad_enabled()):
            target: Any = apply_chain(tensors[self.number], self.chain)
            for _ in range(self.count - 1):
                bump(target)
            target.copy_(wrap(values[self.place]))


Effect = Clear | Accumulate | Step | Change | Write


@dataclass(eq=False)
class _Written:
    """A write while a function is traced."""

    number: int
    chain: Chain
    value: Value
    recorded: bool
    count: int = 1


@dataclass
class _Leaf:
    """The gradient of a leaf while a function is traced: what passes added to what was there, if not `cleared`."""

    cleared: bool = False
    added: list[Tensor] = field(default_factory=list)
    is_read: bool = False

    def read(self) -> Tensor | None:
        """Return the gradient as the function sees it."""
        self.is_read = bool(self.added)
        return self.added[0] if self.added else None

    def add(self, gradient: Tensor) -> None:
        """Add to the only gradient, in its place if the function has it."""
        if not self.is_read:
            self.added[:] = [reduce(add, [*self.added, gradient])]
            return
        with GradMode(False):
            self.added[0].add_(gradient)


@dataclass
class Effects:
    """The effects of a traced function.

    Attributes
    ----------
    found : list of Effect
        In their order.
    values : list of Value
        The gradients, and other values, that the program has to return for them.
    without : list of int
        The inputs that must have no gradient when the function is called.
    written : set of int
        The inputs that are written by in-place ops.
    stepped : bool
        Whether an optimiser has taken a step.
    changed : list of array
        The memory of inputs that is another one now.
    left : list of array
        The gradients of inputs that the function has read, and leaves there.
    """

    listener: Listener
    found: list[Effect] = field(default_factory=list)
    values: list[Value] = field(default_factory=list)
    without: set[int] = field(default_factory=set)
    stepped: bool = False
    changed: list[Any] = field(default_factory=list)
    left: list[Any] = field(default_factory=list)
    _leaves: dict[int, _Leaf] = field(default_factory=dict)
    _own: dict[Node, _Leaf] = field(default_factory=dict)
    written: set[int] = field(default_factory=set)
    _written: list[_Written] = field(default_factory=list)

    def add(self, edge: Node, gradient: Tensor) -> None:
        """Add to the gradient of a leaf."""
        listener = self.listener
        if self.stepped:
            listener.refuse(
                "a backward pass after a step of an optimiser cannot be part of a compiled function"
            )
        number = next((n for n, one in enumerate(listener.stand_ins) if one._edge is edge), None)
        if number is None and self._is_own(edge):
            self._own.setdefault(edge, _Leaf(cleared=True)).add(listener.copied(gradient))
            return
        if number is None or not listener.originals[number].is_leaf:
            listener.refuse(
                "a backward pass comes to a tensor that is neither an argument without history nor read"
            )
        if listener.originals[number]._edge.hooks is not None:  # type: ignore[union-attr]
            listener.refuse("a hook on a parameter cannot be part of a compiled function")
        leaf = self._leaves.setdefault(number, _Leaf())
        if leaf.cleared or number in self.without:
            leaf.add(listener.copied(gradient))
        else:
            leaf.added.append(listener.copied(gradient))

    def gradient(self, tensor: Tensor) -> Tensor | None:
        """Return the gradient of a leaf."""
        if self._is_own(tensor._edge):
            return self._own.setdefault(tensor._edge, _Leaf(cleared=True)).read()  # type: ignore[arg-type]
        number = self._number(tensor)
        leaf = self._leaves.setdefault(number, _Leaf())
        if not leaf.cleared and number not in self.without:
            if self.stepped or self.listener.originals[number].grad is not None:
                self.listener.refuse(
                    "it reads a gradient that is there before the call; clear it first, by zero_grad()"
                )
            self.without.add(number)
            leaf.added[:] = [reduce(add, leaf.added)] if leaf.added else []
        return leaf.read()

    def clear(self, tensor: Tensor) -> None:
        """Forget the gradient of a leaf; also of one that requires none any more, as frozen parameters do."""
        if self._is_own(tensor._edge):
            self._own.pop(tensor._edge, None)  # type: ignore[arg-type]
            return
        if tensor._edge is None and not any(one is tensor for one in self.listener.stand_ins):
            return  # a tensor of the function's own
        self._leaves[self._number(tensor)] = _Leaf(cleared=True)

    def step(self, original: Any) -> None:
        """Take a step, with the gradients so far."""
        self._write_over()
        self._carry_over()
        self.found.append(Step(original))
        self.stepped = True
        self.changed += [one._array for one in self.listener.stand_ins if one._edge is not None]

    def change(self, how: Callable[[Tensor, Any], None], target: Tensor, value: Tensor | None) -> None:
        """Write to an input, when the program has computed a value."""
        listener, place = self.listener, None
        number = next((n for n, one in enumerate(listener.stand_ins) if one is target), None)
        if number is None:
            listener.refuse("writing to statistics that are computed cannot be part of a compiled function")
        self._write_over()
        if value is not None:
            found = listener.value(value)
            if found is None:
                listener.refuse("nothing is known of where a statistic is from")
            place = len(self.values)
            self.values.append(found)
        self.found.append(Change(how, number, place))
        self.changed.append(target._array)

    def write(self, number: int, chain: Chain, value: Value) -> None:
        """Write to an input, or to a view of it, when the program has computed a value."""
        written = _Written(number, chain, value, is_grad_enabled())
        if self.stepped:
            self.listener.refuse(
                "writing after a step of an optimiser cannot be part of a compiled function; compile what follows the "
                "step as a function of its own"
            )
        if not chain:  # all of it: writes before are seen by nobody
            before = [one for one in self._written if one.number == number]
            written.count += sum([one.count for one in before])
            self._written = [one for one in self._written if one.number != number]
        self._written.append(written)
        self.written.add(number)

    def finish(self) -> None:
        """End the function."""
        self._write_over()
        self._carry_over()
        steps = [type(effect.original) for effect in self.found if isinstance(effect, Step)]
        if self.listener.handles and not all(map(_is_own, steps)):
            self.listener.refuse(
                "a step of an optimiser of your own in a function that handles errors cannot be part of a compiled "
                "function: it is taken behind the handlers"
            )

    def _write_over(self) -> None:
        """Let inputs have what was written to them."""
        for one in self._written:
            stand_in, original = self.listener.stand_ins[one.number], self.listener.originals[one.number]
            if (stand_in._edge is None) is not (original._edge is None) or not stand_in.is_leaf:
                self.listener.refuse("it writes a value with history to an argument; write its .detach()")
            self.found.append(Write(one.number, one.chain, len(self.values), one.count, one.recorded))
            self.values.append(one.value)
        self._written.clear()

    @property
    def leaves(self) -> dict[int, bool]:
        """The numbers of inputs that must be leaves, and whether they must have no gradient."""
        numbers = [effect.number for effect in self.found if isinstance(effect, Clear | Accumulate)]
        return {number: number in self.without for number in (*numbers, *self.without)}

    @property
    def any(self) -> bool:
        """Whether gradients are read or change."""
        return bool(self.found or self._leaves or self.without or self.written)

    def _carry_over(self) -> None:
        """Let the gradients of leaves be what they are in the function."""
        for number, leaf in self._leaves.items():
            if leaf.cleared:
                self.found.append(Clear(number))
            for gradient in leaf.added:
                value = self.listener.value(gradient)
                assert value is not None
                self.left += [gradient._array] * leaf.is_read
                self.found.append(Accumulate(number, len(self.values)))
                self.values.append(value)
        self._leaves.clear()

    def _is_own(self, edge: Any) -> bool:
        """Tell whether an edge is that of a leaf which the function has made, as `detach().requires_grad_()` does."""
        leaf = edge.variable_ref() if isinstance(edge, AccumulateGrad) else None
        known = leaf is not None and self.listener.knows(leaf)
        return known and not any(one is leaf for one in self.listener.stand_ins)

    def _number(self, tensor: Tensor) -> int:
        for number, one in enumerate(self.listener.stand_ins):
            if one is tensor and (tensor._edge is None or isinstance(tensor._edge, AccumulateGrad)):
                return number
        self.listener.refuse(".grad of a tensor that is computed cannot be part of a compiled function")

    def reads_what_changed(self, tensors: Sequence[Tensor]) -> bool:
        """Tell whether tensors lie in memory that has changed."""
        return any(np.may_share_memory(tensor._array, array) for tensor in tensors for array in self.changed)


def carry_out(effects: Sequence[Effect], tensors: Sequence[Tensor], results: list[Any], count: int) -> None:
    """Carry out the effects of a program; takes their values, which follow the first `count` results, from there."""
    last = count + sum([getattr(effect, "place", None) is not None for effect in effects])
    values = results[count:last]
    del results[count:last]
    written = [tensors[effect.number]._array for effect in effects if isinstance(effect, Write)]
    for place, value in enumerate(values) if written else ():
        if any(np.may_share_memory(value, array) for array in written):
            values[place] = value.copy()
    for effect in effects:
        effect.carry_out(tensors, values)


def _is_own(kind: type) -> bool:
    """Tell whether an optimiser or a schedule is derivata's."""
    return f"{kind.__module__}.".startswith(f"{Optimizer.__module__.rpartition('.')[0]}.")
