"""Which ops convert their arguments: float16 to float32, to round once at the end; mixed dtypes to a common one."""

from __future__ import annotations

import ast

from ..formula.formula import Formula
from ..spec import ArrayFunction, Op
from .results import raising_number, result_kind

_EXACT = frozenset(
    [
        *("arithmetic", "division", "signs", "comparison", "logic"),
        *("elementwise_extrema", "clamping", "masking", "complex", "extrema", "sorting", "searching"),
        *("reshaping", "repeating", "transposing", "rearranging", "slicing", "diagonals", "splitting"),
        "joining",
        *("conversion", "filling", "indexing", "gathering", "scattering", "index_slices", "padding"),
        *("nn_embedding", "nn_dropout", "random", "random_filling", "internal"),
        *("fourier", "collectives"),
    ]
)
"""The families whose ops move and choose numbers, or round once as it is, or refuse half precision."""

_ADDED = frozenset({"sum", "nansum", "sum_to_size", "all", "any", "count_nonzero", "bincount"})
"""Their array functions add in single precision or better: gradients of broadcast arguments are sums, too."""


_ASIDE = {
    "hinge_embedding_loss": "target",
    "cosine_embedding_loss": "target",
    "binary_cross_entropy": "weight",
}
"""Tensors that take no part in the dtype of the result: targets that are compared with numbers, and a weight."""


def deciding_tensors(op: Op) -> tuple[str, ...]:
    """Return the tensors that determine the dtype of results, if weights or targets do not; an empty tuple: all do."""
    if op.family == "nn_normalization":
        return (op.tensor_arguments[0].name,)
    return (
        tuple([a.name for a in op.tensor_arguments if a.name != _ASIDE[op.name]]) if op.name in _ASIDE else ()
    )


def computes_in_single(op: Op) -> bool:
    """Whether float16 arguments are converted to float32 before the op, and its results back after it."""
    if op.name == "combinations":  # each element is in many, so that its gradient is a sum
        return True
    if not op.public or op.family in _EXACT or op.name in _ADDED:
        return False
    if any(output.type.alias for output in op.signature.returns):
        return False
    if not op.elementwise:
        return True
    return result_kind(op).floating or bool(raising_number(op)) or (op.dtypes == "real" and _has_steps(op))


def _has_steps(op: Op) -> bool:
    """Whether the forward is more than one operation, each of which would round."""
    assert isinstance(op.forward, Formula)
    return sum(isinstance(node, ast.BinOp | ast.Call) for node in ast.walk(op.forward.tree)) > 1


def promoted_before(op: Op) -> tuple[str, ...]:
    """Return the tensors of an array function that take on a common dtype, as those of elementwise ops do."""
    if op.name in ("outer", "binary_cross_entropy_with_logits") or expanded_before(op):
        return tuple([argument.name for argument in op.tensor_arguments])
    return ()


def expanded_before(op: Op) -> str:
    """Return how a loss makes target and input one shape: "expanded", "warned" (with a warning), or an empty string."""
    if not isinstance(op.forward, ArrayFunction) or not op.public:
        return ""
    return {"kl_div": "expanded"}.get(op.name, "warned" if op.family == "nn_regression_loss" else "")
