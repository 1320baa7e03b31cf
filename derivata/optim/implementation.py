"""Options that select one of PyTorch's implementations of a step (`foreach`, `fused`, ...); here there is one."""

from __future__ import annotations

from typing import TypedDict


class Implementation(TypedDict, total=False):
    """These options."""

    foreach: bool | None
    fused: bool | None
    capturable: bool
    differentiable: bool


def check_implementation(optimizer: object, options: Implementation) -> None:
    """Accept what changes no result; raise a RuntimeError for what would, a TypeError for other names."""
    name = type(optimizer).__name__
    unknown = options.keys() - Implementation.__annotations__.keys()
    if unknown:
        raise TypeError(f"{name}.__init__() got an unexpected keyword argument {min(unknown)!r}")
    if options.get("differentiable"):
        raise RuntimeError(
            f"{name}: expected differentiable=False, got True: steps are not recorded; write them with ops, such as "
            "new = param - lr * grad, and call the model by func.functional_call"
        )
    if options.get("capturable"):
        raise RuntimeError(
            f"{name}: expected capturable=False, got True, which is for graphs of CUDA; leave it out"
        )
