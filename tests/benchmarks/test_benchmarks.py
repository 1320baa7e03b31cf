"""The benchmarks measure what they say, and every case computes the same in both libraries."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import derivata as dv
from benchmarks import __main__ as program
from benchmarks import first_call, machine, measure, quiet, rivals
from benchmarks.case import Case, Group
from benchmarks.groups import GROUPS
from benchmarks.report import Result, geometric_mean, row, save
from benchmarks.rivals import plot, tensors
from benchmarks.rivals.problems import gru, problems


class Clock:
    """A clock that goes on only while something runs, so that the load of the machine changes no figure."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        seconds_per_call = measure.seconds_per_call
        monkeypatch.setattr(
            measure,
            "seconds_per_call",
            lambda run, calls, rest=0.0: seconds_per_call(run, calls, 0.0, lambda: self.now),
        )

    def run(self, seconds: float) -> None:
        """Take some time."""
        self.now += seconds


def test_ratio_is_that_of_the_durations(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    timing = measure.compare(lambda: clock.run(0.001), lambda: clock.run(0.004), rounds=5)
    assert timing.ratio == pytest.approx(0.25)
    assert (timing.ours, timing.theirs) == (pytest.approx(0.001), pytest.approx(0.004))


def test_sides_take_turns_in_going_first(monkeypatch: pytest.MonkeyPatch) -> None:
    bursts: list[str] = []
    monkeypatch.setattr(measure, "calls_of_burst", lambda run: 1)
    measure.compare(lambda: bursts.append("ours"), lambda: bursts.append("theirs"), rounds=3)
    assert bursts[::2] == bursts[1::2] == ["ours", "theirs", "theirs", "ours", "ours", "theirs"]


def test_every_burst_follows_a_call_that_is_not_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first call after a rest, with cold caches, is in no figure, however long a call takes."""
    durations = iter([50.0, 1.0])
    clock = Clock(monkeypatch)
    assert measure.seconds_per_call(lambda: clock.run(next(durations)), 1) == 1.0


@pytest.mark.parametrize(
    ("line", "calm"), [("0.1 0.2 0.3 1/99 7", True), ("0.1 0.2 0.3 3/99 7", False), ("?", True)]
)
def test_measuring_waits_for_other_programs(
    line: str, calm: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quiet, "LOAD", tmp_path / "loadavg")
    quiet.LOAD.write_text(line)
    assert quiet.wait_for_quiet(0.1) is calm


SMALL = [case for group in GROUPS for case in group.cases if "1e7" not in case.name]


@pytest.mark.parametrize("case", SMALL, ids=lambda case: case.name)
def test_both_libraries_compute_the_same(case: Case) -> None:
    torch = pytest.importorskip("torch")
    program.check_agreement(case.name, case.build(dv)(), case.build(torch)())


@pytest.mark.parametrize("case", [case for case in SMALL if case.bare], ids=lambda case: case.name)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_bare_calls_compute_the_same(case: Case, dtype: str) -> None:
    pytest.importorskip("scipy", reason="they are NumPy's and SciPy's")
    assert case.bare is not None
    before = dv.get_default_dtype()
    dv.set_default_dtype(getattr(dv, dtype))
    try:
        result = case.build(dv)()
    finally:
        dv.set_default_dtype(before)
    assert result.numpy().real.dtype == dtype
    program.check_agreement(case.name, result, case.bare(dtype)())


def test_groups_on_request_run_only_if_they_are_named() -> None:
    """The default run leaves them out, a text chooses the groups or else the cases that contain it."""
    case, other = (Case(name, lambda lib: lambda: None) for name in ("sum of rows", "product"))
    group = Group("shapes", 1.0, 1.0, (case, other), on_request=True)
    assert group.chosen("") == ()
    assert group.chosen("shapes") == group.cases
    assert group.chosen("rows") == (case,)
    assert replace(group, on_request=False).chosen("") == group.cases


def test_a_wrong_result_is_no_result() -> None:
    with pytest.raises(AssertionError, match="some op: results differ"):
        program.check_agreement("some op", dv.ones(2), dv.zeros(2))


def test_table_says_whether_a_goal_was_reached(tmp_path: Path) -> None:
    good, bad = Result("gelu", 50.0, 100.0, "us", 0.5, 1.0), Result("chain", 90.0, 100.0, "us", 0.9, 0.5)
    assert row(good).endswith("0.50   1.00  reached")
    assert row(bad).endswith("0.90   0.50  MISSED")
    free = replace(good, goal=np.inf)
    save([good, bad, free], {"threads": 1}, tmp_path / "new" / "results.json")
    written = json.loads((tmp_path / "new" / "results.json").read_text())
    assert written["settings"] == {"threads": 1}
    assert [entry["reached"] for entry in written["results"]] == [True, False, True]
    assert [entry["goal"] for entry in written["results"]] == [1.0, 0.5, None]


def test_table_has_a_third_side_where_bare_calls_are_measured() -> None:
    """Both goals are to be reached; where PyTorch sets none, its column stands alone."""
    result = Result("solve", 12.0, 60.0, "us", 0.2, np.inf, bare=10.0, overhead=1.2, overhead_goal=1.1)
    assert row(result).split() == [
        "solve",
        "12.0",
        "60.0",
        "us",
        "0.20",
        "10.0",
        "us",
        "1.20",
        "1.10",
        "MISSED",
    ]
    assert replace(result, overhead=1.05).reached
    assert not replace(result, overhead=1.05, goal=0.1).reached
    mean = geometric_mean("linalg", np.inf, [result, replace(result, overhead=4.8, overhead_goal=2.0)])
    assert (mean.overhead, mean.overhead_goal) == (pytest.approx(2.4), 2.0)


@pytest.mark.parametrize(
    "name",
    [pytest.param("compiled", marks=pytest.mark.slow), "PyTorch", "JAX jit", "autograd", "NumPy by hand"],
)
def test_rivals_compute_the_same(name: str) -> None:
    rival = rivals.load(rivals.RIVALS[name])
    if rival is None:
        pytest.skip(f"{name} is not installed")
    for problem in problems():
        small = replace(
            problem,
            arguments=tuple([part[:2000] if part.ndim else part for part in problem.arguments]),
            vector=None if problem.vector is None else problem.vector[:2000],
        )
        if problem.function is gru:  # each step adds to what has to be compiled
            small = replace(small, constants=(problem.constants[0][:4],))
        run = rival.build(small)
        if run is None:  # a step of Adam, or no derivative by hand
            continue
        ours, theirs = tensors.build(small)(), rival.as_arrays(run())
        for mine, other in zip(tensors.as_arrays(ours), theirs, strict=True):
            np.testing.assert_allclose(other, mine, rtol=2e-3, atol=1e-3, err_msg=problem.name)


def test_all_runs_take_turns_and_are_compared_with_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    (first, one), (second, ratio) = measure.compare_all(
        [lambda: clock.run(0.001), lambda: clock.run(0.004)], rounds=5
    )
    assert one == 1.0 and ratio == pytest.approx(4.0)
    assert (first, second) == (pytest.approx(0.001), pytest.approx(0.004))


def test_rivals_are_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    plot.draw(
        {"a": {"x": 2.0}, "b": {"x": 0.5, "y": 3.0}}, ["x", "y"], tmp_path / "new" / "plot.png", "1 thread"
    )
    assert (tmp_path / "new" / "plot.png").stat().st_size > 5000


@pytest.mark.slow
def test_what_the_machine_can_do_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    took = machine.microseconds(4096, rounds=1)
    assert list(took) == ["read", "write", "in place", "copy"]
    assert min(took.values()) > 0
    monkeypatch.setattr(machine, "SECONDS", 0.02)
    assert all(machine.rates(name, 2) > 0 for name in machine.WORK)


@pytest.mark.slow
def test_the_phases_of_a_first_call_are_measured() -> None:
    pytest.importorskip("llvmlite", reason="it is LLVM's time that is measured")
    optimiser, generator, megabytes = first_call.phases(1, "square(x)")
    assert min(optimiser, generator) > 0
    assert 20 < megabytes < 1000
