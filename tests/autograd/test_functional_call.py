"""`func.functional_call`: modules as functions of their parameters."""

from typing import Any

import numpy as np
import pytest


@pytest.fixture
def layer(lib: Any) -> Any:
    layer = lib.nn.Linear(2, 1)
    with lib.no_grad():
        layer.weight.fill_(1.0)
        layer.bias.fill_(0.5)
    return layer


def values(lib: Any, weight: float = 2.0, bias: float = 3.0) -> dict[str, Any]:
    return {"weight": lib.tensor([[weight, weight]]), "bias": lib.tensor([bias])}


def x_of(lib: Any) -> Any:
    return lib.tensor([[1.0, 2.0]])


def test_the_call_uses_what_it_is_given_and_the_module_stays(lib: Any, layer: Any) -> None:
    """`functional_call` uses the tensors that it is given, and the module stays what it is."""
    before = {name: (value, value.tolist()) for name, value in layer.named_parameters()}
    assert lib.func.functional_call(layer, values(lib), (x_of(lib),)).item() == 9.0
    assert {name: (value, value.tolist()) for name, value in layer.named_parameters()} == before
    assert layer(x_of(lib)).item() == 3.5


def test_what_is_not_given_is_the_modules_own(lib: Any, layer: Any) -> None:
    """What is not given is the module's own."""
    assert lib.func.functional_call(layer, {"bias": lib.tensor([10.0])}, x_of(lib)).item() == 13.0
    assert lib.func.functional_call(layer, {}, x_of(lib)).item() == 3.5


def test_arguments_may_be_a_tuple_a_single_value_or_keywords(lib: Any, layer: Any) -> None:
    """Arguments may be a tuple, a single value or keywords."""
    results = [
        lib.func.functional_call(layer, values(lib), (x_of(lib),)),
        lib.func.functional_call(layer, values(lib), x_of(lib)),
        lib.func.functional_call(layer, values(lib), kwargs={"input": x_of(lib)}),
    ]
    assert [result.item() for result in results] == [9.0, 9.0, 9.0]


def test_several_dictionaries_are_joined(lib: Any, layer: Any) -> None:
    """Several dictionaries are joined; a name in two of them is an error."""
    parameters = values(lib)
    bias = {"bias": parameters.pop("bias")}
    assert lib.func.functional_call(layer, (parameters, bias), x_of(lib)).item() == 9.0
    with pytest.raises(ValueError, match="appeared in multiple dictionaries"):
        lib.func.functional_call(layer, [bias, bias], x_of(lib))
    with pytest.raises(ValueError, match="Expected all elements of parameter_and_buffer_dicts to be dict"):
        lib.func.functional_call(layer, [bias, 3], x_of(lib))
    with pytest.raises(ValueError, match="Expected parameter_and_buffer_dicts to be a dict, or a list/tuple"):
        lib.func.functional_call(layer, 3, x_of(lib))


def test_gradients_by_the_parameters_are_those_of_backward(lib: Any) -> None:
    """Gradients by the given parameters are those of `backward`."""
    model = lib.nn.Sequential(lib.nn.Linear(2, 3), lib.nn.Tanh(), lib.nn.Linear(3, 1))
    parameters = {name: value.detach() for name, value in model.named_parameters()}

    def loss(parameters: Any, x: Any) -> Any:
        return (lib.func.functional_call(model, parameters, (x,)) ** 2).sum()

    gradients = lib.func.grad(loss)(parameters, x_of(lib))
    (model(x_of(lib)) ** 2).sum().backward()
    assert list(gradients) == ["0.weight", "0.bias", "2.weight", "2.bias"]
    for name, parameter in model.named_parameters():
        np.testing.assert_allclose(gradients[name].numpy(), parameter.grad.numpy(), rtol=1e-5)
        assert not gradients[name].requires_grad


def test_hessian_by_the_parameters_agrees_with_the_formula(lib: Any, layer: Any) -> None:
    """The Hessian by the given parameters agrees with its formula."""

    def loss(parameters: Any) -> Any:
        return (lib.func.functional_call(layer, parameters, (x_of(lib),)) ** 2).sum()

    hessian = lib.func.hessian(loss)(values(lib))
    assert hessian["weight"]["weight"].reshape(2, 2).tolist() == [[2.0, 4.0], [4.0, 8.0]]
    assert hessian["bias"]["weight"].reshape(2).tolist() == [2.0, 4.0]
    assert hessian["bias"]["bias"].item() == 2.0


def test_buffers_that_the_module_updates_are_the_given_ones(lib: Any) -> None:
    """Buffers that the module updates are the given ones."""
    norm = lib.nn.BatchNorm1d(2)
    state = {name: value.clone() for name, value in norm.state_dict().items()}
    lib.func.functional_call(norm, state, lib.tensor([[1.0, 2.0], [3.0, 6.0]]))
    np.testing.assert_allclose(state["running_mean"].numpy(), [0.2, 0.4], rtol=1e-6)
    assert norm.running_mean.tolist() == [0.0, 0.0]


def tied(lib: Any) -> Any:
    """Return a module whose parts share a weight."""
    model = lib.nn.Sequential(lib.nn.Linear(1, 1, bias=False), lib.nn.Linear(1, 1, bias=False))
    model[1].weight = model[0].weight
    return model


def test_a_tensor_for_one_name_of_a_tied_weight_is_used_for_all(lib: Any) -> None:
    """A tensor for one name of a tied weight is used for all its names."""
    model, x = tied(lib), lib.tensor([[1.0]])
    three = lib.tensor([[3.0]])
    own = model[0].weight.item()
    assert lib.func.functional_call(model, {"0.weight": three}, x).item() == 9.0
    assert lib.func.functional_call(model, {"1.weight": three}, x).item() == 9.0
    untied = lib.func.functional_call(model, {"1.weight": three}, x, tie_weights=False)
    assert untied.item() == pytest.approx(3.0 * own)
    assert model[0].weight is model[1].weight


def test_two_tensors_for_a_tied_weight_are_refused(lib: Any) -> None:
    """Two tensors for a tied weight are refused, unless `tie_weights=False`."""
    model, x = tied(lib), lib.tensor([[1.0]])
    two = {"0.weight": lib.tensor([[3.0]]), "1.weight": lib.tensor([[4.0]])}
    with pytest.raises(ValueError, match=r"which are tied\. Consider using tie_weights=False"):
        lib.func.functional_call(model, two, x)
    assert lib.func.functional_call(model, two, x, tie_weights=False).item() == 12.0


def test_strict_refuses_missing_and_unexpected_names(lib: Any, layer: Any) -> None:
    """`strict` refuses missing and unexpected names."""
    assert lib.func.functional_call(layer, values(lib), x_of(lib), strict=True).item() == 9.0
    with pytest.raises(RuntimeError, match=r"(?s)reparametrizing.*bias"):
        lib.func.functional_call(layer, {"weight": values(lib)["weight"]}, x_of(lib), strict=True)
    with pytest.raises(RuntimeError, match=r"(?s)reparametrizing.*scale"):
        lib.func.functional_call(layer, {**values(lib), "scale": lib.tensor(1.0)}, x_of(lib), strict=True)


def test_without_strict_a_name_of_a_module_that_is_not_there_is_refused(lib: Any, layer: Any) -> None:
    """A name in a module that is not there is refused."""
    with pytest.raises(AttributeError, match="other"):
        lib.func.functional_call(layer, {"other.weight": lib.tensor(1.0)}, x_of(lib))


def test_without_strict_a_missing_parameter_can_be_given(lib: Any) -> None:
    """A parameter that is None can be given."""
    layer = lib.nn.Linear(1, 1, bias=False)
    with lib.no_grad():
        layer.weight.fill_(1.0)
    x = lib.tensor([[1.0]])
    assert lib.func.functional_call(layer, {"bias": lib.tensor([2.0])}, x).item() == 3.0
    assert layer.bias is None


def test_the_module_is_restored_after_an_error(lib: Any, layer: Any) -> None:
    """The module is restored after an error."""
    weight = layer.weight
    with pytest.raises((RuntimeError, ValueError)):
        lib.func.functional_call(layer, values(lib), (lib.tensor([1.0, 2.0, 3.0]),))
    assert layer.weight is weight


def test_modules_are_stacked_and_called_as_one(lib: Any) -> None:
    """`stack_module_state` stacks leaves, over which `vmap` maps, and buffers."""
    models = [lib.nn.Sequential(lib.nn.Linear(3, 2), lib.nn.BatchNorm1d(2)).eval() for _ in range(4)]
    models[2][1].running_mean.fill_(0.5)
    params, buffers = lib.func.stack_module_state(models)
    assert list(params) == ["0.weight", "0.bias", "1.weight", "1.bias"]
    assert {p.is_leaf and p.requires_grad for p in params.values()} == {True}
    assert buffers["1.running_mean"].tolist()[2] == [0.5, 0.5]

    def call(params: Any, buffers: Any, x: Any) -> Any:
        return lib.func.functional_call(models[0], (params, buffers), (x,))

    x = lib.ones(5, 3)
    found = lib.func.vmap(call, in_dims=(0, 0, None))(params, buffers, x)
    expected = lib.stack([model(x) for model in models])
    assert np.allclose(found.detach().numpy(), expected.detach().numpy(), atol=1e-6)
    found.square().sum().backward()
    expected.square().sum().backward()
    for number, model in enumerate(models):
        slope = params["0.weight"].grad[number].numpy()
        assert np.allclose(slope, model[0].weight.grad.numpy(), rtol=1e-4, atol=1e-5)


def test_modules_that_differ_are_not_stacked(lib: Any) -> None:
    """Models of other classes or modes, or of which only some are trained, are refused."""
    linear = lib.nn.Linear(2, 1)
    fixed = lib.nn.Linear(2, 1).requires_grad_(False)
    for models, text in (
        ([], "at least one model, got 0"),
        ([linear, lib.nn.ReLU()], "same class"),
        ([linear, lib.nn.Linear(2, 1).eval()], "same training/eval mode"),
        ([linear, fixed], "require"),
    ):
        with pytest.raises(RuntimeError, match=text):
            lib.func.stack_module_state(models)
    params, buffers = lib.func.stack_module_state([fixed, fixed])
    assert not params["weight"].requires_grad
    assert buffers == {}
