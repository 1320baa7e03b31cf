"""Initial values of parameters. Every function fills a tensor in place, without recording it, and returns it.

The random ones draw from the library's generator (`dv.manual_seed`) unless given another one. For a weight of
shape ``(out, in, *kernel)`` the fan-in is ``in * prod(kernel)`` and the fan-out ``out * prod(kernel)``.
"""

from __future__ import annotations

import math
from numbers import Number
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from ..arrays.random import Generator, default_generator
from ..runtime.tensors.tensor import Tensor
from ..support.missing_names import only_these
from .values import overwrite

Array = NDArray[Any]
T = TypeVar("T", bound=Tensor)


def constant_(tensor: T, val: float) -> T:
    """Fill with one value."""
    if not isinstance(val, Number | np.generic | Tensor):
        raise TypeError(f"constant_: expected val to be a number, got {type(val).__name__}")
    overwrite(tensor, val)
    return tensor


def zeros_(tensor: T) -> T:
    """Fill with zeros."""
    return constant_(tensor, 0.0)


def ones_(tensor: T) -> T:
    """Fill with ones."""
    return constant_(tensor, 1.0)


def eye_(tensor: T) -> T:
    """Fill a matrix with the identity."""
    if tensor.ndim != 2:
        raise ValueError(f"eye_: expected a tensor of 2 dimensions, got shape {tensor.shape}")
    rows, columns = tensor.shape
    overwrite(tensor, np.eye(rows, columns))
    return tensor


def uniform_(tensor: T, a: float = 0.0, b: float = 1.0, generator: Generator | None = None) -> T:
    """Draw from the uniform distribution on ``[a, b)``.

    Examples
    --------
    >>> weight = nn.init.uniform_(dv.empty(100), -2, 2)
    >>> bool((weight >= -2).all() and (weight < 2).all())
    True
    """
    values = (generator or default_generator).random(tensor.shape, tensor.dtype)
    values *= b - a
    values += a
    overwrite(tensor, values)
    return tensor


def normal_(tensor: T, mean: float = 0.0, std: float = 1.0, generator: Generator | None = None) -> T:
    """Draw from the normal distribution."""
    values = (generator or default_generator).normal(tensor.shape, tensor.dtype)
    values *= std
    values += mean
    overwrite(tensor, values)
    return tensor


def trunc_normal_(
    tensor: T,
    mean: float = 0.0,
    std: float = 1.0,
    a: float = -2.0,
    b: float = 2.0,
    generator: Generator | None = None,
) -> T:
    """Draw from the normal distribution restricted to ``[a, b]``: what falls outside is drawn again."""
    if not a < b or not std > 0:
        raise ValueError(f"trunc_normal_: expected a < b and a positive std, got a={a}, b={b}, std={std}")
    if (b - mean) / std < -4 or (a - mean) / std > 4:
        raise ValueError(
            f"trunc_normal_: expected [a, b] within 4 standard deviations of the mean, got [{a}, {b}] for "
            f"mean={mean}, std={std}; hardly any draw would be kept"
        )
    source, values = generator or default_generator, np.full(tensor.shape, np.inf, tensor.dtype)
    while (outside := np.flatnonzero(~((values >= a) & (values <= b)))).size:
        values.reshape(-1)[outside] = source.normal(outside.shape, tensor.dtype) * std + mean
    overwrite(tensor, values)
    return tensor


def xavier_uniform_(tensor: T, gain: float = 1.0, generator: Generator | None = None) -> T:
    """Draw uniformly in ``±gain * sqrt(6 / (fan_in + fan_out))``: the mean of both Kaiming variances."""
    bound = gain * math.sqrt(6.0 / sum(fans("xavier_uniform_", tensor)))
    return uniform_(tensor, -bound, bound, generator)


def xavier_normal_(tensor: T, gain: float = 1.0, generator: Generator | None = None) -> T:
    """Draw normally with standard deviation ``gain * sqrt(2 / (fan_in + fan_out))``."""
    std = gain * math.sqrt(2.0 / sum(fans("xavier_normal_", tensor)))
    return normal_(tensor, 0.0, std, generator)


def kaiming_uniform_(
    tensor: T,
    a: float = 0.0,
    mode: str = "fan_in",
    nonlinearity: str = "leaky_relu",
    generator: Generator | None = None,
) -> T:
    """Draw uniformly in ``±gain * sqrt(3 / fan)``: keeps the variance through layers with a rectifier.

    Parameters
    ----------
    tensor : Tensor
        A weight of at least 2 dimensions.
    a : float
        Slope of the leaky rectifier that follows; used with ``nonlinearity="leaky_relu"`` only.
    mode : {"fan_in", "fan_out"}
        Whether the variance is kept in the forward or in the backward pass.
    nonlinearity : str
        What follows the layer; see `calculate_gain`.
    generator : Generator, optional
        Source of the random numbers.
    """
    bound = math.sqrt(3.0) * kaiming_std("kaiming_uniform_", tensor, a, mode, nonlinearity)
    return uniform_(tensor, -bound, bound, generator)


def kaiming_normal_(
    tensor: T,
    a: float = 0.0,
    mode: str = "fan_in",
    nonlinearity: str = "leaky_relu",
    generator: Generator | None = None,
) -> T:
    """Draw normally with standard deviation ``gain / sqrt(fan)``; arguments as in `kaiming_uniform_`."""
    return normal_(tensor, 0.0, kaiming_std("kaiming_normal_", tensor, a, mode, nonlinearity), generator)


def orthogonal_(tensor: T, gain: float = 1.0, generator: Generator | None = None) -> T:
    """Fill with a random matrix whose rows or columns, whichever are fewer, are orthonormal, times `gain`."""
    fans("orthogonal_", tensor)
    rows = tensor.shape[0]
    columns = math.prod(tensor.shape[1:])
    draws = (generator or default_generator).normal((max(rows, columns), min(rows, columns)), np.float64)
    q, r = np.linalg.qr(draws)
    q *= np.sign(np.diagonal(r))  # makes the distribution uniform over all orthogonal matrices
    overwrite(tensor, gain * (q.T if rows < columns else q).reshape(tensor.shape))
    return tensor


def dirac_(tensor: T, groups: int = 1) -> T:
    """Fill the weight of a convolution so that it returns as many channels of its input as there are.

    Parameters
    ----------
    tensor : Tensor
        Of shape ``(out, in, *kernel)``, with 3 to 5 dimensions.
    groups : int
        Number of groups of output channels, each of which begins with the first input channel.

    Examples
    --------
    >>> nn.init.dirac_(dv.empty(2, 2, 3)).tolist()
    [[[0.0, 1.0, 0.0], [0.0, 0.0, 0.0]], [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0]]]
    """
    shape = tensor.shape
    if len(shape) not in (3, 4, 5):
        raise ValueError(f"dirac_: expected a tensor of 3, 4 or 5 dimensions, got shape {shape}")
    if shape[0] % groups:
        raise ValueError(f"dirac_: dim 0 must be divisible by groups, got {shape[0]} and {groups}")
    values, per_group = np.zeros(shape), shape[0] // groups
    center = [size // 2 for size in shape[2:]]
    for group in range(groups):
        for channel in range(min(per_group, shape[1])):
            values[(group * per_group + channel, channel, *center)] = 1
    overwrite(tensor, values)
    return tensor


def sparse_(tensor: T, sparsity: float, std: float = 0.01, generator: Generator | None = None) -> T:
    """Draw a matrix from the normal distribution; a share `sparsity` of each column is zero.

    Examples
    --------
    >>> (nn.init.sparse_(dv.empty(10, 4), sparsity=0.3) == 0).sum(0).tolist()
    [3, 3, 3, 3]
    """
    if tensor.ndim != 2:
        raise ValueError(f"sparse_: Only tensors with 2 dimensions are supported, got shape {tensor.shape}")
    normal_(tensor, 0.0, std, generator)
    rows, columns = tensor.shape
    draws = (generator or default_generator).random((rows, columns), np.float64)
    zeros = np.argsort(draws, axis=0)[: math.ceil(sparsity * rows)]
    overwrite(tensor, 0.0, (zeros, np.arange(columns)[None, :]))
    return tensor


def calculate_gain(nonlinearity: str, param: float | None = None) -> float:
    """Return by how much a weight must be larger because of the nonlinearity after it.

    Parameters
    ----------
    nonlinearity : {"linear", "conv1d", "conv2d", "conv3d", "sigmoid", "tanh", "relu", "leaky_relu", "selu", ...}
        The function; transposed convolutions, too.
    param : float, optional
        The negative slope of ``leaky_relu``; 0.01 if not given.

    Examples
    --------
    >>> round(nn.init.calculate_gain("relu"), 4)
    1.4142
    """
    slope = 0.01 if param is None else param
    gains = {
        "linear": 1.0,
        **{f"conv{kind}{d}d": 1.0 for kind in ("", "_transpose") for d in (1, 2, 3)},
        "sigmoid": 1.0,
        "tanh": 5.0 / 3.0,
        "relu": math.sqrt(2.0),
        "leaky_relu": math.sqrt(2.0 / (1.0 + slope**2)),
        "selu": 0.75,
    }
    if nonlinearity not in gains:
        raise ValueError(f"calculate_gain: expected one of {', '.join(gains)}, got {nonlinearity!r}")
    return gains[nonlinearity]


def kaiming_std(op: str, tensor: Tensor, a: float, mode: str, nonlinearity: str) -> float:
    """Return the standard deviation of the two Kaiming initialisations."""
    if mode not in ("fan_in", "fan_out"):
        raise ValueError(f"{op}: expected mode fan_in or fan_out, got {mode!r}")
    fan = fans(op, tensor)[mode == "fan_out"]
    return calculate_gain(nonlinearity, a) / math.sqrt(fan) if fan else 0.0


def fans(op: str, tensor: Tensor) -> tuple[int, int]:
    """Return fan-in and fan-out of a weight."""
    if len(tensor.shape) < 2:
        raise ValueError(
            f"{op}: expected a tensor of at least 2 dimensions, got shape {tensor.shape}; it has no fan-in"
        )
    receptive = math.prod(tensor.shape[2:])
    return tensor.shape[1] * receptive, tensor.shape[0] * receptive


def _calculate_fan_in_and_fan_out(tensor: Tensor) -> tuple[int, int]:
    """Return fan-in and fan-out, as layers of programs for PyTorch ask for them."""
    return fans("_calculate_fan_in_and_fan_out", tensor)


def _calculate_correct_fan(tensor: Tensor, mode: str) -> int:
    """Return one of them."""
    return fans("_calculate_correct_fan", tensor)[mode.lower() == "fan_out"]


def fan_in_uniform_(weight: Tensor, bias: Tensor | None) -> None:
    """Draw weight and bias uniformly in ``±1/sqrt(fan_in)``: the start of `Linear` and `Conv2d`."""
    fan_in, _ = fans("fan_in_uniform_", weight)
    bound = 1.0 / math.sqrt(fan_in) if fan_in else 0.0
    uniform_(weight, -bound, bound)
    if bias is not None:
        uniform_(bias, -bound, bound)


if not TYPE_CHECKING:  # to a type checker it would make every name a valid one
    __getattr__, __dir__ = only_these(globals())
