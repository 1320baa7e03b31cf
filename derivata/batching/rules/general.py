"""The rules of most ops: the batch dimension comes first, and every other dimension moves by one."""

from __future__ import annotations

from typing import Any

from ...arrays.random import default_generator
from ...generated import ops
from ...runtime.tensors.tensor import Tensor
from .call import Call
from .stacking import each, loop

_DIMS = ("dim", "dims", "dim0", "dim1", "dim2", "dimension")
_SHAPES = ("shape", "size", "input_shape", "mask_shape")


def elementwise(call: Call) -> Any:
    """Align the shapes of the samples on the right: the samples themselves broadcast in front."""
    tensors = {name: value for name, value in call.arguments.items() if isinstance(value, Tensor)}
    ndim = max(len(tensor.shape) for tensor in tensors.values())
    return call.run(**{name: call.beside(tensor, ndim) for name, tensor in tensors.items()})


def repeated(call: Call) -> Any:
    """Like `elementwise`, but expand every argument to all samples: the result need not depend on each."""
    tensors = {name: value for name, value in call.arguments.items() if isinstance(value, Tensor)}
    ndim = max(len(tensor.shape) for tensor in tensors.values())
    changed = {}
    for name, tensor in tensors.items():
        ones = [1] * (ndim - len(tensor.shape))
        changed[name] = ops.reshape(call.whole(tensor), (call.size, *ones, *tensor.shape))
    return call.run(**changed)


def front(call: Call) -> Any:
    """Put the samples in front, and shift dimensions: for ops along dimensions, or on the last ones."""
    return call.run(**moved(call))


def first(call: Call) -> Any:
    """Put the samples of the first argument in front; others are the same for all, or samples are taken in turn."""
    name, tensor = next(iter(call.arguments.items()))
    if not isinstance(tensor, Tensor):
        return loop(call)
    others = [value for value in _tensors(call) if value is not tensor]
    dims = [value for key, value in call.arguments.items() if key in _DIMS]
    shape = call.arguments.get("shape", tensor.shape)
    if any(call.is_batched(other) for other in others) or (dims and not shape):
        return loop(call)
    return call.run(**{**_dimensions(call, len(shape)), name: call.whole(tensor)})


def matrices(call: Call) -> Any:
    """Like `front`, for stacks of matrices; loop where samples would broadcast against other dimensions."""
    ranks = [len(tensor.shape) for tensor in _tensors(call)]
    return front(call) if len(set(ranks)) == 1 or ranks in ([2, 1], [2, 1, 2]) else loop(call)


def moved(call: Call) -> dict[str, Any]:
    """Return the arguments of an op for all samples: tensors, dimensions and shapes."""
    lifted = (
        any(name in call.arguments for name in _DIMS)
        and call.op not in ("unsqueeze", "stack")
        and not any(tensor.shape for tensor in _tensors(call))
    )
    ranks = {len(tensor.shape) for tensor in _tensors(call)}
    lifted = lifted or (ranks == {0, 1} and call.op.startswith(("gather", "scatter")))
    changed: dict[str, Any] = {}
    ndim = 0
    for name, value in call.arguments.items():
        if isinstance(value, Tensor):
            ndim = max(ndim, len(value.shape))
            changed[name] = _lifted(call, value) if lifted else call.whole(value)
        elif name == "tensors":
            ndim = max(len(tensor.shape) for tensor in value)
            fitting = [
                tensor for tensor in value if len(tensor.shape) == ndim
            ]  # `cat` ignores those of shape (0,)
            changed[name] = [call.whole(tensor) for tensor in fitting]
    changed |= _dimensions(call, max(ndim, 1) if lifted else ndim)
    if lifted and call.arguments.get("shape") == ():
        changed["shape"] = (call.size, 1)
    return changed


def _dimensions(call: Call, ndim: int) -> dict[str, Any]:
    """Return dimensions and shapes, of a sample with so many dimensions, as those of all samples."""
    changed: dict[str, Any] = {}
    for name, value in call.arguments.items():
        if name in _DIMS:
            changed[name] = () if name == "dims" and value == () else shifted(value, ndim)
        elif name in _SHAPES and value.__class__ is tuple:
            changed[name] = (call.size, *value)
        elif name == "ndim":
            changed[name] = value + 1
    return changed


def reduced(call: Call) -> Any:
    """Put the samples in front of something reduced: of a shape of its own, or to one."""
    shape = call.arguments.get("shape")
    if shape is None:
        shape = (0,) * call.arguments["ndim"] if "ndim" in call.arguments else call.arguments["self"].shape
    if not shape:
        return loop(call)
    tensors = {name: call.whole(value) for name, value in call.arguments.items() if isinstance(value, Tensor)}
    return call.run(**{**_dimensions(call, len(shape)), **tensors})


def _lifted(call: Call, tensor: Tensor) -> Any:
    """Return the samples; zero-dimensional ones get a dimension, which 0 and -1 refer to."""
    whole = call.whole(tensor)
    return whole if tensor.shape else ops.unsqueeze(whole, 1)


def shifted(dim: Any, ndim: int) -> Any:
    """Return dimensions of a sample as those of all; None and () are all of them."""
    if dim is None or dim == ():
        return tuple(range(1, ndim + 1))
    if isinstance(dim, tuple):
        return tuple([shifted(part, ndim) for part in dim])
    return dim + 1 if dim >= 0 else dim


def last(call: Call) -> Any:
    """Put the samples in front of the last dimension, which is made for those that have none."""
    return call.run(
        **{name: _lifted(call, value) for name, value in call.arguments.items() if isinstance(value, Tensor)}
    )


def flat(call: Call) -> Any:
    """Like `front`, for ops that flatten their input if `dim` is not given."""
    if all(call.arguments.get(name) is not None for name in ("dim", "dims") if name in call.arguments):
        return front(call)
    changed: dict[str, Any] = {
        name: ops.reshape(call.whole(value), (call.size, _count(value)))
        for name, value in call.arguments.items()
        if isinstance(value, Tensor)
    }
    if "shape" in call.arguments:
        changed["shape"] = (call.size, _product(call.arguments["shape"]))
    changed |= {name: 1 if name == "dim" else (1,) for name in ("dim", "dims") if name in call.arguments}
    if "keepdim" in call.arguments:
        changed["keepdim"] = False
    return call.run(**changed)


def _product(shape: tuple[int, ...]) -> int:
    count = 1
    for length in shape:
        count *= length
    return count


def _count(tensor: Tensor) -> int:
    return _product(tensor.shape)


def random(call: Call) -> Any:
    """Draw for all samples at once, or the same numbers for each."""
    if call.level.randomness == "different":
        return elementwise(call) if len(_tensors(call)) > 1 else front(call)
    return same(call)


def same(call: Call) -> Any:
    """Draw the numbers of every sample anew, from one state."""
    source = call.arguments.get("generator") or default_generator
    before: Any = source.get_state()
    return each(call, lambda: source.set_state(before))


def _tensors(call: Call) -> list[Tensor]:
    return [value for value in call.arguments.values() if isinstance(value, Tensor)]


def whole(call: Call) -> Any:
    """Take all elements of a sample as one row."""
    tensor = call.arguments["self"]
    row = ops.reshape(call.whole(tensor), (call.size, _count(tensor)))
    if call.op in ("max", "min"):  # equal elements share the gradient
        return (ops.amax if call.op == "max" else ops.amin)(row, 1)
    return call.function(row, 1)[0]


def rows(call: Call) -> Any:
    """Sort the rows of each sample."""
    tensor = call.arguments["self"]
    return ops.sort(call.whole(tensor), 1)[0] if tensor.shape else call.whole(tensor)


RULES = {
    "matrices": matrices,
    "first": first,
    "reduced": reduced,
    "last": last,
    "repeated": repeated,
    "whole": whole,
    "rows": rows,
    "elementwise": elementwise,
    "front": front,
    "flat": flat,
    "random": random,
}
