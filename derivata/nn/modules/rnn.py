"""Recurrent networks of several layers and both directions."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from ...generated.ops import index_select
from ...runtime.tensors.tensor import Tensor
from ...top_level import recurrent
from .. import init
from ..module import Module
from ..parameter import Parameter
from ..utils.rnn import PackedSequence
from ..values import empty

GATES = {"LSTM": 4, "GRU": 3, "RNN_TANH": 1, "RNN_RELU": 1}


class RNNBase(Module):
    """Base class of `RNN`, `LSTM` and `GRU`: their weights, and how they are called.

    Parameters
    ----------
    mode : {"RNN_TANH", "RNN_RELU", "LSTM", "GRU"}
        The kind of network.
    input_size, hidden_size : int
        Features of the input, and of the hidden state.
    num_layers : int
        How many layers there are, each on the outputs of the one before.
    bias : bool
        Whether biases are learned.
    batch_first : bool
        Whether the batch is the first dimension, not the second.
    dropout : float
        Probability in training with which outputs of a layer but the last are zero for the next one.
    bidirectional : bool
        Whether a second network goes through the sequences backwards.
    proj_size : int
        Size of the hidden states of an `LSTM`, where they are projected; 0 if not.
    device : "cpu", optional
        The processor; there is no other.
    dtype : dtype, optional
        dtype of the parameters; the default dtype if not given.

    Attributes
    ----------
    weight_ih_l[k], weight_hh_l[k], bias_ih_l[k], bias_hh_l[k] : Parameter
        Weights of the k-th layer for its input and its state, and biases, those of all gates above each other; of
        the second direction with ``_reverse`` behind the name. Drawn uniformly in ``±1/sqrt(hidden_size)``.

    Examples
    --------
    >>> [name for name, _ in nn.RNNBase("GRU", 2, 3).named_parameters()]
    ['weight_ih_l0', 'weight_hh_l0', 'bias_ih_l0', 'bias_hh_l0']
    """

    mode: str
    input_size: int
    hidden_size: int
    num_layers: int
    bias: bool
    batch_first: bool
    dropout: float
    bidirectional: bool
    proj_size: int

    def __init__(
        self,
        mode: str,
        input_size: int,
        hidden_size: int,
        num_layers: int = 1,
        bias: bool = True,
        batch_first: bool = False,
        dropout: float = 0.0,
        bidirectional: bool = False,
        proj_size: int = 0,
        device: Any = None,
        dtype: np.dtype[Any] | None = None,
    ) -> None:
        super().__init__()
        self.mode, self.input_size, self.hidden_size, self.num_layers = (
            mode,
            input_size,
            hidden_size,
            num_layers,
        )
        self.bias, self.batch_first, self.dropout = bias, batch_first, float(dropout)
        self.bidirectional, self.proj_size = bidirectional, proj_size
        self._check()
        outputs, directions = proj_size or hidden_size, 2 if bidirectional else 1
        rows = GATES[mode] * hidden_size
        self._flat_weights_names: list[str] = []
        for layer in range(num_layers):
            shapes = {
                "weight_ih": (rows, outputs * directions if layer else input_size),
                "weight_hh": (rows, outputs),
                **({"bias_ih": (rows,), "bias_hh": (rows,)} if bias else {}),
                **({"weight_hr": (proj_size, hidden_size)} if proj_size else {}),
            }
            for suffix in ("", "_reverse")[:directions]:
                for kind, shape in shapes.items():
                    name = f"{kind}_l{layer}{suffix}"
                    self._flat_weights_names.append(name)
                    setattr(self, name, Parameter(empty(shape, dtype, device)))
        self.reset_parameters()

    def _check(self) -> None:
        name = type(self).__name__
        if self.mode not in GATES:
            raise ValueError(f"{name}: expected mode to be one of {', '.join(GATES)}, got {self.mode!r}")
        if isinstance(self.dropout, bool) or not 0 <= self.dropout <= 1:
            raise ValueError(
                f"{name}: dropout should be a number in range [0, 1], the probability of an element being zeroed, got "
                f"{self.dropout}"
            )
        for size in ("input_size", "hidden_size", "num_layers"):
            value = getattr(self, size)
            if not isinstance(value, int):
                raise TypeError(f"{name}: {size} should be of type int, got: {type(value).__name__}")
            if value <= 0 and size != "input_size":
                raise ValueError(f"{name}: {size} must be greater than zero, got {value}")
        if not 0 <= self.proj_size < self.hidden_size:
            raise ValueError(
                f"{name}: proj_size has to be smaller than hidden_size and not negative, got {self.proj_size} for a "
                f"hidden_size of {self.hidden_size}"
            )
        if self.proj_size and self.mode != "LSTM":
            raise ValueError(f"{name}: proj_size argument is only supported for LSTM, got {self.proj_size}")

    def reset_parameters(self) -> None:
        """Draw new initial values."""
        bound = self.hidden_size**-0.5
        for parameter in self.parameters():
            init.uniform_(parameter, -bound, bound)

    def flatten_parameters(self) -> None:
        """Do nothing: PyTorch lays out the weights for graphics processors here."""

    @property
    def _flat_weights(self) -> list[Tensor]:
        return [getattr(self, name) for name in self._flat_weights_names]

    @property
    def all_weights(self) -> list[list[Tensor]]:
        """The weights of each layer and direction."""
        count = len(self._flat_weights_names) // (self.num_layers * (2 if self.bidirectional else 1))
        weights = self._flat_weights
        return [weights[start : start + count] for start in range(0, len(weights), count)]

    def forward(self, input: Any, hx: Any = None) -> tuple[Any, Any]:
        """Return the outputs of the last layer after every step, and the last state of every layer.

        Parameters
        ----------
        input : Tensor or PackedSequence
            Of shape ``(L, N, input_size)``, with `batch_first` ``(N, L, input_size)``, or ``(L, input_size)``.
        hx : Tensor, or pair of Tensors of an `LSTM`, optional
            The first states, of shape ``(num_layers * directions, N, hidden_size)``; zeros if not given.

        Returns
        -------
        output, last state
            The output has the layout of the input; the last state is like `hx`.
        """
        if isinstance(input, PackedSequence):
            return self._packed(input, hx)
        self._check_input(input, (2, 3))
        single = input.ndim == 2
        batch_dim = 0 if self.batch_first else 1
        states = self._states(input, 1 if single else input.shape[batch_dim], hx, single)
        x = input.unsqueeze(batch_dim) if single else input
        output, *last = self._run(x, states, self.batch_first)
        if single:
            output, last = output.squeeze(batch_dim), [state.squeeze(1) for state in last]
        return output, self._joined(last)

    def _packed(self, input: PackedSequence, hx: Any) -> tuple[PackedSequence, Any]:
        data, batch_sizes, order, back = input
        self._check_input(data, (2,))
        states = self._states(data, int(batch_sizes[0].item()), hx, False)
        if order is not None and hx is not None:
            states = [index_select(state, 1, order) for state in states]
        output, *last = self._run(data, states, batch_sizes)
        if back is not None:
            last = [index_select(state, 1, back) for state in last]
        return PackedSequence(output, batch_sizes, order, back), self._joined(last)

    def _run(self, x: Tensor, states: list[Tensor], layout: Any) -> Any:
        """Call the op: `layout` is `batch_first`, or the sizes of the batches of packed sequences."""
        function = getattr(recurrent, self.mode.lower())
        hx = states if self.mode == "LSTM" else states[0]
        flags = self.bias, self.num_layers, self.dropout, self.training, self.bidirectional
        if isinstance(layout, bool):
            return function(x, hx, self._flat_weights, *flags, layout)
        return function(x, layout, hx, self._flat_weights, *flags)

    def _joined(self, states: list[Tensor]) -> Any:
        return tuple(states) if self.mode == "LSTM" else states[0]

    def _states(self, input: Tensor, batch: int, hx: Any, single: bool) -> list[Tensor]:
        """Return the first states, each of three dimensions."""
        layers = self.num_layers * (2 if self.bidirectional else 1)
        sizes = [self.proj_size or self.hidden_size, *([self.hidden_size] if self.mode == "LSTM" else [])]
        if hx is None:
            return [input.new_zeros((layers, batch, size)) for size in sizes]
        given = list(hx) if self.mode == "LSTM" else [hx]
        for word, state, size in zip(("hidden", "cell"), given, sizes, strict=False):
            wanted = (layers, size) if single else (layers, batch, size)
            if state.shape != wanted:
                raise RuntimeError(
                    f"{type(self).__name__}: Expected {word} size {wanted}, got {tuple(state.shape)}; it is (layers * "
                    "directions, batch, size)"
                )
        return [state.unsqueeze(1) for state in given] if single else given

    def _check_input(self, input: Tensor, dimensions: tuple[int, ...]) -> None:
        name = type(self).__name__
        if input.ndim not in dimensions:
            expected = " or ".join([f"{n}-D" for n in dimensions])
            raise ValueError(f"{name}: Expected input to be {expected}, got {input.ndim}D instead")
        if input.shape[-1] != self.input_size:
            raise RuntimeError(
                f"{name}: input.size(-1) must be equal to input_size. Expected {self.input_size}, got "
                f"{input.shape[-1]}"
            )

    def extra_repr(self) -> str:
        """Return the sizes, and what differs from the defaults."""
        text = f"{self.input_size}, {self.hidden_size}"
        text += f", proj_size={self.proj_size}" if self.proj_size else ""
        defaults: dict[str, Any] = {
            "num_layers": 1,
            "bias": True,
            "batch_first": False,
            "dropout": 0,
            "bidirectional": False,
        }
        for name, default in defaults.items():
            value = getattr(self, name)
            text += f", {name}={value}" if value != default else ""
        return text


class _OfOneKind(RNNBase):
    """A network whose kind is that of its class."""

    kind: ClassVar[str]

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        num_layers: int = 1,
        bias: bool = True,
        batch_first: bool = False,
        dropout: float = 0.0,
        bidirectional: bool = False,
        proj_size: int = 0,
        device: Any = None,
        dtype: np.dtype[Any] | None = None,
    ) -> None:
        sizes = input_size, hidden_size, num_layers
        flags = bias, batch_first
        super().__init__(self.kind, *sizes, *flags, dropout, bidirectional, proj_size, device, dtype)


class LSTM(_OfOneKind):
    """Long short-term memory: gates decide what cells forget, take in and show. The arguments are those of `RNN`.

    Of the input x and the state h, with the four parts of the weights in this order,
    ``i, f, o = sigmoid(W x + U h + b)``, ``g = tanh(W x + U h + b)`` (the third part), ``c' = f c + i g`` and
    ``h' = o tanh(c')``; with `proj_size` h' is multiplied by ``weight_hr_l[k]``.

    Inputs are ``(L, N, input_size)``, the states a pair ``(h, c)``; see `RNNBase` for all shapes.

    Examples
    --------
    >>> lstm = nn.LSTM(10, 20, num_layers=2)
    >>> output, (h, c) = lstm(dv.ones(5, 3, 10))
    >>> output.shape, h.shape, c.shape
    ((5, 3, 20), (2, 3, 20), (2, 3, 20))
    """

    kind = "LSTM"


class GRU(_OfOneKind):
    """Gated recurrent units. The arguments are those of `RNN`.

    Of the input x and the state h, ``r, z = sigmoid(W x + U h + b)``, ``n = tanh(W x + b + r (U h + b))`` and
    ``h' = (1 - z) n + z h``. Inputs are ``(L, N, input_size)``; see `RNNBase` for all shapes.

    Examples
    --------
    >>> output, h = nn.GRU(10, 20, batch_first=True)(dv.ones(3, 5, 10))
    >>> output.shape, h.shape
    ((3, 5, 20), (1, 3, 20))
    """

    kind = "GRU"


class RNN(RNNBase):
    """Recurrent network ``h' = tanh(W x + b + U h + b)``, or with positive parts in place of hyperbolic tangents.

    Parameters
    ----------
    input_size, hidden_size : int
        Features of the input, and of the hidden state.
    num_layers : int
        How many layers there are.
    nonlinearity : {"tanh", "relu"}
        The function of the sums.
    bias, batch_first, dropout, bidirectional, proj_size, device, dtype
        As of `RNNBase`, where all shapes are.

    Examples
    --------
    >>> output, h = nn.RNN(10, 20, nonlinearity="relu", bidirectional=True)(dv.ones(5, 3, 10))
    >>> output.shape, h.shape
    ((5, 3, 40), (2, 3, 20))
    """

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        num_layers: int = 1,
        nonlinearity: str = "tanh",
        bias: bool = True,
        batch_first: bool = False,
        dropout: float = 0.0,
        bidirectional: bool = False,
        device: Any = None,
        dtype: np.dtype[Any] | None = None,
    ) -> None:
        if nonlinearity not in ("tanh", "relu"):
            raise ValueError(f"RNN: Unknown nonlinearity '{nonlinearity}'. Select from 'tanh' or 'relu'.")
        self.nonlinearity = nonlinearity
        sizes = input_size, hidden_size, num_layers
        mode, flags = f"RNN_{nonlinearity.upper()}", (bias, batch_first)
        super().__init__(mode, *sizes, *flags, dropout, bidirectional, 0, device, dtype)
