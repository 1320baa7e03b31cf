"""Programs drawn at random, compiled and op by op.

They have elementwise ops, broadcasting, sums, views, products, `detach`, gradients, dropout, numbers as arguments,
writes, several results; arguments lie in memory in any order, and may be one tensor twice. One that fails is printed
without lines that it does not need.
"""

import random
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import derivata as dv
import derivata.nn.functional as F
from derivata import kernels

from .programs import compare, same_tangents

UNARY = (
    "{}.sin()", "{}.tanh()", "{}.sigmoid()", "F.relu({})", "F.gelu({})", "({} * 0.5).exp().clamp(max=3)", "{}.abs()",
    "-{}",
    "{} ** 2", "({} * {} + 1) ** -0.5", "({} ** 2 + 0.5).log()", "({} ** 2 + 0.5).sqrt()", "{} * 0.25 - 1", "1 - {}",
    "{}.detach()", "F.softplus({})", "{}.clamp(-1.0, 1.0)", "{}.cos() / 2", "F.silu({})", "{}.atan()", "{}.square()",
    "F.softmax({}, -1)", "{}.logsumexp(-1, keepdim=True)", "F.leaky_relu({}, 0.1)", "({} / 3).erf()",
    "F.dropout({}, 0.3)", "F.log_softmax({}, -1)", "F.layer_norm({0}, {0}.shape[-1:])",
    "F.rms_norm({0}, {0}.shape[-1:])",
    "F.layer_norm({0}, {0}.shape[-1:], {0}[0], {0}[1] * 0.1)", "{0} - {0}.mean(-1, keepdim=True)",
)  # fmt: skip
BINARY = (
    "{} + {}", "{} - {}", "{} * {}", "{} / ({} ** 2 + 1)", "dv.maximum({}, {})", "dv.where({} > {}, 0.5, -1.5)",
    "dv.where({0} > 0, {0}, {1})", "dv.lerp({}, {}, 0.3)", "dv.atan2({}, {} ** 2 + 1)",
    "dv.addcmul({0}, {1}, {0}, value=0.5)",
)  # fmt: skip
NUMBER = ("{} * n", "{} + n", "n - {}", "{} * 0.5 * n + n")
WRITES = ("{} += 0.5", "{}.mul_(2)", "{}[...] = 0.25", "{0} -= {0}.sum() * 0.1", "{}.clamp_(max=1)")
ROWS = (
    "F.cross_entropy({}, dv.arange(6), reduction='none')[:, None]", "F.cross_entropy({} * 0.5, dv.arange(6))",
    "F.cross_entropy({}, dv.arange(6) - 1, ignore_index=-1, reduction='sum') * 0.1",
    "F.nll_loss(F.log_softmax({}, -1), dv.arange(6))", "{}.var(-1, correction=0)[:, None]",
    "{0} / ({0}.std(-1, keepdim=True) + 0.5)", "{0} - dv.var_mean({0}, -1, keepdim=True)[1]",
    "{0} * ({0}.amax(0, keepdim=True) > 0.5)",
)  # fmt: skip
SHAPES = ((6, 7), (7,), (6, 1), (), (1, 7))
SQUARE = ((6, 6), (6,), (6, 1), (), (1, 6))


class Writer:
    """Writes a function whose values all have dimensions of 6 and 7 elements, or 1; those of some seeds are square."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.count = self.random.randint(1, 3)
        shapes = SQUARE if seed % 5 == 2 else SHAPES
        self.whole, self.has_more = shapes[0], seed % 4 == 1
        self.shapes: dict[str, tuple[int, ...]] = {
            f"x{n}": self.random.choice(shapes) for n in range(self.count)
        }
        self.shapes["x0"] = self.whole
        self.leaves = list(self.shapes.values())
        self.has_gradients = bool(seed % 8) and seed % 3 == 1
        self.has_number, self.writes = self.random.random() < 0.3, self.random.random() < 0.15
        self.lines = [f"def program({', '.join([*self.shapes, *['n'] * self.has_number])}):"]

    def write(self) -> None:
        """Write all lines."""
        for _ in range(self.random.randint(5, 25)):
            self.line()
        names = list(self.shapes)[self.count :]
        results = self.random.sample(names, min(len(names), self.random.randint(1, 3)))
        self.lines.append(f"    return [{', '.join([f'{name}.clone()' for name in results])}]")

    def line(self) -> None:
        """Write a line."""
        name, operand = f"y{len(self.lines)}", self.pick()
        shape: tuple[int, ...] = self.shapes[operand]
        if self.has_gradients and self.random.random() < 0.1:
            options = f"retain_graph=True, create_graph={self.random.random() < 0.5}"
            self.lines.append(f"    {name} = dv.autograd.grad(({operand} * x0).sum(), x0, {options})[0]")
            self.shapes[name] = self.whole
            return
        kind = self.random.random()
        if self.writes and kind < 0.2:
            self.lines += [
                f"    {name} = {operand} * 1",
                f"    {self.random.choice(WRITES).format(name, name)}",
            ]
            self.shapes[name] = shape
            return
        if self.has_number and kind < 0.15:
            text = self.random.choice(NUMBER).format(operand)
        elif kind < 0.35:
            template = self.random.choice(UNARY)
            if any(word in template for word in ("softmax", "logsumexp", "norm", "mean")):
                if len(shape) != 2 or ("[1]" in template and shape != self.whole):
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
        elif shape == self.whole:
            text, shape = self.random.choice([*self.of_matrix(operand)])
        else:
            text, shape = f"{operand} + {self.pick_whole()}", self.whole
        self.lines.append(f"    {name} = {text}")
        self.shapes[name] = shape

    def of_matrix(self, operand: str) -> Iterator[tuple[str, tuple[int, ...]]]:
        """Yield what may be made of a value of all elements, and its shape."""
        yield f"({operand} @ {operand}.T) @ {operand} * 0.05", self.whole
        yield f"{operand}.T.reshape{self.whole}", self.whole
        yield f"{operand}[2:3]", (1, self.whole[1])
        yield f"{operand}[:, 3][:, None]", (6, 1)
        yield f"dv.cat([{operand}[:2], {operand}[2:] * 2])", self.whole
        yield f"{operand}.flip(0)", self.whole
        yield f"{operand}.cumsum(1) * 0.2", self.whole
        yield f"{operand}[0].expand{self.whole}", self.whole
        for template in ROWS if self.has_more else ():
            column, row = "None" in template, "keepdim" in template
            yield template.format(operand), self.whole if row else (6, 1) if column else ()

    def pick(self) -> str:
        """Return a value, rather a late one."""
        names = list(self.shapes)
        return names[min(len(names) - 1, int(len(names) * self.random.random() ** 0.5))]

    def pick_whole(self) -> str:
        """Return a value of all elements."""
        return self.random.choice([name for name, shape in self.shapes.items() if shape == self.whole])


def drawn(seed: int) -> tuple[Writer, list[Any]]:
    """Return a program and its arguments."""
    writer, rng = Writer(seed), np.random.default_rng(seed)
    writer.write()
    dtype = dv.float64 if seed % 3 else dv.float32
    leaves: list[Any] = [laid(rng.standard_normal(shape), seed, dtype) for shape in writer.leaves]
    for number, leaf in enumerate(leaves):
        leaf.requires_grad_(number == 0 or seed % 5 > 0)
    if seed % 4 == 0 and writer.leaves[-1] == writer.leaves[0]:
        leaves[-1] = leaves[0]
    return writer, [*leaves, *[0.7] * writer.has_number]


def laid(array: Any, seed: int, dtype: Any) -> Any:
    """Return a tensor that lies in memory in an order that depends on the seed."""
    if seed % 7 == 1:
        array = np.asfortranarray(array)
    elif seed % 7 == 2 and array.ndim:
        array = np.repeat(array, 2, axis=0)[::2]
    return dv.tensor(array, dtype=dtype) if seed % 7 == 3 else dv.from_numpy(array).to(dtype)


def failure(lines: list[str], leaves: list[Any], writes: bool, tangents: bool) -> Exception | None:
    """Return what a program of these lines raises when it is compared with itself op by op."""
    names: dict[str, Any] = {"dv": dv, "F": F}
    exec(compile("\n".join(lines), "<program>", "exec"), names)
    function: Callable[..., Any] = names["program"]
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        once = len({*map(id, leaves)}) == len(leaves)
        refused = writes or not (once or "autograd" not in "".join(lines))
        warnings.simplefilter("ignore" if refused else "error", UserWarning)
        try:
            if any(part.detach().abs().max() > 1e4 for part in function(*leaves)):
                return None
            compiled = compare(function, leaves, fullgraph=not refused)
            if tangents:
                same_tangents(compiled, function, leaves)
        except Exception as error:
            return error
    return None


def run(seeds: Iterator[int] | range) -> None:
    for seed in seeds:
        writer = drawn(seed)[0]

        def fails(lines: list[str], seed: int = seed, writes: bool = writer.writes) -> Exception | None:
            return failure(lines, drawn(seed)[1], writes, tangents=seed % 8 == 0)

        error = fails(writer.lines)
        if error is not None:
            lines = shrunk(writer.lines, fails, type(error))
            raise AssertionError(f"program {seed}:\n" + "\n".join(lines)) from error


def shrunk(lines: list[str], fails: Callable[[list[str]], Exception | None], kind: type) -> list[str]:
    """Return fewer lines of a program that fail in the same way."""
    for line in reversed(lines[1:-1]):
        fewer = [other for other in lines if other is not line]
        if type(fails(fewer)) is kind:
            lines = fewer
    return lines


def test_a_program_that_fails_is_shrunk() -> None:
    lines = ["def program(x):", "    y = x * 2", "    z = y + 1", "    w = 1 / 0", "    return [z]"]

    def fails(lines: list[str]) -> Exception | None:
        return ZeroDivisionError() if any("/" in line for line in lines) else None

    assert shrunk(lines, fails, ZeroDivisionError) == [lines[0], lines[3], lines[-1]]


@pytest.mark.parametrize("part", range(5))
def test_programs_on_numpy_give_what_they_give_op_by_op(part: int) -> None:
    with kernels.disabled():
        run(range(25 * part, 25 * part + 25))


@pytest.mark.slow
@pytest.mark.parametrize("part", range(20))
def test_many_programs_on_numpy_give_what_they_give_op_by_op(part: int) -> None:
    with kernels.disabled():
        run(range(4000 + 50 * part, 4050 + 50 * part))


@pytest.mark.parametrize("seed", [216, 12104])
def test_programs_that_were_wrong_once(seed: int) -> None:
    with kernels.disabled():
        run(range(seed, seed + 1))


def test_programs_with_loops_give_what_they_give_op_by_op() -> None:
    run(range(1000, 1003))


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_many_programs_with_loops_give_what_they_give_op_by_op(part: int) -> None:
    run(range(2000 + 30 * part, 2030 + 30 * part))
