"""Whether ops are recorded: a property of the thread (and of the asynchronous task), restored on every way out."""

from collections.abc import Callable
from contextvars import ContextVar, Token
from types import TracebackType
from typing import Any, ParamSpec, Self, TypeVar

from .decorating import decorated
from .state import GRAD_OFF, INFERENCE, Mode, state

P = ParamSpec("P")
R = TypeVar("R")

# None: gradients are recorded. A Mode: they are not.
_disabled: ContextVar[Mode | None] = ContextVar("derivata_grad_disabled", default=None)
# None: results are ordinary tensors. A Mode: they are inference tensors, and nothing is recorded.
_inference: ContextVar[Mode | None] = ContextVar("derivata_inference", default=None)


def recording() -> bool:
    """Tell whether the current thread and task records ops."""
    return not state.rare & GRAD_OFF or _disabled.get() is None


is_grad_enabled = recording


def is_inference_mode_enabled() -> bool:
    """Tell whether the current thread and task is in inference mode."""
    return bool(state.rare & INFERENCE) and _inference.get() is not None


def set_recording(enabled: bool) -> Token[Mode | None]:
    """Switch recording on or off for the current thread and task; it stays off in inference mode.

    Return what `restore` needs.
    """
    if enabled and not (state.rare & INFERENCE and is_inference_mode_enabled()):
        return _disabled.set(None)
    return _disabled.set(_disabled.get() or Mode(GRAD_OFF))


def restore(token: Token[Mode | None]) -> None:
    """Return to what was before a switch.

    The variable is reset, not set: while a context has any value, each call of a NumPy function takes 10 ns longer.
    """
    try:
        token.var.reset(token)
    except (ValueError, RuntimeError):  # the block ends in another context, or one object began two blocks
        token.var.set(None if token.old_value is Token.MISSING else token.old_value)


def call_in_mode(enabled: bool, function: Callable[..., R], *args: Any) -> R:
    """Call a function that may do to the mode what it likes; it begins in the given one, and the caller's returns."""
    previous = _disabled.get()
    token = None if enabled is (previous is None) else set_recording(enabled)
    try:
        return function(*args)
    finally:
        if token is not None:
            restore(token)
        elif _disabled.get() is not previous:
            _disabled.set(previous)


def call_unrecorded(function: Callable[..., R], *args: Any) -> R:
    """Call a function with recording off, whatever it does to the mode."""
    return call_in_mode(False, function, *args)


class _GradMode:
    """A context manager and decorator that switches recording and restores what was before."""

    def __init__(self, enabled: bool) -> None:
        self._enabled = enabled
        self._tokens: list[Token[Mode | None]] = []

    def __enter__(self) -> Self:
        self._tokens.append(set_recording(self._enabled))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        restore(self._tokens.pop())

    def clone(self) -> "_GradMode":
        """Return a fresh context manager of the same mode (one decorated function may run in many threads)."""
        return _GradMode(self._enabled)

    def __call__(self, function: Callable[P, R]) -> Callable[P, R]:
        """Return the function with its body in this mode."""
        return decorated(self.clone, function, type(self).__name__)


class no_grad(_GradMode):
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
        self._tokens = []


class enable_grad(_GradMode):
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


class set_grad_enabled(_GradMode):
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
        self._called = set_recording(self._enabled)

    def __enter__(self) -> Self:
        self._tokens.append(self._called)
        set_recording(self._enabled)
        return self

    def __call__(self, function: Callable[P, R]) -> Callable[P, R]:
        """Decorate: making the decorator must not leave the mode switched."""
        restore(self._called)
        return super().__call__(function)


class inference_mode(_GradMode):
    """Compute without any thought of derivatives: nothing is recorded, and no write to a result is counted.

    Results are inference tensors. They can be used everywhere, but a recorded op cannot save them, and outside of the
    mode nobody can write into them. ``inference_mode(False)`` returns to normal for a block.

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
        self._outer: list[Token[Mode | None]] = []

    def __enter__(self) -> Self:
        self._outer.append(_inference.set(None if self._enabled else Mode(INFERENCE)))
        return super().__enter__()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        super().__exit__(kind, error, trace)
        restore(self._outer.pop())

    def clone(self) -> "inference_mode":
        """Return a fresh context manager of the same mode."""
        return inference_mode(not self._enabled)
