"""HIPS autograd's operators: arrays in, arrays out, of every form of argument."""

import warnings
from collections.abc import Callable
from typing import Any

import numpy
import pytest

import derivata as dv
import derivata.numpy as np
from derivata import hips
from derivata.hips import elementwise_grad, grad, hessian, jacobian, make_jvp, make_vjp, value_and_grad
from derivata.hips.test_util import check_equivalent, check_grads, combo_check, scalar_close
from derivata.numpy.traced import TracedArray

X = numpy.random.default_rng(0).standard_normal((2, 3))
V = X[0]


def test_gradients_are_arrays_and_numbers_of_numpy() -> None:
    by_array, by_number = grad(lambda x, y: np.sum(x) * y, (0, 1))(X, 2.0)
    assert type(by_array) is numpy.ndarray
    assert by_array.tolist() == [[2.0] * 3] * 2
    assert isinstance(by_number, float)
    assert by_number == pytest.approx(X.sum())
    assert grad(np.sum)(X.astype(numpy.float32)).dtype == numpy.float32


def test_a_gradient_belongs_to_the_caller() -> None:
    x = X.copy()
    gradient = grad(np.sum)(x)
    gradient += 1
    assert gradient.tolist() == [[2.0] * 3] * 2
    assert (x == X).all()


def test_an_argument_of_whole_numbers_in_an_array_is_one_of_floats() -> None:
    assert grad(lambda x: np.sum(x**2))(numpy.arange(3)).tolist() == [0.0, 2.0, 4.0]


def test_arguments_may_be_containers() -> None:
    parameters = {"w": X, "layers": [(1.0, V), {"b": 2.0}]}

    def f(p: Any) -> Any:
        return np.sum(p["w"]) * p["layers"][0][0] + np.dot(p["layers"][0][1], V) * p["layers"][1]["b"] ** 2

    found = grad(f)(parameters)
    assert (found["w"] == 1).all()
    assert found["layers"][0][0] == pytest.approx(X.sum())
    assert found["layers"][0][1] == pytest.approx(4 * V)
    assert found["layers"][1]["b"] == pytest.approx(4 * V @ V)


def test_several_arguments_have_a_tuple_of_gradients() -> None:
    f = lambda a, b, c=1.0: a * b**2 * c  # noqa: E731
    assert grad(f, (1, 0))(2.0, 3.0, c=2.0) == (24.0, 18.0)
    assert grad(f, [1])(2.0, 3.0) == (12.0,)
    assert grad(f, -1)(2.0, 3.0) == 12.0
    value, gradient = value_and_grad(f, (0, 1))(2.0, 3.0)
    assert (value, gradient) == (18.0, (9.0, 12.0))


def test_what_does_not_depend_on_the_argument_has_zero_gradient() -> None:
    assert grad(lambda x: 1.0)(2.0) == 0.0
    assert grad(lambda x: 1)(X).tolist() == [[0.0] * 3] * 2
    assert make_jvp(lambda x: 3.0)(2.0)(1.0) == (3.0, 0.0)


def test_gradients_nest_and_inner_functions_see_outer_variables() -> None:
    f: Callable[[Any], Any] = np.tanh
    for _ in range(4):
        f = grad(f)
    assert f(0.3) == pytest.approx(_tanh_fourth(0.3))
    outer = grad(lambda x: x * grad(lambda y: x * y**2)(x))  # 2 x^3
    assert outer(3.0) == 54.0


def _tanh_fourth(x: float) -> float:
    t = numpy.tanh(x)
    return float(8 * t * (1 - t**2) * (2 - 3 * t**2))


def test_inside_of_a_function_that_is_differentiated_results_are_traced() -> None:
    seen = []

    def f(x: Any) -> Any:
        value, gradient = value_and_grad(lambda y: np.sum(y**2))(x)
        seen.append((value, gradient))
        return value + np.sum(gradient)

    result = grad(f)(V)
    assert all(type(part) is TracedArray for part in seen[0])
    assert type(result) is numpy.ndarray
    assert result == pytest.approx(2 * V + 2)


def test_jacobians_and_hessians_have_the_shapes_of_value_and_argument() -> None:
    f = lambda x: np.outer(x[0], x[1])  # noqa: E731
    found = jacobian(f)(X)
    assert found.shape == (3, 3, 2, 3)
    assert found[1, 2, 0].tolist() == [0.0, X[1, 2], 0.0]
    second = hessian(lambda x: np.sum(x**3))(X)
    assert second.shape == (2, 3, 2, 3)
    assert second.reshape(6, 6) == pytest.approx(numpy.diag(6 * X.ravel()))
    assert jacobian(np.sin)(0.5) == pytest.approx(numpy.cos(0.5))


def test_a_jacobian_by_a_container_is_one_for_each_array() -> None:
    found = jacobian(lambda p: p["a"] * p["b"])({"a": V, "b": 2.0})
    assert found["a"] == pytest.approx(2 * numpy.eye(3))
    assert found["b"] == pytest.approx(V)


@pytest.mark.parametrize("z", [1.0 + 2.0j, -0.5 + 0.1j])
def test_complex_gradients_are_conjugates_of_pytorchs(z: complex) -> None:
    assert hips.holomorphic_grad(lambda z: z**3)(z) == pytest.approx(3 * z**2)
    assert grad(lambda z: np.abs(z) ** 2)(z) == pytest.approx(2 * numpy.conj(z))
    assert grad(lambda z: np.imag(z))(z) == pytest.approx(-1j)
    check_grads(lambda z: np.exp(z) * np.conj(z))(z)


def test_a_complex_jacobian_multiplies_vectors() -> None:
    z = numpy.array([1.0 + 1.0j, 2.0])
    found = jacobian(lambda z: np.array([z[0] * z[1], z[1] ** 2]))(z)
    assert found == pytest.approx(numpy.array([[2.0, 1.0 + 1.0j], [0.0, 4.0]]))


def test_holomorphic_grad_warns_of_real_arguments() -> None:
    with pytest.warns(UserWarning, match="not complex"):
        assert hips.holomorphic_grad(lambda x: x**2)(3.0) == 6.0


def test_products_with_jacobians() -> None:
    f = lambda x: np.sin(x) * x[0]  # noqa: E731
    matrix, v = jacobian(f)(V), X[1]
    pull, value = make_vjp(f)(V)
    assert value == pytest.approx(f(V))
    assert pull(v) == pytest.approx(v @ matrix)
    assert pull(2 * v) == pytest.approx(2 * v @ matrix)
    assert make_jvp(f)(V)(v)[1] == pytest.approx(matrix @ v)
    assert hips.differential_operators.make_jvp_reversemode(f)(V)(v) == pytest.approx(matrix @ v)
    assert hips.vector_jacobian_product(f)(V, v) == pytest.approx(v @ matrix)
    assert hips.deriv(lambda t: t * V)(2.0) == pytest.approx(V)


def test_products_with_hessians() -> None:
    f = lambda x: np.sum(x**3) * x[0]  # noqa: E731
    matrix, v = hessian(f)(V), X[1]
    assert hips.hessian_vector_product(f)(V, v) == pytest.approx(matrix @ v)
    product, gradient = hips.make_hvp(f)(V)
    assert product(v) == pytest.approx(matrix @ v)
    assert gradient == pytest.approx(grad(f)(V))


def test_products_with_gauss_newton_matrices() -> None:
    f, g = (lambda x: np.sin(x) * x[0]), (lambda y: np.sum(y**4))
    matrix, v = jacobian(f)(V), X[1]
    found = hips.make_ggnvp(f, g)(V)(v)
    assert type(found) is numpy.ndarray
    assert found == pytest.approx(matrix.T @ hessian(g)(f(V)) @ matrix @ v)


def test_gradients_by_name_and_by_all_arguments() -> None:
    assert hips.grad_named(lambda x, y: x**2 * y, "x")(3.0, 2.0) == 12.0
    found = hips.multigrad_dict(lambda x, *rest, k=2.0, **more: x * rest[0] * k * more["m"])(3.0, 4.0, m=5.0)
    assert found == {"x": 40.0, "rest": (30.0,), "k": 60.0, "more": {"m": 24.0}}


def test_auxiliary_results() -> None:
    gradient, (name, values) = hips.grad_and_aux(lambda x: (np.sum(x**2), (2.0, 3 * x)))(V)
    assert gradient == pytest.approx(2 * V)
    assert (name, type(values)) == (2.0, numpy.ndarray)


def test_checkpoint_calls_again_and_differs_in_nothing() -> None:
    calls = []

    def f(x: Any) -> Any:
        calls.append(1)
        return np.sum(np.sin(x) ** 2)

    assert grad(hips.checkpoint(f))(V) == pytest.approx(grad(f)(V))
    assert len(calls) == 3
    assert hessian(hips.checkpoint(f))(V) == pytest.approx(hessian(f)(V))


def test_functions_of_operators_are_named() -> None:
    def loss(x: Any) -> Any:
        return x

    assert grad(loss, 1).__name__ == "grad_of_loss_wrt_argnum_1"
    assert "jacobian of function loss" in (jacobian(loss).__doc__ or "")


def test_an_empty_container_has_an_empty_gradient() -> None:
    assert grad(lambda p: 1.0)({}) == {}


def test_tensors_may_be_given_and_functions_of_derivata_used() -> None:
    assert grad(lambda x: np.sum(x**2))(dv.tensor([1.0, 2.0])).tolist() == [2.0, 4.0]
    found = grad(lambda x: np.sum(x * dv.sin(x.tensor)))(V)
    assert found == pytest.approx(numpy.cos(V) * V + numpy.sin(V))


def test_nothing_is_recorded_where_recording_is_off_outside() -> None:
    with dv.no_grad():
        assert grad(lambda x: x**2)(3.0) == 6.0
        assert grad(grad(lambda x: x**3))(3.0) == 18.0


@pytest.mark.parametrize(
    ("f", "x"),
    [
        (lambda x: 2 * x, V),
        (lambda x: (np.sum(x), np.sum(x)), V),
        (lambda x: np.sum(x) * 1j, V),
    ],
)
def test_a_gradient_of_several_or_complex_numbers_is_an_error(f: Any, x: Any) -> None:
    with pytest.raises(TypeError, match="Grad only applies to real scalar-output functions"):
        grad(f)(x)


@pytest.mark.parametrize("x", [1, "a", None, True, [1, 2.0], numpy.array(["a"])])
def test_by_other_arguments_nothing_is_differentiated(x: Any) -> None:
    with pytest.raises(TypeError, match="can't differentiate by an argument of type"):
        grad(lambda x: 1.0)(x)


def test_results_that_are_no_numbers_are_an_error() -> None:
    with pytest.raises(TypeError, match="got NoneType; does it return its result"):
        grad(lambda x: None)(1.0)
    with pytest.raises(TypeError, match="truth value"):
        grad(lambda x: np.allclose(x, x))(1.0)
    with pytest.raises(TypeError, match="only applies to real-output functions"):
        elementwise_grad(lambda x: x * 1j)(V)
    with pytest.raises(TypeError, match="an argument at position 1"):
        grad(lambda x, y: x, 1)(1.0, y=2.0)


def test_check_grads_finds_what_is_wrong() -> None:
    wrong = hips.primitive(lambda x: x**2)
    hips.extend.defvjp(wrong, lambda ans, x: lambda g: 2.001 * g * x)
    with pytest.raises(AssertionError, match=r"\(VJP\) check of <lambda> failed"):
        check_grads(wrong, modes=["rev"], order=1)(3.0)
    with pytest.raises(AssertionError, match="equal shapes and dtypes"):
        check_equivalent(1.0, numpy.ones(1))
    with pytest.raises(AssertionError, match="equal values"):
        check_equivalent([1.0], [1.001])
    with pytest.raises(ValueError, match="modes"):
        check_grads(np.sin, modes=["forward"])
    assert not scalar_close(1.0, 1.0001)
    combo_check(np.sum, 0)([X, V], axis=[None, 0])


def test_importing_is_left_to_those_who_use_it() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert dv.hips is hips
        assert dv.numpy is np
