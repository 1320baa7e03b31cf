"""What the generated tests know of an op, as literals."""

from __future__ import annotations

import ast

from ..spec import Op, TensorSample
from . import trees
from .op_plan import OpPlan


def case_fields(plan: OpPlan, package: str, methods: bool) -> tuple[tuple[str, ast.expr], ...]:
    """Return the fields of the op's `OpCase` with their values."""
    op = plan.op
    arguments = op.signature.arguments
    fields: dict[str, object] = {
        "op": op.full_name,
        "call": f"{package}.ops.{plan.function}",
        "arguments": tuple([(a.name, str(a.type)) for a in arguments]),
        "keyword_only": tuple([a.name for a in arguments if a.keyword_only]),
        "samples": tuple(
            [{name: _sample(value) for name, value in case.items()} for case in op.samples.cases]
        ),
        "domain": dict(op.samples.domain),
        "matrices": dict(op.samples.matrices),
        "magnitudes": tuple(
            [k for k, output in enumerate(plan.visible) if output.name in op.samples.magnitudes]
        ),
        "kinks": tuple([{"at": dict(kink.at), **kink.gradients} for kink in op.kinks]),
        "differentiable": _differentiable(plan),
        "outputs": tuple([output.differentiable for output in plan.visible]),
        "returns_list": plan.visible[0].is_list,
        "elementwise": op.elementwise,
        "complex": op.dtypes == "any",
        "view": plan.view,
        "inplace": _inplace(plan, package, methods),
        "surrogate": tuple([name for name in _differentiable(plan) if name in op.surrogate]),
        "once": plan.once,
        "fused": op.composite is not None and op.forward is not None,
        "kernels": tuple([f"{package}.kernels.{call.module}.{call.function}" for call in plan.kernel_calls]),
    }
    if plan.node and not plan.tangent and not plan.derives_tangent and op.composite is None:
        fields["tangents"] = False
    if not plan.second_differences:
        fields["second_differences"] = False
    always = ("outputs", "arguments", "tangents", "second_differences")
    return tuple([(key, trees.literal(value)) for key, value in fields.items() if value or key in always])


def _inplace(plan: OpPlan, package: str, methods: bool) -> str:
    """Return the name of the in-place method, or the full path of the function if there are no methods."""
    if plan.inplace is None or (methods and plan.op.variants.method):
        return plan.inplace or ""
    return f"{package}.ops.{plan.inplace}"


def _differentiable(plan: OpPlan) -> tuple[str, ...]:
    """Return the arguments with gradients, except those that are integers or booleans in every sample."""
    return tuple([name for name in plan.differentiable if not _is_index(plan.op, name)])


def _is_index(op: Op, name: str) -> bool:
    """Whether the argument is integer or boolean in every sample."""
    dtypes = [value.dtype for case in op.samples.cases if isinstance(value := case.get(name), TensorSample)]
    return bool(dtypes) and all(
        dtype is not None and not dtype.startswith(("float", "complex")) for dtype in dtypes
    )


def _sample(value: object) -> object:
    if isinstance(value, TensorSample):
        extra = {"dtype": value.dtype, "low": value.low, "high": value.high, "values": value.values}
        given = {key: item for key, item in extra.items() if item is not None}
        return {"shape": value.shape, **given} if given else value.shape
    if isinstance(value, tuple):
        return tuple([_sample(item) for item in value])
    return value
