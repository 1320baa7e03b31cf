"""Calls of every op of the spec with arguments of wrong kinds and values: accepted rightly or refused in our words.

A call that works has one or two of its arguments replaced: by a text, None, a complex number, a list, a huge or
negative number, a float for an int, nan, a tensor of another shape or dtype, an object; or it gets one argument too
many. It either works or raises TypeError, ValueError, RuntimeError or IndexError (OverflowError for a number that no
dtype holds, MemoryError for a size) in a message that begins with a name of an op, and that is not NumPy's or Python's.
Kinds that no op can take for what they replace must raise, and an argument too many is never written. Sizes between
what fits and 2**63 are left out: some ops work for hours before they know.
"""

import random
import re
import warnings
from typing import Any

import numpy as np

from ..finding import Finding
from ..torch_ops import public_ops

RAW = re.compile(
    r"ufunc|\bnp\.|numpy\.|operand type|object is not|object has no|must be real number, not|\.reduce\b"
    r"|not supported between|'NoneType' object|__\w+__|\(\) got an|positional argument but|loop of|unhashable"
    r"|^shape mismatch"
)
OURS = re.compile(r"(derivata\.)?[a-zA-Z]\w*(\.\w+)*(\(\))?( \w+)?: |[a-z]\w*(\(\))? ")


HANGS_AFTER = 40.0


class Other:
    """Something that no op takes."""

    def __repr__(self) -> str:
        return "Other()"


NUMBERS: list[Any] = [
    "two",
    None,
    1j,
    [1, 2],
    -3,
    -(2**31),
    -(2**40),
    2**40,
    2**70,
    10**400,
    2.5,
    float("nan"),
    float("inf"),
    True,
    Other(),
]


def attempt(seed: int) -> Finding | None:
    """Call one op with wrong arguments."""
    import derivata as dv

    chance = random.Random(seed)
    op = chance.choice(public_ops())
    if op.case.op.endswith("_backward"):
        return None
    number = chance.randrange(len(list(op.samples())))
    call = list(op.calls())[number]
    values = call._filled([dv.tensor(array) for array in call.arrays()])
    changed: dict[str, Any] = {}
    too_many = chance.random() < 0.1
    if not too_many:
        for name in chance.sample(sorted(values), min(len(values), chance.choice([1, 1, 1, 2]))):
            if name != "output_size":
                changed[name] = values[name] = _wrong(chance, op.case.kind(name), values[name])
    args, kwargs = call._bind(values)
    extra = dv.zeros(2, 3)
    if too_many:
        if kwargs or op.case.keyword_only or _takes_any_number(op.function):
            return None
        args = [*args, extra]
    shown = ", ".join([*map(_shown, args), *[f"{name}={_shown(value)}" for name, value in kwargs.items()]])
    module, _, function = op.case.call.rpartition(".")
    program = f"import derivata as dv\nfrom {module} import {function}\n{function}({shown})"
    try:
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            op.function(*args, **kwargs)
    except (TypeError, ValueError, RuntimeError, IndexError, OverflowError) as error:
        return _judged(op.case.op, error, program, changed, too_many)
    except MemoryError:  # sizes that no memory holds
        return None
    except Exception as error:
        return Finding(f"{op.case.op}: {type(error).__name__} for wrong arguments: {error}", program)
    if too_many and (extra._version or extra.numpy().any() or extra.shape != (2, 3)):
        return Finding(f"{op.case.op}: one argument too many was written to", program)
    for name, value in changed.items():
        if isinstance(value, Other) or (value == "two" and op.case.kind(name) not in ("str", "index")):
            return Finding(f"{op.case.op}: accepted {value!r} as {name}", program)
    return None


def _judged(
    op: str, error: Exception, program: str, changed: dict[str, Any], too_many: bool
) -> Finding | None:
    text = str(error)
    raw = not too_many and (RAW.search(text) or not OURS.match(text))
    internal = re.match(r"_\w+", text)
    if raw or internal:
        return Finding(f"{op}: {type(error).__name__} not in our words: {text[:200]}", program)
    return None


def _takes_any_number(function: Any) -> bool:
    return bool(function.__code__.co_flags & 4)


def _wrong(chance: random.Random, kind: str, value: Any) -> Any:
    """Return something else than what works."""
    import derivata as dv

    if isinstance(value, dv.Tensor) and chance.random() < 0.6:
        shape = list(value.shape)
        if chance.random() < 0.5:
            dtype = chance.choice(
                [dv.float16, dv.float32, dv.int64, dv.int8, dv.uint8, dv.bool, dv.complex64]
            )
            return value.to(dtype)
        shape = chance.choice(
            [[], [0], [7], [2, 0], [1, *shape], shape[1:], [n + 1 for n in shape], [*shape, 3]]
        )
        return dv.ones(shape, dtype=value.dtype)
    if isinstance(value, list | tuple) and chance.random() < 0.5:
        return chance.choice(
            [[], [*value, 1], [*value][:-1], ["two"], [None], [2.5], [2**70] * len(value), [-3]]
        )
    return chance.choice(NUMBERS)


def _shown(value: Any) -> str:
    if hasattr(value, "_array"):
        return f"dv.ones({list(value.shape)}, dtype=dv.{value.dtype})"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_shown, value)) + "]"
    return repr(value)
