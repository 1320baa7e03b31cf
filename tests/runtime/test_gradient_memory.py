"""Large gradients go to memory that there is already, and nobody notices."""

import gc
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import derivata
from derivata import Tensor
from derivata.arrays import kernels

SIZE = 4 * 65536


@pytest.fixture(params=[1, 3], autouse=True)
def threads(request: pytest.FixtureRequest) -> Iterator[None]:
    """Run each test with a number of threads."""
    before = kernels.get_num_threads()
    kernels.set_num_threads(request.param)
    yield
    kernels.set_num_threads(before)


def numbers(size: int = SIZE, dtype: str = "float32", seed: int = 0) -> Any:
    return np.random.default_rng(seed).standard_normal(size).astype(dtype)


def gradient(function: Callable[[Tensor], Tensor], values: Any, grad: Any) -> Any:
    x = derivata.tensor(values, requires_grad=True)
    function(x).backward(derivata.tensor(grad))
    assert x.grad is not None
    return x.grad.numpy()


def in_parts(function: Callable[[Tensor], Tensor], values: Any, grad: Any) -> Any:
    """Compute the gradient of an elementwise function in parts that are too small for any of this."""
    count = values.size // 1024
    parts = zip(np.split(values, count), np.split(grad, count), strict=True)
    return np.concatenate([gradient(function, *part) for part in parts])


FUNCTIONS: dict[str, Callable[[Tensor], Tensor]] = {
    "product of a tensor with itself": lambda x: x * x,
    "quotient of a tensor and itself": lambda x: (x + 1.5) / (x + 1.5),
    "product of a result with itself": lambda x: (y := derivata.tanh(x)) * y,
    "several uses": lambda x: derivata.tanh(x) * 0.3 + derivata.sigmoid(x) - 0.1 * x,
    "a product with itself beside others": lambda x: derivata.exp(x) + x * x + derivata.sin(x) * 2.0,
    "a chain": lambda x: derivata.sin(derivata.exp(derivata.tanh(-x * 0.5))),
    "a sum with itself": lambda x: derivata.exp(x + x) + (x + x),
    "one gradient for two": lambda x: derivata.tanh(x) + derivata.tanh(x),
}


@pytest.mark.parametrize("size", [8192, SIZE])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_large_gradients_have_the_bits_of_small_ones(name: str, dtype: str, size: int) -> None:
    function = FUNCTIONS[name]
    values, grad = numbers(size, dtype), numbers(size, dtype, seed=1)
    expected = in_parts(function, values, grad)
    for _ in range(3):  # from the third time on compiled code does all that it can
        np.testing.assert_array_equal(gradient(function, values, grad), expected, strict=True)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_given_gradient_is_not_written_to(name: str) -> None:
    """The gradient that is given to ``backward`` keeps its values."""
    x = derivata.tensor(numbers(), requires_grad=True)
    grad = derivata.tensor(numbers(seed=1))
    FUNCTIONS[name](x).backward(grad)
    np.testing.assert_array_equal(grad.numpy(), numbers(seed=1))


def test_a_retained_gradient_keeps_its_values() -> None:
    """The retained ``.grad`` of a result does not change while gradients of its arguments are computed."""
    x = derivata.tensor(numbers(), requires_grad=True)
    y = derivata.exp(x)
    y.retain_grad()
    (derivata.sin(y) * 3.0).backward(derivata.ones(SIZE))
    expected = 3 * np.cos(np.exp(numbers()))
    assert y.grad is not None
    np.testing.assert_allclose(y.grad.numpy(), expected, rtol=1e-4, atol=1e-4)


def test_a_gradient_that_a_hook_keeps_is_not_written_to() -> None:
    """A gradient that a hook has stored keeps its values."""
    x = derivata.tensor(numbers(), requires_grad=True)
    y = derivata.exp(x)
    seen: list[Any] = []
    y.register_hook(lambda grad: seen.append(grad.numpy()) or None)
    (y * 3.0).backward(derivata.ones(SIZE))
    np.testing.assert_array_equal(seen[0], np.full(SIZE, 3.0, np.float32))


def test_gradients_of_inner_results_keep_their_values() -> None:
    """``autograd.grad`` returns the gradient of a result as it was, though the pass goes on to a leaf."""
    x = derivata.tensor(numbers(), requires_grad=True)
    y = derivata.exp(x)
    z = derivata.sin(y)
    inner, outer = derivata.autograd.grad(z * 3.0, (y, x), derivata.ones(SIZE))
    np.testing.assert_allclose(inner.numpy(), 3 * np.cos(np.exp(numbers())), rtol=1e-4, atol=1e-4)
    np.testing.assert_array_equal(outer.numpy(), inner.numpy() * y.detach().numpy())


def test_a_graph_that_is_kept_gives_the_same_again() -> None:
    """A second backward through a kept graph adds the same gradient once more."""
    x = derivata.tensor(numbers(), requires_grad=True)
    y = FUNCTIONS["several uses"](x) * x
    y.backward(derivata.ones(SIZE), retain_graph=True)
    assert x.grad is not None
    once = x.grad.numpy().copy()
    y.backward(derivata.ones(SIZE))
    np.testing.assert_array_equal(x.grad.numpy(), 2 * once)


def test_large_gradients_of_a_chain_take_turns_in_one_block() -> None:
    """The gradients of a chain of ops on large tensors use the memory of one of them."""
    x = derivata.tensor(numbers(), requires_grad=True)
    grad = derivata.ones(SIZE)
    y = x
    for _ in range(4):
        y = derivata.sin(y)
    gc.collect()  # what other tests have left would come back into the cache any time
    kernels.empty_cache()
    y.backward(grad, retain_graph=True)
    assert kernels.cached_bytes() == 0  # the leaf has the only block
