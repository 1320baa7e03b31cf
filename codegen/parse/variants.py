"""`variants`, `namespace`, `alias`, `wrapper` and `dtypes`: the forms and names of an op that users call."""

from __future__ import annotations

import ast

from ..diagnostics import did_you_mean, listing
from ..elementary import ELEMENTARY, Result
from ..formula.formula import Formula
from ..schema import Signature
from ..source.entry import Entry, Word
from ..spec import Variants
from ..vocabulary import BATCH_WORDS, DTYPE_WORDS, OPERATORS, RESERVED_OPS
from .identifiers import dotted_problem, identifier_problem

_FORMS = ("function", "method", "inplace", "out", "copy", "operator X", "property NAME")


def read_variants(entry: Entry, forward: Formula | None) -> Variants:
    """Read `variants`, or choose the usual ones for this signature and (expression) forward."""
    if "variants" not in entry.nodes:
        return _usual_variants(entry.signature, forward)
    chosen: dict[str, Word] = {}
    for word in entry.words("variants", f"some of {listing(_FORMS)}"):
        if word.text in chosen:
            message = f"variants: expected each form once, got '{word.text}' twice"
            entry.fail(word.location, message, "delete one")
        elif _good_variant(entry, word):
            chosen[word.text] = word
    return Variants(
        function="function" in chosen,
        method="method" in chosen,
        inplace="inplace" in chosen,
        operators=tuple(w.removeprefix("operator ") for w in chosen if w.startswith("operator ")),
        properties=tuple(w.removeprefix("property ") for w in chosen if w.startswith("property ")),
        out="out" in chosen,
        copy="copy" in chosen,
    )


def _usual_variants(signature: Signature, forward: Formula | None) -> Variants:
    internal = signature.name.startswith("_") or signature.name.endswith("_backward")
    method = begins_with_self(signature) and not internal
    inplace = method and forward is not None and not is_boolean(forward.tree) and signature.name[-1] != "_"
    return Variants(function=True, method=method, inplace=inplace)


def begins_with_self(signature: Signature) -> bool:
    """Tell whether the first argument is `Tensor self`."""
    first = next(iter(signature.arguments), None)
    return _begins_with_tensor(signature) and first is not None and first.name == "self"


def _begins_with_tensor(signature: Signature) -> bool:
    first = next(iter(signature.arguments), None)
    return first is not None and first.is_tensor and not (first.type.optional or first.type.is_list)


def _fits(form: str, signature: Signature) -> bool:
    """Tell whether an op with this first argument can have a form; one that is written to need not be called `self`."""
    if form == "inplace":
        return _begins_with_tensor(signature)
    return form in ("function", "out", "copy") or begins_with_self(signature)


def _good_variant(entry: Entry, word: Word) -> bool:
    form, _, rest = word.text.partition(" ")
    problem: tuple[str, str] | None = None
    if word.text == "inplace":
        problem = _inplace_problem(entry)
    elif form == "operator":
        problem = _operator_problem(entry, rest)
    elif form == "property":
        problem = _property_problem(entry, rest)
    elif word.text == "copy":
        problem = _copy_problem(entry)
    elif word.text not in ("function", "method", "out"):
        got = f"'{word.text}'" if word.text else "nothing"
        cure = did_you_mean(form, [known.partition(" ")[0] for known in _FORMS])
        problem = (f"expected {listing(_FORMS)}, got {got}", cure)
    if problem is None and not _fits(word.text, entry.signature):
        first = "Tensor" if word.text == "inplace" else "Tensor self"
        message = f"expected '{first}' as first argument of '{word.text}', got another"
        problem = (message, "write 'variants: function'")
    if problem:
        entry.fail(word.location, f"variants: {problem[0]}", problem[1])
    return problem is None


def _inplace_problem(entry: Entry) -> tuple[str, str] | None:
    outputs = [output for output in entry.signature.returns if not output.intermediate]
    if len(outputs) > 1 or outputs[0].type.is_list:
        return "expected one output for an in-place variant, got several", "delete 'inplace'"
    if entry.signature.name.endswith("_"):
        return (
            "expected an op without trailing underscore, got one that is in place already",
            "delete 'inplace'",
        )
    return None


def _copy_problem(entry: Entry) -> tuple[str, str] | None:
    if all(output.type.alias for output in entry.signature.returns if not output.intermediate):
        return None
    return "expected an op that returns views for 'copy', got one that returns new tensors", "delete 'copy'"


def _operator_problem(entry: Entry, symbol: str) -> tuple[str, str] | None:
    if symbol not in OPERATORS:
        near = did_you_mean(symbol, OPERATORS)
        return f"expected an operator, got '{symbol}'", near or f"the operators are {listing(OPERATORS)}"
    wanted, arguments = OPERATORS[symbol], entry.signature.arguments
    if symbol == "[]" and arguments[0].type.written:
        wanted += 1  # the assignment has the value as well
    required = sum(argument.default is None for argument in arguments)
    if required <= wanted <= sum(not argument.keyword_only for argument in arguments):
        return None
    message = f"expected {wanted} operands as 'operator {symbol}' has, got a signature with {required}"
    return message, "give the other arguments defaults"


def _property_problem(entry: Entry, name: str) -> tuple[str, str] | None:
    if problem := identifier_problem(name, "property"):
        return problem, "write 'property NAME'"
    if sum(a.default is None for a in entry.signature.arguments) > 1:
        return f"expected no argument besides 'self' for 'property {name}', got more", "give them defaults"
    return None


def is_boolean(tree: ast.expr) -> bool:
    """Tell whether the value of an elementwise expression is certainly boolean."""
    if isinstance(tree, ast.IfExp):
        return is_boolean(tree.body) and is_boolean(tree.orelse)
    if isinstance(tree, ast.BinOp) and isinstance(tree.op, ast.BitAnd | ast.BitOr):
        return is_boolean(tree.left) and is_boolean(tree.right)
    if isinstance(tree, ast.UnaryOp):
        return isinstance(tree.op, ast.Not) or (isinstance(tree.op, ast.Invert) and is_boolean(tree.operand))
    if isinstance(tree, ast.Call):
        function = ELEMENTARY.get(tree.func.id) if isinstance(tree.func, ast.Name) else None
        return function is not None and function.result is Result.BOOL
    return isinstance(tree, ast.Compare | ast.BoolOp)


def read_namespace(entry: Entry) -> str:
    """Read `namespace`: dotted names below the package, "" for its top level."""
    node = entry.words_of("namespace", "a dotted name such as 'linalg'")
    if node is None:
        return ""
    name = node.value.strip()
    if problem := dotted_problem(name, "namespace"):
        entry.fail(node.location, problem, "write for example 'nn.functional'")
        return ""
    return name


def read_wrapper(entry: Entry) -> str:
    """Read `wrapper`: the hand-written function or method that users call, `module:function`."""
    node = entry.words_of("wrapper", "a function, 'module:function'")
    if node is None:
        return ""
    module, colon, function = node.value.strip().partition(":")
    if not colon or any(
        identifier_problem(part, "wrapper") for part in (*module.split("."), *function.split("."))
    ):
        entry.expected(node, "wrapper", "'module:function'", "write the module as Python imports it")
    return node.value.strip()


def read_batch(entry: Entry) -> str:
    """Read `batch`: the name of the rule by which `vmap` calls the op."""
    node = entry.words_of("batch", "the name of a rule")
    if node is None:
        return ""
    word = node.value.strip()
    if word not in BATCH_WORDS:
        entry.fail(
            node.location,
            f"batch: expected one of {listing(BATCH_WORDS)}, got '{word}'",
            did_you_mean(word, BATCH_WORDS) or "",
        )
    return word


def read_alias(entry: Entry) -> tuple[str, ...]:
    """Read `alias`: further names of the same op, with dots for functions in other namespaces."""
    names: list[str] = []
    for word in entry.words("alias", "names separated by commas"):
        if problem := dotted_problem(word.text, "alias"):
            entry.fail(word.location, problem, "write names separated by commas")
        elif word.text in RESERVED_OPS:
            entry.fail(
                word.location,
                f"alias: expected a free name, got '{word.text}', a word of the formula language",
            )
        elif word.text in names or word.text == entry.signature.name:
            entry.fail(word.location, f"alias: expected another name, got '{word.text}' again", "delete it")
        else:
            names.append(word.text)
    return tuple(names)


def read_dtypes(entry: Entry) -> str:
    """Read `dtypes`."""
    node = entry.text("dtypes", listing(DTYPE_WORDS))
    if node is None:
        return "any"
    word = node.value.strip()
    if word not in DTYPE_WORDS:
        entry.fail(
            node.location,
            f"dtypes: expected {listing(DTYPE_WORDS)}, got '{word[:40]}'",
            did_you_mean(word, DTYPE_WORDS),
        )
    return word
