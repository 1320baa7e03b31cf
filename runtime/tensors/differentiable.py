"""What a tensor offers for differentiation: its place in the graph, and its gradient."""

import warnings
import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from ..engine.leaf_scheduling import accumulate_if_complete
from ..engine.nesting import depth
from ..graph.accumulate_grad import AccumulateGrad, grad_of_another_shape
from ..graph.node import Node
from ..graph.port import Port
from ..views.refusal import InvalidView

if TYPE_CHECKING:
    from ..graph.extra import Extra
    from .tensor import Tensor


class Differentiable:
    """The gradient of a tensor, and where it comes from; a mixin of Tensor."""

    __slots__ = ()

    _edge: Node | None
    _extra: "Extra | None"

    @property
    def is_leaf(self) -> bool:
        """Whether no recorded op computed this tensor."""
        return self._edge is None or isinstance(self._edge, AccumulateGrad)

    @property
    def grad_fn(self) -> Node | None:
        """The node that computed this tensor, None for leaves."""
        edge = self._edge
        if edge is None or edge.__class__ is AccumulateGrad:
            return None
        if edge.__class__ is InvalidView:
            edge.refuse()
        return edge.node.shown if edge.__class__ is Port else edge

    @property
    def _grad_fn(self) -> Node | None:
        return self.grad_fn

    @_grad_fn.deleter
    def _grad_fn(self) -> None:
        raise RuntimeError("_grad_fn: Deletion of _grad_fn not allowed. Detach tensor instead!")

    @property
    def _backward_hooks(self) -> "dict[int, Callable[..., Any]] | None":
        """The hooks of this tensor, by the number of their registration."""
        hooks = None if self._edge is None else self._edge.hooks
        return hooks.tensor if hooks is not None and hooks.tensor else None

    @_backward_hooks.deleter
    def _backward_hooks(self) -> None:
        raise RuntimeError(
            "_backward_hooks: Deletion of _backward_hooks not allowed; use the handles' .remove()"
        )

    @property
    def output_nr(self) -> int:
        """Which output of `grad_fn` this is."""
        return self._edge.index if isinstance(self._edge, Port) else 0

    @property
    def grad(self) -> "Tensor | None":
        """The accumulated gradient."""
        edge = self._edge
        if edge.__class__ is AccumulateGrad:
            if depth.levels:
                accumulate_if_complete(edge)
            held = edge.grad
            return edge.grad_tensor() if held.__class__ is np.ndarray else held  # type: ignore[return-value]
        extra = self._extra
        if extra is None or (extra.grad is None and not extra.retained):
            if edge is not None:
                _warn_once()
            return None
        return extra.grad

    @grad.setter
    def grad(self, value: "Tensor | None") -> None:
        if value is not None:
            _check_grad(cast("Tensor", self), value)
        if isinstance(self._edge, AccumulateGrad):
            if depth.levels:
                accumulate_if_complete(self._edge)
            self._edge.grad = value
        else:
            cast("Tensor", self).extra().grad = value

    @grad.deleter
    def grad(self) -> None:
        self.grad = None

    def retain_grad(self) -> None:
        """Keep the gradient of a computed tensor in `.grad`; nothing happens for leaves."""
        if self._edge is None:
            raise RuntimeError(
                "retain_grad: can't retain_grad on a Tensor that has requires_grad=False; call .requires_grad_() on "
                "what it is computed from"
            )
        tensor = cast("Tensor", self)
        extra = tensor.extra()
        if not tensor.is_leaf:
            known, ref = self._edge.require_hooks().retain, weakref.ref(tensor)
            if not extra.retained:  # nothing is called before the next line has all it needs
                extra.retained = True
                known.append(ref)

    @property
    def retains_grad(self) -> bool:
        """Whether a computed tensor keeps its gradient."""
        return self._extra is not None and self._extra.retained

    def retain(self, grad: "Tensor") -> None:
        """Add a gradient to the retained one of a computed tensor; the engine, which calls this, keeps using `grad`."""
        extra = cast("Tensor", self).extra()
        while True:  # passes of several threads may meet here
            held = extra.grad
            if held is not None and held._shape != grad._shape:
                raise grad_of_another_shape("retain_grad", held, grad)
            total = grad.clone() if held is None else held + grad
            if extra.grad is held:
                extra.grad = total
                return


_told = False


def _warn_once() -> None:
    global _told
    if not _told:
        _told = True
        warnings.warn(
            "The .grad attribute of a Tensor that is not a leaf Tensor is being accessed: it stays None. Call "
            ".retain_grad() on the tensor before backward() to keep its gradient.",
            UserWarning,
            stacklevel=3,
        )


def _check_grad(tensor: "Tensor", value: Any) -> None:
    from ..graph.tensor_base import TensorBase as Tensor

    if not isinstance(value, Tensor):
        raise TypeError(
            f"grad: assigned grad expected to be a Tensor or None but got grad of type {type(value).__name__}; convert "
            "it with derivata.tensor(...)"
        )
    if value is tensor:
        raise RuntimeError("grad: can't assign Variable as its own grad; assign a .clone()")
    if value.shape != tensor.shape:
        raise RuntimeError(
            "grad: assigned grad has data of a different size: attempting to assign a gradient of size "
            f"{value.shape} to a tensor of size {tensor.shape}; convert it with .reshape(), or assign None"
        )
    if value.dtype != tensor.dtype:
        raise RuntimeError(
            "grad: assigned grad has data of a different type: attempting to assign a gradient with dtype "
            f"{value.dtype} to a tensor of {tensor.dtype}; convert it with .to(), or assign None"
        )


def held_gradient(tensor: "Tensor") -> Any:
    """Return `.grad`, as an array if it has not been read as a tensor yet, which saves creating one."""
    edge = tensor._edge
    return edge.grad if edge.__class__ is AccumulateGrad and not depth.levels else tensor.grad
