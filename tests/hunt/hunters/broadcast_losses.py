"""Losses whose target has another shape than the input, and bytes as masks: values and gradients are PyTorch's."""

import random
import warnings
from typing import Any

import numpy as np

from ..finding import Finding

NEEDS_TORCH = True

LOSSES = ["mse_loss", "l1_loss", "smooth_l1_loss", "huber_loss", "kl_div"]
SHAPES = [(4, 3), (3,), (1,), (4, 1), (1, 3), (2, 4, 3), (), (0, 3)]


def attempt(seed: int) -> Finding | None:
    """Compare one loss of two shapes, or one use of bytes."""
    import torch

    import derivata as dv

    chance = random.Random(seed)
    if chance.random() < 0.3:
        mask = [chance.choice([0, 1, 2, 255]) for _ in range(3)]
        use = chance.choice(["arange(3.0)[mask]", "where(mask, 1.0, 2.0)"])
        program = f"from derivata import *\nmask = tensor({mask}, dtype=uint8)\n{use}"
        call = _bytes(mask, "where" in use)
    else:
        name, reduction = chance.choice(LOSSES), chance.choice(["mean", "sum", "none", "batchmean"])
        shapes = chance.choice(SHAPES), chance.choice(SHAPES)
        program = (
            "import derivata as dv\n"
            f"dv.nn.functional.{name}(dv.ones{shapes[0]}, dv.ones{shapes[1]}, reduction={reduction!r})"
        )
        call = _loss(name, shapes, reduction, seed)
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            wanted = call(torch)
        except (RuntimeError, ValueError):
            return None
        try:
            found = call(dv)
        except (RuntimeError, ValueError, IndexError) as error:
            return Finding(f"refused what PyTorch takes: {error}", program)
    for a, b in zip(found, wanted, strict=True):
        if a.shape != b.shape or not np.allclose(a, b, 1e-9, 1e-12, equal_nan=True):
            return Finding(f"got {a.tolist()}, PyTorch {b.tolist()}", program)
    return None


def _bytes(mask: list[int], condition: bool) -> Any:
    def call(library: Any) -> list[Any]:
        chosen = library.tensor(mask, dtype=library.uint8)
        return [(library.where(chosen, 1.0, 2.0) if condition else library.arange(3.0)[chosen]).numpy()]

    return call


def _loss(name: str, shapes: Any, reduction: str, seed: int) -> Any:
    def call(library: Any) -> list[Any]:
        numbers = np.random.default_rng(seed)
        pair = [library.from_numpy(np.asarray(numbers.uniform(0.1, 3.0, shape))) for shape in shapes]
        pair = [each.requires_grad_() for each in pair]
        y = getattr(library.nn.functional, name)(*pair, reduction=reduction)
        grads = library.autograd.grad((y * y).sum(), pair)
        return [each.detach().numpy() for each in (y, *grads)]

    return call
