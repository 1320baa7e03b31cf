"""Calls at the edge of what is allowed: accepted exactly where PyTorch accepts them, with its shape and numbers.

Empty indices, halves of empty dimensions, losses of nothing, windows of pools longer than the image, mixed dtypes,
numbers as masks, means in any dtype, single elements that are assigned, gradients of views (of nothing as well), and
writes to views of memory in any order, copies of what is expanded in another shape.
"""

import random
import warnings
from typing import Any

import numpy as np

from ..finding import Finding

NEEDS_TORCH = True

VIEWS = [
    "lib.view_as_real(x)",
    "lib.view_as_complex(x)",
    "lib.view_as_complex(lib.view_as_real(x))",
    "lib.view_as_real(lib.view_as_complex(x))",
    "lib.real(x)",
    "x.diagonal()",
    "x.flatten()",
    "x.movedim(0, -1)",
    "x.narrow(0, 0, 1)",
    "x.split(2)[0]",
    "x.squeeze()",
    "x.unsqueeze(-1)",
    "x.unfold(-1, 2, 2)",
]
LOSSES = [
    "binary_cross_entropy",
    "cross_entropy",
    "huber_loss",
    "kl_div",
    "mse_loss",
    "multilabel_soft_margin_loss",
    "poisson_nll_loss",
    "soft_margin_loss",
]
COPIES = [
    "x.clone()",
    "x.double()",
    "x.long()",
    "x.half()",
    "(x * 2)",
    "x.float_power(2)",
    "lib.zeros_like(x)",
]
OVERLAPPING = "x.unfold(0, 2, 1)"  # not written: derivata refuses that
DTYPES = ["float32", "float64", "int64", "uint8", "bool"]


def attempt(seed: int) -> Finding | None:
    """Make one call in both libraries."""
    import torch

    import derivata as dv

    text = _call(random.Random(seed))
    ours, theirs = _outcome(text, dv), _outcome(text, torch)
    if (ours is None) != (theirs is None):
        return Finding(
            f"{'refused' if ours is None else 'accepted'}, other than by PyTorch: {text}", _program(text)
        )
    if ours is None or theirs is None:
        return None
    if "cross_entropy(" in text and np.isnan(theirs).any():  # it divides by the number of classes, which is 0
        return None
    if ours.shape != theirs.shape or not np.allclose(ours, theirs, 1e-5, equal_nan=True):
        return Finding(f"differs from PyTorch: {text}", _program(text))
    return None


def _call(chance: random.Random) -> str:
    shape = [chance.choice([0, 1, 2, 3, 4]) for _ in range(chance.choice([1, 2, 3]))]
    kinds = [chance.choice(DTYPES) for _ in range(3)]
    ones = [f"lib.ones({shape}, dtype=lib.{kind})" for kind in kinds]
    empty = chance.choice(["[[]]", "[[], ...]", "[..., []]", "[:, []]", "[[0]]", "[None, []]"])
    pool = chance.choice(["max_pool2d", "avg_pool2d"])
    kernel, stride, length = (chance.randint(1, 5) for _ in range(3))
    ceil = chance.choice([True, False])
    complex = chance.choice([*DTYPES, "complex64"])
    place = ", ".join(chance.choice(["0", "-1", "slice(1)"]) for _ in shape[: chance.randint(1, 3)])
    single = f"lib.ones({[1] * chance.randint(0, 2)}, dtype=lib.{kinds[0]})"
    gradient = f"lambda x: lib.autograd.grad({chance.choice([*VIEWS, OVERLAPPING])}.abs().sum(), x)[0]"
    order = chance.sample(range(len(shape)), len(shape))
    written = f"x := a.permute({order}) * 1.0, {chance.choice(VIEWS)}.mul_(2.0)"
    full = f"lib.ones({[n or 2 for n in shape]}, requires_grad=True)"
    leaf = f"lib.ones({shape}, dtype=lib.{chance.choice(['float32', 'complex64'])}, requires_grad=True)"
    loss = chance.choice(LOSSES)
    more = f", label_smoothing={chance.choice([0.0, 0.1])}" if loss == "cross_entropy" else ""
    losses = f"{loss}(lib.ones({shape}), lib.ones({shape}), reduction='{chance.choice(['mean', 'sum', 'none'])}'{more})"
    sizes = [n or 2 for n in shape]
    thin = [chance.choice([1, n]) for n in sizes]
    expanded = f"lib.ones({thin}).expand({chance.choice([sizes, [2, *sizes]])})"
    return chance.choice(
        [
            f"(lambda x: {chance.choice(COPIES)}.view(-1))({expanded})",
            f"lib.ones({shape}){empty}",
            f"lib.nn.functional.{losses}",
            f"({gradient})({leaf})",
            f"(lambda a: ({written}, lib.autograd.grad(x.sum(), a)[0])[2])({full})",
            f"lib.nn.functional.glu(lib.ones({shape}), {chance.randint(-2, 2)})",
            f"lib.nn.functional.{pool}(lib.ones(1, 1, {length}, {length}), {kernel}, {stride}, ceil_mode={ceil})",
            f"lib.nn.functional.cosine_similarity({ones[0]}, {ones[1]}, 0)",
            f"lib.where({ones[0]}, lib.ones({shape}), lib.zeros({shape}))",
            f"lib.zeros({shape}).masked_fill({ones[0]}, 2.0)",
            f"lib.zeros({shape}).masked_select({ones[0]})",
            f"lib.{chance.choice(['mean', 'nanmean'])}(lib.ones({shape}) * 1.5, dtype=lib.{kinds[0]})",
            f"(x := lib.zeros({shape}, dtype=lib.{complex})).__setitem__(({place},), {single}) or x",
        ]
    )


def _outcome(text: str, lib: Any) -> Any:
    try:
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            return np.asarray(eval(text, {"lib": lib}).tolist())
    except (TypeError, ValueError, RuntimeError, IndexError):
        return None


def _program(text: str) -> str:
    return f"import derivata as lib\nprint({text})\nimport torch as lib\nprint({text})"
