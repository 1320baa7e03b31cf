"""Programs drawn at random that ask for numbers of tensors and go several ways, compiled and op by op."""

import random
from typing import Any

import numpy as np
import pytest

import derivata as dv
import derivata.nn.functional as F
from derivata import kernels

from .test_asked import agree
from .test_random_programs import UNARY, Writer

SMOOTH = [text for text in UNARY if "-1" not in text and "dropout" not in text and "/" not in text]


class Asking(Writer):
    """Writes a function that asks for numbers of its values."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.has_number = False
        self.lines[0] = f"def program({', '.join(self.shapes)}):"
        self.questions = 0

    def line(self) -> None:
        """Write a line, or one of those that ask."""
        if self.questions >= 5 or self.random.random() > 0.25:
            super().line()
            return
        self.questions += 1
        name, operand = f"y{len(self.lines)}", self.pick()
        one, other = [self.smooth(operand) for _ in range(2)]
        bound = round(self.random.uniform(-1, 1), 3)
        kind = self.random.choice(("if", "if", "while", "count", "return", "draw", "max", "item"))
        if kind == "if":
            question = self.random.choice(("({}.mean() > {})", "({} < {}).any()", "not ({} > {}).all()"))
            self.lines += [f"    if {question.format(operand, bound)}:", f"        {name} = {one}"]
            self.lines += ["    else:", f"        {name} = {other}"]
        elif kind == "while":
            self.lines += [
                f"    {name} = {operand} * 1",
                f"    while {name}.abs().amax() > {abs(bound) + 0.2}:",
            ]
            self.lines += [f"        {name} = {name} * 0.5 + 0.05 * {name}.sin()"]
        elif kind == "count":
            self.lines += [
                f"    {name} = {operand}",
                f"    for _ in range(int(({operand} > {bound}).sum()) % 3):",
            ]
            self.lines += [f"        {name} = {self.smooth(name)}"]
        elif kind == "return":
            self.lines += [
                f"    if {operand}.mean() > {bound + 1}:",
                f"        return [{one} * 2, {operand} + 1]",
            ]
            self.lines += [f"    {name} = {other}"]
        elif kind == "draw":
            self.lines += [f"    {name} = F.dropout({operand}, 0.3)", f"    if {name}.mean() > {bound}:"]
            self.lines += [f"        {name} = F.dropout({one}, 0.3) + {name}"]
        elif kind == "item":
            self.lines += [f"    {name} = {one} * {operand}.mean().item() - abs({operand}.amax().item()) / 9"]
        else:
            self.lines += [f"    {name} = {operand} if max({operand}.mean(), {bound}) == {bound} else {one}"]
        self.shapes[name] = self.shapes[operand]

    def smooth(self, operand: str) -> str:
        """Return an elementwise expression."""
        text: str = self.random.choice(SMOOTH).format(operand, operand)
        return text


def run(seeds: range) -> int:
    """Compare programs with themselves op by op; return how many ways they went."""
    ways = 0
    for seed in seeds:
        writer, rng = Asking(seed), np.random.default_rng(seed)
        writer.write()
        names: dict[str, Any] = {"dv": dv, "F": F}
        exec("\n".join(writer.lines), names)
        draw = random.Random(seed)
        calls = []
        for _ in range(6):
            scale, shift = draw.uniform(0.2, 2), draw.uniform(-1, 1)
            arrays = [rng.standard_normal(shape) * scale + shift for shape in writer.leaves]
            call = tuple([dv.tensor(array, dtype=dv.float64, requires_grad=True) for array in arrays])
            if all(part.detach().abs().max() < 1e4 for part in names["program"](*call)):
                calls.append(call)
        try:
            with np.errstate(all="ignore"):
                compiled = agree(names["program"], [*calls, *calls[:3]], dynamic=False)
        except Exception as error:
            raise AssertionError(f"program {seed}:\n" + "\n".join(writer.lines)) from error
        ways += len(compiled.programs)
    return ways


def test_programs_that_ask_give_what_they_give_op_by_op() -> None:
    with kernels.disabled():
        assert run(range(25)) > 40


@pytest.mark.slow
@pytest.mark.parametrize("part", range(8))
def test_many_programs_that_ask_give_what_they_give_op_by_op(part: int) -> None:
    with kernels.disabled():
        run(range(1000 + 50 * part, 1050 + 50 * part))


@pytest.mark.slow
def test_programs_that_ask_with_loops_give_what_they_give_op_by_op() -> None:
    run(range(3000, 3004))
