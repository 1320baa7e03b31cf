"""What the text of an expression says about the dtype of its result agrees with what NumPy makes of it."""

import numpy as np
import pytest

from derivata.arrays import special
from derivata.arrays.elementwise import elementary
from derivata.codegen.check.check import read_spec
from derivata.codegen.elementary import ELEMENTARY, Result
from derivata.codegen.lower.results import ResultKind, result_kind

INTEGERS = {"gcd", "lcm", "left_shift", "right_shift", "xor"}
"""Functions of integers."""
HOMES = {"np": np, "elementary": elementary, "special": special}

SPEC = """\
schema_version: 1
ops:
- family: tests
- name: f(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor
  forward: "{}"
  output_differentiability: [false]
"""


def kind(formula: str) -> ResultKind:
    used = f"{formula}" if "alpha" in formula else formula
    arguments = "Tensor self" + (", Tensor other" if "other" in formula else "")
    arguments += ", *, Scalar alpha=1" if "alpha" in formula else ""
    text = SPEC.format(used).replace("Tensor self, Tensor other, *, Scalar alpha=1", arguments)
    return result_kind(read_spec(text, "ops.yaml").ops[0])


@pytest.mark.parametrize(
    ("formula", "floating", "boolean", "same"),
    [
        ("self + other", False, False, True),
        ("self / other", True, False, True),
        ("exp(self)", True, False, True),
        ("0.5 * self", True, False, True),
        ("2 * self", False, False, True),
        ("square(self)", False, False, False),  # of booleans it is an integer, as a power is
        ("where(self > 0, self, other)", False, False, True),
        ("self + alpha * other", False, False, False),
        ("abs(self)", False, False, False),
        ("real(self)", False, False, False),
        ("self > other", False, True, False),
        ("self != other", False, True, False),
        ("isnan(self)", False, True, False),
        ("(self > 0) & (other > 0)", False, True, False),
        ("~(self > 0)", False, True, False),
        ("logical_and(self, other)", False, True, False),
        ("self & other", False, False, True),
        ("~self", False, False, True),
        ("self if alpha == 1 else exp(self)", False, False, False),
        ("exp(self) if alpha == 1 else sin(self)", True, False, True),
    ],
)
def test_the_text_decides_the_kind_of_the_result(
    formula: str, floating: bool, boolean: bool, same: bool
) -> None:
    found = kind(formula)
    assert (found.floating, found.boolean) == (floating, boolean)
    if "if alpha" not in formula:
        assert found.same == same


def called(name: str, dtype: str) -> np.dtype:
    function = ELEMENTARY[name]
    module, attribute = function.numpy.split(".")
    values = [np.ones(2, dtype) for _ in range(function.arity)]
    if name == "where":
        values[0] = values[0].astype(bool)
    with np.errstate(all="ignore"):
        return np.asarray(getattr(HOMES[module], attribute)(*values)).dtype


@pytest.mark.parametrize("name", sorted(set(ELEMENTARY) - INTEGERS))
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_elementary_functions_of_floating_point_numbers_have_the_dtype_of_the_table(
    name: str, dtype: str
) -> None:
    expected = "bool" if ELEMENTARY[name].result is Result.BOOL else dtype
    assert called(name, dtype) == np.dtype(expected)


@pytest.mark.parametrize("name", [name for name, f in ELEMENTARY.items() if f.result is Result.SAME])
def test_elementary_functions_with_the_dtype_of_their_argument_leave_integers_alone(name: str) -> None:
    assert called(name, "int64").kind in "if"
    assert name in INTEGERS or called(name, "float64") == np.float64
    if name not in ("floor", "ceil", "trunc", "round"):  # NumPy's integers of `floor` depend on the version
        assert called(name, "int64") == np.int64


@pytest.mark.parametrize("name", [name for name, f in ELEMENTARY.items() if f.result.name.startswith("REAL")])
def test_functions_whose_result_is_real_make_real_numbers_of_complex_ones(name: str) -> None:
    assert called(name, "complex128") == np.float64


@pytest.mark.parametrize("name", [name for name, function in ELEMENTARY.items() if not function.real])
def test_functions_that_are_not_of_real_numbers_alone_take_complex_ones(name: str) -> None:
    result = ELEMENTARY[name].result
    expected = {Result.REAL: "float64", Result.REAL_FLOAT: "float64", Result.BOOL: "bool"}.get(
        result, "complex128"
    )
    assert called(name, "complex128") == np.dtype(expected)


def test_every_elementary_function_is_one_of_numpy_or_of_the_runtime() -> None:
    for function in ELEMENTARY.values():
        module, attribute = function.numpy.split(".")
        assert hasattr(HOMES[module], attribute), function.name
        assert function.cost >= 0
