"""Results are the same to the last bit on any number of threads: every op, made large, and what once was not."""

from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata.arrays import kernels
from derivata.arrays.gradients.gradient_kernels import LARGE, sum_of
from hunt.thread_bits import call_of, cases, large_calls, replay, threads

pytestmark = pytest.mark.skipif(
    not kernels.enabled(), reason="only compiled loops are shared between threads"
)

SMALL = {
    "slice_backward", "unfold_backward", "_basic_index_backward", "_strided_places", "_linalg_cross",
    "poisson", "bernoulli", "bernoulli_.Tensor", "random_",
    "_permutation", "affine_grid_generator", "_eig_moved", "tensorinv", "tensorsolve", "native_group_norm",
    "_lstm_gates", "_lstm_gates_backward", "_lstm_gates_tangents", "_gru_gates", "_unit_gates",
    "_recurrent_layer_backward", "_recurrent_halves_backward", "_recurrent_step_backward",
    "_recurrent_tangents", "_recurrent_halves_tangents", "_recurrent_step_tangents",
    *[f"_{kind}_step_{what}" for kind in ("lstm", "gru", "unit") for what in ("backward", "tangents")],
}  # fmt: skip
"""Ops whose samples cannot be made large by multiplying lengths.

Places, steps or sizes are given, there are no elements, or the lengths depend on each other.
"""


@pytest.mark.slow
@pytest.mark.parametrize("case", cases(), ids=lambda case: case.op)
def test_ops_and_their_derivatives_do_not_depend_on_the_number_of_threads(case: Any) -> None:
    """Forward, first and second derivative of every op, on one thread and on three; BLAS keeps its own."""
    calls = list(large_calls(case, "float64"))
    assert bool(calls) == (case.op not in SMALL)
    for number, factors in calls:
        replay(case.op, number, factors, "float64", (1, 3))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["lstm", "gru", "rnn_tanh"])
def test_large_recurrent_layers_do_not_depend_on_the_number_of_threads(name: str) -> None:
    """Their lengths depend on each other, so that no sample of the spec is made large."""
    random = np.random.default_rng(0)
    size, rows = 128, {"lstm": 512, "gru": 384, "rnn_tanh": 128}[name]
    shapes = (3, 512, size), (1, 512, size), (1, 512, size), (rows, size), (rows, size), (rows,), (rows,)
    results = []
    leaves = [dv.tensor(random.normal(size=shape) / 8, requires_grad=True) for shape in shapes]
    for count in (1, 2, 4):
        with threads(count):
            x, h, c, *weights = leaves
            out = getattr(dv, name)(
                x, (h, c) if name == "lstm" else h, weights, True, 1, 0.0, True, False, False
            )
            used = leaves if name == "lstm" else [x, h, *weights]
            gradients = dv.autograd.grad(out[0].square().sum(), used)
        results.append([tensor.detach().numpy().tobytes() for tensor in (*out, *gradients)])
    assert results[0] == results[1] == results[2]


def test_the_second_derivative_of_a_covariance_does_not_depend_on_the_number_of_threads() -> None:
    """Gradients in row- and in column-major order meet in it."""
    results = []
    for count in (1, 2):
        random = np.random.default_rng(0)
        x = dv.tensor(random.normal(size=(48, 3000)), requires_grad=True)
        weights, v = (dv.tensor(random.normal(size=shape)) for shape in ((48, 48), (48, 3000)))
        with threads(count):
            (first,) = dv.autograd.grad(dv.cov(x), [x], [weights], create_graph=True)
            (second,) = dv.autograd.grad((first * v).sum(), [x])
        results.append(second.numpy().tobytes())
    assert results[0] == results[1]


@pytest.mark.parametrize("orders", ["CC", "CF", "FC", "FF"])
def test_sums_of_gradients_lie_in_memory_alike_on_any_number_of_threads(orders: str) -> None:
    """What adds their elements up goes through memory in its order."""
    x, y = (np.ones((LARGE // 64, 128), order=order) for order in orders)
    strides = []
    for count in (1, 2):
        with threads(count):
            strides.append(sum_of(x, y).strides)
    assert strides[0] == strides[1]


def test_samples_are_made_large_where_the_op_allows_it() -> None:
    """All lengths of a sum, the columns and rows of a product."""
    for name in ("sum", "mm"):
        (case,) = (case for case in cases() if case.op == name)
        number, factors = next(large_calls(case, "float64", 5000))
        arrays = call_of(name, number, factors, "float64").arrays()
        assert sum(array.size for array in arrays) > 1000, name
