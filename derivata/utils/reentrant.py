"""Checkpoints with a nested backward: the call is one node, whose backward goes through a second call."""

import warnings
from collections.abc import Callable
from typing import Any

from ..arrays import random
from ..autograd.calls import backward
from ..autograd.custom.function import Function
from ..autograd.custom.node import FunctionNode
from ..runtime.engine.passes import running
from ..runtime.modes.grad_mode import GradMode
from ..runtime.tensors.tensor import Tensor
from .around import around_repetitions
from .recomputation import repeated_numbers


class CheckpointNode(FunctionNode):
    """The node of a reentrant checkpoint; it refuses passes that go to some inputs only."""

    __slots__ = ()

    def apply(self, *args: Any) -> Any:
        """Run the backward in a pass to all leaves."""
        if len(args) == 4:
            _refuse_some_inputs(args[1])
        return super().apply(*args)

    def differentiate(self, grad: Any, needed: Any) -> tuple[Tensor | None, ...]:
        """Run the backward in a pass to all leaves."""
        _refuse_some_inputs(needed)
        return super().differentiate(grad, needed)


class CheckpointFunction(Function):
    """A call whose backward is that of a second call."""

    node_class = CheckpointNode

    @staticmethod
    def forward(ctx: Any, run_function: Callable[..., Any], preserve_rng_state: bool, *args: Any) -> Any:
        """Call the function unrecorded; keep its arguments."""
        ctx.run_function = run_function
        ctx.around = around_repetitions()
        ctx.rng_state = random.get_state() if preserve_rng_state else None
        ctx.others = [None if isinstance(value, Tensor) else value for value in args]
        ctx.places = [index for index, value in enumerate(args) if isinstance(value, Tensor)]
        ctx.save_for_backward(*[args[index] for index in ctx.places])
        return run_function(*args)

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        """Call the function again, recorded, and run a backward pass through that."""
        args = list(ctx.others)
        for index, tensor in zip(ctx.places, ctx.saved_tensors, strict=True):
            args[index] = tensor.detach().requires_grad_(tensor.requires_grad)
        with ctx.around(), GradMode(True), repeated_numbers(ctx.rng_state):
            results = ctx.run_function(*args)
        results = results if isinstance(results, tuple) else (results,)
        pairs = [
            (result, grad)
            for result, grad in zip(results, grads, strict=True)
            if isinstance(result, Tensor) and result.requires_grad and grad is not None
        ]
        if not pairs:
            raise RuntimeError(
                "checkpoint: none of output has requires_grad=True, this checkpoint() is not necessary; the function "
                "detaches its result, or use use_reentrant=False"
            )
        backward([result for result, _ in pairs], [grad for _, grad in pairs])
        return (None, None, *[value.grad if isinstance(value, Tensor) else None for value in args])


def check_backward_validity(args: Any) -> None:
    """Warn if no argument requires grad: nothing inside would get a gradient."""
    if not any(isinstance(value, Tensor) and value.requires_grad for value in args):
        warnings.warn(
            "checkpoint: None of the inputs have requires_grad=True. Gradients will be None; use use_reentrant=False",
            stacklevel=3,
        )


def _refuse_some_inputs(needed: Any) -> None:
    task = running()
    if needed is not None or (task is not None and task.captures is not None):
        raise RuntimeError(
            "checkpoint: When use_reentrant=True, checkpoint is incompatible with .grad() or passing an `inputs` "
            "parameter to .backward(): it needs a pass to all leaves. Set use_reentrant=False, or call .backward() "
            "without `inputs`"
        )
