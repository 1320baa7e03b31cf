"""The number of threads, and other Python threads that compute at the same time, change no bit of any result.

Odd seeds: an op of the spec with one of its samples made large. Even seeds: a random program of a few ops on
matrices, in row- and column-major order, whose sizes are around those at which loops are cut. Outputs, first and
second derivatives are computed on one thread, and compared bit by bit with those on some other numbers of threads; or
by four Python threads at once.
"""

import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

import derivata as dv
from derivata.testing.cases import OpCase

from ..finding import Finding
from ..thread_bits import ENOUGH, Bits, bits, call_of, cases, differences, large_calls, threads

UNARY = (
    "{a}.sin()", "{a} * 1.5 - 0.25", "{a}.tanh()", "{a} - {a}.sum({d}, True) / {n}", "{a}.softmax({d})",
    "{a}.cumsum({d})",
    "{a}.exp().sum({d}, True) + {a}", "{a} / ({a} * {a}).mean({d}, keepdim=True)", "{a}.logsumexp({d}, True) * {a}",
    "{a}.abs().amax({d}, keepdim=True) - {a}", "{a}.sigmoid() * {a}", "{a} - {a}.mean()",
)  # fmt: skip
BINARY = ("{a} + {b}", "{a} * {b}", "{a} - {b}.sin()", "dv.maximum({a}, {b})", "dv.where({a} > 0, {a}, {b})")
COUNTS = (2, 3, 4, 5, 8)
PROGRAM = """
import numpy as np
import derivata as dv
from derivata.arrays.jit.threads import pool

def compute(count):
    pool.POOL.resize(count)
    pool.WAKE = pool.PATIENT = 0
    draw = np.random.default_rng(0).uniform
    x = dv.tensor(draw(-1, 1, ({rows}, {columns})).astype("{dtype}"), requires_grad=True)
    y = dv.tensor(draw(-1, 1, ({columns}, {rows})).astype("{dtype}").T, requires_grad=True)
{lines}
    w, v = (dv.tensor(draw(-1, 1, ({rows}, {columns})).astype("{dtype}"), requires_grad=True) for _ in range(2))
    first = dv.autograd.grad((({last}) * w).sum(), [x, y], create_graph=True, allow_unused=True)
    g = sum(part * v for part in first if part is not None)
    second = dv.autograd.grad(g.sum(), [x, y], allow_unused=True) if g.requires_grad else []
    return [array.detach().numpy() for array in ({last}, *first, *second) if array is not None]

"""
SHOW = """
for one, other in zip(compute(1), compute({count})):
    assert one.tobytes() == other.tobytes(), abs(one - other).max()
"""


def attempt(seed: int) -> Finding | None:
    """Try an op or a program."""
    rng = random.Random(seed)
    return _op(rng) if seed % 2 else _programs(rng)


def _op(rng: random.Random) -> Finding | None:
    case = rng.choice(cases())
    dtype = rng.choice(["float32", "float64"])
    calls = list(large_calls(case, dtype, rng.choice([ENOUGH // 2, ENOUGH, 2 * ENOUGH])))
    if not calls:
        return None
    number, factors = rng.choice(calls)
    if rng.random() < 0.5:  # no power of two
        factors = {length: max(factor - rng.randrange(4), 1) for length, factor in factors.items()}
    try:
        call = call_of(case.op, number, factors, dtype)
        with threads(1):
            wanted = bits(call)
    except Exception:  # lengths that the op has no use for
        return None
    for count in rng.sample(COUNTS, 2):
        with threads(count):
            found = _together(call, wanted) if rng.random() < 0.2 else differences(wanted, bits(call))
        if found:
            return _finding(case, number, factors, dtype, count, found)
    return None


def _together(call: Any, wanted: Bits) -> list[str]:
    """Return what differs when four Python threads compute the same; random numbers are drawn by one at a time."""
    if call.op.case.op.partition(".")[0] in RANDOM:
        return []
    with ThreadPoolExecutor(4) as executor:
        results = list(executor.map(bits, [call] * 4))
    return [name for result in results for name in differences(wanted, result)]


RANDOM = frozenset(
    name
    for name in dir(dv)
    if any(part in name for part in ("rand", "dropout", "bernoulli", "multinomial", "normal", "poisson"))
) | {"dropout", "alpha_dropout", "feature_dropout", "rrelu", "uniform_", "exponential_", "gumbel_softmax"}


def _finding(
    case: OpCase, number: int, factors: dict[int, int], dtype: str, count: int, found: list[str]
) -> Finding:
    """Return the finding with the smallest factors that show it."""
    for length in factors:
        while factors[length] > 1:
            smaller = {**factors, length: factors[length] // 2}
            try:
                call = call_of(case.op, number, smaller, dtype)
                with threads(1):
                    wanted = bits(call)
                with threads(count):
                    fewer = differences(wanted, bits(call))
            except Exception:  # lengths that the op has no use for
                break
            if not fewer:
                break
            factors, found = smaller, fewer
    text = "from tests.hunt.thread_bits import replay\n"
    text += f"replay({case.op!r}, {number}, {factors}, {dtype!r}, (1, {count}))"
    return Finding(f"threads_bits: {case.op}: not the same on 1 and {count} threads: {found}", text)


def _programs(rng: random.Random) -> Finding | None:
    count = rng.choice(COUNTS)
    rows = rng.choice([2, 16, 48, 64, 65, 255, 256, 300])
    size = rng.choice([65536, 70_000, 131_072, 150_000, 262_144])
    columns = max(size // rows + rng.randrange(-2, 3), 2)
    dtype = rng.choice(["float32", "float64"])
    lines = _lines(rng, rows, columns)
    wanted, got = (_run(lines, rows, columns, dtype, number) for number in (1, count))
    if _same(wanted, got):
        return None
    while len(lines) > 1:  # without its last lines, or without one of the others
        for k in range(len(lines) - 1, -1, -1):
            fewer = lines[:k] + lines[k + 1 :]
            if _defined(fewer) and not _same(*(_run(fewer, rows, columns, dtype, n) for n in (1, count))):
                lines = fewer
                break
        else:
            break
    text = _text(lines, rows, columns, dtype) + SHOW.format(count=count)
    return Finding(f"threads_bits: a program is not the same on 1 and {count} threads", text)


def _lines(rng: random.Random, rows: int, columns: int) -> list[str]:
    """Return statements, each of which gives a matrix of the same shape a name."""
    names, lines = ["x", "y"], []
    for k in range(rng.randrange(1, 6)):
        d = rng.randrange(2)
        form = rng.choice(UNARY if rng.random() < 0.6 else BINARY)
        a, b = (rng.choice(names[-3:]) for _ in range(2))
        value = form.format(a=a, b=b, d=d, n=(rows, columns)[d])
        if rng.random() < 0.3:
            value = form.format(a=f"{a}.mT", b=f"{b}.mT", d=1 - d, n=(rows, columns)[d])
            value = f"({value}).mT"
        if rng.random() < 0.15 and rows < 100:
            value = f"(({value}) @ {a}.mT) @ {b} / {columns}"
        names.append(f"t{k}")
        lines.append(f"t{k} = {value}")
    return lines


def _defined(lines: list[str]) -> bool:
    """Whether every name is given before it is used."""
    known = {"x", "y"}
    for line in lines:
        name, _, value = line.partition(" = ")
        if any(f"t{k}" in value and f"t{k}" not in known for k in range(9)):
            return False
        known.add(name)
    return True


def _text(lines: list[str], rows: int, columns: int, dtype: str) -> str:
    last = lines[-1].partition(" = ")[0]
    body = "\n".join(f"    {line}" for line in lines)
    return PROGRAM.format(rows=rows, columns=columns, dtype=dtype, lines=body, last=last)


def _run(lines: list[str], rows: int, columns: int, dtype: str, count: int) -> list[Any]:
    space: dict[str, Any] = {}
    exec(_text(lines, rows, columns, dtype), space)
    with np.errstate(all="ignore"), threads(count):
        arrays: list[Any] = space["compute"](count)
        return [np.array(array) for array in arrays]


def _same(one: list[Any], other: list[Any]) -> bool:
    return all(x.tobytes() == y.tobytes() for x, y in zip(one, other, strict=True))
