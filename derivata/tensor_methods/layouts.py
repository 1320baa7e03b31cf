"""How a tensor lies in memory."""

from enum import Enum


class Layout(Enum):
    """All elements of a tensor by strides, or those stored by indices."""

    STRIDED = "strided"
    SPARSE_COO = "sparse_coo"

    def __repr__(self) -> str:
        return f"derivata.{self.value}"

    __str__ = __repr__
