"""The judge of derivatives that differ where PyTorch is wrong lets right ones pass, and no wrong ones."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch", reason="the samples are PyTorch's")
pytest.importorskip("expecttest", reason="PyTorch's samples come with its tests, which need expecttest")

import torch
from parity.published import aspects, known, second_judge, sides
from torch.testing._internal.opinfo.core import SampleInput

import derivata as dv

DERIVATIVES = [aspects.gradients, aspects.double, aspects.tangents]


def sample(*shape: int, dtype: Any = torch.float64) -> SampleInput:
    numbers = np.random.default_rng(1).uniform(0.5, 2.0, shape)
    return SampleInput(torch.tensor(numbers, dtype=dtype, requires_grad=True))


def cube(x: Any) -> Any:
    return x * x * x


def cube_with(derivative: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return the third power with a derivative written by hand."""

    class Cube(dv.autograd.Function):
        @staticmethod
        def forward(x: Any) -> Any:
            return x**3

        @staticmethod
        def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
            ctx.save_for_backward(inputs[0])
            ctx.save_for_forward(inputs[0])

        @staticmethod
        def backward(ctx: Any, grad: Any) -> Any:
            return grad * derivative(ctx.saved_tensors[0]).conj()

        @staticmethod
        def jvp(ctx: Any, tangent: Any) -> Any:
            return tangent * derivative(ctx.saved_tensors[0])

    return lambda x: Cube.apply(x)


def judged(
    monkeypatch: pytest.MonkeyPatch, aspect: Any, function: Callable[[Any], Any], one: SampleInput
) -> str:
    """Return what the judge says of a function of derivata's, where PyTorch's op is another."""
    monkeypatch.setitem(sides.ELSEWHERE, "cube", function)
    return second_judge.by_slopes(aspect, SimpleNamespace(name="cube", op=lambda x: x * 7), one)


@pytest.mark.parametrize("dtype", [torch.float64, torch.complex128, torch.float32], ids=str)
@pytest.mark.parametrize("aspect", DERIVATIVES)
def test_right_derivatives_pass(monkeypatch: pytest.MonkeyPatch, aspect: Any, dtype: Any) -> None:
    assert not judged(monkeypatch, aspect, cube, sample(3, 2, dtype=dtype))
    assert not judged(monkeypatch, aspect, cube_with(lambda x: 3 * x * x), sample(3, 2, dtype=dtype))


WRONG = {
    "a factor that is nearly right": lambda x: 3.0001 * x * x,
    "one element of the wrong sign": lambda x: 3 * x * x * dv.tensor([1.0] * 5 + [-1.0]).reshape(3, 2),
    "one element that is lost": lambda x: 3 * x * x * dv.tensor([0.0] + [1.0] * 5).reshape(3, 2),
    "the derivative of another function": lambda x: 2 * x,
    "none": lambda x: 0 * x,
    "NaN": lambda x: x * float("nan"),
}


@pytest.mark.parametrize("aspect", DERIVATIVES)
@pytest.mark.parametrize("wrong", WRONG)
def test_wrong_derivatives_fail(monkeypatch: pytest.MonkeyPatch, aspect: Any, wrong: str) -> None:
    if aspect is aspects.double:  # the derivative of a gradient that is itself what it should be
        function: Any = second_derivative_with(WRONG[wrong])
    else:
        function = cube_with(WRONG[wrong])
    assert judged(monkeypatch, aspect, function, sample(3, 2, dtype=torch.complex128))


def second_derivative_with(derivative: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return a function whose gradient is right, while that of the gradient is not."""

    class Gradient(dv.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.save_for_backward(x)
            return 3 * x * x

        @staticmethod
        def backward(ctx: Any, grad: Any) -> Any:
            return grad * derivative(ctx.saved_tensors[0]).conj()

    return cube_with(Gradient.apply)


def test_the_second_derivative_beside_a_jump_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The gradient of `abs` jumps at 0; its derivative is 0 on both sides."""
    zeros = SampleInput(torch.zeros(4, dtype=torch.float64, requires_grad=True))
    bent = second_derivative_with(lambda x: x + 0.01)
    assert not judged(monkeypatch, aspects.double, dv.abs, zeros)
    assert judged(monkeypatch, aspects.double, lambda x: x.abs() + bent(x), zeros)


def test_broadcasting_in_place_has_to_be_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    refused = second_judge.RULES[known.GROWS]
    one = SampleInput(torch.ones(1), args=(torch.ones(3),), broadcasts_input=True)
    op = SimpleNamespace(inplace_variant=torch.Tensor.add_)
    assert refused(aspects.inplace, op, one) == ""
    monkeypatch.setattr(dv.Tensor, "add_", lambda self, other: self.zero_())
    assert "instead of a RuntimeError" in refused(aspects.inplace, op, one)


@pytest.mark.parametrize("kwargs", [{}, {"dim": 0}, {"dim": 0, "keepdim": True}])
def test_indices_of_equal_elements_have_to_lead_to_them(
    monkeypatch: pytest.MonkeyPatch, kwargs: dict[str, Any]
) -> None:
    leads = second_judge.RULES[known.ANY_ORDER]
    one = SampleInput(torch.tensor([[2, 1, 2], [2, 2, 1], [2, 1, 1]]), kwargs=kwargs)
    op = SimpleNamespace(name="mode", op=torch.mode)
    assert leads(aspects.values, op, one) == ""
    monkeypatch.setitem(
        sides.ELSEWHERE,
        "mode",
        lambda *args, **kwargs: (dv.mode(*args, **kwargs)[0], (2 - dv.mode(*args, **kwargs)[1]) % 3),
    )
    assert leads(aspects.values, op, one)


def test_only_what_pytorch_is_said_to_do_wrong_has_a_judge() -> None:
    judges = {reason for reason in known.KNOWN if second_judge.judge_of(reason) is not None}
    assert judges == {reason for reason in known.KNOWN if reason.startswith("PyTorch")} | {known.ANY_ORDER}
