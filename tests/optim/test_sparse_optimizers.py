"""Optimizers and sparse gradients: SGD and SparseAdam take them, the others refuse."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata import nn

BATCHES = [[0, 0, 3], [3, 1, 1], [4], [0, 3, 4]]
OPTIONS = [
    ("SGD", {}),
    ("SGD", {"maximize": True}),
    ("SGD", {"momentum": 0.9}),
    ("SGD", {"momentum": 0.9, "dampening": 0.5}),
    ("SGD", {"momentum": 0.9, "nesterov": True}),
    ("SparseAdam", {}),
    ("SparseAdam", {"betas": (0.5, 0.9), "eps": 1e-3, "maximize": True}),
]


def train(lib: Any, functional: Any, name: str, options: dict[str, Any], sparse: bool = True) -> Any:
    start = np.random.default_rng(0).normal(size=(6, 2)).tolist()
    weight = lib.tensor(start, dtype=lib.float64, requires_grad=True)
    optimizer = getattr(lib.optim, name)([weight], lr=0.1, **options)
    for batch in BATCHES:
        optimizer.zero_grad()
        (functional.embedding(lib.tensor(batch), weight, sparse=sparse) ** 2).sum().backward()
        optimizer.step()
    return weight


@pytest.mark.parametrize(("name", "options"), OPTIONS)
def test_steps_are_pytorch_s(name: str, options: dict[str, Any]) -> None:
    """SGD and SparseAdam make PyTorch's steps with sparse gradients."""
    torch = pytest.importorskip("torch")
    ours = train(dv, nn.functional, name, options)
    theirs = train(torch, torch.nn.functional, name, options)
    np.testing.assert_allclose(ours.detach().numpy(), theirs.detach().numpy(), rtol=1e-12)


@pytest.mark.parametrize("options", [options for name, options in OPTIONS if name == "SGD"])
def test_sgd_makes_the_same_steps_as_with_dense_gradients(options: dict[str, Any]) -> None:
    """SGD makes the same steps with sparse gradients as with dense ones."""
    sparse, dense = (train(dv, nn.functional, "SGD", options, sparse) for sparse in (True, False))
    np.testing.assert_allclose(sparse.detach().numpy(), dense.detach().numpy(), rtol=1e-12)


@pytest.mark.parametrize("name", ["Adam", "AdamW"])
def test_adam_refuses_sparse_gradients(name: str) -> None:
    """Adam and AdamW refuse a sparse gradient and leave the parameter as it is."""
    weight = dv.ones(6, 2, requires_grad=True)
    nn.functional.embedding(dv.tensor([1]), weight, sparse=True).sum().backward()
    message = f"{name} does not support sparse gradients, please consider SparseAdam instead"
    with pytest.raises(RuntimeError, match=message):
        getattr(dv.optim, name)([weight]).step()
    assert weight.sum().item() == 12


def test_sparse_adam_refuses_dense_gradients() -> None:
    """SparseAdam refuses a dense gradient."""
    weight = dv.ones(6, 2, requires_grad=True)
    weight.sum().backward()
    with pytest.raises(
        RuntimeError, match="SparseAdam does not support dense gradients, please consider Adam instead"
    ):
        dv.optim.SparseAdam([weight]).step()


def test_sparse_adam_refuses_betas_outside_of_their_range() -> None:
    """SparseAdam refuses betas outside of [0, 1)."""
    with pytest.raises(ValueError, match=r"SparseAdam: expected betas in \[0, 1\), got \(0.9, 1.0\)"):
        dv.optim.SparseAdam([dv.ones(2, requires_grad=True)], betas=(0.9, 1.0))


def test_weight_decay_with_sparse_gradients_is_refused() -> None:
    """SGD refuses weight decay with a sparse gradient: every row would change."""
    weight = dv.ones(6, 2, requires_grad=True)
    nn.functional.embedding(dv.tensor([1]), weight, sparse=True).sum().backward()
    with pytest.raises(RuntimeError, match="weight_decay with a sparse gradient"):
        dv.optim.SGD([weight], lr=0.1, weight_decay=0.1).step()


def test_zero_grad_keeps_a_sparse_gradient_without_entries() -> None:
    """`zero_grad(set_to_none=False)` keeps a sparse gradient, without entries."""
    weight = dv.ones(6, 2, requires_grad=True)
    optimizer = dv.optim.SGD([weight], lr=0.1)
    nn.functional.embedding(dv.tensor([1]), weight, sparse=True).sum().backward()
    held: Any = weight.grad
    optimizer.zero_grad(set_to_none=False)
    assert weight.grad is held
    assert (held.is_sparse, held._nnz()) == (True, 0)
    optimizer.zero_grad()
    assert weight.grad is None


@pytest.mark.parametrize(("name", "options"), [("SGD", {"momentum": 0.9}), ("SparseAdam", {})])
def test_state_can_be_saved_and_loaded(name: str, options: dict[str, Any]) -> None:
    """The state of an optimizer of sparse gradients can be saved and loaded."""
    weights = [dv.ones(6, 2, requires_grad=True) for _ in range(2)]
    optimizers = [getattr(dv.optim, name)([weight], lr=0.1, **options) for weight in weights]

    def step(index: int) -> None:
        optimizers[index].zero_grad()
        (nn.functional.embedding(dv.tensor([1, 4]), weights[index], sparse=True) ** 2).sum().backward()
        optimizers[index].step()

    step(0)
    weights[1].data.copy_(weights[0].detach())
    optimizers[1].load_state_dict(optimizers[0].state_dict())
    step(0)
    step(1)
    assert weights[0].tolist() == weights[1].tolist()


def test_sparse_steps_count_as_writes() -> None:
    """A step counts as a write to the parameter."""
    weight = dv.ones(6, 2, requires_grad=True)
    loss = (nn.functional.embedding(dv.tensor([1]), weight, sparse=True) * weight[:1]).sum()
    loss.backward(retain_graph=True)
    before = weight._version
    weight.grad = dv.ones(6, 2).to_sparse(1)
    dv.optim.SGD([weight], lr=0.1).step()
    assert weight._version == before + 1


def test_parameters_in_any_layout_are_changed() -> None:
    """Rows are changed in parameters of any memory layout."""
    weight = dv.zeros(2, 6).t().requires_grad_()
    weight.grad = dv.sparse_coo_tensor([[1, 1, 3]], [[1.0, 2.0], [1.0, 2.0], [5.0, 5.0]], (6, 2))
    dv.optim.SGD([weight], lr=1.0).step()
    assert weight.tolist() == [[0.0, 0.0], [-2.0, -4.0], [0.0, 0.0], [-5.0, -5.0], [0.0, 0.0], [0.0, 0.0]]
