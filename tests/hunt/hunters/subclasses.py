"""Subclasses of ndarray as arguments of every op of the spec.

One of the arrays of a call is given as a matrix, a memory map, an array of a class of the user, or a masked array. A
masked array is refused with TypeError. The others give what the same call gives for plain tensors, as a plain array.
"""

import random
import warnings
from typing import Any

import numpy as np

from ..finding import Finding
from ..torch_ops import public_ops


class Named(np.ndarray[Any, Any]):
    """An array that has nothing of its own but a name."""


KINDS = {"np.matrix": np.matrix, "np.memmap": np.memmap, "a class of the user": Named}


def attempt(seed: int) -> Finding | None:
    """Call one op with arrays of a subclass."""
    import derivata as dv

    chance = random.Random(seed)
    op = chance.choice(public_ops())
    number = chance.randrange(len(list(op.samples())))
    call = list(op.calls())[number]
    names = [
        name
        for name, value in call.values.items()
        if isinstance(value, np.ndarray) and name != op.case.written
    ]
    if not names or op.case.written:
        return None
    name = chance.choice(names)
    arrays = {
        n: call.matrix(n, dv.tensor(v)).numpy() if isinstance(v, np.ndarray) else v
        for n, v in call.values.items()
    }
    array = arrays[name]
    masked = chance.random() < 0.4
    label = "np.ma.MaskedArray" if masked else chance.choice(sorted(KINDS))
    if label == "np.matrix" and array.ndim != 2:
        return None
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        given: Any = np.ma.MaskedArray(array, mask=True) if masked else np.array(array).view(KINDS[label])
        program = (
            f"import derivata as dv, numpy as np\n# {op.case.call} with {call.label}\n"
            f"# argument {name!r}, an array of {array.dtype} and shape {array.shape}, as {label}"
        )
        tensors = {n: dv.tensor(v) if isinstance(v, np.ndarray) else v for n, v in arrays.items()}
        state = dv.get_rng_state()
        wanted = _arrays(op.function, call, tensors)
        dv.set_rng_state(state)
        try:
            got = _arrays(op.function, call, {**tensors, name: given})
        except TypeError as error:
            if masked and "masked" in str(error):
                return None
            if "overload" in str(error) or "must be" in str(error):  # where only tensors are taken
                return None
            return Finding(f"{op.case.op}: {name} as {label} raises {error}", program)
        if masked:
            return Finding(f"{op.case.op}: a masked array as {name} is accepted", program)
    for mine, right in zip(got, wanted, strict=True):
        if type(mine) is not np.ndarray:
            return Finding(f"{op.case.op}: {name} as {label} gives a {type(mine).__name__}", program)
        if mine.shape != right.shape or not np.array_equal(mine, right, equal_nan=mine.dtype.kind in "fc"):
            return Finding(f"{op.case.op}: {name} as {label} gives other numbers", program)
    return None


def _arrays(function: Any, call: Any, values: dict[str, Any]) -> list[Any]:
    """Call, and return the arrays of all results."""
    args, kwargs = call._bind(values)
    result = function(*args, **kwargs)
    results = result if isinstance(result, tuple | list) else (result,)
    return [r._array for r in results if hasattr(r, "_array")]
