"""Attention, bags of embeddings and the loss of connectionist temporal classification against PyTorch."""

from typing import Any

import numpy as np
import pytest

import derivata as dv

torch = pytest.importorskip("torch", reason="the layers are compared with PyTorch's")
RNG = np.random.default_rng(3)
SCORES = RNG.standard_normal((7, 3, 5))
TARGETS = np.array([[1, 2, 2], [3, 1, 0], [4, 4, 4]])
LENGTHS = {"input_lengths": (7, 5, 6), "target_lengths": (3, 2, 1)}


def tensors(lib: Any, *arrays: Any) -> list[Any]:
    return [lib.tensor(array) for array in arrays]


def close(ours: Any, theirs: Any, rtol: float = 1e-9) -> None:
    np.testing.assert_allclose(ours.detach().numpy(), theirs.detach().numpy(), rtol=rtol, atol=1e-12)


def ctc(lib: Any, targets: Any, **options: Any) -> list[Any]:
    scores = lib.tensor(SCORES).requires_grad_()
    loss = lib.nn.functional.ctc_loss(scores.log_softmax(-1), lib.tensor(targets), **{**LENGTHS, **options})
    return [loss, *lib.autograd.grad((loss * loss).sum(), scores)]


@pytest.mark.parametrize("reduction", ["mean", "sum", "none"])
@pytest.mark.parametrize("targets", [TARGETS, np.array([1, 2, 2, 3, 1, 4])])
def test_ctc_loss_is_that_of_pytorch(reduction: str, targets: Any) -> None:
    for ours, theirs in zip(*[ctc(lib, targets, reduction=reduction) for lib in (dv, torch)], strict=True):
        close(ours, theirs)


def test_ctc_loss_with_another_blank_and_empty_targets() -> None:
    options = {"blank": 4, "target_lengths": (2, 0, 3), "reduction": "none"}
    targets = np.array([[1, 0, 2], [3, 1, 0], [2, 2, 3]])
    for ours, theirs in zip(*[ctc(lib, targets, **options) for lib in (dv, torch)], strict=True):
        close(ours, theirs)


def test_ctc_loss_of_sequences_that_are_too_short() -> None:
    options = {"input_lengths": (7, 1, 2), "reduction": "none"}
    losses = [ctc(lib, TARGETS, zero_infinity=True, **options) for lib in (dv, torch)]
    for ours, theirs in zip(*losses, strict=True):
        close(ours, theirs)
    assert ctc(dv, TARGETS, **options)[0].tolist()[1] == float("inf")


def test_ctc_loss_has_second_derivatives_and_tangents() -> None:
    def loss(scores: Any) -> Any:
        return dv.nn.functional.ctc_loss(scores.log_softmax(-1), dv.tensor(TARGETS), **LENGTHS)

    x = dv.tensor(SCORES).requires_grad_()
    assert dv.autograd.gradcheck(loss, (x,), check_forward_ad=True)
    assert dv.autograd.gradgradcheck(loss, (x,), fast_mode=True)


def test_ctc_loss_of_one_sequence_as_a_module() -> None:
    found = []
    for lib in (dv, torch):
        log_probs = lib.tensor(SCORES[:, 0]).log_softmax(-1)
        found.append(lib.nn.CTCLoss(reduction="sum")(log_probs, *tensors(lib, TARGETS[0], 7, 3)))
    close(*found)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"blank": 5}, "blank must be in label range"),
        ({"input_lengths": (8, 1, 1)}, "Expected input_lengths to have value at most"),
        ({"input_lengths": (8, 1)}, "input_lengths"),
    ],
)
def test_ctc_loss_refuses_what_does_not_fit(options: dict[str, Any], words: str) -> None:
    for lib in (dv, torch):
        with pytest.raises(RuntimeError, match=words):
            ctc(lib, TARGETS, **options)


BAGS: list[dict[str, Any]] = [
    {"mode": "sum"},
    {"mode": "mean"},
    {"mode": "max"},
    {"mode": "mean", "padding_idx": 2},
    {"mode": "max", "padding_idx": -1},
    {"mode": "sum", "include_last_offset": True},
]


@pytest.mark.parametrize("options", BAGS, ids=str)
@pytest.mark.parametrize("rows", [False, True])
def test_bags_of_embeddings_are_those_of_pytorch(options: dict[str, Any], rows: bool) -> None:
    if rows and "include_last_offset" in options:
        options = {"mode": "sum"}
    table = np.random.default_rng(0).standard_normal((5, 3))
    found = []
    for lib in (dv, torch):
        weight = lib.tensor(table).requires_grad_()
        input, offsets = tensors(lib, [[0, 2, 4], [4, 1, 3]] if rows else [0, 2, 4, 1, 1, 2], [0, 2, 2, 6])
        result = lib.nn.functional.embedding_bag(input, weight, None if rows else offsets, **options)
        found.append([result, *lib.autograd.grad((result * result).sum(), weight)])
    for ours, theirs in zip(*found, strict=True):
        close(ours, theirs)


def test_bags_with_factors() -> None:
    found = []
    for lib in (dv, torch):
        weight, factors = [
            t.requires_grad_() for t in tensors(lib, np.arange(6.0).reshape(3, 2), np.array([1.0, -2.0, 0.5]))
        ]
        input, offsets = tensors(lib, [2, 0, 2], [0, 1])
        result = lib.nn.functional.embedding_bag(
            input, weight, offsets, mode="sum", per_sample_weights=factors, padding_idx=0
        )
        found.append([result, *lib.autograd.grad((result * result).sum(), (weight, factors))])
        with pytest.raises(NotImplementedError, match="per_sample_weights"):
            lib.nn.functional.embedding_bag(input, weight, offsets, per_sample_weights=factors)
        with pytest.raises(ValueError, match="offsets has to be None"):
            lib.nn.functional.embedding_bag(input.reshape(1, 3), weight, offsets)
    for ours, theirs in zip(*found, strict=True):
        close(ours, theirs)


def test_bags_have_sparse_gradients() -> None:
    bag = dv.nn.EmbeddingBag(1000, 2, mode="sum", sparse=True, padding_idx=0)
    bag(dv.tensor([3, 5, 3]), dv.tensor([0, 2])).sum().backward()
    grad = bag.weight.grad
    assert grad is not None
    assert grad.is_sparse
    assert repr(bag) == repr(torch.nn.EmbeddingBag(1000, 2, mode="sum", sparse=True, padding_idx=0))


ATTENTION: list[dict[str, Any]] = [
    {},
    {"batch_first": True},
    {"bias": False},
    {"kdim": 5, "vdim": 7},
    {"add_bias_kv": True},
    {"add_bias_kv": True, "add_zero_attn": True, "batch_first": True},
]


@pytest.mark.parametrize("options", ATTENTION, ids=str)
@pytest.mark.parametrize("masked", [False, True])
@pytest.mark.parametrize("need_weights", [False, True])
def test_attention_is_that_of_pytorch(options: dict[str, Any], masked: bool, need_weights: bool) -> None:
    sizes = (6, options.get("kdim", 6), options.get("vdim", 6))
    rng = np.random.default_rng(1)
    arrays = [rng.standard_normal((3, 4, size)) for size in sizes]
    theirs = torch.nn.MultiheadAttention(6, 2, dtype=torch.float64, **options)
    ours = dv.nn.MultiheadAttention(6, 2, dtype=dv.float64, **options)
    ours.load_state_dict(
        {name: dv.from_numpy(value.numpy().copy()) for name, value in theirs.state_dict().items()}
    )
    found = []
    for lib, layer in ((dv, ours), (torch, theirs)):
        query, key, value = [t.requires_grad_() for t in tensors(lib, *arrays)]
        length, batch = (4, 3) if options.get("batch_first") else (3, 4)
        masks = {}
        if masked:
            masks["attn_mask"] = lib.ones(length, length, dtype=lib.bool).triu(1)
            masks["key_padding_mask"] = lib.zeros(batch, length, dtype=lib.bool)
            masks["key_padding_mask"][:, -1] = True
        output, weights = layer(query, key, value, need_weights=need_weights, **masks)
        assert (weights is None) == (not need_weights)
        grads = lib.autograd.grad((output * output).sum(), (query, key, value, *layer.parameters()))
        found.append([output, *([weights] if need_weights else []), *grads])
    for a, b in zip(*found, strict=True):
        close(a, b, 1e-8)


def test_attention_without_batch_and_weights_by_head() -> None:
    arrays = np.random.default_rng(2).standard_normal((2, 3, 6))
    theirs = torch.nn.MultiheadAttention(6, 3, dtype=torch.float64)
    ours = dv.nn.MultiheadAttention(6, 3, dtype=dv.float64)
    ours.load_state_dict(
        {name: dv.from_numpy(value.numpy().copy()) for name, value in theirs.state_dict().items()}
    )
    found = []
    for lib, layer in ((dv, ours), (torch, theirs)):
        query, key = tensors(lib, *arrays)
        found.append(layer(query, key, key, average_attn_weights=False))
    for a, b in zip(*found, strict=True):
        assert tuple(a.shape) == tuple(b.shape)
        close(a, b)


def test_attention_says_what_it_expects() -> None:
    with pytest.raises(ValueError, match="divisible by num_heads"):
        dv.nn.MultiheadAttention(5, 2)
    x = dv.ones(2, 4)
    with pytest.raises(RuntimeError, match="Need attn_mask if specifying the is_causal hint"):
        dv.nn.MultiheadAttention(4, 2)(x, x, x, is_causal=True)
