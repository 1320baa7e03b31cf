"""Gradients of ops of several dtypes: those of the op with all its arguments in the dtype of the result."""

from typing import Any

import numpy as np
import pytest

import derivata as dv

OPS: dict[str, Any] = {
    "addcdiv": lambda x, y: dv.addcdiv(y, x, y + 1, value=-2),
    "addcmul": lambda x, y: dv.addcmul(y, x, y, value=-2),
    "addcmul of three": lambda x, y: dv.addcmul(x, x, y, value=-2),
    "atan2": lambda x, y: dv.atan2(y, x),
    "atan2, exchanged": lambda x, y: dv.atan2(x, y),
    "clamp": lambda x, y: dv.clamp(x, min=y),
    "clamp by two": lambda x, y: dv.clamp(x, y, x + 1),
    "copysign": dv.copysign,
    "div": lambda x, y: y / x,
    "fmod": lambda x, y: dv.fmod(x, y + 1),
    "hypot": dv.hypot,
    "ldexp": dv.ldexp,
    "ldexp, exchanged": lambda x, y: dv.ldexp(y, x),
    "lerp": lambda x, y: dv.lerp(x, y, x),
    "logaddexp": dv.logaddexp,
    "maximum": dv.maximum,
    "mul": lambda x, y: x * y,
    "pow": lambda x, y: x**y,
    "pow, exchanged": lambda x, y: y**x,
    "xlogy": lambda x, y: dv.xlogy(y, x),
}


@pytest.mark.parametrize("dtype", [dv.bool, dv.uint8, dv.int64, dv.float64])
@pytest.mark.parametrize("name", OPS)
def test_gradients_of_mixed_dtypes_are_those_of_one(name: str, dtype: Any) -> None:
    """Nothing wraps around, overflows, or subtracts booleans: in first and second gradients, and tangents."""
    function = OPS[name]
    numbers = dv.tensor([1, 0, 1] if dtype == dv.bool else [1, 2, 3], dtype=dtype)
    wide = dv.float64 if dtype == dv.float64 else dv.float32
    start = dv.tensor([0.5, 1.5, 2.5], requires_grad=True)

    def derivatives(other: dv.Tensor, dtype: Any) -> list[np.ndarray[Any, Any]]:
        x = start.detach().to(dtype).requires_grad_()
        (plain,) = dv.autograd.grad(function(x, other).sum(), x)
        (first,) = dv.autograd.grad(function(x, other).sum(), x, create_graph=True)
        found = [plain, first]
        if first.requires_grad:
            found.append(dv.autograd.grad(first.sum(), x)[0])
        with dv.autograd.forward_ad.dual_level():
            dual = dv.autograd.forward_ad.make_dual(x.detach(), dv.ones_like(x))
            found.append(dv.autograd.forward_ad.unpack_dual(function(dual, other)).tangent)
        return [found.detach().numpy() for found in found]

    with np.errstate(all="ignore"):
        got = derivatives(numbers, dv.float32)
        wanted = derivatives(numbers.to(wide), wide)
    assert all(gradient.dtype == dv.float32 for gradient in got[:-1])
    for one, other in zip(got, wanted, strict=True):
        np.testing.assert_allclose(one, other, 1e-5, 1e-6)


def test_squares_of_halves_beside_single_precision_do_not_overflow() -> None:
    """300 * 300 is no number of float16."""
    x = dv.tensor([300.0], dtype=dv.float16)
    y = dv.tensor([400.0], requires_grad=True)
    dv.atan2(x, y).backward(dv.ones(1))
    assert y.grad is not None
    np.testing.assert_allclose(y.grad.numpy(), [-300 / 500**2], 1e-6)


@pytest.mark.parametrize(
    ("loss", "dtypes"),
    [
        ("binary_cross_entropy", ["float32", "float32", "int64"]),
        ("binary_cross_entropy_with_logits", ["float32", "float16"]),
        ("binary_cross_entropy_with_logits", ["float32", "float32", "float64"]),
        ("hinge_embedding_loss", ["float32", "float64"]),
        ("l1_loss", ["complex64", "complex64", "float16"]),
        ("huber_loss", ["float64", "float32", "float16"]),
    ],
)
def test_gradients_of_losses_have_the_dtypes_of_their_arguments(loss: str, dtypes: list[str]) -> None:
    """Also where an argument, or a weight, is wider or narrower than the others."""
    numbers = [0.5, 0.2, 0.9] if loss == "binary_cross_entropy" else [0.5, -2.0, 3.0]
    arrays = [np.array(values) for values in (numbers, [1.0, -1.0, 1.0], [1.0, 2.0, 3.0])]
    leaves = [dv.tensor(a, dtype=getattr(dv, d)) for a, d in zip(arrays, dtypes, strict=False)]
    for leaf in leaves[: 3 if loss == "l1_loss" else 1 if loss.startswith("hinge") else 2]:
        leaf.requires_grad_()
    named = {"weight": leaves[2]} if len(leaves) > 2 else {}
    asked = [leaf for leaf in leaves if leaf.requires_grad]
    gradients = dv.autograd.grad(getattr(dv.nn.functional, loss)(*leaves[:2], **named), asked)
    assert [gradient.dtype for gradient in gradients] == [leaf.dtype for leaf in asked]


def test_logits_beside_booleans() -> None:
    """Weights of the positive class, and targets, may be booleans: nothing is subtracted from them as such."""
    x = dv.tensor([0.5, -2.0], requires_grad=True)
    loss = dv.nn.functional.binary_cross_entropy_with_logits
    y = loss(x, dv.tensor([True, False]), pos_weight=dv.tensor([True, True]))
    y.backward()
    assert x.grad is not None
    got = x.grad.numpy()
    z = x.detach().requires_grad_()
    loss(z, dv.tensor([1.0, 0.0])).backward()
    assert z.grad is not None
    np.testing.assert_allclose(got, z.grad.numpy(), 1e-6)


@pytest.mark.parametrize("dtype", [dv.bool, dv.int64])
def test_copies_of_integers_have_no_gradient(dtype: Any) -> None:
    """What is written into them is cut to integers; they required grad, and a pass subtracted booleans."""
    x = dv.zeros(2, 3).to(dtype)
    row = dv.ones(3, requires_grad=True)
    number = dv.tensor(1.5, requires_grad=True)
    results = [
        x.select_scatter(row, 0, 1),
        x.slice_scatter(row[None], 0, 1, 2),
        x.index_put((dv.tensor([0]), dv.tensor([1])), number),
        x.diagonal_scatter(row[:2]),
        dv.as_strided_scatter(x, row, (3,), (1,)),
        x.index_fill(0, dv.tensor([0]), number),
    ]
    assert not any(result.requires_grad for result in results)
    assert x.to(dv.float32).index_fill(0, dv.tensor([0]), number).requires_grad
