"""Ops that take a shape, or permute dimensions."""

from __future__ import annotations

from typing import Any

from ...generated import ops
from ...runtime.tensors.tensor import Tensor
from .call import Call
from .general import front
from .stacking import loop


def view(call: Call) -> Any:
    """Give each sample the shape that the first one got."""
    return call.run(shape=(call.size, *call.outs[0].shape), self=call.whole(call.arguments["self"]))


def expand(call: Call) -> Any:
    """Expand each sample, with new dimensions behind the samples."""
    tensor, shape = call.arguments["self"], call.outs[0].shape
    whole = call.beside(tensor, len(shape))
    return ops.expand(whole, (call.size, *shape))


def repeat(call: Call) -> Any:
    """Repeat each sample, with new dimensions behind the samples."""
    repeats = call.arguments["repeats"]
    return ops.repeat(call.beside(call.arguments["self"], len(repeats)), (1, *repeats))


def sum_to(call: Call) -> Any:
    """Sum each sample to a shape of as many dimensions or fewer."""
    name = next(name for name in ("size", "shape") if name in call.arguments)
    tensor, shape = call.arguments["self"], call.arguments[name]
    ones = [1] * (len(tensor.shape) - len(shape))
    return call.run(**{"self": call.whole(tensor), name: (call.size, *ones, *shape)})


def permute(call: Call) -> Any:
    """Leave the samples in front."""
    tensor, dims = call.arguments["self"], call.arguments["dims"]
    return ops.permute(call.whole(tensor), (0, *[dim % len(tensor.shape) + 1 for dim in dims]))


def reverse(call: Call) -> Any:
    """Transpose all dimensions but that of the samples, for `t` and `numpy_T`."""
    ndim = len(call.arguments["self"].shape)
    return ops.permute(call.whole(call.arguments["self"]), (0, *range(ndim, 0, -1)))


def squeeze(call: Call) -> Any:
    """Squeeze all dimensions of length 1 but that of the samples."""
    tensor, dim = call.arguments["self"], call.arguments["dim"]
    if dim is not None:
        return front(call)
    dims = tuple([place + 1 for place, length in enumerate(tensor.shape) if length == 1])
    return (
        ops.squeeze(call.whole(tensor), dims)
        if dims
        else ops.view(call.whole(tensor), (call.size, *tensor.shape))
    )


def copy(call: Call) -> Any:
    """Write into each sample what broadcasts against it."""
    target, source = call.arguments.values()
    if isinstance(source, Tensor):
        ops.copy_(target.batch.whole, call.beside(source, len(target.shape)))
    else:
        call.run(self=target.batch.whole)
    return ()


def strided(call: Call) -> Any:
    """Let the memory of each sample begin where it lies behind the first one."""
    if not call.is_batched(call.arguments["self"]):
        return loop(call)
    whole = call.arguments["self"].batch.whole
    changed = {"size": (call.size, *call.arguments["size"])}
    changed["stride"] = (whole.stride()[0], *call.arguments["stride"])
    if "src" in call.arguments:
        changed["src"] = call.whole(call.arguments["src"])
    return call.run(self=whole, **changed)


RULES = {
    "strided": strided,
    "view": view,
    "expand": expand,
    "repeat": repeat,
    "sum_to": sum_to,
    "permute": permute,
    "reverse": reverse,
    "squeeze": squeeze,
    "copy": copy,
}
