"""State dictionaries: what they hold, and that loading reports everything and then writes nothing."""

from pathlib import Path

import numpy as np
import pytest

import derivata as dv
from derivata import nn


def model() -> nn.Sequential:
    net = nn.Sequential(nn.Linear(2, 3), nn.LayerNorm(3))
    net.register_buffer("steps", dv.tensor([7.0]))
    net.register_buffer("cache", dv.tensor([1.0]), persistent=False)
    return net


def test_state_holds_parameters_and_persistent_buffers_by_name() -> None:
    assert list(model().state_dict()) == ["steps", "0.weight", "0.bias", "1.weight", "1.bias"]
    assert list(nn.Linear(1, 1, bias=False).state_dict("head.")) == ["head.weight"]


def test_state_shares_memory_and_needs_no_gradient() -> None:
    layer = nn.Linear(2, 2)
    state = layer.state_dict()
    nn.init.zeros_(layer.weight)
    assert state["weight"].tolist() == [[0.0, 0.0], [0.0, 0.0]]
    assert not state["weight"].requires_grad
    assert layer.state_dict(keep_vars=True)["weight"] is layer.weight


def test_loaded_values_are_copied_into_the_parameters_in_place() -> None:
    source, target = model(), model()
    weight, memory = target[0].weight, target[0].weight.detach().numpy()
    assert target.load_state_dict(source.state_dict()) == ([], [])
    assert target[0].weight is weight
    assert np.shares_memory(weight.detach().numpy(), memory)
    np.testing.assert_array_equal(memory, source[0].weight.detach().numpy())
    nn.init.zeros_(source[0].weight)
    assert memory.any()


def test_values_go_through_a_file(tmp_path: Path) -> None:
    source, target = model(), model()
    np.savez(tmp_path / "model.npz", **{name: tensor.numpy() for name, tensor in source.state_dict().items()})
    with np.load(tmp_path / "model.npz") as file:
        target.load_state_dict(file)
    for got, expected in zip(target.parameters(), source.parameters(), strict=True):
        assert got.tolist() == expected.tolist()


def test_all_differences_are_reported_at_once_and_nothing_is_written() -> None:
    net = model()
    before = {name: tensor.tolist() for name, tensor in net.state_dict().items()}
    state = dict(model().state_dict())
    state["0.wieght"] = state.pop("0.weight")
    state["0.bias"] = dv.zeros(4)
    state["1.bias"] = dv.tensor([1j, 1j, 1j])
    with pytest.raises(RuntimeError) as caught:
        net.load_state_dict(state)
    assert str(caught.value).splitlines() == [
        "Error(s) in loading state_dict for Sequential:",
        '  Missing key(s) in state_dict: "0.weight"',
        """  Unexpected key(s) in state_dict: "0.wieght" (did you mean '0.weight'?)""",
        "  size mismatch for 0.bias: expected shape (3,), got (4,)",
        "  1.bias: expected a dtype that converts to float32, got complex64",
    ]
    assert {name: tensor.tolist() for name, tensor in net.state_dict().items()} == before


def test_differences_of_names_are_returned_when_not_strict() -> None:
    net = nn.Linear(2, 1)
    keys = net.load_state_dict({"weight": [[1.0, 2.0]], "extra": [0.0]}, strict=False)
    assert keys.missing_keys == ["bias"]
    assert keys.unexpected_keys == ["extra"]
    assert net.weight.tolist() == [[1.0, 2.0]]


def test_precision_is_converted() -> None:
    layer = nn.Linear(1, 1, bias=False)
    layer.load_state_dict({"weight": np.array([[0.5]])})
    assert layer.weight.dtype == np.float32
    assert layer.weight.tolist() == [[0.5]]


def test_tied_weights_are_saved_under_each_name() -> None:
    layer = nn.Linear(1, 1, bias=False)
    assert list(nn.Sequential(layer, layer).state_dict()) == ["0.weight", "1.weight"]


def test_backward_notices_that_loading_changed_what_it_saved() -> None:
    layer = nn.Linear(2, 2)
    loss = layer(dv.ones(1, 2).requires_grad_()).sum()
    layer.load_state_dict(nn.Linear(2, 2).state_dict())
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        loss.backward()


def test_what_is_no_state_dictionary_is_refused() -> None:
    with pytest.raises(TypeError, match="Linear: expected a state dictionary, got list"):
        nn.Linear(2, 1).load_state_dict([])  # type: ignore[arg-type]
