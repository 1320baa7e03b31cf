"""Programs of HIPS autograd's kinds run with only their imports changed, and have the right gradients."""

from importlib import import_module
from types import SimpleNamespace
from typing import Any

import numpy
import pytest

from derivata.hips.misc.flatten import flatten, flatten_func
from derivata.hips.misc.optimizers import adam, rmsprop, sgd

from .programs import PROGRAMS, neural_ode

pytest.importorskip("scipy", reason="the programs use densities")


def modules(root: str, numpy_module: str) -> Any:
    """Return what programs import, of one library."""

    def get(path: str) -> Any:
        return import_module(f"{root}.{path}")

    operators = import_module(root)
    return SimpleNamespace(
        np=import_module(numpy_module),
        grad=operators.grad,
        egrad=operators.elementwise_grad,
        hessian_vector_product=operators.hessian_vector_product,
        tuple=operators.tuple,
        primitive=get("extend").primitive,
        defvjp=get("extend").defvjp,
        getval=get("tracer").getval,
        flatten=getattr(get("misc"), "flatten"),  # noqa: B009
        adam=get("misc.optimizers").adam,
        logsumexp=get("scipy.special").logsumexp,
        norm=get("scipy.stats.norm"),
        t=get("scipy.stats.t"),
        mvn=get("scipy.stats.multivariate_normal"),
        convolve=get("scipy.signal").convolve,
        odeint=get("scipy.integrate").odeint,
        solve=import_module(f"{numpy_module}.linalg").solve,
    )


@pytest.fixture
def ours() -> Any:
    return modules("derivata.hips", "derivata.numpy")


@pytest.fixture
def theirs() -> Any:
    pytest.importorskip("autograd.numpy", reason="the same program with HIPS autograd")
    return modules("autograd", "autograd.numpy")


named = pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)


@named
def test_gradients_are_those_of_differences(ours: Any, program: Any) -> None:
    loss, start = program(ours)
    point, unflatten = flatten(start)
    gradient, _ = flatten(ours.grad(loss)(start))
    direction = numpy.random.RandomState(1).randn(len(point))
    step = 1e-5
    above, below = (loss(unflatten(point + sign * step * direction)) for sign in (1, -1))
    assert gradient @ direction == pytest.approx((above - below) / (2 * step), rel=1e-5, abs=1e-7)


@named
def test_training_goes_downhill(ours: Any, program: Any) -> None:
    loss, start = program(ours)
    found = ours.adam(lambda x, _: ours.grad(loss)(x), start, num_iters=5, step_size=0.01)
    assert loss(found) < loss(start)


@pytest.mark.parametrize(
    "program", [one for one in PROGRAMS if one is not neural_ode], ids=lambda p: p.__name__
)
def test_products_with_the_hessian_are_those_of_differences_of_gradients(ours: Any, program: Any) -> None:
    loss, start = program(ours)
    of_vector, _, point = flatten_func(ours.grad(loss), start)
    _, unflatten = flatten(start)
    direction = numpy.random.RandomState(1).randn(len(point))
    found = ours.hessian_vector_product(lambda x: loss(unflatten(x)))(point, direction)
    step = 1e-5
    numeric = (of_vector(point + step * direction) - of_vector(point - step * direction)) / (2 * step)
    assert found == pytest.approx(numeric, rel=1e-4, abs=1e-5 * (1 + numpy.abs(numeric).max()))


@named
def test_numbers_are_those_of_hips_autograd(ours: Any, theirs: Any, program: Any) -> None:
    losses = [program(lib) for lib in (ours, theirs)]
    values = [loss(start) for loss, start in losses]
    assert values[0] == pytest.approx(values[1], rel=1e-10)
    ends = [
        flatten(lib.adam(lambda x, _, lib=lib, loss=loss: lib.grad(loss)(x), start, num_iters=5))[0]
        for lib, (loss, start) in zip((ours, theirs), losses, strict=True)
    ]
    assert ends[0] == pytest.approx(ends[1], rel=1e-6, abs=1e-9)


@pytest.mark.parametrize("optimize", [adam, rmsprop, sgd], ids=lambda optimize: optimize.__name__)
def test_optimizers_tell_their_callback_of_containers(ours: Any, optimize: Any) -> None:
    told: list[Any] = []
    start = {"a": 1.0, "b": [numpy.array([2.0, -1.0])]}
    gradient = ours.grad(lambda p, step: p["a"] ** 2 + ours.np.sum(p["b"][0] ** 2))
    found = optimize(gradient, start, callback=lambda *given: told.append(given), num_iters=3, step_size=0.01)
    assert [step for _, step, _ in told] == [0, 1, 2]
    assert told[0][0]["a"] == 1.0
    assert told[0][2]["b"][0].tolist() == [4.0, -2.0]
    assert found["a"] < 1.0
    assert abs(found["b"][0]).sum() < 3.0


def test_flattening_goes_both_ways_and_is_traced() -> None:
    value = (1.0, [numpy.ones((2, 1)), {"b": 2.0 + 1j, "a": ()}])
    vector, unflatten = flatten(value)
    assert vector.tolist() == [1.0, 1.0, 1.0, 2.0 + 1j]
    again = unflatten(vector)
    assert again[0] == 1.0
    assert again[1][0].shape == (2, 1)
    assert again[1][0].dtype == float
    assert again[1][1] == {"a": (), "b": 2.0 + 1j}
    assert flatten([])[0].shape == (0,)
