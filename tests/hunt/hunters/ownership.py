"""Ownership: an array that somebody holds does not change, whatever the engine takes over.

Small graphs with hooks that keep gradients, their arrays or views of them, or leaves whose gradient is kept,
are walked several times. What was kept must be bit for bit what it was when it was kept, and `.grad` must be
the sum of what float64 arithmetic gives.
"""

import random
from typing import Any

import numpy as np

from ..finding import Finding

SIZES = (1, 7, 1024, 1500, 8192, 20_000, 300_000)
STEPS = {
    "y * 2": 2.0,
    "y + y": 2.0,
    "y * 1 + y * 3": 4.0,
    "-y": -1.0,
    "y.reshape(-1)": 1.0,
    "y + 1": 1.0,
    "dv.cat([y, y]).narrow(0, 0, y.shape[0])": 1.0,
    "dv.stack([y, y * 2]).sum(0)": 3.0,
    "y.chunk(2)[0].sum() * 0 + y": 1.0,
}
KEEP = ("grad", "grad.numpy()", "grad.numpy()[:1]", "grad.detach()", "(grad, grad._array)")


def attempt(seed: int) -> Finding | None:
    """Walk one graph several times and look at everything that was kept."""
    import derivata as dv

    rng = random.Random(seed)
    size, kind = rng.choice(SIZES), rng.choice(("float32", "float64"))
    lines = [f"x = dv.ones({size}, dtype=dv.{kind}, requires_grad=True)", "y = x"]
    factor = 1.0
    space: dict[str, Any] = {"dv": dv, "kept": []}
    for _ in range(rng.randint(1, 5)):
        step = rng.choice(list(STEPS))
        factor *= STEPS[step]
        lines.append(f"y = {step}")
        if rng.random() < 0.6:
            lines.append(f"y.register_hook(lambda grad: keep({rng.choice(KEEP)}))")
        if rng.random() < 0.2:
            lines.append("y.retain_grad()")
    if rng.random() < 0.4:
        lines.append(f"x.register_hook(lambda grad: keep({rng.choice(KEEP)}))")
    passes = rng.randint(1, 3)
    lines += ["y.sum().backward(retain_graph=True)"] * passes
    if rng.random() < 0.3:
        lines.append("keep(x.grad.clone())")
    kept: list[tuple[Any, Any]] = []

    def keep(value: Any) -> None:
        kept.append((value, _copy(value)))

    space["keep"] = keep
    program = "\n".join(lines)
    exec(program, space)
    shown = f"import derivata as dv\nkept = []\nkeep = kept.append\n{program}"
    for number, (value, before) in enumerate(kept):
        if not np.array_equal(_copy(value), before):
            return Finding(f"gradient {number} that a hook kept: it has changed", shown)
    got = space["x"].grad.numpy().astype(float)
    if not np.array_equal(got, np.full(size, factor * passes)):
        return Finding(f"x.grad: expected {factor * passes}, got {got[:3]}", shown)
    return None


def _copy(value: Any) -> Any:
    if isinstance(value, tuple):
        value = value[0]
    return np.array(value if isinstance(value, np.ndarray) else value.numpy())
