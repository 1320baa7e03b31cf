"""`testing.make_tensor`: PyTorch's ranges, and everything that its arguments say."""

from typing import Any

import numpy as np
import pytest

import derivata as dv

DTYPES = ["bool", "uint8", "int8", "int64", "float16", "float32", "float64", "complex64", "complex128"]


@pytest.mark.parametrize("library", ["derivata", "torch"])
@pytest.mark.parametrize("dtype", DTYPES)
def test_numbers_are_in_the_usual_range_of_the_dtype(library: str, dtype: str) -> None:
    lib: Any = dv if library == "derivata" else pytest.importorskip("torch", reason="the same test on both")
    made = import_of(library)(500, 2, dtype=getattr(lib, dtype), device="cpu")
    numbers = made.numpy()
    parts = [numbers.real, numbers.imag] if numbers.dtype.kind == "c" else [numbers.astype("float64")]
    lowest, highest = {"b": (0, 1), "u": (0, 9), "i": (-9, 9)}.get(numbers.dtype.kind, (-9, 9))
    for part in parts:
        assert part.min() >= lowest
        assert part.max() <= highest
        assert part.max() - part.min() > 0.8 * (highest - lowest)
    assert (made.dtype, tuple(made.shape)) == (getattr(lib, dtype), (500, 2))


@pytest.mark.parametrize("library", ["derivata", "torch"])
def test_what_arguments_say(library: str) -> None:
    lib: Any = dv if library == "derivata" else pytest.importorskip("torch", reason="the same test on both")
    make = import_of(library)
    x = make((3, 4), dtype=lib.float32, device="cpu", low=2, high=3, requires_grad=True, noncontiguous=True)
    assert x.requires_grad
    assert x.is_leaf
    assert not x.is_contiguous()
    assert 2 <= x.min().item() <= x.max().item() <= 3
    bits = make(200, dtype=lib.int64, device="cpu", low=0, high=2, exclude_zero=True)
    assert np.unique(bits.numpy()).tolist() == [1]
    with pytest.raises(ValueError, match="low"):
        make(2, dtype=lib.float32, device="cpu", low=1, high=0)


def import_of(library: str) -> Any:
    if library == "derivata":
        return dv.testing.make_tensor
    from torch.testing import make_tensor

    return make_tensor


@pytest.mark.parametrize("library", ["derivata", "torch"])
def test_functions_decorated_for_mixed_precision_are_what_they_are(library: str) -> None:
    lib: Any = dv if library == "derivata" else pytest.importorskip("torch", reason="the same test on both")

    class Square(lib.autograd.Function):  # type: ignore[misc, name-defined]
        @staticmethod
        @lib.amp.custom_fwd(device_type="cuda", cast_inputs=lib.float32)
        def forward(ctx: Any, x: Any) -> Any:
            ctx.save_for_backward(x)
            return x * x

        @staticmethod
        @lib.amp.custom_bwd(device_type="cuda")
        def backward(ctx: Any, grad: Any) -> Any:
            return 2 * grad * ctx.saved_tensors[0]

    x = lib.tensor([3.0], requires_grad=True)
    Square.apply(x).backward()
    assert x.grad.tolist() == [6.0]
