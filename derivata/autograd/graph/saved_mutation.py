"""Writing to saved tensors: what a write would destroy is copied just before it."""

from typing import Any

from ...runtime.graph.node import Array
from ...runtime.graph.tensor_base import TensorBase as Tensor
from ...runtime.graph.tensor_base import wrap
from ...runtime.graph.versions import VersionCounter, shared_counter
from ...runtime.modes.blocks import innermost
from ...runtime.modes.state import SAVED_HOOKS, Mode, state
from ...support.weak_collections import WeakSet, WeakValues
from .saved_hooks import saved_tensors_hooks


class SavedCopy:
    """One saved value of some memory: the memory itself, or a copy once somebody wrote there."""

    __slots__ = ("__weakref__", "array", "memory", "version")

    def __init__(self, array: Array, memory: "Memory") -> None:
        self.array: Array | None = array
        self.memory: Memory | None = memory  # None: this is a copy
        self.version = memory.counter.version


class Memory:
    """Memory that tensors share, hence its version counter, and what is saved of its present values."""

    __slots__ = ("__weakref__", "counter", "kept")

    def __init__(self, counter: VersionCounter) -> None:
        self.counter = counter
        self.kept: WeakValues[tuple[Any, ...], SavedCopy] = WeakValues()

    def keep(self, array: Array) -> SavedCopy:
        """Return the saved copy that stands for a part of the memory; equal parts share one."""
        where = array.__array_interface__["data"][0], array.shape, array.strides, array.dtype
        kept = self.kept.get(where)
        if kept is None:
            kept = self.kept[where] = SavedCopy(array, self)
        return kept


class AllowMutation:
    """What one `allow_mutation_on_saved_tensors` block has saved.

    Attributes
    ----------
    original, cloned : WeakSet
        All saved values, and those of them that had to be copied.
    """

    def __init__(self) -> None:
        self.memories: WeakValues[int, Memory] = WeakValues()  # by the counter's id
        self.original: WeakSet[SavedCopy] = WeakSet()
        self.cloned: WeakSet[SavedCopy] = WeakSet()

    def pack(self, tensor: Tensor) -> SavedCopy:
        """Keep the memory of a tensor, not a copy of it."""
        counter = shared_counter(tensor)
        memory = self.memories.get(id(counter))
        if memory is None:
            memory = self.memories[id(counter)] = Memory(counter)
        kept = memory.keep(tensor._array)
        self.original.add(kept)
        return kept

    def unpack(self, kept: SavedCopy) -> Tensor:
        """Return the value that was saved."""
        if _active() is not self or kept.array is None:
            raise AssertionError(
                "Trying to backward outside of the 'allow_mutation_on_saved_tensors' context in which the graph was "
                "originally recorded; call backward inside the block"
            )
        tensor = wrap(kept.array)
        if kept.memory is not None:
            counter = tensor._counter = kept.memory.counter
            if counter.version != kept.version:
                raise RuntimeError(
                    "allow_mutation_on_saved_tensors: a saved tensor has been modified by an inplace operation that "
                    "is not one of the library's: it could not be copied before; write with ops, such as copy_()"
                )
        return tensor

    def before_write(self, tensor: Tensor) -> None:
        """Copy all that is saved of the tensor's memory."""
        memory = self.memories.get(id(shared_counter(tensor)))
        if memory is None:
            return
        for kept in memory.kept.values():
            assert kept.array is not None
            kept.array, kept.memory = kept.array.copy(order="K"), None
            self.cloned.add(kept)
        memory.kept.clear()

    def clear(self) -> None:
        """Drop everything; the graphs of this block cannot be walked any more."""
        for kept in self.original:
            kept.array = kept.memory = None
        self.original.clear()
        self.cloned.clear()


def _active() -> AllowMutation | None:
    """Return what the block that this code runs in has saved, None outside of such blocks."""
    mode = innermost(allow_mutation_on_saved_tensors.variable) if state.active_modes & SAVED_HOOKS else None
    while mode is not None:
        owner = getattr(mode.value.pack, "__self__", None)
        if isinstance(owner, AllowMutation):
            return owner
        mode = mode.outer
    return None


class allow_mutation_on_saved_tensors(saved_tensors_hooks):
    """Context in which tensors that were saved for backward may be written: backward sees the values before.

    A saved tensor is copied when it is written, not before. Backward has to run inside the block as well.

    Examples
    --------
    >>> import derivata as dv
    >>> x = dv.tensor([1.0, 2.0], requires_grad=True)
    >>> with dv.autograd.graph.allow_mutation_on_saved_tensors():
    ...     y = x * 1
    ...     z = y * y
    ...     _ = y.zero_()
    ...     z.sum().backward()
    >>> x.grad
    tensor([2., 4.])
    """

    def __init__(self) -> None:
        pass

    def __enter__(self) -> Any:
        if _active() is not None:
            raise RuntimeError("allow_mutation_on_saved_tensors contexts cannot be nested")
        block = AllowMutation()
        self.pack_hook, self.unpack_hook, self.before_write = block.pack, block.unpack, block.before_write
        super().__enter__()
        return block

    def ended(self, mode: Mode) -> None:
        """Drop what the block has saved."""
        mode.value.pack.__self__.clear()
