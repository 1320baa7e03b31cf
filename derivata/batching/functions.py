"""Ops written in Python (`autograd.Function`) inside of `vmap`: by their `vmap` method, or sample by sample."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..generated import ops
from ..runtime.modes.batching import NotBatched
from ..runtime.tensors.tensor import Tensor
from .finding import deepest, is_batched
from .level import Level
from .samples import call_each


class Info(NamedTuple):
    """What the method `vmap` of a Function is told of the `vmap` that runs."""

    batch_size: int
    randomness: str


def apply_batched(cls: Any, args: tuple[Any, ...]) -> Any:
    """Return the results of a Function for all samples."""
    level = deepest(args)
    assert level is not None
    wholes = tuple([arg.batch.whole if is_batched(arg, level) else arg for arg in args])
    if cls.generate_vmap_rule:
        return call_each(level, cls.__name__, cls.apply, args, {})
    method = next(base.__dict__["vmap"] for base in cls.__mro__ if "vmap" in base.__dict__)
    if method is _usual(cls):
        raise NotBatched(
            f"{cls.__name__}: You tried to vmap over {cls.__name__}, but it does not have vmap support. Please "
            "override and implement the vmap staticmethod or set generate_vmap_rule=True."
        )
    in_dims = tuple([0 if is_batched(arg, level) else None for arg in args])
    results, out_dims = cls.vmap(Info(level.size, level.randomness), in_dims, *wholes)
    if not isinstance(results, tuple):
        return _one(level, results, out_dims)
    if not isinstance(out_dims, tuple):
        out_dims = (out_dims,) * len(results)
    return tuple([_one(level, result, dim) for result, dim in zip(results, out_dims, strict=True)])


def _usual(cls: Any) -> Any:
    """Return the default `vmap` method, that of the base class."""
    return next(base.__dict__["vmap"] for base in reversed(cls.__mro__) if "vmap" in base.__dict__)


def _one(level: Level, result: Any, dim: int | None) -> Any:
    if dim is None or not isinstance(result, Tensor):
        return result
    return level.batched(ops.movedim(result, dim, 0) if dim else result)
