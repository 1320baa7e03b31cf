"""``python -m benchmarks.scaling``: measure, compare with the model, and print what it predicts."""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.distributed import mpirun
from benchmarks.settings import set_blas

ROOT = Path(__file__).resolve().parents[2]
PAGE, PICTURE = ROOT / "docs" / "scaling.md", ROOT / "docs" / "pictures" / "scaling.svg"


def main(arguments: list[str] | None = None) -> int:
    """Start the ranks that measure; as one of them, measure."""
    parser = argparse.ArgumentParser(description="Predict steps of training on 2 to 1,024 ranks.")
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument(
        "--write", action="store_true", help="renew the tables of docs/scaling.md and its picture"
    )
    parser.add_argument("--measured", type=Path, help="a file of an earlier run; written if it is not there")
    parser.add_argument("--rank", type=Path, help=argparse.SUPPRESS)  # where the first of the ranks writes
    options = parser.parse_args(arguments)
    if options.rank is not None:
        set_blas(1)
        from .measure import measure

        measure(options.rank, options.rounds)
        return 0
    found = measured(options.measured, options.rounds)
    from .report import TABLES

    tables = {name: make(found["2"], found["4"]) for name, make in TABLES.items()}
    for name, text in tables.items():
        print(f"\n{name}\n{text}")
    if options.write:
        from .plot import draw

        PAGE.write_text(with_tables(PAGE.read_text(encoding="utf-8"), tables), encoding="utf-8")
        draw(found["2"], PICTURE)
    return 0


def measured(path: Path | None, rounds: int) -> dict[str, Any]:
    """Return what 2 and 4 ranks have measured, now or in an earlier run."""
    if path is not None and path.exists():
        found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return found
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for ranks in (2, 4):
            file = Path(folder, str(ranks))
            command = [*mpirun(ranks), sys.executable, "-m", "benchmarks.scaling", "--rank", str(file)]
            subprocess.run([*command, "--rounds", str(rounds)], check=True, cwd=ROOT)
            found[str(ranks)] = json.loads(file.read_text(encoding="utf-8"))
    if path is not None:
        path.write_text(json.dumps(found), encoding="utf-8")
    return found


def with_tables(page: str, tables: dict[str, str]) -> str:
    """Return a page with new tables between its marks, ``<!-- name -->`` and ``<!-- end -->``."""
    for name, text in tables.items():
        mark = re.compile(rf"(<!-- {name} -->\n).*?(<!-- end -->)", re.DOTALL)
        if not mark.search(page):
            raise ValueError(f"docs/scaling.md: expected a place for the table <!-- {name} -->, found none")
        page = mark.sub(lambda found, text=text: f"{found[1]}\n{text}\n\n{found[2]}", page)  # type: ignore[misc]
    return page


if __name__ == "__main__":
    sys.exit(main())
