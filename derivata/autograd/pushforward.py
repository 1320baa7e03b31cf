"""Jacobian-vector products of a function of a list of tensors, in forward mode where possible.

Only one dual level can be open. A product that is asked for inside one comes from two backward passes instead, which
carry the tangents of the open level like any other op.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import NamedTuple

from ..arrays.random import default_generator
from ..batching.rows import LARGE, rows_at_once, worthwhile
from ..runtime.forward_mode.tangents import primal_of, tangent_of
from ..runtime.modes.grad_mode import enable_grad, recording
from ..runtime.tensors.tensor import Tensor
from .basis import from_columns, one_hot_rows, one_hots
from .boundary import depends_on_others, freed, inside_dual_level, new_input, or_zeros, samples
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
    """Do the same in a dual level of its own; no level may be open."""
    through = samples()
    with dual_level():
        duals = [
            primal if tangent is None else make_dual(primal, tangent)
            for primal, tangent in zip(through.wholes(primals), through.wholes(tangents), strict=True)
        ]
        outputs = through.wholes(call(through.ones(duals)))
        return Pushed(
            through.ones([primal_of(output) for output in outputs]),
            through.ones([tangent_of(output) for output in outputs]),
        )


class Linearized:
    """A function at a point, evaluated once; its Jacobian can be multiplied with any number of vectors."""

    def __init__(self, call: ListFunction, primals: Sequence[Tensor]) -> None:
        attached = recording()
        self._samples = samples()
        own = [new_input(primal, attached) for primal in self._samples.wholes(primals)]
        with enable_grad():
            outputs = self._samples.wholes(call(self._samples.ones(own)))
        self._linear = DoubleBackward(outputs, own)
        self._own = [*own, *self._linear.starts]
        self.outputs = self._samples.ones(freed(outputs, own))

    def push(self, tangents: Vectors) -> Pushed:
        """Return the outputs and the Jacobian's product with the tangents."""
        tangents = self._samples.wholes(tangents)
        products = self._linear.push(tangents, create_graph=self._differentiable(tangents), retain_graph=True)
        results = iter(freed([product for product in products if product is not None], self._own))
        found = [None if product is None else next(results) for product in products]
        return Pushed(self.outputs, self._samples.ones(found))

    def _differentiable(self, tangents: Vectors) -> bool:
        """Whether anybody could differentiate a product by the tangents, or by what was captured."""
        factors = [t for t in (*self._linear.pulled, *tangents) if t is not None]
        return recording() and depends_on_others(factors, self._own)


def push_basis(call: ListFunction, primals: Sequence[Tensor], randomness: str = "same") -> Iterator[Pushed]:
    """Push each element of each input on its own, with the same random numbers every time, if these are wanted."""
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
        if randomness == "same" and default_generator.get_state() != before:
            default_generator.set_state(before)
        yield push_duals(call, primals, tangents)


def _push_together(
    call: ListFunction, primals: Sequence[Tensor], randomness: str
) -> tuple[Sequence[Tensor], list[list[Vectors]]] | None:
    """Do what `push_all` does with all elements of an input at once; None if that is not possible."""
    elements = [primal._array.size for primal in primals]
    if inside_dual_level() or not worthwhile(sum(elements), max(elements, default=0)):
        return None
    if sum(count * count for count in elements) > LARGE:
        return None
    state = default_generator.get_state()
    outputs: list[Tensor] = []
    blocks: list[list[Vectors]] = []
    for position, primal in enumerate(primals):
        if randomness == "same" and default_generator.get_state() != state:
            default_generator.set_state(state)
        if not primal._array.size:
            blocks.append([])
            continue
        found = rows_at_once(
            partial(_pushed, call, primals, position),
            [one_hot_rows(primal, 0, primal._array.size)],
            primal._array.size,
            randomness,
        )
        if found is None:
            default_generator.set_state(state)
            return None
        half = len(found) // 2
        outputs = [output[0] for output in found[:half] if output is not None]
        blocks.append([list(row) for row in zip(*[_unstacked(t, primal) for t in found[half:]], strict=True)])
    return outputs, blocks


def _pushed(
    call: ListFunction, primals: Sequence[Tensor], place: int, vectors: Sequence[Tensor]
) -> list[Tensor | None]:
    pushed = push_duals(call, primals, [vectors[0] if k == place else None for k in range(len(primals))])
    return [*pushed.outputs, *pushed.tangents]


def _unstacked(tangents: Tensor | None, primal: Tensor) -> Sequence[Tensor | None]:
    return [None] * primal._array.size if tangents is None else tangents.unbind(0)


def push_all(
    call: ListFunction, primals: Sequence[Tensor], randomness: str = "same"
) -> tuple[Sequence[Tensor], list[list[Vectors]]]:
    """Return the outputs, and for each input the tangents of the outputs by each of its elements."""
    together = _push_together(call, primals, randomness)
    if together is not None:
        return together
    pushed = push_basis(call, primals, randomness)
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
