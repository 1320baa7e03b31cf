"""The random generator: repeatability, distributions, state, threads."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
import threading
from typing import Any

import numpy as np
import pytest

from derivata.arrays import random
from derivata.arrays.random import Generator, default_generator, manual_seed


def test_a_seed_determines_the_sequence() -> None:
    """A seed determines the sequence of random numbers."""
    first, second = (Generator(7).random((100,)) for _ in range(2))
    np.testing.assert_array_equal(first, second)
    assert (Generator(8).random((100,)) != first).any()


def test_manual_seed_seeds_the_global_generator_and_returns_it() -> None:
    """`manual_seed` seeds the global generator and returns it."""
    assert manual_seed(5) is default_generator
    first = default_generator.normal((10,))
    manual_seed(5)
    np.testing.assert_array_equal(default_generator.normal((10,)), first)
    assert random.initial_seed() == 5


def test_negative_seeds_count_from_two_to_the_64() -> None:
    np.testing.assert_array_equal(Generator(-1).random((5,)), Generator(2**64 - 1).random((5,)))


@pytest.mark.parametrize(
    ("seed", "error"), [(1.5, TypeError), (True, TypeError), ("1", TypeError), (2**64, ValueError)]
)
def test_seeds_that_are_no_64_bit_ints_are_refused(seed: Any, error: Any) -> None:
    with pytest.raises(error, match="manual_seed: seed must be"):
        Generator().manual_seed(seed)


def test_generators_without_a_seed_differ() -> None:
    """Generators without a seed differ from each other."""
    assert (Generator().random((20,)) != Generator().random((20,))).any()


def test_seed_reseeds_and_says_how() -> None:
    generator = Generator(1)
    chosen = generator.seed()
    assert generator.initial_seed() == chosen
    np.testing.assert_array_equal(generator.random((5,)), Generator(chosen).random((5,)))
    assert random.seed() == random.initial_seed()


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64, np.complex64, np.complex128])
def test_uniform_numbers_fill_the_half_open_interval(dtype: Any) -> None:
    numbers = Generator(0).random((100_000,), dtype)
    assert numbers.dtype == dtype
    parts = [numbers.real, numbers.imag] if np.iscomplexobj(numbers) else [numbers]
    for part in parts:
        wide = part.astype(np.float64)
        assert wide.min() >= 0 and wide.max() < 1
        assert abs(wide.mean() - 0.5) < 0.005 and abs(wide.var() - 1 / 12) < 0.002


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64, np.complex64, np.complex128])
def test_normal_numbers_have_mean_zero_and_variance_one(dtype: Any) -> None:
    numbers = Generator(0).normal((100_000,), dtype)
    assert numbers.dtype == dtype
    assert abs(numbers.mean(dtype=np.complex128)) < 0.02
    assert abs((np.abs(numbers.astype(np.complex128)) ** 2).mean() - 1) < 0.03


def test_integers_reach_both_ends_of_the_half_open_interval() -> None:
    numbers = Generator(0).integers(-2, 3, (1000,), np.int32)
    assert numbers.dtype == np.int32
    assert set(numbers.tolist()) == {-2, -1, 0, 1, 2}


def test_a_permutation_holds_every_number_once() -> None:
    order = Generator(0).permutation(100)
    assert sorted(order.tolist()) == list(range(100)) and (order != np.arange(100)).any()


@pytest.mark.parametrize("p", [0.0, 0.25, 0.9, 1.0])
def test_bernoulli_is_true_with_its_probability(p: float) -> None:
    drawn = Generator(0).bernoulli(p, (300, 333))
    assert drawn.dtype == np.bool_ and drawn.shape == (300, 333)
    assert abs(drawn.mean() - p) <= 5 * np.sqrt(p * (1 - p) / drawn.size)


def test_bernoulli_of_no_elements_is_empty() -> None:
    assert Generator(0).bernoulli(0.5, (0, 3)).shape == (0, 3)
    assert Generator(0).bernoulli(0.5, ()).shape == ()


def test_bernoulli_refuses_what_is_no_probability() -> None:
    for p in (-0.1, 1.1, float("nan")):
        with pytest.raises(ValueError, match="bernoulli: p must be a probability"):
            Generator(0).bernoulli(p, (2,))


def test_a_state_continues_the_sequence() -> None:
    """The state of a generator continues its sequence."""
    generator = Generator(0)
    generator.random((3,))
    state = generator.get_state()
    first = generator.normal((5,))
    other = Generator(9).set_state(state)
    np.testing.assert_array_equal(other.normal((5,)), first)
    assert other.initial_seed() == 0


def test_taking_a_state_does_not_change_the_sequence() -> None:
    plain, observed = Generator(0), Generator(0)
    observed.get_state()
    np.testing.assert_array_equal(plain.random((5,)), observed.random((5,)))


def test_the_global_state_can_be_restored() -> None:
    """The state of the global generator can be taken and restored."""
    state = random.get_state()
    first = default_generator.random((4,))
    random.set_state(state)
    np.testing.assert_array_equal(default_generator.random((4,)), first)


def test_a_wrong_state_is_refused() -> None:
    with pytest.raises(TypeError, match=r"expected the dict that get_state\(\) returns, got list"):
        Generator(0).set_state([1])


@pytest.mark.parametrize("copied", [Generator.clone, copy.deepcopy, lambda g: pickle.loads(pickle.dumps(g))])
def test_copies_continue_independently(copied: Any) -> None:
    original = Generator(0)
    original.random((3,))
    twin = copied(original)
    np.testing.assert_array_equal(twin.random((5,)), original.random((5,)))
    twin.random((1,))
    assert (twin.random((5,)) != original.random((5,))).any()


def test_threads_share_a_generator_without_losing_or_repeating_numbers() -> None:
    """Threads share a generator without losing or repeating numbers."""
    shared, drawn = Generator(0), list[Any]()
    threads = [
        threading.Thread(target=lambda: drawn.extend(shared.random((10,), np.float64) for _ in range(200)))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    expected = Generator(0).random((8000,), np.float64)
    np.testing.assert_array_equal(np.sort(np.concatenate(drawn)), np.sort(expected))


def test_numpy_s_random_module_is_imported_at_the_first_draw() -> None:
    code = "import sys, derivata.arrays.random; assert 'numpy.random' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
