"""Large graphs and long runs: what a node costs and a loop leaves behind, as `benchmarks.scale` measures it."""

import gc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import derivata as dv
from benchmarks import scale

if not Path("/proc/self/statm").exists():
    pytest.skip(
        "resident memory is read from /proc, which this system does not have", allow_module_level=True
    )
MEGABYTE = 2**20


@pytest.fixture
def no_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize(
    ("name", "length"),
    [
        ("additions", 10**5),
        ("products", 10**5),
        ("functions", 10**4),
        ("writes to views", 10**4),
        ("create_graph", 2 * 10**4),
        pytest.param("additions", 10**6, marks=pytest.mark.slow),
        pytest.param("products", 10**6, marks=pytest.mark.slow),
        pytest.param("functions", 2 * 10**5, marks=pytest.mark.slow),
        pytest.param("writes to views", 10**5, marks=pytest.mark.slow),
        pytest.param("create_graph", 10**6, marks=pytest.mark.slow),
    ],
)
def test_chains_of_any_kind_need_little_stack(name: str, length: int) -> None:
    """Chains of any length are built, walked and freed without deep recursion."""
    figures = scale.with_small_stack(lambda: scale.run_chain(name, length))
    assert figures["build"] > 0


@pytest.mark.slow
@pytest.mark.parametrize(("name", "limit"), [("additions", 256), ("products", 512), ("functions", 1100)])
def test_a_node_needs_little_memory(name: str, limit: int) -> None:
    """A node needs 256 bytes at most; with saved input and arrays, one of a product 512, of a `Function` 1100."""
    assert scale.in_a_fresh_process("chain", name, 2 * 10**5, "on")["bytes"] < limit


@pytest.mark.parametrize("share", [False, True], ids=["leaf", "graph"])
def test_sixteen_threads_lose_nothing(share: bool) -> None:
    """Sixteen threads that share a leaf, or with `retain_graph` a part of the graph, lose no gradient."""
    got, expected = scale.sum_from_threads(50, share)
    assert got == expected


@pytest.mark.parametrize("name", list(scale.LOOPS))
def test_a_loop_leaves_no_objects_behind(no_collector: None, name: str) -> None:
    """Training, hooks, retained gradients, checkpoints and grad modes leave nothing behind for the collector."""
    scale.LOOPS[name](20)
    before = len(gc.get_objects())
    scale.LOOPS[name](200)
    assert len(gc.get_objects()) - before < 50


@pytest.mark.slow
@pytest.mark.parametrize("name", list(scale.LOOPS))
def test_a_loop_needs_no_more_memory_the_longer_it_runs(name: str) -> None:
    """A loop of 100,000 rounds needs no more memory than one of 10,000, without the collector."""
    assert scale.in_a_fresh_process("loop", name, *scale.STEPS) < MEGABYTE


def test_a_chain_is_correct_at_any_length() -> None:
    """The gradient of a long chain is exact."""
    x = dv.ones(1, dtype=dv.float64, requires_grad=True)
    y: Any = scale.additions(x, 10**5)
    (y * 3).backward()
    assert x.grad is not None
    assert x.grad.tolist() == [3.0]
