"""Averages of models over training: stochastic weight averaging, and exponential moving averages."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import deepcopy
from itertools import chain
from math import cos, pi
from typing import TYPE_CHECKING, Any

from ..nn.module import Module
from ..runtime.modes.grad_mode import no_grad
from ..runtime.tensors.tensor import Tensor
from ..support.devices import check_device
from ..support.missing_names import only_these
from ..top_level.factories import tensor
from .lr_scheduler.schedule import LRScheduler, Rates, for_each_group
from .optimizer import Optimizer

__all__ = [
    "SWALR",
    "AveragedModel",
    "get_ema_avg_fn",
    "get_ema_multi_avg_fn",
    "get_swa_avg_fn",
    "get_swa_multi_avg_fn",
    "update_bn",
]

AverageFunction = Callable[[Tensor, Tensor, Any], Tensor]
AverageOfMany = Callable[[list[Tensor], list[Tensor], Any], object]


class AveragedModel(Module):
    """A copy of a model whose parameters are averages of those that the model has at certain times.

    Parameters
    ----------
    model : Module
        The model, which is copied.
    device : "cpu", optional
    avg_fn : callable, optional
        Gets an average, a parameter and the number of averaged models, and returns the new average; by default the
        mean of all.
    multi_avg_fn : callable, optional
        Gets lists of averages and parameters instead, and changes the averages.
    use_buffers : bool
        Whether buffers are averaged, too; otherwise they are copied.

    Attributes
    ----------
    module : Module
        The copy.
    n_averaged : Tensor
        How many models were averaged.

    Examples
    --------
    >>> model = dv.nn.Linear(1, 1, bias=False)
    >>> average = dv.optim.swa_utils.AveragedModel(model)
    >>> for value in (1.0, 2.0, 6.0):
    ...     _ = dv.nn.init.constant_(model.weight, value)
    ...     average.update_parameters(model)
    >>> average.module.weight.tolist()
    [[3.0]]
    """

    n_averaged: Tensor

    def __init__(
        self,
        model: Module,
        device: object = None,
        avg_fn: AverageFunction | None = None,
        multi_avg_fn: AverageOfMany | None = None,
        use_buffers: bool = False,
    ) -> None:
        super().__init__()
        if avg_fn is not None and multi_avg_fn is not None:
            raise AssertionError("AveragedModel: expected one of avg_fn and multi_avg_fn, got both")
        check_device(device)
        self.module = deepcopy(model)
        self.register_buffer("n_averaged", tensor(0))
        self.avg_fn = avg_fn
        self.multi_avg_fn = multi_avg_fn
        self.use_buffers = use_buffers

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        """Call the copy."""
        return self.module(*args, **kwargs)

    def update_parameters(self, model: Module) -> None:
        """Average in the parameters that a model has now."""
        own, new = self._averaged(self.module), self._averaged(model)
        with no_grad():
            if self.n_averaged.item() == 0:
                for average, value in zip(own, new, strict=True):
                    average.copy_(value)
            elif self.multi_avg_fn is not None:
                self.multi_avg_fn(own, new, self.n_averaged)
            else:
                function = self.avg_fn or get_swa_avg_fn()
                for average, value in zip(own, new, strict=True):
                    average.copy_(function(average, value, self.n_averaged))
            if not self.use_buffers:
                for buffer, value in zip(self.module.buffers(), model.buffers(), strict=True):
                    buffer.copy_(value)
            self.n_averaged.add_(1)

    def _averaged(self, model: Module) -> list[Tensor]:
        buffers = model.buffers() if self.use_buffers else ()
        return [value.detach() for value in chain(model.parameters(), buffers)]


def get_swa_avg_fn() -> AverageFunction:
    """Return the function that gives the mean of all models."""

    def mean(averaged_param: Tensor, current_param: Tensor, num_averaged: Any) -> Tensor:
        return averaged_param + (current_param - averaged_param) / (int(num_averaged) + 1)

    return mean


def get_ema_avg_fn(decay: float = 0.999) -> AverageFunction:
    """Return the function that keeps the part `decay` of an average, and takes the rest of the new parameter."""
    _check_decay(decay)

    def moving(ema_param: Tensor, current_param: Tensor, num_averaged: Any) -> Tensor:
        return decay * ema_param + (1 - decay) * current_param

    return moving


def get_swa_multi_avg_fn() -> AverageOfMany:
    """Return the function that gives the means of all models, for lists."""

    def means(averaged_param_list: list[Tensor], current_param_list: list[Tensor], num_averaged: Any) -> None:
        _mix(averaged_param_list, current_param_list, 1 / (int(num_averaged) + 1))

    return means


def get_ema_multi_avg_fn(decay: float = 0.999) -> AverageOfMany:
    """Return the function that keeps the part `decay` of averages, and takes the rest of new parameters, for lists."""
    _check_decay(decay)

    def moving(ema_param_list: list[Tensor], current_param_list: list[Tensor], num_averaged: Any) -> None:
        _mix(ema_param_list, current_param_list, 1 - decay)

    return moving


def _mix(averages: list[Tensor], values: list[Tensor], rest: float) -> None:
    with no_grad():
        for average, value in zip(averages, values, strict=True):
            if average.is_floating_point() or average.is_complex():
                average.lerp_(value, rest)
            else:
                average.add_(((value - average) * rest).to(average.dtype))


def _check_decay(decay: float) -> None:
    if not 0.0 <= decay <= 1.0:
        raise ValueError(f"get_ema_avg_fn: expected decay in [0, 1], got {decay}")


@no_grad()
def update_bn(loader: Iterable[Any], model: Module, device: object = None) -> None:
    """Compute the statistics of a model's batch normalisations anew, by a pass over data.

    Parameters
    ----------
    loader : iterable
        Of inputs, or of lists and tuples that begin with one.
    model : Module
    device : "cpu", optional
    """
    check_device(device)
    layers: list[Any] = [layer for layer in model.modules() if hasattr(layer, "running_mean")]
    if not layers:
        return
    momenta = [layer.momentum for layer in layers]
    was_training = model.training
    model.train()
    for layer in layers:
        if layer.running_mean is not None:
            layer.running_mean.zero_()
            layer.running_var.fill_(1)
            layer.num_batches_tracked.zero_()
        layer.momentum = None
    try:
        for batch in loader:
            model(batch[0] if isinstance(batch, list | tuple) else batch)
    finally:
        for layer, momentum in zip(layers, momenta, strict=True):
            layer.momentum = momentum
        model.train(was_training)


class SWALR(LRScheduler):
    """Lead the rate to a fixed one for averaging.

    Parameters
    ----------
    optimizer : Optimizer
        The optimizer whose rates are set.
    swa_lr : float or list of float
        That rate, for all groups or for each.
    anneal_epochs : int
        How many epochs it takes.
    anneal_strategy : {"cos", "linear"}
        On what curve.
    last_epoch : int
        The number of the epoch that was last.
    """

    def __init__(
        self,
        optimizer: Optimizer,
        swa_lr: float | list[float],
        anneal_epochs: int = 10,
        anneal_strategy: str = "cos",
        last_epoch: int = -1,
    ) -> None:
        if anneal_strategy not in ("cos", "linear"):
            raise ValueError(f"SWALR: expected cos or linear for anneal_strategy, got {anneal_strategy!r}")
        if isinstance(anneal_epochs, float) or anneal_epochs < 0:
            raise ValueError(
                f"SWALR: expected anneal_epochs to be an int of at least 0, got {anneal_epochs!r}"
            )
        for rate, group in zip(
            for_each_group("SWALR", "swa_lr", swa_lr, optimizer), optimizer.param_groups, strict=True
        ):
            group["swa_lr"] = rate
        self._strategy = anneal_strategy
        self.anneal_epochs = anneal_epochs
        super().__init__(optimizer, last_epoch)

    def _part(self, step: int) -> float:
        way = max(0.0, min(1.0, step / max(1, self.anneal_epochs)))
        return (1 - cos(pi * way)) / 2 if self._strategy == "cos" else way

    def get_lr(self) -> Rates:
        """Return the rates of the epoch."""
        step = self._step_count - 1
        if self.anneal_epochs == 0:
            step = max(1, step)
        before, now = self._part(step - 1), self._part(step)
        rates = []
        for group in self.optimizer.param_groups:
            goal, rate = group["swa_lr"], group["lr"]
            start = goal if before == 1 else (rate - before * goal) / (1 - before)
            rates.append(goal * now + start * (1 - now))
        return rates


if not TYPE_CHECKING:  # to a type checker it would make every name a valid one
    __getattr__, __dir__ = only_these(globals())
