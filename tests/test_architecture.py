"""docs/internals.md names every module, and none that is gone; ARCHITECTURE.md stays short."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TEXT = (ROOT / "docs" / "internals.md").read_text(encoding="utf-8")
ELSEWHERE = {"__init__", "__main__"}


def modules(folder: str) -> set[str]:
    """Return the names of the modules of a folder, and of its packages with a stroke behind them."""
    below = list((ROOT / folder).iterdir())
    packages = {f"{path.name}/" for path in below if path.is_dir() and (path / "__init__.py").exists()}
    return packages | {path.stem for path in below if path.suffix == ".py"} - ELSEWHERE


def section(title: str) -> str:
    return TEXT.split(f"\n## {title}\n")[1].split("\n## ")[0]


def named(text: str) -> set[str]:
    return set(re.findall(r"`([a-z_0-9]+/?)`", text))


def row(concept: str) -> str:
    (found,) = re.findall(rf"^\| {concept} \|(.*)\|$", section("The modules of `runtime/`"), re.MULTILINE)
    return str(found)


@pytest.mark.parametrize(
    ("folder", "title"),
    [
        ("codegen/derive", "The generator"),
        ("codegen/lower", "The generator"),
        ("derivata/commands", "The command"),
        ("derivata/support", "What generated ops call"),
        ("derivata/proof", "The command"),
    ],
)
def test_every_module_is_named(folder: str, title: str) -> None:
    text = section(title)

    missing = modules(folder) - named(text) - subcommands(folder)
    assert not missing, f"say in docs/internals.md, under {title!r}, what these are for: {sorted(missing)}"


def subcommands(folder: str) -> set[str]:
    """Return the modules that are commands: they have `add` and `run`, as the page says of all of them."""
    texts = {path.stem: path.read_text(encoding="utf-8") for path in (ROOT / folder).glob("*.py")}
    return {name for name, text in texts.items() if "\ndef add(" in text and "\ndef run(" in text}


ROOMS = {
    "tensors": "tensors",
    "graph": "graph",
    "engine": "engine",
    "memory": "memory",
    "modes": "modes",
    "forward_mode": "forward mode",
    "views": "views",
}


@pytest.mark.parametrize(("folder", "concept"), ROOMS.items())
def test_the_row_of_a_package_names_its_modules(folder: str, concept: str) -> None:
    assert named(row(concept)) - {f"{folder}/"} == modules(f"runtime/{folder}")


def test_the_table_names_every_module_of_the_runtime_and_no_other() -> None:
    rows = tuple(f"| {concept} |" for concept in ROOMS.values())
    lines = section("The modules of `runtime/`").splitlines()
    table = "\n".join(line for line in lines if not line.startswith(rows))
    assert named(table) | {f"{folder}/" for folder in ROOMS} == modules("runtime")


def test_the_short_page_fits_on_two_screens() -> None:
    """ARCHITECTURE.md has at most 80 lines."""
    assert len((ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8").splitlines()) <= 80
