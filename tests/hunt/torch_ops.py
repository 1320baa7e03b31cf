"""The ops of the spec beside PyTorch's of the same name, as the tests of parity pair them."""

from functools import cache
from typing import Any

from derivata.autograd.gradchecks import DERIVATA
from derivata.generated.checks import CASES
from derivata.testing import OpCase
from derivata.testing.op_call import Op

WITHOUT_COUNTERPART = {
    "batch_norm_inference",
    "batch_norm_training",
    "convolution_input",
    "convolution_weight",
    "slice",
}
"""Ops that PyTorch lacks, or has under the same name with other arguments."""


@cache
def parity() -> Any:
    """Return what pairs the calls."""
    import torch

    from .torch_calls import Parity

    return Parity(torch)


@cache
def shared_cases() -> tuple[OpCase, ...]:
    """Return the public ops that PyTorch has as well."""
    public = [case for case in CASES if not case.op.startswith("_") and not case.op.endswith("_backward")]
    return tuple(
        [
            case
            for case in public
            if case.op not in WITHOUT_COUNTERPART and parity().function(case) is not None
        ]
    )


@cache
def public_ops() -> tuple[Op, ...]:
    """Return all public ops."""
    return tuple([Op(case, DERIVATA) for case in CASES if not case.op.startswith("_")])
