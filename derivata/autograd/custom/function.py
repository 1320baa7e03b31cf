"""Ops written in Python: `Function` and how it is applied."""

import warnings
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any, ClassVar, NoReturn

from ...runtime.modes.batching import any_batched
from ...runtime.modes.grad_mode import call_unrecorded, recording
from ...runtime.modes.state import BATCHED, FORWARD_AD, state
from .arguments import bind
from .context import FunctionCtx
from .node import FunctionNode
from .outputs import connect
from .tangents import Tangents, push_forward, set_tangents, without_tangents

_NO_TANGENTS: AbstractContextManager[Tangents] = nullcontext([])


class Function:
    """Base class of ops written in Python.

    A subclass defines static methods: ``forward(ctx, *args)``, or ``forward(*args)`` with
    ``setup_context(ctx, inputs, output)``; ``backward(ctx, *grads)``, also called ``vjp``; for forward mode
    ``jvp(ctx, *tangents)``. It is used through ``apply``, which takes the arguments of `forward` by position or name.

    Attributes
    ----------
    clear_saved_tensors_on_access : bool
        Give up what was saved when `backward` reads ``ctx.saved_tensors``, which it can do once then.
    boxed_grads_call : bool
        Call ``backward(ctx, grads)`` with a list, which it may clear to free gradients early.
    generate_vmap_rule : bool
        Take one sample after the other inside of `vmap`, for a Function without a method of that name.

    Examples
    --------
    >>> import derivata as dv
    >>> class Cube(dv.autograd.Function):
    ...     @staticmethod
    ...     def forward(ctx, x):
    ...         ctx.save_for_backward(x)
    ...         return x * x * x
    ...     @staticmethod
    ...     def backward(ctx, grad):
    ...         (x,) = ctx.saved_tensors
    ...         return 3 * x * x * grad
    >>> x = dv.tensor(2.0, requires_grad=True)
    >>> Cube.apply(x).backward()
    >>> x.grad
    tensor(12.)
    """

    node_class: ClassVar[type[FunctionNode] | None] = None
    _own_nodes: ClassVar[type[FunctionNode]]
    clear_saved_tensors_on_access: ClassVar[bool] = False
    boxed_grads_call: ClassVar[bool] = False
    generate_vmap_rule: ClassVar[bool] = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        warnings.warn(
            f"{type(self).__name__} should not be instantiated: its methods are static; use {type(self).__name__}"
            ".apply(...)",
            DeprecationWarning,
            stacklevel=2,
        )

    def __call__(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Refuse to be called: legacy functions with state are not supported."""
        raise RuntimeError(
            f"{type(self).__name__}: Legacy autograd function with non-static forward method is not supported; make "
            f"the methods static and call {type(self).__name__}.apply(...)"
        )

    @staticmethod
    def forward(*args: Any, **kwargs: Any) -> Any:
        """Compute the result, called as ``forward(ctx, *args)``; ops in here are not recorded."""
        raise NotImplementedError(
            f"{_subject(*args)}You must implement the forward function for custom autograd.Function: a static method "
            "forward(ctx, *args)"
        )

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[Any, ...], output: Any) -> Any:
        """Save what `backward` needs, where `forward` takes no ctx."""
        raise NotImplementedError("setup_context is not implemented")

    @staticmethod
    def backward(*args: Any, **kwargs: Any) -> Any:
        """Return the gradient of each argument of forward, called as ``backward(ctx, *grads)``."""
        raise NotImplementedError(
            f"{_subject(*args)}You must implement either the backward or vjp method for your custom autograd.Function "
            "to use it with backward mode AD: a static method backward(ctx, *grads)"
        )

    vjp = backward

    @staticmethod
    def jvp(*args: Any, **kwargs: Any) -> Any:
        """Return the tangent of each output of forward, called as ``jvp(ctx, *tangents)``."""
        raise NotImplementedError(
            f"{_subject(*args)}You must implement the jvp function for custom autograd.Function to use it with forward "
            "mode AD: a static method jvp(ctx, *tangents)"
        )

    @staticmethod
    def vmap(info: Any, in_dims: Any, *args: Any) -> Any:
        """Compute the results of all samples, and return them with the dimensions that the samples are along.

        Called as ``vmap(info, in_dims, *args)``: `info` has `batch_size` and `randomness`, and `in_dims` says for each
        argument along which dimension it has its samples, None for one that is the same for all.
        """
        raise NotImplementedError(
            "To use autograd.Function with vmap, you must either override the vmap staticmethod or set "
            "generate_vmap_rule=True."
        )

    @classmethod
    def apply(cls, *args: Any, **kwargs: Any) -> Any:
        """Run `forward` without recording its ops, and record one node for the whole function."""
        args = bind(cls, args, kwargs)
        if state.active_modes & BATCHED and any_batched(args):
            from ...batching.functions import apply_batched

            return apply_batched(cls, args)
        node = cls._new_node(args)
        with without_tangents(args) if state.active_modes & FORWARD_AD else _NO_TANGENTS as tangents:
            result = call_unrecorded(cls._run_forward, node, args)
            results = result if isinstance(result, tuple) else (result,)
            recorded = recording() and any(edge is not None for edge in node.input_edges)
            outputs = connect(node, args, results, recorded)
            dual = tangents and any(tangent is not None for tangent in tangents)
            pushed = push_forward(cls, node, args, results, tangents) if dual else None
        if pushed is not None:
            set_tangents(node, outputs, pushed)
        if recorded:
            node.keep_saved(outputs)
        node.forget_forward()
        return tuple(outputs) if isinstance(result, tuple) else outputs[0]

    @classmethod
    def has_setup_context(cls) -> bool:
        """Tell whether `forward` goes without ctx."""
        return cls.setup_context is not Function.setup_context

    @classmethod
    def backward_method(cls) -> Callable[..., Any]:
        """Return the backward, under whichever of its names it was defined."""
        if cls.vjp is Function.vjp:
            return cls.backward
        if cls.backward is not Function.backward:
            raise RuntimeError(
                f"{cls.__name__}: Implementing both 'backward' and 'vjp' for a custom Function is not allowed: they "
                "are names of one method; define one of them"
            )
        return cls.vjp

    @classmethod
    def _run_forward(cls, node: FunctionNode, args: tuple[Any, ...]) -> Any:
        ctx = node.shown
        if not cls.has_setup_context():
            return cls.forward(ctx, *args)
        result = cls.forward(*args)
        cls.setup_context(ctx, args, result)
        return result

    @classmethod
    def _new_node(cls, args: tuple[Any, ...]) -> FunctionNode:
        if "_own_nodes" not in cls.__dict__:
            name = f"{cls.__name__}Backward"
            ctx_class = type(name, (FunctionCtx,), {"__slots__": ()})
            members = {"function": cls, "ctx_class": ctx_class, "__slots__": ()}
            cls._own_nodes = type(name, (cls.node_class or FunctionNode,), members)
        return cls._own_nodes(args)


def _subject(ctx: Any = None, *args: Any) -> str:
    return f"{ctx._node.function.__name__}: " if isinstance(ctx, FunctionCtx) else ""
