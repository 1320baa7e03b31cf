"""The compiler of loops on random programs of whole numbers: it translates them to what Python makes of them."""

import random
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

pytest.importorskip("llvmlite", reason="loops are translated to LLVM's instructions")
from kernels.running import translated

NAMES = ["a", "b", "c", "d"]


class Program:
    """A loop that is made up at random; numbers stay small, so that Python's do not outgrow 64 bits."""

    def __init__(self, seed: int) -> None:
        self.choose = random.Random(seed)
        self.counters = 0
        body = self.block(3, ["a", "b"], "        ", False)
        head = ["def loop(lo, hi, out, x, y):", "    a, b = 1, 2", "    for i in range(lo, hi):"]
        self.text = "\n".join([*head, *body, "        out[i] = (a * 31 + b) % 100003", ""])

    def one_of(self, *choices: str) -> str:
        return self.choose.choice(choices)

    def value(self, depth: int, names: list[str]) -> str:
        if depth <= 0 or self.choose.random() < 0.3:
            return self.one_of(*names, "i", "x[i]", "y[i % 5]", "x[i - 1]", str(self.choose.randint(-9, 9)))
        first, second = (self.value(depth - 1, names) for _ in range(2))
        return self.one_of(
            *[f"({first} {sign} {second})" for sign in "+-*&|^"],
            *[f"({first} {sign} {self.one_of('3', '-4', '7', second)})" for sign in ("//", "%")],
            f"({first} if {self.condition(depth - 1, names)} else {second})",
            f"{self.one_of('min', 'max')}({first}, {second})",
            f"(-{first})",
        )

    def condition(self, depth: int, names: list[str]) -> str:
        first, second, third = (self.value(depth - 1, names) for _ in range(3))
        simple = f"({first} {self.one_of('<', '<=', '==', '!=', '>', '>=')} {second})"
        if depth <= 0:
            return simple
        left, right = (self.condition(depth - 1, names) for _ in range(2))
        return self.one_of(
            simple,
            f"({first} < {second} <= {third})",
            f"({left} and {right})",
            f"({left} or {right})",
            f"(not {left})",
        )

    def block(self, depth: int, names: list[str], indent: str, inside: bool) -> list[str]:
        lines = []
        for _ in range(self.choose.randint(1, 3)):
            kind = self.choose.random()
            if kind < 0.45 or depth <= 0:
                name = self.one_of(*NAMES)
                lines.append(f"{indent}{name} = {self.value(2, names)} % 1009")
                names = [*names, name]
            elif kind < 0.55:
                known = [name for name in names if name in NAMES]
                lines.append(
                    f"{indent}{self.one_of(*known)} {self.one_of('+', '-', '^')}= {self.value(1, names)} % 97"
                )
            else:
                lines += self.compound(kind, depth - 1, list(names), indent)
            if inside and self.choose.random() < 0.1:
                lines.append(f"{indent}if {self.condition(1, names)}:")
                lines.append(f"{indent}    {self.one_of('break', 'continue')}")
        return lines

    def compound(self, kind: float, depth: int, names: list[str], indent: str) -> list[str]:
        deeper = indent + "    "
        if kind < 0.75:
            lines = [f"{indent}if {self.condition(2, names)}:", *self.block(depth, names, deeper, False)]
            if self.choose.random() < 0.5:
                lines += [f"{indent}else:", *self.block(depth, names, deeper, False)]
            return lines
        self.counters += 1
        number = f"n{self.counters}"
        if kind < 0.9:
            head = [f"{indent}for {number} in range({self.one_of('3', 'i % 4', '5, 1, -2', '-2, 2')}):"]
        else:
            head = [f"{indent}{number} = 0", f"{indent}while {number} < 3:", f"{deeper}{number} += 1"]
        return [*head, *self.block(depth, [*names, number], deeper, True)]


def compare(seed: int, folder: Path) -> None:
    program, file, module = Program(seed), folder / f"random_{seed}.py", ModuleType("random_loops")
    file.write_text(program.text)
    exec(compile(program.text, str(file), "exec"), module.__dict__)
    rng = np.random.default_rng(seed)
    x, y, expected, out = rng.integers(-50, 50, 12), rng.integers(-5, 5, 5), *np.zeros((2, 12), np.int64)
    with np.errstate(all="ignore"):
        try:
            module.loop(0, 12, expected, x, y)
        except ZeroDivisionError:  # of numbers of Python's, which NumPy's are not
            return
    translated(module.loop, "int64[1] int64[1] int64[1]")(out, x, y)
    assert out.tolist() == expected.tolist(), program.text


def test_random_programs_do_what_python_does(tmp_path: Path) -> None:
    """Whatever branches, loops and assignments a loop combines, it computes what Python computes."""
    for seed in range(12):
        compare(seed, tmp_path)


@pytest.mark.slow
def test_many_random_programs_do_what_python_does(tmp_path: Path) -> None:
    for seed in range(100, 700):
        compare(seed, tmp_path)
