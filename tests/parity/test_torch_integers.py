"""Integers and booleans: where PyTorch computes with them, values and dtypes are PyTorch's."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from derivata.autograd.gradchecks import DERIVATA
from derivata.generated.checks import CASES
from derivata.testing import OpCase
from derivata.testing.op_call import Call, Op

INTEGERS, ALL = ("int32", "int64"), ("bool", "int32", "int64")

FLOATING = "a fraction among integers makes floating-point numbers; PyTorch cuts it off"
ORDER = "equal elements may be in any order"
MEAN = "a mean is no integer; PyTorch cuts it off, or refuses it for some arguments only"

INTENDED = {
    "add": (("bool",), "True + 2 * True is 3; PyTorch says True"),
    "addcmul": (INTEGERS, FLOATING),
    "argsort": (ALL, ORDER),
    **dict.fromkeys(["avg_pool1d", "avg_pool2d", "avg_pool3d"], (("int64",), MEAN)),
    **dict.fromkeys(["rnn_tanh_cell", "rnn_relu_cell"], (INTEGERS, "a cell has fractions")),
    "binomial": (ALL, "counts are floating-point in PyTorch; here they may be integers"),
    "bernoulli": (ALL, "probabilities are floating-point; PyTorch refuses integers only where there are any"),
    "dropout": (ALL, FLOATING),
    **dict.fromkeys(["dropout1d", "dropout2d", "dropout3d", "alpha_dropout"], (ALL, FLOATING)),
    "feature_alpha_dropout": (ALL, FLOATING),
    "einsum": (
        ("bool", "int32"),
        "PyTorch's result is int64 for some equations, and the arguments' dtype for others",
    ),
    "eigh": (("bool",), "matrices of truth values have eigenvalues twice, whose eigenvectors may be any"),
    "hardtanh": (INTEGERS, FLOATING),
    "hinge_embedding_loss": (INTEGERS, FLOATING),
    "l1_loss": (INTEGERS, MEAN),
    "mse_loss": (INTEGERS, MEAN),
    **dict.fromkeys(["lp_pool1d", "lp_pool2d", "lp_pool3d"], (("bool", "int64"), MEAN)),
    "local_response_norm": (("int64",), MEAN),
    "searchsorted": (INTEGERS, "the integers drawn for the boundaries are not sorted"),
    "smooth_l1_loss": (INTEGERS, MEAN),
    **dict.fromkeys(
        ["softmax", "log_softmax", "softmin"],
        (ALL, "a softmax has fractions; PyTorch takes integers where there are none"),
    ),
    "sort": (ALL, ORDER),
    "threshold": (INTEGERS, FLOATING),
    "topk": (INTEGERS, ORDER),
}
"""Where derivata differs: for which dtypes, and why."""

PUBLIC = [case for case in CASES if not case.op.startswith("_") and not case.op.endswith("_backward")]


def with_integers(call: Call, dtype: np.dtype[Any]) -> Call:
    """Return the call with small integers, or booleans, in the place of floating-point numbers."""
    random = np.random.default_rng(0)

    def change(array: Any) -> Any:
        if array.dtype.kind != "f":
            return array
        low, high = (0, 2) if dtype.kind == "b" else (1, 4)
        return np.asarray(random.integers(low, high, array.shape)).astype(dtype)

    return call.mapped(change, f"{dtype}")


@pytest.mark.filterwarnings("ignore::UserWarning")  # PyTorch's own
@pytest.mark.parametrize("dtype", ["int64", "int32", "bool"])
@pytest.mark.parametrize("case", PUBLIC, ids=lambda case: case.op)
def test_values_and_dtypes_of_integers(parity: Any, case: OpCase, dtype: str) -> None:
    if parity.function(case) is None or dtype in INTENDED.get(case.op, ((), ""))[0]:
        return
    for call in Op(replace(case, differentiable=()), DERIVATA).calls():
        integers = with_integers(call, np.dtype(dtype))
        try:
            wanted = parity.values(integers).outputs
        except (RuntimeError, TypeError):  # derivata may do what PyTorch does not
            continue
        with np.errstate(all="ignore"):
            got = integers.op.arrays(integers.outputs())
        for a, b in zip(got, wanted, strict=True):
            assert a.dtype == b.dtype
            np.testing.assert_allclose(a.astype(np.complex128), b.astype(np.complex128), 1e-5, 1e-6)
