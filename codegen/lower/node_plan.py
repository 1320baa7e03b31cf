"""Plans of nodes and tangents: what an op keeps, and the code that turns it into gradients."""

from __future__ import annotations

from dataclasses import dataclass

from .blocks import Statement


@dataclass(frozen=True, slots=True)
class TensorArgument:
    """A parameter that holds tensors: ``single``, ``optional`` or ``list``."""

    name: str
    kind: str
    edge: bool  # gradients flow to it
    promotes: bool  # it takes part in the choice of the common dtype
    chooses: bool = False  # it is a condition by itself, so it has to be boolean


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
    `used_by` are the arguments whose gradients need it, None when all do. An `intermediate` output is seen by nobody
    else; another one that is not `differentiable` has no edge by which a write to it could be told to the node.
    Formulas see a tensor that was `promoted` as the forward did: in the dtype of the result.
    """

    name: str
    kind: str
    used_by: tuple[str, ...] | None
    output: int = 0
    differentiable: bool = False
    intermediate: bool = False
    promoted: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """Statements that belong to the gradients of some arguments: `users`; `used_by` is None if these are all."""

    statements: tuple[Statement, ...]
    used_by: tuple[str, ...] | None
    users: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class KernelCall:
    """A compiled loop: the variable that holds it, the function in the op's kernel module, and its arguments.

    It is tried from `minimum` elements on; from `summed` on if its outputs are summed to other shapes.
    """

    variable: str
    function: str
    outputs: tuple[str, ...]
    inputs: tuple[str, ...]
    cost: int
    minimum: int
    summed: int
    condition: str | None = None


@dataclass(frozen=True, slots=True)
class Gradient:
    """The gradient of one argument: statements that assign ``grad_<argument>``, or why there are none."""

    argument: str
    statements: tuple[Statement, ...]
    rule: str  # formula, zero, not_implemented
    reason: str = ""
    kernels: tuple[KernelCall, ...] = ()
    target: int = 0  # place in `sum_to`
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
    kernel_summed: int
    tensor_lets: tuple[Step, ...]
    tensor_gradients: tuple[Gradient, ...]
    sum_to: bool
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
    promoted: frozenset[str]  # primals in the dtype of the result, as the forward has them
    real: bool
    bound: tuple[str, ...]
