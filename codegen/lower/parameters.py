"""Signatures -> parameters of generated functions, with what brings each argument into canonical form."""

from __future__ import annotations

import ast

from ..schema import Argument
from ..spec import Op
from .plan import Parameter
from .printer import show

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


def takes_out(op: Op) -> bool:
    """Tell whether the op's function writes its result into `out=` on request: new tensors, from a public function."""
    mathematics = op.namespace in ("", "linalg", "special") and op.public and not op.name.endswith("_")
    new = not any(output.type.alias or output.type.is_list for output in op.outputs)
    return (mathematics or op.variants.out) and new and op.variants.function


def takes_inplace(op: Op) -> bool:
    """Tell whether the op's function has the argument `inplace`: an activation or dropout that can write."""
    places = [op.namespace, *[alias.rpartition(".")[0] for alias in op.alias]]
    return op.variants.inplace and op.public and "nn.functional" in places


def parameters(op: Op) -> tuple[Parameter, ...]:
    """Return the parameters of the op's function."""
    return tuple([_parameter(op, argument) for argument in op.signature.arguments])


def _parameter(op: Op, argument: Argument) -> Parameter:
    default = None if argument.default is None else _default(argument)
    normalise, condition = _normalise(op, argument)
    return Parameter(
        argument.name,
        _annotation(argument),
        default,
        argument.keyword_only,
        normalise,
        condition,
        argument.type.variadic,
        _precise(argument),
    )


def _default(argument: Argument) -> str:
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
    return show(tree)


def _annotation(argument: Argument) -> str:
    base = _ANNOTATIONS[argument.type.base]
    if argument.is_tensor and argument.type.variadic:
        return "Any"
    if argument.type.is_list:
        base = (
            f"Sequence[{base}]"
            if argument.is_tensor
            else "IntsLike"
            if base == "int"
            else f"Sequence[{base}]"
        )
    if argument.type.optional and base not in ("Any", "DTypeLike", "IntsLike", "TensorLike", "Number"):
        base = f"{base} | None"
    return base


def _precise(argument: Argument) -> str:
    """Return the annotation for overloads and stubs: what users may pass, not what the body makes of it."""
    base = _PRECISE[argument.type.base]
    if argument.is_tensor and argument.type.variadic:
        return "Any"
    if argument.type.is_list:
        base = f"Sequence[{base}]" if argument.is_tensor else f"{base} | Sequence[{base}]"
    return f"{base} | None" if argument.type.optional and base != "Any" else base


def _normalise(op: Op, argument: Argument) -> tuple[str | None, str | None]:
    name, base = argument.name, argument.type.base
    if argument.is_tensor and argument.type.variadic:
        return f"arguments.gathered({name})", None
    if base == "index":
        return f"arguments.plain_index({name})", None
    if base == "dtype":
        missing = f"{name} is not None and " if argument.type.optional else ""
        return f"arguments.as_dtype({name})", f"{missing}not isinstance({name}, np.dtype)"
    if base == "int" and not argument.type.is_list:
        missing = f"{name} is not None and " if argument.type.optional else ""
        return f'arguments.as_int("{op.name}", "{name}", {name})', f"{missing}{name}.__class__ is not int"
    if argument.type.is_list and base == "int":
        size = f", {argument.type.size}" if argument.type.size else ""
        condition = f"{name}.__class__ is not tuple"
        if argument.type.size:
            condition += f" or len({name}) != {argument.type.size}"
        if argument.type.optional:
            condition = (
                f"{name} is not None and ({condition})" if size else f"{name} is not None and {condition}"
            )
        function = "as_optional_ints" if size and argument.type.optional else "as_ints"
        return f'arguments.{function}("{op.name}", "{name}", {name}{size})', condition
    return _kind_of_value(op, argument) if op.public or op.alias else (None, None)


def _kind_of_value(op: Op, argument: Argument) -> tuple[str | None, str | None]:
    """Return what makes an argument the tensor, number, truth value or text that the signature promises."""
    name, base = argument.name, argument.type.base
    missing = f"{name} is not None and " if argument.type.optional else ""
    if argument.type.is_list:
        return None, None
    if base == "Tensor" and op.forward is None:
        function = "operand" if _is_described(op, name) else "operand_rules.operand_or_number"
        return f'{function}("{op.name}", "{name}", {name})', f"{missing}{name}.__class__ is not Tensor"
    if base == "bool":
        return (
            f'arguments.as_bool("{op.name}", "{name}", {name})',
            f"{missing}{name} is not False and {name} is not True",
        )
    if base == "str":
        return f'arguments.as_text("{op.name}", "{name}", {name})', f"{missing}{name}.__class__ is not str"
    if base in ("Scalar", "float"):
        function = "arguments.as_number" if base == "Scalar" else "arguments.as_float"
        likely, other = ("int", "float") if (argument.default or "").isdigit() else ("float", "int")
        different = f"{name}.__class__ is not {likely} and {name}.__class__ is not {other}"
        return f'{function}("{op.name}", "{name}", {name})', f"{missing}{different}"
    return None, None


def _is_described(op: Op, name: str) -> bool:
    """Tell whether a formula asks a tensor, or what may be one, for its shape or dtype, which a number has not."""
    return any(
        isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id in (name, *op.let)
        for formula in op.formulas
        for node in ast.walk(formula.tree)
    )
