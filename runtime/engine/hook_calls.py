"""How the engine calls hooks, and what it accepts from them."""

from typing import Any

from ..graph.accumulate_grad import AccumulateGrad
from ..graph.node import Node
from ..graph.port import MultiNode
from ..graph.tensor_base import TensorBase as Tensor
from ..graph.tensor_base import wrap
from .nesting import call_nested


def run_tensor_hooks(node: Node, grad: Any) -> Tensor:
    """Call tensor hooks and store the gradient for ``retain_grad``; return the gradient to pass on.

    It stays a Tensor while there are hooks to call, so that all of them receive the same object.
    """
    hooks = node.hooks
    assert hooks is not None
    tensor = _wrapped(grad)
    assert tensor is not None
    for hook in hooks.tensor.snapshot():
        replacement = _replaced(node, hook, tensor, call_nested(hook, tensor))
        tensor = tensor if replacement is None else replacement
    for ref in hooks.retain:
        retainer = ref()
        if retainer is not None:
            retainer.retain(tensor)
    return tensor


def run_pre_hooks(node: Node, grad: Any) -> Any:
    """Call pre-hooks with the gradients of all outputs; return the gradient to pass on, or None if there is none."""
    assert node.hooks is not None
    several = isinstance(node, MultiNode)
    grads = tuple([_wrapped(part) for part in (grad if several else [grad])])
    for hook in node.hooks.pre.snapshot():
        grads = _all_replaced(node, hook, grads, call_nested(hook, grads))
    if all(part is None for part in grads):
        return None
    return list(grads) if several else grads[0]


def run_accumulate_hooks(node: AccumulateGrad, grad: Any) -> None:
    """Call post-accumulate hooks with the leaf, then post-hooks with the incoming gradient; a leaf has no inputs."""
    assert node.hooks is not None
    variable = node.revived()
    for hook in node.hooks.accumulate.snapshot() if variable is not None else ():
        if _replaced(node, hook, variable, call_nested(hook, variable)) is not None:
            raise RuntimeError(
                f"{node.name()}: post-accumulate hooks should return None. Change .grad itself instead"
            )
    for hook in node.hooks.post.snapshot():
        _all_replaced(node, hook, (), call_nested(hook, (), (_wrapped(grad),)))


def run_post_hooks(
    node: Node, grads: tuple[Tensor | None, ...], arrived: tuple[Tensor | None, ...]
) -> tuple[Tensor | None, ...]:
    """Call post-hooks with the gradients of inputs and outputs; they may replace those of the inputs."""
    assert node.hooks is not None
    for hook in node.hooks.post.snapshot():
        grads = _all_replaced(node, hook, grads, call_nested(hook, grads, arrived))
    return grads


def _all_replaced(
    node: Node, hook: Any, grads: tuple[Tensor | None, ...], results: Any
) -> tuple[Tensor | None, ...]:
    """Return the gradients that a node's hook returned, or the given ones if it returned None."""
    if results is None:
        return grads
    if not isinstance(results, tuple):
        raise TypeError(
            f"{node.name()}: expected tuple, but hook returned {type(results).__name__!r}: {_name(hook)} may "
            "return None, or a tuple with one entry for each gradient"
        )
    if len(results) != len(grads):
        raise RuntimeError(
            f"{node.name()}: hook {_name(hook)} has returned an incorrect number of values (got {len(results)}, but "
            f"expected {len(grads)})"
        )
    return tuple([_replaced(node, hook, grad, result) for grad, result in zip(grads, results, strict=True)])


def _replaced(node: Node, hook: Any, grad: Tensor | None, result: Any) -> Tensor | None:
    """Return the gradient that a hook returned, after checking that it matches the one that it replaces."""
    if result is None:
        return None
    if not isinstance(result, Tensor):
        raise TypeError(
            f"{node.name()}: expected Variable, but hook returned {type(result).__name__!r}: {_name(hook)} may "
            "return None or a Tensor"
        )
    if grad is None:
        raise RuntimeError(
            f"{node.name()}: hook {_name(hook)} can't replace a None gradient with a non-None value: nothing arrived "
            "there"
        )
    if result.shape != grad.shape:
        raise RuntimeError(
            f"{node.name()}: hook {_name(hook)} has changed the size of value: expected a gradient of shape "
            f"{grad.shape}, got {result.shape}"
        )
    if result.dtype != grad.dtype:
        raise RuntimeError(
            f"{node.name()}: hook {_name(hook)} has changed the type of value (was {grad.dtype} got {result.dtype}); "
            f"convert it with .to(derivata.{grad.dtype})"
        )
    return result


def _name(hook: Any) -> str:
    return repr(getattr(hook, "__name__", type(hook).__name__))


def untracked(grad: Any) -> Any:
    """Convert a gradient, or a list of them, to what a pass on arrays stores: an array or a sparse tensor."""
    if isinstance(grad, list):
        return [untracked(part) for part in grad]
    if not isinstance(grad, Tensor):
        return grad
    return grad.detach() if grad.is_sparse else grad._array


def _wrapped(grad: Any) -> Tensor | None:
    return grad if grad is None or isinstance(grad, Tensor) else wrap(grad)
