"""Short-time Fourier transforms and their inverse, against PyTorch and differences."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata.autograd import gradcheck, gradgradcheck

RANDOM = np.random.default_rng(0)


def numbers(shape: tuple[int, ...], dtype: str) -> Any:
    wide = RANDOM.normal(size=shape) + (1j * RANDOM.normal(size=shape) if dtype.startswith("c") else 0)
    return np.asarray(wide).astype(dtype)


def outcome(lib: Any, tensor: Any, name: str, array: Any, window: Any, options: dict[str, Any]) -> Any:
    """Return the result and the gradients of signal and window, or the class of the error."""
    x = tensor(array.copy()).requires_grad_()
    weights = None if window is None else tensor(window.copy()).requires_grad_()
    try:
        y = getattr(lib, name)(x, window=weights, **options)
    except RuntimeError:
        return [RuntimeError]
    shape, kind = tuple(y.shape), "complex" in str(y.dtype)
    part = np.random.default_rng(1).normal(size=(2, *shape))
    (y * tensor(part[0] + 1j * part[1]) if kind else y * tensor(part[0])).abs().sum().backward()
    found = [y, x.grad, *([] if weights is None else [weights.grad])]
    return [(t.detach().resolve_conj() if lib is not dv else t.detach()).numpy() for t in found]


def compare(name: str, array: Any, window: Any, **options: Any) -> None:
    torch = pytest.importorskip("torch", reason="the transforms are compared with PyTorch's")
    theirs = outcome(torch, torch.from_numpy, name, array, window, options)
    ours = outcome(dv, dv.from_numpy, name, array, window, options)
    assert len(ours) == len(theirs), (options, ours, theirs)
    for here, there in zip(ours, theirs, strict=True):
        if there is RuntimeError:
            assert here is RuntimeError
            continue
        assert (here.dtype, here.shape) == (there.dtype, there.shape), options
        assert np.allclose(here, there, rtol=1e-8, atol=1e-8), options


OPTIONS: list[dict[str, Any]] = [
    {},
    {"hop_length": 3},
    {"hop_length": 0},
    {"win_length": 4},
    {"win_length": 5, "hop_length": 1},
    {"win_length": 9},
    {"center": False},
    {"normalized": True},
    {"onesided": False},
    {"onesided": True},
]


@pytest.mark.filterwarnings("ignore")  # PyTorch's own, of windows that are not given
@pytest.mark.parametrize("windowed", ["none", "float64", "complex128"])
@pytest.mark.parametrize("dtype", ["float64", "complex128"])
def test_stft_as_in_pytorch(dtype: str, windowed: str) -> None:
    """Values, shapes, dtypes, the gradients of signal and window and what is refused are PyTorch's."""
    more: list[dict[str, Any]] = [
        *[{"pad_mode": mode} for mode in ("constant", "replicate", "circular")],
        {"center": False, "win_length": 4, "align_to_window": True},
        {"center": False, "win_length": 4, "align_to_window": False},
        {"align_to_window": True},
        {"return_complex": False},
        {"return_complex": None},
    ]
    for shape, n_fft, options in product([(20,), (2, 21)], [8, 7, 0, 60], OPTIONS + more):
        length = options.get("win_length", n_fft)
        if "align_to_window" in options and (n_fft - length) % 2:
            continue  # PyTorch reads beyond the end of the signal
        window = None if windowed == "none" else (np.hanning(length + 2)[1:-1] + 0.1).astype(windowed)
        compare("stft", numbers(shape, dtype), window, **{"n_fft": n_fft, "return_complex": True, **options})


@pytest.mark.filterwarnings("ignore")  # PyTorch's own, of windows that are not given
@pytest.mark.parametrize("windowed", ["none", "float64", "complex128"])
def test_istft_as_in_pytorch(windowed: str) -> None:
    """Values, shapes, dtypes, the gradients of transforms and window and what is refused are PyTorch's."""
    more: list[dict[str, Any]] = [
        {"center": False, "length": 7},
        {"return_complex": True},
        {"return_complex": True, "onesided": False},
        *[{"length": length} for length in (10, 100, 0, -2)],
    ]
    for shape, n_fft, options in product(
        [(5, 9), (2, 5, 6), (8, 4), (0, 5, 4), (1, 1, 5, 4)], [8, 9, 5], OPTIONS + more
    ):
        length = options.get("win_length", n_fft)
        window = None if windowed == "none" else (np.hanning(length + 2)[1:-1] + 0.1).astype(windowed)
        compare("istft", numbers(shape, "complex128"), window, n_fft=n_fft, **options)


@pytest.mark.parametrize("n_fft", [8, 9])
def test_derivatives_are_right(n_fft: int) -> None:
    """First and second derivatives of signals, transforms and windows, and tangents, agree with differences."""
    window = dv.from_numpy(RANDOM.uniform(0.5, 1.5, n_fft - 2)).requires_grad_()
    signal = dv.from_numpy(numbers((2, 17), "float64")).requires_grad_()

    def forth(x: dv.Tensor, w: dv.Tensor) -> dv.Tensor:
        return dv.stft(x, n_fft, 3, n_fft - 2, w, return_complex=True)

    def back(z: dv.Tensor, w: dv.Tensor) -> dv.Tensor:
        return dv.istft(z, n_fft, 3, n_fft - 2, w)

    spectrum = forth(signal, window).detach().requires_grad_()
    for function, arguments in ((forth, (signal, window)), (back, (spectrum, window))):
        assert gradcheck(function, arguments, check_forward_ad=True)
        assert gradgradcheck(function, arguments)


@pytest.mark.parametrize("normalized", [True, False])
@pytest.mark.parametrize("n_fft", [16, 15])
def test_istft_inverts_stft(n_fft: int, normalized: bool) -> None:
    """What is transformed and transformed back is the signal, as functions and as methods."""
    signal, window = dv.from_numpy(numbers((2, 64), "float32")), dv.hann_window(n_fft)
    spectrum = signal.stft(n_fft, 4, window=window, normalized=normalized, return_complex=True)
    assert spectrum.shape == (2, n_fft // 2 + 1, 17 if n_fft == 16 else 16)
    found = spectrum.istft(n_fft, 4, window=window, normalized=normalized, length=64)
    assert np.allclose(found.numpy(), signal.numpy(), atol=1e-5)


def test_aligned_parts_are_continued_by_zeros() -> None:
    """The first part begins with the window, also where the rest of it is odd; PyTorch reads beyond the end there."""
    signal, window = dv.from_numpy(numbers((9,), "float64")), dv.ones(4, dtype=dv.float64)
    given = {"center": False, "return_complex": True}
    found = dv.stft(signal, 7, 2, 4, window, align_to_window=True, **given)
    longer = dv.nn.functional.pad(signal, [1, 2])
    assert np.array_equal(found.numpy(), dv.stft(longer, 7, 2, 4, window, **given).numpy())


def test_windows_that_leave_gaps_are_refused() -> None:
    with pytest.raises(RuntimeError, match=r"^istft: window overlap add min: 0; expected windows that"):
        dv.istft(dv.ones(5, 9).cfloat(), 8, window=dv.zeros(8))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"n_fft": 4}, "stft: requires the return_complex parameter be given for real inputs"),
        ({"n_fft": 4, "hop_length": -1, "return_complex": True}, "stft: expected hop_length > 0"),
        ({"n_fft": 0, "return_complex": True}, "stft: expected 0 < n_fft <= 9"),
        ({"n_fft": 4, "win_length": 5, "return_complex": True}, "stft: expected 0 < win_length <= n_fft=4"),
        (
            {"n_fft": 4, "align_to_window": True, "return_complex": True},
            "stft: align_to_window should only be",
        ),
    ],
)
def test_errors_of_stft_name_op_and_argument(options: dict[str, Any], message: str) -> None:
    with pytest.raises(RuntimeError, match=f"^{message}"):
        dv.stft(dv.ones(9), **options)


@pytest.mark.parametrize("dtype", [dv.bool, dv.int32, dv.float32, dv.float64])
def test_windows_of_any_dtype(dtype: Any) -> None:
    """A window of integers or truth values weighs, and is squared, as one of floating-point numbers."""
    signal = dv.from_numpy(numbers((24,), "float32"))
    spectrum = dv.stft(signal, 8, window=dv.ones(8, dtype=dtype), return_complex=True)
    found = dv.istft(spectrum, 8, window=dv.ones(8, dtype=dtype))
    assert np.allclose(found.numpy(), signal.numpy(), atol=1e-5)


def test_half_precision_is_refused() -> None:
    """As in PyTorch, unless a wider window makes the parts wider."""
    with pytest.raises(RuntimeError, match="unsupported dtype float16"):
        dv.stft(dv.ones(9).half(), 4, return_complex=True)
    assert dv.stft(dv.ones(9).half(), 4, window=dv.ones(4), return_complex=True).dtype == dv.complex64
