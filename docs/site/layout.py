"""Pages become files in a folder, as they lie in the repository, with the files that they link to."""

import posixpath
import re
import shutil
from pathlib import Path

from .pages import ROOT, Pages

LINK = re.compile(r"(?<=\]\()(?!https?:|#|mailto:)([^)#\s]+)")
PICTURES = (".png", ".svg")
STYLE = Path(__file__).with_name("site.css")


def lay_out(pages: Pages, folder: Path) -> None:
    """Write the pages; a file of the repository that one links to is beside them, a source as a text."""
    needed: set[str] = set()
    for path, text in pages.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(_linked(path, text, pages, needed), encoding="utf-8")
    for name in needed:
        copy = folder / shown(name)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, copy)
    shutil.copyfile(STYLE, folder / STYLE.name)


def shown(name: str) -> str:
    """Return the name under which a file of the repository is on the site."""
    return name if name.endswith(PICTURES) else f"{name}.txt"


def _linked(path: str, text: str, pages: Pages, needed: set[str]) -> str:
    """Return a page with links to where its targets are on the site; what they need is added to `needed`."""

    def target(match: re.Match[str]) -> str:
        name = posixpath.normpath(posixpath.join(posixpath.dirname(path), match[0]))
        if name in pages or not (ROOT / name).exists():  # a link to nothing is MkDocs's to report
            return match[0]
        if (ROOT / name).is_dir():
            return posixpath.relpath(_index(name, pages), posixpath.dirname(path) or ".")
        needed.add(name)
        return match[0].removesuffix(posixpath.basename(name)) + posixpath.basename(shown(name))

    parts = re.split(r"(^```.*?^```)", text, flags=re.MULTILINE | re.DOTALL)  # code has no links
    return "".join(part if part.startswith("```") else LINK.sub(target, part) for part in parts)


def _index(folder: str, pages: Pages) -> str:
    """Return the page of a folder, or of the nearest one above it that has one."""
    while f"{folder}/README.md" not in pages and folder:
        folder = posixpath.dirname(folder)
    return f"{folder}/README.md" if folder else "README.md"
