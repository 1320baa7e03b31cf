"""Pruned parameters, beside PyTorch's where that is installed."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import derivata as dv

VALUES = np.random.default_rng(3).normal(size=(5, 4, 3)).astype(np.float32)
SCORES = np.random.default_rng(4).normal(size=(5, 4, 3)).astype(np.float32)
Program = Callable[[Any, Any, Any], Any]


def module_of(lib: Any) -> Any:
    """Return a convolution with the values as its weight."""
    module = lib.nn.Conv1d(4, 5, 3)
    with lib.no_grad():
        module.weight.copy_(lib.from_numpy(VALUES))
        module.bias.copy_(lib.arange(5.0) - 2)
    return module


def remove_second(lib: Any, prune: Any, module: Any) -> None:
    prune.l1_unstructured(module, "weight", 0.25)
    prune.ln_structured(module, "weight", 1, 1, -1)
    prune.remove(module, "weight")


def globally(lib: Any, prune: Any, module: Any, **options: Any) -> None:
    pairs = [(module, "weight"), (module, "bias")]
    prune.l1_unstructured(module, "weight", 5)
    prune.global_unstructured(pairs, prune.L1Unstructured, amount=0.4, **options)


def own_method(lib: Any, prune: Any, module: Any) -> None:
    class EverySecond(prune.BasePruningMethod):  # type: ignore[misc]
        PRUNING_TYPE = "unstructured"

        def compute_mask(self, t: Any, default_mask: Any) -> Any:
            mask = default_mask.clone()
            mask.view(-1)[::2] = 0
            return mask

    EverySecond.apply(module, "weight")
    EverySecond.apply(module, "weight")


PROGRAMS: dict[str, Program] = {
    "identity": lambda lib, prune, m: prune.identity(m, "bias"),
    "a part of the elements": lambda lib, prune, m: prune.l1_unstructured(m, "weight", amount=0.3),
    "some elements": lambda lib, prune, m: prune.l1_unstructured(m, name="weight", amount=7),
    "elements by scores": lambda lib, prune, m: prune.l1_unstructured(m, "weight", 7, lib.from_numpy(SCORES)),
    "twice": lambda lib, prune, m: prune.l1_unstructured(
        prune.l1_unstructured(m, "weight", 0.3), "weight", 0.3
    ),
    "channels": lambda lib, prune, m: prune.ln_structured(m, "weight", amount=0.5, n=2, dim=0),
    "channels by the largest": lambda lib, prune, m: prune.ln_structured(m, "weight", 2, float("inf"), 1),
    "channels by scores": lambda lib, prune, m: prune.ln_structured(
        m, "weight", 2, 1, 1, importance_scores=lib.from_numpy(SCORES)
    ),
    "channels of channels": lambda lib, prune, m: prune.ln_structured(
        prune.ln_structured(m, "weight", 2, 2, 0), "weight", 0.5, 2, 0
    ),
    "elements of channels": lambda lib, prune, m: prune.l1_unstructured(
        prune.ln_structured(m, "weight", 2, 2, 0), "weight", 0.5
    ),
    "channels, then removed": remove_second,
    "a mask": lambda lib, prune, m: prune.custom_from_mask(m, "bias", lib.tensor([1, 0, 1, 1, 0])),
    "masks": lambda lib, prune, m: prune.custom_from_mask(
        prune.custom_from_mask(m, "bias", lib.tensor([1, 0, 1, 1, 0])), "bias", lib.tensor([0, 1, 1, 1, 1])
    ),
    "globally": globally,
    "globally by scores": lambda lib, prune, m: prune.global_unstructured(
        [(m, "weight")],
        prune.L1Unstructured,
        importance_scores={(m, "weight"): lib.from_numpy(SCORES)},
        amount=9,
    ),
    "nothing": lambda lib, prune, m: prune.l1_unstructured(m, "weight", 0),
    "all": lambda lib, prune, m: prune.l1_unstructured(m, "weight", 1.0),
    "a method of one's own": own_method,
}


def outcome(lib: Any, prune: Any, program: Program) -> dict[str, Any]:
    """Return the state of a pruned module, what it computes, its gradients, and its parameters after a step."""
    module = module_of(lib)
    program(lib, prune, module)
    found = {name: value.numpy().copy() for name, value in module.state_dict().items()}
    optimizer = lib.optim.SGD(module.parameters(), lr=0.1)
    result = module(lib.from_numpy(SCORES[:2]).reshape(2, 4, 3))
    result.square().sum().backward()
    optimizer.step()
    found["result"] = result.detach().numpy()
    found |= {f"{name}.grad": p.grad.numpy() for name, p in module.named_parameters()}
    module(lib.ones(1, 4, 3))
    found |= {f"{name} later": getattr(module, name).detach().numpy() for name in ("weight", "bias")}
    return {**found, "pruned": prune.is_pruned(module)}


@pytest.mark.parametrize("name", PROGRAMS)
def test_parameters_are_pruned_as_pytorch_prunes_them(name: str) -> None:
    """Masks, states, results, gradients and parameters after a step of pruned modules are PyTorch's."""
    torch = pytest.importorskip("torch")
    from torch.nn.utils import prune

    found = outcome(dv, dv.nn.utils.prune, PROGRAMS[name])
    wanted = outcome(torch, prune, PROGRAMS[name])
    assert sorted(found) == sorted(wanted)
    for key, value in wanted.items():
        np.testing.assert_allclose(found[key], value, 1e-5, 1e-6, err_msg=key)


@pytest.mark.parametrize("amount", [0, 3, 0.5, 1.0])
def test_random_elements_and_channels(amount: float) -> None:
    """As many elements, or channels, are pruned at random as is asked for, of those that are left."""
    prune = dv.nn.utils.prune
    module = prune.random_unstructured(module_of(dv), "weight", amount)
    count = amount if isinstance(amount, int) else round(amount * 60)
    assert int((module.weight_mask == 0).sum()) == count
    prune.random_unstructured(module, "weight", 0.5)
    assert int((module.weight_mask == 0).sum()) == count + round(0.5 * (60 - count))
    channels = prune.random_structured(module_of(dv), "weight", amount, 1).weight_mask.sum((0, 2))
    assert (
        sorted(channels.tolist())
        == sorted([0.0] * (amount if isinstance(amount, int) else round(amount * 4)) + [15.0] * 4)[:4]
    )


def test_training_keeps_zeros() -> None:
    """Elements that are pruned stay zero while the others are trained, and after `remove`."""
    dv.manual_seed(0)
    prune = dv.nn.utils.prune
    layer = prune.l1_unstructured(dv.nn.Linear(6, 3), "weight", 0.5)
    pruned = layer.weight_mask == 0
    before = layer.weight.detach().clone()
    optimizer = dv.optim.Adam(layer.parameters(), lr=0.05)
    for _ in range(5):
        optimizer.zero_grad()
        layer(dv.randn(8, 6)).square().sum().backward()
        optimizer.step()
    assert (layer.weight[pruned] == 0).all() and (layer.weight[~pruned] != before[~pruned]).all()
    prune.remove(layer, "weight")
    assert (layer.weight[pruned] == 0).all()
    assert sorted(layer.state_dict()) == ["bias", "weight"] and not prune.is_pruned(layer)


P = dv.nn.utils.prune
WRONG: dict[str, tuple[Callable[[Any], Any], type[Exception], str]] = {
    "amount": (lambda m: P.l1_unstructured(m, "weight", "x"), TypeError, "Invalid type for amount: 'x'"),
    "part": (lambda m: P.l1_unstructured(m, "weight", 1.5), ValueError, r"amount=1\.5 should either be"),
    "negative": (
        lambda m: P.random_structured(m, "weight", -1, 0),
        ValueError,
        "RandomStructured: amount=-1",
    ),
    "too many": (lambda m: P.l1_unstructured(m, "bias", 6), ValueError, "should be smaller than .* prune=5"),
    "one dimension": (lambda m: P.ln_structured(m, "bias", 1, 2, 0), ValueError, "multidimensional tensors"),
    "dim": (
        lambda m: P.ln_structured(m, "weight", 1, 2, 3),
        IndexError,
        "Invalid index 3 for tensor of size",
    ),
    "mask": (lambda m: P.custom_from_mask(m, "bias", dv.ones(4)), ValueError, r"a mask of shape \(5,\)"),
    "scores": (
        lambda m: P.l1_unstructured(m, "bias", 1, dv.ones(4)),
        ValueError,
        "importance_scores should have the same shape",
    ),
    "remove": (lambda m: P.remove(m, "bias"), ValueError, "'bias' of Conv1d has to be pruned"),
    "one pair": (lambda m: P.global_unstructured(3, P.Identity), TypeError, "a list of \\(module, name\\)"),  # type: ignore[arg-type]
    "list of scores": (
        lambda m: P.global_unstructured([], P.Identity, [1]),  # type: ignore[arg-type]
        TypeError,
        "a dict of tensors",
    ),
    "global channels": (
        lambda m: P.global_unstructured([(m, "weight")], P.RandomStructured, amount=1),
        TypeError,
        'Only "unstructured"',
    ),
    "no method": (
        lambda m: P.PruningContainer().add_pruning_method(3),  # type: ignore[arg-type]
        TypeError,
        "a BasePruningMethod subclass, got int",
    ),
    "another name": (
        lambda m: P.PruningContainer().add_pruning_method(
            next(iter(P.identity(m, "bias")._forward_pre_hooks.values()))
        ),
        ValueError,
        "Can only add pruning methods acting on",
    ),
    "nowhere": (lambda m: P.Identity().apply_mask(m), ValueError, "call `apply`"),
    "no mask": (lambda m: P.BasePruningMethod.apply(m, "bias"), NotImplementedError, "a method compute_mask"),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_arguments_leave_the_module_as_it_was(name: str) -> None:
    call, error, message = WRONG[name]
    module = module_of(dv)
    with pytest.raises(error, match=message):
        call(module)
    if name != "another name":
        assert sorted(module.state_dict()) == ["bias", "weight"] and not P.is_pruned(module)
    module(dv.ones(1, 4, 3))


def test_an_unknown_type_is_refused() -> None:
    class Odd(P.BasePruningMethod):
        PRUNING_TYPE = "odd"

        def compute_mask(self, t: Any, default_mask: Any) -> Any:
            return default_mask

    module = module_of(dv)
    Odd.apply(module, "bias")
    with pytest.raises(ValueError, match=r"Odd: expected PRUNING_TYPE to be .* got 'odd'"):
        Odd.apply(module, "bias")


def test_a_tensor_is_pruned_apart_from_modules() -> None:
    method = P.L1Unstructured(2)
    assert method.prune(dv.tensor([3.0, -1.0, 2.0, 4.0])).tolist() == [3.0, 0.0, 0.0, 4.0]
    mask = dv.tensor([0.0, 1.0, 1.0, 1.0])
    assert method.prune(dv.tensor([3.0, -1.0, 2.0, 4.0]), mask).tolist() == [0.0, 0.0, 0.0, 4.0]
