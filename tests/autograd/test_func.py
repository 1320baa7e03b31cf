"""`func`: transforms that compute derivatives, nested in any order, on nested containers."""

import dataclasses
from collections import OrderedDict, defaultdict, namedtuple
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest

X, W = [0.3, 0.7, 1.1], [0.5, 0.2, 0.9]


def tensor(lib: Any, values: Any = X, grad: bool = False) -> Any:
    return lib.tensor(values, dtype=lib.float64, requires_grad=grad)


def scalar(x: Any) -> Any:
    return (x.sin() * x.prod()).sum()


def vector(x: Any) -> Any:
    return x.sin() * x.prod()


def leaves(value: Any) -> list[Any]:
    if isinstance(value, dict):
        value = tuple(value.values())
    return [leaf for part in value for leaf in leaves(part)] if isinstance(value, tuple | list) else [value]


def assert_equal(first: Any, second: Any) -> None:
    for one, other in zip(leaves(first), leaves(second), strict=True):
        assert tuple(one.shape) == tuple(other.shape)
        np.testing.assert_allclose(
            np.asarray(one.detach()), np.asarray(other.detach()), rtol=1e-9, atol=1e-12
        )


# ---- nesting

NESTED: dict[str, Callable[[Any, Any, Any], Any]] = {
    "grad": lambda f, x, w: f.grad(scalar)(x),
    "grad of grad": lambda f, x, w: f.grad(lambda x: f.grad(scalar)(x).exp().sum())(x),
    "grad by a captured weight": lambda f, x, w: f.grad(lambda x: (vector(x) * w).sum())(x),
    "grad by the weight itself": lambda f, x, w: f.grad(lambda w: (vector(x) * w * w).sum())(w),
    "jacrev": lambda f, x, w: f.jacrev(vector)(x),
    "jacfwd": lambda f, x, w: f.jacfwd(vector)(x),
    "jacrev of jacrev": lambda f, x, w: f.jacrev(f.jacrev(vector))(x),
    "jacrev of jacfwd": lambda f, x, w: f.jacrev(f.jacfwd(vector))(x),
    "jacfwd of jacrev": lambda f, x, w: f.jacfwd(f.jacrev(vector))(x),
    "jacfwd of jacfwd": lambda f, x, w: f.jacfwd(f.jacfwd(vector))(x),
    "three times forward": lambda f, x, w: f.jacfwd(f.jacfwd(f.jacfwd(vector)))(x),
    "forward, reverse, forward": lambda f, x, w: f.jacfwd(f.jacrev(f.jacfwd(vector)))(x),
    "reverse, forward, reverse": lambda f, x, w: f.jacrev(f.jacfwd(f.jacrev(vector)))(x),
    "hessian": lambda f, x, w: f.hessian(scalar)(x),
    "hessian of hessian": lambda f, x, w: f.hessian(f.hessian(scalar))(x),
    "hessian with a captured weight": lambda f, x, w: f.hessian(lambda x: scalar(x * w) * w.sum())(x),
    "hessian by two arguments": lambda f, x, w: f.hessian(lambda x, w: scalar(x * w) * w.sum(), (0, 1))(x, w),
    "jvp of grad": lambda f, x, w: f.jvp(f.grad(scalar), (x,), (w,)),
    "grad of jvp": lambda f, x, w: f.grad(lambda x: f.jvp(vector, (x,), (w,))[1].sum())(x),
    "grad of jvp by the tangent": lambda f, x, w: f.grad(lambda v: f.jvp(vector, (x,), (v,))[1].prod())(w),
    "jvp of jvp": lambda f, x, w: f.jvp(lambda x: f.jvp(vector, (x,), (w,)), (x,), (x,)),
    "jvp of vjp": lambda f, x, w: f.jvp(lambda x: f.vjp(vector, x)[1](w), (x,), (x,)),
    "vjp of vjp": lambda f, x, w: f.vjp(lambda x: f.vjp(vector, x)[1](x), x)[1]((w,)),
    "grad of value": lambda f, x, w: f.grad(lambda x: f.grad_and_value(scalar)(x)[1])(x),
}


@pytest.mark.parametrize("name", NESTED)
def test_values_and_recording_of_nested_transforms_are_those_of_torch(name: str) -> None:
    """Transforms nest in any order, with PyTorch's values, and record what PyTorch records."""
    torch = pytest.importorskip("torch", reason="PyTorch is the reference")
    import derivata

    ours, wanted = (
        NESTED[name](lib.func, tensor(lib), tensor(lib, W, grad=True)) for lib in (derivata, torch)
    )
    assert_equal(ours, wanted)
    assert [t.requires_grad for t in leaves(ours)] == [t.requires_grad for t in leaves(wanted)]


@pytest.mark.parametrize("mode", ["no_grad", "inference_mode"])
@pytest.mark.parametrize("name", NESTED)
def test_transforms_differentiate_in_every_mode(lib: Any, name: str, mode: str) -> None:
    """Transforms differentiate under `no_grad` and in `inference_mode`, too."""
    x, w = tensor(lib), tensor(lib, W)
    wanted = NESTED[name](lib.func, x, w)
    with getattr(lib, mode)():
        assert_equal(NESTED[name](lib.func, x, w), wanted)


@pytest.mark.parametrize("name", NESTED)
def test_results_of_transforms_in_inference_mode_are_normal_tensors(name: str) -> None:
    """Differs from PyTorch: transforms give normal tensors in `inference_mode`, which later records may save."""
    import derivata

    x, w = tensor(derivata), tensor(derivata, W)
    with derivata.inference_mode():
        results = leaves(NESTED[name](derivata.func, x, w))
        assert derivata.is_inference_mode_enabled()
    assert not any(result.is_inference() or result.requires_grad for result in results)


@pytest.mark.parametrize("name", [name for name in NESTED if "captured" not in name])
def test_transforms_differentiate_by_inference_tensors(lib: Any, name: str) -> None:
    """Transforms take inference tensors as arguments, inside and outside of the mode, and leave them as they are."""
    wanted = NESTED[name](lib.func, tensor(lib), tensor(lib, W))
    with lib.inference_mode():
        x, w = tensor(lib), tensor(lib, W)
        assert_equal(NESTED[name](lib.func, x, w), wanted)
    assert_equal(NESTED[name](lib.func, x, w), wanted)
    assert x.is_inference()
    assert not x.requires_grad


@pytest.mark.parametrize("name", NESTED)
def test_nested_transforms_are_differentiable_by_what_they_captured(name: str) -> None:
    """Nested transforms are differentiable by what their functions captured."""
    import derivata

    w = tensor(derivata, W[:2], grad=True)
    x = tensor(derivata, X[:2], grad=True)

    def result(x: Any, w: Any) -> Any:
        return tuple(leaves(NESTED[name](derivata.func, x, w)))

    assert derivata.autograd.gradcheck(result, (x, w))


@pytest.mark.parametrize("name", ["grad", "jacfwd", "jacfwd of jacrev", "jvp of grad", "grad of jvp"])
def test_nested_transforms_are_differentiable_twice(name: str) -> None:
    """Nested transforms are differentiable twice."""
    import derivata

    inputs = (tensor(derivata, X[:2], grad=True), tensor(derivata, W[:2], grad=True))
    assert derivata.autograd.gradgradcheck(
        lambda x, w: tuple(leaves(NESTED[name](derivata.func, x, w))), inputs
    )


def test_an_inner_variable_is_not_confused_with_an_outer_one(lib: Any) -> None:
    """`func`'s transforms nest without confusing their variables."""
    x = tensor(lib, 2.0)
    one = tensor(lib, 1.0)

    def reverse(x: Any) -> Any:
        return x * lib.func.grad(lambda y: x + y)(one)

    def forward(x: Any) -> Any:
        return x * lib.func.jvp(lambda y: x + y, (one,), (one,))[1]

    assert lib.func.grad(reverse)(x).item() == 1
    assert lib.func.grad(forward)(x).item() == 1
    assert lib.func.jvp(reverse, (x,), (one,))[1].item() == 1
    assert lib.func.jvp(forward, (x,), (one,))[1].item() == 1


def test_the_same_tensor_captured_and_passed_is_two_variables(lib: Any) -> None:
    """A tensor that is captured is a constant, also where it is passed as the argument too."""
    x = tensor(lib, 3.0)
    assert lib.func.grad(lambda y: x * y)(x).item() == 3
    assert lib.func.jvp(lambda y: x * y, (x,), (x,))[1].item() == 9
    assert lib.func.grad(lambda a, b: a * b)(x, x).item() == 3


def test_transforms_inside_a_dual_level_carry_its_tangents(lib: Any) -> None:
    """Transforms inside a dual level carry its tangents."""
    x, w = tensor(lib), tensor(lib, W)
    with lib.autograd.forward_ad.dual_level():
        dual = lib.autograd.forward_ad.make_dual(x, w)
        gradient = lib.func.grad(scalar)(dual)
        tangent = lib.autograd.forward_ad.unpack_dual(gradient).tangent
    assert_equal(tangent, lib.func.hessian(scalar)(x) @ w)


def test_jvp_and_linearize_inside_a_dual_level_carry_its_tangents() -> None:
    """Differs from PyTorch: `jvp` and `linearize` inside a dual level carry its tangents, as any other op does.

    PyTorch refuses to mix the two interfaces.
    """
    import derivata

    x, w = tensor(derivata), tensor(derivata, W)
    fwad = derivata.autograd.forward_ad
    with fwad.dual_level():
        dual = fwad.make_dual(x, w)
        product = derivata.func.jvp(scalar, (dual,), (w,))[1]
        linear = derivata.func.linearize(scalar, dual)[1](w)
        tangents = [fwad.unpack_dual(value).tangent for value in (product, linear)]
    wanted = w @ derivata.func.hessian(scalar)(x) @ w
    assert_equal(tangents, [wanted, wanted])


# ---- what is recorded


def test_results_need_no_grad_when_nothing_outside_does(lib: Any) -> None:
    """Results of a transform require grad only if something outside of it does."""
    x = tensor(lib)
    value, pull = lib.func.vjp(vector, x)
    results = [
        lib.func.grad(scalar)(x), *lib.func.grad_and_value(scalar)(x), value, *pull(x), lib.func.jacrev(vector)(x),
        lib.func.jacfwd(vector)(x), lib.func.hessian(scalar)(x), *lib.func.jvp(vector, (x,), (x,)),
    ]  # fmt: skip
    assert not any(result.requires_grad for result in results)
    assert x.grad is None


def test_gradients_of_an_outer_leaf_flow_through_transforms(lib: Any) -> None:
    """Gradients of an outer leaf flow through transforms."""
    w = tensor(lib, W, grad=True)
    lib.func.grad(lambda x: (x * x * w).sum())(tensor(lib)).sum().backward()
    assert_equal(w.grad, 2 * tensor(lib))


def test_no_grad_outside_stops_recording_but_not_the_transform(lib: Any) -> None:
    """`no_grad` outside of a transform stops the recording of its result, not the transform."""
    w = tensor(lib, W, grad=True)
    with lib.no_grad():
        gradient, value = lib.func.grad_and_value(lambda x: (x * x).sum())(w)
        matrix = lib.func.jacrev(vector)(w)
    assert_equal(gradient, 2 * w)
    assert not any(result.requires_grad for result in (gradient, value, matrix))


def test_no_grad_inside_makes_constants(lib: Any) -> None:
    """What a function computes under `no_grad` is a constant of the transform."""

    def func(x: Any) -> Any:
        with lib.no_grad():
            constant = x * x
        return (x * constant).sum()

    assert_equal(lib.func.grad(func)(tensor(lib)), tensor(lib) ** 2)


def test_outputs_that_do_not_depend_on_the_variable_have_zero_derivatives(lib: Any) -> None:
    """Outputs that do not depend on the variable have zero derivatives."""
    x, w = tensor(lib), tensor(lib, W, grad=True)
    zeros = tensor(lib, [0.0] * 3)
    assert_equal(lib.func.grad(lambda x: w.sum())(x), zeros)
    assert_equal(lib.func.grad(lambda x: tensor(lib, 1.0))(x), zeros)
    assert_equal(lib.func.jacrev(lambda x: w.sum())(x), zeros)
    assert_equal(lib.func.jacfwd(lambda x: w.sum())(x), zeros)
    assert_equal(lib.func.jvp(lambda x: w, (x,), (x,))[1], zeros)
    assert_equal(lib.func.vjp(lambda x: w, x)[1](x), zeros)


def test_vjp_function_can_be_called_again(lib: Any) -> None:
    """The function that `vjp` returns can be called again."""
    _, pull = lib.func.vjp(vector, tensor(lib))
    assert_equal(pull(tensor(lib, W))[0] * 2, pull(tensor(lib, W) * 2)[0])


def test_vjp_function_is_differentiable_in_the_cotangent(lib: Any) -> None:
    """The function that `vjp` returns is differentiable in the cotangent."""
    x, v = tensor(lib), tensor(lib, W, grad=True)
    (product,) = lib.func.vjp(vector, x)[1](v)
    (back,) = lib.autograd.grad(product, v, x)
    assert_equal(back, lib.func.jacfwd(vector)(x) @ x)


# ---- containers


class Point(NamedTuple):
    x: Any
    y: Any


@dataclasses.dataclass(frozen=True)
class Layer:
    weight: Any
    bias: Any
    name: str = dataclasses.field(default="layer", metadata={"static": True})


def combine(x: Any, y: Any) -> Any:
    return (x * y.exp()).sum()


CONTAINERS: dict[str, tuple[Callable[[Any, Any], Any], Callable[[Any], tuple[Any, Any]]]] = {
    "tuple": (lambda x, y: (x, y), lambda c: c),
    "list": (lambda x, y: [x, y], tuple),
    "dict": (lambda x, y: {"x": x, "y": y}, lambda c: (c["x"], c["y"])),
    "ordered dict": (lambda x, y: OrderedDict(y=y, x=x), lambda c: (c["x"], c["y"])),
    "default dict": (lambda x, y: defaultdict(list, x=x, y=y), lambda c: (c["x"], c["y"])),
    "named tuple": (Point, tuple),
    "collections.namedtuple": (namedtuple("Pair", "x y"), tuple),
    "nested": (lambda x, y: {"a": [(x,), {}], "b": Point(y, ())}, lambda c: (c["a"][0][0], c["b"].x)),
}


@pytest.mark.parametrize("name", CONTAINERS)
def test_gradients_have_the_form_of_the_argument(lib: Any, name: str) -> None:
    """`grad` gives gradients in the form of the argument: nested lists, tuples and dictionaries."""
    make, parts = CONTAINERS[name]
    x, y = tensor(lib), tensor(lib, W)
    argument = make(x, y)
    gradient = lib.func.grad(lambda c: combine(*parts(c)))(argument)
    assert type(gradient) is type(argument)
    assert_equal(parts(gradient), (y.exp(), x * y.exp()))


@pytest.mark.parametrize("name", CONTAINERS)
def test_products_and_jacobians_have_the_forms_of_arguments_and_outputs(lib: Any, name: str) -> None:
    """`vjp`, `jvp`, `jacrev` and `jacfwd` have the forms of arguments and outputs."""
    make, parts = CONTAINERS[name]
    x, y = tensor(lib), tensor(lib, W)
    argument = make(x, y)

    def func(container: Any) -> Any:
        x, y = parts(container)
        return make(x * y, y.sum())

    output, tangent = lib.func.jvp(func, (argument,), (make(y, x),))
    assert type(output) is type(tangent) is type(argument)
    assert_equal(parts(tangent), (x * x + y * y, x.sum()))
    (product,) = lib.func.vjp(func, argument)[1](make(y, y.sum()))
    assert_equal(parts(product), (y * y, x * y + y.sum()))
    for transform in (lib.func.jacrev, lib.func.jacfwd):
        by_x, by_y = parts(parts(transform(func)(argument))[0])
        assert_equal((by_x, by_y), (y * lib.eye(3), x * lib.eye(3)))


def test_dataclasses_are_containers_whose_static_fields_stay() -> None:
    """Dataclasses are containers, whose static fields stay as they are."""
    import derivata

    layer = Layer(tensor(derivata), tensor(derivata, 0.5), "first")
    gradient = derivata.func.grad(lambda layer, x: (layer.weight * x + layer.bias).sum())(
        layer, tensor(derivata, W)
    )
    assert type(gradient) is Layer
    assert gradient.name == "first"
    assert_equal((gradient.weight, gradient.bias), (tensor(derivata, W), tensor(derivata, 3.0)))
    blocks = derivata.func.hessian(lambda layer: (layer.weight * layer.bias).sum())(layer)
    assert_equal(blocks.weight.bias, derivata.ones(3))


def test_hessians_nest_the_form_of_the_argument_in_itself(lib: Any) -> None:
    """`hessian` nests the form of the argument in itself."""
    x, y = tensor(lib), tensor(lib, W)
    result = lib.func.hessian(lambda c: combine(c["x"], c["y"]))({"x": x, "y": y})
    assert_equal(result["x"]["x"], 0 * lib.eye(3, dtype=lib.float64))
    assert_equal(result["x"]["y"], y.exp() * lib.eye(3))
    assert_equal(result["y"]["y"], x * y.exp() * lib.eye(3))


# ---- argnums, aux, keywords


@pytest.mark.parametrize("transform", ["grad", "jacrev", "jacfwd"])
def test_argnums_choose_and_order_the_arguments(lib: Any, transform: str) -> None:
    """`argnums` chooses and orders the arguments."""
    x, y = tensor(lib), tensor(lib, W)
    make = getattr(lib.func, transform)
    by_x, by_y = y.exp(), x * y.exp()
    assert_equal(make(combine)(x, y), by_x)
    assert_equal(make(combine, argnums=1)(x, y), by_y)
    if (transform, lib.__name__) != ("jacfwd", "torch"):  # there, zeros
        assert_equal(make(combine, argnums=-1)(x, y), by_y)
    both = make(combine, argnums=(1, 0))(x, y)
    assert type(both) is tuple
    assert_equal(both, (by_y, by_x))
    assert_equal(make(combine, argnums=(0,))(x, y), (by_x,))


def test_jacfwd_by_all_arguments(lib: Any) -> None:
    """`jacfwd` differentiates by several arguments."""
    x, y = tensor(lib), tensor(lib, W)
    assert_equal(lib.func.jacfwd(combine, argnums=None)(x, y), (y.exp(), x * y.exp()))


def test_arguments_that_are_not_chosen_may_be_anything(lib: Any) -> None:
    """Arguments that are not chosen may be anything."""
    gradient = lib.func.grad(lambda x, power, *, scale: (x**power).sum() * scale)(tensor(lib), 2, scale=3)
    assert_equal(gradient, 6 * tensor(lib))


def test_auxiliary_results_are_returned_free_of_the_transform(lib: Any) -> None:
    """Auxiliary results are returned free of the transform's own history."""
    x, w = tensor(lib), tensor(lib, W, grad=True)

    def func(x: Any) -> Any:
        return scalar(x), {"double": x * 2, "weight": w * 2}

    gradient, aux = lib.func.grad(func, has_aux=True)(x)
    assert_equal(gradient, lib.func.grad(scalar)(x))
    assert_equal(aux["double"], 2 * x)
    assert not aux["double"].requires_grad
    assert aux["weight"].requires_grad
    gradient, (value, aux) = lib.func.grad_and_value(func, has_aux=True)(x)
    assert_equal((value, aux["double"]), (scalar(x), 2 * x))
    value, pull, aux = lib.func.vjp(func, x, has_aux=True)
    assert_equal((pull(tensor(lib, 1.0))[0], aux["double"]), (gradient, 2 * x))
    value, tangent, aux = lib.func.jvp(func, (x,), (x,), has_aux=True)
    assert_equal((tangent, aux["double"]), ((gradient * x).sum(), 2 * x))
    for transform in (lib.func.jacrev, lib.func.jacfwd):
        matrix, aux = transform(func, has_aux=True)(x)
        assert_equal((matrix, aux["double"]), (gradient, 2 * x))


def test_auxiliary_results_may_be_anything() -> None:
    """Differs from PyTorch: auxiliary results may be anything, because they are only handed on.

    PyTorch wants tensors.
    """
    import derivata

    _, aux = derivata.func.grad(lambda x: (x.sum(), ("text", 3, None)), has_aux=True)(tensor(derivata))
    assert aux == ("text", 3, None)


def test_hessian_evaluates_the_function_once() -> None:
    """Differs from PyTorch: `hessian` is reverse over reverse mode, so that the function is evaluated once.

    PyTorch's is ``jacfwd(jacrev(func))``, which gives the same here too.
    """
    import derivata

    calls = []

    def counted(x: Any) -> Any:
        calls.append(1)
        return scalar(x)

    x = tensor(derivata)
    result = derivata.func.hessian(counted)(x)
    assert len(calls) == 1
    assert_equal(result, derivata.func.jacfwd(derivata.func.jacrev(scalar))(x))


def test_value_and_grad_is_grad_and_value_the_other_way_round() -> None:
    """`value_and_grad` is `grad_and_value` the other way round."""
    import derivata

    x = tensor(derivata)
    value, gradient = derivata.func.value_and_grad(scalar)(x)
    assert_equal((gradient, value), derivata.func.grad_and_value(scalar)(x))
    (value, aux), gradient = derivata.func.value_and_grad(lambda x: (scalar(x), "aux"), has_aux=True)(x)
    assert aux == "aux"
    assert_equal((gradient, value), derivata.func.grad_and_value(scalar)(x))


def test_transforms_keep_the_name_and_documentation_of_the_function(lib: Any) -> None:
    """Transforms keep the name and documentation of the function."""

    def documented(x: Any) -> Any:
        """What it does."""
        return x.sum()

    for transform in (lib.func.grad, lib.func.grad_and_value, lib.func.jacrev):
        assert transform(documented).__name__ == "documented"
        assert transform(documented).__doc__ == "What it does."


# ---- jacobians


@pytest.mark.parametrize("transform", ["jacrev", "jacfwd"])
def test_jacobian_shapes(lib: Any, transform: str) -> None:
    """A Jacobian has the shape of the output followed by that of the input."""
    make = getattr(lib.func, transform)
    x = tensor(lib, [[0.3, 0.7, 1.1], [0.2, 0.4, 0.6]])
    assert make(lambda x: x[:, :1])(x).shape == (2, 1, 2, 3)
    assert make(lambda x: x.sum())(x).shape == (2, 3)
    assert make(lambda x: x * tensor(lib))(tensor(lib, 0.5)).shape == (3,)
    assert make(lambda x: x * x)(tensor(lib, 0.5)).shape == ()
    assert_equal(make(lambda x: x)(tensor(lib)), lib.eye(3, dtype=lib.float64))


@pytest.mark.parametrize("transform", ["jacrev", "jacfwd"])
def test_jacobians_of_nothing_are_empty(transform: str) -> None:
    """Jacobians of empty tensors are empty."""
    import derivata

    make = getattr(derivata.func, transform)
    assert make(lambda x: x[:0])(tensor(derivata)).shape == (0, 3)
    assert make(lambda x: x.sum())(tensor(derivata, [])).shape == (0,)


def test_chunk_size_does_not_change_the_result(lib: Any) -> None:
    """`chunk_size` does not change the result."""
    x = tensor(lib)
    assert_equal(lib.func.jacrev(vector, chunk_size=2)(x), lib.func.jacrev(vector)(x))
    with pytest.raises(ValueError, match="`chunk_size` should be greater than 0"):
        lib.func.jacrev(vector, chunk_size=0)


def test_all_columns_see_the_same_random_numbers() -> None:
    """All columns of `jacfwd` see the same random numbers."""
    import derivata

    def noisy(x: Any) -> Any:
        return x * derivata.rand(3, dtype=derivata.float64).sum()

    for transform in (derivata.func.jacfwd, derivata.func.jacrev):
        factors = np.diag(transform(noisy)(tensor(derivata)).numpy())
        assert factors[0] != 0
        assert (factors == factors[0]).all()


@pytest.mark.parametrize("count", [3, 12])
def test_randomness_of_columns(lib: Any, count: int) -> None:
    """`randomness` says whether random numbers are an error, other ones for each column, or the same."""

    def noisy(x: Any) -> Any:
        return x * lib.rand(1, dtype=lib.float64)

    x = lib.ones(count, dtype=lib.float64)
    for randomness, expected in (("same", 1), ("different", count)):
        found = lib.func.jacfwd(noisy, randomness=randomness)(x)
        assert len(np.unique(np.diag(found.numpy()))) == expected
    with pytest.raises(RuntimeError, match="random operation while in randomness error mode"):
        lib.func.jacfwd(noisy, randomness="error")(x)


def test_complex_tensors_are_refused_by_jacobians(lib: Any) -> None:
    """Jacobians refuse complex tensors."""
    z = lib.tensor([1j])
    for transform in (lib.func.jacrev, lib.func.jacfwd):
        with pytest.raises(RuntimeError, match="Expected all inputs to be real"):
            transform(lambda z: z)(z)
        with pytest.raises(RuntimeError, match="Expected all outputs to be real"):
            transform(lambda x: x * 1j)(tensor(lib))


# ---- linearize


def test_linearize_evaluates_once_and_gives_the_jacobian(lib: Any) -> None:
    """`linearize` evaluates the function once, and returns its value and the product with its Jacobian."""
    x = tensor(lib)
    output, push = lib.func.linearize(vector, x)
    assert_equal(output, vector(x))
    matrix = lib.func.jacrev(vector)(x)
    for v in (tensor(lib, W), x):
        assert_equal(push(v), matrix @ v)


def test_linearize_does_not_run_the_function_again() -> None:
    """The function that `linearize` returns does not run the original again."""
    import derivata

    calls = []

    def func(x: Any) -> Any:
        calls.append(x)
        return x * x

    _, push = derivata.func.linearize(func, tensor(derivata))
    push(tensor(derivata))
    push(tensor(derivata))
    assert len(calls) == 1


def test_linearize_takes_and_returns_containers(lib: Any) -> None:
    """`linearize` takes and returns containers."""
    x, y = tensor(lib), tensor(lib, W)
    output, push = lib.func.linearize(lambda c: {"product": c[0] * c[1], "sum": c[1].sum()}, (x, y))
    result = push((y, x))
    assert list(output) == list(result) == ["product", "sum"]
    assert_equal(result, {"product": y * y + x * x, "sum": x.sum()})


def test_linearize_is_differentiable_in_tangent_and_captured_tensors() -> None:
    """What `linearize` returns is differentiable in tangents and captured tensors."""
    import derivata

    inputs = (tensor(derivata, X, grad=True), tensor(derivata, W, grad=True), tensor(derivata, W, grad=True))
    assert derivata.autograd.gradcheck(
        lambda x, w, v: derivata.func.linearize(lambda x: vector(x) * w, x)[1](v), inputs
    )


def test_linearize_checks_the_tangents(lib: Any) -> None:
    """What `linearize` returns checks form, shapes and dtypes of the tangents."""
    _, push = lib.func.linearize(vector, tensor(lib))
    with pytest.raises(RuntimeError, match="to have the same"):
        push(tensor(lib), tensor(lib))
    with pytest.raises(RuntimeError, match="shape"):
        push(tensor(lib)[:2])
    with pytest.raises(RuntimeError, match="dtype"):
        push(tensor(lib).float())


# ---- errors

ERRORS: dict[str, tuple[type[Exception], str, Callable[[Any, Any, Any], Any]]] = {
    "gradient of a vector": (
        RuntimeError,
        "to return a scalar Tensor, got tensor with 1 dims",
        lambda lib, f, x: f.grad(vector)(x),
    ),
    "gradient of several": (
        RuntimeError,
        r"Expected f\(\*args\) to return a Tensor, got",
        lambda lib, f, x: f.grad(lambda x: (x.sum(), x.sum()))(x),
    ),
    "argnums out of range": (
        RuntimeError,
        "Got argnum=3, but only 1 positional inputs",
        lambda lib, f, x: f.grad(scalar, argnums=3)(x),
    ),
    "no argnums": (
        RuntimeError, "argnums must be non-empty", lambda lib, f, x: f.grad(scalar, argnums=())(x)
    ),
    "repeated argnums": (
        RuntimeError,
        "argnums elements must be unique",
        lambda lib, f, x: f.grad(combine, argnums=(0, 0))(x, x),
    ),
    "argnums in a list": (
        RuntimeError,
        r"argnums must be int or Tuple\[int, \.\.\.\], got",
        lambda lib, f, x: f.grad(scalar, argnums=[0])(x),
    ),
    "argnum of another type": (
        RuntimeError,
        "argnum must be int, got",
        lambda lib, f, x: f.jacrev(scalar, argnums=("x",))(x),
    ),
    "number": (
        ValueError,
        "Thing passed to transform API must be Tensor, got",
        lambda lib, f, x: f.grad(scalar)(3.0),
    ),
    "number in a container": (
        ValueError,
        "Thing passed to transform API must be Tensor, got",
        lambda lib, f, x: f.vjp(lambda c: c[0], [x, 3.0]),
    ),
    "integers": (
        RuntimeError,
        "only Tensors of floating point .*dtype can require gradients",
        lambda lib, f, x: f.grad(scalar)(lib.tensor([1])),
    ),
    "missing aux": (
        RuntimeError,
        r"should be a tuple: \(output, aux\) if has_aux is True",
        lambda lib, f, x: f.grad(scalar, has_aux=True)(x),
    ),
    "primals in a list": (
        RuntimeError, "Expected primals to be a tuple", lambda lib, f, x: f.jvp(vector, [x], [x])
    ),
    "tangents of another structure": (
        RuntimeError,
        "Expected primals and tangents to have the same python structure",
        lambda lib, f, x: f.jvp(vector, (x,), x),
    ),
    "tangent of another shape": (RuntimeError, "size|shape", lambda lib, f, x: f.jvp(vector, (x,), (x[:2],))),
    "tangent that is no tensor": (
        RuntimeError, "to only contain Tensors, got", lambda lib, f, x: f.jvp(vector, (x,), (1.0,))
    ),
    "no primals": (
        RuntimeError,
        "Expected primals to contain at least one Tensor",
        lambda lib, f, x: f.jvp(lambda: x, (), ()),
    ),
    "strict": (
        RuntimeError,
        "The output of f is independent of the inputs. This is not allowed with strict=True",
        lambda lib, f, x: f.jvp(lambda y: x, (x,), (x,), strict=True),
    ),
    "cotangents of another structure": (
        RuntimeError,
        "Expected pytree structure of cotangents to be the same as pytree structure of outputs",
        lambda lib, f, x: f.vjp(vector, x)[1]((x,)),
    ),
    "no output": (
        RuntimeError,
        "Expected f to be a function that has non-empty output",
        lambda lib, f, x: f.vjp(lambda x: None, x),
    ),
    "output that is no tensor": (
        RuntimeError,
        "to return only tensors, got unsupported type",
        lambda lib, f, x: f.jvp(lambda x: (x, "text"), (x,), (x,)),
    ),
    "integer output": (
        RuntimeError,
        "All outputs of f must be floating-point or complex Tensors, got Tensor with dtype",
        lambda lib, f, x: f.vjp(lambda x: x.argmax(), x),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", ERRORS)
def test_errors_say_what_was_expected(lib: Any, name: str) -> None:
    """Wrong arguments of transforms are errors that say what was expected."""
    kind, message, run = ERRORS[name]
    with pytest.raises(kind, match=message):
        run(lib, lib.func, tensor(lib))


def test_a_failing_function_leaves_no_dual_level_open(lib: Any) -> None:
    """A function that fails leaves no dual level open."""

    def failing(x: Any) -> Any:
        raise ZeroDivisionError

    for transform in (lib.func.jacfwd, lib.func.grad, lib.func.hessian):
        with pytest.raises(ZeroDivisionError):
            transform(failing)(tensor(lib))
    assert_equal(lib.func.jacfwd(lambda x: x.sum())(tensor(lib)), tensor(lib, [1.0] * 3))
