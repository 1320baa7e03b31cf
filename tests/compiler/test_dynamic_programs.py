"""Programs drawn at random, and every op, in programs for all sizes, compared op by op at sizes of no trace."""

import random
import warnings
from typing import Any

import numpy as np
import pytest

import derivata as dv
import derivata.nn.functional as F
from derivata import kernels
from derivata.autograd.gradchecks import DERIVATA
from derivata.compiler.dynamic.expressions import Expressions
from derivata.compiler.function import compile
from derivata.compiler.graph.dimensions import resized
from derivata.compiler.refusal import CannotCompile
from derivata.testing.op_call import Op

from .test_dynamic import compare, leaves_of
from .test_every_op import ALLOWED, function_of
from .test_random_programs import Writer

ROWS = [(6, 7), (9, 7), (5, 7), (13, 7), (2, 7), (7, 7), (1, 7), (40, 7)]
BOTH = [(6, 7), (9, 11), (5, 8), (13, 4), (7, 7), (2, 5), (5, 2), (1, 6), (17, 17)]


SIZED = (
    "{0} * (1.0 / max({0}.numel(), 1))", "{0} + dv.zeros({0}.shape)", "{0}.reshape(-1).reshape({0}.shape)",
    "{0} * ({0}.numel() % 3)", "{0} * ({0}.numel() // 4 + 1) * 0.1", "({0} * 2 if {0}.numel() > 30 else {0} * 3)",
    "{0} * min({0}.numel(), 40) * 0.05", "{0} + dv.arange({0}.numel()).reshape({0}.shape) * 0.01",
    "{0} - {0}.numel() * 0.001 + {0}.numel() / 700", "{0} * (0.5 if {0}.shape == x0.shape else 2.0)",
    "{0} * max([*{0}.shape, 1]) * 0.1", "{0} * ((x0.shape[0] - x0.shape[-1]) * 0.1 + 1)",
    "{0} * x0[: x0.shape[0] // 2].shape[0] * 0.01", "{0} * dv.ones(x0.shape[0] + 1, 2).numel() * 0.01",
    "{0} * (3 if x0.shape[0] in (5, 7, 13) else 4) * 0.3", "{0} * float(len(x0)) * 0.1 if len(x0) < 4 else {0}",
)  # fmt: skip
"""What programs do with sizes."""


def drawn(seed: int) -> tuple[Any, Writer]:
    """Return a program of any size, in which every sixth value or so is changed by something that depends on sizes."""
    writer, rng = Writer(seed), random.Random(seed)
    writer.write()
    lines = []
    for line in writer.lines:
        lines.append(
            line.replace("0.5, -1.5)", "0.5, -1.5).to(x0.dtype)")
        )  # of one dtype, of which tolerances are
        name, equals, _ = line.strip().partition(" = ")
        if equals and name.isidentifier() and rng.random() < 0.15:
            lines.append(f"    {name} = {rng.choice(SIZED).format(name)}")
    writer.lines = lines
    text = "\n".join(lines).replace(f"reshape{writer.whole}", "reshape(x0.shape[0], -1)")
    text = text.replace("dv.arange(6)", "(dv.arange(len(x0)) % 2)")
    names: dict[str, Any] = {"dv": dv, "F": F}
    exec(text.replace(f"expand{writer.whole}", "expand(len(x0), x0.shape[1])"), names)
    return names["program"], writer


def run(seeds: range, sizes: list[tuple[int, int]], dynamic: bool | None = None) -> float:
    """Compare programs at these sizes; return the share of calls, but for two each, of programs for all sizes."""
    calls = general = 0
    for seed in seeds:
        program, writer = drawn(seed)
        compiled = compile(program, dynamic=dynamic)
        for call, (rows, columns) in enumerate(sizes):
            rng = np.random.default_rng(seed + call)
            shapes = [tuple({6: rows, 7: columns}.get(n, n) for n in shape) for shape in writer.leaves]
            dtype = dv.float64 if seed % 3 else dv.float32
            leaves: list[Any] = [dv.tensor(rng.standard_normal(shape), dtype=dtype) for shape in shapes]
            for number, leaf in enumerate(leaves):
                leaf.requires_grad_(number == 0 or seed % 5 > 0)
            before = len(compiled.programs)
            try:
                compare(compiled, program, [*leaves, *[0.7] * writer.has_number])
            except AssertionError as error:
                raise AssertionError(
                    f"program {seed}, {sizes[: call + 1]}:\n" + "\n".join(writer.lines)
                ) from error
            if call > 1 and min(rows, columns) > 1:
                calls += 1
                general += len(compiled.programs) == before
    return general / calls


@pytest.mark.parametrize("sizes", [ROWS, BOTH], ids=["rows", "both"])
@pytest.mark.parametrize("dynamic", [None, True])
def test_programs_give_what_they_give_op_by_op_at_any_size(sizes: Any, dynamic: bool | None) -> None:
    """Values, gradients and second gradients; most calls are of sizes that were not traced."""
    with kernels.disabled():
        assert run(range(8), sizes, dynamic) > 0.6


@pytest.mark.slow
@pytest.mark.parametrize("part", range(20))
def test_many_programs_give_what_they_give_op_by_op_at_any_size(part: int) -> None:
    """The same of many programs."""
    with kernels.disabled():
        run(
            range(7000 + 25 * part, 7025 + 25 * part),
            BOTH if part % 2 else ROWS,
            True if part % 4 > 1 else None,
        )


@pytest.mark.slow
@pytest.mark.parametrize("part", range(5))
def test_programs_with_loops_give_what_they_give_op_by_op_at_any_size(part: int) -> None:
    """The same with loops."""
    run(range(8000 + 8 * part, 8008 + 8 * part), BOTH if part % 2 else ROWS)


def test_loops_are_those_of_other_sizes_as_well() -> None:
    """The program for all sizes runs the loops of the first one; long sums are parts of loops of their own."""

    def function(x: Any, w: Any) -> Any:
        return ((x * w).tanh() * 2 + x / x.shape[0]).sum(1)

    compiled = compile(function)
    for length in (30, 50, 40, 2, 400, 500, 450):
        compare(compiled, function, leaves_of(("n", 200), (200,))(length))
    assert [bool(program.sizes) for program in compiled.programs] == [False, True, True]
    first, short, long = compiled.programs
    assert first.forward.loops == short.forward.loops
    assert "shapes=" in long.forward.text and "shapes" not in short.forward.text


def check(case: Any, call: Any) -> bool:
    """Compare an op at sizes of no trace; tell whether a program for all sizes has been run."""
    function, leaves = function_of(call)
    compiled = compile(function, dynamic=True)
    compare(compiled, function, leaves, twice=not case.once)
    if not compiled.entries or not compiled.entries[0].is_general:
        return False
    groups: dict[str, list[Any]] = {}
    for place, name in compiled.entries[0].checks.lengths.items():
        groups.setdefault(name, []).append(place)
    for more in (2, 7):
        lengths = {
            tuple(group): leaves[group[0][0]]._shape[group[0][1]] + more + number
            for number, group in enumerate(groups.values())
        }
        compare(compiled, function, resized(leaves, lengths), twice=not case.once)
    return True


@pytest.mark.parametrize("case", ALLOWED[::7], ids=lambda case: case.op)
def test_an_op_gives_what_it_gives_at_any_size(case: Any) -> None:
    """A program for all sizes has every op and its gradients; the sizes are none of those that were traced."""
    with warnings.catch_warnings(), np.errstate(all="ignore"), kernels.disabled():
        warnings.simplefilter("ignore")
        check(case, next(iter(Op(case, DERIVATA).calls())))


@pytest.mark.slow
def test_samples_of_ops_give_what_they_give_at_any_size() -> None:
    """The same with every op and sample; two of three have a program for all sizes."""
    with warnings.catch_warnings(), np.errstate(all="ignore"), kernels.disabled():
        warnings.simplefilter("ignore")
        found = [check(case, call) for case in ALLOWED for call in Op(case, DERIVATA).calls()]
    assert sum(found) > 2 / 3 * len(found)


@pytest.mark.parametrize(
    ("found", "text"),
    [
        ((6, 9, 4), "s0"),
        ((5, 7, 11), "s1"),
        ((12, 18, 8), "(s0 * 2)"),
        ((5, 8, 3), "(s0 - 1)"),
        ((14, 20, 10), "(s0 * 2 + 2)"),
        ((30, 63, 44), "(s0 * s1)"),
        ((11, 16, 15), "(s0 + s1 + 0)"),
        ((3, 4, 2), "(s0 // 2)"),
    ],
)
def test_numbers_are_sums_and_products_of_sizes(found: tuple[int, ...], text: str) -> None:
    """Or what the function itself has computed."""
    known = Expressions({"s0": (6, 9, 4), "s1": (5, 7, 11)}, [{"(s0 // 2)": n // 2} for n in (6, 9, 4)])
    assert repr(known.whole(found, "it")) == text.replace(" + 0", "")


def test_numbers_that_are_no_sums_and_products_are_refused() -> None:
    """Halves that were rounded, squares of others, and numbers with fractions but for one over a number."""
    known = Expressions({"s0": (6, 9, 4)}, [{}, {}, {}])
    with pytest.raises(CannotCompile, match=r"a size is 2, 3, 1 at sizes s0 = \(6, 9, 4\)"):
        known.whole((2, 3, 1), "a size")
    assert repr(known.number([1 / 12, 1 / 18, 1 / 8], np.dtype(np.float64), "it")) == "(1 / (s0 * 2))"
    with pytest.raises(CannotCompile, match="it is"):
        known.number([6**0.5, 3.0, 2.0], np.dtype(np.float64), "it")
