"""`derivata.array_api` beside array-api-strict: names, signatures, values, dtypes, and slopes for gradients."""

import inspect
import re
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import derivata as dv
import derivata.array_api as ours

from .calls import PLAIN, RECORDED, calls

strict = pytest.importorskip("array_api_strict")
strict.set_array_api_strict_flags(api_version="2024.12")

LATER = {"broadcast_shapes", "isin"}
"""What array-api-strict has from later editions."""

_rng = np.random.default_rng(19)
_root = _rng.normal(size=(3, 3))
ARRAYS: dict[str, Any] = {
    "a": _rng.normal(size=(3, 4)),
    "b": _rng.normal(size=(3, 4)),
    "c": _rng.normal(size=(2, 3, 4)),
    "p": _rng.uniform(0.2, 0.8, size=(3, 4)),
    "s": _root @ _root.T + 3 * np.eye(3),
    "v": _rng.normal(size=(4, 3)),
    "w": _rng.normal(size=(4, 3)),
    "z": _rng.normal(size=(3, 4)) + 1j * _rng.normal(size=(3, 4)),
    "i": np.array([2, 0, 1]),
    "k": _rng.integers(-2, 4, size=(3, 4)).astype(np.int16),
    "u": _rng.integers(0, 6, size=(3, 4)).astype(np.uint8),
    "t": _rng.integers(0, 2, size=(3, 4)).astype(bool),
}
ARRAYS["k"][0, 0] = 0


def names_of(xp: ModuleType, extension: str = "") -> list[str]:
    module = getattr(xp, extension) if extension else xp
    skipped = LATER | {"Device", "ArrayAPIStrictFlags"}
    return [n for n in module.__all__ if n not in skipped and "_flags" not in n and n != "__version__"]


def run(call: str, xp: ModuleType, values: dict[str, Any]) -> list[Any]:
    """Return the arrays that a call gives, those in sequences one after the other."""

    def leaves(found: Any) -> list[Any]:
        return [one for part in found for one in leaves(part)] if isinstance(found, tuple | list) else [found]

    return leaves(eval(call, {"xp": xp, **values}))


def in_strict(values: dict[str, Any]) -> dict[str, Any]:
    return {name: strict.asarray(value) for name, value in values.items()}


def array(value: Any) -> Any:
    return value.detach().numpy() if isinstance(value, dv.Tensor) else np.asarray(value)


@pytest.mark.parametrize("extension", ["", "linalg", "fft"])
def test_no_name_is_missing(extension: str) -> None:
    names = names_of(strict, extension)
    assert len(names) > 10
    module = getattr(ours, extension) if extension else ours
    assert [name for name in names if not hasattr(module, name)] == []


@pytest.mark.parametrize("extension", ["", "linalg", "fft"])
def test_parameters_are_the_standards(extension: str) -> None:
    """Each function takes what the standard says, by position and by name."""
    theirs, module = (getattr(xp, extension) if extension else xp for xp in (strict, ours))
    wrong = {}
    for name in names_of(strict, extension):
        function = getattr(theirs, name)
        if not inspect.isfunction(function):
            continue
        wanted = [p for p in inspect.signature(function).parameters.values() if not p.name.startswith("_")]
        found = inspect.signature(getattr(module, name)).parameters
        named = {p.name for p in wanted if p.kind is not p.POSITIONAL_ONLY and p.kind is not p.VAR_POSITIONAL}
        positional = [p for p in wanted if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
        ours_positional = [
            p for p in found.values() if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)
        ]
        defaults = {p.name: p.default for p in wanted if p.kind is p.KEYWORD_ONLY and p.name in found}
        if named - set(found) or len(ours_positional) < len(positional):
            wrong[name] = str(inspect.signature(getattr(module, name)))
        for key, default in defaults.items():
            default = None if default == "backward" else default  # which NumPy says by None
            if found[key].default != default and type(default) in (bool, int, str, type(None)):
                wrong[name] = f"{key}: {found[key].default} instead of {default}"
    assert wrong == {}


@pytest.mark.parametrize("call", calls(RECORDED) + calls(PLAIN))
def test_values_shapes_and_dtypes_are_the_standards(call: str) -> None:
    wanted = run(call, strict, in_strict(ARRAYS))
    found = run(call, ours, {name: dv.tensor(value) for name, value in ARRAYS.items()})
    assert len(found) == len(wanted)
    for one, other in zip(map(array, found), map(array, wanted), strict=True):
        assert one.shape == other.shape
        assert one.dtype == _ours(call, other)
        tolerance = 1e-4 if other.dtype in (np.float32, np.complex64) or one.dtype == np.float32 else 1e-10
        np.testing.assert_allclose(one, other, tolerance, tolerance)


def _ours(call: str, wanted: Any) -> Any:
    """Return the dtype for one of array-api-strict, whose default is float64: ours is PyTorch's."""
    new = re.match(r"xp\.(arange|eye|full|linspace|ones|zeros|fft\.r?fftfreq)\(", call)
    return (
        np.dtype(np.float32) if new and "dtype" not in call and wanted.dtype == np.float64 else wanted.dtype
    )


@pytest.mark.parametrize("call", calls(RECORDED))
def test_gradients_flow(call: str) -> None:
    """The gradient along a direction is the difference quotient of what array-api-strict computes."""
    names = [name for name in "abcpsvwz" if re.search(rf"(?<![\w.']){name}(?![\w'(=])", call[3:])]
    assert names
    directions = {
        name: np.cos(np.arange(ARRAYS[name].size) + 1.0).reshape(ARRAYS[name].shape) for name in names
    }
    if "s" in names:
        directions["s"] = directions["s"] + directions["s"].T
    tensors = {name: dv.tensor(ARRAYS[name], requires_grad=True) for name in names}
    weighted(run(call, ours, {"i": dv.tensor(ARRAYS["i"]), **tensors})).backward()
    slope = sum(float((np.conj(array(tensors[n].grad)) * directions[n]).sum().real) for n in names)

    def moved(step: float) -> float:
        values = {name: ARRAYS[name] + step * directions[name] for name in names}
        return float(weighted([array(one) for one in run(call, strict, in_strict({**ARRAYS, **values}))]))

    step = 1e-2 if "float32" in call else 1e-6
    tolerance = 1e-3 if "float32" in call else 1e-6
    assert slope == pytest.approx((moved(step) - moved(-step)) / (2 * step), rel=tolerance, abs=tolerance)


def weighted(parts: list[Any]) -> Any:
    """Return one number of which every part of every element is a part, by a weight of its own."""
    total: Any = 0.0
    for part in parts:
        weights = np.sin(np.arange(int(np.prod(part.shape))) + 0.7).reshape(part.shape)
        for one in [part.real, part.imag] if part.dtype.kind == "c" else [part]:
            total = total + (one * weights).sum()
    return total


NUMBERS = [
    "int8",
    "int16",
    "int32",
    "int64",
    "uint8",
    "uint16",
    "uint32",
    "float32",
    "float64",
    "complex64",
    "complex128",
]


@settings(max_examples=60, deadline=None)
@given(
    function=st.sampled_from(["add", "multiply", "subtract", "equal", "not_equal"]),
    dtypes=st.tuples(st.sampled_from(NUMBERS), st.sampled_from(NUMBERS)),
    shapes=st.sampled_from([((), (2, 3)), ((2, 3), ()), ((), ()), ((3,), (2, 1)), ((0, 3), (3,))]),
)
def test_dtypes_promote_whatever_the_shapes(
    function: str, dtypes: tuple[str, str], shapes: tuple[tuple[int, ...], tuple[int, ...]]
) -> None:
    """An array without axes has its say: float32 plus float64 of shape () is float64, unlike with operators."""
    values = [np.full(shape, 3, dtype) for shape, dtype in zip(shapes, dtypes, strict=True)]
    try:
        wanted = getattr(strict, function)(*map(strict.asarray, values))
    except TypeError:  # of different kinds: the standard does not say, and array-api-strict refuses
        wanted = np.asarray(getattr(np, function)(*values))
    found = getattr(ours, function)(*map(dv.tensor, values))
    assert array(found).dtype == np.asarray(wanted).dtype
    np.testing.assert_array_equal(array(found), np.asarray(wanted))


def test_a_tensor_names_its_namespace() -> None:
    x = dv.ones(2)
    assert x.__array_namespace__() is ours is dv.array_api
    assert x.__array_namespace__(api_version="2023.12") is ours
    assert ours.__array_api_version__ == strict.__array_api_version__
    assert x.to_device("cpu") is x
    assert (ours.pi, ours.e, ours.inf, ours.newaxis) == (strict.pi, strict.e, strict.inf, strict.newaxis)
    assert np.isnan(ours.nan)


def test_the_namespace_tells_of_itself() -> None:
    info, theirs = ours.__array_namespace_info__(), strict.__array_namespace_info__()
    assert info.capabilities() == theirs.capabilities()
    assert info.devices() == [info.default_device()] == [dv.ones(2).device]
    for kind in (None, "bool", "integral", "real floating", ("complex floating", "unsigned integer")):
        assert set(info.dtypes(kind=kind)) == set(theirs.dtypes(kind=kind))
    assert info.default_dtypes()["real floating"] == ours.ones(1).dtype == np.float32
    dv.set_default_dtype(dv.float64)
    try:
        assert (
            info.default_dtypes()["real floating"]
            == ours.ones(1).dtype
            == ours.fft.fftfreq(3).dtype
            == np.float64
        )
        assert info.default_dtypes()["complex floating"] == ours.asarray(1j).dtype == np.complex128
    finally:
        dv.set_default_dtype(dv.float32)


def test_arrays_in_lists_keep_their_history() -> None:
    x, y = dv.tensor(1.0, requires_grad=True), dv.tensor(2.0, requires_grad=True)
    matrix = ours.asarray([[x, y], [y, 3.0]])
    assert matrix.tolist() == [[1.0, 2.0], [2.0, 3.0]]
    ours.sum(matrix).backward()
    assert (x.grad, y.grad) == (1, 2)


def test_numbers_that_a_dtype_does_not_hold_are_refused() -> None:
    with pytest.raises(OverflowError):
        ours.add(ours.asarray([1], dtype=ours.uint8), 300)


def test_reshape_shares_memory_as_asked() -> None:
    x = dv.zeros(4)
    ours.reshape(x, (2, 2), copy=True).add_(1)
    assert x.tolist() == [0] * 4
    ours.reshape(x, (2, 2), copy=False).add_(1)
    assert x.tolist() == [1] * 4


def test_vmap_and_forward_mode_go_through_the_namespace() -> None:
    x = dv.tensor(ARRAYS["a"])

    def norm(row: dv.Tensor) -> dv.Tensor:
        xp = row.__array_namespace__()
        result: dv.Tensor = xp.sqrt(xp.sum(xp.square(row)))
        return result

    np.testing.assert_allclose(array(dv.func.vmap(norm)(x)), np.linalg.norm(ARRAYS["a"], axis=1))
    _, tangent = dv.func.jvp(norm, (x[0],), (x[0],))
    np.testing.assert_allclose(array(tangent), np.linalg.norm(ARRAYS["a"][0]))
