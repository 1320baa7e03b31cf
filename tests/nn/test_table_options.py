"""Tables of vectors: norms of rows, and gradients by frequency; attention with further keys."""

from typing import Any

import numpy as np
import pytest

import derivata as dv

torch = pytest.importorskip("torch", reason="the same layers are compared")


def looked_up(lib: Any, name: str, max_norm: float | None, by_freq: bool, sparse: bool, **more: Any) -> Any:
    """Return result, table after it, and the table's gradient."""
    rng = np.random.default_rng(3)
    table = rng.standard_normal((5, 3)) * 2
    weight = (dv.from_numpy(table) if lib is dv else torch.from_numpy(table)).requires_grad_()
    indices = lib.tensor([[0, 2, 2], [4, 2, 0]])
    function = getattr(lib.nn.functional, name)
    result = function(indices, weight, None, max_norm, 1.5, by_freq, sparse=sparse, **more)
    (result * result).sum().backward()
    grad = weight.grad.to_dense() if sparse else weight.grad
    return [np.asarray(t.detach()) for t in (result, weight, grad)]


@pytest.mark.parametrize("sparse", [False, True])
@pytest.mark.parametrize("by_freq", [False, True])
@pytest.mark.parametrize("max_norm", [None, 1.0])
def test_embedding_scales_rows_and_gradients(max_norm: float | None, by_freq: bool, sparse: bool) -> None:
    """`embedding` scales long rows in the table itself, and divides gradients by how often an index occurs."""
    if by_freq and sparse:
        found = looked_up(dv, "embedding", max_norm, True, True)
        wanted = looked_up(dv, "embedding", max_norm, True, False)
    else:
        found, wanted = [looked_up(lib, "embedding", max_norm, by_freq, sparse) for lib in (dv, torch)]
    for ours, theirs in zip(found, wanted, strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-12)


@pytest.mark.parametrize("mode", ["sum", "mean", "max"])
def test_bags_scale_rows(mode: str) -> None:
    """`embedding_bag` scales long rows in the table itself."""
    found, wanted = [looked_up(lib, "embedding_bag", 1.0, False, False, mode=mode) for lib in (dv, torch)]
    for ours, theirs in zip(found, wanted, strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-12)


def test_bags_divide_by_the_count_of_the_index() -> None:
    """Differs from PyTorch: `embedding_bag(scale_grad_by_freq=True)` divides a row's gradient by its own index's count.
    PyTorch 2.13 divides by that of the smaller index before.
    """
    _, _, plain = looked_up(dv, "embedding_bag", None, False, False, mode="sum")
    for lib, counts in ((dv, [2, 1, 3, 1, 1]), (torch, [2, 1, 2, 1, 3])):
        _, _, scaled = looked_up(lib, "embedding_bag", None, True, False, mode="sum")
        np.testing.assert_allclose(scaled, plain / np.array(counts)[:, None])


def test_layers_take_the_options_by_position() -> None:
    """The layers have these options in PyTorch's order."""
    indices = np.array([[1, 0], [0, 1]])
    for name in ("Embedding", "EmbeddingBag"):
        for lib in (dv, torch):
            head = (4, 3, None) if name == "Embedding" else (4, 3)
            layer = getattr(lib.nn, name)(*head, 0.5, 2.0, True)
            layer(lib.tensor(indices)).sum().backward()
            norms = np.linalg.norm(np.asarray(layer.weight.detach())[:2], axis=1)
            assert norms.max() <= 0.5 + 1e-6
            shares = {"Embedding": [1.0, 1.0], "EmbeddingBag": [0.5, 0.5]}[name]
            np.testing.assert_allclose(np.asarray(layer.weight.grad)[:2, 0], shares)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"per_sample_weights": np.ones(3)}, r"must have the shape of input, \(2,\), got \(3,\)"),
        ({"padding_idx": 7}, "padding_idx must name one of the 3 rows of weight, got 7"),
        ({"padding_idx": -4}, "padding_idx must name one of the 3 rows of weight, got -4"),
        ({"offsets": [0.0]}, "offsets must be integers, got float32"),
    ],
)
def test_bags_refuse_what_does_not_fit(arguments: Any, message: str) -> None:
    """`embedding_bag` names factors of another shape, a padding row that is not there, and offsets with fractions."""
    offsets = dv.tensor(arguments.pop("offsets", [0]))
    with pytest.raises(ValueError, match=f"embedding_bag: .*{message}"):
        dv.nn.functional.embedding_bag(dv.tensor([0, 1]), dv.ones(3, 2), offsets, mode="sum", **arguments)


def test_bags_take_arrays() -> None:
    """`embedding_bag` takes arrays for tensors, factors among them."""
    table, factors = np.arange(6.0).reshape(3, 2), np.array([2.0, 10.0])
    found = dv.nn.functional.embedding_bag(
        np.array([1, 2]), table, np.array([0]), mode="sum", per_sample_weights=factors
    )
    assert found.tolist() == [[44.0, 56.0]]


@pytest.mark.parametrize("freeze", [True, False])
def test_bags_look_up_a_table_that_is_there(lib: Any, freeze: bool) -> None:
    """`EmbeddingBag.from_pretrained` shares the table, which is frozen unless told otherwise."""
    table = lib.tensor([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    bag = lib.nn.EmbeddingBag.from_pretrained(table, freeze=freeze, mode="sum", padding_idx=2)
    assert bag(lib.tensor([[0, 1, 2]])).tolist() == [[4.0, 6.0]]
    assert bag.weight.requires_grad is not freeze and bag.weight.data_ptr() == table.data_ptr()


def test_a_table_that_is_no_matrix_is_refused() -> None:
    """The error names the class and the shape."""
    for kind in (dv.nn.Embedding, dv.nn.EmbeddingBag):
        with pytest.raises(
            ValueError, match=rf"{kind.__name__}.from_pretrained: expected a table of 2 dimensions"
        ):
            kind.from_pretrained(dv.ones(3))
