"""Steps that all ranks take together: where one fails, all raise one error that names it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from ..calls import member
from ..failures import DistError
from ..objects import all_gather_object
from ..process_group import GroupMember, ProcessGroup

T = TypeVar("T")


class CheckpointException(DistError):
    """Error of a checkpoint, which all ranks raise alike.

    Attributes
    ----------
    failures : dict of int to str
        What went wrong, by rank.
    """

    speaker = 0

    def __init__(self, caller: str, failures: dict[int, str], outcome: str) -> None:
        ranks_of: dict[str, list[int]] = {}
        for rank, text in failures.items():
            ranks_of.setdefault(text, []).append(rank)
        told = [
            f"rank{'s' if len(ranks) > 1 else ''} {', '.join(map(str, ranks))}: {text}"
            for text, ranks in ranks_of.items()
        ]
        super().__init__(f"{caller}: {'; '.join(told)}; {outcome}")
        self.failures = failures


class Together:
    """The ranks that save or load a checkpoint; one process alone where there is no process group.

    Parameters
    ----------
    caller : str
        The function, for errors.
    group : ProcessGroup or None
    outcome : str
        What holds after an error.
    """

    def __init__(self, caller: str, group: ProcessGroup | None, outcome: str) -> None:
        self.caller, self.group, self.outcome = caller, group, outcome
        self.rank = 0 if group is None else group.rank()
        self.size = 1 if group is None else group.size()
        self.names = [0] if group is None else group.ranks  # by which errors speak of them

    def share(self, value: T) -> list[T]:
        """Return the values of all ranks."""
        if self.group is None:
            return [value]
        found: list[Any] = [None] * self.size
        all_gather_object(found, value, self.group)
        return found

    def do(self, step: Callable[[], T]) -> T:
        """Do something on each rank, and return what this one got.

        Raises
        ------
        CheckpointException
            On all ranks, if the step failed on any.
        """
        error: Exception | None = None
        try:
            result = step()
        except Exception as caught:  # whatever it is: all ranks raise it
            error = caught
        texts = self.share(None if error is None else str(error) or type(error).__name__)
        failures = {self.names[rank]: text for rank, text in enumerate(texts) if text is not None}
        if failures:
            raise CheckpointException(self.caller, failures, self.outcome) from error
        return result


def ranks_of(caller: str, group: Any, checkpoint_id: object, outcome: str) -> Together | None:
    """Return the ranks that make a call together; None, with a warning, if this process is none of them.

    Raises
    ------
    RankMismatchError
        If the ranks speak of different checkpoints.
    """
    if group is None and GroupMember.WORLD is None:
        return Together(caller, None, outcome)
    one = member(caller, group)
    if one is None:
        return None
    one.meet(one.next_call(caller), f"{caller} of {checkpoint_id}")
    return Together(caller, one, outcome)
