"""Every attribute of PyTorch's tensors, set to odd values: what PyTorch refuses is refused, and nothing has changed.

What derivata refuses and PyTorch accepts is no finding: attributes of the user's, say, for which there are no slots.
Arrays of NumPy are operands here, and no tensors in PyTorch: they are taken for the real part.
"""

import random
import warnings
from typing import Any

from ..finding import Finding

NEEDS_TORCH = True

VALUES = {
    "None": lambda library: None,
    "3": lambda library: 3,
    "1": lambda library: 1,
    "'a'": lambda library: "a",
    "(4,)": lambda library: (4,),
    "ones(3)": lambda library: library.ones(3),
    "ones(2, 2)": lambda library: library.ones(2, 2),
    "ones(2, 2, dtype=float64)": lambda library: library.ones(2, 2, dtype=library.float64),
    "ones(2, 2, dtype=int64)": lambda library: library.ones(2, 2, dtype=library.int64),
    "ones(2, 2).numpy()": lambda library: library.ones(2, 2).numpy(),
    "float64": lambda library: library.float64,
}
"""What attributes are set to, by the program that makes it."""

COMPUTED = "x = x * 2"
INTEGER = "x = ones(2, 2, dtype=int64)"
LEAF = "x = ones(2, 2, requires_grad=True)"
PLAIN = "x = ones(2, 2)"


def attempt(seed: int) -> Finding | None:
    """Set one attribute of one tensor in both libraries."""
    import torch

    import derivata as dv

    chance = random.Random(seed)
    names = [name for name in dir(torch.Tensor) if not name.startswith("_")]
    name = chance.choice([name for name in names if not callable(getattr(torch.Tensor, name))])
    value, kind = chance.choice(sorted(VALUES)), chance.choice([PLAIN, LEAF, COMPUTED, INTEGER])
    if name == "real" and value.endswith(".numpy()"):
        return None
    if name == "volatile":  # any name may be set there; here it says what to use instead
        return None
    theirs, _ = _outcome(torch, kind, name, value)
    ours, changed = _outcome(dv, kind, name, value)
    program = f"from derivata import *\n{LEAF}\n{kind}\nx.{name} = {value}"
    if theirs != "" and ours == "":
        return Finding(f"Tensor.{name} = {value} is accepted; PyTorch says {theirs}", program)
    if ours and changed:
        return Finding(f"Tensor.{name} = {value} raises, and yet changes {changed}", program)
    return None


def _outcome(library: Any, kind: str, name: str, value: str) -> tuple[str, str]:
    """Return the error, and which of some attributes changed."""
    x = library.ones(2, 2, requires_grad=True)
    if kind == PLAIN:
        x = library.ones(2, 2)
    elif kind == INTEGER:
        x = library.ones(2, 2, dtype=library.int64)
    elif kind == COMPUTED:
        x = x * 2
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        before = _facts(x)
        try:
            setattr(x, name, VALUES[value](library))
        except (AttributeError, RuntimeError, TypeError, ValueError) as error:
            after = _facts(x)
            changed = [fact for fact in before if before[fact] != after[fact]]
            return f"{type(error).__name__}: {error}", ", ".join(changed)
    return "", ""


def _facts(x: Any) -> dict[str, Any]:
    names = ["shape", "dtype", "requires_grad", "is_leaf", "ndim", "_version"]
    return {**{name: getattr(x, name) for name in names}, "values": x.tolist(), "grad": x.grad is None}
