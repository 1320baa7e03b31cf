"""The entry in the registry of einops."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np


class Operations:
    """What einops calls; methods of its backend."""

    framework_name = "derivata"

    def is_appropriate_type(self, tensor: object) -> bool:
        """Tell whether it is a tensor."""
        from ..runtime.tensors.tensor import Tensor

        return isinstance(tensor, Tensor)

    def from_numpy(self, x: Any) -> Any:
        """Return a tensor on the memory of an array."""
        from ..top_level.factories import from_numpy

        return from_numpy(x)

    def to_numpy(self, x: Any) -> Any:
        """Return the array of a tensor."""
        return x.detach().numpy()

    def arange(self, start: int, stop: int) -> Any:
        """Return integers."""
        return self.from_numpy(np.arange(start, stop))

    def transpose(self, x: Any, axes: Sequence[int]) -> Any:
        """Return a tensor with its dimensions in another order."""
        return x.permute(tuple(axes))

    def reduce(self, x: Any, operation: str, axes: Sequence[int]) -> Any:
        """Return sums, means, products, extrema or truths over dimensions; equal extrema share the gradient."""
        return getattr(_namespace(), operation)(x, axis=tuple(axes))

    def stack_on_zeroth_dimension(self, tensors: Sequence[Any]) -> Any:
        """Return tensors as one with a new first dimension."""
        return _namespace().stack(tensors)

    def add_axis(self, x: Any, new_position: int) -> Any:
        """Return a tensor with a new dimension of length 1."""
        return x.unsqueeze(new_position)

    def add_axes(self, x: Any, n_axes: int, pos2len: dict[int, int]) -> Any:
        """Return a tensor repeated along new dimensions, as a view."""
        lengths = [-1] * n_axes
        for position, length in pos2len.items():
            x = self.add_axis(x, position)
            lengths[position] = length
        return x.expand(lengths)

    def tile(self, x: Any, repeats: Sequence[int]) -> Any:
        """Return a tensor repeated along each dimension."""
        return x.tile(tuple(repeats))

    def concat(self, tensors: Sequence[Any], axis: int) -> Any:
        """Return tensors one behind the other."""
        return _namespace().concat(tensors, axis=axis)

    def is_float_type(self, x: Any) -> bool:
        """Tell whether means can be taken."""
        return x.dtype.kind in "fc"

    def einsum(self, pattern: str, *x: Any) -> Any:
        """Return the sum of products by a formula."""
        from ..numpy_calls.products import einsum

        return einsum(pattern, *x)


def _namespace() -> Any:
    from .. import array_api

    return array_api


def register(backends: ModuleType) -> None:
    """Make the entry: einops finds the subclasses of `AbstractBackend` whose library is loaded."""
    backends.DerivataBackend = type("DerivataBackend", (Operations, backends.AbstractBackend), {})  # type: ignore[attr-defined]
