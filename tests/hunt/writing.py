"""Writes between forward and backward: every argument and result of any op, written in any way.

The oracle is an untouched twin, the same program without the write: backward raises that a saved value was modified,
or gives the twin's gradients to the last bit.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

import derivata as dv
from derivata.autograd.gradchecks import DERIVATA
from derivata.testing.op_call import Call, Op, Place

Tensor = Any
Gradients = list[np.ndarray[Any, Any]] | str
VALUE = 0.37

NOT_NOTICED = {
    ".data": "has a version of its own, as in PyTorch: who writes there takes the blame",
    "numpy()": "NumPy counts no writes, as in PyTorch",
}
"""Ways of writing that nobody notices, and why."""


def _full(tensor: Tensor) -> Tensor:
    return dv.full(tensor.shape, _value(tensor), dtype=tensor.dtype)


def _value(tensor: Tensor) -> Any:
    """Return a number that no sample has; for an index and a truth value one that is valid."""
    return VALUE if tensor.dtype.kind in "fc" else 0


def _fill(tensor: Tensor) -> None:
    tensor.fill_(_value(tensor))


def _optimiser_step(tensor: Tensor) -> None:
    tensor.grad = _full(tensor.detach())
    dv.optim.SGD([tensor], lr=0.5).step()


def _without_grad(tensor: Tensor) -> None:
    with dv.no_grad():
        tensor.fill_(_value(tensor))


def _as_out(tensor: Tensor) -> None:
    with dv.no_grad():
        dv.mul(_full(tensor), 1, out=tensor)


def _part(tensor: Tensor) -> None:
    tensor[(0,) * min(tensor.ndim, 1)] = _value(tensor)


def _whole(tensor: Tensor) -> None:
    tensor[...] = _value(tensor)


WAYS: dict[str, Callable[[Tensor], None]] = {
    "t.fill_(v)": _fill,
    "t.copy_(...)": lambda t: t.copy_(_full(t)),
    "t[...] = v": _whole,
    "t[0] = v": _part,
    "t.mul_(v)": lambda t: t.mul_(_value(t)),
    "through a view made before": _fill,
    "through a view made after": lambda t: _fill(t.view_as(t)),
    "through its base": _fill,
    "through t.detach()": lambda t: _fill(t.detach()),
    "under no_grad": _without_grad,
    "by an optimiser": _optimiser_step,
    "as out=": _as_out,
}
"""How a tensor is written; those that need something made before the op have it made by `Program`."""

VIEWS = ("through a view made before", "through its base")
"""Ways in which the op itself meets a view; with the others, the program without the write is the same."""

ORDERS = ("once", "again", "recorded", "twice")
"""When: before the only pass; between two; before one that is recorded; between that and its derivative."""


@dataclass(frozen=True)
class Target:
    """What is written: an argument by its place, or a result by its number."""

    place: Place | None = None
    result: int = 0

    def __str__(self) -> str:
        if self.place is None:
            return f"result {self.result}"
        name, index = self.place
        return name if index is None else f"{name}[{index}]"


@dataclass(frozen=True)
class Program:
    """One op, what is written, how and when.

    `leaf` says that the argument is a leaf, `constant` that it needs no gradient.
    """

    call: Call
    target: Target
    way: str
    order: str = "once"
    leaf: bool = False
    constant: bool = False
    twins: dict[Any, Gradients] = field(default_factory=dict, repr=False, compare=False)
    """What programs on the same call give without the write."""

    def __str__(self) -> str:
        kind = " (a leaf)" if self.leaf else " (a constant)" if self.constant else ""
        return f"{self.call.op.case.op} with {self.call.label}: {self.target}{kind} written {self.way}, {self.order}"

    def run(self, write: bool) -> Gradients:
        """Return the gradients of the leaves, or the error that the backward raised."""
        dv.manual_seed(0)
        leaves: list[Tensor] = []
        outs, written = self._forward(leaves)
        loss, leaves = _loss(outs), [leaf for leaf in leaves if leaf.requires_grad]
        if loss is None or not leaves:
            raise Refused("nothing to differentiate")
        grad = dv.autograd.grad
        kept: Any = ()
        try:
            if self.order == "again":
                grad(loss, leaves, retain_graph=True, allow_unused=True)
            elif self.order == "twice":
                kept = grad(loss, leaves, create_graph=True, allow_unused=True)
        except (NotImplementedError, RuntimeError) as error:
            raise Refused("no such derivative") from error
        if write:
            written()
        try:
            if self.order == "recorded":
                kept = grad(loss, leaves, create_graph=True, allow_unused=True)
            if self.order in ("once", "again"):
                found = grad(loss, leaves, allow_unused=True)
            else:
                second = _loss(kept)
                again = () if second is None else grad(second, leaves, allow_unused=True)
                found = (*kept, *again)
        except (NotImplementedError, RuntimeError, IndexError, ValueError) as error:
            return f"{type(error).__name__}: {error}"
        return [np.zeros(()) if g is None else g.detach().numpy().copy() for g in found]

    def _forward(self, leaves: list[Tensor]) -> tuple[list[Tensor], Callable[[], None]]:
        """Call the op; return its results, and what writes to the target."""
        way, call = WAYS[self.way], self.call
        targets: list[Tensor] = []

        def argument(array: Any, place: Place) -> Tensor:
            leaf = dv.tensor(array)
            chosen = place == self.target.place
            if array.dtype.kind in "fc" and not (chosen and self.constant):
                leaf.requires_grad_()
                leaves.append(leaf)
            tensor = leaf if chosen and (self.leaf or not leaf.requires_grad) else leaf * 1
            if not chosen:
                return tensor
            targets.append(tensor.view_as(tensor) if self.way == "through a view made before" else tensor)
            return tensor.view_as(tensor) if self.way == "through its base" else tensor

        values = {}
        for name, value in call.values.items():
            if isinstance(value, np.ndarray):
                values[name] = argument(value, (name, None))
            elif isinstance(value, list) and call.op.case.kind(name) == "Tensor[]":
                values[name] = [argument(item, (name, index)) for index, item in enumerate(value)]
            else:
                values[name] = value
        if call.op.case.written and values[call.op.case.written].is_leaf:  # such an op writes its argument
            written = values[call.op.case.written]
            values[call.op.case.written] = written * 1 if written.requires_grad else written
        try:
            args, kwargs = call._bind(values)
            outs = list(tensors_of(call.op.function(*args, **kwargs)))
        except (TypeError, NotImplementedError, RuntimeError, ValueError, IndexError) as error:
            raise Refused("the op does not take such arguments") from error
        if self.target.place is None:
            out = outs[self.target.result]
            targets.append(out.view_as(out) if self.way == "through a view made before" else out)
        return outs, lambda: _written(way, targets[0])

    def twin(self) -> Gradients:
        """Return what the program gives without the write."""
        key = self.target, self.way if self.way in VIEWS else None, self.order, self.leaf, self.constant
        if key not in self.twins:
            self.twins[key] = self.run(False)
        return self.twins[key]

    def wrong(self) -> str | None:
        """Return what is wrong, or None; also if the write is refused, as that to an expanded tensor is."""
        try:
            with np.errstate(all="ignore"):
                expected, got = self.twin(), self.run(True)
        except Refused:
            return None
        if isinstance(expected, str):  # there is no such derivative
            return None
        if isinstance(got, str):
            noticed = "modified by an inplace operation" in got or "detached in-place" in got
            return None if noticed else f"expected the error of a written value, got {got.splitlines()[0]}"
        for index, (mine, twin) in enumerate(zip(got, expected, strict=True)):
            if mine.dtype != twin.dtype or not np.array_equal(mine, twin, equal_nan=mine.dtype.kind in "fc"):
                return (
                    f"expected an error or the twin's gradient {index}, {twin.tolist()}, got {mine.tolist()}"
                )
        return None


class Refused(Exception):
    """The program cannot be run: the op refuses the arguments, or the tensor to be written."""


def _written(way: Callable[[Tensor], None], tensor: Tensor) -> None:
    try:
        way(tensor)
    except (RuntimeError, TypeError, NotImplementedError, IndexError) as error:
        raise Refused("the write") from error


def tensors_of(value: Any) -> Iterator[Tensor]:
    """Yield the tensors among the results of an op."""
    if isinstance(value, dv.Tensor):
        yield value
    elif isinstance(value, tuple | list):
        for item in value:
            yield from tensors_of(item)


def _loss(outs: Any) -> Tensor | None:
    """Return a sum in which each element has a weight of its own, and which saves no result."""
    terms = []
    for index, out in enumerate(outs):
        if out is not None and out.requires_grad and out.dtype.kind in "fc":
            weights = np.linspace(0.5 + index, 1.5 + index, max(out.numel(), 1))[: out.numel()].reshape(
                out.shape
            )
            term = (out * dv.tensor(weights.astype(out.dtype))).sum()
            terms.append(term.real if term.dtype.kind == "c" else term)
    return sum(terms[1:], terms[0]) if terms else None


def targets_of(call: Call) -> Iterator[tuple[Target, bool, bool]]:
    """Yield all that can be written, arguments as computed tensors, as leaves and as constants, and results."""
    for name, value in call.values.items():
        items = value if isinstance(value, list) and call.op.case.kind(name) == "Tensor[]" else [value]
        for index, item in enumerate(items):
            if isinstance(item, np.ndarray):
                target = Target((name, None if item is value else index))
                yield target, False, False
                if item.dtype.kind in "fc":
                    yield target, True, False
                    yield target, False, True
    try:
        values = {n: _constants(v, call.op.case.kind(n)) for n, v in call.values.items()}
        args, kwargs = call._bind(values)
        with np.errstate(all="ignore"):
            outs = list(tensors_of(call.op.function(*args, **kwargs)))
    except (TypeError, NotImplementedError, RuntimeError, ValueError, IndexError):
        return
    for index in range(len(outs)):
        yield Target(None, index), False, False


def _constants(value: Any, kind: str) -> Any:
    if isinstance(value, np.ndarray):
        return dv.tensor(value)
    return [dv.tensor(item) for item in value] if isinstance(value, list) and kind == "Tensor[]" else value


def programs(call: Call, orders: tuple[str, ...] = ORDERS) -> Iterator[Program]:
    """Yield every way of writing everything, in every order."""
    twins: dict[Any, Gradients] = {}
    for target, leaf, constant in targets_of(call):
        for way in WAYS:
            if makes_sense(target, way, leaf):
                for order in orders:
                    yield Program(call, target, way, order, leaf, constant, twins)


def programs_in_turns(call: Call, turn: int) -> Iterator[Program]:
    """Yield one way of writing everything in every order, and every other way in one: the next one in the next turn."""
    for number, program in enumerate(programs(call)):
        way, order = divmod(number, len(ORDERS))
        if program.way == "t.fill_(v)" or (way + turn) % len(ORDERS) == order:
            yield program


def makes_sense(target: Target, way: str, leaf: bool) -> bool:
    """Tell whether a target can be written in a way: few write leaves, and results have no base."""
    if target.place is None:
        return way not in ("through its base", "by an optimiser")
    if leaf:
        return way in ("under no_grad", "by an optimiser", "through t.detach()", "as out=")
    return way != "by an optimiser"


def op_of(case: Any) -> Op:
    """Return the op of a case of the spec."""
    return Op(case, DERIVATA)
