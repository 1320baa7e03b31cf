"""Lay the pages of the site out in build/site/pages; ``make site`` renders them: ``python -m docs.site``."""

import shutil
from pathlib import Path

from .layout import lay_out
from .op_pages import op_pages
from .pages import FOLDER, written_pages
from .reference import reference_pages

if __name__ == "__main__":
    shutil.rmtree(FOLDER, ignore_errors=True)
    ops = op_pages()
    lay_out({**written_pages(), **ops, **reference_pages(Path(path).stem for path in ops)}, FOLDER)
