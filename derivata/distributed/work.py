"""Handles of collectives that may still run: `Work`, and `Future` for what follows."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from .failures import DistBackendError, RankMismatchError, timed_out
from .mpi import mpi

if TYPE_CHECKING:
    from ..runtime.tensors.tensor import Tensor
    from .agreement import Agreement
    from .process_group import ProcessGroup

T = TypeVar("T")
S = TypeVar("S")

_yield: Callable[[], object] = getattr(os, "sched_yield", lambda: time.sleep(0))
_EAGER = 200  # looks at a request before the processor is offered to others
_PATIENT = 1.0  # seconds of looking all the time


class Work:
    """A collective or message that was started and may still run; its tensors must not be used until it is done.

    Parameters
    ----------
    group : ProcessGroup
    what : str
        The call, for errors.
    requests : list
        MPI's requests.
    tensors : list of Tensor
        What is written.
    finish : callable, optional
        What is left to do when the requests are done.
    expected : int, optional
        How many bytes a message must have that is received.
    agreement : Agreement, optional
        A comparison of what the ranks call, which has begun as well.
    """

    def __init__(
        self,
        group: ProcessGroup,
        what: str,
        requests: list[Any],
        tensors: list[Tensor],
        finish: Callable[[], object] | None = None,
        expected: int | None = None,
        agreement: Agreement | None = None,
    ) -> None:
        self._group = group
        self._what = what
        self._requests = requests
        self._tensors = tensors
        self._finish = finish
        self._expected = expected
        self._agreement = agreement
        self._done = False
        self._error: BaseException | None = None
        self._source: int = -1

    def is_completed(self) -> bool:
        """Tell whether the tensors may be used again, and let MPI progress."""
        if self._done:
            return True
        if self._error is not None:
            raise self._error
        agreed = self._agree()
        try:
            if not self._all_done() or not agreed:
                return False
        except mpi().Exception as error:
            for _ in range(1000):  # which is the better explanation
                if self._agree():
                    break
                time.sleep(0.001)
            self._error = DistBackendError(
                f"{self._what}: rank {self._group.global_rank()}: MPI reports "
                f"{error.Get_error_string().strip()}; all ranks "
                "must give tensors of the same shape and dtype"
            )
            self._group.abandoned.append(self)
            raise self._error from error
        if self._finish is not None:
            self._finish()
        self._done = True
        self._requests, self._finish = [], None
        return True

    def _agree(self) -> bool:
        """Tell whether the calls of the ranks have been compared; raise if they differ."""
        if self._agreement is not None and self._agreement.request.Test():
            agreement, self._agreement = self._agreement, None
            try:
                agreement.check()
            except RankMismatchError as error:
                self._error = error
                self._group.abandoned.append(self)
                raise
        return self._agreement is None

    def _all_done(self) -> bool:
        if len(self._requests) != 1:
            return bool(mpi().Request.Testall(self._requests))
        status = mpi().Status()
        if not self._requests[0].Test(status):
            return False
        if self._expected is not None:
            self._source = status.source
            self._check_length(status.Get_count(mpi().BYTE))
        return True

    def _check_length(self, count: int) -> None:
        """Raise if a message was shorter than the memory for it."""
        if count != self._expected:
            self._requests = []
            self._error = DistBackendError(
                f"{self._what}: expected {self._expected} bytes, the size of the tensor, got {count}; receive "
                "into a tensor "
                "of the shape and dtype of what is sent"
            )
            raise self._error

    def wait(self, timeout: timedelta | float | None = None) -> bool:
        """Wait until the tensors may be used.

        Parameters
        ----------
        timeout : timedelta or float, optional
            In seconds; that of the group if it is not given.

        Returns
        -------
        bool
            True.

        Raises
        ------
        DistBackendError
            After the timeout, or for an error of MPI. The memory is MPI's for ever then, and the group of no more use.
        """
        for _ in range(_EAGER):
            if self.is_completed():
                return True
        seconds = self._group.timeout if timeout is None else as_seconds(timeout)
        start = time.monotonic()
        while not self.is_completed():
            waited = time.monotonic() - start
            if waited > seconds:
                self._group.abandoned.append(self)
                self._error = timed_out(self._group, self._what, seconds)
                raise self._error
            if waited < _PATIENT:
                _yield()
            else:
                time.sleep(0.0005)
        return True

    synchronize = wait

    def is_success(self) -> bool:
        """Tell whether it is done without an error."""
        return self._done

    def exception(self) -> BaseException | None:
        """Return the error with which it failed, or None."""
        return self._error

    def source_rank(self) -> int:
        """Return the rank that a received message came from."""
        return self._group.ranks[self._source] if self._source >= 0 else -1

    def result(self) -> list[Tensor]:
        """Return the tensors that were written."""
        return self._tensors

    def get_future(self) -> Future[list[Tensor]]:
        """Return a future whose value is the list of tensors that were written."""
        return Future(self.is_completed, self._waited)

    def _waited(self) -> list[Tensor]:
        self.wait()
        return self._tensors


class Future(Generic[T]):
    """A value that is there once something else is done; it is computed by whoever waits for it.

    Parameters
    ----------
    ready : callable
        Tells whether the value can be had without waiting.
    compute : callable
        Waits and returns the value; called once.
    """

    def __init__(self, ready: Callable[[], bool], compute: Callable[[], T]) -> None:
        self._ready = ready
        self._compute: Callable[[], T] | None = compute
        self._value: T

    def done(self) -> bool:
        """Tell whether `wait` would return at once, and let MPI progress."""
        return self._compute is None or self._ready()

    def wait(self) -> T:
        """Return the value, when it is there."""
        if self._compute is not None:
            self._value = self._compute()
            self._compute = None
        return self._value

    value = wait

    def then(self, callback: Callable[[Future[T]], S]) -> Future[S]:
        """Return a future with the value that the callback returns, given this future when it is done."""

        def computed() -> S:
            self.wait()
            return callback(self)

        return Future(self.done, computed)


def completed(value: T) -> Future[T]:
    """Return a future that is done."""
    return Future(lambda: True, lambda: value)


def as_seconds(timeout: timedelta | float) -> float:
    """Return a timeout in seconds.

    Raises
    ------
    TypeError, ValueError
        For what is no length of time, or none that can pass.
    """
    seconds = timeout.total_seconds() if isinstance(timeout, timedelta) else timeout
    if isinstance(seconds, bool) or not isinstance(seconds, int | float):
        raise TypeError(f"timeout: expected a timedelta or a number of seconds, got {type(timeout).__name__}")
    if not seconds > 0:
        raise ValueError(f"timeout: expected a positive time, got {timeout}")
    return float(seconds)
