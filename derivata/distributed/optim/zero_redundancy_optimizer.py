"""ZeroRedundancyOptimizer: each rank has the state of its share of the parameters, and steps that share."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from ...optim import saved_state
from ...optim.optimizer import Group, Optimizer
from ...runtime.tensors.tensor import Tensor
from ..algorithms.join import Join, Joinable, JoinHook
from ..matching import check_alike, copy_sets
from ..process_group import ProcessGroup, resolve
from .shares import Shares
from .spread_state import WHO, SpreadState, options_of

Loss = TypeVar("Loss")


class ZeroRedundancyOptimizer(SpreadState, Joinable):
    """An optimizer whose state is spread over ranks: each has that of its share of the parameters.

    A step changes on each rank the parameters of its share, and then gives all ranks all parameters: those of one rank
    travel in one message. With the gradients of `DistributedDataParallel` the result is that of the optimizer on each
    rank, bit for bit. Parameters are shared out by size, the largest first, each to the rank that has least.

    Parameters
    ----------
    params : iterable of Tensor, or iterable of dict
        All parameters, the same on all ranks.
    optimizer_class : type
        A class of `derivata.optim`, or a subclass of `Optimizer`, whose steps go parameter by parameter: not `LBFGS`.
    process_group : ProcessGroup, optional
    parameters_as_bucket_view : bool
        Without effect: messages are sent from where the parameters lie.
    overlap_with_ddp : bool
        False: the step comes after `backward`.
    **defaults
        The options of the optimizer.

    Attributes
    ----------
    optim : Optimizer
        That of this rank's share.
    param_groups : list of dict
        The groups with all parameters. Options may be changed at any time, as schedules do.
    state : dict
        That of this rank's share.

    Raises
    ------
    RankMismatchError
        On all ranks, naming rank and parameter, if parameters differ.
    TypeError
        If `optimizer_class` is no class of optimizers, or one whose steps need all parameters.
    NotImplementedError
        With `overlap_with_ddp`.

    Examples
    --------
    >>> import derivata.distributed as dist
    >>> from derivata.distributed.optim import ZeroRedundancyOptimizer
    >>> dist.init_process_group("mpi")
    >>> model = nn.parallel.DistributedDataParallel(nn.Linear(3, 1))
    >>> optimizer = ZeroRedundancyOptimizer(model.parameters(), dv.optim.AdamW, lr=0.01)
    >>> model(dv.ones(2, 3)).sum().backward()
    >>> optimizer.step()
    >>> dist.get_world_size() == 1 or len(optimizer.state) <= 1  # of two parameters
    True
    >>> dist.destroy_process_group()
    """

    _scope = "parameter"

    def __init__(
        self,
        params: Iterable[Tensor] | Iterable[Group],
        optimizer_class: type[Optimizer],
        process_group: Any = None,
        parameters_as_bucket_view: bool = False,
        overlap_with_ddp: bool = False,
        **defaults: Any,
    ) -> None:
        group = resolve(WHO, process_group)
        if group is None:
            raise RuntimeError(
                f"{WHO}: expected a member of the group, got a rank that is none; make it in members alone"
            )
        _check_class(optimizer_class)
        if overlap_with_ddp:
            raise NotImplementedError(
                f"{WHO}: expected overlap_with_ddp=False, got True; call step() after backward()"
            )
        self.process_group = group
        self.optimizer_class = optimizer_class
        self._shares = Shares(group.size())
        super().__init__(params, defaults)
        self.state = self.optim.state

    def add_param_group(self, param_group: Group) -> None:
        """Add tensors to optimize, with options that differ from the defaults: on all ranks, the same ones.

        Parameters
        ----------
        param_group : dict
            ``"params"``, a tensor or an iterable of tensors, and any options.

        Raises
        ------
        RankMismatchError
            On all ranks, naming rank and parameter, if parameters differ.
        """
        super().add_param_group(param_group)
        group = self.param_groups[-1]
        names = group.get("param_names") or [
            f"param_groups[{len(self.param_groups) - 1}]['params'][{number}]"
            for number in range(len(group["params"]))
        ]
        check_alike(WHO, self.process_group, list(zip(names, group["params"], strict=True)))
        self._shares.add(group["params"])
        own = {**options_of(group), "params": self._own(group["params"])}
        if len(self.param_groups) == 1:
            self.optim = self.optimizer_class([own], **self.defaults)
        else:
            self.optim.add_param_group(own)
        group.update(options_of(self.optim.param_groups[-1]))
        self._consolidated = None

    def _own(self, params: Iterable[Tensor]) -> list[Tensor]:
        """Return those parameters that this rank steps."""
        return self._shares.of(self.process_group.rank(), params)

    # ---- steps

    def _take_step(self, closure: Callable[[], Loss] | None) -> Loss | None:
        work = Join.notify_join_context(self)
        if work is not None:
            work.wait()
        for group, own in zip(self.param_groups, self.optim.param_groups, strict=True):
            own.update(options_of(group))
        loss = self.optim.step(closure)
        for group, own in zip(self.param_groups, self.optim.param_groups, strict=True):
            group.update(options_of(own))
        self._consolidated = None
        one = self.process_group
        what = one.next_call(f"{WHO}.step")
        one.meet(what, f"{WHO}.step")
        params = saved_state.params_of(self.param_groups)
        copy_sets(WHO, one, what, [(rank, self._shares.of(rank, params)) for rank in range(one.size())])
        return loss

    def join_hook(self, **kwargs: Any) -> JoinHook:
        """Return what a rank without batches does: it takes its part in each step. `Join` calls this."""
        return StepHook(self)

    @property
    def join_process_group(self) -> ProcessGroup:
        """The group over which the state is spread."""
        return self.process_group


class StepHook(JoinHook):
    """What a rank without batches does in an iteration of others: its part of their step."""

    def __init__(self, optimizer: ZeroRedundancyOptimizer) -> None:
        self.optimizer = optimizer

    def main_hook(self) -> None:
        """Step."""
        self.optimizer.step()


def _check_class(optimizer_class: Any) -> None:
    if not (isinstance(optimizer_class, type) and issubclass(optimizer_class, Optimizer)):
        got = (
            optimizer_class.__name__ if isinstance(optimizer_class, type) else type(optimizer_class).__name__
        )
        raise TypeError(
            f"{WHO}: expected optimizer_class to be a class of derivata.optim, such as AdamW, got {got}; give "
            "the class, and its options as arguments by name"
        )
    if optimizer_class._scope == "group":
        raise TypeError(
            f"{WHO}: expected an optimizer that changes each parameter by its own gradient, got "
            f"{optimizer_class.__name__}, whose steps need all parameters; use it on all ranks alike"
        )
