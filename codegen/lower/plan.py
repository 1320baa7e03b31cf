"""Plans: what templates print. Every decision is made and every name chosen before."""

from __future__ import annotations

from dataclasses import dataclass

from ..spec import Op
from .blocks import Statement


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a generated function; `normalise` is a call that brings it into canonical form."""

    name: str
    annotation: str
    default: str | None
    keyword_only: bool
    normalise: str | None = None
    normalise_if: str | None = None
    variadic: bool = False
    precise: str = ""


@dataclass(frozen=True, slots=True)
class TensorArgument:
    """A parameter that holds tensors: ``single``, ``optional`` or ``list``."""

    name: str
    kind: str
    edge: bool  # gradients flow to it
    promotes: bool  # it takes part in the choice of the common dtype


@dataclass(frozen=True, slots=True)
class Output:
    """An output of the array code; `index` counts the differentiable ones."""

    name: str
    is_list: bool
    intermediate: bool
    differentiable: bool
    index: int


@dataclass(frozen=True, slots=True)
class Saved:
    """What a node keeps for its formulas.

    `kind` is ``tensor``, ``optional`` (tensor), ``list`` (of tensors), ``output``, ``value`` (no tensor), one of
    `metadata.METADATA`, or ``zero``: the shape for a gradient of zeros.
    `used_by` are the arguments whose gradients need it, None when all do.
    """

    name: str
    kind: str
    used_by: tuple[str, ...] | None
    output: int = 0
    differentiable: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """Statements that belong to the gradients of some arguments: `users`; `used_by` is None if these are all."""

    statements: tuple[Statement, ...]
    used_by: tuple[str, ...] | None
    users: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class KernelCall:
    """A compiled loop: the variable that holds it, the function in the op's kernel module, and its arguments."""

    variable: str
    function: str
    outputs: tuple[str, ...]
    inputs: tuple[str, ...]
    cost: int
    minimum: int
    condition: str | None = None


@dataclass(frozen=True, slots=True)
class Gradient:
    """The gradient of one argument: statements that assign ``grad_<argument>``, or why there are none."""

    argument: str
    statements: tuple[Statement, ...]
    rule: str  # formula, zero, not_implemented
    reason: str = ""
    kernels: tuple[KernelCall, ...] = ()
    target: int = 0  # place in `spread`
    is_list: bool = False


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
    kernel_minimum: int
    tensor_lets: tuple[Step, ...]
    tensor_gradients: tuple[Gradient, ...]
    spread: bool
    reduction: str  # of the gradient of an only tensor to its dtype: always, dtype (if the result's differs), or never
    outputs: tuple[Output, ...]  # the differentiable ones
    grads_list: bool


@dataclass(frozen=True, slots=True)
class TangentTerm:
    """The part of a derived tangent that comes from one argument."""

    argument: str
    statements: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class TangentPlan:
    """Forward mode: statements that assign ``tangent_<output>``, or derived terms."""

    primals: tuple[TensorArgument, ...]
    tangents: tuple[TensorArgument, ...]
    lets: tuple[Step, ...]
    statements: tuple[Statement, ...]
    terms: tuple[TangentTerm, ...]
    outputs: tuple[Output, ...]
    parameters: tuple[str, ...]
    intermediates: tuple[str, ...]
    derived: bool
    real: bool
    bound: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Doc:
    """A docstring: its first line, and the lines after it."""

    summary: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OpPlan:
    """Everything about one op."""

    op: Op
    function: str
    name: str
    family: str
    doc: Doc
    parameters: tuple[Parameter, ...]
    returns: str
    tensors: tuple[TensorArgument, ...]
    outputs: tuple[Output, ...]
    visible: tuple[Output, ...]
    output_class: str | None
    kind: str  # elementwise, function, composite
    forward: tuple[Statement, ...]
    forward_kernels: tuple[KernelCall, ...]
    kernel_calls: tuple[KernelCall, ...]
    composite: tuple[Statement, ...]
    has_composite_path: bool
    floating: bool
    boolean: bool
    same: bool
    aliasing: bool
    scalars: bool
    real: bool
    view: bool
    casts: bool  # the caller chooses the dtype of the result
    written: bool
    node: NodePlan | None
    tangent: TangentPlan | None
    inplace: str | None
    call_arguments: tuple[str, ...]
    keyword_arguments: tuple[str, ...]  # the same for a call of the function itself
    different: tuple[str, ...]  # conditions under which arguments differ in shape or dtype
    predicate: str  # whether arguments are meant for this overload
    differentiable: tuple[str, ...]  # arguments whose gradients exist


@dataclass(frozen=True, slots=True)
class KernelFunction:
    """One loop of a kernel module."""

    name: str
    outputs: tuple[str, ...]
    inputs: tuple[str, ...]
    statements: tuple[Statement, ...]
    constants: bool
    doc: str


@dataclass(frozen=True, slots=True)
class KernelModule:
    """The loops of one op."""

    op: str
    imports: tuple[str, ...]
    functions: tuple[KernelFunction, ...]


@dataclass(frozen=True, slots=True)
class Dispatcher:
    """A public name with several overloads, tried in order."""

    name: str
    family: str
    doc: str
    signatures: tuple[str, ...]  # lines of the docstring
    overloads: tuple[OpPlan, ...]
    split: str | None  # two overloads that differ in one parameter only: its name
    number: OpPlan | None
    tensor: OpPlan | None


@dataclass(frozen=True, slots=True)
class Method:
    """An attribute of Tensor: `kind` is function, variadic, property, reflected."""

    name: str
    function: str
    kind: str
    plans: tuple[OpPlan, ...]


@dataclass(frozen=True, slots=True)
class Family:
    """One module of generated ops."""

    name: str
    plans: tuple[OpPlan, ...]
    dispatchers: tuple[Dispatcher, ...]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Namespace:
    """A public module of ops such as ``nn.functional``: public name, function."""

    name: str
    module: str
    exports: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """The whole output."""

    spec_name: str
    families: tuple[Family, ...]
    kernels: tuple[KernelModule, ...]
    methods: tuple[Method, ...]
    ufuncs: tuple[tuple[str, str], ...]  # NumPy ufunc, function
    namespaces: tuple[Namespace, ...]
