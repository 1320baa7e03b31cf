"""Einsum, its gradient equations and its errors, against torch and NumPy."""

import numpy as np
import pytest

from derivata.arrays.products.einsum_equation import explicit_equation
from derivata.generated import functions as F

RNG = np.random.default_rng(5)

CASES = [
    ("ij,jk->ik", (2, 3), (3, 4)),
    ("ij,jk", (2, 3), (3, 4)),
    ("ij, kj -> ki", (2, 3), (4, 3)),
    ("ba,cb", (3, 2), (4, 3)),
    ("ii->i", (3, 3)),
    ("ii", (3, 3)),
    ("ij->ji", (2, 3)),
    ("ij->", (2, 3)),
    ("i->i", (3,)),
    ("i,j->ij", (2,), (3,)),
    ("i,j->ji", (2,), (3,)),
    ("bij,bjk->bik", (2, 3, 4), (2, 4, 5)),
    ("...ij,...jk->...ik", (2, 3, 4), (4, 5)),
    ("bihd,bjhd->bhij", (2, 3, 4, 5), (2, 6, 4, 5)),
    ("ij,ij->", (2, 3), (2, 3)),
    ("ij,ij->i", (2, 3), (2, 3)),
    ("ij,j->i", (2, 3), (3,)),
    ("i,i,i->i", (3,), (3,), (3,)),
    ("ij,jk,kl->il", (2, 3), (3, 4), (4, 5)),
    ("abc,cd,de,ea->b", (2, 3, 4), (4, 5), (5, 6), (6, 2)),
    ("ijk,j->ik", (2, 3, 4), (3,)),
    ("iij,jk->ik", (2, 2, 3), (3, 4)),
    ("bi,bj->bij", (2, 3), (2, 4)),
    ("ij,kl->jl", (2, 3), (4, 5)),
    ("i,", (3,), ()),
    (",->", (), ()),
    ("ij,jk->ik", (2, 1), (3, 4)),
    ("i,i->", (1,), (3,)),
    ("...i->i", (2, 3)),
    ("...,...->...", (2, 3), (3,)),
    ("b...,...->b", (2, 3), (3,)),
    ("Ab,bA->", (2, 3), (3, 2)),
    ("ij,jk->ik", (0, 3), (3, 4)),
    ("ij,jk->ik", (2, 0), (0, 4)),
    ("ij->i", (2, 0)),
]
IDS = [f"{case[0]} {case[1:]}" for case in CASES]


def operands_of(shapes, dtype):
    values = [RNG.normal(size=shape) + 1j * RNG.normal(size=shape) for shape in shapes]
    return [np.asarray(v if dtype == "complex128" else v.real).astype(dtype) for v in values]


@pytest.mark.parametrize("dtype", ["float32", "float64", "complex128"])
@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_einsum_agrees_with_torch(case, dtype):
    torch = pytest.importorskip("torch")
    equation, *shapes = case
    operands = operands_of(shapes, dtype)
    expected = torch.einsum(equation, *[torch.from_numpy(x) for x in operands]).numpy()
    got = F.einsum(equation, operands)
    assert type(got) is np.ndarray
    assert got.dtype == expected.dtype
    assert got.shape == expected.shape
    assert not any(np.may_share_memory(got, x) for x in operands)
    np.testing.assert_allclose(got, expected, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("dtype", ["float64", "complex128"])
@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_gradient_equations_give_the_transposes(case, dtype):
    """<grad, einsum(.., x, ..)> equals <gradient, x>, also for the gradient of the gradient."""
    equation, *shapes = case
    operands = operands_of(shapes, dtype)
    out = F.einsum(equation, operands)
    grad = operands_of([out.shape], dtype)[0]
    dims = [x.ndim for x in operands]
    for i, x in enumerate(operands):
        others = [y.conj() for y in operands]
        back = F.einsum_gradient_equation(equation, dims, i)
        gradient = F.einsum_to_shape(back, [*others[:i], grad, *others[i + 1 :]], x.shape)
        assert gradient.shape == x.shape
        np.testing.assert_allclose(np.vdot(gradient, x), np.vdot(grad, out), atol=1e-10)
        forth = F.einsum_gradient_equation(back, [*dims[:i], grad.ndim, *dims[i + 1 :]], i)
        again = F.einsum_to_shape(forth, operands, grad.shape)
        np.testing.assert_allclose(again, out, atol=1e-10)


def test_integers_are_multiplied_exactly():
    a = np.arange(6).reshape(2, 3)
    np.testing.assert_array_equal(F.einsum("ij,kj->ik", [a, a]), a @ a.T)


def test_ellipses_and_implicit_outputs_are_written_out():
    assert explicit_equation("ab...,b...->...", (3, 2)) == (("abc", "bc"), "c")
    assert explicit_equation("...ij,...jk", (4, 2)) == (("abij", "jk"), "abik")
    assert explicit_equation("ba", (2,)) == (("ba",), "ab")
    assert explicit_equation("aB", (2,)) == (("aB",), "Ba")


def test_gradient_equations_put_the_gradient_in_the_place_of_the_operand():
    assert F.einsum_gradient_equation("ij,jk->ik", (2, 2), 0) == "ik,jk->ij"
    assert F.einsum_gradient_equation("ii->i", (2,), 0) == "i->ii"


def test_a_long_chain_is_contracted_at_its_cheap_end():
    matrix, vector = RNG.normal(size=(400, 400)), RNG.normal(size=400)
    got = F.einsum("ab,bc,cd,de,e->a", [matrix] * 4 + [vector])
    np.testing.assert_allclose(got, matrix @ (matrix @ (matrix @ (matrix @ vector))))


def test_more_dimensions_than_letters_of_the_alphabet_do_not_stop_an_equation():
    terms, output = explicit_equation("...abcdefghijklmnopqrstuvwxyz", (60,))
    assert len(set(terms[0])) == 60
    assert len(output) == 60


@pytest.mark.parametrize(
    "equation, shapes, message",
    [
        ("ij,jk->ikz", [(2, 2), (2, 2)], "expected output letters that an operand has, got 'z'"),
        ("ij->ii", [(2, 2)], "expected different letters in the output, got 'i' twice"),
        ("ij,jk", [(2, 2)], "expected 2 operands, one per term, got 1"),
        ("ij,jk", [(2, 2), (3, 2)], r"dimensions named 'j' must have equal lengths, got 3 in operand 1"),
        ("i->", [(2, 2)], "expected operand 0 to have 1 dimensions, as 'i' says, got 2"),
        ("i.j", [(2, 2)], r"letters and at most one '\.\.\.' in each term, got '\.'"),
        ("i...j...", [(2, 2)], r"letters and at most one '\.\.\.' in each term"),
        ("ii->i", [(2, 1)], "dimensions named 'i' must have equal lengths"),
        ("i1", [(2, 2)], "expected letters .* got '1'"),
    ],
)
def test_errors_quote_the_equation(equation, shapes, message):
    with pytest.raises(RuntimeError, match=message) as error:
        F.einsum(equation, [np.ones(shape) for shape in shapes])
    assert str(error.value).startswith(f"einsum: equation {equation!r}: ")


def test_operands_must_have_one_dtype():
    with pytest.raises(
        RuntimeError,
        match=r"einsum: operands must have the same dtype, got float64 and, for operand 1, float32",
    ):
        F.einsum("i,i", [np.ones(2), np.ones(2, np.float32)])
    with pytest.raises(RuntimeError, match="expected at least one operand, got none"):
        F.einsum("", [])
