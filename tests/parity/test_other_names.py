"""NumPy's names of arguments: `axis` for `dim`, `keepdims` for `keepdim`, wherever PyTorch takes them."""

import inspect
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata.autograd.gradchecks import DERIVATA
from derivata.generated.checks import CASES
from derivata.testing import OpCase
from derivata.testing.op_call import Call, Op

OTHER = {"dim": "axis", "keepdim": "keepdims"}
NOT_IN_TORCH = {"normalize", "norm", "norm.name", "split", "glu", "softmin", "unflatten", "trapezoid"}
"""Functions written in Python in PyTorch, which know one name only; and `trapezoid`, whose samples it refuses."""


def is_public(case: OpCase) -> bool:
    return case.op[0] != "_" and not case.op.endswith("_backward") and case.op != "slice"


NAMED = [case for case in CASES if is_public(case) and OTHER.keys() & {name for name, _ in case.arguments}]


def homes(root: Any, case: OpCase) -> Iterator[Callable[..., Any]]:
    """Yield the functions and the method of an op's name."""
    name = case.op.partition(".")[0]
    for place in (root, root.nn.functional, root.linalg, root.special, root.fft, root.Tensor):
        function = getattr(place, name, None)
        if callable(function) and function is not dv.split:  # written in Python here as well
            yield function


def named(call: Call) -> bool:
    return bool(OTHER.keys() & call.values.keys())


def called(function: Any, call: Call, tensor: Any, others: bool) -> list[Any]:
    """Return the results of a call by position up to `dim`, by name from there."""
    values = {name: given(value, tensor) for name, value in call.values.items()}
    args = []
    for name, _ in call.op.case.arguments:
        if name in OTHER or name not in values or name in call.op.case.keyword_only:
            break
        args.append(values.pop(name))
    result = function(*args, **{OTHER.get(n, n) if others else n: v for n, v in values.items()})
    return list(result) if isinstance(result, tuple | list) else [result]


def given(value: Any, tensor: Any) -> Any:
    if isinstance(value, np.ndarray):
        return tensor(value.copy())
    return [given(item, tensor) for item in value] if isinstance(value, list) else value


@pytest.mark.parametrize("case", NAMED, ids=lambda case: case.op)
def test_functions_and_methods_take_the_other_names(case: OpCase) -> None:
    """The function and the method of an op take `axis` and `keepdims`, with the same result."""
    calls = [call for call in Op(case, DERIVATA).calls() if named(call)]
    calls = calls or [with_dim(call) for call in Op(case, DERIVATA).calls()][:1]
    functions = list(homes(dv, case))
    assert calls
    assert functions
    for call in calls:
        for function in functions:
            wanted, got = [called(function, call, dv.tensor, others) for others in (False, True)]
            for one, other in zip(wanted, got, strict=True):
                np.testing.assert_array_equal(one.numpy(), other.numpy())


def with_dim(call: Call) -> Call:
    return Call(call.op, {**call.values, "dim": 0}, call.label)


@pytest.mark.filterwarnings("ignore::UserWarning")  # PyTorch's own
@pytest.mark.parametrize(
    "case", [case for case in NAMED if case.op not in NOT_IN_TORCH], ids=lambda case: case.op
)
def test_torch_takes_the_other_names_too(parity: Any, case: OpCase) -> None:
    """What derivata takes by other names, PyTorch does as well, with results of the same shapes."""
    theirs = list(homes(parity.torch, case))
    calls = [call for call in Op(case, DERIVATA).calls() if named(call)]
    assert theirs
    for call in calls:
        values = {name: parity.value(value) for name, value in call.values.items()}
        wanted = called(theirs[0], Call(call.op, values, call.label), parity.tensor, True)
        got = called(next(homes(dv, case)), call, dv.tensor, True)
        assert [tuple(one.shape) for one in got] == [tuple(one.shape) for one in wanted]


@pytest.mark.parametrize("library", ["derivata", "torch"])
def test_questions_in_place_forms_and_functions_without_entry(library: str) -> None:
    """So do `size` and `stride`, what writes in place or into `out`, and functions that are no ops."""
    lib: Any = dv if library == "derivata" else pytest.importorskip("torch", reason="the same test on both")
    x = lib.arange(6.0).reshape(2, 3)
    assert x.size(axis=1) == 3
    assert x.stride(axis=0) == 3
    assert x.clone().cumsum_(axis=1).tolist() == [[0.0, 1.0, 3.0], [3.0, 7.0, 12.0]]
    assert x.clone().unsqueeze_(axis=1).shape == (2, 1, 3)
    index = lib.tensor([1])
    assert x.clone().index_fill_(axis=1, index=index, value=9.0).tolist() == [
        [0.0, 9.0, 2.0],
        [3.0, 9.0, 5.0],
    ]
    assert lib.sum(x, axis=(0, 1), keepdims=True, out=lib.zeros(1, 1)).tolist() == [[15.0]]
    assert lib.max(x, axis=1, keepdims=True).values.tolist() == [[2.0], [5.0]]
    assert [part.tolist() for part in lib.tensor_split(lib.arange(3), 2, axis=0)] == [[0, 1], [2]]
    assert lib.gradient(x, axis=1)[0].tolist() == [[1.0, 1.0, 1.0], [1.0, 1.0, 1.0]]


@pytest.mark.parametrize("library", ["derivata", "torch"])
@pytest.mark.parametrize(
    "call",
    [
        lambda lib, x: x.sum(0, axis=0),
        lambda lib, x: x.sum(0, keepdim=True, keepdims=True),
        lambda lib, x: lib.cumsum(x, 0, axis=0),
        lambda lib, x: lib.max(x, dim=0, axis=0),
        lambda lib, x: lib.max(x, 0, axis=0),
        lambda lib, x: x.size(0, axis=0),
        lambda lib, x: x.cumsum_(0, axis=0),
        lambda lib, x: lib.gather(x, axis=0),
        lambda lib, x: lib.gather(x, 0),
        lambda lib, x: lib.cumsum(x),
        lambda lib, x: x.cumsum_(),
        lambda lib, x: lib.renorm(x, 2, 0),
        lambda lib, x: lib.logsumexp(x),
        lambda lib, x: lib.index_reduce(x, axis=0, index=lib.tensor([0]), source=x[:1]),
    ],
)
def test_both_names_and_missing_arguments_are_refused(library: str, call: Callable[[Any, Any], Any]) -> None:
    """Both names of an argument at once are an error, and so is a required argument under no name."""
    lib: Any = dv if library == "derivata" else pytest.importorskip("torch", reason="the same test on both")
    with pytest.raises(TypeError):
        call(lib, lib.ones(2, 3))


def test_messages_name_both_names() -> None:
    """The error for both names tells what came by each; a missing argument is named in Python's words."""
    x = dv.ones(2, 3)
    with pytest.raises(TypeError) as caught:
        dv.softmax(x, dim=1, axis=0)
    assert str(caught.value) == (
        "softmax: dim and axis are two names of one argument, got dim=1 and axis=0; give one of them"
    )
    with pytest.raises(
        TypeError, match=r"^max: dim and axis are two names of one argument, got dim=1 and axis=0;"
    ):
        dv.max(x, dim=1, axis=0)
    with pytest.raises(TypeError, match=r"^max: no overload takes the arguments \(Tensor, int, axis=int\)"):
        dv.max(x, 1, axis=0)
    for missing in (lambda: dv.gather(x, 0), lambda: dv.gather(x, axis=0)):
        with pytest.raises(TypeError, match=r"^gather\(\) missing 1 required positional argument: 'index'$"):
            missing()


def test_help_names_them() -> None:
    """The signature has the other names behind all others, and the documentation says whose they are."""
    assert list(inspect.signature(dv.amax).parameters) == [
        "input",
        "dim",
        "keepdim",
        "out",
        "axis",
        "keepdims",
    ]
    assert "axis : another name of dim" in str(dv.cumsum.__doc__)


def test_numpy_functions_are_recorded_by_their_own_names() -> None:
    """NumPy's functions that would call methods by these names give arrays, of a recorded tensor recorded tensors."""
    x = dv.tensor([[1.0, 5.0], [4.0, 2.0]])
    for name in ("sum", "max", "cumsum"):
        assert isinstance(getattr(np, name)(x, axis=0), np.ndarray)
        found = getattr(np, name)(x.clone().requires_grad_(), axis=0)
        assert found.requires_grad and found.tolist() == getattr(np, name)(x.numpy(), axis=0).tolist()
    assert np.argmax(x.clone().requires_grad_(), axis=0).tolist() == [1, 0]
    row = dv.ones(1, 3, requires_grad=True)
    np.squeeze(row, axis=0)[1].backward()
    assert row.grad is not None
    assert row.grad.tolist() == [[0.0, 1.0, 0.0]]
