"""Entries of derivata's own spec say in a word what there is a word for."""

import ast
import re
from itertools import permutations

from derivata.codegen.formula.formula import Formula
from derivata.codegen.parse.derived_samples import derived_cases
from derivata.codegen.pipeline import SPEC, own_spec
from derivata.codegen.spec import Op

ENTRIES = {
    match[0]: text
    for text in re.split(r"^- name: ", SPEC.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    if (match := re.search(r"[\w.]+(?=\()", text))
}


def products(op: Op) -> set[str]:
    """Return the two ways to write the tangent of a product of the two tensors of an op."""
    terms = []
    for changing in op.tensor_arguments:
        ends = {a.name: "_t" if a is changing else "_p" for a in op.tensor_arguments}
        values = [
            f"{a.name}=" * a.keyword_only + a.name + ends.get(a.name, "") for a in op.signature.arguments
        ]
        terms.append(f"{op.full_name.replace('.', '_')}({', '.join(values)})")
    return {" + ".join(order) for order in permutations(terms)}


def test_no_entry_writes_out_the_calls_that_follow_from_its_signature() -> None:
    """`cases` that hold all derived calls, and others, are `more`; `cases` that hold these alone are none."""
    written = [op for op in own_spec().ops if re.search(r"\bcases:", ENTRIES.get(op.full_name, ""))]
    assert len(written) > 400
    repeated = [
        op.full_name
        for op in written
        if derived_cases(op) and all(case in op.samples.cases for case in derived_cases(op))
    ]
    assert repeated == []


def test_no_entry_writes_out_the_tangent_of_a_product() -> None:
    """The sum over both tensors with the tangent of one of them is `auto_bilinear`."""
    written, found = [], 0
    for op in own_spec().ops:
        rules = [rule for rule in op.tangents.values() if isinstance(rule, Formula)]
        if len(op.tensor_arguments) == 2 and rules and ast.unparse(rules[0].tree) in products(op):
            found += 1
            written += [] if "result: auto_bilinear" in ENTRIES[op.full_name] else [op.full_name]
    assert found >= 10
    assert written == []
