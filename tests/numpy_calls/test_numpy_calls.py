"""NumPy's functions called with tensors: values as NumPy's own, derivatives as finite differences, nothing lost."""

import re
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata.numpy_calls import table
from derivata.tensor_methods.conversions import LostHistory

from .calls import ARRAYS, RECORDED, REFUSED, written

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning", "ignore::DeprecationWarning")
STEP = 1e-6
IN_PIECES = re.compile(r"\.(rint|floor|ceil|trunc|floor_divide|sign|heaviside|round|around|fix)\(")
"""Constant between jumps."""


def names_in(call: str) -> list[str]:
    return [name for name in ARRAYS if re.search(rf"(?<![\w.']){name}(?![\w'(=])", call[3:])]


def run(call: str, values: Mapping[str, Any]) -> list[Any]:
    """Return the arrays or tensors that a call gives, those in lists one after the other."""

    def leaves(found: Any) -> list[Any]:
        return (
            [leaf for part in found for leaf in leaves(part)] if isinstance(found, tuple | list) else [found]
        )

    return leaves(eval(call, {"np": np, **values}))


def array(value: Any) -> Any:
    return value.detach().numpy() if isinstance(value, dv.Tensor) else np.asarray(value)


def weighted(parts: list[Any]) -> Any:
    """Return one number of which each element is a part by a weight of its own."""
    total: Any = 0.0
    for part in parts:
        if isinstance(part, dv.Tensor) or np.asarray(part).dtype.kind in "fc":
            weights = np.cos(np.arange(int(np.prod(part.shape))) + 0.3).reshape(part.shape)
            flat = [part.real, part.imag] if part.dtype.kind == "c" else [part]
            for one in flat:
                one = dv.nan_to_num(one) if isinstance(one, dv.Tensor) else np.nan_to_num(one)
                total = total + (one * weights).sum()
    return total


@pytest.mark.parametrize("call", RECORDED)
def test_a_function_of_numpy_is_recorded(call: str) -> None:
    """`np.f(tensor)` is recorded, for every function of NumPy that has a derivative: its values are those of NumPy, its
    gradients and tangents those of finite differences.
    """
    arrays = {name: ARRAYS[name] for name in names_in(call)}
    tensors = {name: dv.tensor(value.copy(), requires_grad=True) for name, value in arrays.items()}
    expected, found = run(call, arrays), run(call, tensors)
    assert len(found) == len(expected)
    for got, wanted in zip(found, expected, strict=True):
        assert (array(got).shape, array(got).dtype) == (np.shape(wanted), np.asarray(wanted).dtype)
        np.testing.assert_allclose(array(got), wanted, rtol=1e-9, atol=1e-12)
    assert any(isinstance(got, dv.Tensor) and got.requires_grad for got in found)
    if "float32" in call:
        return
    weighted(found).backward()
    generator = np.random.default_rng(7)
    ways = {name: np.nan_to_num(generator.standard_normal(value.shape)) for name, value in arrays.items()}
    slope = sum(
        float((tensors[name].grad.numpy() * ways[name]).sum())
        for name in arrays
        if tensors[name].grad is not None
    )
    ends = [{name: value + sign * STEP * ways[name] for name, value in arrays.items()} for sign in (1, -1)]
    high, low = (weighted(run(call, values)) for values in ends)
    wanted_slope = 0.0 if IN_PIECES.search(call) else (high - low) / (2 * STEP)
    np.testing.assert_allclose(slope, wanted_slope, rtol=1e-6, atol=1e-6)
    with dv.autograd.forward_ad.dual_level():
        make = dv.autograd.forward_ad.make_dual
        duals = {name: make(dv.tensor(arrays[name].copy()), dv.tensor(ways[name])) for name in arrays}
        tangent = dv.autograd.forward_ad.unpack_dual(weighted(run(call, duals))).tangent
        np.testing.assert_allclose(0.0 if tangent is None else tangent.numpy(), slope, rtol=1e-8, atol=1e-8)


@pytest.mark.parametrize("call", written(REFUSED))
def test_what_cannot_be_recorded_is_refused(
    call: str, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A function of NumPy, or an argument, that cannot be recorded is refused where a tensor would lose its history or
    its tangent.
    """
    monkeypatch.chdir(tmp_path)
    arrays = {name: ARRAYS[name] for name in names_in(call)}
    with pytest.raises((TypeError, LostHistory, ValueError)) as caught:
        run(call, {name: dv.tensor(value.copy(), requires_grad=True) for name, value in arrays.items()})
    assert (
        "history" in str(caught.value) + str(caught.value.__cause__)
        or "cannot be recorded" in str(caught.value)
        or ("expected initial" in str(caught.value))
    )
    with dv.autograd.forward_ad.dual_level(), pytest.raises((TypeError, LostHistory, ValueError)):
        make = dv.autograd.forward_ad.make_dual
        run(
            call,
            {name: make(dv.tensor(value.copy()), dv.tensor(value.copy())) for name, value in arrays.items()},
        )
    assert list(tmp_path.iterdir()) == []


PLAIN = """
    all(x) any(x) argmax(x) argmin(x,axis=1) argsort(x) argpartition(w,2) argwhere(x) nonzero(x) flatnonzero(x)
    count_nonzero(x) nanargmax(m) nanargmin(x) lexsort((v,v)) searchsorted(t,a) digitize(v,t) isin(v,[0.7])
    isclose(x,x) allclose(x,x) array_equal(x,x) array_equiv(x,x) iscomplex(x) isreal(x) iscomplexobj(x) isrealobj(x)
    isneginf(x) isposinf(x) shape(x) size(x) ndim(x) zeros_like(x) ones_like(x) empty_like(x).shape
    result_type(x,np.float32) can_cast(x.dtype,float) common_type(x) min_scalar_type(a) tril_indices_from(s)
    triu_indices_from(s) diag_indices_from(s) linalg.matrix_rank(s) array2string(v) array_repr(v) array_str(v)
    may_share_memory(x,y) shares_memory(x,y) bincount([1,2]) where(x>0) einsum_path('ij,jk',x,s)[0]
"""


@pytest.mark.parametrize("call", written(PLAIN))
def test_what_has_no_derivative_gives_what_numpy_gives(call: str) -> None:
    """What NumPy says of places, shapes and truth (`np.argmax`, `np.nonzero`, `np.size`, `np.array_equal`) it says of a
    tensor, with or without a history, as of its array.
    """
    arrays = {name: ARRAYS[name] for name in names_in(call)}
    expected = run(call, arrays)
    for requires_grad in (False, True):
        found = run(
            call, {name: dv.tensor(v.copy(), requires_grad=requires_grad) for name, v in arrays.items()}
        )
        assert [type(one) for one in found] == [type(one) for one in expected]
        for got, wanted in zip(found, expected, strict=True):
            np.testing.assert_array_equal(got, wanted)


@pytest.mark.parametrize("call", [call for call in RECORDED if ".reduce" not in call])
def test_a_tensor_without_history_gives_what_numpy_gives(call: str) -> None:
    """A tensor without a history is an array to the functions of NumPy; ufuncs give tensors of it."""
    arrays = {name: ARRAYS[name] for name in names_in(call)}
    found = run(call, {name: dv.tensor(value.copy()) for name, value in arrays.items()})
    for got, wanted in zip(found, run(call, arrays), strict=True):
        np.testing.assert_allclose(array(got), wanted, rtol=1e-9, atol=1e-12)


def public_functions() -> dict[str, Callable[..., Any]]:
    """Return the functions of NumPy that know of tensors, by name."""
    found = {}
    for module, prefix in ((np, ""), (np.linalg, "linalg."), (np.fft, "fft.")):
        for name, value in vars(module).items():
            if isinstance(value, type(np.sum) | np.ufunc) and not name.startswith("_"):
                found[prefix + name] = value
    return found


def test_every_public_function_of_numpy_has_an_answer() -> None:
    """Each public function of `numpy`, `numpy.linalg`, `numpy.fft` is recorded, gives plain values or is refused."""
    called = {re.split(r"\(", call[3:])[0] for call in (*RECORDED, *written(PLAIN), *written(REFUSED))}
    comparisons = (
        "equal greater greater_equal less less_equal not_equal logical_and logical_or logical_not logical_xor isfinite "
        "isinf isnan signbit"
    )
    integers = (
        "bitwise_and bitwise_or bitwise_xor bitwise_not bitwise_invert bitwise_left_shift bitwise_right_shift invert "
        "left_shift right_shift gcd lcm"
    )
    untested = {
        name
        for name, function in public_functions().items()
        if name not in {*called, *comparisons.split(), *integers.split()}
        and not (
            function in table.functions()
            and table.functions()[function].__module__.endswith("numpy_functions")
        )
    }
    assert untested == set()
