"""Slices of values in programs, as stencils have: drawn at random, to the bits and signs of zeros of ops."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata import kernels
from derivata.arrays.indexing.parts import common, sum_of_parts
from derivata.compiler.graph import slices
from derivata.compiler.program.fuse import Group
from derivata.compiler.vocabulary import is_elementwise

from .programs import as_list

OPS = ("{} + {}", "{} - {}", "{} * {}", "{} * 2 - {}", "dv.where({} > {}, 0.5, -1.5)", "-{}.abs() * {}")


@pytest.fixture(autouse=True)
def sums_of_few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let gradients of slices be added in parts however small they are."""
    monkeypatch.setattr(slices, "FEW", 0)


def stencil(seed: int) -> str:
    """Return a function of `x`, of 9 or 9 x 8 elements, and of something that is broadcast to it."""
    draw = random.Random(seed)
    dims = 1 + seed % 2
    lines, values = ["def f(x, y):"], {"x": 0, "(x * y)": 0}
    for number in range(draw.randint(2, 6)):
        value, cut = draw.choice([*values.items()])
        width = draw.randint(1, 2)
        if cut + width > 4:
            continue
        parts = [f"{value}[{', '.join([ends(draw, width) for _ in range(dims)])}]" for _ in range(3)]
        text = draw.choice(OPS).format(parts[0], parts[1])
        text = f"({text}) * 0.5 + {parts[2]}" if draw.random() < 0.5 else text
        lines.append(f"    z{number} = {text}")
        values[f"z{number}"] = cut + width
    ends_ = [f"({value} * {value} * 0.5).sum()" for value in draw.sample([*values], min(3, len(values)))]
    if draw.random() < 0.3:
        ends_.append(f"(x[{draw.choice([0, 1, -1])}] * x[::2].sum()).sum()")
    return "\n".join([*lines, f"    return {' + '.join(ends_)} + (x * y * x).sum()"])


def ends(draw: random.Random, width: int) -> str:
    """Return a slice that leaves out so many elements, in one of the ways to say so."""
    first = draw.randint(0, width)
    last = width - first
    return f"{first or ''}:{-last if last else ''}"


def functions_of(text: str) -> list[Callable[..., Any]]:
    """Return the function, its gradient, and the gradient's product with a vector."""
    names: dict[str, Any] = {"dv": dv, "__name__": __name__}
    exec(compile(text, "<stencil>", "exec"), names)
    f = names["f"]

    def along(x: Any, y: Any, v: Any) -> Any:
        return (dv.func.grad(f)(x, y) * v).sum()

    return [dv.func.grad(f, (0, 1)), dv.func.grad(along)]


def run(seed: int) -> None:
    """Compare the bits of what the functions of a seed give, compiled and op by op."""
    text, rng = stencil(seed), np.random.default_rng(seed)
    shape = (9, 8)[: 1 + seed % 2]
    x, v = [
        dv.from_numpy(rng.choice([0.0, -0.0, 1.5, -0.3, 0.7], shape).astype(np.float32)) for _ in range(2)
    ]
    y = dv.from_numpy(rng.choice([-0.0, 2.0, -1.1], shape[-1:] if seed % 3 else ()).astype(np.float32))
    for function, arguments in zip(functions_of(text), [(x, y), (x, y, v)], strict=True):
        theirs, ours = [as_list(f(*arguments)) for f in (function, dv.compile(function, fullgraph=True))]
        for one, other in zip(theirs, ours, strict=True):
            assert one.numpy().tobytes() == other.numpy().tobytes(), f"seed {seed}: {one}, {other}\n{text}"


@pytest.mark.parametrize("part", range(4))
def test_stencils_on_numpy_give_the_bits_of_their_ops(part: int) -> None:
    with kernels.disabled():
        for seed in range(20 * part, 20 * part + 20):
            run(seed)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(5))
def test_many_stencils_on_numpy_give_the_bits_of_their_ops(part: int) -> None:
    with kernels.disabled():
        for seed in range(1000 + 100 * part, 1100 + 100 * part):
            run(seed)


@pytest.mark.parametrize("seed", [100, 101])
def test_stencils_with_loops_give_the_bits_of_their_ops(seed: int) -> None:
    run(seed)


@pytest.mark.parametrize("dims", [1, 2, 3])
def test_sums_of_parts_are_those_of_zeros_with_parts_in_them(dims: int) -> None:
    for seed in range(200):
        rng = np.random.default_rng((dims, seed))
        shape = tuple(rng.integers(1, 6, dims).tolist())
        margins = [tuple([margin(rng, length) for length in shape]) for _ in range(rng.integers(2, 5))]
        padded = [np.zeros(shape, np.float32) for _ in margins]
        places = [tuple([slice(a, n - b) for (a, b), n in zip(m, shape, strict=True)]) for m in margins]
        for array, place in zip(padded, places, strict=True):
            array[place] = rng.choice([0.0, -0.0, 1.1, -1.1, 0.3], array[place].shape)
        whole = common(margins)
        inner = tuple([slice(a, n - b) for (a, b), n in zip(whole, shape, strict=True)])
        total = sum(padded[1:], padded[0])
        inside = (
            [total[inner]]
            if total[inner].size and all(a + b < n for (a, b), n in zip(whole, shape, strict=True))
            else []
        )
        ours = sum_of_parts(
            inside, [array[place] for array, place in zip(padded, places, strict=True)], shape, tuple(margins)
        )
        assert ours.tobytes() == total.tobytes(), (shape, margins)


def margin(rng: np.random.Generator, length: int) -> tuple[int, int]:
    """Return how many elements are before and after a part."""
    before = int(rng.integers(0, min(3, length + 1)))
    return before, int(rng.integers(0, min(3, length - before + 1)))


@pytest.mark.parametrize(
    ("text", "loops"),
    [
        ("((x * y)[1:] - (x * y)[:-1]).sum()", 1),
        ("((x * y)[1:] @ (x * y)[:-1])", 1),  # what products read is written
        ("((x * y)[1:] - (x * y)[:-1] + (x * y).sum()).sum()", 2),  # read as a whole, too
        ("((x * y).tanh()[1:] * (x * y).tanh()[:-1]).sum()", 2),  # too expensive to compute twice
        ("((x * y).tanh()[:4] * (x * y).tanh()[4:8]).sum()", 1),  # nothing is computed twice
    ],
)
def test_slices_go_before_ops_whose_results_they_alone_read(text: str, loops: int) -> None:
    f: Any = eval(f"lambda x, y: {text}", {"__name__": __name__})
    compiled = dv.compile(f, fullgraph=True)
    x, y = dv.linspace(0, 1, 9), dv.linspace(1, 2, 9)
    np.testing.assert_allclose(compiled(x, y).numpy(), f(x, y).numpy(), rtol=1e-6)
    steps = compiled.programs[0].forward.steps
    assert sum(isinstance(step, Group) or is_elementwise(step.op) for step in steps) == loops


def test_gradients_of_slices_are_added_without_zeros_around_them() -> None:
    def f(u: Any) -> Any:
        return ((u[2:] - 2 * u[1:-1] + u[:-2]) ** 2).sum() + (u * u).sum()

    gradient = dv.compile(dv.func.grad(f), dynamic=True, fullgraph=True)
    for length in (10, 50, 7, 5, 4):
        u = dv.linspace(0, 1, length)
        np.testing.assert_allclose(gradient(u).numpy(), dv.func.grad(f)(u).numpy(), rtol=1e-5)
    texts = [program.forward.text for program in gradient.programs]
    assert len(texts) == 1
    assert "sum_of_parts" in texts[0]
    assert "basic_index_backward" not in texts[0]
