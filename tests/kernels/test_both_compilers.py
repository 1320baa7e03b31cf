"""Every loop compiled by derivata's own compiler and by Numba: on the same numbers, both compute the same bits."""

import os
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

pytest.importorskip("numba", reason="Numba is the other compiler")
from kernels.both_compilers import compare_flat
from kernels.compare_entries import HEADING

from derivata.runtime import kernels
from derivata.runtime.kernels.ahead.inventory import Kernel, inventory
from derivata.runtime.kernels.loading.host import has

pytestmark = pytest.mark.skipif(not kernels.enabled(), reason="kernels are off")

FOLDER = Path(__file__).parent

SOME = ["div.backward_self_other", "exp.forward", "fmod.forward", "gelu.backward_self_2", "hypot.forward"]
SOME += ["masked_fill.backward_self_value", "pow_Scalar.backward_self_4", "sin.forward", "where.forward"]

# What tests of these modules run, and of which modules loops they run all
BY_TESTS = {
    "batch_norm_kernels": ["rows.batch_norm_rows"],
    "column_kernels rows": [
        *("rows.column_rows", "rows.cross_entropy_rows", "rows.layer_norm_rows", "rows.softmax_rows"),
        "rows.variance_rows",
    ],
    "convolution_kernels depthwise winograd": [
        *("convolution.depthwise.loops", "convolution.dilation_loops", "convolution.dot_loops"),
        *("convolution.filter_loops", "convolution.loops"),
        *("convolution.winograd.gradient_loops", "convolution.winograd.loops"),
    ],
    "distance_kernels": ["rows.distance_rows"],
    "group_norm_kernels": ["rows.group_norm_rows"],
    **({"halves": ["arrays.halves_rows"]} if has("f16c") else {}),
    "joining": ["arrays.joining_rows"],
    "loss_kernels": ["arrays.loss_rows"],
    "places": ["indexing.place_rows"],
    "pooling_kernels": ["pooling.adaptive_rows", "pooling.windows", "pooling.window_sums"],
    "reductions scaling": ["arrays.reduction_rows"],
    "scans": ["rows.scan_rows"],
    "vector_places": ["indexing.search_rows", "indexing.vector_place_rows"],
}
BY_WHOLE_OPS = [
    *("arrays.adding_loops", "broadcasting.blocks", "broadcasting.moves", "convolution.panel_loops"),
    *("convolution.pixel_gradient_loops", "convolution.pixel_loops"),
    *("direct.flat_loops", "direct.row_loops"),
    *("threads.claim", "threads.sweeping"),
]
"""These work on addresses."""


def flat(kernel: Kernel) -> bool:
    return any("*" in word for word in kernel[2])


def short_name(kernel: Kernel) -> str:
    return kernel[0].partition(".kernels.")[2]


def run(*arguments: str, cache: Path, **settings: str) -> "subprocess.Popen[str]":
    paths = os.pathsep.join([str(FOLDER.parent), str(FOLDER.parent.parent)])
    environment = {
        **os.environ,
        "PYTHONPATH": paths,
        "DERIVATA_CACHE_DIR": str(cache),
        "DERIVATA_KERNELS": "strict",
    }
    return subprocess.Popen(
        [sys.executable, "-B", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
        cwd=FOLDER.parent.parent,
    )


def loops_in(modules: Iterable[str]) -> list[Kernel]:
    return [kernel for kernel in inventory() if not flat(kernel) and short_name(kernel) in modules]


@pytest.mark.parametrize("name", SOME)
def test_some_flat_loops_compute_the_same_bits(name: str) -> None:
    """What derivata's own compiler makes of a loop computes the same bits as what Numba makes of it."""
    module, _, function = name.partition(".")
    chosen = [k for k in inventory() if flat(k) and (short_name(k), k[1]) == (module, function)]
    assert chosen
    for kernel in chosen[:: max(len(chosen) - 1, 1)]:
        compare_flat(kernel)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(24))
def test_all_flat_loops_compute_the_same_bits(part: int) -> None:
    for kernel in [kernel for kernel in inventory() if flat(kernel)][part::24]:
        compare_flat(kernel)


def test_whole_ops_compute_the_same_bits(tmp_path: Path) -> None:
    """Whichever way ops reach their loops, results have the same bits with both compilers."""
    runs = [run("-m", "kernels.whole_ops", name, cache=tmp_path / name) for name in ("ours", "numba")]
    (ours, our_end), (theirs, their_end) = (process.communicate(timeout=120) for process in runs)
    assert [process.returncode for process in runs] == [0, 0], our_end + their_end
    assert (our_end.strip(), their_end.strip()) == ("ours", "numba")
    assert ours.count("\n") > 80
    assert ours == theirs
    for module, function, _ in loops_in(BY_WHOLE_OPS):
        compiled = {path.name.partition("-")[0] for path in (tmp_path / "ours").iterdir()}
        assert f"{module.rpartition('.')[2]}.{function}" in compiled


@pytest.mark.slow
@pytest.mark.parametrize("tests", BY_TESTS)
def test_loops_over_rows_compute_the_same_bits(tests: str, tmp_path: Path) -> None:
    paths = [str(FOLDER / f"test_{name}.py") for name in tests.split()]
    options = (
        "-q",
        "-p",
        "kernels.compare_entries",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        "-m",
        "not slow",
    )
    out, end = run("-m", "pytest", *options, *paths, cache=tmp_path).communicate(timeout=590)
    assert re.search(r"\n\d+ passed.* in .*\n$", out), out[-3000:] + end
    compared = re.search(f"{HEADING} (.*)", out)
    assert compared
    wanted = {" ".join((short_name(kernel), kernel[1], *kernel[2])) for kernel in loops_in(BY_TESTS[tests])}
    assert wanted <= set(compared[1].split("; "))


def test_these_tests_know_all_loops() -> None:
    """A loop over rows that is new has to be added here, lest nobody compares it."""
    known = {*BY_WHOLE_OPS, *(module for modules in BY_TESTS.values() for module in modules)}
    assert {short_name(kernel) for kernel in inventory() if not flat(kernel)} == known
