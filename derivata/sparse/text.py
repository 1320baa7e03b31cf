"""How sparse tensors print: PyTorch's words around NumPy's digits."""

from typing import TYPE_CHECKING

import numpy as np

from ..arrays.dtypes import default_complex, get_default_dtype, int64
from ..runtime.graph.node import Array

if TYPE_CHECKING:
    from .tensor import SparseTensor

INDENT = " " * len("tensor(")


def sparse_text(tensor: "SparseTensor") -> str:
    """Return ``tensor(indices=..., values=..., size=..., nnz=..., layout=...)``."""
    attributes = [f"size={tensor.shape}", f"nnz={tensor._nnz()}"]
    if tensor.dtype not in (get_default_dtype(), default_complex(), int64):
        attributes.append(f"dtype={tensor.dtype}")
    attributes.append(f"layout={tensor.layout}")
    if tensor.grad_fn is not None:
        attributes.append(f"grad_fn=<{tensor.grad_fn.name()}>")
    elif tensor.requires_grad:
        attributes.append("requires_grad=True")
    indices = _block("indices=tensor(", tensor._index._array)
    values = _block("values=tensor(", tensor._value._array)
    return f"tensor({indices},\n{INDENT}{values},\n{INDENT}{', '.join(attributes)})"


def _block(opening: str, array: Array) -> str:
    digits = np.array2string(array, separator=", ", prefix=INDENT + opening, precision=4, threshold=1000)
    size = f", size={array.shape}" if not array.size else ""
    return f"{opening}{digits}{size})"
