"""Pages with sessions print what they show, and each page is run by some test."""

import doctest
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
HERE = ["compiling.md", "distributions.md", "graph.md", "scipy.md", "sparse-gradients.md", "threads.md"]
HERE += [
    "how-it-works.md",
    *[f"tutorials/{name}.md" for name in ("fast", "fit", "gradients", "nan", "train")],
]
ELSEWHERE = {  # in settings of their own
    "adding-an-op.md": "commands/test_pages.py",
    "array-api.md": "array_api/test_programs.py",
    "array-functions.md": "commands/test_pages.py",
    "debugging.md": "errors/test_debugging_page.py",
    "profiling.md": "autograd/test_profiler.py",
    "settings.md": "kernels/test_threads.py",
}


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Have SIGINT raise KeyboardInterrupt, which shells switch off for what they start in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("page", HERE)
def test_the_sessions_of_a_page_print_what_it_shows(page: str) -> None:
    """The programs of a page print what the page says, character by character."""
    failed, tried = doctest.testfile(str(ROOT / "docs" / page), module_relative=False)
    assert tried > 8
    assert failed == 0


def test_every_page_with_sessions_is_run() -> None:
    """A new page with sessions is run by a test, here or elsewhere, and those named above are pages with sessions."""
    pages = [page for page in (ROOT / "docs").rglob("*.md") if ">>> " in page.read_text(encoding="utf-8")]
    assert sorted(str(page.relative_to(ROOT / "docs")) for page in pages) == sorted([*HERE, *ELSEWHERE])
    for page, test in ELSEWHERE.items():
        assert page in (ROOT / "tests" / test).read_text(encoding="utf-8"), test
