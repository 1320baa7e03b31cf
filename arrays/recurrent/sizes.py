"""Sizes of recurrent cells and layers: what fits, and what their weights should be."""

from __future__ import annotations

from typing import Any

Shape = tuple[int, ...]

GATES = {"lstm": 4, "gru": 3, "rnn_tanh": 1, "rnn_relu": 1}
"""How many gates a row of the weights has for each number of the state."""


def cell_size(
    name: str,
    input: Shape,
    states: list[Shape],
    w_ih: Shape,
    w_hh: Shape,
    b_ih: Shape | None,
    b_hh: Shape | None,
    dtypes: list[Any],
    state_dtypes: list[Any],
) -> int:
    """Return how many numbers a state of a cell has, if its arguments fit; `name` is the op's, such as 'lstm_cell'.

    `dtypes` are those of input, weights and biases.
    """
    gates = GATES[name.removesuffix("_cell")]
    names = ("hx[0]", "hx[1]") if gates == 4 else ("hx",)
    if len(states) != len(names):
        raise RuntimeError(
            f"{name}: hx: expected two hidden states, (hidden, cell), each of shape (batch, hidden_size),"
            f" got {len(states)}"
        )
    if len(w_hh) != 2 or w_hh[0] != gates * w_hh[1]:
        raise RuntimeError(
            f"{name}: w_hh: expected shape ({_times(gates)}hidden_size, hidden_size), got {w_hh}"
        )
    size = w_hh[1]
    if len(w_ih) != 2 or w_ih[0] != gates * size:
        expected = f"({gates * size}, input_size)"
        raise RuntimeError(
            f"{name}: w_ih: expected shape {expected}, {_times(gates)}hidden_size of w_hh first, got {w_ih}"
        )
    if len(input) != 2 or input[1] != w_ih[1]:
        raise RuntimeError(f"{name}: input: expected shape (batch, {w_ih[1]}), as w_ih has it, got {input}")
    for argument, shape in zip(names, states, strict=True):
        if shape != (input[0], size):
            expected = f"{(input[0], size)}, the batch of input and the hidden size of w_hh"
            raise RuntimeError(f"{name}: {argument}: expected shape {expected}, got {shape}")
    for argument, bias in (("b_ih", b_ih), ("b_hh", b_hh)):
        if bias not in (None, (gates * size,)):
            raise RuntimeError(
                f"{name}: {argument}: expected shape ({gates * size},), as w_hh has rows, got {bias}"
            )
    check_dtypes(name, ["input", "w_ih", "w_hh", "b_ih", "b_hh", *names], [*dtypes, *state_dtypes])
    return size


def check_dtypes(name: str, arguments: list[str], dtypes: list[Any]) -> None:
    """Refuse arguments of another dtype than the first, and integers."""
    if dtypes[0].kind not in "fc":
        raise RuntimeError(
            f"{name}: {arguments[0]}: expected a floating-point dtype, got {dtypes[0]};"
            " convert it with .to(derivata.float32)"
        )
    for argument, dtype in zip(arguments, dtypes, strict=True):
        if dtype != dtypes[0]:
            raise RuntimeError(
                f"{name}: {argument}: expected {dtypes[0]}, the dtype of {arguments[0]}, got {dtype};"
                f" convert it with .to(derivata.{dtypes[0]})"
            )


def _times(gates: int) -> str:
    return f"{gates} * " if gates > 1 else ""


def check_layer(kind: str, shapes: tuple[Shape, ...], cells: Shape | None, batch_sizes: Shape) -> None:
    """Refuse arrays whose sizes do not match, which compiled loops would read out of bounds."""
    (rows, _), (batch, width), (gates, _), _ = shapes
    size = width if cells is None else cells[1]
    fits = (
        gates == GATES[kind] * size
        and shapes[3] == (gates, width)
        and (kind == "lstm") == (cells is not None)
    )
    if (
        not fits
        or (cells or (batch,))[0] != batch
        or sum(batch_sizes) != rows
        or max(batch_sizes, default=batch) != batch
    ):
        raise RuntimeError(
            f"{kind}: expected input, hx, w_ih and w_hh that fit, got shapes {shapes}, cells of shape {cells} and"
            f" batch_sizes {batch_sizes}"
        )


def check_states(
    kind: str, rows: int, outputs: tuple[Shape, Shape], cells: tuple[Shape, Shape], active: Shape, gates: int
) -> None:
    """Refuse gradients and states that are not those of a layer with so many rows of input."""
    width = gates // GATES[kind]
    fits = outputs[0] == outputs[1] and cells[0] == cells[1] and outputs[0][:1] == (rows,)
    if kind in ("lstm", "gru"):
        fits = fits and active == (rows, 4 * width)
    if not fits or (kind == "lstm" and cells[0] != (rows, width)):
        shapes = *outputs, *cells, active
        raise RuntimeError(f"{kind}: expected gradients and states of {rows} rows, got shapes {shapes}")
