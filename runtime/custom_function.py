"""Ops written in Python: `Function` and how it is applied."""

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from .forward_ad import set_tangent, tangent_of
from .function_node import FunctionNode
from .grad_mode import recording, set_grad_enabled
from .node import Port
from .state import FORWARD_AD, state
from .tensor import Tensor, wrap
from .versions import bump, version_of
from .views import alias, rebase


class Function:
    """Base class of ops written in Python.

    A subclass defines static methods: ``forward(ctx, *args)``, or ``forward(*args)`` with
    ``setup_context(ctx, inputs, output)``; ``backward(ctx, *grads)``; for forward mode ``jvp(ctx, *tangents)``.
    It is used through ``apply``.

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

    forward: ClassVar[Any] = None
    setup_context: ClassVar[Any] = None
    jvp: ClassVar[Any] = None

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        """Return the gradient of each argument of forward."""
        raise NotImplementedError(
            "Function: a subclass used for gradients must define a static method backward(ctx, ...)"
        )

    @classmethod
    def apply(cls, *args: Any) -> Any:
        """Run `forward` unrecorded, and record this function instead of what it did."""
        node = cls._node_class()(args)
        with set_grad_enabled(False):
            if cls.setup_context is None:
                result = cls.forward(node, *args)
            else:
                result = cls.forward(*args)
                cls.setup_context(node, args, result)
        single = not isinstance(result, tuple)
        outputs = [result] if single else list(result)
        recorded = any(node.needs_input_grad) and recording()
        outputs = [_connected(node, args, out) for out in outputs]
        if recorded:
            _record(node, outputs)
        if state.rare & FORWARD_AD:
            _set_tangents(cls, node, args, outputs)
        return outputs[0] if single else tuple(outputs)

    @classmethod
    def _node_class(cls) -> type[FunctionNode]:
        if "node_class" not in cls.__dict__ or cls.node_class is None:
            cls.node_class = type(f"{cls.__name__}Backward", (FunctionNode,), {"function": cls})
        return cls.node_class


def _connected(node: FunctionNode, args: Sequence[Any], out: Any) -> Any:
    """Return an output as an object of its own, unless it was written in place."""
    if isinstance(out, Tensor) and not any(out is dirty for dirty in node.dirty):
        return alias(out) if any(out is arg for arg in args) else out
    return out


def _record(node: FunctionNode, outputs: list[Any]) -> None:
    node.outputs = tuple(
        [(o.shape, o.dtype) if isinstance(o, Tensor) else ((), np.dtype("f4")) for o in outputs]
    )
    node.keep_saved(outputs)
    for number, out in enumerate(outputs):
        if not isinstance(out, Tensor) or out.dtype.kind not in "fc":
            continue
        if any(out is other for other in node.non_differentiable):
            continue
        if any(out is dirty for dirty in node.dirty):
            bump(out)
            rebase(out, Port(node, number))
        else:
            out._edge = Port(node, number)


def _set_tangents(cls: type[Function], node: FunctionNode, args: Sequence[Any], outputs: list[Any]) -> None:
    tangents = [tangent_of(arg) if isinstance(arg, Tensor) else None for arg in args]
    if all(tangent is None for tangent in tangents):
        return
    if cls.jvp is None:
        name = cls.__name__
        raise NotImplementedError(
            f"{name}: Trying to use forward AD with {name} that has no static method jvp(ctx, *tangents)"
        )
    if node.materialize:
        tangents = [
            wrap(np.zeros(arg.shape, arg.dtype)) if tangent is None and isinstance(arg, Tensor) else tangent
            for arg, tangent in zip(args, tangents, strict=True)
        ]
    node.saved = [
        (value, 0 if value is None else version_of(value), -1) for value in node.forward_saved
    ] or node.saved
    results = cls.jvp(node, *tangents)
    results = results if isinstance(results, tuple) else (results,)
    for out, tangent in zip(outputs, results, strict=True):
        if tangent is not None and isinstance(out, Tensor):
            set_tangent(out, tangent)
