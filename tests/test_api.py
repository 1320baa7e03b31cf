"""What users call keeps its name and its parameters, or the changelog says what they have to change."""

import json
import subprocess
import sys
from pathlib import Path

from tests.api import FILE, problems, public

CHANGELOG = Path(__file__).resolve().parents[1] / "CHANGELOG.md"
BEFORE = {"derivata.nn.Old": "(x)", "derivata.f": "(x, dim=None)"}
RELEASES = """
## [0.4.0]
### Added
- Nothing.
## [0.3.1]
### Deprecated
- `nn.Old`: use `New`.
## [0.2.0]
"""


def test_names_and_parameters_of_the_last_release_are_those_of_today_or_the_changelog_tells() -> None:
    before = json.loads(FILE.read_text(encoding="utf-8"))
    assert len(before) > 3000
    now = of_a_new_process()
    assert now["derivata.sin"] == "(input, *, out=None)"
    assert "derivata.Tensor.backward" in now and "derivata.nn.Linear.forward" in now
    assert problems(before, now, CHANGELOG.read_text(encoding="utf-8")) == []


def of_a_new_process() -> dict[str, str]:
    """Return the names as they are before anything was used: methods that load when called have no parameters yet."""
    program = "import json, tests.api; print(json.dumps(tests.api.public()))"
    root = CHANGELOG.parent
    return dict(json.loads(subprocess.check_output([sys.executable, "-c", program], cwd=root, text=True)))


def test_new_names_need_no_line() -> None:
    assert problems(BEFORE, {**BEFORE, "derivata.g": "()"}, "## [Unreleased]\n") == []


def test_changed_parameters_need_a_line_that_names_them() -> None:
    now = {**BEFORE, "derivata.f": "(x, axis=None)"}
    said = "## [Unreleased]\n### Added\n- `f` is nice.\n### Changed\n- `nn.Old` is fast.\n"
    assert problems(BEFORE, now, said) == [
        'derivata.f(x, dim=None) is now (x, axis=None): say under "Changed" in CHANGELOG.md what users have to change'
    ]
    assert problems(BEFORE, now, said + "- `dv.f(x, axis)`: `dim` is called `axis`.\n### Fixed\n") == []


def test_a_name_goes_after_two_minor_releases_that_deprecate_it() -> None:
    now = {"derivata.f": "(x, dim=None)"}
    removed = "## [Unreleased]\n### Removed\n- `nn.Old`: use `New`.\n"
    assert problems(BEFORE, now, removed + RELEASES) == []
    (silent,) = problems(BEFORE, now, "## [Unreleased]\n" + RELEASES)
    assert silent.startswith('derivata.nn.Old is gone: say so under "Removed"')
    for releases in (RELEASES.replace("0.4.0", "0.3.2"), RELEASES.replace("Deprecated", "Added"), ""):
        (early,) = problems(BEFORE, now, removed + releases)
        assert early == 'derivata.nn.Old is gone: two minor releases have to list it under "Deprecated" first'


def test_parameters_are_written_as_every_python_writes_them() -> None:
    assert not [text for text in public().values() if " at 0x" in text or "typing." in text]
