"""Activations and dropout that write over their input when told to."""

import inspect
from typing import Any

import pytest

import derivata as dv

torch = pytest.importorskip("torch", reason="functions and modules take `inplace` where PyTorch's do")
FUNCTIONS = sorted(
    name
    for name, function in vars(torch.nn.functional).items()
    if not name.startswith("_")
    and inspect.isfunction(function)
    and "inplace" in inspect.signature(function).parameters
    and name != "assert_int_or_pair"
)
MODULES = sorted(
    name
    for name, module in vars(torch.nn).items()
    if inspect.isclass(module) and "inplace" in inspect.signature(module.__init__).parameters
)
MORE = {"threshold": (0.1, 0.2), "Threshold": (0.1, 0.2)}
SHAPES = {"dropout3d": (2, 3, 4, 5), "Dropout3d": (2, 3, 4, 5)}
IGNORED = {"AlphaDropout", "FeatureAlphaDropout"}


def numbers(name: str) -> Any:
    return dv.randn(*SHAPES.get(name, (2, 3, 4)), dtype=dv.float64)


def test_pytorch_has_some() -> None:
    assert len(FUNCTIONS) >= 15
    assert len(MODULES) >= 15


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_write_over_their_argument(name: str) -> None:
    """An activation or dropout function with `inplace=True` returns its argument, which holds the result."""
    function = getattr(dv.nn.functional, name)
    x = numbers(name)
    dv.manual_seed(0)
    wanted = function(x, *MORE.get(name, ()))
    dv.manual_seed(0)
    before = x._version
    assert function(x, *MORE.get(name, ()), inplace=True) is x
    assert x.tolist() == wanted.tolist()
    assert x._version > before


@pytest.mark.parametrize("name", FUNCTIONS)
def test_gradients_are_those_of_the_function(name: str) -> None:
    """The gradient of an activation in place is the gradient of the activation."""
    function, more = getattr(dv.nn.functional, name), MORE.get(name, ())
    x = numbers(name).requires_grad_()
    grads = []
    for inplace in (False, True):
        dv.manual_seed(0)
        out = function(x * 1, *more, inplace=inplace)
        grads.append(dv.autograd.grad((out * out).sum(), x)[0].tolist())
    assert grads[0] == grads[1]


@pytest.mark.parametrize("name", MODULES)
def test_modules_pass_it_on(name: str) -> None:
    """A module with `inplace=True` writes over its input, if PyTorch's does, and is printed as PyTorch's."""
    module = getattr(dv.nn, name)(*MORE.get(name, ()), inplace=True)
    x = numbers(name)
    assert (module(x) is x) == (name not in IGNORED)
    assert repr(module) == repr(getattr(torch.nn, name)(*MORE.get(name, ()), inplace=True))


def test_a_leaf_is_refused() -> None:
    x = dv.ones(3, requires_grad=True)
    with pytest.raises(RuntimeError, match="leaf Variable that requires grad"):
        dv.nn.functional.silu(x, inplace=True)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_argument_stands_where_pytorch_has_it(name: str) -> None:
    def position(function: Any) -> int:
        return list(inspect.signature(function).parameters).index("inplace")

    assert position(getattr(dv.nn.functional, name)) == position(getattr(torch.nn.functional, name))
