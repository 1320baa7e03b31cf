"""The pages that people and other tools write, by their paths in the repository; long ones in parts."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "build" / "site" / "pages"
SPLIT = {
    "docs/debugging.md": "The questions, one by one",
    "docs/semantics.md": "What holds, chapter by chapter",
    "docs/ops.md": "What every op can do, family by family",
    "generated/OPS.md": "Signatures, family by family",
}
"""Pages that become a page for each of their chapters, and what is above the list of these."""

Pages = dict[str, str]


def written_pages() -> Pages:
    """Return the text of every page, without what is generated for the site."""
    files = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "examples").rglob("*.md")]
    files.append(ROOT / "generated" / "OPS.md")
    pages: Pages = {}
    for file in sorted(files):
        path = file.relative_to(ROOT).as_posix()
        text = file.read_text(encoding="utf-8")
        pages.update(chapters(path, text) if path in SPLIT else {path: text})
    return pages


def chapters(path: str, text: str) -> Pages:
    """Return a page that lists chapters, and a page of each in a folder beside it.

    The list that the page itself begins with is left out. Links from chapters are one folder longer.
    """
    preamble, *parts = re.split(r"^## ", text, flags=re.MULTILINE)
    preamble = re.sub(r"^- \[.*\]\(#.*\)\n", "", preamble, flags=re.MULTILINE)
    stem = path.removesuffix(".md")
    pages, rows = {}, []
    for part in parts:
        title, _, body = part.partition("\n")
        name = slug(title)
        pages[f"{stem}/{name}.md"] = f"# {title}\n" + re.sub(r"\]\((?!https?:|#)", "](../", body)
        rows.append(f"- [{title}]({Path(stem).name}/{name}.md)\n")
    return {path: f"{preamble}\n## {SPLIT[path]}\n\n" + "".join(rows), **pages}


def slug(title: str) -> str:
    """Return the title as a name of a file: `What backward needs` is `what-backward-needs`."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
