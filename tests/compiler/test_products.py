"""Products, losses and normalisations in programs: array functions, and what they share with the backward pass."""

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import derivata as dv
import derivata.nn.functional as F
from derivata import kernels
from derivata.compiler.graph.graph import Call

from .programs import compare


def leaf(*shape: int, seed: int = 0) -> Any:
    return dv.tensor(np.random.default_rng(seed).standard_normal(shape)).requires_grad_()


def perceptron(x: Any, w: Any, b: Any, v: Any, target: Any) -> Any:
    return F.cross_entropy(F.linear(F.relu(F.linear(x, w, b)), v), target, label_smoothing=0.1)


PERCEPTRON = leaf(6, 5), leaf(8, 5), leaf(8), leaf(3, 8), dv.tensor([0, 2, 1, 1, 0, 2])


def normalized(x: Any, w: Any, b: Any) -> Any:
    return F.layer_norm(x * 2, (5,), w, b).tanh()


def attended(x: Any, w: Any) -> Any:
    return F.softmax((x @ w) @ x.T * 0.3, -1) @ x


def scaled(x: Any, w: Any) -> Any:
    y = F.log_softmax(x @ w, 1)
    return (y * x).sum(), y.T * 2


def images(x: Any, w: Any) -> Any:
    return F.gelu(F.conv2d(x, w, padding=1)).mean((2, 3))


@pytest.mark.parametrize(
    ("function", "leaves"),
    [
        (perceptron, PERCEPTRON),
        (normalized, (leaf(6, 5), leaf(5), leaf(5))),
        (attended, (leaf(6, 5), leaf(5, 5))),
        (scaled, (leaf(6, 5), leaf(5, 5))),
        (images, (leaf(2, 3, 6, 6), leaf(4, 3, 3, 3))),
    ],
)
def test_gradients_and_their_gradients_are_those_op_by_op(function: Callable[..., Any], leaves: Any) -> None:
    with kernels.disabled():
        compare(function, leaves)


def test_a_backward_program_reads_what_the_forward_one_has_anyway() -> None:
    program = compare(perceptron, PERCEPTRON).programs[-1]
    assert "op_linear" not in program.forward.text
    assert [value.shape for value in program.kept] == [
        (6,),
        (6, 3),
        (6, 8),
    ]  # log-sum-exps, scores, and relu's result
    assert "cross_entropy_backward(" in program.backward.text
    assert not re.search("softmax|op_le|relu", program.backward.text)
    assert program.backward.loops.count("def loop_") == 1  # the mask of relu, and where it is read


def test_what_only_nodes_know_is_not_kept_without_them() -> None:
    with dv.no_grad():
        program = compare(perceptron, PERCEPTRON).programs[-1]
    assert len(program.parts) == 1
    assert not program.kept


def test_an_op_that_is_no_array_function_gives_what_only_its_node_knows() -> None:
    def function(x: Any, w: Any) -> Any:
        return F.layer_norm(x, (5,), w) * 2

    single = leaf(6, 5).detach().half().requires_grad_(), leaf(5).detach().half().requires_grad_()
    compare(function, single, twice=False)


def test_what_is_stored_is_summed_afterwards() -> None:
    def function(x: Any) -> Any:
        y = (x * 0.5 + 1) * x
        return y, y.sum(0), (y * 2).sum(0)

    steps = compare(function, (leaf(300, 300),)).programs[-1].forward.steps
    (loop,) = [step for step in steps if not hasattr(step, "op")]
    assert [out.target for out in loop.outs] == [None, (1, 300)]


def test_few_elements_in_another_order_are_copied_for_a_loop() -> None:
    def function(x: Any, w: Any) -> Any:
        return (x.T * w).tanh() + x.T

    program = compare(function, (leaf(6, 6), leaf(6, 6))).programs[-1]
    assert "ascontiguousarray(v" in program.forward.text


def test_errors_name_the_op() -> None:
    compiled = dv.compile(perceptron, fullgraph=True)
    compiled(*PERCEPTRON)
    with pytest.raises(IndexError, match="cross_entropy: "):
        compiled(*PERCEPTRON[:-1], dv.tensor([0, 2, 1, 7, 0, 2]))


def test_loops_that_do_the_same_are_compiled_once() -> None:
    def last(x: Any, h: Any, w: Any) -> Any:
        for row in x:
            h = ((row + h) @ w).tanh() * 0.5 + h.sin()
        return h

    compiled = dv.compile(last, fullgraph=True)
    x, h = dv.linspace(-1, 1, 80).reshape(10, 2, 4), dv.ones(2, 4, requires_grad=True)
    w = dv.linspace(-1, 1, 16).reshape(4, 4).detach().requires_grad_()
    ours, theirs = compiled(x, h, w), last(x, h, w)
    np.testing.assert_allclose(ours.detach().numpy(), theirs.detach().numpy(), rtol=1e-5, atol=1e-6)
    slopes = [dv.autograd.grad(out.sin().sum(), [h, w]) for out in (ours, theirs)]
    for our, their in zip(*slopes, strict=True):
        np.testing.assert_allclose(our.numpy(), their.numpy(), rtol=1e-4, atol=1e-5)
    for part in compiled.programs[0].parts:
        assert part.text.count("= loop_") >= 9
        assert part.loops.count("def loop_") <= 5


def test_batches_of_other_sizes_run_the_same_loops() -> None:
    def loss(x: Any, w: Any) -> Any:
        return (((x @ w).tanh() - 0.5) ** 2).mean()

    compiled = dv.compile(dv.func.value_and_grad(loss, argnums=1), fullgraph=True)
    plain, w = dv.func.value_and_grad(loss, argnums=1), dv.linspace(-1, 1, 12).reshape(4, 3)
    for size in (64, 37, 100, 64, 41):
        x = dv.linspace(-1, 1, 4 * size).reshape(size, 4)
        for our, their in zip(compiled(x, w), plain(x, w), strict=True):
            np.testing.assert_allclose(our.numpy(), their.numpy(), rtol=1e-5, atol=1e-7)
    assert len(compiled.programs) == 2  # the second one is for all sizes
    assert len({program.forward.loops for program in compiled.programs}) == 1


def test_counts_and_numbers_like_them_are_told_apart() -> None:
    def f(x: Any) -> Any:
        return x * 37.0 - x / 37.0 + x * 37.5 + x.tanh() * -64.0 + x * (1 / 64)

    for kind in (dv.float32, dv.float64):
        x = dv.linspace(-1, 1, 40, dtype=kind)
        assert dv.allclose(dv.compile(f, fullgraph=True)(x), f(x), rtol=1e-6)


@pytest.mark.parametrize(
    ("text", "products"),
    [
        ("sum((x[t] @ w).tanh().sum() for t in range(4))", [8]),
        ("sum((x[t] @ w).tanh().sum() for t in range(4)) + (w * w).sum() + (w[2:] * w[:-2]).sum()", [8]),
        ("sum((x[t] @ w).tanh().sum() for t in range(2)) + w.sum()", [2, 2]),  # too few
        ("sum((x[t] @ w[:, :2]).tanh().sum() for t in range(4))", [2, 2, 2, 2]),  # smaller than their factors
        ("sum(F.linear(x[t][:, :8], w).tanh().sum() for t in range(4))", [8]),
        (
            "sum((x[t] @ w).tanh().sum() for t in range(3)) + (x[3] @ w + x[3] @ w).tanh().sum()",
            [10],
        ),  # one twice
    ],
)
def test_gradients_of_a_weight_that_a_loop_reads_are_one_product(text: str, products: list[int]) -> None:
    f: Any = eval(f"lambda w, x: {text}", {"F": F, "__name__": __name__})
    gradient = dv.compile(dv.func.grad(f), fullgraph=True)
    dv.manual_seed(0)
    w, x = dv.randn(9, 8), dv.randn(4, 2, 9)
    np.testing.assert_allclose(gradient(w, x).numpy(), dv.func.grad(f)(w, x).numpy(), rtol=2e-5, atol=1e-5)
    lengths = [
        step.reads[0].shape[-1]
        for step in gradient.programs[0].forward.steps
        if isinstance(step, Call) and step.op == "_matmul_to_shape"
    ]
    assert lengths == products


def test_what_is_transposed_twice_is_itself() -> None:
    """A step down a gradient of products turns what gradients of products have turned; results stay views."""

    def adapted(w: Any, x: Any, y: Any) -> Any:
        def loss(w: Any) -> Any:
            return ((x @ w - y) ** 2).sum()

        return ((x @ (w - 0.1 * dv.func.grad(loss)(w))) * y).sum()

    gradient = dv.func.grad(adapted)
    leaves = leaf(4, 3).detach(), leaf(5, 4).detach(), leaf(5, 3).detach()
    with kernels.disabled():
        compiled = compare(gradient, leaves)
        compare(lambda x: ((x * 2).mT.mT, x.transpose(0, 1).transpose(0, 1).sin()), (leaf(4, 3),))
    turned = re.findall(r"(v\d+) = matrix_transpose\((v\d+)\)", compiled.programs[-1].forward.text)
    assert turned
    assert {made for made, _ in turned}.isdisjoint([source for _, source in turned])
