"""Whether a recomputation saved what the first call saved."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from ..arrays.dtypes import DType


class CheckpointError(RuntimeError):
    """A checkpointed function did something else when it was called again."""


class Description(NamedTuple):
    """A saved tensor; `where` is the stack at that time (``debug=True``)."""

    shape: tuple[int, ...]
    dtype: DType
    where: str

    @property
    def kind(self) -> tuple[Any, ...]:
        """What has to be the same."""
        return self.shape, self.dtype


def check_more(first: Sequence[Description], again: Sequence[Description]) -> None:
    """Raise if the recomputation saves more than the first call did."""
    if len(again) > len(first):
        raise CheckpointError(
            f"checkpoint: trying to save more tensors during recomputation than during the original forward pass, "
            f"which saved {len(first)}; the function must do the same in both{_where(again[-1])}"
        )


def check(first: Sequence[Description], again: Sequence[Description], kinds: bool) -> None:
    """Raise if a finished recomputation saved fewer tensors, or others."""
    if len(again) < len(first):
        raise CheckpointError(
            "checkpoint: A different number of tensors was saved during the original forward and recomputation: "
            f"{len(first)} and {len(again)}; the function must do the same in both{_where(first[len(again)])}"
        )
    different = [
        f"\n#{index}: shape {old.shape}, {old.dtype}; again: shape {new.shape}, {new.dtype}{_where(new)}"
        for index, (old, new) in enumerate(zip(first, again, strict=False))
        if kinds and old.kind != new.kind
    ]
    if different:
        raise CheckpointError(
            "checkpoint: Recomputed values for the following tensors have different metadata than during the forward "
            "pass; the function must do the same in both:" + "".join(different)
        )


def _where(description: Description) -> str:
    return f"\nsaved here:\n{description.where}" if description.where else ""
