"""fully_shard: the parameters of a module become parts of which each rank has its own."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from functools import cache, partial
from itertools import starmap
from typing import Any, NamedTuple, SupportsIndex, TypeVar

from ...nn.module import Module
from ...nn.parameter import Parameter, is_shard
from ...runtime.graph.tensor_base import make, wrap
from ...runtime.graph.versions import shared_counter, version_of
from ..matching import check_alike, check_same, copy_from
from ..process_group import ProcessGroup, resolve
from .call import Call, Gather
from .shard import WHO, Shard, padded

M = TypeVar("M", bound=Module)
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
    """A module after `fully_shard`, which has changed its class: whole parameters are there while `forward` runs."""

    _unit: Unit

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Gather the parameters, run `forward` with the hooks around it, and free them."""
        places = [
            [(self.get_submodule(path).__dict__, name) for path, name in several]
            for several in self._unit.parameters
        ]
        parts = [attributes[name] for (attributes, name), *_ in places]
        if not parts or not is_shard(parts[0]):  # within another call of this module
            return super().__call__(*args, **kwargs)
        call = Call(f"{self._get_name()} ({', '.join(self._unit.names())}; {self._unit.sharded_by})", parts)
        put_back: partial[deque[object]] = partial(deque, starmap(dict.__setitem__, _steps(places, parts)), 0)
        try:
            whole = [_as_parameter(full) for full in Gather.apply(call, *parts)]
            for attributes, name, parameter in _steps(places, whole):
                attributes[name] = parameter
            with call.hooks() if self._unit.reshard_after_forward else nullcontext():
                output = super().__call__(*args, **kwargs)
            self._check_unwritten(whole)
            return output
        finally:
            put_back()
            call.free()

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


def fully_shard(
    module: M, *, mesh: Any = None, reshard_after_forward: bool = True, process_group: Any = None
) -> M:
    """Spread the parameters of a module over ranks: each rank has a part of each, with its gradient.

    When the module is called, its parameters are gathered; they are freed when `forward` has run, and gathered again
    when backward needs them. Gradients are averaged over ranks, and each rank gets those of its parts. So each rank has
    1 / ranks of parameters, gradients, and of the state of an optimizer that is made of them, and whole parameters only
    of the module that runs.

    Give it the layers first, then the model: what is sharded already is left out, and gathered on its own. Parameters
    and buffers become those of rank 0. A model too large for one rank is sharded layer by layer, as it is built.

    Parameters
    ----------
    module : Module
        The same on all ranks. It is changed, and its class becomes a subclass of `FSDPModule`.
    mesh
        None: give a group.
    reshard_after_forward : bool
        Whether parameters are freed between forward and backward, and sent once more.
    process_group : ProcessGroup, optional

    Returns
    -------
    Module
        The same one. Its parameters have one dimension.

    Raises
    ------
    RankMismatchError
        On all ranks, naming rank and parameter, if modules differ.
    ValueError
        If the module is sharded already, or shares a parameter with another that is; with a `ShardedEmbedding`.
    RuntimeError
        For a parameter without a size.

    Examples
    --------
    >>> import derivata.distributed as dist
    >>> from derivata.distributed.fsdp import fully_shard
    >>> dist.init_process_group("mpi")
    >>> model = nn.Sequential(nn.Linear(6, 12), nn.Tanh(), nn.Linear(12, 1))
    >>> for layer in (model[0], model[2], model):
    ...     _ = fully_shard(layer)
    >>> optimizer = dv.optim.AdamW(model.parameters(), lr=0.01)
    >>> model(dv.ones(2, 6)).sum().backward()
    >>> optimizer.step()
    >>> model[0].weight.numel() == -(-72 // dist.get_world_size())
    True
    >>> dist.destroy_process_group()
    """
    group = _check(module, mesh, reshard_after_forward, process_group)
    places = _places(module)
    parameters = [one for one, _ in places]
    unit = Unit([several for _, several in places], reshard_after_forward, group.next_call(WHO))
    everything = [*zip(unit.names(), parameters, strict=True), *module.named_buffers()]
    check_alike(WHO, group, everything)
    copy_from(WHO, group, [tensor for _, tensor in everything], 0)
    for parameter in parameters:
        one = Shard(group, parameter.shape)
        part = padded(parameter._array, one)[group.rank()].copy()
        parameter.grad = None
        parameter.data = wrap(part)
        parameter.__dict__["shard"] = one
    module._unit = unit
    module.__class__ = _sharded_class(type(module))  # type: ignore[assignment, arg-type]  # a subclass
    return module


def _check(module: Any, mesh: Any, reshard_after_forward: Any, process_group: Any) -> ProcessGroup:
    """Return the group, after refusing what cannot be sharded."""
    if not isinstance(module, Module):
        raise TypeError(f"{WHO}: expected a Module, got {type(module).__name__}; call it for each of several")
    if mesh is not None:
        raise NotImplementedError(
            f"{WHO}: expected mesh=None, got {type(mesh).__name__}; give process_group=new_group(...)"
        )
    if not isinstance(reshard_after_forward, bool):
        raise TypeError(
            f"{WHO}: expected reshard_after_forward to be True or False, got {reshard_after_forward!r}; parameters are "
            "freed, or kept"
        )
    if isinstance(module, FSDPModule):
        raise ValueError(f"{WHO}: expected a module that is not sharded yet, got {type(module).__name__}")
    group = resolve(WHO, process_group)
    if group is None:
        raise RuntimeError(
            f"{WHO}: expected a member of the group, got a rank that is none; call it in members alone"
        )
    check_same(WHO, module)
    return group


def _places(module: Module) -> list[tuple[Parameter, list[Place]]]:
    """Return the parameters that no module below has sharded, and for each all places below the module."""
    below = {
        (f"{outer}.{path}".strip("."), name)
        for outer, inner in module.named_modules()
        if isinstance(inner, FSDPModule)
        for several in inner._unit.parameters
        for path, name in several
    }
    found: dict[int, tuple[Parameter, list[Place]]] = {}
    for full_name, parameter in module.named_parameters(remove_duplicate=False):
        path, _, name = full_name.rpartition(".")
        if (path, name) in below:
            continue
        if is_shard(parameter):
            raise ValueError(
                f"{WHO}: expected whole parameters, got {full_name}, which is sharded with another module already; "
                "shard inner modules before outer ones, and together those that share a parameter: by a module that "
                "contains them"
            )
        found.setdefault(id(parameter), (parameter, []))[1].append((path, name))
    return list(found.values())


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


@cache
def _sharded_class(cls: type[Module]) -> type[Module]:
    """Return the subclass that modules of a class become."""
    return type(
        f"FSDP{cls.__name__}", (FSDPModule, cls), {"__module__": cls.__module__, "__doc__": cls.__doc__}
    )
