"""Operators and functions between tensors and what holds arrays: ndarray, pandas, xarray, and classes like theirs."""

import operator
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata.tensor_methods.conversions import LostHistory

OPERATORS = ["add", "sub", "mul", "truediv", "pow", "floordiv", "mod", "matmul"]
COMPARISONS = ["lt", "le", "gt", "ge", "eq", "ne"]
VALUES = np.array([4.0, 5.0, 6.5])
OWN = np.array([1.2, 2.0, 3.1])


class Column:
    """Holds an array as a Series does: its operators and NumPy's functions ask for the array of the other operand."""

    __array_priority__ = 1000

    def __init__(self, values: Any) -> None:
        self.values = np.asarray(values)

    def __array__(self, dtype: Any = None, copy: Any = None) -> np.ndarray:
        return np.asarray(self.values, dtype)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
        return Column(getattr(ufunc, method)(*(np.asarray(value) for value in inputs), **kwargs))


def define(kind: type, make: Callable[[Any, Any, Any], Any]) -> None:
    """Give a class the operators, of which `make` computes one, given the function and both operands."""
    for name in (*OPERATORS, *COMPARISONS):
        function = getattr(operator, name)
        setattr(kind, f"__{name}__", lambda self, other, f=function: make(f, self, other))
        if name in OPERATORS:
            setattr(kind, f"__r{name}__", lambda self, other, f=function: make(f, other, self))


define(Column, lambda f, a, b: Column(f(np.asarray(a), np.asarray(b))))


class Wrapped:
    """Holds any kind of array as a DataArray does: operators go through to what it holds."""

    def __init__(self, data: Any) -> None:
        self.data = data


def inside(value: Any) -> Any:
    return value.data if isinstance(value, Wrapped) else value


define(Wrapped, lambda f, a, b: Wrapped(f(inside(a), inside(b))))


def pandas() -> ModuleType:
    return pytest.importorskip("pandas", reason="the same as `Column`, on the library itself")


def xarray() -> ModuleType:
    return pytest.importorskip("xarray", reason="the same as `Wrapped`, on the library itself")


HOLDERS: dict[str, Callable[[], Any]] = {
    "ndarray": lambda: VALUES.copy(),
    "float32 ndarray": lambda: VALUES.astype("float32"),
    "integers": lambda: np.array([4, 5, 6]),
    "number": lambda: np.float64(4.5),
    "Column": lambda: Column(VALUES),
    "Wrapped": lambda: Wrapped(VALUES),
    "Series": lambda: pandas().Series(VALUES),
    "Index": lambda: pandas().Index(VALUES),
    "DataFrame": lambda: pandas().DataFrame([VALUES] * 3),
    "DataArray": lambda: xarray().DataArray(VALUES, dims="a"),
    "Variable": lambda: xarray().Variable("a", VALUES),
}


def plain(holder: Any) -> Any:
    for name in ("data", "values"):
        if not isinstance(holder, np.ndarray | np.generic | dv.Tensor):
            holder = getattr(holder, name, holder)
    return holder


def slope(function: Callable[[np.ndarray], Any]) -> np.ndarray:
    steps = 1e-6 * np.eye(3)
    return np.array([(np.sum(function(OWN + e)) - np.sum(function(OWN - e))) / 2e-6 for e in steps])


@pytest.mark.parametrize("mode", ["recorded", "dual"])
@pytest.mark.parametrize("order", ["tensor first", "tensor last"])
@pytest.mark.parametrize("name", OPERATORS)
@pytest.mark.parametrize("kind", HOLDERS)
def test_mixed_arithmetic_is_recorded_or_refused(kind: str, name: str, order: str, mode: str) -> None:
    """An operator between a tensor and what holds an array is recorded, in both orders, or refused; no history or
    tangent is lost.
    """
    holder, function = HOLDERS[kind](), getattr(operator, name)
    if (name, kind) == ("matmul", "number"):
        return  # products of numbers are no products of matrices

    def both(own: Any, other: Any = holder) -> Any:
        return function(own, other) if order == "tensor first" else function(other, own)

    with dv.autograd.forward_ad.dual_level():
        tensor = dv.tensor(OWN, requires_grad=mode == "recorded")
        if mode == "dual":
            tensor = dv.autograd.forward_ad.make_dual(tensor, dv.ones(3, dtype=dv.float64))
        try:
            found = plain(both(tensor))
        except (TypeError, LostHistory, ValueError) as error:
            of_pandas = name == "matmul" and order == "tensor last" and kind in ("Series", "DataFrame")
            assert of_pandas or kind in ("Column", "Wrapped", "DataArray", "Variable")
            assert any(word in str(error) for word in ("history", "must be Tensor", "tangent", "DataArray"))
            return
        assert isinstance(found, dv.Tensor)
        wanted = slope(lambda own: both(own, plain(holder)))
        if name == "floordiv":
            wanted = np.zeros(3)
        elif name == "mod":
            wanted = (
                wanted if order == "tensor first" else -np.floor(plain(holder) / OWN).reshape(-1, 3).sum(0)
            )
        if mode == "recorded":
            assert found.requires_grad
            found.sum().backward()
            np.testing.assert_allclose(tensor.grad.numpy(), wanted, rtol=1e-5, atol=1e-7)
        else:
            tangent = dv.autograd.forward_ad.unpack_dual(found).tangent
            total = 0.0 if tangent is None else tangent.sum().item()
            np.testing.assert_allclose(total, wanted.sum(), rtol=1e-5, atol=1e-7)


@pytest.mark.parametrize("order", ["tensor first", "tensor last"])
@pytest.mark.parametrize("dtype", ["float64", "int64", "complex64"])
def test_products_with_arrays_have_the_dtype_of_numpy(dtype: str, order: str) -> None:
    """A product of a tensor and an array of another dtype has NumPy's dtype of both, in both orders."""
    array, own = np.arange(6).reshape(3, 2).astype(dtype), np.array([[1, 2, 3], [4, 5, 6]], "float32")
    x = dv.tensor(own, requires_grad=True)
    found, wanted = (x @ array, own @ array) if order == "tensor first" else (array @ x, array @ own)
    assert isinstance(found, dv.Tensor)
    assert found.dtype == wanted.dtype
    np.testing.assert_array_equal(found.detach().numpy(), wanted)
    found.real.sum().backward()
    ones = np.ones_like(wanted)
    slopes = ones @ array.conj().T if order == "tensor first" else array.conj().T @ ones
    assert x.grad is not None
    assert x.grad.dtype == x.dtype
    np.testing.assert_array_equal(x.grad.numpy(), slopes.real)


FUNCTIONS: dict[str, Callable[[Any, Any], Any]] = {
    "add": lambda t, o: np.add(t, o),
    "add, other order": lambda t, o: np.add(o, t),
    "multiply": lambda t, o: np.multiply(t, o),
    "multiply, other order": lambda t, o: np.multiply(o, t),
    "dot": lambda t, o: np.dot(t, o),
    "dot, other order": lambda t, o: np.dot(o, t),
    "where": lambda t, o: np.where([True, False, True], t, o),
    "concatenate": lambda t, o: np.concatenate([o, t]),
    "hypot": lambda t, o: np.hypot(o, t),
    "dv.mul": lambda t, o: dv.mul(t, o),
    "in place": lambda t, o: operator.iadd(o, t),
    "an element": lambda t, o: write_element(t, o),
    "a slice": lambda t, o: write_slice(t, o),
}


def write_element(tensor: Any, holder: Any) -> None:
    holder[0] = tensor[0]


def write_slice(tensor: Any, holder: Any) -> None:
    holder[:] = tensor


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("kind", ["ndarray", "Column", "Wrapped", "Series", "Index", "DataArray"])
def test_functions_of_both_are_recorded_or_refused(kind: str, name: str) -> None:
    """NumPy's functions, and writes into what holds an array, record or refuse a tensor beside it."""
    holder, tensor = HOLDERS[kind](), dv.tensor(OWN, requires_grad=True)
    try:
        found = plain(FUNCTIONS[name](tensor, holder))
    except (TypeError, LostHistory, ValueError, AttributeError):
        np.testing.assert_array_equal(plain(holder), VALUES)  # and nothing was written
        return
    assert isinstance(found, dv.Tensor) and found.requires_grad
    found.sum().backward()
    assert tensor.grad is not None and (tensor.grad != 0).any()


def test_tables_of_pandas_are_their_values_beside_tensors() -> None:
    """A column gives its values and dtype, and promotes as an array does; text is refused."""
    tensor, column = (
        dv.tensor(OWN, requires_grad=True),
        pandas().Series(VALUES, index=[2, 0, 1], name="weight"),
    )
    for found in (column * tensor, tensor * column, np.multiply(column, tensor), dv.mul(tensor, column)):
        assert (
            isinstance(found, dv.Tensor) and found.requires_grad and found.tolist() == (OWN * VALUES).tolist()
        )
    assert (column.astype("int8") + dv.ones(3, dtype=dv.float32)).dtype == dv.float32
    assert (column == tensor).tolist() == (tensor == column).tolist() == [False] * 3
    with pytest.raises(
        TypeError, match="mul: argument 'other': can't convert an array of dtype object; expected"
    ):
        tensor * pandas().Series(["a", "b", "c"], dtype=object)


@pytest.mark.parametrize("make", ["Series", "DataFrame", "Index", "array"])
def test_a_column_of_tensors_with_history_is_refused(make: str) -> None:
    """A table is not made of a tensor that requires grad, which would lose its history there."""
    tensor = dv.tensor(OWN, requires_grad=True)
    with pytest.raises(LostHistory, match="history"):
        getattr(pandas(), make)({"a": tensor} if make == "DataFrame" else tensor)


def test_a_dataarray_of_a_tensor_keeps_the_tensor() -> None:
    """xarray holds the tensor itself, and its arithmetic is recorded."""
    tensor = dv.tensor(OWN, requires_grad=True)
    held = xarray().DataArray(tensor, dims="a")
    assert held.data is tensor
    ((held * VALUES + 1) * held).data.sum().backward()
    np.testing.assert_allclose(tensor.grad.numpy(), 2 * OWN * VALUES + 1)


@pytest.mark.parametrize("name", COMPARISONS)
@pytest.mark.parametrize("kind", ["ndarray", "Column", "Series", "DataArray"])
def test_comparisons_are_those_of_the_arrays_or_refused(kind: str, name: str) -> None:
    """Truth has no derivative: comparisons with what holds an array are those of the arrays, or refused."""
    holder, tensor = HOLDERS[kind](), dv.tensor(OWN + 3, requires_grad=True)
    function = getattr(operator, name)
    for left, right in ((tensor, holder), (holder, tensor)):
        arrays = (OWN + 3, VALUES) if left is tensor else (VALUES, OWN + 3)
        try:
            found = plain(function(left, right))
        except (TypeError, LostHistory):
            continue
        assert np.asarray(found).tolist() == function(*arrays).tolist()
