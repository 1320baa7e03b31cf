"""Plans of nodes and tangents: what an op keeps, and the code that turns it into gradients."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from . import trees
from .blocks import Assign, Statement
from .gradient_plan import Gradient, Step
from .loop_plan import KernelCall
from .naming import local
from .saved_plan import Saved, SavedTogether, together

CHAIN = 90
"""The longest row of assignments, without what is assigned."""


@dataclass(frozen=True, slots=True)
class TensorArgument:
    """A parameter that holds tensors: ``single``, ``optional`` or ``list``."""

    name: str
    variable: str  # what holds it in functions
    kind: str
    edge: bool  # gradients flow to it
    promotes: bool  # it takes part in the choice of the common dtype
    chooses: bool = False  # it is a condition by itself, so it has to be boolean

    @property
    def array(self) -> str:
        """The local variable that holds its array."""
        return local(self.name)

    @property
    def starred(self) -> str:
        """The argument in a call that takes single tensors."""
        return f"*{self.variable}" if self.kind == "list" else self.variable

    @property
    def described(self) -> str:
        """Its name for checks of several arguments, with a question mark if it may be None."""
        return f"{self.variable}?" if self.kind == "optional" else self.variable

    @property
    def is_other(self) -> ast.expr:
        """The condition that it is not a Tensor, but a number or an array."""
        other = trees.negation(trees.call("isinstance", trees.name(self.variable), trees.name("Tensor")))
        return trees.both(trees.is_given(self.variable), other) if self.kind == "optional" else other

    @property
    def has_edge(self) -> ast.expr:
        """The condition that it has an edge."""
        return trees.is_given(f"edge_{self.name}")

    @property
    def has_target(self) -> ast.expr:
        """The condition that its gradient has to be summed or cast."""
        return trees.is_given(f"target_{self.name}")

    @property
    def pruned(self) -> ast.expr:
        """A node's edge to it, or None if the pass does not need that."""
        edge = trees.dotted(f"self.edge_{self.name}")
        needed = trees.name("needed")
        all_are = trees.compared(needed, ast.Is(), trees.constant(None))
        is_needed = trees.compared(edge, ast.In(), needed)
        return ast.IfExp(ast.BoolOp(ast.Or(), [all_are, is_needed]), edge, trees.constant(None))


@dataclass(frozen=True, slots=True)
class Output:
    """An output of the array code; `index` counts the differentiable ones."""

    name: str
    is_list: bool
    intermediate: bool
    differentiable: bool
    index: int

    @property
    def array(self) -> str:
        """The local variable that holds its array."""
        return local(self.name)

    @property
    def shape_and_dtype(self) -> ast.expr:
        """Its shape and dtype, as a node keeps them."""
        return ast.Tuple([trees.dotted(f"{self.name}.{slot}") for slot in ("_shape", "_dtype")], ast.Load())


@dataclass(frozen=True, slots=True)
class NodePlan:
    """A Node class."""

    name: str
    slots: tuple[str, ...]
    edges: tuple[TensorArgument, ...]
    saved: tuple[Saved, ...]
    lets: tuple[Step, ...]
    gradients: tuple[Gradient, ...]
    fused: KernelCall | None
    fused_arguments: tuple[str, ...]
    loop_test: ast.expr | None  # whether what arrived is large enough for the fused loop
    tensor_lets: tuple[Step, ...]
    tensor_gradients: tuple[Gradient, ...]
    sum_to: bool
    reduction: str  # of the gradient of an only tensor to its dtype: always, dtype (if the result's differs), or never
    outputs: tuple[Output, ...]  # the differentiable ones
    grads_list: bool

    @property
    def only(self) -> Gradient | None:
        """The only gradient; None for several."""
        return self.gradients[0] if len(self.gradients) == 1 else None

    @property
    def plain(self) -> bool:
        """Whether the only gradient is of one tensor: its edge is needed, or the node would not run."""
        return self.only is not None and not self.only.is_list

    @property
    def looped(self) -> tuple[Gradient, ...]:
        """The gradients that have loops of their own."""
        return tuple([gradient for gradient in self.gradients if gradient.kernels])

    @property
    def tried(self) -> bool:
        """Whether loops are tried before the gradients that they have not computed."""
        return self.fused is not None or bool(self.looped)

    @property
    def begun(self) -> tuple[str, ...]:
        """The variables of several gradients that begin unset."""
        unset = [one for one in self.gradients if not one.is_list and (self.tried or not one.if_needed)]
        return tuple([gradient.variable for gradient in unset])

    @property
    def begun_lists(self) -> tuple[str, ...]:
        """The same of lists."""
        return tuple([gradient.variable for gradient in self.gradients if gradient.is_list])

    @property
    def is_pair(self) -> bool:
        """Whether the fused loop computes all gradients, which are two."""
        return self.fused is not None and len(self.gradients) == 2

    @property
    def fused_call(self) -> Assign:
        """The call of the fused loop; of two gradients, one is written over what arrived if that is alone."""
        assert self.fused is not None
        sum_to = trees.dotted("self.sum_to") if self.sum_to else trees.constant(None)
        targets = [f"grad_{name}" for name in self.fused_arguments]
        if self.is_pair:
            edges = [f"edge_{name}" for name in self.fused_arguments]
            targets.append(edges[1])
            given = [trees.name("buffers"), *map(trees.name, edges), sum_to]
        else:
            places = [one.target for one in self.gradients if one.argument in self.fused_arguments]
            given = [sum_to, trees.literal(tuple(places))]
        function = f"{self.fused.variable}.{'pair' if self.is_pair else 'several'}"
        return Assign(", ".join(targets), trees.call(function, *given, *self.fused.inputs))

    @property
    def incoming(self) -> tuple[str, ...]:
        """The variables for what arrives, if it is not the gradient of one output."""
        if all(gradient.rule == "not_implemented" for gradient in self.gradients):
            return ()
        several = [f"grad_{output.name}" for output in self.outputs] if len(self.outputs) > 1 else []
        return ("grads",) if self.grads_list else tuple(several)

    @property
    def has_many_results(self) -> bool:
        """Whether edges lead to one of several outputs."""
        return self.grads_list or len(self.outputs) > 1

    @property
    def kept(self) -> tuple[str, ...]:
        """The arguments and outputs whose values are saved."""
        return tuple([saved.name for saved in self.saved if saved.has_version])

    @property
    def kept_outputs(self) -> tuple[Saved, ...]:
        """The outputs that are saved."""
        return tuple([saved for saved in self.saved if saved.kind == "output"])

    @property
    def shares_parts(self) -> bool:
        """Whether the gradients of a list may be parts of the one that arrived."""
        return self.only is not None and self.only.is_list and len(self.outputs) == 1 and not self.grads_list

    @property
    def returned_directly(self) -> bool:
        """Whether the only gradient can be returned as soon as it is computed."""
        kept = any(saved.has_version for saved in self.saved)
        return self.tensors_returned_directly and not (self.gradients[0].kernels or kept)

    @property
    def tensors_returned_directly(self) -> bool:
        """The same when the pass is recorded."""
        return self.plain and not self.sum_to and self.gradients[0].rule == "formula"

    @property
    def recorded(self) -> tuple[SavedTogether, ...]:
        """The values that a recorded call saves, grouped by condition."""
        return together(self.saved)

    @property
    def read_arrays(self) -> tuple[SavedTogether, ...]:
        """The arrays that gradients are computed from, grouped by condition."""
        return together([saved for saved in self.saved if saved.has_version])

    @property
    def read_tensors(self) -> tuple[SavedTogether, ...]:
        """The tensors that recorded gradients are computed from, grouped by condition."""
        return together([saved for saved in self.saved if saved.has_version], tensors=True)

    @property
    def released(self) -> tuple[str, ...]:
        """The assignments that release saved values, in chains that fit on a line."""
        chains: list[str] = []
        for saved in self.saved:
            if saved.has_version:
                slots = ["saved", "counter"] if saved.kind == "output" else ["saved"]
                chain = "".join([f"self.{slot}_{saved.name} = " for slot in slots])
                if chains and len(chains[-1]) + len(chain) <= CHAIN:
                    chains[-1] += chain
                else:
                    chains.append(chain)
        return tuple(chains)

    @property
    def edge_slots(self) -> list[str]:
        """The slots of the node that hold its edges."""
        return [f"self.edge_{edge.name}" for edge in self.edges]

    @property
    def grads(self) -> tuple[str, ...]:
        """The variables that hold the gradients."""
        return tuple([gradient.variable for gradient in self.gradients])

    @property
    def starred_grads(self) -> list[str]:
        """The gradients, those of lists starred, in a tuple."""
        return [gradient.starred for gradient in self.gradients]

    @property
    def returns_grads(self) -> bool:
        """Whether a recorded pass returns the variables that hold gradients."""
        raises = self.plain and self.gradients[0].rule == "not_implemented"
        return not (raises or self.tensors_returned_directly)

    @property
    def two(self) -> bool:
        """Whether two gradients are returned, each after its edge; without the second edge, the first one alone."""
        return len(self.gradients) == 2 and not any(gradient.is_list for gradient in self.gradients)

    @property
    def pairs(self) -> ast.expr:
        """The pairs of edges and gradients that more of them, and those of lists, are returned as."""
        if self.only:
            return self.only.pair
        pairs = [ast.Starred(one.pair) if one.is_list else one.pair for one in self.gradients]
        return ast.List(pairs, ast.Load())


@dataclass(frozen=True, slots=True)
class TangentPlan:
    """Forward mode: statements that return the tangents of outputs, None for one without.

    Parameters are the outputs, intermediate results, the tangents of arguments with gradients, and all arguments.
    """

    parameters: tuple[str, ...]
    intermediates: tuple[str, ...]
    outputs: tuple[str, ...]  # names for several outputs
    promoted: tuple[str, ...]  # arguments in the dtype of the result, as the forward has them
    statements: tuple[Statement, ...]

    @property
    def intermediate_arrays(self) -> tuple[str, ...]:
        """The local variables that hold the intermediate results."""
        return tuple([local(name) for name in self.intermediates])
