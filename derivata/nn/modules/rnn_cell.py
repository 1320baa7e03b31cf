"""One step of a recurrent network."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np

from ...generated import ops
from ...runtime.tensors.tensor import Tensor
from .. import init
from ..module import Module
from ..parameter import Parameter
from ..values import empty
from .utils import check_ints


class RNNCellBase(Module):
    """What the cells have in common: their weights.

    Parameters
    ----------
    input_size, hidden_size : int
        Features of the input, and of the state.
    bias : bool
        Whether biases are learned.
    num_chunks : int
        How many gates there are.
    device : "cpu", optional
        The processor; there is no other.
    dtype : dtype, optional
        dtype of the parameters; the default dtype if not given.

    Attributes
    ----------
    weight_ih, weight_hh : Parameter
        Of shapes ``(num_chunks * hidden_size, input_size)`` and ``(num_chunks * hidden_size, hidden_size)``, drawn
        uniformly in ``±1/sqrt(hidden_size)``.
    bias_ih, bias_hh : Parameter or None
        Of shape ``(num_chunks * hidden_size,)``.

    Examples
    --------
    >>> nn.RNNCellBase(2, 3, bias=False, num_chunks=4).weight_hh.shape
    (12, 3)
    """

    input_size: int
    hidden_size: int
    bias: bool

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        bias: bool,
        num_chunks: int,
        device: Any = None,
        dtype: np.dtype[Any] | None = None,
    ) -> None:
        super().__init__()
        check_ints(self, input_size=input_size, hidden_size=hidden_size)
        self.input_size, self.hidden_size, self.bias = input_size, hidden_size, bias
        rows = num_chunks * hidden_size
        self.weight_ih: Parameter = Parameter(empty((rows, input_size), dtype, device))
        self.weight_hh: Parameter = Parameter(empty((rows, hidden_size), dtype, device))
        self.bias_ih: Parameter | None = (
            Parameter(empty((rows,), dtype, device)) if bias else self._no_parameter("bias_ih")
        )
        self.bias_hh: Parameter | None = (
            Parameter(empty((rows,), dtype, device)) if bias else self._no_parameter("bias_hh")
        )
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw new initial values."""
        bound = self.hidden_size**-0.5 if self.hidden_size > 0 else 0.0
        for parameter in self.parameters():
            init.uniform_(parameter, -bound, bound)

    def _step(
        self, function: Callable[..., Any], input: Tensor, states: Any, count: int
    ) -> tuple[Tensor, ...]:
        """Call an op with batches, or with one sample as a batch."""
        name = type(self).__name__
        if input.ndim not in (1, 2):
            raise ValueError(f"{name}: Expected input to be 1D or 2D, got {input.ndim}D instead")
        single = input.ndim == 1
        x = input.unsqueeze(0) if single else input
        if states is None:
            given = [x.new_zeros((x.shape[0], self.hidden_size))] * count
        else:
            given = list(states) if count > 1 else [states]
            for state in given:
                if state.ndim not in (1, 2):
                    raise ValueError(f"{name}: Expected hidden to be 1D or 2D, got {state.ndim}D instead")
            given = [state.unsqueeze(0) if single else state for state in given]
        hx = given if count > 1 else given[0]
        result = function(x, hx, self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh)
        after = result if count > 1 else (result,)
        return tuple([state.squeeze(0) for state in after] if single else after)

    def extra_repr(self) -> str:
        """Return the sizes, and what differs from the defaults."""
        text = f"{self.input_size}, {self.hidden_size}"
        text += "" if self.bias else f", bias={self.bias}"
        nonlinearity = getattr(self, "nonlinearity", "tanh")
        return text + ("" if nonlinearity == "tanh" else f", nonlinearity={nonlinearity}")


class _Cell(RNNCellBase):
    """A cell with as many gates as its class has."""

    gates: ClassVar[int]

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        bias: bool = True,
        device: Any = None,
        dtype: np.dtype[Any] | None = None,
    ) -> None:
        super().__init__(input_size, hidden_size, bias, self.gates, device, dtype)


class LSTMCell(_Cell):
    """One step of an `LSTM`: input ``(N, input_size)``, state and cell ``(N, hidden_size)``; N may be missing.

    Examples
    --------
    >>> h, c = nn.LSTMCell(10, 20)(dv.ones(3, 10))
    >>> h.shape, c.shape
    ((3, 20), (3, 20))
    """

    gates = 4

    def forward(self, input: Tensor, hx: tuple[Tensor, Tensor] | None = None) -> tuple[Tensor, Tensor]:
        """Return the state and the cell after the step; they are zeros before it if not given."""
        h, c = self._step(ops.lstm_cell, input, hx, 2)
        return h, c


class GRUCell(_Cell):
    """One step of a `GRU`: input ``(N, input_size)``, state ``(N, hidden_size)``; N may be missing.

    Examples
    --------
    >>> nn.GRUCell(10, 20)(dv.ones(3, 10)).shape
    (3, 20)
    """

    gates = 3

    def forward(self, input: Tensor, hx: Tensor | None = None) -> Tensor:
        """Return the state after the step; it is zeros before it if not given."""
        return self._step(ops.gru_cell, input, hx, 1)[0]


class RNNCell(RNNCellBase):
    """One step of an `RNN`: input ``(N, input_size)``, state ``(N, hidden_size)``; N may be missing.

    Parameters
    ----------
    input_size, hidden_size, bias, device, dtype
        As of `RNNCellBase`.
    nonlinearity : {"tanh", "relu"}
        The function of the sums.

    Examples
    --------
    >>> nn.RNNCell(10, 20, nonlinearity="relu")(dv.ones(10)).shape
    (20,)
    """

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        bias: bool = True,
        nonlinearity: str = "tanh",
        device: Any = None,
        dtype: np.dtype[Any] | None = None,
    ) -> None:
        super().__init__(input_size, hidden_size, bias, 1, device, dtype)
        self.nonlinearity = nonlinearity

    def forward(self, input: Tensor, hx: Tensor | None = None) -> Tensor:
        """Return the state after the step; it is zeros before it if not given."""
        cells = {"tanh": ops.rnn_tanh_cell, "relu": ops.rnn_relu_cell}
        if self.nonlinearity not in cells:
            raise RuntimeError(f"RNNCell: Unknown nonlinearity: {self.nonlinearity}; it is 'tanh' or 'relu'")
        return self._step(cells[self.nonlinearity], input, hx, 1)[0]
