"""batch_norm and instance_norm as functions: values, gradients and running statistics."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import derivata as dv

RNG = np.random.default_rng(0)
X, MEAN, VAR, WEIGHT, BIAS = (RNG.standard_normal(shape) for shape in ((3, 2, 4), (2,), (2,), (2,), (2,)))


def results(lib: Any, name: str, statistics: bool, affine: bool, flag: bool) -> list[np.ndarray]:
    x, weight, bias = (lib.from_numpy(array.copy()).requires_grad_() for array in (X, WEIGHT, BIAS))
    running = [lib.from_numpy(abs(array)) for array in (MEAN, VAR)] if statistics else [None, None]
    factors = (weight, bias) if affine else (None, None)
    y = getattr(lib.nn.functional, name)(x, *running, *factors, flag, 0.3, 0.01)
    (y * y * y).sum().backward()
    leaves = [x, weight, bias] if affine else [x]
    return [t.detach().numpy() for t in (y, *[leaf.grad for leaf in leaves], *running) if t is not None]


@pytest.mark.parametrize("affine", [False, True])
@pytest.mark.parametrize(("statistics", "flag"), [(True, True), (False, True), (True, False)])
@pytest.mark.parametrize("name", ["batch_norm", "instance_norm"])
def test_values_gradients_and_statistics_are_those_of_pytorch(
    name: str, statistics: bool, flag: bool, affine: bool
) -> None:
    """`batch_norm` and `instance_norm` use the batch's statistics or the running ones, and update these in place."""
    torch = pytest.importorskip("torch")
    pairs = zip(
        results(dv, name, statistics, affine, flag),
        results(torch, name, statistics, affine, flag),
        strict=True,
    )
    for got, wanted in pairs:
        np.testing.assert_allclose(got, wanted, rtol=1e-8, atol=1e-10)


@pytest.mark.parametrize("name", ["batch_norm", "instance_norm"])
def test_names_at_the_top_level_take_factors_before_statistics(name: str) -> None:
    """`batch_norm` and `instance_norm` at the top level have PyTorch's order of arguments there."""
    torch = pytest.importorskip("torch")
    found = []
    for lib in (dv, torch):
        arrays = (lib.from_numpy(array.copy()) for array in (X, WEIGHT, BIAS, MEAN, abs(VAR)))
        x, weight, bias, mean, var = arrays
        y = getattr(lib, name)(x, weight, bias, mean, var, True, 0.3, 0.01, False)
        found.append([y.numpy(), mean.numpy(), var.numpy()])
        with pytest.raises(TypeError):
            getattr(lib, name)(x, weight, bias)
    for got, wanted in zip(*found, strict=True):
        np.testing.assert_allclose(got, wanted, rtol=1e-8, atol=1e-10)


@pytest.mark.parametrize("lib", ["derivata", "torch"])
def test_what_cannot_be_normalised_is_refused(lib: str) -> None:
    """Normalisation needs several values per channel, or running statistics."""
    library = pytest.importorskip(lib)
    F, x = library.nn.functional, library.ones(1, 2)
    with pytest.raises(ValueError, match=r"(?i)more than (1|one) value per channel"):
        F.batch_norm(x, None, None, training=True)
    with pytest.raises(ValueError, match="Expected more than 1 spatial element when training"):
        F.instance_norm(library.ones(2, 2, 1))
    with pytest.raises(RuntimeError, match="running_mean"):
        F.batch_norm(x, None, None)


def test_statistics_are_reset_and_parameters_kept(lib: Any) -> None:
    """`reset_running_stats` sets mean, variance and count to 0, 1 and 0, and leaves scale and shift alone."""
    norm = lib.nn.BatchNorm1d(2)
    with lib.no_grad():
        norm.weight.fill_(3.0)
    norm(lib.tensor([[1.0, 2.0], [3.0, 5.0], [2.0, 2.0]]))
    assert norm.running_mean.tolist() != [0.0, 0.0] and int(norm.num_batches_tracked) == 1
    norm.reset_running_stats()
    assert norm.running_mean.tolist() == [0.0, 0.0] and norm.running_var.tolist() == [1.0, 1.0]
    assert int(norm.num_batches_tracked) == 0 and norm.weight.tolist() == [3.0, 3.0]
