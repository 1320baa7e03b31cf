"""Row loops of recurrent cells, from the products of their weights to new states, and back.

A row is one sequence of the batch. The parts of a row of gates stand one after the other, in PyTorch's order: of an
LSTM input, forget, candidate, output; of a GRU reset, update, candidate and, after activation, the candidate's product
with the state.
"""

from __future__ import annotations

from typing import Any

from ..vector_math.bits import inlined, like
from ..vector_math.exponential import sigmoid, tanh

TYPES = {
    "lstm": "{x}[2] {x}[2] {x}[1] {x}[2] {x}[2] {x}[2]",
    "lstm_backward": "{x}[2] {x}[2] {x}[2] {x}[2] {x}[2] {x}[2] {x}[2] {x}[2]",
    "gru": "{x}[2] {x}[2] {x}[1] {x}[1] {x}[2] {x}[2] {x}[2]",
    "gru_backward": "{x}[2] {x}[2] {x}[2] {x}[2] {x}[2] {x}[2] {x}[2]",
    "tanh_unit": "{x}[2] {x}[2] {x}[1] {x}[2]",
    "relu_unit": "{x}[2] {x}[2] {x}[1] {x}[2]",
    "tanh_unit_backward": "{x}[2] {x}[2] {x}[2] {x}[2]",
    "relu_unit_backward": "{x}[2] {x}[2] {x}[2] {x}[2]",
}
"""What each loop is compiled for; see `inventory`."""


@inlined
def _sigmoids(gates: Any, products: Any, bias: Any) -> None:
    """Replace gates by the sigmoid of their sums."""
    for j in range(gates.size):
        gates[j] = sigmoid(gates[j] + products[j] + bias[j])


@inlined
def _hyperbolic(gates: Any, products: Any, bias: Any) -> None:
    """Replace gates by the hyperbolic tangent of their sums."""
    for j in range(gates.size):
        gates[j] = tanh(gates[j] + products[j] + bias[j])


@inlined
def _next_cell(gates: Any, size: int, before: Any, cell: Any) -> None:
    """Forget a part of the cell, and add a part of the candidate."""
    enter, forget, candidate = gates[:size], gates[size : 2 * size], gates[2 * size : 3 * size]
    for j in range(before.size):
        cell[j] = forget[j] * before[j] + enter[j] * candidate[j]


@inlined
def _shown(gate: Any, cell: Any, hidden: Any) -> None:
    for j in range(cell.size):
        hidden[j] = gate[j] * tanh(cell[j])


def lstm(lo: int, hi: int, gates: Any, products: Any, bias: Any, before: Any, cell: Any, hidden: Any) -> None:
    """Write the activated gates over `gates`, the new cell and the new hidden state."""
    size = before.shape[1]
    for r in range(lo, hi):
        row, product = gates[r], products[r]
        _sigmoids(row[: 2 * size], product[: 2 * size], bias[: 2 * size])
        _hyperbolic(row[2 * size : 3 * size], product[2 * size : 3 * size], bias[2 * size : 3 * size])
        _sigmoids(row[3 * size :], product[3 * size :], bias[3 * size :])
        _next_cell(row, size, before[r], cell[r])
        _shown(row[3 * size :], cell[r], hidden[r])


@inlined
def _shown_cell(x: Any, out: Any) -> None:
    for j in range(x.size):
        out[j] = tanh(x[j])


@inlined
def _to_cell(shown: Any, gate: Any, grad: Any, further: Any, cell_grad: Any, carried: Any) -> None:
    """Replace the tangent of the cell by the gradient of the output gate, and add to the gradient of the cell."""
    for j in range(shown.size):
        t, o, g = shown[j], gate[j], grad[j] + further[j]
        one = like(t, 1.0)
        carried[j] = carried[j] + cell_grad[j] + g * o * (one - t * t)
        shown[j] = g * t * o * (one - o)


@inlined
def _to_gates(active: Any, size: int, before: Any, carried: Any, out: Any) -> None:
    """Write the gradients of three gates, and what goes on to the cell before."""
    enter, forget, candidate = active[:size], active[size : 2 * size], active[2 * size : 3 * size]
    to_enter, to_forget, to_candidate = out[:size], out[size : 2 * size], out[2 * size : 3 * size]
    for j in range(before.size):
        g, i, f, n = carried[j], enter[j], forget[j], candidate[j]
        one = like(g, 1.0)
        to_enter[j] = g * n * i * (one - i)
        to_forget[j] = g * before[j] * f * (one - f)
        to_candidate[j] = g * i * (one - n * n)
        carried[j] = g * f


def lstm_backward(
    lo: int,
    hi: int,
    active: Any,
    before: Any,
    cell: Any,
    grad: Any,
    further: Any,
    cell_grad: Any,
    carried: Any,
    out: Any,
) -> None:
    """Write the gradients of the sums that are the gates; `grad + further` is that of the hidden state.

    `carried + cell_grad` is the gradient of the new cell; that of the cell before takes the place of `carried`.
    """
    size = before.shape[1]
    for r in range(lo, hi):
        row, target = active[r], out[r]
        shown = target[3 * size :]
        _shown_cell(cell[r], shown)
        _to_cell(shown, row[3 * size :], grad[r], further[r], cell_grad[r], carried[r])
        _to_gates(row, size, before[r], carried[r], target)


@inlined
def _sigmoids_to(gates: Any, products: Any, bias: Any, out: Any) -> None:
    for j in range(gates.size):
        out[j] = sigmoid(gates[j] + products[j] + bias[j])


@inlined
def _candidate(active: Any, size: int, gates: Any, bias: Any, products: Any, hidden_bias: Any) -> None:
    """Write the candidate, and the product with the state that the reset gate scales."""
    reset, candidate, kept = active[:size], active[2 * size : 3 * size], active[3 * size :]
    for j in range(gates.size):
        q = products[j] + hidden_bias[j]
        kept[j] = q
        candidate[j] = tanh(gates[j] + bias[j] + reset[j] * q)


@inlined
def _mixed(update: Any, candidate: Any, before: Any, hidden: Any) -> None:
    for j in range(before.size):
        hidden[j] = candidate[j] + update[j] * (before[j] - candidate[j])


def gru(
    lo: int,
    hi: int,
    gates: Any,
    products: Any,
    bias: Any,
    hidden_bias: Any,
    before: Any,
    active: Any,
    hidden: Any,
) -> None:
    """Write the activated gates, with the candidate's product behind them, and the new hidden state.

    `hidden_bias` belongs to the candidate's product with the state; `bias` has the sums of both for the other gates.
    """
    size = before.shape[1]
    for r in range(lo, hi):
        row, product, target = gates[r], products[r], active[r]
        _sigmoids_to(row[: 2 * size], product[: 2 * size], bias[: 2 * size], target[: 2 * size])
        _candidate(target, size, row[2 * size :], bias[2 * size :], product[2 * size :], hidden_bias)
        _mixed(target[size : 2 * size], target[2 * size : 3 * size], before[r], hidden[r])


@inlined
def _gru_gradients(active: Any, size: int, before: Any, grad: Any, further: Any, out: Any, inner: Any) -> Any:
    reset, update = active[:size], active[size : 2 * size]
    candidate, kept = active[2 * size : 3 * size], active[3 * size :]
    to_reset, to_update, to_candidate = out[:size], out[size : 2 * size], out[2 * size :]
    inner_reset, inner_update, inner_candidate = inner[:size], inner[size : 2 * size], inner[2 * size :]
    for j in range(before.size):
        g, r, z, n = grad[j] + further[j], reset[j], update[j], candidate[j]
        one = like(g, 1.0)
        d = g * (one - z) * (one - n * n)
        to_candidate[j] = d
        inner_candidate[j] = d * r
        d = d * kept[j] * r * (one - r)
        to_reset[j] = d
        inner_reset[j] = d
        d = g * (before[j] - n) * z * (one - z)
        to_update[j] = d
        inner_update[j] = d
        further[j] = g * z


def gru_backward(
    lo: int, hi: int, active: Any, before: Any, grad: Any, products: Any, carried: Any, out: Any, inner: Any
) -> None:
    """Write the gradients of the input's gates to `out`, and those of the hidden state's to `inner`.

    `grad + products + carried` is the gradient of the new state; what goes on without a product takes the place of
    `carried`.
    """
    size = before.shape[1]
    for r in range(lo, hi):
        carry, product = carried[r], products[r]
        for j in range(size):
            carry[j] = carry[j] + product[j]
        _gru_gradients(active[r], size, before[r], grad[r], carry, out[r], inner[r])


def tanh_unit(lo: int, hi: int, gates: Any, products: Any, bias: Any, hidden: Any) -> None:
    """Write the hyperbolic tangents of the sums."""
    for r in range(lo, hi):
        row, product, target = gates[r], products[r], hidden[r]
        for j in range(row.size):
            target[j] = tanh(row[j] + product[j] + bias[j])


def relu_unit(lo: int, hi: int, gates: Any, products: Any, bias: Any, hidden: Any) -> None:
    """Write the sums, and zero for those below."""
    for r in range(lo, hi):
        row, product, target = gates[r], products[r], hidden[r]
        for j in range(row.size):
            x = row[j] + product[j] + bias[j]
            target[j] = like(x, 0.0) if x < like(x, 0.0) else x  # NaN stays


def tanh_unit_backward(lo: int, hi: int, hidden: Any, grad: Any, further: Any, out: Any) -> None:
    """Write the gradients of the sums."""
    for r in range(lo, hi):
        state, g, more, target = hidden[r], grad[r], further[r], out[r]
        for j in range(state.size):
            h = state[j]
            target[j] = (g[j] + more[j]) * (like(h, 1.0) - h * h)


def relu_unit_backward(lo: int, hi: int, hidden: Any, grad: Any, further: Any, out: Any) -> None:
    """Write the gradients of the sums: none where the state is zero."""
    for r in range(lo, hi):
        state, g, more, target = hidden[r], grad[r], further[r], out[r]
        for j in range(state.size):
            target[j] = like(state[j], 0.0) if state[j] <= like(state[j], 0.0) else g[j] + more[j]
