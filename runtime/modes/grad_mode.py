"""Whether ops are recorded: a property of the thread (and of the asynchronous task), restored on every way out."""

from collections.abc import Callable
from contextvars import ContextVar
from functools import wraps
from typing import Any, ParamSpec, Self, TypeVar

from .blocks import Block, Switch, innermost
from .decorating import decorated
from .state import GRAD_OFF, INFERENCE, Mode, settle, state

P = ParamSpec("P")
R = TypeVar("R")

# None: gradients are recorded. A mode with GRAD_OFF: they are not; with INFERENCE, results are inference tensors too.
_grad: ContextVar[Mode | None] = ContextVar("derivata_grad_mode", default=None)


def recording() -> bool:
    """Tell whether the current thread and task records ops."""
    if not state.active_modes & GRAD_OFF:
        return True
    mode = innermost(_grad)
    return mode is None or not mode.bits & GRAD_OFF


is_grad_enabled = recording


def is_inference_mode_enabled() -> bool:
    """Tell whether the current thread and task is in inference mode."""
    if not state.active_modes & INFERENCE:
        return False
    mode = innermost(_grad)
    return mode is not None and bool(mode.bits & INFERENCE)


def _bits(enabled: bool) -> int:
    """Return the bits of a mode that switches recording; in inference mode recording stays off."""
    return INFERENCE | GRAD_OFF if is_inference_mode_enabled() else 0 if enabled else GRAD_OFF


def call_in_mode(enabled: bool, function: Callable[..., R], *args: Any) -> R:
    """Call a function in the given mode, then restore the caller's, whatever the function did to the mode."""
    if recording() is not enabled:
        with GradMode(enabled):
            return function(*args)
    before = _grad.get()
    try:
        return function(*args)
    finally:
        if _grad.get() is not before:
            _grad.set(before)
            settle()


def call_unrecorded(function: Callable[..., R], *args: Any) -> R:
    """Call a function with recording off, whatever it does to the mode."""
    return call_in_mode(False, function, *args)


class GradMode(Block):
    """A context manager and decorator that sets the grad mode, and restores the previous one."""

    variable = _grad

    def __init__(self, enabled: bool) -> None:
        self._enabled = enabled

    def __enter__(self) -> Self:
        self.begin(_bits(self._enabled))
        return self

    def clone(self) -> "GradMode":
        """Return a new context manager of the same mode, as one decorated function may run in many threads."""
        return GradMode(self._enabled)

    def __call__(self, function: Callable[P, R]) -> Callable[P, R]:
        """Return the function with its body in this mode."""
        return decorated(self.clone, function, type(self).__name__)


class no_grad(GradMode):
    """Do not record ops: results need no gradient, in this block or decorated function.

    Examples
    --------
    >>> import derivata as dv
    >>> x = dv.tensor([1.0, 2.0], requires_grad=True)
    >>> with dv.no_grad():
    ...     (x * 2).requires_grad
    False
    """

    def __new__(cls, function: Callable[..., Any] | None = None) -> Any:
        """Return a context manager, or, as a bare decorator, the decorated function."""
        return object.__new__(cls) if function is None else cls()(function)

    def __init__(self, function: None = None) -> None:
        self._enabled = False


class enable_grad(GradMode):
    """Record ops again inside a `no_grad` block.

    Examples
    --------
    >>> import derivata as dv
    >>> x = dv.tensor([1.0, 2.0], requires_grad=True)
    >>> with dv.no_grad(), dv.enable_grad():
    ...     (x * 2).requires_grad
    True
    """

    def __new__(cls, function: Callable[..., Any] | None = None) -> Any:
        """Return a context manager, or, as a bare decorator, the decorated function."""
        return super().__new__(cls) if function is None else cls()(function)

    def __init__(self, function: None = None) -> None:
        super().__init__(True)


class set_grad_enabled(Switch, GradMode):
    """Switch recording: as a plain call until the next switch, as a context manager for a block.

    Examples
    --------
    >>> import derivata as dv
    >>> with dv.set_grad_enabled(False):
    ...     dv.is_grad_enabled()
    False
    >>> dv.is_grad_enabled()
    True
    """

    def __init__(self, mode: bool) -> None:
        super().__init__(bool(mode))
        self.switch(_bits(self._enabled))

    def __enter__(self) -> Self:
        self.undo()
        return super().__enter__()

    def __call__(self, function: Callable[P, R]) -> Callable[P, R]:
        """Decorate a function; the constructor must not have changed the mode."""
        self.undo()
        settle()
        return super().__call__(function)


class inference_mode(GradMode):
    """Compute without recording anything and without counting writes to results.

    Results are inference tensors. They can be used everywhere, but recorded ops cannot save them, and outside of the
    mode they cannot be written to. Transforms (`func.grad`, `autograd.functional.jacobian`, ...) work as in any other
    mode, and return normal tensors. ``inference_mode(False)`` restores normal mode for a block.

    Parameters
    ----------
    mode : bool, or a function to decorate

    Examples
    --------
    >>> import derivata as dv
    >>> x = dv.tensor([1.0, 2.0], requires_grad=True)
    >>> with dv.inference_mode():
    ...     y = x * 2
    >>> y.requires_grad, y.is_inference()
    (False, True)
    """

    def __new__(cls, mode: bool | Callable[..., Any] = True) -> Any:
        """Return a context manager, or, as a bare decorator, the decorated function."""
        if not callable(mode):
            return super().__new__(cls)
        context = super().__new__(cls)
        context.__init__()  # type: ignore[misc]
        return context(mode)

    def __init__(self, mode: bool = True) -> None:
        super().__init__(not mode)

    def __enter__(self) -> Self:
        self.begin(0 if self._enabled else INFERENCE | GRAD_OFF)
        return self

    def clone(self) -> "inference_mode":
        """Return a new context manager of the same mode."""
        return inference_mode(not self._enabled)


def outside_inference(function: Callable[P, R]) -> Callable[P, R]:
    """Let a function compute in inference mode as it does under `no_grad`, so that its results are normal tensors.

    Transforms need this: they record, and propagate tangents, in every mode.
    """

    @wraps(function)
    def outside(*args: P.args, **kwargs: P.kwargs) -> R:
        if not is_inference_mode_enabled():
            return function(*args, **kwargs)
        with inference_mode(False), GradMode(False):
            return function(*args, **kwargs)

    return outside
