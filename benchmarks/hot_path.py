"""Nanoseconds of the small steps that wrappers and nodes are made of: ``python -m benchmarks.hot_path``."""

import timeit

import numpy as np

import derivata as dv


class Slots:
    """Stands for a tensor: one slot."""

    __slots__ = ("edge",)

    edge: object


def by_exception(first: Slots, second: Slots | float) -> None:
    """Find out that an operand is a number by failing."""
    try:
        _ = first.edge, second.edge  # type: ignore[union-attr]
    except AttributeError:
        return


def by_class(first: Slots, second: Slots | float) -> None:
    """Find out by one comparison."""
    if first.__class__ is not second.__class__:
        return
    _ = first.edge, second.edge


def with_errstate() -> None:
    """Enter and leave the context that silences warnings about values."""
    with np.errstate(all="ignore"):
        pass


def nanoseconds(statement: str, **names: object) -> float:
    """Return the least time of a statement over several rounds."""
    count = 50_000
    return 1e9 * min(timeit.repeat(statement, globals={**globals(), **names}, number=count, repeat=7)) / count


def main() -> None:
    """Print a line per step."""
    slots = Slots()
    slots.edge = None
    array = np.ones(8, np.float32)
    recorded, constant = dv.ones(8, requires_grad=True), dv.ones(8)
    names = {
        "slots": slots,
        "array": array,
        "recorded": recorded,
        "constant": constant,
        "multiply": np.multiply,
    }
    steps = {
        "multiplication by NumPy, 8 float32": "array * array",
        "the same by the name of the ufunc": "multiply(array, array)",
        "two slots read in a try": "by_exception(slots, slots)",
        "the same with a number": "by_exception(slots, 2.0)",
        "two slots read after comparing classes": "by_class(slots, slots)",
        "the same with a number, found by class": "by_class(slots, 2.0)",
        "conjugate() of a real array": "array.conjugate()",
        "entering and leaving np.errstate": "with_errstate()",
        "a number as a 0-d array": "np.asarray(2.0, np.float32)",
        "tensor * tensor, recorded": "recorded * constant",
        "tensor * number, recorded": "recorded * 2.0",
        "backward of one op": "(recorded * constant).backward(constant)",
    }
    for title, statement in steps.items():
        print(f"{title:42} {nanoseconds(statement, **names):8.0f} ns")


if __name__ == "__main__":
    main()
