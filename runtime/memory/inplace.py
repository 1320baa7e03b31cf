"""In-place writes: which tensors may be written to, and what their history is afterwards.

An in-place op is the functional op on the value before the write, followed by the write. If its node saved that value,
the value is copied first; nothing else is.
"""

import weakref

import numpy as np

from derivata.arrays.dtypes import CATEGORY
from derivata.arrays.gradients.gradient_kernels import copied, copy_to
from derivata.arrays.jit.out_buffer import OutBuffer, is_written

from ..forward_mode.tangents import keep_tangent, lend_tangent, tangent_of, write_tangent
from ..graph.node import Array, Node, next_seq
from ..graph.tensor_base import TensorBase as Tensor
from ..graph.tensor_base import wrap
from ..graph.versions import UNCOUNTED, bump, shared_counter, uncount, version_of
from ..modes.batching import batch_level
from ..modes.grad_mode import recording
from ..modes.state import BATCHED, FORWARD_AD, GRAD_OFF, state
from ..views.view import alias
from ..views.views import cut_views, edge_before_write, may_cut_views, rebase
from ..views.zero_grad import ZeroGrad
from .saved_hooks import packing
from .write_checks import check_view, check_writable

LARGE = 32768  # elements from which a compiled loop may write to the target itself


class Write:
    """One derived in-place op: check, compute from `original`, then `finish`.

    If a node has saved `original`, `finish` gives that a copy of the old value. Ops that are composed of other ops may
    save further tensors on the same memory, so for them the copy is made at the start (`copy`). `needs_old_value` are
    the arguments whose gradients need the value before the write: if none of them requires grad, a loop may overwrite a
    large target directly. None: the gradient of the target itself needs the old value, or the node saves the result.
    """

    __slots__ = ("op", "original", "target")

    def __init__(
        self, op: str, target: Tensor, copy: bool = False, needs_old_value: tuple[object, ...] | None = None
    ) -> None:
        check_writable(op, target)
        self.op = op
        self.target = target
        counter = target._counter
        alone = counter.__class__ is int or counter.alone  # type: ignore[union-attr]
        self.original = alias(target)
        if target._extra is not None and recording():
            self.original._edge = edge_before_write(target)
        self.original._counter = UNCOUNTED if target.is_inference() else version_of(target)
        if state.active_modes & BATCHED and (level := batch_level()) is not None:
            level.on_copy(self.original, target)
        # formulas of tangents save its primal, another tensor; what hooks have packed may be the memory itself
        dual = state.active_modes & FORWARD_AD and lend_tangent(target, self.original)
        if copy or dual or packing():
            self.original._array = target._array.copy()
        if (
            needs_old_value is not None
            and target._array.size >= LARGE
            and not state.active_modes
            and target._extra is None
        ):
            self._lend(needs_old_value, alone)

    def _lend(self, needs_old_value: tuple[object, ...], alone: bool) -> None:
        """Let the loop write to the target itself, unless an argument gets a gradient that needs the old value.

        The write is counted before the node exists; a node that saved another tensor on this memory would then take the
        new version for that of the old value. `alone`: there is no such tensor.
        """
        if alone and not any(
            isinstance(argument, Tensor) and argument._edge is not None for argument in needs_old_value
        ):
            self.original._array = _lent(self.op, self.target)
            shared_counter(self.target).alone = True  # `original` has a count of its own

    def finish(self, result: Tensor) -> Tensor:
        """Write the result into the target and give the target its history."""
        target = self.target
        _check_result(self.op, target, result)
        if result is self.original:  # a write that changes nothing is recorded like any other
            result = result.clone()
        if state.active_modes & BATCHED and (level := batch_level()) is not None:
            level.on_stored(self.op, target, result)
        edge = result._edge
        if edge is not None:
            check_view(self.op, target, result)
        original, array = weakref.ref(self.original), self.original._array
        del self.original
        if (saved := original()) is not None:  # the node of the result needs the value that is overwritten
            saved._array = copied(np.asarray(array))
            saved._edge = target._edge  # derivatives of the backward use the old value like any other op
            if state.active_modes & FORWARD_AD:
                keep_tangent(saved)
        if not is_written(result._array):
            bump(target, self.op)  # first: an interrupt must not leave a write that nobody notices
            _store(target._array, result._array)
        if recording() and (edge is not None or target._edge is not None):
            rebase(target, ZeroGrad(target) if edge is None else edge)
        elif target._extra is not None:
            cut_views(target)
        if state.active_modes & FORWARD_AD:
            write_tangent(target, tangent_of(result))
        return target


def unrecorded(target: object, *others: object) -> bool:
    """Tell whether a write involves no history and no mode; then `overwrite` is enough."""
    active = state.active_modes
    if not isinstance(target, Tensor):
        return False
    extra = target._extra
    if active:
        return active == GRAD_OFF and not recording() and (extra is None or not may_cut_views(target))
    if target._edge is not None:
        return False
    if extra is not None and (
        extra.source is not None
        or extra.view is None
        or extra.view.base._edge is not None
        or extra.view.base._extra is not None
    ):
        return False
    for other in others:
        kind = other.__class__
        if kind is not float and kind is not int and isinstance(other, Tensor) and other._edge is not None:
            return False
    return True


def out_buffer(op: str, target: Tensor) -> Tensor:
    """Return the target; a large one as a new tensor on an `OutBuffer`, to which the op's loop may write its result.

    For ops that read each element of their first argument only before writing the same element.
    """
    array = target._array
    if array.size < LARGE or not array.flags.writeable or target._counter is UNCOUNTED:
        return target
    return wrap(_lent(op, target))


def _lent(op: str, target: Tensor) -> OutBuffer:
    """Return the target's array as an `OutBuffer`; a loop that writes to it counts the write first."""
    array = target._array
    buffer = array.view(OutBuffer)
    buffer.loan = array, bump, uncount, target, op
    return buffer


def overwrite(op: str, target: Tensor, result: Tensor) -> Tensor:
    """Write a result without history into the target."""
    if is_written(result._array):
        return target
    array = target._array
    if not array.flags.writeable or target._counter is UNCOUNTED:
        check_writable(op, target)
    _check_result(op, target, result)
    bump(target, op)
    if array.size < LARGE:
        array[...] = result._array  # takes a third of the time of np.copyto
    else:
        _store(array, result._array)
    return target


def _store(target: Array, result: Array) -> None:
    """Write a result into the target."""
    if target.size < LARGE:
        target[...] = result
    else:
        copy_to(target, np.asarray(result))


def _check_result(op: str, target: Tensor, result: Tensor) -> None:
    if result._shape != target._shape:
        raise RuntimeError(
            f"{op}: expected a result of the shape {target.shape} of self, got {result.shape}; an in-place op cannot "
            "broadcast self: use the op without the trailing underscore"
        )
    if result._dtype is not target._dtype and CATEGORY[result.dtype.kind] > CATEGORY[target.dtype.kind]:
        raise RuntimeError(
            f"{op}: result type {result.dtype} can't be cast to the desired output type {target.dtype} of self; use "
            "the op without the trailing underscore"
        )


def written(target: Tensor, node: Node | None) -> Tensor:
    """Set the history of a target after its array function wrote to it; the write was counted before."""
    if recording() and (node is not None or target._edge is not None):
        if node is not None and target._extra is not None:
            replace_edge(node, target)
        rebase(target, node)
    elif target._extra is not None:
        cut_views(target)
    return target


def replace_edge(node: Node, target: Tensor) -> None:
    """Redirect the edge for the gradient of the old value to the base, if the target of the write is a view."""
    edges = node.edges()
    before = edge_before_write(target) if target._edge in edges else None
    if before is not target._edge and before is not None:
        at = edges.index(target._edge)
        node.replace_edges((*edges[:at], before, *edges[at + 1 :]))
        node.seq = next_seq()  # younger than its edges, as every node
