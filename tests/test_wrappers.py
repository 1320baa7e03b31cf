"""Functions written by hand that users call in place of generated ones: each is named by the entry of its op."""

from collections.abc import Callable
from importlib import import_module
from inspect import isfunction
from operator import attrgetter
from typing import Any

import pytest

from derivata.codegen.check.check import read_spec
from derivata.codegen.diagnostics import SpecError
from derivata.codegen.pipeline import own_spec
from derivata.codegen.spec import Op
from derivata.generated.methods import _METHODS
from derivata.runtime.tensors.tensor import Tensor

PLACES = (
    "derivata",
    "derivata.nn.functional",
    "derivata.linalg",
    "derivata.special",
    "derivata.fft",
    "derivata.masked",
)

WRAPPED = [op for op in own_spec().ops if op.wrapper]


@pytest.mark.parametrize("op", WRAPPED, ids=lambda op: op.full_name)
def test_users_call_the_wrapper_that_an_entry_names(op: Op) -> None:
    """The function that an entry names as the wrapper of its op is what users find under the name of the op."""
    module, _, name = op.wrapper.partition(":")
    wrapper = _function(attrgetter(name)(import_module(module)))
    assert isfunction(wrapper)
    assert wrapper.__module__ == module
    found = [getattr(import_module(place), op.name, None) for place in PLACES]
    assert wrapper in [*found, _function(getattr(Tensor, op.name, None))]


def _function(attribute: Any) -> Callable[..., Any] | None:
    """Return the function of a method or property."""
    found: Callable[..., Any] | None = getattr(attribute, "fget", attribute)
    return found


@pytest.mark.parametrize("place", PLACES)
def test_no_function_shadows_a_generated_one_unless_the_entry_names_it(place: str) -> None:
    """A public function of the name of an op is the generated one, or of the module that its entry names."""
    modules = _modules()
    module = import_module(place)
    for name in [name for name in dir(module) if name in modules]:
        function = getattr(module, name)
        home = getattr(function, "__module__", "")
        if isfunction(function) and ".generated." not in home:
            advice = f"write 'wrapper: {home}:{name}' into the entry"
            assert home == modules[name], f"{place}.{name} is a function of {home}: {advice}"


def test_no_method_shadows_a_generated_one_unless_the_entry_names_it() -> None:
    """An attribute of Tensor that generated code has as well is that one, or of the module that its entry names."""
    modules = _modules()
    assert {"to", "imag", "div_", "__mul__"} <= _METHODS.keys()
    for name in _METHODS:
        home = getattr(_function(getattr(Tensor, name)), "__module__", "")
        advice = f"write 'wrapper: {home}:...' into the entry"
        assert ".generated." in home or home == modules.get(name), f"Tensor.{name} is of {home}: {advice}"


def _modules() -> dict[str, str]:
    """Return the modules of wrappers by the names of public ops, empty for one without."""
    modules: dict[str, str] = {}
    for op in [op for op in own_spec().ops if op.public]:
        for name in (op.name, *op.alias):
            for form in (name, f"{name}_") if op.variants.inplace else (name,):
                modules[form] = modules.get(form) or op.wrapper.partition(":")[0]
    return modules


def test_an_entry_of_a_pack_names_no_loop_over_rows() -> None:
    entry = "- name: f(Tensor self) -> Tensor\n  forward: -self\n  row_loop: mine.loops.f(self) -> row\n"
    with pytest.raises(SpecError) as caught:
        read_spec("schema_version: 1\nops:\n- family: mine\n" + entry, "mine.yaml", base=own_spec())
    assert str(caught.value) == (
        "mine.yaml:6:3: f: row_loop: expected an entry of derivata's own spec, got one of a pack; "
        "delete it: compiled programs call the op"
    )


def test_an_entry_of_a_pack_names_no_wrapper() -> None:
    """The key is for derivata's own spec: what a package exports beside a pack is its own matter."""
    entry = "- name: f(Tensor self) -> Tensor\n  forward: -self\n  wrapper: mine:f\n"
    with pytest.raises(SpecError) as caught:
        read_spec("schema_version: 1\nops:\n- family: mine\n" + entry, "mine.yaml", base=own_spec())
    assert str(caught.value) == (
        "mine.yaml:6:3: f: wrapper: expected an entry of derivata's own spec, got one of a pack; "
        "delete it, and export your function beside the pack"
    )
