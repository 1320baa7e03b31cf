"""Finding the first NaN of a backward pass, and the line of the forward that it belongs to."""

import traceback
import warnings
from collections.abc import Sequence
from types import TracebackType
from typing import Self

import numpy as np

from .node import Node
from .state import ANOMALY, Mode
from .tensor import Tensor

_check_nan = True


class set_detect_anomaly:  # noqa: N801
    """Switch anomaly detection; usable as a function or as a context manager that restores."""

    _mode: Mode | None = None

    def __init__(self, mode: bool, check_nan: bool = True) -> None:
        self._before = (set_detect_anomaly._mode, _check_nan)
        self._set(Mode(ANOMALY) if mode else None, check_nan)

    @staticmethod
    def _set(mode: Mode | None, check_nan: bool) -> None:
        global _check_nan
        set_detect_anomaly._mode = mode
        _check_nan = check_nan

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._set(*self._before)


class detect_anomaly(set_detect_anomaly):  # noqa: N801
    """Context in which nodes remember where they were made and a NaN in a backward is an error.

    Examples
    --------
    >>> import derivata as dv
    >>> x = dv.tensor([0.0], requires_grad=True)
    >>> with dv.autograd.set_detect_anomaly(True):
    ...     (x.sqrt() * 0).sum().backward()
    Traceback (most recent call last):
        ...
    RuntimeError: Function 'SqrtBackward' returned nan values in its 0th output...
    """

    def __init__(self, check_nan: bool = True) -> None:
        warnings.warn(
            "Anomaly Detection has been enabled. This mode will increase the runtime and should only be enabled for "
            "debugging.",
            stacklevel=2,
        )
        super().__init__(True, check_nan)


def is_anomaly_enabled() -> bool:
    """Tell whether anomaly detection is on."""
    return set_detect_anomaly._mode is not None


def remember_origin(node: Node) -> None:
    """Keep the stack of the forward call in the node's hooks."""
    node.require_hooks().trace = "".join(traceback.format_stack()[:-2])


def check_gradients(node: Node, grads: Sequence[Tensor | None]) -> None:
    """Raise for the first gradient that has a NaN, after telling where the op was called."""
    if not _check_nan:
        return
    for index, grad in enumerate(grads):
        if grad is not None and grad.dtype.kind in "fc" and np.isnan(grad._array).any():
            trace = "" if node.hooks is None else node.hooks.trace
            where = f"The forward call:\n{trace}" if trace else "The forward ran outside of anomaly mode: no trace."
            raise RuntimeError(
                f"Function '{node.name()}' returned nan values in its {index}th output. {where}"
            )
