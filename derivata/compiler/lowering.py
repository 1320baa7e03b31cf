"""Which loop computes an op: those of single ops, as they are, are the parts of fused ones."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from ..arrays.jit.launch import Elementwise
from ..arrays.jit.row_kernel import TRAFFIC
from .graph import Call, Value
from .interpret import function_of
from .vocabulary import is_elementwise

_GENERATED = f"{__package__.rpartition('.')[0]}.generated.kernels"
_COMPARISONS = f"{__package__}.comparisons"
_FLOATS = (np.dtype(np.float32), np.dtype(np.float64))
_BOOL = np.dtype(np.bool_)
COMPARED = frozenset({"eq", "ne", "lt", "le", "gt", "ge"})
_MASKS = frozenset({"condition", "mask"})


@dataclass(frozen=True)
class Part:
    """A call as part of a fused loop: which loop it is, its arguments in order, its cost, and the dtype of the loop."""

    call: Call
    module: str
    function: str
    arguments: tuple[Any, ...]
    cost: int
    dtype: np.dtype[Any]


def part_of(call: Call) -> Part | None:
    """Return how a call is computed inside a fused loop; None if it is not."""
    if not is_elementwise(call.op) or len(call.outs) != 1:
        return None
    found = (
        (_COMPARISONS, call.op, ("self", "other")) if call.op in COMPARED else _loop(call.op, call.arguments)
    )
    if found is None:
        return None
    module, function, names = found
    arguments = tuple([call.arguments[name] for name in names])
    dtype = _dtype(call, dict(zip(names, arguments, strict=True)))
    if dtype is None:
        return None
    return Part(call, module, function, arguments, _cost(call.op, module, function), dtype)


def _loop(op: str, arguments: Mapping[str, Any]) -> tuple[str, str, tuple[str, ...]] | None:
    """Return module, function and arguments of the loop that computes an op with these arguments."""
    if op in _CASES:
        chosen = _CASES[op](arguments)
        if chosen is None:
            return None
        module, function = f"{_GENERATED}.{chosen[0]}", chosen[1]
        names = _loops(module)[function]
    else:
        module, function = f"{_GENERATED}.{op.removeprefix('_')}", "forward"
        loops = _loops(module)
        if function not in loops or set(loops[function]) != set(arguments):
            return None
        names = loops[function]
    return module, function, names


_POWERS = {2: 1, 3: 2, 0.5: 3, -0.5: 4, -1: 5, -2: 6}


def _by_alpha(op: str) -> Callable[[Mapping[str, Any]], tuple[str, str]]:
    return lambda arguments: (op, "forward_1" if arguments["alpha"] == 1 else "forward_2")


def _power(arguments: Mapping[str, Any]) -> tuple[str, str] | None:
    exponent = arguments["exponent"]
    if isinstance(exponent, Value) or isinstance(arguments["self"], int | float):
        return "pow_default", "forward"
    place = _POWERS.get(exponent)
    return None if place is None else ("pow_Scalar", f"forward_{place}")


def _clamp(arguments: Mapping[str, Any]) -> tuple[str, str] | None:
    low, high = arguments["min"], arguments["max"]
    if low is None and high is None:
        return None
    return "clamp", "forward_1" if low is not None and high is not None else f"forward_{2 + (low is None)}"


_CASES: dict[str, Callable[[Mapping[str, Any]], tuple[str, str] | None]] = {
    "add": _by_alpha("add"),
    "sub": _by_alpha("sub"),
    "rsub": _by_alpha("rsub"),
    "pow": _power,
    "clamp": _clamp,
    "gelu": lambda arguments: ("gelu", "forward_1" if arguments["approximate"] == "none" else "forward_2"),
    "round": lambda arguments: ("round", "forward_1") if arguments["decimals"] == 0 else None,
    "logit": lambda arguments: ("logit", "forward_1") if arguments["eps"] is None else None,
    "hardtanh": lambda arguments: None,
    "softshrink": lambda arguments: None,
}
"""Ops with several loops, and how one is chosen."""


def _dtype(call: Call, arguments: Mapping[str, Any]) -> np.dtype[Any] | None:
    """Return the dtype that a loop computes in; None if the arguments do not suit one."""
    dtypes = set()
    for name, argument in arguments.items():
        if isinstance(argument, Value):
            if name not in _MASKS:
                dtypes.add(argument.dtype)
            elif argument.dtype != _BOOL or argument.is_constant:
                return None
        elif argument.__class__ not in (int, float):
            return None
    if len(dtypes) != 1 or (dtype := dtypes.pop()) not in _FLOATS:
        return None
    return dtype if call.outs[0].dtype == (_BOOL if call.op in COMPARED else dtype) else None


@cache
def _loops(module: str) -> dict[str, tuple[str, ...]]:
    """Return the loops in a module, and their inputs; nothing is imported, which would import the compiler."""
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        return {}
    return {
        node.name: tuple([argument.arg for argument in node.args.args[3:]])
        for node in ast.parse(Path(spec.origin).read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef)
    }


@cache
def _cost(op: str, module: str, function: str) -> int:
    """Return the cost of a loop for one element, in additions."""
    for kernel in vars(sys.modules[function_of(op).__module__]).values():
        if isinstance(kernel, Elementwise) and (kernel.module, kernel.function) == (module, function):
            return kernel.cost - TRAFFIC
    return 1
