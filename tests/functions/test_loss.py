"""Losses and their gradients against PyTorch."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from derivata.generated import functions as F

torch = pytest.importorskip("torch")
TF = torch.nn.functional

RNG = np.random.default_rng(0)
REDUCTIONS = ["mean", "sum", "none"]


def tensor(array: Any, grad: bool = False) -> Any:
    return None if array is None else torch.tensor(array, requires_grad=grad)


# -- class indices


SHAPES = [(5,), (4, 3), (2, 3, 2), (2, 3, 2, 2), (600, 10)]
CLASS_CASES = list(product(SHAPES, (False, True), (False, True), (0.0, 0.2)))


def class_arguments(shape: tuple[int, ...], weighted: bool, ignored: bool) -> tuple[Any, Any, Any, int]:
    classes = shape[1] if len(shape) > 1 else shape[0]
    x = RNG.normal(size=shape) * 3
    target = np.asarray(RNG.integers(0, classes, shape[:1] + shape[2:] if len(shape) > 1 else ()))
    ignore = 1 if ignored and target.size > 1 else -100
    if ignored and target.size > 1:
        target.reshape(-1)[0] = 1
        target.reshape(-1)[1] = 0
    return x, target, RNG.uniform(0.5, 2, classes) if weighted else None, ignore


@pytest.mark.parametrize(("shape", "weighted", "ignored", "smoothing"), CLASS_CASES)
@pytest.mark.parametrize("reduction", REDUCTIONS)
def test_cross_entropy_is_pytorch_s(
    shape: tuple[int, ...], weighted: bool, ignored: bool, smoothing: float, reduction: str
) -> None:
    x, target, weight, ignore = class_arguments(shape, weighted, ignored)
    leaf = tensor(x, True)
    expected = TF.cross_entropy(
        leaf,
        tensor(target),
        tensor(weight),
        ignore_index=ignore,
        reduction=reduction,
        label_smoothing=smoothing,
    )
    loss, lse = F.cross_entropy(x, target, weight, ignore, reduction, smoothing)
    assert loss.shape == tuple(expected.shape)
    np.testing.assert_allclose(loss, expected.detach().numpy(), rtol=1e-10)
    np.testing.assert_allclose(lse, torch.logsumexp(leaf, min(x.ndim - 1, 1)).detach().numpy(), rtol=1e-12)

    grad = RNG.normal(size=loss.shape)
    expected.backward(tensor(grad))
    backward = F.cross_entropy_backward(grad, x, target, lse, weight, ignore, reduction, smoothing)
    np.testing.assert_allclose(backward, leaf.grad.numpy(), atol=1e-12)


@pytest.mark.parametrize(("shape", "weighted", "ignored", "smoothing"), CLASS_CASES)
@pytest.mark.parametrize("reduction", REDUCTIONS)
def test_nll_loss_and_its_backward_are_transposes(
    shape: tuple[int, ...], weighted: bool, ignored: bool, smoothing: float, reduction: str
) -> None:
    x, target, weight, ignore = class_arguments(shape, weighted, ignored)
    loss = F.nll_loss(x, target, weight, ignore, reduction, smoothing)
    grad = RNG.normal(size=loss.shape)
    backward = F.nll_loss_backward(grad, target, shape, weight, ignore, reduction, smoothing)
    assert backward.shape == shape
    np.testing.assert_allclose((loss * grad).sum(), (backward * x).sum(), rtol=1e-10)
    if not smoothing:
        expected = TF.nll_loss(
            tensor(x), tensor(target), tensor(weight), ignore_index=ignore, reduction=reduction
        )
        np.testing.assert_allclose(loss, expected.numpy(), rtol=1e-10)


def test_float32_losses_stay_float32() -> None:
    x, target = RNG.normal(size=(600, 10)).astype(np.float32), RNG.integers(0, 10, 600)
    weight = RNG.uniform(0.5, 2, 10).astype(np.float32)
    for smoothing in (0.0, 0.1):
        loss, lse = F.cross_entropy(x, target, weight, -100, "mean", smoothing)
        grad = np.ones((), np.float32)
        backward = F.cross_entropy_backward(grad, x, target, lse, weight, -100, "mean", smoothing)
        assert loss.dtype == lse.dtype == backward.dtype == np.float32
        expected = TF.cross_entropy(tensor(x), tensor(target), tensor(weight), label_smoothing=smoothing)
        np.testing.assert_allclose(loss, expected.numpy(), rtol=1e-5)


def test_the_mean_over_ignored_targets_only_is_nan_with_zero_gradient() -> None:
    x, target = RNG.normal(size=(2, 3)), np.array([7, 7])
    loss, lse = F.cross_entropy(x, target, None, 7, "mean", 0.0)
    assert np.isnan(loss)
    assert not F.cross_entropy_backward(np.ones(()), x, target, lse, None, 7, "mean", 0.0).any()


def test_an_empty_batch_sums_to_zero() -> None:
    x, target = np.zeros((0, 3)), np.zeros(0, np.int64)
    loss, lse = F.cross_entropy(x, target, None, -100, "sum", 0.0)
    assert loss == 0
    assert F.cross_entropy_backward(np.ones(()), x, target, lse, None, -100, "sum", 0.0).shape == (0, 3)


def test_scores_of_minus_infinity_cost_nothing_elsewhere() -> None:
    x = np.array([[0.0, -np.inf, 0.0]])
    loss, lse = F.cross_entropy(x, np.array([0]), None, -100, "mean", 0.0)
    np.testing.assert_allclose(loss, np.log(2))
    backward = F.cross_entropy_backward(np.ones(()), x, np.array([0]), lse, None, -100, "mean", 0.0)
    np.testing.assert_allclose(backward, [[-0.5, 0.0, 0.5]])


@pytest.mark.parametrize(
    ("target", "weight", "reduction", "smoothing", "error", "message"),
    [
        (
            np.array([0, 3]),
            None,
            "mean",
            0.0,
            IndexError,
            r"target must hold class indices in \[0, 2\].*got 3",
        ),
        (np.array([0, -1]), None, "mean", 0.0, IndexError, "got -1"),
        (
            np.array([0.0, 1.0]),
            None,
            "mean",
            0.0,
            RuntimeError,
            "integer dtype, got float64; convert it to int64",
        ),
        (np.array([0]), None, "mean", 0.0, ValueError, r"target must have shape \(2,\)"),
        (np.array([0, 1]), np.ones(2), "mean", 0.0, RuntimeError, r"weight must have shape \(3,\)"),
        (
            np.array([0, 1]),
            None,
            "max",
            0.0,
            ValueError,
            "reduction must be one of 'none', 'mean', 'sum', got 'max'",
        ),
        (
            np.array([0, 1]),
            None,
            "mean",
            1.5,
            RuntimeError,
            "label_smoothing must be between 0.0 and 1.0, got 1.5",
        ),
    ],
)
def test_wrong_arguments_of_cross_entropy_are_named(
    target: Any, weight: Any, reduction: str, smoothing: float, error: Any, message: str
) -> None:
    with pytest.raises(error, match=f"cross_entropy: .*{message}"):
        F.cross_entropy(np.zeros((2, 3)), target, weight, -100, reduction, smoothing)


# -- elementwise losses


def probabilities(*shape: int) -> Any:
    return RNG.uniform(0.05, 0.95, shape)


@pytest.mark.filterwarnings("ignore:reduction. .mean.")
@pytest.mark.parametrize("reduction", REDUCTIONS)
@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("mse_loss", {}),
        ("l1_loss", {}),
        ("smooth_l1_loss", {"beta": 1.0}),
        ("smooth_l1_loss", {"beta": 0.3}),
        ("smooth_l1_loss", {"beta": 0.0}),
        ("huber_loss", {"delta": 1.0}),
        ("huber_loss", {"delta": 0.3}),
        ("kl_div", {"log_target": False}),
        ("kl_div", {"log_target": True}),
    ],
)
def test_elementwise_losses_are_pytorch_s(name: str, options: dict[str, Any], reduction: str) -> None:
    x, target = RNG.normal(size=(3, 4)), probabilities(3, 4)
    target[0, 0] = 0.0
    expected = getattr(TF, name)(tensor(x), tensor(target), reduction=reduction, **options)
    result = getattr(F, name)(x, target, reduction, *options.values())
    assert isinstance(result, np.ndarray)
    np.testing.assert_allclose(result, expected.numpy(), rtol=1e-12)


@pytest.mark.parametrize("reduction", REDUCTIONS)
@pytest.mark.parametrize("weight", [None, np.array([0.5, 1.0, 2.0]), np.array([[0.5], [3.0]])])
@pytest.mark.parametrize("pos_weight", [None, np.array([2.0, 1.0, 0.5])])
def test_binary_cross_entropies_are_pytorch_s(weight: Any, pos_weight: Any, reduction: str) -> None:
    x, target = RNG.normal(size=(2, 3)) * 4, probabilities(2, 3)
    logits = TF.binary_cross_entropy_with_logits(
        tensor(x), tensor(target), tensor(weight), reduction=reduction, pos_weight=tensor(pos_weight)
    )
    result = F.binary_cross_entropy_with_logits(x, target, weight, reduction, pos_weight)
    np.testing.assert_allclose(result, logits.numpy(), rtol=1e-12)
    p = probabilities(2, 3)
    expected = TF.binary_cross_entropy(tensor(p), tensor(target), tensor(weight), reduction=reduction)
    np.testing.assert_allclose(
        F.binary_cross_entropy(p, target, weight, reduction), expected.numpy(), rtol=1e-12
    )


def test_binary_cross_entropy_cuts_logarithms_off_at_minus_100() -> None:
    result = F.binary_cross_entropy(np.array([0.0, 1.0, 0.0]), np.array([1.0, 0.0, 0.0]), None, "none")
    np.testing.assert_array_equal(result, [100.0, 100.0, 0.0])


def test_binary_cross_entropy_with_large_logits_does_not_overflow() -> None:
    result = F.binary_cross_entropy_with_logits(
        np.array([1000.0, -1000.0]), np.array([0.0, 1.0]), None, "none", None
    )
    np.testing.assert_array_equal(result, [1000.0, 1000.0])


def test_binary_cross_entropy_refuses_what_is_no_probability() -> None:
    for value in (1.5, -0.1, np.nan):
        with pytest.raises(RuntimeError, match="must hold probabilities between 0 and 1"):
            F.binary_cross_entropy(np.array([value]), np.array([1.0]), None, "mean")


def test_kl_div_batchmean_divides_by_the_batch() -> None:
    x, target = RNG.normal(size=(4, 5)), probabilities(4, 5)
    expected = TF.kl_div(tensor(x), tensor(target), reduction="batchmean")
    np.testing.assert_allclose(F.kl_div(x, target, "batchmean", False), expected.numpy(), rtol=1e-12)


def test_loss_scale_is_the_derivative_of_the_reduction() -> None:
    x = RNG.normal(size=(4, 5))
    for reduction in ("sum", "mean", "batchmean"):
        change = F.reduce_loss(x + 1.0, reduction) - F.reduce_loss(x, reduction)
        np.testing.assert_allclose(change, x.size * F.loss_scale(reduction, x.shape), rtol=1e-12)


def test_the_mean_of_no_losses_is_nan() -> None:
    assert np.isnan(F.mse_loss(np.zeros(0), np.zeros(0), "mean"))


@pytest.mark.parametrize("name", ["mse_loss", "l1_loss"])
def test_shapes_that_differ_are_refused(name: str) -> None:
    with pytest.raises(
        RuntimeError, match=rf"{name}: target must have the shape of input, \(3, 1\), got \(3,\)"
    ):
        getattr(F, name)(np.zeros((3, 1)), np.zeros(3), "mean")


def test_weights_must_not_enlarge_the_losses() -> None:
    with pytest.raises(RuntimeError, match="weight must broadcast to the shape of input"):
        F.binary_cross_entropy(np.full((1, 3), 0.5), np.ones((1, 3)), np.ones((2, 3)), "none")


def test_thresholds_out_of_their_domain_are_refused() -> None:
    with pytest.raises(RuntimeError, match="huber_loss: delta must be greater than 0, got 0"):
        F.huber_loss(np.zeros(1), np.zeros(1), "mean", 0.0)
    with pytest.raises(RuntimeError, match="smooth_l1_loss: beta must be at least 0, got -1"):
        F.smooth_l1_loss(np.zeros(1), np.zeros(1), "mean", -1.0)
