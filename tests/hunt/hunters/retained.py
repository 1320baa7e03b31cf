"""Gradients that are retained while a tensor changes its shape, or is written without any change, against PyTorch's.

A tensor and views of it retain their gradients; the tensor changes its shape in place, or `conj_physical_` leaves its
real numbers as they are. Compared are which of them require grad, and the numbers of all gradients, sorted: PyTorch's
have the shape from before. After a change in no_grad or inference mode PyTorch's backward raises: there it makes the
change in grad mode.
"""

import random
from typing import Any

import numpy as np

from ..finding import Finding

NEEDS_TORCH = True
HANGS_AFTER = 20.0

CHANGES = ["unsqueeze_(0)", "unsqueeze_(-1)", "squeeze_()", "transpose_(0, -1)", "swapaxes_(0, -1)"]
VIEWS = ["b[0]", "b[..., 1:]", "b[...]", "b.transpose(0, 1)", "b.unsqueeze(0)"]


def attempt(seed: int) -> Finding | None:
    """Compare one program."""
    import torch

    import derivata as dv

    chance = random.Random(seed)
    lines = [
        "x = lib.ones(2, 3, dtype=lib.float64, requires_grad=True)",
        "b = x * 1.5",
        f"v = {chance.choice(VIEWS)}",
    ]
    lines += [line for line in ("b.retain_grad()", "v.retain_grad()") if chance.random() < 0.7]
    name = chance.choice("bv")
    change = f"{name}.conj_physical_()" if chance.random() < 0.4 else f"b.{chance.choice(CHANGES)}"
    mode = chance.choice(["", "with lib.no_grad(): ", "with lib.inference_mode(): "])
    end = ["v.grad_fn", "((b * 2).sum() + (v * v).sum()).backward()"]
    ours, theirs = gradients(dv, [*lines, mode + change, *end]), gradients(torch, [*lines, change, *end])
    if len(ours) == len(theirs) and np.allclose(ours, theirs):
        return None
    lines = [
        "import derivata as lib",
        *lines,
        mode + change,
        *end,
        "print(v.requires_grad, x.grad, b.grad, v.grad)",
    ]
    program = "\n".join(lines)
    return Finding(f"retained gradients: expected {theirs} (PyTorch, sorted), got {ours}", program)


def gradients(lib: Any, lines: list[str]) -> list[float]:
    """Return which tensors require grad, then the numbers of all gradients, 0 where there are none."""
    names: dict[str, Any] = {"lib": lib}
    for line in lines:
        exec(line, names)
    kept = [names[name] for name in ("x", "b", "v") if names[name].is_leaf or names[name].retains_grad]
    required = [float(names[name].requires_grad) for name in ("b", "v")]
    return required + [
        number
        for t in kept
        for number in (sorted(t.grad.flatten().tolist()) if t.grad is not None else [0.0])
    ]
