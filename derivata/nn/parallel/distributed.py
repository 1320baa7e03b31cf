"""DistributedDataParallel: each rank has a copy of the model and a part of the batch; gradients are averaged."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Generic, TypeVar

from ...distributed.algorithms.join import Join, Joinable, JoinHook
from ...distributed.matching import check_alike, check_same, copy_from
from ...distributed.process_group import ProcessGroup, resolve
from ...runtime.modes.grad_mode import is_grad_enabled
from ..module import Module
from ..modules.batchnorm import SyncBatchNorm
from ..parameter import is_shard
from .gradient_checks import check_frozen
from .joining import DataParallelJoinHook, of_all_ranks
from .reducer import WHO, Reducer
from .sparse_bucket import sparse_tables
from .unused import unused_parameters

Wrapped = TypeVar("Wrapped", bound=Module)


class DistributedDataParallel(Module, Joinable, Generic[Wrapped]):
    """Train a module on several ranks, each with its own part of a batch: gradients are averaged over the ranks.

    All ranks build the same module and wrap it; parameters and buffers become those of rank 0. From then on `backward`
    leaves in `.grad` the mean over ranks, and the same optimiser step on each rank keeps them equal. If each rank's
    loss is the mean over its part, and parts have one size, that is the gradient of the mean over the whole batch.

    Gradients are parts of flat buckets, which are reduced while `backward` goes on, as PyTorch's with
    ``gradient_as_bucket_view=True``. Buckets are filled in the reverse order of parameters in the first pass, then in
    the order in which gradients came. Sparse gradients, of layers with ``sparse=True``, stay sparse: ranks gather each
    other's rows; communication hooks are not asked for them.

    Parameters
    ----------
    module : Module
    device_ids, output_device, dim
        Without effect: there is one device.
    broadcast_buffers : bool
        Whether buffers (running means ...) become those of rank 0 at each forward.
    init_sync : bool
        Whether parameters and buffers become those of rank 0 now, after a check that all ranks have the same ones.
    process_group : ProcessGroup, optional
    bucket_cap_mb : float, optional
        Mebibytes of a bucket, 25 if not given; the first one has at most one.
    find_unused_parameters : bool
        Whether the loss may leave out parameters, different ones on each rank. The graph is searched for them at each
        forward; what no rank has used keeps its `.grad`.

    Raises
    ------
    RankMismatchError
        On all ranks, naming rank and parameter, if modules differ.
    RuntimeError
        Without a parameter that requires grad, and with one without a size.
    ValueError
        With a `ShardedEmbedding` in the module.

    Examples
    --------
    >>> import derivata.distributed as dist
    >>> dist.init_process_group("mpi")
    >>> model = nn.parallel.DistributedDataParallel(nn.Linear(3, 1))
    >>> x = dv.full((2, 3), 1.0 + dist.get_rank())
    >>> model(x).sum().backward()
    >>> bool((model.module.weight.grad == dist.get_world_size() + 1.0).all())  # the mean of 2 (rank + 1)
    True
    >>> dist.destroy_process_group()
    """

    def __init__(
        self,
        module: Wrapped,
        device_ids: Sequence[Any] | None = None,
        output_device: Any = None,
        dim: int = 0,
        broadcast_buffers: bool = True,
        init_sync: bool = True,
        process_group: Any = None,
        bucket_cap_mb: float | None = None,
        find_unused_parameters: bool = False,
    ) -> None:
        super().__init__()
        group = resolve(WHO, process_group)
        if group is None:
            raise RuntimeError(
                f"{WHO}: expected a member of the group, got a rank that is none; wrap in members alone"
            )
        named = [(name, one) for name, one in module.named_parameters() if one.requires_grad]
        if not named:
            raise RuntimeError(
                f"{WHO} is not needed when a module doesn't have any parameter that requires a gradient"
            )
        check_same(WHO, module)
        for name, one in module.named_parameters():
            if is_shard(one):
                raise ValueError(
                    f"{WHO}: expected whole parameters, got {name}, of which each rank has a part, with the mean of "
                    "its gradients (fully_shard); call the module itself"
                )
        self.module = module
        self.process_group = group
        self.broadcast_buffers = broadcast_buffers
        self.find_unused_parameters = find_unused_parameters
        self.require_backward_grad_sync = True
        self.require_forward_param_sync = True
        self.divide_by_initial_world_size = True
        self.modules_buffers = list(module.buffers())
        self._frozen = [(name, one) for name, one in module.named_parameters() if not one.requires_grad]
        if init_sync:
            everything = [*module.named_parameters(), *module.named_buffers()]
            check_alike(WHO, group, everything)
            copy_from(WHO, group, [tensor for _, tensor in everything], 0)
        limit = (25 if bucket_cap_mb is None else bucket_cap_mb) * 2**20
        names, parameters = zip(*named, strict=True)
        tables = {id(table) for table in sparse_tables(module)}
        sparse = {number for number, one in enumerate(parameters) if id(one) in tables}
        self.reducer = Reducer(names, parameters, group, limit, find_unused_parameters, sparse)

    def forward(self, *inputs: Any, **kwargs: Any) -> Any:
        """Call the module; the backward pass of what it returns averages gradients."""
        averages = is_grad_enabled() and self.require_backward_grad_sync
        if averages:
            check_frozen(WHO, self._frozen)
        work, source = Join.notify_join_context(self), 0
        if work is not None:
            work.wait()
            self.reducer.divisor = self.divisor(int(work.result()[0].item()))
        if self._join is not None:
            _, source = of_all_ranks(self.process_group, averages, self.process_group.rank())
        self.begin_forward(averages, source)
        output = self.module(*inputs, **kwargs)
        if is_grad_enabled():  # an evaluation in between changes nothing of the pass to come
            self.require_forward_param_sync = self.reducer.expecting = averages
        if averages and self.find_unused_parameters:
            self.reducer.unused = unused_parameters(output, self.reducer.parameters)
        return output

    def begin_forward(self, averages: bool, source: int) -> None:
        """Do what all ranks do before a forward: order buckets, and give buffers the values of one rank."""
        if averages:
            self.reducer.prepare()
        if self.modules_buffers and self.broadcast_buffers and self.require_forward_param_sync:
            copy_from(f"{WHO} forward", self.process_group, self.modules_buffers, source)

    def divisor(self, ranks: int) -> int:
        """Return what sums of gradients are divided by, if so many ranks have inputs."""
        return self.process_group.size() if self.divide_by_initial_world_size else ranks

    def join(
        self,
        divide_by_initial_world_size: bool = True,
        enable: bool = True,
        throw_on_early_termination: bool = False,
    ) -> Join:
        """Return a block in which ranks may have different numbers of batches.

        A rank that leaves it contributes zeros to the gradients of the others, until all have; then parameters and
        buffers become those of a rank that had batches until the end.

        Parameters
        ----------
        divide_by_initial_world_size : bool
            Whether sums are divided by the number of ranks; else by that of those that still have batches.
        enable : bool
            Whether to do so.
        throw_on_early_termination : bool
            Whether the first rank that runs out of batches is an error on all.

        Examples
        --------
        >>> import derivata.distributed as dist
        >>> dist.init_process_group("mpi")
        >>> model = nn.parallel.DistributedDataParallel(nn.Linear(1, 1))
        >>> with model.join():
        ...     for _ in range(2 + dist.get_rank()):
        ...         model(dv.ones(1, 1)).sum().backward()
        >>> dist.destroy_process_group()
        """
        options = {"divide_by_initial_world_size": divide_by_initial_world_size}
        return Join([self], enable, throw_on_early_termination, **options)

    def join_hook(self, *, divide_by_initial_world_size: bool = True, **kwargs: Any) -> JoinHook:
        """Return what a rank without batches does: `Join` calls this."""
        synced = any(isinstance(part, SyncBatchNorm) for part in self.module.modules())
        if synced and self.process_group.size() > 1:
            raise NotImplementedError(
                f"{WHO}.join: expected a module without SyncBatchNorm, whose forward waits for all ranks, those "
                "without batches too; use BatchNorm"
            )
        self.divide_by_initial_world_size = divide_by_initial_world_size
        return DataParallelJoinHook(self)

    @property
    def join_process_group(self) -> ProcessGroup:
        """The group over which gradients are averaged."""
        return self.process_group

    @contextmanager
    def no_sync(self) -> Iterator[None]:
        """Within this block, forward passes are such whose backward leaves each rank its own gradients.

        They add up, until a forward and backward outside of it average what is in `.grad`: batches that are too large
        are computed in parts, and sent once.

        Examples
        --------
        >>> import derivata.distributed as dist
        >>> dist.init_process_group("mpi")
        >>> model = nn.parallel.DistributedDataParallel(nn.Linear(3, 1))
        >>> first, second = dv.ones(2, 3), dv.ones(2, 3)
        >>> with model.no_sync():
        ...     model(first).sum().backward()
        >>> model(second).sum().backward()
        >>> model.module.bias.grad
        tensor([4.])
        >>> dist.destroy_process_group()
        """
        before = self.require_backward_grad_sync
        self.require_backward_grad_sync = False
        try:
            yield
        finally:
            self.require_backward_grad_sync = before

    def register_comm_hook(self, state: object, hook: Callable[..., Any]) -> None:
        """Have a function reduce each bucket, in place of the mean over ranks.

        Parameters
        ----------
        state
            Its first argument: for None, hooks of `distributed.algorithms.ddp_comm_hooks` take the group of all ranks.
        hook : callable
            ``hook(state, bucket)``, with a `GradBucket`. It returns a Future, whose value becomes the gradients: a
            tensor of the size of ``bucket.buffer()``, or a list with it.

        Raises
        ------
        RuntimeError
            If there is one already.
        """
        if not callable(hook):
            raise TypeError(f"{WHO}: Communication hook must be callable, got {type(hook).__name__}")
        if self.reducer.comm_hook is not None:
            raise RuntimeError(
                f"{WHO}: register_comm_hook can only be called once, and there is a hook already"
            )
        self.reducer.comm_hook = state, hook
