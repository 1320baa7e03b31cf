"""Results on memory that others have: which share it on purpose, and whether they share its counter of writes."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

import derivata as dv
from derivata.testing.op_call import Call

from .writing import Tensor, tensors_of

UNSAFE = {"_unsafe_view", "unsafe_chunk", "unsafe_split", "unsafe_split_with_sizes"}
"""Their results count alone, as in PyTorch: that is what makes them unsafe."""

SHARE = {
    **dict.fromkeys(("meshgrid", "broadcast_tensors", "_repeated_heads"), "made of views"),
    **dict.fromkeys(
        ("conj", "conj_physical", "cartesian_prod", "_shares", "normalize_backward", "_rows_from"),
        "nothing to do",
    ),
    **dict.fromkeys(("dropout", "dropout1d", "dropout2d", "dropout3d"), "nothing is dropped"),
    **dict.fromkeys(("alpha_dropout", "feature_alpha_dropout"), "nothing is dropped"),
    **dict.fromkeys(UNSAFE, "results that count alone on purpose"),
}
"""Ops that are no views and whose results may be on the memory of an argument, as PyTorch's, and why."""


def without_doing(call: Call) -> Iterator[Call]:
    """Yield the call with arguments that often leave an op nothing to do, and with arrays of one element."""
    ones = call.mapped(lambda array: array[(..., *[slice(0, 1)] * array.ndim)], "of length 1")
    for one in (call, ones):
        yield one
        for name, kind in call.op.case.arguments:
            for value in _NEUTRAL.get(kind.split("[")[0].rstrip("?"), ()) if "Tensor" not in kind else ():
                values = {
                    **one.values,
                    name: value if "[" in kind or not isinstance(value, tuple) else value[0],
                }
                yield replace(one, values=values, label=f"{one.label}, {name}={value}")


_NEUTRAL: dict[str, tuple[Any, ...]] = {
    "int": (0, 1, -1),
    "float": (0.0, 1.0),
    "Scalar": (0.0, 1.0, 1),
    "bool": (False, True),
    "dtype": (np.dtype("float64"), None),
    "str": ("none",),
}


def own_counters(call: Call) -> Iterator[str]:
    """Yield what shares memory with an argument or another result but counts its writes alone."""
    dv.manual_seed(0)
    values = {name: _computed(value, call.op.case.kind(name)) for name, value in call.values.items()}
    try:
        args, kwargs = call._bind(values)
        with np.errstate(all="ignore"):
            results = list(tensors_of(call.op.function(*args, **kwargs)))
    except Exception:  # arguments that the op does not take
        return
    arguments = list(tensors_of(list(values.values())))
    if call.op.case.view and not is_conversion(call) and any(result is arguments[0] for result in results):
        yield "the result is the argument, not a view of it"
    case = call.op.case
    if not (case.view or case.written or case.op in SHARE):
        for result in results:
            if any(np.shares_memory(result._array, argument._array) for argument in arguments):
                yield "the result is on the memory of an argument, though the op is no view"
            if not result._array.flags.writeable:
                yield "the result is on read-only memory, though the op is no view"
    yield from _alone("result", results, {"an argument": arguments})
    sources = [argument for argument in arguments if argument.requires_grad]
    outs = [result for result in results if result.requires_grad]
    given = [dv.ones(out.shape, dtype=out.dtype) * 1 for out in outs]
    try:
        with np.errstate(all="ignore"):
            found = dv.autograd.grad(outs, sources, given, allow_unused=True) if outs and sources else ()
    except Exception:  # it has no gradient, or none with such arguments
        return
    gradients = [gradient for gradient in found if gradient is not None]
    yield from _alone(
        "gradient", gradients, {"an argument": arguments, "a result": results, "a given gradient": given}
    )


def is_conversion(call: Call) -> bool:
    """Tell whether an op gives its argument where there is nothing to do, as PyTorch's, or is for formulas only."""
    return call.op.case.op.startswith("_") or call.op.case.op in ("contiguous", "real") or _converts(call)


def _converts(call: Call) -> bool:
    return call.op.case.op in (
        *("to", "type_as", "half", "float", "double", "cfloat", "cdouble"),
        *("byte", "char", "short", "int", "long", "bool"),
    )


def _alone(kind: str, tensors: list[Tensor], others: dict[str, list[Tensor]]) -> Iterator[str]:
    """Yield which tensors share memory with another one, but no counter."""
    for number, tensor in enumerate(tensors):
        for what, candidates in {**others, f"another {kind}": tensors[:number]}.items():
            for other in candidates:
                alone = isinstance(tensor._counter, int) or tensor._counter is not other._counter
                if tensor is not other and alone and np.shares_memory(tensor._array, other._array):
                    yield f"{kind} {number} shares the memory of {what}, but counts its writes alone"


def parameter_counts_alone() -> bool:
    """Tell whether a Parameter does not share the counter of the tensor that it was made of."""
    data = dv.tensor([1.0])
    return dv.nn.Parameter(data)._counter is not data._counter or isinstance(data._counter, int)


def _computed(value: Any, kind: str) -> Any:
    if isinstance(value, np.ndarray):
        tensor = dv.tensor(value)
        return tensor.requires_grad_() * 1 if value.dtype.kind in "fc" else tensor
    return (
        [_computed(item, "Tensor") for item in value]
        if isinstance(value, list) and kind == "Tensor[]"
        else value
    )
