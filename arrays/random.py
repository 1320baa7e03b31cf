"""The library's random numbers: one global generator, and generators of one's own.

Every op that draws (dropout, the random factories) takes its numbers from `default_generator` unless it is given
another one, so `manual_seed` makes a program repeatable. NumPy's random module is imported at the first draw.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from . import turns

if TYPE_CHECKING:
    from numpy.random import Generator as NumpyGenerator

Array = NDArray[Any]


class Generator:
    """A seedable source of random numbers, safe to share between threads.

    A generator that was never seeded starts from the operating system's entropy. The device, which may come first, is
    the processor.
    """

    __slots__ = ("_numpy", "_process", "_seed", "_turn")

    def __init__(self, seed: Any = None, device: Any = None) -> None:
        if isinstance(seed, str) or hasattr(seed, "type"):  # PyTorch's first argument
            seed, device = None, seed
        if device is not None and not str(device).startswith("cpu"):
            raise RuntimeError(f"Generator: expected the device cpu, the only one there is, got {device}")
        self._turn = turns.Turn()
        self._process = turns.process
        self._numpy: NumpyGenerator | None = None
        self._seed: int | None = None
        if seed is not None:
            self.manual_seed(seed)

    def manual_seed(self, seed: int) -> Generator:
        """Start the sequence that belongs to `seed`; negative seeds count from 2**64, as in PyTorch."""
        if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)):
            raise TypeError(f"manual_seed: seed must be an int, got {type(seed).__name__}")
        if not -(2**63) <= seed < 2**64:
            raise ValueError(
                f"manual_seed: seed must be in [-2**63, 2**64), got {seed}; reduce it modulo 2**64"
            )
        self._turn.call(self._begin, int(seed) % 2**64, None)
        return self

    def _begin(self, seed: int | None, source: NumpyGenerator | None) -> None:
        self._seed, self._numpy, self._process = seed, source, turns.process

    def seed(self) -> int:
        """Reseed from the operating system's entropy, and return the seed that was chosen."""
        chosen = _entropy()
        self.manual_seed(chosen)
        return chosen

    def initial_seed(self) -> int:
        """The seed that the current sequence started from."""
        return self._turn.call(self._known_seed)

    def _known_seed(self) -> int:
        if self._seed is None:
            self._seed = _entropy()
        return self._seed

    def get_state(self) -> dict[str, Any]:
        """A copy of the state, of plain Python values: what `set_state` takes, and fit for a checkpoint."""
        return self._turn.call(self._state)

    def _state(self) -> dict[str, Any]:
        source = self._source()
        return {"seed": self._seed, "state": copy.deepcopy(source.bit_generator.state)}

    def set_state(self, state: object) -> Generator:
        """Continue from a state that `get_state` returned."""
        if not isinstance(state, dict) or set(state) != {"seed", "state"}:
            raise TypeError(
                f"set_state: expected the dict that get_state() returns, got {type(state).__name__};"
                " save a state with get_state() first"
            )
        source = self._new_source(0)
        source.bit_generator.state = copy.deepcopy(state["state"])
        self._turn.call(self._begin, state["seed"], source)
        return self

    def clone(self) -> Generator:
        """A generator that continues with the same numbers, independently of this one."""
        return Generator().set_state(self.get_state())

    def random(self, shape: Sequence[int], dtype: DTypeLike = np.float32) -> Array:
        """Numbers uniform in [0, 1); of a complex dtype, both parts are."""
        wanted = np.dtype(dtype)
        if wanted.kind == "c":
            return self._complex(self.random, shape, wanted)
        drawn = self._floats("random", shape, wanted)
        if wanted == np.float16:  # rounding to 11 bits could reach 1
            drawn = np.floor(drawn * 2048) / 2048
        return drawn.astype(wanted, copy=False)

    def normal(self, shape: Sequence[int], dtype: DTypeLike = np.float32) -> Array:
        """Numbers from the standard normal distribution; of a complex dtype, both parts have variance 1/2."""
        wanted = np.dtype(dtype)
        if wanted.kind == "c":
            return self._complex(self.normal, shape, wanted) * math.sqrt(0.5)
        return self._floats("standard_normal", shape, wanted).astype(wanted, copy=False)

    def exponential(self, shape: Sequence[int], dtype: DTypeLike = np.float32) -> Array:
        """Numbers from the exponential distribution with rate 1."""
        wanted = np.dtype(dtype)
        return self._floats("standard_exponential", shape, wanted).astype(wanted, copy=False)

    def draw(self, distribution: str, *parameters: Any, shape: Sequence[int]) -> Array:
        """Numbers of a distribution that NumPy knows by this name."""
        return np.asarray(self._drawn(distribution, *parameters, size=tuple(shape)))

    def _drawn(self, method: str, *args: Any, **options: Any) -> Any:
        """Call a method of NumPy's generator."""
        return self._turn.call(lambda: getattr(self._source(), method)(*args, **options))

    def integers(self, low: int, high: int, shape: Sequence[int], dtype: DTypeLike = np.int64) -> Array:
        """Integers uniform in [low, high)."""
        drawn = self._drawn("integers", low, high, size=tuple(shape), dtype=np.int64)
        return np.asarray(drawn).astype(dtype, copy=False)

    def few_integers(self, n: int, shape: Sequence[int]) -> Array:
        """Integers of [0, n), of which each is as likely as the others to within a part n * 2**-32.

        Multiplies raw bits, as `bernoulli` compares them: less work than the rejection that `integers` does.
        """
        products = self._raw(shape).astype(np.int64)
        products *= n
        products >>= 32
        return products

    def permutation(self, n: int) -> Array:
        """The integers 0 .. n-1 in random order."""
        return np.asarray(self._drawn("permutation", n))

    def bernoulli(self, p: float, shape: Sequence[int]) -> Array:
        """Booleans that are True with probability `p`, to within 2**-32.

        Compares raw bits with a threshold: a third less work than drawing floats.
        """
        if not 0.0 <= p <= 1.0:
            raise ValueError(f"bernoulli: p must be a probability in [0, 1], got {p}")
        if p == 1.0:
            return np.ones(tuple(shape), dtype=np.bool_)
        return np.asarray(self._raw(shape) < np.uint32(p * 2.0**32))

    def _raw(self, shape: Sequence[int]) -> Array:
        """Draw 32 random bits for each element."""
        count = math.prod(shape)
        words = self._turn.call(lambda: self._source().bit_generator.random_raw((count + 1) // 2))
        return np.asarray(words.view(np.uint32)[:count].reshape(tuple(shape)))

    def _floats(self, distribution: str, shape: Sequence[int], dtype: np.dtype[Any]) -> Array:
        """Draw in double precision for float64, else in single precision."""
        single = np.float64 if dtype == np.float64 else np.float32
        return np.asarray(self._drawn(distribution, tuple(shape), dtype=single))

    @staticmethod
    def _complex(
        draw: Callable[[Sequence[int], DTypeLike], Array], shape: Sequence[int], dtype: np.dtype[Any]
    ) -> Array:
        parts = draw((*shape, 2), np.float32 if dtype == np.complex64 else np.float64)
        return parts.view(dtype)[..., 0]

    def _source(self) -> NumpyGenerator:
        """Return NumPy's generator; after a fork a new one with its state: another thread may have had its lock."""
        source = self._numpy
        if source is None:
            source = self._numpy = self._new_source(self._known_seed())
        elif self._process is not turns.process:
            state, source = source.bit_generator.state, self._new_source(0)
            source.bit_generator.state = state
            self._numpy = source
        self._process = turns.process
        return source

    @staticmethod
    def _new_source(seed: int) -> NumpyGenerator:
        return _imports.call(_numpy_generator, seed)

    def __getstate__(self) -> dict[str, Any]:
        return self.get_state()

    def __setstate__(self, state: dict[str, Any]) -> None:
        Generator.__init__(self)
        self.set_state(state)

    def __repr__(self) -> str:
        return f"Generator(seed={self._seed})"


def _numpy_generator(seed: int) -> NumpyGenerator:
    from numpy.random import PCG64, Generator

    return Generator(PCG64(seed))


_imports = turns.forks_wait_for(
    turns.Turn()
)  # a forked process could not import what its parent was importing
default_generator = Generator()
turns.forks_wait_for(default_generator._turn)


def _entropy() -> int:
    """Return a seed that the operating system chooses."""
    import secrets

    return secrets.randbits(64)


def manual_seed(seed: int) -> Generator:
    """Seed the global generator, so that all random numbers of the program repeat; return it."""
    return default_generator.manual_seed(seed)


def seed() -> int:
    """Reseed the global generator from the operating system's entropy, and return the chosen seed."""
    return default_generator.seed()


def initial_seed() -> int:
    """The seed that the global generator's sequence started from."""
    return default_generator.initial_seed()


def get_state() -> dict[str, Any]:
    """The global generator's state, of plain Python values."""
    return default_generator.get_state()


def set_state(state: dict[str, Any]) -> None:
    """Continue the global generator from a state that `get_state` returned."""
    default_generator.set_state(state)
