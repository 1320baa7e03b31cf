"""One running `vmap`: its tensors, and how it repeats for all samples what an op did to the first one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any
from weakref import ref

import numpy as np

from ..generated import ops
from ..runtime.graph.tensor_base import wrap
from ..runtime.modes.batching import NotBatched, batch_levels, batching
from ..runtime.modes.grad_mode import recording
from ..runtime.tensors.tensor import Tensor
from .batched import Batch, Batched, Escaped, refusal
from .finding import deepest, is_batched
from .indices import index_of
from .rules import apply_rule, is_random
from .samples import call_each, warn_of_loop


class Level:
    """One running `vmap`.

    Attributes
    ----------
    size : int
        The number of samples.
    randomness : str
        What random numbers are: "error", "same" or "different" for each sample.
    quiet : bool
        Whether nobody wants to hear of slow rules.
    number : int
        How many levels it is inside of, itself counted.
    """

    def __init__(self, size: int, randomness: str, quiet: bool = False) -> None:
        self.quiet = quiet
        self.size = size
        self.randomness = randomness
        self.outer = batch_levels()
        self.number = len(self.outer) + 1
        self._members: dict[int, Any] = {}  # by id; whoever dies is taken out by the interpreter

    def batched(self, whole: Tensor) -> Batched:
        """Return the batched tensor of samples that are the first dimension of a tensor."""
        first = whole._array[0, ...] if self.size else np.zeros(whole.shape[1:], whole.dtype)
        return self.attach(wrap(first), whole)

    def attach(self, tensor: Tensor, whole: Tensor) -> Batched:
        """Turn a tensor into the batched tensor of all samples."""
        tensor.__class__ = Batched
        tensor._edge = None
        tensor.extra().batch = Batch(self, whole)
        self._members[id(tensor)] = ref(tensor, partial(self._members.pop, id(tensor)))
        return tensor  # type: ignore[return-value]

    def all_of(self, tensor: Tensor) -> Tensor:
        """Return all samples of a tensor, repeated if they are one."""
        if is_batched(tensor, self):
            return tensor.batch.whole  # type: ignore[attr-defined, no-any-return]
        return ops.expand(tensor, (self.size, *tensor.shape))

    def close(self) -> None:
        """Let no tensor be used any more."""
        for member in list(self._members.values()):
            tensor = member()
            if tensor is not None:
                tensor.__class__ = Escaped
        self._members.clear()

    def on_call(self, op: str, outs: Sequence[Tensor], arguments: Mapping[str, Any]) -> bool:
        """Repeat an op for all samples; return False if no argument is batched."""
        level = deepest(arguments.values())
        if is_random(op):
            self.check_randomness(op)
            if level is None and self.randomness == "same":
                return bool(self.outer) and self.outer[-1].on_call(op, outs, arguments)
            level = self if level is None or self.randomness == "different" else level
        if level is None:
            return False
        wholes = _applied(level, op, arguments, outs)
        for out, whole in zip(outs, wholes, strict=True):
            if not (
                out.__class__ is Batched and out.batch.level is level
            ):  # an op may return its argument itself
                level.attach(out, whole)
        return True

    def on_write(self, op: str, target: Tensor, arguments: Mapping[str, Any]) -> bool:
        """Repeat an in-place op for all samples."""
        level = deepest(arguments.values())
        if is_random(op):
            self.check_randomness(op)
            if level is None and self.randomness == "different":
                raise NotBatched(
                    f"vmap: {op}: Cannot ask for different inplace randomness on an unbatched tensor. This will appear "
                    "like same randomness. If this is necessary for your usage, draw the numbers before vmap, or use "
                    "an op that returns a new tensor"
                )
        if level is None:
            return False
        self._check_target(op, target, level)
        _forget_history(target)
        _applied(level, op, arguments, ())
        return True

    def on_copy(self, original: Tensor, target: Tensor) -> None:
        """Give the copy of a tensor's value before a write the samples of that tensor."""
        if target.__class__ is Batched:
            level, whole = target.batch
            level.attach(original, ops.clone(whole) if recording() else whole)

    def on_stored(self, op: str, target: Tensor, result: Tensor) -> bool:
        """Write the samples of a result into those of the target; False if neither has any."""
        level = deepest((target, result))
        if level is None:
            return False
        self._check_target(op, target, level)
        whole = target.batch.whole  # type: ignore[attr-defined]
        written = result.batch.whole if is_batched(result, level) else result  # type: ignore[attr-defined]
        ops.copy_(whole, written)
        return True

    def on_view(self, target: Tensor, step: tuple[Callable[..., Tensor], tuple[Any, ...]]) -> Tensor:
        """Make a tensor the view of itself that an op gives."""
        function, args = step
        view = function(target, *args)
        target._array, target._shape = view._array, view._shape
        self.attach(target, view.batch.whole)  # type: ignore[attr-defined]
        return target

    def on_draw(self, drawn: Tensor, draw: Callable[[tuple[int, ...]], Any], shape: tuple[int, ...]) -> None:
        """Give random numbers samples of their own."""
        self.check_randomness("a random function")
        if self.randomness == "different":
            with batching(self.outer):
                whole = wrap(draw((self.size, *shape)))
                if self.outer:
                    self.outer[-1].on_draw(whole, draw, whole.shape)
            self.attach(drawn, whole)
        elif self.outer:
            self.outer[-1].on_draw(drawn, draw, shape)

    def index(self, tensor: Tensor) -> Any:
        """Return the array of a tensor that is an index, which knows of the samples."""
        return index_of(tensor)

    def each(
        self, name: str, function: Callable[..., Any], args: Sequence[Any], named: Mapping[str, Any]
    ) -> Any:
        """Call a function for one sample after the other, and say once that this is slow."""
        level = deepest((*args, *named.values())) or self
        warn_of_loop(level, name)
        return call_each(level, name, function, args, named)

    def refuse(self, caller: str, tensor: Any) -> None:
        """Raise if a tensor is batched, because its values are needed."""
        if isinstance(tensor, Batched):
            raise NotBatched(refusal(caller))

    def check_randomness(self, op: str) -> None:
        """Raise unless random numbers were expected."""
        if self.randomness == "error":
            raise NotBatched(
                f"vmap: called random operation ({op}) while in randomness error mode. Please either use the 'same' or "
                "'different' randomness flags on vmap or perform the randomness operation out of vmap"
            )

    def _check_target(self, op: str, target: Tensor, level: Level) -> None:
        if not is_batched(target, level):
            raise NotBatched(
                f"vmap: inplace arithmetic(self, *extra_args) is not possible because there exists a Tensor `other` in "
                f"extra_args that has more elements than `self`. This happened due to `other` being vmapped over but "
                f"`self` not being vmapped over in a vmap: {op} would have to write other numbers into one tensor for "
                "each sample; use the op without the trailing underscore, or make `self` like a batched tensor, for "
                "example with derivata.zeros_like or .new_zeros"
            )
        view = None if target._extra is None else target._extra.view
        whole = target.batch.whole  # type: ignore[attr-defined]
        if view is not None and isinstance(view.base, Batched) and whole._base is None:
            raise NotBatched(
                f"vmap: {op}: self is a view that vmap made by copying, so that a write would not reach what it is a "
                "view of; write to a .clone() of it"
            )


def _applied(level: Level, op: str, arguments: Mapping[str, Any], outs: Sequence[Tensor]) -> list[Tensor]:
    """Return the results for all samples; a random op runs outside of this level, and draws for all samples at once."""
    if not is_random(op):
        return apply_rule(level, op, arguments, outs)
    with batching(level.outer):
        return apply_rule(level, op, arguments, outs)


def _forget_history(target: Tensor) -> None:
    """Drop what was recorded for the first sample alone."""
    target._edge = None
    view = None if target._extra is None else target._extra.view
    if view is not None and isinstance(view.base, Batched):
        view.base._edge = None
