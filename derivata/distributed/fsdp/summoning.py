"""summon_full_params: whole parameters for a block."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from ...nn.module import Module
from ...nn.parameter import Parameter
from ...runtime.graph.tensor_base import wrap
from ...runtime.graph.versions import bump
from .module import FSDPModule, Held, standing
from .shard import padded, shard_of

WHO = "summon_full_params"


@contextmanager
def summon_full_params(module: Module, writeback: bool = True) -> Iterator[None]:
    """Within this block, the parameters of a module are whole, on each rank of its group, all of which enter it.

    So they can be looked at, initialised, or used many times, as in generating text: no call gathers them. They require
    no gradient, and need the memory of the whole module.

    Parameters
    ----------
    module : Module
        With modules that `fully_shard` was given.
    writeback : bool
        Whether what is written to them is kept: of each rank its part.

    Raises
    ------
    ValueError
        If no parameter is sharded.

    Examples
    --------
    >>> import derivata.distributed as dist
    >>> from derivata.distributed.fsdp import fully_shard, summon_full_params
    >>> dist.init_process_group("mpi")
    >>> model = fully_shard(nn.Linear(3, 2))
    >>> with summon_full_params(model):
    ...     _ = nn.init.eye_(model.weight)
    >>> model(dv.ones(1, 3)).shape, model.weight.ndim
    ((1, 2), 1)
    >>> dist.destroy_process_group()
    """
    written: list[tuple[list[Parameter], list[Parameter]]] = []
    with ExitStack() as stack:
        for unit in module.modules():
            if not isinstance(unit, FSDPModule):
                continue
            held = Held.of(unit, unit._unit)
            if held.parts:
                whole = [Parameter(wrap(array), False) for array in unit._call(held).gather()]
                stack.enter_context(standing(held, whole))
                written.append((whole, held.parts))
        if not written:
            raise ValueError(
                f"{WHO}: expected a module with sharded parameters, got none; its parameters are whole"
            )
        yield
        for whole, parts in written if writeback else ():
            for one, part in zip(whole, parts, strict=True):
                bump(part, WHO)
                part._array[...] = padded(one._array, shard_of(part))[shard_of(part).group.rank()]
