"""The Node class of an op: what it saves, and its two backward methods."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ..derivative_rules import NotImplementedRule, Zero
from ..formula.formula import Formula
from . import trees
from .arrays import ArrayLowering
from .blocks import Assign, Temporaries, assign, define
from .context import Context
from .gradient_plan import Gradient, Step
from .kernel_plans import KernelPlanner, is_reached, is_trivial
from .lowering import FormulaLowering
from .metadata import METADATA, NEEDED
from .naming import local, node_name
from .node_plan import NodePlan, TensorArgument
from .number_kinds import reduction
from .printer import show
from .saved_plan import Saved
from .tensors import TensorLowering

_SIZE = trees.dotted("grad.size")


def plan_node(context: Context, kernels: KernelPlanner) -> NodePlan:
    """Plan the node of an op that is recorded."""
    return _NodePlanner(context, kernels).plan()


class _NodePlanner:
    def __init__(self, context: Context, kernels: KernelPlanner) -> None:
        self.context = context
        self.kernels = kernels
        self.edges = tuple([a for a in context.tensors if a.edge])
        self.saved = self._find_saved()
        self.values = self._find_values()
        self.temporaries = Temporaries({local(name) for name in self.values})

    def plan(self) -> NodePlan:
        context = self.context
        elementwise = context.op.elementwise
        like = trees.name("grad") if elementwise else None
        arrays = ArrayLowering(
            context.library,
            self.values,
            context.static,
            context.real,
            like,
            self._arrays() if elementwise else (),
        )
        like_name = "grad" if elementwise else ""
        tensors = TensorLowering(context.library, self.values, context.static, context.real, like_name)
        fused_arguments = self._fusable() if elementwise else ()
        reduced = reduction(context)
        sum_to = elementwise and (len(context.tensors) > 1 or bool(reduced))
        gradients = self._gradients(arrays, elementwise)
        fused = self.kernels.fused(fused_arguments, self.values) if fused_arguments else None
        loops = [call for gradient in gradients for call in gradient.kernels] + ([fused] if fused else [])
        loop_test = is_reached(_SIZE, loops, sum_to) if loops else None
        differentiable = tuple([output for output in context.outputs if output.differentiable])
        return NodePlan(
            name=node_name(context.op),
            slots=self._slots(sum_to),
            edges=self.edges,
            saved=self.saved,
            lets=self._lets(arrays),
            gradients=self._tried(gradients, fused_arguments if fused else (), loop_test, sum_to),
            fused=fused,
            fused_arguments=fused_arguments if fused else (),
            loop_test=loop_test,
            tensor_lets=self._lets(tensors),
            tensor_gradients=self._gradients(tensors),
            sum_to=sum_to,
            reduction=reduced,
            outputs=differentiable,
            grads_list=differentiable[0].is_list and len(differentiable) == 1,
        )

    def _find_saved(self) -> tuple[Saved, ...]:
        kinds = (self._saved_tensors, self._saved_values, self._saved_outputs, self._saved_for_zeros)
        return tuple([replace(saved, slots=self._stored(saved)) for kind in kinds for saved in kind()])

    def _stored(self, saved: Saved) -> tuple[tuple[str, ast.expr], ...]:
        """Return the slots of a saved thing, with what a recorded call stores in them."""
        name, kind, none = saved.name, saved.kind, trees.constant(None)
        if kind == "output":
            unknown = saved.differentiable or saved.intermediate
            counter = none if unknown else trees.call("memory_access.shared_counter", trees.name(name))
            array = "data" if self.context.op.elementwise else local(name)
            return (f"saved_{name}", trees.name(array)), (f"counter_{name}", counter)
        variable = self.context.variables[name]
        value = trees.name(variable)
        if kind == "value":
            return ((f"saved_{name}", value),)
        if kind in ("tensor", "optional", "list"):
            return (f"saved_{name}", value), (f"version_{name}", _version(variable, kind))
        if kind == "given":
            return ((f"given_{name}", trees.is_given(variable)),)
        if kind == "like":
            metadata = trees.call("Like", trees.dotted("tensor._shape"), trees.dotted("tensor._dtype"))
            return ((f"like_{name}", _of_each(metadata, variable)),)
        slot = "dtype" if kind == "dtype" else "shape"
        optional = any(tensor.name == name and tensor.kind == "optional" for tensor in self.context.tensors)
        described = trees.dotted(f"{variable}._{slot}")
        return ((f"{slot}_{name}", trees.if_given(variable, described) if optional else described),)

    def _saved_tensors(self) -> Iterator[Saved]:
        """Yield the arguments whose values, or only metadata, the formulas need."""
        for argument in self.context.tensors:
            name = argument.name
            if name in self.context.needed_by_all:
                kind = "tensor" if argument.kind == "single" else argument.kind
                promoted = name in self.context.promoted
                yield Saved(name, kind, self.context.used_by(name), promoted=promoted)
            for kind in METADATA:
                if f"{kind}_{name}" in self.context.needed_by_all:
                    yield Saved(name, kind, self.context.used_by(f"{kind}_{name}"))

    def _saved_values(self) -> Iterator[Saved]:
        for argument in self.context.op.signature.arguments:
            if not argument.is_tensor and argument.name in self.context.needed_by_all:
                yield Saved(argument.name, "value", self.context.used_by(argument.name))

    def _saved_outputs(self) -> Iterator[Saved]:
        for output in self.context.outputs:
            if output.name in self.context.needed_by_all:
                users = self.context.used_by(output.name)
                yield Saved(
                    output.name, "output", users, output.index, output.differentiable, output.intermediate
                )

    def _saved_for_zeros(self) -> Iterator[Saved]:
        """Yield the arguments whose gradient is zero: their shape is needed, where it is not that of `grad`."""
        for name in self.context.edge_names:
            if isinstance(self.context.op.derivatives[name], Zero) and not self.context.op.elementwise:
                yield Saved(name, "zero", (name,))

    def _find_values(self) -> Mapping[str, ast.expr]:
        values: dict[str, ast.expr] = {name: trees.name(local(name)) for name in self.context.lets}
        values |= {
            f"{NEEDED}_{argument.name}": self._is_needed(argument) for argument in self.context.tensors
        }
        for saved in self.saved:
            if saved.kind in ("tensor", "optional", "list", "output"):
                values[saved.name] = trees.name(local(saved.name))
            elif saved.kind == "value":
                values[saved.name] = trees.dotted(f"self.saved_{saved.name}")
            elif saved.kind != "zero":
                values[f"{saved.kind}_{saved.name}"] = trees.dotted(f"self.{saved.kind}_{saved.name}")
        return values

    def _is_needed(self, argument: TensorArgument) -> ast.expr:
        """Return the condition that an argument's gradient is needed; the only one always is."""
        if not argument.edge or len(self.edges) == 1:
            return trees.constant(argument.edge)
        edge = trees.name(f"edge_{argument.name}")
        return ast.Compare(edge, [ast.IsNot()], [trees.constant(None)])

    def _arrays(self) -> tuple[str, ...]:
        """Return the names of the incoming gradient and of saved arrays."""
        kinds = ("tensor", "output")
        return ("grad", *[local(saved.name) for saved in self.saved if saved.kind in kinds])

    def _slots(self, sum_to: bool) -> tuple[str, ...]:
        """Return the slots, in the order in which the node lists its edges and saved values."""
        slots = [f"edge_{edge.name}" for edge in self.edges]
        for saved in self.saved:
            slots += [slot for slot, _ in saved.slots]
        if sum_to:
            slots.append("sum_to")
        return tuple(dict.fromkeys(slots))

    def _lets(self, lowering: FormulaLowering) -> tuple[Step, ...]:
        context = self.context
        lets = [(name, tree) for name, tree in context.lets.items() if name in context.needed_by_all]
        return tuple([self._step(name, lowering.lower(tree)) for name, tree in lets])

    def _step(self, name: str, value: ast.expr) -> Step:
        users = self.context.used_by(name)
        statements = define(local(name), value, self.temporaries)
        return Step(statements, users, tuple(self.context.formulas) if users is None else users)

    def _gradients(self, lowering: FormulaLowering, kernels: bool = False) -> tuple[Gradient, ...]:
        gradients = []
        for target, edge in enumerate(self.edges):
            rule = self.context.op.derivatives[edge.name]
            is_list = edge.kind == "list"
            if isinstance(rule, Formula):
                tree = self.context.formulas[edge.name]
                code = assign(f"grad_{edge.name}", lowering.lower(tree), self.temporaries)
                loops = self.kernels.backward(edge.name, self.values) if kernels else ()
                gradients.append(Gradient(edge.name, code, "formula", "", loops, target, is_list))
            elif isinstance(rule, NotImplementedRule):
                gradients.append(Gradient(edge.name, (), "not_implemented", rule.reason, (), target, is_list))
            else:
                code = (Assign(f"grad_{edge.name}", self._zeros(edge.name, lowering)),)
                gradients.append(Gradient(edge.name, code, "zero", "", (), target, is_list))
        return tuple(gradients)

    def _zeros(self, argument: str, lowering: FormulaLowering) -> ast.expr:
        shape = "grad.shape" if self.context.op.elementwise else f"self.shape_{argument}"
        zeros = "zero_tensor" if isinstance(lowering, TensorLowering) else "zero_array"
        return trees.call(f"node_support.{zeros}", trees.dotted(shape), trees.dotted("self.dtype"))

    def _tried(
        self, gradients: Sequence[Gradient], fused: Sequence[str], within: ast.expr | None, sum_to: bool
    ) -> tuple[Gradient, ...]:
        """Return gradients with what their loops ask and get; a test `within` which the loops stand is not repeated."""
        several = len(gradients) > 1
        pair = bool(fused) and len(gradients) == 2
        found = []
        for one in gradients:
            edge = trees.dotted(f"edge_{one.argument}" if several else f"self.edge_{one.argument}")
            tests = [trees.is_given(f"edge_{one.argument}")] if several else []
            if one.kernels:
                large = is_reached(_SIZE, one.kernels, sum_to)
                tests += [] if fused and within and show(large) == show(within) else [large]
            memory = edge if pair or not several else trees.constant(None)
            looped = bool(one.kernels) or one.argument in fused
            receiver = (
                trees.name("buffers"),
                memory,
                _target(one.target) if sum_to else trees.constant(None),
            )
            found.append(replace(one, tried_if=tuple(tests), receiver=receiver, looped=looped))
        return tuple(found)

    def _fusable(self) -> tuple[str, ...]:
        """Return the arguments whose gradients one loop can compute, with formulas neither trivial nor conditional."""
        names = [name for name, tree in self.context.formulas.items() if not is_trivial(tree)]
        conditional = any(isinstance(self.context.formulas[name], ast.IfExp) for name in names)
        return () if conditional or len(names) < 2 else tuple(names)


def _target(place: int) -> ast.expr:
    """Return what a gradient is summed and cast to, or None."""
    sum_to = trees.dotted("self.sum_to")
    return trees.both(sum_to, ast.Subscript(sum_to, trees.constant(place), ast.Load()))


def _version(variable: str, kind: str) -> ast.expr:
    """Return the version of what a variable holds, as a node keeps it."""
    if kind == "tensor":
        return ast.UnaryOp(ast.UAdd(), trees.dotted(f"{variable}._counter"))
    if kind == "list":
        return _of_each(trees.call("memory_access.version_of", trees.name("tensor")), variable)
    return trees.if_given(variable, trees.call("memory_access.version_of", trees.name(variable)))


def _of_each(item: ast.expr, variable: str) -> ast.expr:
    """Return the list of what each `tensor` of a variable gives."""
    return ast.ListComp(item, [ast.comprehension(trees.name("tensor"), trees.name(variable), [], 0)])
