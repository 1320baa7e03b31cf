"""Hooks on tensors."""

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from ..runtime.graph.accumulate_grad import AccumulateGrad
from ..runtime.graph.hooks import RemovableHandle
from ..runtime.graph.node import Node

if TYPE_CHECKING:
    from ..runtime.tensors.tensor import Tensor


class TensorHooks:
    """Hooks that see the gradient of a tensor; methods of Tensor."""

    if TYPE_CHECKING:
        _edge: Node | None

    @property
    def name(self) -> str | None:
        """None: PyTorch's tensors can have a name for debugging, which Python cannot give."""
        return None

    def register_hook(self, hook: "Callable[[Tensor], Tensor | None]") -> RemovableHandle:
        """Call ``hook(grad)`` when the gradient of this tensor is known; it may return a replacement."""
        if self._edge is None:
            raise RuntimeError(
                "register_hook: cannot register a hook on a tensor that doesn't require gradient; call "
                ".requires_grad_() on it, or on what it is computed from"
            )
        self._edge.watch()
        return self._edge.require_hooks().tensor.add(hook)

    def register_post_accumulate_grad_hook(self, hook: "Callable[[Tensor], None]") -> RemovableHandle:
        """Call ``hook(tensor)`` after a gradient was accumulated into this leaf's `.grad`."""
        if self._edge is None:
            raise RuntimeError(
                "register_post_accumulate_grad_hook: cannot register a hook on a tensor that doesn't require gradient; "
                "call .requires_grad_() on it first"
            )
        if not isinstance(self._edge, AccumulateGrad):
            raise RuntimeError(
                "register_post_accumulate_grad_hook: post accumulate grad hooks cannot be registered on non-leaf "
                "tensors; use register_hook"
            )
        self._edge.watch()
        self._edge.remember(cast("Tensor", self))
        return self._edge.require_hooks().accumulate.add(hook)
