"""The variant `copy` of an op that returns views: a further op, which returns copies of them."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from ..formula.formula import parse_formula
from ..schema import Signature, Type
from ..spec import Op, Variants

COPY = "_row_major_copy"
"""The op that copies a view."""


def with_copy(op: Op) -> tuple[Op, ...]:
    """Return an op and, if it has the variant `copy`, the op that copies what it returns."""
    return (op, _copy(op)) if op.variants.copy else (op,)


def copies_a_view(op: Op) -> bool:
    """Tell whether an op is the variant `copy` of one that returns views."""
    return op.composite is not None and op.composite.calls == {COPY, op.name.removesuffix("_copy")}


def _copy(op: Op) -> Op:
    call = f"{op.flat_name}({', '.join(argument.name for argument in op.signature.arguments)})"
    is_list = op.signature.returns[0].type.is_list
    return replace(
        op,
        signature=_signature(op.signature),
        doc=f"A copy of what `{op.name}` returns, in row-major order.",
        forward=None,
        output_differentiability=op.output_differentiability[: len(op.outputs)],
        composite=parse_formula(
            f"[{COPY}(part) for part in {call}]" if is_list else f"{COPY}({call})",
            op.location,
        ),
        let=MappingProxyType({}),
        derivatives=MappingProxyType({}),
        tangents=MappingProxyType({}),
        variants=Variants(function=True, method=False, inplace=False, out=True),
        alias=(),
        wrapper="",
        numpy=(),
        kinks=(),
    )


def _signature(signature: Signature) -> Signature:
    """Return a signature under its new name, without the marks of shared memory."""
    arguments = tuple(replace(each, type=_unmarked(each.type)) for each in signature.arguments)
    outputs = [each for each in signature.returns if not each.intermediate]
    returns = tuple(replace(each, type=_unmarked(each.type)) for each in outputs)
    return Signature(f"{signature.name}_copy", signature.overload, arguments, returns)


def _unmarked(type_: Type) -> Type:
    return replace(type_, alias="")
