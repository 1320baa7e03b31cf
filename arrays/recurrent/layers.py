"""Layers of recurrent networks: a cell that goes through sequences, and its gradient, which goes back.

Sequences are packed: the rows of the first step, then those of the second, ...; `batch_sizes` says how many each step
has, which never increases, since the longest sequence comes first. The products of all inputs are one product of
matrices; so are the gradients of the weights and inputs. What remains in a step is a product with the state and one
pass over the gates.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..jit.buffers import empty
from ..reductions.sums import sum as sum_over
from . import gate_kernels
from .sizes import check_layer, check_states

Array = NDArray[Any]
Sizes = tuple[int, ...]

NOT_NEEDED: Array = np.zeros(())
"""Stands for a gradient that nobody asked for."""


def recurrent_layer(
    input: Array,
    hx: Array,
    cx: Array | None,
    w_ih: Array,
    w_hh: Array,
    b_ih: Array | None,
    b_hh: Array | None,
    w_hr: Array | None,
    batch_sizes: Sizes,
    kind: str,
) -> tuple[Array, Array, Array]:
    """Return the states after every step, the cells of an LSTM, and the activated gates but for cells without them."""
    check_layer(
        kind, (input.shape, hx.shape, w_ih.shape, w_hh.shape), None if cx is None else cx.shape, batch_sizes
    )
    if kind == "lstm":
        assert cx is not None
        return _lstm(input, hx, cx, w_ih, w_hh, _bias(w_hh, b_ih, b_hh), w_hr, batch_sizes)
    output, none = empty((input.shape[0], hx.shape[1]), input.dtype), np.empty(0, input.dtype)
    before, turned = np.ascontiguousarray(hx), _turned(w_hh)
    gates, products = _products(input, w_ih), np.empty((hx.shape[0], w_hh.shape[0]), input.dtype)
    if kind == "gru":
        size = hx.shape[1]
        inner = np.zeros(size, w_hh.dtype) if b_hh is None else np.ascontiguousarray(b_hh[2 * size :])
        bias = _gru_bias(w_hh, b_ih, b_hh)
        active = empty((input.shape[0], 4 * size), input.dtype)
        for step, count in _steps(batch_sizes):
            np.matmul(before[:count], turned, out=products[:count])
            after = output[step]
            gate_kernels.gru(gates[step], products[:count], bias, inner, before[:count], active[step], after)
            before = after
        return output, none, active
    bias = _bias(w_hh, b_ih, b_hh)
    for step, count in _steps(batch_sizes):
        np.matmul(before[:count], turned, out=products[:count])
        gate_kernels.unit(kind, gates[step], products[:count], bias, output[step])
        before = output[step]
    return output, none, none


def _lstm(
    input: Array,
    hx: Array,
    cx: Array,
    w_ih: Array,
    w_hh: Array,
    bias: Array,
    w_hr: Array | None,
    batch_sizes: Sizes,
) -> tuple[Array, Array, Array]:
    rows, dtype, size = input.shape[0], input.dtype, cx.shape[1]
    gates, products = _products(input, w_ih), np.empty((hx.shape[0], w_hh.shape[0]), dtype)
    output, cells = empty((rows, hx.shape[1]), dtype), empty((rows, size), dtype)
    state, cell, turned = hx, np.ascontiguousarray(cx), _turned(w_hh)
    whole = None if w_hr is None else np.empty(cx.shape, dtype)
    for step, count in _steps(batch_sizes):
        np.matmul(state[:count], turned, out=products[:count])
        state, before, cell = output[step], cell[:count], cells[step]
        hidden = state if whole is None else whole[:count]
        gate_kernels.lstm(gates[step], products[:count], bias, before, cell, hidden)
        if w_hr is not None:
            np.matmul(hidden, w_hr.T, out=state)
    return output, cells, gates


def recurrent_layer_backward(
    grad_output: Array,
    grad_cells: Array,
    input: Array,
    hx: Array,
    cx: Array | None,
    w_ih: Array,
    w_hh: Array,
    b_ih: Array | None,
    b_hh: Array | None,
    w_hr: Array | None,
    output: Array,
    cells: Array,
    activated: Array,
    batch_sizes: Sizes,
    kind: str,
    to_input: bool = True,
    learned: bool = True,
) -> tuple[Array, ...]:
    """Return the gradients of input, first states, weights and biases, and of the projection.

    Those of the input are left out unless `to_input`, those of weights and biases unless `learned`.
    """
    check_layer(
        kind, (input.shape, hx.shape, w_ih.shape, w_hh.shape), None if cx is None else cx.shape, batch_sizes
    )
    outputs, cell_shapes = (grad_output.shape, output.shape), (grad_cells.shape, cells.shape)
    check_states(kind, input.shape[0], outputs, cell_shapes, activated.shape, w_hh.shape[0])
    grad = np.ascontiguousarray(grad_output)
    grad_cx = grad_w_hr = NOT_NEEDED
    if kind == "lstm":
        assert cx is not None
        grad_cells = np.ascontiguousarray(grad_cells)
        outer, grad_hx, grad_cx, grad_w_hr = _lstm_backward(
            grad, grad_cells, cx, w_hh, w_hr, cells, activated, batch_sizes, learned
        )
        inner = outer
    elif kind == "gru":
        outer, inner, grad_hx = _gru_backward(grad, hx, w_hh, output, activated, batch_sizes)
    else:
        outer, grad_hx = _unit_backward(grad, hx.shape, w_hh, output, batch_sizes, kind)
        inner = outer
    grad_input = np.matmul(outer, w_ih) if to_input else NOT_NEEDED
    if not learned:
        return grad_input, grad_hx, grad_cx, NOT_NEEDED, NOT_NEEDED, NOT_NEEDED, NOT_NEEDED, NOT_NEEDED
    grad_w_ih = np.matmul(outer.T, input)
    grad_w_hh = np.matmul(inner.T, _states_before(hx, output, batch_sizes))
    to_b_ih = NOT_NEEDED if b_ih is None else sum_over(outer, 0)
    to_b_hh = NOT_NEEDED if b_hh is None else sum_over(inner, 0)
    return grad_input, grad_hx, grad_cx, grad_w_ih, grad_w_hh, to_b_ih, to_b_hh, grad_w_hr


def _lstm_backward(
    grad: Array,
    grad_cells: Array,
    cx: Array,
    w_hh: Array,
    w_hr: Array | None,
    cells: Array,
    active: Array,
    batch_sizes: Sizes,
    learned: bool,
) -> tuple[Array, Array, Array, Array]:
    """Return the gradients of the gates' sums, of both first states, and of the projection."""
    width, dtype = grad.shape[1], grad.dtype
    out, first = empty(active.shape, dtype), np.ascontiguousarray(cx)
    further, carried = np.zeros((cx.shape[0], width), dtype), np.zeros(cx.shape, dtype)
    whole, none = grad if w_hr is None else empty(grad.shape, dtype), np.zeros(cx.shape, dtype)
    for step, count, before in _back(batch_sizes):
        old = first if before is None else cells[before]
        if w_hr is None:
            to_state, more = grad[step], further[:count]
        else:
            np.add(grad[step], further[:count], out=whole[step])
            to_state, more = np.matmul(whole[step], w_hr), none[:count]
        gate_kernels.lstm_backward(
            active[step], old, cells[step], to_state, more, grad_cells[step], carried[:count], out[step]
        )
        np.matmul(out[step], w_hh, out=further[:count])
    to_projection = NOT_NEEDED
    if w_hr is not None and learned:
        to_projection = np.matmul(whole.T, active[:, 3 * cx.shape[1] :] * np.tanh(cells))
    return out, further, carried, to_projection


def _gru_backward(
    grad: Array, hx: Array, w_hh: Array, output: Array, active: Array, batch_sizes: Sizes
) -> tuple[Array, Array, Array]:
    """Return the gradients of the input's gates, of the state's, and of the first state."""
    outer = empty((grad.shape[0], w_hh.shape[0]), grad.dtype)
    inner, first = empty(outer.shape, grad.dtype), np.ascontiguousarray(hx)
    further, carried = np.zeros(hx.shape, grad.dtype), np.zeros(hx.shape, grad.dtype)
    for step, count, before in _back(batch_sizes):
        old, product, kept = first if before is None else output[before], further[:count], carried[:count]
        gate_kernels.gru_backward(active[step], old, grad[step], product, kept, outer[step], inner[step])
        np.matmul(inner[step], w_hh, out=product)
    return outer, inner, further + carried


def _unit_backward(
    grad: Array, shape: tuple[int, ...], w_hh: Array, output: Array, batch_sizes: Sizes, kind: str
) -> tuple[Array, Array]:
    """Return the gradients of the sums and of the first state."""
    out, further = empty(grad.shape, grad.dtype), np.zeros(shape, grad.dtype)
    for step, count, _ in _back(batch_sizes):
        gate_kernels.unit_backward(kind, output[step], grad[step], further[:count], out[step])
        np.matmul(out[step], w_hh, out=further[:count])
    return out, further


def _steps(batch_sizes: Sizes) -> Iterator[tuple[slice, int]]:
    """Yield the rows of each step, and how many they are."""
    start = 0
    for count in batch_sizes:
        yield slice(start, start + count), count
        start += count


def _back(batch_sizes: Sizes) -> Iterator[tuple[slice, int, slice | None]]:
    """Yield the rows of each step from the last, how many they are, and those of the same sequences a step before."""
    start = sum(batch_sizes)
    for index in range(len(batch_sizes) - 1, -1, -1):
        count = batch_sizes[index]
        start -= count
        earlier = start - batch_sizes[index - 1]
        yield slice(start, start + count), count, slice(earlier, earlier + count) if index else None


def _states_before(hx: Array, output: Array, batch_sizes: Sizes) -> Array:
    """Return the state before each row of the sequences."""
    before = empty(output.shape, output.dtype)
    for step, count, earlier in _back(batch_sizes):
        before[step] = hx[:count] if earlier is None else output[earlier]
    return before


def _products(input: Array, weight: Array) -> Array:
    return np.matmul(input, weight.T, out=empty((input.shape[0], weight.shape[0]), input.dtype))


def _turned(weight: Array) -> Array:
    """Return the transposed matrix, which many products read, in rows."""
    return np.ascontiguousarray(weight.T)


def _bias(weight: Array, *biases: Array | None) -> Array:
    """Return the sum of the biases."""
    total = np.zeros(weight.shape[0], weight.dtype)
    for bias in biases:
        if bias is not None:
            total += bias
    return total


def _gru_bias(weight: Array, b_ih: Array | None, b_hh: Array | None) -> Array:
    """Return the sum of the biases of the gates; the candidate has that of the input alone."""
    total = _bias(weight, b_ih, b_hh)
    if b_hh is not None:
        rest = slice(2 * weight.shape[1], None)
        total[rest] = 0 if b_ih is None else b_ih[rest]
    return total
