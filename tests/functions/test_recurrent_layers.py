"""Sequences of recurrent networks against PyTorch: padded and packed, of several layers, both directions, projected."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata.autograd import gradcheck, gradgradcheck

torch = pytest.importorskip("torch")

GATES = {"lstm": 4, "gru": 3, "rnn_tanh": 1, "rnn_relu": 1}


@dataclass(frozen=True)
class Network:
    """A network, and the sequences that it goes through: `sizes` if they are packed, else 4 of 5 steps."""

    kind: str
    layers: int = 1
    directions: int = 1
    biases: bool = True
    projection: int = 0
    sizes: tuple[int, ...] = ()
    batch_first: bool = False
    batch: int = 4
    steps: int = 5
    inputs: int = 3
    size: int = 4

    def arrays(self, seed: int = 0) -> list[Any]:
        """Return input, first states and weights."""
        rng, rows = np.random.default_rng(seed), GATES[self.kind] * self.size
        width, count = self.projection or self.size, self.layers * self.directions
        batch = self.sizes[0] if self.sizes else self.batch
        padded = (batch, self.steps) if self.batch_first else (self.steps, batch)
        shapes: list[Any] = [(*((sum(self.sizes),) if self.sizes else padded), self.inputs)]
        shapes += [(count, batch, width)] + [(count, batch, self.size)] * (self.kind == "lstm")
        for index in range(count):
            inputs = self.inputs if index < self.directions else width * self.directions
            shapes += [(rows, inputs), (rows, width)] + [(rows,)] * (2 * self.biases)
            shapes += [(width, self.size)] * bool(self.projection)
        return [0.5 * rng.normal(size=shape) for shape in shapes]

    def __call__(self, library: Any, tensors: Any, dropout: float = 0.0) -> tuple[Any, ...]:
        """Run derivata's or PyTorch's function with the tensors one after the other."""
        states = 2 if self.kind == "lstm" else 1
        hx = tuple(tensors[1:3]) if states == 2 else tensors[1]
        params = tuple(tensors[1 + states :])
        flags = self.biases, self.layers, dropout, True, self.directions == 2
        function = getattr(library, self.kind)
        if self.sizes:
            return tuple(function(tensors[0], library.tensor(self.sizes), hx, params, *flags))
        return tuple(function(tensors[0], hx, params, *flags, self.batch_first))


NETWORKS = [
    Network(kind, **options)
    for kind in GATES
    for options in (
        {},
        {"biases": False, "batch_first": True},
        {"layers": 2, "directions": 2, "batch_first": True},
        {"sizes": (3, 2, 2, 1)},
        {"sizes": (3, 2, 2, 1), "layers": 2, "directions": 2},
        {"sizes": (4, 4, 4), "directions": 2},
        {"steps": 1, "directions": 2},
        {"batch": 0, "directions": 2},
        {"size": 24, "inputs": 8, "sizes": (5, 3, 1), "directions": 2},
    )
] + [
    Network("lstm", projection=2, **options)
    for options in (
        {},
        {"layers": 2, "directions": 2, "batch_first": True},
        {"sizes": (3, 2, 2, 1), "biases": False, "directions": 2},
        {"size": 24, "layers": 2},
    )
]


def loss(states: Any, library: Any) -> Any:
    """Return a number that all states take part in, each element with a weight of its own."""
    total = 0.0
    for k, state in enumerate(states):
        weights = np.cos(np.arange(np.prod(state.shape)) + k).reshape(state.shape)
        total = total + (state * library.tensor(weights)).sum()
    return total


def both(network: Network) -> tuple[Any, Any]:
    """Return leaves of derivata and PyTorch."""
    arrays = network.arrays()
    ours = [dv.tensor(x, requires_grad=True) for x in arrays]
    return ours, [torch.tensor(x, requires_grad=True) for x in arrays]


def assert_close(ours: Any, theirs: Any, tolerance: float = 1e-10) -> None:
    for one, other in zip(ours, theirs, strict=True):
        expected = other.detach().numpy()
        assert one.shape == expected.shape
        np.testing.assert_allclose(one.detach().numpy(), expected, rtol=tolerance, atol=tolerance)


@pytest.fixture(params=[True, False], ids=["loops", "numpy"])
def loops(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run what follows by compiled loops, and by NumPy."""
    if not request.param:
        monkeypatch.setattr("derivata.arrays.jit.switch.SWITCH.on", False)


@pytest.mark.usefixtures("loops")
@pytest.mark.parametrize("network", NETWORKS, ids=str)
def test_states_and_gradients_are_pytorch_s(network: Network) -> None:
    ours, theirs = both(network)
    got, expected = network(dv, ours), network(torch, theirs)
    assert_close(got, expected)
    assert_close(dv.autograd.grad(loss(got, dv), ours), torch.autograd.grad(loss(expected, torch), theirs))


@pytest.mark.parametrize("network", [network for network in NETWORKS if network.batch], ids=str)
def test_second_derivatives_are_pytorch_s(network: Network) -> None:
    ours, theirs = both(network)
    directions = network.arrays(1)

    def products(library: Any, leaves: Any) -> Any:
        grads = library.autograd.grad(loss(network(library, leaves), library), leaves, create_graph=True)
        total = sum(
            (grad * library.tensor(direction)).sum()
            for grad, direction in zip(grads, directions, strict=True)
        )
        return library.autograd.grad(total, leaves, allow_unused=True, materialize_grads=True)

    assert_close(products(dv, ours), products(torch, theirs), 1e-9)


@pytest.mark.parametrize("network", [network for network in NETWORKS if network.batch], ids=str)
def test_tangents_are_those_of_the_gradients(network: Network) -> None:
    arrays, directions = network.arrays(), [dv.tensor(x) for x in network.arrays(1)]
    leaves = [dv.tensor(x, requires_grad=True) for x in arrays]

    def total(*tensors: Any) -> Any:
        return loss(network(dv, tensors), dv)

    grads = dv.autograd.grad(total(*leaves), leaves)
    expected = sum(float((g * v).sum()) for g, v in zip(grads, directions, strict=True))
    _, tangent = dv.func.jvp(total, tuple(dv.tensor(x) for x in arrays), tuple(directions))
    assert float(tangent) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("kind", GATES)
def test_derivatives_of_every_kind_agree_with_differences(kind: str) -> None:
    network = Network(kind, inputs=2, size=2, sizes=(2, 1, 1), directions=2)
    leaves = [dv.tensor(x, requires_grad=True) for x in network.arrays()]
    assert gradcheck(lambda *tensors: network(dv, tensors), leaves, check_forward_ad=True)
    assert gradgradcheck(lambda *tensors: network(dv, tensors), leaves)


@pytest.mark.parametrize("kind", GATES)
def test_forward_over_reverse_is_reverse_over_reverse(kind: str) -> None:
    network = Network(kind, sizes=(3, 2, 1))
    x, *others = [dv.tensor(x) for x in network.arrays()]
    direction = dv.tensor(network.arrays(1)[0])

    def total(x: Any) -> Any:
        return loss([state.pow(2) for state in network(dv, [x, *others])], dv)

    _, forward = dv.func.jvp(dv.func.grad(total), (x,), (direction,))
    _, reverse = dv.autograd.functional.hvp(total, x, direction)
    np.testing.assert_allclose(forward.numpy(), reverse.numpy(), rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("kind", GATES)
def test_a_gradient_of_one_argument_alone_is_the_same(kind: str) -> None:
    network = Network(kind, layers=2, sizes=(3, 2, 1))
    arrays = network.arrays()
    whole = [dv.tensor(x, requires_grad=True) for x in arrays]
    expected = dv.autograd.grad(loss(network(dv, whole), dv), whole)
    for index, grad in enumerate(expected):
        tensors = [dv.tensor(x, requires_grad=k == index) for k, x in enumerate(arrays)]
        (got,) = dv.autograd.grad(loss(network(dv, tensors), dv), tensors[index])
        np.testing.assert_allclose(got.numpy(), grad.numpy(), rtol=1e-12, atol=1e-13)


@pytest.mark.parametrize("kind", GATES)
def test_long_sequences_have_second_derivatives(kind: str) -> None:
    network = Network(kind, steps=67, batch=2, size=3, inputs=2)
    ours, theirs = both(network)
    for library, leaves in ((dv, ours), (torch, theirs)):
        grads = library.autograd.grad(loss(network(library, leaves), library), leaves, create_graph=True)
        sum(grad.square().sum() for grad in grads).backward()
    assert_close([leaf.grad for leaf in ours], [leaf.grad for leaf in theirs], 1e-8)


@pytest.mark.parametrize("kind", GATES)
def test_single_and_half_precision(kind: str) -> None:
    network = Network(kind, layers=2, directions=2, size=16)
    arrays = [0.4 * x for x in network.arrays()]
    exact = network(torch, [torch.tensor(x) for x in arrays])
    for dtype, tolerance in ((np.float32, 2e-6), (np.float16, 4e-3)):
        leaves = [dv.tensor(x.astype(dtype), requires_grad=True) for x in arrays]
        states = network(dv, leaves)
        assert {state.dtype for state in states} == {np.dtype(dtype)}
        for one, other in zip(states, exact, strict=True):
            np.testing.assert_allclose(one.detach().double().numpy(), other.numpy(), atol=tolerance)
        sum(state.sum() for state in states).backward()
        assert {leaf.grad.dtype for leaf in leaves} == {np.dtype(dtype)}


@pytest.mark.parametrize("network", NETWORKS, ids=str)
def test_complex_numbers(network: Network) -> None:
    arrays = [x + 0.5j * y for x, y in zip(network.arrays(), network.arrays(1), strict=True)]
    ours = [dv.tensor(x, requires_grad=True) for x in arrays]
    theirs = [torch.tensor(x, requires_grad=True) for x in arrays]
    if network.kind == "rnn_relu":
        with pytest.raises(TypeError, match=r"relu: .*complex128"):
            network(dv, ours)
        return
    got, expected = network(dv, ours), network(torch, theirs)
    assert_close(got, expected)
    real, wanted = ([(state * state.conj()).real for state in states] for states in (got, expected))
    grads = dv.autograd.grad(loss(real, dv), ours), torch.autograd.grad(loss(wanted, torch), theirs)
    assert_close(*grads, 1e-8)


@pytest.mark.parametrize("kind", GATES)
@pytest.mark.parametrize("sizes", [(), (3, 2, 1)], ids=["padded", "packed"])
def test_vmap_over_sequences_and_over_weights(kind: str, sizes: tuple[int, ...]) -> None:
    network = Network(kind, directions=2, sizes=sizes)
    x, *others = network.arrays()
    more = np.stack([x, 2 * x, -x])
    got = dv.func.vmap(lambda x: network(dv, [x, *map(dv.tensor, others)]))(dv.tensor(more))
    for k in range(3):
        expected = network(dv, [dv.tensor(more[k]), *map(dv.tensor, others)])
        for one, other in zip(got, expected, strict=True):
            np.testing.assert_allclose(one[k].numpy(), other.numpy(), rtol=1e-12, atol=1e-13)
    weights = np.stack([others[-1], 2 * others[-1]])
    with warnings.catch_warnings():  # that samples are taken in turn, which is said once for each op
        warnings.simplefilter("ignore")
        got = dv.func.vmap(lambda w: network(dv, [dv.tensor(x), *map(dv.tensor, others[:-1]), w]))(
            dv.tensor(weights)
        )
    for k in range(2):
        expected = network(dv, [dv.tensor(x), *map(dv.tensor, others[:-1]), dv.tensor(weights[k])])
        for one, other in zip(got, expected, strict=True):
            np.testing.assert_allclose(one[k].numpy(), other.numpy(), rtol=1e-12, atol=1e-13)


@pytest.mark.parametrize("kind", GATES)
def test_gradients_of_each_sample(kind: str) -> None:
    network = Network(kind, batch=1, steps=3)
    x, *others = [dv.tensor(x) for x in network.arrays()]
    more = dv.stack([x, 2 * x, -x])

    def total(w: Any, x: Any) -> Any:
        return loss(network(dv, [x, *others[:-1], w]), dv)

    got = dv.func.vmap(dv.func.grad(total), in_dims=(None, 0))(others[-1], more)
    for k in range(3):
        expected = dv.func.grad(total)(others[-1], more[k])
        np.testing.assert_allclose(got[k].numpy(), expected.numpy(), rtol=1e-10, atol=1e-12)


def test_dropout_is_between_layers_and_in_training_only() -> None:
    network = Network("gru", layers=2, size=32)
    tensors = [dv.tensor(x) for x in network.arrays()]
    plain = network(dv, tensors)
    dv.manual_seed(0)
    dropped = network(dv, tensors, dropout=0.5)
    assert not np.allclose(dropped[0].numpy(), plain[0].numpy())
    np.testing.assert_allclose(dropped[1][0].numpy(), plain[1][0].numpy())  # the states of the first layer
    x, hx, *params = tensors
    evaluated = dv.gru(x, hx, params, True, 2, 0.5, False, False, False)
    np.testing.assert_array_equal(evaluated[0].numpy(), plain[0].numpy())
    single = Network("gru", size=32)
    tensors = [dv.tensor(x) for x in single.arrays()]
    np.testing.assert_array_equal(single(dv, tensors, 0.5)[0].numpy(), single(dv, tensors)[0].numpy())


def test_arguments_by_name() -> None:
    x, h, c, *params = [dv.tensor(x) for x in Network("lstm").arrays()]
    flags: Any = {"has_biases": True, "num_layers": 1, "dropout": 0, "train": False, "bidirectional": False}
    expected = dv.lstm(x, (h, c), params, True, 1, 0.0, False, False, False)
    got = dv.lstm(input=x, hx=[h, c], params=params, batch_first=False, **flags)
    rows, sizes = x.reshape(20, 3), dv.tensor([4] * 5)
    packed = dv.lstm(data=rows, batch_sizes=sizes, hx=(h, c), params=params, **flags)
    np.testing.assert_array_equal(got[0].numpy(), expected[0].numpy())
    np.testing.assert_array_equal(packed[0].numpy(), expected[0].numpy().reshape(20, 4))
    np.testing.assert_array_equal(packed[2].numpy(), expected[2].numpy())
    with pytest.raises(TypeError, match="lstm: no overload takes the arguments"):
        dv.lstm(x, (h, c), params)
    with pytest.raises(TypeError, match="lstm: argument 'has_biases' must be bool"):
        dv.lstm(x, (h, c), params, 1.0, 1, 0.0, False, False, False)


@pytest.mark.parametrize(
    ("network", "place", "shape", "message"),
    [
        (Network("gru"), 0, (5, 3), r"gru: input: expected three dimensions, .* got shape \(5, 3\)"),
        (Network("gru"), 0, (0, 4, 3), r"gru: input: Expected sequence length to be larger than 0 in RNN"),
        (
            Network("gru"),
            0,
            (5, 4, 2),
            r"gru: params\[0\] \(w_ih of layer 0\): expected shape \(12, 2\), for input",
        ),
        (Network("gru"), 1, (1, 3, 4), r"gru: hx: expected shape \(1, 4, size\), .* got \(1, 3, 4\)"),
        (Network("lstm"), 2, (2, 4, 4), r"lstm: hx\[1\]: expected shape \(1, 4, size\), .* got \(2, 4, 4\)"),
        (
            Network("lstm"),
            4,
            (8, 4),
            r"lstm: params\[1\] \(w_hh of layer 0\): expected shape \(16, 4\), .*got \(8, 4\)",
        ),
        (
            Network("lstm", layers=2),
            -1,
            (3,),
            r"lstm: params\[7\] \(b_hh of layer 1\): expected shape \(16,\)",
        ),
        (
            Network("lstm", projection=2),
            -1,
            (2, 5),
            r"params\[4\] \(w_hr of layer 0\): expected shape \(2, 4\)",
        ),
        (
            Network("rnn_tanh", sizes=(2, 1)),
            0,
            (4, 3),
            r"rnn_tanh: batch_sizes: expected a sum of 4, the rows of data",
        ),
        (
            Network("rnn_relu", sizes=(2, 3)),
            0,
            (5, 3),
            r"rnn_relu: batch_sizes: expected positive numbers that never",
        ),
        (Network("rnn_relu", sizes=(2, 1)), 0, (3,), r"rnn_relu: data: expected two dimensions"),
    ],
)
def test_what_does_not_fit_is_named(
    network: Network, place: int, shape: tuple[int, ...], message: str
) -> None:
    arrays = network.arrays()
    arrays[place] = np.zeros(shape)
    with pytest.raises(RuntimeError, match=message):
        network(dv, [dv.tensor(x) for x in arrays])


def test_numbers_of_tensors_and_dtypes_are_checked() -> None:
    x, h, c, *params = [dv.tensor(x) for x in Network("lstm").arrays()]
    with pytest.raises(RuntimeError, match=r"lstm: hx: expected two tensors, \(hidden, cells\), got 1"):
        dv.lstm(x, (h,), params, True, 1, 0.0, False, False, False)
    with pytest.raises(
        RuntimeError, match="lstm: params: expected 8 tensors, w_ih, w_hh, b_ih, b_hh of each layer"
    ):
        dv.lstm(x, (dv.cat([h, h]), dv.cat([c, c])), params, True, 2, 0.0, False, False, False)
    with pytest.raises(
        RuntimeError, match=r"lstm: hx\[0\]: expected float64, the dtype of input, got float32"
    ):
        dv.lstm(x, (h.float(), c), params, True, 1, 0.0, False, False, False)
    with pytest.raises(RuntimeError, match="lstm: batch_sizes: expected a tensor of integers"):
        dv.lstm(x[0], dv.tensor([4.0]), (h, c), params, True, 1, 0.0, False, False)
    with pytest.raises(RuntimeError, match="lstm: num_layers: expected at least 1, got 0"):
        dv.lstm(x, (h, c), params, True, 0, 0.0, False, False, False)
    with pytest.raises(TypeError, match=r"lstm: argument 'hx' must be a sequence of tensors"):
        dv.lstm(x, h, params, True, 1, 0.0, False, False, False)


def test_without_recording_nothing_is_kept() -> None:
    network = Network("lstm", layers=2)
    leaves = [dv.tensor(x, requires_grad=True) for x in network.arrays()]
    with dv.no_grad():
        assert not any(state.requires_grad for state in network(dv, leaves))


def test_a_layer_refuses_more_states_than_sequences() -> None:
    """The further ones would be ignored, and found missing by the derivatives of the gradient."""
    from derivata.generated import ops

    weights = dv.ones(2, 3), dv.ones(2, 2), None, None, None
    with pytest.raises(RuntimeError, match="expected input, hx, w_ih and w_hh that fit"):
        ops._recurrent_layer(dv.ones(4, 3), dv.ones(3, 2), None, *weights, [2, 2], "rnn_tanh")


@pytest.mark.parametrize("kind", ["gru", "rnn_tanh", "rnn_relu"])
def test_tangents_of_layers_without_cells_in_vmap(kind: str) -> None:
    """The cells that only an LSTM has do not carry themselves as tangents, which would be one without end."""
    random = np.random.default_rng(0)
    gates = 3 if kind == "gru" else 1
    shapes = (3, 2, 2), (1, 2, 2), (2 * gates, 2), (2 * gates, 2)
    points, directions = ([dv.tensor(random.normal(size=(4, *shape))) for shape in shapes] for _ in range(2))

    def layer(x: Any, start: Any, *weights: Any) -> Any:
        return getattr(dv, kind)(x, start, list(weights), False, 1, 0.0, True, False, False)[0]

    def tangent(point: Any, direction: Any) -> Any:
        return dv.func.jvp(layer, tuple(point), tuple(direction))[1]

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        got = dv.vmap(tangent)(points, directions)
    rows = [tangent([x[k] for x in points], [d[k] for d in directions]) for k in range(4)]
    np.testing.assert_allclose(got.numpy(), dv.stack(rows).numpy(), rtol=1e-10, atol=1e-12)
