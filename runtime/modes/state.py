"""One global word that tells every op whether any mode is active anywhere in the process.

An op reads ``state.active_modes`` once. Zero means that no thread is in any of the modes below, so recording needs no
further check; otherwise the op asks the module of the mode, which knows about threads and tasks.

A superfluous bit costs time, a missing one gives wrong results. So bits are set before a mode begins, and cleared only
when no mode needs them any more. Weak references keep track of that, with callbacks implemented in C: there is no lock,
no count and no ``__del__`` that an interrupt (Ctrl-C) could leave half done.
"""

from typing import Any
from weakref import ref

GRAD_OFF = 1  # inside no_grad
FORWARD_AD = 2  # inside a dual level
SAVED_HOOKS = 4  # hooks pack what nodes save
OBSERVED = 8  # observers watch nodes, calls, writes
INFERENCE = 16  # inside inference_mode
CACHED_CALLS = 32  # results of array functions come from an earlier run
BATCHED = 64  # inside vmap
WATCHED = SAVED_HOOKS | OBSERVED  # every node is reported
BY_TENSORS = FORWARD_AD | OBSERVED  # a backward pass may have to compute with tensors
RESULTS = (
    INFERENCE | OBSERVED | FORWARD_AD | BATCHED
)  # an op has something to do after its result is complete


class State:
    """Holds the word, in a slot because nothing is read faster."""

    __slots__ = ("active_modes",)

    active_modes: int


state = State()
state.active_modes = 0


def always() -> bool:
    """Return True: used as `runs` of a mode that stays on until it is switched off."""
    return True


# The modes that need a bit. A mode that dies is discarded by the interpreter: no Python code runs.
_users: dict[int, set[Any]] = {1 << place: set() for place in range(BATCHED.bit_length())}


class Mode:
    """Keeps bits of ``state.active_modes`` set for as long as this object is referred to.

    A context variable holds it, so that a task that inherits the context keeps the mode alive by itself.

    Attributes
    ----------
    runs : callable
        Returns None once the block that this mode belongs to has ended (see `blocks`).
    outer : Mode, or None
        The mode that is on again after that.
    """

    __slots__ = ("__weakref__", "bits", "outer", "runs", "value")

    def __init__(self, bits: int, value: Any = None, outer: "Mode | None" = None, runs: Any = always) -> None:
        self.bits = bits
        self.value = value
        self.outer = outer
        self.runs = runs
        left = bits
        while left:
            users = _users[left & -left]
            users.add(ref(self, users.discard))
            left &= left - 1
        state.active_modes |= bits


def settle() -> None:
    """Clear the bits that no mode needs.

    Nothing is called between the test of a bit and its clearing, so neither another thread nor an interrupt can come
    between.
    """
    left = state.active_modes
    while left:
        bit = left & -left
        left ^= bit
        if not _users[bit]:
            state.active_modes &= ~bit
