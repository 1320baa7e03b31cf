"""Elementwise ops against PyTorch where samples do not reach: limits, dtypes, refusals, operators, writes in place."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import derivata as dv

torch = pytest.importorskip("torch")

EDGES = [0.0, -0.0, 1.5, -2.5, 1e-40, np.inf, -np.inf, np.nan]


def same(call: Callable[[Any], Any]) -> None:
    """Compare what a call gives in both libraries: values and dtype."""
    got, wanted = call(dv), call(torch)
    assert str(wanted.dtype).endswith(got.dtype.name), (got.dtype, wanted.dtype)
    np.testing.assert_allclose(got.numpy(), wanted.numpy(), 1e-6)


@pytest.mark.parametrize(
    "call",
    [
        lambda lib: lib.nan_to_num(lib.tensor(EDGES)),
        lambda lib: lib.nan_to_num(lib.tensor(EDGES, dtype=lib.float64), nan=7.0, neginf=-1.0),
        lambda lib: lib.nan_to_num(lib.tensor([complex(np.nan, np.inf), 1j])),
        lambda lib: lib.nan_to_num(lib.tensor([1, 2])),
        lambda lib: lib.frexp(lib.tensor(EDGES))[0],
        lambda lib: lib.frexp(lib.tensor(EDGES))[1],
        lambda lib: lib.ldexp(lib.tensor([1, 2]), lib.tensor([1, -2])),
        lambda lib: lib.ldexp(lib.tensor([1.5, 2.0], dtype=lib.float64), lib.tensor([100, -2])),
        lambda lib: lib.float_power(lib.tensor([2, 3]), 2),
        lambda lib: lib.float_power(lib.tensor([2.0, 3.0]), lib.tensor([2j, 1.0])),
        lambda lib: lib.float_power(2, lib.tensor([1.0, 0.5])),
        lambda lib: lib.isclose(lib.tensor([1, 20]), lib.tensor([1, 21]), rtol=0.1),
        lambda lib: lib.isclose(lib.tensor(EDGES), lib.tensor(EDGES), equal_nan=True),
        lambda lib: lib.isclose(lib.tensor([1 + 1j, 2j]), lib.tensor([1 + 1j, 3j])),
        lambda lib: lib.isreal(lib.tensor([1 + 0j, 1j])),
        lambda lib: lib.isposinf(lib.tensor(EDGES)),
        lambda lib: lib.isneginf(lib.tensor(EDGES)),
        lambda lib: lib.deg2rad(lib.tensor([1, 180])),
        lambda lib: lib.logaddexp2(lib.tensor([np.inf, -np.inf, 3.0]), lib.tensor([np.inf, -np.inf, 3.0])),
        lambda lib: lib.clamp_min(lib.tensor([1, 2]), 1.5),
        lambda lib: lib.clamp_max(lib.tensor([1.0, np.nan]), lib.tensor([0.5])),
        lambda lib: lib.tensor([1, -2, 3]) << 2,
        lambda lib: lib.tensor([1, -20, 3]) >> lib.tensor([0, 2, 64]),
        lambda lib: 3 << lib.tensor([1, 2]),
        lambda lib: lib.tensor([200], dtype=lib.uint8) << 1,
        lambda lib: lib.gcd(lib.tensor([12, -18, 0]), lib.tensor([18, 12, 0])),
        lambda lib: lib.lcm(lib.tensor([4, -6, 0], dtype=lib.int32), lib.tensor(10)),
        lambda lib: lib.complex(lib.tensor([1.0, 2.0]), lib.tensor([[3.0], [4.0]])),
        lambda lib: lib.polar(lib.tensor([1.0, -2.0, 0.0]), lib.tensor([0.5, 1.0, 2.0])),
        lambda lib: lib.tensor([2.5, 3.0]).polygamma(1),
        lambda lib: lib.tensor([2.5, 3.0]).polygamma_(2),
        lambda lib: lib.polygamma(2, lib.tensor([2.5, 3.0])),
        lambda lib: lib.rsub(lib.tensor([1, 2]), 10, alpha=3),
        lambda lib: lib.conj_physical(lib.tensor([1 + 2j])),
    ],
)
def test_values_and_dtypes_are_those_of_torch(call: Callable[[Any], Any]) -> None:
    same(call)


def test_ldexp_is_exact_for_whole_exponents() -> None:
    """`ldexp` by whole exponents is exact, in large tensors too."""
    exponents = np.arange(-1022, 1024).repeat(50)
    x = np.full(exponents.shape, 1.7)
    got = dv.ldexp(dv.tensor(x), dv.tensor(exponents))
    np.testing.assert_array_equal(got.numpy(), np.ldexp(x, exponents))


REFUSED: dict[str, tuple[Callable[[Any], Any], str]] = {
    "rtol": (
        lambda lib: lib.isclose(lib.ones(2), lib.ones(2), rtol=-1.0),
        "rtol must be greater than or equal to zero, but got -1",
    ),
    "isclose of different dtypes": (
        lambda lib: lib.isclose(lib.ones(2), lib.tensor([1, 2])),
        "did not match",
    ),
    "complex of integers": (
        lambda lib: lib.complex(lib.tensor([1]), lib.tensor([2])),
        "Expected both inputs to be Half, Float or Double tensors",
    ),
    "polar of different dtypes": (
        lambda lib: lib.polar(lib.ones(2), lib.ones(2, dtype=lib.float64)),
        "but got scalar type .* for second argument",
    ),
    "gcd of floats": (lambda lib: lib.gcd(lib.ones(2), lib.ones(2)), ""),
    "shift of floats": (lambda lib: lib.ones(2) << 2, ""),
    "frexp of integers": (lambda lib: lib.frexp(lib.tensor([1])), "floating-point dtype"),
    "isneginf of complex numbers": (lambda lib: lib.isneginf(lib.tensor([1j])), "complex"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_torch_refuses_is_refused(name: str) -> None:
    call, words = REFUSED[name]
    for lib in (dv, torch):
        with pytest.raises((RuntimeError, TypeError), match=words):
            call(lib)


def test_bits_are_shifted_in_place() -> None:
    """`<<=` and `>>=` write into the tensor."""
    x = dv.tensor([1, 2])
    y = x
    x <<= 3
    x >>= dv.tensor([1, 2])
    assert y is x and x.tolist() == [4, 4]


@pytest.mark.parametrize("name", ["cumprod_", "float_power_", "mvlgamma_"])
def test_ops_made_of_ops_keep_their_gradients_when_they_write_in_place(name: str) -> None:
    """In-place forms of ops made of other ops have the gradients of the functional ones."""
    arguments = {"cumprod_": (0,), "float_power_": (2.5,), "mvlgamma_": (2,)}[name]
    grads = []
    for write in (True, False):
        x = dv.tensor([1.5, 2.5, 3.5], dtype=dv.float64, requires_grad=True)
        y = x * 2
        z = getattr(y, name)(*arguments) if write else getattr(y, name[:-1])(*arguments)
        z.sum().backward()
        grads.append(x.grad.numpy())
    np.testing.assert_array_equal(*grads)


def test_polar_of_a_length_that_is_zero_or_negative() -> None:
    """Differs from PyTorch: the gradient of the length of `polar` is right for lengths that are not positive too."""
    length = dv.tensor([0.0, -1.0], dtype=dv.float64, requires_grad=True)
    z = dv.polar(length, dv.tensor([0.25, 0.25], dtype=dv.float64))
    z.real.sum().backward()
    np.testing.assert_allclose(length.grad.numpy(), np.cos([0.25, 0.25]))
