"""Histories through which no gradient can pass: using one raises an error."""

from typing import Any, NoReturn

from ..graph.node import Buffers, Node, next_seq


class Refusal(Node):
    """Placeholder for the history of a tensor; subclasses raise the reason in `refuse`."""

    __slots__ = ()

    def __init__(self, shape: tuple[int, ...], dtype: Any) -> None:
        self.seq = next_seq()
        self.hooks = None
        self.shape = shape
        self.dtype = dtype

    def refuse(self) -> NoReturn:
        """Raise an error that says what happened."""
        raise NotImplementedError

    def apply(self, grad: Any, needed: set[Node] | None, keep: bool, buffers: Buffers) -> NoReturn:
        """Raise: no gradient can pass."""
        self.refuse()

    def differentiate(self, grad: Any, needed: set[Node] | None) -> NoReturn:
        """Raise: no gradient can pass."""
        self.refuse()


class InvalidView(Refusal):
    """The history of a view that became unknown by a write through another tensor."""

    __slots__ = ("reason",)

    op = "view"

    def __init__(self, shape: tuple[int, ...], dtype: Any, reason: str) -> None:
        super().__init__(shape, dtype)
        self.reason = reason

    def refuse(self) -> NoReturn:
        """Raise an error that says what happened."""
        raise RuntimeError(
            f"grad_fn: self {self.reason}, and its base or another view of its base has been modified inplace: its "
            "history is unknown. Create the view anew after the write, or write to a .clone() of the base"
        )
