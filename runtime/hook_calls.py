"""How the engine calls hooks, and what it accepts from them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .accumulate_grad import AccumulateGrad
from .hooks import PassHook
from .node import MultiNode, Node
from .tensor import Tensor, wrap

if TYPE_CHECKING:
    from .engine import Task


def run_tensor_hooks(task: "Task", node: Node, grad: Any) -> Any:
    """Call tensor hooks, keep the gradient for ``retain_grad``; return the gradient to go on with."""
    hooks = node.hooks
    assert hooks is not None
    tensor = _wrapped(grad)
    assert tensor is not None
    for hook in hooks.tensor.snapshot():
        if isinstance(hook, PassHook):
            hook.see(task, node, tensor)
        else:
            tensor = _replaced(node, tensor, hook(tensor), "a tensor hook")
    for ref in hooks.retain:
        retainer = ref()
        if retainer is not None:
            retainer.retain(tensor)
    return tensor if task.create_graph else tensor._array


def run_pre_hooks(node: Node, grad: Any, create_graph: bool) -> Any:
    """Call pre-hooks with the gradients of all outputs; return the gradient to go on with."""
    grads = _run_pre_hooks(
        node, [_wrapped(part) for part in (grad if isinstance(node, MultiNode) else [grad])]
    )
    results = grads if create_graph else [None if part is None else part._array for part in grads]
    return results if isinstance(node, MultiNode) else results[0]


def run_accumulate_hooks(node: AccumulateGrad, grad: Any) -> None:
    """Call post-accumulate hooks with the leaf, then post-hooks with what arrived: a leaf has no inputs."""
    assert node.hooks is not None
    variable = node.variable
    for hook in node.hooks.accumulate.snapshot():
        if hook(variable) is not None:
            raise RuntimeError(
                f"{node.name()}: post-accumulate hooks should return None. Change .grad itself instead"
            )
    for hook in node.hooks.post.snapshot():
        hook((), (_wrapped(grad),))


def run_post_hooks(node: Node, grads: tuple[Tensor | None, ...], grad: Any) -> tuple[Tensor | None, ...]:
    """Call post-hooks with the gradients of the inputs and outputs; they may replace the former."""
    assert node.hooks is not None
    arrived = tuple([_wrapped(part) for part in (grad if isinstance(grad, list) else [grad])])
    for hook in node.hooks.post.snapshot():
        result = hook(grads, arrived)
        if result is not None:
            grads = tuple(_as_sequence(node, result, len(grads), "a post-hook"))
    return grads


def _run_pre_hooks(node: Node, grads: list[Tensor | None]) -> list[Tensor | None]:
    assert node.hooks is not None
    for hook in node.hooks.pre.snapshot():
        result = hook(tuple(grads))
        if result is not None:
            grads = _as_sequence(node, result, len(grads), "a pre-hook")
    return grads


def _as_sequence(node: Node, result: Any, count: int, who: str) -> list[Tensor | None]:
    items = (
        [result] if isinstance(result, Tensor) else list(result) if isinstance(result, Sequence) else [result]
    )
    if len(items) != count or not all(item is None or isinstance(item, Tensor) for item in items):
        raise RuntimeError(
            f"{node.name()}: expected {who} to return None or {count} gradient(s) as a tuple of Tensors, got {result!r}"
        )
    return items


def _replaced(node: Node, tensor: Tensor, result: Any, who: str) -> Tensor:
    if result is None:
        return tensor
    if not isinstance(result, Tensor):
        raise TypeError(
            f"{node.name()}: expected {who} to return None or a Tensor, got {type(result).__name__}"
        )
    if result.shape != tensor.shape:
        raise RuntimeError(
            f"{node.name()}: expected {who} to return a gradient of shape {tensor.shape}, got {result.shape}"
        )
    if result.dtype != tensor.dtype:
        raise RuntimeError(
            f"{node.name()}: expected {who} to return a gradient of {tensor.dtype}, got {result.dtype}; convert it "
            f"with .to(derivata.{tensor.dtype})"
        )
    return result


def _wrapped(grad: Any) -> Tensor | None:
    return grad if grad is None or isinstance(grad, Tensor) else wrap(grad)
