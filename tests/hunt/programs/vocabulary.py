"""The ops that both libraries have, by the spec's cases, and how a program calls them."""

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

from derivata.testing import OpCase

RANDOM = {
    *("dropout", "dropout1d", "dropout2d", "dropout3d", "alpha_dropout", "feature_alpha_dropout", "rrelu"),
    *("poisson", "multinomial", "bernoulli", "normal_", "uniform_", "bernoulli_", "exponential_", "cauchy_"),
    *("log_normal_", "geometric_", "random_", "scaled_dot_product_attention"),
}
OTHERWISE = {
    "embedding": "PyTorch's arguments have another order",
    "polygamma": "the order is the first argument of one form, the second of another",
    "block_diag": "tensors are arguments of their own",
    "broadcast_tensors": "tensors are arguments of their own",
    "chain_matmul": "tensors are arguments of their own",
    "cartesian_prod": "tensors are arguments of their own",
    "matrix_transpose": "a property: programs write mT",
    "matrix_H": "a property: programs write mH",
    "conj": "a view in PyTorch, with a mark; numbers of their own here",
    "adjoint": "a view in PyTorch, with a mark; numbers of their own here",
    "ravel": "copies in PyTorch what is not contiguous; a view here where there can be one",
    "positive": "PyTorch returns the argument",
    "sum_to_size": "PyTorch returns the argument if it has that shape",
    "unsafe_split": "what a write to the whole means for the parts is undefined",
    "unsafe_split_with_sizes": "what a write to the whole means for the parts is undefined",
    "unsafe_chunk": "what a write to the whole means for the parts is undefined",
    "numpy_T": "a property: programs write T",
    "unfold": "two functions have this name; programs have the method",
    "tensordot": "the dimensions are two arguments or one",
    "slice": "programs index",
    **dict.fromkeys(("svd", "eigh", "eig"), "vectors are determined up to signs and phases"),
    "cholesky_ex": "what is left of a matrix that is not definite is LAPACK's",
    "as_strided": "strides of a layout are no part of a program's meaning",
    "as_strided_scatter": "PyTorch's gradient is wrong: tests/parity",
    "batch_norm_training": "not in PyTorch",
    "batch_norm_inference": "not in PyTorch",
    "convolution_input": "not in PyTorch",
    "convolution_weight": "not in PyTorch",
    "index_put_": "programs write a[i] = b",
    "index_put": "programs write a[i] = b",
}
"""Ops that programs do not call by name, and why."""

CONSTANT = re.compile(
    "bessel|airy|_polynomial_|^bincount|^floor_divide|^heaviside|^histc|^vander|^igamma|^zeta"
)
"""Ops that get no tensor that requires grad: PyTorch has no gradient of some argument, as tests/parity says."""

NOT_WRITTEN = re.compile("^(eq|ne|lt|le|gt|ge|logical_.*|isin|addbmm|acosh)$")
"""Ops not called in place: logical ones cut the gradient, on purpose; PyTorch's addbmm_ changes shapes, and its
acosh_ has no gradient."""

PLACES = ("nn.functional.", "", "linalg.", "special.")


@dataclass(frozen=True)
class Word:
    """An op: its case, the functions that call it, and the methods that do and that write."""

    case: OpCase
    functions: tuple[str, ...]
    method: str
    inplace: str


def is_constant(case: OpCase) -> bool:
    """Tell whether programs call an op with constants only."""
    return CONSTANT.search(case.op) is not None


@cache
def words() -> tuple[Word, ...]:
    """Return all ops that programs are made of."""
    from derivata.generated.checks import CASES

    found = [word(case) for case in CASES if usable(case)]
    return tuple([w for w in found if w.functions or w.method or w.inplace])


def usable(case: OpCase) -> bool:
    """Tell whether programs may call an op."""
    name = case.op.partition(".")[0]
    if name.startswith("_") or name.endswith("_backward") or name in RANDOM or name in OTHERWISE:
        return False
    return all(case.kind(argument) not in ("Generator", "index") for argument, _ in case.arguments)


def word(case: OpCase) -> Word:
    """Return what programs may write for a case."""
    import torch

    import derivata as dv

    name = case.op.partition(".")[0]
    functions = [p + name for p in PLACES if both(dv, torch, p + name)] if not case.written else []
    first = case.kind(case.arguments[0][0]) == "Tensor"
    method = name if first and both(dv.Tensor, torch.Tensor, name) else ""
    inplace = "" if "." in case.inplace else case.inplace
    if NOT_WRITTEN.match(name) or not (inplace and first and both(dv.Tensor, torch.Tensor, inplace)):
        inplace = ""
    return Word(
        case, tuple(functions[:1]), "" if case.written else method, method if case.written else inplace
    )


def both(here: Any, there: Any, path: str) -> bool:
    """Tell whether a path leads to functions in both libraries."""
    for name in path.split("."):
        here, there = getattr(here, name, None), getattr(there, name, None)
    return callable(here) and callable(there)
