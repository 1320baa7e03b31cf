"""Programs drawn at random, compiled and op by op: elementwise ops, broadcasting, sums, views, products, `detach`."""

import random
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import derivata as dv
import derivata.nn.functional as F
from derivata import kernels

from .programs import compare

UNARY = (
    "{}.sin()", "{}.tanh()", "{}.sigmoid()", "F.relu({})", "F.gelu({})", "({} * 0.5).exp().clamp(max=3)", "{}.abs()",
    "-{}",
    "{} ** 2", "({} * {} + 1) ** -0.5", "({} ** 2 + 0.5).log()", "({} ** 2 + 0.5).sqrt()", "{} * 0.25 - 1", "1 - {}",
    "{}.detach()", "F.softplus({})", "{}.clamp(-1.0, 1.0)", "{}.cos() / 2", "F.silu({})", "{}.atan()", "{}.square()",
    "F.softmax({}, -1)", "{}.logsumexp(-1, keepdim=True)", "F.leaky_relu({}, 0.1)", "({} / 3).erf()",
)  # fmt: skip
BINARY = (
    "{} + {}", "{} - {}", "{} * {}", "{} / ({} ** 2 + 1)", "dv.maximum({}, {})", "dv.where({} > {}, 0.5, -1.5)",
    "dv.where({0} > 0, {0}, {1})", "dv.lerp({}, {}, 0.3)", "dv.atan2({}, {} ** 2 + 1)",
    "dv.addcmul({0}, {1}, {0}, value=0.5)",
)  # fmt: skip
SHAPES = ((6, 7), (7,), (6, 1), (), (1, 7))


class Writer:
    """Writes a function whose values all have dimensions of 6 and 7 elements, or 1."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.count = self.random.randint(1, 3)
        self.shapes: dict[str, tuple[int, ...]] = {
            f"x{n}": self.random.choice(SHAPES) for n in range(self.count)
        }
        self.shapes["x0"] = SHAPES[0]
        self.lines = [f"def program({', '.join(self.shapes)}):"]
        self.leaves = list(self.shapes.values())

    def text(self) -> str:
        """Return the function's text."""
        for _ in range(self.random.randint(5, 25)):
            self.line()
        names = list(self.shapes)[self.count :]
        results = self.random.sample(names, min(len(names), self.random.randint(1, 3)))
        self.lines.append(f"    return [{', '.join([f'{name}.clone()' for name in results])}]")
        return "\n".join(self.lines)

    def line(self) -> None:
        """Write a line."""
        name, operand = f"y{len(self.lines)}", self.pick()
        shape: tuple[int, ...] = self.shapes[operand]
        kind = self.random.random()
        if kind < 0.35:
            template = self.random.choice(UNARY)
            if "-1" in template and ("softmax" in template or "logsumexp" in template):
                if len(shape) != 2:
                    return
                shape = (shape[0], 1) if "logsumexp" in template else shape
            text = template.format(operand, operand)
        elif kind < 0.75:
            other = self.pick()
            text = self.random.choice(BINARY).format(operand, other)
            shape = tuple(np.broadcast_shapes(shape, self.shapes[other]))
        elif kind < 0.87 and shape:
            dim, keep = self.random.randrange(len(shape)), self.random.random() < 0.8
            function = self.random.choice(("sum", "mean", "amax", "sum", "logsumexp"))
            whole = self.random.random() < 0.2 and function != "logsumexp" and function != "amax"
            text = (
                f"{operand}.{function}()"
                if whole
                else f"{operand}.{function}({dim}, keepdim={keep or dim == 1})"
            )
            kept = tuple(1 if d == dim else n for d, n in enumerate(shape))
            shape = () if whole else kept if keep or dim == 1 else shape[1:]
        elif shape == (6, 7):
            text, shape = self.random.choice(
                (
                    (f"({operand} @ {operand}.T) @ {operand} * 0.05", (6, 7)),
                    (f"{operand}.T.reshape(6, 7)", (6, 7)),
                    (f"{operand}[2:3]", (1, 7)),
                    (f"{operand}[:, 3]" + "[:, None]", (6, 1)),
                    (f"dv.cat([{operand}[:2], {operand}[2:] * 2])", (6, 7)),
                    (f"{operand}.flip(0)", (6, 7)),
                    (f"{operand}.cumsum(1) * 0.2", (6, 7)),
                    (f"{operand}[0].expand(6, 7)", (6, 7)),
                )
            )
        else:
            text, shape = f"{operand} + {self.pick_whole()}", (6, 7)
        self.lines.append(f"    {name} = {text}")
        self.shapes[name] = shape

    def pick(self) -> str:
        """Return a value, rather a late one."""
        names = list(self.shapes)
        return names[min(len(names) - 1, int(len(names) * self.random.random() ** 0.5))]

    def pick_whole(self) -> str:
        """Return a value of 6 x 7 elements."""
        return self.random.choice([name for name, shape in self.shapes.items() if shape == (6, 7)])


def drawn(seed: int) -> tuple[str, Callable[..., Any], list[Any]]:
    """Return a program's text, its function and its arguments."""
    writer = Writer(seed)
    text = writer.text()
    names: dict[str, Any] = {"dv": dv, "F": F}
    exec(compile(text, f"<program {seed}>", "exec"), names)
    rng = np.random.default_rng(seed)
    dtype = dv.float64 if seed % 3 else dv.float32
    leaves = [dv.tensor(rng.standard_normal(shape), dtype=dtype) for shape in writer.leaves]
    for number, leaf in enumerate(leaves):
        leaf.requires_grad_(number == 0 or seed % 5 > 0)
    return text, names["program"], leaves


def run(seeds: Iterator[int] | range) -> None:
    for seed in seeds:
        text, function, leaves = drawn(seed)
        if any(part.detach().abs().max() > 1e4 for part in function(*leaves)):
            continue
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("error", UserWarning)
            try:
                compare(function, leaves)
            except Exception as error:
                raise AssertionError(f"program {seed}:\n{text}") from error


@pytest.mark.parametrize("part", range(10))
def test_programs_on_numpy_give_what_they_give_op_by_op(part: int) -> None:
    with kernels.disabled():
        run(range(40 * part, 40 * part + 40))


@pytest.mark.parametrize("seed", [216, 12104])
def test_programs_that_were_wrong_once(seed: int) -> None:
    with kernels.disabled():
        run(range(seed, seed + 1))


def test_programs_with_loops_give_what_they_give_op_by_op() -> None:
    run(range(1000, 1005))


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_many_programs_with_loops_give_what_they_give_op_by_op(part: int) -> None:
    run(range(2000 + 30 * part, 2030 + 30 * part))
