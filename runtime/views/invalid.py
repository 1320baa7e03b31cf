"""The edge of a tensor whose history cannot be told."""

from typing import Any, NoReturn

from ..graph.node import Buffers, Node, next_seq


class Invalid(Node):
    """Stands for the history of a view that a write elsewhere has made unknowable; using it is an error."""

    __slots__ = ("reason",)

    op = "view"

    def __init__(self, shape: tuple[int, ...], dtype: Any, reason: str) -> None:
        self.seq = next_seq()
        self.hooks = None
        self.shape = shape
        self.dtype = dtype
        self.reason = reason

    def refuse(self) -> NoReturn:
        """Raise what happened."""
        raise RuntimeError(
            f"grad_fn: self {self.reason}, and its base or another view of its base has been modified inplace: its "
            "history is unknown. Create the view anew after the write, or write to a .clone() of the base"
        )

    def apply(self, grad: Any, needed: set[Node] | None, keep: bool, buffers: Buffers) -> None:
        """Raise: no gradient can pass."""
        self.refuse()

    def differentiate(self, grad: Any, needed: set[Node] | None) -> NoReturn:
        """Raise: no gradient can pass."""
        self.refuse()
