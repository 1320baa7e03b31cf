"""`derivata check` against a zoo of wrong entries, each with its diagnosis, and of right ones that look suspicious."""

import re
from pathlib import Path

import pytest

from derivata.proof import prove

ZOO = Path(__file__).parent / "zoo"
WRONG = sorted(path for path in ZOO.glob("*.yaml") if path.stem != "right")


def found(path: Path) -> str:
    """Return what the proof says, a line for each thing."""
    return "".join([f"{diagnostic}\n" for diagnostic in prove(path)])


@pytest.mark.parametrize("path", WRONG, ids=lambda path: path.stem)
def test_every_wrong_entry_gets_its_diagnosis(path: Path) -> None:
    """A wrong formula is reported with its place, a point, both values and the likely mistake."""
    assert found(path) == path.with_suffix(".txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", WRONG, ids=lambda path: path.stem)
def test_every_entry_of_the_zoo_is_caught(path: Path) -> None:
    """None of the wrong entries passes."""
    names = re.findall(r"^- name: (\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    lines = path.with_suffix(".txt").read_text(encoding="utf-8").splitlines()
    reported = {name for line in lines for name in names if f": {name}: " in line}
    assert reported == set(names)


def test_right_entries_pass() -> None:
    """Kinks, jumps, guarded poles, masks and non-holomorphic functions are no mistakes."""
    assert found(ZOO / "right.yaml") == ""


def regenerate() -> None:
    """Write the diagnoses anew: look at every change."""
    for path in WRONG:
        path.with_suffix(".txt").write_text(found(path), encoding="utf-8")


if __name__ == "__main__":
    regenerate()
