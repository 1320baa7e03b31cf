"""The elementwise part of recurrent cells: gates from products with the weights, new states, and their gradients."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import gate_kernels

Array = NDArray[Any]


def lstm_gates(self: Array, hidden_gates: Array, cell: Array, size: int) -> tuple[Array, Array, Array]:
    """Return the hidden state, the new cell and the activated gates of an LSTM, whose states have `size` numbers."""
    _check("lstm_gates", cell.shape, size, 4, self, hidden_gates)
    kind = np.result_type(self, hidden_gates, cell)
    active = _rows(self, 4 * size, kind, copy=True)
    products, before = _rows(hidden_gates, 4 * size, kind), _rows(cell, size, kind)
    hidden, after = np.empty_like(before), np.empty_like(before)
    gate_kernels.lstm(active, products, np.zeros(4 * size, kind), before, after, hidden)
    return hidden.reshape(cell.shape), after.reshape(cell.shape), active.reshape(self.shape)


def lstm_gates_backward(
    grad_hidden: Array, grad_cell: Array, grad_active: Array, cell: Array, next_cell: Array, active: Array
) -> tuple[Array, Array]:
    """Return the gradients of the gates' sums and of the cell before."""
    size, kind = cell.shape[-1], np.result_type(grad_hidden, active, cell)
    _check("lstm_gates_backward", cell.shape, size, 1, grad_hidden, grad_cell, next_cell)
    _check("lstm_gates_backward", cell.shape, size, 4, grad_active, active)
    before, after = _rows(cell, size, kind), _rows(next_cell, size, kind)
    rows, grad = _rows(active, 4 * size, kind), _rows(grad_hidden, size, kind)
    carried, out = _rows(grad_cell, size, kind, copy=True), np.empty_like(rows)
    none = np.zeros_like(grad)
    gate_kernels.lstm_backward(rows, before, after, grad, none, none, carried, out)
    if grad_active.any():
        out += _rows(grad_active, 4 * size, kind) * _lstm_slopes(rows, size)
    return out.reshape(active.shape), carried.reshape(cell.shape)


def gru_gates(self: Array, hidden_gates: Array, hidden: Array, size: int) -> tuple[Array, Array]:
    """Return the state of a GRU of `size` numbers, and the activated gates with the candidate's product behind them."""
    _check("gru_gates", hidden.shape, size, 3, self, hidden_gates)
    kind = np.result_type(self, hidden_gates, hidden)
    gates, products = _rows(self, 3 * size, kind), _rows(hidden_gates, 3 * size, kind)
    before = _rows(hidden, size, kind)
    active, after = np.empty((before.shape[0], 4 * size), kind), np.empty_like(before)
    none = np.zeros(3 * size, kind)
    gate_kernels.gru(gates, products, none, none[:size], before, active, after)
    return after.reshape(hidden.shape), active.reshape((*hidden.shape[:-1], 4 * size))


def gru_gates_backward(
    grad_hidden: Array, grad_active: Array, hidden: Array, active: Array
) -> tuple[Array, Array, Array]:
    """Return the gradients of the sums from the input, of those from the hidden state, and of that state."""
    size, kind = hidden.shape[-1], np.result_type(grad_hidden, active, hidden)
    _check("gru_gates_backward", hidden.shape, size, 1, grad_hidden)
    _check("gru_gates_backward", hidden.shape, size, 4, grad_active, active)
    before, rows = _rows(hidden, size, kind), _rows(active, 4 * size, kind)
    grad = _rows(grad_hidden, size, kind)
    outer = np.empty((before.shape[0], 3 * size), kind)
    inner, carried = np.empty_like(outer), np.zeros_like(before)
    gate_kernels.gru_backward(rows, before, grad, np.zeros_like(grad), carried, outer, inner)
    if grad_active.any():
        _add_gradient_of_gates(_rows(grad_active, 4 * size, kind), rows, outer, inner)
    shape = (*hidden.shape[:-1], 3 * size)
    return outer.reshape(shape), inner.reshape(shape), carried.reshape(hidden.shape)


def unit_gates(self: Array, hidden_gates: Array, kind: str, size: int) -> Array:
    """Return the new state of a network without gates, "rnn_tanh" or "rnn_relu"."""
    _check("unit_gates", self.shape, size, 1, hidden_gates)
    dtype = np.result_type(self, hidden_gates)
    gates, products = _rows(self, size, dtype), _rows(hidden_gates, size, dtype)
    hidden = np.empty_like(gates)
    gate_kernels.unit(kind, gates, products, np.zeros(size, dtype), hidden)
    return hidden.reshape(self.shape)


def _check(name: str, shape: tuple[int, ...], size: int, count: int, *gates: Array) -> None:
    """Refuse states that do not have `size` numbers, and gates that do not have `count` times as many."""
    expected = (*shape[:-1], count * size)
    for each in gates:
        if each.shape != expected or shape[-1:] != (size,):
            raise RuntimeError(
                f"{name}: expected gates of shape {expected} for states of shape {shape} and size {size},"
                f" got {each.shape}"
            )


def _rows(x: Array, width: int, kind: Any, copy: bool = False) -> Array:
    """Return the last dimensions as rows of a contiguous matrix."""
    return np.array(x, kind, order="C", copy=copy or None).reshape(-1 if x.size else _count(x.shape), width)


def _count(shape: tuple[int, ...]) -> int:
    return int(np.prod(shape[:-1], dtype=np.int64))


def _lstm_slopes(active: Array, size: int) -> Array:
    slopes: Array = active * (1 - active)
    candidate = slice(2 * size, 3 * size)
    slopes[:, candidate] = 1 - np.square(active[:, candidate])
    return slopes


def _add_gradient_of_gates(grad: Array, active: Array, outer: Array, inner: Array) -> None:
    """Add the gradients of a GRU's activated gates, which are outputs too, to those of the sums."""
    reset, update, candidate, kept = gate_kernels.parts(active, 4)
    to_reset, to_update, to_candidate, to_kept = gate_kernels.parts(grad, 4)
    through = to_candidate * (1 - candidate * candidate)
    first = (to_reset + through * kept) * reset * (1 - reset)
    second = to_update * update * (1 - update)
    outer += np.concatenate([first, second, through], 1)
    inner += np.concatenate([first, second, through * reset + to_kept], 1)
