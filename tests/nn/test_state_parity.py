"""State dictionaries with hooks, extra state and assignment, and members by name: the same on both libraries."""

from typing import Any

import pytest


def counting(lib: Any) -> Any:
    class Counting(lib.nn.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.layer = lib.nn.Linear(2, 1)
            self.count = 0

        def get_extra_state(self) -> Any:
            return {"count": self.count}

        def set_extra_state(self, state: Any) -> None:
            self.count = state["count"]

    return Counting()


def test_extra_state_is_saved_and_loaded(lib: Any) -> None:
    source = lib.nn.Sequential(counting(lib))
    source[0].count = 7
    state = source.state_dict()
    assert list(state) == ["0._extra_state", "0.layer.weight", "0.layer.bias"]
    target = lib.nn.Sequential(counting(lib))
    target.load_state_dict(state)
    assert target[0].count == 7
    del state["0._extra_state"]
    assert target.load_state_dict(state, strict=False).missing_keys == ["0._extra_state"]
    plain = lib.nn.Sequential(lib.nn.Identity())
    assert plain.load_state_dict({"0._extra_state": 1}, strict=False).unexpected_keys == ["0._extra_state"]


def test_assigned_tensors_take_the_place_of_parameters(lib: Any) -> None:
    layer = lib.nn.Linear(2, 1)
    layer.register_buffer("steps", lib.zeros(1))
    layer.bias.requires_grad_(False)
    state = {name: value.double() for name, value in layer.state_dict().items()}
    layer.load_state_dict(state, assign=True)
    assert layer.weight.dtype == lib.float64 and isinstance(layer.weight, lib.nn.Parameter)
    assert layer.weight.requires_grad and not layer.bias.requires_grad
    assert layer.steps is state["steps"]
    state["weight"][0, 0] = 5.0
    assert layer.weight[0, 0].item() == 5.0
    parameter = lib.nn.Parameter(lib.ones(1, 2))
    layer.load_state_dict({**state, "weight": parameter}, assign=True)
    assert layer.weight is parameter
    with pytest.raises(RuntimeError, match="weight"):
        layer.load_state_dict({**state, "weight": lib.ones(3)}, assign=True)


def test_hooks_of_saving(lib: Any) -> None:
    log: list[Any] = []
    model = lib.nn.Sequential(lib.nn.Linear(2, 1))
    model[0].register_state_dict_pre_hook(lambda module, prefix, keep: log.append((prefix, keep)))
    model[0].register_state_dict_post_hook(
        lambda module, state, prefix, metadata: state.update({f"{prefix}more": len(state)})
    )
    assert model.state_dict(prefix="p.", keep_vars=True)["p.0.more"] == 2
    assert log == [("p.0.", True)]
    model.register_state_dict_post_hook(lambda module, state, prefix, metadata: state)
    with pytest.raises(RuntimeError, match="state_dict post-hook"):
        model.state_dict()


def test_hook_before_loading_renames(lib: Any) -> None:
    log: list[Any] = []

    def rename(module: Any, state: Any, prefix: Any, metadata: Any, strict: Any, *lists: Any) -> None:
        log.append((type(module).__name__, prefix, strict, lists))
        state[f"{prefix}weight"] = state.pop(f"{prefix}kernel")

    model = lib.nn.Sequential(lib.nn.Linear(2, 1, bias=False))
    model[0].register_load_state_dict_pre_hook(rename)
    given = {"0.kernel": lib.ones(1, 2)}
    assert str(model.load_state_dict(given)) == "<All keys matched successfully>"
    assert model[0].weight.tolist() == [[1.0, 1.0]] and list(given) == ["0.kernel"]
    assert log == [("Linear", "0.", True, ([], [], []))]
    model.register_load_state_dict_pre_hook(lambda *args: args[7].append("not like this"))
    with pytest.raises(RuntimeError, match="not like this"):
        model.load_state_dict(given)


def test_hook_after_loading_changes_what_is_missing(lib: Any) -> None:
    model = lib.nn.Sequential(lib.nn.Linear(2, 1))
    seen: list[Any] = []
    handle = model[0].register_load_state_dict_post_hook(
        lambda module, keys: (seen.append(module.weight.tolist()), keys.missing_keys.clear())[1]
    )
    keys = model.load_state_dict({"0.weight": lib.ones(1, 2)})
    assert keys == ([], []) and seen == [[[1.0, 1.0]]]
    handle.remove()
    with pytest.raises(RuntimeError, match=r"0\.bias"):
        model.load_state_dict({"0.weight": lib.ones(1, 2)})
    model.register_load_state_dict_post_hook(lambda module, keys: keys)
    with pytest.raises(AssertionError, match=r"in ?place"):
        model.load_state_dict(model.state_dict())


def test_classes_define_how_they_are_saved_and_loaded(lib: Any) -> None:
    class Old(lib.nn.Linear):  # type: ignore[misc]
        def _save_to_state_dict(self, destination: Any, prefix: str, keep_vars: bool) -> None:
            super()._save_to_state_dict(destination, prefix, keep_vars)
            destination[f"{prefix}kernel"] = destination.pop(f"{prefix}weight")

        def _load_from_state_dict(self, state_dict: Any, prefix: str, *args: Any) -> None:
            state_dict[f"{prefix}weight"] = state_dict.pop(f"{prefix}kernel")
            super()._load_from_state_dict(state_dict, prefix, *args)

    model, twin = lib.nn.Sequential(Old(2, 1)), lib.nn.Sequential(Old(2, 1))
    assert list(model.state_dict()) == ["0.bias", "0.kernel"]
    twin.load_state_dict(model.state_dict())
    assert twin[0].weight.tolist() == model[0].weight.tolist()
    layer = lib.nn.Linear(2, 1, bias=False)
    layer._load_from_state_dict({"weight": lib.ones(1, 2)}, "", {}, True, [], [], [])
    assert layer.weight.tolist() == [[1.0, 1.0]]


def test_one_element_is_loaded_as_a_number(lib: Any) -> None:
    module = lib.nn.Module()
    module.register_buffer("steps", lib.tensor(0.0))
    module.load_state_dict({"steps": lib.tensor([3.0])})
    assert module.steps.item() == 3.0 and module.steps.shape == ()


def test_state_goes_into_a_dictionary_that_is_there(lib: Any) -> None:
    found = {"first": 1}
    assert lib.nn.Linear(2, 1).state_dict(destination=found, prefix="a.") is found
    assert list(found) == ["first", "a.weight", "a.bias"]


def test_members_are_found_by_name(lib: Any) -> None:
    model = lib.nn.Sequential(lib.nn.Linear(2, 1), lib.nn.BatchNorm1d(1))
    assert model.get_parameter("0.weight") is model[0].weight
    assert model.get_buffer("1.running_mean") is model[1].running_mean
    model.set_submodule("0", lib.nn.Linear(3, 1))
    assert model[0].in_features == 3
    model.set_submodule("0.inner", lib.nn.ReLU())
    assert isinstance(model.get_submodule("0.inner"), lib.nn.ReLU)
    for error, call in [
        (AttributeError, lambda: model.get_parameter("0.inner")),
        (AttributeError, lambda: model.get_parameter("0.nothing")),
        (AttributeError, lambda: model.get_buffer("0.weight")),
        (AttributeError, lambda: model.get_buffer("1.nothing")),
        (AttributeError, lambda: model.get_submodule("0.weight")),
        (AttributeError, lambda: model.set_submodule("0.more", lib.nn.ReLU(), strict=True)),
        (AttributeError, lambda: model.set_submodule("0.weight", lib.nn.ReLU())),
        (ValueError, lambda: model.set_submodule("", lib.nn.ReLU())),
        (ValueError, lambda: model.set_submodule("0", 3)),
    ]:
        with pytest.raises(error):
            call()


def test_members_of_each_kind(lib: Any) -> None:
    layer = lib.nn.Linear(2, 1, bias=False)
    layer.register_buffer("steps", None)
    layer.register_module("act", lib.nn.ReLU())
    assert [list(members) for members in (layer._parameters, layer._buffers, layer._modules)] == [
        ["weight", "bias"],
        ["steps"],
        ["act"],
    ]
    layer._modules["act"] = lib.nn.Tanh()
    assert isinstance(layer.act, lib.nn.Tanh)
    del layer._parameters["weight"]
    assert not hasattr(layer, "weight") and list(layer.parameters()) == []


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("weight", lambda lib: lib.ones(1, 2)),
        ("weight", lambda lib: 3.0),
        ("weight", lambda lib: lib.nn.ReLU()),
        ("bias", lambda lib: lib.ones(1)),
        ("steps", lambda lib: 3.0),
        ("act", lambda lib: 3.0),
        ("act", lambda lib: lib.ones(1)),
    ],
)
def test_members_keep_their_kind(lib: Any, name: str, value: Any) -> None:
    layer = lib.nn.Linear(2, 1, bias=False)
    layer.register_buffer("steps", lib.ones(1))
    layer.act = lib.nn.ReLU()
    with pytest.raises(TypeError):
        setattr(layer, name, value(lib))
    setattr(layer, name, None)
    assert getattr(layer, name) is None


def test_members_are_replaced_by_the_like(lib: Any) -> None:
    layer = lib.nn.Linear(2, 1, bias=False)
    layer.register_buffer("steps", lib.zeros(1), persistent=False)
    layer.steps = lib.ones(1)
    layer.bias = lib.nn.Parameter(lib.ones(1))
    layer.register_parameter("weight", lib.nn.Parameter(lib.ones(1, 2)))
    assert sorted(layer.state_dict()) == ["bias", "weight"]
    assert [name for name, _ in layer.named_buffers()] == ["steps"]
    layer.register_buffer("steps", lib.ones(2))
    assert "steps" in layer.state_dict()
    layer.steps = lib.nn.Parameter(lib.ones(1))
    assert list(layer.buffers()) == [] and "steps" in dict(layer.named_parameters())


def test_buffer_class(lib: Any) -> None:
    module = lib.nn.Module()
    module.kept = lib.nn.Buffer(lib.ones(2))
    module.passing = lib.nn.Buffer(lib.ones(1), persistent=False)
    assert [name for name, _ in module.named_buffers()] == ["kept", "passing"]
    assert list(module.state_dict()) == ["kept"] and list(module.parameters()) == []
    assert isinstance(module.kept, lib.nn.Buffer) and not isinstance(lib.ones(1), lib.nn.Buffer)
    module.kept = lib.zeros(2)
    assert module.kept.tolist() == [0.0, 0.0] and list(module.state_dict()) == ["kept"]
    assert lib.nn.Buffer().shape == lib.nn.Parameter().shape == (0,)
    assert module.double().kept.dtype == lib.float64


def test_module_is_converted_and_emptied(lib: Any) -> None:
    layer = lib.nn.Linear(2, 1)
    layer.register_buffer("steps", lib.tensor([1]))
    weight = layer.weight
    assert (
        layer.type(lib.float64) is layer and weight.dtype == lib.float64 and layer.steps.dtype == lib.float64
    )
    memory = weight.data_ptr()
    assert layer.to_empty(device="cpu") is layer
    assert layer.weight.shape == (1, 2) and layer.weight.dtype == lib.float64
    assert layer.weight.data_ptr() != memory
    layer(lib.ones(1, 2, dtype=lib.float64)).sum().backward()
    assert layer.bias.grad.tolist() == [1.0]


def names(pairs: Any) -> list[str]:
    return [name for name, _ in pairs]


def test_options_of_the_walks(lib: Any) -> None:
    shared = lib.nn.BatchNorm1d(2)
    model = lib.nn.Sequential(shared, shared)
    assert names(model.named_parameters("m", remove_duplicate=False)) == [
        f"m.{k}.{name}" for k in (0, 1) for name in ("weight", "bias")
    ]
    assert names(model.named_buffers(recurse=False)) == []
    assert len(names(model.named_buffers(remove_duplicate=False))) == 6
    assert names(model.named_modules(prefix="m", remove_duplicate=False)) == ["m", "m.0", "m.1"]
    memo: set[Any] = {shared}
    assert names(model.named_modules(memo)) == [""]
