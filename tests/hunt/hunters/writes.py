"""Writes between forward and backward, at random: which op, which argument or result, how, when, in which dtype.

Backward raises that a saved value was modified, or gives the gradients of an untouched twin, which is the oracle. No
result of any op, also of one that has nothing to do, shares memory with an argument without sharing its counter of
writes. `writing.NOT_NOTICED` lists the ways of writing that nobody notices, in PyTorch neither.
"""

from typing import Any

import numpy as np

from derivata.generated.checks import CASES
from derivata.testing.op_call import Call

from ..finding import Finding
from ..sharing import UNSAFE, own_counters, parameter_counts_alone, without_doing
from ..write_text import program_text
from ..writing import (
    ORDERS,
    WAYS,
    Program,
    makes_sense,
    op_of,
    targets_of,
)

DTYPES = (np.float64, np.float32, np.float16, np.complex128, np.complex64)
CALLS = 12
PROGRAMS = 20


def attempt(seed: int) -> Finding | None:
    """Write to arguments and results of a dozen random calls."""
    random = np.random.default_rng(seed)
    if parameter_counts_alone():
        program = (
            "import derivata as dv\nx = dv.tensor([1.0])\nprint(dv.nn.Parameter(x)._counter is x._counter)"
        )
        return Finding("Parameter: counts writes to the memory of its data alone", program)
    for _ in range(CALLS):
        case = CASES[random.integers(len(CASES))]
        dtypes = [dtype for dtype in DTYPES if case.complex or np.dtype(dtype).kind == "f"]
        try:
            calls = list(op_of(case).calls(dtypes[random.integers(len(dtypes))]))
        except (TypeError, ValueError):  # numbers that the dtype has not
            continue
        call = calls[random.integers(len(calls))]
        others = list(without_doing(call))
        found = _alone(call, others) or _written(random, call, others)
        if found is not None:
            return found
    return None


def _alone(call: Call, others: list[Call]) -> Finding | None:
    """Return a finding if the result of a call shares memory but no counter."""
    if call.op.case.op in UNSAFE:
        return None
    for other in others:
        for message in own_counters(other):
            target = next(target for target, _, _ in targets_of(other) if target.place is None)
            program = Program(other, target, "t.fill_(v)")
            return Finding(f"{other.op.case.op} with {other.label}: {message}", program_text(program))
    return None


def _written(random: Any, call: Call, others: list[Call]) -> Finding | None:
    """Return a finding if a random write is not noticed and changes a gradient."""
    # Other arguments of an internal op may contradict each other, which only its backward notices
    if random.random() < 0.3 and not call.op.case.op.startswith("_"):
        call = others[random.integers(len(others))]
    targets = list(targets_of(call))
    for _ in range(PROGRAMS if targets else 0):
        target, leaf, constant = targets[random.integers(len(targets))]
        way = list(WAYS)[random.integers(len(WAYS))]
        if not makes_sense(target, way, leaf):
            continue
        program = Program(call, target, way, ORDERS[random.integers(len(ORDERS))], leaf, constant)
        wrong = program.wrong()
        if wrong is not None and call.op.case.op not in UNSAFE:
            smallest = _shrunk(program)
            return Finding(f"{smallest}: {smallest.wrong()}", program_text(smallest))
    return None


def _shrunk(program: Program) -> Program:
    """Return a program as wrong as this one with the plainest way, the first order and the smallest sample."""
    calls = sorted([*op_of(program.call.op.case).calls(), program.call], key=_size)
    for call in calls:
        for way in (*list(WAYS)[:1], program.way):
            for order in (ORDERS[0], program.order):
                simpler = Program(call, program.target, way, order, program.leaf, program.constant)
                try:
                    if simpler.wrong() is not None:
                        return simpler
                except (KeyError, IndexError):  # the sample has no such argument
                    continue
    return program


def _size(call: Call) -> int:
    return sum(array.size for array in call.arrays())
