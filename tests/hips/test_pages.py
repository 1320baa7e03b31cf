"""The programs of the pages for those who come from HIPS autograd and JAX run, and what their tables name is there."""

import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import derivata as dv
from derivata import hips

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGES = ("from-hips.md", "from-jax.md")


def text_of(page: str) -> str:
    return (DOCS / page).read_text(encoding="utf-8")


def run(page: str) -> dict[str, Any]:
    (program,) = re.findall(r"```python\n(.*?)```", text_of(page), re.DOTALL)
    names: dict[str, Any] = {}
    exec(compile(program, page, "exec"), names)
    return names


def test_the_program_of_the_page_from_hips_learns() -> None:
    pytest.importorskip("scipy", reason="the program uses logsumexp")
    losses = run("from-hips.md")["losses"]
    assert losses[-1] < 0.2 * losses[0]


def test_the_program_of_the_page_from_jax_finds_what_made_its_data() -> None:
    found = run("from-jax.md")
    assert found["losses"][-1] < 1e-6
    assert found["parameters"]["weights"] == pytest.approx([1.0, -2.0, 0.5], abs=1e-3)
    assert found["slopes"].shape == (100, 3)


@pytest.mark.parametrize("page", PAGES)
def test_names_of_the_tables_exist(page: str) -> None:
    paths = set(re.findall(r"\bderivata(?:\.\w+)+", text_of(page)))
    assert len(paths) > 10
    for path in paths:
        assert exists(path.split(".")), path


def exists(parts: list[str]) -> bool:
    """Tell whether a dotted name leads to something: modules as far as there are any, then attributes."""
    for end in range(len(parts), 0, -1):
        try:
            found: Any = import_module(".".join(parts[:end]))
        except ModuleNotFoundError:
            continue
        for name in parts[end:]:
            if not hasattr(found, name):
                return False
            found = getattr(found, name)
        return True
    return False


def test_operators_that_the_page_lists_are_there() -> None:
    listed = text_of("from-hips.md").split("All operators are here: `")[1].split("`")[0].split()
    assert len(listed) == 17
    assert all(hasattr(hips, name) for name in listed)
    assert dv.hips.grad is hips.grad
