"""Windows, against PyTorch."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

import derivata as dv

OLDER = ("bartlett_window", "blackman_window", "hamming_window", "hann_window", "kaiser_window")
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "exponential": [{}, {"tau": 2.0}, {"tau": 0}, {"center": 1.0}],
    "gaussian": [{}, {"std": 2.0}, {"std": 0.0}],
    "general_cosine": [{"a": [0.5, 0.3, 0.2]}, {"a": (0.5,)}],
    "general_hamming": [{}, {"alpha": 0.6}],
    "kaiser": [{}, {"beta": 3.0}, {"beta": 0.0}, {"beta": -1.0}],
}
LENGTHS = (-1, 0, 1, 2, 3, 4, 5, 16, 33)
CLOSE = {None: 1e-6, "float16": 2e-3, "float64": 1e-12}


def outcome(function: Any, length: int, **options: Any) -> Any:
    """Return the window, or the class of the error."""
    try:
        return function(length, **options).numpy()
    except (RuntimeError, ValueError) as error:
        return type(error)


def same(here: Any, there: Any, close: float) -> bool:
    if not isinstance(there, np.ndarray):
        return here is there
    return here.dtype == there.dtype and here.shape == there.shape and np.allclose(here, there, atol=close)


@pytest.mark.parametrize("dtype", [None, "float64", "float16", "int64"])
@pytest.mark.parametrize("name", OLDER)
def test_windows_of_the_top_level_as_in_pytorch(name: str, dtype: str | None) -> None:
    torch = pytest.importorskip("torch", reason="the windows are compared with PyTorch's")
    for length, periodic in product(LENGTHS, (True, False)):
        ours = outcome(getattr(dv, name), length, periodic=periodic, dtype=dtype)
        there = getattr(torch, name)
        theirs = outcome(there, length, periodic=periodic, dtype=dtype and getattr(torch, dtype))
        assert same(ours, theirs, CLOSE.get(dtype, 0)), (name, length, periodic, dtype)


@pytest.mark.parametrize("dtype", [None, "float64", "float16", "int64"])
@pytest.mark.parametrize("name", dv.signal.windows.__all__)
def test_windows_of_signal_as_in_pytorch(name: str, dtype: str | None) -> None:
    torch = pytest.importorskip("torch", reason="the windows are compared with PyTorch's")
    for length, sym, options in product(LENGTHS, (True, False), OPTIONS.get(name, [{}])):
        ours = outcome(getattr(dv.signal.windows, name), length, sym=sym, dtype=dtype, **options)
        there = getattr(torch.signal.windows, name)
        theirs = outcome(there, length, sym=sym, dtype=dtype and getattr(torch, dtype), **options)
        assert same(ours, theirs, CLOSE.get(dtype, 0)), (name, length, sym, dtype, options)


def test_all_windows_of_pytorch_are_here() -> None:
    torch = pytest.importorskip("torch", reason="its names are compared")
    assert sorted(torch.signal.windows.__all__) == dv.signal.windows.__all__


@pytest.mark.parametrize("name", ["general_cosine", "kaiser", "hann"])
def test_windows_are_leaves(name: str) -> None:
    options = {"a": [0.5, 0.5]} if name == "general_cosine" else {}
    window = getattr(dv.signal.windows, name)(4, requires_grad=True, device="cpu", **options)
    assert window.requires_grad
    assert window.is_leaf
    assert dv.hann_window(4, requires_grad=True).is_leaf


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda w: w.general_cosine(3, a=[]), ValueError, "general_cosine: coefficients cannot be empty"),
        (lambda w: w.general_cosine(3, a=3), TypeError, "general_cosine: coefficients must be a list"),
        (lambda w: w.exponential(3, center=1), ValueError, "exponential: center must be None for symmetric"),
        (lambda w: w.gaussian(3, std=-1), ValueError, "gaussian: standard deviation must be positive"),
        (lambda w: w.hann(2.5), TypeError, "hann: argument 'M' must be int, not float"),
        (lambda w: w.hann(-2), ValueError, "hann: requires non-negative window length, got M=-2"),
        (lambda w: w.hann(2, dtype=dv.float16), ValueError, "hann: expects float32 or float64 dtypes"),
        (lambda _: dv.hann_window(-2), RuntimeError, "hann_window: requires non-negative window_length"),
        (
            lambda _: dv.hann_window(2, dtype=dv.int8),
            RuntimeError,
            "hann_window: expects floating point dtypes",
        ),
    ],
)
def test_errors_name_function_and_argument(call: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=f"^{message}"):
        call(dv.signal.windows)
