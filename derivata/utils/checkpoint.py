"""Trading time for memory: a function's intermediate values are not kept for backward but computed again."""

import warnings
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from contextvars import ContextVar
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, Self

from ..autograd.graph.saved_hooks import saved_tensors_hooks
from ..runtime.modes.blocks import Block, innermost
from ..runtime.modes.grad_mode import recording
from ..runtime.modes.state import Mode
from ..support.arguments import as_int
from ..support.missing_names import only_these
from .operator_log import Log
from .recomputation import Contexts, Frame, no_contexts
from .recomputation_check import CheckpointError as CheckpointError
from .reentrant import CheckpointFunction as CheckpointFunction
from .reentrant import check_backward_validity as check_backward_validity
from .repetitions import GraphExecGroup as GraphExecGroup
from .selective import CheckpointPolicy as CheckpointPolicy
from .selective import SelectiveCheckpointContext as SelectiveCheckpointContext
from .selective import create_selective_checkpoint_contexts as create_selective_checkpoint_contexts

__all__ = [
    "CheckpointError",
    "CheckpointFunction",
    "CheckpointPolicy",
    "GraphExecGroup",
    "SelectiveCheckpointContext",
    "check_backward_validity",
    "checkpoint",
    "checkpoint_sequential",
    "create_selective_checkpoint_contexts",
    "noop_context_fn",
    "set_checkpoint_debug_enabled",
    "set_checkpoint_early_stop",
]

noop_context_fn = no_contexts

_early_stop: ContextVar[Mode | None] = ContextVar("derivata_checkpoint_early_stop", default=None)
_debug: ContextVar[Mode | None] = ContextVar("derivata_checkpoint_debug", default=None)


class _Setting(Block):
    """Context that overrides an argument of `checkpoint`."""

    def __init__(self, value: bool | None) -> None:
        self.value = value

    def __enter__(self) -> Self:
        self.begin(0, self.value)
        return self


class set_checkpoint_early_stop(_Setting):
    """Context that decides whether recomputations stop once all that is needed is there; wins over `early_stop`."""

    variable = _early_stop


class set_checkpoint_debug_enabled(_Setting):
    """Context that decides whether checkpoints tell where tensors were saved; wins over `debug`; None leaves it."""

    variable = _debug


def checkpoint(
    function: Callable[..., Any],
    *args: Any,
    use_reentrant: bool | None = None,
    context_fn: Contexts = noop_context_fn,
    determinism_check: Literal["default", "none"] = "default",
    debug: bool = False,
    early_stop: bool = True,
    preserve_rng_state: bool = True,
    **kwargs: Any,
) -> Any:
    """Call a function without keeping what it saves for backward; backward calls the function again.

    Parameters
    ----------
    function : callable
        Called with `args` and `kwargs`; must do the same each time.
    use_reentrant : bool
        True: run a nested backward, which works for tensors in `args` only, and not with ``autograd.grad``. False is
        better; it is the default, with a warning, since PyTorch's differs between its releases.
    context_fn : callable
        Returns contexts for the call and for its repetition.
    determinism_check : "default" or "none"
        Compare shapes and dtypes of what both calls save.
    debug : bool
        Tell in errors where the tensors were saved.
    early_stop : bool
        End the repetition once all that is needed is there.
    preserve_rng_state : bool
        Let the repetition draw the same random numbers.

    Raises
    ------
    CheckpointError
        In backward, if the repetition saves fewer, more or other tensors.

    Examples
    --------
    >>> import derivata as dv
    >>> from derivata.utils.checkpoint import checkpoint
    >>> x = dv.tensor(3.0, requires_grad=True)
    >>> checkpoint(lambda x: x * x * x, x, use_reentrant=False).backward()
    >>> x.grad
    tensor(27.)
    """
    if use_reentrant is None:
        warnings.warn(
            "checkpoint: the use_reentrant parameter should be passed explicitly; it is taken to be False here, which "
            "is the better choice",
            stacklevel=2,
        )
    if use_reentrant:
        _check_reentrant(context_fn, debug, kwargs)
        check_backward_validity(args)
        return CheckpointFunction.apply(function, preserve_rng_state, *args)
    if determinism_check not in ("default", "none"):
        raise ValueError(
            f"checkpoint: determinism_check should be one of ['default', 'none'], got {determinism_check}"
        )
    forward_context, repetition_context = context_fn()
    if not recording():
        return function(*args, **kwargs)
    log = Log() if _setting(_debug, debug) else None
    frame = Frame(
        function,
        args,
        kwargs,
        _setting(_early_stop, early_stop),
        preserve_rng_state,
        repetition_context,
        determinism_check == "default",
        log,
    )
    return _first_call(partial(function, *args, **kwargs), frame, forward_context, log)


def _first_call(
    call: Callable[[], Any], frame: Frame, context: AbstractContextManager[object], log: Log | None
) -> Any:
    """Call the function; what it would save for backward is replaced by placeholders of the frame."""
    logged = nullcontext() if log is None else log.of_call()
    with saved_tensors_hooks(frame.pack, frame.unpack), context, logged:
        result = call()
        frame.completed = True
    if not frame.completed:
        raise RuntimeError(
            "checkpoint: the forward context provided by context_fn suppressed an exception raised during the "
            "checkpointed forward, which then has no result; let the context's __exit__ return None"
        )
    return result


def checkpoint_sequential(
    functions: Any, segments: int, input: Any, use_reentrant: bool | None = None, **kwargs: Any
) -> Any:
    """Apply functions one after the other, all but the last of `segments` parts checkpointed.

    Parameters
    ----------
    functions : nn.Sequential or iterable of callables
    segments : int
        How many parts; with more of them than functions nothing is checkpointed.
    input : Tensor
    use_reentrant, preserve_rng_state
        As in `checkpoint`.

    Examples
    --------
    >>> import derivata as dv
    >>> from derivata.utils.checkpoint import checkpoint_sequential
    >>> x = dv.tensor(2.0, requires_grad=True)
    >>> checkpoint_sequential([dv.exp, dv.log, dv.square], 2, x, use_reentrant=False).backward()
    >>> x.grad
    tensor(4.)
    """
    if use_reentrant is None:
        warnings.warn(
            "checkpoint_sequential: the use_reentrant parameter should be passed explicitly; it is taken to be False "
            "here, which is the better choice",
            stacklevel=2,
        )
    preserve = kwargs.pop("preserve_rng_state", True)
    if kwargs:
        raise ValueError(f"checkpoint_sequential: Unexpected keyword arguments: {', '.join(kwargs)}")
    steps = list(functions.children() if hasattr(functions, "children") else functions)
    segments = as_int("checkpoint_sequential", "segments", segments)
    if segments < 1:
        raise ValueError(f"checkpoint_sequential: segments must be at least 1, got {segments}")
    size = len(steps) // segments
    last = size * (segments - 1)
    for start in range(0, last, size or 1):
        part = _Chain(steps[start : start + size])
        input = checkpoint(part, input, use_reentrant=bool(use_reentrant), preserve_rng_state=preserve)
    return _Chain(steps[last:])(input)


class _Chain:
    """Functions applied one after the other."""

    def __init__(self, steps: Iterable[Callable[[Any], Any]]) -> None:
        self.steps = steps

    def __call__(self, value: Any) -> Any:
        for step in self.steps:
            value = step(value)
        return value


def _setting(variable: ContextVar[Mode | None], argument: bool) -> bool:
    mode = innermost(variable)
    return argument if mode is None or mode.value is None else mode.value


def _check_reentrant(context_fn: Contexts, debug: bool, kwargs: dict[str, Any]) -> None:
    if kwargs:
        raise ValueError(
            f"checkpoint: Unexpected keyword arguments: {', '.join(kwargs)}; pass them by position, or use "
            "use_reentrant=False"
        )
    if context_fn is not noop_context_fn or debug:
        raise ValueError(
            "checkpoint: Passing `context_fn` or `debug` is only supported when use_reentrant=False"
        )


if not TYPE_CHECKING:  # to a type checker it would make every name a valid one
    __getattr__, __dir__ = only_these(globals())
