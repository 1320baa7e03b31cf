"""The functions of `masked`, against PyTorch's on tensors and masks."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pytest

import derivata as dv

REDUCTIONS = ("sum", "prod", "amax", "amin", "mean", "logsumexp")
LINES = ("cumsum", "cumprod", "softmax", "log_softmax", "softmin")
DIMS = (None, 0, 1, -1, (0, 1), ())
MASKS = [
    None,
    np.array([[1, 0, 1], [1, 1, 0]], bool),
    np.array([[1, 0, 1], [0, 0, 0]], bool),  # nothing is left of the second row
    np.array([1, 1, 0], bool),
    np.array([[1], [0]]),
    np.ones((1, 2, 3), bool),
    np.ones((2, 2), bool),
]
RANDOM = np.random.default_rng(0)


def choices(**lists: Any) -> list[dict[str, Any]]:
    return [dict(zip(lists, values, strict=True)) for values in product(*lists.values())]


VARIANCES = [{}, {"unbiased": False}, {"correction": 2}, {"unbiased": True, "correction": 1}]
OPTIONS: dict[str, list[dict[str, Any]]] = {
    **{name: choices(dim=DIMS, keepdim=(False, True)) for name in REDUCTIONS},
    **{name: choices(dim=(0, 1, -1)) for name in LINES},
    "argmax": choices(dim=(None, 0, 1), keepdim=(False, True)),
    "argmin": choices(dim=(None, 0, 1), keepdim=(False, True)),
    "median": choices(dim=(0, 1, -1), keepdim=(False, True)),
    "norm": choices(ord=(2.0, 1.0, math.inf, -math.inf, 3.0), dim=(None, 1), keepdim=(False, True)),
    "normalize": choices(ord=(2.0, 1.0, math.inf), dim=(0, 1)),
    "var": [one | two for one in choices(dim=(None, 0, (0, 1)), keepdim=(False, True)) for two in VARIANCES],
    "std": [one | two for one in choices(dim=(None, 1), keepdim=(False, True)) for two in VARIANCES],
    "logaddexp": [{}],
}


def outcome(
    lib: Any, tensor: Callable[[Any], Any], name: str, array: Any, mask: Any, options: dict[str, Any]
) -> Any:
    """Return result and gradient, or the class of the error."""
    x = tensor(array.copy())
    floating = array.dtype.kind in "fc"
    if floating:
        x.requires_grad_()
    others = (x * 2,) if name == "logaddexp" else ()
    masks: dict[str, Any] = {} if mask is None else {"mask": tensor(mask)}
    if others and mask is not None:
        masks = {"input_mask": tensor(mask), "other_mask": tensor(mask == 0)}
    try:
        y = getattr(lib.masked, name)(x, *others, **masks, **options)
    except (RuntimeError, IndexError, ValueError, AssertionError, TypeError) as error:
        return type(error), None
    if y.requires_grad:
        real = lib.real(y) if "complex" in str(y.dtype) else y
        weights = np.arange(1.0, 1 + math.prod(real.shape)).reshape(tuple(real.shape))
        (real * tensor(weights)).sum().backward()
    return plain(y), plain(x.grad) if floating and x.grad is not None else None


def plain(tensor: Any) -> Any:
    found = tensor.detach()
    return (found.resolve_conj() if hasattr(found, "resolve_conj") else found).numpy()


def is_same(here: Any, there: Any) -> bool:
    if not isinstance(there, np.ndarray):
        return isinstance(here, type) == isinstance(there, type)
    same = here.dtype == there.dtype and here.shape == there.shape
    close = 1e-6 if there.dtype == np.float32 else 1e-9
    return same and np.allclose(here, there, rtol=close, atol=close, equal_nan=True)


@pytest.mark.filterwarnings("ignore")  # of masks without elements
@pytest.mark.parametrize("dtype", ["float64", "complex128", "int32"])
@pytest.mark.parametrize("name", OPTIONS)
def test_values_and_gradients_as_in_pytorch(name: str, dtype: str) -> None:
    """Values, dtypes, shapes, gradients and what is refused are PyTorch's, for masks of all forms."""
    torch = pytest.importorskip("torch", reason="the functions are compared with PyTorch's")
    pytest.importorskip("torch.masked")
    if (name, dtype) in {
        ("median", "complex128"),
        ("logaddexp", "int32"),
        ("std", "complex128"),
        ("var", "complex128"),
    }:
        pytest.skip("not defined in PyTorch, or by rounding alone")
    for shape, options, mask in product([(2, 3), ()], OPTIONS[name], MASKS):
        if dtype == "complex128" and options.get("ord") == -math.inf:
            continue  # PyTorch has no smallest absolute value of masked complex numbers
        wide = RANDOM.normal(size=shape) * 3 + (1j * RANDOM.normal(size=shape) if dtype[0] == "c" else 0)
        array = np.asarray(wide).astype(dtype)
        theirs = outcome(torch, torch.from_numpy, name, array, mask, options)
        ours = outcome(dv, dv.from_numpy, name, array, mask, options)
        for here, there in zip(ours, theirs, strict=True):
            assert is_same(here, there), (name, dtype, shape, options, mask, here, there)


@pytest.mark.parametrize(
    "name", ["sum", "prod", "cumsum", "cumprod", "amax", "argmin", "mean", "softmax", "norm", "var"]
)
@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_dtype_is_that_of_the_result(name: str, dtype: str) -> None:
    torch = pytest.importorskip("torch", reason="the dtypes are compared with PyTorch's")
    pytest.importorskip("torch.masked")
    array = RANDOM.normal(size=(2, 3)).astype(np.float32)
    options = {"ord": 2.0, "dim": 1} if name == "norm" else {"dim": 1}
    mask = MASKS[1]
    theirs = outcome(torch, torch.from_numpy, name, array, mask, {**options, "dtype": getattr(torch, dtype)})
    ours = outcome(dv, dv.from_numpy, name, array, mask, {**options, "dtype": getattr(dv, dtype)})
    assert ours[0].dtype == theirs[0].dtype
    assert np.allclose(ours[0], theirs[0], rtol=1e-5)


def test_all_functions_of_pytorch_are_here() -> None:
    pytest.importorskip("torch", reason="its names are compared")
    torch_masked = pytest.importorskip("torch.masked")
    classes = {"MaskedTensor", "as_masked_tensor", "is_masked_tensor", "masked_tensor"}
    assert set(torch_masked.__all__) - classes == set(dv.masked.__all__)


def test_what_a_mask_leaves_out_gets_no_gradient() -> None:
    """NaN and infinity outside of the mask count for nothing, in the gradient too."""
    x = dv.tensor([[1.0, math.nan, 3.0], [math.inf, 5.0, 2.0]], requires_grad=True)
    mask = dv.tensor([[True, False, True], [False, True, True]])
    for name in ("sum", "prod", "amax", "mean", "logsumexp", "norm"):
        x.grad = None
        options: dict[str, Any] = {"ord": 2} if name == "norm" else {}
        getattr(dv.masked, name)(x, dim=1, mask=mask, **options).sum().backward()
        assert np.isfinite(x.grad.numpy()).all(), name
        assert (x.grad.numpy()[~mask.numpy()] == 0).all(), name


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (
            lambda m, x: m.sum(x, mask=dv.ones(1, 2, 3).bool()),
            IndexError,
            "masked: expected a mask that broadcasts",
        ),
        (
            lambda m, x: m.sum(x, mask=dv.ones(2).bool()),
            RuntimeError,
            "masked: expected a mask that broadcasts",
        ),
        (
            lambda m, x: m.mean(x.int()),
            ValueError,
            "masked.mean: dtype must be a floating point or complex one",
        ),
        (lambda m, x: m.amax(x > 0, mask=x > 0), NotImplementedError, "masked.amax: not defined for bool"),
        (
            lambda m, x: m.var(x, unbiased=True, correction=1),
            AssertionError,
            "masked.var: only one of unbiased",
        ),
        (
            lambda m, x: m.median(x.int(), 1, mask=x > 9),
            ValueError,
            "masked.median: expects no fully masked out",
        ),
        (
            lambda m, x: m.logaddexp(x.cfloat(), x, input_mask=x > 0),
            TypeError,
            "masked.logaddexp: not defined for",
        ),
    ],
)
def test_errors_name_function_and_argument(call: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=f"^{message}"):
        call(dv.masked, dv.ones(2, 3))
