"""One call of a sharded module: its parameters are whole while `forward` runs, and again when backward needs them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from ...autograd import Function
from ...autograd.graph import queue_callback, saved_tensors_hooks
from ...runtime.engine.passes import running
from ...runtime.graph.tensor_base import wrap
from ...runtime.graph.versions import version_of
from ...runtime.memory.saved_hooks import saved_hooks
from ...runtime.modes.blocks import innermost
from . import shard
from .shard import WHO, shard_of

if TYPE_CHECKING:
    from ...nn.parameter import Parameter
    from ...runtime.tensors.tensor import Tensor
    from ..mpi import Array


class Call:
    """The whole parameters of one call, which are freed after forward and gathered again in backward.

    Parameters
    ----------
    what : str
        What the module and its parameters are called, for errors.
    parameters : sequence of Parameter
        Of each of them this rank has a part.

    Attributes
    ----------
    arrays : list of ndarray or None
        The whole parameters, while they are there.
    memory : list of ndarray or None
        The memory of all of them.
    """

    def __init__(self, what: str, parameters: Sequence[Parameter]) -> None:
        self.what = what
        self.parameters = parameters
        self.shards = [shard_of(parameter) for parameter in parameters]
        self.group = self.shards[0].group
        self.versions = [version_of(parameter) for parameter in parameters]
        self.arrays: list[Array] | None = None
        self.memory: list[Array] | None = None
        self.outer: Any = None  # the hooks around this call

    def gather(self) -> list[Array]:
        """Return the whole parameters."""
        self.arrays = shard.gather(
            self.group, self.what, [one._array for one in self.parameters], self.shards
        )
        self.memory = list({id(owner): owner for owner in map(_owner, self.arrays)}.values())
        return self.arrays

    def free(self) -> None:
        """Forget the whole parameters."""
        self.arrays = self.memory = None

    def hooks(self) -> saved_tensors_hooks:
        """Return the block in which ops save no whole parameters, but where they were in memory."""
        self.outer = innermost(saved_hooks)
        return saved_tensors_hooks(self.pack, lambda restored: restored())

    def pack(self, tensor: Tensor) -> Callable[[], Tensor]:
        """Return what restores a tensor that is saved: one of our memory, or any other."""
        array = tensor._array
        owner = _owner(array)
        for number, memory in enumerate(self.memory or ()):
            if memory is owner:
                offset = array.__array_interface__["data"][0] - owner.__array_interface__["data"][0]
                return partial(self.restored, number, array.shape, array.dtype, offset, array.strides)
        if self.outer is not None:
            return partial(self.outer.value.unpack, self.outer.value.pack(tensor))
        return partial(_unchanged, tensor, version_of(tensor))

    def restored(
        self, number: int, shape: tuple[int, ...], dtype: Any, offset: int, strides: tuple[int, ...]
    ) -> Tensor:
        """Return a part of the memory as it was, after gathering it again if it was freed."""
        self.again()
        assert self.memory is not None
        return wrap(np.ndarray(shape, dtype, self.memory[number], offset, strides))

    def again(self) -> list[Array]:
        """Return the whole parameters in backward, after gathering them again if they were freed."""
        if self.arrays is None:
            self.gather_again()
        assert self.arrays is not None
        return self.arrays

    def gather_again(self) -> None:
        """Gather the parameters in backward, until their gradients have been averaged, or the pass ends."""
        if [version_of(parameter) for parameter in self.parameters] != self.versions:
            raise RuntimeError(
                f"{WHO}: parameters of {self.what}, variables needed for gradient computation, have been modified by "
                "an inplace operation since the forward, such as the step of an optimizer; call backward() before, or "
                "shard with reshard_after_forward=False"
            )
        task = running()
        if task is None:
            self.gather()
            return
        latest: Call | None = task.noted.pop(Call, None)
        if latest is not None:
            latest.free()
        self.gather()
        queue_callback(self.free)
        if not any(parameter.requires_grad for parameter in self.parameters):
            task.noted[Call] = self  # no gradient of these will free them, but the next one that is gathered


class Gather(Function):
    """Whole parameters of the parts that ranks have; the gradients of the parts are those of the mean over ranks."""

    @staticmethod
    def forward(ctx: Any, call: Call, *parts: Tensor) -> Any:
        """Gather the parts."""
        ctx.call = call
        results = [wrap(array) for array in call.gather()]
        pairs = zip(results, ctx.needs_input_grad[1:], strict=True)
        ctx.mark_non_differentiable(*[result for result, needed in pairs if not needed])
        return tuple(results)

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        """Average the gradients, of which each rank gets its parts."""
        call: Call = ctx.call
        call.free()
        numbers = [number for number, needed in enumerate(ctx.needs_input_grad[1:]) if needed]
        parts: list[Any] = [None] * len(grads)
        for number, part in zip(
            numbers, Average.apply(call, numbers, *[grads[n] for n in numbers]), strict=True
        ):
            parts[number] = part
        return None, *parts


class Average(Function):
    """The parts that this rank has of means over ranks."""

    @staticmethod
    def forward(ctx: Any, call: Call, numbers: list[int], *grads: Tensor) -> Any:
        """Average the gradients."""
        ctx.call, ctx.numbers = call, numbers
        arrays = [grad._array for grad in grads]
        return tuple(
            map(wrap, shard.average(call.group, call.what, arrays, [call.shards[n] for n in numbers]))
        )

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        """Gather what reaches the parts, and divide it."""
        return None, None, *Whole.apply(ctx.call, ctx.numbers, *grads)


class Whole(Function):
    """Whole tensors of parts, divided by the number of ranks: the other direction of `Average`."""

    @staticmethod
    def forward(ctx: Any, call: Call, numbers: list[int], *parts: Tensor) -> Any:
        """Gather the parts."""
        ctx.call, ctx.numbers = call, numbers
        arrays = [part._array for part in parts]
        found = shard.gather(call.group, call.what, arrays, [call.shards[number] for number in numbers])
        return tuple([wrap(array / call.group.size()) for array in found])

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        """Average the gradients."""
        return None, None, *Average.apply(ctx.call, ctx.numbers, *grads)


def _owner(array: Array) -> Array:
    """Return the array whose memory a view shows."""
    while isinstance(array.base, np.ndarray):
        array = array.base
    return array


def _unchanged(tensor: Tensor, version: int) -> Tensor:
    """Return a saved tensor; raise if it was written since."""
    if version_of(tensor) != version:
        raise RuntimeError(
            f"{WHO}: one of the variables needed for gradient computation, of shape {tensor.shape}, has been "
            f"modified by an inplace operation: it is at version {version_of(tensor)}, expected version {version}; "
            "write to a .clone() of it"
        )
    return tensor
