"""Equations of einsum: read, checked, and written out for operands of known dimensions.

An explicit equation has a letter per dimension and an output: ``"ab...,b...->..."`` becomes ``"abc,bc->c"``.
In the equations of gradients, the output may also repeat a letter (the values go on a diagonal) or have some
that no operand has (the values are repeated along them). So the derivative of an einsum is an einsum again.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from string import ascii_letters


@lru_cache(maxsize=1024)
def explicit_equation(equation: str, ndims: tuple[int, ...]) -> tuple[tuple[str, ...], str]:
    """Return the letters of each operand and of the output; ellipses and implicit outputs are written out."""
    left, arrow, right = equation.replace(" ", "").partition("->")
    terms = left.split(",")
    if len(terms) != len(ndims):
        raise _error(equation, f"{len(terms)} operands, one per term", f"{len(ndims)}")
    for term in (*terms, right):
        _check_letters(equation, term)
    hidden = _ellipsis_letters(equation, terms, ndims)
    inputs = tuple([_written_out(equation, n, term, ndims[n], hidden) for n, term in enumerate(terms)])
    if not arrow:
        letters = sorted(set(left) - {".", ","})
        right = "..." + "".join([letter for letter in letters if left.count(letter) == 1])
    return inputs, right.replace("...", hidden)


def check_public_output(equation: str, inputs: tuple[str, ...], output: str) -> None:
    """Refuse an output that only the equations of gradients may have."""
    for letter in output:
        if not any(letter in term for term in inputs):
            raise _error(equation, "output letters that an operand has", repr(letter))
        if output.count(letter) > 1:
            raise _error(equation, "different letters in the output", f"{letter!r} twice")


def einsum_gradient_equation(equation: str, ndims: Sequence[int], index: int) -> str:
    """Return the equation of an operand's gradient; the gradient of the result stands in its place."""
    inputs, output = explicit_equation(equation, tuple(ndims))
    terms = [output if number == index else term for number, term in enumerate(inputs)]
    return f"{','.join(terms)}->{inputs[index]}"


@lru_cache(maxsize=1024)
def einsum_order(equation: str, ndim: int) -> tuple[int, ...] | None:
    """Return the dimensions of a single operand in the output's order if the equation only permutes them."""
    (letters,), output = explicit_equation(equation, (ndim,))
    if len(set(letters)) != ndim or sorted(letters) != sorted(output):
        return None
    return tuple([letters.index(letter) for letter in output])


def _check_letters(equation: str, term: str) -> None:
    letters = term.replace("...", "", 1)
    for letter in letters:
        if not letter.isalpha():
            raise _error(equation, "letters and at most one '...' in each term", repr(letter))


def _ellipsis_letters(equation: str, terms: list[str], ndims: tuple[int, ...]) -> str:
    """Return unused letters for the dimensions of ellipses; the last ones belong to shorter ellipses."""
    lengths = [ndim - len(term) + 3 for term, ndim in zip(terms, ndims, strict=True) if "..." in term]
    count = max(lengths, default=0)
    unused = [letter for letter in ascii_letters if letter not in equation]
    unused += [chr(ord("Ā") + number) for number in range(count)]
    return "".join(unused[:count])


def _written_out(equation: str, number: int, term: str, ndim: int, hidden: str) -> str:
    named = len(term.replace("...", ""))
    if named > ndim or (named < ndim and "..." not in term):
        raise _error(equation, f"operand {number} to have {named} dimensions, as '{term}' says", f"{ndim}")
    covered = ndim - named
    return term.replace("...", hidden[len(hidden) - covered :])


def _error(equation: str, expected: str, got: str) -> RuntimeError:
    return RuntimeError(f"einsum: equation {equation!r}: expected {expected}, got {got}")
