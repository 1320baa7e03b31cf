"""Products: samples are one more dimension of a stack of matrices, or more rows of one matrix."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...generated import ops
from ...runtime.graph.tensor_base import wrap
from .call import Call


def matmul(call: Call) -> Any:
    """Multiply what has samples with what has them or not."""
    first, second = call.arguments.values()
    return product(call, first, second)


def product(call: Call, first: Any, second: Any) -> Any:
    """Return the products of the samples of two arguments of `matmul`."""
    a, b = call.whole_or_one(first), call.whole_or_one(second)
    row, column = len(first.shape) == 1, len(second.shape) == 1
    if call.is_batched(first) and not call.is_batched(second) and len(second.shape) <= 2:
        return ops.matmul(a, b)  # more rows
    if column and not call.is_batched(first) and len(first.shape) <= 2:
        return ops.matmul(b, a if row else ops.matrix_transpose(a))
    if row:
        a = ops.unsqueeze(a, -2)
    if column:
        b = ops.unsqueeze(b, -1)
    ndim = max(len(first.shape) + row, len(second.shape) + column)
    a = _padded(a, ndim) if call.is_batched(first) else a
    b = _padded(b, ndim) if call.is_batched(second) else b
    result = ops.matmul(a, b)
    if column:
        result = ops.squeeze(result, (-1,))
    return ops.squeeze(result, (-1 if column else -2,)) if row else result


def _padded(whole: Any, ndim: int) -> Any:
    """Return samples with ones in front of their shapes, up to a number of dimensions."""
    missing = ndim + 1 - len(whole.shape)
    return ops.reshape(whole, (whole.shape[0], *[1] * missing, *whole.shape[1:])) if missing > 0 else whole


def vdot(call: Call) -> Any:
    """Multiply the conjugates of the first vectors with the second ones."""
    first, second = call.arguments.values()
    return ops.sum(ops.conj(call.whole_or_one(first)) * call.whole_or_one(second), (-1,))


def outer(call: Call) -> Any:
    """Multiply each element with each."""
    first, second = call.arguments.values()
    return ops.unsqueeze(call.whole_or_one(first), -1) * ops.unsqueeze(call.whole_or_one(second), -2)


def linear(call: Call) -> Any:
    """Apply one layer to more rows, or each of many layers to its own."""
    features, weight, bias = call.arguments.values()
    if not call.is_batched(weight) and not call.is_batched(bias):
        return ops.linear(call.whole(features), weight, bias)
    if not call.is_batched(weight):
        result = ops.linear(call.whole_or_one(features), weight)
    elif len(weight.shape) == 1:
        result = product(call, features, weight)
    else:
        result = _layers(call, features, weight)
    if bias is None:
        return result
    ndim = len(call.outs[0].shape)
    if not call.is_batched(features) and not call.is_batched(weight):
        return result + call.beside(bias, ndim)
    return result + call.beside(bias, ndim)


def _layers(call: Call, features: Any, weight: Any) -> Any:
    """Return the products of the rows of each sample with its own weights."""
    rows = call.whole(features)
    lead = features.shape[:-1]
    count = 1
    for length in lead:
        count *= length
    rows = ops.reshape(rows, (call.size, count, features.shape[-1]))
    result = ops.bmm(rows, ops.matrix_transpose(call.whole(weight)))
    return ops.reshape(result, (call.size, *lead, weight.shape[0]))


def added(call: Call) -> Any:
    """Multiply, and add: `addmm`, `addmv`, `baddbmm`, `addbmm`."""
    bias, first, second, beta, alpha = call.arguments.values()
    result = product(call, first, second)
    if not (call.is_batched(first) or call.is_batched(second)):
        result = ops.matmul(first, second)
    if call.op.startswith("addbmm"):
        result = ops.sum(result, (-3,))
    result = result if alpha == 1 else result * alpha
    if beta == 0:
        return call.whole(result) if not (call.is_batched(first) or call.is_batched(second)) else result
    whole = call.beside(bias, len(call.outs[0].shape) if call.outs else len(bias.shape))
    return result + (whole if beta == 1 else whole * beta)


def einsum(call: Call) -> Any:
    """Give the samples a letter of their own."""
    equation, operands = call.arguments["equation"].replace(" ", ""), call.arguments["operands"]
    given, arrow, wanted = equation.partition("->")
    letter = next(c for c in "zyxwvutsrqponmlkjihgfedcbaZYXWVUTSRQPONMLKJIHGFEDCBA" if c not in equation)
    if not arrow:
        letters = sorted(set(given) - set(",."))
        wanted = "..." * ("..." in given) + "".join([c for c in letters if given.count(c) == 1])
    terms = [
        letter + term if call.is_batched(operand) else term
        for term, operand in zip(given.split(","), operands, strict=True)
    ]
    return ops.einsum(f"{','.join(terms)}->{letter}{wanted}", *map(call.whole_or_one, operands))


def trace(call: Call) -> Any:
    """Add the diagonals up."""
    return ops.sum(ops.diagonal(call.whole(call.arguments["self"]), 0, 1, 2), (1,))


def pairs(call: Call) -> Any:
    """Measure the differences of each pair of rows."""
    rows = call.whole(call.arguments["input"])
    first, second = (wrap(places) for places in np.triu_indices(rows.shape[1], 1))
    differences = ops.index_select(rows, 1, first) - ops.index_select(rows, 1, second)
    return ops.vector_norm(differences, call.arguments["p"], (2,))


RULES = {
    "matmul": matmul,
    "vdot": vdot,
    "outer": outer,
    "linear": linear,
    "added": added,
    "einsum": einsum,
    "trace": trace,
    "pairs": pairs,
}
