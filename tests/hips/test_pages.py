"""The programs of the pages for those who come from elsewhere run on both sides; what their tables name is there."""

import os
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


def run(page: str, library: str = "derivata") -> dict[str, Any]:
    """Run the program of a page, as it stands there or with the imports of another library."""
    (program,) = re.findall(r"```python\n(.*?)```", text_of(page), re.DOTALL)
    if library != "derivata":
        for theirs, ours in re.findall(
            r"^\| `([^`]*import [^`]*)` \| `([^`]*import [^`]*)` \|$", text_of(page), re.M
        ):
            if ours in program:
                program = program.replace(ours, theirs)
        assert "derivata" not in program
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


@pytest.mark.parametrize(("page", "library"), [("from-hips.md", "autograd"), ("from-jax.md", "jax")])
def test_the_other_side_of_a_page_has_the_same_losses(page: str, library: str) -> None:
    pytest.importorskip(f"{library}.numpy", reason="the program of the page is run by both libraries")
    ours, theirs = run(page)["losses"], run(page, library)["losses"]
    assert len(ours) >= 100
    assert [float(loss) for loss in theirs] == pytest.approx(
        [float(loss) for loss in ours], rel=1e-3, abs=1e-6
    )


@pytest.mark.parametrize("library", ["derivata", "torch"])
def test_both_sides_of_the_page_from_pytorch_learn_and_save(library: str, tmp_path: Path) -> None:
    lib: Any = pytest.importorskip(library, reason="the program of the page is run by both libraries")
    before = Path.cwd()
    os.chdir(tmp_path)
    try:
        names = run("from-pytorch.md", library)
        saved = lib.load("checkpoint.pt")
    finally:
        os.chdir(before)
    assert names["lib"] is lib
    assert sum(names["losses"][-8:]) < 0.5 * sum(names["losses"][:8])
    assert sorted(saved) == ["model", "optimizer"]
    assert saved["model"]["0.weight"].tolist() == names["model"][0].weight.tolist()


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
