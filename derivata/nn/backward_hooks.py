"""Backward hooks of modules: called with the gradients of a module's inputs and outputs.

All inputs go through one node that does nothing, and so do all outputs: there the gradients of all of them are at
hand. The older hooks are those of the node that made the output.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.function import Function
from ..runtime.graph.tensor_base import wrap
from ..runtime.modes.grad_mode import is_grad_enabled
from ..runtime.tensors.tensor import Tensor
from .hooks import Hook, calls_everywhere

if TYPE_CHECKING:
    from .module import Module

Gradients = tuple[Tensor | None, ...]


class BackwardHookFunction(Function):
    """Return tensors as they are, as outputs of one node."""

    @staticmethod
    def forward(ctx: Any, *tensors: Tensor) -> tuple[Tensor, ...]:
        """Return views of all tensors."""
        views = tuple([tensor.view_as(tensor) for tensor in tensors])
        ctx.mark_non_differentiable(
            *[view for view, needs in zip(views, ctx.needs_input_grad, strict=True) if not needs]
        )
        return views

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> Gradients:
        """Pass the gradients on."""
        return grads


class BackwardHooks:
    """The backward hooks of one call of a module: those of all modules, then its own."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.pre: list[Hook] = _hooks("full_backward_pre", module._backward_pre_hooks.calls())
        own, full = module._backward_hooks.calls(), module._has_full_backward_hooks
        self.full: list[Hook] = _hooks("full_backward", own if full else [])
        self.older: list[Hook] = _hooks("backward", [] if full else own)
        self.grad_outputs: Gradients | None = None
        self.input_places: list[int] | None = None
        self.forms: list[tuple[tuple[int, ...], Any]] = []  # shape and dtype of the tensors among the inputs
        self.output_places: list[int] = []
        self.inputs: int = 0
        self.outputs: int = 0

    # ---- the node before the module, and the one behind it

    def watch_inputs(self, args: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return the arguments, with tensors that come from one node."""
        if not (self.full or self.pre):
            return args
        self.inputs = len(args)
        args, places, node = _through_one_node(args)
        if node is not None:
            self.input_places = places
            self.forms = [(args[place].shape, args[place].dtype) for place in places]
            node.register_hook(self._at_inputs)
        return args

    def watch_outputs(self, args: tuple[Any, ...], output: Any) -> Any:
        """Return the output, with tensors that come from one node."""
        if self.full or self.pre:
            output = self._watched(output)
        if self.older:
            self._watch_node(args, output)
        return output

    def _watched(self, output: Any) -> Any:
        if not isinstance(output, Tensor | tuple):
            warnings.warn(
                f"{type(self.module).__name__}: For backward hooks to be called, module output should be a Tensor or "
                f"a tuple of Tensors but received {type(output).__name__}",
                stacklevel=6,
            )
        outputs = output if isinstance(output, tuple) else (output,)
        self.outputs = len(outputs)
        watched, self.output_places, node = _through_one_node(outputs)
        if node is not None:
            node.register_hook(self._at_outputs)
        return watched if isinstance(output, tuple) else watched[0]

    # ---- in backward

    def _at_outputs(self, _: Gradients, grads: Gradients) -> Gradients | None:
        """Give the hooks the gradients of the outputs; return those that flow on."""
        given = _spread(self.output_places, grads, self.outputs)
        for hook in self.pre:
            given = self._replaced(hook(self.module, given), given, "Backward pre hook", "grad_output")
        self.grad_outputs = given
        if self.input_places is None:
            self._call_without_inputs(given)
            self.grad_outputs = None
        return tuple([given[place] for place in self.output_places])

    def _at_inputs(self, grads: Gradients, _: Gradients) -> Gradients | None:
        """Give the hooks the gradients of the inputs, too; return those that flow on."""
        if self.grad_outputs is None or self.input_places is None:
            return None  # they did not come through the outputs: those of a second backward
        pairs = zip(grads, self.forms, strict=True)
        shown = [wrap(np.zeros(*form)) if grad is None else grad for grad, form in pairs]
        given = _spread(self.input_places, shown, self.inputs)
        for hook in self.full:
            given = self._replaced(
                hook(self.module, given, self.grad_outputs), given, "Backward hook", "grad_input"
            )
        self.grad_outputs = None
        replaced = zip(grads, self.input_places, strict=True)
        return tuple([None if grad is None else given[place] for grad, place in replaced])

    def _call_without_inputs(self, grad_outputs: Gradients) -> None:
        if self.full:
            warnings.warn(
                f"{type(self.module).__name__}: Full backward hook is firing when gradients are computed with respect "
                "to module outputs since no inputs require gradients",
                stacklevel=2,
            )
        for hook in self.full:
            returned = hook(self.module, (None,) * self.inputs, grad_outputs)
            if returned is not None and not (
                isinstance(returned, tuple) and all(one is None for one in returned)
            ):
                raise RuntimeError(
                    f"{type(self.module).__name__}: Backward hook for Modules where no input requires gradient should "
                    f"always return None or None for all gradients, got {type(returned).__name__}"
                )

    def _replaced(self, returned: Any, given: Gradients, subject: str, argument: str) -> Gradients:
        if returned is None:
            return given
        returned = returned if isinstance(returned, Sequence) else (returned,)
        if len(returned) != len(given):
            raise RuntimeError(
                f"{type(self.module).__name__}: {subject} returned an invalid number of {argument}, got "
                f"{len(returned)}, but expected {len(given)}"
            )
        return tuple(returned)

    # ---- the older hooks

    def _watch_node(self, args: tuple[Any, ...], output: Any) -> None:
        first = output
        while not isinstance(first, Tensor):
            values = (
                [value for value in first.values() if isinstance(value, Tensor)]
                if isinstance(first, dict)
                else first
            )
            first = values[0]
        node = first.grad_fn
        if node is not None:
            for hook in self.older:
                node.register_hook(_Bound(hook, self.module))
            missing = _what_is_missing(args, output, node)
            if missing:
                warnings.warn(
                    f"{type(self.module).__name__}: Using a non-full backward hook {missing}. Please use "
                    "register_full_backward_hook to get the documented behavior.",
                    FutureWarning,
                    stacklevel=6,
                )


class _Bound:
    """A hook of a node that is given the module first."""

    def __init__(self, hook: Hook, module: Module) -> None:
        self.hook, self.module = hook, module

    def __call__(self, grads: Gradients, grad_outputs: Gradients) -> Any:
        return self.hook(self.module, grads, grad_outputs)


def _hooks(kind: str, own: list[Any]) -> list[Hook]:
    return [call.hook for call in [*calls_everywhere(kind), *own]]


def _through_one_node(values: tuple[Any, ...]) -> tuple[tuple[Any, ...], list[int], Any]:
    """Return values whose tensors come from one node, the places of tensors, and the node if there is one."""
    places = [place for place, value in enumerate(values) if isinstance(value, Tensor)]
    if not is_grad_enabled() or not any(values[place].requires_grad for place in places):
        return values, places, None
    watched = BackwardHookFunction.apply(*[values[place] for place in places])
    replaced = list(values)
    for place, tensor in zip(places, watched, strict=True):
        replaced[place] = tensor
    made = tuple(replaced) if type(values) is tuple else type(values)(*replaced)
    return made, places, next(tensor.grad_fn for tensor in watched if tensor.grad_fn is not None)


def _spread(places: list[int], grads: Sequence[Tensor | None], size: int) -> Gradients:
    """Return a gradient for each value, None for those that are no tensors."""
    by_place = dict(zip(places, grads, strict=True))
    return tuple([by_place.get(place) for place in range(size)])


def _what_is_missing(args: tuple[Any, ...], output: Any, node: Any) -> str:
    """Say which gradients an older hook does not get; an empty string when it gets all."""
    results = output if isinstance(output, tuple) else (output,)
    if not all(isinstance(result, Tensor) for result in results):
        return "on a Module that does not return a single Tensor or a tuple of Tensors is deprecated"
    if not all(isinstance(arg, Tensor) for arg in args):
        return "on a Module that does not take as input a single Tensor or a tuple of Tensors is deprecated"
    if {result.grad_fn for result in results} - {None, node}:
        return "when outputs are generated by different autograd Nodes is deprecated"
    before = {arg.grad_fn for arg in args} - {None}
    if before != {function for function, _ in node.next_functions}:
        return "when the forward contains multiple autograd Nodes is deprecated"
    return ""
