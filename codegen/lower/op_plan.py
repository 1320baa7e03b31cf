"""The plan of one op."""

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
from .loop_plan import KernelCall, PartLoop
from .node_plan import NodePlan, Output, TangentPlan, TensorArgument
from .printer import show
from .recording import Recording, recording


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
    def passed(self) -> list[str]:
        """The arguments in a call of a function with the same parameters."""
        return [parameter.passed for parameter in self.parameters]

    @property
    def keywords(self) -> list[str]:
        """The arguments by their names in the spec."""
        return [parameter.keyword for parameter in self.parameters]

    @property
    def composite_function(self) -> str:
        """The function of the composite of an op that has a forward as well."""
        return f"_{self.function.lstrip('_')}_composite"

    @property
    def before_reduction(self) -> list[str]:
        """The names of what PyTorch had before `reduction`."""
        return [name.other for name in self.other_names if name.name == "reduction"]

    @property
    def renamed(self) -> list[OtherName]:
        """The names that stand for one argument each."""
        return [name for name in self.other_names if name.name != "reduction"]

    @property
    def leading(self) -> TensorArgument:
        """The tensor whose dtype is checked: the first one with a gradient, or the first one."""
        return next((tensor for tensor in self.tensors if tensor.edge), self.tensors[0])

    @property
    def dtype_number(self) -> ast.expr | None:
        """The number of the dtype in which an array function computes; None if only a call tells of it."""
        if self.kind == "composite" or self.leading.kind != "single":
            return None
        dtype = trees.dotted(f"{self.leading.variable}._dtype")
        if self.has_dtype:
            dtype = ast.IfExp(trees.negation(trees.is_given("dtype")), dtype, trees.name("dtype"))
        return ast.Attribute(dtype, "num", ast.Load())

    @property
    def has_dtype(self) -> bool:
        """Whether an argument is the dtype of the result."""
        return "dtype" in self.call_arguments

    @property
    def together(self) -> tuple[TensorArgument, ...]:
        """The tensors that are converted together: of an elementwise op, so that numbers get the dtypes of others."""
        if self.is_product:
            return self.tensors
        promoting = [one for one in self.tensors if one.promotes] if self.kind == "elementwise" else []
        return tuple(promoting) if len(promoting) > 1 else ()

    @property
    def is_product(self) -> bool:
        """Whether the op is the operator ``@``, whose arrays beside tensors have NumPy's say in the dtype."""
        return "@" in self.op.variants.operators

    @property
    def is_pair(self) -> bool:
        """Whether two tensors of an elementwise op are converted together."""
        kinds = [tensor.kind for tensor in self.together]
        return self.kind == "elementwise" and kinds == ["single", "single"]

    @property
    def apart(self) -> list[tuple[TensorArgument, list[str]]]:
        """The tensors that are converted one by one, with the dtype that numbers get: that of what is written to."""
        written = [f"{self.tensors[0].variable}._dtype"] if self.written else []
        singles = [one for one in self.tensors if one.kind != "list" and one not in self.together]
        return [
            (one, written if place and one.name in self.differentiable else [])
            for place, one in enumerate(singles)
        ]

    @property
    def recording(self) -> Recording:
        """When a call is recorded, or computed by the composite; integers have no gradient."""
        has_gradient = trees.compared(trees.dotted("out._dtype.kind"), ast.In(), trees.constant("fc"))
        more = [has_gradient] if self.node and self.dtypes.casts else []
        return recording(self.node.edges if self.node else self.tensors, self.only_edge, more)

    @property
    def reduced_to(self) -> ast.expr:
        """What the gradient of the only tensor is reduced to; None if the result has its dtype, and that is enough."""
        assert self.node is not None
        only = self.node.edges[0].variable
        shape, dtype = trees.dotted(f"{only}._shape"), trees.dotted(f"{only}._dtype")
        target = ast.Tuple([ast.Tuple([shape, dtype], ast.Load())], ast.Load())
        is_same = trees.compared(trees.dotted("data.dtype"), ast.Is(), dtype)
        return ast.IfExp(is_same, trees.constant(None), target) if self.node.reduction == "dtype" else target

    @property
    def results(self) -> str:
        """The targets of the array function's results."""
        return "" if self.written else ", ".join([output.array for output in self.outputs]) + " = "

    @property
    def cacheable(self) -> bool:
        """Whether the result may come from an earlier run: not a view, nothing written."""
        return self.node is not None and not (self.view or self.written or self.outputs[0].is_list)

    @property
    def is_alias(self) -> bool:
        """Whether the result has the memory of an argument but no history, so that it is no view."""
        return self.view and self.node is None and self.op.composite is None

    @property
    def buffered(self) -> bool:
        """Whether loops of the in-place form write to the target themselves."""
        return bool(self.forward.kernels) and not self.forward.aliasing

    @property
    def write_options(self) -> list[str]:
        """What a recorded write in place is told: whether to copy the old value, or which gradients need it."""
        copy = ["copy=True"] if self.op.composite else []
        needs = self.needs_old_value
        return copy + ([] if needs is None else [f"needs_old_value={show(trees.names(needs))}"])

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
