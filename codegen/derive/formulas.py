"""The derived formulas of one forward: gradients of some arguments, tangent, and the values that they share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..formula.formula import Formula
from ..spec import Op
from .algebra import ZERO
from .choices import given
from .cost import work
from .differentiate import NoDerivative
from .finish import times_grad
from .gradient import Gradients
from .graph import Node, below, make, name, names, read, replace
from .kinds import Values, seen_in_truths_only
from .linear import is_linear
from .share import Scope, share
from .spelling import spelled

_WORTH_SAVING = 8
"""Cost of a value from which on it is kept from the forward instead of computed again."""


@dataclass(frozen=True, slots=True)
class Derived:
    """What follows from a forward; a gradient of None is no gradient, 0 one that is zero everywhere.

    `tangent` is given where the gradients do not tell it.
    """

    gradients: Mapping[str, Node | None]
    lets: Mapping[str, Node]
    tangent: Node | None = None
    linear: bool = False


@dataclass(frozen=True, slots=True)
class _Branch:
    """A part of a forward that is chosen when the op is called, and its derivative in one argument.

    `ready` is a formula in `grad` where the function is not holomorphic; else `slope` is the derivative.
    """

    gradients: Gradients
    slope: Node
    ready: bool


_Tree = _Branch | tuple[Node, "_Tree", "_Tree"]


class Deriver:
    """Derives the formulas of one entry."""

    def __init__(self, op: Op, forward: Node, wanted: Sequence[str], edges: Sequence[str]) -> None:
        self.op, self.wanted, self.edges = op, wanted, edges
        self.forward = forward
        self.values = Values.of(op, forward)
        self.result = op.signature.returns[0].name
        self.optional = {a.name for a in op.signature.arguments if a.type.optional}

    def derive(self) -> Derived:
        """Return the formulas of the wanted arguments; raises NoDerivative."""
        masks = [a for a in self.wanted if seen_in_truths_only(self.forward, name(a))]
        active = [a for a in self.wanted if a not in masks]
        trees = {argument: self._tree(self._root(argument), argument) for argument in active}
        branches = [branch for tree in trees.values() for branch in _branches(tree)]
        tangent, linear = self._tangent([a for a in self.edges if a not in masks], branches)
        slopes = self._with_results(branches)
        roots = slopes if tangent is None else [*slopes, tangent]
        lets, formulas, meanings = share(roots, self._scope())
        for branch in branches:
            branch.gradients.meanings.update({**meanings, name(self.result): branch.gradients.root})
        if tangent is not None:
            tangent = spelled(_primals(formulas.pop(), self.edges))
        finished = iter([_finished(branch, slope) for branch, slope in zip(branches, formulas, strict=True)])
        gradients = {a: spelled(_grown(tree, finished)) for a, tree in trees.items()}
        return Derived(
            {a: gradients.get(a) for a in self.wanted},
            {key: spelled(value) for key, value in lets.items()},
            tangent,
            linear,
        )

    def _root(self, argument: str) -> Node:
        return given(self.forward, argument) if argument in self.optional else self.forward

    def _tree(self, root: Node, argument: str) -> _Tree:
        if root.head == "if":
            return root.parts[0], self._tree(root.parts[1], argument), self._tree(root.parts[2], argument)
        try:
            return self._branch(Gradients(root, self.values), argument)
        except NoDerivative as problem:
            raise NoDerivative(problem.function, problem.reason, argument) from None

    def _branch(self, gradients: Gradients, argument: str) -> _Branch:
        variable = name(argument)
        if gradients.straight(variable):
            return _Branch(gradients, gradients.slope(gradients.root, variable), False)
        return _Branch(gradients, gradients.gradient(variable), True)

    def _tangent(self, edges: Sequence[str], branches: Sequence[_Branch]) -> tuple[Node | None, bool]:
        """Return the tangent, unless the gradients tell it or the op is linear, which comes second."""
        if not edges or self.op.tangents:
            return None, False
        linear = is_linear(self.forward, edges)
        if not any(branch.ready for branch in branches):
            return None, linear and len(edges) == 1
        return (None, True) if linear else (self._tangent_of(self.forward, edges), False)

    def _tangent_of(self, root: Node, edges: Sequence[str]) -> Node:
        if root.head == "if":
            return make("if", root.parts[0], *[self._tangent_of(part, edges) for part in root.parts[1:]])
        return Gradients(root, self.values).tangent(edges)

    def _with_results(self, branches: Sequence[_Branch]) -> list[Node]:
        """Return the derivatives with `result` for the value of the forward, where that saves work or memory."""
        by_root: dict[Node, list[Node]] = {}
        for branch in branches:
            by_root.setdefault(branch.gradients.root, []).append(branch.slope)
        chosen = {root: self._saves(root, slopes) for root, slopes in by_root.items()}
        result = name(self.result)
        return [
            replace(branch.slope, {root: result}) if chosen[root := branch.gradients.root] else branch.slope
            for branch in branches
        ]

    def _saves(self, root: Node, slopes: Sequence[Node]) -> bool:
        if not root.parts:
            return False
        without = below(slopes)
        with_ = below([replace(slope, {root: name(self.result)}) for slope in slopes])
        if work(without) - work(with_) >= _WORTH_SAVING:
            return True
        tensors = self.values.tensors
        fewer = {p.value for p in without if p.value in tensors} - {
            p.value for p in with_ if p.value in tensors
        }
        return bool(fewer) and root in without

    def _scope(self) -> Scope:
        """Return the names of the entry; values that use what a forward cannot are none of its own."""
        arguments = {argument.name for argument in self.op.signature.arguments}
        outputs = {output.name for output in self.op.signature.returns}
        constants = frozenset(a.name for a in self.op.signature.arguments if not a.is_tensor)
        written: dict[Node, Node] = {}
        for text, formula in self.op.let.items():
            written[name(text)] = replace(read(formula.tree), written)
        own = {
            node: str(short.value)
            for short, node in written.items()
            if node.parts and not self.optional & set(names(node))
        }
        taken = frozenset({*arguments, *outputs, *self.op.let, "grad"})
        return Scope(taken, constants, self.optional, own)


def forward_of(op: Op) -> Node:
    """Return the graph of an op's forward."""
    assert isinstance(op.forward, Formula)
    return read(op.forward.tree)


def _branches(tree: _Tree) -> list[_Branch]:
    return [tree] if isinstance(tree, _Branch) else [*_branches(tree[1]), *_branches(tree[2])]


def _finished(branch: _Branch, slope: Node) -> Node:
    return slope if branch.ready else times_grad(slope, branch.gradients)


def _grown(tree: _Tree, finished: Iterator[Node]) -> Node:
    """Put the finished branches back under their conditions; branches that are the same need none."""
    if isinstance(tree, _Branch):
        return next(finished)
    then, otherwise = _grown(tree[1], finished), _grown(tree[2], finished)
    if then is otherwise:
        return then
    zeros = make("fill", name("grad"), ZERO)
    return make("if", tree[0], *[zeros if branch is ZERO else branch for branch in (then, otherwise)])


def _primals(tangent: Node, edges: Sequence[str]) -> Node:
    return replace(tangent, {name(edge): name(f"{edge}_p") for edge in edges})
