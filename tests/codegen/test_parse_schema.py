"""Signatures: what is read, printed back, and refused."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from derivata.codegen.diagnostics import Location, SpecError
from derivata.codegen.parse.schema import parse_signature
from derivata.codegen.schema import Argument, Return, Signature, Type

START = Location("spec.yaml", 3, 9)


def problems(text: str) -> list[str]:
    with pytest.raises(SpecError) as caught:
        parse_signature(text, START)
    return [str(diagnostic).removeprefix("spec.yaml:3:") for diagnostic in caught.value.diagnostics]


@pytest.mark.parametrize(
    "text",
    [
        "exp(Tensor self) -> Tensor",
        "zeros(int[*] size, *, dtype? dtype_=None) -> Tensor",
        "add.Scalar(Tensor self, Scalar other, *, Scalar alpha=1) -> Tensor",
        "transpose(Tensor(a) self, int dim0, int dim1) -> Tensor(a)",
        "fill_(Tensor(a!) self, Scalar value) -> Tensor(a)",
        "concatenate(Tensor[] tensors, int dim=0) -> Tensor",
        "split(Tensor(a) self, int[] sizes, int dim=0) -> Tensor(a)[]",
        "max.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)",
        "layer_norm(Tensor self, int[] shape, Tensor? weight=None, float eps=1e-05) -> (Tensor result, Tensor _mean)",
        "conv2d(Tensor self, int[2] stride=1, int[2] padding=(0, 1), str mode='zeros') -> Tensor",
        "index(Tensor self, index indices) -> Tensor",
        "f(int[]? sizes=None, float[] weights=(), bool[] flags=(True,), str? text=None, Tensor[]? more=None) -> Tensor",
        "nothing() -> Tensor",
    ],
)
def test_a_signature_prints_as_it_was_written(text: str) -> None:
    assert str(parse_signature(text, START)) == text


def test_the_parts_of_a_signature() -> None:
    signature = parse_signature(
        "max.dim(Tensor(a) self, *, int[2] dim=1) -> (Tensor(a) values, Tensor _aux)", START
    )
    assert signature == Signature(
        "max",
        "dim",
        (
            Argument("self", Type("Tensor", alias="a"), None),
            Argument("dim", Type("int", is_list=True, size=2), "1", keyword_only=True),
        ),
        (Return("values", Type("Tensor", alias="a")), Return("_aux", Type("Tensor"))),
    )
    assert signature.full_name == "max.dim"
    assert [output.intermediate for output in signature.returns] == [False, True]


def test_a_single_output_is_called_result() -> None:
    assert parse_signature("exp(Tensor self) -> Tensor", START).returns == (Return("result", Type("Tensor")),)


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("f( Tensor  self ,int dim = -1 )->Tensor", "f(Tensor self, int dim=-1) -> Tensor"),
        ("f(Tensor? self) -> Tensor", "f(Tensor? self) -> Tensor"),
        ("f(int[] dims=[0, 1]) -> Tensor", "f(int[] dims=(0, 1)) -> Tensor"),
        ("f(Tensor?[] self) -> Tensor", None),
        ("f(str s='a, b') -> Tensor", "f(str s='a, b') -> Tensor"),
        ("f(Tensor self)\n  -> Tensor", "f(Tensor self) -> Tensor"),
    ],
)
def test_white_space_and_lists_are_normalised(written: str, printed: str | None) -> None:
    if printed is None:
        assert "list without optional items" in problems(written)[0]
    else:
        assert str(parse_signature(written, START)) == printed


def test_problems_are_located_in_the_signature_and_all_reported() -> None:
    assert problems("f(tensor self, int dim=x, Tensor self) -> Tensr") == [
        "11: f: argument 'self': expected a type, got 'tensor'; did you mean 'Tensor'?",
        "32: f: argument 'dim': default: expected a number, got 'x'; "
        "write a Python literal: 1, 0.5, True, None, 'mean' or (0, 1)",
        "35: f: argument 'self': expected a default, because 'dim' before it has one, got none; "
        "give it a default, or move it forward",
        "51: f: returns: expected a type, got 'Tensr'; did you mean 'Tensor'?",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "exp",
        "exp()",
        "exp(Tensor self) -> ",
        "exp(Tensor self) - Tensor",
        "exp(Tensor self)) -> Tensor",
        "exp(Tensor self) -> Tensor)",
        "exp(Tensor self) -> Tensor x",
        "exp(Tensor self,) -> Tensor",
        "exp(,) -> Tensor",
        "exp.a.b(Tensor self) -> Tensor",
        "exp.(Tensor self) -> Tensor",
        "éxp(Tensor self) -> Tensor",
        "exp(Tensor sélf) -> Tensor",
        "exp(Tensor self) -> (Tensor a, Tensor b",
        "__init__(Tensor self) -> Tensor",
        "exp(Tensor __class__) -> Tensor",
        "grad(Tensor self) -> Tensor",
        "exp(Tensor isinstance) -> Tensor",
        "exp(Tensor self='a') -> Tensor",
        "exp(int n=__import__('os')) -> Tensor",
        "exp(int n=1+1) -> Tensor",
        "exp(int n=9223372036854775808) -> Tensor",
        "exp(float x=1e999) -> Tensor",
        "exp(str s='a\\'b') -> Tensor",
        "exp(int[200] n) -> Tensor",
        "exp(int[0] n) -> Tensor",
        "a" * 200 + "(Tensor self) -> Tensor",
        "exp" + "(" * 10_000,
    ],
)
def test_what_is_no_signature_is_refused(text: str) -> None:
    assert all("expected" in problem for problem in problems(text))


NAMES = st.sampled_from(["self", "other", "dim", "keepdim", "weight", "n"])
TYPES = st.sampled_from(
    ["Tensor", "Tensor?", "Tensor(a)", "Tensor[]", "int", "int[2]", "int[]?", "Scalar", "dtype?"]
)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    st.lists(st.tuples(TYPES, NAMES), max_size=5, unique_by=lambda pair: pair[1]),
    st.integers(0, 4),
    st.sampled_from(["Tensor", "Tensor(a)[]", "(Tensor a, Tensor(b) c)", "(Tensor[] result, Tensor _aux)"]),
)
def test_any_signature_prints_as_it_was_written(
    arguments: list[tuple[str, str]], star: int, returns: str
) -> None:
    written = [f"{type_} {name}" for type_, name in arguments]
    if star < len(written):
        written.insert(star, "*")
    text = f"op.overload({', '.join(written)}) -> {returns}"
    assert str(parse_signature(text, START)) == text
