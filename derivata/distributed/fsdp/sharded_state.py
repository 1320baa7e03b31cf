"""ShardedState: a model and its optimizer as a checkpoint has them, which any number of ranks loads."""

from __future__ import annotations

import copy
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ...nn.module import Module
from ...nn.parameter import is_shard
from ...optim import saved_state
from ...optim.optimizer import Optimizer
from ...runtime.graph.tensor_base import wrap
from ...runtime.tensors.tensor import Tensor
from ..checkpoint import Elements
from ..optim import ZeroRedundancyOptimizer
from .shard import shard_of


class ShardedState:
    """The state of a model and of its optimizer, of which each rank has a part, for `distributed.checkpoint`.

    Saved and loaded as a value of a state dictionary. Each rank writes its parts, and reads those that it has among the
    ranks that load, of which there may be another number. One process without ranks can load it, too, into a dictionary
    with ``{"model": model.state_dict(), "optimizer": optimizer.state_dict()}``.

    Parameters
    ----------
    model : Module
        With modules that `fully_shard` was given, or none; of `DistributedDataParallel` the module that it wraps.
    optimizer : Optimizer, optional
        Of its parameters, maybe a `ZeroRedundancyOptimizer`.

    Examples
    --------
    >>> import shutil, tempfile
    >>> import derivata.distributed as dist
    >>> from derivata.distributed.fsdp import ShardedState, fully_shard
    >>> dist.init_process_group("mpi")
    >>> folder = [tempfile.mkdtemp() if dist.get_rank() == 0 else ""]
    >>> dist.broadcast_object_list(folder)
    >>> model = fully_shard(nn.Linear(3, 2))
    >>> optimizer = dv.optim.AdamW(model.parameters())
    >>> dist.checkpoint.save({"training": ShardedState(model, optimizer)}, checkpoint_id=folder[0])
    >>> dist.checkpoint.load({"training": ShardedState(model, optimizer)}, checkpoint_id=folder[0])
    >>> dist.destroy_process_group()
    >>> shutil.rmtree(folder[0], ignore_errors=True)
    """

    def __init__(self, model: Module, optimizer: Optimizer | None = None) -> None:
        self.model = model
        self.optimizer = optimizer

    def state_dict(self) -> dict[str, Any]:
        """Return the state with marks of parts; `checkpoint.load` writes into the tensors."""
        state = self.model.state_dict(keep_vars=True)
        found: dict[str, Any] = {"model": {name: _marked(value, value) for name, value in state.items()}}
        if self.optimizer is not None:
            found["optimizer"] = {
                "stepped": _has_stepped(self.optimizer),
                "state": _state_of(self.optimizer),
                "param_groups": saved_state.collect(self.optimizer.param_groups, {}, False)["param_groups"],
            }
        return found

    def load_state_dict(self, state_dict: Mapping[str, Any]) -> None:
        """Continue from what `state_dict` returned, after `checkpoint.load` has filled it."""
        self.model.load_state_dict({name: _unmarked(value) for name, value in state_dict["model"].items()})
        if self.optimizer is not None:
            saved = state_dict["optimizer"]
            state = {
                number: {key: _unmarked(value) for key, value in entries.items()}
                for number, entries in saved["state"].items()
                if saved["stepped"]  # else they are those of `_after_a_step`
            }
            self.optimizer.load_state_dict({"state": state, "param_groups": saved["param_groups"]})


def _has_stepped(optimizer: Optimizer) -> bool:
    return optimizer.stepped if isinstance(optimizer, ZeroRedundancyOptimizer) else bool(optimizer.state)


def _state_of(optimizer: Optimizer) -> dict[int, dict[str, Any]]:
    """Return the state of the parameters that this rank steps, by their numbers, with marks of parts."""
    numbers = {
        id(param): number for number, param in enumerate(saved_state.params_of(optimizer.param_groups))
    }
    own = optimizer.optim if isinstance(optimizer, ZeroRedundancyOptimizer) else optimizer
    params = saved_state.params_of(own.param_groups)
    is_complete = own.state or own._scope == "group"
    state = (own if is_complete else _after_a_step(own)).state_dict()["state"]
    return {
        numbers[id(params[index])]: {key: _marked(value, params[index]) for key, value in entries.items()}
        for index, entries in state.items()
    }


def _after_a_step(optimizer: Optimizer) -> Optimizer:
    """Return an optimizer with the state after a first step, of zeros: what is to be loaded has its keys and shapes."""
    probe = copy.copy(optimizer)
    probe.param_groups = [
        {**group, "params": _stand_ins(group["params"])} for group in optimizer.param_groups
    ]
    probe.state = defaultdict(dict)
    probe._hooks = {}
    probe.step()
    return probe


def _stand_ins(params: Sequence[Tensor]) -> list[Tensor]:
    """Return tensors of zeros with gradients of zeros."""
    found = []
    for param in params:
        stand_in = wrap(np.zeros_like(param._array)).requires_grad_(param.requires_grad)
        if param.requires_grad:
            stand_in.grad = wrap(np.zeros_like(param._array))
        found.append(stand_in)
    return found


def _marked(value: Any, param: Any) -> Any:
    """Return a value; if it is this rank's part of what belongs to a parameter, with a mark that says which."""
    if not isinstance(value, Tensor):
        return value
    if not is_shard(param) or value.shape != param.shape:
        return value.detach()
    one = shard_of(param)
    return Elements(value.detach(), one.group.rank() * one.length, one.shape)


def _unmarked(value: Any) -> Any:
    return value.tensor if isinstance(value, Elements) else value
