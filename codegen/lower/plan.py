"""Plans: the data that templates print, with every decision made and every name chosen."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass

from ..formula.formula import Formula
from ..spec import Op
from . import trees
from .blocks import Statement
from .dtype_plan import DtypePlan
from .forward_plan import ForwardPlan
from .loop_plan import KernelCall, KernelModule, OpParts, PartLoop
from .naming import natural
from .node_plan import NodePlan, Output, TangentPlan, TensorArgument


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a generated function; `normalise` is the call that converts it to canonical form."""

    name: str
    argument: str  # its name in the spec
    annotation: ast.expr
    default: ast.expr | None
    keyword_only: bool
    normalise: ast.expr | None
    normalise_if: ast.expr | None
    variadic: bool
    number: bool
    star: bool  # tensors that are given one by one
    precise: ast.expr  # for type checkers: what users may pass, not what the body makes of it

    @property
    def passed(self) -> str:
        """The argument in a call of a function with the same parameters."""
        return f"{self.name}={self.name}" if self.keyword_only else self.name

    @property
    def passed_in_single(self) -> str:
        """The same after float16 arguments were converted to float32: `dtype` is passed as None."""
        return self.passed.removesuffix("dtype") + "None" if self.name == "dtype" else self.passed

    @property
    def keyword(self) -> str:
        """The argument by its name in the spec."""
        return f"{self.argument}={self.name}"

    @property
    def given(self) -> str:
        """The same before tensors that are passed one by one are gathered."""
        return f"*{self.name}" if self.star else self.passed


@dataclass(frozen=True, slots=True)
class OtherName:
    """Another name of an argument, as PyTorch takes NumPy's: `axis` of `dim`."""

    name: str
    other: str
    annotation: ast.expr
    default: ast.expr  # what the argument itself is if it was not given


@dataclass(frozen=True, slots=True)
class Doc:
    """A docstring: its first line, and the lines after it; and the first line with the names of the spec."""

    summary: str
    lines: tuple[str, ...]
    in_spec: str


@dataclass(frozen=True, slots=True)
class OpPlan:
    """Everything about one op."""

    op: Op
    function: str
    name: str
    family: str
    namespace: str  # how generated code calls the module with it
    doc: Doc
    parameters: tuple[Parameter, ...]
    other_names: tuple[OtherName, ...]
    optional_by_other_names: tuple[str, ...]  # required parameters that have a default because of them
    undetected: tuple[str, ...]  # those among them that must be looked for
    variables: Mapping[str, str]  # the parameter of each argument
    overloaded: bool  # users call a function that chooses among several
    returns: ast.expr
    out: bool  # takes out=
    tensors: tuple[TensorArgument, ...]
    outputs: tuple[Output, ...]
    visible: tuple[Output, ...]
    output_class: str | None
    kind: str  # elementwise, function, composite
    dtypes: DtypePlan
    forward: ForwardPlan
    several: bool  # arguments with gradients that may have to be summed and cast
    kernel_calls: tuple[KernelCall, ...]
    parts: tuple[PartLoop, ...]
    composite: tuple[Statement, ...]
    has_composite_path: bool
    view: bool
    also: tuple[str, ...]  # other forms of the op, for its documentation
    written: bool
    node: NodePlan | None
    tangent: TangentPlan | None
    derives_tangent: bool  # by the formulas of its gradients
    tangent_missing: str  # the reason that the spec gives
    inplace: str | None
    needs_old_value: (
        tuple[str, ...] | None
    )  # arguments whose gradients need the value that the in-place form overwrites
    takes_inplace: bool  # an argument chooses the in-place form
    undo: ast.expr  # the step that leads back from a view, for the in-place form of its op
    call_arguments: tuple[str, ...]  # its parameters
    predicate: ast.expr  # whether arguments are meant for this overload
    differentiable: tuple[str, ...]  # arguments whose gradients exist
    once: tuple[str, ...]  # those in which gradients have no derivative
    second_differences: bool  # differences of gradients are their derivatives

    @property
    def forms(self) -> tuple[bool, ...]:
        """Whether arguments have their other names, for each form of a call that type checkers are told of."""
        return (False, True) if self.optional_by_other_names else (False,)

    @property
    def kind_of_tangent(self) -> str:
        """The class of nodes whose rule gives results their tangents; ``None`` for an op whose composite does."""
        if self.node is None or not (self.tangent or self.derives_tangent or self.op.composite is None):
            return "None"
        return self.node.name

    @property
    def compares(self) -> bool:
        """Whether it compares its arguments, so that numbers outside the range of their dtype are allowed."""
        forward = self.op.forward
        tree = forward.tree if isinstance(forward, Formula) else None
        return isinstance(tree, ast.Compare) and isinstance(tree.left, ast.Name)

    @property
    def only_edge(self) -> TensorArgument | None:
        """The only argument with an edge, if that edge is read only where the node is recorded."""
        if self.node is None or self.has_composite_path or self.several:
            return None
        edge, *others = self.node.edges
        return edge if not others and edge.kind == "single" else None


@dataclass(frozen=True, slots=True)
class Dispatcher:
    """A public name with several overloads, tried in order."""

    name: str
    family: str
    doc: Doc
    pairs: ast.expr  # every overload, and what tells whether it is meant
    overloads: tuple[OpPlan, ...]
    other_names: tuple[tuple[str, str], ...]  # NumPy's name of an argument, and the argument
    split: str | None  # two overloads that differ in one parameter only: its name
    number: OpPlan | None
    tensor: OpPlan | None
    common: OpPlan | None  # the overload that takes the fewest arguments, if all name them alike
    given: tuple[ast.expr, ...]  # a tuple and a dict of the arguments, for such a one


_WRAPPERS = {
    **{"property": "property", "assignable": "_assignable"},
    **{"variadic": "_variadic", "reflected": "_reflected", "equality": "_equality", "writing": "_writing"},
}
"""The functions of generated code that make attributes of functions, by the kinds of attributes."""


@dataclass(frozen=True, slots=True)
class Method:
    """An attribute of Tensor.

    `kind` is function, variadic, property, assignable (property), or one of operators: unary, binary, reflected, equality,
    item, writing.
    """

    name: str
    function: str
    kind: str
    plans: tuple[OpPlan, ...]

    @property
    def overloaded(self) -> bool:
        """Whether type checkers are told of several forms."""
        return len(self.plans) > 1 and self.kind == "function"

    @property
    def wrapper(self) -> str:
        """What makes an attribute of the function, other than itself; or an empty string."""
        return _WRAPPERS.get(self.kind, "")

    def returns(self, plan: OpPlan) -> ast.expr:
        """Return the annotation of the result of one of its ops: the in-place form returns the tensor."""
        return plan.returns if self.function in (plan.function, plan.name) else trees.name("Tensor")


@dataclass(frozen=True, slots=True)
class Family:
    """One module of generated ops."""

    name: str
    plans: tuple[OpPlan, ...]
    dispatchers: tuple[Dispatcher, ...]
    names: tuple[str, ...]

    @property
    def loops(self) -> tuple[KernelCall, ...]:
        """The loops of all ops."""
        return tuple([call for plan in self.plans for call in plan.kernel_calls])


@dataclass(frozen=True, slots=True)
class Namespace:
    """A public module of ops such as ``nn.functional``: pairs of public name and function."""

    name: str
    module: str
    exports: tuple[tuple[str, str], ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Every public name, in order."""
        return tuple(sorted([name for name, _ in self.exports], key=natural))


@dataclass(frozen=True, slots=True)
class FunctionModule:
    """A module of array functions: the name that generated code has for it, and its functions with their ops."""

    name: str
    module: str
    functions: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class NumPyFunction:
    """A function of NumPy as a call of an op."""

    name: str  # as NumPy has it
    op: str
    function: str
    signature: str
    tensors: tuple[str, ...]  # parameters that are tensors
    promoted: bool  # they need one dtype
    flat: bool  # axis=None means all elements in a row
    call: ast.expr


@dataclass(frozen=True, slots=True)
class Plan:
    """The whole output."""

    spec_name: str
    families: tuple[Family, ...]
    kernels: tuple[KernelModule, ...]
    methods: tuple[Method, ...]
    numpy_functions: tuple[NumPyFunction, ...]
    ufuncs: tuple[tuple[str, str], ...]  # NumPy ufunc, function
    namespaces: tuple[Namespace, ...]
    functions: tuple[FunctionModule, ...]
    batching: tuple[tuple[str, tuple[str, ...]], ...]  # rules of vmap, and the ops that follow them
    parts: tuple[
        tuple[str, tuple[OpParts, ...]], ...
    ]  # loops that fused ones consist of, by the names of ops
    packs: tuple[str, ...]  # all that may be called, those that packs use included
