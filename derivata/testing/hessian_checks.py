"""Check of second derivatives: products with the Hessian, by forward over reverse and by reverse over reverse mode."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .derivative_checks import differentiable_calls, is_narrow
from .op_call import Call, Op
from .results import Results, agree, explained, product, weights

__all__ = ["check_forward_over_reverse"]

Array = NDArray[Any]


def check_forward_over_reverse(op: Op) -> None:
    """Check that gradients from duals carry what double backward gives, and that tangents have it as gradients."""
    for call in differentiable_calls(op):
        with explained(op.case.op, "forward over reverse", call.label):
            directions = weights("direction", call.arrays())
            tolerance = 1e-4 if is_narrow(call) else 1e-8
            if op.case.surrogate or not op.case.second_differences:
                _check_products(call, directions, tolerance)
                continue
            wanted = Results([], _by_double_backward(call, directions))
            for create_graph in (False, True):
                got = Results([], _by_tangents(call, directions, create_graph))
                what = f"as a tangent, with create_graph={create_graph}, is not that of double backward"
                agree(call, what, got, wanted, tolerance, tolerance)
            got = Results([], _of_tangents(call, directions))
            agree(call, "of its tangents is not that of double backward", got, wanted, tolerance, tolerance)


def _check_products(call: Call, directions: Sequence[Array], tolerance: float) -> None:
    """Compare products from both sides: derivatives of surrogates need not be symmetric."""
    others = weights("weight", call.arrays())
    wanted = product(_by_double_backward(call, others), directions)
    for create_graph in (False, True):
        got = product(_by_tangents(call, directions, create_graph), others)
        if not abs(got - wanted) <= tolerance * (1 + abs(wanted)):
            raise AssertionError(
                "expected the tangents of the gradients times weights to be their double backward times the "
                f"tangents of the arguments, got {got:.12g} with create_graph={create_graph}, and {wanted:.12g}"
            )


def _gradients(call: Call, leaves: Sequence[Any], create_graph: bool) -> list[Any]:
    library = call.op.library
    outputs = call(*leaves)
    covectors = [library.tensor(covector) for covector in weights("covector", call.op.arrays(outputs))]
    return list(library.grad(outputs, leaves, covectors, create_graph=create_graph, allow_unused=True))


def _by_double_backward(call: Call, directions: Sequence[Array]) -> list[Array]:
    library, leaves = call.op.library, call.leaves()
    pairs = [
        (grad, library.tensor(direction))
        for grad, direction in zip(_gradients(call, leaves, True), directions, strict=True)
        if grad is not None and grad.requires_grad
    ]
    if not pairs:
        return [np.zeros_like(direction) for direction in directions]
    grads, vectors = zip(*pairs, strict=True)
    products = library.grad(grads, leaves, vectors, allow_unused=True)
    return _arrays(call, products, directions)


def _by_tangents(call: Call, directions: Sequence[Array], create_graph: bool) -> list[Array]:
    forward_ad, tensor = call.op.library.forward_ad, call.op.library.tensor
    leaves = call.leaves()
    with forward_ad.dual_level():
        duals = [
            forward_ad.make_dual(leaf, tensor(direction.copy()))
            for leaf, direction in zip(leaves, directions, strict=True)
        ]
        grads = _gradients(call, duals, create_graph)
        tangents = [None if grad is None else forward_ad.unpack_dual(grad).tangent for grad in grads]
        return _arrays(call, tangents, directions)


def _of_tangents(call: Call, directions: Sequence[Array]) -> list[Array]:
    library, forward_ad = call.op.library, call.op.library.forward_ad
    leaves = call.leaves()
    with forward_ad.dual_level():
        outputs = call(
            *[
                forward_ad.make_dual(leaf, library.tensor(direction.copy()))
                for leaf, direction in zip(leaves, directions, strict=True)
            ]
        )
        covectors = weights("covector", call.op.arrays(outputs))
        tangents = [forward_ad.unpack_dual(output).tangent for output in outputs]
        pairs = [
            (tangent, library.tensor(covector))
            for tangent, covector in zip(tangents, covectors, strict=True)
            if tangent is not None and tangent.requires_grad
        ]
        if not pairs:
            return [np.zeros_like(direction) for direction in directions]
        recorded, vectors = zip(*pairs, strict=True)
        return _arrays(call, library.grad(recorded, leaves, vectors, allow_unused=True), directions)


def _arrays(call: Call, tensors: Sequence[Any], like: Sequence[Array]) -> list[Array]:
    array = call.op.library.array
    return [
        np.zeros_like(zeros) if tensor is None else array(tensor).copy()
        for tensor, zeros in zip(tensors, like, strict=True)
    ]
