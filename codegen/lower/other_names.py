"""The names that NumPy has for arguments, which PyTorch takes as well: `axis` for `dim`, `keepdims` for `keepdim`.

The two dimensions that `swapaxes` exchanges are `axis0` and `axis1` too, and losses take what PyTorch had before
`reduction`: `size_average` and `reduce`, together.

Other names are parameters of derivata's own functions, after all others, with the default None, so they cost a call one
comparison each. A required argument that may be passed by its other name gets the default `REQUIRED`, and so does every
argument after it; the code that normalises arguments reports a missing one. Functions with overloads look for other
names only when no overload takes the arguments.
"""

from __future__ import annotations

import ast

from ..spec import Op
from . import trees
from .op_plan import OtherName, Parameter

OTHER_NAMES = {"dim": "axis", "keepdim": "keepdims"}
EXCHANGED = {"dim0": "axis0", "dim1": "axis1"}
BEFORE_REDUCTION = ("size_average", "reduce")


def other_names(op: Op, parameters: tuple[Parameter, ...]) -> tuple[OtherName, ...]:
    """Return the other names of the arguments of an op that users call."""
    if not (op.public or op.alias) or op.name.endswith("_backward"):
        return ()
    taken = {parameter.name for parameter in parameters}
    known = OTHER_NAMES | (EXCHANGED if taken >= EXCHANGED.keys() else {})
    old = BEFORE_REDUCTION if "reduction" in taken else ()
    return tuple(
        [
            OtherName(
                parameter.name, other, _optional(parameter), parameter.default or trees.name("REQUIRED")
            )
            for parameter in parameters
            if (other := known.get(parameter.name)) and other not in taken
        ]
        + [
            OtherName("reduction", other, trees.optional(trees.name("bool")), trees.constant(None))
            for other in old
        ]
    )


def may_be_missing(parameters: tuple[Parameter, ...], names: tuple[OtherName, ...]) -> tuple[str, ...]:
    """Return the required parameters that may be missing from a call that uses other names."""
    others = {name.name for name in names}
    first = next((p.name for p in parameters if p.name in others and p.default is None), None)
    if first is None:
        return ()
    behind = parameters[[p.name for p in parameters].index(first) :]
    return tuple([p.name for p in behind if p.default is None])


def undetected(op: Op, parameters: tuple[Parameter, ...], missing: tuple[str, ...]) -> tuple[str, ...]:
    """Return those of the `missing` parameters whose absence no normalisation of arguments would detect."""
    tensors = {a.name for a in op.tensor_arguments} if op.forward is not None else set()
    return tuple(
        [p.name for p in parameters if p.name in missing and not p.normalise and p.name not in tensors]
    )


def _optional(parameter: Parameter) -> ast.expr:
    """Return the annotation of a parameter that is None where it is not used."""
    annotation = parameter.annotation
    is_any = isinstance(annotation, ast.Name) and annotation.id == "IntsLike"
    return annotation if is_any else trees.optional(annotation)
