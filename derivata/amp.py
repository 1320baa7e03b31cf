"""Mixed precision, which derivata does not have: refused where it would change results, and without effect where not.

`autocast` and `GradScaler` do nothing where PyTorch's do nothing: for CUDA on a machine without it (with PyTorch's
warning), and with ``enabled=False``.
"""

from __future__ import annotations

import warnings
from contextlib import ContextDecorator
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from .support.missing_names import only_these

__all__ = ["GradScaler", "autocast", "custom_bwd", "custom_fwd", "is_autocast_available"]


class autocast(ContextDecorator):
    """Refuse to compute in two precisions.

    Parameters
    ----------
    device_type : str
        "cpu" is refused; other devices are not there, so that nothing is done on them, with a warning.
    dtype : dtype, optional
    enabled : bool
        False makes a block that changes nothing.
    cache_enabled : bool, optional

    Raises
    ------
    RuntimeError
        For the processor.

    Examples
    --------
    >>> import derivata as dv
    >>> with dv.autocast("cpu", enabled=False):
    ...     y = dv.ones(2) * 2
    """

    def __init__(
        self, device_type: str = "cuda", dtype: Any = None, enabled: bool = True, cache_enabled: Any = None
    ) -> None:
        if not isinstance(device_type, str):
            raise ValueError(
                f"autocast: expected the name of a device, got {type(device_type).__name__}; write device.type"
            )
        if enabled and device_type == "cpu":
            raise RuntimeError(
                "autocast: mixed precision is not here: NumPy has no bfloat16, and its float16 is slower than float32 "
                "on the processor; leave autocast out, or pass enabled=False, and compute in float32"
            )
        if enabled:
            _warn("autocast", device_type)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        pass


class GradScaler:
    """Do nothing to losses: nothing is computed in half precision, so no gradient underflows.

    Parameters
    ----------
    device : str
        A device that is not there: with a warning, unless `enabled` is False.
    init_scale, growth_factor, backoff_factor, growth_interval
        Accepted without effect.
    enabled : bool
        As above.

    Examples
    --------
    >>> x = dv.ones(1, requires_grad=True)
    >>> optimizer, scaler = dv.optim.SGD([x], lr=0.5), dv.amp.GradScaler(enabled=False)
    >>> scaler.scale((x * x).sum()).backward()
    >>> scaler.step(optimizer)
    >>> scaler.update()
    >>> x.tolist()
    [0.0]
    """

    def __init__(
        self,
        device: str = "cuda",
        init_scale: float = 65536.0,
        growth_factor: float = 2.0,
        backoff_factor: float = 0.5,
        growth_interval: int = 2000,
        enabled: bool = True,
    ) -> None:
        if enabled:
            _warn("GradScaler", device)

    def scale(self, outputs: Any) -> Any:
        """Return what is given."""
        return outputs

    def unscale_(self, optimizer: Any) -> None:
        """Leave gradients as they are."""

    def step(self, optimizer: Any, *args: Any, **kwargs: Any) -> Any:
        """Take a step of the optimizer."""
        return optimizer.step(*args, **kwargs)

    def update(self, new_scale: Any = None) -> None:
        """Leave the scale at one."""

    def get_scale(self) -> float:
        """Return one."""
        return 1.0

    def is_enabled(self) -> bool:
        """Tell whether losses are scaled: never."""
        return False

    def state_dict(self) -> dict[str, Any]:
        """Return the state: there is none."""
        return {}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Accept any state."""


def custom_fwd(fwd: Any = None, *, device_type: str, cast_inputs: Any = None) -> Any:
    """Return `forward` of a `Function` as it is: no block casts inputs, so that nothing has to be told to `backward`.

    Parameters
    ----------
    fwd : callable, optional
        Left out where arguments are given to the decorator.
    device_type : str
    cast_inputs : dtype, optional
        What inputs would be cast to in a block of `autocast`.

    Examples
    --------
    >>> class Square(dv.autograd.Function):
    ...     @staticmethod
    ...     @dv.amp.custom_fwd(device_type="cuda")
    ...     def forward(ctx, x):
    ...         ctx.save_for_backward(x)
    ...         return x * x
    ...     @staticmethod
    ...     @dv.amp.custom_bwd(device_type="cuda")
    ...     def backward(ctx, grad):
    ...         return 2 * grad * ctx.saved_tensors[0]
    >>> Square.apply(dv.tensor([3.0], requires_grad=True))
    tensor([9.], grad_fn=<SquareBackward>)
    """
    return (lambda function: function) if fwd is None else fwd


def custom_bwd(bwd: Any = None, *, device_type: str) -> Any:
    """Return `backward` of a `Function` as it is: it runs as `forward` did, see `custom_fwd`."""
    return custom_fwd(bwd, device_type=device_type)


def is_autocast_available(device_type: str) -> bool:
    """Tell whether `autocast` can compute in two precisions: on no device."""
    return False


def _warn(subject: str, device: str) -> None:
    warnings.warn(
        f"{subject}: device {device!r} is not available, so that it has no effect; the processor is the only device",
        UserWarning,
        stacklevel=3,
    )


if not TYPE_CHECKING:  # to a type checker it would make every name a valid one
    __getattr__, __dir__ = only_these(globals())
