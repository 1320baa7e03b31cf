"""The hunt itself: every hunter with some seeds, the same each time, and that patches can be used.

By hand: `python -m tests.hunt --minutes 60` with fresh seeds, and `python -m tests.hunt --patches`.
"""

import shutil
from pathlib import Path

import pytest

from hunt import patches
from hunt.__main__ import try_patches
from hunt.discovery import Hunter, hunters, read
from hunt.driver import confirmed, turn

ATTEMPTS = 6_000
OWN_ATTEMPTS = {
    "bounds": 60,
    "caches": 3,
    "codegen_kills": 50,
    "compile_kills": 2,
    "duals": 70,
    "forks": 30,
    "halves": 300,
    "hooks": 140,
    "hostile_specs": 400,
    "interrupts": 30,
    "memory_errors": 15,
    "ownership": 3_000,
    "programs": 100,
    "scalars": 30,
    "special_values": 2_000,
    "threads_bits": 20,
    "writes": 45,
}
"""Of each hunter, what takes seconds: the same seeds on every machine."""

HUNTERS, PATCHES = hunters(), patches.patches()


@pytest.mark.slow
@pytest.mark.parametrize("hunter", HUNTERS.values(), ids=lambda hunter: hunter.name)
def test_a_hunter_finds_nothing(hunter: Hunter) -> None:
    if not hunter.can_run:
        pytest.skip("PyTorch is what this hunter compares with")
    wanted = OWN_ATTEMPTS.get(hunter.name, ATTEMPTS)
    tally = turn(hunter, 0, 3600.0, wanted, most=1)
    assert not tally.caught, "\n".join(str(confirmed(hunter, caught)) for caught in tally.caught)
    assert tally.attempts == wanted


@pytest.mark.parametrize("hunter", HUNTERS.values(), ids=lambda hunter: hunter.name)
def test_a_hunter_says_what_it_tries(hunter: Hunter) -> None:
    assert hunter.about


@pytest.mark.parametrize("hunter", HUNTERS)
def test_the_page_says_what_a_hunter_is_for(hunter: str) -> None:
    page = Path(__file__).parents[2] / "docs" / "reliability.md"
    assert f"`{hunter}`" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize("patch", PATCHES.values(), ids=lambda patch: patch.name)
def test_a_patch_names_a_hunter_and_applies(patch: patches.Patch) -> None:
    assert patch.hunter in HUNTERS
    assert patches.check(patch) == ""
    assert not [name for name in patch.touches if name.startswith(("generated/", "tests/"))]


@pytest.mark.slow
def test_a_defect_that_is_put_back_is_found() -> None:
    """The quickest of them; `python -m tests.hunt --patches` tries all."""
    patch = PATCHES["00-integers-that-require-grad"]
    hunter = HUNTERS[patch.hunter]
    if not hunter.can_run:
        pytest.skip("PyTorch is what this hunter compares with")
    caught, _ = patches.search(patch, hunter, 0)
    assert caught is not None and "requires_grad" in caught.finding.title


ODD = '''"""A hunter with a seed for everything that can happen."""
import os, time
from ..finding import Finding
HANGS_AFTER = 0.5

def attempt(seed):
    if seed == 3:
        return Finding("found", "print(3)")
    if seed == 5:
        os.abort()
    if seed == 7:
        raise ValueError("raised")
    if seed == 9:
        time.sleep(60)
    return None
'''


def test_what_a_worker_finds_raises_and_dies_of_is_caught(tmp_path: Path) -> None:
    here = Path(__file__).parent
    shutil.copytree(
        here, tmp_path / "tests" / "hunt", ignore=shutil.ignore_patterns("__pycache__", "patches")
    )
    path = tmp_path / "tests" / "hunt" / "hunters" / "odd.py"
    path.write_text(ODD)
    hunter = read(path)
    assert hunter is not None

    tally = turn(hunter, 0, 60.0, attempts=12, root=tmp_path)

    assert tally.attempts == 12
    titles = {caught.seed: caught.finding.title for caught in tally.caught}
    assert titles == {
        3: "found",
        5: "the process dies: exit code -6",
        7: "attempt raised ValueError: raised",
        9: "the process hangs: 0 s",
    }
    assert all("File" in caught.finding.program for caught in tally.caught[1:])
    again = confirmed(hunter, tally.caught[0], tmp_path)
    assert again.alone
    assert "python -m tests.hunt --only odd --seed 3 --attempts 1\n" in str(again)


def test_a_patch_that_cannot_be_tried_is_a_result_among_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What does not apply, or leaves a spec that does not generate, is told; the patches after it are tried."""
    first, second, *_ = (patches.ROOT / "derivatives.yaml").read_text().splitlines()
    foreign, broken = tmp_path / "foreign.patch", tmp_path / "broken.patch"
    foreign.write_text(CHANGE.format(old="no such line", new="]", next=second))
    broken.write_text(CHANGE.format(old=first, new="]", next=second))
    assert try_patches([patches.read(foreign), patches.read(broken)], 0, 1) == 1
    told = capsys.readouterr().out
    assert "foreign: CANNOT BE TRIED: error: patch failed: derivatives.yaml:1" in told
    assert "broken: CANNOT BE TRIED: derivatives.yaml:1" in told
    assert "0 of 2 found" in told


CHANGE = """# hunter: special_values
# no defect at all
--- a/derivatives.yaml
+++ b/derivatives.yaml
@@ -1,2 +1,2 @@
-{old}
+{new}
 {next}
"""
