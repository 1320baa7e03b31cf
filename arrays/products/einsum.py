"""Einstein summation: pairs of operands are contracted by BLAS, the cheapest pair first.

What depends on the equation and the shapes alone is planned once and remembered.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..elementwise.elementary import conj
from .einsum_equation import check_public_output, einsum_gradient_equation, explicit_equation
from .einsum_pair import Pair, contract, plan_pair

Array = NDArray[Any]
Shape = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Operand:
    """An operand's letters, each once, those that no other operand makes longer, and their lengths."""

    letters: str
    distinct: str
    kept: str
    shape: Shape


@dataclass(frozen=True, slots=True)
class _Plan:
    """How to evaluate one equation for operands of known shapes."""

    operands: tuple[_Operand, ...]
    steps: tuple[tuple[int, int, Pair], ...]  # positions of two operands (the result goes to the end) and how
    result: str  # letters after the last step
    core: str  # the output's different letters that the result has, in the output's order
    output: str
    shape: Shape

    @property
    def distinct(self) -> str:
        """The output's letters, each once."""
        return "".join(dict.fromkeys(self.output))


def einsum(equation: str, operands: Sequence[Array]) -> Array:
    """Multiply operands whose dimensions are named by letters and add over the letters the output has not."""
    shapes = _checked_shapes(equation, operands)
    return _evaluate(_plan(equation, shapes, None), operands)


def einsum_to_shape(equation: str, operands: Sequence[Array], shape: Shape) -> Array:
    """Evaluate an einsum that may repeat letters of the output, add new ones, and sum where `shape` is 1.

    That is what the gradient of an einsum needs: the transposes of a diagonal, a sum, and broadcasting.
    """
    return _evaluate(_plan(equation, _checked_shapes(equation, operands), tuple(shape)), operands)


def einsum_gradient(output_grad: Array, equation: str, operands: Sequence[Array], index: int) -> Array:
    """Compute the gradient of one operand of an einsum, or of an `einsum_to_shape`."""
    back = einsum_gradient_equation(equation, [x.ndim for x in operands], index)
    factors = [conj(x) for x in operands]
    factors[index] = output_grad
    return einsum_to_shape(back, factors, operands[index].shape)


def _evaluate(plan: _Plan, operands: Sequence[Array]) -> Array:
    arrays = [_prepared(x, how) for x, how in zip(operands, plan.operands, strict=True)]
    for i, j, pair in plan.steps:
        second, first = arrays.pop(j), arrays.pop(i)
        arrays.append(contract(first, second, pair))
    out = arrays[0]
    if plan.result != plan.core:
        out = _reduced(out, plan.result, plan.core)
    if plan.core == plan.output and out.shape == plan.shape:
        return out if len(operands) > 1 else _own(out, operands[0])
    return _placed(out, plan)


def _prepared(x: Array, how: _Operand) -> Array:
    """Take diagonals and drop dimensions of length 1 that another operand makes longer."""
    if how.letters != how.distinct:
        x = np.asarray(np.einsum(x, _numbers(how.letters), _numbers(how.distinct)))
    return x if x.shape == how.shape else x.reshape(how.shape)


def _reduced(x: Array, letters: str, wanted: str) -> Array:
    """Sum over the letters that are not wanted and put the others in order."""
    axes = tuple([n for n, letter in enumerate(letters) if letter not in wanted])
    if axes:
        x = np.asarray(np.add.reduce(x, axes, x.dtype))
        letters = "".join([letter for letter in letters if letter in wanted])
    return x.transpose([letters.index(letter) for letter in wanted])


def _placed(x: Array, plan: _Plan) -> Array:
    """Write the result into its output: onto diagonals, and repeated where nothing says otherwise."""
    lengths = iter(x.shape)
    x = x.reshape([next(lengths) if letter in plan.core else 1 for letter in plan.distinct])
    repeats = plan.output != plan.distinct
    out = np.zeros(plan.shape, x.dtype) if repeats else np.empty(plan.shape, x.dtype)
    target = np.einsum(out, _numbers(plan.output), _numbers(plan.distinct)) if repeats else out
    target[...] = x
    return out


def _own(x: Array, operand: Array) -> Array:
    """Copy what is only a view of the operand."""
    return x.copy() if np.may_share_memory(x, operand) else x


@lru_cache(maxsize=1024)
def _plan(equation: str, shapes: tuple[Shape, ...], shape: Shape | None) -> _Plan:
    inputs, output = explicit_equation(equation, tuple([len(s) for s in shapes]))
    if shape is None:
        check_public_output(equation, inputs, output)
    sizes = _sizes(equation, inputs, shapes)
    if shape is None:
        shape = tuple([sizes[letter] for letter in output])
    prepared = [_operand(term, s, sizes) for term, s in zip(inputs, shapes, strict=True)]
    wanted = [x for x, n in zip(output, shape, strict=True) if n != 1 or sizes.get(x, 1) == 1]
    core = "".join([x for x in dict.fromkeys(wanted) if any(x in how.kept for how in prepared)])
    steps, result = _ordered_steps([how.kept for how in prepared], core, sizes)
    return _Plan(tuple(prepared), steps, result, core, output, shape)


def _operand(letters: str, shape: Shape, sizes: dict[str, int]) -> _Operand:
    lengths = dict(zip(letters, shape, strict=True))
    kept = "".join([letter for letter in lengths if lengths[letter] == sizes[letter]])
    return _Operand(letters, "".join(lengths), kept, tuple([lengths[letter] for letter in kept]))


def _sizes(equation: str, inputs: tuple[str, ...], shapes: tuple[Shape, ...]) -> dict[str, int]:
    """Return the length of each letter; lengths of 1 broadcast between operands, not within one."""
    sizes: dict[str, int] = {}
    for number, (letters, shape) in enumerate(zip(inputs, shapes, strict=True)):
        own = dict(zip(letters, shape, strict=True))
        for letter, length in zip(letters, shape, strict=True):
            known = sizes.get(letter, 1)
            if own[letter] != length or (known != length and 1 not in (known, length)):
                other = own[letter] if own[letter] != length else known
                raise RuntimeError(
                    f"einsum: equation {equation!r}: dimensions named {letter!r} must have equal lengths,"
                    f" got {length} in operand {number}, of shape {shape}, and {other}"
                )
            sizes[letter] = length if known == 1 else known
    return sizes


def _ordered_steps(
    terms: list[str], core: str, sizes: dict[str, int]
) -> tuple[tuple[tuple[int, int, Pair], ...], str]:
    """Contract, again and again, the pair whose result is smallest compared with the pair itself."""
    terms, steps = list(terms), []
    while len(terms) > 1:
        pairs = [(i, j) for j in range(len(terms)) for i in range(j)]
        i, j = min(pairs, key=lambda pair: _growth(terms, pair, core, sizes))
        kept = _letters_needed(terms, i, j, core)
        pair = plan_pair(terms[i], terms[j], kept, core if len(terms) == 2 else "", sizes)
        steps.append((i, j, pair))
        terms = [term for number, term in enumerate(terms) if number not in (i, j)] + [pair.letters]
    return tuple(steps), terms[0]


def _letters_needed(terms: list[str], i: int, j: int, core: str) -> frozenset[str]:
    """Return the letters that the output or a third operand still needs after contracting two operands."""
    others = [term for number, term in enumerate(terms) if number not in (i, j)]
    return frozenset(core).union(*others)


def _growth(
    terms: list[str], pair: tuple[int, int], core: str, sizes: dict[str, int]
) -> tuple[int, int, int]:
    i, j = pair
    together = set(terms[i]) | set(terms[j])
    result = _volume(together & _letters_needed(terms, i, j, core), sizes)
    return result - _volume(terms[i], sizes) - _volume(terms[j], sizes), _volume(together, sizes), j


def _volume(letters: str | set[str] | frozenset[str], sizes: dict[str, int]) -> int:
    volume = 1
    for letter in letters:
        volume *= sizes[letter]
    return volume


def _numbers(letters: str) -> list[int]:
    """Write letters as the numbers that np.einsum takes in their place, which must be below 52."""
    known: dict[str, int] = {}
    return [known.setdefault(letter, len(known)) for letter in letters]


def _checked_shapes(equation: str, operands: Sequence[Array]) -> tuple[Shape, ...]:
    if not operands:
        raise RuntimeError(f"einsum: equation {equation!r}: expected at least one operand, got none")
    dtype = operands[0].dtype
    for number, operand in enumerate(operands):
        if operand.dtype != dtype:
            raise RuntimeError(
                f"einsum: operands must have the same dtype, got {dtype} and, for operand {number},"
                f" {operand.dtype}; convert one of them"
            )
    return tuple([operand.shape for operand in operands])
