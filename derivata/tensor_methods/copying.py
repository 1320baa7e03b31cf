"""Copying and pickling tensors."""

from copy import deepcopy
from typing import TYPE_CHECKING, Any, Self, cast

import numpy as np

from ..runtime.graph.node import Array
from ..runtime.graph.tensor_base import make
from ..runtime.graph.versions import shared_counter

if TYPE_CHECKING:
    from ..runtime.tensors.tensor import Tensor


class Copyable:
    """What `copy` and `pickle` call; methods of Tensor."""

    def __reduce_ex__(self, protocol: Any) -> Any:
        """Pickle values, `requires_grad` and attributes of users; history cannot be pickled."""
        tensor = cast("Tensor", self)
        if not tensor.is_leaf:
            raise RuntimeError("pickle: only leaf tensors can be pickled; use .detach() first")
        made = restore, (type(self), tensor._array, tensor.requires_grad)
        tags = getattr(self, "__dict__", None)
        return (*made, tags) if tags else made

    def __copy__(self) -> Self:
        """Share memory and version; a computed tensor keeps its history, a leaf becomes another leaf."""
        tensor = cast("Tensor", self)
        copy = restore(type(tensor), tensor._array, tensor.is_leaf and tensor.requires_grad)
        copy._counter = shared_counter(tensor)
        _give_tags(copy, getattr(self, "__dict__", None))
        if not tensor.is_leaf:
            copy._edge = tensor._edge
        return cast(Self, copy)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Copy a leaf with its memory and its gradient."""
        tensor = cast("Tensor", self)
        if not tensor.is_leaf:
            raise RuntimeError("deepcopy: only leaf tensors can be copied deeply; use .detach().clone()")
        copy = restore(type(tensor), tensor._array.copy(order="K"), tensor.requires_grad)
        memo[id(self)] = copy
        _give_tags(copy, deepcopy(getattr(self, "__dict__", None), memo))
        if tensor.grad is not None:
            copy.grad = tensor.grad.detach().clone()
        return cast(Self, copy)


def _give_tags(copy: "Tensor", tags: dict[str, Any] | None) -> None:
    """Give a copy the attributes that users gave an object of a class that has room for them."""
    if tags:
        vars(copy).update(tags)


def restore(cls: "type[Tensor]", array: Array, requires_grad: bool) -> "Tensor":
    """Return a leaf on an array (pickles name this function)."""
    return make(cls, np.asarray(array), requires_grad)
