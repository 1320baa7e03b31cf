"""Layers of recurrent networks in ops of single steps: for complex numbers, which the op for layers does not take."""

from __future__ import annotations

from typing import Any

from ..generated import ops
from ..runtime.tensors.tensor import Tensor

__all__ = ["layer_by_steps"]


def layer_by_steps(
    input: Tensor,
    hx: Tensor,
    cx: Tensor | None,
    w_ih: Tensor,
    w_hh: Tensor,
    b_ih: Tensor | None,
    b_hh: Tensor | None,
    w_hr: Tensor | None,
    batch_sizes: tuple[int, ...],
    kind: str,
) -> tuple[Tensor, Tensor]:
    """Return the states after every step of packed sequences, and the cells of an LSTM."""
    gates, start = ops.linear(input, w_ih, b_ih), 0
    state, cell = hx, hx if cx is None else cx
    states, cells = [], []
    for count in batch_sizes:
        outer = ops.narrow(gates, 0, start, count)
        before = ops.narrow(state, 0, 0, count)
        inner = ops.linear(before, w_hh, b_hh)
        state, cell = _step(kind, outer, inner, before, ops.narrow(cell, 0, 0, count))
        state = state if w_hr is None else ops.linear(state, w_hr)
        states.append(state)
        cells.append(cell)
        start += count
    return ops.cat(states, 0), ops.cat(cells, 0)


def _step(kind: str, outer: Tensor, inner: Tensor, before: Tensor, cell: Tensor) -> Any:
    """Return the next state and cell; where there is no cell, the state is it."""
    if kind == "lstm":
        return ops._complex_lstm_gates(outer + inner, cell, cell.shape[1])
    if kind == "gru":
        state = ops._complex_gru_gates(outer, inner, before, before.shape[1])
    else:
        state = ops.tanh(outer + inner) if kind == "rnn_tanh" else ops.relu(outer + inner)
    return state, state
