"""Lay the pages of the site out in build/site/pages; ``make site`` renders them: ``python -m docs.site``."""

import shutil
import sys
from pathlib import Path

from .gallery import gallery_pages, start_drawing
from .layout import lay_out
from .op_pages import op_pages
from .pages import FOLDER, written_pages
from .ranking import ranked
from .reference import reference_pages
from .sessions import illustrated


def main() -> int:
    """Lay out all pages; the status is that of the programs of the gallery."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    drawing = start_drawing(FOLDER)
    ops = op_pages()
    reference = reference_pages(Path(path).stem for path in ops)
    written = written_pages()
    pages = {**written, **illustrated(written, FOLDER), **ops, **reference, **gallery_pages()}
    lay_out(ranked(pages), FOLDER)
    return drawing.wait()


if __name__ == "__main__":
    sys.exit(main())
