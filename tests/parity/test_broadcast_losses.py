"""Losses whose target has another shape than the input: broadcast as PyTorch does, with all their derivatives."""

import warnings
from typing import Any

import numpy as np
import pytest

import derivata as dv

torch = pytest.importorskip("torch")

WARNED = ["mse_loss", "l1_loss", "smooth_l1_loss", "huber_loss"]
SHAPES = [
    *[((4, 3), (3,)), ((4, 3), (4, 1)), ((4, 3), ()), ((3,), (2, 4, 3)), ((4, 1), (1, 3)), ((), (2,))],
    *[((1,), ()), ((0, 3), (3,)), ((3,), (0, 3))],
]


def both(name: str, shapes: Any, reduction: str, compute: Any) -> tuple[Any, Any]:
    """Return what `compute` makes of a loss in both libraries."""
    results = []
    for library in (dv, torch):
        random = np.random.default_rng(0)
        arguments = [library.from_numpy(np.asarray(random.uniform(0.1, 3.0, shape))) for shape in shapes]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = compute(library, getattr(library.nn.functional, name), *arguments, reduction)
        results.append([each.detach().numpy() for each in found])
    return results[0], results[1]


def assert_same(found: Any, wanted: Any) -> None:
    """Assert the same values, shapes and dtypes."""
    for a, b in zip(found, wanted, strict=True):
        assert (a.shape, a.dtype) == (b.shape, b.dtype)
        np.testing.assert_allclose(a, b, 1e-10, 1e-14)


@pytest.mark.parametrize("reduction", ["mean", "sum", "none", "batchmean"])
@pytest.mark.parametrize("shapes", SHAPES, ids=str)
@pytest.mark.parametrize("name", [*WARNED, "kl_div"])
def test_targets_of_other_shapes_are_broadcast(name: str, shapes: Any, reduction: str) -> None:
    """Gradients and their gradients are summed to the shapes of the arguments."""
    if reduction == "batchmean" and name != "kl_div":
        return

    def derivatives(library: Any, loss: Any, x: Any, t: Any, reduction: str) -> Any:
        x, t = x.requires_grad_(), t.requires_grad_()
        y = loss(x, t, reduction=reduction)
        first = library.autograd.grad((y * y).sum(), [x, t], create_graph=True)
        total = sum(((grad + 1) ** 2).sum() for grad in first)
        return [y, *first, *library.autograd.grad(total, [x, t], allow_unused=True)]

    assert_same(*both(name, shapes, reduction, derivatives))


@pytest.mark.parametrize("shapes", [((4, 3), (3,)), ((3,), (2, 4, 3)), ((4, 3), ())], ids=str)
@pytest.mark.parametrize("name", [*WARNED, "kl_div"])
def test_tangents_of_broadcast_losses(name: str, shapes: Any) -> None:
    def pushed(library: Any, loss: Any, x: Any, t: Any, reduction: str) -> Any:
        ad = library.autograd.forward_ad
        with ad.dual_level():
            duals = ad.make_dual(x, library.ones_like(x)), ad.make_dual(t, 2 * library.ones_like(t))
            return list(ad.unpack_dual(loss(*duals, reduction=reduction)))

    assert_same(*both(name, shapes, "mean", pushed))


@pytest.mark.parametrize("shape", [(3,), ()], ids=str)
@pytest.mark.parametrize("dtypes", [("float32", "float64"), ("float64", "float32")], ids=str)
@pytest.mark.parametrize("name", [*WARNED, "kl_div"])
def test_dtypes_of_broadcast_losses(name: str, dtypes: Any, shape: Any) -> None:
    """A target without dimensions has no say in the dtype of `kl_div`; the others expand it first."""

    def cast(library: Any, loss: Any, x: Any, t: Any, reduction: str) -> Any:
        return [
            loss(
                *[a.to(getattr(library, d)) for a, d in zip((x, t), dtypes, strict=True)], reduction=reduction
            )
        ]

    found, wanted = both(name, ((4, 3), shape), "none", cast)
    if name != "huber_loss":  # PyTorch's has the dtype of the input
        assert found[0].dtype == wanted[0].dtype
    np.testing.assert_allclose(found[0], wanted[0], 1e-5, 1e-6)


def test_gradients_of_broadcast_losses_have_the_dtypes_of_the_arguments() -> None:
    x = dv.ones(4, 3, dtype=dv.float64, requires_grad=True)
    t = dv.zeros(3, requires_grad=True)
    dv.nn.functional.kl_div(x, t + 1, reduction="sum").backward()
    assert x.grad is not None and t.grad is not None
    assert (x.grad.dtype, t.grad.dtype, t.grad.tolist()) == (dv.float64, dv.float32, [0.0, 0.0, 0.0])


@pytest.mark.parametrize("name", WARNED)
def test_a_warning_says_that_a_loss_is_broadcast(name: str) -> None:
    loss = getattr(dv.nn.functional, name)
    with pytest.warns(UserWarning, match=rf"^{name}: target has shape \(3,\) and input \(4, 3\)") as told:
        loss(dv.ones(4, 3), dv.ones(3))
    assert (len(told), told[0].filename) == (1, __file__)


def test_divergences_are_broadcast_without_a_warning() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert dv.nn.KLDivLoss(reduction="batchmean")(dv.zeros(4, 3), dv.ones(3)).shape == ()


def test_modules_broadcast_as_their_functions() -> None:
    x, t = dv.randn(4, 3), dv.randn(3)
    for module in (dv.nn.MSELoss(), dv.nn.L1Loss(), dv.nn.SmoothL1Loss(), dv.nn.HuberLoss()):
        with pytest.warns(UserWarning, match="are broadcast") as told:
            found = module(x, t)
        assert told[0].filename == __file__
        assert found.equal(module(x, t.expand(4, 3)))
