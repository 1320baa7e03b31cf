"""Activations made of straight pieces (Hardswish has a curved one), as modules."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...runtime.tensors.tensor import Tensor
from ...support.warn import warn_of_old_argument
from .. import functional as F
from .. import init
from ..module import Module
from ..parameter import Parameter
from ..values import empty
from .inplace import WithInplace


class PReLU(Module):
    """The input where it is positive, and a learned multiple of it elsewhere.

    Parameters
    ----------
    num_parameters : int
        1, or the number of channels (dimension 1), each of which then has a factor of its own.
    init : float
        What the factors begin with.
    device : "cpu", optional
        The processor; there is no other.
    dtype : dtype, optional
        dtype of the factors; the default dtype if not given.

    Examples
    --------
    >>> nn.PReLU()(dv.tensor([-2.0, 3.0])).tolist()
    [-0.5, 3.0]
    """

    def __init__(
        self,
        num_parameters: int = 1,
        init: float = 0.25,
        device: Any = None,
        dtype: np.dtype[Any] | None = None,
    ) -> None:
        super().__init__()
        self.num_parameters = num_parameters
        self.init = init
        self.weight: Parameter = Parameter(empty((num_parameters,), dtype, device))
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Set the factors to what they begin with."""
        init.constant_(self.weight, self.init)

    def forward(self, input: Tensor) -> Tensor:
        """Apply the function to every element."""
        return F.prelu(input, self.weight)

    def extra_repr(self) -> str:
        """Return the number of factors."""
        return f"num_parameters={self.num_parameters}"


class RReLU(WithInplace):
    """The input where it is positive, and in training a random multiple of it elsewhere, else the mean one.

    Parameters
    ----------
    lower, upper : float
        Between what the factors are drawn.
    inplace : bool
        Write the result over the input.
    """

    def __init__(self, lower: float = 1.0 / 8, upper: float = 1.0 / 3, inplace: bool = False) -> None:
        super().__init__(inplace)
        self.lower = lower
        self.upper = upper

    def forward(self, input: Tensor) -> Tensor:
        """Apply the function to every element."""
        return F.rrelu(input, self.lower, self.upper, self.training, inplace=self.inplace)

    def _arguments(self) -> list[str]:
        return [f"lower={self.lower}", f"upper={self.upper}"]


class Hardtanh(WithInplace):
    """The input, limited to an interval.

    Parameters
    ----------
    min_val, max_val : float
        The ends of the interval.
    inplace : bool
        Write the result over the input.
    min_value, max_value : float, optional
        Older names of `min_val` and `max_val`.
    """

    def __init__(
        self,
        min_val: float = -1.0,
        max_val: float = 1.0,
        inplace: bool = False,
        min_value: float | None = None,
        max_value: float | None = None,
    ) -> None:
        super().__init__(inplace)
        if min_value is not None:
            warn_of_old_argument("min_value", "min_val")
            min_val = min_value
        if max_value is not None:
            warn_of_old_argument("max_value", "max_val")
            max_val = max_value
        if not min_val < max_val:
            raise ValueError(
                f"Hardtanh: expected max_val to be larger than min_val, got {min_val} and {max_val}"
            )
        self.min_val = min_val
        self.max_val = max_val

    def forward(self, input: Tensor) -> Tensor:
        """Apply the function to every element."""
        return F.hardtanh(input, self.min_val, self.max_val, inplace=self.inplace)

    def _arguments(self) -> list[str]:
        return [f"min_val={self.min_val}", f"max_val={self.max_val}"]


class ReLU6(Hardtanh):
    """The input, limited to [0, 6].

    Parameters
    ----------
    inplace : bool
        Write the result over the input.
    """

    def __init__(self, inplace: bool = False) -> None:
        super().__init__(0.0, 6.0, inplace)

    def forward(self, input: Tensor) -> Tensor:
        """Apply the function to every element."""
        return F.relu6(input, inplace=self.inplace)

    def extra_repr(self) -> str:
        """Return whether the input is overwritten."""
        return "inplace=True" if self.inplace else ""


class Hardsigmoid(WithInplace):
    """``input / 6 + 1 / 2``, limited to [0, 1].

    Parameters
    ----------
    inplace : bool
        Write the result over the input.
    """

    def forward(self, input: Tensor) -> Tensor:
        """Apply the function to every element."""
        return F.hardsigmoid(input, inplace=self.inplace)

    def extra_repr(self) -> str:
        """Return nothing: PyTorch does not print the argument either."""
        return ""


class Hardswish(WithInplace):
    """The input times its `Hardsigmoid`.

    Parameters
    ----------
    inplace : bool
        Write the result over the input.
    """

    def forward(self, input: Tensor) -> Tensor:
        """Apply the function to every element."""
        return F.hardswish(input, inplace=self.inplace)

    def extra_repr(self) -> str:
        """Return nothing: PyTorch does not print the argument either."""
        return ""


class Threshold(WithInplace):
    """The input where it is above a threshold, and a constant elsewhere.

    Parameters
    ----------
    threshold : float
        What elements must exceed to be kept.
    value : float
        What replaces the others.
    inplace : bool
        Write the result over the input.
    """

    def __init__(self, threshold: float, value: float, inplace: bool = False) -> None:
        super().__init__(inplace)
        self.threshold = threshold
        self.value = value

    def forward(self, input: Tensor) -> Tensor:
        """Apply the function to every element."""
        return F.threshold(input, self.threshold, self.value, inplace=self.inplace)

    def _arguments(self) -> list[str]:
        return [f"threshold={self.threshold}", f"value={self.value}"]


class Hardshrink(Module):
    """The input, and zero where its absolute value is at most `lambd`.

    Parameters
    ----------
    lambd : float
        Half the width of the interval around zero.
    """

    def __init__(self, lambd: float = 0.5) -> None:
        super().__init__()
        self.lambd = lambd

    def forward(self, input: Tensor) -> Tensor:
        """Apply the function to every element."""
        return F.hardshrink(input, self.lambd)

    def extra_repr(self) -> str:
        """Return the argument."""
        return f"{self.lambd}"


class Softshrink(Hardshrink):
    """The input moved towards zero by `lambd`, and zero where its absolute value is at most that.

    Parameters
    ----------
    lambd : float
        Half the width of the interval around zero.
    """

    def forward(self, input: Tensor) -> Tensor:
        """Apply the function to every element."""
        return F.softshrink(input, self.lambd)
