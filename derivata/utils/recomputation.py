"""Checkpoints without a nested backward: each saved tensor is replaced by its index among the saved tensors.

The first backward that needs one of them calls the function again and notes, in the same sequence, what it saves.
"""

import traceback
import weakref
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from ..arrays import random
from ..arrays.turns import Turn
from ..autograd.graph.saved_hooks import saved_tensors_hooks
from ..runtime.graph.saved import Packed
from ..runtime.graph.versions import version_of
from ..runtime.memory.saved_hooks import packed, packing
from ..runtime.modes.grad_mode import GradMode
from ..runtime.tensors.tensor import Tensor
from .around import around_repetitions
from .operator_log import Log
from .recomputation_check import CheckpointError, Description, check, check_more
from .repetitions import Repetitions, refuse_second_reading

Contexts = Callable[[], tuple[AbstractContextManager[Any], AbstractContextManager[Any]]]


class Stop(Exception):
    """Ends a recomputation early."""

    def __init__(self, frame: "Frame") -> None:
        self.frame = frame


class Place:
    """Stands for one saved tensor of a checkpointed call."""

    __slots__ = ("__weakref__", "frame", "index")

    def __init__(self, frame: "Frame", index: int) -> None:
        self.frame = frame
        self.index: int = index


class Argument:
    """An argument of a checkpointed call: a tensor is saved as ops save theirs, through the hooks around the call."""

    __slots__ = ("kept", "version")

    def __init__(self, value: Any) -> None:
        self.version: int = version_of(value) if isinstance(value, Tensor) else 0
        self.kept: Any = packed(value) if isinstance(value, Tensor) and packing() else value

    def value(self) -> Any:
        """Return the argument; raise if it was written since."""
        if isinstance(self.kept, Packed):
            return self.kept.tensor()
        if isinstance(self.kept, Tensor) and version_of(self.kept) != self.version:
            raise RuntimeError(
                "checkpoint: an argument, one of the variables needed for gradient computation, has been modified by "
                f"an inplace operation: it is at version {version_of(self.kept)}, expected version {self.version}; "
                "write to a .clone() of it"
            )
        return self.kept


class Frame:
    """One checkpointed call: how to repeat it, and what it saved."""

    def __init__(
        self,
        function: Callable[..., Any],
        args: tuple[Any, ...],
        kwargs: Mapping[str, Any],
        early_stop: bool,
        preserve_rng_state: bool,
        context: AbstractContextManager[Any],
        checked: bool,
        log: Log | None,
    ) -> None:
        self.function = function
        self.args = [Argument(value) for value in args]
        self.kwargs = {name: Argument(value) for name, value in kwargs.items()}
        self.early_stop = early_stop
        self.rng_state = random.get_state() if preserve_rng_state else None
        self.context = context
        self.around = around_repetitions()
        self.checked = checked
        self.log = log
        self.completed = False  # the first call
        self.places: list[weakref.ref[Place]] = []
        self.saved: list[Description] = []
        self.repetitions = Repetitions()
        self.turn = Turn()  # several threads may go through one graph

    def pack(self, tensor: Tensor) -> Place:
        """Keep the place of a tensor instead of the tensor."""
        place = Place(self, len(self.places))
        self.places.append(weakref.ref(place))
        self.saved.append(self.describe(tensor))
        return place

    def unpack(self, place: Place) -> Tensor:
        """Return a saved tensor; the first one that a pass asks for has all of them computed again."""
        return self.turn.call(self._unpack, place.index)

    def _unpack(self, index: int) -> Tensor:
        values = self.repetitions.now()
        if values is None:
            values = self.repetitions.begin()
            self.recompute(values)
        if index not in values:
            refuse_second_reading()
        return values.pop(index)

    def describe(self, tensor: Tensor) -> Description:
        """Return shape and dtype of a tensor, which must be the same in the recomputation."""
        where = "".join(traceback.format_stack()[:-4]) if self.log is not None else ""
        return Description(tensor.shape, tensor.dtype, where)

    def recompute(self, values: dict[int, Tensor]) -> None:
        """Call the function again; put whatever is still needed of what it saves into `values`."""
        args = [argument.value() for argument in self.args]
        kwargs = {name: argument.value() for name, argument in self.kwargs.items()}
        found = Found(self, values, [*args, *kwargs.values()])
        hooks = saved_tensors_hooks(found.pack, lambda tensor: tensor)
        logged = nullcontext() if self.log is None else self.log.of_repetition()
        try:
            with (
                self.around(),
                GradMode(True),
                repeated_numbers(self.rng_state),
                hooks,
                self.context,
                logged,
            ):
                self.function(*args, **kwargs)
        except Stop as stop:
            if stop.frame is not self:
                raise
        except CheckpointError as error:
            raise self.explained(error) from None
        if not found.incomparable:
            try:
                check(self.saved, found.saved, self.checked)
            except CheckpointError as error:
                raise self.explained(error) from None

    def explained(self, error: CheckpointError) -> CheckpointError:
        """Return an error with the ops of both calls, if they were logged."""
        return error if self.log is None else CheckpointError(f"{error}\n{self.log.text()}")


class Found:
    """What a recomputation has saved so far."""

    def __init__(self, frame: Frame, values: dict[int, Tensor], arguments: list[Any]) -> None:
        self.frame = frame
        self.values = values
        self.arguments = {id(value) for value in arguments}
        self.saved: list[Description] = []
        self.incomparable: bool = False

    def pack(self, tensor: Tensor) -> Tensor:
        """Note a tensor if it is needed still; stop after the last one."""
        frame, index = self.frame, len(self.saved)
        if index == len(frame.places) and not frame.completed:  # a backward inside of the first call
            self.incomparable = True
            return tensor
        self.saved.append(frame.describe(tensor))
        check_more(frame.saved, self.saved)
        if frame.places[index]() is not None:
            own = tensor.is_leaf or id(tensor) in self.arguments
            self.values[index] = tensor if own else tensor.detach()
        if frame.early_stop and len(self.saved) == len(frame.places):
            raise Stop(frame)
        return tensor


class repeated_numbers:
    """Context in which the global generator repeats the numbers after a state; afterwards it goes on as before."""

    def __init__(self, state: dict[str, Any] | None) -> None:
        self.state = state

    def __enter__(self) -> None:
        if self.state is not None:
            self.before = random.get_state()
            random.set_state(self.state)

    def __exit__(self, *error: object) -> None:
        if self.state is not None:
            random.set_state(self.before)


def no_contexts() -> tuple[AbstractContextManager[Any], AbstractContextManager[Any]]:
    """Return contexts for forward and recomputation that do nothing."""
    return nullcontext(), nullcontext()
