"""Writes between forward and backward: none that PyTorch allows is refused, and none is allowed that changes gradients.

An op of the spec is called with leaves, some of which require grad; then one argument or result is overwritten under
`no_grad`, and backward runs. Whether the write or the backward is refused is compared with PyTorch's, whose nodes save
what their formulas need and nothing else. A write that PyTorch refuses and derivata allows is no finding if the
gradients are those from before the write: derivata's node needs less.
"""

import random
from typing import Any

import numpy as np

from ..finding import Finding
from ..torch_ops import parity, shared_cases

NEEDS_TORCH = True

_FUSED = (
    "one node keeps the arguments, which exist anyway; PyTorch's chain of ops keeps differences of their size"
)
_COPIED = "PyTorch multiplies copies of the arguments in another layout; derivata reads them where they are"
EXPLAINED = {
    **dict.fromkeys(
        ["l1_loss", "mse_loss", "smooth_l1_loss", "huber_loss", "kl_div", "poisson_nll_loss"], _FUSED
    ),
    **dict.fromkeys(["polar", "rms_norm", "cross_entropy"], _FUSED),
    **dict.fromkeys(["scaled_dot_product_attention", "matrix_power"], _FUSED),
    **dict.fromkeys(
        ["einsum", "inner", "kron", "matmul", "tensordot", "tensordot.dims", "bilinear"], _COPIED
    ),
    **dict.fromkeys(
        ["as_strided", "unfold"], "elements that are one number in memory cannot be written here"
    ),
    **dict.fromkeys(["conv1d.padding", "conv2d.padding", "conv3d.padding"], _COPIED),
    **dict.fromkeys(
        ["lstm_cell", "gru_cell"], "one node keeps states; PyTorch's chain of ops keeps what it makes of them"
    ),
    "as_strided_scatter": "PyTorch's gradient of self is what the write replaced; see tests/parity",
}
"""Where derivata refuses a write that PyTorch allows, and why that stays; by op."""


def attempt(seed: int) -> Finding | None:
    """Write to one argument or result of one op."""
    import torch

    import derivata as dv
    from derivata.autograd.gradchecks import DERIVATA
    from derivata.testing.op_call import Op

    chance = random.Random(seed)
    case = chance.choice(shared_cases())
    calls = list(Op(case, DERIVATA).calls())
    number = chance.randrange(len(calls))
    call = calls[number]
    if not call.places or case.written:
        return None
    required = [chance.random() < 0.7 for _ in call.places]
    if not any(required):
        required[chance.randrange(len(required))] = True
    turn = chance.random()
    ours = _outcome(call, dv, required, turn)
    theirs = _outcome(parity().call(call), torch, required, turn)
    if ours is None or theirs is None or ours[1] == theirs[1] or ours[1] == "allowed":
        return None
    target = ours[0]
    if ours[1] != "allowed with other gradients" and theirs[1] != "allowed":
        return None
    if ours[1] != "allowed with other gradients" and case.op in EXPLAINED:
        return None
    title = f"{case.op}: a write to {target} is {ours[1]}, expected {theirs[1]} as in PyTorch"
    needing = [place for place, need in zip(call.places, required, strict=True) if need]
    program = (
        "import derivata as dv\nfrom derivata.testing.op_call import Op\n"
        "from derivata.autograd.gradchecks import DERIVATA\nfrom derivata.generated.checks import CASES\n"
        f"op = Op(next(case for case in CASES if case.op == {case.op!r}), DERIVATA)\n"
        f"call = list(op.calls())[{number}]  # {call.label}\n"
        f"# require grad: {needing}; dv.no_grad(): zero_() of {target}; then backward"
    )
    return Finding(title, program)


def _outcome(call: Any, library: Any, required: list[bool], turn: float) -> tuple[str, str] | None:
    """Return what was written, and what became of it; None where there is no gradient at all."""
    leaves = call.leaves()
    for leaf, need in zip(leaves, required, strict=True):
        leaf.requires_grad_(need)
    needing = [leaf for leaf in leaves if leaf.requires_grad]
    given: list[tuple[str, Any]] = list(zip([_named(place) for place in call.places], leaves, strict=True))
    try:
        outputs = call.outputs(*leaves)
        results = [out for out in call.op.differentiable(outputs) if out.requires_grad]
        before = _gradients(call, library, results, needing, True)
    except (RuntimeError, TypeError, ValueError, NotImplementedError, IndexError):
        return None
    if not results:
        return None
    targets = given + [(f"result {index}", out) for index, out in enumerate(outputs)]
    name, target = targets[int(turn * len(targets))]
    try:
        with library.no_grad():
            target.mul_(library.zeros((), dtype=target.dtype))
    except RuntimeError:
        return name, "refused at once"
    try:
        after = _gradients(call, library, results, needing, False)
    except RuntimeError as error:
        if "modified by an inplace operation" not in str(error):
            return None
        return name, "refused by backward"
    same = all(map(np.array_equal, before, after))
    return name, "allowed" if same else "allowed with other gradients"


def _gradients(call: Any, library: Any, results: list[Any], needing: list[Any], keep: bool) -> list[Any]:
    """Return the gradients as arrays."""
    ones = [library.ones(tuple(r.shape), dtype=r.dtype) for r in results]
    found = library.autograd.grad(results, needing, ones, retain_graph=keep, allow_unused=True)
    return [call.op.library.array(grad).copy() for grad in found if grad is not None]


def _named(place: tuple[str, int | None]) -> str:
    name, index = place
    return name if index is None else f"{name}[{index}]"
