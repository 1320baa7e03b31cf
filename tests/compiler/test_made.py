"""Tensors that compiled functions make: of numbers, and at random, where each call draws what it draws op by op."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata import kernels
from derivata.compiler.refusal import CannotCompile

from .programs import close, compare

OF_NUMBERS: dict[str, Callable[..., Any]] = {
    "zeros": lambda x: x + dv.zeros(4),
    "ones, several dtypes": lambda x: x * dv.ones(3, 1) + dv.ones((), dtype=dv.int64),
    "full": lambda x: (x @ dv.full((4, 2), 0.5, dtype=x.dtype)).tanh(),
    "a result": lambda x: [x * 2, dv.zeros(2, 3), dv.eye(3), dv.ones(())],
    "views as results": lambda x: [x * 2, dv.arange(6).reshape(2, 3), dv.zeros(4)[1:]],
    "arange": lambda x: x * dv.arange(4) - dv.linspace(0, 1, 4, dtype=x.dtype),
    "tensor": lambda x: x * dv.tensor([1.0, -0.0, 0.0, 2]) / dv.tensor(3.0),
    "like": lambda x: dv.zeros_like(x) - dv.ones_like(x) * x + dv.full_like(x, 2.5),
    "new": lambda x: x.new_zeros(3, 4) + x.new_ones(4) * x + x.new_full((1,), 2) + x.new_tensor([1, 2, 3, 4]),
    "sum from zeros": lambda x: _total(dv.zeros(4, dtype=x.dtype), x),
    "a mask": lambda x: dv.where(dv.arange(4) < 2, x, dv.zeros(1, dtype=x.dtype)).sum(),
    "of nothing": lambda x: [x * 2, dv.zeros(0, 3), x.new_zeros(3, 0) + 1],
    "complex": lambda x: (x * dv.full((4,), 1j, dtype=dv.complex128)).abs() + 0.1,
    "requires grad": lambda x: dv.autograd.grad((z := dv.ones(4, requires_grad=True)).sin().mul(x).sum(), z)[
        0
    ],
}


def _total(total: Any, x: Any) -> Any:
    for row in x:
        total += row
        total.mul_(0.5)
    return total


def leaf(*shape: int) -> Any:
    """Return a tensor."""
    return dv.tensor(np.random.default_rng(3).standard_normal(shape), requires_grad=True)


@pytest.mark.parametrize("name", OF_NUMBERS)
def test_tensors_of_numbers_are_those_op_by_op(name: str) -> None:
    function = OF_NUMBERS[name]
    with kernels.disabled():
        compare(function, [leaf(3, 4).detach()])
        if name != "requires grad":
            compare(function, [leaf(3, 4)])


def test_tensors_of_numbers_fuse_with_loops() -> None:
    x = dv.linspace(0, 1, 1000)
    compiled = dv.compile(
        lambda x: (x + dv.zeros(1000)) * dv.full((1000,), 2.0) + dv.arange(1000), fullgraph=True
    )
    close(compiled(x), x * 2 + dv.arange(1000))
    assert len(compiled.programs[0].forward.steps) == 3  # the numbers, another dtype for them, and one loop


def test_results_that_are_constants_are_memory_of_their_own() -> None:
    compiled = dv.compile(lambda x: (x * 2, dv.zeros(3), dv.eye(2), dv.arange(4)[1:]), fullgraph=True)
    for _ in range(3):
        _, *found = compiled(dv.ones(2))
        for ours, theirs in zip(found, (dv.zeros(3), dv.eye(2), dv.arange(4)[1:]), strict=True):
            close(ours, theirs)
            ours += 5


def test_long_tensors_of_numbers_that_look_alike_are_told_apart() -> None:
    def f(x: Any, numbers: Any, others: Any) -> Any:
        return x * dv.tensor(numbers), x * dv.tensor(others)

    first = [float(n) for n in range(2000)]
    second = [*first[:1000], -1.0, *first[1001:]]
    with kernels.disabled():
        ours, theirs = [each(dv.ones(2000), first, second) for each in (dv.compile(f, fullgraph=True), f)]
    for one, other in zip(ours, theirs, strict=True):
        close(one, other)


def test_what_tensors_are_made_of_is_noticed() -> None:
    size, fill = 3, 2.0

    def f(x: Any, low: Any) -> Any:
        return dv.full((size,), fill) * x.sum(), dv.arange(low, low + 3), dv.tensor([low, fill]) + x[0]

    compiled = dv.compile(f, fullgraph=True)
    for size, fill, low, kind in (  # noqa: B007
        (3, 2.0, 0, dv.float32),
        (3, 2.5, 0, dv.float32),
        (4, -0.0, 1, dv.float32),
        (4, 0.0, True, dv.float64),
        (4, 0.0, 1.0, dv.float64),
    ):
        dv.set_default_dtype(kind)
        try:
            ours, theirs = compiled(dv.ones(2), low), f(dv.ones(2), low)
        finally:
            dv.set_default_dtype(dv.float32)
        for our, their in zip(ours, theirs, strict=True):
            assert our.dtype == their.dtype
            assert our.numpy().tobytes() == their.numpy().tobytes()


def test_a_number_that_changes_and_fills_a_tensor_has_a_program_for_each_value() -> None:
    compiled = dv.compile(lambda x, rate: x * dv.full((2,), rate), fullgraph=True)
    assert [compiled(dv.ones(2), rate).tolist() for rate in (1.0, 2.0, 3.0)] == [
        [r, r] for r in (1.0, 2.0, 3.0)
    ]


def test_what_is_made_of_arrays_is_refused() -> None:
    def read(x: Any) -> Any:
        return x + dv.tensor(x)

    with pytest.raises(CannotCompile, match="nothing is known of where"):
        dv.compile(read, fullgraph=True)(dv.ones(2))


GRADIENTS: dict[str, Callable[..., Any]] = {
    "split": lambda x: x.split([1, 3], 1)[1].sin().sum(),
    "unbind": lambda x: dv.unbind(x, 1)[2].sin().sum(),
    "chunk and stack": lambda x: dv.stack(dv.chunk(x, 2, 1))[0].exp().sum(),
    "floor": lambda x: (x.floor() * x).sum() + x.sign().sum(),
    "two halves": lambda x: ((h := x.chunk(2, 1))[0].sin() * h[1][:, :1].tanh()).sum() + (x[:, 0] ** 3).sum(),
    "columns": lambda x: (dv.stack([x[:, 0], x[:, 1]], -1) @ x[:2, :2]).tanh().sum(),
}


@pytest.mark.parametrize("name", GRADIENTS)
def test_zeros_that_formulas_of_gradients_make_are_part_of_programs(name: str) -> None:
    energy = GRADIENTS[name]

    def product(x: Any) -> Any:
        return dv.func.grad(lambda x: (dv.func.grad(energy)(x) * x).sum())(x)

    with kernels.disabled():
        for tensor in (leaf(3, 4), leaf(3, 4).detach()):
            compare(dv.func.grad(energy), [tensor])
            compare(product, [tensor])


def test_a_laplacian_is_a_program() -> None:
    def laplacian(x: Any) -> Any:
        points = [x[:, place].detach().requires_grad_() for place in (0, 1)]
        u = (dv.stack(points, -1) @ x.T).tanh().sum() + (points[0] * points[1]).sin().sum()
        slopes = dv.autograd.grad(u, points, create_graph=True)
        second = [
            dv.autograd.grad(s.sum(), p, create_graph=True)[0] for s, p in zip(slopes, points, strict=True)
        ]
        return second[0] + second[1]

    with kernels.disabled():
        compare(laplacian, [leaf(5, 2)])


def test_a_step_that_learns_from_a_step_is_a_program() -> None:
    def loss(weights: Sequence[Any], x: Any) -> Any:
        return ((x @ weights[0] + weights[1]).tanh() - 0.5).square().mean()

    def adapted(weights: Sequence[Any], x: Any) -> Any:
        gradients = dv.autograd.grad(loss(weights, x), weights, create_graph=True)
        outer = loss([w - 0.1 * g for w, g in zip(weights, gradients, strict=True)], x)
        return outer.detach(), dv.autograd.grad(outer, weights)

    weights, x = [leaf(4, 2), leaf(2)], leaf(5, 4).detach()
    with kernels.disabled():
        (ours, our), (theirs, their) = dv.compile(adapted, fullgraph=True)(weights, x), adapted(weights, x)
    close(ours, theirs)
    for one, other in zip(our, their, strict=True):
        close(one, other)


def test_a_tensor_made_of_a_number_among_the_arguments_has_its_number() -> None:
    def f(x: Any, rate: Any) -> Any:
        return x * dv.tensor(rate) + x.new_tensor(rate)

    x = dv.linspace(0, 1, 5)
    with kernels.disabled():
        compiled = dv.compile(f)
        for rate in (2.0, 3.0, 0.5, 3.0):
            close(compiled(x, rate), f(x, rate))
        assert compiled.programs
        compiled = dv.compile(f)
        with pytest.warns(UserWarning, match="nothing is known of where"):
            for rate in (2.0, 3.0, 0.5):
                close(compiled(x, dv.tensor(rate)), f(x, dv.tensor(rate)))
