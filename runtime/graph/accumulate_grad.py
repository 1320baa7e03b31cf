"""The node of a leaf, `AccumulateGrad`, which owns the leaf's ``.grad``."""

import itertools
import weakref
from collections.abc import Callable
from functools import partial
from sys import getrefcount, maxsize
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy import ndarray

from derivata.arrays import turns
from derivata.arrays.gradients.gradient_kernels import add_to
from derivata.arrays.jit.buffers import is_owned_buffer

from . import ownership
from .hooks import Hooks
from .layout import copy_with_strides, dense_strides
from .node import Array, Buffers, Node
from .tensor_base import SparseGrad, make, wrap
from .versions import bump, shared_counter

if TYPE_CHECKING:
    from ..tensors.tensor import Tensor

# Leaves run after every other node: their numbers count up from 1, those of nodes count down from -1.
_next_leaf_seq: Callable[[], int] = itertools.count(1).__next__

watched: "dict[int, weakref.ref[AccumulateGrad]]" = {}  # leaves on which hooks were registered: see `leaf_scheduling`


class AccumulateGrad(Node):
    """Adds incoming gradients to the ``.grad`` of a leaf.

    The leaf refers to this node, which refers to the leaf weakly, so there is no reference cycle. ``grad`` is None, an
    array (which the engine stores), or a Tensor (once it was read or assigned).
    """

    __slots__ = ("busy", "grad", "number", "strides", "variable_ref")
    has_no_formula: ClassVar[bool] = True

    busy: object  # not None while a thread changes `grad`: see `turns`
    grad: "Array | Tensor | None"
    strides: tuple[int, ...]
    variable_ref: "weakref.ref[Tensor]"

    def __init__(self, variable: "Tensor") -> None:
        self.number: int = _next_leaf_seq()
        self.seq: int = self.number
        self.hooks: Hooks | None = None
        self.grad = None
        self.busy = None
        self.variable_ref = weakref.ref(variable)
        self.describe(variable)

    def describe(self, variable: "Tensor") -> None:
        """Record the shape, dtype and layout of gradients; called again when the leaf's ``.data`` is replaced."""
        self.shape: tuple[int, ...] = variable._shape
        self.dtype: np.dtype[Any] = variable._dtype
        self.strides = dense_strides(variable._array)
        if self.hooks is not None and self.hooks.leaf is not None:
            self.remember(variable)

    def remember(self, variable: "Tensor") -> None:
        """Keep the leaf's class, array and counter for hooks, not the leaf itself, which owns this node."""
        self.require_hooks().leaf = variable.__class__, variable._array, shared_counter(variable)

    def revived(self) -> "Tensor | None":
        """Return the leaf, recreated from what `remember` kept if it was collected; None if nothing was kept."""
        variable = self.variable_ref()
        leaf = None if self.hooks is None else self.hooks.leaf
        if variable is None and leaf is not None:
            variable = make(*leaf[:2], False)
            variable._edge, variable._counter = self, leaf[2]
            self.variable_ref = weakref.ref(variable)
        return variable

    @property
    def age(self) -> float:
        """The largest age: a leaf is older than every computed node."""
        return maxsize

    def edges(self) -> tuple[Node | None, ...]:
        """Return no edges: a leaf is an end of the graph."""
        return ()

    def __lt__(self, other: "AccumulateGrad") -> bool:
        """Order leaves that have the same position in a pass, because one node is the oldest user of both."""
        return self.number < other.number

    def watch(self) -> None:
        """Register this leaf as one with hooks, so that passes schedule it."""
        key = id(self)
        # `pop` runs in C: an interrupt would get lost in Python code
        watched[key] = weakref.ref(self, partial(watched.pop, key))

    @property
    def variable(self) -> "Tensor | None":
        """The leaf, or None if it was collected."""
        return self.variable_ref()

    def present(self) -> "AccumulateGrad | None":
        """Return the leaf's current accumulator: after ``requires_grad_(False)`` another one, or None."""
        variable = self.variable_ref()
        if variable is None or variable._edge is self:
            return self
        if variable._edge is None or isinstance(variable._edge, AccumulateGrad):
            return variable._edge
        raise RuntimeError(
            f"{self.name()}: leaf variable has been moved into the graph interior: the tensor was a leaf when "
            f"the graph used it and is now the result of {variable.grad_fn}; write to a .clone() of it instead"
        )

    def would_store(self, grad: "Array | Tensor") -> bool:
        """Tell whether a gradient is the first, in the leaf's layout: PyTorch then keeps its memory as ``.grad``."""
        array = grad if grad.__class__ is ndarray else getattr(grad, "_array", None)
        return self.grad is None and array is not None and array.strides == self.strides

    def apply(self, grad: Any, needed: set[Node] | None, keep: bool, buffers: Buffers) -> None:
        """Store or add an array. The first one is kept without a copy if it is not shared and has the right layout."""
        if grad.shape != self.shape or grad.dtype is not self.dtype:
            grad = self.validated(grad)
        while self.busy is not None:
            turns.wait(self)
        self.busy = turns.process
        try:
            held = self.grad
            if held is None:
                if (
                    grad.strides == self.strides
                    and getrefcount(grad) <= ownership.arriving
                    and (grad.flags.owndata or is_owned_buffer(grad))
                ):
                    self.grad = grad
                else:
                    self.grad = copy_with_strides(grad, self.strides)
            elif held.__class__ is ndarray:
                add_to(held, grad)
            elif held.is_sparse:  # type: ignore[union-attr]
                dense = copy_with_strides(grad, self.strides)
                self.grad = held.added_to(dense)  # type: ignore[union-attr]
            else:
                add_to(self.written(held), grad)  # type: ignore[arg-type]
        except ValueError:
            raise grad_of_another_shape(self.name(), self.grad, grad) from None
        finally:
            self.busy = None

    def apply_sparse(self, grad: SparseGrad) -> None:
        """Store or add a sparse gradient: a dense `.grad` stays dense, a sparse one stays the same object."""
        while self.busy is not None:
            turns.wait(self)
        self.busy = turns.process
        try:
            held: Any = self.grad
            if held is None:
                self.grad = grad.taken_over()
            elif held.__class__ is ndarray:
                grad.added_to(held)
            elif held.is_sparse:
                held.add_(grad)
            else:
                grad.added_to(self.written(held))
        finally:
            self.busy = None

    def written(self, held: "Tensor") -> Array:
        """Return the array of a `.grad` that is visible to users, and count the write to it."""
        if not held._array.flags.writeable:
            raise RuntimeError(
                f"{self.name()}: expected a .grad that can be written, got one on read-only memory: several of its "
                "elements are one number in memory, as in an expanded tensor, or its array is read-only; assign a "
                ".clone() of it"
            )
        bump(held)
        return held._array

    def differentiate(self, grad: Any, needed: set[Node] | None) -> "tuple[Tensor | None, ...]":
        """Accumulate a gradient; called if the node is called by hand."""
        self.accumulate_tensor(grad, True)
        return ()

    def accumulate_tensor(self, grad: "Tensor", recorded: bool) -> None:
        """Store or add a gradient Tensor: out of place if it is `recorded` (``create_graph=True``), else in place."""
        grad = self.validated_tensor(grad)
        while self.busy is not None:
            turns.wait(self)
        self.busy = turns.process
        try:
            held = self.grad_tensor()
            if held is None:
                self.grad = self.in_layout(grad.clone())  # what arrived may be used elsewhere too
            elif recorded or held.is_sparse or grad.is_sparse:
                self.grad = self.in_layout(held + grad)
            else:
                held.add_(grad)
        finally:
            self.busy = None

    def grad_tensor(self) -> "Tensor | None":
        """Return ``.grad`` as a Tensor, the same object every time."""
        held = self.grad
        while held.__class__ is ndarray:
            made = wrap(held)
            if self.grad is held:  # nothing is called before the next line: no other thread comes in between
                self.grad = made
            held = self.grad
        return held  # type: ignore[return-value]

    def validated(self, grad: Array) -> Array:
        """Cast a gradient to the leaf's dtype; a wrong shape means a broken formula or hook, and raises."""
        if grad.shape != self.shape:
            raise RuntimeError(
                f"AccumulateGrad: expected a gradient of shape {self.shape} for the leaf, got {grad.shape}; the "
                "backward or the hook that returned it must return the shape of its argument"
            )
        if grad.dtype.kind == "c" and self.dtype.kind != "c":
            grad = grad.real
        return grad.astype(self.dtype, copy=False)

    def for_leaf(self, grad: Any) -> Any:
        """Return a captured gradient for the leaf: the real part of a complex gradient if the leaf is real."""
        if grad.dtype.kind != "c" or self.dtype.kind == "c":
            return grad
        return self.validated(grad) if grad.__class__ is ndarray else self.validated_tensor(grad)

    def validated_tensor(self, grad: "Tensor") -> "Tensor":
        """Cast a gradient Tensor differentiably; a wrong shape means a broken formula or hook, and raises."""
        if grad.shape == self.shape and grad.dtype is self.dtype:
            return grad
        self.validated(grad._array)
        if grad.dtype.kind == "c" and self.dtype.kind != "c":
            grad = grad.real
        return grad.to(self.dtype)

    def in_layout(self, grad: "Tensor") -> "Tensor":
        """Copy a new gradient Tensor into the leaf's layout."""
        if not grad.is_sparse and grad._array.strides != self.strides:
            grad._array = copy_with_strides(grad._array, self.strides)
        return grad


def grad_of_another_shape(who: str, held: Any, grad: Any) -> RuntimeError:
    """Return the error for a gradient whose shape differs from that of the existing `.grad`."""
    return RuntimeError(
        f"{who}: expected a .grad of the shape of the gradient that arrives, {grad.shape}, got {held.shape}, from "
        "before the tensor's shape was changed in place; set .grad = None before the next backward()"
    )
