"""Arguments and names that PyTorch has for historical reasons: the same calls in derivata and in PyTorch."""

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import derivata as dv

SAME: dict[str, tuple[Callable[[Any, Any], Any], Callable[[Any, Any], Any]]] = {
    "layer_norm": (
        lambda lib, x: lib.layer_norm(x, (2,), None, None, 0.5, False),
        lambda lib, x: lib.nn.functional.layer_norm(x, (2,), eps=0.5),
    ),
    "layer_norm by name": (
        lambda lib, x: lib.layer_norm(x, (2,), cudnn_enable=True),
        lambda lib, x: lib.nn.functional.layer_norm(x, (2,)),
    ),
    "group_norm": (
        lambda lib, x: lib.group_norm(x, 2, cudnn_enabled=False),
        lambda lib, x: lib.nn.functional.group_norm(x, 2),
    ),
    "expand_copy": (
        lambda lib, x: lib.expand_copy(x, (3, 2, 2), implicit=True),
        lambda lib, x: x.expand(3, 2, 2).clone(),
    ),
    "swapaxes": (lambda lib, x: lib.swapaxes(x, axis0=0, axis1=1), lambda lib, x: x.T),
    "swapaxes as a method": (lambda lib, x: x.swapaxes(axis1=0, axis0=1), lambda lib, x: x.T),
    "swapaxes in place": (lambda lib, x: (x * 1).swapaxes_(axis0=0, axis1=1), lambda lib, x: x.T),
    "swapdims": (lambda lib, x: lib.swapdims(x, dim0=0, dim1=1), lambda lib, x: x.T),
    "gather": (
        lambda lib, x: lib.gather(x, 1, lib.tensor([[1], [0]]), sparse_grad=True),
        lambda lib, x: lib.gather(x, 1, lib.tensor([[1], [0]])),
    ),
}


@pytest.mark.parametrize("name", SAME)
def test_values_and_gradients_are_those_without_the_argument(lib: Any, name: str) -> None:
    """As in PyTorch: `cudnn_enable`, `implicit`, `sparse_grad`, `axis0` and `axis1` change no number."""
    results, gradients = [], []
    for call in SAME[name]:
        x = lib.tensor([[1.0, 4.0], [2.0, 8.0]], requires_grad=True)
        results.append(call(lib, x))
        (results[-1] ** 2).sum().backward()
        gradients.append(x.grad.to_dense() if x.grad.layout is lib.sparse_coo else x.grad)
    assert results[0].tolist() == results[1].tolist()
    assert gradients[0].tolist() == gradients[1].tolist()


@pytest.mark.parametrize("dims", [1, 2, 3])
@pytest.mark.parametrize("asked", [True, False])
def test_pools_with_indices_give_them_anyway(torch: Any, dims: int, asked: bool) -> None:
    """As in PyTorch: `adaptive_max_pool2d_with_indices` returns indices, whatever `return_indices` says."""
    name, shape = f"adaptive_max_pool{dims}d_with_indices", (2,) + (4,) * dims
    found, wanted = (
        getattr(lib.nn.functional, name)(lib.arange(2.0 * 4**dims).reshape(shape), 2, return_indices=asked)
        for lib in (dv, torch)
    )
    assert [part.tolist() for part in found] == [part.tolist() for part in wanted]


@pytest.mark.parametrize(
    ("shape", "read"), [((), ()), ((3,), (3,)), ((3, 4), (3, 4)), ((2, 0), (2, 0)), ((3,), ())]
)
def test_gather_gives_a_sparse_gradient(lib: Any, shape: tuple[int, ...], read: tuple[int, ...]) -> None:
    """As in PyTorch: with `sparse_grad` the gradient of `gather` stores a number for each that was read."""
    x = lib.ones(shape, requires_grad=True)
    index = lib.zeros(read, dtype=lib.int64)
    (lib.gather(x, -1, index, sparse_grad=True) * 3).sum().backward()
    assert x.grad.layout is lib.sparse_coo
    assert x.grad._indices().shape == (len(shape), index.numel())
    dense = lib.ones(shape, requires_grad=True)
    (dense.gather(-1, index) * 3).sum().backward()
    assert x.grad.to_dense().tolist() == dense.grad.tolist()


def test_gather_with_a_sparse_gradient_has_tangents_and_second_gradients(lib: Any) -> None:
    """As in PyTorch: `gather` with `sparse_grad` can be differentiated forwards."""
    index = lib.tensor([[0, 1], [2, 2]])
    with lib.autograd.forward_ad.dual_level():
        dual = lib.autograd.forward_ad.make_dual(lib.ones(2, 3), lib.arange(6.0).reshape(2, 3))
        result = lib.gather(dual, 1, index, sparse_grad=True)
        tangent = lib.autograd.forward_ad.unpack_dual(result).tangent
    assert tangent.tolist() == [[0.0, 1.0], [5.0, 5.0]]


def scores(lib: Any) -> Any:
    return lib.tensor([[0.2, 0.3, 0.9], [0.4, 0.1, 0.6]], requires_grad=True)


LOSSES: dict[str, Callable[[Any], tuple[Any, ...]]] = {
    **dict.fromkeys(
        ["l1_loss", "mse_loss", "smooth_l1_loss", "binary_cross_entropy", "binary_cross_entropy_with_logits"],
        lambda lib: (scores(lib), lib.tensor([[0.1, 0.4, 0.0], [0.9, 0.2, 1.0]])),
    ),
    **dict.fromkeys(
        ["kl_div", "poisson_nll_loss", "multilabel_soft_margin_loss"],
        lambda lib: (scores(lib), lib.tensor([[0.1, 0.4, 0.0], [0.9, 0.2, 1.0]])),
    ),
    **dict.fromkeys(
        ["hinge_embedding_loss", "soft_margin_loss"],
        lambda lib: (scores(lib), lib.tensor([[1.0, -1.0, 1.0], [-1.0, -1.0, 1.0]])),
    ),
    **dict.fromkeys(
        ["cross_entropy", "nll_loss", "multi_margin_loss"],
        lambda lib: (scores(lib), lib.tensor([1, 2])),
    ),
    "multilabel_margin_loss": lambda lib: (scores(lib), lib.tensor([[1, -1, 0], [2, 0, -1]])),
    "triplet_margin_loss": lambda lib: (scores(lib), scores(lib) * 2, scores(lib) + 1),
    "cosine_embedding_loss": lambda lib: (scores(lib), scores(lib) * 2 - 1, lib.tensor([1.0, -1.0])),
    "margin_ranking_loss": lambda lib: (scores(lib), scores(lib) * 2 - 1, lib.tensor([[1.0, -1.0, 1.0]])),
}
MODULES = {
    "l1_loss": "L1Loss",
    "mse_loss": "MSELoss",
    "smooth_l1_loss": "SmoothL1Loss",
    "binary_cross_entropy": "BCELoss",
    "binary_cross_entropy_with_logits": "BCEWithLogitsLoss",
    "kl_div": "KLDivLoss",
    "poisson_nll_loss": "PoissonNLLLoss",
    "multilabel_soft_margin_loss": "MultiLabelSoftMarginLoss",
    "hinge_embedding_loss": "HingeEmbeddingLoss",
    "soft_margin_loss": "SoftMarginLoss",
    "cross_entropy": "CrossEntropyLoss",
    "nll_loss": "NLLLoss",
    "multi_margin_loss": "MultiMarginLoss",
    "multilabel_margin_loss": "MultiLabelMarginLoss",
    "triplet_margin_loss": "TripletMarginLoss",
    "cosine_embedding_loss": "CosineEmbeddingLoss",
    "margin_ranking_loss": "MarginRankingLoss",
}


@pytest.mark.filterwarnings("ignore:.*batchmean")
@pytest.mark.parametrize(
    ("size_average", "reduce"),
    [(True, None), (False, None), (None, True), (None, False), (False, True), (True, False), (False, False)],
)
@pytest.mark.parametrize("name", LOSSES)
def test_losses_take_what_was_before_reduction(
    torch: Any, name: str, reduce: bool | None, size_average: bool | None
) -> None:
    """As in PyTorch: losses take `size_average` and `reduce`, and the warning says which `reduction` is meant."""
    old = {"size_average": size_average, "reduce": reduce}
    values = []
    for lib in (dv, torch):
        arguments = LOSSES[name](lib)
        with pytest.warns(UserWarning, match="size_average and reduce args will be deprecated") as told:
            loss = getattr(lib.nn.functional, name)(*arguments, **old)
            module = getattr(lib.nn, MODULES[name])(**old)
        (gradient,) = lib.autograd.grad(loss.sum(), arguments[0])
        texts = [str(each.message) for each in told if "size_average" in str(each.message)]
        values.append((loss.tolist(), gradient.tolist(), module.reduction, texts))
    (loss, gradient, *others), (wanted, slope, *same) = values
    np.testing.assert_allclose(loss, wanted, rtol=1e-5, atol=1e-7)
    np.testing.assert_allclose(gradient, slope, rtol=1e-5, atol=1e-6)
    assert others == same


@pytest.mark.parametrize("name", MODULES)
def test_modules_of_losses_take_arguments_in_pytorchs_order(torch: Any, name: str) -> None:
    """As in PyTorch: a module of a loss takes its arguments in the same order, those before `reduction` included."""
    known, wanted = (
        list(inspect.signature(getattr(lib.nn, MODULES[name])).parameters) for lib in (dv, torch)
    )
    assert known == wanted


def test_hardtanh_takes_the_older_names_of_its_ends(lib: Any) -> None:
    """As in PyTorch: `nn.Hardtanh` takes `min_value` and `max_value`, with a warning that says what to write."""
    with pytest.warns(FutureWarning) as told:
        module = lib.nn.Hardtanh(min_value=-2, max_value=3)
    assert [str(each.message) for each in told] == [
        "keyword argument `min_value` is deprecated and renamed to `min_val`",
        "keyword argument `max_value` is deprecated and renamed to `max_val`",
    ]
    assert module(lib.tensor([-5.0, 1.0, 5.0])).tolist() == [-2.0, 1.0, 3.0]
