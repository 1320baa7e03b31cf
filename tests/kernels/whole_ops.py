"""Prints digests of what ops compute, all kernels being compiled by `ours` or by `numba`: see `main`.

The ops reach their loops in all ways: from compiled code that checks arguments, by addresses of arrays whose shapes
differ, by tiles of matrices, and shared between threads.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import numpy as np

import derivata as dv
from derivata.runtime import kernels
from derivata.runtime.kernels import compile as ours
from derivata.runtime.kernels.threads import pool


def results() -> Iterator[tuple[str, Any]]:
    """Yield names and results."""
    for dtype in (np.float32, np.float64):
        rng = np.random.default_rng(0)
        x, y = (dv.tensor(rng.normal(size=(900, 60)).astype(dtype), requires_grad=True) for _ in range(2))
        row, column = (
            dv.tensor(part.copy(), requires_grad=True)
            for part in (x.detach().numpy()[0], x.detach().numpy()[:, :1])
        )
        left, right = (dv.tensor(rng.normal(size=shape).astype(dtype)) for shape in ((130, 70), (70, 90)))
        images = dv.tensor(rng.normal(size=(2, 8, 20, 20)).astype(dtype), requires_grad=True)
        filters = dv.tensor(rng.normal(size=(16, 8, 3, 3)).astype(dtype))
        small, wide = (
            dv.tensor(rng.normal(size=shape).astype(dtype), requires_grad=True)
            for shape in ((8, 16, 14, 14), (32, 16, 7, 7))
        )
        large = dv.tensor(rng.normal(size=400_000).astype(dtype))
        for repeat in range(3):  # later calls take shorter ways
            kernels.set_num_threads(1 if repeat == 2 else 2)
            calls = {
                "tanh": dv.tanh(x),
                "scaled": dv.sigmoid(x) * 2.5,
                "row": x * row + y,
                "column": dv.exp(x) / (column + y * y),
                "mask": dv.where(row.detach() > 0, x, y),
                "stored": dv.tensor(x.detach().numpy().copy())[:, :40].mul_(1.5),
                "twice": dv.tanh(x) * x,
                "softmax": dv.softmax(x, 1),
                "sums": dv.logsumexp(x, 0),
                "product": left @ right,
                "convolution": dv.nn.functional.conv2d(images, filters, padding=1),
                "stride": dv.nn.functional.conv2d(images, filters, stride=2),
                "large filters": dv.nn.functional.conv2d(small, wide, padding=3),
                "threads": dv.sin(large) + dv.cumsum(large, 0),
            }
            for name, value in calls.items():
                yield f"{name} {dtype.__name__} {repeat}", value.detach().numpy()
            for name in ("scaled", "row", "column", "mask", "twice", "softmax"):
                for gradient in dv.autograd.grad(calls[name].sum(), [x, y, row, column], allow_unused=True):
                    if gradient is not None:
                        yield f"gradient of {name} {dtype.__name__} {repeat}", gradient.numpy()
            for name in ("convolution", "stride", "large filters"):
                of = [small, wide] if name == "large filters" else [images]
                for gradient in dv.autograd.grad((calls[name] ** 2).sum(), of):
                    yield f"gradient of {name} {dtype.__name__} {repeat}", gradient.numpy()


def main(compiler: str) -> None:
    """Compile with `compiler` and print a line for each result."""
    if compiler == "numba":
        from derivata.runtime.kernels.with_numba import compile as theirs

        ours.compile_function = theirs.compile_function
    assert kernels.enabled(), "kernels are off"
    pool.PATIENT = 0  # else code of workers would be compiled once it pays only
    for name, array in results():
        print(name, sha256(np.ascontiguousarray(array).tobytes()).hexdigest())
    print("numba" if "numba" in sys.modules else "ours", file=sys.stderr)


if __name__ == "__main__":
    main(sys.argv[1])
