"""What a person finds who types a dot and presses Tab, or asks for help: public names, prose and real parameters."""

import inspect
import re
import subprocess
import sys
from functools import cache
from types import ModuleType
from typing import Any, TypeVar, get_overloads

import pytest

import derivata as dv
from tests.api import parameters, public_modules

MODULES = public_modules()

BESIDE = """
    accelerator autograd.function autograd.variable compiler backends.cuda backends.cuda.matmul backends.cudnn
    backends.mkldnn backends.mps backends.openmp codegen cuda cuda.amp distributions.constraints
    distributions.transforms mps nn.modules nn.parameter nn.utils.fusion nn.utils.init nn.utils.stateless
    numpy.fft numpy.linalg numpy.random scipy.special sparse.gradients sparse.scipy xpu
"""
"""Further modules that users look into: PyTorch's names, and tools. Those in `nn.modules` come on top."""


def offered_modules() -> dict[str, ModuleType]:
    """Return the public modules, and what they offer of derivata's, and so on."""
    found: dict[str, ModuleType] = {}
    waiting = list(MODULES.values())
    while waiting:
        module = waiting.pop()
        if found.setdefault(module.__name__, module) is module:
            waiting += [
                value
                for name in dir(module)
                if not name.startswith("_")
                and isinstance(value := getattr(module, name), ModuleType)
                and value.__name__.startswith("derivata")
                and value.__name__ not in found
            ]
    return dict(sorted(found.items()))


OFFERED = offered_modules()


@cache
def public_functions() -> dict[str, Any]:
    """Return every function of derivata's in a public module by its name."""
    return {
        f"{module}.{name}": getattr(owner, name)
        for module, owner in MODULES.items()
        for name in dir(owner)
        if not name.startswith("_")
        and inspect.isfunction(getattr(owner, name))
        and getattr(owner, name).__module__.startswith("derivata")
    }


def is_own(value: object) -> bool:
    """Whether derivata defines a value, or names the class of shapes; numbers, dtypes and the like have no home."""
    if value is tuple:
        return True
    home = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None)
    return not isinstance(home, str) or home.partition(".")[0] in ("derivata", "numpy", "scipy")


@pytest.mark.parametrize("name", OFFERED)
def test_completion_of_a_module_offers_what_is_public_and_nothing_that_it_imports(name: str) -> None:
    module = OFFERED[name]
    offered = [one for one in dir(module) if not (one.startswith("__") and one.endswith("__"))]
    assert [one for one in offered if one.startswith("_")] == []
    assert [one for one in offered if not is_own(getattr(module, one))] == []
    assert name == "derivata" or "Tensor" not in offered
    assert [one for one in offered if isinstance(getattr(module, one), TypeVar)] == []


def test_completion_offers_no_module_in_which_parts_are_written() -> None:
    expected = {*MODULES, *[f"derivata.{one}" for one in BESIDE.split()]}
    assert {name for name in OFFERED if not name.startswith("derivata.nn.modules.")} == expected
    assert {one for one in OFFERED if one.startswith("derivata.nn.modules.conv")} == {
        "derivata.nn.modules.conv",
        "derivata.nn.modules.conv_transpose",
    }


def test_completion_offers_nothing_else_before_names_were_used() -> None:
    """What is loaded, and in which order, changes nothing."""
    program = "import derivata as dv; print(*[name for name in dir(dv) if name[0] != '_'])"
    fresh = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert fresh.stdout.split() == [name for name in dir(dv) if name[0] != "_"]


def prose(function: Any) -> str:
    """Return the words of a docstring before its sections and lists."""
    return re.split(r"\n\n(?:\w+\n---|Calls:|>>>)", inspect.getdoc(function) or "")[0]


def test_help_of_every_public_function_has_prose_and_begins_with_what_it_computes() -> None:
    """No first line says no more than the function's name, as "Compute `conv2d`." does."""
    texts = {name: prose(function) for name, function in public_functions().items()}
    silent = [name for name, text in texts.items() if len(text.split()) < 2 or text.startswith("Compute `")]
    assert [name for name in silent if not name.endswith("_backward")] == []


@cache
def public_calls() -> dict[str, Any]:
    """Return what can be called: functions, classes, methods, and distributions with theirs."""
    owners = {
        f"{module}.{name}": getattr(owner, name) for module, owner in MODULES.items() for name in dir(owner)
    }
    own = {
        name: one for name, one in owners.items() if is_derivata_s(one) and name.rpartition(".")[2][0] != "_"
    }
    members = {
        f"{owner}.{name}": getattr(value, name)
        for owner, value in own.items()
        if isinstance(value, type | dv.scipy.stats.Continuous | dv.scipy.stats.Discrete)
        for name in dir(value)
        if name[0] != "_" and hasattr(value, name)
    }
    return {**own, **{name: one for name, one in members.items() if is_derivata_s(one)}}


def is_derivata_s(value: object) -> bool:
    return callable(value) and str(getattr(value, "__module__", "")).startswith("derivata")


HIDDEN = {
    *["Function", "apply", "backward", "forward", "jvp", "vjp", "CheckpointFunction"],  # users write them
    *["Identity", "StackDataset", "DataParallel"],  # take anything
    *["SavedTensor", "cls_to_become"],
    *[
        "cdf",
        "sf",
        "logcdf",
        "logsf",
        "pdf",
        "logpdf",
        "pmf",
        "logpmf",
    ],  # of classes: each distribution has its own
}


def test_help_of_everything_that_is_called_has_real_parameters() -> None:
    hidden = []
    for name, call in public_calls().items():
        try:
            parameters = [*inspect.signature(call).parameters.values()]
        except ValueError:  # enumerations and named tuples of some Pythons
            continue
        kinds = {one.kind for one in parameters if one.name not in ("self", "x", "k")}
        of_class = name.split(".")[-2] in ("Continuous", "Discrete")
        if kinds == {inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD} and not (
            name.rpartition(".")[2] in HIDDEN and (of_class or ".scipy.stats." not in name)
        ):
            hidden.append(name)
    assert hidden == []


def test_help_of_methods_that_take_sizes_of_distributions_and_of_classes_of_tensors_has_their_parameters() -> (
    None
):
    shown = {
        dv.Tensor.reshape: "(self, *shape)",
        dv.Tensor.flip: "(self, *dims, out=None)",
        dv.scipy.stats.norm: "(loc=0.0, scale=1.0)",
        dv.scipy.stats.beta.logpdf: "(self, x, a, b, loc=0.0, scale=1.0)",
        dv.scipy.stats.poisson.pmf: "(self, k, mu, loc=0.0)",
        dv.nn.Parameter: "(data=None, requires_grad=True)",
        dv.Tensor: "(*args, device=None)",
    }
    assert {call: parameters(call) for call in shown} == shown
    assert list(inspect.signature(dv.scipy.stats.beta.logpdf).parameters)[:2] == ["x", "a"]
    assert inspect.getdoc(dv.Tensor.reshape) == inspect.getdoc(dv.reshape)


def test_every_method_of_tensors_has_help() -> None:
    methods = {name: getattr(dv.Tensor, name) for name in dir(dv.Tensor) if name[0] != "_"}
    assert [name for name, one in methods.items() if callable(one) and not inspect.getdoc(one)] == []


def shown_for_many() -> dict[str, Any]:
    """Return the functions, and methods, whose signature is made of those of several calls."""
    methods = {f"Tensor.{name}": getattr(dv.Tensor, name) for name in dir(dv.Tensor)}
    every = {**public_functions(), **{name: one for name, one in methods.items() if inspect.isfunction(one)}}
    return {name: function for name, function in every.items() if "__signature__" in vars(function)}


def test_the_signature_for_several_calls_has_the_parameters_of_all_and_takes_each_call() -> None:
    functions = shown_for_many()
    assert {"derivata.max", "derivata.var", "derivata.scatter", "derivata.lstm", "Tensor.random_"} <= {
        *functions
    }
    for name, function in functions.items():
        shown = inspect.signature(function)
        overloads = [inspect.signature(one) for one in get_overloads(function)]
        if overloads:  # those written by hand have none
            assert {*shown.parameters} == {word for one in overloads for word in one.parameters}, name
        for one in overloads:
            args = [p.name for p in one.parameters.values() if p.kind is p.POSITIONAL_OR_KEYWORD]
            kwargs = {p.name: 0 for p in one.parameters.values() if p.kind is p.KEYWORD_ONLY}
            shown.bind(*args, **kwargs)
            shown.bind(**dict.fromkeys(args), **kwargs)
            required = [p.name for p in one.parameters.values() if p.default is p.empty]
            shown.bind(**dict.fromkeys(required))
        if all(one.kind is not one.VAR_POSITIONAL for one in shown.parameters.values()):
            assert f"* ``{function.__name__}(" in (inspect.getdoc(function) or ""), name


def test_the_signature_for_several_calls_says_what_may_be_missing() -> None:
    parameters = inspect.signature(dv.max).parameters
    assert list(parameters) == ["input", "dim", "keepdim", "out", "other", "axis", "keepdims"]
    assert parameters["input"].default is inspect.Parameter.empty
    assert parameters["dim"].default is ... and parameters["keepdim"].default is False
    assert parameters["other"].kind is inspect.Parameter.KEYWORD_ONLY
    assert inspect.signature(dv.polygamma).parameters["n"].annotation is int
    assert inspect.signature(dv.float_power).parameters["exponent"].annotation == dv.Tensor | complex


def test_help_of_a_function_with_overloads_tells_of_all_of_them() -> None:
    signature = inspect.signature(dv.conv2d)
    assert list(signature.parameters) == [
        "input",
        "weight",
        "bias",
        "stride",
        "padding",
        "dilation",
        "groups",
    ]
    text = inspect.getdoc(dv.conv2d) or ""
    assert "Cross-correlation of images" in text and "padding in words" in text
    assert "padding : int[2], default 0; or str, default 'valid'" in text
    maximum = inspect.getdoc(dv.max) or ""
    for call in ("max(input)", "max(input, dim, keepdim=False)", "max(input, other)"):
        assert f"* ``{call}``" in maximum
    assert str(inspect.signature(dv.nn.functional.conv1d)).startswith(
        "(input: Any, weight: Any, bias: Any = None"
    )


def test_functions_whose_overloads_share_their_parameters_take_them_as_before() -> None:
    x, w = dv.ones(1, 1, 3, 3), dv.ones(1, 1, 3, 3)
    assert dv.conv2d(x, weight=w, padding="same").shape == dv.conv2d(x, w, None, 1, 1).shape == (1, 1, 3, 3)
    out = dv.zeros(2)
    assert dv.norm(dv.tensor([[3.0, 4.0], [0.0, 2.0]]), dim=1, out=out) is out and out.tolist() == [5.0, 2.0]
    assert dv.norm(dv.ones(4), "fro").item() == 2.0 and dv.norm(dv.ones(4), axis=0, p=1).item() == 4.0
    assert [part.tolist() for part in dv.split(dv.arange(3), [1, 2])] == [[0], [1, 2]]
    assert dv.quantile(dv.arange(5.0), dv.tensor([0.25, 0.5]), interpolation="lower").tolist() == [1.0, 2.0]
    with pytest.raises(TypeError, match=r"conv2d\(\) missing 1 required positional argument: 'weight'"):
        dv.conv2d(x)  # type: ignore[call-overload]
    with pytest.raises(TypeError, match=r"^conv2d: no overload takes the arguments \(Tensor, str"):
        dv.conv2d(x, "weight")  # type: ignore[call-overload]


def test_an_argument_by_position_is_none_of_those_that_have_to_be_named() -> None:
    """`bernoulli(x, 0.5)` is the call with `p`; 0.5 was taken for the `generator` of the other one, and refused."""
    x = dv.zeros(2, 3)
    assert dv.bernoulli(x, 1.0).tolist() == x.bernoulli(1.0).tolist() == dv.ones(2, 3).tolist()
    assert dv.bernoulli(x, generator=dv.Generator()).tolist() == x.tolist()
    with pytest.raises(TypeError, match=r"^trapezoid: no overload takes the arguments \(Tensor, int\)"):
        dv.trapezoid(x, 2)  # type: ignore[call-overload]
