"""fully_shard: the parameters of a module become parts of which each rank has its own."""

from __future__ import annotations

from functools import cache
from typing import Any, TypeVar

from ...nn.module import Module
from ...nn.parallel.distributed import DistributedDataParallel
from ...nn.parameter import Parameter, is_shard
from ...runtime.graph.tensor_base import wrap
from ..matching import check_alike, check_same, copy_from
from ..process_group import ProcessGroup, resolve
from .module import FSDPModule, Place, Unit
from .shard import WHO, Shard, padded

M = TypeVar("M", bound=Module)


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
        If the module is sharded already, or shares a parameter with another that is; with a `ShardedEmbedding` or a
        `DistributedDataParallel` in it.
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
    names = [".".join(several[0]).strip(".") for _, several in places]
    everything = [*zip(names, parameters, strict=True), *module.named_buffers()]
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
    for name, part in module.named_modules():
        if isinstance(part, DistributedDataParallel):
            raise ValueError(
                f"{WHO}: expected a module without DistributedDataParallel, got {name or 'one'}, which averages whole "
                "gradients; shard the module in it"
            )
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


@cache
def _sharded_class(cls: type[Module]) -> type[Module]:
    """Return the subclass that modules of a class become."""
    return type(
        f"FSDP{cls.__name__}", (FSDPModule, cls), {"__module__": cls.__module__, "__doc__": cls.__doc__}
    )
