"""What is compared of a sample: a function per aspect, the same on both sides."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .sides import drawn, flat, leaves

Aspect = Callable[[Any, Any, Any], Any]
"""A function of a side, an OpInfo and a sample."""


def arguments(side: Any, sample: Any, change: Callable[[Any], Any] | None = None) -> tuple[Any, Any]:
    """Return positional and keyword arguments of one side."""
    change = change or side.tensor
    args = side.arguments((sample.input, *sample.args), change)
    return args, side.arguments(sample.kwargs, change)


def values(side: Any, op: Any, sample: Any) -> Any:
    """Return what the function gives for constants."""
    args, kwargs = arguments(side, sample)
    return side.function(op)(*args, **kwargs)


def method(side: Any, op: Any, sample: Any) -> Any:
    """Return what the method gives."""
    args, kwargs = arguments(side, sample)
    return side.variant(op.method_variant)(*args, **kwargs)


def inplace(side: Any, op: Any, sample: Any) -> Any:
    """Return what the in-place method leaves in a copy of the first argument."""
    (_, *args), kwargs = arguments(side, sample)
    written = side.tensor(sample.input.detach().clone())
    returned = side.variant(op.inplace_variant)(written, *args, **kwargs)
    return [written, returned is written]


def out(side: Any, op: Any, sample: Any) -> Any:
    """Return what is written into `out=`, tensors of the result's shapes and dtypes."""
    args, kwargs = arguments(side, sample)
    like = side.function(op)(*args, **kwargs)
    if isinstance(like, side.tensor_class):
        written: Any = side.module.zeros_like(like)
    else:
        written = tuple([side.module.zeros_like(item) for item in like])
    returned = side.function(op)(*args, **kwargs, out=written)
    same = all(a is b for a, b in zip(flat(returned), flat(written), strict=True))
    return [written, same]


class Recorded:
    """A call that is recorded: its leaves, and its outputs that have a history."""

    def __init__(self, side: Any, op: Any, sample: Any) -> None:
        self.side = side
        originals = leaves((sample.input, sample.args, sample.kwargs))
        self.leaves = [side.tensor(leaf).requires_grad_() for leaf in originals]
        own = dict(zip(map(id, originals), self.leaves, strict=True))
        args, kwargs = arguments(side, sample, lambda t: own[id(t)] if id(t) in own else side.tensor(t))
        self.result = sample.output_process_fn_grad(side.function(op)(*args, **kwargs))
        self.outputs = [x for x in flat(self.result) if getattr(x, "requires_grad", False)]

    def grad(self, outputs: list[Any], inputs: list[Any], seeds: list[Any], create_graph: bool) -> list[Any]:
        """Return gradients, zeros where none arrives."""
        grad = self.side.module.autograd.grad
        found = grad(outputs, inputs, seeds, create_graph=create_graph, allow_unused=True)
        return [
            self.side.module.zeros_like(x) if g is None else g for g, x in zip(found, inputs, strict=True)
        ]

    def covectors(self, tensors: list[Any], seed: int) -> list[Any]:
        """Return random gradients of tensors."""
        arrays = [drawn(self.side.array(tensor), seed + k) for k, tensor in enumerate(tensors)]
        return [self.side.from_array(array) for array in arrays]


def recorded(side: Any, op: Any, sample: Any) -> Any:
    """Return the outputs of a recorded call, and which of them have a history."""
    result = flat(Recorded(side, op, sample).result)
    return [result, [bool(getattr(x, "requires_grad", False)) for x in result]]


def gradients(side: Any, op: Any, sample: Any) -> Any:
    """Return the gradients of a random projection of the outputs."""
    call = Recorded(side, op, sample)
    if not call.outputs:
        return []
    return call.grad(call.outputs, call.leaves, call.covectors(call.outputs, 0), False)


def double(side: Any, op: Any, sample: Any) -> Any:
    """Return the gradients of a random projection of the gradients."""
    call = Recorded(side, op, sample)
    if not call.outputs:
        return []
    covectors = [seed.requires_grad_() for seed in call.covectors(call.outputs, 0)]
    first = call.grad(call.outputs, call.leaves, covectors, True)
    pairs = list(zip(first, call.covectors(first, 100), strict=True))
    pairs = [(gradient, seed) for gradient, seed in pairs if gradient.requires_grad]
    inputs = [*call.leaves, *covectors]
    if not pairs:
        return [side.module.zeros_like(x) for x in inputs]
    return call.grad([g for g, _ in pairs], inputs, [seed for _, seed in pairs], False)


def tangents(side: Any, op: Any, sample: Any) -> Any:
    """Return the tangents of the outputs for random tangents of the inputs."""
    forward_ad = side.module.autograd.forward_ad
    originals = leaves((sample.input, sample.args, sample.kwargs))
    with forward_ad.dual_level():
        own = {}
        for k, leaf in enumerate(originals):
            primal = side.tensor(leaf)
            own[id(leaf)] = forward_ad.make_dual(primal, side.from_array(drawn(side.array(primal), 200 + k)))
        args, kwargs = arguments(side, sample, lambda t: own[id(t)] if id(t) in own else side.tensor(t))
        outputs = flat(sample.output_process_fn_grad(side.function(op)(*args, **kwargs)))
        outputs = [x for x in outputs if isinstance(x, side.tensor_class)]
        duals = [forward_ad.unpack_dual(x) for x in outputs if side.array(x).dtype.kind in "fc"]
        return [side.module.zeros_like(p) if t is None else t.clone() for p, t in duals]
