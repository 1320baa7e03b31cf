"""Derived samples: the calls that tests make of an op whose entry gives none, by the kinds of its arguments.

Each argument has a list of values, its default first. The calls step through all lists in parallel until the longest
one ends, so every value is used. Where there is a `dim`, shapes change with it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from types import MappingProxyType

from ..formula.formula import Formula
from ..schema import Argument
from ..spec import Op, TensorSample

_Shape = tuple[int, ...]

ALIKE: tuple[_Shape, ...] = ((2, 3), ())
"""Shapes of the tensors of an array function, which may want equal ones."""

BROADCAST: tuple[tuple[_Shape, ...], ...] = (((2, 3), (2, 3)), ((2, 1), (3,)), ((), (2, 3)))
"""Shapes that the tensors of formulas take in turn."""

ALONG: tuple[tuple[_Shape, int], ...] = (((2, 3), 1), ((2, 4, 3), -2), ((), -1), ((0, 3), 1), ((2, 4, 3), -3))
"""Shapes, and a dimension of each: `int dim`. Negative ones come beside both values of a flag."""

ALONG_SOME: tuple[tuple[_Shape, tuple[int, ...]], ...] = (
    ((2, 3), (1,)),
    ((2, 3, 4), (0, -1)),
    ((), (-1,)),
    ((0, 3), (1,)),
    ((2, 3, 4), (-3, 1)),
)
"""Shapes, and some dimensions of each: `int[] dim`."""

FLAGS = ("condition", "mask")
"""Tensors of truth values."""

WORDS = {"reduction": ("mean", "sum", "none")}
"""What words mean the same everywhere; of others, those with which formulas compare the argument."""

NUMBERS: dict[str, tuple[float, ...]] = {"int": (1, 2), "float": (0.25,), "Scalar": (0.5, 2.5)}
"""What a number may be that has no default; another one is a little more than its default."""

_OMITTED = object()


def derived_cases(op: Op) -> tuple[MappingProxyType[str, object], ...]:
    """Return calls that follow from the signature; none if an argument has no typical values."""
    values = derived_values(op)
    rounds = range(max([len(each) for each in values.values()], default=0))
    calls = [
        {name: each[k % len(each)] for name, each in values.items()} for k in rounds if all(values.values())
    ]
    return tuple([_without_omitted(call) for call in calls])


def derived_values(op: Op) -> dict[str, list[object]]:
    """Return the values of each argument; an empty list for one that has no typical values."""
    arguments = op.signature.arguments
    values = _tensors(op)
    for argument in arguments:
        if argument.name not in values:
            values[argument.name] = list(dict.fromkeys(_values(argument, op.formulas)))
    return {argument.name: values[argument.name] for argument in arguments}


def _without_omitted(call: dict[str, object]) -> MappingProxyType[str, object]:
    return MappingProxyType({name: value for name, value in call.items() if value is not _OMITTED})


def _tensors(op: Op) -> dict[str, list[object]]:
    """Return the values of tensors, and of `dim` if there is one."""
    dim = next((a for a in op.signature.arguments if a.name == "dim" and a.type.base == "int"), None)
    values: dict[str, list[object]] = {}
    turns: list[Sequence[_Shape]]
    if dim is not None:
        along: Sequence[tuple[_Shape, object]] = ALONG_SOME if dim.type.is_list else ALONG
        values[dim.name] = [*_left_out(dim), *[place for _, place in along]]
        turns = [*[[(2, 3)] for _ in _left_out(dim)], *[[shape] for shape, _ in along]]
    elif op.elementwise and len(op.tensor_arguments) == 1:
        turns = [ALIKE[:1]]
    elif isinstance(op.forward, Formula) or op.forward is None:
        turns = list(BROADCAST) if len(op.tensor_arguments) > 1 else [[shape] for shape in ALIKE]
    else:
        turns = [[shape] for shape in ALIKE]
    for index, argument in enumerate(op.tensor_arguments):
        shapes = [turn[index % len(turn)] for turn in turns]
        values[argument.name] = [*_left_out(argument), *[_tensor(argument, shape) for shape in shapes]]
    return values


def _tensor(argument: Argument, shape: _Shape) -> object:
    sample = TensorSample(shape, "bool" if argument.name in FLAGS else None)
    return (sample, sample) if argument.type.is_list else sample


def _left_out(argument: Argument) -> list[object]:
    """Return the value that omits an argument from a call; an empty list if it is required."""
    if argument.default is not None:
        return [_OMITTED]
    return [None] if argument.type.optional else []


def _values(argument: Argument, formulas: Iterable[Formula]) -> list[object]:
    """Return the values of an argument that is no tensor."""
    kind, left_out = argument.type, _left_out(argument)
    default = None if argument.default is None else ast.literal_eval(argument.default)
    if kind.is_list:
        return left_out
    if kind.base == "dtype":
        return left_out or ["float64"]
    if kind.base == "bool":
        return [*left_out, *[flag for flag in (False, True) if not left_out or flag != default]]
    compared = [value for value in _compared(argument.name, formulas) if value != default]
    if kind.base == "str":
        return [*left_out, *[word for word in WORDS.get(argument.name, compared) if word != default]]
    if kind.base not in NUMBERS:
        return left_out
    return [*left_out, *compared, *(NUMBERS[kind.base] if default is None else _beside(default, kind.base))]


def _beside(default: float, kind: str) -> list[object]:
    """Return other numbers than the default: a fraction, an integer, or both for a `Scalar` that has an integer."""
    fraction = 1.25 * default + 0.125
    if isinstance(default, float):
        return [fraction]
    return [default + 1] if kind == "int" else [default + 1, fraction]


def _compared(name: str, formulas: Iterable[Formula]) -> Iterator[object]:
    """Yield the numbers and words that formulas compare an argument with; for a bound, also its neighbours."""
    for formula in formulas:
        for node in ast.walk(formula.tree):
            if isinstance(node, ast.Compare) and isinstance(node.left, ast.Name) and node.left.id == name:
                yield from _sides(node.ops[0], node.comparators[0])


def _sides(operator: ast.cmpop, other: ast.expr) -> Iterator[object]:
    try:
        value = ast.literal_eval(other)
    except ValueError:
        return
    if isinstance(value, str):
        yield value
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield value
        if not isinstance(operator, ast.Eq | ast.NotEq):
            yield from (value + 1, value - 1)
