"""Which positional arguments a transform differentiates by."""

from collections.abc import Sequence
from typing import Any, NamedTuple

Argnums = int | tuple[int, ...]


class Choice(NamedTuple):
    """Positions of arguments; a single one is taken out of its tuple."""

    positions: tuple[int, ...]
    single: bool

    def pick(self, args: Sequence[Any]) -> Any:
        """Return the chosen arguments."""
        return args[self.positions[0]] if self.single else tuple([args[index] for index in self.positions])

    def put(self, args: Sequence[Any], chosen: Any) -> tuple[Any, ...]:
        """Return all arguments, with the chosen ones replaced."""
        replaced = list(args)
        for index, value in zip(self.positions, (chosen,) if self.single else chosen, strict=True):
            replaced[index] = value
        return tuple(replaced)


def choose(caller: str, argnums: Argnums | None, count: int) -> Choice:
    """Check `argnums` against the number of positional arguments; None means all of them."""
    if argnums is None:
        return Choice(tuple(range(count)), single=False)
    if isinstance(argnums, int):
        return Choice((_position(caller, argnums, count),), single=True)
    if not isinstance(argnums, tuple):
        raise RuntimeError(
            f"{caller}: argnums must be int or Tuple[int, ...], got: {type(argnums).__name__}; write (0, 1)"
        )
    if not argnums:
        raise RuntimeError(f"{caller}: argnums must be non-empty")
    positions = tuple([_position(caller, index, count) for index in argnums])
    if len(set(positions)) != len(positions):
        raise RuntimeError(f"{caller}: argnums elements must be unique, got {argnums}")
    return Choice(positions, single=False)


def _position(caller: str, index: Any, count: int) -> int:
    if not isinstance(index, int):
        raise RuntimeError(f"{caller}: argnum must be int, got: {type(index).__name__}")
    if not -count <= index < count:
        raise RuntimeError(
            f"{caller}: Got argnum={index}, but only {count} positional inputs; keyword arguments are not counted"
        )
    return index % count
