"""A backward that is not made of recorded ops: its results must not be differentiated again."""

import functools
from collections.abc import Callable, Iterator
from typing import Any, NoReturn, ParamSpec, TypeVar

from ..runtime.graph.node import Node
from ..runtime.graph.tensor_base import wrap
from ..runtime.modes.batching import refuse_batched
from ..runtime.modes.grad_mode import GradMode, recording
from ..runtime.tensors.tensor import Tensor
from ..runtime.views.refusal import Refusal
from .custom.context import FunctionCtx

P = ParamSpec("P")
R = TypeVar("R")


def once_differentiable(backward: Callable[P, R]) -> Callable[P, R]:
    """Decorate a `backward` whose results cannot be differentiated, because it leaves the recorded ops.

    It runs unrecorded, also under ``create_graph=True``, and a derivative of its results is an error.

    Examples
    --------
    >>> import derivata as dv
    >>> class Square(dv.autograd.Function):
    ...     @staticmethod
    ...     def forward(ctx, x):
    ...         ctx.save_for_backward(x)
    ...         return x * x
    ...     @staticmethod
    ...     @dv.autograd.function.once_differentiable
    ...     def backward(ctx, grad):
    ...         (x,) = ctx.saved_tensors
    ...         return dv.from_numpy(2 * x.numpy() * grad.numpy())
    >>> x = dv.tensor([1.0, 2.0], requires_grad=True)
    >>> Square.apply(x).sum().backward()
    >>> x.grad
    tensor([2., 4.])
    """

    @functools.wraps(backward)
    def wrapper(*args: P.args, **kwargs: P.kwargs) -> R:
        edges = tuple(_edges(args)) if recording() else ()
        with GradMode(False):
            results = backward(*args, **kwargs)
        if not edges:
            return results
        if isinstance(results, tuple):
            return tuple([_guarded(result, edges) for result in results])  # type: ignore[return-value]
        return _guarded(results, edges)  # type: ignore[no-any-return]

    return wrapper


class TwiceDifferentiated(Refusal):
    """The history of a gradient that has no derivative."""

    __slots__ = ("sources",)

    op = "backward"

    def __init__(self, result: Tensor, sources: tuple[Node, ...]) -> None:
        super().__init__(result.shape, result.dtype)
        self.sources = sources

    def edges(self) -> tuple[Node | None, ...]:
        """Return the edges of what the gradient was computed from, so that a second backward reaches this node."""
        return self.sources

    def refuse(self) -> NoReturn:
        """Raise the error of a second differentiation."""
        raise RuntimeError(
            "trying to differentiate twice a function that was marked with @once_differentiable: write its backward "
            "with ops on tensors and take the decorator off"
        )


def _edges(values: Any) -> Iterator[Node]:
    """Return the edges of everything a backward computes with: incoming gradients and saved tensors."""
    for value in values:
        if isinstance(value, Tensor):
            if value._edge is not None:
                yield value._edge
        elif isinstance(value, list):
            yield from _edges(value)
        elif isinstance(value, FunctionCtx):
            yield from value._node.edges_of_saved()


def _guarded(result: Any, edges: tuple[Node, ...]) -> Any:
    if not isinstance(result, Tensor) or result.dtype.kind not in "fc":
        return result
    if result.is_sparse:
        return result.with_values(_guarded(result._values(), edges))  # type: ignore[attr-defined]
    refuse_batched("once_differentiable", result)
    guarded = wrap(result._array)
    guarded._edge = TwiceDifferentiated(guarded, edges)
    return guarded
