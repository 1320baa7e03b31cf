"""The same few problems in other systems for derivatives on a CPU, each in its own way of being fast.

A rival that is not installed is left out of the table.
"""

from importlib import import_module

RIVALS = {  # heading of the column: module with BUILDS, problem -> function that returns what is timed
    "derivata": "tensors",
    "compiled": "programs",
    "and recorded": "recorded",
    "PyTorch": "eager",
    "torch.compile": "compiled",
    "JAX jit": "jitted",
    "autograd": "hips",
    "NumPy by hand": "by_hand",
}


def load(module: str) -> "object | None":
    """Import a rival's module, None where the rival is not installed."""
    try:
        return import_module(f"{__name__}.{module}")
    except ImportError:
        return None
