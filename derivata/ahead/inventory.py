"""The list of all kernels: every loop with every combination of argument types it is called with.

Modules of loops say so in `TYPES`: the name of a loop, and the words of its arguments (see `arguments`), in which
`{x}` stands for the dtype. Generated ones have the form `outputs <- inputs`, with `|` between the words of an input
that may be an array or a number; of several inputs at least one is a floating array.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from itertools import product
from pkgutil import iter_modules

__all__ = ["DTYPES", "Kernel", "inventory"]

Kernel = tuple[str, str, tuple[str, ...]]
"""Module, function, and the types of its arguments."""

DTYPES = ("float32", "float64")
_ROOT = (__package__ or "").rpartition(".")[0]
_ARRAYS = f"{_ROOT}.arrays"
_MODULES = (f"{_ROOT}.optim.kernels",)
_COMMON = (
    f"{_ARRAYS}.broadcasting.blocks",
    f"{_ARRAYS}.broadcasting.moves",
    f"{_ARRAYS}.jit.threads.claim",
    f"{_ARRAYS}.jit.threads.sweeping",
    f"{_ARRAYS}.jit.direct.flat_loops",
    f"{_ARRAYS}.jit.direct.row_loops",
    f"{_ARRAYS}.gradients.gradient_loops",
)
"""What any op may need."""

_SHARED = (
    "convolution",
    "gradients",
    "indexing",
    "losses",
    "normalization",
    "pooling",
    "reductions",
    "resampling",
)
"""Folders of loops that many ops share."""


def inventory(
    ops: Sequence[str] = (), dtypes: Sequence[str] = DTYPES, packs: Sequence[str] = ()
) -> list[Kernel]:
    """Return the kernels of these ops, or of all of them; imports llvmlite.

    `packs` are packages of generated ops: the kernels are theirs then, and those that any op may need.
    Raises ValueError for a name that no op or loop has, and for a dtype without kernels.
    """
    for dtype in dtypes:
        if dtype not in DTYPES:
            raise ValueError(
                f"warmup: dtypes: expected some of {', '.join(DTYPES)}, got {dtype}; others have no kernels"
            )
    found: dict[Kernel, None] = {}
    unknown = set(ops)
    for module in (*_COMMON, *_modules_below([_kernels_of(pack) for pack in packs])) if packs else _modules():
        for function, types in getattr(import_module(module), "TYPES", {}).items():
            wanted = [op for op in ops if _belongs(module, function, op)]
            unknown -= set(wanted)
            if wanted or not ops or module in _COMMON:
                for dtype in dtypes:
                    found.update({(module, function, words): None for words in _signatures(types, dtype)})
    if unknown:
        raise ValueError(
            f"warmup: ops: {', '.join(sorted(unknown))}: no kernel has this name; expected ops with loops of their "
            f"own, or the loops that many ops share: {', '.join(_SHARED)}; without names all kernels are compiled"
        )
    return list(found)


def _modules() -> Iterator[str]:
    yield from _COMMON
    yield from _modules_below([f"{_ROOT}.generated.kernels"])
    yield from (module for module in _modules_below([_ARRAYS]) if module.endswith("loops"))
    yield from _MODULES


def _modules_below(packages: Iterable[str]) -> Iterator[str]:
    for package in packages:
        for module in iter_modules(import_module(package).__path__, f"{package}."):
            if module.ispkg:
                yield from _modules_below([module.name])
            else:
                yield module.name


def _kernels_of(pack: str) -> str:
    """Return the subpackage that holds a pack's kernels."""
    try:
        import_module(f"{pack}.kernels")
    except ModuleNotFoundError as error:
        # It is there, and something that it needs is not
        if not f"{pack}.kernels.".startswith(f"{error.name}."):
            raise
        raise ValueError(
            f"warmup: packs: expected packages that derivata codegen has written, got {pack} ({error})"
        ) from None
    return f"{pack}.kernels"


def _belongs(module: str, function: str, op: str) -> bool:
    """Tell whether a loop belongs to an op, or to a folder of shared loops, of this name.

    `pow_Scalar.forward` is of `pow`, `softmax_rows.softmax_backward` of `softmax`, `pooling.windows.fill` of `pooling`.
    """
    if op in _SHARED:
        return f"{module}.".startswith(f"{_ARRAYS}.{op}.")
    return any(f"{name}_".startswith(f"{op}_") for name in (module.rpartition(".")[2], function))


def _signatures(types: str, dtype: str) -> Iterator[tuple[str, ...]]:
    """Yield the argument types that `types` stands for."""
    outputs, _, inputs = types.replace("{x}", dtype).rpartition("<-")
    for words in product(*[word.split("|") for word in inputs.split()]):
        if not outputs or len(words) == 1 or f"{dtype}*" in words:
            yield (*outputs.split(), *words)
