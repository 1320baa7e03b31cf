"""Hooks of a node, and nodes called by hand."""

from collections.abc import Callable, Sequence
from typing import Any, cast

from ..runtime.graph.hooks import RemovableHandle
from ..runtime.graph.node import Node
from ..runtime.graph.port import MultiNode
from ..runtime.graph.tensor_base import TensorBase as Tensor


class NodeHooks:
    """What runs with a node, and the node run outside of any pass; methods of Node."""

    def register_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """Call ``hook(grad_inputs, grad_outputs)`` after the node ran; it may return replacements for the first."""
        node = cast(Node, self)
        node.watch()
        return node.require_hooks().post.add(hook)

    def register_prehook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """Call ``hook(grad_outputs)`` before the node runs; it may return replacements."""
        node = cast(Node, self)
        node.watch()
        return node.require_hooks().pre.add(hook)

    def __call__(self, *grads: Tensor | None) -> Any:
        """Return the gradients of the arguments for given gradients of the outputs, outside of any backward pass."""
        node = cast(Node, self)
        _check_arguments(node, grads)
        if all(grad is None for grad in grads):
            results: tuple[Tensor | None, ...] = (None,) * node.num_outputs
        else:
            results = node.differentiate(list(grads) if isinstance(node, MultiNode) else grads[0], None)
        return results[0] if len(results) == 1 else results


def _check_arguments(node: Node, grads: Sequence[Any]) -> None:
    """Raise unless a node can be called with these gradients."""
    if len(grads) != node.num_inputs:
        raise TypeError(f"{node.name()}: expected {node.num_inputs} arguments, got {len(grads)} instead")
    for index, (grad, expected) in enumerate(zip(grads, node.input_metadata, strict=True)):
        if grad is None:
            continue
        if not isinstance(grad, Tensor):
            raise TypeError(
                f"{node.name()}: argument {index} is not a Variable: expected a Tensor or None, got "
                f"{type(grad).__name__}"
            )
        if expected is not None and grad.shape != expected.shape:
            raise RuntimeError(
                f"{node.name()}: argument {index}: expected a gradient of shape {expected.shape}, that of output "
                f"{index} of {node.op or 'the op'}, got {grad.shape}"
            )
