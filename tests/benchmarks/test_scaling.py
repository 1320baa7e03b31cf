"""The model of docs/scaling.md: its formulas are those of the algorithms, run on arrays; steps are counted by hand."""

import json
import re
import subprocess
import sys
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

from benchmarks.scaling.__main__ import PAGE, main, with_tables
from benchmarks.scaling.costs import (
    Adding,
    Network,
    all_gather,
    all_reduce,
    rabenseifner,
    recursive_doubling,
    reduce_scatter,
    ring,
)
from benchmarks.scaling.networks import NETWORKS
from benchmarks.scaling.report import RANKS, TABLES, told
from benchmarks.scaling.steps import (
    WAYS,
    Gradient,
    Message,
    Step,
    behind_backward,
    buckets,
    memory,
    seconds,
    thin,
)

NET = Network("net", 3.0, 0.5)
GAMMA = 0.25


class Ranks:
    """Arrays of several ranks, and the seconds of rounds in which each sends one message and receives one."""

    def __init__(self, count: int, size: int) -> None:
        numbers = np.random.default_rng(0)
        self.arrays = [numbers.integers(0, 9, size).astype(np.int8) for _ in range(count)]
        self.total = sum(array.astype(int) for array in self.arrays)
        self.seconds = 0.0

    def round(self, sends: list[tuple[int, int, slice, bool]]) -> None:
        """Send parts (from, to, which, whether they are added) at once; the longest message takes longest."""
        taken = [
            (target, part, adds, self.arrays[source][part].copy()) for source, target, part, adds in sends
        ]
        for target, part, adds, values in taken:
            self.arrays[target][part] = values + (self.arrays[target][part] if adds else 0)
        self.seconds += max(
            NET.alpha + values.nbytes * (NET.beta + (GAMMA if adds else 0)) for _, _, adds, values in taken
        )

    def check(self, expected: float) -> None:
        for array in self.arrays:
            np.testing.assert_array_equal(array, self.total.astype(np.int8))
        assert self.seconds == pytest.approx(expected)


def fold(ranks: Ranks, every: slice) -> tuple[list[int], list[tuple[int, int]]]:
    """Add ranks beyond a power of two to others; return who goes on, and the pairs."""
    count = len(ranks.arrays)
    power = 2 ** (count.bit_length() - 1)
    pairs = [(power + number, number) for number in range(count - power)]
    if pairs:
        ranks.round([(source, target, every, True) for source, target in pairs])
    return list(range(power)), pairs


@pytest.mark.parametrize("count", [2, 4, 5, 6, 8, 16])
def test_recursive_doubling_costs_what_its_messages_do(count: int) -> None:
    ranks, every = Ranks(count, 48), slice(None)
    members, pairs = fold(ranks, every)
    distance = 1
    while distance < len(members):
        ranks.round([(one, one ^ distance, every, True) for one in members])
        distance *= 2
    if pairs:
        ranks.round([(target, source, every, False) for source, target in pairs])
    ranks.check(recursive_doubling(count, 48, NET, GAMMA))


@pytest.mark.parametrize("count", [2, 4, 5, 6, 8, 16])
def test_rabenseifner_costs_what_its_messages_do(count: int) -> None:
    ranks = Ranks(count, 48)
    members, pairs = fold(ranks, slice(None))
    parts = dict.fromkeys(members, slice(0, 48))
    distance = len(members) // 2
    while distance:
        sends = []
        for one in members:
            middle = (parts[one].start + parts[one].stop) // 2
            low, high = slice(parts[one].start, middle), slice(middle, parts[one].stop)
            parts[one], other = (low, high) if not one & distance else (high, low)
            sends.append((one, one ^ distance, other, True))
        ranks.round(sends)
        distance //= 2
    distance = 1
    while distance < len(members):
        ranks.round([(one, one ^ distance, parts[one], False) for one in members])
        joined = {one: (parts[one], parts[one ^ distance]) for one in members}
        parts = {one: slice(min(a.start, b.start), max(a.stop, b.stop)) for one, (a, b) in joined.items()}
        distance *= 2
    if pairs:
        ranks.round([(target, source, slice(None), False) for source, target in pairs])
    ranks.check(rabenseifner(count, 48, NET, GAMMA))


@pytest.mark.parametrize("count", [2, 3, 4, 6, 8])
def test_the_ring_costs_what_its_messages_do(count: int) -> None:
    ranks, size = Ranks(count, 48), 48 // count
    parts = [slice(number * size, (number + 1) * size) for number in range(count)]
    for adds in (True, False):
        for turn in range(count - 1):
            first = 0 if adds else 1
            ranks.round(
                [(one, (one + 1) % count, parts[(one + first - turn) % count], adds) for one in range(count)]
            )
    ranks.check(ring(count, 48, NET, GAMMA))


def test_known_values() -> None:
    """Closed values of the paper's formulas, worked out by hand."""
    assert recursive_doubling(8, 100, NET, GAMMA) == 3 * (3 + 100 * 0.75)
    assert rabenseifner(8, 80, NET, GAMMA) == 6 * 3 + 70 * (1 + 0.25)
    assert ring(8, 80, NET, GAMMA) == 14 * 3 + 70 * (1 + 0.25)
    assert all_gather(8, 80, NET) == 3 * 3 + 70 * 0.5
    assert reduce_scatter(8, 80, NET, GAMMA) == 3 * 3 + 70 * 0.75
    assert all_reduce(1, 1e9, NET, GAMMA) == 0
    assert all_reduce(8, 1, NET, GAMMA) == recursive_doubling(8, 1, NET, GAMMA)
    assert all_reduce(8, 1e6, NET, GAMMA) == rabenseifner(8, 1e6, NET, GAMMA)


@pytest.mark.parametrize("network", NETWORKS, ids=lambda one: one.name)
def test_more_ranks_and_more_bytes_take_longer(network: Network) -> None:
    for nbytes in (0, 1e3, 1e6, 1e9):
        took = [all_reduce(ranks, nbytes, network, 1e-10) for ranks in (1, *RANKS)]
        assert took == sorted(took)
    for ranks in RANKS:
        took = [all_reduce(ranks, nbytes, network, 1e-10) for nbytes in (0, 1, 1e3, 1e6, 1e9)]
        assert took == sorted(took) and took[-1] < 3e9 * network.beta + 1e9 * 1e-10 + 2e4 * network.alpha
    assert network.source and 1e-7 < network.alpha < 1e-4 and 1e-11 < network.beta < 1e-7


STEP = Step(
    forward=5.0, backward=10.0, optimizer=8.0,
    gradients=[Gradient((10, 10), 2.0), Gradient((4,), 3.0), Gradient((20, 10), 9.0)],
    extra={"float16": 1.0, "PowerSGD": 2.0},
)  # fmt: skip
ADDING = Adding(0.25, 1.0)


def test_buckets_are_filled_in_order_up_to_their_bytes() -> None:
    def sizes(limit: float) -> list[int]:
        return [len(bucket) for bucket in buckets(STEP, limit)]

    assert sizes(inf) == [3] and sizes(0) == [1, 1, 1] and sizes(400) == [1, 2] and sizes(401) == [2, 1]
    large = replace(STEP, gradients=[Gradient((2**18,), 1.0), Gradient((2**18,), 2.0), Gradient((1,), 3.0)])
    assert [len(bucket) for bucket in buckets(large)] == [1, 2]  # the first one has 1 MiB at most


def test_messages_hide_behind_backward_one_after_the_other() -> None:
    messages = [Message(2.0, 4, 0), Message(3.0, 1, 0), Message(9.0, 2, 0)]
    cost = {4: 3.0, 1: 1.0, 2: 5.0}
    behind = [
        behind_backward(STEP, messages, lambda one: cost[int(one.nbytes)], overlap)
        for overlap in (True, False)
    ]
    assert behind == [4.0, 9.0]  # 2 to 5, 5 to 6, 9 to 14; or 10 to 19
    assert behind_backward(STEP, messages[:2], lambda one: cost[int(one.nbytes)], True) == 0


def test_ways_by_hand() -> None:
    """Two ranks, one bucket for all 1,216 bytes, which is there after 9 of 10 seconds of backward."""
    fast = Network("fast", 0.0, 1e-3)
    adding = Adding(1e-3, 4e-3)

    def took(way: str, ranks: int = 2) -> float:
        return seconds(way, STEP, ranks, fast, adding, limit=inf)

    assert took("plain") == pytest.approx(23 + (9 + 1.216 * 1.5) - 10)
    assert took("float16") == pytest.approx(23 + 1 + (9 + 0.608 * (1 + 2)) - 10)
    first, second = 4 * (10 + 4 + 20), 4 * (10 + 10)
    assert took("PowerSGD") == pytest.approx(
        23 + 2 + second * 1.5e-3
    )  # the first message, of 136 bytes, is hidden
    assert first * 1.5e-3 < 1
    assert took("sharded state") == pytest.approx(took("plain") - 4 + 0.608)
    assert took("sharded parameters") == pytest.approx(23 - 4 + 2 * 0.608 + max(9 + 0.608 * 2 - 10, 0))
    assert all(took(way, 1) >= 23 for way in WAYS)
    assert thin(Gradient((4,), 0.0)) == (16, 0) and thin(Gradient((10, 10), 0.0)) == (40, 40)
    assert thin(Gradient((2, 3, 1), 0.0)) == (24, 0)
    assert STEP.faster(2).alone == 11.5 and STEP.faster(2).gradients[2].ready == 4.5
    assert [memory(way, STEP, 4) for way in ("plain", "sharded state", "sharded parameters")] == [
        4864,
        3040,
        1216,
    ]


def found() -> dict[str, Any]:
    step = {
        "forward": 0.01, "backward": 0.02, "optimizer": 0.004, "step": 0.05,
        "gradients": [[[300, 100], 0.01], [[100], 0.02]], "extra": {"float16": 0.001, "PowerSGD": 0.0},
    }  # fmt: skip
    sums = {"8": 1e-6, "1000": 1e-3}
    two = {
        "ranks": 2, "models": {"small": step, "large": step}, "messages": {"8": 1e-6, "1008": 2e-6},
        "Allreduce": sums, "Iallreduce": sums, "adding": {"float32": 1e-10, "float16": 1e-9},
    }  # fmt: skip
    return {"2": two, "4": {**two, "ranks": 4}}


def test_the_command_writes_all_tables_and_the_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("matplotlib")
    file, page, picture = tmp_path / "measured.json", tmp_path / "scaling.md", tmp_path / "scaling.svg"
    file.write_text(json.dumps(found()))
    page.write_text(PAGE.read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setattr("benchmarks.scaling.__main__.PAGE", page)
    monkeypatch.setattr("benchmarks.scaling.__main__.PICTURE", picture)
    assert main(["--measured", str(file), "--write"]) == 0
    text = page.read_text(encoding="utf-8")
    assert "| memory of this machine | 1 us | 8 Gb/s | measured |" in text and "| small | 2 |" in text
    printed = capsys.readouterr().out
    assert all(f"\n{name}\n" in printed for name in TABLES)
    drawn = picture.read_bytes()
    assert drawn.startswith(b"<?xml") and main(["--measured", str(file), "--write"]) == 0
    assert page.read_text(encoding="utf-8") == text and picture.read_bytes() == drawn
    with pytest.raises(ValueError, match="expected a place for the table <!-- parts -->, found none"):
        with_tables("", {"parts": ""})


def test_the_manifest_of_the_page_is_one_of_the_mpi_operator() -> None:
    """It parses, and has the parts of the operator's example; ranks are as many as slots of workers."""
    (text,) = re.findall(r"```yaml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    manifest = yaml.safe_load(text)
    assert (manifest["apiVersion"], manifest["kind"]) == ("kubeflow.org/v2beta1", "MPIJob")
    spec = manifest["spec"]
    launcher, worker = [spec["mpiReplicaSpecs"][name] for name in ("Launcher", "Worker")]
    command = launcher["template"]["spec"]["containers"][0]["command"]
    assert command[:2] == ["mpirun", "-n"] and int(command[2]) == spec["slotsPerWorker"] * worker["replicas"]
    assert worker["template"]["spec"]["containers"][0]["command"] == ["/usr/sbin/sshd"]


def test_times_are_told_with_three_digits() -> None:
    assert [told(one) for one in (0.0, 1.23456e-5, 0.012, 0.5, 12.3456)] == [
        "0", "0.0123 ms", "12.0 ms", "500 ms", "12.3 s",
    ]  # fmt: skip


@pytest.mark.slow
def test_two_and_four_ranks_measure(tmp_path: Path) -> None:
    pytest.importorskip("mpi4py", reason="`make test-mpi` brings it")
    command = [
        sys.executable,
        "-m",
        "benchmarks.scaling",
        "--rounds",
        "1",
        "--measured",
        str(tmp_path / "measured"),
    ]
    run = subprocess.run(command, cwd=PAGE.parents[1], capture_output=True, text=True, timeout=600)
    assert run.returncode == 0, run.stderr
    assert all(f"\n{name}\n" in run.stdout for name in TABLES)
    measured = json.loads((tmp_path / "measured").read_text())
    assert set(measured["2"]["models"]) == {"perceptron", "convnet", "deep perceptron"}
