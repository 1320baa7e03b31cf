"""The parsed spec: one frozen dataclass per concept, built only by `parse`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from .derivative_rules import Auto, ReverseRule, TangentRule
from .diagnostics import Location
from .formula.formula import Formula
from .schema import Argument, Return, Signature

Number = bool | int | float


@dataclass(frozen=True, slots=True)
class ArrayFunction:
    """A forward written by hand, called with all arguments of the signature.

    `functions.NAME` has the module that the spec names under `functions`, "" for the runtime's own; in
    `my_ops_functions.solve` the entry names the module itself.
    """

    name: str
    location: Location = field(compare=False)
    module: str = ""


@dataclass(frozen=True, slots=True)
class Variants:
    """The forms in which users meet an op."""

    function: bool
    method: bool
    inplace: bool
    operators: tuple[str, ...] = ()
    properties: tuple[str, ...] = ()
    out: bool = False
    copy: bool = False


@dataclass(frozen=True, slots=True)
class Kink:
    """A point without a unique derivative, and the gradients stated there for a unit incoming gradient."""

    at: Mapping[str, Number]
    gradients: Mapping[str, Number]


@dataclass(frozen=True, slots=True)
class TensorSample:
    """How the tests make a tensor: its shape, and its dtype, bounds or values where stated."""

    shape: tuple[int, ...]
    dtype: str | None = None
    low: float | None = None
    high: float | None = None
    values: tuple[Number, ...] | None = None


@dataclass(frozen=True, slots=True)
class Samples:
    """What the tests call an op with: intervals by Tensor argument, whole cases, kinds of matrices by Tensor argument.

    A case's Tensor is a `TensorSample`, its `Tensor[]` a tuple of them; others are literals, lists tuples. `magnitudes`
    are the outputs that are determined up to phases.
    """

    domain: Mapping[str, tuple[float, float]] = field(default_factory=lambda: MappingProxyType({}))
    cases: tuple[Mapping[str, object], ...] = ()
    matrices: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    magnitudes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NumPyParameter:
    """A parameter of a function of NumPy, and the argument of the op that it is; `default` is a literal's source."""

    name: str
    argument: str
    default: str | None


@dataclass(frozen=True, slots=True)
class NumPyCall:
    """A function of NumPy that an op stands for: `linalg.trace`.

    `parameters` are those that the op has, in NumPy's order; None for a ufunc, which is given the tensors of the op.
    """

    name: str
    parameters: tuple[NumPyParameter, ...] | None
    location: Location = field(compare=False)


@dataclass(frozen=True, slots=True)
class RowArgument:
    """An argument of a loop over rows.

    `kind` is one of the words for tensors, "option" for another argument of the op, or "literal": then `value` is no
    name. `default` fills a vector that is not given.
    """

    kind: str
    value: object
    default: float | None = None


@dataclass(frozen=True, slots=True)
class RowLoop:
    """The loop over rows that computes an op along the last dimension; `results` are the kinds of its outputs.

    Where a program computes the op `after` in the same loop, from the same rows, loops of both with longer names leave
    a row and a number for it: `FUNCTION_keeping` and `FUNCTION_kept`.
    """

    module: str
    function: str
    arguments: tuple[RowArgument, ...]
    results: tuple[str, ...]
    after: str = ""

    @property
    def taken(self) -> tuple[tuple[str, object, float | None], ...]:
        """The arguments as plain data."""
        return tuple([(argument.kind, argument.value, argument.default) for argument in self.arguments])


@dataclass(frozen=True, slots=True)
class Op:
    """One entry of the spec."""

    signature: Signature
    location: Location = field(compare=False)
    family: str
    doc: str
    forward: Formula | ArrayFunction | None
    composite: Formula | None
    let: Mapping[str, Formula]
    derivatives: Mapping[str, ReverseRule]
    tangents: Mapping[str, TangentRule]
    output_differentiability: tuple[bool, ...]
    variants: Variants
    namespace: str
    dtypes: str
    kinks: tuple[Kink, ...]
    samples: Samples
    alias: tuple[str, ...]
    places: Mapping[str, Location] = field(repr=False, compare=False)
    derived: frozenset[str] = frozenset()
    """The keys and `let` values that were derived from the forward."""
    surrogate: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Why the gradient of an argument is meant to differ from the forward's derivative."""
    batch: str = ""
    """How `vmap` calls the op for all samples, where that does not follow from the rest."""
    wrapper: str = ""
    """The hand-written function that users call in place of the generated one: `module:function`."""
    row_loop: RowLoop | None = None
    """The loop over rows that computes it along the last dimension."""
    numpy: tuple[NumPyCall, ...] = ()
    """The functions of NumPy and SciPy that the op stands for."""

    def place(self, key: str) -> Location:
        """Where the value of a key stands, or one of `key K`, `argument NAME`, `let NAME` and so on."""
        return self.places.get(key, self.location)

    @property
    def name(self) -> str:
        """The name without overload: `max`."""
        return self.signature.name

    @property
    def full_name(self) -> str:
        """Name and overload: `max.dim`."""
        return self.signature.full_name

    @property
    def flat_name(self) -> str:
        """Name and overload as one word, by which formulas may call this very overload: `max_dim`."""
        return self.full_name.replace(".", "_")

    @property
    def public(self) -> bool:
        """Exported to users."""
        return not self.name.startswith("_")

    @property
    def elementwise(self) -> bool:
        """The forward is an expression."""
        return isinstance(self.forward, Formula)

    @property
    def forward_lets(self) -> frozenset[str]:
        """The `let` values that an elementwise forward is made of."""
        found: set[str] = set()
        todo = set(self.forward.names) if isinstance(self.forward, Formula) else set()
        while todo:
            name = todo.pop()
            if name in self.let and name not in found:
                found.add(name)
                todo |= self.let[name].names
        return frozenset(found)

    @property
    def left_to_derive(self) -> tuple[str, ...]:
        """The Tensor arguments whose gradients are to be derived from the forward."""
        if not self.elementwise or self.composite or not any(self.output_differentiability):
            return ()
        rules = self.derivatives
        return tuple(a.name for a in self.tensor_arguments if isinstance(rules.get(a.name, Auto()), Auto))

    @property
    def tensor_arguments(self) -> tuple[Argument, ...]:
        """The arguments that hold tensors: `Tensor`, `Tensor?` and `Tensor[]`."""
        return tuple(argument for argument in self.signature.arguments if argument.is_tensor)

    @property
    def outputs(self) -> tuple[Return, ...]:
        """What the caller gets: the returns without the intermediates."""
        return tuple(output for output in self.signature.returns if not output.intermediate)

    @property
    def differentiable_outputs(self) -> tuple[Return, ...]:
        """The outputs through which a gradient arrives."""
        pairs = zip(self.signature.returns, self.output_differentiability, strict=True)
        return tuple(output for output, differentiable in pairs if differentiable)

    @property
    def gradient_names(self) -> Mapping[str, str]:
        """The name of the incoming gradient in formulas, by differentiable output."""
        outputs = self.differentiable_outputs
        if len(outputs) == 1:
            return {outputs[0].name: "grads" if outputs[0].type.is_list else "grad"}
        return {output.name: f"grad_{output.name}" for output in outputs}

    @property
    def formulas(self) -> tuple[Formula, ...]:
        """Every formula of the entry, in the order of evaluation."""
        rules = (
            self.forward,
            self.composite,
            *self.let.values(),
            *self.derivatives.values(),
            *self.tangents.values(),
        )
        return tuple(rule for rule in rules if isinstance(rule, Formula))


@dataclass(frozen=True, slots=True)
class Use:
    """A pack whose ops the formulas of a spec may call, by the name under which Python imports it."""

    package: str
    location: Location = field(compare=False)


@dataclass(frozen=True, slots=True)
class Spec:
    """A whole spec.

    `functions` is the module of `functions.NAME`, "" for the runtime's own. `packs` are the specs of the packs that
    `uses` names, each with the name of its `package`.
    """

    path: str
    ops: tuple[Op, ...]
    functions: str = ""
    uses: tuple[Use, ...] = ()
    package: str = ""
    packs: tuple[Spec, ...] = field(default=(), repr=False, compare=False)
    by_call: Mapping[str, tuple[Op, ...]] = field(init=False, repr=False, compare=False)
    """Every name that a formula may call, with the overloads it stands for."""

    def __post_init__(self) -> None:
        calls: dict[str, list[Op]] = {}
        for op in self.ops:
            for name in {op.name, op.flat_name}:
                calls.setdefault(name, []).append(op)
        by_call = {name: tuple(overloads) for name, overloads in calls.items()}
        object.__setattr__(self, "by_call", MappingProxyType(by_call))
