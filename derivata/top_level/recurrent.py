"""Recurrent networks of several layers and both directions, over sequences of one length or packed ones of several."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from inspect import Parameter, Signature
from typing import Any

import numpy as np

from ..arrays.recurrent import sequences
from ..generated import ops
from ..runtime.graph.tensor_base import wrap
from ..runtime.modes.batching import refuse_batched
from ..runtime.tensors.tensor import Tensor
from ..support.arguments import as_bool, as_float, as_int, refuse_arguments, refuse_type
from ..support.joint_signature import Function, joined
from ..support.promotion import operand
from .recurrent_steps import layer_by_steps

__all__ = ["gru", "lstm", "rnn_relu", "rnn_tanh"]

_FLAGS = "has_biases", "num_layers", "dropout", "train", "bidirectional"
_PADDED = "input", "hx", "params", *_FLAGS, "batch_first"
_PACKED = "data", "batch_sizes", "hx", "params", *_FLAGS
_EITHER = joined(
    Signature([Parameter(name, Parameter.POSITIONAL_OR_KEYWORD) for name in names])
    for names in (_PADDED, _PACKED)
)


def _with_parameters(function: Function) -> Function:
    """Have `help` show the parameters of both calls."""
    result = function.__annotations__["return"]
    function.__signature__ = _EITHER.replace(return_annotation=result)  # type: ignore[attr-defined]
    return function


@dataclass(frozen=True)
class _Network:
    """What the networks of all kinds are called with, but for sequences, states and weights."""

    kind: str
    has_biases: bool
    num_layers: int
    dropout: float
    train: bool
    bidirectional: bool

    @classmethod
    def of(cls, kind: str, flags: Sequence[Any]) -> _Network:
        """Check the types of arguments that are no tensors."""
        has_biases, num_layers, dropout, train, bidirectional = flags
        return cls(
            kind,
            _bool(kind, "has_biases", has_biases),
            num_layers if num_layers.__class__ is int else as_int(kind, "num_layers", num_layers),
            dropout if dropout.__class__ is float else as_float(kind, "dropout", dropout),
            _bool(kind, "train", train),
            _bool(kind, "bidirectional", bidirectional),
        )


@_with_parameters
def lstm(*args: Any, **kwargs: Any) -> tuple[Tensor, Tensor, Tensor]:
    """Return the states of a long short-term memory after every step, and its last hidden states and cells.

    Calls:

    * ``lstm(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first)``
    * ``lstm(data, batch_sizes, hx, params, has_biases, num_layers, dropout, train, bidirectional)``, packed

    Parameters
    ----------
    *args, **kwargs
        `input` is of shape (steps, batch, input_size), or with `batch_first` (batch, steps, input_size). `data` has
        the rows of the first step of all sequences, then those of the second, ...; `batch_sizes`, a tensor of integers,
        says how many. `hx` are the first hidden states and cells, each (layers * directions, batch, size). `params`
        has for each layer and direction w_ih, w_hh, with `has_biases` b_ih and b_hh, and, if hidden states are
        narrower than cells, the projection w_hr: see `lstm_cell`. `dropout` is the probability in training (`train`)
        with which outputs of a layer but the last are zero for the next one.

    Returns
    -------
    output, hidden, cells : Tensor
        The output has the layout of the input.

    Raises
    ------
    RuntimeError
        If shapes or dtypes do not fit.

    Examples
    --------
    >>> import derivata as dv
    >>> x, zeros = dv.ones(3, 1, 2), dv.zeros(1, 1, 2)
    >>> weights = dv.full((8, 2), 0.5), dv.full((8, 2), 0.5)
    >>> output, hidden, cells = dv.lstm(x, (zeros, zeros), weights, False, 1, 0.0, False, False, False)
    >>> output.shape, cells
    ((3, 1, 2), tensor([[[1.7395, 1.7395]]]))
    """
    states: tuple[Tensor, Tensor, Tensor] = _call("lstm", args, kwargs)
    return states


@_with_parameters
def gru(*args: Any, **kwargs: Any) -> tuple[Tensor, Tensor]:
    """Return the states of gated recurrent units after every step, and the last ones.

    Calls:

    * ``gru(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first)``
    * ``gru(data, batch_sizes, hx, params, has_biases, num_layers, dropout, train, bidirectional)``, packed

    Parameters
    ----------
    *args, **kwargs
        As `lstm`, with one tensor `hx`; for weights see `gru_cell`.

    Returns
    -------
    output, hidden : Tensor

    Raises
    ------
    RuntimeError
        If shapes or dtypes do not fit.

    Examples
    --------
    >>> import derivata as dv
    >>> weights = dv.full((6, 2), 0.5), dv.full((6, 2), 0.5)
    >>> output, hidden = dv.gru(dv.ones(3, 1, 2), dv.zeros(1, 1, 2), weights, False, 1, 0.0, False, False, False)
    >>> hidden
    tensor([[[0.4517, 0.4517]]])
    """
    states: tuple[Tensor, Tensor] = _call("gru", args, kwargs)
    return states


@_with_parameters
def rnn_tanh(*args: Any, **kwargs: Any) -> tuple[Tensor, Tensor]:
    """Return the states of a recurrent network with hyperbolic tangents after every step, and the last ones.

    Calls:

    * ``rnn_tanh(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first)``
    * ``rnn_tanh(data, batch_sizes, hx, params, has_biases, num_layers, dropout, train, bidirectional)``, packed

    Parameters
    ----------
    *args, **kwargs
        As `lstm`, with one tensor `hx`; for weights see `rnn_tanh_cell`.

    Returns
    -------
    output, hidden : Tensor

    Raises
    ------
    RuntimeError
        If shapes or dtypes do not fit.

    Examples
    --------
    >>> import derivata as dv
    >>> weights = dv.full((1, 1), 0.5), dv.full((1, 1), 0.5)
    >>> output, hidden = dv.rnn_tanh(dv.ones(2, 1, 1), dv.zeros(1, 1, 1), weights, False, 1, 0.0, False, False, False)
    >>> output
    tensor([[[0.4621]],
    <BLANKLINE>
            [[0.6237]]])
    """
    states: tuple[Tensor, Tensor] = _call("rnn_tanh", args, kwargs)
    return states


@_with_parameters
def rnn_relu(*args: Any, **kwargs: Any) -> tuple[Tensor, Tensor]:
    """Return the states of a recurrent network with positive parts after every step, and the last ones.

    Calls:

    * ``rnn_relu(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first)``
    * ``rnn_relu(data, batch_sizes, hx, params, has_biases, num_layers, dropout, train, bidirectional)``, packed

    Parameters
    ----------
    *args, **kwargs
        As `lstm`, with one tensor `hx`; for weights see `rnn_relu_cell`.

    Returns
    -------
    output, hidden : Tensor

    Raises
    ------
    RuntimeError
        If shapes or dtypes do not fit.

    Examples
    --------
    >>> import derivata as dv
    >>> weights = dv.full((1, 1), 0.5), dv.full((1, 1), 0.5)
    >>> output, hidden = dv.rnn_relu(dv.ones(2, 1, 1), dv.zeros(1, 1, 1), weights, False, 1, 0.0, False, False, False)
    >>> output
    tensor([[[0.5 ]],
    <BLANKLINE>
            [[0.75]]])
    """
    states: tuple[Tensor, Tensor] = _call("rnn_relu", args, kwargs)
    return states


def _call(kind: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Run a network; whether sequences are packed is told by the place of the list of weights."""
    for names, run in ((_PADDED, _padded), (_PACKED, _packed)):
        given = dict(zip(names, args, strict=False)) | kwargs
        if len(args) + len(kwargs) == len(names) and given.keys() == set(names):
            listed = [isinstance(given[name], list | tuple) for name in ("params", "has_biases")]
            if listed == [True, False]:
                return run(_Network.of(kind, [given[name] for name in _FLAGS]), given)
    refuse_arguments(kind, args, kwargs)


def _bool(kind: str, argument: str, value: Any) -> bool:
    return value if value.__class__ is bool else as_bool(kind, argument, value)


def _padded(network: _Network, given: Mapping[str, Any]) -> Any:
    """Run a network over sequences of one length."""
    kind = network.kind
    x, batch_first = operand(kind, "input", given["input"]), _bool(kind, "batch_first", given["batch_first"])
    sequences.check_padded(kind, x.shape, batch_first)
    turned = x.transpose(0, 1) if batch_first else x
    steps, batch, width = turned.shape
    rows = turned.reshape(steps * batch, width)
    output, *last = _run(network, rows, (batch,) * steps, given, "input")
    output = output.reshape(steps, batch, output.shape[1])
    return (output.transpose(0, 1) if batch_first else output, *last)


def _packed(network: _Network, given: Mapping[str, Any]) -> Any:
    """Run a network over packed sequences."""
    kind, batch_sizes = network.kind, given["batch_sizes"]
    x = operand(kind, "data", given["data"])
    if isinstance(batch_sizes, Tensor):
        refuse_batched(kind, batch_sizes)
        batch_sizes = batch_sizes._array
    return _run(network, x, sequences.checked_sizes(kind, x.shape, np.asarray(batch_sizes)), given, "data")


def _run(
    network: _Network, x: Tensor, sizes: tuple[int, ...], given: Mapping[str, Any], argument: str
) -> Any:
    kind, hx, params = network.kind, given["hx"], given["params"]
    states = _tensors(kind, "hx", hx) if kind == "lstm" else [operand(kind, "hx", hx)]
    weights = _tensors(kind, "params", params)
    groups = sequences.check_network(
        kind,
        network.has_biases,
        network.num_layers,
        2 if network.bidirectional else 1,
        (argument, x.shape, sizes[0]),
        [state.shape for state in states],
        [weight.shape for weight in weights],
        [tensor.dtype for tensor in (x, *states, *weights)],
    )
    layer_of: Any = layer_by_steps if x.dtype.kind == "c" else ops._recurrent_layer
    turn, last = _turn(sizes), _last(sizes)
    hidden: list[Tensor] = []
    cells: list[Tensor] = []
    for layer in range(network.num_layers):
        outputs = []
        if layer and network.dropout and network.train:
            x = ops.dropout(x, network.dropout, True)
        for direction in range(len(groups) // network.num_layers):
            index = len(hidden)
            w_ih, w_hh, b_ih, b_hh, w_hr = [None if k is None else weights[k] for k in groups[index]]
            first = [ops.select(state, 0, index) for state in states]
            h, c = first if kind == "lstm" else (*first, None)
            along = turn(x) if direction else x
            output, after = layer_of(along, h, c, w_ih, w_hh, b_ih, b_hh, w_hr, sizes, kind)
            hidden.append(last(output))
            if c is not None:
                cells.append(last(after))
            outputs.append(turn(output) if direction else output)
        x = outputs[0] if len(outputs) == 1 else ops.cat(outputs, 1)
    return (x, *[ops.stack(states, 0) for states in (hidden, cells) if states])


def _tensors(kind: str, argument: str, values: Any) -> list[Tensor]:
    if isinstance(values, Tensor) or not isinstance(values, list | tuple):
        refuse_type(kind, argument, "a sequence of tensors", values)
    return [operand(kind, f"{argument}[{k}]", value) for k, value in enumerate(values)]


def _turn(sizes: tuple[int, ...]) -> Callable[[Tensor], Tensor]:
    """Return what turns each packed sequence round."""
    if sizes[0] == sizes[-1]:
        shape = len(sizes), sizes[0]
        return lambda x: ops.flip(x.reshape(*shape, x.shape[1]), (0,)).reshape(x.shape)
    rows = wrap(sequences.turned_rows(sizes))
    return lambda x: ops.index_select(x, 0, rows)


def _last(sizes: tuple[int, ...]) -> Callable[[Tensor], Tensor]:
    """Return what takes the last row of each packed sequence."""
    if sizes[0] == sizes[-1]:
        return lambda x: ops.narrow(x, 0, x.shape[0] - sizes[0], sizes[0])
    rows = wrap(sequences.last_rows(sizes))
    return lambda x: ops.index_select(x, 0, rows)
