"""Jacobian-vector products of a function of a list of tensors, in forward mode where possible.

Only one dual level can be open. A product that is asked for inside one comes from two backward passes instead, which
carry the tangents of the open level like any other op.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from ..arrays.random import default_generator
from ..runtime.forward_mode.tangents import primal_of, tangent_of
from ..runtime.modes.grad_mode import enable_grad, recording
from ..runtime.tensors.tensor import Tensor
from .basis import from_columns, one_hots
from .boundary import depends_on_others, freed, fresh_input, inside_dual_level, or_zeros
from .double_backward import DoubleBackward
from .forward_ad import dual_level, make_dual

ListFunction = Callable[[list[Tensor]], Sequence[Tensor]]
Vectors = Sequence[Tensor | None]


class Pushed(NamedTuple):
    """Outputs and their tangents; None stands for zero."""

    outputs: Sequence[Tensor]
    tangents: Vectors


def push(call: ListFunction, primals: Sequence[Tensor], tangents: Vectors) -> Pushed:
    """Return the outputs of a function and its Jacobian's product with the tangents."""
    if inside_dual_level():
        return Linearized(call, primals).push(tangents)
    return push_duals(call, primals, tangents)


def push_duals(call: ListFunction, primals: Sequence[Tensor], tangents: Vectors) -> Pushed:
    """Do the same in a dual level, of which there is none yet."""
    with dual_level():
        duals = [
            primal if tangent is None else make_dual(primal, tangent)
            for primal, tangent in zip(primals, tangents, strict=True)
        ]
        outputs = call(duals)
        return Pushed([primal_of(output) for output in outputs], [tangent_of(output) for output in outputs])


class Linearized:
    """A function at a point, evaluated once; its Jacobian can be multiplied with any number of vectors."""

    def __init__(self, call: ListFunction, primals: Sequence[Tensor]) -> None:
        attached = recording()
        own = [fresh_input(primal, attached) for primal in primals]
        with enable_grad():
            outputs = call(own)
        self._linear = DoubleBackward(outputs, own)
        self._own = [*own, *self._linear.starts]
        self.outputs = freed(outputs, own)

    def push(self, tangents: Vectors) -> Pushed:
        """Return the outputs and the Jacobian's product with the tangents."""
        products = self._linear.push(tangents, create_graph=self._differentiable(tangents), retain_graph=True)
        results = iter(freed([product for product in products if product is not None], self._own))
        return Pushed(self.outputs, [None if product is None else next(results) for product in products])

    def _differentiable(self, tangents: Vectors) -> bool:
        """Whether anybody could differentiate a product by the tangents, or by what was captured."""
        factors = [t for t in (*self._linear.pulled, *tangents) if t is not None]
        return recording() and depends_on_others(factors, self._own)


def push_basis(call: ListFunction, primals: Sequence[Tensor]) -> Iterator[Pushed]:
    """Push each element of each input on its own, with the same random numbers every time."""
    basis = (
        [vector if k == position else None for k in range(len(primals))]
        for position, primal in enumerate(primals)
        for vector in one_hots(primal)
    )
    if inside_dual_level():
        yield from map(Linearized(call, primals).push, basis)
        return
    before = default_generator.get_state()
    for tangents in basis:
        if default_generator.get_state() != before:
            default_generator.set_state(before)
        yield push_duals(call, primals, tangents)


def push_all(call: ListFunction, primals: Sequence[Tensor]) -> tuple[Sequence[Tensor], list[list[Vectors]]]:
    """Return the outputs, and for each input the tangents of the outputs by each of its elements."""
    pushed = push_basis(call, primals)
    first = next(pushed, None) or push(call, primals, [None] * len(primals))  # no elements: no columns
    columns = iter(chain([first], pushed))
    blocks = [[next(columns).tangents for _ in range(primal._array.size)] for primal in primals]
    return first.outputs, blocks


def jacobians(
    outputs: Sequence[Tensor], primals: Sequence[Tensor], blocks: list[list[Vectors]]
) -> list[list[Tensor]]:
    """Return the Jacobian of each of the first outputs by each input, from what `push_all` returned."""
    return [
        [
            from_columns([or_zeros(column[k], output) for column in block], output, primal)
            for block, primal in zip(blocks, primals, strict=True)
        ]
        for k, output in enumerate(outputs)
    ]
