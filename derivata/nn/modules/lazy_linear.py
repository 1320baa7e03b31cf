"""A linear layer whose number of input features comes from the first batch."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...runtime.tensors.tensor import Tensor
from ..module import Module
from ..parameter import UninitializedParameter, is_lazy
from .lazy import LazyModuleMixin
from .linear import Linear


class LazyLinear(LazyModuleMixin, Linear):
    """A `Linear` that takes `in_features` from the last dimension of its first input; then it is a `Linear`.

    Parameters
    ----------
    out_features : int
        Size of the last dimension of the output.
    bias : bool
        Whether a bias is learned.
    device : "cpu", optional
        The processor; there is no other.
    dtype : dtype, optional
        dtype of the parameters; the default dtype if not given.

    Examples
    --------
    >>> layer = nn.LazyLinear(3)
    >>> layer
    LazyLinear(in_features=0, out_features=3, bias=True)
    >>> layer(dv.ones(2, 5)).shape, layer
    ((2, 3), Linear(in_features=5, out_features=3, bias=True))
    """

    cls_to_become: type[Module] | None = Linear

    def __init__(
        self, out_features: int, bias: bool = True, device: Any = None, dtype: np.dtype[Any] | None = None
    ) -> None:
        super().__init__(0, 0, False)
        self.out_features = out_features
        self.weight = UninitializedParameter(device=device, dtype=dtype)
        if bias:
            self.bias = UninitializedParameter(device=device, dtype=dtype)

    def reset_parameters(self) -> None:
        """Draw new initial values, once there are parameters."""
        if not self.has_uninitialized_params() and self.in_features:
            super().reset_parameters()

    def initialize_parameters(self, input: Tensor) -> None:
        """Take `in_features` from an input, and draw initial values unless they were loaded."""
        if self.has_uninitialized_params():
            self.in_features = input.shape[-1]
            materialize(self.weight, (self.out_features, self.in_features))
            materialize(self.bias, (self.out_features,))
            self.reset_parameters()
        self.in_features = self.weight.shape[-1]


def materialize(tensor: Any, shape: tuple[int, ...]) -> None:
    """Give a parameter or buffer its shape, if it is there and has none."""
    if is_lazy(tensor):
        tensor.materialize(shape)
