"""The first tensor of a function goes by the name that it has in PyTorch's function."""

import inspect
from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata.autograd.gradchecks import DERIVATA
from derivata.generated.checks import CASES
from derivata.testing import OpCase
from derivata.testing.op_call import Call, Op

OTHER_NAMES = {
    "atleast_1d": "any number of tensors, without names",
    "atleast_2d": "any number of tensors, without names",
    "atleast_3d": "any number of tensors, without names",
    "split": "tensor",
    "split.sizes": "tensor",
    "tensordot": "a",
    "tensordot.dims": "a",
    "unfold": "nn.functional has another op of that name",
}
"""What PyTorch's functions call their first tensor, where that is not `input`."""


def home(root: Any, case: OpCase) -> Any:
    """Return the public function of an op's name, None where it is a method alone."""
    name = case.op.partition(".")[0]
    places = [root.nn.functional, root, root.linalg, root.special]
    return next((getattr(place, name) for place in places if callable(getattr(place, name, None))), None)


def is_about(case: OpCase) -> bool:
    """Whether the first argument of an op is one tensor, which formulas call `self` or `input`."""
    first = case.arguments[0][0]
    return case.op[0] != "_" and first in ("self", "input") and case.kind(first) == "Tensor"


NAMED = [
    case
    for case in CASES
    if is_about(case) and case.op not in OTHER_NAMES and "tensor_split" not in case.op and home(dv, case)
]
"""`tensor_split` has one name for the second argument here, and in PyTorch one for each of its kinds."""


def called_by_name(function: Any, call: Call) -> list[Any]:
    """Return the results of a function that gets its first argument by the name `input`, last of all."""
    first, *others = [name for name, _ in call.op.case.arguments if name in call.values]
    library = call.op.library

    def given(name: str, value: Any) -> Any:
        if isinstance(value, list) and call.op.case.kind(name) == "Tensor[]":
            return [library.tensor(part.copy()) for part in value]
        return call.matrix(name, library.tensor(value.copy())) if isinstance(value, np.ndarray) else value

    values = {name: given(name, value) for name, value in call.values.items()}
    result = function(**{name: values[name] for name in others}, input=values[first])
    return list(result) if isinstance(result, tuple | list) else [result]


@pytest.mark.filterwarnings("ignore::UserWarning")  # PyTorch's own
@pytest.mark.parametrize("case", NAMED, ids=lambda case: case.op)
def test_first_tensor_is_called_input(parity: Any, case: OpCase) -> None:
    """The functions of PyTorch's names call their first tensor `input`, and the others what PyTorch calls them."""
    call = next(iter(Op(case, DERIVATA).calls()))
    outputs = called_by_name(home(dv, case), call)
    theirs = home(parity.torch, case)
    if theirs is None:  # a method alone in PyTorch
        return
    other = parity.call(call)
    values = {name: parity.value(value) for name, value in call.values.items()}
    wanted = called_by_name(theirs, Call(other.op, values, call.label))
    assert [tuple(output.shape) for output in outputs] == [tuple(output.shape) for output in wanted]


@pytest.mark.parametrize("op", sorted(OTHER_NAMES))
def test_other_names_are_those_of_torch(op: str) -> None:
    """Where PyTorch's function has another name for its first tensor than `input`, it is that one."""
    torch = pytest.importorskip("torch", reason="its signatures are compared")
    name = op.partition(".")[0]
    for library in (dv, torch):
        function = library.nn.functional.unfold if name == "unfold" else getattr(library, name)
        first = next(iter(inspect.signature(function).parameters))
        assert first == {"unfold": "input", "split": "tensor", "tensordot": "a"}.get(name, "tensors")


@pytest.mark.parametrize("library", ["derivata", "torch"])
def test_in_place_functions_and_outputs(library: str) -> None:
    """In-place functions, overloads and `out=` take `input` by name too."""
    lib: Any = dv if library == "derivata" else pytest.importorskip("torch", reason="the same test on both")
    x = lib.tensor([0.0, 2.0])
    assert lib.sin_(input=x[:1]).tolist() == [0.0]
    assert lib.add(input=x, other=x, out=lib.zeros(2)).tolist() == [0.0, 4.0]
    assert lib.max(input=x, dim=0).values.item() == 2.0
    assert lib.max(input=x).item() == 2.0
    assert lib.div(input=x, other=2, rounding_mode="floor").tolist() == [0.0, 1.0]
    assert lib.nn.functional.relu(input=x, inplace=True) is x


def test_help_and_messages_say_input() -> None:
    """The documentation of a function, and what it says of a wrong argument, call the first tensor `input`."""
    assert list(inspect.signature(dv.mul).parameters) == ["input", "other", "out"]
    assert "input : Tensor" in str(dv.mul.__doc__)
    assert "result = input * other" in str(dv.mul.__doc__)
    with pytest.raises(TypeError, match="'input'"):
        dv.mul(None, 2.0)


def test_nodes_say_self() -> None:
    """What a node has saved of the first argument is `_saved_self`, as in PyTorch."""
    x = dv.ones(2, requires_grad=True)
    assert dv.mul(input=x, other=x).grad_fn._saved_self is x


@pytest.mark.parametrize("dims", [1, ([1], [0]), ([-1], [0])])
@pytest.mark.parametrize("library", ["derivata", "torch"])
def test_tensordot_takes_pairs_of_lists(library: str, dims: Any) -> None:
    """`tensordot` takes a number of dimensions, or those of `a` and those of `b` in a pair."""
    lib: Any = dv if library == "derivata" else pytest.importorskip("torch", reason="the same test on both")
    a, b = lib.arange(6.0).reshape(2, 3), lib.arange(12.0).reshape(3, 4)
    assert lib.tensordot(a=a, b=b, dims=dims).tolist() == (a @ b).tolist()
