"""Calls of random ops of the spec: a sample of each, made longer, larger or smaller."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from derivata.autograd.gradchecks import DERIVATA
from derivata.generated.checks import CASES
from derivata.testing import OpCase
from derivata.testing.op_call import Call, Op

__all__ = ["PUBLIC", "drawn", "program"]

PUBLIC = [case for case in CASES if not case.op.startswith("_") and not case.op.endswith("_backward")]

LONG = 64
LARGEST = 4096


def drawn(
    case: OpCase, random: np.random.Generator, change: Callable[[Any], Any], long: bool = False
) -> Call:
    """Return a call with a random sample of the op, whose floating-point arrays go through `change`."""
    op = Op(case, DERIVATA)
    samples = op.samples()
    sample = samples[random.integers(len(samples))]
    call = op.call(stretched(case, sample, random) if long else sample)

    def changed(array: Any) -> Any:
        return np.asarray(change(array)) if array.dtype.kind == "f" else array

    return replace(call.mapped(changed, "changed"), label=str(sample))


def stretched(case: OpCase, sample: Any, random: np.random.Generator) -> Any:
    """Return a sample with one length that its arrays have in common made longer."""
    shapes = [sample[name] for name in case.tensors if isinstance(sample.get(name), (list, tuple))]
    lengths = sorted({length for shape in shapes for length in shape if length > 1})
    if not lengths:
        return sample
    chosen = lengths[random.integers(len(lengths))]
    longer = dict(sample)
    for name in case.tensors:
        if isinstance(shape := sample.get(name), (list, tuple)):
            longer[name] = [chosen * LONG if length == chosen else length for length in shape]
    sizes = [int(np.prod(longer[name])) for name in case.tensors if isinstance(longer.get(name), list)]
    return longer if max(sizes) <= LARGEST else sample


def program(call: Call, what: str = "") -> str:
    """Return the lines that make the call, with one of its results named `y`."""
    lines = ["import numpy as np", "import derivata as dv"]
    tensors: list[str] = []
    literals: list[str] = []
    keywords = set(call.op.case.keyword_only)
    named = False
    for name, _ in call.op.case.arguments:
        if name not in call.values:
            named = True
            continue
        value = call.values[name]
        if isinstance(value, np.ndarray):
            lines.append(f"{name} = dv.tensor({_text(value)})")
            text = name
        elif isinstance(value, list) and call.op.case.kind(name) == "Tensor[]":
            lines.append(f"{name} = [{', '.join(f'dv.tensor({_text(v)})' for v in value)}]")
            text = name
        else:
            text = repr(value)
        (literals if named or name in keywords else tensors).append(
            f"{name}={text}" if named or name in keywords else text
        )
    for name, index in call.places:
        lines.append(f"{name if index is None else f'{name}[{index}]'}.requires_grad_()")
    path, _, function = call.op.case.call.rpartition(".")
    lines.append(f"from {path} import {function}")
    lines.append(f"y = {function}({', '.join([*tensors, *literals])})")
    return "\n".join([*lines, *([what] if what else [])])


def _text(array: Any) -> str:
    if array.size <= 64:
        return f"np.array({array.tolist()!r}, {array.dtype.name!r})".replace("nan", "np.nan").replace(
            "inf", "np.inf"
        )
    low, high = float(array.min()), float(array.max())
    return f"np.linspace({low}, {high}, {array.size}).reshape({array.shape}).astype({array.dtype.name!r})"
