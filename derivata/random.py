"""The state of the random numbers, by PyTorch's names."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from .arrays.random import default_generator as default_generator
from .arrays.random import get_state as get_rng_state
from .arrays.random import initial_seed as initial_seed
from .arrays.random import manual_seed as manual_seed
from .arrays.random import seed as seed
from .arrays.random import set_state as set_rng_state
from .support.missing_names import only_these

__all__ = [
    "default_generator",
    "fork_rng",
    "get_rng_state",
    "initial_seed",
    "manual_seed",
    "seed",
    "set_rng_state",
]


@contextmanager
def fork_rng(devices: Any = None, enabled: bool = True) -> Iterator[None]:
    """Context that restores the state of the global generator at its end.

    Parameters
    ----------
    devices : iterable, optional
        Other devices whose generators are kept: there are none.
    enabled : bool
        Whether to do so.

    Examples
    --------
    >>> import derivata as dv
    >>> generator = dv.manual_seed(0)
    >>> with dv.random.fork_rng():
    ...     first = dv.rand(2)
    >>> dv.equal(dv.rand(2), first)
    True
    """
    state = get_rng_state() if enabled else None
    try:
        yield
    finally:
        if state is not None:
            set_rng_state(state)


if not TYPE_CHECKING:  # to a type checker it would make every name a valid one
    __getattr__, __dir__ = only_these(globals())
