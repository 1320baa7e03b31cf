"""Losses with margins and likelihoods, and the newer activations: PyTorch's conventions at ties, shapes and errors."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import derivata as dv

torch = pytest.importorskip("torch")
RNG = np.random.default_rng(0)

ROWS = RNG.standard_normal((3, 4)).astype(np.float32)
TIED = np.array([1.0, 2.0, 0.5, np.nan], np.float32)
Loss = Callable[..., Any]

CASES: dict[str, tuple[Loss, list[Any]]] = {
    "hinge at its margin": (
        lambda F, x, y: F.hinge_embedding_loss(x, y, reduction="none"),
        [TIED, np.array([-1, -1, 1, -1])],
    ),
    "hinge with other targets": (
        lambda F, x, y: F.hinge_embedding_loss(x, y),
        [TIED[:3], np.array([0.0, 2.0, 1.0])],
    ),
    "ranking of equal values": (
        lambda F, a, b, y: F.margin_ranking_loss(a, b, y),
        [TIED[:2], TIED[:2], np.array([1.0, -1.0], np.float32)],
    ),
    "cosine of a zero vector": (
        lambda F, a, b, y: F.cosine_embedding_loss(a, b, y),
        [np.array([[0, 0], [1, 0]], np.float32), np.array([[1, 2], [0, 1]], np.float32), np.array([1, -1])],
    ),
    "equal triplets": (lambda F, a, b, c: F.triplet_margin_loss(a, b, c, swap=True), [ROWS, ROWS, ROWS]),
    "equal scores": (
        lambda F, x, y: F.multi_margin_loss(x, y, margin=0.0),
        [np.zeros((3, 4), np.float32), np.arange(3)],
    ),
    "one row of scores": (
        lambda F, x, y: F.multi_margin_loss(x, y, reduction="none"),
        [ROWS[0], np.array([1])],
    ),
    "labels up to the first -1": (
        lambda F, x, y: F.multilabel_margin_loss(x, y),
        [ROWS, np.array([[0, 1, -1, 2], [3, 3, -1, 0], [-1, 0, 0, 0]])],
    ),
    "no label at all": (lambda F, x, y: F.multilabel_margin_loss(x, y), [ROWS[0], np.full(4, -1)]),
    "variance below eps": (
        lambda F, x, y, v: F.gaussian_nll_loss(x, y, v, eps=0.5),
        [ROWS, ROWS[::-1].copy(), np.abs(ROWS)],
    ),
    "variance as a number": (lambda F, x, y: F.gaussian_nll_loss(x, y, 0.5), [ROWS, ROWS[::-1].copy()]),
    "integer classes": (lambda F, x, y: F.soft_margin_loss(x, y), [ROWS[0], np.array([1, -1, 1, -1])]),
    "prelu at zero": (
        lambda F, x, w: F.prelu(x, w),
        [np.array([[0.0, -1.0], [2.0, np.nan]], np.float32), np.array([0.2, 0.3], np.float32)],
    ),
    "slope of rrelu in evaluation": (lambda F, x: F.rrelu(x), [ROWS]),
}


def values_and_gradients(lib: Any, loss: Loss, arrays: list[Any]) -> list[Any]:
    tensors = [lib.from_numpy(array.copy()) for array in arrays]
    leaves = [tensor.requires_grad_() for tensor in tensors if tensor.numpy().dtype.kind == "f"]
    result = loss(lib.nn.functional, *tensors)
    result.sum().backward()
    return [result.detach().numpy(), *[None if leaf.grad is None else leaf.grad.numpy() for leaf in leaves]]


@pytest.mark.parametrize("case", CASES)
def test_special_points_are_those_of_pytorch(case: str) -> None:
    """Losses with margins have PyTorch's gradients where they bend, and its conventions for rows and labels."""
    got, wanted = (values_and_gradients(lib, *CASES[case]) for lib in (dv, torch))
    for a, b in zip(got, wanted, strict=True):
        assert (a is None) == (b is None)
        if b is not None:
            assert a.dtype == b.dtype
            np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("target", ["float16", "float32", "float64", "int64"])
@pytest.mark.parametrize("first", ["float16", "float32", "float64"])
@pytest.mark.parametrize("second", ["float16", "float32", "float64"])
def test_the_dtype_of_a_target_that_is_compared_does_not_matter(target: str, first: str, second: str) -> None:
    dtypes = []
    for lib in (dv, torch):
        a, b = (lib.ones((2, 3), dtype=getattr(lib, dtype)) for dtype in (first, second))
        y = lib.ones(2, dtype=getattr(lib, target))
        losses = [
            lib.nn.functional.cosine_embedding_loss(a, b, y),
            lib.nn.functional.hinge_embedding_loss(a[0, :2], y),
        ]
        dtypes.append([str(loss.dtype).removeprefix("torch.") for loss in losses])
    assert dtypes[0] == dtypes[1]


@pytest.mark.parametrize("weight", ["float16", "float64", "int64", "bool"])
@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_the_dtype_of_a_weight_does_not_matter(dtype: str, weight: str) -> None:
    dtypes = []
    for lib in (dv, torch):
        x = lib.full((2, 3), 0.25, dtype=getattr(lib, dtype), requires_grad=True)
        loss = lib.nn.functional.binary_cross_entropy(x, x.detach(), lib.ones(3, dtype=getattr(lib, weight)))
        loss.backward()
        dtypes.append([str(tensor.dtype).removeprefix("torch.") for tensor in (loss, x.grad)])
    assert dtypes[0] == dtypes[1] == [dtype, dtype]


def test_the_argument_of_a_hinge_may_be_written_afterwards() -> None:
    x = dv.tensor([0.25, 0.5, 3.0], requires_grad=True)
    loss = dv.nn.functional.hinge_embedding_loss(x, dv.tensor([1.0, -1.0, -1.0]), reduction="sum")
    with dv.no_grad():
        x.zero_()
    loss.backward()
    assert x.grad is not None and x.grad.tolist() == [1.0, -1.0, 0.0]


LABELS = np.array([0, 1, 2])
MISTAKES: list[tuple[Loss, list[Any], str]] = [
    (lambda F, a, b: F.margin_ranking_loss(a, a, b), [ROWS, ROWS[0]], "should have same dimension"),
    (
        lambda F, a, b: F.cosine_embedding_loss(a, a, b),
        [ROWS[0], LABELS],
        "1D target tensor expects 2D input",
    ),
    (lambda F, a, b: F.cosine_embedding_loss(a, a, b), [ROWS, ROWS], "0D or 1D target tensor expected"),
    (lambda F, a: F.triplet_margin_loss(a, a, a, margin=-1), [ROWS], "margin must be greater than 0"),
    (lambda F, a, b: F.triplet_margin_loss(a, b, a), [ROWS, ROWS[0]], "same number of dimensions"),
    (lambda F, a, b: F.multi_margin_loss(a, b, p=3), [ROWS, LABELS], "only p == 1 and p == 2 supported"),
    (lambda F, a, b: F.multi_margin_loss(a, b), [ROWS, LABELS[:2]], "(?i)expected target size"),
    (
        lambda F, a, b: F.multilabel_margin_loss(a, b),
        [ROWS[None], LABELS],
        "Expected non-empty vector or matrix",
    ),
    (lambda F, a, b: F.multilabel_margin_loss(a, b), [ROWS, LABELS], "inconsistent target size"),
    (lambda F, a, b: F.multilabel_margin_loss(a, b), [ROWS[0], np.full(4, 4)], "out of range"),
    (lambda F, a: F.gaussian_nll_loss(a, a, -1.0), [ROWS], "var has negative entry/entries"),
    (lambda F, a, b: F.gaussian_nll_loss(a, a, b), [ROWS, abs(ROWS[:2])], "var is of incorrect size"),
    (
        lambda F, a, b: F.prelu(a, b),
        [ROWS, ROWS[0, :3]],
        "Mismatch of parameter numbers and input channel size",
    ),
    (lambda F, a: F.glu(a, 0), [ROWS], "Halving dimension must be even"),
    (lambda F, a: F.rrelu(a, 0.5, 0.1, True), [ROWS], "Lower bound should be less than or equal"),
]


@pytest.mark.parametrize(("loss", "arrays", "words"), MISTAKES, ids=[words for _, _, words in MISTAKES])
def test_mistakes_are_refused_in_the_words_of_pytorch(loss: Loss, arrays: list[Any], words: str) -> None:
    for lib in (dv, torch):
        with pytest.raises((RuntimeError, ValueError, IndexError), match=words):
            loss(lib.nn.functional, *[lib.from_numpy(array.copy()) for array in arrays])


@pytest.mark.parametrize("reduction", ["none", "mean", "sum"])
def test_stirlings_term_has_no_gradient_for_counts_up_to_one(reduction: str) -> None:
    """Differs from PyTorch: the gradient of `poisson_nll_loss` with `full` for a count of zero is finite, not NaN."""
    counts = dv.tensor([0.0, 1.0], requires_grad=True)
    dv.nn.functional.poisson_nll_loss(
        dv.tensor([0.5, 2.0]), counts, full=True, reduction=reduction
    ).sum().backward()
    scale = 0.5 if reduction == "mean" else 1.0
    assert counts.grad is not None and counts.grad.tolist() == [-0.5 * scale, -2.0 * scale]


def test_random_slopes_are_uniform_and_kept_for_the_gradient() -> None:
    """In training `rrelu` draws a slope for every element that is not positive; its gradient is that slope."""
    dv.manual_seed(0)
    x = dv.full((100, 100), -1.0, requires_grad=True)
    y = dv.nn.functional.rrelu(x, 0.25, 0.5, True)
    y.sum().backward()
    assert x.grad is not None
    slopes = x.grad.numpy()
    np.testing.assert_array_equal(y.detach().numpy(), -slopes)
    assert slopes.min() >= 0.25 and slopes.max() < 0.5 and abs(slopes.mean() - 0.375) < 0.005
