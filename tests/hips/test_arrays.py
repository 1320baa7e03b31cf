"""`derivata.numpy`: traced arrays have NumPy's methods, operators, indexing and dtypes, and lose nothing in silence."""

from collections.abc import Callable
from typing import Any

import numpy
import pytest

import derivata as dv
import derivata.numpy as np
from derivata.hips import grad, jacobian
from derivata.hips.test_util import check_grads
from derivata.numpy.traced import TracedArray

rng = numpy.random.default_rng(0)
X = rng.standard_normal((3, 4))
POSITIVE = numpy.abs(X) + 0.5
VECTOR = rng.standard_normal(4)

CALLS: list[Callable[[Any], Any]] = [
    lambda x: x.T.dot(x),
    lambda x: x.mT @ X,
    lambda x: X @ x.T,
    lambda x: x.reshape(2, 6) + x.reshape((6, 2)).T + x.reshape(-1).reshape(2, -1),
    lambda x: x.transpose() + x.transpose(1, 0) + x.transpose((1, 0)),
    lambda x: x.sum(axis=1, keepdims=True) * x.mean(axis=0),
    lambda x: x.std() + x.var(axis=0),
    lambda x: x.max(axis=1) - x.min(),
    lambda x: x.prod(axis=0).cumsum(),
    lambda x: x.repeat(2, axis=1).take([0, 3], axis=1),
    lambda x: x.swapaxes(0, 1).ravel().squeeze(),
    lambda x: x.flatten() * x.flatten(order="F") + x.reshape((2, 6), order="F").ravel(),
    lambda x: x.clip(-0.5, 0.5) * (10 * x).round() + x.clip(min=0.0),
    lambda x: x.astype(complex).real + x.astype(int),
    lambda x: x.conj() + x.conjugate() + x.real + x.imag + x.copy(),
    lambda x: x.diagonal() + x.trace(),
    lambda x: x.compress([True, False, True], axis=0),
    lambda x: x.dot(VECTOR),
    lambda x: (x > 0) * x + (x <= 0) * 2.0 + (x == 1.0) + (x != 1.0) + (x < 2.0) + (x >= 2.0),
    lambda x: +x - -x + abs(x) + 2 - x + 1 / POSITIVE * x,
    lambda x: x**2 / 3 + 2.0**x + x % 0.7 + 5.0 % (x + 3.0) + x // 0.7,
    lambda x: numpy.float32(2.0) * x + numpy.ones(3) @ x,
    lambda x: sum(row for row in x) + len(x) * x.size + x.ndim + x.shape[0],
    lambda x: x[1] + x[-1, None, :2].sum(),
    lambda x: x[::-1, 1:3] + x[..., 0:2],
    lambda x: x[[0, 2, 2]] + x[numpy.array([1, 1, 0])],
    lambda x: x[X > 0],
    lambda x: x[:, [0, 1]][0, :] + x[0, [1, 2]],
    lambda x: x[None][0, :, [0, 3]],
    lambda x: x[numpy.ix_([0, 2], [1, 3])],
    lambda x: x[x.argmax(axis=0), numpy.arange(4)] + x[numpy.int64(0)],
    lambda x: x[x.argsort(axis=0)[:, 0]] if x.any() and x.all() is not None else x,
]


@pytest.mark.parametrize("call", CALLS, ids=range(len(CALLS)))
def test_methods_and_operators_are_numpys(call: Callable[[Any], Any]) -> None:
    values: list[Any] = []

    def f(x: Any) -> Any:
        values.append(call(x))
        return values[-1]

    check_grads(f, order=1)(X)
    traced = [value for value in values if type(value) is TracedArray]
    expected = call(X)
    assert traced[-1].dtype == expected.dtype
    assert traced[-1]._value == pytest.approx(expected)


LISTS: list[Callable[[Any], Any]] = [
    lambda x: np.array([x, x**2]),
    lambda x: np.array([[x[0, 0], 1.0], [2.0, x[1, 1]]]),
    lambda x: np.array(((x[0], VECTOR), (x[1], 2 * x[1]))),
    lambda x: np.array(x, ndmin=3),
    lambda x: np.array([x[0, 0], 1], dtype=numpy.float64),
    lambda x: np.asarray([x[0, 0], x[0, 1]]) + np.asarray(x)[0, 0],
    lambda x: np.full((2, 2), x[0, 0]) + np.full((2, 2), x[0, 1], dtype=numpy.float64),
    lambda x: np.concatenate([x, X]) + np.concatenate((X, x), axis=0),
    lambda x: np.concatenate([x[0], [x[0, 0], 2.0]]),
    lambda x: np.stack([x[0], VECTOR], axis=1),
    lambda x: np.vstack((x[0], VECTOR)) + np.hstack([x[:2, :2], X[:2, 2:]]),
    lambda x: np.column_stack([x[0], [x[0, 0], 1.0, 2.0, 3.0]]),
    lambda x: np.append([x[0, 0], 1.0], x[1]),
    lambda x: np.sum([x[0, 0], 2.0, x[0, 1]]) + np.mean([x[0], VECTOR], axis=0),
    lambda x: np.std([x[0, 0], 2.0]) + np.var([x[0], VECTOR]) + np.max([x[0, 0], x[0, 1]]),
    lambda x: np.dot([x[0, 0], 1.0], [x[0, 1], x[0, 2]]) + np.linalg.norm([x[0, 0], x[0, 1]]),
    lambda x: np.r_[x[0], 1.0, VECTOR, x[0, 0], 0:2],
    lambda x: np.r_["0,2", x[0], VECTOR],
    lambda x: np.c_[x[0], VECTOR],
    lambda x: np.make_diagonal(x, axis1=-1, axis2=-2),
    lambda x: np.apply_along_axis(lambda row: row * row[0], 1, x),
    lambda x: np.where(X > 0, x, 0.0) + np.select([X > 1, X > 0], [x, 2 * x], 3.0),
    lambda x: np.einsum("ij,kj->ik", x, X) + np.tensordot(x, X, ((1,), (1,))),
    lambda x: np.fft.fft(x).real + np.abs(np.fft.rfft(x, axis=0))[:1, :],
    lambda x: np.linalg.solve(x[:, :3], X[:, :3]) + np.linalg.inv(x[:, :3]),
    lambda x: np.linalg.slogdet(x[:, :3])[1] + np.linalg.svd(x, compute_uv=False),
    lambda x: np.linalg.eigh(x[:, :3])[0] + np.linalg.eigvalsh(x[:, :3], UPLO="U"),
]


@pytest.mark.parametrize("call", LISTS, ids=range(len(LISTS)))
def test_functions_take_lists_with_traced_arrays_in_them(call: Callable[[Any], Any]) -> None:
    check_grads(call, order=1)(X)


def test_eigenvectors_depend_on_the_triangle_that_is_read() -> None:
    matrix = X[:, :3] + X[:, :3].T
    check_grads(lambda a: np.abs(np.linalg.eigh(a)[1]))(matrix)
    by_lower = grad(lambda a: np.linalg.eigh(a)[0][0])(matrix)
    assert (numpy.triu(by_lower, 1) == 0).all()
    by_upper = grad(lambda a: np.linalg.eigh(a, "U")[0][0])(matrix)
    assert by_upper == pytest.approx(by_lower.T)


@pytest.mark.parametrize("dtype", [numpy.float32, numpy.float64])
def test_dtypes_are_those_that_numpy_gives(dtype: Any) -> None:
    seen: list[Any] = []

    def f(x: Any) -> Any:
        mixed = [
            x * 2,
            x * 2.0,
            x * numpy.float32(2),
            x * numpy.ones(3),
            x + numpy.arange(3),
            x > 0,
            (x > 0) * 0.1,
        ]
        seen.append([numpy.asarray(getattr(one, "_value", one)).dtype for one in mixed])
        return np.sum(x)

    x = numpy.ones(3, dtype)
    assert grad(f)(x).dtype == dtype
    f(x)
    assert seen[0] == seen[1]


def test_what_has_no_derivative_is_a_plain_array() -> None:
    seen: list[Any] = []

    def f(x: Any) -> Any:
        seen.extend([x > 0, np.argmax(x), np.zeros_like(x), np.shape(x), x.argsort(axis=0), np.sign(x) == 1])
        return np.sum(x)

    grad(f)(X)
    assert not any(isinstance(value, TracedArray) for value in seen)
    assert seen[0].dtype == bool


def test_without_traced_arrays_everything_is_numpys() -> None:
    assert np.sin is numpy.sin
    assert np.pi == numpy.pi
    assert np.float64 is numpy.float64
    assert np.random.default_rng is numpy.random.default_rng
    assert np.fft.fft is numpy.fft.fft
    assert np.linalg.inv is numpy.linalg.inv
    assert np.array([1, 2]).dtype == numpy.int64
    assert (np.r_[1:3, 5] == numpy.r_[1:3, 5]).all()
    assert np.full(2, 1).tolist() == [1, 1]
    assert np.asarray(X) is X
    assert np.mean([1.0, 2.0]) == 1.5
    assert np.linalg.norm([3.0, 4.0]) == 5.0
    assert {"array", "sin", "linalg"} <= set(dir(np))
    assert "eigh" in dir(np.linalg)
    assert "randn" in dir(np.random)
    assert "rfft" in dir(np.fft)


def lost(convert: Callable[[Any], Any]) -> str:
    with pytest.raises(TypeError) as error:
        grad(lambda x: np.sum(x * convert(x)))(numpy.ones(1))
    return str(error.value)


def write(x: Any) -> Any:
    array = numpy.zeros(1)
    array[0] = x[0]
    return array


def add_into(x: Any) -> Any:
    array = numpy.zeros(1)
    array += x
    return array


def write_traced(x: Any) -> Any:
    x[0] = 1.0
    return x


def add_at(x: Any) -> Any:
    numpy.add.at(x, [0], 1.0)
    return x


def test_what_would_lose_a_history_is_an_error() -> None:
    assert "np.asarray: a TracedArray would lose its history" in lost(numpy.asarray)
    assert "np.asarray: a TracedArray would lose its history" in lost(lambda x: numpy.array([x[0]]))
    assert "float: a TracedArray would lose its history" in lost(lambda x: float(x[0]))
    assert "float: a TracedArray would lose its history" in lost(lambda x: complex(x[0]))
    assert "float: a TracedArray would lose its history" in lost(lambda x: int(x[0]))
    assert "cannot be written with a Tensor" in lost(add_into)
    assert "cannot be written; make another one" in lost(write_traced)
    assert "cannot be written; make another one" in lost(add_at)
    with pytest.raises((TypeError, ValueError)):
        grad(lambda x: np.sum(write(x)))(numpy.ones(1))


def test_an_assignment_with_an_operator_makes_another_array() -> None:
    def f(x: Any) -> Any:
        y = x
        y += 1.0
        y *= x
        return np.sum(y)

    assert grad(f)(X) == pytest.approx(2 * X + 1)


def test_a_traced_array_can_be_printed_and_asked() -> None:
    texts: list[str] = []

    def f(x: Any) -> Any:
        texts.extend([repr(x), f"{x}", f"{x:.1f}"])
        assert x > 1.0
        assert hash(x) == hash(x)
        assert x._value == 2.0
        return x

    grad(f)(2.0)
    assert texts == ["TracedArray(np.float64(2.0))", "TracedArray(np.float64(2.0))", "2.0"]


def test_a_jacobian_of_an_array_made_of_numbers() -> None:
    found = jacobian(lambda p: np.array([p[0] * np.cos(p[1]), p[0] * np.sin(p[1])]))(numpy.array([2.0, 0.0]))
    assert found == pytest.approx(numpy.array([[1.0, 0.0], [0.0, 2.0]]))


def test_tensors_and_traced_arrays_mix() -> None:
    tensor = dv.tensor(VECTOR)
    check_grads(lambda x: x * tensor + numpy.asarray(tensor) * x - x @ tensor, order=1)(VECTOR)
    check_grads(lambda x: np.concatenate([tensor, x]) * np.concatenate([x, tensor]), order=1)(VECTOR)
    check_grads(lambda x: np.dot(tensor, x) + np.sum(np.sin(x) * tensor), order=1)(VECTOR)
    with pytest.raises(
        TypeError, match=r"must be Tensor, not derivata.TracedArray; give its attribute .tensor"
    ):
        grad(lambda x: dv.sin(x))(1.0)
    with pytest.raises(TypeError, match=r"give its attribute .tensor"):
        grad(lambda x: np.sum(tensor * x))(VECTOR)


def test_make_diagonal_is_for_the_last_axes() -> None:
    with pytest.raises(NotImplementedError, match="axis1=-1 and axis2=-2"):
        np.make_diagonal(VECTOR)
