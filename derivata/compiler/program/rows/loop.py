"""A fused loop over rows as a function of arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import prod
from typing import Any

import numpy as np

from ....arrays.gradients.sum_to import Array
from ....arrays.jit.buffers import empty
from ....arrays.jit.row_kernel import RowKernel
from ....arrays.kernels import enabled
from ....arrays.losses.targets import are_classes
from ....runtime.graph.tensor_base import wrap
from ...graph.dimensions import depends
from ...graph.graph import Graph, Shape, Value
from ...graph.interpret import run
from ...text import run_text
from .parts import RowGroup, RowPart

BLOCK = 16384  # elements of the rows whose sum is one of the sums that are added at the end
BLOCKS = 64  # of these at most


def row_loop(kernel: RowKernel, group: RowGroup) -> Callable[..., Any]:
    """Return a fused loop over rows as a function of arrays: it returns the result, or a list of them."""
    if not depends(group.shape):
        return _of_sizes(kernel, group, group.shape)
    made: dict[Shape, Callable[..., Any]] = {}
    measured = next(place for place, value in enumerate(group.inputs) if value.shape == group.shape)

    def loop(*arrays: Array) -> Any:
        shape = arrays[measured].shape
        if shape not in made:
            if len(made) >= BLOCKS:
                made.clear()
            made[shape] = _of_sizes(kernel, group, shape)
        return made[shape](*arrays)

    return loop


def _of_sizes(kernel: RowKernel, group: RowGroup, shape: Shape) -> Callable[..., Any]:
    """Return the function for rows of one shape: its text has all that follows from that."""
    size, count = int(shape[-1]), prod(map(int, shape[:-1]))
    height = max(-(-count // BLOCKS), -(-BLOCK // size))
    blocks = -(-count // height)
    shapes = {
        "row": (count, size),
        "number": (count,),
        "class": (count,),
        "vector": (size,),
        "total": (blocks, size),
    }
    names = {value: f"a{place}" for place, value in enumerate(group.inputs)}
    outs = [f"o{place}" for place in range(len(group.outs))]
    bounds = f"{blocks}, {count}, {height}" if "total" in group.kinds else f"{count}"
    given = [
        _given(names[value], kind, value.shape, group.shape, shapes.get(kind))
        for kind, value in group.operands
    ]
    results = [
        _result(name, kind, len(out.value.shape), shape, blocks)
        for name, kind, out in zip(outs, group.kinds, group.outs, strict=True)
    ]
    arguments = ", ".join(names.values())
    checks = [f"are_classes({names[value]}, {size}, {ignored}) and " for value, ignored in _classes_of(group)]
    lines = [
        f"def loop({arguments}):",
        *[f"    {name} = empty({shapes[kind]}, dtype)" for name, kind in zip(outs, group.kinds, strict=True)],
        f"    if not ({''.join(checks)}run({bounds}, {', '.join([*outs, *given])}, work={count * size})):",
        f"        return otherwise({arguments})",
        f"    return [{', '.join(results)}]" if len(results) > 1 else f"    return {results[0]}",
    ]
    otherwise = _Otherwise(group.graph)
    found: dict[str, Any] = {
        "are_classes": are_classes,
        "broadcast_to": np.broadcast_to,
        "dtype": group.dtype,
        "empty": empty,
        "otherwise": otherwise,
        "run": kernel.run,
        "sum_of": np.add.reduce,
    }
    otherwise.loop = run_text("loop", "\n".join(lines) + "\n", found)
    return otherwise.loop


def _classes_of(group: RowGroup) -> Iterable[tuple[Value, int]]:
    """Return values that are classes of rows, each with the one that is ignored."""
    of_rows = [part for part in group.parts if isinstance(part, RowPart)]
    return dict.fromkeys(
        (value, part.call.arguments["ignore_index"])
        for part in of_rows
        for kind, value, _ in part.arguments
        if kind == "class"
    )


def _given(name: str, kind: str, shape: Shape, whole: Shape, wanted: Shape | None) -> str:
    """Return the text of an operand; a row of another shape than the others is repeated."""
    if wanted is None:
        return f"{name}.item()"
    if kind == "row" and shape != whole:
        return f"broadcast_to({name}, {whole}).reshape({wanted})"
    return name if len(shape) == len(wanted) else f"{name}.reshape({wanted})"


def _result(name: str, kind: str, ndim: int, shape: Shape, blocks: int) -> str:
    """Return the text of a result in its shape, of which the number of dimensions tells."""
    if kind == "total":
        total = f"{name}[0]" if blocks == 1 else f"sum_of({name}, 0)"
        return total if ndim == 1 else f"{total}.reshape({(1,) * (ndim - 1) + shape[-1:]})"
    if kind == "number":
        shape = shape[:-1] if ndim < len(shape) else (*shape[:-1], 1)
    return name if len(shape) == (2 if kind == "row" else 1) else f"{name}.reshape({shape})"


class _Otherwise:
    """What runs where a loop declines: the loop with copies in row-major order, or ops."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self.loop: Callable[..., Any] | None = None

    def __call__(self, *arrays: Array) -> Any:
        """Return the results."""
        if self.loop is not None and enabled() and not all(map(_is_dense, arrays)):
            return self.loop(*[array if _is_dense(array) else np.array(array, order="C") for array in arrays])
        results = [tensor._array for tensor in run(self._graph, map(wrap, arrays))]
        return results if len(results) > 1 else results[0]


def _is_dense(array: Array) -> bool:
    return array.flags.c_contiguous and array.flags.aligned
