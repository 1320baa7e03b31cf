"""Recurrent cells against PyTorch, in NumPy (small states) and in compiled loops (larger ones)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata.autograd import gradcheck, gradgradcheck
from derivata.generated import ops

torch = pytest.importorskip("torch")

GATES = {"lstm_cell": 4, "gru_cell": 3, "rnn_tanh_cell": 1, "rnn_relu_cell": 1}
RNG = np.random.default_rng(0)


def arguments(name: str, size: int, batch: int = 5, biases: int = 2) -> list[Any]:
    """Return input, states, weights and biases."""
    rows, states = GATES[name] * size, 2 if name == "lstm_cell" else 1
    shapes = [(batch, 4), *[(batch, size)] * states, (rows, 4), (rows, size), *[(rows,)] * biases]
    return [RNG.normal(size=shape) for shape in shapes]


def call(library: Any, name: str, tensors: list[Any] | tuple[Any, ...]) -> tuple[Any, ...]:
    """Call a cell of derivata or PyTorch with the tensors one after the other, and return its states."""
    if name == "lstm_cell":
        return tuple(library.lstm_cell(tensors[0], tensors[1:3], *tensors[3:]))
    return (getattr(library, name)(*tensors),)


@pytest.mark.parametrize("biases", [0, 1, 2])
@pytest.mark.parametrize("size", [3, 40])
@pytest.mark.parametrize("name", GATES)
def test_states_and_gradients_are_pytorch_s(name: str, size: int, biases: int) -> None:
    arrays = arguments(name, size, biases=biases)
    theirs = [torch.tensor(x, requires_grad=True) for x in arrays]
    ours = [dv.tensor(x, requires_grad=True) for x in arrays]
    expected, got = call(torch, name, theirs), call(dv, name, ours)
    grads = [RNG.normal(size=state.shape) for state in got]
    torch.autograd.backward(expected, [torch.tensor(grad) for grad in grads])
    dv.autograd.backward(got, [dv.tensor(grad) for grad in grads])
    for state, other in zip(got, expected, strict=True):
        np.testing.assert_allclose(state.detach().numpy(), other.detach().numpy(), rtol=1e-12, atol=1e-12)
    for leaf, other in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(leaf.grad.numpy(), other.grad.numpy(), rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("size", [3, 40])
@pytest.mark.parametrize("name", GATES)
def test_loops_compute_what_numpy_does(name: str, size: int) -> None:
    arrays = arguments(name, size)

    def run() -> list[Any]:
        leaves = [dv.tensor(x, requires_grad=True) for x in arrays]
        states = call(dv, name, leaves)
        return [*states, *dv.autograd.grad(sum(state.square().sum() for state in states), leaves)]

    compiled = run()
    with dv.kernels.disabled():
        plain = run()
    for one, other in zip(compiled, plain, strict=True):
        np.testing.assert_allclose(one.detach().numpy(), other.detach().numpy(), rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("name", GATES)
def test_derivatives_of_every_kind_agree_with_differences(name: str) -> None:
    leaves = [dv.tensor(x, requires_grad=True) for x in arguments(name, 2, batch=2)]
    assert gradcheck(lambda *tensors: call(dv, name, tensors), leaves, check_forward_ad=True)
    assert gradgradcheck(lambda *tensors: call(dv, name, tensors), leaves)


@pytest.mark.parametrize("name", GATES)
def test_forward_over_reverse_is_reverse_over_reverse(name: str) -> None:
    x, *others = [dv.tensor(x) for x in arguments(name, 3)]
    direction = dv.tensor(RNG.normal(size=x.shape))

    def total(x: Any) -> Any:
        return sum(state.pow(3).sum() for state in call(dv, name, [x, *others]))

    _, forward = dv.func.jvp(dv.func.grad(total), (x,), (direction,))
    _, reverse = dv.autograd.functional.hvp(total, x, direction)
    np.testing.assert_allclose(forward.numpy(), reverse.numpy(), rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("name", GATES)
def test_half_precision_is_pytorch_s(name: str) -> None:
    arrays = [x.astype(np.float16) for x in arguments(name, 6)]
    expected = call(torch, name, [torch.tensor(x) for x in arrays])
    for state, other in zip(call(dv, name, [dv.tensor(x) for x in arrays]), expected, strict=True):
        assert state.dtype == dv.float16
        np.testing.assert_allclose(state.numpy().astype(float), other.numpy().astype(float), atol=4e-3)


@pytest.mark.parametrize("name", ["lstm_cell", "gru_cell", "rnn_tanh_cell"])
def test_complex_states_and_gradients_are_pytorch_s(name: str) -> None:
    arrays = [0.3 * (x + 1j * y) for x, y in zip(arguments(name, 3), arguments(name, 3), strict=True)]
    theirs = [torch.tensor(x, requires_grad=True) for x in arrays]
    ours = [dv.tensor(x, requires_grad=True) for x in arrays]
    expected, got = call(torch, name, theirs), call(dv, name, ours)
    sum(state.abs().square().sum() for state in expected).backward()
    sum(state.abs().square().sum() for state in got).backward()
    for one, other in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(one.grad.numpy(), other.grad.numpy(), rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("name", GATES)
def test_single_precision_is_as_accurate_as_pytorch_s(name: str) -> None:
    arrays = arguments(name, 40)
    exact = call(torch, name, [torch.tensor(x) for x in arrays])
    rounded = [x.astype(np.float32) for x in arrays]
    for state, other in zip(call(dv, name, [dv.tensor(x) for x in rounded]), exact, strict=True):
        assert state.dtype == dv.float32
        np.testing.assert_allclose(state.numpy(), other.numpy(), atol=1e-5)


@pytest.mark.parametrize("name", GATES)
def test_an_empty_batch_has_empty_states_and_zero_gradients(name: str) -> None:
    leaves = [dv.tensor(x, requires_grad=True) for x in arguments(name, 3, batch=0)]
    states = call(dv, name, leaves)
    assert {state.shape for state in states} == {(0, 3)}
    sum(state.sum() for state in states).backward()
    assert not leaves[-1].grad.numpy().any()
    assert leaves[0].grad.shape == (0, 4)


@pytest.mark.parametrize("name", GATES)
def test_transposed_arguments_are_taken_as_they_are(name: str) -> None:
    arrays = arguments(name, 10)
    turned = [dv.tensor(np.ascontiguousarray(x.T), requires_grad=True) for x in arrays]
    plain = call(dv, name, [dv.tensor(x) for x in arrays])
    for state, other in zip(call(dv, name, [x.mT if x.ndim == 2 else x for x in turned]), plain, strict=True):
        np.testing.assert_allclose(state.detach().numpy(), other.numpy(), rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("name", GATES)
def test_vmap_takes_samples_of_every_argument(name: str) -> None:
    samples = [[x + 0.1 * k for x in arguments(name, 3)] for k in range(3)]
    stacked = [dv.tensor(np.stack(parts)) for parts in zip(*samples, strict=True)]
    got = dv.func.vmap(lambda *tensors: call(dv, name, tensors))(*stacked)
    for k, sample in enumerate(samples):
        for state, other in zip(got, call(dv, name, [dv.tensor(x) for x in sample]), strict=True):
            np.testing.assert_allclose(state[k].numpy(), other.numpy(), rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize(
    ("place", "shape", "message"),
    [
        (0, (5, 3), r"input: expected shape \(batch, 4\), as w_ih has it, got \(5, 3\)"),
        (0, (4,), r"input: expected shape \(batch, 4\), as w_ih has it, got \(4,\)"),
        (
            1,
            (4, 6),
            r"hx(\[0\])?: expected shape \(5, 6\), the batch of input and the hidden size of w_hh, got \(4, 6\)",
        ),
        (-4, (7, 4), r"w_ih: expected shape \(\d+, input_size\), .*got \(7, 4\)"),
        (-3, (7, 6), r"w_hh: expected shape \(.*hidden_size, hidden_size\), got \(7, 6\)"),
        (-2, (5,), r"b_ih: expected shape \(\d+,\), as w_hh has rows, got \(5,\)"),
        (-1, (5,), r"b_hh: expected shape \(\d+,\), as w_hh has rows, got \(5,\)"),
    ],
)
@pytest.mark.parametrize("name", GATES)
def test_shapes_that_do_not_fit_are_named(
    name: str, place: int, shape: tuple[int, ...], message: str
) -> None:
    arrays = arguments(name, 6)
    arrays[place] = np.zeros(shape)
    with pytest.raises(RuntimeError, match=f"{name}: {message}"):
        call(dv, name, [dv.tensor(x) for x in arrays])


def test_an_lstm_wants_two_states_and_one_dtype() -> None:
    x, h, _, *weights = [dv.tensor(x) for x in arguments("lstm_cell", 6)]
    with pytest.raises(RuntimeError, match=r"lstm_cell: hx: expected two hidden states, .* got 1"):
        dv.lstm_cell(x, [h], *weights)
    with pytest.raises(
        RuntimeError, match=r"lstm_cell: hx\[0\]: expected float64, the dtype of input, got float32"
    ):
        dv.lstm_cell(x, [h.float(), h], *weights)
    with pytest.raises(RuntimeError, match="lstm_cell: input: expected a floating-point dtype, got int64"):
        dv.lstm_cell(x.long(), [h, h], *weights)


def test_loops_are_not_run_on_arrays_that_do_not_fit() -> None:
    """The ops inside check what the loops rely on, too: these would read and write beside their arrays."""
    x, w, none, no = dv.ones(30, 80), dv.ones(80, 80), dv.ones(0), [None] * 3
    for op, given in (
        ("_lstm_gates", (x, x, dv.ones(300, 20), 20)),
        ("_lstm_gates", (x, x, dv.ones(30, 40), 20)),
        ("_gru_gates", (x[:, :60], x[:20, :60], dv.ones(30, 20), 20)),
        ("_unit_gates", (x, x[:20], "rnn_tanh", 80)),
        ("_lstm_gates_backward", (x[:, :20], x[:, :20], x, dv.ones(90, 20), x[:, :20], x)),
        ("_gru_gates_backward", (x[:, :20], x[:20], x[:, :20], x)),
        ("_recurrent_layer", (x, x, None, x[:, :80], x, None, None, None, (30,), "gru")),
        ("_recurrent_layer", (x, x[:, :20], x[:, :30], w, w[:, :20], *no, (30,), "lstm")),
        ("_recurrent_layer", (x, x, None, w, w, *no, (30, 30), "rnn_relu")),
        ("_recurrent_layer", (x, x[:9], None, w, w, *no, (30,), "rnn_relu")),
        ("_recurrent_layer_backward", (x[:9], none, x, x, None, w, w, *no, x, none, none, (30,), "rnn_relu")),
        ("_recurrent_layer_backward", (x, none, x, x, None, w, w, *no, x[:9], none, none, (30,), "rnn_relu")),
        ("_recurrent_layer_backward", (x, none, x, x, None, x, x, *no, x, none, x, (30,), "gru")),
    ):
        with pytest.raises(RuntimeError, match=r"expected .*,\s+got"):
            getattr(ops, op)(*given)
