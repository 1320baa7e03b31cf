"""The entry in the registry of opt_einsum, and the functions that it finds by it: in NumPy's signature."""

from __future__ import annotations

from types import ModuleType
from typing import Any


def register(dispatch: ModuleType) -> None:
    """Make the entry: opt_einsum takes the functions of a library from the module that it names."""
    dispatch._aliases["derivata"] = __name__


def einsum(equation: str, *operands: Any, **options: Any) -> Any:
    """Return the sum of products by a formula."""
    from ..numpy_calls import products

    return products.einsum(equation, *operands, **options)


def tensordot(x: Any, y: Any, axes: Any = 2) -> Any:
    """Return the sum of products over dimensions of both."""
    from ..numpy_calls import products

    return products.tensordot(x, y, axes)


def transpose(x: Any, axes: Any) -> Any:
    """Return a tensor with its dimensions in another order."""
    return x.permute(tuple(axes))
