"""Runs a function once, on stand-ins for its tensors, and listens to the ops that it and its backward pass call."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ...arrays.random import Generator, default_generator
from ...autograd.calls import grad as grad_of
from ...runtime.graph.accumulate_grad import AccumulateGrad
from ...runtime.graph.tensor_base import wrap
from ...runtime.modes.grad_mode import call_in_mode, is_grad_enabled
from ...runtime.modes.observers import observing
from ...runtime.tensors.tensor import Tensor
from ..graph.graph import Graph, Value
from ..refusal import CannotCompile
from .asked import Questions
from .effects import Change, Effect, Write
from .listener import Listener
from .passes import reached
from .readings import Reading, numbers_in
from .sizes import Sizes
from .stand_ins import stand_in


@dataclass(frozen=True)
class Traced:
    """What was heard: the function's graph, and that of its gradients.

    Attributes
    ----------
    forward : Graph
        Its outputs are the tensors that the function returned, `count` of them, and gradients for the `effects`.
    backward : Graph, or None
        Its first inputs are those of `forward`, its last ones the gradients of `differentiable` outputs; its outputs
        are the gradients of `wanted` inputs. Its calls follow those of `forward`.
    result : object
        What the function returned, as its structure and its leaves, with `Hole` in place of tensors.
    leaves : dict
        The numbers of inputs that are leaves, for effects, and whether they must have no gradient.
    spent : tuple of int
        The results whose history the function has used up.
    generators : tuple of Generator
        Where random numbers are from.
    answers : tuple
        The numbers of tensors that the function has asked for, in its order.
    read : int
        How many it returns, which follow the gradients among the outputs of `forward`.
    passes : int
        How many backward passes there are among its calls.
    handles : bool
        Whether there are handlers of errors in its code.
    sizes : tuple
        The names of sizes that are inputs, and for each the number of a tensor and its dimension.
    """

    forward: Graph
    backward: Graph | None
    result: Any
    count: int
    effects: tuple[Effect, ...]
    leaves: dict[int, bool]
    spent: tuple[int, ...]
    differentiable: tuple[int, ...] = ()
    wanted: tuple[int, ...] = ()
    unused: tuple[int, ...] = ()
    generators: tuple[Generator, ...] = ()
    sizes: tuple[tuple[str, int, int], ...] = ()
    answers: tuple[bool | int, ...] = ()
    read: int = 0
    passes: int = 0
    handles: bool = False


def trace(
    call: Callable[[Listener], tuple[Any, list[Tensor]]],
    on_copies: bool = False,
    sizes: Sizes | None = None,
    questions: Questions | None = None,
) -> Traced:
    """Return what is heard of a call; it returns its result, and the tensors in it.

    It is given the listener, of which it gets the stand-ins of its tensors: the inputs, in this order. To write to them
    is an error unless they are traced `on_copies`. What it does with sizes is written to `sizes`, if given. It may ask
    for numbers of tensors if there are `questions`.
    """
    listener = Listener(on_copies, sizes)
    listener.questions = questions
    listener.generator(default_generator)
    try:
        return call_in_mode(is_grad_enabled(), _traced, listener, call)  # it may end in the middle of a block
    finally:
        if listener.draws:
            for generator, state in listener.generators.items():
                generator.set_state(state)  # the call itself will draw
        listener.close()


def _traced(listener: Listener, call: Callable[[Listener], tuple[Any, list[Tensor]]]) -> Traced:
    """Return what a listener hears."""
    stand_ins, inputs = listener.stand_ins, listener.inputs
    with observing(listener):
        result, outs = call(listener)
        outs = _apart(outs, listener)
        listener.finish()
        if listener.refused is not None:
            raise listener.refused
        outputs = [listener.value(out) for out in outs]
        _check_outputs(outs, outputs, [*[one._array for one in stand_ins], *listener.effects.left])
        effects = tuple(listener.effects.found)
        read = [number.returned() for number in numbers_in(result[1])]
        outputs += [*listener.effects.values, *read]
        forward = Graph(inputs, listener.calls, outputs)  # type: ignore[arg-type]
        recorded = [number for number, out in enumerate(outs) if out.requires_grad]
        spent = tuple([number for number in recorded if _is_spent(outs[number], listener)])
        differentiable = tuple([number for number in recorded if number not in spent])
        shown = result[0], [_shown(leaf) for leaf in result[1]]
        traced = Traced(forward, None, shown, len(outs), effects, listener.effects.leaves, spent)
        traced = replace(
            traced,
            generators=tuple(listener.generators),
            answers=() if listener.questions is None else tuple(listener.questions.answers),
            read=len(read),
            passes=listener.passes,
            handles=listener.handles,
        )
        listener.questions = None
        if not differentiable:
            return traced
        if any(not isinstance(effect, Change | Write) for effect in effects):
            raise CannotCompile(
                "it returns a tensor with history beside a backward pass; return its .detach()"
            )
        wanted = [number for number, tensor in enumerate(stand_ins) if tensor.requires_grad]
        if not wanted:
            raise CannotCompile("the history of a result leads to no argument; return its .detach()")
        given = [stand_in(wrap(np.ones_like(outs[number]._array))) for number in differentiable]
        grads_in = [listener.new(tensor._array) for tensor in given]
        roots, ends = [outs[n] for n in differentiable], [stand_ins[n] for n in wanted]
        listener.calls = []
        grads = grad_of(roots, ends, given, retain_graph=True, allow_unused=True)
    if listener.refused is not None:
        raise listener.refused
    used = [number for number, gradient in zip(wanted, grads, strict=True) if gradient is not None]
    found = [listener.value(gradient) for gradient in grads if gradient is not None]
    if any(value is None or value.is_constant for value in found):
        raise CannotCompile("nothing is known of where a gradient is from")
    backward = Graph([*inputs, *grads_in], [*forward.calls, *listener.calls], found)  # type: ignore[arg-type]
    unused = tuple([number for number in wanted if number not in used])
    return replace(
        traced, backward=backward, differentiable=differentiable, wanted=tuple(used), unused=unused
    )


class Hole:
    """Stands for a tensor in what a function returned."""


class Number:
    """Stands for a number of a tensor there."""


def _shown(leaf: Any) -> Any:
    return Hole if isinstance(leaf, Tensor) else Number if isinstance(leaf, Reading) else leaf


def _apart(outs: Sequence[Tensor], listener: Listener) -> list[Tensor]:
    """Return results with copies of gradients that lie in the memory of others, of which they are no views.

    Those of `x + y` are one array.
    """
    found: list[Tensor] = []
    for out in outs:
        others = [*found, *listener.stand_ins] if id(out._array) in listener.gradients else ()
        shared = any(
            np.may_share_memory(out._array, other._array) and not _is_of(other, out) for other in others
        )
        found.append(out.clone() if shared else out)
    return found


def _is_of(tensor: Tensor, base: Tensor) -> bool:
    """Tell whether a tensor is another one, or a view of it."""
    view = None if tensor._extra is None else tensor._extra.view
    return tensor is base or (view is not None and view.base is base)


def _is_spent(out: Tensor, listener: Listener) -> bool:
    """Tell whether a backward pass in the function has used up the history of a result."""
    edge: Any = out._edge
    return any(
        node in listener.released and (node.saved_names or node.saved_outputs) for node in reached([edge])
    )


def _check_outputs(outs: Sequence[Tensor], values: Sequence[Value | None], arrays: list[Any]) -> None:
    """Raise if a result is not new memory that nothing else refers to, as the `arrays` are."""
    for out, value in zip(outs, values, strict=True):
        if value is None or value.is_constant:
            raise CannotCompile("the function returns a tensor that is no result of an op")
        if any(array is out._array or np.may_share_memory(out._array, array) for array in arrays):
            raise CannotCompile(
                "the function returns an argument, its .grad, a view of one, or two views of one memory; return a "
                ".clone()"
            )
        if isinstance(out._edge, AccumulateGrad):
            raise CannotCompile("the function returns a leaf that it has made, which is no result of an op")
        arrays.append(out._array)
