"""Compares compiled functions with the same functions op by op: values, gradients, gradients of gradients."""

import re
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata.compiler.function import compile

TOLERANCE = {"float32": (2e-4, 2e-5), "float64": (1e-9, 1e-10), "float16": (2e-2, 2e-2)}


def compare(
    function: Callable[..., Any], leaves: Sequence[Any], *, twice: bool = True, fullgraph: bool = True
) -> Any:
    """Call a function compiled and op by op, a second time with other numbers, and compare all; return the former."""
    compiled = compile(function, fullgraph=fullgraph)
    for round_ in range(2):
        leaves = [other(leaf) for leaf in leaves] if round_ else leaves
        try:
            theirs = seeded(function, leaves)
        except (
            RuntimeError,
            IndexError,
            ValueError,
        ) as error:  # of other numbers: not positive definite, out of range
            assert round_
            with pytest.raises(type(error), match=re.escape(str(error))):
                seeded(compiled, leaves)
            continue
        ours = seeded(compiled, leaves)
        assert len(ours) == len(theirs)
        for our, their in zip(ours, theirs, strict=True):
            assert (our.shape, our.dtype, our.requires_grad) == (
                their.shape,
                their.dtype,
                their.requires_grad,
            )
            close(our, their)
        ins = [leaf for leaf in leaves if isinstance(leaf, dv.Tensor) and leaf.requires_grad]
        if not ins or not any(their.requires_grad for their in theirs):
            continue
        gradients = [dv.autograd.grad(weighted(outs), ins, allow_unused=True) for outs in (ours, theirs)]
        same(*gradients)
        if twice:
            same(*[second(seeded(f, leaves), ins) for f in (compiled, function)])
    return compiled


def seeded(function: Callable[..., Any], leaves: Sequence[Any]) -> list[Any]:
    """Return the results of a function that draws the same numbers each time."""
    dv.manual_seed(5)
    return as_list(function(*leaves))


def same_tangents(ours: Callable[..., Any], theirs: Callable[..., Any], leaves: Sequence[Any]) -> None:
    """Compare tangents of results, and of gradients."""
    primals = tuple([leaf.detach() for leaf in leaves if isinstance(leaf, dv.Tensor)])
    rest = leaves[len(primals) :]
    directions = tuple([dv.ones_like(primal) for primal in primals])

    def gradient(f: Callable[..., Any]) -> Callable[..., Any]:
        return dv.func.grad(lambda *given: sum(out.sum() for out in as_list(f(*given, *rest))))

    found = []
    for f in (ours, theirs):
        dv.manual_seed(5)
        pushed = dv.func.jvp(lambda *given, f=f: tuple(as_list(f(*given, *rest))), primals, directions)[1]
        found.append([*pushed, dv.func.jvp(gradient(f), primals, directions)[1]])
    same(*found)


def other(leaf: Any) -> Any:
    """Return a leaf with other numbers, in another order, and floats a bit smaller: they stay in most domains."""
    if isinstance(leaf, float):
        return leaf * 0.97
    array = leaf.detach().numpy()
    array[...] = np.roll(array.reshape(-1), 1).reshape(array.shape)
    if array.dtype.kind in "fc":
        array *= 0.97
    return leaf


def second(outs: Sequence[Any], ins: Sequence[Any]) -> Sequence[Any]:
    """Return gradients of a sum of gradients, the first ones, where nothing can be differentiated twice."""
    first: Sequence[Any] = dv.autograd.grad(weighted(outs), ins, create_graph=True, allow_unused=True)
    recorded = [gradient for gradient in first if gradient is not None and gradient.requires_grad]
    if not recorded:
        return first
    found: Sequence[Any] = dv.autograd.grad(weighted(recorded), ins, allow_unused=True)
    return found


def weighted(tensors: Sequence[Any]) -> Any:
    """Return a number that all elements of tensors have different shares in."""
    total = dv.zeros(())
    for tensor in tensors:
        if tensor.requires_grad:
            weights = np.cos(np.arange(tensor.numel())).reshape(tensor.shape)
            share = (tensor * dv.tensor(weights, dtype=tensor.dtype)).sum()
            total = total + (share.real if tensor.is_complex() else share)
    return total


def same(ours: Sequence[Any], theirs: Sequence[Any]) -> None:
    """Compare gradients; None is as good as zeros."""
    for our, their in zip(ours, theirs, strict=True):
        if our is None or their is None:
            left = our if their is None else their
            assert left is None or not left.detach().numpy().any()
        else:
            assert (our.shape, our.dtype) == (their.shape, their.dtype)
            close(our, their)


def close(our: Any, their: Any) -> None:
    """Compare values."""
    rtol, atol = TOLERANCE.get(str(their.dtype), (1e-9, 1e-10))
    ours, theirs = our.detach().numpy(), their.detach().numpy()
    scale = np.abs(theirs[np.isfinite(theirs)]).max(initial=1) if theirs.dtype.kind in "fc" else 1
    np.testing.assert_allclose(ours, theirs, rtol=rtol, atol=atol * scale)


def as_list(result: Any) -> list[Any]:
    """Return the tensors of a result."""
    return list(result) if isinstance(result, tuple | list) else [result]
