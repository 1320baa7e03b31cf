"""The wrapper of programs for several devices, on the processor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from ..module import Module

Wrapped = TypeVar("Wrapped", bound=Module)


class DataParallel(Module, Generic[Wrapped]):
    """Call a module: what PyTorch's class does where there is no device to divide batches among.

    Names in `state_dict` start with ``module.``, as there, so that saved ones fit.

    Parameters
    ----------
    module : Module
    device_ids, output_device, dim
        What a batch would be divided among, and how; without effect.

    Examples
    --------
    >>> model = nn.DataParallel(nn.Linear(2, 1))
    >>> model(dv.ones(5, 2)).shape, list(model.state_dict())
    ((5, 1), ['module.weight', 'module.bias'])
    """

    def __init__(
        self,
        module: Wrapped,
        device_ids: Sequence[Any] | None = None,
        output_device: Any = None,
        dim: int = 0,
    ) -> None:
        super().__init__()
        self.module = module
        self.device_ids: list[Any] = []

    def forward(self, *inputs: Any, **kwargs: Any) -> Any:
        """Call the module."""
        return self.module(*inputs, **kwargs)
