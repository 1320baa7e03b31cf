"""Fourier transforms, against PyTorch, differences and each other's library."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata.arrays.fourier import transforms
from derivata.autograd import gradcheck, gradgradcheck

LINES = ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft")
SEVERAL = tuple([f"{name}{end}" for name in LINES for end in "2n"])
NORMS = (None, "backward", "ortho", "forward")
RANDOM = np.random.default_rng(0)


def numbers(shape: tuple[int, ...], dtype: str) -> Any:
    """Return numbers of a dtype, integers and truth values too."""
    wide = RANDOM.normal(size=shape) * 3
    if dtype.startswith("complex"):
        wide = wide + 1j * RANDOM.normal(size=shape)
    return np.asarray(wide).astype(dtype)


def takes(name: str, dtype: str) -> bool:
    return not (dtype.startswith("complex") and name[:4] in ("rfft", "ihff"))


def outcome(lib: Any, tensor: Any, name: str, array: Any, options: dict[str, Any]) -> tuple[Any, Any]:
    """Return result and gradient as arrays, the latter None for integers; or the class of the error."""
    x = tensor(array.copy())
    if array.dtype.kind in "fc":
        x.requires_grad_()
    try:
        y = getattr(lib.fft, name)(x, **options)
    except (RuntimeError, IndexError) as error:
        return type(error), None
    if not y.requires_grad:
        return plain(y), None
    weights = np.random.default_rng(1).normal(size=(2, *tuple(y.shape)))
    dtype = plain(y).dtype
    y.backward(tensor(np.asarray(weights[0] + (1j * weights[1] if dtype.kind == "c" else 0), dtype)))
    return plain(y), plain(x.grad)


def plain(tensor: Any) -> Any:
    found = tensor.detach()
    return (found.resolve_conj() if hasattr(found, "resolve_conj") else found).numpy()


def compare(name: str, array: Any, **options: Any) -> None:
    torch = pytest.importorskip("torch", reason="the transforms are compared with PyTorch's")
    theirs = outcome(torch, torch.from_numpy, name, array, options)
    ours = outcome(dv, dv.from_numpy, name, array, options)
    for here, there in zip(ours, theirs, strict=True):
        if not isinstance(there, np.ndarray):
            assert here is there, (name, array.shape, options)
            continue
        assert here.dtype == there.dtype
        assert here.shape == there.shape
        close = 1e-10 if there.dtype in (np.float64, np.complex128) else 1e-4
        assert np.allclose(here, there, rtol=close, atol=close), (name, array.shape, options)


@pytest.mark.parametrize("dtype", ["float32", "float64", "complex64", "complex128", "int32", "bool"])
@pytest.mark.parametrize("name", LINES)
def test_one_dimension_as_in_pytorch(name: str, dtype: str) -> None:
    """Values, dtypes, shapes, gradients and what is refused are PyTorch's: odd and even, cut off and continued."""
    for shape, n, norm in product([(4,), (5,), (3, 4), (1, 2)], [None, 1, 3, 8, 0, -1], NORMS):
        compare(name, numbers(shape, dtype), n=n, norm=norm)
        compare(name, numbers(shape, dtype), n=n, norm=norm, dim=0)
    compare(name, numbers((), dtype))
    compare(name, numbers((3,), dtype), dim=1)
    compare(name, numbers((3,), dtype), norm="none")


@pytest.mark.parametrize("dtype", ["float32", "complex128", "int32"])
@pytest.mark.parametrize("name", SEVERAL)
def test_several_dimensions_as_in_pytorch(name: str, dtype: str) -> None:
    """Values, dtypes, shapes, gradients and what is refused are PyTorch's, for all ways to say which dimensions."""
    choices: list[dict[str, Any]] = [{}, {"dim": (0,)}, {"dim": (-1, 0)}, {"s": (3, 6)}, {"s": (-1, 3)}]
    choices += [{"s": (5,), "dim": (0,)}, {"dim": (0, 0)}, {"s": (2, 3), "dim": (0,)}, {"s": (2, 0)}]
    if not name.endswith("2"):
        choices += [{"s": (4,)}, {"dim": ()}, {"s": (-1, -1, -1, -1)}]
    for shape, norm, choice in product([(3, 4), (4, 5), (2, 3, 4)], [None, "ortho", "forward"], choices):
        compare(name, numbers(shape, dtype), norm=norm, **choice)


@pytest.mark.parametrize("name", LINES)
@pytest.mark.parametrize(("length", "n"), [(4, None), (5, None), (4, 5), (4, 6), (5, 9), (3, 2), (2, 1)])
def test_derivatives_of_lines_are_right(name: str, length: int, n: int | None) -> None:
    """First and second derivatives and tangents agree with differences, for odd and even lengths."""
    real = name in ("rfft", "ihfft")
    x = dv.from_numpy(numbers((2, length), "float64" if real else "complex128")).requires_grad_()

    def transformed(x: dv.Tensor) -> dv.Tensor:
        return getattr(dv.fft, name)(x, n)  # type: ignore[no-any-return]

    assert gradcheck(transformed, (x,), check_forward_ad=True)
    assert gradgradcheck(transformed, (x,))
    if not real:  # a real argument gets the real part
        assert gradcheck(transformed, (x.detach().real.clone().requires_grad_(),), check_forward_ad=True)


@pytest.mark.parametrize("name", ["rfftn", "irfftn", "hfftn", "ihfftn"])
@pytest.mark.parametrize("s", [(3, 4), (4, 3)])
def test_derivatives_of_several_dimensions_are_right(name: str, s: tuple[int, int]) -> None:
    """Halves of the last dimension, whole ones before: derivatives agree with differences."""
    real = name in ("rfftn", "ihfftn")
    x = dv.from_numpy(numbers((2, 4, 3), "float64" if real else "complex128")).requires_grad_()
    assert gradcheck(lambda x: getattr(dv.fft, name)(x, s, (2, 0)), (x,), check_forward_ad=True)
    assert gradgradcheck(lambda x: getattr(dv.fft, name)(x, s, (2, 0)), (x,))


@pytest.mark.parametrize("name", [*LINES, "fftn", "ifftn", "rfftn", "irfftn", "hfftn", "ihfftn"])
@pytest.mark.parametrize("single", [True, False])
def test_numpy_alone_gives_the_same(name: str, single: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without SciPy NumPy transforms what is large, to the same numbers and dtypes."""
    pytest.importorskip("scipy", reason="its transforms are compared with NumPy's")
    real = name in ("rfft", "ihfft", "rfftn", "ihfftn")
    precision = ("float32" if single else "float64") if real else ("complex64" if single else "complex128")
    x = dv.from_numpy(numbers((64, 1200), precision))
    with_scipy = getattr(dv.fft, name)(x)
    monkeypatch.setattr(transforms, "_scipy", lambda: None)
    with_numpy = getattr(dv.fft, name)(x)
    assert with_scipy.dtype == with_numpy.dtype
    scale = float(with_numpy.abs().max())
    assert np.allclose(
        with_scipy.numpy(), with_numpy.numpy(), rtol=0, atol=scale * (1e-5 if single else 1e-12)
    )


@pytest.mark.parametrize("name", ["rfft", "irfft"])
def test_scipy_is_asked_for_large_arrays_only(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A small transform does not load SciPy, which takes longer than all of it."""
    asked: list[str] = []

    def library() -> None:
        asked.append(name)

    monkeypatch.setattr(transforms, "_scipy", library)
    getattr(dv.fft, name)(dv.ones(1000))
    assert not asked
    getattr(dv.fft, name)(dv.ones(5000))
    assert asked == [name]


@pytest.mark.parametrize("name", LINES)
def test_empty_batches_and_gaps_in_memory(name: str) -> None:
    """A batch of none has a result and a gradient of none; strides of the argument do not matter."""
    kind = "float64" if name in ("rfft", "ihfft") else "complex128"
    empty = dv.from_numpy(numbers((0, 4), kind)).requires_grad_()
    result = getattr(dv.fft, name)(empty)
    result.backward(result.detach())
    assert empty.grad.shape == (0, 4)
    whole = numbers((6, 8), kind)
    gaps = whole.T[::2, ::-1]
    expected = getattr(np.fft, name)(gaps)
    assert np.allclose(getattr(dv.fft, name)(dv.from_numpy(whole).T[::2].flip(1)).numpy(), expected)


@pytest.mark.parametrize("name", LINES)
def test_half_precision_is_refused(name: str) -> None:
    """PyTorch's transforms take no float16 on the processor; the error names the op."""
    with pytest.raises(RuntimeError, match=rf"^{name}: unsupported dtype float16; convert"):
        getattr(dv.fft, name)(dv.ones(4).half())


def test_transforms_of_real_numbers_refuse_complex_ones() -> None:
    for name in ("rfft", "rfft2", "rfftn", "ihfft", "ihfft2", "ihfftn"):
        with pytest.raises(RuntimeError, match=f"^{name}: expects a real input tensor"):
            getattr(dv.fft, name)(dv.ones(4, 4).cfloat())


def test_integers_become_the_default_dtype() -> None:
    """As in PyTorch: the default dtype decides what integers are transformed to."""
    before = dv.get_default_dtype()
    try:
        dv.set_default_dtype(dv.float64)
        assert dv.fft.fft(dv.arange(4)).dtype == dv.complex128
        assert dv.fft.irfft(dv.arange(4)).dtype == dv.float64
    finally:
        dv.set_default_dtype(before)
    assert dv.fft.rfft(dv.arange(4)).dtype == dv.complex64


@pytest.mark.parametrize("n", [0, 1, 4, 5])
def test_shifts_and_frequencies(n: int) -> None:
    """Shifts put frequency 0 in the middle and back, and frequencies are NumPy's."""
    assert np.allclose(dv.fft.fftfreq(n, 0.5, dtype=dv.float64).numpy(), np.fft.fftfreq(n, 0.5) if n else [])
    if n:
        assert np.allclose(dv.fft.rfftfreq(n, 2, dtype=dv.float64).numpy(), np.fft.rfftfreq(n, 2))
    x = np.arange(n * 3.0).reshape(n, 3)
    for dim in (None, 0, 1, (0, 1)):
        shifted = dv.fft.fftshift(dv.from_numpy(x), dim)
        assert np.array_equal(shifted.numpy(), np.fft.fftshift(x, dim))
        assert np.array_equal(dv.fft.ifftshift(shifted, dim).numpy(), x)


def test_frequencies_of_wrong_arguments() -> None:
    with pytest.raises(RuntimeError, match=r"^rfftfreq: number of elements must be non-negative, got -1$"):
        dv.fft.rfftfreq(-1)
    with pytest.raises(
        RuntimeError, match=r"^fftfreq: requires a floating point or complex dtype, got int64$"
    ):
        dv.fft.fftfreq(4, dtype=dv.int64)


def test_out_receives_the_transform() -> None:
    out = dv.empty(3, dtype=dv.complex64)
    assert dv.fft.rfft(dv.ones(4), out=out) is out
    assert out.tolist() == [4, 0, 0]
