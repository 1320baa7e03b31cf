"""Sequential, ModuleList and ModuleDict behave like lists and dictionaries of modules."""

from typing import Any

import pytest

import derivata as dv
from derivata import nn


def kinds(modules: object) -> list[str]:
    return [type(module).__name__ for module in modules]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "make", [lambda *modules: nn.Sequential(*modules), lambda *modules: nn.ModuleList(modules)]
)
def test_lists_of_modules_index_slice_insert_and_delete(make: object) -> None:
    modules = make(nn.ReLU(), nn.Tanh(), nn.GELU())  # type: ignore[operator]
    assert len(modules) == 3
    assert isinstance(modules[-1], nn.GELU)
    assert kinds(modules[1:]) == ["Tanh", "GELU"] and type(modules[1:]) is type(modules)
    modules.insert(1, nn.SiLU())
    del modules[0]
    modules[0] = nn.Mish()
    modules.append(nn.ReLU()).extend([nn.ELU()])
    assert kinds(modules) == ["Mish", "Tanh", "GELU", "ReLU", "ELU"]
    assert [name for name, _ in modules.named_children()] == ["0", "1", "2", "3", "4"]
    assert modules[1] in modules and nn.Tanh() not in modules


def test_deleted_slice_renumbers_the_rest() -> None:
    modules = nn.ModuleList([nn.ReLU(), nn.Tanh(), nn.GELU()])
    del modules[:2]
    assert [name for name, _ in modules.named_children()] == ["0"]


def test_a_module_may_occur_twice() -> None:
    twice = nn.Sequential(layer := nn.Linear(1, 1), layer)
    assert len(twice) == 2
    assert len(list(twice.parameters())) == 2


def test_sequential_applies_modules_in_order() -> None:
    double, square = nn.Identity(), nn.Identity()
    double.register_forward_hook(lambda module, args, output: output * 2)
    square.register_forward_hook(lambda module, args, output: output * output)
    assert nn.Sequential(double, square)(dv.tensor([3.0])).tolist() == [36.0]


def test_sequential_takes_names_from_a_mapping() -> None:
    model = nn.Sequential({"first": nn.Linear(2, 3), "act": nn.ReLU()})
    assert [name for name, _ in model.named_children()] == ["first", "act"]
    assert model.first is model[0]


def test_index_out_of_range_is_named() -> None:
    with pytest.raises(IndexError, match=r"ModuleList: expected an index in \[-1, 1\), got 1"):
        nn.ModuleList([nn.ReLU()])[1]


@pytest.mark.parametrize(
    "make", [lambda: nn.Sequential(abs), lambda: nn.ModuleList([abs]), lambda: nn.Sequential({"a": abs})]
)
def test_only_modules_are_accepted(make: object) -> None:
    with pytest.raises(TypeError, match="expected a Module, got builtin_function_or_method"):
        make()  # type: ignore[operator]


def test_module_dict_behaves_like_a_dictionary() -> None:
    heads = nn.ModuleDict({"a": nn.Linear(1, 2), "b": nn.ReLU()})
    heads["c"] = nn.Tanh()
    heads["b"] = nn.GELU()
    heads.update([("d", nn.SiLU())])
    assert list(heads) == list(heads.keys()) == ["a", "b", "c", "d"]
    assert kinds(heads.values()) == ["Linear", "GELU", "Tanh", "SiLU"]
    assert "a" in heads and "z" not in heads and len(heads) == 4
    assert isinstance(heads.pop("c"), nn.Tanh)
    assert [key for key, _ in heads.items()] == ["a", "b", "d"]
    assert [name for name, _ in heads.named_parameters()] == ["a.weight", "a.bias"]
    with pytest.raises(KeyError):
        heads["c"]


def test_module_dict_refuses_keys_that_are_attributes() -> None:
    with pytest.raises(KeyError, match="expected a new name"):
        nn.ModuleDict({"forward": nn.ReLU()})


def test_modules_are_taken_out_of_lists_and_dictionaries(lib: Any) -> None:
    """`pop` removes a module by its index, the last one without, and renames those behind it; `clear` removes all."""
    nn = lib.nn
    for kind in (lambda *modules: nn.Sequential(*modules), lambda *modules: nn.ModuleList(modules)):
        first, second, third = nn.ReLU(), nn.Tanh(), nn.Linear(1, 1)
        container = kind(first, second, third)
        assert container.pop(1) is second
        assert [*dict(container.named_children())] == ["0", "1"] and container[1] is third
    entries = nn.ModuleDict({"a": nn.ReLU(), "b": nn.Tanh()})
    entries.clear()
    assert len(entries) == 0 and [*entries.children()] == []


def test_a_list_gives_its_last_module() -> None:
    """`pop()` takes the last module, as a list's does."""
    modules = dv.nn.ModuleList([dv.nn.ReLU(), dv.nn.Tanh()])
    last = modules[-1]
    assert modules.pop() is last and len(modules) == 1
