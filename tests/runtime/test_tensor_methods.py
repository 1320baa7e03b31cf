"""Methods of tensors that are no ops: loaded when they are first used, and there whichever library is imported."""

import inspect
import subprocess
import sys

import pytest

from derivata import tensor_methods


@pytest.mark.parametrize("name", tensor_methods.METHODS)
def test_every_method_of_a_class_is_given_to_tensors(name: str) -> None:
    """`METHODS` names all methods, so that none has to be loaded to know them."""
    defined = vars(getattr(tensor_methods, name))
    methods = [
        name for name in defined if inspect.isfunction(defined[name]) and name.startswith(("__", "_repr_"))
    ]
    methods += [name for name in defined if not name.startswith("_")]
    methods += [name for name in defined if isinstance(defined[name], staticmethod)]  # what the class calls
    assert sorted(methods) == sorted(tensor_methods.METHODS[name].split())
    properties = {name for name in methods if isinstance(defined[name], property)}
    assert properties == tensor_methods.PROPERTIES.intersection(methods)


@pytest.mark.parametrize("name", ["T", "device", "name"])
def test_an_object_of_a_subclass_cannot_hide_a_property(name: str) -> None:
    """Objects with a `__dict__` refuse a value for a property, also before anybody has read it."""
    program = (
        "import derivata as dv; kind = type('Named', (dv.Tensor,), {}); "
        f"x = dv.runtime.graph.tensor_base.make(kind, dv.ones(2).numpy(), False); x.{name} = 5"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert run.stderr.splitlines()[-1].startswith("AttributeError: property")


@pytest.mark.parametrize("library", ["nn", "optim", "autograd", "func", "testing", "linalg", "special"])
def test_tensors_have_them_with_every_library(library: str) -> None:
    """Importing a library alone gives tensors their methods; nothing of them is loaded before one is used."""
    program = (
        f"import sys, derivata.{library}; from derivata.runtime.tensors.tensor import Tensor; "
        "print('derivata.tensor_methods.resizing' in sys.modules, Tensor.resize_.__name__, Tensor.is_cuda, "
        "Tensor.backward.__name__)"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["False", "resize_", "False", "backward"]
