"""A page for every op: signature, formulas, what it can do, an example, its entry and its code."""

import re
from collections.abc import Callable
from typing import Any

import numpy as np

import derivata
from derivata.codegen.spec import Op
from derivata.commands.catalogue import Found, Name
from derivata.commands.equations import latex_equations
from derivata.commands.generated_code import ops_file
from derivata.commands.sources import own
from derivata.testing import OpCase
from derivata.testing.modes import YES, Modes
from docs.ops import (
    PROPERTIES,
    UNDOCUMENTED,
    family_title,
    in_place,
    is_helper,
    kernel,
    linked,
    no,
    public_names,
    reverse_of,
    tables,
)

from . import measured
from .docstrings import in_markdown
from .examples import example
from .images import before_and_after
from .mathematics import displayed
from .pages import ROOT, Pages
from .plots import plot
from .signatures import signature

Row = tuple[Op, OpCase, Modes]
BEHIND = "---\nsearch: { boost: 0.5 }\n---\n\n"
"""Puts a page behind others in the search: `grid_sampler_3d` behind `grid_sample`."""

INDEX = """\
# Ops, one by one

A page per op, with its parameters, its formulas and their derivatives as they are in the spec, what it can do (found by
running it), an example, its entry and its code. [What every op can do](../ops.md) is the same in tables.
"""


def op_pages() -> Pages:
    """Return the page of each op, overloads together, and the list of all by family."""
    rows: dict[str, list[Row]] = {}
    for op, case, modes in tables():
        name = public_names(op)[0]
        if not is_helper(name):
            rows.setdefault(name, []).append((op, case, modes))
    families: dict[str, list[str]] = {}
    for name, overloads in rows.items():
        families.setdefault(overloads[0][0].family, []).append(name)
    index = [INDEX]
    for family, names in families.items():
        index.append(f"\n## {family_title(family)}\n\n")
        index.append(", ".join(f"[`{name}`]({name}.md)" for name in names) + "\n")
    pages = {f"docs/op/{name}.md": page(name, overloads) for name, overloads in rows.items()}
    return {"docs/op/README.md": "".join(index), **pages}


def page(name: str, overloads: list[Row]) -> str:
    """Return the page of an op."""
    function = found(name)
    parts = [BEHIND if name in UNDOCUMENTED else "", f"# {name}\n\n"]
    if function is not None:
        parts += [signature(title_of_call(name), function), in_markdown(function)]
    elif overloads[0][0].doc:
        parts += [overloads[0][0].doc, "\n"]
    if function is not None and is_curve(name, *overloads[0]):
        parts += ["\n", plot(function)]
    parts.append(before_and_after(name))
    for op, case, modes in overloads:
        parts += ["\n", form(name, op, case, modes)]
    return "".join(parts)


def is_curve(name: str, op: Op, case: OpCase, modes: Modes) -> bool:
    """Whether an op is a function of one real number, without chance, that can be drawn with its derivatives."""
    given = [argument for argument in op.signature.arguments if argument.default is None]
    if (
        case.written
        or len(given) != 1
        or given[0].type.base != "Tensor"
        or not case.is_differentiable
        or modes.double != YES
    ):
        return False
    return name != "clamp" if case.elementwise else acts_on_each_number(found(name))  # clamp wants a bound


def acts_on_each_number(function: Callable[..., Any]) -> bool:
    """Whether a function of a tensor gives a new number for each number, found by calling it."""
    x = derivata.linspace(-2.0, 2.0, 64, dtype=derivata.float64)
    order = derivata.argsort(derivata.sin(x * x))
    try:
        result = function(x)
        is_new = result.dtype == x.dtype and result.shape == x.shape and not derivata.equal(result, x)
        return is_new and derivata.equal(function(x[order]), result[order])
    except (RuntimeError, TypeError, ValueError, IndexError, AttributeError):
        return False


def found(name: str) -> Any:
    """Return what users call by a name: a function, or a method or property of tensors."""
    value: Any = derivata
    for word in name.split("."):
        value = getattr(value, word, None)
    if value is None or isinstance(value, np.dtype):  # `dv.half` is a dtype, `tensor.half` the method
        return getattr(derivata.Tensor, PROPERTIES.get(name, name), None)
    return value


def title_of_call(name: str) -> str:
    """Return how an op is called: `dv.sin`, or `tensor.T`."""
    first = getattr(derivata, name.partition(".")[0], None)
    inside = first is not None and not isinstance(first, np.dtype)
    return f"dv.{name}" if inside else f"tensor.{PROPERTIES.get(name, name)}"


def largest_error(op: Op) -> str:
    """Return what docs/accuracy.md says about an op; "" where that is nothing."""
    text = (ROOT / "docs" / "accuracy.md").read_text(encoding="utf-8")
    name = re.escape(public_names(op)[0])
    found = re.findall(rf"^{name}\*? +(float\d+) +([\d.e+]+)", text, re.MULTILINE)
    errors = ", ".join(f"{size} in {dtype}" for dtype, size in found)
    return f"{errors}, [in units of the last place](../accuracy.md)" if found else ""


def form(page_name: str, op: Op, case: OpCase, modes: Modes) -> str:
    """Return the section of an op, or of one of its overloads, on the page of a name."""
    hit = Found(op, own(), Name(op.full_name, "function"))
    title = f"`{op.full_name}`" if "." in op.full_name else "Formulas"
    names = ", ".join(linked(op, name) for name in public_names(op))
    table = [
        ("names", names),
        ("dtypes of tensors", measured.accepted(case)),
        ("gradients", reverse_of(modes)),
        ("gradients of gradients", no(modes.double)),
        ("tangents", no(modes.forward)),
        ("complex numbers", no(modes.complex)),
        ("in place", in_place(op)),
        ("work done by", kernel(op, case)),
        ("largest error found", largest_error(op)),
        ("error in float32, beside float64", measured.error(case)),
    ]
    rows = "".join(f"| {what} | {cell} |\n" for what, cell in table if cell)
    formulas = "".join(displayed(*equation) for equation in latex_equations(op))
    if op.composite and modes.reverse == YES and not op.derivatives:
        formulas += "\nThe gradient is that of the ops that it is made of.\n\n"
    session = f"<div markdown data-search-exclude>\n\n{example(page_name, case)}</div>\n\n"
    return (
        f"## {title}\n\n{formulas}\n{session}| | |\n|---|---|\n{rows}\n"
        f"[Its entry](../../derivatives.yaml), line {op.location.line}:\n\n```yaml\n{hit.entry}\n```\n\n"
        f"[Its code](../../generated/{ops_file(op)}), of which `derivata explain {op.full_name}` prints its lines.\n"
    )
