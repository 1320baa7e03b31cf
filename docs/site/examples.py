"""A session for each op: a sample with round numbers, called as users call it, run when the site is built."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

import derivata as dv
from derivata.autograd.gradchecks import DERIVATA
from derivata.testing import OpCase
from derivata.testing.op_call import Call, Op
from docs.ops import PROPERTIES

LARGEST = 24
"""So many numbers are written out; more are drawn."""

_SPECIAL = "input = dv.tensor([1.0, float('nan'), float('inf'), -float('inf')])"
_MISSING = "input = dv.tensor([[1.0, float('nan'), 3.0], [4.0, 5.0, 7.0]], requires_grad=True)"
_DROPPED = "input = dv.ones(2, 4, requires_grad=True)"
_CHANNELS = "input = dv.ones(1, 4, {}, requires_grad=True)"
_CHANCES = "input = dv.tensor([[0.0, 0.2, 0.5], [0.8, 0.9, 1.0]])"

BY_HAND = {
    "_where": ("input = dv.tensor([-1.0, 0.0, 2.0], requires_grad=True)", "dv.where(input > 0, input, 0.0)"),
    "tensordot.dims": (
        "input = dv.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)",
        "dv.tensordot(input, dv.eye(2), ([0, 1], [1, 0]))",
    ),
    **{
        f"is{kind}": (_SPECIAL, f"dv.is{kind}(input)")
        for kind in ("nan", "inf", "posinf", "neginf", "finite")
    },
    "nan_to_num": (_SPECIAL, "dv.nan_to_num(input, nan=0.0)"),
    **{f"nan{name}": (_MISSING, f"dv.nan{name}(input)") for name in ("sum", "mean", "median")},
    "nanmedian.dim": (_MISSING, "dv.nanmedian(input, 1)"),
    **{name: (_DROPPED, f"dv.nn.functional.{name}(input, 0.5)") for name in ("dropout", "alpha_dropout")},
    "dropout1d": (_CHANNELS.format("3"), "dv.nn.functional.dropout1d(input, 0.5)"),
    "dropout2d": (_CHANNELS.format("2, 2"), "dv.nn.functional.dropout2d(input, 0.5)"),
    "bernoulli": (_CHANCES, "dv.bernoulli(input)"),
    "bernoulli.p": (_CHANCES, "dv.bernoulli(input, 0.5)"),
    "bernoulli_": (_CHANCES, "input.bernoulli_(0.5)"),
    "bernoulli_.Tensor": (_CHANCES, "dv.zeros(2, 3).bernoulli_(input)"),
    "poisson": (_CHANCES, "dv.poisson(10 * input)"),
}
"""Operand and call of ops whose samples show little, because they are made to be checked."""

USUAL = frozenset(["float64", "complex128", "bool", "int64"])
"""Dtypes of samples whose counterparts `dv.tensor` chooses itself."""

Array = NDArray[Any]


def example(name: str, case: OpCase) -> str:
    """Return the session of an op as a block of a page.

    Parameters
    ----------
    name
        What users call the op by, without ``dv.``.
    case
        Its samples.
    """
    if case.op in BY_HAND:
        operand, words = BY_HAND[case.op]
        given, leaves = [operand], ["input"] * operand.endswith("requires_grad=True)")
    else:
        call = chosen(Op(case, DERIVATA))
        given, leaves, words = operands(call), recorded(call), called(name, call)
    lines = [*given, f"result = {words}", "result"]
    if draws(lines):
        lines = ["generator = dv.manual_seed(0)", *lines]
    session = run([*lines, *gradient(case, leaves, lines)])
    return f"```pycon\n{session}```\n\n"


def chosen(op: Op) -> Call:
    """Return the first call with numbers that can be written out, or the smallest with numbers."""
    samples = [
        sample for sample in op.samples() if all(array.size for array in arrays(op.call(sample).values))
    ]
    calls = [op.call(sample) for sample in samples or [op.with_shapes(op.samples()[0], [(2, 3)])]]
    return next((call for call in calls if 1 < size(call) <= LARGEST), min(calls, key=size))


def size(call: Call) -> int:
    """Count the numbers in the arguments of a call."""
    return sum(array.size for array in arrays(call.values))


def arrays(values: Mapping[str, Any]) -> Iterator[Array]:
    """Yield the arrays among arguments, and in lists of them."""
    for value in values.values():
        yield from value if is_list_of_arrays(value) else [value] if isinstance(value, np.ndarray) else []


def is_list_of_arrays(value: object) -> bool:
    """Whether an argument is a list of arrays."""
    return isinstance(value, list) and bool(value) and all(isinstance(one, np.ndarray) for one in value)


def shown(name: str) -> str:
    """Return an argument's name as users see it."""
    return "input" if name == "self" else name


def operands(call: Call) -> list[str]:
    """Return a line for each argument that is a tensor, or a list of them."""
    leaves = {name for name, _ in call.places} - {call.op.case.written}
    lines = []
    for name, value in call.values.items():
        if isinstance(value, np.ndarray):
            matrix = call.op.library.array(call.matrix(name, dv.from_numpy(value.copy())))
            lines.append(f"{shown(name)} = {tensor(matrix, name in leaves)}")
        elif is_list_of_arrays(value):
            lines.append(f"{shown(name)} = [{', '.join([tensor(one, name in leaves) for one in value])}]")
    return lines


def tensor(array: Array, requires_grad: bool) -> str:
    """Return the code of a tensor: its numbers with two digits, or how to draw as many."""
    options = ["requires_grad=True"] * requires_grad
    if array.size > LARGEST and array.dtype.kind in "fc":
        return f"dv.randn({', '.join([*map(str, array.shape), *options])})"
    if array.dtype.name not in USUAL:
        options.append(f"dtype=dv.{array.dtype.name}")
    return f"dv.tensor({', '.join([repr(rounded(array)), *options])})"


def rounded(array: Array) -> Any:
    """Return the numbers of an array as lists, floating ones with two digits."""
    if array.dtype.kind not in "fc":
        return array.tolist()
    two = np.vectorize(lambda x: float(f"{x:.2g}"), otypes=[np.float64])
    return (two(array.real) + 1j * two(array.imag) if array.dtype.kind == "c" else two(array)).tolist()


def called(name: str, call: Call) -> str:
    """Return the call as users write it: a function of `dv`, a method, or a property."""
    if name in PROPERTIES:
        return f"input.{PROPERTIES[name]}"
    args, keywords = call._bind({key: argument(key, value) for key, value in call.values.items()})
    given = [*args, *[f"{key}={value}" for key, value in keywords.items()]]
    function = getattr(dv, name.partition(".")[0], None)
    if function is None or isinstance(function, np.dtype | type):  # `dv.half` is a dtype
        return f"{args[0]}.{name}({', '.join(given[1:])})"
    return f"dv.{name}({', '.join(given)})"


def argument(name: str, value: Any) -> str:
    """Return an argument as Python writes it: tensors by their names."""
    if isinstance(value, np.ndarray) or is_list_of_arrays(value):
        return shown(name)
    return f"dv.{value}" if isinstance(value, np.dtype) else repr(value)


def recorded(call: Call) -> list[str]:
    """Return the arguments that are tensors with gradients."""
    return [shown(name) for name, index in call.places if index is None and name != call.op.case.written]


def gradient(case: OpCase, leaves: list[str], lines: list[str]) -> list[str]:
    """Return lines that show a gradient, of the sum if the op is elementwise and else of one element."""
    names: dict[str, Any] = {"dv": dv}
    for line in lines[:-1]:
        exec(line, names)
    result = names["result"]
    one = isinstance(result, dv.Tensor)
    outputs = {"result": result} if one else {f"result[{k}]": part for k, part in enumerate(result)}
    differentiable = [(text, part) for text, part in outputs.items() if part.requires_grad and part.numel()]
    if not differentiable or not leaves:
        return []
    text, output = differentiable[0]
    if case.elementwise:
        text += ".sum()"
    elif output.ndim:
        text += f"[{', '.join('0' * output.ndim)}]"
    real = ".real" if output.is_complex() else ""
    return [f"{text}{real}.backward()", f"{leaves[0]}.grad"]


def draws(lines: list[str]) -> bool:
    """Whether lines of code take random numbers."""
    before = dv.get_rng_state()
    run(lines)
    return before != dv.get_rng_state()


def run(lines: list[str]) -> str:
    """Run lines of code; return them as a session with what they print."""
    names: dict[str, Any] = {"dv": dv}
    parts = []
    for line in lines:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed), np.errstate(all="ignore"):
            exec(compile(line, "<session>", "single"), names)
        parts.append(f">>> {line}\n{printed.getvalue()}")
    return "".join(parts)
