"""Activations as modules, for use in `Sequential`."""

from __future__ import annotations

from ...runtime.tensors.tensor import Tensor
from .. import functional as F
from ..module import Module
from .inplace import WithInplace


class ReLU(WithInplace):
    """The larger of zero and the input.

    Parameters
    ----------
    inplace : bool
        Write the result over the input.

    Examples
    --------
    >>> x = dv.tensor([-1.0, 2.0])
    >>> nn.ReLU(inplace=True)(x) is x, x
    (True, tensor([0., 2.]))
    """

    def forward(self, input: Tensor) -> Tensor:
        """Apply the function to every element."""
        return F.relu(input, self.inplace)


class GELU(Module):
    """The input times the standard normal distribution function of the input.

    Parameters
    ----------
    approximate : {"none", "tanh"}
        Whether to approximate the distribution function by a hyperbolic tangent.
    """

    def __init__(self, approximate: str = "none") -> None:
        super().__init__()
        self.approximate = approximate

    def forward(self, input: Tensor) -> Tensor:
        """Apply the function to every element."""
        return F.gelu(input, approximate=self.approximate)

    def extra_repr(self) -> str:
        """Return the argument."""
        return f"approximate={self.approximate!r}"


class LeakyReLU(WithInplace):
    """The input where it is positive, and a small multiple of it elsewhere.

    Parameters
    ----------
    negative_slope : float
        The factor of negative values.
    inplace : bool
        Write the result over the input.
    """

    def __init__(self, negative_slope: float = 0.01, inplace: bool = False) -> None:
        super().__init__(inplace)
        self.negative_slope = negative_slope

    def forward(self, input: Tensor) -> Tensor:
        """Apply the function to every element."""
        return F.leaky_relu(input, self.negative_slope, inplace=self.inplace)

    def _arguments(self) -> list[str]:
        return [f"negative_slope={self.negative_slope}"]


class ELU(WithInplace):
    """The input where it is positive, and ``alpha * (exp(input) - 1)`` elsewhere.

    Parameters
    ----------
    alpha : float
        Minus the limit for large negative values.
    inplace : bool
        Write the result over the input.
    """

    def __init__(self, alpha: float = 1.0, inplace: bool = False) -> None:
        super().__init__(inplace)
        self.alpha = alpha

    def forward(self, input: Tensor) -> Tensor:
        """Apply the function to every element."""
        return F.elu(input, self.alpha, inplace=self.inplace)

    def _arguments(self) -> list[str]:
        return [f"alpha={self.alpha}"]


class SELU(WithInplace):
    """`ELU` with the two constants for which layers keep mean 0 and variance 1.

    Parameters
    ----------
    inplace : bool
        Write the result over the input.
    """

    def forward(self, input: Tensor) -> Tensor:
        """Apply the function to every element."""
        return F.selu(input, inplace=self.inplace)


class Softplus(Module):
    """A smooth rectifier: ``log(1 + exp(beta * input)) / beta``.

    Parameters
    ----------
    beta : float
        Sharpness of the bend.
    threshold : float
        Where ``beta * input`` is above it, the input itself is returned.
    """

    def __init__(self, beta: float = 1.0, threshold: float = 20.0) -> None:
        super().__init__()
        self.beta = beta
        self.threshold = threshold

    def forward(self, input: Tensor) -> Tensor:
        """Apply the function to every element."""
        return F.softplus(input, self.beta, self.threshold)

    def extra_repr(self) -> str:
        """Return the arguments."""
        return f"beta={self.beta}, threshold={self.threshold}"


class Mish(WithInplace):
    """The input times the hyperbolic tangent of its softplus.

    Parameters
    ----------
    inplace : bool
        Write the result over the input.
    """

    def forward(self, input: Tensor) -> Tensor:
        """Apply the function to every element."""
        return F.mish(input, inplace=self.inplace)


class SiLU(WithInplace):
    """The input times its logistic sigmoid.

    Parameters
    ----------
    inplace : bool
        Write the result over the input.
    """

    def forward(self, input: Tensor) -> Tensor:
        """Apply the function to every element."""
        return F.silu(input, inplace=self.inplace)


class Tanh(Module):
    """Hyperbolic tangent."""

    def forward(self, input: Tensor) -> Tensor:
        """Apply the function to every element."""
        return input.tanh()


class Sigmoid(Module):
    """Logistic sigmoid."""

    def forward(self, input: Tensor) -> Tensor:
        """Apply the function to every element."""
        return input.sigmoid()


class CELU(ELU):
    """The input where it is positive, and ``alpha * (exp(input / alpha) - 1)`` elsewhere.

    Parameters
    ----------
    alpha : float
        Minus the limit for large negative values.
    inplace : bool
        Write the result over the input.
    """

    def forward(self, input: Tensor) -> Tensor:
        """Apply the function to every element."""
        return F.celu(input, self.alpha, inplace=self.inplace)


class LogSigmoid(Module):
    """Logarithm of the logistic sigmoid."""

    def forward(self, input: Tensor) -> Tensor:
        """Apply the function to every element."""
        return F.logsigmoid(input)


class Tanhshrink(Module):
    """The input minus its hyperbolic tangent."""

    def forward(self, input: Tensor) -> Tensor:
        """Apply the function to every element."""
        return F.tanhshrink(input)


class GLU(Module):
    """The first half of the input along a dimension, times the sigmoid of the second half.

    Parameters
    ----------
    dim : int
        The dimension that is halved.
    """

    def __init__(self, dim: int = -1) -> None:
        super().__init__()
        self.dim = dim

    def forward(self, input: Tensor) -> Tensor:
        """Gate one half with the other."""
        return F.glu(input, self.dim)

    def extra_repr(self) -> str:
        """Return the dimension."""
        return f"dim={self.dim}"


class Softsign(Module):
    """``x / (1 + |x|)``, of tensors of any shape.

    Examples
    --------
    >>> nn.Softsign()(dv.tensor([-1.0, 3.0])).tolist()
    [-0.5, 0.75]
    """

    def forward(self, input: Tensor) -> Tensor:
        """Apply the function to every element."""
        return F.softsign(input)
