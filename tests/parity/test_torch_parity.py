"""Every generated op that PyTorch has under the same name gives PyTorch's values and gradients.

Where PyTorch differs on purpose, or cannot do what derivata does, a table says so and why.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from derivata.autograd.gradcheck import DERIVATA
from derivata.autograd.gradcheck_problem import Library
from derivata.generated.checks import CASES
from derivata.testing import OpCase
from derivata.testing.op_call import Call, Op
from derivata.testing.results import Results, agree, results, weights

torch = pytest.importorskip("torch", reason="PyTorch is what the ops are compared with")

Array = Any

SPELLED_OTHERWISE: dict[str, Callable[..., Any]] = {
    "matrix_transpose": lambda self: self.mT,
    "numpy_T": lambda self: self.T,
    "tensordot.dims": lambda self, other, *dims: torch.tensordot(self, other, dims),
}
"""Ops that are the same in PyTorch, but called in another way."""

NOT_IN_TORCH = {
    "batch_norm_inference": "gives the statistics gradients too; tests/nn compares the layers",
    "batch_norm_training": "returns the batch's statistics too; tests/nn compares the layers",
    "conv2d_input": "the gradient of conv2d, which is compared",
    "conv2d_weight": "the gradient of conv2d, which is compared",
    "slice": "the backward of indexing, which is compared",
}

NO_GRADIENT_IN_TORCH = {
    "floor_divide": "derivata's is zero",
    "heaviside": "derivata gives `values` its gradient",
    "scatter": "PyTorch's backward requires that index has the shape of src",
    "scatter_add": "PyTorch's backward requires that index has the shape of src",
}
"""Ops whose backward raises in PyTorch for some sample; values are compared all the same."""

NOT_COMPLEX_IN_TORCH = {"embedding", "nanmean", "nansum", "silu"}
"""Ops that raise for complex numbers in PyTorch, forwards or backwards."""

LOOSE = {"hardsigmoid": 1e-7}
"""PyTorch computes with 1 / 6 rounded to single precision."""

PLACES = (torch.nn.functional, torch, torch.linalg, torch.special, torch.Tensor)


def torch_function(case: OpCase) -> Callable[..., Any] | None:
    """Return PyTorch's function of the op's name."""
    if case.op in SPELLED_OTHERWISE:
        return SPELLED_OTHERWISE[case.op]
    name = case.op.partition(".")[0]
    found = [getattr(place, name) for place in PLACES if callable(getattr(place, name, None))]
    return None if is_internal(case) or not found else found[0]


def is_internal(case: OpCase) -> bool:
    """Whether an op exists for the formulas of others only."""
    return case.op.startswith("_") or case.op.endswith("_backward")


def torch_value(value: Any) -> Any:
    """Return an argument as PyTorch expects it."""
    if isinstance(value, np.dtype):
        return getattr(torch, value.name)
    if isinstance(value, tuple) and any(isinstance(part, list) for part in value):  # an index
        return tuple([torch.tensor(part) if isinstance(part, list) else part for part in value])
    return value


def torch_tensor(array: Array) -> Any:
    return torch.from_numpy(array if array.flags.writeable else array.copy())


TORCH = Library(
    torch.Tensor,
    lambda tensor: tensor.detach().numpy(force=True),
    torch_tensor,
    torch.autograd.grad,
    torch.autograd.forward_ad,
)


class TorchOp(Op):
    """The op of PyTorch instead of the one that the case names."""

    @property
    def function(self) -> Callable[..., Any]:
        function = torch_function(self.case)
        assert function is not None

        def converted(*args: Any, **kwargs: Any) -> Any:
            return function(*map(torch_value, args), **{name: torch_value(v) for name, v in kwargs.items()})

        return converted


def values_only(call: Call) -> Results:
    constants = [call.op.library.tensor(array.copy()) for array in call.arrays()]
    return Results(call.op.arrays(call.outputs(*constants)), [])


def compare(call: Call, refusals: list[str]) -> None:
    """Compare values and gradients, or values alone where PyTorch has no gradient, which is noted."""
    case = call.op.case
    other = Call(TorchOp(case, TORCH), call.values, call.label)
    outputs = call.op.differentiable(call.op.arrays(call.outputs(*call.leaves())))
    covectors = weights("covector", outputs)
    got = results(call, covectors)
    try:
        wanted = results(other, covectors)
    except RuntimeError as error:
        refusals.append(str(error))
        got, wanted = Results(got.outputs, []), values_only(other)
    tolerance = LOOSE.get(case.op, 1e-9)
    agree(call, f"differs from PyTorch's with {call.label}", got, wanted, tolerance, 1e-11)


SHARED = [case for case in CASES if torch_function(case) is not None]
COMPLEX = [case for case in SHARED if case.complex and case.op not in NOT_COMPLEX_IN_TORCH]


@pytest.mark.parametrize("case", SHARED, ids=lambda case: case.op)
def test_values_and_gradients_of_real_numbers(case: OpCase) -> None:
    refusals: list[str] = []
    for call in Op(case, DERIVATA).calls():
        compare(call, refusals)
    assert bool(refusals) == (case.op in NO_GRADIENT_IN_TORCH), refusals


@pytest.mark.parametrize("case", COMPLEX, ids=lambda case: case.op)
def test_values_and_gradients_of_complex_numbers(case: OpCase) -> None:
    refusals: list[str] = []
    for call in Op(case, DERIVATA).calls(np.complex128):
        compare(call, refusals)
    assert bool(refusals) == (case.op in NO_GRADIENT_IN_TORCH), refusals


@pytest.mark.parametrize("op", sorted(NOT_COMPLEX_IN_TORCH))
def test_ops_that_torch_refuses_for_complex_numbers(op: str) -> None:
    (case,) = [case for case in SHARED if case.op == op]
    (call, *_) = Op(case, DERIVATA).calls(np.complex128)
    with pytest.raises(RuntimeError, match=r"(?i)complex"):
        results(Call(TorchOp(case, TORCH), call.values, call.label))


def test_every_public_op_is_in_torch_or_in_the_table() -> None:
    absent = {case.op for case in CASES if not is_internal(case)} - {case.op for case in SHARED}
    assert absent == set(NOT_IN_TORCH)


def nan(self: Array, *_: Array) -> Array:
    return np.isnan(self)


def huge(*arrays: Array) -> Array:
    return np.max(np.abs(arrays), axis=0) >= 1e100


def overflows(self: Array, other: Array) -> Array:
    with np.errstate(all="ignore"):
        return ~np.isfinite(self / other)


NAN_STAYS = "derivata keeps a NaN, as NumPy and the array API standard do; PyTorch makes a number of it"
ROUNDING = "PyTorch rounds, and overflows, in another order"

INTENDED: dict[str, tuple[str, Callable[..., Array]]] = {
    "abs": (NAN_STAYS, nan),
    "sgn": (NAN_STAYS, nan),
    "sign": (NAN_STAYS, nan),
    "elu": (NAN_STAYS, nan),
    "selu": (NAN_STAYS, nan),
    "celu": (NAN_STAYS, nan),
    "hardswish": (NAN_STAYS, nan),
    "heaviside": (NAN_STAYS, nan),
    "add": (ROUNDING, huge),
    "sub": (ROUNDING, huge),
    "lerp": (ROUNDING, huge),
    "addcmul": (ROUNDING, huge),
    "addcdiv": ("PyTorch squares the divisor first", lambda s, t1, t2: huge(t2) | (np.abs(t2) <= 1e-5)),
    "remainder": ("PyTorch's is NaN where the quotient overflows", overflows),
    "fmod": ("PyTorch's is NaN where the quotient overflows", overflows),
    "logit": ("derivata's gradient at -0 is the one at 0", lambda s: s == 0),
    "copysign": ("PyTorch divides the result by the argument", lambda s, o: np.isinf(s)),
    "hypot": ("derivata's gradient at the origin is 0, as that of abs", lambda s, o: (s == 0) & (o == 0)),
    "acosh": ("derivata's gradient is NaN where the value is", lambda s: s <= -1),
    "sinc": ("PyTorch's gradient cancels near 0", lambda s: np.abs(s) < 1e-3),
}
"""Where values or gradients at special points may differ from PyTorch's, and why they do."""

INFO = np.finfo(np.float64)
SIZES = [0.0, 5e-324, INFO.tiny, 1e-5, 0.25, 0.5, 1.0, 1.5, 3.0, 20.0, 1e4, 1e100, INFO.max, np.inf]


def special_calls(case: OpCase) -> list[Call]:
    """Return calls with every combination of zeros, subnormals, huge numbers, infinities, NaN and the kinks."""
    op = Op(case, DERIVATA)
    kinks = [float(v) for kink in case.kinks for name, v in kink["at"].items() if name in case.tensors]
    special = np.array([*SIZES, *[-size for size in SIZES], *kinks, np.nan])
    return [special_call(op.call(op.with_shapes(sample, [(1,)])), special) for sample in op.samples()]


def special_call(call: Call, special: Array) -> Call:
    arrays = {name: value for name, value in call.values.items() if isinstance(value, np.ndarray)}
    floating = [name for name, value in arrays.items() if value.dtype.kind == "f"]
    grids = np.meshgrid(*[special] * len(floating), indexing="ij")
    tiled = {name: grid.reshape(-1) for name, grid in zip(floating, grids, strict=True)}
    count = special.size ** len(floating)
    rest = {name: np.resize(value, count) for name, value in arrays.items() if name not in tiled}
    return Call(call.op, {**call.values, **rest, **tiled}, "special values")


AT_POINTS = [
    case
    for case in SHARED
    if case.elementwise
    and not case.op.startswith("bitwise")  # no floating-point numbers
    and case.op != "masked_fill"  # PyTorch's value is a single number
]


@pytest.mark.parametrize("case", AT_POINTS, ids=lambda case: case.op)
def test_values_and_gradients_at_special_points(case: OpCase) -> None:
    for call in special_calls(case):
        other = Call(TorchOp(case, TORCH), call.values, call.label)
        with np.errstate(all="ignore"):
            ones = [np.ones_like(output) for output in call.op.arrays(call(*call.leaves()))]
            got = results(call, ones)
        wanted = values_only(other) if case.op in NO_GRADIENT_IN_TORCH else results(other, ones)
        allowed = intended(call)
        for a, b in zip(got.outputs + got.gradients, wanted.outputs + wanted.gradients, strict=False):
            differs = ~np.isclose(a, b, LOOSE.get(case.op, 1e-12), 1e-14, equal_nan=True) & ~allowed
            points = {name: value[differs][:3] for name, value in call.values.items() if np.ndim(value)}
            assert not differs.any(), f"{case.op} at {points}: got {a[differs][:3]}, PyTorch {b[differs][:3]}"


def intended(call: Call) -> Array:
    """Tell at which points the table permits a difference."""
    _, predicate = INTENDED.get(call.op.case.op, ("", lambda first, *_: np.zeros(first.shape, bool)))
    return predicate(*[value for value in call.values.values() if isinstance(value, np.ndarray)])
