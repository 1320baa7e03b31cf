"""Signatures -> parameters of generated functions, with the call that normalises each argument."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from ..schema import Argument
from ..spec import Op
from . import trees
from .op_plan import Parameter

_ANNOTATIONS = {
    "Tensor": "TensorLike",
    "Scalar": "Number",
    "int": "int",
    "float": "float",
    "bool": "bool",
    "str": "str",
    "dtype": "DTypeLike",
    "Generator": "Generator",
    "index": "Any",
}
_PRECISE = _ANNOTATIONS | {"Scalar": "complex"}
_TAKE_NONE = ("Any", "DTypeLike", "IntsLike", "TensorLike", "Number")
"""Names of types among whose values None is."""


def takes_out(op: Op) -> bool:
    """Tell whether the op's function writes its result into `out=` on request: new tensors, from a public function."""
    mathematics = op.namespace in ("", "linalg", "special") and op.public and not op.name.endswith("_")
    new = not any(output.type.alias for output in op.outputs)
    tensors = not any(output.type.is_list for output in op.outputs)
    return ((mathematics and tensors) or op.variants.out) and new and op.variants.function


def takes_inplace(op: Op) -> bool:
    """Tell whether the op's function has the argument `inplace`: an activation or dropout that can write."""
    places = [op.namespace, *[alias.rpartition(".")[0] for alias in op.alias]]
    return op.variants.inplace and op.public and "nn.functional" in places


def parameters(op: Op, variables: Mapping[str, str]) -> tuple[Parameter, ...]:
    """Return the parameters of the op's function."""
    return tuple([_parameter(op, argument, variables[argument.name]) for argument in op.signature.arguments])


def _parameter(op: Op, argument: Argument, name: str) -> Parameter:
    normalise, condition = _normalise(op, argument, name)
    return Parameter(
        name=name,
        argument=argument.name,
        annotation=_annotation(argument),
        default=None if argument.default is None else _default(argument),
        keyword_only=argument.keyword_only,
        normalise=normalise,
        normalise_if=condition,
        variadic=argument.type.variadic,
        number=argument.type.is_number,
        star=argument.is_tensor and argument.type.variadic,
        precise=_precise(argument),
    )


def _default(argument: Argument) -> ast.expr:
    assert argument.default is not None
    tree = ast.parse(argument.default, mode="eval").body
    if isinstance(tree, ast.List):
        tree = ast.Tuple(tree.elts, ast.Load())
    if (
        argument.type.is_list
        and isinstance(tree, ast.Constant)
        and isinstance(tree.value, int)
        and argument.type.size
    ):
        tree = ast.Tuple([tree] * argument.type.size, ast.Load())
    return tree


def _annotation(argument: Argument) -> ast.expr:
    base = _ANNOTATIONS[argument.type.base]
    if argument.is_tensor and argument.type.variadic:
        return trees.name("Any")
    tree: ast.expr = trees.name(base)
    if argument.type.is_list and base == "int":
        tree = trees.name("IntsLike")
    elif argument.type.is_list:
        tree = trees.name("Any") if base == "float" else trees.generic("Sequence", tree)
    takes_none = isinstance(tree, ast.Name) and tree.id in _TAKE_NONE
    return trees.optional(tree) if argument.type.optional and not takes_none else tree


def _precise(argument: Argument) -> ast.expr:
    """Return the annotation for overloads and stubs: what users may pass, not what the body converts it to."""
    base = _PRECISE[argument.type.base]
    if base == "Any" or (argument.is_tensor and argument.type.variadic):
        return trees.name("Any")
    tree: ast.expr = trees.name(base)
    if argument.type.is_list:
        several = trees.generic("Sequence", tree)
        tree = several if argument.is_tensor else trees.union(tree, several)
    return trees.optional(tree) if argument.type.optional else tree


_Normal = tuple[ast.expr | None, ast.expr | None]
"""What brings an argument into canonical form, and when that is needed; None for always."""


def _normalise(op: Op, argument: Argument, name: str) -> _Normal:
    base = argument.type.base
    if argument.is_tensor and argument.type.variadic:
        return trees.call("arguments.gathered", trees.name(name)), None
    if base == "index":
        return trees.call("arguments.plain_index", trees.name(name)), None
    if base == "dtype":
        is_dtype = trees.call("isinstance", trees.name(name), trees.dotted("np.dtype"))
        test = _if_given(argument, name, trees.negation(is_dtype))
        return trees.call("arguments.as_dtype", trees.name(name)), test
    if base == "int" and not argument.type.is_list:
        return _called("arguments.as_int", op, name), _if_given(argument, name, _is_not_of(name, "int"))
    if argument.type.is_list and base == "int":
        return _ints(op, argument, name)
    asked = base == "Tensor" and _is_described(op, argument.name)  # of what a public op passes on, too
    return _kind_of_value(op, argument, name) if op.public or op.alias or asked else (None, None)


def _ints(op: Op, argument: Argument, name: str) -> _Normal:
    test, more = _is_not_of(name, "tuple"), []
    if argument.type.size:
        size = trees.constant(argument.type.size)
        length = trees.compared(trees.call("len", trees.name(name)), ast.NotEq(), size)
        test, more = ast.BoolOp(ast.Or(), [test, length]), [size]
    function = "as_optional_ints" if more and argument.type.optional else "as_ints"
    return _called(f"arguments.{function}", op, name, *more), _if_given(argument, name, test)


def _kind_of_value(op: Op, argument: Argument, name: str) -> _Normal:
    """Return the call that converts an argument to the type in the signature, and when it is needed."""
    base = argument.type.base
    if argument.type.is_list and base == "float":
        return _called("arguments.as_floats", op, name), _if_given(argument, name)
    if argument.type.is_list:
        return None, None
    if base == "Tensor" and op.forward is None:
        function = "operand_rules.operand_or_number"
        if _is_described(op, argument.name):
            function = "operand"
        elif _is_compared(op, argument.name):
            function = "operand_rules.operand_or_real_number"
        return _called(function, op, name), _if_given(argument, name, _is_not_of(name, "Tensor"))
    if base == "bool":
        tests = [
            trees.compared(trees.name(name), ast.IsNot(), trees.constant(value)) for value in (False, True)
        ]
        return _called("arguments.as_bool", op, name), _if_given(argument, name, *tests)
    if base == "str":
        return _called("arguments.as_text", op, name), _if_given(argument, name, _is_not_of(name, "str"))
    if base in ("Scalar", "float"):
        function = "arguments.as_number" if base == "Scalar" else "arguments.as_float"
        likely = ("int", "float") if (argument.default or "").isdigit() else ("float", "int")
        differ = [_is_not_of(name, kind) for kind in likely]
        return _called(function, op, name), _if_given(argument, name, *differ)
    return None, None


def _called(function: str, op: Op, name: str, *more: ast.expr) -> ast.expr:
    return trees.call(function, trees.constant(op.name), trees.constant(name), trees.name(name), *more)


def _is_not_of(name: str, kind: str) -> ast.expr:
    return trees.compared(trees.dotted(f"{name}.__class__"), ast.IsNot(), trees.name(kind))


def _if_given(argument: Argument, name: str, *tests: ast.expr) -> ast.expr:
    return trees.both(trees.is_given(name), *tests) if argument.type.optional else trees.both(*tests)


def _is_compared(op: Op, name: str) -> bool:
    """Tell whether a formula compares an argument by an operator, which, for a number, is Python's."""
    return any(
        isinstance(node, ast.Compare)
        and any(isinstance(side, ast.Name) and side.id == name for side in (node.left, *node.comparators))
        and not any(isinstance(test, ast.Is | ast.IsNot) for test in node.ops)
        for formula in op.formulas
        for node in ast.walk(formula.tree)
    )


def _is_described(op: Op, name: str) -> bool:
    """Tell whether a formula reads the shape or dtype of an argument, which a number does not have."""
    return any(
        isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id in (name, *op.let)
        for formula in op.formulas
        for node in ast.walk(formula.tree)
    )
