"""Plans: the data that templates print, with every decision made and every name chosen."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from ..spec import RowLoop
from . import trees
from .loop_plan import KernelCall, KernelModule, OpParts
from .naming import natural
from .op_plan import Doc, OpPlan


def _is_number(parameter: str) -> ast.expr:
    return trees.call("isinstance", trees.name(parameter), trees.dotted("arguments.NUMBERS"))


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

    @property
    def table(self) -> str:
        """The name of the table of overloads."""
        return f"_{self.name.upper()}_OVERLOADS"

    @property
    def table_of_names(self) -> str:
        """The name of the table of other names."""
        return f"_{self.name.upper()}_NAMES"

    @property
    def is_number(self) -> tuple[ast.expr, ...]:
        """The conditions that the split parameter is a number; if the first one is, too, tensors are arrays."""
        assert self.split is not None
        first = self.overloads[0].parameters[0].name
        is_tensor = trees.compared(trees.dotted(f"{first}.__class__"), ast.Is(), trees.name("Tensor"))
        is_other = trees.either(is_tensor, trees.negation(_is_number(first)))
        return (_is_number(self.split),) if self.split == first else (_is_number(self.split), is_other)


_WRAPPERS = {
    **{"property": "property", "assignable": "_assignable"},
    **{
        "variadic": "arguments.variadic_method",
        "binary": "_operator",
        "unary": "_operator",
        "reflected": "_reflected",
        "equality": "_equality",
        "writing": "_writing",
    },
}
"""The functions of generated code that make attributes of functions, by the kinds of attributes."""


@dataclass(frozen=True, slots=True)
class Method:
    """An attribute of Tensor.

    `kind` is function, variadic, property, assignable (property); of operators, it is unary, binary, reflected,
    equality, item, writing.
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
    def public(self) -> tuple[OpPlan, ...]:
        """The ops that users find."""
        return tuple([plan for plan in self.plans if plan.op.public])

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
    array_functions: tuple[tuple[str, str, int], ...]  # ops, their array functions, the number of results
    row_loops: tuple[tuple[str, RowLoop], ...]  # loops over rows, by the names of ops
    packs: tuple[str, ...]  # all that may be called, those that packs use included
