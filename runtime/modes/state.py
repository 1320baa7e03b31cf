"""One global word that tells every op whether anything unusual is going on anywhere in the process.

An op reads ``state.rare`` once. Zero means that no thread is in any of the modes below, so that recording needs no
further question; otherwise the op asks the module of the mode, which knows about threads and tasks.
"""

import threading

from ..forking import free_after_fork

GRAD_OFF = 1  # somebody is inside no_grad
FORWARD_AD = 2  # somebody is inside a dual level
SAVED_HOOKS = 4  # somebody packs what nodes save
ANOMALY = 8  # somebody wants the origin of every node and result
INFERENCE = 16  # somebody is inside inference_mode
LISTENING = 32  # somebody listens to every call of an op
REPLAYING = 64  # somebody has results of array functions from an earlier run
WATCHED = SAVED_HOOKS | ANOMALY  # somebody wants to know of every node
BY_TENSORS = FORWARD_AD | ANOMALY  # a backward pass may have to compute with tensors
PRODUCED = INFERENCE | ANOMALY | LISTENING  # somebody wants to know of every result, recorded or not
RESULTS = PRODUCED | FORWARD_AD  # an op has something to do after its result is complete


class State:
    """Holder of the word; a slot is the cheapest thing to read."""

    __slots__ = ("rare",)

    rare: int


state = State()
state.rare = 0

_lock = free_after_fork(threading.RLock())  # reentrant: Mode.__del__ may run inside a locked section
_users: dict[int, int] = {}


class Mode:
    """Keeps one bit of ``state.rare`` set for as long as this object is referred to.

    A context variable holds it, so that a task that inherits the context keeps the mode alive by itself.
    """

    __slots__ = ("bit", "value")

    def __init__(self, bit: int, value: object = None) -> None:
        self.bit = bit
        self.value = value
        _lock.acquire()  # with try, half the price of `with`
        try:
            _users[bit] = _users.get(bit, 0) + 1
            state.rare |= bit
        finally:
            _lock.release()

    def __del__(self) -> None:
        bit = self.bit
        _lock.acquire()
        try:
            left = _users[bit] = _users[bit] - 1
            if not left:
                state.rare &= ~bit
        finally:
            _lock.release()
