"""Time every op that PyTorch has under the same name, to find traps: ``python -m benchmarks.sweep``.

The samples of the spec are enlarged until their largest tensor has about `--size` elements. Each is timed forward, and
forward and backward, in turns with PyTorch; the worst ratios come first. Samples that cannot be enlarged are counted.
"""

from __future__ import annotations

import argparse
import os
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping
from math import prod
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

from .__main__ import load_libraries

Run = Callable[[], object]
Values = Mapping[str, Any]

PLACES = ("nn.functional", "", "linalg", "special", "Tensor")
SPELLED_OTHERWISE: dict[str, Callable[[Any], Callable[..., Any]]] = {
    "embedding": lambda torch: (
        lambda weight, indices, pad=None: torch.nn.functional.embedding(indices, weight, pad)
    ),
    "unfold": lambda torch: torch.Tensor.unfold,  # torch.nn.functional has another one
    "polygamma.method": lambda torch: torch.Tensor.polygamma,
    "matrix_transpose": lambda torch: lambda x: x.mT,
    "matrix_H": lambda torch: lambda x: x.H,
    "numpy_T": lambda torch: lambda x: x.T,
    **{
        name: lambda torch, name=name: lambda tensors: getattr(torch, name)(*tensors)
        for name in ("block_diag", "broadcast_tensors", "cartesian_prod", "chain_matmul")
    },
}
SECONDS = 0.006  # that a burst of calls takes about


class Row(NamedTuple):
    """The median ratio, and each side's median microseconds per call."""

    ratio: float
    ours: float
    theirs: float
    name: str


def main(arguments: list[str] | None = None) -> int:
    """Print the rows from `--above` on, and how many there are in all."""
    options = parse(arguments)
    libraries = load_libraries(options.threads, options.dtype)
    warnings.simplefilter("ignore")
    rows, failures = [], []
    for case in cases(options.only):
        for number, sample in enumerate(case.samples):
            name = f"{case.op} [{number}]"
            print(name, end="\x1b[K\r", file=sys.stderr, flush=True)
            try:
                rows += measured(name, case, sample, libraries, options)
            except Exception as error:
                # Whatever an op raises for an enlarged sample, or PyTorch for a backward.
                failures.append(f"{name}: {type(error).__name__}: {error}".splitlines()[0])
    worst = sorted([row for row in rows if row.ratio >= options.above], reverse=True)
    for row in worst:
        print(f"{row.ratio:8.2f} {row.ours:10.1f} {row.theirs:10.1f} us  {row.name}")
    print(f"{len(worst)} of {len(rows)} at {options.above} or above; {len(failures)} samples not measured")
    if options.failures:
        print(*failures, sep="\n")
    return 0


def parse(arguments: list[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        prog="benchmarks.sweep", description="Find ops that PyTorch does faster."
    )
    parser.add_argument("--only", default="", metavar="TEXT", help="ops whose name contains the text")
    parser.add_argument("--size", type=int, default=100_000, help="of the largest tensor of a sample")
    parser.add_argument("--threads", type=int, default=os.cpu_count(), help="of both libraries")
    parser.add_argument("--dtype", choices=("float32", "float64"), default="float32", help="of all numbers")
    parser.add_argument("--rounds", type=int, default=7, help="whose median is taken")
    parser.add_argument("--above", type=float, default=1.3, metavar="RATIO", help="the least to be printed")
    parser.add_argument("--failures", action="store_true", help="print why samples were not measured")
    return parser.parse_args(arguments)


def cases(only: str) -> Iterator[Any]:
    """Yield what the checks know of the public ops."""
    from derivata.generated.checks import CASES

    for case in CASES:
        if only in case.op and not case.op.startswith("_") and not case.op.endswith("_backward"):
            yield case


def measured(
    name: str, case: Any, sample: Values, libraries: tuple[Any, Any], options: argparse.Namespace
) -> Iterator[Row]:
    """Yield a row for the forward of a sample, and one with the backward if there is one."""
    values = enlarged(case, sample, libraries, options)
    yield Row(*ratio(*[forward(case, values, library) for library in libraries], options.rounds), name)
    if case.is_differentiable and not case.written:
        sides = [backward(case, values, library) for library in libraries]
        yield Row(*ratio(*sides, options.rounds), f"{name}, backward")


def enlarged(case: Any, sample: Values, libraries: tuple[Any, Any], options: argparse.Namespace) -> Values:
    """Return the arguments of the greatest enlargement that both libraries accept."""
    from numpy import dtype

    from derivata.testing.drawing import Drawer

    error: Exception | None = None
    for lists, leading in ((False, False), (True, False), (False, True)):
        values, factor, size = None, 1.0, 0
        while max(size, factor) < options.size:
            factor *= max(1.1, min(2.0, options.size / max(size, 1))) ** (1 if leading else 0.4)
            larger = {
                name: scaled(case.kind(name), part, int(factor), lists, leading)
                for name, part in sample.items()
            }
            try:
                drawn = Drawer(case, larger, dtype(options.dtype)).values()
                results = [forward(case, drawn, library)() for library in libraries]
            except Exception as refusal:  # of this way to enlarge the sample
                error, values = error or refusal, None
                break
            values, size = drawn, max(elements(results), elements(list(drawn.values())), size + 1)
        if values is not None:
            return values
    assert error is not None
    raise error


def elements(value: Any) -> int:
    """Return the number of elements of the largest tensor or array in nested lists."""
    if isinstance(value, list | tuple):
        return max(map(elements, value), default=0)
    return prod(value.shape) if hasattr(value, "shape") else 0


def scaled(kind: str, value: Any, factor: int, lists: bool, leading: bool) -> Any:
    """Return an argument of a sample whose dimensions, or only the leading one, are `factor` times as long."""
    if kind == "Tensor[]" and value is not None:
        return [scaled("Tensor", part, factor, lists, leading) for part in value]
    if kind == "int[]" and lists and isinstance(value, tuple):
        return tuple([part * factor for part in value])
    if kind != "Tensor" or value is None:
        return value
    if isinstance(value, Mapping) and value.get("values") is not None:
        import numpy as np

        given = np.reshape(value["values"], value.get("shape", np.shape(value["values"])))
        tiled = np.tile(given, times(given.shape, factor, leading))
        return {**value, "shape": tiled.shape, "values": tiled}
    shape = tuple(value["shape"] if isinstance(value, Mapping) else value)
    shape = tuple([n * by for n, by in zip(shape, times(shape, factor, leading), strict=True)])
    return {**value, "shape": shape} if isinstance(value, Mapping) else shape


def times(shape: tuple[int, ...], factor: int, leading: bool) -> list[int]:
    """Return how many times as long each dimension becomes: one that broadcasts stays as it is."""
    return [factor if n > 1 and not (leading and place) else 1 for place, n in enumerate(shape)]


def forward(case: Any, values: Values, library: Any) -> Run:
    """Return a call of the op with constants."""
    function = counterpart(case, library)
    args, kwargs = bound(case, {name: converted(library, value) for name, value in values.items()})
    return lambda: function(*args, **kwargs)


def backward(case: Any, values: Values, library: Any) -> Run:
    """Return a call of the op with leaves, and of the backward to them."""
    given = {name: converted(library, value) for name, value in values.items()}
    found = [given.get(name) for name in case.differentiable]
    leaves = [leaf for part in found for leaf in (part if isinstance(part, list) else [part])]
    leaves = [leaf.requires_grad_() for leaf in leaves if leaf is not None and leaf.is_floating_point()]
    function = counterpart(case, library)
    args, kwargs = bound(case, given)

    def outputs() -> list[Any]:
        result = function(*args, **kwargs)
        parts = list(result) if isinstance(result, tuple | list) else [result]
        return [part for part in parts if part.requires_grad]

    grads = [library.ones_like(output) * 0.5 for output in outputs()]
    if not leaves or not grads:
        raise ValueError("nothing to differentiate")

    def run() -> None:
        for leaf in leaves:
            leaf.grad = None
        library.autograd.backward(outputs(), grads)

    run()
    return run


def counterpart(case: Any, library: Any) -> Callable[..., Any]:
    """Return the function of derivata, or that of PyTorch of the same name."""
    from pkgutil import resolve_name

    if library.__name__ == "derivata":
        return resolve_name(case.call)  # type: ignore[no-any-return]
    if case.op in SPELLED_OTHERWISE:
        return SPELLED_OTHERWISE[case.op](library)
    name = case.op.partition(".")[0]
    for place in PLACES:
        home = resolve_name(f"torch.{place}" if place else "torch")
        if callable(getattr(home, name, None)):
            return getattr(home, name)  # type: ignore[no-any-return]
    raise LookupError("not in PyTorch")


def converted(library: Any, value: Any) -> Any:
    """Return an argument as a library takes it: arrays become tensors."""
    import numpy as np

    if isinstance(value, np.ndarray):
        return library.from_numpy(value.copy())
    if isinstance(value, np.dtype):
        return getattr(library, value.name)
    if isinstance(value, list):
        return [converted(library, part) for part in value]
    return value


def bound(case: Any, values: dict[str, Any]) -> tuple[list[Any], dict[str, Any]]:
    """Pass by position up to the first gap or keyword-only argument, and by name from there."""
    names = [name for name, _ in case.arguments if name in values]
    by_place = []
    for name, _ in case.arguments:
        if name not in values or name in case.keyword_only:
            break
        by_place.append(name)
    return [values[name] for name in by_place], {name: values[name] for name in names if name not in by_place}


def ratio(ours: Run, theirs: Run, rounds: int) -> tuple[float, float, float]:
    """Run both in turns, in short bursts; return the median ratio, and microseconds of each."""
    for _ in range(2):  # kernels are compiled, and prepared at the second call
        ours(), theirs()
    calls = [max(1, int(SECONDS / max(seconds(run, 1), 1e-9))) for run in (ours, theirs)]
    pairs = [
        (seconds(ours, calls[0]), seconds(theirs, calls[1])) for _ in range(rounds if max(calls) > 1 else 3)
    ]
    return (
        median(a / b for a, b in pairs),
        1e6 * median(a for a, _ in pairs),
        1e6 * median(b for _, b in pairs),
    )


def seconds(run: Run, calls: int) -> float:
    """Return the mean duration of a call."""
    start = perf_counter()
    for _ in range(calls):
        run()
    return (perf_counter() - start) / calls


if __name__ == "__main__":
    sys.exit(main())
