"""The elementwise part of recurrent cells in one pass over the rows, compiled or in NumPy.

All functions write into arrays that they are given, C-contiguous matrices with a row for each sequence, of one dtype.
`bias` and the like are vectors. Which part of a row is which gate, `gate_loops` says.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..elementwise.elementary import sigmoid
from ..jit.launch import RowKernel

Array = NDArray[Any]

_SMALLEST = 16  # elements of a state from which compiled loops are used: they are called in each step
_LOOPS = f"{__package__}.gate_loops"
_lstm = RowKernel(_LOOPS, "lstm", 40)
_lstm_backward = RowKernel(_LOOPS, "lstm_backward", 24)
_gru = RowKernel(_LOOPS, "gru", 36)
_gru_backward = RowKernel(_LOOPS, "gru_backward", 16)
_units = {"rnn_tanh": RowKernel(_LOOPS, "tanh_unit", 10), "rnn_relu": RowKernel(_LOOPS, "relu_unit", 2)}
_units_backward = {
    "rnn_tanh": RowKernel(_LOOPS, "tanh_unit_backward", 3),
    "rnn_relu": RowKernel(_LOOPS, "relu_unit_backward", 2),
}


def _done(kernel: RowKernel, state: Array, *args: Array) -> bool:
    return state.size >= _SMALLEST and kernel.run(state.shape[0], *args, work=state.size)


def parts(gates: Array, count: int) -> tuple[Array, ...]:
    """Return the gates that stand side by side."""
    size = gates.shape[-1] // count
    return tuple(gates[..., k * size : (k + 1) * size] for k in range(count))


def lstm(gates: Array, products: Array, bias: Array, before: Array, cell: Array, hidden: Array) -> None:
    """Write the activated gates over `gates`, the new cell and the new hidden state."""
    if _done(_lstm, cell, gates, products, bias, before, cell, hidden):
        return
    gates += products
    gates += bias
    enter, forget, candidate, output = parts(gates, 4)
    enter[...], forget[...], output[...] = sigmoid(enter), sigmoid(forget), sigmoid(output)
    np.tanh(candidate, out=candidate)
    np.add(forget * before, enter * candidate, out=cell)
    np.multiply(output, np.tanh(cell), out=hidden)


def lstm_backward(
    active: Array,
    before: Array,
    cell: Array,
    grad: Array,
    further: Array,
    cell_grad: Array,
    carried: Array,
    out: Array,
) -> None:
    """Write the gradients of the sums that are the gates, from `grad + further`, that of the hidden state.

    `carried + cell_grad` is the gradient of the new cell; that of the cell before takes the place of `carried`.
    """
    if _done(_lstm_backward, cell, active, before, cell, grad, further, cell_grad, carried, out):
        return
    enter, forget, candidate, output = parts(active, 4)
    to_enter, to_forget, to_candidate, to_output = parts(out, 4)
    shown, total = np.tanh(cell), grad + further
    carried += cell_grad
    carried += total * output * (1 - shown * shown)
    np.multiply(total * shown, output * (1 - output), out=to_output)
    np.multiply(carried * candidate, enter * (1 - enter), out=to_enter)
    np.multiply(carried * before, forget * (1 - forget), out=to_forget)
    np.multiply(carried * enter, 1 - candidate * candidate, out=to_candidate)
    carried *= forget


def gru(
    gates: Array,
    products: Array,
    bias: Array,
    hidden_bias: Array,
    before: Array,
    active: Array,
    hidden: Array,
) -> None:
    """Write the activated gates, with the candidate's product behind them, and the new hidden state.

    `hidden_bias` belongs to the candidate's product with the state; `bias` has the sums of both for the other gates.
    """
    if _done(_gru, hidden, gates, products, bias, hidden_bias, before, active, hidden):
        return
    size = before.shape[-1]
    reset, update, candidate, kept = parts(active, 4)
    outer = gates + bias
    active[..., : 2 * size] = sigmoid(outer[..., : 2 * size] + products[..., : 2 * size])
    np.add(products[..., 2 * size :], hidden_bias, out=kept)
    np.tanh(outer[..., 2 * size :] + reset * kept, out=candidate)
    np.add(candidate, update * (before - candidate), out=hidden)


def gru_backward(
    active: Array, before: Array, grad: Array, products: Array, carried: Array, out: Array, inner: Array
) -> None:
    """Write the gradients of the input's gates to `out`, and those of the hidden state's to `inner`.

    `grad + products + carried` is the gradient of the new state; what goes on without a product takes the place of
    `carried`.
    """
    if _done(_gru_backward, before, active, before, grad, products, carried, out, inner):
        return
    reset, update, candidate, kept = parts(active, 4)
    to_reset, to_update, to_candidate = parts(out, 3)
    carried += products
    total = grad + carried
    np.multiply(total * (1 - update), 1 - candidate * candidate, out=to_candidate)
    np.multiply(to_candidate * kept, reset * (1 - reset), out=to_reset)
    np.multiply(total * (before - candidate), update * (1 - update), out=to_update)
    inner[...] = out
    parts(inner, 3)[2][...] *= reset
    np.multiply(total, update, out=carried)


def unit(kind: str, gates: Array, products: Array, bias: Array, hidden: Array) -> None:
    """Write the new state of a cell without gates, "rnn_tanh" or "rnn_relu"."""
    if _done(_units[kind], hidden, gates, products, bias, hidden):
        return
    total = gates + products + bias
    if kind == "rnn_tanh":
        np.tanh(total, out=hidden)
    else:
        np.maximum(total, 0, out=hidden)


def unit_backward(kind: str, hidden: Array, grad: Array, further: Array, out: Array) -> None:
    """Write the gradient of the sum behind a new state, from `grad + further`, that of the state."""
    if _done(_units_backward[kind], hidden, hidden, grad, further, out):
        return
    total = grad + further
    out[...] = total * (1 - hidden * hidden) if kind == "rnn_tanh" else np.where(hidden <= 0, 0, total)
