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
from ...runtime.graph.tensor_base import make
from ...runtime.graph.versions import shared_counter, version_of
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

    def names(self) -> list[str]:
        """Return the dotted name of each parameter below the module."""
        return [f"{path}.{name}".strip(".") for (path, name), *_ in self.parameters]


class FSDPModule(Module):
    """A module after `fully_shard`, which has changed its class: its parameters are whole while `forward` runs."""

    _unit: Unit

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Gather the parameters, run `forward` with the hooks around it, and free them."""
        places, parts = self._held()
        if not parts or not is_shard(
            parts[0]
        ):  # they are whole: within another call of this module, for example
            return super().__call__(*args, **kwargs)
        call = self._call(parts)
        try:
            whole = [_as_parameter(full) for full in Gather.apply(call, *parts)]
            hooks = call.hooks() if self._unit.reshard_after_forward else nullcontext()
            with standing(places, whole, parts), hooks:
                output = super().__call__(*args, **kwargs)
            self._check_unwritten(whole)
            return output
        finally:
            call.free()

    def _call(self, parts: Sequence[Parameter]) -> Call:
        return Call(f"{self._get_name()} ({', '.join(self._unit.names())}; {self._unit.sharded_by})", parts)

    def _held(self) -> tuple[list[list[Attribute]], list[Parameter]]:
        """Return the attributes of each parameter, and what stands there."""
        places = [
            [(self.get_submodule(path).__dict__, name) for path, name in several]
            for several in self._unit.parameters
        ]
        return places, [attributes[name] for (attributes, name), *_ in places]

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        """Refuse to be pickled or copied: each rank has a part only."""
        raise TypeError(
            f"{self._get_name()}: expected a whole module to copy or pickle, got one whose parameters are spread over "
            "ranks; distributed.fsdp.full_state_dict(model) gathers its state"
        )

    def _check_unwritten(self, whole: Sequence[Parameter]) -> None:
        """Raise if a parameter was written to while it was whole: it is freed, and the parts are as before."""
        for name, parameter in zip(self._unit.names(), whole, strict=True):
            if version_of(parameter):
                raise RuntimeError(
                    f"{WHO}: {self._get_name()}: parameter {name} was written to in forward, which would be lost "
                    "with the whole parameter; make it a buffer, or write in the step of an optimizer"
                )


@contextmanager
def standing(
    places: list[list[Attribute]], values: Sequence[Parameter], after: Sequence[Parameter]
) -> Iterator[None]:
    """Put parameters into attributes for a block, and others afterwards."""
    # One call of the interpreter's own puts all back, so that no interrupt comes in between
    put_back: partial[deque[object]] = partial(deque, starmap(dict.__setitem__, _steps(places, after)), 0)
    try:
        for attributes, name, parameter in _steps(places, values):
            attributes[name] = parameter
        yield
    finally:
        put_back()


def _steps(
    places: list[list[Attribute]], values: Sequence[Parameter]
) -> Iterator[tuple[dict[str, Any], str, Parameter]]:
    """Yield the attributes that are set, and to what."""
    for several, value in zip(places, values, strict=True):
        for attributes, name in several:
            yield attributes, name, value


def _as_parameter(full: Any) -> Parameter:
    """Return a tensor as a parameter, with its history, so that modules find it as one."""
    parameter = make(Parameter, full._array, False)
    parameter._edge, parameter._counter = full._edge, shared_counter(full)
    return parameter
