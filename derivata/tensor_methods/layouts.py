"""How a tensor lies in memory."""

from enum import Enum


class Layout(Enum):
    """All elements of a tensor by strides, or those stored by indices."""

    STRIDED = "strided"
    SPARSE_COO = "sparse_coo"

    def __repr__(self) -> str:
        return f"derivata.{self.value}"

    __str__ = __repr__


def check_layout(layout: object) -> None:
    """Raise for any layout of a new tensor but that by strides; None is that one."""
    if layout is not None and layout is not Layout.STRIDED:
        raise RuntimeError(
            f"layout: expected derivata.strided, got {layout}; make sparse tensors with derivata.sparse_coo_tensor or "
            ".to_sparse()"
        )
