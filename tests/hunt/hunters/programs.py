"""Random programs of 2 to 15 ops, run line by line with derivata and with PyTorch.

Programs are made of all ops that both have, of leaves of every dtype and layout, views, writes, indexed assignment,
hooks of tensors and nodes, modes, checkpoints, threads, tangents, gradients of gradients and of what was computed on
the way. After every line each tensor's numbers, shape, dtype, gradient, tangent, version, `requires_grad` and
`is_leaf`, the calls of hooks, and whether the line raised, are compared. Numbers may differ by what rounding does
to them in this program: measured in double precision, and by adding rounding errors to every op of PyTorch's.
"""

from functools import cache

from ..finding import Finding
from ..programs.compare import Difference, Pair
from ..programs.execute import derivata, pytorch
from ..programs.known import known
from ..programs.shrink import shrunk
from ..programs.statement import Program, text
from ..programs.write import Writer, fit

NEEDS_TORCH = True


@cache
def pair() -> Pair:
    """Return both libraries."""
    return Pair(derivata(), pytorch())


def attempt(seed: int) -> Finding | None:
    """Write a program and compare."""
    program: Program = Writer(pair().theirs, seed).program()
    found = pair().difference(program)
    if found is None or ((entry := known(program, found)) is not None and not entry.program):
        return None
    smallest, found = smaller(program, found)
    if known(smallest, found) is not None or pair().told_apart(smallest, found):
        return None
    if pair().right_without(smallest, found, known):
        return None
    return Finding(
        f"{found.kind} after `{smallest[found.line].text[:100]}`", f"{text(smallest)}\n# {found.text}"
    )


def smaller(program: Program, found: Difference) -> tuple[Program, Difference]:
    """Return the smallest program with a difference of the same kind."""

    unexplained = known(program, found) is None

    def same(candidate: Program) -> bool:
        other = pair().difference(candidate, fit)
        if other is None or other.kind != found.kind:
            return False
        return not unexplained or known(candidate, other) is None  # else another defect would hide this one

    program = shrunk(program[: found.line + 1], same)
    return program, pair().difference(program) or found
