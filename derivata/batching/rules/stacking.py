"""The rules of last resort: one sample after the other, and the ops that cannot be batched at all."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from ...generated import ops
from ..samples import refuse_other_shapes, sample_of, warn_of_loop
from .call import Call


def loop(call: Call) -> Any:
    """Call the op for one sample after the other, and say once that this is slow."""
    warn_of_loop(call.level, call.op)
    return each(call)


def each(call: Call, before: Callable[[], Any] | None = None) -> Any:
    """Call the op for one sample after the other, and stack what it returns."""
    rows = []
    for number in range(call.size):
        if before is not None:
            before()
        result = call.run(
            **{name: sample_of(call.level, value, number) for name, value in call.arguments.items()}
        )
        rows.append(result if isinstance(result, tuple | list) else (result,))
    if not call.outs:
        return ()
    if not rows:
        return [out.new_zeros((0, *out.shape)) for out in call.outs]
    columns = list(zip(*rows, strict=True))
    for column in columns:
        if any(tensor.shape != column[0].shape for tensor in column):
            dynamic(call)
    return [ops.stack(list(column)) for column in columns]


def composite(call: Call) -> Any:
    """Call what the op is made of, with the batched tensors."""
    module = sys.modules[call.function.__module__]
    name = call.op.lstrip("_")
    found = [key for key in vars(module) if key in (f"_{name}_composite", f"_{call.op}_composite")]
    found = found or [
        key for key in vars(module) if key.startswith(f"_{name}_") and key.endswith("_composite")
    ]
    results = getattr(module, found[0])(**call.keywords(call.arguments))
    return [call.whole(result) for result in (results if isinstance(results, tuple | list) else (results,))]


def dynamic(call: Call) -> Any:
    """Refuse an op whose results have other shapes for each sample."""
    refuse_other_shapes(call.op)


RULES = {"loop": loop, "composite": composite, "dynamic": dynamic}
