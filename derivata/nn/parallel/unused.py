"""Which parameters an output does not depend on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...func.containers import flatten
from ...runtime.tensors.tensor import Tensor


def unused_parameters(output: Any, parameters: Sequence[Tensor]) -> set[int]:
    """Return the numbers of the parameters that no tensor of an output depends on; tensors may stand in containers."""
    leaves = {
        id(parameter._edge): number
        for number, parameter in enumerate(parameters)
        if parameter._edge is not None  # frozen by now
    }
    tensors = [leaf for leaf in flatten(output)[0] if isinstance(leaf, Tensor)]
    stack: list[Any] = [tensor._edge for tensor in tensors if tensor._edge is not None]
    seen = {*stack}
    unused = set(range(len(parameters)))
    while stack:
        node = stack.pop()
        unused.discard(leaves.get(id(node), -1))
        for edge in node.edges():
            if edge is not None and edge not in seen:
                seen.add(edge)
                stack.append(edge)
    return unused
