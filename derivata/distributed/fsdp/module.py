"""FSDPModule: a module that gathers its parameters when it is called."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from functools import partial
from itertools import starmap
from typing import Any, NamedTuple, SupportsIndex

from ...nn.module import Module
from ...nn.parameter import Parameter, is_shard
from ...runtime.graph.tensor_base import make, wrap
from ...runtime.graph.versions import shared_counter, version_of
from ...utils.around import AroundRepetitions
from .call import Call, Gather
from .shard import WHO

Place = tuple[str, str]
"""The dotted name of a module below the sharded one, and the attribute in which a parameter stands."""

Attribute = tuple[dict[str, Any], str]


class Unit(NamedTuple):
    """The parameters that are gathered together, by all their places.

    Attributes
    ----------
    reshard_after_forward : bool
        Whether they are freed between forward and backward.
    sharded_by : str
        The call that has made it, which tells units apart whose parameters have the same names.
    """

    parameters: list[list[Place]]
    reshard_after_forward: bool
    sharded_by: str


class Held(NamedTuple):
    """The parameters of a unit of which this rank has parts now: their names, their attributes, and the parts."""

    names: list[str]
    places: list[list[Attribute]]
    parts: list[Parameter]

    @classmethod
    def of(cls, module: Module, unit: Unit) -> Held:
        """Return those of a module; others are whole, as in another call, or replaced by `func.functional_call`."""
        held = cls([], [], [])
        for several in unit.parameters:
            places = [(module.get_submodule(path).__dict__, name) for path, name in several]
            part = places[0][0][places[0][1]]
            if is_shard(part):
                held.names.append(".".join(several[0]).strip("."))
                held.places.append(places)
                held.parts.append(part)
        return held


class FSDPModule(Module):
    """A module after `fully_shard`, which has changed its class: its parameters are whole while `forward` runs."""

    _unit: Unit

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Gather the parameters, run `forward` with the hooks around it, and free them."""
        held = Held.of(self, self._unit)
        if not held.parts:
            return super().__call__(*args, **kwargs)
        call = self._call(held)
        try:
            whole = [_as_parameter(full) for full in Gather.apply(call, *held.parts)]
            around = again_in_repetitions(held, call, [parameter._edge for parameter in whole])
            hooks = call.hooks() if self._unit.reshard_after_forward else nullcontext()
            with standing(held, whole), hooks, around:
                output = super().__call__(*args, **kwargs)
            for name, parameter in zip(held.names, whole, strict=True):
                self._check_unwritten(name, parameter)
            return output
        finally:
            call.free()

    def _call(self, held: Held) -> Call:
        return Call(f"{self._get_name()} ({', '.join(held.names)}; {self._unit.sharded_by})", held.parts)

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        """Refuse to be pickled or copied: each rank has a part only."""
        raise TypeError(
            f"{self._get_name()}: expected a whole module to copy or pickle, got one whose parameters are spread over "
            "ranks; distributed.fsdp.full_state_dict(model) gathers its state"
        )

    def _check_unwritten(self, name: str, parameter: Parameter) -> None:
        """Raise if a parameter was written to while it was whole: it is freed, and the parts are as before."""
        if version_of(parameter):
            raise RuntimeError(
                f"{WHO}: {self._get_name()}: parameter {name} was written to in forward, which would be lost with the "
                "whole parameter; make it a buffer, or write in the step of an optimizer"
            )


@contextmanager
def standing(held: Held, whole: Sequence[Parameter]) -> Iterator[None]:
    """Have whole parameters stand in the place of parts for a block."""
    before = [places[0][0][places[0][1]] for places in held.places]  # whole ones, if backward runs in forward
    # One call of the interpreter's own puts all back, so that no interrupt comes in between
    put_back: partial[deque[object]] = partial(deque, starmap(dict.__setitem__, _steps(held, before)), 0)
    try:
        for attributes, name, parameter in _steps(held, whole):
            attributes[name] = parameter
        yield
    finally:
        put_back()


@contextmanager
def standing_again(held: Held, call: Call, edges: Sequence[Any]) -> Iterator[None]:
    """Have the whole parameters of a call stand for a block in backward, in which a checkpoint repeats a part of it."""
    whole = []
    for array, edge in zip(call.again(), edges, strict=True):
        full = wrap(array)
        full._edge = edge
        whole.append(_as_parameter(full))
    with standing(held, whole), again_in_repetitions(held, call, edges):
        yield


def again_in_repetitions(held: Held, call: Call, edges: Sequence[Any]) -> AroundRepetitions:
    """Return the block whose checkpoints have the whole parameters when they are repeated in backward."""
    return AroundRepetitions(partial(standing_again, held, call, edges))


def _steps(held: Held, values: Sequence[Parameter]) -> Iterator[tuple[dict[str, Any], str, Parameter]]:
    """Yield the attributes that are set, and to what."""
    for places, value in zip(held.places, values, strict=True):
        for attributes, name in places:
            yield attributes, name, value


def _as_parameter(full: Any) -> Parameter:
    """Return a tensor as a parameter, with its history, so that modules find it as one."""
    parameter = make(Parameter, full._array, False)
    parameter._edge, parameter._counter = full._edge, shared_counter(full)
    return parameter
