"""Every public op that PyTorch has under the same name gives PyTorch's values and gradients.

Where PyTorch cannot do what derivata does, a table says so.
"""

from typing import Any

import numpy as np
import pytest

from derivata.autograd.checker.probes import random_like
from derivata.autograd.gradchecks import DERIVATA
from derivata.generated.checks import CASES
from derivata.testing import OpCase
from derivata.testing.op_call import Call, Op
from derivata.testing.results import Results, agree, results

NOT_IN_TORCH = {
    "batch_norm_inference": "gives the statistics gradients too; tests/nn compares the layers",
    "batch_norm_training": "returns the batch's statistics too; tests/nn compares the layers",
    "convolution_input": "the gradient of convolutions, which is compared",
    "convolution_weight": "the gradient of convolutions, which is compared",
    "slice": "the backward of indexing, which is compared",
    **dict.fromkeys(["betainc", "stdtr"], "SciPy's; tests/functions compares them with mpmath"),
}

NO_GRADIENT_IN_TORCH = {
    "bincount": "derivata gives the weights their gradient",
    "binomial": "derivata's are zeros, as those of poisson",
    "view_as_complex_copy": "PyTorch's copies of views have gradients but for this one",
    **dict.fromkeys(
        ["airy_ai", "spherical_bessel_j0", *[f"bessel_{name}" for name in ("j0", "j1", "y0", "y1")]],
        "derivata's has derivatives of every order",
    ),
    **dict.fromkeys(
        [f"{scaled}modified_bessel_k{order}" for scaled in ("", "scaled_") for order in (0, 1)],
        "derivata's has derivatives of every order",
    ),
    **dict.fromkeys(
        [
            *[f"{shifted}chebyshev_polynomial_{kind}" for shifted in ("", "shifted_") for kind in "tuvw"],
            *[f"{name}_polynomial_{kind}" for name, kind in (("hermite", "h"), ("hermite", "he"))],
            *["laguerre_polynomial_l", "legendre_polynomial_p"],
        ],
        "derivata's has derivatives of every order in the variable",
    ),
    "bernoulli.p": "derivata's is zero",
    "floor_divide": "derivata's is zero",
    "heaviside": "derivata gives `values` its gradient",
    "multi_margin_loss": "derivata's also has the gradient of the weights",
    "scatter": "PyTorch's backward requires that index has the shape of src",
    **dict.fromkeys(
        ["scatter.by", "scatter.value_by", "scatter_.value_by"], "PyTorch's has none where derivata's has one"
    ),
    "scatter_add": "PyTorch's backward requires that index has the shape of src",
    "soft_margin_loss": "derivata's also has the gradient of the target",
    "vander": "PyTorch's writes to what its backward needs",
}
"""Ops whose backward is missing or raises in PyTorch for some sample; values are compared all the same."""

NO_COMPLEX_GRADIENT_IN_TORCH = dict.fromkeys(
    ["affine_grid_generator", "conv_tbc", "nan_to_num", "select_copy", "slice_copy"],
    "PyTorch has its values only",
)

NOT_COMPLEX_IN_TORCH = {
    "bilinear",
    "convolution",
    "embedding",
    "glu",
    "local_response_norm",
    "nanmean",
    "nansum",
    "select_scatter",
    "silu",
    "slice_scatter",
}
"""Ops that raise for complex numbers in PyTorch, forwards or backwards."""

LOOSE = {"hardsigmoid": 1e-7, "bessel_y0": 1e-8}
"""PyTorch computes with 1 / 6 rounded to single precision, and its bessel_y0 has nine digits near the first zero."""

PUBLIC = [case for case in CASES if not case.op.startswith("_") and not case.op.endswith("_backward")]
WRONG_IN_TORCH = {"as_strided_scatter", "cholesky_inverse", "cholesky_solve"}
"""The gradient of self of PyTorch 2.13 is what the write replaced: tests/runtime/test_wrapped_ops.py has values;
those by factors reach the half of the factor that is not read: tests/functions/test_linear_systems.py has values."""

SHARED = [case for case in PUBLIC if case.op not in {*NOT_IN_TORCH, *WRONG_IN_TORCH}]
COMPLEX = [case for case in SHARED if case.complex and case.op not in NOT_COMPLEX_IN_TORCH]


def compare(parity: Any, call: Call, refusals: list[str]) -> None:
    """Compare values and gradients, or values alone where PyTorch has no gradient, which is noted."""
    outputs = call.op.differentiable(call.op.arrays(call.outputs(*call.leaves())))
    covectors = random_like("covector", outputs)
    got = results(call, covectors)
    try:
        wanted = results(parity.differentiable(call), covectors)
    except RuntimeError as error:
        refusals.append(str(error))
        got, wanted = Results(got.outputs, []), parity.values(call)
    tolerance = LOOSE.get(call.op.case.op, 1e-9)
    agree(call, f"differs from PyTorch's with {call.label}", got, wanted, tolerance, 1e-11)


@pytest.mark.filterwarnings("ignore::UserWarning")  # PyTorch's own
@pytest.mark.parametrize("case", SHARED, ids=lambda case: case.op)
def test_values_and_gradients_of_real_numbers(parity: Any, case: OpCase) -> None:
    refusals: list[str] = []
    for call in Op(case, DERIVATA).calls():
        compare(parity, call, refusals)
    assert bool(refusals) == (case.op in NO_GRADIENT_IN_TORCH), refusals


@pytest.mark.filterwarnings("ignore::UserWarning")  # PyTorch's own
@pytest.mark.parametrize("case", COMPLEX, ids=lambda case: case.op)
def test_values_and_gradients_of_complex_numbers(parity: Any, case: OpCase) -> None:
    refusals: list[str] = []
    for call in Op(case, DERIVATA).calls(np.complex128):
        compare(parity, call, refusals)
    assert bool(refusals) == (case.op in {**NO_GRADIENT_IN_TORCH, **NO_COMPLEX_GRADIENT_IN_TORCH}), refusals


@pytest.mark.parametrize("op", sorted(NOT_COMPLEX_IN_TORCH))
def test_ops_that_torch_refuses_for_complex_numbers(parity: Any, op: str) -> None:
    """Differs from PyTorch: some ops take complex numbers that PyTorch's refuse."""
    (case,) = [case for case in SHARED if case.op == op]
    (call, *_) = Op(case, DERIVATA).calls(np.complex128)
    with pytest.raises(RuntimeError, match=r"(?i)complex"):
        results(parity.call(call))


def test_every_public_op_is_in_torch_or_in_the_table(parity: Any) -> None:
    absent = {case.op for case in PUBLIC if parity.function(case) is None}
    assert absent == set(NOT_IN_TORCH)


def test_views_share_memory_where_those_of_torch_do(parity: Any) -> None:
    """An op gives a view where PyTorch's does."""
    for case in SHARED:
        for call in Op(case, DERIVATA).calls() if case.view else ():
            assert shares(call) == shares(parity.call(call)), f"{case.op} with {call.label}"


def shares(call: Call) -> bool:
    """Tell whether the outputs share memory with the first argument."""
    array = call.values[call.op.case.arguments[0][0]]
    first = call.op.library.tensor(array.copy())
    constants = [call.op.library.tensor(a) for a in call.arrays()]
    outputs = call.outputs(*constants, function=lambda _, *args, **kw: call.op.function(first, *args, **kw))
    memory = call.op.library.array(first)
    return all(np.shares_memory(call.op.library.array(output), memory) for output in outputs)
