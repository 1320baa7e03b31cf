"""One global word that tells every op whether anything unusual is going on anywhere in the process.

An op reads ``state.active_modes`` once. Zero means that no thread is in any of the modes below, so that recording needs
no further question; otherwise the op asks the module of the mode, which knows about threads and tasks.

A bit that is set without need costs time, one that is missing costs answers. So bits are set before a mode begins, and
cleared only where nothing is left that needs them: the interpreter itself keeps the books, by weak references whose
callbacks are its own. No lock, no count and no ``__del__`` is there that an interrupt (Ctrl-C) could find half done.
"""

from typing import Any
from weakref import ref

GRAD_OFF = 1  # somebody is inside no_grad
FORWARD_AD = 2  # somebody is inside a dual level
SAVED_HOOKS = 4  # somebody packs what nodes save
OBSERVED = 8  # somebody watches nodes, calls, writes
INFERENCE = 16  # somebody is inside inference_mode
REPLAYING = 32  # somebody has results of array functions from an earlier run
BATCHED = 64  # somebody is inside vmap
WATCHED = SAVED_HOOKS | OBSERVED  # somebody wants to know of every node
BY_TENSORS = FORWARD_AD | OBSERVED  # a backward pass may have to compute with tensors
RESULTS = (
    INFERENCE | OBSERVED | FORWARD_AD | BATCHED
)  # an op has something to do after its result is complete


class State:
    """Holder of the word; a slot is the cheapest thing to read."""

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
        What is on again then.
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

    Nothing is called between a question and its answer: there, neither another thread nor an interrupt comes in.
    """
    left = state.active_modes
    while left:
        bit = left & -left
        left ^= bit
        if not _users[bit]:
            state.active_modes &= ~bit
