"""Subclasses of ndarray as arguments: their elements where they mean no more than that, an error where they do."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata.autograd.gradchecks import DERIVATA
from derivata.generated.checks import CASES
from derivata.testing import OpCase
from derivata.testing.op_call import Call, Op

MASKED = np.ma.MaskedArray(np.array([1.0, 2.0], np.float32), mask=[False, True])
PUBLIC = [case for case in CASES if not case.op.startswith("_") and case.tensors]


class Metres(np.ndarray[Any, Any]):
    """An array with a unit: it has arithmetic of its own."""

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        return NotImplemented


class Labelled(np.ndarray[Any, Any]):
    """An array with a name, and no arithmetic."""


def _with_arrays(call: Call, change: Callable[[Any], Any]) -> tuple[list[Any], dict[str, Any]]:
    """Return the arguments of a call with every array as it comes out of `change`, but for what is written."""

    def changed(name: str, value: Any) -> Any:
        if name == call.op.case.written:
            return dv.tensor(value)
        if isinstance(value, np.ndarray):
            return change(value)
        many = isinstance(value, list) and call.op.case.kind(name) == "Tensor[]"
        return [change(part) for part in value] if many else value

    return call._bind({name: changed(name, value) for name, value in call.values.items()})


def _results(result: Any) -> list[Any]:
    return [r.numpy() for r in (result if isinstance(result, tuple | list) else (result,)) if r is not None]


def _drawn(case: OpCase) -> Call:
    return next(Op(case, DERIVATA).calls(np.dtype(np.float64)))


@pytest.mark.parametrize("case", PUBLIC, ids=lambda case: case.op)
def test_masked_operands_are_refused(case: OpCase) -> None:
    """No op takes a masked array: a mask that is ignored is a wrong answer."""
    args, kwargs = _with_arrays(_drawn(case), np.ma.MaskedArray)
    if not any(isinstance(v, np.ndarray | list) for v in [*args, *kwargs.values()]):
        return  # all that it takes is written
    with pytest.raises(TypeError, match=r"masked array|must be Tensor|no overload|tuple or list of Tensors"):
        Op(case, DERIVATA).function(*args, **kwargs)


@pytest.mark.filterwarnings("ignore::PendingDeprecationWarning")  # NumPy's, of matrices
@pytest.mark.parametrize("kind", [np.matrix, Labelled], ids=lambda kind: kind.__name__)
def test_matrices_are_their_elements(kind: Any) -> None:
    """A matrix or an array with a name computes elementwise like any other array, on its memory."""
    numbers = np.array([[1.0, 2.0], [3.0, 4.0]], np.float32)
    given, x = numbers.view(kind), dv.ones(2, 2)
    for call in (
        lambda m: dv.mul(x, m),
        lambda m: dv.mul(m, m),
        lambda m: x * m,
        lambda m: x @ dv.from_numpy(m),
        lambda m: dv.as_tensor(m) * x,
        lambda m: dv.tensor(m) * dv.tensor([m, m]),
        lambda m: x.new_tensor(m) * x,
        lambda m: dv.cat([m, x]),
        lambda m: dv.where(x > 0, m, 0.0),
        lambda m: x.clone().copy_(m),
        lambda m: x[m.astype(np.int64) - 1 > 0],
    ):
        got, wanted = call(given).numpy(), call(numbers).numpy()
        assert type(got) is np.ndarray
        assert np.array_equal(got, wanted)
    assert np.shares_memory(dv.from_numpy(given).numpy(), given)
    assert np.shares_memory(dv.as_tensor(given).numpy(), given)


def test_memory_maps_are_not_copied(tmp_path: Path) -> None:
    """A tensor on a memory map writes to the file."""
    on_disk = np.memmap(tmp_path / "numbers", np.float32, "w+", shape=(4,))
    dv.from_numpy(on_disk).add_(1.0)
    assert on_disk.tolist() == [1.0] * 4
    assert dv.add(on_disk, 1.0).tolist() == [2.0] * 4


ENTRIES: dict[str, Callable[[Any], Any]] = {
    "first operand": lambda a: dv.mul(a, dv.ones(2)),
    "second operand": lambda a: dv.ones(2) * a,
    "in place": lambda a: dv.ones(2).mul_(a),
    "tensor": dv.tensor,
    "nested in tensor": lambda a: dv.tensor([a, a]),
    "as_tensor": dv.as_tensor,
    "from_numpy": dv.from_numpy,
    "new_tensor": lambda a: dv.ones(2).new_tensor(a),
    "out": lambda a: dv.exp(dv.ones(2), out=a),
    "index": lambda a: dv.ones(2)[a.astype(np.int64) - 1],
    "index in a tuple": lambda a: dv.ones(2, 2)[0, a.astype(np.int64) - 1],
    "mask": lambda a: dv.ones(2)[a > 1],
    "assigned value": lambda a: dv.ones(2).__setitem__(slice(None), a),
    "assigned index": lambda a: dv.ones(2).__setitem__(a.astype(np.int64) - 1, 0.0),
    "in": lambda a: a in dv.ones(2),
    "dimensions": lambda a: dv.ones(2, 2, 2).sum(a.astype(np.int64)),
    "comparison": lambda a: dv.ones(2) == a,
    "ufunc": lambda a: np.add(dv.ones(2), a),
    "backward": lambda a: dv.ones(2, requires_grad=True).exp().backward(a),
    "grad": lambda a: dv.autograd.grad(*[x := dv.ones(2, requires_grad=True)] * 1, x, a),
    "data": lambda a: setattr(dv.ones(2), "data", a),
    ".grad": lambda a: setattr(dv.ones(2, requires_grad=True), "grad", a),
    "parameter": dv.nn.Parameter,
    "optimizer": lambda a: dv.optim.SGD([a], lr=0.1),
    "state": lambda a: dv.nn.Linear(2, 1).load_state_dict({"weight": a.reshape(1, 2), "bias": np.ones(1)}),
    "lengths": lambda a: dv.nn.functional.ctc_loss(
        dv.ones(3, 2, 2), dv.ones(2, 1, dtype=dv.int64), a.astype(np.int64), (1, 1)
    ),
}


@pytest.mark.parametrize("entry", ENTRIES)
@pytest.mark.parametrize("array", [MASKED, MASKED.data.view(Metres)], ids=["masked", "own arithmetic"])
def test_every_entry_refuses_arrays_that_mean_more_than_their_elements(entry: str, array: Any) -> None:
    """Masked arrays, and arrays with arithmetic of their own, are refused wherever an array may be given."""
    if entry == "mask" and isinstance(array, Metres):
        pytest.skip("it has no comparison")
    with pytest.raises(TypeError):
        ENTRIES[entry](array)


def test_the_error_says_what_to_type() -> None:
    """What the error says to type works."""
    with pytest.raises(TypeError, match=r"^mul: argument 'other': .*masked array.*array\.filled\(0\)"):
        dv.ones(2) * MASKED
    assert (dv.ones(2) * MASKED.filled(0)).tolist() == [1.0, 0.0]


def test_results_of_functions_and_hooks_must_be_tensors() -> None:
    """A custom function or a hook that returns a masked array is refused like one that returns any array."""

    class Returns(dv.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x * 1

        @staticmethod
        def backward(ctx: Any, grad: Any) -> Any:
            return MASKED

    x = dv.ones(2, requires_grad=True)
    with pytest.raises((TypeError, RuntimeError)):
        Returns.apply(x).sum().backward()
    y = dv.ones(2, requires_grad=True)
    y.register_hook(lambda grad: MASKED)
    with pytest.raises((TypeError, RuntimeError)):
        y.sum().backward()


@pytest.mark.parametrize(
    "array",
    [
        np.array([1.0, 2.0]).astype(">f8"),
        np.array([1, 2]).astype(np.longlong),
        np.array([1.0, 2.0]).astype(np.dtype("f8", metadata={"unit": "m"})),
    ],
    ids=["byte order", "long long", "metadata"],
)
def test_dtypes_are_the_objects_of_the_library(array: Any) -> None:
    """An array whose dtype is equal to one of derivata's, or differs by byte order, has that one as a tensor."""
    kind = dv.float64 if array.dtype.kind == "f" else dv.int64
    for tensor in (
        dv.from_numpy(array),
        dv.tensor(array),
        dv.add(array, array),
        dv.ones(2, dtype=kind) * array,
    ):
        assert tensor.dtype is kind
    assert dv.add(array, array).tolist() == [2, 4]
    assert np.shares_memory(dv.from_numpy(array).numpy(), array) == array.dtype.isnative
