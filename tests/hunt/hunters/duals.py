"""Tangents of ops in place against those of the same ops out of place, and their gradients against second derivatives.

A tensor in some layout, which mostly requires grad as its tangent does, is written by a random op, itself or through a
view. The numbers, the tangent, and the gradients of both by all numbers and all directions, have to be those of the op
out of place; so have views that were made before, and one that is made anew of the base. The gradient of the tangent
of any op is that of the product of its gradient and the direction: reverse over forward is reverse over reverse.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

import derivata as dv
from derivata.autograd.forward_ad import dual_level, make_dual, unpack_dual
from derivata.generated.checks import CASES
from derivata.testing.op_call import Call

from ..finding import Finding
from ..writing import op_of

CALLS = 10
Shape = tuple[int, ...]
Views = dict[str, tuple[Callable[[Shape], Shape], Callable[[Any, Shape], Any]]]
VIEWS: Views = {
    "b": (lambda shape: shape, lambda b, shape: b),
    "b[0]": (lambda shape: (2, *shape), lambda b, shape: b[0]),
    "b[..., 0]": (lambda shape: (*shape, 2), lambda b, shape: b[..., 0]),
    "b.permute(...)": (lambda shape: shape[::-1], lambda b, shape: b.permute(*reversed(range(b.ndim)))),
    "b.t().flatten()[:n].view(shape)": (
        lambda shape: (2, int(np.prod(shape))),
        lambda b, shape: b.t().flatten()[: int(np.prod(shape))].view(shape),
    ),
}
"""What is written: the shape that its base has, and how it is made of the base."""
ANSWERS = (RuntimeError, NotImplementedError, TypeError, ValueError, IndexError)


def attempt(seed: int) -> Finding | None:
    """Compare a few calls."""
    random = np.random.default_rng(seed)
    cases = [case for case in CASES if case.inplace and not case.written]
    for _ in range(CALLS):
        found = reversed_twice(random)
        if found is not None:
            return found
        case = cases[random.integers(len(cases))]
        dtype = np.complex128 if case.complex and random.integers(4) == 0 else np.float64
        try:
            calls = list(op_of(case).calls(dtype))
        except (TypeError, ValueError):  # numbers that the dtype has not
            continue
        call = calls[random.integers(len(calls))]
        view = list(VIEWS)[random.integers(len(VIEWS))]
        transposed, recorded = bool(random.integers(2)), bool(random.integers(3))
        wrong = difference(call, view, transposed, recorded)
        if wrong is not None:
            kind = f"{'transposed' if transposed else 'plain'} {'dual' if recorded else 'constant dual'}"
            program = f"# {case.op} with {call.label}, in place on {view}, where b is a {kind}\n# {wrong}"
            return Finding(f"{case.inplace} on {view} with a tangent: {wrong[:100]}", program)
    return None


def reversed_twice(random: np.random.Generator) -> Finding | None:
    """Return a finding if the gradient of the tangent of an op is not that of its gradient along the direction."""
    case = CASES[random.integers(len(CASES))]
    calls = list(op_of(case).calls())
    call = calls[random.integers(len(calls))]
    if case.written or not call.places:
        return None
    drawn = [random.standard_normal(array.shape) for array in call.arrays()]
    try:
        with np.errstate(all="ignore"):
            forward, backward = (second(call, [dv.tensor(d) for d in drawn], way) for way in (True, False))
    except ANSWERS:
        return None
    for k, (got, expected) in enumerate(zip(forward, backward, strict=True)):
        if not np.allclose(got, expected, 1e-6, 1e-8, equal_nan=True):
            program = (
                f"# {case.op} with {call.label}: the gradient of the tangent by argument {k}\n"
                f"# expected {expected.tolist()}, that of the gradient along the direction, got {got.tolist()}"
            )
            return Finding(
                f"{case.op}: the gradient of the tangent is another than the second derivative", program
            )
    return None


def second(call: Call, directions: list[Any], forward: bool) -> list[Any]:
    """Return the gradients of the tangent of a call, or of its gradients along the directions."""
    dv.manual_seed(0)
    leaves = call.leaves()
    if forward:
        with dual_level():
            outs = call(*[make_dual(leaf * 1, d) for leaf, d in zip(leaves, directions, strict=True)])
            return gradients([(unpack_dual(out).tangent, weights_of(out)) for out in outs], leaves)
    live = [out for out in call(*leaves) if out.requires_grad]
    first = dv.autograd.grad(
        live, leaves, [weights_of(out) for out in live], create_graph=True, allow_unused=True
    )
    return gradients(list(zip(first, directions, strict=True)), leaves)


def gradients(weighted: list[tuple[Any, Any]], leaves: list[Any]) -> list[Any]:
    """Return the gradients of tensors with their weights as arrays, zeros where there are none."""
    live = [(tensor, weights) for tensor, weights in weighted if tensor is not None and tensor.requires_grad]
    found: Any = [None] * len(leaves)
    if live:
        found = dv.autograd.grad(
            [t for t, _ in live], leaves, [w for _, w in live], retain_graph=True, allow_unused=True
        )
    return [
        np.zeros(leaf.shape, leaf.detach().numpy().dtype) if g is None else g.detach().numpy().copy()
        for leaf, g in zip(leaves, found, strict=True)
    ]


def weights_of(tensor: Any) -> Any:
    """Return numbers that all differ, as many as a tensor has."""
    return dv.tensor(np.linspace(0.5, 1.5, tensor.numel()).reshape(tensor.shape)).to(tensor.dtype)


def difference(call: Call, view: str, transposed: bool, recorded: bool) -> str | None:
    """Return in what the op in place differs; None where one of them is refused."""
    if not call.places or call.places[0] != (call.op.case.arguments[0][0], None):
        return None
    try:
        with np.errstate(all="ignore"):
            expected, got = (run(call, view, transposed, recorded, inplace) for inplace in (False, True))
    except ANSWERS:
        return None
    for name, array in expected.items():
        if got[name].shape != array.shape or got[name].dtype != array.dtype:
            return None  # another result, which the target cannot take
        if not np.allclose(got[name], array, 1e-9, 1e-12, equal_nan=True):
            return f"{name}: expected {array.tolist()} (out of place), got {got[name].tolist()}"
    return None


def run(call: Call, view: str, transposed: bool, recorded: bool, inplace: bool) -> dict[str, Any]:
    """Return the numbers, the tangents and the gradients of the result, and of a view that is made anew."""
    random, leaves = np.random.default_rng(0), list[Any]()

    def leaf(array: Any) -> Any:
        leaves.append(dv.tensor(array, requires_grad=recorded))
        return leaves[-1]

    def dual(array: Any, reverse: bool) -> Any:
        order = tuple(reversed(range(array.ndim))) if reverse else tuple(range(array.ndim))
        numbers = leaf(array.transpose(order).copy()).permute(order)
        return make_dual(numbers, leaf(random.standard_normal(array.shape).astype(array.dtype))).clone()

    first, *others = call.arrays()
    shape_of_base, viewed = VIEWS[view]
    with dual_level():
        base = dual(np.resize(first, shape_of_base(first.shape)), transposed)
        target = viewed(base, first.shape)
        before = target.expand((2, *first.shape))
        unpack_dual(before)
        args, kwargs = call._bind(call._filled([target, *[dual(array, False) for array in others]]))
        shared = np.shares_memory(target.detach().numpy(), base.detach().numpy())
        dv.manual_seed(0)
        function = call.op.inplace if inplace else call.op.function
        result = function(*args, **kwargs)
        return {
            **seen("result", result, leaves),
            **seen("view made before", before[0] if inplace else result, leaves),
            **seen("view made anew", viewed(base, first.shape) if inplace and shared else result, leaves),
        }


def seen(name: str, tensor: Any, leaves: list[Any]) -> dict[str, Any]:
    """Return what is seen of a tensor."""
    primal, tangent = unpack_dual(tensor)
    found = {f"{name}: numbers": primal.detach().numpy().copy()}
    for part, numbers in (("numbers", primal), ("tangent", tangent)):
        if part == "tangent":
            zeros = np.zeros(primal.shape, found[f"{name}: numbers"].dtype)
            found[f"{name}: tangent"] = zeros if numbers is None else numbers.detach().numpy().copy()
        by_leaf = gradients([(numbers, weights_of(primal))], leaves)
        for k, array in enumerate(by_leaf):
            found[f"{name}: gradient of the {part} by leaf {k}"] = array
    return found
