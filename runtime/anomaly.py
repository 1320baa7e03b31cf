"""Finding the first NaN of a backward pass, and the line of the forward that it belongs to."""

import sys
import traceback
import warnings
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from types import TracebackType
from typing import Self

import numpy as np

from .node import Node
from .state import ANOMALY, Mode
from .tensor import Tensor

_check_nan = True
_running: ContextVar[Node | None] = ContextVar("derivata_running_node", default=None)


class set_detect_anomaly:
    """Switch anomaly detection; usable as a function or as a context manager that restores."""

    _mode: Mode | None = None

    def __init__(self, mode: bool, check_nan: bool = True) -> None:
        self._before = (is_anomaly_enabled(), _check_nan)
        self._set(mode, check_nan)

    @staticmethod
    def _set(mode: bool, check_nan: bool) -> None:
        global _check_nan
        set_detect_anomaly._mode = Mode(ANOMALY) if mode else None
        _check_nan = check_nan

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._set(*self._before)


class detect_anomaly(set_detect_anomaly):
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
        self._before = (is_anomaly_enabled(), _check_nan)
        self._wanted = check_nan

    def __enter__(self) -> Self:
        self._set(True, self._wanted)
        return self


def is_anomaly_enabled() -> bool:
    """Tell whether anomaly detection is on."""
    return set_detect_anomaly._mode is not None


def remember_origin(node: Node) -> None:
    """Keep the stack of the forward call in the node's hooks; in a backward pass also that of the running node."""
    trace = "".join(traceback.format_stack()[:-2])
    runs = _running.get()
    if runs is not None and runs.hooks is not None:
        trace += f"\n\nwhile the backward of {runs.name()} ran, whose forward call was:\n{runs.hooks.trace}"
    node.require_hooks().trace = trace


def watched(step: Callable[[Node], None]) -> Callable[[Node], None]:
    """Return the engine's step, which on an error also tells where the node's op was called."""

    def watched_step(node: Node) -> None:
        token = _running.set(node)
        try:
            step(node)
        except Exception:
            _tell_origin(node)
            raise
        finally:
            _running.reset(token)

    return watched_step


def check_gradients(node: Node, grads: Sequence[Tensor | None]) -> None:
    """Raise for the first gradient that has a NaN."""
    if not _check_nan:
        return
    for index, grad in enumerate(grads):
        if grad is not None and grad.dtype.kind in "fc" and np.isnan(grad._array).any():
            raise RuntimeError(
                f"Function '{node.name()}' returned nan values in its {index}th output. The warning above tells where "
                "its op was called; look at the values that it was called with"
            )


def _tell_origin(node: Node) -> None:
    trace = "" if node.hooks is None else node.hooks.trace
    if trace:
        message = (
            f"Error detected in {node.name()}. Traceback of the forward call that caused the error:\n{trace}"
        )
    else:
        message = (
            f"Error detected in {node.name()}. No forward pass information available. Run the forward inside "
            "detect_anomaly() as well"
        )
    try:
        warnings.warn(message, stacklevel=2)
    except Warning:  # warnings are errors here: this one must not hide the error that it explains
        print(message, file=sys.stderr)
