"""Layers that multiply by a matrix."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...runtime.tensors.tensor import Tensor
from .. import functional as F
from .. import init
from ..module import Module
from ..parameter import Parameter
from ..values import empty


class Identity(Module):
    """Return the input. It takes and ignores any arguments, so that it can stand in for any layer."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__()

    def forward(self, input: Tensor) -> Tensor:
        """Return the input itself."""
        return input


class Linear(Module):
    """Affine map of the last dimension: ``input @ weight.T + bias``.

    Parameters
    ----------
    in_features, out_features : int
        Size of the last dimension of input and output.
    bias : bool
        Whether a bias is learned.
    device : "cpu", optional
        The processor; there is no other.
    dtype : dtype, optional
        dtype of the parameters; the default dtype if not given.

    Attributes
    ----------
    weight : Parameter
        Shape ``(out_features, in_features)``, initialised uniformly in ``±1/sqrt(in_features)``.
    bias : Parameter or None
        Shape ``(out_features,)``, initialised like the weight.

    Examples
    --------
    >>> nn.Linear(20, 30)(dv.ones(128, 20)).shape
    (128, 30)
    """

    def __init__(
        self,
        in_features: int,
        out_features: int,
        bias: bool = True,
        device: Any = None,
        dtype: np.dtype[Any] | None = None,
    ) -> None:
        super().__init__()
        self.in_features = in_features
        self.out_features = out_features
        self.weight: Parameter = Parameter(empty((out_features, in_features), dtype, device))
        self.bias: Parameter | None = (
            Parameter(empty((out_features,), dtype, device)) if bias else self._no_parameter("bias")
        )
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw new initial values."""
        init.fan_in_uniform_(self.weight, self.bias)

    def forward(self, input: Tensor) -> Tensor:
        """Map the last dimension."""
        return F.linear(input, self.weight, self.bias)

    def extra_repr(self) -> str:
        """Return sizes and whether there is a bias."""
        return (
            f"in_features={self.in_features}, out_features={self.out_features}, bias={self.bias is not None}"
        )


class Bilinear(Module):
    """Bilinear forms of two inputs: ``input1 @ weight[k] @ input2 + bias[k]`` for each output k.

    Parameters
    ----------
    in1_features, in2_features, out_features : int
        Sizes of the last dimensions of the inputs and of the output.
    bias : bool
        Whether a bias is learned.
    device : "cpu", optional
        The processor; there is no other.
    dtype : dtype, optional
        dtype of the parameters; the default dtype if not given.

    Attributes
    ----------
    weight : Parameter
        Shape ``(out_features, in1_features, in2_features)``, initialised uniformly in ``±1/sqrt(in1_features)``.
    bias : Parameter or None
        Shape ``(out_features,)``, initialised like the weight.

    Examples
    --------
    >>> nn.Bilinear(2, 3, 4)(dv.ones(5, 2), dv.ones(5, 3)).shape
    (5, 4)
    """

    def __init__(
        self,
        in1_features: int,
        in2_features: int,
        out_features: int,
        bias: bool = True,
        device: Any = None,
        dtype: np.dtype[Any] | None = None,
    ) -> None:
        super().__init__()
        self.in1_features = in1_features
        self.in2_features = in2_features
        self.out_features = out_features
        self.weight: Parameter = Parameter(empty((out_features, in1_features, in2_features), dtype, device))
        self.bias: Parameter | None = (
            Parameter(empty((out_features,), dtype, device)) if bias else self._no_parameter("bias")
        )
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw new initial values."""
        bound = max(self.in1_features, 1) ** -0.5
        for tensor in (self.weight, self.bias):
            if tensor is not None:
                init.uniform_(tensor, -bound, bound)

    def forward(self, input1: Tensor, input2: Tensor) -> Tensor:
        """Combine the last dimensions."""
        return F.bilinear(input1, input2, self.weight, self.bias)

    def extra_repr(self) -> str:
        """Return sizes and whether there is a bias."""
        return (
            f"in1_features={self.in1_features}, in2_features={self.in2_features}, "
            f"out_features={self.out_features}, bias={self.bias is not None}"
        )
