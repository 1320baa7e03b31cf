"""Dropout of channels, attention and bilinear forms as users call them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import derivata as dv


def test_alpha_dropout_keeps_mean_and_variance(lib: Any) -> None:
    """`alpha_dropout` keeps mean 0 and variance 1, and gives what it drops the same value, without gradient."""
    lib.manual_seed(0)
    x = lib.randn(300, 300, requires_grad=True)
    y = lib.nn.functional.alpha_dropout(x, 0.3, training=True)
    values = y.detach().numpy()
    assert abs(values.mean()) < 0.02 and abs(values.var() - 1) < 0.03
    y.sum().backward()
    dropped = x.grad.numpy() == 0
    assert abs(dropped.mean() - 0.3) < 0.01
    assert np.ptp(values[dropped]) < 1e-6 and np.ptp(x.grad.numpy()[~dropped]) < 1e-6


@pytest.mark.parametrize(
    ("name", "shape", "leading"),
    [
        ("dropout1d", (50, 4, 3), 2),
        ("dropout1d", (50, 3), 1),
        ("dropout2d", (50, 4, 3), 2),
        ("dropout3d", (50, 4, 2, 3, 2), 2),
        ("dropout3d", (50, 2, 3, 2), 1),
        ("feature_alpha_dropout", (50, 4, 3), 2),
    ],
)
def test_whole_channels_are_dropped(lib: Any, name: str, shape: tuple[int, ...], leading: int) -> None:
    """Dropout of channels keeps or drops all elements of a channel at once."""
    lib.manual_seed(0)
    y = getattr(lib.nn.functional, name)(lib.ones(shape), 0.5, True).numpy()
    flat = y.reshape(int(np.prod(shape[:leading])), -1)
    np.testing.assert_array_equal(flat, np.repeat(flat[:, :1], flat.shape[1], axis=1))
    assert len(np.unique(flat)) == 2 and 0.2 < (flat[:, 0] == flat.min()).mean() < 0.8


def arrays(*shapes: tuple[int, ...]) -> list[Any]:
    rng = np.random.default_rng(0)
    return [rng.standard_normal(shape) for shape in shapes]


SEES = np.array([[True, False, True], [False, False, False]])
ATTENTION: dict[str, tuple[list[Any], dict[str, Any]]] = {
    "a query that sees nothing": (arrays((2, 2, 4), (2, 3, 4), (2, 3, 5)), {"attn_mask": SEES}),
    "more keys than queries": (arrays((2, 4), (5, 4), (5, 3)), {"is_causal": True}),
    "fewer keys than queries": (arrays((1, 5, 4), (1, 2, 4), (1, 2, 3)), {"is_causal": True}),
    "heads that share": (arrays((2, 6, 3, 4), (2, 2, 5, 4), (2, 2, 5, 4)), {"enable_gqa": True}),
    "a scale": (arrays((2, 4), (3, 4), (3, 3)), {"scale": 2.0}),
    "an added mask": (
        arrays((2, 4), (3, 4), (3, 3)),
        {"attn_mask": np.array([[0.0, -np.inf, 1.0], [0.5, 0.0, 0.0]])},
    ),
}


@pytest.mark.parametrize("case", ATTENTION)
def test_attention_is_that_of_pytorch(case: str) -> None:
    """`scaled_dot_product_attention` has PyTorch's masks, scale and shared heads; blind queries get zeros."""
    torch = pytest.importorskip("torch")
    operands, options = ATTENTION[case]
    found = []
    for lib in (dv, torch):
        leaves = [lib.from_numpy(array.copy()).requires_grad_() for array in operands]
        given = {k: lib.from_numpy(v.copy()) if isinstance(v, np.ndarray) else v for k, v in options.items()}
        result = lib.nn.functional.scaled_dot_product_attention(*leaves, **given)
        (result * result).sum().backward()
        found.append([result.detach().numpy(), *[leaf.grad.numpy() for leaf in leaves]])
    for got, wanted in zip(*found, strict=True):
        np.testing.assert_allclose(got, np.nan_to_num(wanted), rtol=1e-9, atol=1e-12)


def test_attention_drops_weights() -> None:
    """`dropout_p` of attention drops weights at random, also outside of training, as in PyTorch."""
    q = dv.ones(1, 1, 2)
    value = dv.ones(1, 1000, 1)
    dv.manual_seed(0)
    result = dv.nn.functional.scaled_dot_product_attention(
        q, dv.zeros(1, 1000, 2), value, dropout_p=0.5
    ).item()
    assert result != 1.0 and abs(result - 1.0) < 0.15


Call = Callable[[Any, Any], Any]
MISTAKES: list[tuple[Call, str]] = [
    (
        lambda F, x: F.scaled_dot_product_attention(x, x, x, attn_mask=x, is_causal=True),
        "Explicit attn_mask should not be set when is_causal=True",
    ),
    (lambda F, x: F.scaled_dot_product_attention(x[0], x, x), "at least 2 dimension"),
    (lambda F, x: F.scaled_dot_product_attention(x[None], x[None, :, :2], x[None]), ""),
    (lambda F, x: F.scaled_dot_product_attention(x[None], x[None], x[None], x[:2] > 0), ""),
    (lambda F, x: F.scaled_dot_product_attention(x, x, x, dropout_p=2.0), "(?i)probability"),
    (lambda F, x: F.bilinear(x, x[:2], x[None]), ""),
    (lambda F, x: F.bilinear(x, x, x), ""),
    (lambda F, x: F.bilinear(x, x, x[None], x[0]), ""),
    (lambda F, x: F.local_response_norm(x, 2), "Expected 3D or higher dimensionality +input"),
    (lambda F, x: F.local_response_norm(x[None], 0), ""),
    (lambda F, x: F.dropout1d(x[0]), "Expected 2D or 3D input, but received a 1D input"),
    (
        lambda F, x: F.feature_alpha_dropout(x[0], 0.5, True),
        "Feature dropout requires at least 2 dim",
    ),
]


@pytest.mark.parametrize(("call", "words"), MISTAKES)
def test_mistakes_in_shapes_are_refused(lib: Any, call: Call, words: str) -> None:
    with pytest.raises((RuntimeError, ValueError, IndexError), match=words):
        call(lib.nn.functional, lib.ones(3, 3))


def test_gumbel_softmax_draws_categories_with_gradients(lib: Any) -> None:
    """`gumbel_softmax` draws categories by their probabilities; hard samples have the relaxed gradient."""
    lib.manual_seed(0)
    probabilities = np.array([0.1, 0.2, 0.7])
    logits = lib.from_numpy(np.log(np.tile(probabilities, (20_000, 1)))).requires_grad_()
    soft = lib.nn.functional.gumbel_softmax(logits, tau=0.5).detach().numpy()
    np.testing.assert_allclose(soft.sum(axis=1), 1.0)
    np.testing.assert_allclose(
        (soft == soft.max(axis=1, keepdims=True)).mean(axis=0), probabilities, atol=0.015
    )
    hard = lib.nn.functional.gumbel_softmax(logits, hard=True, dim=-1)
    np.testing.assert_allclose(np.sort(hard.detach().numpy())[0], [0.0, 0.0, 1.0], atol=1e-12)
    (hard * lib.from_numpy(np.arange(3.0))).sum().backward()
    assert np.abs(logits.grad.numpy()).max() > 0
    np.testing.assert_allclose(logits.grad.numpy().sum(axis=1), 0.0, atol=1e-12)


def test_the_mean_over_no_rows_of_probabilities_is_nan() -> None:
    nothing = dv.ones(0, 3, requires_grad=True)
    loss = dv.nn.functional.cross_entropy(nothing, dv.ones(0, 3), label_smoothing=0.1)
    loss.backward()
    assert loss.isnan().item()
    assert nothing.grad is not None
    assert nothing.grad.shape == (0, 3)


def test_no_classes_cost_nothing() -> None:
    scores, kinds = dv.ones(2, 0), dv.zeros(0, dtype=dv.int64)
    smooth = {"label_smoothing": 0.1, "reduction": "none"}
    assert dv.nn.functional.cross_entropy(scores, scores, **smooth).tolist() == [0, 0]
    assert dv.nn.functional.cross_entropy(dv.ones(0, 0), kinds, **smooth).tolist() == []
    assert dv.nn.functional.cross_entropy(dv.ones(0, 0), kinds, label_smoothing=0.1).isnan().item()
