"""Every name in a formula must be known: arguments, gradients, `let` values, and the ops that are called."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field

from ..derivative_rules import NonDifferentiable
from ..diagnostics import Fail, did_you_mean, listing
from ..elementary import ELEMENTARY
from ..formula.formula import Formula
from ..formula.walk import calls, free_names
from ..spec import Op, Spec
from ..vocabulary import BUILTINS, DERIVATIVE_WORDS, TANGENT_WORDS
from .library import MAX_OVERLOADS

OF_PYTORCH = {
    "mul_tensor_backward": "write 'grad * conj(other)', which is cast to the argument's dtype by itself",
    "div_tensor_self_backward": "write 'grad / conj(other)', which is cast to the argument's dtype by itself",
    "div_tensor_other_backward": "write '-grad * conj(self / other / other)'",
    "handle_r_to_c": "write its last argument alone: the gradient of a real argument is made real by itself",
    "maybe_multiply": "write the product of its arguments, as 'grad * alpha'",
    "sum_backward": "write an array function, or 'expand' of 'unsqueeze'",
    "wrap_opt_if": "write its first argument alone: what nobody needs is not saved",
    "zeros_like": "write 'zero' as the whole formula, or 'fill(grad, 0)'",
    "auto_linear": "leave the key out: tangents follow from the gradients",
    "auto_element_wise": "leave the key out: tangents follow from the gradients",
}
"""What to write instead of functions of PyTorch's derivatives.yaml."""


@dataclass(frozen=True, slots=True)
class Library:
    """The ops that formulas may call: those of the spec, those of another spec, and others by name."""

    spec: Spec
    others: frozenset[str]
    base: Spec | None = None
    aliases: dict[str, Op] = field(init=False)
    names: frozenset[str] = field(init=False)
    """Every name that a formula may call."""

    def __post_init__(self) -> None:
        ops = tuple([op for spec in reversed(self._specs) for op in spec.ops])
        object.__setattr__(
            self, "aliases", {alias.rpartition(".")[2]: op for op in ops for alias in op.alias}
        )
        named = [f"{pack.package}.{name}" for pack in self.spec.packs for name in pack.by_call]
        found = [name for spec in self._specs for name in spec.by_call]
        object.__setattr__(self, "names", frozenset({*found, *named, *self.others, *ELEMENTARY}))

    def ops(self, name: str) -> tuple[Op, ...]:
        """Return the overloads that a called name stands for."""
        package, _, own = name.rpartition(".")
        specs = [pack for pack in self.spec.packs if pack.package == package] if package else self._specs
        found = next((found for spec in specs if (found := spec.by_call.get(own, ()))), ())
        return found[:MAX_OVERLOADS]

    def owners(self, name: str) -> tuple[str, ...]:
        """Return the packs between which a formula has to choose: those that have an op of this name."""
        if name in self.spec.by_call:
            return ()
        return tuple([pack.package for pack in self.spec.packs if name in pack.by_call])

    @property
    def _specs(self) -> tuple[Spec, ...]:
        """Where names are looked up: a spec's own come first, then those of its packs, then derivata's."""
        return (self.spec, *self.spec.packs, *((self.base,) if self.base else ()))

    def knows(self, name: str) -> bool:
        """Tell whether a formula may call this name."""
        return name in self.names


@dataclass(frozen=True, slots=True)
class Use:
    """A formula, the key it stands under, and the names that have a meaning there.

    `elementwise`: it is a forward, or a part of one.
    """

    subject: str
    formula: Formula
    scope: frozenset[str]
    elementwise: bool = False


def uses(op: Op) -> Iterator[Use]:
    """Yield every formula of an op with its scope."""
    arguments = frozenset(argument.name for argument in op.signature.arguments)
    outputs = frozenset(output.name for output in op.signature.returns)
    let = frozenset(key.removeprefix("let ") for key in op.places if key.startswith("let "))
    gradients = frozenset(op.gradient_names.values())
    if isinstance(op.forward, Formula):
        yield Use("forward", op.forward, arguments | let, elementwise=True)
    if op.composite:
        yield Use("composite", op.composite, arguments | let)
    within_let = arguments | let if op.composite else arguments | let | outputs | gradients
    forward_lets = op.forward_lets
    for name, formula in op.let.items():
        inside = name in forward_lets
        yield Use(f"let '{name}'", formula, arguments | let if inside else within_let, inside)
    for name, rule in op.derivatives.items():
        if isinstance(rule, Formula):
            yield Use(name, rule, arguments | let | outputs | gradients)
    for name, tangent in op.tangents.items():
        if isinstance(tangent, Formula):
            yield Use(name, tangent, _forward_mode_scope(op) | let | outputs)


def _forward_mode_scope(op: Op) -> frozenset[str]:
    """`x_t` and `x_p` for an argument with a tangent, plain `x` for the others."""
    scope: set[str] = set()
    for argument in op.signature.arguments:
        if argument.is_tensor and not isinstance(op.derivatives.get(argument.name), NonDifferentiable):
            scope |= {f"{argument.name}_t", f"{argument.name}_p"}
        else:
            scope.add(argument.name)
    return frozenset(scope)


def check_names(op: Op, library: Library, fail: Fail) -> bool:
    """Report unknown names and wrong calls in the formulas of an op; tell whether all names are known."""
    all_known = True
    for use in uses(op):
        for node in free_names(use.formula.tree):
            if node.id not in use.scope:
                _unknown_name(op, use, node, library, fail)
                all_known = False
        for call, name in calls(use.formula.tree):
            if name not in BUILTINS:
                _check_call(use, call, name, library, fail)
        if use.elementwise and use.formula.functions:
            _functions_in_forward(use, fail)
    return all_known


def _unknown_name(op: Op, use: Use, node: ast.Name, library: Library, fail: Fail) -> None:
    name = node.id
    subject = f"{use.subject}: expected one of its names, got '{name}'"
    cure = ""
    if use.elementwise and (name in op.gradient_names.values() or name in {o.name for o in op.outputs}):
        cure = "what the forward is made of can use arguments and other 'let' values only"
    elif name.startswith("grad"):
        cure = _gradient_cure(op, use, name)
    elif f"{name}_p" in use.scope:
        cure = f"write '{name}_p' for its value or '{name}_t' for its tangent"
    elif library.knows(name):
        cure = f"'{name}' is an op: call it, '{name}(...)'"
    if not cure:
        words = (*DERIVATIVE_WORDS, *TANGENT_WORDS) if node is use.formula.tree else ()
        known = listing(sorted(use.scope)) if use.scope else "none: there are no arguments"
        cure = did_you_mean(name, {*use.scope, *words}) or f"the names here are {known}"
    fail(use.formula.place(node), subject, cure)


def _gradient_cure(op: Op, use: Use, name: str) -> str:
    if name == "grad_input_mask":
        return "a gradient that nobody needs is not computed: leave the question out"
    known = sorted(set(op.gradient_names.values()) & use.scope)
    if known:
        if len(known) == 1:
            return f"write '{known[0]}', the gradient of the only differentiable output"
        return did_you_mean(name, known) or f"the gradients of its outputs are {listing(known)}"
    if use.subject in op.tangents:
        return "forward mode has tangents: write '<argument>_t'"
    return did_you_mean(name, use.scope)


def _of_pytorch(name: str, subject: str, library: Library) -> str:
    """Return what to write instead of a function of PyTorch's derivatives.yaml, or "".

    ``pow_backward_exponent`` and ``mm_mat1_grad`` are named after an op and an argument: its entry has the formula.
    """
    if (own := name.removesuffix("_symint")) != name and library.knows(own):
        return f"write '{own}(...)'"
    if own in OF_PYTORCH:
        return OF_PYTORCH[own]
    before, kind, after = own.partition("_backward") if "_backward" in own else own.partition("_grad")
    op, _, argument = before.rpartition("_")
    for called, key in ((before, after.lstrip("_") or subject), (op, argument)) if kind else ():
        for overload in library.ops(called):
            rule = overload.derivatives.get(key)
            if isinstance(rule, Formula) and len(rule.text) < 120 and not rule.names & overload.let.keys():
                return f"'{key}' of '{overload.full_name}' is '{rule.text}'"
            return f"'derivata explain {called}' prints the formulas of that op"
    return ""


def _functions_in_forward(use: Use, fail: Fail) -> None:
    """Report array functions in an expression; in its conditions they decide about numbers and words."""
    nodes = list(ast.walk(use.formula.tree))
    tests = {id(part) for node in nodes if isinstance(node, ast.IfExp) for part in ast.walk(node.test)}
    for node in nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and id(node) not in tests:
            name = f"functions.{node.func.attr}"
            message = f"forward: expected elementary functions or '{name}' alone, got '{name}(...)'"
            fail(use.formula.place(node), message, f"write 'forward: {name}'")


def _check_call(use: Use, call: ast.Call, name: str, library: Library, fail: Fail) -> None:
    place = use.formula.place(call)
    overloads = () if use.elementwise else library.ops(name)
    if use.elementwise and name not in ELEMENTARY:
        cure = did_you_mean(name, ELEMENTARY) or "write an array function, or 'composite' for ops"
        fail(place, f"{use.subject}: expected an elementary function, got '{name}(...)'", cure)
    elif not library.knows(name):
        alias = library.aliases.get(name)
        cure = f"write its own name '{alias.name}'" if alias else _of_pytorch(name, use.subject, library)
        cure = cure or did_you_mean(name, library.names)
        fail(place, f"{use.subject}: expected an op, got '{name}(...)'", cure)
    elif not overloads and name in ELEMENTARY and (problem := _elementary_problem(call, name)):
        fail(place, f"{use.subject}: {name}: {problem}")
    owners = library.owners(name) if overloads else ()
    if len(owners) > 1:
        choices = listing(f"'{package}.{name}(...)'" for package in owners)
        message = f"{use.subject}: expected the op of one pack, got '{name}' of {listing(owners, 'and')}"
        fail(place, message, f"write {choices}")
    problems = [call_problem(call, overload) for overload in overloads]
    if problems and all(problems):
        signatures = listing(f"'{overload.signature}'" for overload in overloads)
        fail(place, f"{use.subject}: {name}: {problems[0]}", f"its signature is {signatures}")


def _elementary_problem(call: ast.Call, name: str) -> str:
    arity = ELEMENTARY[name].arity
    if call.keywords:
        return f"expected positional arguments, got '{call.keywords[0].arg}='"
    return "" if len(call.args) == arity else f"expected {arity} arguments, got {len(call.args)}"


def call_problem(call: ast.Call, op: Op) -> str:
    """Say why the arguments of a call do not fit a signature, or ""."""
    arguments = op.signature.arguments
    positional = [argument for argument in arguments if not argument.keyword_only]
    if len(call.args) > len(positional):
        return f"expected at most {len(positional)} positional arguments, got {len(call.args)}"
    given = {argument.name for argument in positional[: len(call.args)]}
    for word in call.keywords:
        if word.arg in given:
            return f"expected each argument once, got '{word.arg}' twice"
        if word.arg not in {argument.name for argument in arguments}:
            return f"expected a keyword that it has, got '{word.arg}'"
        given.add(str(word.arg))
    missing = [
        argument.name for argument in arguments if argument.default is None and argument.name not in given
    ]
    return f"expected the argument '{missing[0]}', got none" if missing else ""
