"""The node of a compiled call: it runs the backward program, or, to record it, the function again op by op."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.boundary import zeros_like
from ..autograd.calls import grad as grad_of
from ..runtime.engine.nesting import call_nested
from ..runtime.graph.node import Buffers, Node, next_seq
from ..runtime.graph.port import MultiNode, Port
from ..runtime.graph.saved import RELEASED, checked_list
from ..runtime.graph.saved_errors import raise_changed, raise_released
from ..runtime.graph.tensor_base import wrap
from ..runtime.graph.versions import shared_counter
from ..runtime.modes.grad_mode import enable_grad, is_grad_enabled
from ..runtime.tensors.tensor import Tensor
from .graph.interpret import run
from .refusal import Misfit
from .watched import is_watched

if TYPE_CHECKING:
    from .traced_program import Program


_SLOTS = (
    "edge_arguments",
    "program",
    "saved_arguments",
    "saved_values",
    "sizes",
    "version_arguments",
    "version_values",
)


class Call(Node):
    """One call of a compiled function; it saves the arguments, and what the forward program has for the other one."""

    __slots__ = ()
    op = "compile"
    program: Program
    sizes: Sequence[int]

    def apply(self, grad: Any, needed: set[Node] | None, keep: bool, buffers: Buffers) -> Any:
        """Run the backward program."""
        found = self._found(self._saved(), self._given(grad))
        if not keep:
            self.saved_arguments = self.saved_values = RELEASED
        if len(found) == 1:
            return found.pop()  # to the only edge, which finds no other reference to it
        edges, wanted = self.edge_arguments, self.program.wanted
        if len(wanted) < len(edges):
            edges = [edges[number] for number in wanted]
        return zip(edges, found)  # noqa: B905 (strict: 60 ns)

    def edges(self) -> tuple[Node | None, ...]:
        """Return where each argument's gradient goes."""
        return self.edge_arguments  # type: ignore[no-any-return]

    @property
    def edge(self) -> Node:
        """The first edge that a gradient goes to."""
        return self.edge_arguments[self.program.wanted[0]]  # type: ignore[no-any-return]

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        """Run the backward program, or the traced ops again, which are recorded if the mode says so."""
        saved = self._saved()
        given = self._given(grad)
        if is_grad_enabled() or is_watched():
            found: Sequence[Tensor] = call_nested(_op_by_op, self, given)
        else:
            arrays = [part._array if isinstance(part, Tensor) else part for part in given]
            found = [wrap(array) for array in self._found(saved, arrays)]
        gradients: list[Tensor | None] = [None] * len(self.edge_arguments)
        for number, gradient in zip(self.program.wanted, found, strict=True):
            gradients[number] = gradient
        return tuple(gradients)

    def _found(self, saved: Sequence[Any], given: Sequence[Any]) -> list[Any]:
        """Return what the backward program returns; where it is none for these sizes, what the traced ops do again."""
        try:
            return self.program.backward(*saved, *given, *self.sizes)  # type: ignore[misc]
        except Misfit:
            return self._found_again(given)

    def _found_again(self, given: Sequence[Any]) -> list[Any]:
        """Return what the traced ops do again."""
        return [gradient._array for gradient in call_nested(_op_by_op, self, given)]

    def _saved(self) -> list[Any]:
        """Return the arrays that the backward program reads; raise if they were released or written to."""
        arguments, versions = self.saved_arguments, self.version_arguments
        if arguments is RELEASED:
            raise_released(self)
        arrays = []
        for number in self.program.inputs:
            tensor = arguments[number]
            if +tensor._counter != versions[number]:
                name = f"arguments[{number}]"
                raise_changed(self, name, tensor._array, tensor._counter, versions[number])
            arrays.append(tensor._array)
        for number, value in enumerate(self.saved_values):
            if +value._counter:
                raise_changed(self, f"values[{number}]", value._array, value._counter, 0)
            arrays.append(value._array)
        return arrays

    def _given(self, grad: Any) -> Sequence[Any]:
        """Return the gradients of differentiable outputs."""
        return (grad,)


class CompiledBackward(Call):
    """A call with one differentiable output."""

    __slots__ = _SLOTS
    edge_lists = True


class CompiledManyBackward(Call, MultiNode):
    """A call with several differentiable outputs."""

    __slots__ = _SLOTS
    edge_lists = True

    def _given(self, grads: Sequence[Any]) -> Sequence[Any]:
        """Return the gradients of differentiable outputs, None where none came."""
        return [grads[number] for number in self.program.differentiable]

    def _found(self, saved: Sequence[Any], given: Sequence[Any]) -> list[Any]:
        """Return what the backward program returns for zeros where no gradient came.

        Zeros times infinities are no numbers: where there are such ones, the traced ops run again, which take no zeros.
        """
        missing = [place for place, part in enumerate(given) if part is None]
        if not missing:
            return Call._found(self, saved, given)
        program, whole = self.program, [*given]
        for place in missing:
            whole[place] = np.zeros(*self.outputs[program.differentiable[place]])
        found = Call._found(self, saved, whole)
        if any(map(_has_nan, found)) and not program.rewritten:
            return self._found_again(given)
        return found


def _has_nan(array: Any) -> bool:
    total = np.vdot(array, array)
    return bool(total != total)


def record(
    program: Program,
    tensors: tuple[Tensor, ...],
    results: Sequence[Any],
    versions: Mapping[int, int] | None,
) -> list[Tensor]:
    """Return the outputs among what a forward program returned, as results of a new node.

    `versions` are those, by numbers, of arguments that the program has written to, from before that.
    """
    outs, numbers = [*map(wrap, results)], program.differentiable
    node: Any = CompiledBackward() if len(numbers) == 1 else CompiledManyBackward()
    node.seq = next_seq()
    node.hooks = None
    node.program = program
    node.sizes = program.lengths(tensors) if program.sizes else ()
    node.edge_arguments = tuple([tensor._edge for tensor in tensors])
    node.saved_arguments = tensors
    node.version_arguments = now = [+tensor._counter for tensor in tensors]
    if versions:
        for number, version in versions.items():
            now[number] = version
    node.saved_values = node.version_values = ()
    if program.kept:
        _keep(program, node, outs)
    if len(numbers) == 1:
        out = outs[numbers[0]]
        node.shape, node.dtype = out._shape, out._dtype
        out._edge = node
    else:
        node.outputs = tuple([(out._shape, out._dtype) for out in outs])
        for number in numbers:
            outs[number]._edge = Port(node, number)
    return outs


def _keep(program: Program, node: Any, outs: list[Tensor]) -> None:
    """Save what follows the outputs for the backward program."""
    node.saved_values = values = outs[program.count :]
    del outs[program.count :]
    node.version_values = (0,) * len(values)
    for value, owner in zip(values, program.shared, strict=True):
        if owner is not None:
            value._counter = shared_counter(outs[owner])


def _op_by_op(node: Call, given: Sequence[Any]) -> Sequence[Tensor]:
    """Return gradients of the function run again, which are recorded if the mode says so.

    `given` are tensors or arrays, and None where no gradient came.

    Arguments are views of themselves there, for one may be another one, or depend on it: each gets its own share.
    """
    program, tensors = node.program, [*checked_list(node, "arguments")]
    records = is_grad_enabled()
    with enable_grad():
        for number in program.wanted:
            tensors[number] = tensors[number].view(tensors[number].shape)
        sizes = {name: length for (name, *_), length in zip(program.sizes, node.sizes, strict=True)}
        results = run(program.op_by_op, [*tensors, *node.saved_values], sizes)
        inputs = [tensors[number] for number in program.wanted]
        roots = [  # other results were written over by numbers, or have no gradient
            (result, part if isinstance(part, Tensor) else wrap(part))
            for result, part in zip(results, given, strict=True)
            if part is not None and result.requires_grad
        ]
        if not roots:
            return [zeros_like(tensor) for tensor in inputs]
        outs, grads = zip(*roots, strict=True)
        found: Sequence[Tensor] = grad_of(outs, inputs, grads, create_graph=records, materialize_grads=True)
        return found
