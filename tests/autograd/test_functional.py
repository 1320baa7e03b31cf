"""`autograd.functional`: products with Jacobians and Hessians, and these themselves."""

import re
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

X, Y = [0.3, 0.7, 1.1], [0.5, 0.2, 0.9]
PRODUCTS = ["vjp", "jvp", "vhp", "hvp"]
SCALAR = ["vhp", "hvp", "hessian"]
ALL = [*PRODUCTS, "jacobian", "hessian"]


def tensor(lib: Any, values: Any = X, grad: bool = False) -> Any:
    return lib.tensor(values, dtype=lib.float64, requires_grad=grad)


def total(x: Any) -> Any:
    return (x.sin() * x * x).sum()


def total_of_two(x: Any, y: Any) -> Any:
    return (x.sin() * y * y * x.sum()).sum()


def several(x: Any, y: Any) -> Any:
    return x * y * y, (x.exp() * y).sum(), x.sum() * y[:2]


def function(lib: Any, name: str) -> Callable[..., Any]:
    return getattr(lib.autograd.functional, name)  # type: ignore[no-any-return]


def call(lib: Any, name: str, func: Any, inputs: Any, v: Any = None, **options: Any) -> Any:
    """Call a function; the products get a vector, the matrices do not."""
    if name in PRODUCTS:
        return function(lib, name)(func, inputs, v, **options)
    return function(lib, name)(func, inputs, **options)


def arrays(value: Any) -> Any:
    if isinstance(value, tuple | list):  # PyTorch's forward mode has lists
        return tuple(map(arrays, value))
    return np.asarray(value.detach())


def shapes(value: Any) -> Any:
    return tuple(map(shapes, value)) if isinstance(value, tuple | list) else tuple(value.shape)


def flat(value: Any) -> list[Any]:
    return [leaf for part in value for leaf in flat(part)] if isinstance(value, tuple | list) else [value]


def assert_equal(first: Any, second: Any) -> None:
    assert shapes(first) == shapes(second)
    for one, other in zip(flat(arrays(first)), flat(arrays(second)), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-10, atol=1e-12)


def differences(func: Callable[[Any], Any], x: Any, step: float = 1e-6) -> Any:
    """Return the Jacobian of a function of arrays by central differences."""
    columns = []
    for index in np.ndindex(x.shape):
        move = np.zeros_like(x)
        move[index] = step
        columns.append((func(x + move) - func(x - move)) / (2 * step))
    return np.stack(columns, -1).reshape(*np.shape(func(x)), *x.shape)


# ---- values


def test_jacobian_agrees_with_finite_differences(lib: Any) -> None:
    """`jacobian` agrees with finite differences."""

    def func(x: Any) -> Any:
        return x.exp() * x.sum()

    result = lib.autograd.functional.jacobian(func, tensor(lib))
    wanted = differences(lambda a: np.exp(a) * a.sum(), np.array(X))
    np.testing.assert_allclose(arrays(result), wanted, rtol=1e-7)


def test_hessian_agrees_with_its_formula(lib: Any) -> None:
    """`hessian` agrees with its formula."""
    result = lib.autograd.functional.hessian(lambda x: (x**3).sum() + x[0] * x[2], tensor(lib))
    wanted = np.diag(6 * np.array(X))
    wanted[0, 2] = wanted[2, 0] = 1
    np.testing.assert_allclose(arrays(result), wanted, rtol=1e-12)


def test_jacobian_times_v_equals_jvp_and_vjp(lib: Any) -> None:
    """The Jacobian times v is `jvp`, and v times the Jacobian `vjp`."""
    x, v = tensor(lib), tensor(lib, Y)
    jacobian = lib.autograd.functional.jacobian(lambda x: x.exp() * x.sum(), x)
    assert_equal(lib.autograd.functional.jvp(lambda x: x.exp() * x.sum(), x, v)[1], jacobian @ v)
    assert_equal(lib.autograd.functional.vjp(lambda x: x.exp() * x.sum(), x, v)[1], v @ jacobian)


def test_hessian_times_v_equals_hvp_and_vhp(lib: Any) -> None:
    """The Hessian times v is `hvp`, and v times the Hessian `vhp`."""
    x, v = tensor(lib), tensor(lib, Y)
    hessian = lib.autograd.functional.hessian(total, x)
    assert_equal(lib.autograd.functional.hvp(total, x, v)[1], hessian @ v)
    assert_equal(lib.autograd.functional.vhp(total, x, v)[1], v @ hessian)


@pytest.mark.parametrize("create_graph", [False, True])
@pytest.mark.parametrize("name", ALL)
def test_results_are_those_of_torch(name: str, create_graph: bool) -> None:
    """`jacobian`, `hessian`, `vjp`, `jvp`, `vhp` and `hvp` give PyTorch's results in its structures."""
    torch = pytest.importorskip("torch", reason="PyTorch is the reference")
    import derivata

    def results(lib: Any) -> Any:
        x, y = tensor(lib, X, grad=True), tensor(lib, Y)
        func = total_of_two if name in SCALAR else several
        v = (y, y.sum(), y[:2]) if name == "vjp" else (y, x)
        return call(lib, name, func, (x, y), v, create_graph=create_graph)

    ours, wanted = results(derivata), results(torch)
    assert_equal(ours, wanted)
    assert [t.requires_grad for t in flat(ours)] == [t.requires_grad for t in flat(wanted)]


def test_complex_inputs_but_not_outputs_have_a_jacobian(lib: Any) -> None:
    """Complex inputs have a Jacobian, complex outputs have none."""
    z = lib.tensor([3 + 4j, 1j], dtype=lib.complex128)
    jacobian = lib.autograd.functional.jacobian
    assert_equal(jacobian(lambda z: z.abs(), z), lib.tensor([[0.6 + 0.8j, 0], [0, 1j]], dtype=lib.complex128))
    with pytest.raises(RuntimeError, match="only for real scalar outputs"):
        jacobian(lambda z: z * z, z)


# ---- structure


def test_products_return_value_and_product_in_the_structure_of_inputs_and_outputs(lib: Any) -> None:
    """Products return value and product in the structure of inputs and outputs."""
    x, y = tensor(lib), tensor(lib, [1.0, 2.0])

    def func(x: Any, y: Any) -> Any:
        return x * y.sum(), y.sum()

    functional = lib.autograd.functional
    assert shapes(functional.vjp(func, (x, y), (x, y.sum()))) == (((3,), ()), ((3,), (2,)))
    assert shapes(functional.vjp(lambda x: x[:2], x, y)) == ((2,), (3,))
    assert shapes(functional.jvp(func, (x, y), (x, y))) == (((3,), ()), ((3,), ()))
    assert shapes(functional.jvp(lambda x: x[:2], (x,), (x,))) == ((2,), (2,))
    for name in ("vhp", "hvp"):
        assert shapes(function(lib, name)(lambda x, y: (x * y.sum()).sum(), (x, y), (x, y))) == (
            (),
            ((3,), (2,)),
        )
        assert shapes(function(lib, name)(total, x, x)) == ((), (3,))


def test_jacobian_nests_outputs_over_inputs(lib: Any) -> None:
    """`jacobian`, `hessian`, `vjp`, `jvp`, `vhp` and `hvp` give PyTorch's results in its structures."""
    x, y = tensor(lib), tensor(lib, [[1.0, 2.0]])
    jacobian = lib.autograd.functional.jacobian
    assert shapes(jacobian(lambda x: x[:2], x)) == (2, 3)
    assert shapes(jacobian(lambda x: (x, x.sum()), x)) == ((3, 3), (3,))
    assert shapes(jacobian(lambda x, y: x * y.sum(), (x, y))) == ((3, 3), (3, 1, 2))
    assert shapes(jacobian(lambda x, y: (x * y.sum(), y.sum()), (x, y))) == (
        ((3, 3), (3, 1, 2)),
        ((3,), (1, 2)),
    )
    assert shapes(jacobian(lambda x: (x,), (x,))) == (((3, 3),),)


def test_hessian_nests_inputs_over_inputs(lib: Any) -> None:
    """`hessian` of several inputs is a tuple of tuples."""
    x, y = tensor(lib), tensor(lib, [[1.0, 2.0]])
    hessian = lib.autograd.functional.hessian
    assert shapes(hessian(total, x)) == (3, 3)
    assert shapes(hessian(total, (x,))) == (((3, 3),),)
    assert shapes(hessian(lambda x, y: (x * y.sum()).sum(), (x, y))) == (
        ((3, 3), (3, 1, 2)),
        ((1, 2, 3), (1, 2, 1, 2)),
    )


def test_jacobian_of_the_identity_is_eye(lib: Any) -> None:
    """The Jacobian has the shape output plus input; that of the identity is the unit matrix."""
    assert_equal(lib.autograd.functional.jacobian(lambda x: x, tensor(lib)), lib.eye(3))


@pytest.mark.parametrize("strategy", ["reverse-mode", "forward-mode"])
def test_zero_dimensional_inputs_and_outputs(lib: Any, strategy: str) -> None:
    """Inputs and outputs may be without dimensions."""
    x = tensor(lib, 0.5)
    jacobian = lib.autograd.functional.jacobian
    options = {"strategy": strategy, "vectorize": True}
    assert_equal(jacobian(lambda x: x * x, x, **options), tensor(lib, 1.0))
    assert shapes(jacobian(lambda x: x * tensor(lib), x, **options)) == (3,)
    assert shapes(jacobian(lambda x: x.sum(), tensor(lib), **options)) == (3,)
    assert_equal(lib.autograd.functional.hessian(lambda x: x**3, x), tensor(lib, 3.0))


@pytest.mark.parametrize("name", ["jvp", "vhp", "hvp"])
def test_zero_dimensional_input_needs_no_v(lib: Any, name: str) -> None:
    """`jvp`, `hvp` and `vhp` of an input without dimensions need no v."""
    x = tensor(lib, 0.5)
    assert_equal(
        function(lib, name)(lambda x: x**3, x), function(lib, name)(lambda x: x**3, x, tensor(lib, 1.0))
    )


def test_scalar_output_needs_no_v(lib: Any) -> None:
    """`vjp` of an output with one element needs no v."""
    x = tensor(lib)
    assert_equal(
        lib.autograd.functional.vjp(total, x), lib.autograd.functional.vjp(total, x, tensor(lib, 1.0))
    )


@pytest.mark.parametrize("name", SCALAR)
def test_outputs_of_one_element_may_have_dimensions(lib: Any, name: str) -> None:
    """The one element of an output may have dimensions."""
    x = tensor(lib)
    plain = call(lib, name, total, x, x)
    shaped = call(lib, name, lambda x: total(x).reshape(1, 1, 1), x, x)
    assert_equal(flat(plain)[-1], flat(shaped)[-1])
    if name in PRODUCTS:
        assert shapes(shaped)[0] == (1, 1, 1)


def test_outputs_of_different_dtypes_and_of_none_that_has_gradients(lib: Any) -> None:
    """Outputs may have different dtypes, some without gradients."""

    def func(x: Any) -> Any:
        return x * 2, x.float() * 3, (x > 0.5).sum()

    double, single, integer = lib.autograd.functional.jacobian(func, tensor(lib))
    assert (double.dtype, single.dtype) == (lib.float64, lib.float64)
    assert_equal(integer, tensor(lib, [0.0] * 3))


# ---- vectorize and strategies

MANY = {
    "one input": (lambda x: (x.exp() * x.sum(), x[:2].prod()), [X]),
    "two inputs, three outputs": (several, [X, Y]),
    "three inputs": (lambda x, y, z: x * y.sum() * z, [X, Y, 0.3]),
    "unused inputs": (lambda x, y: (x * 2, y.sum(), y * y), [X, Y]),
    "constant": (lambda x: (x * 0).detach() + 1, [X]),
    "no dimensions": (lambda x, y: (x * y, y.sin()), [0.3, 0.5]),
    "no elements": (lambda x: (x[:0], x[:0].sum()), [X]),
}


@pytest.mark.parametrize("strategy", ["reverse-mode", "forward-mode"])
@pytest.mark.parametrize("name", MANY)
def test_vectorize_and_strategies_give_the_same_jacobian(lib: Any, name: str, strategy: str) -> None:
    """`vectorize=True` and both strategies equal the loop, and give no warning."""
    func, values = MANY[name]
    inputs = tuple(tensor(lib, value) for value in values)
    jacobian = lib.autograd.functional.jacobian
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # Of PyTorch's first use of forward mode
        warnings.filterwarnings("ignore", "`torch.jit", DeprecationWarning)
        result = jacobian(func, inputs, vectorize=True, strategy=strategy)
    if (name, lib.__name__) == ("no elements", "torch"):
        assert shapes(result) == (((0, 3),), ((3,),))  # its loop has nothing to stack
        return
    assert_equal(result, jacobian(func, inputs))


@pytest.mark.parametrize("strategy", ["reverse-mode", "forward-mode"])
@pytest.mark.parametrize(
    "func",
    [total, lambda x, y, z: (x.sin() * y * z).sum() ** 2, lambda x, y, z: (x * x).sum()],
    ids=["one input", "used", "unused"],
)
def test_vectorize_and_strategies_give_the_same_hessian(lib: Any, func: Any, strategy: str) -> None:
    """`vectorize` and the outer Jacobian's strategy give the same Hessian, zeros for unused inputs, and no warning."""
    inputs = (tensor(lib), tensor(lib, Y), tensor(lib, 0.3))[: 1 if func is total else 3]
    hessian = lib.autograd.functional.hessian
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # Of PyTorch's first use of forward mode
        warnings.filterwarnings("ignore", "`torch.jit", DeprecationWarning)
        result = hessian(func, inputs, vectorize=True, outer_jacobian_strategy=strategy)
    assert_equal(result, hessian(func, inputs))


def test_forward_mode_needs_no_vectorize_and_can_be_differentiated() -> None:
    """Differs from PyTorch: forward mode needs no `vectorize`, and can be differentiated, as nothing depends on it.

    PyTorch refuses both.
    """
    import derivata

    x = tensor(derivata, X, grad=True)
    functional = derivata.autograd.functional
    options: dict[str, Any] = {"create_graph": True, "strategy": "forward-mode"}
    result = functional.jacobian(lambda x: x**3, x, **options)
    (second,) = derivata.autograd.grad(result.sum(), x)
    np.testing.assert_allclose(arrays(second), 6 * np.array(X))
    assert not functional.jacobian(lambda x: x**3, x, strategy="forward-mode").requires_grad


def test_forward_mode_evaluates_every_column_with_the_same_random_numbers() -> None:
    """Forward mode evaluates every column with the same random numbers."""
    import derivata

    def noisy(x: Any) -> Any:
        return x * derivata.rand(3, dtype=derivata.float64).sum()

    jacobian = derivata.autograd.functional.jacobian(noisy, tensor(derivata), strategy="forward-mode")
    factors = np.diag(arrays(jacobian))
    assert factors[0] != 0
    assert (factors == factors[0]).all()


@pytest.mark.parametrize("name", ["jacobian", "hessian"])
def test_strict_is_not_supported_together_with_vectorize_or_forward_mode(lib: Any, name: str) -> None:
    """`strict` is not supported together with `vectorize` or forward mode."""
    strategy = "strategy" if name == "jacobian" else "outer_jacobian_strategy"
    with pytest.raises(RuntimeError, match="not supported together"):
        function(lib, name)(total, tensor(lib), strict=True, vectorize=True)
    with pytest.raises(RuntimeError, match="not supported together"):
        function(lib, name)(total, tensor(lib), strict=True, **{strategy: "forward-mode"})


@pytest.mark.parametrize("name", ["jacobian", "hessian"])
def test_unknown_strategies_are_refused(lib: Any, name: str) -> None:
    """Unknown strategies are refused."""
    strategy = "strategy" if name == "jacobian" else "outer_jacobian_strategy"
    with pytest.raises(AssertionError, match="Expected strategy to be either"):
        function(lib, name)(total, tensor(lib), **{strategy: "sideways"})


# ---- graphs of results


@pytest.mark.parametrize("name", ALL)
def test_results_have_a_graph_only_with_create_graph(lib: Any, name: str) -> None:
    """Results have a graph only with `create_graph`, also under `no_grad`."""
    x = tensor(lib, X, grad=True)
    v = lib.ones((), dtype=lib.float64) if name == "vjp" else x
    assert not any(t.requires_grad for t in flat(call(lib, name, total, x, v)))
    with lib.no_grad():
        assert not any(t.requires_grad for t in flat(call(lib, name, total, x, v)))
        recorded = call(lib, name, total, x, v, create_graph=True)
    assert all(t.requires_grad for t in flat(recorded))
    assert x.grad is None


@pytest.mark.parametrize("name", ALL)
def test_derivatives_in_inference_mode_are_those_outside(name: str) -> None:
    """Differs from PyTorch, whose results are zeros: derivatives in `inference_mode` are those outside of it."""
    import derivata

    x = tensor(derivata)
    v = derivata.ones((), dtype=derivata.float64) if name == "vjp" else x
    wanted = call(derivata, name, total, x, v)
    with derivata.inference_mode():
        made_inside = tensor(derivata)
        assert_equal(call(derivata, name, total, x, v), wanted)
        assert_equal(call(derivata, name, total, made_inside, v), wanted)


@pytest.mark.parametrize("name", ALL)
def test_what_the_function_captured_is_a_constant(lib: Any, name: str) -> None:
    """What the function captured is a constant."""
    x = tensor(lib, X, grad=True)
    v = None if name == "vjp" else x
    captured = call(lib, name, lambda y: (y * y * x * x).sum(), x, v)
    weight = x.detach() ** 2
    assert_equal(captured, call(lib, name, lambda y: (y * y * weight).sum(), x.detach(), v))


@pytest.mark.parametrize(
    ("name", "vectorize"), [*[(name, False) for name in ALL], ("jacobian", True), ("hessian", True)]
)
@pytest.mark.parametrize("count", [1, 2])
def test_results_are_differentiable_in_inputs_and_v(lib: Any, name: str, vectorize: bool, count: int) -> None:
    """With `create_graph`, results are differentiable in inputs and v, twice, also with `vectorize`."""
    options: dict[str, Any] = {"vectorize": True} if vectorize else {}
    inputs = tuple(tensor(lib, values, grad=True) for values in ([0.3, 0.7], [0.5, 0.9])[:count])
    vectors = tuple(tensor(lib, values, grad=True) for values in ([1.2, 0.4], [0.6, 0.8])[:count])

    def func(*xs: Any) -> Any:
        product = xs[0] * xs[-1].exp()
        return product * xs[0].sum() if name in ("vjp", "jvp", "jacobian") else (product * product).sum()

    def result(*args: Any) -> Any:
        v = args[count:] if name != "vjp" else args[count]
        return tuple(flat(call(lib, name, func, args[:count], v, create_graph=True, **options)))

    args = inputs if name in ("jacobian", "hessian") else (*inputs, *vectors[: 1 if name == "vjp" else count])
    assert lib.autograd.gradcheck(result, args)
    assert lib.autograd.gradgradcheck(result, args)


# ---- strict


@pytest.mark.parametrize("name", ALL)
def test_detached_outputs_are_refused_by_strict_and_zero_without(lib: Any, name: str) -> None:
    """Detached outputs are refused by `strict`, and have zero derivatives without."""

    def func(x: Any) -> Any:
        return total(x).detach()

    x = tensor(lib)
    v = None if name == "vjp" else x
    with pytest.raises(
        RuntimeError, match="Output 0 of the user-provided function does not require gradients"
    ):
        call(lib, name, func, x, v, strict=True)
    result = flat(call(lib, name, func, x, v))[-1]
    assert not arrays(result).any()


@pytest.mark.parametrize("name", ALL)
def test_independent_outputs_are_refused_by_strict_and_zero_without(lib: Any, name: str) -> None:
    """`strict=True` refuses outputs that do not depend on an input."""
    other = tensor(lib, Y, grad=True)

    def func(x: Any) -> Any:
        return total(other)

    x = tensor(lib)
    v = None if name == "vjp" else x
    with pytest.raises(RuntimeError, match=r"of the user-provided function .*is independent of (the )?input"):
        call(lib, name, func, x, v, strict=True)
    assert not arrays(flat(call(lib, name, func, x, v))[-1]).any()


@pytest.mark.parametrize("name", SCALAR)
def test_linear_functions_are_refused_by_strict_and_zero_without(lib: Any, name: str) -> None:
    """Linear functions have no Hessian under `strict`, a zero one without."""
    x = tensor(lib)
    with pytest.raises(
        RuntimeError, match="jacobian of the user-provided function with respect to input 0 is independent"
    ):
        call(lib, name, lambda x: (x * 3).sum(), x, x, strict=True)
    assert not arrays(flat(call(lib, name, lambda x: (x * 3).sum(), x, x))[-1]).any()


@pytest.mark.parametrize("name", ["vjp", "jacobian"])
def test_constant_jacobians_are_refused_by_strict_with_create_graph(lib: Any, name: str) -> None:
    """Constant Jacobians are refused by `strict` with `create_graph`."""
    x = tensor(lib, X, grad=True)
    with pytest.raises(
        RuntimeError, match="jacobian of the user-provided function is independent of input 0"
    ):
        call(lib, name, lambda x: x.sum(), x, None, strict=True, create_graph=True)
    assert_equal(flat(call(lib, name, lambda x: x.sum(), x, None, create_graph=True))[-1], lib.ones(3))


@pytest.mark.parametrize("name", ALL)
def test_strict_accepts_functions_that_depend_on_all_inputs(lib: Any, name: str) -> None:
    """`strict` accepts functions that depend on all inputs."""
    x = tensor(lib)
    v = None if name == "vjp" else x
    assert_equal(call(lib, name, total, x, v, strict=True), call(lib, name, total, x, v))


# ---- errors


@pytest.mark.parametrize("name", ALL)
def test_inputs_and_outputs_that_are_no_tensors_raise_type_errors(lib: Any, name: str) -> None:
    """Inputs and outputs that are no tensors are TypeErrors."""
    x = tensor(lib)
    with pytest.raises(TypeError, match=f"The inputs given to {name} must be either a Tensor"):
        call(lib, name, total, [x], x)
    with pytest.raises(TypeError, match=f"The inputs given to {name} must be .* index 1"):
        call(lib, name, total, (x, 3.0), x)
    with pytest.raises(
        TypeError, match=f"The outputs of the user-provided function given to {name} must be either a Tensor"
    ):
        call(lib, name, lambda x: 3.0, x, x)
    with pytest.raises(
        TypeError, match=f"The outputs of the user-provided function given to {name}.* index 1"
    ):
        call(lib, name, lambda x: (x, "a"), x, x)


@pytest.mark.parametrize("name", SCALAR)
def test_functions_with_several_outputs_or_elements_have_no_hessian(lib: Any, name: str) -> None:
    """Functions with several outputs or elements have no Hessian."""
    x = tensor(lib)
    with pytest.raises(RuntimeError, match=f"The function given to {name} should return a single Tensor"):
        call(lib, name, lambda x: (x.sum(), x.sum()), x, x)
    with pytest.raises(RuntimeError, match=f"function given to {name} should contain a single element"):
        call(lib, name, lambda x: x, x, x)


@pytest.mark.parametrize("name", PRODUCTS)
def test_v_has_to_fit(lib: Any, name: str) -> None:
    """v has to be given where it is needed, and fits the inputs or outputs in type, number and size."""
    x = tensor(lib)
    func: Any = (lambda x: x * 2) if name in ("vjp", "jvp") else total
    product = function(lib, name)
    with pytest.raises(RuntimeError, match="The vector v can only be None if"):
        product(func, x)
    with pytest.raises(TypeError, match=f"The v given to {name} must be either a Tensor"):
        product(func, x, [1.0, 2.0, 3.0])
    with pytest.raises(RuntimeError, match="The given v should contain a single Tensor"):
        product(func, x, (x, x))
    with pytest.raises(RuntimeError, match=r"v has invalid size: should be .*3"):
        product(func, x, x[:2])


@pytest.mark.parametrize("name", PRODUCTS)
def test_v_for_several_tensors_has_to_fit(lib: Any, name: str) -> None:
    """v has to be given where it is needed, and fits the inputs or outputs in type, number and size."""
    x = tensor(lib)
    func: Any = (lambda x, y: (x * 2, y * 2)) if name in ("vjp", "jvp") else total_of_two
    product = function(lib, name)
    with pytest.raises(RuntimeError, match="v is a tuple of invalid length: should be 2 but got 1"):
        product(func, (x, x), (x,))
    with pytest.raises(RuntimeError, match=re.escape("Entry 1 in v has invalid size")):
        product(func, (x, x), (x, x[:2]))


def test_complex_outputs_need_v() -> None:
    """A complex output needs v."""
    import derivata

    x = derivata.tensor(1j)
    with pytest.raises(
        RuntimeError, match="vjp: grad can be implicitly created only for real scalar outputs"
    ):
        derivata.autograd.functional.vjp(lambda x: x * x, x)


@pytest.mark.parametrize("name", ALL)
def test_inputs_must_not_be_empty(name: str) -> None:
    """Inputs must not be empty."""
    import derivata

    with pytest.raises(ValueError, match=f"{name}: expected at least one Tensor as inputs"):
        call(derivata, name, lambda: tensor(derivata, 1.0), (), ())


@pytest.mark.parametrize("name", ALL)
def test_derivatives_inside_of_vmap_are_those_of_each_sample(name: str) -> None:
    """Differs from PyTorch, which refuses it: derivatives inside of `vmap` are those of each sample."""
    import derivata

    samples = derivata.tensor([X, Y], dtype=derivata.float64)
    one = derivata.ones((), dtype=derivata.float64)

    def derivative(x: Any) -> Any:
        return flat(call(derivata, name, total, x, one if name == "vjp" else x))[-1]

    found = derivata.vmap(derivative)(samples)
    assert_equal(found, derivata.stack([derivative(x) for x in samples]))
