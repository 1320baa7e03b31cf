"""Attention by several heads as a function, against PyTorch."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata.autograd import gradcheck, gradgradcheck

torch = pytest.importorskip("torch")

L, S, N, E, H = 3, 4, 2, 6, 2
RNG = np.random.default_rng(0)
BOOLEAN = np.arange(L * S).reshape(L, S) % 5 == 1
PADDING = np.array([[False, False, True, True], [False, False, False, True]])


def draw(*shape: int) -> Any:
    return 0.5 * RNG.normal(size=shape)


def arguments(**changed: Any) -> dict[str, Any]:
    """Return arguments as arrays and numbers."""
    given: dict[str, Any] = {
        "query": draw(L, N, E),
        "key": draw(S, N, E),
        "value": draw(S, N, E),
        "embed_dim_to_check": E,
        "num_heads": H,
        "in_proj_weight": draw(3 * E, E),
        "in_proj_bias": draw(3 * E),
        "bias_k": None,
        "bias_v": None,
        "add_zero_attn": False,
        "dropout_p": 0.0,
        "out_proj_weight": draw(E, E),
        "out_proj_bias": draw(E),
    }
    return given | changed


def call(library: Any, given: dict[str, Any], leaves: list[Any]) -> Any:
    """Call the function; its tensors of numbers become leaves."""
    tensors = {}
    for name, value in given.items():
        tensors[name] = value
        if isinstance(value, np.ndarray):
            tensors[name] = library.tensor(value)
            if value.dtype.kind == "f":
                leaves.append(tensors[name].requires_grad_())
    return library.nn.functional.multi_head_attention_forward(**tensors)


CASES: dict[str, dict[str, Any]] = {
    "plain": {},
    "no biases": {"in_proj_bias": None, "out_proj_bias": None},
    "boolean mask": {"attn_mask": BOOLEAN},
    "added mask": {"attn_mask": draw(L, S)},
    "mask of each head": {"attn_mask": draw(N * H, L, S)},
    "padding": {"key_padding_mask": PADDING},
    "added padding": {"key_padding_mask": draw(N, S)},
    "both masks": {"key_padding_mask": PADDING, "attn_mask": BOOLEAN & (np.arange(S) > 0)},
    "both masks of heads": {"key_padding_mask": draw(N, S), "attn_mask": draw(N * H, L, S)},
    "learned key": {"bias_k": draw(1, 1, E), "bias_v": draw(1, 1, E)},
    "zero key": {"add_zero_attn": True},
    "all that follows": {
        "bias_k": draw(1, 1, E),
        "bias_v": draw(1, 1, E),
        "add_zero_attn": True,
        "key_padding_mask": PADDING,
        "attn_mask": draw(L, S),
    },
    "static": {"static_k": draw(N * H, 5, E // H), "static_v": draw(N * H, 5, E // H), "add_zero_attn": True},
    "static with padding": {
        "static_k": draw(N * H, S, E // H),
        "static_v": draw(N * H, S, E // H),
        "key_padding_mask": PADDING,
    },
    "separate weights": {
        "use_separate_proj_weight": True,
        "in_proj_weight": None,
        "q_proj_weight": draw(E, E),
        "k_proj_weight": draw(E, 5),
        "v_proj_weight": draw(E, 7),
        "key": draw(S, N, 5),
        "value": draw(S, N, 7),
    },
    "causal": {"is_causal": True, "attn_mask": np.triu(np.full((L, S), -np.inf), 1)},
    "no batch": {"query": draw(L, E), "key": draw(S, E), "value": draw(S, E)},
    "no batch, masked": {
        "query": draw(L, E),
        "key": draw(S, E),
        "value": draw(S, E),
        "attn_mask": draw(H, L, S),
        "key_padding_mask": PADDING[0],
    },
    "other features": {"out_proj_weight": draw(5, E), "out_proj_bias": draw(5)},
    "dropout without training": {"dropout_p": 0.5, "training": False},
    "everything dropped": {"dropout_p": 1.0},
}


@pytest.mark.parametrize("weights", ["mean", "each", "none"])
@pytest.mark.parametrize("case", CASES)
def test_results_and_gradients_are_pytorch_s(case: str, weights: str) -> None:
    given = arguments(**CASES[case], need_weights=weights != "none", average_attn_weights=weights == "mean")
    ours: list[Any] = []
    theirs: list[Any] = []
    got, expected = call(dv, given, ours), call(torch, given, theirs)
    assert (got[1] is None) == (expected[1] is None) == (weights == "none")
    losses = []
    for library, results in ((dv, got), (torch, expected)):
        total = 0.0
        for result in (result for result in results if result is not None):
            factors = np.cos(np.arange(np.prod(result.shape))).reshape(result.shape)
            total = total + (result * library.tensor(factors)).sum()
        losses.append(total)
    for one, other in zip(got, expected, strict=True):
        if one is not None:
            assert one.shape == tuple(other.shape)
            np.testing.assert_allclose(one.detach().numpy(), other.detach().numpy(), rtol=1e-10, atol=1e-12)
    found = dv.autograd.grad(losses[0], ours, allow_unused=True, materialize_grads=True)
    wanted = torch.autograd.grad(losses[1], theirs, allow_unused=True, materialize_grads=True)
    for one, other in zip(found, wanted, strict=True):
        np.testing.assert_allclose(one.numpy(), other.numpy(), rtol=1e-9, atol=1e-11)


def test_second_derivatives_and_tangents_agree_with_differences() -> None:
    given = arguments(bias_k=draw(1, 1, E), bias_v=draw(1, 1, E), attn_mask=BOOLEAN)
    names = [
        name for name, value in given.items() if isinstance(value, np.ndarray) and value.dtype.kind == "f"
    ]
    leaves = [dv.tensor(given[name]).requires_grad_() for name in names]

    def function(*tensors: Any) -> Any:
        masks = {"attn_mask": dv.tensor(BOOLEAN)}
        changed = given | dict(zip(names, tensors, strict=True)) | masks
        return dv.nn.functional.multi_head_attention_forward(**changed)

    assert gradcheck(function, leaves, check_forward_ad=True)
    assert gradgradcheck(function, leaves)


def test_vmap_takes_batches_of_batches() -> None:
    given = arguments()
    plain = {name: dv.tensor(x) if isinstance(x, np.ndarray) else x for name, x in given.items()}
    queries = dv.tensor(draw(3, L, N, E))
    function = dv.nn.functional.multi_head_attention_forward
    output, weights = dv.func.vmap(lambda query: function(**(plain | {"query": query})))(queries)
    for k in range(3):
        expected = function(**(plain | {"query": queries[k]}))
        np.testing.assert_allclose(output[k].numpy(), expected[0].numpy(), rtol=1e-12, atol=1e-14)
        np.testing.assert_allclose(weights[k].numpy(), expected[1].numpy(), rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("dtype", [np.float32, np.float16])
def test_dtypes_stay(dtype: Any) -> None:
    given = {k: x.astype(dtype) if isinstance(x, np.ndarray) else x for k, x in arguments().items()}
    leaves: list[Any] = []
    output, weights = call(dv, given | {"attn_mask": BOOLEAN}, leaves)
    assert output.dtype == weights.dtype == dtype
    output.sum().backward()
    assert {leaf.grad.dtype for leaf in leaves} == {np.dtype(dtype)}


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"query": draw(E)}, r"query: expected \(L, N, E\), or \(L, E\) without a batch, got shape \(6,\)"),
        ({"query": draw(L, E)}, r"key: expected 2 dimensions for a query of shape \(3, 6\), got \(4, 2, 6\)"),
        ({"key_padding_mask": PADDING[0]}, r"key_padding_mask: expected 2 dimensions"),
        ({"attn_mask": BOOLEAN[0]}, r"attn_mask: expected 2 or 3 dimensions"),
        ({"attn_mask": draw(3, 3)}, r"attn_mask: expected shape \(3, 4\), got \(3, 3\)"),
        ({"attn_mask": draw(2, 3, 4)}, r"attn_mask: expected shape \(4, 3, 4\), got \(2, 3, 4\)"),
        (
            {"attn_mask": np.ones((3, 4), int)},
            r"attn_mask: only bool and floating types are supported, got int64",
        ),
        ({"key_padding_mask": PADDING[:, :3]}, r"key_padding_mask: expected shape \(2, 4\), got \(2, 3\)"),
        ({"embed_dim_to_check": 5}, r"query: expected 5 features, embed_dim_to_check, got 6"),
        ({"num_heads": 4}, r"num_heads: expected a divisor of embed_dim, 6, got 4"),
        ({"value": draw(5, N, E)}, r"value: expected shape \(4, 2, 6\), that of key, got \(5, 2, 6\)"),
        ({"key": draw(S, 3, E), "value": draw(S, 3, E)}, r"key: expected a batch of 2, that of query, got 3"),
        ({"in_proj_weight": None}, r"in_proj_weight: expected a tensor"),
        ({"in_proj_weight": draw(17, E)}, r"in_proj_weight: expected shape \(18, 6\), got \(17, 6\)"),
        ({"in_proj_bias": draw(17)}, r"in_proj_bias: expected shape \(18,\), got \(17,\)"),
        ({"out_proj_weight": draw(E, 5)}, r"out_proj_weight: expected shape \(features, 6\), got \(6, 5\)"),
        ({"use_separate_proj_weight": True}, r"q_proj_weight: expected a tensor"),
        ({"bias_k": draw(1, 1, E)}, r"bias_v: expected a tensor, as the other one is, got None"),
        ({"static_k": draw(3, 5, 3)}, r"static_k: expected shape \(4, S, 3\), got \(3, 5, 3\)"),
        (
            {"bias_k": draw(1, 1, E), "bias_v": draw(1, 1, E), "static_k": draw(4, 5, 3)},
            r"bias_k and bias_v cannot be added to static_k and static_v",
        ),
        ({"is_causal": True}, r"Need attn_mask if specifying the is_causal hint"),
        (
            {"query": draw(L, E), "key": draw(S, E), "value": draw(S, E), "attn_mask": draw(1, L, S)},
            r"attn_mask: expected shape \(2, 3, 4\), got \(1, 3, 4\)",
        ),
    ],
)
def test_what_does_not_fit_is_named_and_raises_what_pytorch_raises(
    changed: dict[str, Any], message: str
) -> None:
    given = arguments(**changed)
    with pytest.raises((AssertionError, RuntimeError)) as expected:
        call(torch, given, [])
    with pytest.raises(expected.type, match=f"multi_head_attention_forward: {message}"):
        call(dv, given, [])
