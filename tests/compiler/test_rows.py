"""Loops over rows: softmax, norms and reductions along the last dimension with what is elementwise around them."""

import io
from collections.abc import Callable
from contextlib import nullcontext, redirect_stdout
from importlib import import_module
from inspect import signature
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import derivata as dv
import derivata.nn.functional as F
from derivata import kernels
from derivata.arrays.jit.cache.reads import reads
from derivata.compiler.program.rows import layout, parts
from derivata.compiler.program.rows.parts import RowGroup
from derivata.generated.loops import ROW_LOOPS

from .programs import compare
from .test_random_programs import run

Function = Callable[..., Any]


def drawn(*shape: int, dtype: Any = dv.float32) -> Any:
    numbers = np.random.default_rng(len(shape)).standard_normal(shape)
    return dv.tensor(numbers, dtype=dtype, requires_grad=True)


def loops_of(function: Function, *leaves: Any) -> list[Any]:
    """Return the loops over rows of a function's forward pass."""
    compiled = dv.compile(function, fullgraph=True)
    with kernels.disabled():
        compiled(*leaves)
    program = compiled.entries[0].program
    return [step for step in program.forward.steps if isinstance(step, RowGroup)]


def scaled_softmax(x: Any, mask: Any) -> Any:
    return (F.softmax(x * 0.3, -1) * mask).sin()


def normalised(x: Any, weight: Any, bias: Any) -> Any:
    centred = x - x.mean(-1, keepdim=True)
    spread = (centred.square().mean(-1, keepdim=True) + 1e-5).sqrt()
    return F.gelu(centred / spread * weight + bias)


def layers(x: Any, weight: Any, bias: Any) -> Any:
    return F.rms_norm(F.layer_norm(x * 2, x.shape[-1:], weight, bias).tanh(), x.shape[-1:]) * 3


def reductions(x: Any) -> Any:
    top, low = x.amax(-1, keepdim=True), x.amin(-1)
    return (x - top).exp().sum(-1) / (low * low + 1) + x.logsumexp(-1) * F.log_softmax(x, -1).sum(-1)


@pytest.mark.parametrize(
    ("dtype", "lowering"),
    [
        (dv.float32, "numpy"),
        (dv.float64, "numpy"),
        *[pytest.param(t, "loops", marks=pytest.mark.slow) for t in (dv.float32, dv.float64)],
    ],
)
def test_programs_with_rows_give_what_they_give_op_by_op(dtype: Any, lowering: str) -> None:
    x, weight, bias = drawn(6, 40, dtype=dtype), drawn(40, dtype=dtype), drawn(40, dtype=dtype)
    mask = (drawn(6, 40, dtype=dtype) > 0).to(dtype)
    with kernels.disabled() if lowering == "numpy" else nullcontext():
        compare(scaled_softmax, [x, mask])
        compare(normalised, [x, weight, bias])
        compare(layers, [x, weight, bias])
        compare(reductions, [x])


@pytest.mark.parametrize("function", [normalised, layers])
def test_a_norm_and_what_is_around_it_are_one_loop_in_each_pass(function: Function) -> None:
    compiled = dv.compile(function, fullgraph=True)
    with kernels.disabled():
        compiled(drawn(6, 40), drawn(40), drawn(40)).sum().backward()
    program = compiled.entries[0].program
    for code in (program.forward, program.backward):
        assert [type(step) for step in code.steps] == [RowGroup]


def test_rows_of_infinities_and_nans_are_those_of_single_ops() -> None:
    x = np.random.default_rng(0).standard_normal((7, 40)).astype(np.float32)
    x[0], x[1, 3], x[2, 5], x[3], x[4, 2] = -np.inf, -np.inf, np.inf, np.inf, np.nan
    x[5, 7], x[5, 9] = np.inf, 200

    def of_rows(x: Any) -> Any:
        return F.softmax(x * 1.0, -1) * 2, F.log_softmax(x, -1) * 2, x.logsumexp(-1) * 2, x.amax(-1) * 2

    def with_gradient(x: Any) -> Any:
        return *of_rows(x), dv.func.grad(lambda x: sum((part * part.detach()).sum() for part in of_rows(x)))(
            x
        )

    ours, theirs = dv.compile(with_gradient, fullgraph=True)(dv.tensor(x)), with_gradient(dv.tensor(x))
    for our, their in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(our.numpy(), their.numpy(), rtol=1e-5)


@pytest.mark.parametrize(
    "shape", [(1, 40), (40, 40), (2, 3, 40), (3, 1, 40), (0, 40), (4, 0), (4, 1), (4, 33), (40,)]
)
def test_shapes_of_rows(shape: tuple[int, ...]) -> None:
    def function(x: Any, y: Any) -> Any:
        z = F.softmax(x * y, -1)
        return z - z.mean(-1, keepdim=True), z.sum(-1) * 2, (z * y).sum(0)

    with kernels.disabled():
        for other in {shape, shape[-1:], (*shape[:-1], 1), (1,) * len(shape), ()}:
            compare(function, [drawn(*shape), drawn(*other)], twice=False)
    if shape == (2, 3, 40):
        compare(function, [drawn(*shape), drawn(*shape[-1:])], twice=False)


def test_operands_are_broadcast_and_lie_in_memory_in_any_order() -> None:
    x = dv.from_numpy(np.random.default_rng(0).standard_normal((40, 3, 2)).T)
    mask, number = dv.from_numpy(np.arange(6.0).reshape(2, 3, 1)[:, ::-1]), dv.tensor(0.5, dtype=dv.float64)

    def function(x: Any, column: Any, mask: Any, row: Any, number: Any) -> Any:
        y = F.softmax(x * column + mask, -1) * row
        return (y * number).sum(-1), dv.where(y > number, y, mask)

    rest = (drawn(2, 1, 40, dtype=dv.float64), drawn(40, dtype=dv.float64), number)
    for leaf in (x, mask):
        leaf.requires_grad_()
    compare(function, [x, mask, *rest], twice=False)
    assert [len(loop.operands) for loop in loops_of(function, x, mask, *rest)] == [5]


def test_square_matrices_tell_numbers_of_rows_from_a_row_for_all() -> None:
    def function(x: Any, w: Any) -> Any:
        y = x * x.logsumexp(-1)  # a row, though the numbers are those of rows
        return y + w, (y * w[:, None]).sum(0) + y.sum(-1), F.layer_norm(y, (40,), w)

    with kernels.disabled():
        compare(function, [drawn(40, 40), drawn(40)])
    compare(function, [drawn(40, 40), drawn(40)], twice=False)


def test_one_tensor_is_numbers_of_rows_and_a_row_for_all() -> None:
    def function(x: Any, w: Any) -> Any:
        total = x.sum(-1)
        return total * w, (x * w).sum(-1) * total

    x, w = drawn(40, 40), drawn(40)
    compare(function, [x, w], twice=False)
    (loop,) = loops_of(function, x.detach(), w.detach())
    assert [kind for kind, _ in loop.operands] == ["row", "number", "vector"]


@pytest.mark.parametrize("learned", [(0, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 0)])
def test_gradients_of_a_norm_whose_weight_or_bias_alone_is_learned(learned: tuple[int, ...]) -> None:
    leaves = [drawn(6, 40), drawn(40), drawn(40)]
    for leaf, is_learned in zip(leaves, learned, strict=True):
        leaf.requires_grad_(bool(is_learned))
    compare(lambda x, weight, bias: F.layer_norm(x, (40,), weight, bias) * 2, leaves, twice=False)


def test_rows_are_the_same_for_any_number_of_threads() -> None:
    compiled = dv.compile(lambda x, w, b: dv.func.grad(lambda *a: normalised(*a).sum(), (0, 1, 2))(x, w, b))
    leaves = [drawn(600, 256).detach(), drawn(256).detach(), drawn(256).detach()]
    before = dv.get_num_threads()
    try:
        found = []
        for count in (1, 2):
            dv.set_num_threads(count)
            found.append([tensor.numpy().tobytes() for tensor in compiled(*leaves)])
    finally:
        dv.set_num_threads(before)
    assert found[0] == found[1]


def test_results_have_the_bits_of_single_ops() -> None:
    x = drawn(300, 100).detach()

    def function(x: Any) -> Any:
        y = F.softmax(x * 0.25, -1)
        z = F.layer_norm(y * 3, (100,))
        return y, z - z.mean(-1, keepdim=True), F.log_softmax(z, -1) * 2, z.logsumexp(-1) + z.amax(-1)

    assert len(loops_of(function, x)) == 1
    for our, their in zip(dv.compile(function)(x), function(x), strict=True):
        np.testing.assert_array_equal(our.numpy(), their.numpy())


def test_the_gradient_of_gelu_has_the_loop_of_its_op() -> None:
    compiled = dv.compile(lambda x: F.gelu(F.layer_norm(x, (40,))), fullgraph=True)
    with kernels.disabled():
        compiled(drawn(6, 40)).sum().backward()
    (loop,) = compiled.entries[0].program.backward.steps
    assert [part.call.op for part in loop.parts] == ["_gelu_backward", "normalize_backward"]


def test_a_gradient_uses_the_exponentials_of_its_logsumexp() -> None:
    def function(x: Any) -> Any:
        y = x.detach().requires_grad_()
        value = (y * 2).logsumexp(-1)
        other = y.logsumexp(-1)
        return value.detach(), dv.autograd.grad((value * value).sum() + other.cos().sum(), y)[0]

    x = drawn(6, 40).detach()
    (loop,) = loops_of(function, x)
    assert sorted([part.kept for part in loop.parts if part.call.op.startswith("logsumexp")]) == [2, 2, 3, 3]
    for our, their in zip(dv.compile(function)(x), function(x), strict=True):
        np.testing.assert_allclose(our.numpy(), their.numpy(), rtol=1e-5)


def test_what_is_elementwise_is_written_over_what_it_reads() -> None:
    def function(x: Any) -> Any:
        y = F.softmax(x * 2, -1) + 1
        return F.softmax(y.sin(), -1) * 3

    (loop,) = loops_of(function, drawn(6, 40).detach())
    assert sorted({*layout.Layout(loop).windows.values()}) == ["o0", "w0", "w1"]
    compare(function, [drawn(6, 40)], twice=False)


def test_numbers_of_long_rows_at_last_are_computed_in_a_loop_of_their_own() -> None:
    def function(x: Any) -> Any:
        total = (x * 2).logsumexp(-1, keepdim=True)
        return (x - total).exp(), total.tanh().sin()

    inside = {
        shape: [part.call.op for part in loop.parts]
        for shape in ((64, 100), (64, 300), (8, 300))
        for loop in loops_of(function, drawn(*shape).detach())
    }
    whole = ["mul", "logsumexp", "sub", "exp", "tanh", "sin"]
    assert sorted(inside[64, 100]) == sorted(inside[8, 300]) == sorted(whole)
    assert sorted(inside[64, 300]) == sorted(whole[:-2])


def test_long_rows_are_calls() -> None:
    longest = parts.LONGEST // 4
    assert len(loops_of(lambda x: F.softmax(x, -1) * 2, drawn(2, longest))) == 1
    assert loops_of(lambda x: F.softmax(x, -1) * 2, drawn(2, longest + 1)) == []
    assert loops_of(lambda x: F.softmax(x, -1) * 2, drawn(2, parts.SHORTEST - 1)) == []
    assert loops_of(lambda x: F.softmax(x, 0) * 2, drawn(64, 64)) == []


def test_what_waits_for_a_sum_over_all_rows_is_another_loop() -> None:
    def function(x: Any, w: Any) -> Any:
        total = (F.softmax(x, -1) * w).sum(0)
        return F.softmax(x + total, -1) * w

    with kernels.disabled():
        compare(function, [drawn(6, 40), drawn(6, 40)])
    assert len(loops_of(function, drawn(6, 40), drawn(6, 40))) == 2


def test_rows_that_are_made_of_numbers_and_one_row() -> None:
    def mixture(x: Any, centres: Any) -> Any:
        return dv.logsumexp(-((x[:, None] - centres) ** 2), 1)

    with kernels.disabled():
        compare(mixture, [drawn(6), drawn(40)])
    compare(mixture, [drawn(6), drawn(40)], twice=False)
    assert len(loops_of(mixture, drawn(6), drawn(40))) == 1


def test_later_processes_can_tell_what_a_loop_over_rows_was_compiled_from() -> None:
    """So its machine code is kept on disk."""
    compiled = dv.compile(layers, fullgraph=True)
    with kernels.disabled():
        compiled(drawn(6, 40), drawn(40), drawn(40))
    module = Path(compiled.entries[0].program.forward.loops_path).stem
    import_module(module)
    assert "layer_norm_loops" in reads(module, "loop_0")


def test_explain_says_which_loops_run_over_rows() -> None:
    said = io.StringIO()
    with redirect_stdout(said):
        dv.compile.explain(lambda x: F.softmax(x * 0.5, -1) * 2, drawn(6, 40))
    assert "2 x mul, softmax; over the rows of 6x40 float32" in said.getvalue()


def test_each_loop_over_rows_is_there() -> None:
    """The spec names loops of `arrays`, with as many parameters as it gives."""

    def count(loop: Any, suffix: str = "") -> int:
        function = getattr(import_module(f"derivata.arrays.{loop.module}"), loop.function + suffix)
        return len(signature(function).parameters) - len(loop.arguments) - len(loop.results)

    for loop in ROW_LOOPS.values():
        assert count(loop) == 2
        if loop.after:
            assert count(loop, "_kept") == count(ROW_LOOPS[loop.after], "_keeping") == 4


@pytest.mark.parametrize("part", range(2))
def test_random_programs_with_short_rows_on_numpy(part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "SHORTEST", 4)
    with kernels.disabled():
        run(range(6000 + 40 * part, 6040 + 40 * part))


@pytest.mark.slow
@pytest.mark.parametrize("part", range(2))
def test_random_programs_with_short_rows(part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "SHORTEST", 4)
    monkeypatch.setattr(layout, "BLOCK", 16 if part % 2 else 64)
    run(range(7100 + 20 * part, 7120 + 20 * part))
