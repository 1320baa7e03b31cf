"""Calls that tests make follow from an entry's signature, unless its `samples` say otherwise."""

import ast

import pytest

from derivata.codegen.lower import trees
from derivata.codegen.parse.spec import parse_spec
from derivata.codegen.spec import TensorSample

HEAD = "schema_version: 1\nops:\n- family: mine\n"

CALLS = {
    "f(Tensor x) -> Tensor: forward: sin(x)": "x=(2, 3)",
    "f(Tensor x) -> Tensor: forward: functions.f": "x=(2, 3); x=()",
    "f(Tensor x, Tensor y) -> Tensor: forward: x * y": "x=(2, 3) y=(2, 3); x=(2, 1) y=(3,); x=() y=(2, 3)",
    "f(Tensor x, Tensor y) -> Tensor: forward: functions.f": "x=(2, 3) y=(2, 3); x=() y=()",
    "f(Tensor x, Tensor? y=None) -> Tensor: forward: functions.f": "x=(2, 3); x=() y=(2, 3); x=(2, 3) y=()",
    "f(Tensor x, Tensor? y) -> Tensor: forward: functions.f": "x=(2, 3) y=None; x=() y=(2, 3); x=(2, 3) y=()",
    "f(Tensor[] xs) -> Tensor: forward: functions.f": "xs=(2, 3),(2, 3); xs=(),()",
    "f(Tensor x, Tensor mask) -> Tensor: forward: functions.f": "x=(2, 3) mask=bool(2, 3); x=() mask=bool()",
    "f(Tensor x, int dim) -> Tensor: forward: functions.f": (
        "x=(2, 3) dim=1; x=(2, 4, 3) dim=-2; x=() dim=-1; x=(0, 3) dim=1; x=(2, 4, 3) dim=-3"
    ),
    "f(Tensor x, int[]? dim=None, bool keepdim=False) -> Tensor: forward: functions.f": (
        "x=(2, 3); x=(2, 3) dim=(1,) keepdim=True; x=(2, 3, 4) dim=(0, -1); x=() dim=(-1,) keepdim=True; "
        "x=(0, 3) dim=(1,); x=(2, 3, 4) dim=(-3, 1) keepdim=True"
    ),
    "f(Tensor x, bool up) -> Tensor: forward: functions.f": "x=(2, 3) up=False; x=() up=True",
    "f(Tensor x, Scalar a=1) -> Tensor: forward: x * a": "x=(2, 3); x=(2, 3) a=2; x=(2, 3) a=1.375",
    "f(Tensor x, float a=1.0) -> Tensor: forward: x * a": "x=(2, 3); x=(2, 3) a=1.375",
    "f(Tensor x, Scalar a) -> Tensor: forward: x * a if a == 2 else -x": "x=(2, 3) a=2; x=(2, 3) a=0.5; x=(2, 3) a=2.5",
    "f(Tensor x, int a=0) -> Tensor: forward: x * a if a > 0 else -x": "x=(2, 3); x=(2, 3) a=1; x=(2, 3) a=-1",
    "f(Tensor x, str by='no') -> Tensor: forward: 'x if by == \"yes\" else -x'": "x=(2, 3); x=(2, 3) by='yes'",
    "f(Tensor x, *, str reduction='mean') -> Tensor: forward: functions.f": (
        "x=(2, 3); x=() reduction='sum'; x=(2, 3) reduction='none'"
    ),
    "f(Tensor x, dtype dtype, Generator? generator=None) -> Tensor: forward: functions.f": (
        "x=(2, 3) dtype='float64'; x=() dtype='float64'"
    ),
    "f(Tensor x, int[] shape) -> Tensor: forward: functions.f": "",
    "f(Tensor x, str by) -> Tensor: forward: functions.f": "",
    "f(Tensor x, index at) -> Tensor: forward: functions.f": "",
}


def calls(entry: str) -> str:
    (op,) = parse_spec(HEAD + entry, "spec.yaml").ops
    return "; ".join(
        [" ".join(f"{name}={written(v)}" for name, v in case.items()) for case in op.samples.cases]
    )


def written(value: object) -> str:
    if isinstance(value, TensorSample):
        return f"{value.dtype or ''}{value.shape}"
    if isinstance(value, tuple) and value and isinstance(value[0], TensorSample):
        return ",".join([written(item) for item in value])
    return ast.unparse(trees.literal(value))


@pytest.mark.parametrize("text", CALLS)
def test_calls_follow_from_the_signature(text: str) -> None:
    """Every kind of argument has its values, and each of them comes once."""
    signature, _, forward = text.partition(": ")
    assert calls(f"- name: {signature}\n  {forward}\n") == CALLS[text]


def test_what_samples_say() -> None:
    """A domain leaves the derived calls as they are, `more` come beside them and `cases` instead."""
    entry = "- name: f(Tensor x) -> Tensor\n  forward: functions.f\n  samples: "
    assert calls(entry + "{domain: {x: [0.5, 1.0]}}") == "x=(2, 3); x=()"
    assert calls(entry + "{more: [{x: [7]}]}") == "x=(2, 3); x=(); x=(7,)"
    assert calls(entry + "{cases: [{x: [7]}]}") == "x=(7,)"
