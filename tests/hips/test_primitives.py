"""Functions with derivatives of their own: every way to give these, in both modes, of containers, nested."""

from typing import Any

import numpy
import pytest

import derivata.numpy as np
from derivata.hips import grad, jacobian, make_jvp, make_vjp
from derivata.hips import isinstance as is_instance
from derivata.hips import type as type_of
from derivata.hips.extend import (
    Primitive,
    def_linear,
    defjvp,
    defjvp_argnum,
    defjvp_argnums,
    defvjp,
    defvjp_argnum,
    defvjp_argnums,
    notrace_primitive,
    primitive,
)
from derivata.hips.misc.fixed_points import fixed_point
from derivata.hips.test_util import check_grads
from derivata.hips.tracer import getval, isbox

V = numpy.array([0.3, -1.2, 2.0])


def cube() -> Primitive:
    """Return a primitive that insists on plain arrays."""

    @primitive
    def cube(x: Any) -> Any:
        assert not isbox(x)
        return numpy.power(x, 3)

    defvjp(cube, lambda ans, x: lambda g: 3 * x**2 * g)
    defjvp(cube, lambda g, ans, x: 3 * x**2 * g)
    return cube


def test_a_primitive_has_the_derivatives_that_are_defined_for_it_of_every_order() -> None:
    check_grads(cube())(V)
    assert grad(grad(grad(cube())))(2.0) == 6.0
    assert jacobian(cube())(V) == pytest.approx(numpy.diag(3 * V**2))
    assert cube()(2.0) == 8.0


def test_mixed_second_derivatives_forward_over_reverse() -> None:
    f = cube()
    assert make_jvp(grad(f))(2.0)(1.0) == (12.0, 12.0)
    assert grad(lambda x: make_jvp(f)(x)(1.0)[1])(2.0) == 12.0


@pytest.mark.parametrize("kind", ["by argument", "one for all", "all at once"])
def test_gradients_by_several_arguments(kind: str) -> None:
    product = primitive(lambda x, y, scale=1.0: scale * x * y)
    if kind == "by argument":
        defvjp(
            product,
            lambda ans, x, y, scale=1.0: lambda g: scale * g * y,
            lambda ans, x, y, scale=1.0: lambda g: scale * g * x,
        )
        defjvp(product, "same", "same")
    elif kind == "one for all":
        defvjp_argnum(product, lambda n, ans, args, kwargs: lambda g: kwargs["scale"] * g * args[1 - n])
        defjvp_argnum(product, lambda n, g, ans, args, kwargs: kwargs["scale"] * g * args[1 - n])
    else:
        defvjp_argnums(
            product, lambda ns, ans, args, kwargs: lambda g: [kwargs["scale"] * g * args[1 - n] for n in ns]
        )
        defjvp_argnums(
            product,
            lambda ns, gs, ans, args, kwargs: sum(
                kwargs["scale"] * g * args[1 - n] for n, g in zip(ns, gs, strict=True)
            ),
        )
    check_grads(lambda x, y: product(x, y, scale=2.0))(V, V**2)
    check_grads(lambda x: product(x, 3.0, scale=2.0))(V)


def test_a_function_that_is_linear_in_each_argument_is_its_own_tangent() -> None:
    product = primitive(lambda x, y: numpy.dot(x, y))
    def_linear(product)
    assert make_jvp(lambda x: product(x, x))(V)(numpy.ones(3))[1] == pytest.approx(2 * V.sum())


def test_none_stands_for_zeros() -> None:
    scaled = primitive(lambda n, x: n * x)
    defvjp(scaled, None, lambda ans, n, x: lambda g: n * g)
    defjvp(scaled, None, lambda g, ans, n, x: n * g)
    assert grad(scaled, (0, 1))(2.0, 3.0) == (0.0, 2.0)
    assert make_jvp(scaled, (0, 1))(2.0, 3.0)((1.0, 1.0)) == (6.0, 2.0)


def test_containers_go_in_and_come_out() -> None:
    @primitive
    def swap(pair: Any, names: Any) -> Any:
        return {"first": pair[1], "second": 2 * pair[0]["a"], "name": names[0], "count": 3}

    defvjp(swap, lambda ans, pair, names: lambda g: [{"a": 2 * g["second"]}, g["first"]])

    def f(x: Any) -> Any:
        found = swap([{"a": x}, 5.0], ["text"])
        assert found["name"] == "text"
        assert found["count"] == 3
        return np.sum(found["second"]) * found["first"]

    assert grad(f)(V) == pytest.approx(numpy.full(3, 10.0))


def test_what_is_not_defined_is_an_error() -> None:
    bare = primitive(lambda x: 2 * x)
    with pytest.raises(NotImplementedError, match="VJP of <lambda> wrt argnum 0 not defined"):
        grad(bare)(1.0)
    with pytest.raises(NotImplementedError, match="JVP of <lambda> wrt argnum 0 not defined"):
        make_jvp(bare)(1.0)(1.0)
    first = primitive(lambda x, y: x * y)
    defvjp(first, lambda ans, x, y: lambda g: g * y)
    defjvp(first, "same")
    assert grad(first)(2.0, 3.0) == 3.0
    with pytest.raises(NotImplementedError, match="VJP of <lambda> wrt argnum 1 not defined"):
        grad(first, 1)(2.0, 3.0)
    with pytest.raises(NotImplementedError, match="JVP of <lambda> wrt argnum 1 not defined"):
        make_jvp(first, 1)(2.0, 3.0)(1.0)


def test_wrong_definitions_are_errors() -> None:
    with pytest.raises(TypeError, match="expected a function made by primitive, got function"):
        defvjp(lambda x: x, lambda ans, x: lambda g: g)
    with pytest.raises(TypeError, match="expected a function for argument 0 of <lambda>"):
        defvjp(primitive(lambda x: x), "same")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="'x' of a primitive is traced and given by its name"):
        grad(lambda x: primitive(lambda x: x)(x=x))(1.0)
    pair = primitive(lambda p: p[0] * p[1])
    defvjp(pair, lambda ans, p: lambda g: (g * p[1],))
    with pytest.raises(TypeError, match="expected a gradient by argument 0 of the form"):
        grad(pair)((1.0, 2.0))


def test_what_is_not_traced_is_constant() -> None:
    sizes = notrace_primitive(lambda x: numpy.abs(x).sum())
    assert grad(lambda x: np.sum(x) * sizes(x))(V) == pytest.approx(numpy.full(3, numpy.abs(V).sum()))
    assert grad(lambda x: np.sum(x * getval({"x": x})["x"]))(V) == pytest.approx(V)


def test_types_are_those_of_what_is_traced() -> None:
    seen: list[Any] = []

    def f(x: Any, y: Any) -> Any:
        seen.extend([is_instance(x, numpy.ndarray), is_instance(y, float), type_of(x), isbox(x), isbox(1.0)])
        return np.sum(x) * y

    grad(f, (0, 1))(V, 2.0)
    assert seen == [True, True, numpy.ndarray, True, False]
    assert is_instance([1.0], list)


def test_a_fixed_point_is_differentiated_where_it_is_found() -> None:
    def newton(a: Any) -> Any:
        return lambda x: 0.5 * (x + a / x)

    def root(a: Any) -> Any:
        return fixed_point(newton, a, 1.0 + 0 * numpy.asarray(getval(a)), distance, 1e-12)

    def distance(x: Any, y: Any) -> Any:
        return np.max(np.abs(x - y))

    a = numpy.array([2.0, 9.0])
    assert root(a) == pytest.approx(numpy.sqrt(a))
    pull, _ = make_vjp(root)(a)
    assert pull(numpy.ones(2)) == pytest.approx(0.5 / numpy.sqrt(a))
    assert grad(grad(lambda a: fixed_point(newton, a, 1.0, distance, 1e-12)))(4.0) == pytest.approx(-1 / 32)
