"""Check of second derivatives: products with the Hessian, by forward over reverse and by reverse over reverse mode."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from numpy.typing import NDArray

from ..autograd.checker.finite_difference import product
from ..autograd.checker.probes import random_like
from .derivative_checks import is_narrow, twice_differentiable_calls
from .op_call import Call, Op
from .results import Results, agree, explained

__all__ = ["check_forward_over_reverse"]

Array = NDArray[Any]


def check_forward_over_reverse(op: Op) -> None:
    """Check that gradients from duals carry what double backward gives, and that tangents have it as gradients."""
    for call in twice_differentiable_calls(op):
        with explained(op.case.op, "forward over reverse", call.label):
            directions = random_like("direction", call.arrays())
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
    others = random_like("weight", call.arrays())
    wanted = product(_by_double_backward(call, others), directions)
    for create_graph in (False, True):
        got = product(_by_tangents(call, directions, create_graph), others)
        if not abs(got - wanted) <= tolerance * (1 + abs(wanted)):
            raise AssertionError(
                "expected the tangents of the gradients times weights to be their double backward times the "
                f"tangents of the arguments, got {got:.12g} with create_graph={create_graph}, and {wanted:.12g}"
            )


def _gradients(call: Call, leaves: Sequence[Any], create_graph: bool) -> list[Any]:
    outputs = call(*leaves)
    covectors = random_like("covector", call.op.arrays(outputs))
    return call.op.library.vjp(outputs, leaves, covectors, create_graph=create_graph)


def _by_double_backward(call: Call, directions: Sequence[Array]) -> list[Array]:
    library, leaves = call.op.library, call.leaves()
    products = library.vjp_of_recorded(_gradients(call, leaves, True), leaves, directions)
    return library.arrays(products, directions)


def _by_tangents(call: Call, directions: Sequence[Array], create_graph: bool) -> list[Array]:
    library = call.op.library
    with library.forward_ad.dual_level():
        gradients = _gradients(call, library.duals(call.leaves(), directions), create_graph)
        return library.arrays(library.tangents(gradients), directions)


def _of_tangents(call: Call, directions: Sequence[Array]) -> list[Array]:
    library, leaves = call.op.library, call.leaves()
    with library.forward_ad.dual_level():
        outputs = call(*library.duals(leaves, directions))
        covectors = random_like("covector", call.op.arrays(outputs))
        products = library.vjp_of_recorded(library.tangents(outputs), leaves, covectors)
        return library.arrays(products, directions)
