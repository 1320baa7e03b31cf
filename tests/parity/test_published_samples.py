"""PyTorch's own sample inputs (its OpInfos) in both libraries.

Of every op that PyTorch's tests know and derivata has, the function, the method, the in-place method and `out=` give
PyTorch's numbers, shapes and dtypes for float64, float32, complex128, int64 and bool, with and without gaps in memory,
and gradients, double gradients and tangents for float64 and complex128. What differs is in `published/known.py`. The
samples of `sparse.mm` with `reduce` are in compressed rows, a layout that derivata has not.
"""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

import pytest

pytest.importorskip("torch", reason="the samples are PyTorch's")
pytest.importorskip("expecttest", reason="PyTorch's samples come with its tests, which need expecttest")

from parity.published import comparison, count, errors, known, sides
from torch.testing._internal.common_methods_invocations import op_db

OPS = [
    op for op in op_db if sides.named(op.name) is not None and count.not_counted(op) != count.OTHER_LAYOUTS
]


def of_samples(op: Any) -> Iterator[comparison.Difference]:
    """Yield the differences in all samples."""
    name = op.full_name
    return comparison.differences(op, comparison.Draw(), name not in known.RANDOM, known.tolerance(name))


def of_errors(op: Any) -> Iterator[comparison.Difference]:
    """Yield the differences in what is refused."""
    return errors.differences(op) if op.error_inputs_func is not None else iter(())


def unexplained(op: Any, differences: Iterable[comparison.Difference]) -> tuple[str, list[known.Known]]:
    """Return the differences that no table explains as a text, and the entries that explain nothing."""
    texts, used = [], set()
    for difference in differences:
        entry = known.entry(op.full_name, difference)
        if entry is None:
            texts.append(f"{op.full_name}: {difference}")
        else:
            used.add(entry)
    return "\n".join(texts), [
        entry for entry in known.entries(op.full_name) if entry.always and entry not in used
    ]


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # PyTorch's own
@pytest.mark.parametrize("op", OPS, ids=lambda op: op.full_name)
def test_all_samples(op: Any) -> None:
    """All samples that PyTorch publishes for an op give PyTorch's results and derivatives, up to known differences."""
    text, stale = unexplained(op, chain(of_samples(op), of_errors(op)))
    assert not text, text
    assert not stale, f"no such difference any more: {stale}"
