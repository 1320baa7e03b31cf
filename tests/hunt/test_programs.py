"""Random programs: what they leave behind."""

import gc
from typing import Any

import numpy as np
import pytest

from hunt.programs.execute import Side
from hunt.programs.statement import Statement

torch: Any = pytest.importorskip("torch", reason="PyTorch is what programs are compared with")


def test_what_a_program_made_is_freed() -> None:
    """Gradients with histories, and hooks that know all names, filled gigabytes in minutes."""
    from hunt.programs import execute

    side: Side = execute.pytorch()
    lines = [
        "x1 = dv.tensor([1.0, 2.0], dtype=dv.float64).requires_grad_()",
        "x2 = x1 * x1",
        "x2.retain_grad()",
        "x2.grad_fn.register_hook(lambda _, gs: seen.append(gs[0]))",
        "x2.sum().backward(create_graph=True)",
    ]
    program = [Statement(line) for line in lines]
    side.run(program)
    gc.collect()
    before = tensors()
    for _ in range(5):
        side.run(program)
    gc.collect()
    assert tensors() == before


def test_rounding_errors_that_cancel_are_no_finding() -> None:
    """Those of the first two ops cancel in five runs with noise, for two numbers; PyTorch's own are small here."""
    from hunt.programs import compare, execute

    lines = [
        "x1 = dv.tensor([[(-1.96875+0.28125j)], [(1.46875-1.34375j)]], dtype=dv.complex64)",
        "x2 = dv.nn.functional.relu6(x1.abs())",
        "x3 = x2.double()",
    ]
    pair = compare.Pair(execute.derivata(), execute.pytorch())
    assert pair.difference([Statement(line) for line in lines]) is None


def test_poles_that_rounding_errors_miss_are_no_finding() -> None:
    """A number divided by itself is 1 here, where `asin` has a pole, and almost 1 there: the gradient is NaN or not."""
    from hunt.programs import compare, execute

    numbers = "[(0.21875+1.71875j), (-0.90625+1.28125j), (0.65625-1.96875j)]"
    lines = [
        f"x1 = dv.tensor({numbers}, dtype=dv.complex128).requires_grad_()",
        "x2 = x1 / x1",
        "x2.asin_()",
        "x2.backward(dv.tensor([(0.5-0.25j), (1.5+0.75j), (0.25-1.25j)], dtype=dv.complex128))",
    ]
    pair = compare.Pair(execute.derivata(), execute.pytorch())
    assert pair.difference([Statement(line) for line in lines]) is None


def test_infinite_gradients_whose_sums_depend_on_the_order_of_terms_are_no_finding() -> None:
    """One term is infinite, another one minus infinity: NaN with this order, infinite with that one."""
    from hunt.programs import compare, execute

    lines = [
        "x1 = dv.tensor([0.71875], dtype=dv.float64).requires_grad_()",
        "x2 = x1.mvlgamma(4)",
        "x2.backward(dv.tensor([dv.inf], dtype=dv.float64))",
    ]
    pair = compare.Pair(execute.derivata(), execute.pytorch())
    assert pair.difference([Statement(line) for line in lines]) is None


def tensors() -> int:
    """Return how many tensors of PyTorch there are."""
    return sum(type(thing) is torch.Tensor for thing in gc.get_objects())


def test_elements_that_rounding_chooses_are_no_finding() -> None:
    """The product of a vector with itself is zero here, and there rounding errors of fused products."""
    from hunt.programs import compare, execute

    seen = [
        execute.Step(
            {"x1": execute.Seen((2,), "float64", False, True, 0, np.array(v), None, None, (1,), False)},
            [],
            None,
        )
        for v in ([0.0, 1.0], [1e-17, 1.0])
    ]
    assert compare.masks_differ(*seen, "x1")
    assert not compare.masks_differ(seen[0], seen[0], "x1")


def test_derivatives_of_the_factors_of_equal_columns_are_no_finding() -> None:
    """A pivot of `qr` is 0, or what rounding leaves of it; with other columns the derivatives are compared."""
    from hunt.programs import compare, execute

    pair = compare.Pair(execute.derivata(), execute.pytorch())
    for numbers, singular in (("[[1.0, 1.0]] * 3", True), ("[[1.0, 2.0], [3.0, 1.0], [0.5, 1.0]]", False)):
        lines = [
            f"x1 = dv.tensor({numbers}, dtype=dv.float64).requires_grad_()",
            "x2, x3 = dv.qr(x1)",
            "x2.sum().backward()",
        ]
        program = [Statement(line) for line in lines]
        assert pair.difference(program) is None
        assert pair.nearly_singular(program) == singular
        assert compare.about_singular("grad.value", "", program)
        assert not compare.about_singular("value", "", program)
