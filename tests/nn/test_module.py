"""Modules: what is registered, found, switched, converted and printed."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata import nn


class Perceptron(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.scale = nn.Parameter(dv.tensor(2.0))
        self.hidden = nn.Linear(3, 4)
        self.drop = nn.Dropout(0.5)
        self.out = nn.Linear(4, 2, bias=False)
        self.register_buffer("steps", dv.zeros(1))

    def forward(self, x: dv.Tensor) -> dv.Tensor:
        return self.out(self.drop(self.hidden(x).tanh())) * self.scale


def names(pairs: Any) -> list[str]:
    return [name for name, _ in pairs]


def test_parameter_is_a_leaf_that_requires_grad_and_shares_memory() -> None:
    data = dv.tensor([1.0, 2.0])
    parameter = nn.Parameter(data)
    assert isinstance(parameter, dv.Tensor)
    assert parameter.is_leaf and parameter.requires_grad
    assert np.shares_memory(parameter.detach().numpy(), data.numpy())
    assert not nn.Parameter(data, requires_grad=False).requires_grad


def test_parameter_of_a_computed_tensor_has_no_history() -> None:
    x = dv.tensor([1.0], requires_grad=True)
    assert nn.Parameter(x * 2).is_leaf


def test_result_of_an_op_on_parameters_is_a_plain_tensor() -> None:
    assert type(nn.Parameter(dv.ones(2)) * 2) is dv.Tensor


def test_parameter_takes_tensors_only() -> None:
    with pytest.raises(
        TypeError, match=r"Parameter: expected a Tensor as data, got ndarray; convert it with dv\.tensor"
    ):
        nn.Parameter(np.ones(2))  # type: ignore[arg-type]


def test_parameters_are_found_in_order_of_assignment_with_dotted_names() -> None:
    model = Perceptron()
    assert names(model.named_parameters()) == ["scale", "hidden.weight", "hidden.bias", "out.weight"]
    assert names(model.named_parameters(recurse=False)) == ["scale"]
    assert names(model.named_parameters("net"))[1] == "net.hidden.weight"
    assert [p.shape for p in model.parameters()] == [(), (4, 3), (4,), (2, 4)]


def test_plain_tensors_are_neither_parameters_nor_buffers() -> None:
    module = nn.Module()
    module.constant = dv.ones(2)
    assert list(module.parameters()) == list(module.buffers()) == []


def test_modules_are_found_parents_first() -> None:
    model = nn.Sequential(nn.Sequential(nn.ReLU()), nn.Tanh())
    assert names(model.named_modules()) == ["", "0", "0.0", "1"]
    assert names(model.named_children()) == ["0", "1"]
    assert model.get_submodule("0.0") is model[0][0]
    assert model.get_submodule("") is model


def test_shared_parts_are_found_once_unless_asked_for() -> None:
    layer = nn.Linear(2, 2)
    model = nn.Sequential(layer, layer)
    assert names(model.named_modules()) == ["", "0"]
    assert names(model.named_parameters()) == ["0.weight", "0.bias"]
    assert names(model.named_parameters(remove_duplicate=False)) == [
        "0.weight",
        "0.bias",
        "1.weight",
        "1.bias",
    ]


def test_missing_submodule_is_named() -> None:
    with pytest.raises(AttributeError, match=r"Sequential: expected a module '0\.bias', got none at 'bias'"):
        nn.Sequential(nn.Linear(1, 1)).get_submodule("0.bias")


def test_parameter_attribute_takes_no_plain_tensor() -> None:
    layer = nn.Linear(2, 2)
    with pytest.raises(
        TypeError, match=r"Linear\.weight: expected a Parameter or None.*nn\.Parameter\(value\)"
    ):
        layer.weight = dv.ones(2, 2)
    layer.bias = None
    assert names(layer.named_parameters()) == ["weight"]


@pytest.mark.parametrize("register", ["register_parameter", "register_buffer", "add_module"])
@pytest.mark.parametrize(
    ("name", "value", "error", "message"),
    [
        ("a.b", None, KeyError, "expected a name without dots, got 'a.b'"),
        ("", None, KeyError, "expected a name without dots, got ''"),
        ("forward", None, KeyError, "expected a new name, got one that exists already"),
        ("x", 3.0, TypeError, "'x': expected (Parameter|Tensor|Module) or None, got float"),
    ],
)
def test_wrong_registrations_are_refused(
    register: str, name: str, value: Any, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        getattr(nn.Module(), register)(name, value)


def test_deleted_buffer_is_gone() -> None:
    module = nn.Module()
    module.register_buffer("steps", dv.zeros(1))
    del module.steps
    assert list(module.buffers()) == []
    assert module.state_dict() == {}


def test_train_and_eval_reach_every_level() -> None:
    model = nn.Sequential(nn.Sequential(nn.Dropout()))
    assert model.eval() is model
    assert not model[0][0].training
    model.train()
    assert model[0][0].training


def test_requires_grad_freezes_parameters() -> None:
    model = Perceptron().requires_grad_(False)
    assert not any(p.requires_grad for p in model.parameters())
    assert not model(dv.ones(1, 3)).requires_grad


def test_zero_grad_forgets_gradients_or_fills_them() -> None:
    model = nn.Linear(2, 1)
    model(dv.ones(1, 2)).sum().backward()
    model.zero_grad(set_to_none=False)
    assert model.weight.grad is not None and model.weight.grad.tolist() == [[0.0, 0.0]]
    model.zero_grad()
    assert model.weight.grad is None


def test_conversion_keeps_parameters_and_converts_gradients_and_floating_buffers() -> None:
    model = nn.Linear(2, 1)
    model.register_buffer("count", dv.tensor([1]))
    model.register_buffer("mean", dv.tensor([1.0]))
    parameters = list(model.parameters())
    model(dv.ones(1, 2)).sum().backward()
    assert model.double() is model
    assert all(now is before for now, before in zip(model.parameters(), parameters, strict=True))
    assert model.weight.dtype == model.weight.grad.dtype == model.mean.dtype == np.float64
    assert model.count.dtype == np.int64
    model(dv.ones(1, 2, dtype=dv.float64)).sum().backward()
    assert model.weight.grad.tolist() == [[2.0, 2.0]]
    assert model.to(dv.float32).weight.dtype == model.float().weight.dtype == np.float32


def test_apply_visits_children_first() -> None:
    seen: list[str] = []
    nn.Sequential(nn.Sequential(nn.ReLU()), nn.Tanh()).apply(
        lambda module: seen.append(type(module).__name__)
    )
    assert seen == ["ReLU", "Sequential", "Tanh", "Sequential"]


def test_module_without_forward_says_what_to_define() -> None:
    with pytest.raises(
        NotImplementedError, match=r"Module: expected a method forward\(self, \.\.\.\), got none"
    ):
        nn.Module()(1)


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda model: pickle.loads(pickle.dumps(model))])
def test_copied_and_pickled_models_compute_the_same_and_are_independent(duplicate: Any) -> None:
    model = nn.Sequential(nn.Linear(3, 4), nn.GELU(), nn.Linear(4, 2))
    twin = duplicate(model)
    x = dv.tensor([[1.0, -2.0, 3.0]])
    assert twin(x).tolist() == model(x).tolist()
    assert isinstance(twin[0].weight, nn.Parameter) and twin[0].weight.requires_grad
    nn.init.zeros_(twin[2].weight)
    assert twin(x).tolist() != model(x).tolist()


def test_gradients_reach_every_parameter() -> None:
    model = Perceptron()
    model(dv.tensor([[1.0, -2.0, 3.0]])).sum().backward()
    assert all(p.grad is not None and p.grad.shape == p.shape for p in model.parameters())


def test_printed_model_shows_arguments_and_indents_levels() -> None:
    model = nn.Sequential(nn.Linear(2, 3, bias=False), nn.Sequential(nn.ReLU(), nn.Dropout(0.1)))
    assert repr(model) == (
        "Sequential(\n"
        "  (0): Linear(in_features=2, out_features=3, bias=False)\n"
        "  (1): Sequential(\n"
        "    (0): ReLU()\n"
        "    (1): Dropout(p=0.1, inplace=False)\n"
        "  )\n"
        ")"
    )
    assert repr(nn.Sequential()) == "Sequential()"


def test_printed_parameter_says_what_it_is() -> None:
    assert repr(nn.Parameter(dv.tensor([1.0]))).splitlines()[0] == "Parameter containing:"
