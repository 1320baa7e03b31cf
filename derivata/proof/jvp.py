"""Tangents of a call in forward mode."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..autograd.gradchecks import DERIVATA
from ..testing.op_call import Call

__all__ = ["jvp"]

Array = NDArray[Any]


def jvp(call: Call, argument: int, direction: Array) -> list[Array]:
    """Return the tangents of the outputs for a tangent of one argument; zeros where there is none."""
    forward_ad = DERIVATA.forward_ad
    with np.errstate(all="ignore"), forward_ad.dual_level():
        leaves = [leaf.detach() for leaf in call.leaves()]
        leaves[argument] = forward_ad.make_dual(leaves[argument], DERIVATA.tensor(direction.copy()))
        outputs = call(*leaves)
        found = [forward_ad.unpack_dual(output).tangent for output in outputs]
        return [
            np.zeros_like(DERIVATA.array(output)) if tangent is None else DERIVATA.array(tangent).copy()
            for output, tangent in zip(outputs, found, strict=True)
        ]
